package dashboard

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// A question that is answered elsewhere closes here, and nothing that is being typed or read does.
func TestAnsweredElsewhere(t *testing.T) {
	session := warehouse(t, landing()...)
	s := newStage(t, session, 120, 40).keys("n")
	q := session.OpenQuestion()
	if q == nil || !strings.Contains(s.frame(), "Parry") {
		t.Fatalf("nothing is asked\n%s", s.frame())
	}
	entries := len(session.Log())
	elsewhere := func(session *gm.Session) (gm.Entry, error) { return session.Reply(q.ID, gm.Reply{Choice: "parry"}) }
	if _, err := RunExternal(s.d, elsewhere); err != nil || len(session.Log()) != entries+1 {
		t.Fatal(err)
	}
	s.draw()
	if len(s.d.overlays) > 0 || strings.Contains(s.frame(), "No answer") {
		t.Errorf("the question is still open\n%s", s.frame())
	}
	if _, err := RunExternal(s.d, elsewhere); !errors.Is(err, gm.ErrSettled) || len(session.Log()) != entries+1 {
		t.Errorf("answered twice: %v", err)
	}
}

// TestTypedLineAnsweredElsewhere: the prompt closes with the question of its line when a phone answers, and the next question is shown.
func TestTypedLineAnsweredElsewhere(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "hold kira dagger", "turn kira 3", "next", "attack grell")
	s := newStage(t, session, 80, 24).keys(":").types("next, answer fend, dice 5").keys("Enter")
	for _, choice := range []string{"none", "press_on"} {
		q := session.OpenQuestion()
		if q == nil || q.Need.Who != "kira" || s.d.openQuestion.id != q.ID {
			t.Fatalf("before %s: %v is asked\n%s", choice, q, s.frame())
		}
		if _, err := RunExternal(s.d, func(session *gm.Session) (gm.Entry, error) { return session.Reply(q.ID, gm.Reply{Choice: choice}) }); err != nil && session.OpenQuestion() == nil {
			t.Fatal(err)
		}
		s.draw()
	}
	if s.d.prompt.isOpen || len(s.d.overlays) > 0 || !strings.HasPrefix(lastEntry(t, session).Line, "next") {
		t.Errorf("the line is still open\n%s", s.frame())
	}
}

// What is done elsewhere closes no list and no prompt; a question of it is shown once nothing else is open.
func TestNothingClosesFromOutside(t *testing.T) {
	for _, open := range [][]string{{"/", "s", "t"}, {":", "n", "o", "t", "e"}, {"e"}} {
		session := warehouse(t, landing()...)
		s := newStage(t, session, 120, 40).keys(open...)
		overlays, typed := len(s.d.overlays), s.d.prompt.isOpen
		before := s.frame()
		RunExternal(s.d, func(session *gm.Session) (gm.Entry, error) { return session.Do(command.Command{Line: "next"}) })
		if session.OpenQuestion() == nil {
			t.Fatal("nothing is asked")
		}
		s.draw()
		if after := s.frame(); len(s.d.overlays) != overlays || s.d.prompt.isOpen != typed || after != before {
			t.Errorf("%v: %d overlays, before %d\n%s", open, len(s.d.overlays), overlays, after)
		}
		for len(s.d.overlays) > 0 || s.d.prompt.isOpen {
			s.keys("Esc")
			if session.OpenQuestion() == nil {
				t.Fatalf("%v: Esc withdrew what was not shown", open)
			}
			if s.d.openQuestion.id != 0 {
				break
			}
		}
		if !strings.Contains(s.frame(), "No answer") {
			t.Errorf("%v: what is asked is not shown in the end\n%s", open, s.frame())
		}
	}
}

// Esc takes a question back everywhere; nothing has happened.
func TestEscWithdraws(t *testing.T) {
	session := warehouse(t, landing()...)
	s := newStage(t, session, 80, 24).keys("n")
	q, entries := session.OpenQuestion(), len(session.Log())
	s.keys("Esc")
	if session.OpenQuestion() != nil || len(s.d.overlays) > 0 || len(session.Log()) != entries {
		t.Errorf("asked %v, %d overlays", session.OpenQuestion(), len(s.d.overlays))
	}
	if _, err := session.Reply(q.ID, gm.Reply{Choice: "parry"}); !errors.Is(err, gm.ErrSettled) {
		t.Errorf("answered after that: %v", err)
	}
}

// Changed dice that lead to a question ask it with what each answer is worth in the moment that was, in the other games too.
func TestChangedDiceAsk(t *testing.T) {
	session := sessionOf(t, "catacombs", nil)
	play(t, session, "begin proving_ground", "next", "torgils: strike king, dice point point point blank blank arm", "heroes: done", "next")
	s := newStage(t, session, 120, 40).keys(":").types("amend 3 dice blank blank blank blank blank").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "entry 3: Torgils Dark Wolf: destiny?") || !strings.Contains(frame, "Throw again") || !strings.Contains(frame, "80%") {
		t.Errorf("what is worth what is not said:\n%s", frame)
	}
	s.keys("2")
	if frame := s.frame(); !strings.Contains(frame, "Enter accept") {
		t.Errorf("answered, and nothing is planned:\n%s", frame)
	}
}

