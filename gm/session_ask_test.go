package gm

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// askedSession is a session between fights in which Kira and Dov have phones.
func askedSession(t *testing.T, dir string) *Session {
	t.Helper()
	s := opened(t, gmtest.Sample(t), dir, 3)
	if err := s.KeepSeating(Seating{Seats: []Seat{{Key: "kira", Evening: s.EveningNumber()}, {Key: "dov", Evening: s.EveningNumber()}}}); err != nil {
		t.Fatal(err)
	}
	do(t, s, "gather", "ask kira and dov and ilse hiding")
	return s
}

// questionOf returns what a player is asked, which there must be.
func questionOf(t *testing.T, s *Session, key string) *Question {
	t.Helper()
	list := s.Questions(key)
	if len(list) == 0 {
		t.Fatalf("%s is asked nothing", key)
	}
	return list[len(list)-1]
}

// rolls has a player roll what was asked for.
func rolls(t *testing.T, s *Session, key string, r Reply) Entry {
	t.Helper()
	e, err := s.Reply(questionOf(t, s, key).ID, r)
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return e
}

// What is asked for is kept when the program ends, and stands through entries and undos; the last roll makes one entry.
func TestAskStands(t *testing.T) {
	dir := t.TempDir()
	s := askedSession(t, dir)
	before := questionOf(t, s, "kira").ID
	do(t, s, "set ilse PFT -1", "undo")
	if now := questionOf(t, s, "kira").ID; now != before {
		t.Errorf("the question is another one after an entry: %d, %d", now, before)
	}
	do(t, s, "set ilse PFT -1")
	if _, err := s.Reply(before, Reply{Text: "101"}); err == nil || errors.Is(err, ErrSettled) { // nobody has looked since the entry
		t.Errorf("a face that the die has not: %v", err)
	}
	if e := rolls(t, s, "kira", Reply{Text: "12"}); e.Seq != 0 {
		t.Errorf("an entry while Dov has not rolled: %+v", e)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, gmtest.Sample(t), dir, 4)
	if got := s.Asks(); len(got) != 1 || !slices.Equal(got[0].PendingKeys(s.State()), []string{"dov"}) {
		t.Fatalf("opened again: %+v", got)
	}
	e := rolls(t, s, "dov", Reply{Rest: true})
	if e.Line != "roll hiding by kira and dov and ilse" || len(e.Dice) != 3 || !e.Dice[0].Typed || e.Dice[0].Result != 12 || e.Dice[1].Typed || len(s.Asks()) != 0 {
		t.Errorf("the entry: %+v", e)
	}
}

// While the desk answers a question nothing is rolled under it; it is as soon as that is settled.
func TestAskWaitsForTheDesk(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 3)
	if err := s.KeepSeating(Seating{Seats: []Seat{{Key: "dov", Evening: s.EveningNumber()}}}); err != nil {
		t.Fatal(err)
	}
	do(t, s, "begin warehouse", "turn grell 1", "turn kira 30", "next", "attack kira", "ask dov hiding")
	open := needs(t, s, command.Command{Line: "next"})
	if e := rolls(t, s, "dov", Reply{Text: "7"}); e.Seq != 0 || s.OpenQuestion() != open {
		t.Errorf("rolled under a question: %+v", e)
	}
	if _, err := s.Reply(open.ID, Reply{Choice: "none"}); err != nil {
		t.Fatal(err)
	}
	if e, err := s.CloseAsk(); err != nil || !strings.Contains(e.Line, "roll hiding by dov") {
		t.Errorf("afterwards: %+v, %v", e, err)
	}
}

// Whose dice are typed at the desk is asked there, with those of the players as they were rolled; taken back, it may be rolled again.
func TestAskAtTheDesk(t *testing.T) {
	s := askedSession(t, "")
	do(t, s, "dice all")
	rolls(t, s, "kira", Reply{Text: "12"})
	var need *rules.Need
	if _, err := s.Reply(questionOf(t, s, "dov").ID, Reply{Rest: true}); !errors.As(err, &need) || need.Who != "ilse" {
		t.Fatalf("the last roll asks %v", err)
	}
	if err := s.Withdraw(s.OpenQuestion().ID); err != nil {
		t.Fatal(err)
	}
	if e, err := s.CloseAsk(); e.Seq != 0 || err != nil || len(s.Asks()) != 1 {
		t.Errorf("taken back, it is asked again by itself: %v", err)
	}
	if _, err := s.Do(command.Command{Line: "ask rest", Typed: true}); !errors.As(err, &need) {
		t.Fatalf("ask rest: %v", err)
	}
	if e, err := s.Reply(s.OpenQuestion().ID, Reply{Text: "40"}); err != nil || len(e.Dice) != 3 || e.Dice[2].Result != 40 || len(s.Asks()) != 0 {
		t.Errorf("the entry: %+v, %v", e, err)
	}
}

// Who leaves is waited for no more; a check that is dropped is asked of nobody.
func TestAskOfOneWhoLeaves(t *testing.T) {
	s := askedSession(t, "")
	rolls(t, s, "kira", Reply{Text: "12"})
	do(t, s, "remove dov")
	if e, err := s.CloseAsk(); err != nil || e.Line != "roll hiding by kira and ilse" {
		t.Errorf("%+v, %v", e, err)
	}
	do(t, s, "ask kira climbing", "ask drop")
	if list := s.Questions("kira"); len(list) > 0 {
		t.Errorf("asked after it was dropped: %+v", list[0])
	}
}

// A roll that a player must not see is no question, and one in secret isn't either.
func TestAskInSecret(t *testing.T) {
	s := askedSession(t, "")
	do(t, s, "ask drop", "ask kira hiding, secretly", "ask kira general_perception")
	if list := s.Questions("kira"); len(list) > 0 {
		t.Errorf("asked: %+v", list[0])
	}
}

// TestAskFirst: asking may be the first line of a campaign; a phone of an earlier evening that was not heard of since is none.
func TestAskFirst(t *testing.T) {
	s := opened(t, gmtest.Sample(t), "", 3)
	if err := s.KeepSeating(Seating{Seats: []Seat{{Key: "kira", Evening: s.EveningNumber()}, {Key: "dov", Evening: s.EveningNumber() - 1}}}); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"ask": "No player is asked for a check.", "ask rest": "", "ask nobody hiding": ""} {
		if e, err := s.Do(command.Command{Line: line}); want != "" && (err != nil || e.Lines[0] != want) || want == "" && err == nil || len(s.Log()) > 0 {
			t.Errorf("%s: %q, %v, %d entries", line, e.Lines, err, len(s.Log()))
		}
	}
	if e, err := s.Do(command.Command{Line: "ask kira and dov hiding"}); err != nil || e.Lines[0] != "Asked for hiding: Kira; aloud: Dov" || len(s.Log()) != 1 {
		t.Errorf("%q, %v, %d entries", e.Lines, err, len(s.Log()))
	}
}
