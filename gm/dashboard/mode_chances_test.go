package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestChances: they are off until % is pressed and stay on in the campaign; the title, the log, pages of entries, the history and what if say
// them with how sure they are, and nothing happens by it.
func TestChances(t *testing.T) {
	gmtest.SkipIfShort(t)
	dir := t.TempDir()
	open := func() *gm.Session {
		session, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dir: dir, Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		return session
	}
	session := open()
	play(t, session, "begin warehouse", "turn kira 3", "next")
	s := newStage(t, session, 120, 40)
	s.keys("Esc")
	sees := func(what string, texts ...string) {
		t.Helper()
		frame := s.frame()
		for _, text := range texts {
			if !strings.Contains(frame, text) {
				t.Errorf("%s: no %q in\n%s", what, text, frame)
			}
		}
	}
	if s.d.chances.line != nil || strings.Contains(s.frame(), "party ") && strings.Contains(lineOf(s.frame(), "count 3"), "%") {
		t.Errorf("chances are shown before they are asked for\n%s", s.frame())
	}
	s.keys("%")
	sees("on", "if both sides go on by their tactics")
	if title := lineOf(s.frame(), "count 3"); !strings.Contains(title, "party ") || !strings.Contains(title, "% ±") {
		t.Errorf("the title says no chance: %s", title)
	}
	play(t, session, "set kira PFT 0", "set ilse PFT 0", "set dov PFT 0", "set bram PBD -30")
	s.draw()
	if edge := strings.TrimSpace(lineOf(s.frame(), "set")); s.d.chances.line.Remaining > 0 || len(s.d.chances.line.Points) != 7 {
		t.Errorf("%d points, %d to come, at the edge %q", len(s.d.chances.line.Points), s.d.chances.line.Remaining, edge)
	}
	swing := ""
	for _, p := range s.d.chances.points {
		if p.isShown() {
			swing = p.Swing.Points()
		}
	}
	if swing == "" {
		t.Fatal("no swing")
	}
	s.keys("%")
	sees("the line", "how it turned", "party wins: ", " now, if both sides", "100%┤", "by hand", "hide chances")
	s.keys("Esc", "H")
	sees("history", "PAST", "% ±", swing, "w what if")
	s.keys("w", "Ctrl-U").types("whatif 4 set kira PFT 30").keys("Enter")
	sees("what if", "as it was", "before the dice", "now, with the same dice", "±", "make it the past")
	if n := len(session.Log()); n != 7 {
		t.Errorf("%d entries", n)
	}
	s.keys("m")
	sees("plan", "changes entry 4", "party wins now: ", "as it was", "by the plan", "if both sides go on")
	s.keys("Esc", "Esc")
	play(t, session, "undo 2")
	s.draw()
	if n := len(s.d.chances.line.Points); n != 5 {
		t.Errorf("%d points after an undo", n)
	}
	s.d.precision = 0.15 // turning points are beyond chance
	play(t, session, "redo 2", "finish")
	s.draw()
	first := session.Log()[0].Seq()
	if turns := session.TurningPoints(first); len(turns) == 0 || !strings.Contains(session.Recap(false), "It turned at") {
		t.Errorf("of a fight that is over %v are kept: %s", turns, session.Recap(false))
	}
	if err := session.KeepTurningPoints(first, session.Log()[0].Seq(), nil); err != nil {
		t.Fatal(err)
	}
	play(t, session, "begin mole")
	s.keys("H", "Home", "%")
	sees("an earlier fight", "how it turned", " in the end, if both sides")
	if turns := session.TurningPoints(first); len(turns) == 0 {
		t.Error("where an earlier fight turned is not kept, though its line was shown")
	}
	s.keys("Esc", "Esc")
	play(t, session, "undo 2")
	session.Close()
	session = open()
	defer session.Close()
	if s = newStage(t, session, 80, 24); !session.ShowsChances() || s.d.chances.line == nil {
		t.Error("the campaign does not remember that chances are shown")
	}
	s.keys("Esc", "%", "%")
	if session.ShowsChances() || strings.Contains(s.frame(), "±") {
		t.Errorf("still shown\n%s", s.frame())
	}
}
