package dashboard

import (
	"context"
	"strings"
	"testing"

	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
	"hybrid/gm/simulate"
)

func TestSimulateFromHere(t *testing.T) {
	session := sampleSession(t)
	s := newStage(t, session, 120, 50)
	s.d.simulate("")
	if !s.d.message.bad {
		t.Error("nothing is under way, and it is simulated")
	}
	s.d.do("begin warehouse")
	s.d.do("initiative")
	for _, text := range []string{"somebody", "nobody by press_on", "gang by nothing", "nobody to gang"} {
		if _, err := simulate.Scenarios(session.Game(), session.Targets(), text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	list, err := simulate.Scenarios(session.Game(), session.Targets(), "gang by run_away, dock_cutter lantern_lad to gang")
	if err != nil {
		t.Fatal(err)
	}
	page := &draw.Page{Title: "t"}
	simulationLines(context.Background(), list, 0.2, func(lines []draw.PageLine) { page.Lines = lines })
	s.d.showPage(page)
	s.draw()
	frame := s.frame()
	for _, want := range []string{"as it is", "gang by run_away, dock_cutter lantern_lad to gang", "party wins", "Kira Vance", "60 fights", "100%"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	t.Log("\n" + frame)
	done, stop := context.WithCancel(context.Background())
	stop()
	if simulationLines(done, list, 0.2, func(lines []draw.PageLine) { page.Lines = lines }); len(page.Lines) == 0 {
		t.Error("nothing is said without time")
	}
}

// A bar is as full as its side is likely to win.
func TestSimulatedBars(t *testing.T) {
	var p draw.Page
	likelyFightEnd(&p, gmtest.Sample(t).Rules, &simulate.Result{Runs: 4, Sides: []simulate.SideEnd{{Side: "party", Wins: simulate.Rate{Share: 0.25}}}})
	if got := p.Lines[0]; draw.Bar(got.Share, got.Bar) != strings.Repeat("█", winCells/4) {
		t.Errorf("%q", draw.Bar(got.Share, got.Bar))
	}
}
