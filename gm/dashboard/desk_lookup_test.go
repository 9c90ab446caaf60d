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
