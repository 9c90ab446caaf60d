package gm

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// atTheParry is a session in which an attack takes effect that one may answer.
func atTheParry(t testing.TB, dir string) *Session {
	t.Helper()
	s := opened(t, gmtest.Sample(t), dir, 3)
	do(t, s, "begin warehouse", "turn grell 1", "turn kira 30", "next", "attack kira")
	return s
}

// needs carries a command out that must stop at a question.
func needs(t testing.TB, s *Session, c command.Command) *Question {
	t.Helper()
	var need *rules.Need
	if _, err := s.Do(c); !errors.As(err, &need) {
		t.Fatalf("%s stops at no question: %v", c.Line, err)
	}
	if q := s.OpenQuestion(); q == nil || q.Need.Text != need.Text {
		t.Fatalf("asked is %+v, not %v", q, need)
	}
	return s.OpenQuestion()
}

// The question says as data who answers which step of what.
func TestAskedIsState(t *testing.T) {
	s := atTheParry(t, "")
	q := needs(t, s, command.Command{Line: "next"})
	if n := q.Need; n.Who != "kira" || n.Whom != "grell" || n.Action != "attack" || n.Tool != "bastard_sword" || n.Step == "" || len(n.Choices) == 0 {
		t.Errorf("got %+v", n)
	}
	if again := needs(t, s, command.Command{Line: "next"}); again != q {
		t.Error("the same question asked again is another one")
	}
	var refused *rules.Refusal
	if _, err := s.Reply(q.ID, Reply{Choice: "sing"}); !errors.As(err, &refused) || s.OpenQuestion() != q {
		t.Errorf("a reply that is none: %v, asked %v", err, s.OpenQuestion())
	}
	if _, err := s.Reply(q.ID, Reply{Faces: []int{3}}); !errors.As(err, &refused) || s.OpenQuestion() != q {
		t.Errorf("a die for a choice: %v", err)
	}
	entries := len(s.Log())
	if _, err := s.Reply(q.ID, Reply{Choice: "parry"}); err != nil || s.OpenQuestion() != nil || len(s.Log()) != entries+1 {
		t.Fatalf("answered: %v, asked %v", err, s.OpenQuestion())
	}
	if _, err := s.Reply(q.ID, Reply{Choice: "parry"}); !errors.Is(err, ErrSettled) || len(s.Log()) != entries+1 {
		t.Errorf("answered twice: %v", err)
	}
}

// Withdrawn, or overtaken by another entry, a question is settled; one that only looks leaves it open.
func TestAskedNoMore(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range []struct {
		name, line string
		open       bool
	}{{"another entry", "note it rains", false}, {"undone", "undo", false}, {"only looked", "history", true}, {"refused", "attack nobody", true}} {
		t.Run(row.name, func(t *testing.T) {
			s := atTheParry(t, "")
			q := needs(t, s, command.Command{Line: "next"})
			s.Do(command.Command{Line: row.line})
			if open := s.OpenQuestion() == q; open != row.open {
				t.Errorf("open %t, want %t", open, row.open)
			}
		})
	}
	s := atTheParry(t, "")
	q := needs(t, s, command.Command{Line: "next"})
	if err := s.Withdraw(q.ID + 1); err != nil || s.OpenQuestion() != q {
		t.Errorf("another one withdrawn: %v, %v", err, s.OpenQuestion())
	}
	if err := s.Withdraw(q.ID); err != nil || s.OpenQuestion() != nil {
		t.Errorf("withdrawn: %v, %v", err, s.OpenQuestion())
	}
	if _, err := s.Reply(q.ID, Reply{Choice: "parry"}); !errors.Is(err, ErrSettled) {
		t.Errorf("answered after that: %v", err)
	}
}