// The dice of an entry are typed over in the prompt, one after the other; the space bar leaves one as it is.
func TestDiceOfAnEntryAreTypedOver(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"", "amend 40 dice 54 56 5 6 4"},
		{"9 0", "amend 40 dice 90 56 5 6 4"},
		{"9 0 Space 7", "amend 40 dice 90 7 5 6 4"},
		{"Space Space 4", "amend 40 dice 54 56 4 6 4"},
		{"Space Space Space Space 6", "amend 40 dice 54 56 5 6 6"},
		{"9 Backspace 8", "amend 40 dice 8 56 5 6 4"},
	} {
		session := warehouse(t, append(landing(), "next, answer none")...)
		s := newStage(t, session, 80, 24).keys("H", "d").keys(strings.Fields(test.keys)...)
		if got := s.d.prompt.edit.Text; got != test.want {
			t.Errorf("%q makes %s, want %s", test.keys, got, test.want)
		}
	}
}

// twoAnswers plays to the first question of an attack on Hanne in a campaign where one may answer it after a fend, too.
func twoAnswers(t *testing.T, rulings map[string]string) *stage {
	t.Helper()
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS("../../campaigns/saltmarket")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "tables", "mishaps.yaml"), []byte("sequences: {blow: {steps: {answer: {when: other.aware}}}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	house, err := campaign.Open(home, rulings)
	session := openSession(t, house, err)
	play(t, session, "begin warehouse", "hold hanne boat_hook", "hold kira dagger", "turn hanne 3", "turn kira 5", "next", "attack dov with boat_hook",
		"next", "attack hanne with dagger")
	s := newStage(t, session, 120, 40).keys("n")
	for !strings.Contains(s.frame(), "Closing in: Kira goes for Hanne") {
		if len(s.d.overlays) == 0 {
			t.Fatalf("nobody is asked\n%s", s.frame())
		}
		s.keys("1")
	}
	return s
}

// TestBothAnswersCost checks that where two answers are planned the row of the first says what both cost.
func TestBothAnswersCost(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := twoAnswers(t, nil).d.session
	game, line, need := session.OpenQuestion().Moment(session.Game())
	plan := planFollowUps(game, line, need)
	plan.answers = map[string]string{"kira.answer": rules.NoAnswer, "kira.press": rules.NoAnswer, "hanne.answer": rules.NoAnswer}
	for _, second := range []struct {
		name  string
		lands float64
	}{{rules.NoAnswer, 20}, {"parry", 26}} {
		plan.answers["hanne.answer"] = second.name
		list := game.AnswerEffectsWithPlan(line, need, plan.plannedAnswers)
		if list["fend"].Lands != second.lands || list[rules.NoAnswer].Lands != 14 {
			t.Errorf("fend, then %s: lands at %g, want %g; without an answer at %g", second.name, list["fend"].Lands, second.lands, list[rules.NoAnswer].Lands)
		}
	}
}

// An action that was given up by an answer before is not given up once more, and does not stay.
func TestGivenUpOnce(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := twoAnswers(t, map[string]string{"answering": "given_up"})
	session := s.d.session
	if frame := s.frame(); !strings.Contains(frame, "no answer: boat hook → Dov") {
		t.Errorf("a name is no word of the label\n%s", frame)
	}
	if row := lineOf(s.frame(), "Fend with"); !strings.Contains(row, "✗") {
		t.Errorf("the fend gives up the boat hook → Dov, and does not say so: %s", row)
	}
	reply := func(choice string) { // from elsewhere, so that nothing is planned ahead
		_, err := session.Reply(session.OpenQuestion().ID, gm.Reply{Choice: choice})
		var need *rules.Need
		if !errors.As(err, &need) {
			t.Fatalf("%s: %v", choice, err)
		}
		s.draw()
	}
	if reply(session.OpenQuestion().Need.Choices[0].Name); !strings.Contains(s.frame(), "How does Kira answer?") {
		t.Fatalf("Kira is not asked\n%s", s.frame())
	}
	if columns := lineOf(s.frame(), "roll "); !strings.Contains(columns, "how likely Hanne is hurt") {
		t.Errorf("the columns do not say that Hanne is hurt by it: %s", columns)
	}
	if reply(rules.NoAnswer); !strings.Contains(s.frame(), "How does Hanne defend?") {
		t.Fatalf("Hanne is not asked again\n%s", s.frame())
	}
	frame := s.frame()
	if strings.Contains(frame, "✗") || strings.Contains(frame, "stays") || !strings.Contains(frame, "has given up") {
		t.Errorf("what was given up is given up again\n%s", frame)
	}
}

