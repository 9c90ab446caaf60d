package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
)

// TestEncounterBeginsWithWhatIsReadAloud: its first screen frames the text; Enter begins, R shows it any time, and a note
// stands below it.
func TestEncounterBeginsWithWhatIsReadAloud(t *testing.T) {
	c, err := campaign.Open(campaign.Sample, nil)
	session := openSession(t, c, err)
	play(t, session, "note parlour: the porter limps")
	s := newStage(t, session, 80, 24).keys("b", "4")
	if session.State().Running || !strings.Contains(s.frame(), "the porter limps") {
		t.Errorf("what is read aloud is not shown before it begins\n%s", s.frame())
	}
	s.golden("briefing-80x24")
	if s.keys("n"); session.State().Running || strings.Contains(s.frame(), ": n: ") {
		t.Errorf("n went on before it began\n%s", s.frame())
	}
	s.keys("Esc")
	if session.State().Running {
		t.Errorf("Esc began it")
	}
	s.keys("b", "4", "Enter")
	if session.State().Encounter != "parlour" {
		t.Errorf("Enter did not begin it\n%s", s.frame())
	}
	s.keys("R")
	if !strings.Contains(s.frame(), "Seven candles") {
		t.Errorf("R does not show it again\n%s", s.frame())
	}
	if s.keys("Enter"); s.d.mode() != modeDesk {
		t.Errorf("Enter does not go on")
	}
	if s.keys("R"); !strings.Contains(s.frame(), ": n: ") {
		t.Errorf("the prompt does not say that n goes on\n%s", s.frame())
	}
	if s.keys("n"); s.d.mode() != modeDesk || len(session.State().Actors) == 0 || session.State().Actors[0].Turn < 0 {
		t.Errorf("n does not go on from it\n%s", s.frame())
	}
	if s.keys("R"); !strings.Contains(s.frame(), "Enter continue") {
		t.Errorf("it has begun, and Enter would begin it\n%s", s.frame())
	}
}

// The next encounter is one that was not played yet, with the cursor on it; what was played says so.
func TestNextEncounterIsProposed(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "finish")
	s := newStage(t, session, 120, 40).keys("b")
	if frame := s.frame(); !strings.Contains(frame, "▸ 2 ") || !strings.Contains(frame, "played") {
		t.Errorf("what was just played is proposed again\n%s", frame)
	}
	if s.keys("Enter", "Enter"); session.State().Encounter == "warehouse" || !session.State().Running {
		t.Errorf("%s began again\n%s", session.State().Encounter, s.frame())
	}
}
