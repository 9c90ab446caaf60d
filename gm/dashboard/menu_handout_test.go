package dashboard

import (
	"strings"
	"testing"
)

// TestHandouts: V lists the handouts, those of the encounter under way first, with what stands in the one under the cursor; Enter shows it
// to all players, and the list says so.
func TestHandouts(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin mole")
	s := newStage(t, session, 120, 40).keys("V")
	frame := s.frame()
	for _, want := range []string{"1 Mole ledger", "Under the Excise Lanterns", "Parlour page", "the lamp keeper, to be late"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	s.keys("Enter")
	if got := lastEntry(t, session).Line; got != "show mole_ledger.txt" {
		t.Fatalf("V Enter made %s\n%s", got, s.frame())
	}
	if s.keys("V"); !strings.Contains(s.frame(), "1 Mole receipt") || !strings.Contains(s.frame(), "shown") {
		t.Errorf("what was shown is not marked, or comes first\n%s", s.frame())
	}
}

// TestHandoutsBeforeAFight: V works on the page of a scene, with the handouts of that encounter first; showing one returns to
// the page.
func TestHandoutsBeforeAFight(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "finish")
	s := newStage(t, session, 80, 24).keys("b", "4", "R")
	s.shows(t, "read aloud", "V handouts")
	s.keys("V").shows(t, "Show which handout to all players?", "1 Mole ledger")
	s.keys("Enter").shows(t, "read aloud", "Under the Excise Lanterns")
	if got := lastEntry(t, session).Line; got != "show mole_ledger.txt" {
		t.Errorf("V Enter made %s\n%s", got, s.frame())
	}
	s.keys("V", "Esc").shows(t, "read aloud")
}