// A question is there again, with the dice that fell and were typed before it, when the program ended in between; and the
// number of the next one is another.
func TestAskedAfterAKill(t *testing.T) {
	dir := t.TempDir()
	s := atTheParry(t, dir)
	do(t, s, "dice all")
	q := needs(t, s, command.Command{Line: "next", Typed: true})
	var need *rules.Need
	if _, err := s.Reply(q.ID, Reply{Choice: "none"}); !errors.As(err, &need) || need.Die != 100 || need.Who != "grell" {
		t.Fatalf("no die is asked for: %v", err)
	}
	if _, err := s.Reply(s.OpenQuestion().ID, Reply{Faces: []int{20}}); !errors.As(err, &need) {
		t.Fatalf("no second die is asked for: %v", err)
	}
	last := s.OpenQuestion()
	s.Close()
	s = opened(t, gmtest.Sample(t), dir, 9)
	back := s.OpenQuestion()
	if back == nil || back.ID != last.ID || back.Need.Text != last.Need.Text || back.Command.Answers["kira."+q.Need.Step] != "none" || len(back.Command.Dice["grell"]) != 1 {
		t.Fatalf("got %+v, want %+v", back, last)
	}
	entries := len(s.Log())
	if _, err := s.Reply(back.ID, Reply{Rest: true}); err != nil || len(s.Log()) != entries+1 {
		t.Fatalf("answered after that: %v", err)
	}
	if e := s.Log()[entries]; !(e.record.payload().Dice[0].Result == 20 && e.record.payload().Dice[0].Typed) {
		t.Errorf("the die that was typed before is %+v", e.record.payload().Dice)
	}
	s.Close()
	s = opened(t, gmtest.Sample(t), dir, 9)
	if s.OpenQuestion() != nil || s.last != last.ID {
		t.Errorf("settled, it is there again: %v, last %d, want %d", s.OpenQuestion(), s.last, last.ID)
	}
	q = needs(t, s, command.Command{Line: "initiative dov", Typed: true})
	if err := s.Withdraw(q.ID); err != nil || q.ID <= last.ID {
		t.Errorf("number %d after %d, %v", q.ID, last.ID, err)
	}
	s.Close()
	if s = opened(t, gmtest.Sample(t), dir, 9); s.OpenQuestion() != nil {
		t.Errorf("withdrawn, it is there again: %v", s.OpenQuestion())
	}
}

// Two who answer the same questions, in whichever order, settle each once.
func TestAskedOfTwo(t *testing.T) {
	gmtest.SkipIfShort(t)
	s := atTheParry(t, "")
	rng := rand.New(rand.NewPCG(1, 1))
	settled := 0
	for range 1000 {
		q := needs(t, s, command.Command{Line: "next"})
		entries := len(s.Log())
		replies := []Reply{{Choice: q.Need.ChoiceNames()[rng.IntN(len(q.Need.ChoiceNames()))]}, {Choice: "none"}}
		rng.Shuffle(2, func(i, j int) { replies[i], replies[j] = replies[j], replies[i] })
		for _, r := range replies {
			if _, err := s.Reply(q.ID, r); errors.Is(err, ErrSettled) {
				settled++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if len(s.Log()) != entries+1 {
			t.Fatalf("%d entries more", len(s.Log())-entries)
		}
		do(t, s, "undo")
	}
	if settled != 1000 {
		t.Errorf("%d of 1000 second replies found it settled", settled)
	}
}

// What was answered to a question stays its answer where changed dice lead to another question, which alone is answered behind
// them; an answer that is for no other question is that of the first.
func TestAnswersThatStay(t *testing.T) {
	at := gmtest.Campaign(t, "two_tribes", nil)
	s := opened(t, at, "", 3)
	do(t, s, "begin skirmish_at_the_well", "next")
	q := needs(t, s, command.Command{Line: "red_champion: attack blue_warrior_1, dice hit save save hit"})
	for _, choice := range []string{"forge_die", rules.NoAnswer, rules.NoAnswer} {
		s.Reply(q.ID, Reply{Choice: choice})
		q = s.OpenQuestion()
	}
	if q != nil || s.State().Find("red") == nil {
		t.Fatalf("still asked: %+v", q)
	}
	for _, row := range []struct {
		line  string
		comes []string
		not   string
	}{
		{"mend 3 dice hit wild, answer 1", []string{"feat: a die more", "wilds 1"}, "wilds 0"},
		{"mend 3 dice hit wild, answer none, answer 0", []string{"wilds 0"}, "feat: a die more"},
		{"mend 3, answer none", []string{"attack 1 hit, 1 save"}, "feat: a die more"},
	} {
		do(t, s, row.line)
		now := s.Plan().Entries[0].Now
		for _, text := range row.comes {
			if !strings.Contains(now, text) || strings.Contains(now, row.not) {
				t.Errorf("%s comes to %s", row.line, now)
			}
		}
		do(t, s, "refuse")
	}
}
