package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
)

// TestFlee: fleeing is three keys, and says who could catch up; the way is on the timeline, and a pursuer is told whether it
// catches up. Who has come to an exit is said.
func TestFlee(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sessionOf(t, campaign.Sample, map[string]string{"setting_off": "at_once"})
	play(t, session, "begin rooftops", "turn runner_1 5", "turn bram 9", "next")
	s := newStage(t, session, 120, 40).keys("f")
	if !strings.Contains(s.frame(), "Wren › flee or follow ◂ running ▸") || !strings.Contains(s.frame(), "there at 355 · Bram can catch up at 309") {
		t.Errorf("no way out\n%s", s.frame())
	}
	s.golden("flee-120x40")
	s.keys("→", "Enter")
	if got := lastEntry(t, session).Line; got != "flee runner_1 to crane dashing" {
		t.Errorf("f → Enter made %s", got)
	}
	if frame := s.frame(); !strings.Contains(frame, "Wren: no one can catch up") || !strings.Contains(frame, "╌» 100 m to crane (180)") {
		t.Errorf("the way is not on the timeline\n%s", frame)
	}
	s.keys(":").types("move bram to runner_1 running").keys("Enter")
	if !strings.Contains(s.frame(), "Bram: can't catch up; Wren is there at") {
		t.Errorf("the pursuer is not told\n%s", s.frame())
	}
	s.keys(":").types("place bram 110").keys("Enter")
	s.d.selected = "runner_1"
	s.keys(":").types("flee runner_1 to crane walking").keys("Enter")
	if !strings.Contains(s.frame(), "Wren: Bram can ") {
		t.Errorf("nobody heads off\n%s", s.frame())
	}
	s.keys(":").types("place runner_1 119").keys("Enter")
	s.keys(":").types("wait").keys("Enter")
	s.keys(":").types("flee runner_1 to crane running").keys("Enter")
	s.keys("n")
	if !strings.Contains(s.frame(), "Wren got out at the dock crane") {
		t.Errorf("nobody says that Wren is out\n%s", s.frame())
	}
}

// Where going faster takes rolls, a way is told at its best, in the menus and beside the prompt.
func TestFleeByRolls(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn runner_1 5", "turn bram 9", "next")
	if f, err := session.DryRun("move runner_1 to crane running"); err != nil || !f.Rolls {
		t.Errorf("the die of setting off isn't asked for: %+v, %v", f, err)
	}
	s := newStage(t, session, 120, 40).keys("f")
	if !strings.Contains(s.frame(), "there at 355 at best · Bram can catch up at 309") {
		t.Errorf("no way out\n%s", s.frame())
	}
	s.keys("→")
	if !strings.Contains(s.frame(), "there at 180 at best") || strings.Contains(s.frame(), "no one can catch up") {
		t.Errorf("dashing\n%s", s.frame())
	}
	s.keys("Esc", ":").types("move runner_1 to bram walking")
	if !strings.Contains(s.frame(), "at the earliest") {
		t.Errorf("no arrival beside the prompt\n%s", s.frame())
	}
	s.keys("Esc", "Esc")
	menus{d: s.d}.openPaceMenu(session.State().Find("runner_1"), "crane", "the dock crane")
	s.draw()
	for _, pace := range []string{"Walking", "Dashing"} {
		if line := lineOf(s.frame(), pace); !strings.Contains(line, "at best") {
			t.Errorf("%s: %q\n%s", pace, line, s.frame())
		}
	}
}

