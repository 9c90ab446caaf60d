package dashboard

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/verbs"
)

// twoGangs returns a session in which nobody is played: Abel's fist is about to land on Xan of the other side.
func twoGangs(t *testing.T) *gm.Session {
	t.Helper()
	session := openSession(t, campaignOf(t, map[string]string{
		"campaign.yaml": "campaign: {label: Gangs}\ncast: [bruiser, dock_cutter]\n",
		"encounters/quay.yaml": "encounter: {label: Two gangs}\ncombatants:\n  abel: {side: one, from: bruiser, name: Abel}\n  bert: {side: one, from: bruiser, name: Bert}\n" +
			"  xan: {side: two, from: dock_cutter, name: Xan}\n  yul: {side: two, from: dock_cutter, name: Yul}\n",
	}), nil)
	play(t, session, "begin quay", "turn abel 1", "turn xan 20", "turn yul 30", "turn bert 40", "next", "attack xan")
	return session
}

// A side without players acts by itself, even if it attacks a combatant of another such side, whose tactic answers.
func TestSideActsOnUnplayed(t *testing.T) {
	session := twoGangs(t)
	s := newStage(t, session, 80, 24)
	s.d.selected = "abel"
	s.keys("Z")
	if e := lastEntry(t, session); s.d.isWaiting() || session.OpenQuestion() != nil || !strings.Contains(s.d.message.text, "entr") {
		t.Errorf("the last entry is %q, answered %v\n%s", e.Line, e.Answers, s.frame())
	}
	if !answeredFor(t, session, "xan") {
		t.Errorf("nobody answered for Xan\n%s", s.frame())
	}
}

// answeredFor reports whether a question to an actor was answered in an entry of a session.
func answeredFor(t *testing.T, session *gm.Session, key string) bool {
	t.Helper()
	for _, entry := range session.Log() {
		e, err := session.Entry(entry.Seq())
		if err != nil {
			t.Fatal(err)
		}
		for question := range e.Answers {
			if strings.HasPrefix(question, key+".") {
				return true
			}
		}
	}
	return false
}

// The same on the loop of the program. A key that is pressed meanwhile is carried out behind it, and the dashboard quits.
func TestSideActsOnUnplayedInLoop(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := twoGangs(t)
	sim := tcell.NewSimulationScreen("UTF-8")
	d, ended := New(session, Options{}), make(chan error)
	d.selected = "abel"
	go func() { ended <- d.Run(Options{Screen: sim}) }()
	d.Post(func() {
		for _, key := range "Z:quit\r\r" {
			if key == '\r' {
				d.handleKey(tcell.NewEventKey(tcell.KeyEnter, 0, tcell.ModNone))
				continue
			}
			d.handleKey(tcell.NewEventKey(tcell.KeyRune, key, tcell.ModNone))
		}
	})
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("no key works any more")
	}
	if !answeredFor(t, session, "xan") {
		t.Error("nobody answered for Xan")
	}
}

// Work that the keys wait for is shown after half a second; keys come behind it, and Esc stops it.
func TestWaitIsShownAndStopped(t *testing.T) {
	for _, stop := range []bool{false, true} {
		session := warehouse(t)
		s := newStage(t, session, 80, 24)
		now, release, came := time.Unix(0, 0), make(chan bool), false
		s.d.progress.now = func() time.Time { return now }
		s.d.computeAndWait(func(context.Context) func() {
			<-release
			return func() { came = true }
		})
		s.press("w")
		s.drawOnce()
		if frame := s.frame(); strings.Contains(frame, "Working") || lastEntry(t, session).Line == "wait" {
			t.Fatalf("at once\n%s", frame)
		}
		now = now.Add(progressDelay)
		s.drawOnce()
		if frame := s.frame(); !strings.Contains(frame, "Working, 0 s  Esc stop") && !strings.Contains(frame, "Working, 1 s  Esc stop") {
			t.Errorf("after half a second\n%s", frame)
		}
		if stop {
			s.press("Esc")
			s.drawOnce()
			if frame := s.frame(); !strings.Contains(frame, "Stopped.") {
				t.Errorf("after Esc\n%s", frame)
			}
		}
		close(release)
		s.draw()
		if acted := lastEntry(t, session).Line == "wait"; came == stop || acted == stop {
			t.Errorf("stopped %v: the work came to its end: %v, and the key acted: %v", stop, came, acted)
		}
	}
}

