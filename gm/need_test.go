package gm

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// struck is a session in which kira's blow at grell is about to land and is asked about.
func struck(t *testing.T, dir string, seed byte) *Session {
	t.Helper()
	s := opened(t, sample(t), dir, seed)
	do(t, s, "begin warehouse", "turn kira 1", "next", "kira: attack grell with sabre")
	return s
}

func TestAskingIsDecidingAgain(t *testing.T) {
	s := struck(t, "", 3)
	need := asked(t, s, command.Command{Line: "next"})
	if need.Who != "grell" || len(need.Choices) == 0 || need.Die != 0 {
		t.Fatalf("got %+v, want grell asked for an answer", need)
	}
	before := s.State()
	if again := asked(t, s, command.Command{Line: "next"}); !reflect.DeepEqual(again, need) || s.State() != before {
		t.Errorf("asked again: %+v, want %+v", again, need)
	}
	entry, err := s.Do(command.Command{Line: "next", Answers: map[string]string{need.Key: "parry"}})
	if err != nil {
		t.Fatal(err)
	}
	if entry.Answers[need.Key] != "parry" {
		t.Errorf("the entry keeps %v, not the answer", entry.Answers)
	}
}

// TestSameDice holds the dice that fell before a question: whatever is answered, and however often a wrong answer is
// refused, they lie as they fell.
func TestSameDice(t *testing.T) {
	late := &asking{} // rolls two dice, asks, and rolls a third
	s := opened(t, sample(t), "", 5)
	c := command.Command{Line: "kira: next"}
	var drawn [][]int
	for _, answer := range []string{"", "", "wrong", "right"} {
		dice := s.diceFor(&c, &command.Line{})
		late.answer = answer
		_ = late.decide(dice)
		s.pendingDice = pendingDice{c.Line, dice.rolledDice}
		drawn = append(drawn, late.faces)
	}
	for _, faces := range drawn[1:] {
		if !slices.Equal(faces[:2], drawn[0][:2]) {
			t.Errorf("the dice fell as %v, then as %v", drawn[0], faces)
		}
	}
}

// asking is a command that rolls two dice before its question and one after the right answer.
type asking struct {
	answer string
	faces  []int
}

func (a *asking) decide(dice rules.Dice) error {
	a.faces = nil
	for range 2 {
		face, _, err := dice.Roll(100, "test")
		if err != nil {
			return err
		}
		a.faces = append(a.faces, face)
	}
	if a.answer != "right" {
		return errors.New("a question")
	}
	face, _, err := dice.Roll(6, "test")
	a.faces = append(a.faces, face)
	return err
}

// TestOtherDie holds that a die which lies there is not taken for one of other faces, nor a typed one for a rolled one.
func TestOtherDie(t *testing.T) {
	d := &commandDice{rolledDice: []tableDie{{100, 4, false, true}, {6, 5, true, false}, {6, 2, false, true}}, firstSource: rules.NewSeededDice([32]byte{1})}
	want := rules.NewSeededDice([32]byte{1})
	for i, faces := range []int{6, 6} {
		got, _, _ := d.Roll(faces, "test")
		face, _, _ := want.Roll(faces, "test")
		if got != face {
			t.Errorf("die %d shows %d, want %d rolled anew", i+1, got, face)
		}
	}
	if got, _, _ := d.Roll(6, "test"); got != 2 {
		t.Errorf("die 3 shows %d, want the 2 that fell", got)
	}
}