// TestHeadOff asks for the pace at which one catches up with a runner or is at the exit before her: each row says it once, and a pace
// of 0 m/s is not offered.
func TestHeadOff(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn runner_1 5", "turn bram 9", "next", "flee runner_1 to crane running", "waive runner_1", "place bram 10", "next")
	s := newStage(t, session, 80, 24)
	for _, row := range []struct{ to, label, pace, want string }{
		{"runner_1", "Wren", "Dashing", "catches up with Wren at 36"},
		{"runner_1", "Wren", "Walking", "can't catch up; Wren is there at 355"},
		{"crane", "the dock crane", "Dashing", "there at 166 · ahead of Wren, who is there at 355"},
		{"crane", "the dock crane", "Walking", "there at 1259 · behind Wren, who is there at 355"},
	} {
		menus{d: s.d}.openPaceMenu(session.State().Find("bram"), row.to, row.label)
		s.draw()
		line := strings.Join(strings.Fields(lineOf(s.frame(), row.pace)), " ")
		if !strings.HasSuffix(line, row.pace+" "+row.want) || strings.Contains(s.frame(), "Still") {
			t.Errorf("%s to %s: %q, want %q\n%s", row.pace, row.label, line, row.want, s.frame())
		}
		s.keys("Esc")
	}
}

// TestMoveTooSoon chooses where to go before the turn has come: the reason is said once, not at each pace.
func TestMoveTooSoon(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn runner_1 5", "turn ilse 18", "next")
	s := newStage(t, session, 80, 24)
	s.d.selected = "ilse"
	s.keys("M", "1").shows(t, "! It's Wren's turn; Ilse Marrin acts at count 18.", "not", "how?")
}

// TestPursuedComeFirst checks that `M` offers the other side first, not a friend at the same place.
func TestPursuedComeFirst(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn ilse 5", "next")
	newStage(t, session, 80, 24).keys("M", "Enter", "Enter")
	if got := lastEntry(t, session).Line; got != "move ilse to runner_1 running" {
		t.Errorf("M Enter Enter made %s", got)
	}
}

// TestRunnerWhoStands lets a runner fail to accelerate: queue and timeline show where she wants to go, and that she still stands.
func TestRunnerWhoStands(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn runner_1 5", "next", "flee runner_1 to crane running, dice 99")
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}} {
		frame := newStage(t, session, size.w, size.h).frame()
		if above, _, _ := strings.Cut(frame, "Combatant"); !strings.Contains(above, "100 m to crane, still standing") {
			t.Errorf("%d×%d: the runner has no mark above the table:\n%s", size.w, size.h, frame)
		}
	}
}

// TestPaceOfTheWay: one who is on the way goes on up to the pace that it set out for, however its line was typed.
func TestPaceOfTheWay(t *testing.T) {
	for _, line := range []string{"move bram to runner_1 dashing, dice 99", "chase bram to runner_1 dashing, dice 99 because she has it"} {
		session := sampleSession(t)
		play(t, session, "begin rooftops", "turn bram 1", "turn ilse 90", "turn runner_1 90", "turn runner_2 90", "turn lad 90", "next", line)
		play(t, session, "turn bram 30", "next")
		s := newStage(t, session, 80, 24)
		if got := (menus{d: s.d}).fasterLine(session.State().Find("bram")); got != "move bram to runner_1 dashing" {
			t.Errorf("after %s: %q", line, got)
		}
	}
}

