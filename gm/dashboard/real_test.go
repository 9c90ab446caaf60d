package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/rules"
)

func realSession(t testing.TB) *gm.Session {
	t.Helper()
	campaign, err := gm.OpenCampaign(gm.Sample, nil)
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := gm.Open(campaign, gm.Options{Dice: rules.NewRolled([32]byte{7})})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// TestRealFight plays a fight with keys alone.
func TestRealFight(t *testing.T) {
	session := realSession(t)
	s := newStage(t, session, 120, 40).keys("b", "/").keys("Backspace").types("ware").keys("Enter")
	if !session.State().Running {
		t.Fatalf("no encounter\n%s", s.frame())
	}
	s.keys("I")
	for range 40 {
		switch {
		case len(s.d.over) > 0:
			s.keys("Enter")
		case s.d.declarer() != "":
			s.keys("a", "Enter", "Enter")
			if s.d.declarer() != "" && len(s.d.over) > 0 {
				s.keys("Esc", "Esc", "Esc", "w")
			}
		default:
			s.keys("n")
		}
	}
	if os := strings.Count(s.frame(), "attack"); os == 0 {
		t.Errorf("nobody attacked\n%s", s.frame())
	}
	t.Log("\n" + s.frame())
	for session.UndoLabel() != "" {
		s.keys("u")
	}
	if session.State().Running {
		t.Errorf("not all is undone\n%s", s.frame())
	}
}