// A click while the keys wait is carried out behind what they wait for, on what was under it then; one on Esc stops it.
func TestClicksWait(t *testing.T) {
	for _, row := range []struct{ name, keys, text, want string }{
		{"a combatant", "", "Old Pummel ", "pummel"},
		{"a key", "", "w wait", "wait"},
		{"a row of a list", "a", "2 Scar", "attack scar"},
		{"stop", "", "Esc stop", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			session := warehouse(t)
			s := newStage(t, session, 120, 40)
			if row.keys != "" {
				s.keys(row.keys)
			}
			now, release, came := time.Unix(0, 0), make(chan bool), false
			s.d.progress.now = func() time.Time { return now }
			s.d.computeAndWait(func(context.Context) func() {
				<-release
				return func() { came = true }
			})
			if row.name == "stop" {
				now = now.Add(progressDelay)
				s.drawOnce()
			}
			s.clickOnce(tview.MouseLeftClick, row.text)
			selected, line, plan := s.d.selected, lastEntry(t, session).Line, s.d.plannedLine()
			if waits := s.d.isWaiting(); waits == (row.name == "stop") || selected == row.want || line == row.want || strings.HasPrefix(plan, row.want+" ") {
				t.Errorf("waits %v, selected %s, last %s, planned %s", waits, selected, line, plan)
			}
			close(release)
			s.draw()
			stopped := row.want == ""
			if selected, line, plan = s.d.selected, lastEntry(t, session).Line, s.d.plannedLine(); came == stopped || !stopped && selected != row.want && line != row.want && plan != row.want {
				t.Errorf("came %v, selected %s, last %s, planned %q\n%s", came, selected, line, plan, s.frame())
			}
		})
	}
}

// A side that acts by itself stops between two entries, and its question is the game master's then.
func TestSideIsStopped(t *testing.T) {
	session := twoGangs(t)
	s := newStage(t, session, 80, 24)
	s.d.selected = "abel"
	s.press("Z")
	s.press("Esc")
	s.draw()
	if frame := s.frame(); s.d.isWaiting() || session.OpenQuestion() == nil || !strings.Contains(frame, "entry: Stopped.") || !strings.Contains(frame, "%") {
		t.Errorf("after Esc\n%s", frame)
	}
}

// What is worked out for a list stops when the list is closed, what the keys wait for when Esc is pressed, and neither comes to
// anything.
func TestWorkStops(t *testing.T) {
	for _, awaits := range []bool{false, true} {
		s := newStage(t, warehouse(t), 80, 24).keys("e")
		came := false
		work := func(ctx context.Context) func() {
			<-ctx.Done()
			return func() { came = true }
		}
		if awaits {
			s.d.computeAndWait(work)
		} else {
			s.d.computeLater(work)
		}
		s.press("Esc")
		if s.draw(); s.d.jobs != 0 || came {
			t.Errorf("awaited %v: %d run, and it came to its end: %v", awaits, s.d.jobs, came)
		}
	}
}

// Odds, advice and helpers of a game until a context that is done are given up.
func TestUntil(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next", "put kira bleeding")
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for _, stopped := range []bool{false, true} {
		if stopped {
			stop()
		}
		ranking := session.Ranking("kira")
		ranking.Game = ranking.WithContext(ctx)
		kira := session.State().Find("kira")
		bleeding, _ := session.Rules().Conditions.Get("bleeding")
		advice, helpers := ranking.Advise(kira), verbs.Endings{Game: ranking.Game}.Helpers(kira, bleeding)
		_, err := ranking.LineOdds("attack grell", false)
		if (len(advice) == 0) != stopped || (len(helpers) == 0) != stopped || (err != nil) != stopped {
			t.Errorf("stopped %v: advice %d, helpers %d, odds %v", stopped, len(advice), len(helpers), err)
		}
	}
}

// A frame does not wait for odds that take long: it says that they are worked out, they come in later, and are given up when what
// they are about is left.
func TestOddsTakeLong(t *testing.T) {
	for _, leave := range []bool{false, true} {
		release, ended := make(chan bool), make(chan bool, 1)
		s := newStage(t, warehouse(t), 80, 24)
		s.d.lineOdds = func(g *command.Game, line string, all bool) (command.LineOdds, error) {
			if line == "attack grell" {
				for waits := true; waits && !g.Stale(); {
					select {
					case <-release:
						waits = false
					case <-time.After(time.Millisecond):
					}
				}
				ended <- g.Stale()
			}
			return g.LineOdds(line, all)
		}
		s.press("a")
		s.drawOnce()
		if frame := s.frame(); !strings.Contains(frame, "Odds: working") || strings.Contains(frame, "to wound") {
			t.Fatalf("no odds yet\n%s", frame)
		}
		if leave {
			s.press("Esc")
			s.drawOnce()
		} else {
			close(release)
		}
		if given := <-ended; given != leave {
			t.Errorf("left %v: given up: %v", leave, given)
		}
		s.draw()
		if frame := s.frame(); strings.Contains(frame, "Odds: working") {
			t.Errorf("left %v\n%s", leave, frame)
		}
	}
}

// Who helps whom among many wounded is worked out beside the screen, and Esc stops it.
func TestEmergenciesStop(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	gmtest.Crowd(t, session, 30)
	for _, a := range session.State().Actors {
		play(t, session, "put "+a.Key+" bleeding")
	}
	s := newStage(t, session, 80, 24)
	s.press("T")
	if !s.d.isWaiting() {
		t.Fatalf("T blocks the keys\n%s", s.frame())
	}
	s.press("Esc")
	if s.draw(); len(s.d.overlays) > 0 || !strings.Contains(s.frame(), "Stopped.") {
		t.Errorf("after Esc\n%s", s.frame())
	}
	if s.keys("T"); s.d.mode() != modeList {
		t.Errorf("after T\n%s", s.frame())
	}
}
