package gm

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hybrid/gm/command"
	"hybrid/rules"
)

// TestAt looks at every moment of a walk, undone ones too, and the present stays.
func TestAt(t *testing.T) {
	w := newWalk(t, sample(t), 7)
	for range 200 {
		w.step()
	}
	present := w.s.State()
	for i, l := range w.s.Standing() {
		state, err := w.s.At(l.Seq())
		if err != nil {
			t.Fatal(err)
		}
		mustEqual(t, l.Text(), state, w.shadow[i+1])
	}
	for _, l := range w.s.Log() {
		if _, err := w.s.At(l.Seq()); err != nil {
			t.Fatalf("entry %d: %v", l.Seq(), err)
		}
	}
	if state, err := w.s.At(0); err != nil || state.Running {
		t.Errorf("before the first: %+v, %v", state, err)
	}
	if _, err := w.s.At(999999); err == nil {
		t.Error("there is no such entry, and it had a state")
	}
	if w.s.State() != present {
		t.Error("looking back changed the present")
	}
}

// TestBackTo goes back to any entry and on from there, with undo to where it was.
func TestBackTo(t *testing.T) {
	dir := t.TempDir()
	s := duel(t, dir)
	strike := said(t, s, "next, answer none")
	before := s.State()
	do(t, s, "note one", "note two")
	two := s.State()
	do(t, s, "undo", "undo", "note three") // two can no longer be brought back by redo
	three := s.State()
	do(t, s, "back to "+itoa(strike))
	mustEqual(t, "back", s.State(), before)
	if s.UndoLabel() != "back to "+itoa(strike)+" (Kira Vance: attack → Grell (sabre))" {
		t.Errorf("undo would take back %q", s.UndoLabel())
	}
	do(t, s, "note four", "undo", "undo")
	mustEqual(t, "where it was", s.State(), three)
	var note int64
	for _, l := range s.Log() {
		if strings.HasSuffix(l.Text(), "two") {
			note = l.Seq()
		}
	}
	do(t, s, "back to "+itoa(note))
	mustEqual(t, "to what was undone", s.State(), two)
	if got := s.Standing(); !strings.HasSuffix(got[len(got)-2].Text(), "two") || got[len(got)-2].Undone() {
		t.Errorf("what stands is %q", got[len(got)-2].Text())
	}
	if got := refused(t, s, command.Command{Line: "back to " + itoa(s.tip().seq)}); !strings.Contains(got, "is the present") {
		t.Error(got)
	}
	mustVerify(t, s)
	s.Close()
	again := opened(t, s.game.Campaign, dir, 2)
	mustEqual(t, "opened again", again.State(), two)
	do(t, again, "back to 0")
	if again.State().Running {
		t.Error("the beginning has an encounter")
	}
	for again.UndoLabel() != "" {
		do(t, again, "undo")
	}
}

func itoa(n int64) string { return command.Number(float64(n)) }

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
		}, "(Kira Vance: attack → Grell (sabre)): decided again it comes to: {"},
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
		}, "decided again it does not come to this any more: ha"},
		{"a die", func() func() {
			strike.content.Dice[0].Result++
			return func() { strike.content.Dice[0].Result-- }
		}, ""},
		{"a die too many", func() func() {
			dice := strike.content.Dice
			strike.content.Dice = append(append([]rules.Die(nil), dice...), dice[0])
			return func() { strike.content.Dice = dice }
		}, "decided again it rolls 6 dice instead of 7"},
		{"a die too few", func() func() {
			dice := strike.content.Dice
			strike.content.Dice = dice[:3]
			return func() { strike.content.Dice = dice }
		}, "it needs a d6 that was not rolled then"},
		{"the present", func() func() {
			s.game.State, _ = s.game.Rules.Apply(s.game.State, []rules.Event{{Kind: rules.EventLeave, Who: "bram"}})
			return func() {}
		}, "the entries do not add up to the present; with them it would be: Bram Teague is here"},
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

// TestMendEvening mends what happened on another evening: it stays what happened then.
func TestMendEvening(t *testing.T) {
	dir := t.TempDir()
	s := duel(t, dir)
	first := s.Evenings()
	s.Close()
	later := ticking()
	s, _, err := Open(s.game.Campaign, Options{Dir: dir, Clock: func() time.Time { return later().Add(7 * 24 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { s.Close() }()
	do(t, s, "note we go on")
	do(t, s, "mend "+itoa(said(t, s, "attack"))+", df -4", "accept")
	check := func(s *Session) {
		t.Helper()
		list := s.Evenings()
		if len(list) != 2 || list[0].Entries != first[0].Entries || !list[0].Last.Equal(first[0].Last) || list[1].Entries != 1 || s.Evening() != 2 {
			t.Errorf("evenings %+v of %d, the first was %+v", list, s.Evening(), first)
		}
		mustVerify(t, s)
	}
	check(s)
	s.Close()
	if s, _, err = Open(s.game.Campaign, Options{Dir: dir, Clock: func() time.Time { return later().Add(7 * 24 * time.Hour) }}); err != nil {
		t.Fatal(err)
	}
	check(s)
}

// What goes through all entries says how far it is.
func TestProgress(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	for i := range 40 {
		do(t, s, fmt.Sprintf("note %d", i))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var told [][2]int
	s, _, err := Open(c, Options{Dir: dir, Read: true, Progress: func(done, of int) { told = append(told, [2]int{done, of}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	through := func(what string) {
		t.Helper()
		if len(told) < 3 || told[len(told)-1] != [2]int{40, 40} || !slices.ContainsFunc(told, func(at [2]int) bool { return at[0] > 0 && at[0] < 40 }) {
			t.Errorf("%s: it was told %v", what, told)
		}
		told = nil
	}
	through("opening")
	for _, err := range s.History(Everything) {
		if err != nil {
			t.Fatal(err)
		}
	}
	through("a history")
	if _, err := s.Verify(); err != nil {
		t.Fatal(err)
	}
	through("verify")
}
