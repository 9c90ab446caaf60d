package dashboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// TestRealFight plays a fight with keys alone.
func TestRealFight(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	s := newStage(t, session, 120, 40).keys("b", "/").keys("Backspace").types("ware").keys("Enter")
	if !session.State().Running {
		t.Fatalf("no encounter\n%s", s.frame())
	}
	s.keys("I")
	for range 40 {
		switch {
		case len(s.d.overlays) > 0:
			s.keys("Enter")
		case s.d.declarer() != "":
			s.keys("a", "Enter", "Enter")
			if s.d.declarer() != "" && len(s.d.overlays) > 0 {
				s.keys("Esc", "Esc", "Esc", "w")
			}
		default:
			s.keys("n")
		}
	}
	if !slices.ContainsFunc(session.Log(), func(l gm.LogLine) bool { return strings.Contains(l.Text(), " goes for ") }) {
		t.Errorf("nobody attacked\n%s", s.frame())
	}
	t.Log("\n" + s.frame())
	for len(s.d.overlays) > 0 {
		s.keys("Esc")
	}
	for session.UndoLabel() != "" {
		s.keys("u")
	}
	if session.State().Running {
		t.Errorf("not all is undone\n%s", s.frame())
	}
}

// fought is a session some way into the sample fight, with dice from a seed.
func fought(t *testing.T, w, h int) (*gm.Session, *stage) {
	t.Helper()
	session := sampleSession(t)
	s := newStage(t, session, w, h)
	for _, line := range []string{"begin warehouse", "initiative", "next"} {
		if !s.d.doLine(line) {
			t.Fatalf("%s: %s", line, s.d.message.text)
		}
	}
	for range 8 {
		for s.d.declarer() == "" {
			s.keys("n")
			for len(s.d.overlays) > 0 {
				s.keys("Enter")
			}
		}
		s.keys("a", "Enter", "Enter")
	}
	return session, s
}

func TestThePastIsLookedAtAndThePresentStays(t *testing.T) {
	gmtest.SkipIfShort(t)
	session, s := fought(t, 120, 40)
	present, before := session.State(), s.frame()
	s.keys("H", "Home")
	if frame := s.frame(); !strings.Contains(frame, "PAST · entry 1 ") || session.State() != present {
		t.Errorf("got\n%s", frame)
	}
	for range len(session.Log()) {
		s.keys("↓", "→")
	}
	if !strings.Contains(s.frame(), fmt.Sprintf("PAST · entry %d ", len(session.Log()))) {
		t.Errorf("the end is not reached\n%s", s.frame())
	}
	s.d.selected = session.State().Actors[0].Key
	s.keys("Esc")
	if session.State() != present || strings.Contains(s.frame(), "PAST") {
		t.Errorf("got\n%s\nbefore\n%s", s.frame(), before)
	}
}

func TestGoingBackAndUndo(t *testing.T) {
	gmtest.SkipIfShort(t)
	session, s := fought(t, 80, 24)
	count := session.State().Count
	s.keys("H", "Home", "↓", "↓", "g")
	if session.State().Count >= count || s.d.isInPast() {
		t.Errorf("still at %v\n%s", session.State().Count, s.frame())
	}
	s.keys("u")
	if session.State().Count != count {
		t.Errorf("undo went to %v, want %v", session.State().Count, count)
	}
}

// TestAmendingAnAttack lets the first attack have been at another, looks at what comes of it, refuses it, and
// accepts it.
func TestAmendingAnAttack(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session, s := fought(t, size[0], size[1])
		present := session.State()
		s.keys("H", "Home", "↓", "↓")
		said := s.d.past.entry.Line
		words := strings.Fields(said)
		s.keys("m")
		if got := s.d.prompt.edit.Text; got != "amend 4 "+said {
			t.Fatalf("the prompt has %q", got)
		}
		for range words[len(words)-1] {
			s.keys("Backspace")
		}
		s.types("hanne").keys("Enter")
		for len(s.d.overlays) > 0 && s.d.mode() != modePlan {
			s.keys("Enter")
		}
		if frame := s.frame(); s.d.mode() != modePlan || !strings.Contains(frame, "Changes now") || !strings.Contains(frame, "entry 4") {
			t.Fatalf("%v: no plan\n%s", size, frame)
		}
		s.keys("PgDn", "PgUp", "Esc")
		if session.State() != present || session.Plan() != nil {
			t.Errorf("%v: it was refused, and something happened", size)
		}
		s.keys(":", "↑", "Enter")
		for len(s.d.overlays) > 0 && s.d.mode() != modePlan {
			s.keys("Enter")
		}
		s.keys("Enter")
		if session.State() == present || s.d.isInPast() || !strings.HasPrefix(session.UndoLabel(), "changes entry 4") {
			t.Errorf("%v: it was accepted, and nothing happened\n%s", size, s.frame())
		}
	}
}

