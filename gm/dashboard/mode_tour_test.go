package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestTour presses the keys that tour.json names for each step, at two sizes, and expects the tour to go on after each, in at
// most sixty keys.
func TestTour(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		if _, err := session.Do(command.Command{Line: "begin " + session.Campaign().Encounters()[0].Name}); err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, size[0], size[1])
		s.d.tour = loadTour()
		s.draw()
		pressed := 0
		for i, step := range s.d.tour.steps {
			if rows := strings.Split(strings.TrimRight(s.frame(), "\n"), "\n"); !strings.HasSuffix(step.Say, strings.TrimSpace(rows[len(rows)-1])) {
				t.Errorf("step %d does not end with the last row %q", i+1, rows[len(rows)-1])
			}
			for n := 0; s.d.tour.at == i && pressed < 60 && len(step.Keys) > 0; n, pressed = n+1, pressed+1 {
				s.keys(step.Keys[n%len(step.Keys)])
			}
			if s.d.tour.at != min(i+1, len(s.d.tour.steps)-1) {
				t.Fatalf("after %d keys the tour is at step %d, not behind %d\n%s", pressed, s.d.tour.at+1, i+1, s.frame())
			}
		}
		if size[0] == 80 {
			s.golden("tour_end")
		}
	}
}

// TestTourIsOfferedOnce: the pages before the first fight offer the tour, those of later ones do not.
func TestTourIsOfferedOnce(t *testing.T) {
	for _, key := range []string{"Enter", "Esc"} {
		session := sampleSession(t)
		if err := session.Gather(); err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, 80, 24)
		s.d.offerTour = true
		s.d.Brief(true)
		s.draw()
		const offer = "Press T for a tour"
		s.shows(t, offer, "T tour")
		s.keys(key).shows(t, "Here", "not", offer)
		if !session.State().Running {
			play(t, session, "begin warehouse")
		}
		play(t, session, "finish")
		s.keys("b", "2").shows(t, "Over the Tiles", "not", offer)
		s.keys("R").shows(t, "read aloud", "Over the Tiles", "not", offer)
	}
}

// Whoever is attacked, a landing blow ends the step that waits for it: not every defender is asked.
func TestTourWithAnyTarget(t *testing.T) {
	gmtest.SkipIfShort(t)
	for target := range 4 {
		session := sampleSession(t)
		if _, err := session.Do(command.Command{Line: "begin " + session.Campaign().Encounters()[0].Name}); err != nil {
			t.Fatal(err)
		}
		s := newStage(t, session, 80, 24)
		s.d.tour = loadTour()
		s.draw()
		s.keys("n", "n", "a")
		for range target {
			s.keys("↓")
		}
		s.keys("%", "Esc", "Enter", "Enter")
		for n := 0; n < 40 && s.d.tour.at < 6; n++ {
			s.keys([]string{"n", "w"}[n%2])
			if s.d.tour.at == 5 {
				s.keys("2")
			}
		}
		if s.d.tour.at != 6 {
			t.Errorf("target %d: the tour waits at step %d\n%s", target+1, s.d.tour.at+1, s.frame())
		}
	}
}