// TestFollow goes after someone by f, and keeps going at the next turn by one key; without places f asks how far the others are.
func TestFollow(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn bram 1", "turn ilse 90", "turn runner_1 90", "turn runner_2 90", "turn lad 90", "next")
	s := newStage(t, session, 80, 24).keys("f")
	s.shows(t, "Bram Teague › flee or follow", "after Wren, 20 m")
	for row := range strings.Lines(s.frame()) {
		if strings.Contains(row, "after Wren") {
			s.keys(strings.Fields(row)[0])
		}
	}
	if got := lastEntry(t, session).Line; got != "move bram to runner_1 running" {
		t.Fatalf("f made %s\n%s", got, s.frame())
	}
	for _, keys := range [][]string{{"Enter"}, {"n", "Enter"}, {"f", "Enter"}} {
		play(t, session, "turn bram "+draw.Tenths(session.State().Count+1), "next")
		s.d.selected = "bram"
		s.draw()
		s.shows(t, "Enter to keep going")
		s.keys(keys...)
		if a := session.State().Find("bram"); a.Open || a.Going == nil || a.Turn < 0 || len(s.d.overlays) > 0 {
			t.Errorf("%v: %+v\n%s", keys, a, s.frame())
		}
	}
	for _, word := range []string{"chase", "follow", "keep going"} {
		if s.keys("/").types(word).keys("Enter"); !strings.Contains(s.frame(), "flee or follow") {
			t.Errorf("/%s comes to\n%s", word, s.frame())
		}
		s.keys("Esc", "Esc")
	}

	session = sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next")
	s = newStage(t, session, 80, 24).keys("f")
	s.shows(t, "How far are the others from the party?", "place gang 20")
	s.keys("3", "5", "Enter").shows(t, "Kira Vance › flee or follow", "after Grell, 35 m")
	if state := session.State(); state.Find("dov").Place != 0 || !state.Find("dov").Placed || state.Find("hanne").Place != 35 {
		t.Errorf("the places aren't set")
	}
	session = sampleSession(t) // one of the party came later, and has no place: it alone is asked for, in figures
	play(t, session, "begin rooftops", "add dov side party", "turn dov 1", "turn runner_1 90", "next")
	s = newStage(t, session, 80, 24).keys("f")
	s.shows(t, "Where is Dov?", "20 m from Wren")
	s.types("x").shows(t, "“x” isn't a number. Write it in digits.")
	s.types("4").shows(t, "16 m from Wren")
	s.keys("Enter").shows(t, "Dov Hallam › flee or follow", "after Wren, 16 m")
	if got := lastEntry(t, session).Line; got != "place dov 4" {
		t.Errorf("f made %s", got)
	}
}

// TestFailedStart: one who does not get going is told so by the log, and nothing is said of catching up.
func TestFailedStart(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin rooftops", "turn bram 1", "turn runner_1 90", "next")
	s := newStage(t, session, 120, 40)
	s.keys(":").types("move bram to runner_1 running, dice 99").keys("Enter")
	s.shows(t, "20 m to Wren, still standing", "not", "catch up")
}

// At rest what needs turns offers them: an attack, flight, a tactic. Enter begins a fight, Esc leaves all as it is.
func TestRestOffersTurns(t *testing.T) {
	for name, keys := range map[string]string{"attack": "a", "flight": "f 1", "tactic": "End z"} {
		session := sampleSession(t)
		play(t, session, "gather", "add grell side gang", "place all 0", "place grell 20")
		s := newStage(t, session, 80, 24).keys(strings.Fields(keys)...)
		s.shows(t, "needs a fight › begin one?")
		if s.keys("Esc"); session.State().Running && !session.Game().AtRest() {
			t.Errorf("%s: a fight began\n%s", name, s.frame())
		}
		s.keys("Esc", "Esc").keys(strings.Fields(keys)...).keys("Enter")
		if session.Game().AtRest() {
			t.Errorf("%s: no fight began\n%s", name, s.frame())
		}
	}
}

// TestComposedAtRest: an attack that is composed, typed or kept as a favourite at rest begins a fight, and is offered in the first turn of
// the attacker; not after that.
func TestComposedAtRest(t *testing.T) {
	for name, compose := range map[string]func(*stage){
		"composed":  func(s *stage) { s.keys("a", "Enter") },
		"typed":     func(s *stage) { s.keys(":").types("attack grell").keys("Enter") },
		"favourite": func(s *stage) { s.keys("1") },
	} {
		session := sampleSession(t)
		play(t, session, "gather", "add grell side gang", "favourite kira attack grell")
		s := newStage(t, session, 80, 24)
		compose(s)
		s.shows(t, "needs a fight › begin one?")
		s.keys("Enter")
		for range 40 {
			if s.keys("n"); session.State().Find("kira").Open {
				break
			}
			s.keys("Esc", "w")
		}
		if s.shows(t, "planned this", "attack Grell"); t.Failed() {
			t.Fatal(name)
		}
		if s.keys("Enter"); session.State().Find("kira").Doing == nil {
			t.Errorf("%s: the attack was not declared\n%s", name, s.frame())
		}
	}
}
