package dashboard

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/gmtest"
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

// A side without players acts by itself, also where its blow lands on one of another such side: the tactic of that one answers.
func TestSideActsOnUnplayed(t *testing.T) {
	session := twoGangs(t)
	s := newStage(t, session, 80, 24)
	s.d.selected = "abel"
	s.keys("Z")
	if e := lastEntry(t, session); s.d.waiting() || session.OpenQuestion() != nil || !strings.Contains(s.d.message.text, "entr") {
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
	gmtest.Sequential(t)
	session := twoGangs(t)
	sim := tcell.NewSimulationScreen("UTF-8")
	d, ended := New(session, Options{}), make(chan error)
	d.selected = "abel"
	go func() { ended <- d.Run(Options{Screen: sim}) }()
	d.Post(func() {
		for _, key := range "Z:quit\r\r" {
			if key == '\r' {
				d.press(tcell.NewEventKey(tcell.KeyEnter, 0, tcell.ModNone))
				continue
			}
			d.press(tcell.NewEventKey(tcell.KeyRune, key, tcell.ModNone))
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
		s.d.await(func() func() {
			<-release
			return func() { came = true }
		})
		s.press("w")
		s.drawOnce()
		if frame := s.frame(); strings.Contains(frame, "Working") || lastEntry(t, session).Line == "wait" {
			t.Fatalf("at once\n%s", frame)
		}
		now = now.Add(patience)
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

// A side that acts by itself stops between two entries, and its question is the game master's then.
func TestSideIsStopped(t *testing.T) {
	session := twoGangs(t)
	s := newStage(t, session, 80, 24)
	s.d.selected = "abel"
	s.press("Z")
	s.press("Esc")
	s.draw()
	if frame := s.frame(); s.d.waiting() || session.OpenQuestion() == nil || !strings.Contains(frame, "entry: Stopped.") || !strings.Contains(frame, "%") {
		t.Errorf("after Esc\n%s", frame)
	}
}
