package seats

import (
	"net/http"
	"strings"
	"testing"

	"hybrid/gm/players"
)

// partOf returns one part of a page.
func partOf(page, name string) string { return between(page, `data-part="`+name+`"`, "</section>") }

// TestAtRest: between fights a phone says where one is and who is here, offers checks with their chance, takes several wishes and tells
// what one knows; in a fight nothing of it is there.
func TestAtRest(t *testing.T) {
	tb := newTable(t, Options{}, "gather", "begin parlour", "secret page to kira", "whisper kira mind the cards")
	kira, sefa := tb.seat("kira"), tb.seat("sefa")
	page := tb.ask("GET", "/seat", "", kira).Body.String()
	for part, wants := range map[string][]string{
		"top": {"Madame Orlo&#39;s parlour · no fight", "day 1<b>21:40</b>"},
		"now": {"<h2>Here</h2>", "<b>Sefa</b>", "<b>Orlo</b>", "data-skills>Check a skill<", "You know <small>2</small>", "The torn page is under her cards.", "Mind the cards."},
	} {
		for _, want := range wants {
			if text := partOf(page, part); !strings.Contains(text, want) {
				t.Errorf("no %q in %s\n%s", want, part, text)
			}
		}
	}
	if page := tb.ask("GET", "/seat", "", sefa).Body.String(); strings.Contains(page, "You know") || strings.Contains(page, "cards.") {
		t.Errorf("another knows it, too:\n%s", page)
	}
	if skills := tb.ask("GET", "/seat/skills", "", kira).Body.String(); !strings.Contains(skills, `data-check="sword"`) || !strings.Contains(skills, "<b class=n>90%</b>") {
		t.Errorf("the skills:\n%s", skills)
	}
	if sum := between(tb.ask("POST", "/seat/weigh", `{"Check": "sword"}`, kira).Body.String(), "<div class=sum>", "</form>"); !strings.Contains(sum, "Send to the game master") || strings.Contains(sum, "counts") {
		t.Errorf("the check:\n%s", sum)
	}
	for _, w := range []players.Want{{Check: "sword"}, {Other: players.Resting, Check: "sleeping", With: "8 h"}, {Text: "I whistle"}} {
		if w := tb.ask("POST", "/seat/say", sayBody(saying{Want: &w}), kira); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if now := partOf(tb.has("/seat?as=kira", "I whistle", kira), "now"); strings.Count(now, "data-drop") != 3 || !strings.Contains(now, "Sleeping for 8 h") {
		t.Errorf("three wishes:\n%s", now)
	}
	if w := tb.ask("POST", "/seat/say", sayBody(saying{Drop: 2}), kira); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if list := tb.proposed(); len(list) != 2 || list[0].Line != "kira: check sword" || list[1].Text != "I whistle" {
		t.Errorf("left are %+v", list)
	}
	tb.within(func() {
		if texts, _, err := ProposalLine(tb.session, tb.options, "refuse kira 3 not here"); err != nil || len(texts) != 1 {
			t.Errorf("%q, %v", texts, err)
		}
		if texts, _, err := ProposalLine(tb.session, tb.options, "auto checks"); err != nil || !strings.Contains(strings.Join(texts, ""), "roll their checks") {
			t.Errorf("%q, %v", texts, err)
		}
		before := len(tb.session.Log())
		if texts, err := GoThrough(tb.session, tb.options); err != nil || len(texts) != 1 || len(tb.session.Log()) != before+1 {
			t.Errorf("the check goes through: %q, %v", texts, err)
		}
	})
	if now := partOf(tb.has("/seat?as=kira", "“not here”", kira), "now"); strings.Count(now, "data-drop") != 1 || !strings.Contains(now, "“not here”") {
		t.Errorf("refused:\n%s", now)
	}
	if sum := tb.ask("POST", "/seat/weigh", `{"Check": "sword"}`, kira).Body.String(); !strings.Contains(sum, ">Roll<") {
		t.Errorf("a check that one may roll:\n%s", sum)
	}
	tb.do("next")
	page = tb.has("/seat?as=kira", "Others here", kira)
	if strings.Contains(page, "data-skills") || strings.Contains(page, "You know") || strings.Contains(page, "21:40") {
		t.Errorf("in a fight:\n%s", page)
	}
}
