package dashboard

import (
	"runtime"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// bonesAt is a session of a small game of dice with faces, in which these lines were said.
func bonesAt(t *testing.T, lines ...string) *gm.Session {
	t.Helper()
	c, err := campaign.Open("../testdata/bones/game", nil)
	session := openSession(t, c, err)
	play(t, session, lines...)
	return session
}

// Space opens what may be ticked for an answer; Enter gives the answer with it.
func TestOptionsOfAnAnswer(t *testing.T) {
	session := bonesAt(t, "begin yard", "put bob near")
	s := newStage(t, session, 80, 24).keys(":").types("ann: stab bob").keys("Enter")
	if !strings.Contains(s.frame(), "Parry") {
		t.Fatalf("nothing is asked\n%s", s.frame())
	}
	s.keys("↓", "Space")
	if got := s.frame(); !strings.Contains(got, "[ ] Close by") || !strings.Contains(got, "[ ] A card") {
		t.Fatalf("no options\n%s", got)
	}
	s.keys("Space", "↓", "Space", "3", "Enter")
	if got := s.frame(); !strings.Contains(got, "[x] Close by") || !strings.Contains(got, "[x] A card") {
		t.Fatalf("not ticked\n%s", got)
	}
	s.keys("Enter")
	if got := lastEntry(t, session).Answers["bob.guard"]; got != "parry (close, card 3)" {
		t.Errorf("answered %q", got)
	}
}

// Faces are typed by their beginnings; a question after a throw shows the throw, and a number is asked for like a die.
func TestThrowAndWhatIsAskedAfterIt(t *testing.T) {
	session := bonesAt(t, "begin yard", "dice all")
	s := newStage(t, session, 80, 24).keys(":").types("ann: hit bob").keys("Enter")
	if got := s.frame(); !strings.Contains(got, "hit, save, rage or wild") {
		t.Fatalf("no die\n%s", got)
	}
	s.types("h w").keys("Enter").types("sa").keys("Enter")
	if got := s.frame(); !strings.Contains(got, "attack 1 hit, 1 save, 1 wild") || !strings.Contains(got, "A die more") {
		t.Fatalf("the throw is not shown\n%s", got)
	}
	s.keys("↓", "↓", "Enter")
	if got := s.frame(); !strings.Contains(got, "dice to throw again") {
		t.Fatalf("no faces are asked for\n%s", got)
	}
	s.types("s").keys("Enter").types("w").keys("Enter", "Enter")
	if got := s.frame(); !strings.Contains(got, "from 0 to 20") {
		t.Fatalf("no number is asked for\n%s", got)
	}
	s.types("2").keys("Enter").types("r r").keys("Enter", "Enter")
	answers := lastEntry(t, session).Answers
	for key, want := range map[string]string{"ann.feats": "reroll", "ann.feats.asked": "save", "ann.keep": "2"} {
		if answers[key] != want {
			t.Errorf("%s is answered %q, want %q", key, answers[key], want)
		}
	}
	if got := lastEntry(t, session).Dice[2].Shows(); got != "save" {
		t.Errorf("the third die shows %s", got)
	}
}

// A parry takes points and a modifier by hand, as an action does; what it must not have is refused, and the question stays.
func TestPointsAndModifiersOfAnAnswer(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn grell 30", "next", "attack grell with sabre")
	s := newStage(t, session, 80, 24).keys("n", "↓", "Space", "1").types("99").keys("Enter", "Enter")
	if got := s.frame(); session.Asked() == nil || !strings.Contains(got, "points to spend") {
		t.Fatalf("99 points\n%s", got)
	}
	s.keys("Space", "1").types("2").keys("Enter", "2").types("-2").keys("Enter", "Enter")
	if got := lastEntry(t, session).Answers["grell.answer"]; got != "parry (points 2, df -2)" {
		t.Errorf("answered %q\n%s", got, s.frame())
	}
}

// Of a fend that the attacker presses on through, all four questions show the odds, and its damage is logged as the attacker's.
func TestFendThatIsPressedThrough(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet")
	s := newStage(t, session, 120, 40).keys("n")
	for _, want := range []string{"Fend with the sabre", "Parry with the hatchet", "Press on through it", "Block with the buckler"} {
		if line := lineOf(s.frame(), want); !strings.Contains(line, "%") {
			t.Fatalf("no odds of %s\n%s", want, s.frame())
		}
		s.keys("2")
	}
	if want := "Scar PFT −8"; !strings.Contains(s.frame(), want) || !strings.Contains(s.frame(), "7 Scar goes for Kira with his hatchet") {
		t.Errorf("want %s\n%s", want, s.frame())
	}
}

// What an answer gives up stands below the list, whatever its sum takes, and with no answer what the sign at the others means.
func TestWhatAnAnswerGivesUp(t *testing.T) {
	session := givenUpSession(t)
	play(t, session, "begin warehouse", "turn kira 8", "turn cutter_1 3", "next", "cutter_1: attack kira", "next", "kira: attack cutter_1")
	s := newStage(t, session, 80, 24).keys("n", "1")
	for _, key := range []string{"", "↓", "↓"} {
		if key != "" {
			s.keys(key)
		}
		if frame := s.frame(); !strings.Contains(frame, "✗ gives up sabre → Scar (15), rolls initiative") {
			t.Errorf("after %q\n%s", key, frame)
		}
	}
}

// The column says when the action in progress lands after each answer, and what the answer of one who is acting adds to the next
// turn.
func TestAnswersSayWhenTheActionLands(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "hold hanne boat_hook", "hold kira dagger", "turn hanne 3", "turn kira 5", "next", "attack dov with boat_hook",
		"next", "attack hanne with dagger")
	s := newStage(t, session, 80, 24).keys("n")
	for row, want := range map[string]string{"No answer": "═14", "Fend with the boat hook": "═20 +6"} {
		if line := lineOf(s.frame(), row); !strings.HasSuffix(strings.TrimSpace(line), want) || strings.Contains(line, "✗") {
			t.Errorf("%s\n%s\nwant %s", row, line, want)
		}
	}
	for !strings.Contains(s.frame(), "Hanne's fend ═▶ Kira") {
		if len(s.d.overlays) == 0 {
			t.Fatalf("nobody answers the fend\n%s", s.frame())
		}
		s.keys("2")
	}
	if line := lineOf(s.frame(), "Parry with the dagger"); !strings.HasSuffix(strings.TrimSpace(line), "+3") {
		t.Errorf("the parry of one who is acting\n%s", s.frame())
	}
	s.keys("1")
	if a := session.State().Find("hanne"); session.Asked() == nil || a.Doing == nil {
		t.Errorf("asked %v", session.Asked())
	}
}

