package dashboard

import (
	"strings"
	"testing"
)

// TestNewcomerInEightKeys: a newcomer of the cast with a name of its own, who perceives, rolls initiative and is selected.
func TestNewcomerInEightKeys(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next")
	s := newStage(t, session, 80, 24).keys("+")
	if !strings.Contains(s.frame(), "▸ 1 Sefa Okoro") {
		t.Errorf("those who are here come first\n%s", s.frame())
	}
	s.keys("l", "a", "Enter")
	s.golden("newcomer-80x24")
	s.keys("T", "a", "m", "Enter")
	e := lastEntry(t, session)
	if e.Line != "add lantern_lad as Tam side gang now" || len(e.Dice) == 0 || s.d.selected != "tam" || session.State().Find("tam").Turn < 1 {
		t.Errorf("the keys made %s, with %d dice; %s is selected\n%s", e.Line, len(e.Dice), s.d.selected, s.frame())
	}
}

// TestGroupComesIn: several at once, numbered, at a count.
func TestGroupComesIn(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next")
	s := newStage(t, session, 80, 24).keys("+").types("dock").keys("Enter", "4", "Tab", "Tab", "Tab", "→", "Tab", "3", "0", "Enter")
	if got := lastEntry(t, session).Line; got != "add 4 dock_cutter side gang at 30" || session.State().Find("dock_cutter_4") == nil {
		t.Errorf("the keys made %s\n%s", got, s.frame())
	}
	if !strings.Contains(s.frame(), "cutter 4") {
		t.Errorf("the fourth is not seen\n%s", s.frame())
	}
}

// A newcomer who comes in before the first n rolls initiative with everyone else.
func TestNewcomerBeforeTheFirstTurn(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin parlour", "add dock_cutter as Bo side gang now", "next")
	for _, a := range session.State().Actors {
		if a.Turn < 0 && !a.Open {
			t.Errorf("%s has no turn", a.Name)
		}
	}
}

// One who is not here has a sheet too, beside the list of those who could come in.
func TestNewcomersHaveSheets(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse")
	if frame := newStage(t, session, 200, 60).keys("+").frame(); !strings.Contains(frame, "Sefa Okoro") || !strings.Contains(frame, "Body") || !strings.Contains(frame, "Skills") {
		t.Errorf("no sheet is beside the list\n%s", frame)
	}
}
