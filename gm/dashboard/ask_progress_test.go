package dashboard

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
)

// TestProgress decides a past again for longer than a second: how far it has come stands in the place of the keys, other keys
// do nothing meanwhile and afterwards, and Esc leaves it.
func TestProgress(t *testing.T) {
	s := newStage(t, warehouse(t, "note one", "note two", "note three"), 120, 40)
	bottom := func() string {
		lines := strings.Split(strings.TrimRight(s.frame(), "\n"), "\n")
		return lines[len(lines)-1]
	}
	before, at, shown := s.d.session.State(), time.Unix(0, 0), ""
	s.d.progress.now = func() time.Time {
		if at = at.Add(progressDelay); shown == "" && strings.Contains(bottom(), " of ") {
			shown = bottom()
			s.sim.InjectKey(tcell.KeyRune, 'n', tcell.ModNone)
			s.sim.InjectKey(tcell.KeyEscape, 0, tcell.ModNone)
			if keys := polled(t, s); keys != "" {
				t.Errorf("keys come meanwhile: %s", keys)
			}
		}
		return at
	}
	s.keys(":").types("amend 2 drop").keys("Enter")
	if !strings.Contains(shown, " entries  Esc cancel  ") {
		t.Errorf("it shows %q", shown)
	}
	s.shows(t, "Cancelled. The past is unchanged.")
	if s.d.session.State() != before || s.d.session.Plan() != nil {
		t.Error("something has changed")
	}
	s.sim.InjectKey(tcell.KeyRune, 'n', tcell.ModNone)
	if keys := polled(t, s); keys != "Rune[n]" {
		t.Errorf("behind it the keys are %q", keys)
	}
}

// polled is the keys that come from a terminal now.
func polled(t testing.TB, s *stage) string {
	t.Helper()
	if err := s.sim.PostEvent(tcell.NewEventInterrupt(nil)); err != nil {
		t.Fatal(err)
	}
	for keys := ""; ; {
		switch event := s.screen.PollEvent().(type) {
		case *tcell.EventKey:
			keys += event.Name()
		case *tcell.EventInterrupt:
			return keys
		}
	}
}