func TestOverrulingAStep(t *testing.T) {
	gmtest.SkipIfShort(t)
	session, s := fought(t, 120, 40)
	s.keys("H", "Home")
	for range session.Log() {
		if len(overrulableSteps(&s.d.past.entry)) > 0 && s.d.past.entry.Line == "next" {
			break
		}
		s.keys("↓")
	}
	s.keys("o", "Enter")
	if s.d.mode() != modeList || !strings.Contains(s.frame(), "Missed") {
		t.Fatalf("got\n%s", s.frame())
	}
	for range 2 { // whichever it was, one of the two is otherwise
		s.keys("2")
	}
	s.types(" because the lamp went out").keys("Enter")
	if frame := s.frame(); s.d.mode() == modePlan && !strings.Contains(frame, "the lamp went out") {
		t.Errorf("the reason is not shown\n%s", frame)
	}
}

func TestDistancesAreShown(t *testing.T) {
	session := sessionOf(t, campaign.Sample, map[string]string{"setting_off": "at_once"})
	s := newStage(t, session, 120, 40)
	for _, line := range []string{"begin rooftops", "place ilse 0", "place runner_1 20", "turn ilse 1", "move ilse to runner_1 running", "next"} {
		if !s.d.doLine(line) {
			t.Fatalf("%s: %s", line, s.d.message.text)
		}
	}
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "to Wren") || !strings.Contains(frame, "»") || !strings.Contains(frame, "20 m") {
		t.Errorf("got\n%s", frame)
	}
	far := distanceText(session.State().Find("ilse"), session.State().Find("runner_1"))
	if frame := s.keys("a").frame(); far == "20 m" || !strings.Contains(frame, far) {
		t.Errorf("the list of targets has no distance\n%s", frame)
	}
	s.keys("Esc")
	play(t, session, "put bram gripping 20 by ilse", "put ilse held 20 by bram")
	if s.draw(); !strings.Contains(s.frame(), "held") || strings.Contains(s.frame(), "╌»") {
		t.Errorf("who is held is promised to arrive\n%s", s.frame())
	}
}

// BenchmarkFind is one letter typed where everything is found, in the sample fight.
func BenchmarkFind(b *testing.B) {
	session := sampleSession(b)
	s := newStage(b, session, 120, 40)
	for _, line := range []string{"begin warehouse", "initiative", "next"} {
		s.d.doLine(line)
	}
	s.keys("/", "s")
	keys := []string{"n", "Backspace"}
	for i := 0; b.Loop(); i++ {
		s.keys(keys[i%2])
	}
}

// Two actions at once are chosen one after the other; both stand on the timeline before they are declared, and after.
func TestTwoActionsAtOnce(t *testing.T) {
	session := sampleSession(t)
	for _, text := range []string{"begin warehouse", "hold kira dagger other", "turn kira 10", "next"} {
		if _, err := session.Do(command.Command{Line: text}); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, session, 120, 40).keys("a", "Enter", "&", "Enter", "2")
	frame := s.frame()
	for _, want := range []string{"┄▷ dagger → Scar & sabre → Grell", "at the same time: Kira goes", "Florentine secondary (alike)"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	s.keys("Enter")
	if a := session.State().Find("kira"); a.Doing == nil || a.Doing.Beside == nil || a.Doing.At != 16 || a.Doing.Beside.At != 17 {
		t.Errorf("declared %+v\n%s", a.Doing, s.frame())
	}
	if frame := s.frame(); !strings.Contains(frame, "▶ † dagger → Scar & † sabre → Grell") || !strings.Contains(lineOf(frame, "Kira Vance    ┃ 41"), "† dagger → Scar · † sabre → Grell") || !strings.Contains(frame, "dagger → Scar, lands at 16") {
		t.Errorf("both stand on the timeline, not\n%s", frame)
	}
}
