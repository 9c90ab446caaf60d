package gm

import (
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestAt looks at every moment of a walk, undone ones too, and the present stays.
func TestAt(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	w := newWalk(t, sample(t), 7)
	for range 200 {
		w.step()
	}
	present := w.s.State()
	for i, l := range w.s.LinesInForce() {
		state, err := w.s.StateAfter(l.Seq())
		if err != nil {
			t.Fatal(err)
		}
		mustEqual(t, l.Text(), state, w.shadow[i+1])
	}
	for _, l := range w.s.Log() {
		if _, err := w.s.StateAfter(l.Seq()); err != nil {
			t.Fatalf("entry %d: %v", l.Seq(), err)
		}
	}
	if state, err := w.s.StateAfter(0); err != nil || state.Running {
		t.Errorf("before the first: %+v, %v", state, err)
	}
	if _, err := w.s.StateAfter(999999); err == nil {
		t.Error("there is no such entry, and it had a state")
	}
	if w.s.State() != present {
		t.Error("looking back changed the present")
	}
}

// TestBackTo goes back to any entry and on from there, with undo to where it was.
func TestBackTo(t *testing.T) {
	t.Parallel()
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
	if got := s.LinesInForce(); !strings.HasSuffix(got[len(got)-2].Text(), "two") || got[len(got)-2].IsUndone() {
		t.Errorf("what stands is %q", got[len(got)-2].Text())
	}
	if got := refused(t, s, command.Command{Line: "back to " + itoa(s.lastInForce().Seq)}); !strings.Contains(got, "is the present") {
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
