package dashboard

import (
	"strings"
	"testing"
)

// A reason may be left out where the prompt asks for one, and `scene` alone opens the list of what holds.
func TestPromptLeavesNothingOut(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 5")
	s := newStage(t, session, 80, 24)
	s.d.selected = "kira"
	if s.keys("W", "Enter"); !strings.HasPrefix(lastEntry(t, session).Line, "waive ") {
		t.Errorf("an event was not skipped\n%s", s.frame())
	}
	holding := len(session.State().Situations)
	s.keys(":").types("scene").keys("Enter")
	if s.d.mode() != modeList || holding == 0 || len(session.State().Situations) != holding {
		t.Errorf("%d of %d situations are left\n%s", len(session.State().Situations), holding, s.frame())
	}
	s.keys("Esc", ":").types("add dock_cutter side").keys("Enter")
	if !s.d.message.bad || !strings.Contains(s.d.message.text, "Name the side") {
		t.Errorf("got %q", s.d.message.text)
	}
	if found := s.found("drop"); strings.Contains(strings.Split(found, "\n")[1], "fall") {
		t.Errorf("drop finds\n%s", found)
	}
}

// TestAtRestNothingLands: at rest a check says nothing of counts and speed points, help says how long it takes, and time that is passed
// by a line without a name passes for all.
func TestAtRestNothingLands(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "gather", "put dov bleeding")
	s := newStage(t, session, 120, 40)
	s.d.selected = "kira"
	s.keys("c", "Enter").shows(t, "how?", "chance", "not", "lands at", "acts before it", "speed points")
	if p, err := s.d.preview("ilse: tend dov"); err != nil || !strings.HasPrefix(s.d.landingText(&p), "takes ") || p.Counts == 0 {
		t.Errorf("help %s, %v", s.d.landingText(&p), err)
	}
	play(t, session, "end dov bleeding")
	s.keys("Esc", "Esc", ":").types("pass 10 min").keys("Enter")
	if got := lastEntry(t, session); got.Line != "pass 10 min" {
		t.Errorf("got %q", got.Line)
	}
}
