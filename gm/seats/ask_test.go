package seats

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm"
	"hybrid/gm/command"
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
	if now := tb.truth("sefa"); !changes(unasked, now).nothing() {
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
