package dashboard

import (
	"strings"
	"testing"
)

// Where the table is short the inspector goes on beside the log, so that what happened is read without scrolling.
func TestFewCombatantsLeaveRoomToRead(t *testing.T) {
	session := warehouse(t, append(landing(), "remove dov", "remove ilse", "remove bram", "remove osric", "remove pummel", "remove tilde", "remove hanne")...)
	s := newStage(t, session, 120, 40).keys("n", "1")
	frame := s.frame()
	if !strings.Contains(frame, "Initiative") || strings.Contains(frame, "▼") {
		t.Errorf("what happened is cut off\n%s", frame)
	}
}

// An action that was given up by an answer before is not given up once more, and does not stay.
func TestGivenUpOnce(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "hold hanne boat_hook", "hold kira dagger", "turn hanne 3", "turn kira 5", "next", "attack dov with boat_hook",
		"next", "attack hanne with dagger")
	s := newStage(t, session, 120, 40).keys("n")
	for !strings.Contains(s.frame(), "closing in · how does Hanne answer?") {
		if len(s.d.overlays) == 0 {
			t.Fatalf("nobody is asked\n%s", s.frame())
		}
		s.keys("1")
	}
	if frame := s.frame(); !strings.Contains(frame, "no answer: boat hook → Dov") {
		t.Errorf("a name is no word of the label\n%s", frame)
	}
	if row := lineOf(s.frame(), "Fend with"); !strings.Contains(row, "✗") {
		t.Errorf("the fend gives up the boat hook → Dov, and does not say so: %s", row)
	}
	if s.keys("2"); !strings.Contains(s.frame(), "how does Kira answer?") {
		t.Fatalf("Kira is not asked\n%s", s.frame())
	}
	if columns := lineOf(s.frame(), "roll "); !strings.Contains(columns, "how likely Hanne is hurt") {
		t.Errorf("the columns do not say that Hanne is hurt by it: %s", columns)
	}
	if s.keys("1"); !strings.Contains(s.frame(), "how does Hanne answer?") {
		t.Fatalf("Hanne is not asked again\n%s", s.frame())
	}
	frame := s.frame()
	if strings.Contains(frame, "✗") || strings.Contains(frame, "stays") || !strings.Contains(frame, "has given up") {
		t.Errorf("what was given up is given up again\n%s", frame)
	}
}