// On a slow machine, here one core that draws all the time, what is worked out beside the screen comes late: until then the
// columns say so, and then all four questions of a fend show the odds, whatever was answered before they were there.
func TestFendOnASlowMachine(t *testing.T) {
	gmtest.Sequential(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	sim := tcell.NewSimulationScreen("UTF-8")
	d := New(session, Options{})
	ended := make(chan error)
	go func() { ended <- d.Run(Options{Screen: sim}) }()
	seen := func() (frame string) {
		done := make(chan bool)
		d.Post(func() { s := stage{sim: sim}; frame = s.frame(); close(done) })
		<-done
		return frame
	}
	d.Post(func() { sim.SetSize(120, 40) })
	press := func(key rune) { d.Post(func() { d.press(tcell.NewEventKey(tcell.KeyRune, key, tcell.ModNone)) }) }
	press('n')
	for _, want := range []string{"Fend with the sabre", "Parry with the hatchet", "Press on through it", "Block with the buckler"} {
		line, waited := "", false
		for !strings.Contains(line, "%") {
			line = lineOf(seen(), want)
			waited = waited || strings.Contains(line, "…")
		}
		if !waited {
			t.Errorf("%s: the columns did not say that the odds are worked out", want)
		}
		press('2')
	}
	press('q')
	press('q')
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
