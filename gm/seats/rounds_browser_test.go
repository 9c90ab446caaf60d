package seats

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm"
	"hybrid/gm/command"
)

// board is a game in rounds, one side of which is played on a device.
type board struct {
	*browser
	tb     *table
	side   string
	played map[string]int // what was done in which way, and what was not possible
}

// stands says how the game stands: who of the device's may act, who is asked, and how many entries there are.
func (b *board) stands() (may, asked string, here, die bool, entries int) {
	b.tb.within(func() {
		s := b.tb.session.State()
		for _, a := range s.Actors {
			if may == "" && b.mine(a.Key) && (a.Open || b.tb.session.Rules().CanActNow(s, a)) {
				may = a.Key
			}
		}
		if q := b.tb.session.OpenQuestion(); q != nil {
			asked, die, here = q.Need.Who, q.Need.Die > 0, b.mine(q.Need.Who)
		}
		entries = len(b.tb.session.Log())
	})
	return may, asked, here, die, entries
}

// mine reports whether the device plays a character. It must be called within the loop.
func (b *board) mine(key string) bool {
	return slices.ContainsFunc(b.tb.session.Seating().Seats, func(seat gm.Seat) bool { return seat.Key == key })
}

// turnTo has the device show the page of one of its characters.
func (b *board) turnTo(key string) {
	b.Helper()
	b.do(chromedp.Navigate(b.tb.URL() + "seat?as=" + key))
	b.sees(`document.body && document.body.dataset.page === "seat" && document.body.dataset.as === "` + key + `"`)
}

// answers presses what is asked on the page of one character, until it is asked nothing any more.
func (b *board) answers(key string, die bool) {
	b.Helper()
	b.turnTo(key)
	b.sees(`document.querySelector("[data-question]") !== null`)
	b.looksOnce("asked")
	if !die {
		b.played["answer"]++
		b.run(`(document.querySelector("[data-choice=none]") || document.querySelector("[data-choice]") || document.querySelector("[data-throw]")).click()`)
	} else {
		b.played["die"]++
		b.sees(`document.querySelector("[data-throw]").disabled`) // nothing is typed yet
		var named bool
		if b.do(chromedp.Evaluate(`document.querySelector("[data-named]") !== null`, &named)); named {
			b.click(`[data-digit]`)
			b.sees(`!document.querySelector("[data-throw]").disabled && document.querySelector("[data-throw]").textContent === "Use these dice"`)
		}
		b.click(`[data-roll]`)
	}
	b.sees(`document.querySelector("[data-question]") === null || !document.querySelector("[data-question] button").disabled`)
}

// looksOnce holds a page to how it has to look, the first time that there is one of its kind.
func (b *board) looksOnce(name string) {
	b.Helper()
	if b.played["looked at "+name]++; b.played["looked at "+name] == 1 {
		b.looks("rounds-" + name + "-" + b.side)
	}
}

// proposes has one character do on its page the n-th thing that is offered, and reports whether it happened.
func (b *board) proposes(key string, n int) bool {
	b.Helper()
	b.turnTo(key)
	b.sees(`document.querySelector(".turn") !== null`)
	b.looksOnce("turn")
	b.click(`[data-to=act]`)
	b.sees(`document.querySelector("[data-offer] [data-words]") !== null`)
	b.looksOnce("act")
	var can bool
	b.click(`.act [data-who]`)
	b.sees(`document.querySelector("dialog .who") !== null`)
	b.looksOnce("person")
	b.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const b = [...document.querySelectorAll("dialog .row:not(:disabled)"), ...document.querySelectorAll("[data-offer] [data-deed]")][%d]; if (b) b.click(); return !!b })()`, n), &can))
	if !can {
		return false
	}
	b.sees(`document.querySelector("[data-want] .do") !== null && !document.querySelector("[data-want] .do").disabled`)
	b.looksOnce("how")
	b.click(`[data-want] .do`)
	b.sees(`document.querySelector(".plan") !== null`)
	done := false
	b.tb.within(func() {
		for _, of := range b.tb.session.Proposals().List() {
			_, err := b.tb.session.Proposals().Take(of.ID)
			done = err == nil || b.tb.session.OpenQuestion() != nil
			if !done {
				_ = b.tb.session.Proposals().Drop(of.ID)
			}
		}
	})
	return done
}

// TestRoundsInABrowser plays a short fight of each other game, one side of it on a device with all its characters.
func TestRoundsInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	steps := 24
	if *long {
		steps = 60
	}
	for _, game := range []struct{ campaign, encounter, side, key string }{
		{"two_tribes", "skirmish_at_the_well", "red", "red_champion"},
		{"catacombs", "proving_ground", "heroes", "torgils"},
		{"heresiarch", "proving_ground", "griffin", "purifier"},
		{"cold_lantern", "lock_four", "crew", "juno"},
	} {
		t.Run(game.campaign, func(t *testing.T) {
			if (game.side == "red" || game.side == "heroes") && !*long { // the other two have rounds and counts as well
				t.Skip("only with -long")
			}
			tb := newTableOf(t, open(t, game.campaign), Options{}, "begin "+game.encounter)
			if game.side == "crew" { // whose game is played by counts
				tb.doAll("turn juno 2", "turn oren 4", "turn ilmi 6", "turn hatch 8", "turn pell 9", "turn moreau 12")
			}
			tb.doAll("?remove door") // at which one need not throw
			b := &board{browser: newBrowser(t), tb: tb, side: game.side, played: map[string]int{}}
			r, _ := http.NewRequest("GET", tb.URL(), nil)
			tb.seat(game.key)(r)
			b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()))
			b.play(steps)
			if b.played["deed"] < 3 || b.played["die"] == 0 && game.side != "crew" { // by counts what is rolled comes later
				t.Errorf("played were %v", b.played)
			}
			t.Logf("played were %v", b.played)
			if list := b.fails(); len(list) > 0 {
				t.Errorf("the scripts fail: %s", strings.Join(list, "\n"))
			}
		})
	}
}

// play lets so many things happen.
func (b *board) play(most int) {
	b.Helper()
	for n := 0; n < most && b.played["deed"] < 3; n++ {
		may, asked, here, die, before := b.stands()
		b.tb.mu.Lock()
		b.tb.requests.buckets, b.tb.weighings.buckets = nil, nil // its clock stands still
		b.tb.mu.Unlock()
		switch {
		case here:
			b.answers(asked, die)
		case asked != "":
			b.tb.within(func() {
				q, said := b.tb.session.OpenQuestion(), gm.Reply{Rest: true}
				if !die {
					said = gm.Reply{Choice: q.Need.DefaultAnswer()}
				}
				_, _ = b.tb.session.Reply(q.ID, said)
			})
		case may != "":
			if b.played["typed by "+may]++; b.played["typed by "+may] == 1 { // said again it turns
				b.tb.doAll("dice " + may)
			}
			if !b.proposes(may, (b.played["deed"]+b.played["tried"])%4) {
				b.played["tried"]++
				if b.played["tried"] > 12 {
					b.tb.doAll("?"+b.side+": done", "?next")
				}
			} else {
				b.played["deed"]++
			}
		default:
			b.tb.within(func() {
				for _, line := range []string{"next", "wait", b.tb.session.State().Round.Side() + ": done"} {
					if _, err := b.tb.session.Do(command.Command{Line: line}); err == nil || b.tb.session.OpenQuestion() != nil {
						break
					}
				}
			})
		}
		if _, _, _, _, now := b.stands(); now == before {
			b.played["nothing"]++
		}
	}
}
