package seats

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/players"
)

// line carries out a line within the loop.
func (tb *table) line(text string) (e gm.Entry) {
	tb.Helper()
	tb.within(func() {
		var err error
		if e, err = tb.session.Do(command.Command{Line: text, Typed: true}); err != nil {
			tb.Fatalf("%s: %v", text, err)
		}
	})
	return e
}

// TestAskForACheck asks three for a check of whom two have phones: each sees its own question, the table goes on meanwhile, and the last
// roll makes one entry, which one undo takes back.
func TestAskForACheck(t *testing.T) {
	tb := newTable(t, Options{}, "gather")
	kira, dov, sefa := tb.seat("kira"), tb.seat("dov"), tb.seat("sefa")
	kiras, dovs := tb.listen("/seat/events", kira), tb.listen("/seat/events", dov)
	tb.listen("/seat/events", sefa).message()
	kiras.message()
	dovs.message()
	unasked := tb.truth("sefa")
	before := len(tb.session.Log())
	if e := tb.line("ask kira and dov and ilse hiding, df -2"); e.Seq != 0 || len(e.Lines) != 1 || e.Lines[0] != "Asked for hiding: Kira, Dov; aloud: Ilse" {
		t.Errorf("asked: %+v", e.Lines)
	}
	card := kiras.asks()
	for _, want := range []string{"Your game master asks", "Hiding", "<b>21 or less</b>", "the game master’s modifier", "data-rest>Roll<", "I rolled"} {
		if !strings.Contains(card, want) {
			t.Errorf("no %q in\n%s", want, card)
		}
	}
	if card := dovs.asks(); !strings.Contains(card, "<b>17") {
		t.Errorf("the card of Dov:\n%s", card)
	}
	if now := tb.truth("sefa"); !pageChanges(unasked, now).isEmpty() {
		t.Error("the page of one who is not asked has changed")
	}
	tb.line("set ilse PFT -1")
	for _, step := range []struct {
		said reply
		want int
	}{{reply{Question: 1, Text: "101"}, 422}, {reply{Question: 1, Choice: "none"}, 422}, {reply{Question: 1, Text: "12"}, 200}, {reply{Question: 1, Text: "12"}, 409}} {
		if w := tb.ask("POST", "/seat/do", replyBody(step.said), kira); w.Code != step.want {
			t.Errorf("%+v: %d %s", step.said, w.Code, w.Body)
		}
	}
	if card := kiras.asks(); !strings.Contains(card, "You rolled: hiding.") {
		t.Errorf("while others have not rolled:\n%s", card)
	}
	if e := tb.line("ask"); len(e.Lines) != 1 || e.Lines[0] != "hiding: Dov; aloud: Ilse" {
		t.Errorf("who is missing: %q", e.Lines)
	}
	if n := len(tb.session.Log()); n != before+1 {
		t.Errorf("%d entries before all have rolled", n-before)
	}
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Rest: true}), dov); w.Code != 200 {
		t.Errorf("the program's die: %d %s", w.Code, w.Body)
	}
	tb.within(func() {
		last := tb.session.Log()[len(tb.session.Log())-1]
		if got := last.Text(); len(tb.session.Log()) != before+2 || !strings.Contains(got, "Kira check 12>11") || !strings.Contains(got, "Ilse check") {
			t.Errorf("the entry: %s", got)
		}
	})
	if card := kiras.asks(); strings.Contains(card, "You rolled: hiding.") {
		t.Errorf("after all have rolled:\n%s", card)
	}
	tb.line("undo")
	if e := tb.line("ask"); e.Lines[0] != "No player is asked for a check." {
		t.Errorf("after an undo: %q", e.Lines)
	}
}

// TestAskedOnAPhone has a phone roll what its player is asked for: typed, and by the program.
func TestAskedOnAPhone(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: browsers take seconds")
	}
	t.Parallel()
	b, tb := newBrowser(t), newTable(t, Options{}, "gather", "roll climbing by kira")
	r := httptest.NewRequest("GET", "/", nil)
	tb.seat("kira")(r)
	tb.seat("dov")
	b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as=kira"))
	b.sees(`document.querySelector("h1").textContent === "Kira Vance"`)
	tb.line("ask kira and dov hiding, df -2")
	b.sees(`document.querySelector("[data-question] h2").textContent === "Hiding"`)
	b.looks("asked-390")
	b.click("[data-question] summary")
	b.looks("asked-typed-390")
	for _, digit := range []string{"1", "2"} {
		b.click("[data-digit='" + digit + "']")
	}
	b.click("[data-throw]")
	b.sees(`document.querySelector("[data-part=ask]").textContent.includes("You rolled: hiding.")`)
	b.looks("asked-waiting-390")
	tb.line("ask rest")
	b.sees(`document.querySelector("[data-part=ask]").textContent.includes("You rolled") === false`)
	b.looks("asked-rolled-390")
	tb.line("ask kira climbing")
	b.click("[data-question] [data-rest]")
	b.sees(`document.querySelector("[data-question]") === null`)
	if list := b.fails(); len(list) > 0 {
		t.Errorf("the scripts: %v", list)
	}
}

