package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
)

// TestLogFoldsNoise: what was declared stands in the history alone, that a turn came only where it is sought there, what one
// loses who is out stands once, and Enter on a line has all of it.
func TestLogFoldsNoise(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "set grell PBD -31", "put grell bleeding", "turn kira 50", "next", "next", "next", "attack scar")
	s := newStage(t, session, 80, 24)
	frame := s.frame()
	if !strings.Contains(frame, "40 Grell loses more blood. · fatigue −2 in all") || strings.Count(frame, "in all") != 1 {
		t.Errorf("the drops do not stand together\n%s", frame)
	}
	if strings.Contains(frame, "lands at 57") || strings.Contains(frame, "50 Kira Vance's turn") {
		t.Errorf("what stands on the timeline stands in the log, too\n%s", frame)
	}
	frame = s.keys("H").frame()
	for _, want := range []string{"50 Kira goes for Scar with her sabre. · lands at 57", "20 Blood runs from Grell. · PFT −1"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in the history\n%s", want, frame)
		}
	}
	if sought := s.keys("/").types("turn").keys("Enter").frame(); strings.Contains(frame, "50 Kira Vance's turn") || !strings.Contains(sought, "50 Kira Vance's turn") {
		t.Errorf("a turn is listed where nothing is sought, or not where it is\n%s\n%s", frame, sought)
	}
	frame = s.keys("Esc", "L", "Enter").frame()
	if !strings.Contains(frame, "40 Grell: bleeding") || !strings.Contains(frame, "Fatigue −1 → 40") {
		t.Errorf("Enter does not show all of it\n%s", frame)
	}
}

// TestLogKeepsTheWordsOfOldEntries: an entry from before lines were told in parts stands as its line.
func TestLogKeepsTheWordsOfOldEntries(t *testing.T) {
	l := logPanel{view: newView(warehouse(t))}
	rows := l.entryRows(&logtext.LogEntry{Main: []logtext.Span{{Text: "Kira Vance: attack → Grell (sabre): to hit 60.9 %, rolled 60, Success"}}}, 40)
	if len(rows) != 2 || rows[0][0].Text != "Kira Vance: attack → Grell (sabre): to" {
		t.Errorf("got %v", rows)
	}
}

// TestLogSaysWhatChanged: what is rolled as a turn comes is named, what drains past a half is told, and what was used up at
// once is told by what it gave.
func TestLogSaysWhatChanged(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put scar stunned", "turn scar 5", "next", "wait", "set kira PEX 34", "put kira bleeding", "set kira PFT left_over 9", "turn kira 30", "next", "next")
	s := newStage(t, session, 120, 40)
	for _, want := range []string{"5 Scar recovers a little. · recover from shock 4≤24", "25 Kira loses more blood and is hurt. · PFT −1 · exhaustion down to ½"} {
		if !strings.Contains(s.frame(), want) {
			t.Errorf("no %q in the log\n%s", want, s.frame())
		}
	}
	session = sampleSession(t)
	play(t, session, "begin warehouse", "initiative", "next")
	if frame := newStage(t, session, 120, 40).frame(); !strings.Contains(frame, "are caught off guard") {
		t.Errorf("the log does not say who is surprised\n%s", frame)
	}
}

// TestNextGoesPastDrops: one key goes to what is due, and takes on the way what those lose who are out.
func TestNextGoesPastDrops(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "set grell PBD -31", "put grell bleeding", "put grell bleeding", "turn kira 70")
	s := newStage(t, session, 80, 24)
	if frame := s.frame(); !strings.Contains(frame, "n: 70, Kira is ready") {
		t.Errorf("the bottom line says something else than what n goes to\n%s", frame)
	}
	before := len(session.Log())
	s.keys("n")
	if frame := s.frame(); session.State().Count != 70 || len(session.Log()) != before+7 || !strings.Contains(frame, " · fatigue −6 in all") {
		t.Errorf("at %v with %d entries\n%s", session.State().Count, len(session.Log())-before, frame)
	}
}

// TestHistoryIsNarrowed: / in the history lists only what has some words, from where the cursor is; without any it lists all.
func TestHistoryIsNarrowed(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "set kira PFT -3", "put grell prone", "set kira PFT -2", "put kira bleeding", "note and on")
	s := newStage(t, session, 80, 24).keys("H", "/").types("KIRA savagery").keys("Enter")
	if s.d.message.text != "No entry contains KIRA savagery" || s.d.mode() != modeDie {
		t.Errorf("got %q\n%s", s.d.message.text, s.frame())
	}
	frame := s.types("kira pft").keys("Enter").frame()
	if !strings.Contains(frame, "PAST · entry 4 of 6 ") || !strings.Contains(frame, "only /kira pft") || strings.Contains(frame, "Grell: prone") {
		t.Errorf("it is not narrowed\n%s", frame)
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} { // what is found is seen while it is typed
		newStage(t, session, size[0], size[1]).keys("H", "/").types("fal").shows(t, "▸   3 21:40 Grell falls", "/ fal")
	}
	if s.keys("↑"); !strings.Contains(s.frame(), "PAST · entry 2 of 6 ") {
		t.Errorf("↑ does not go to the one before\n%s", s.frame())
	}
	if s.keys("/", "Ctrl-C", "/"); s.d.mode() == modeDie {
		for range "kira pft" {
			s.keys("Backspace")
		}
		s.keys("Enter", "↓")
	}
	if !strings.Contains(s.frame(), "PAST · entry 3 of 6 ") {
		t.Errorf("not all are listed again\n%s", s.frame())
	}
}

