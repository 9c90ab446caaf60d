package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// TestExperience: experience is awarded to everyone, trained for and spent by keys. The list says who got how much and for what;
// nothing is written before Enter, and u takes the last step back.
func TestExperience(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		play(t, session, "begin warehouse")
		s := newStage(t, session, size[0], size[1]).keys("x")
		s.shows(t, "Experience", "Kira Vance", "got 0, spent 0")
		s.keys("a").types("4").keys("Tab", "Tab").types("they kept the boat")
		s.shows(t, "EEP: Kira 0 → 4, Dov 0 → 4")
		if got := len(session.Log()); got != 1 {
			t.Fatalf("the preview wrote %d entries", got-1)
		}
		s.keys("Enter")
		if got := lastEntry(t, session); got.Line != "award 4 kira dov ilse bram because they kept the boat" {
			t.Fatalf("awarded by %q", got.Line)
		}
		s.shows(t, "got 4, spent 0", "gain 4 experience")
		s.keys("t").types("40")
		s.shows(t, "EEP: Kira 4 → 8")
		s.keys("Enter", "1")
		s.shows(t, "Kira Vance has 8 EEP. Buy what?", "hours: teacher / partner / alone", "costs more than Kira has")
		written := len(session.Log())
		s.keys("Enter")
		if got := lastEntry(t, session).Line; len(session.Log()) != written+1 || !strings.HasPrefix(got, "raise kira ") {
			t.Fatalf("bought by %q", got)
		}
		s.keys("Esc", "l")
		s.shows(t, "got 8, spent 4 · trained 40 h", "Session 1", "40 h, Teacher", "+4", "they kept the boat", "balance rank 4", "−4")
		s.keys("Esc", "u")
		s.shows(t, "got 8, spent 0 · trained 40 h")
		if got := session.UndoLabel(); !strings.Contains(got, "trains for 40 h") {
			t.Errorf("u left %q to be undone", got)
		}
	}
}

// A rank that is for sale says what it counts as where something caps it, in the list and on its page.
func TestCapsOfPurchases(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sessionOf(t, "../testdata/adds/game", nil)
		play(t, session, "begin duel", "award 9 cay")
		s := newStage(t, session, size[0], size[1]).keys("x", "2")
		s.shows(t, "Spears 5  counts as 2: Bulk rank 2 (heavy armour)")
		s.keys("↓", "↓")
		s.shows(t, "8 or more · 65% → 8 or more · 65%", " counts as 2: Bulk")
	}
}

// TestNoExperience: a game without experience says so, and opens nothing.
func TestNoExperience(t *testing.T) {
	newStage(t, warehouse(t), 80, 24).keys("x").shows(t, "This game has no experience.")
}
