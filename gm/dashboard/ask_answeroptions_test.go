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
	if got := lastEntry(t, session).Dice[2].ResultText(); got != "save" {
		t.Errorf("the third die shows %s", got)
	}
}

// A parry takes points and a modifier by hand, as an action does; what it must not have is refused, and the question stays.
func TestPointsAndModifiersOfAnAnswer(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "turn grell 30", "next", "attack grell with sabre")
	s := newStage(t, session, 80, 24).keys("n", "↓", "Space", "1").types("99").keys("Enter", "Enter")
	if got := s.frame(); session.OpenQuestion() == nil || !strings.Contains(got, "points to spend") {
		t.Fatalf("99 points\n%s", got)
	}
	s.keys("Space", "1").types("2").keys("Enter", "2").types("-2").keys("Enter", "Enter")
	if got := lastEntry(t, session).Answers["grell.answer"]; got != "parry (points 2, df -2)" {
		t.Errorf("answered %q\n%s", got, s.frame())
	}
}

// A fend is one question: the row under the cursor says what follows, and one key answers all of it.
func TestFendIsOneQuestion(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		play(t, session, "begin warehouse", "turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet")
		s := newStage(t, session, size[0], size[1]).keys("n", "↓")
		for _, row := range []string{"No answer", "Fend with the sabre", "Fend and give ground", "Block with the buckl"} {
			if line := lineOf(s.frame(), row); strings.Count(line, "%") < 1 {
				t.Errorf("columns of %s\n%s", row, s.frame())
			}
		}
		if line := lineOf(s.frame(), "Fend with the sabre"); strings.Contains(line, "hits 30%") {
			t.Errorf("the chance of Scar's block counts as the attack's\n%s", line) // which is 26% whether it is fended or not
		}
		frame := strings.Join(strings.Fields(strings.ReplaceAll(s.frame(), "│", " ")), " ")
		if want := "then Scar: block with the hatchet · press on? no"; size[0] == 80 && (!strings.Contains(frame, want) || strings.Contains(frame, want+" · ")) {
			t.Errorf("want %s\n%s", want, s.frame())
		}
		if s.keys("2"); session.OpenQuestion() != nil || !strings.HasPrefix(lastEntry(t, session).Answers["kira.fend"], "fend") {
			t.Errorf("asked %v\n%s", session.OpenQuestion(), s.frame())
		}
		if frame := s.frame(); strings.Contains(frame, " block ") && !strings.Contains(frame, "Scar block ") {
			t.Errorf("the log doesn't say whose block\n%s", frame)
		}
		if got := lastEntry(t, session).Answers; got["kira.answer"] != "" {
			t.Errorf("an answer that nothing asked for is kept: %v", got)
		}
	}
}

// What follows on a fend is changed with Space, with the odds of each answer; the damage of one who presses on through it is logged
// as the attacker's.
func TestFendThatIsPressedThrough(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet")
	s := newStage(t, session, 120, 40).keys("n", "↓", "Space")
	for digit, want := range map[string]string{"1": "Parry with the hatchet", "2": "Press on through it"} {
		s.keys(digit)
		if !strings.Contains(s.frame(), "how likely Kira is hurt") {
			t.Errorf("whose harm the columns have is not said\n%s", s.frame())
		}
		if line := lineOf(s.frame(), want); !strings.Contains(line, "%") {
			t.Fatalf("no odds of %s\n%s", want, s.frame())
		}
		if s.keys("2"); digit == "2" {
			if s.keys("2"); !strings.Contains(s.frame(), "Scar hurt ") {
				t.Errorf("what Scar risks is not said\n%s", s.frame())
			}
			s.keys("2")
		}
	}
	s.keys("Enter")
	if want := "Scar PFT −8"; !strings.Contains(s.frame(), want) || !strings.Contains(s.frame(), "; he presses on") {
		t.Errorf("want %s\n%s", want, s.frame())
	}
}

// What an answer gives up stands below the list, whatever its sum takes, and with no answer what the sign at the others means.
func TestWhatAnAnswerGivesUp(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := givenUpSession(t)
	play(t, session, "begin warehouse", "turn kira 8", "turn cutter_1 3", "next", "cutter_1: attack kira", "next", "kira: attack cutter_1")
	s := newStage(t, session, 80, 24).keys("n")
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
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "hold hanne boat_hook", "hold kira dagger", "turn hanne 3", "turn kira 5", "next", "attack dov with boat_hook",
		"next", "attack hanne with dagger")
	s := newStage(t, session, 80, 24).keys("n")
	for row, want := range map[string]string{"No answer": "═14", "Fend with the boat hook": "═20 +6"} {
		if line := lineOf(s.frame(), row); !strings.HasSuffix(strings.TrimSpace(line), want) || strings.Contains(line, "✗") {
			t.Errorf("%s\n%s\nwant %s", row, line, want)
		}
	}
	s.keys("↓", "Space", "1")
	if line := lineOf(s.frame(), "Parry with the dagger"); !strings.HasSuffix(strings.TrimSpace(line), "+3") {
		t.Errorf("the parry of one who is acting\n%s", s.frame())
	}
	s.keys("1", "Enter")
	if a := session.State().Find("hanne"); a.Doing == nil {
		t.Errorf("the throw is given up\n%s", s.frame())
	}
}

// On a slow machine, here one core that draws all the time, what is worked out beside the screen comes late: until then the
// columns say so. The fend is one question all the same, even where it is chosen before anything is worked out, and what is
// pressed after that changes nothing.
func TestFendOnASlowMachine(t *testing.T) {
	gmtest.SkipIfShort(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, early := range []bool{false, true} {
		inTime := false
		for try := 0; try < 9 && !inTime; try++ { // the system may stop the screen for so long that the odds come first
			inTime = fendBeforeOdds(t, early)
		}
		if !inTime {
			t.Errorf("early %v: the key waited for the odds, or the columns did not say that they are worked out", early)
		}
	}
}

// fendBeforeOdds fends once, early before anything is worked out, and reports whether the screen was seen before the odds were there.
func fendBeforeOdds(t *testing.T, early bool) (inTime bool) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet")
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
	press := func(keys string) {
		d.Post(func() {
			for _, key := range keys {
				d.handleKey(tcell.NewEventKey(tcell.KeyRune, key, tcell.ModNone))
			}
		})
	}
	if early {
		press("n23")
		inTime = !strings.Contains(seen(), "Kira fend")
	} else {
		press("n")
	}
	line := ""
	for !early && !strings.Contains(line, "%") {
		line = lineOf(seen(), "Fend with the sabre")
		inTime = inTime || strings.Contains(line, "…")
	}
	if !early {
		press("2")
	}
	frame := seen()
	for early && !strings.Contains(frame, "Kira fend") && strings.Contains(frame, "Fend with the sabre") {
		frame = seen()
	}
	if !strings.Contains(frame, "Kira fend") || session.OpenQuestion() != nil || !strings.HasPrefix(lastEntry(t, session).Answers["kira.fend"], "fend") {
		t.Errorf("early %v: more than one question, or another answer\n%s", early, frame)
	}
	press("qq")
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return inTime
}
