package seats

import (
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/players"
)

// TestAdvantageAtASeat strikes plainly, with advantage, poisoned and at someone hidden, in a game whose d20 is rolled twice then: the
// page says the chance, which dice count and what they must show.
func TestAdvantageAtASeat(t *testing.T) {
	tb := newTableOf(t, open(t, "../testdata/twenty/game"), Options{}, "begin duel", "next, dice 1 6")
	with := tb.seat("vel")
	phone := tb.listen("/seat/events", with)
	phone.message()
	strike := func(name string, ticks []players.Tick, list, sum string) {
		t.Helper()
		tb.mu.Lock()
		tb.weighings.buckets = nil // its clock stands still
		tb.mu.Unlock()
		page := tb.ask("POST", "/seat/weigh", wantBody(players.Want{Deed: "strike", Ticks: ticks}), with).Body.String()
		for _, want := range []string{"<span>Sword<small>" + list + "</small>", sum} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %s in\n%s", name, want, page)
			}
		}
	}
	strike("plain", nil, "8 or more · 65%", `<b class=n>8</b><p>or more on d20 · 65%.`)
	strike("with advantage", []players.Tick{{Name: "advantage"}}, "8 or more · 87%", `<b class=n>8</b><p>or more on the highest of 2d20 (advantage) · 87%.`)
	strike("both", []players.Tick{{Name: "advantage"}, {Name: "disadvantage"}}, "8 or more · 65%", `<b class=n>8</b><p>or more on d20 · 65%.`)
	tb.do("put vel poisoned")
	strike("poisoned", nil, "8 or more · 42%", `<b class=n>8</b><p>or more on the lowest of 2d20 (poisoned) · 42%.`)
	tb.do("end vel poisoned", "put gob hidden")
	strike("at someone hidden", nil, "8 or more · 42%", `<b class=n>8</b><p>or more on the lowest of 2d20 (unseen target) · 42%.`)
	tb.do("dice vel")
	tb.carry(command.Command{Line: "vel: strike gob", Typed: true})
	if card := phone.asks(); !strings.Contains(card, "Roll d20: <b>8 or more on the lowest of 2d20 (unseen target)</b>, ") {
		t.Errorf("asked is\n%s", card)
	}
	for _, line := range []string{"vel: check STR", "roll STR by vel"} { // neither has a skill
		tb.carry(command.Command{Line: line, Typed: true})
		if card := phone.asks(); !strings.Contains(card, "Roll d20: <b>7 or more</b>, before the game master’s modifier.") {
			t.Errorf("%s: asked is\n%s", line, card)
		}
	}
}