func TestTypedDiceOneByOne(t *testing.T) {
	s := struck(t, "", 3)
	do(t, s, "dice all")
	c := command.Command{Line: "next, answer none", Typed: true, Dice: map[string][]int{}}
	var typed []int
	want := []int{12, 20, 3, 4, 100, 100, 100, 5, 5}
	var purposes []string
	var entry Entry
	for {
		var err error
		entry, err = s.Do(c)
		var need *rules.Need
		if !errors.As(err, &need) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		if need.Die == 0 || need.Key != "dice" || len(need.Choices) != 0 {
			t.Fatalf("got %+v, want a die asked for", need)
		}
		if len(typed) == len(want) {
			t.Fatalf("after %v there is still %s", typed, need.Text)
		}
		purposes = append(purposes, need.Text)
		typed = append(typed, min(want[len(typed)], need.Die))
		c.Dice[need.Who] = append(c.Dice[need.Who], typed[len(typed)-1])
	}
	if len(entry.Dice) != len(typed) {
		t.Errorf("%d dice were typed, the entry has %d: %v", len(typed), len(entry.Dice), entry.Dice)
	}
	for i, die := range entry.Dice {
		if !die.Typed || die.Result != typed[i] {
			t.Errorf("die %d is %+v, want %d typed", i+1, die, typed[i])
		}
	}
	if len(purposes) < 4 || !strings.HasPrefix(purposes[0], "To hit: d100") {
		t.Errorf("asked for %q", purposes)
	}
}

func TestMixedDice(t *testing.T) {
	s := struck(t, "", 3)
	entry, err := s.Do(command.Command{Line: "next, answer none", Faces: []int{12, 20}})
	if err != nil {
		t.Fatal(err)
	}
	for i, die := range entry.Dice {
		if die.Typed != (i < 2) {
			t.Errorf("die %d of %v: typed %v", i+1, entry.Dice, die.Typed)
		}
	}
	if len(entry.Dice) < 4 || entry.Dice[0].Result != 12 || entry.Dice[1].Result != 20 {
		t.Errorf("the dice are %v, want 12 and 20 first", entry.Dice)
	}
}

func TestDiceInTheLine(t *testing.T) {
	s := struck(t, "", 3)
	entry := do(t, s, "next, answer none dice 12 20 3")
	if len(entry.Dice) < 3 || entry.Dice[2].Result != 3 || !entry.Dice[2].Typed || entry.Dice[3].Typed {
		t.Errorf("the dice are %v", entry.Dice)
	}
}

func TestRefusedFaces(t *testing.T) {
	s := struck(t, "", 3)
	for _, row := range []struct {
		c    command.Command
		want string
	}{
		{command.Command{Line: "next, answer none", Faces: []int{101}}, "Die 1 is a d100 for to hit and has no 101. Type 1 to 100."},
		{command.Command{Line: "next, answer none dice 12 20 7"}, "Die 3 is a d6 for damage and has no 7. Type 1 to 6."},
		{command.Command{Line: "next, answer none", Faces: []int{-3}}, "Die 1 is a d100 for to hit and has no -3. Type 1 to 100."},
		{command.Command{Line: "next, answer none dice x"}, "“x” isn't a die. Type numbers such as 17 5."},
		{command.Command{Line: "next, answer none dice 99 5 5 5 5"}, "This rolls 3 dice. Remove the last 2."},
		{command.Command{Line: "note never mind", Faces: []int{4}}, "This rolls no dice. Remove them."},
		{command.Command{Line: "next, answer sing"}, "“sing” can't be an answer here. Choose: parry, parry dagger, parry close_fist, block, block dagger, crouch, roll_with, none."},
		{command.Command{Line: "next", Answers: map[string]string{"grell.answer": "sing"}}, "Grell can't answer with “sing” here. Choose: parry, parry dagger, parry close_fist, block, block dagger, crouch, roll_with, none."},
	} {
		if got := refused(t, s, row.c); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s %v: got %q, want %q", row.c.Line, row.c.Faces, got, row.want)
		}
	}
}

// TestAnswersInTheLine takes every choice by its name, and by what people call it.
func TestAnswersInTheLine(t *testing.T) {
	s := struck(t, "", 3)
	need := asked(t, s, command.Command{Line: "next"})
	for _, choice := range append(need.Choices, rules.Answer{Name: rules.NoAnswer, Label: "None"}) {
		for _, word := range []string{choice.Name, choice.Label} {
			entry := do(t, s, "next, answer "+word)
			if entry.Answers[need.Key] != choice.Name {
				t.Errorf("answer %s: taken as %v", word, entry.Answers)
			}
			do(t, s, "undo")
		}
	}
}

