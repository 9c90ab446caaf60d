package gm

import (
	"strings"
	"testing"

	"hybrid/rules"
)

// TestVerify finds an entry that does not come out as it was written down, and a present that is another.
func TestVerify(t *testing.T) {
	s := duel(t, "")
	if n, err := s.Verify(); err != nil || n != len(s.Log()) {
		t.Fatalf("%d of %d entries, %v", n, len(s.Log()), err)
	}
	strike, _ := s.numbered(said(t, s, "next, answer none"))
	events := strike.events
	for _, row := range []struct {
		name   string
		change func() (back func())
		want   string
	}{
		{"an event", func() func() {
			strike.events = append([]rules.Event(nil), events...)
			for i := range strike.events {
				strike.events[i].Carry += 0.5
			}
			s.game.State, _ = s.game.Rules.Apply(strike.before.state, strike.events)
			return func() { strike.events = events }
		}, "(Kira Vance: attack → Grell (sabre)): replayed, it results in: {"},
		{"a loss", func() func() {
			strike.events = append([]rules.Event(nil), events...)
			for i := range strike.events {
				if e := &strike.events[i]; e.Kind == rules.EventPool {
					e.By, e.Value = e.By-1, e.Value-1
					break
				}
			}
			s.game.State, _ = s.game.Rules.Apply(strike.before.state, strike.events)
			return func() { strike.events = events }
		}, "; it was settled as: Grell PFT −"},
		{"one more event", func() func() {
			strike.events = append(append([]rules.Event(nil), events...), rules.Event{Kind: rules.EventTell, Text: "ha"})
			return func() { strike.events = events }
		}, "replayed, it no longer results in: ha"},
		{"a die", func() func() {
			strike.content.Dice[0].Result++
			return func() { strike.content.Dice[0].Result-- }
		}, ""},
		{"a die too many", func() func() {
			dice := strike.content.Dice
			strike.content.Dice = append(append([]rules.Die(nil), dice...), dice[0])
			return func() { strike.content.Dice = dice }
		}, "replayed, it rolls 6 dice instead of 7"},
		{"a die too few", func() func() {
			dice := strike.content.Dice
			strike.content.Dice = dice[:3]
			return func() { strike.content.Dice = dice }
		}, "it needs a d6 that was not rolled then"},
		{"the present", func() func() {
			s.game.State, _ = s.game.Rules.Apply(s.game.State, []rules.Event{{Kind: rules.EventLeave, Who: "bram"}})
			return func() {}
		}, "the entries don't add up to the present; they give: Bram Teague is here"},
	} {
		t.Run(row.name, func(t *testing.T) {
			present := s.game.State
			back := row.change()
			_, err := s.Verify()
			if row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
				t.Errorf("got %v, want %s", err, row.want)
			}
			if err != nil {
				oneLine(t, row.name, err.Error())
			}
			back()
			s.game.State = present
		})
	}
	if _, err := s.Verify(); err != nil {
		t.Error(err)
	}
}
