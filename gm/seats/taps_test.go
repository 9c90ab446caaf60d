package seats

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/players"
	"hybrid/rules"
)

// The most taps that each thing takes, and the most words that a stranger reads from the top of the screen to the button.
const (
	maxAnswerTaps, maxAnswerWords = 1, 45
	maxDieTaps, maxDieWords       = 3, 45 // with the digits of the pad
	maxAttackTaps                 = 3     // person, deed and “Send”
	maxAgainTaps                  = 2     // from any tab
	maxHurtWords                  = 20
)

// stranger is somebody who never saw a phone's page before: everything is tapped where it stands on the screen.
type stranger struct {
	*browser
	who  string
	taps int
}

// spot is where an element stands, whether a tap there reaches it, and how many words stand above its end.
type spot struct {
	X, Y  float64
	Hit   bool
	Words int
}

// there is a script that returns where something stands; null where it is not.
const there = `(() => {
	const e = [...document.querySelectorAll(%q)].find((e) => e.getClientRects().length && !e.disabled);
		if (!e) return null;
		const r = e.getBoundingClientRect(), x = r.left + r.width / 2, y = r.top + r.height / 2, on = document.elementFromPoint(x, y);
		let words = 0;
		const top = document.querySelector("dialog[open]") || document.body, walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const p = walk.currentNode.parentElement, b = p.getBoundingClientRect();
			if (!p.closest("script, style, .times, .tabs") && p.getClientRects().length && b.height > 1 && b.top >= 0 && b.top < r.bottom) words += walk.currentNode.data.trim().split(/\s+/).filter((w) => w).length;
		}
		return {X: x, Y: y, Hit: !!on && (e.contains(on) || on.contains(e)) && r.top >= 0 && r.bottom <= innerHeight, Words: words};
	})()`

// finds waits until something is on the screen, without scrolling, and returns where.
func (s *stranger) finds(selector string) (at spot) {
	s.Helper()
	s.sees(fmt.Sprintf(there, selector) + ` !== null`)
	s.do(chromedp.Evaluate(fmt.Sprintf(there, selector), &at))
	if !at.Hit {
		s.Errorf("%s: %s is not on the screen, or covered", s.who, selector)
	}
	return at
}

// tap taps something on the screen.
func (s *stranger) tap(selector string) spot {
	s.Helper()
	at := s.finds(selector)
	s.do(chromedp.MouseClickXY(at.X, at.Y))
	s.taps++
	return at
}

// took reports what took more taps or words than it may, and begins to count anew.
func (s *stranger) took(what string, maxTaps, words, maxWords int) {
	s.Helper()
	s.Logf("%s, %s: %d taps, %d words", s.who, what, s.taps, words)
	if s.taps > maxTaps || maxWords > 0 && words > maxWords {
		s.Errorf("%s, %s: %d taps and %d words, at most %d and %d", s.who, what, s.taps, words, maxTaps, maxWords)
	}
	s.taps = 0
}

// goesOn carries out a line, and answers what is asked of anybody but one with the first answer, until that one is asked or nothing is.
func (tb *table) goesOn(line, who string) (asked bool) {
	tb.Helper()
	tb.within(func() {
		var err error
		if line != "" {
			_, err = tb.session.Do(command.Command{Line: line, Typed: true})
		}
		for q := tb.session.OpenQuestion(); q != nil; q = tb.session.OpenQuestion() {
			if q.Need.Who == who {
				seen, err := players.NewTelling(tb.session).SeatViewOf(who)
				if asked = err == nil && seen.Question != nil; asked { // else it is not for the player to know
					return
				}
			}
			r := gm.Reply{Rest: q.Need.Die > 0}
			if q.Need.Die == 0 {
				r.Choice = q.Need.ChoiceNames()[0]
			}
			_, err = tb.session.Reply(q.ID, r)
		}
		var need *rules.Need
		if err != nil && !errors.As(err, &need) {
			tb.Errorf("%s: %v", line, err)
		}
	})
	return asked
}

// settle lets the program roll what is still asked of a stranger.
func (tb *table) settle(s *stranger) {
	tb.Helper()
	for tb.goesOn("", s.who) { // also while what was tapped last is on its way
		s.run(`{const b = document.querySelector("[data-rest]:not(:disabled), [data-choice]:not(:disabled)"); if (b) b.click()}`)
	}
	s.sees(`document.querySelector("[data-question]") === null`)
	s.taps = 0
}

// throws types a die of a hundred and says so.
func (s *stranger) throws() (words int) {
	s.Helper()
	words = s.finds("[data-digit='4']").Words
	s.tap("[data-digit='4']")
	s.tap("[data-digit='2']")
	s.tap("[data-throw]")
	return words
}