// TestEveryAnswerDecidedAgain reopens the session after each answer and decides the entry again.
func TestEveryAnswerDecidedAgain(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	dir := t.TempDir()
	s := struck(t, dir, 9)
	need := asked(t, s, command.Command{Line: "next"})
	for _, choice := range need.Choices {
		before := s.State()
		was := do(t, s, "next, answer "+choice.Name)
		text := s.Log()[len(s.Log())-1].Text()
		s.Close()
		s = opened(t, s.game.Campaign, dir, 77)
		if now := s.Log()[len(s.Log())-1].Text(); now != text {
			t.Errorf("%s: opened again, the log says\n%s\nwant\n%s", choice.Name, now, text)
		}
		do(t, s, "undo")
		if !reflect.DeepEqual(s.State(), before) {
			t.Errorf("%s: undone, the state is another", choice.Name)
		}
		c := command.Command{Line: "next", Answers: was.Answers}
		for _, die := range was.Dice {
			c.Faces = append(c.Faces, die.Result)
		}
		again, err := s.Do(c)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again.Events, was.Events) {
			t.Errorf("%s: the same dice and answers came out otherwise:\n got %v\nwant %v", choice.Name, again.Events, was.Events)
		}
		do(t, s, "undo")
	}
}

// TestOddsOfASettledQuestion has the odds of answers worked out for a question that someone else answers meanwhile: the question
// says so, and what is left of the odds is not worked out.
func TestOddsOfASettledQuestion(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := struck(t, "", 3)
	need := asked(t, s, command.Command{Line: "next"})
	q := s.OpenQuestion()
	if q == nil || q.IsSettled() {
		t.Fatalf("%+v is not open", q)
	}
	game, line, _ := q.Moment(s.Game())
	all, settled := s.Game().AnswerEffects(line, need), game.Stale
	looks := 0
	game.Stale = func() bool {
		if looks++; looks == 30 {
			if _, err := s.Reply(q.ID, Reply{Choice: rules.NoAnswer}); err != nil {
				t.Error(err)
			}
		}
		return settled()
	}
	some := game.AnswerEffects(line, need)
	if !q.IsSettled() || s.OpenQuestion() != nil {
		t.Error("the question is open still")
	}
	for name, answer := range all {
		if answer.Odds == nil || some[name].Odds != nil {
			t.Errorf("%s: its odds are worked out: %v; after the reply: %v", name, answer.Odds != nil, some[name].Odds != nil)
		}
	}
	if most := 30 + 3*len(all); looks > most {
		t.Errorf("%d steps are carried out, more than %d", looks, most)
	}
}

// TestAnswersAreWeighedOnce: who looks again at the answers to a question that is open gets the odds that were worked out before, but
// not those of other answers given.
func TestAnswersAreWeighedOnce(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := struck(t, "", 3)
	asked(t, s, command.Command{Line: "next"})
	game, line, need := s.OpenQuestion().Moment(s.Game())
	first := game.AnswerEffects(line, need)
	game, line, need = s.OpenQuestion().Moment(s.Game())
	again := game.AnswerEffects(line, need)
	for name, a := range first {
		if a.Odds == nil || again[name].Odds != a.Odds {
			t.Errorf("%s is worked out twice", name)
		}
	}
	if len(first) < 3 {
		t.Errorf("only %d answers", len(first))
	}
	if other := game.AnswerEffectsWithPlan(line, need, func(string) map[string]string { return map[string]string{"kira.fend": "none"} }); other[rules.NoAnswer].Odds == first[rules.NoAnswer].Odds {
		t.Error("the odds with another answer given are those without")
	}
}
