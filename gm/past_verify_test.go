package gm

import (
	"encoding/json"
	"slices"
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
	strike, _ := s.findEntry(said(t, s, "next, answer none"))
	before, err := s.computeState(s.game.Rules, strike.previous)
	if err != nil {
		t.Fatal(err)
	}
	encoded := strike.Events
	back := func() { strike.Events = encoded }
	write := func(change func(events []rules.Event) []rules.Event) []rules.Event {
		events, err := strike.decodeEvents()
		if err == nil {
			events = change(events)
			strike.Events, err = json.Marshal(events)
		}
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	for _, row := range []struct {
		name   string
		change func() (back func())
		want   string
	}{
		{"an event", func() func() {
			events := write(func(events []rules.Event) []rules.Event {
				for i := range events {
					events[i].Carry += 0.5
				}
				return events
			})
			s.game.State, _ = s.game.Rules.Apply(before, events)
			return back
		}, "(Kira Vance: attack → Grell (sabre)): replayed, it results in: {"},
		{"a loss", func() func() {
			events := write(func(events []rules.Event) []rules.Event {
				lost := &events[slices.IndexFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventPool })]
				lost.By, lost.Value = lost.By-1, lost.Value-1
				return events
			})
			s.game.State, _ = s.game.Rules.Apply(before, events)
			return back
		}, "; it was settled as: Grell PFT −"},
		{"one more event", func() func() {
			write(func(events []rules.Event) []rules.Event {
				return append(events, rules.Event{Kind: rules.EventTell, Text: "ha"})
			})
			return back
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