// TestHindranceFromAPhone: before an opponent's dice the phone of the other side is asked for a card, plays one of its hand, and the other
// side sees the question nowhere.
func TestHindranceFromAPhone(t *testing.T) {
	tb := newTableOf(t, open(t, "heresiarch"), Options{}, "begin first", "put griffin hindering", "give griffin feint", "give griffin omen",
		"next, dice 9 2")
	griffin, scorpion := tb.seat("griffin"), tb.seat("scorpion")
	asks := func(as string, with func(*http.Request)) string {
		tb.drawn()
		return tb.ask("GET", "/seat?as="+as, "", with).Body.String()
	}
	tb.within(func() { _, _ = tb.session.Do(command.Command{Line: "hybrid_one: strike purifier"}) })
	for _, step := range []struct {
		want string
		say  reply
	}{
		{`data-choice="hinder"`, reply{Question: 1, Choice: "hinder"}},
		{`data-choice="omen"`, reply{Question: 2, Choice: "rush"}},
		{`data-choice="feint"`, reply{Question: 2, Choice: "feint"}},
	} {
		if page := asks("purifier", griffin); !strings.Contains(page, step.want) {
			t.Fatalf("no %s in\n%s", step.want, page)
		}
		if page := asks("hybrid_one", scorpion); strings.Contains(page, "feint") || strings.Contains(page, "hinder") {
			t.Errorf("the other side sees\n%s", page)
		}
		if w := tb.ask("POST", "/seat/do?as=purifier", replyBody(step.say), griffin); (w.Code == 200) == (step.say.Choice == "rush") {
			t.Errorf("%+v came to %d %s", step.say, w.Code, w.Body)
		}
	}
	tb.within(func() {
		log := tb.session.Log()
		e, err := tb.session.Entry(log[len(log)-1].Seq())
		if err != nil || !strings.HasPrefix(e.Line, "hybrid_one: strike") {
			t.Errorf("the last entry is %v %v", e, err)
		}
	})
}

// TestScores: the phones and the table screen show the scores of the sides that can win; in a game that restricts what actors know, those
// of the sides that are known, here its own.
func TestScores(t *testing.T) {
	tb := newTableOf(t, open(t, "two_tribes"), Options{}, "begin raid", "next", "set red HATE 1", "set blue RES 2")
	table := tb.ask("GET", "/seat?as="+players.TableSeat, "", tb.seat(players.TableSeat)).Body.String()
	for _, page := range []string{tb.ask("GET", "/seat?as=red", "", tb.seat("red")).Body.String(), tb.ask("GET", "/seat?as=blue", "", tb.seat("blue")).Body.String(), table} {
		for _, want := range []string{`<span>The red tribe <b>1 hate, 0 resources</b></span>`, `<span>The blue tribe <b>0 hate, 2 resources`} {
			if !strings.Contains(page, want) {
				t.Errorf("no %s in\n%s", want, page)
			}
		}
		if !strings.Contains(page, "Turn: The red tribe") && !strings.Contains(page, "Your side has the turn") {
			t.Errorf("whose turn it is isn't said in\n%s", page)
		}
		if strings.Contains(page, "<span>Huts <b>") {
			t.Errorf("a side that can't win has a score in\n%s", page)
		}
	}
	tb = newTableOf(t, secretFiles(t, scored), Options{}, "begin hatch", "turn kira 3", "next", "set gang FAVOUR 2", "set party FAVOUR 1")
	page := tb.ask("GET", "/seat?as=kira", "", tb.seat("kira")).Body.String()
	if score := between(page, "<p class=score>", "</p>"); score != "<span>Party <b>1 favour</b></span> " {
		t.Errorf("Kira sees the scores %q", score)
	}
}

// TestTwoCardsFromAPhone: a phone that is asked for two cards shows those that are there, and takes both by their names.
func TestTwoCardsFromAPhone(t *testing.T) {
	tb := newTableOf(t, open(t, "two_tribes"), Options{}, "begin skirmish_at_the_well", "put red card_deck", "set red HUT 2")
	red := tb.seat("red")
	tb.within(func() {
		_, _ = tb.session.Do(command.Command{Line: "next, dice war_cry iron_skin blood_trail night_run"})
	})
	tb.drawn()
	page := tb.ask("GET", "/seat?as=red", "", red).Body.String()
	for _, want := range []string{`data-cards="2"`, "Choose up to 2 cards.", "the last one on top</h2>", `data-digit="night_run "`, "Use these cards"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Text: "nothing"}), red); w.Code != 422 {
		t.Errorf("no card came to %d %s", w.Code, w.Body)
	}
	if testing.Short() { // a browser takes seconds
		if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Text: "blood_trail night_run"}), red); w.Code != 200 {
			t.Errorf("two cards came to %d %s", w.Code, w.Body)
		}
	} else {
		b := &board{browser: newBrowser(t), tb: tb, side: "red", played: map[string]int{}}
		r, _ := http.NewRequest("GET", tb.URL(), nil)
		red(r)
		b.do(chromedp.EmulateViewport(390, 844), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()))
		b.turnTo("red")
		b.sees(`document.querySelector("[data-throw]").disabled`)
		for _, name := range []string{"war_cry", "blood_trail", "night_run"} { // the last two count
			b.click(`[data-digit="` + name + ` "]`)
		}
		b.sees(`document.querySelector("[data-typed]").textContent === "blood trail night run" && !document.querySelector("[data-throw]").disabled`)
		b.click(`[data-throw]`)
		b.sees(`document.querySelector("[data-question]") === null`)
	}
	tb.within(func() {
		if q := tb.session.OpenQuestion(); q != nil {
			t.Errorf("still asked: %s", q.Need.Text)
		}
		if text := tb.session.State().Find("red").Cards; len(text) == 0 {
			t.Error("no card came")
		}
	})
}