// TestLineOverAQuestion types lines while a question is open: Enter runs the line and never answers; help opens over it.
func TestLineOverAQuestion(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := warehouse(t, landing()...)
		s := newStage(t, session, size[0], size[1]).keys("n")
		q, entries := session.OpenQuestion(), len(session.Log())
		if q == nil {
			t.Fatal("nothing is asked")
		}
		open := s.frame()
		if s.keys("?"); !strings.Contains(s.frame(), "help: while choosing") {
			t.Errorf("no help\n%s", s.frame())
		}
		if s.keys("Esc"); s.frame() != open {
			t.Errorf("after the help the question differs\n%s", s.frame())
		}
		s.keys(":").types("note kira: wet")
		if frame := s.frame(); !strings.Contains(frame, ": note kira: wet") || session.OpenQuestion() != q {
			t.Errorf("the line is not typed\n%s", frame)
		}
		if s.keys("Esc"); s.frame() != open || session.OpenQuestion() != q {
			t.Errorf("after Esc the question differs\n%s", s.frame())
		}
		s.keys(":").types("why kira PFT").keys("Enter", "Esc")
		if s.frame() != open || session.OpenQuestion() != q || len(session.Log()) != entries {
			t.Errorf("a line that only shows something closes the question\n%s", s.frame())
		}
		s.keys(":").types("nonsense").keys("Enter")
		if session.OpenQuestion() != q || len(session.Log()) != entries || !s.d.message.bad {
			t.Errorf("a refused line changed something\n%s", s.frame())
		}
		s.keys("Ctrl-C", ":").types("history").keys("Enter", "Esc")
		if s.frame() != open || session.OpenQuestion() != q {
			t.Errorf("the history closes the question\n%s", s.frame())
		}
		s.keys(":").types("note kira: wet").keys("Enter")
		if e := lastEntry(t, session); len(session.Log()) != entries+1 || e.Line != "note kira: wet" || len(e.Answers) > 0 {
			t.Errorf("Enter did %s with %v", e.Line, e.Answers)
		}
		if frame := s.frame(); session.OpenQuestion() != nil || strings.Contains(frame, "No answer") || !strings.Contains(frame, "Press n to repeat it.") {
			t.Errorf("the question stays, or nothing says that it is gone\n%s", frame)
		}
		if s.keys("n"); session.OpenQuestion() == nil || !strings.Contains(s.frame(), "No answer") {
			t.Errorf("n does not ask again\n%s", s.frame())
		}
	}
}

// TestQuestionOverAQuestion types a line that asks something itself: its question takes the place of the one below.
func TestQuestionOverAQuestion(t *testing.T) {
	session := warehouse(t, append([]string{"dice all"}, landing()...)...)
	s := newStage(t, session, 80, 24).keys("n")
	q := session.OpenQuestion()
	s.keys(":").types("roll 1d6").keys("Enter")
	if now := session.OpenQuestion(); now == nil || now.ID == q.ID || !strings.Contains(s.frame(), "d6") || len(s.d.overlays) != 1 {
		t.Fatalf("the die is not asked for, over %d overlays\n%s", len(s.d.overlays), s.frame())
	}
	if s.keys("?"); !strings.Contains(s.frame(), "help: typing a die") {
		t.Errorf("no help at a die\n%s", s.frame())
	}
	s.keys("Esc", ":").types("note here: dark").keys("Enter")
	if lastEntry(t, session).Line != "note here: dark" || session.OpenQuestion() != nil || len(s.d.overlays) > 0 {
		t.Errorf("%s, asked %v, %d overlays\n%s", lastEntry(t, session).Line, session.OpenQuestion(), len(s.d.overlays), s.frame())
	}
}

// TestListOverAQuestion opens a list by a line typed over a question; the question comes back when the list is closed.
func TestListOverAQuestion(t *testing.T) {
	session := warehouse(t, landing()...)
	s := newStage(t, session, 80, 24).keys("n")
	q := session.OpenQuestion()
	s.keys(":").types("advise grell").keys("Enter")
	if !strings.Contains(s.frame(), "value of each action for Grell?") {
		t.Fatalf("no advice\n%s", s.frame())
	}
	if s.keys("Esc"); session.OpenQuestion() != q || !strings.Contains(s.frame(), "No answer") {
		t.Errorf("the question does not come back\n%s", s.frame())
	}
}

// TestAnswersToHarmThatIsCertain reads the list of answers to a deed without a roll: it claims no chance to hit, and says that one answer
// averts all harm.
func TestAnswersToHarmThatIsCertain(t *testing.T) {
	c := gmtest.WithLayer(t, gmtest.Sample(t), `actions:
  hammer: {whom: true, counts: 4, tags: [physical, offence], basis: {else: PST}, steps: {soak: {label: Soak, who: other, offer: soak}, reply: {reply: soak}, hurt: {who: other, when: not soak.soak_it, do: [{lose: PBD, by: 3}]}}}
  soak_it: {answers: soak, counts: 0}
`)
	session := openSession(t, c, nil)
	play(t, session, "begin warehouse", "turn kira 1", "turn grell 30", "next", "hammer grell")
	frame := newStage(t, session, 80, 24).keys("n").frame()
	for row, want := range map[string]string{"No answer": "100%", "Soak it": "0%"} {
		if line := lineOf(frame, row); !strings.Contains(line, want) || strings.Contains(line, "No answer,") {
			t.Errorf("want %s\n%s", want, frame)
		}
	}
}
