package seats

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm/players"
)

// goThrough has the table take what needs no game master, and reports what that was.
func (tb *table) goThrough() (lines []string) {
	tb.Helper()
	tb.within(func() {
		var err error
		if lines, err = CarryOutDue(tb.session, tb.options); err != nil {
			tb.Error(err)
		}
	})
	tb.passes(time.Minute)
	return lines
}

// TestCardsInABrowser deals, shows and plays a hand of cards on a phone, gives a secret order and ends a step of a stage.
func TestCardsInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	for _, width := range []int64{390, 768} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			tb := newTableOf(t, open(t, "heresiarch"), Options{Auto: true}, "begin first", "put griffin numbered", "put scorpion numbered", "give scorpion fury")
			b := &board{browser: newBrowser(t), tb: tb, side: "griffin", played: map[string]int{}}
			r, _ := http.NewRequest("GET", tb.URL(), nil)
			tb.seat("griffin")(r)
			go func() { // an open card is weighed again after each change; with a clock at rest the limit would be reached
				for ctx := t.Context(); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
					tb.passes(time.Second)
				}
			}()
			b.do(chromedp.EmulateViewport(width, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()))
			name := func(of string) string { return fmt.Sprintf("cards-%s-%d", of, width) }
			sends := func() {
				t.Helper()
				b.click(`[data-want] .do`)
				b.sees(`!document.querySelector("dialog").open`)
			}

			b.turnTo("griffin") // a hand is dealt
			b.click(`[data-to=act]`)
			b.click(`[data-offer] [data-deed=deal_hand]`)
			b.sees(`document.querySelector("[data-want] .do") !== null`)
			sends()
			tb.within(func() {
				if q := tb.session.OpenQuestion(); q != nil {
					t.Errorf("asked is %s", q.Need.Text)
				}
			})
			if lines := tb.goThrough(); len(lines) != 1 {
				t.Fatalf("taken was %v", lines)
			}
			b.click(`[data-to=now]`)
			b.sees(`document.querySelectorAll(".hand button").length > 0`)
			tb.doAll("?give griffin rush", "?give griffin steal", "?give griffin omen") // or drawn already
			b.sees(`document.querySelector("[data-card=rush]") !== null && document.querySelector("[data-card=steal]") !== null`)
			b.looks(name("hand"))

			b.click(`[data-card=rush]`) // a card that is added to a roll, or bid
			b.sees(`document.querySelector("dialog [data-deed=bid]:disabled") !== null && document.querySelector("dialog").textContent.includes("under “How”")`)
			b.looks(name("one"))
			b.click(`[data-close]`)
			b.click(`[data-card=steal]`) // a card that is a deed
			b.click(`dialog [data-deed=steal]`)
			b.sees(`document.querySelector("[data-played] [value=fury]") !== null && document.querySelector("[data-want] .do").disabled`)
			b.run(`document.querySelector("[data-played] [value=fury]").click()`)
			b.sees(`!document.querySelector("[data-want] .do").disabled`)
			b.looks(name("steal"))
			b.click(`[data-close]`)

			tb.doAll("next") // each side is asked for the order of its figures
			for tb.session.OpenQuestion() != nil {
				tb.doAll("next")
			}
			b.sees(`document.querySelectorAll("[data-figure]").length === 2 && document.querySelector("[data-order] .do").disabled`)
			b.run(`[...document.querySelectorAll("[data-figure]")].find((e) => e.textContent.includes("Two")).click()`)
			b.run(`[...document.querySelectorAll("[data-figure]")].find((e) => !e.textContent.includes("Two")).click()`)
			b.sees(`[...document.querySelectorAll("[data-figure]")].map((e) => e.textContent).sort().join() === "1Purifier Two,2Purifier"`)
			b.sees(`document.title.startsWith("●") && document.querySelector(".state").textContent === "Round: Counters"`)
			b.looks(name("order"))
			tb.within(func() {
				if list := tb.session.Proposals().List(); len(list) > 0 {
					t.Errorf("proposed is %+v", list)
				}
			})
			b.click(`[data-order] .do`)
			b.sees(`document.querySelector("[data-order] .do") !== null`)
			var lines []string
			for range 50 {
				if lines = tb.goThrough(); len(lines) > 0 {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			if len(lines) != 1 || strings.Contains(lines[0], "p2") {
				t.Errorf("the order is taken as %v", lines)
			}
			b.sees(`document.querySelector(".stage") !== null && document.querySelector(".stage").textContent.includes("Waiting for The clones of Dirz.")`)
			b.looks(name("waiting"))
			tb.do("scorpion: orders hybrid_one h2")
			b.sees(`document.querySelector(".stage") === null`)

			tb.doAll("?griffin: begin", "turn griffin") // an attack with a card
			b.turnTo("p2")
			b.click(`[data-to=act]`)
			b.click(`.act [data-who]`)
			b.click(`dialog[open] [data-deed=strike][data-whom]`)
			b.sees(`document.querySelector("[data-cards=card] [value=omen]") !== null`)
			b.run(`document.querySelector("[data-is=how]").open = true; document.querySelector("[data-cards=card] [value=omen]").click()`)
			b.sees(`document.querySelector("[data-cards=card] [value=omen]").checked && document.querySelector("[data-want] .do").disabled === false`)
			b.looks(name("added"))
			if list := b.fails(); len(list) > 0 {
				t.Errorf("the scripts fail: %s", strings.Join(list, "\n"))
			}
		})
	}
}

// TestStagesOnScreens has each side end its step of a stage on its own phone; the screen that all look at says where it stands.
func TestStagesOnScreens(t *testing.T) {
	tb := newTableOf(t, open(t, "two_tribes"), Options{}, "begin skirmish_at_the_well", "put red in_steps", "put blue in_steps", "next", "put red_warrior_1 ko", "put blue victorious")
	blue, screen := tb.seat("blue"), tb.seat(players.TableSeat)
	red := tb.seat("red")
	says := func(as string, with func(*http.Request), want ...string) {
		t.Helper()
		page := tb.ask("GET", "/seat?as="+as, "", with).Body.String()
		for _, text := range want {
			if !strings.Contains(page, text) {
				t.Errorf("%s: no %q in\n%s", as, text, page)
			}
		}
	}
	tb.drawn()
	says("blue", blue, "Intermission: Captives", `data-other="done"`)
	says("red", red, "Intermission: Captives", "Waiting for The blue tribe.")
	says(players.TableSeat, screen, "Intermission: Captives", "Waiting for The blue tribe.", "▸ Track")
	done := seatMessage{Want: &players.Want{Other: players.Ending}}
	if w := tb.ask("POST", "/seat/say?as=red", sayBody(done), red); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("red ends the step of blue: %d %s", w.Code, w.Body)
	}
	for _, side := range []struct {
		as   string
		with func(*http.Request)
	}{{"blue", blue}, {"red_prince", red}} {
		if w := tb.ask("POST", "/seat/say?as="+side.as, sayBody(done), side.with); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", side.as, w.Code, w.Body)
		}
		if lines := tb.goThrough(); len(lines) != 1 || !strings.HasSuffix(lines[0], ": done") {
			t.Errorf("taken was %v", lines)
		}
	}
	tb.drawn()
	says(players.TableSeat, screen, "Intermission: Scars")
}