// TestAStrangerNeedsFewTaps has three players on three phones answer an attack, throw a die, tell how badly they are
// hurt, attack all the same and attack again, and counts what they tap and read. Nothing may need to be scrolled.
func TestAStrangerNeedsFewTaps(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: a browser takes seconds")
	}
	t.Parallel()
	b := newBrowser(t)
	tb := newTableWithDice(t, sample(), Options{}, rules.NewSeededDice([32]byte{9}), "begin warehouse", "reveal grell", "remove hanne", "remove cutter_1", "remove shooter", "remove bruiser", "remove warden", "dice kira", "dice dov", "dice ilse")
	tb.mu.Lock()
	tb.weighings.burst, tb.requests.burst = 1e6, 1e6 // its clock stands still
	tb.mu.Unlock()
	sizes := map[string][2]int64{"kira": {360, 640}, "dov": {390, 844}, "ilse": {412, 732}}
	belowFold := map[string]int{"kira": 2} // at 360 by 640, where three are in view
	count := 0
	turn := func(who string) {
		count += 100
		tb.do(fmt.Sprintf("turn %s %d", who, count))
		for range 30 {
			open := ""
			tb.within(func() {
				if a := tb.session.Game().OpenActor(); a != nil {
					open = a.Key
				}
			})
			switch open {
			case who:
				return
			case "":
				tb.goesOn("next", who)
			default:
				tb.do(fmt.Sprintf("turn %s %d", open, count+50))
			}
		}
		t.Fatalf("it never is the turn of %s", who)
	}
	for i, who := range []string{"kira", "dov", "ilse"} {
		s := &stranger{browser: b, who: who}
		if i > 0 {
			s.browser = newBrowser(t)
		}
		r, _ := http.NewRequest("GET", tb.URL(), nil)
		tb.seat(who)(r)
		s.do(chromedp.EmulateViewport(sizes[who][0], sizes[who][1]), network.SetCookie(r.Cookies()[0].Name, r.Cookies()[0].Value).WithURL(tb.URL()), chromedp.Navigate(tb.URL()+"seat?as="+who))
		s.sees(`document.body && document.querySelector("[data-offline]").hidden && document.querySelector("h1") !== null`)

		turn("grell")
		tb.doAll("attack " + who)
		if !tb.goesOn("next", who) {
			t.Fatalf("%s is not asked", who)
		}
		s.finds(".answer.first")
		var below []string // kinds of answers that one has to scroll for
		s.do(chromedp.Evaluate(`[...document.querySelectorAll(".answer b")].filter((e) => e.closest("button").getBoundingClientRect().bottom > document.querySelector(".last").getBoundingClientRect().top).map((e) => e.textContent)`, &below))
		if len(below) > belowFold[who] {
			t.Errorf("%s has to scroll for %q", who, below)
		}
		at := s.tap(".answer.first")
		s.took("answering an attack", maxAnswerTaps, at.Words, maxAnswerWords)
		s.sees(`document.querySelector(".answer.first") === null`) // it has arrived
		if tb.goesOn("", who) {
			words := s.throws()
			s.took("throwing a die", maxDieTaps, words, maxDieWords)
		}
		tb.settle(s)

		tb.do("set " + who + " PFT 8")
		s.run(`document.querySelector("[data-to=now]").click()`)
		s.sees(`document.querySelector(".shout h2") !== null`)
		text := ""
		at = s.finds(".shout h2")
		s.do(chromedp.Text(".shout h2", &text, chromedp.ByQuery))
		s.took("telling how badly one is hurt", 0, len(strings.Fields(text)), maxHurtWords)
		if !strings.Contains(text, "hurt") {
			t.Errorf("%s reads %q", who, text)
		}

		turn(who)
		s.sees(`document.querySelector(".turn") !== null`)
		s.tap(".now [data-who]")
		s.tap("dialog [data-deed=attack]")
		s.tap("[data-want] .do")
		s.took("attacking", maxAttackTaps, 0, 0)
		tb.takes(s)

		turn(who)
		s.sees(`document.querySelector(".turn") !== null`)
		s.run(`document.querySelector("[data-to=sheet]").click()`)
		s.tap("[data-to=act]")
		s.tap(".act [data-again]")
		s.took("attacking again", maxAgainTaps, 0, 0)
		tb.takes(s)

		if list := s.fails(); len(list) > 0 {
			t.Errorf("the scripts of %s fail: %s", who, list)
		}
	}
}

// takes has the game master take what a stranger proposed, and the deed carried out.
func (tb *table) takes(s *stranger) {
	tb.Helper()
	s.sees(`document.querySelector(".plan") !== null`)
	list := tb.proposed()
	if len(list) != 1 || !strings.Contains(list[0].Line, "attack grell") {
		tb.Fatalf("%s proposed %+v", s.who, list)
	}
	tb.within(func() {
		if _, err := tb.session.Proposals().Take(list[0].ID); err != nil {
			tb.Error(err)
		}
	})
	tb.settle(s)
	tb.goesOn("next", s.who)
	tb.settle(s)
	s.run(`document.querySelector("[data-to=now]").click()`)
}