// What is given up is told with whom it was meant for and when it would have landed.
func TestLogSaysWhatIsGivenUp(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 5", "next", "attack scar", "give up")
	if frame := newStage(t, session, 120, 40).frame(); !strings.Contains(frame, "5 Kira breaks off her attack. · gives up sabre → Scar (12), rolls initiative") {
		t.Errorf("the log does not say what was given up\n%s", frame)
	}
}

// TestWrappedWordsStayApart: a part that is broken keeps the space before it.
func TestWrappedWordsStayApart(t *testing.T) {
	rows := wrapSpans([]draw.StyledText{{Text: "tend a bleeding wound"}, {Text: " 84>28"}, {Text: " Very Notable Failure"}}, 42, maxLogRows)
	var text []string
	for _, row := range rows {
		line := ""
		for _, s := range row {
			line += s.Text
		}
		text = append(text, line)
	}
	if got := strings.Join(text, "|"); got != "tend a bleeding wound 84>28 Very Notable|Failure" {
		t.Errorf("got %s", got)
	}
}

// TestLogOfHarm: what hurts by hand names its place once, and a roll about what it did stands with what came of that.
func TestLogOfHarm(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "set ilse PFT 0", "hurt ilse 10 cutting chest dice 99 50")
	frame := newStage(t, session, 120, 40).frame()
	if !strings.Contains(frame, "damage 10 · through the armour 8 · PBD −8 · bleeding 99>18") {
		t.Errorf("the harm is told otherwise\n%s", frame)
	}
}

// TestLogOfTheHours: once the encounter is over the clock stands before a line instead of the last count, what one does for
// another is told without what others rolled meanwhile, and what many have alike is said once.
func TestLogOfTheHours(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "put kira bleeding", "put osric unconscious", "set kira PFT 0", "hurt party fire 3, without armour", "undo",
		"finish", "ilse: tend kira", "award 5 party", "pass 30 s sitting by party")
	frame := newStage(t, session, 120, 40).frame()
	for _, want := range []string{"21:40 Ilse tends Kira", "tend 21≤38.5", "meanwhile Kira PBD −5", "each gain 5 experience.", "Kira experience +5 → 5"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in the log\n%s", want, frame)
		}
	}
	session = sampleSession(t)
	play(t, session, "begin warehouse", "hurt party fire 3, without armour")
	s := newStage(t, session, 160, 40)
	if frame := s.frame(); !strings.Contains(frame, "Kira, Dov, Ilse and Bram are hurt and catch fire.") {
		t.Errorf("a side that burns is not told\n%s", frame)
	}
	if frame := s.keys("u").frame(); !strings.Contains(frame, "undone: party is hurt: fire, 3 dice, without armour") {
		t.Errorf("undo does not say what it took back\n%s", frame)
	}
	if frame := s.keys("U").frame(); !strings.Contains(frame, "redone: party is hurt: fire, 3 dice, without armour") {
		t.Errorf("redo does not say what it did\n%s", frame)
	}
}

// TestOnTheWayMakesNoRows checks that neither what a move costs nor a turn that comes during it is a row of the log; the arrival
// is, under the name of the combatant who moved, though it is another's turn.
func TestOnTheWayMakesNoRows(t *testing.T) {
	session := unacceleratedSession(t)
	play(t, session, "begin rooftops", "turn ilse 1", "turn bram 8", "turn lad 40", "move runner_2 to 120 running", "next", "ilse: wait", "next", "bram: wait")
	if frame := newStage(t, session, 80, 24).frame(); strings.Contains(frame, "turn:") || strings.Contains(frame, "PEX −") {
		t.Errorf("noise in the log\n%s", frame)
	}
	play(t, session, "move bram to 2 running", "next")
	if frame := newStage(t, session, 80, 24).frame(); !strings.Contains(frame, "Bram is at 2 m") || strings.Contains(frame, "still") {
		t.Errorf("that Bram is there is not told\n%s", frame)
	}
	play(t, session, "lad: wait", "turn runner_1 60", "turn ilse 61", "next", "runner_1: wait", "next", "ilse: wait")
	s := newStage(t, session, 80, 24)
	if frame := s.frame(); !strings.Contains(frame, " : n: initiative for Swift") {
		t.Errorf("it is not said that n rolls for who has no turn\n%s", frame)
	}
	play(t, session, "turn runner_2 62", "next", "runner_2: wait")
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "Everyone is waiting. Choose who acts, or n: 364, Swift gets there") || !strings.Contains(frame, "364 Swift ╌» crane") {
		t.Errorf("who is on the way is not said\n%s", frame)
	}
	if frame := s.keys("n").frame(); !strings.Contains(frame, "364 Swift") {
		t.Errorf("n does not go on to who gets there\n%s", frame)
	}
}

// What armour takes wholly is told as what it takes in part.
func TestLogOfArmourThatHolds(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "set ilse PFT 0", "hurt ilse 2 cutting chest")
	if frame := newStage(t, session, 120, 40).frame(); !strings.Contains(frame, "is hit in the chest. · damage 2 · through the armour 0") {
		t.Errorf("the harm is told otherwise\n%s", frame)
	}
}

// TestLogOfTraining: training is told in the log, by how long and how, even where it earns less than a point.
func TestLogOfTraining(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin parlour", "train kira 8 h teacher")
	newStage(t, session, 120, 40).shows(t, "trains for 8 h (teacher)", "Kira experience +0.8 → 0.8")
}
