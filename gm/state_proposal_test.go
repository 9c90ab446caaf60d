package gm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
)

func proposes(t testing.TB, s *Session, p Proposal) Proposal {
	t.Helper()
	p, err := s.Proposals().Propose(p)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A proposal waits for its turn as a plan, one for a seat, is there after the program was ended, and becomes an entry of its
// seat when the game master takes it.
func TestProposalBecomesAnEntry(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, sample(t), dir, 3)
	do(t, s, "begin warehouse", "turn grell 30", "turn kira 2")
	proposes(t, s, Proposal{By: "kira", Line: "kira: check sword"})
	p := proposes(t, s, Proposal{By: "kira", Line: "kira:  attack grell", Text: "  at his\nhand \x1b[2J" + strings.Repeat("é", 300)})
	other := proposes(t, s, Proposal{By: "dov", Text: "I shout"})
	if list := s.Proposals().List(); len(list) != 2 || list[0] != p || list[1] != other || p.ID == other.ID {
		t.Fatalf("got %+v", list)
	}
	if p.Line != "kira: attack grell" || !strings.HasPrefix(p.Text, "at his hand [2J") || len([]rune(p.Text)) != maxProposalText {
		t.Errorf("got %+v", p)
	}
	entries := len(s.Log())
	if err := s.Proposals().CheckPossible(&p); err == nil || !strings.Contains(err.Error(), "acts at count") {
		t.Errorf("before the turn: %v", err)
	}
	var refused *rules.Refusal
	if _, err := s.Proposals().Take(p.ID); !errors.As(err, &refused) || len(s.Proposals().List()) != 2 {
		t.Errorf("before the turn: %v", err)
	}
	do(t, s, "next", "undo", "redo")
	s.Close()
	s = opened(t, sample(t), dir, 3)
	if of := s.Proposals().ProposalsBy("kira"); len(of) != 1 || of[0].Line != p.Line || of[0].ID != p.ID {
		t.Fatalf("opened again there is %+v", of)
	}
	if err := s.Proposals().CheckPossible(&p); err != nil {
		t.Errorf("at the turn: %v", err)
	}
	e, err := s.Proposals().Take(p.ID)
	if err != nil || e.By != "kira" || e.Line != p.Line || s.Log()[len(s.Log())-1].WrittenBy() != "kira" || s.Log()[0].WrittenBy() != "" {
		t.Fatalf("got %+v, %v", e, err)
	}
	if _, err := s.Proposals().Take(p.ID); !errors.Is(err, ErrSettled) || len(s.Log()) != entries+2 {
		t.Errorf("taken twice: %v, %d entries", err, len(s.Log()))
	}
	if e, err := s.Proposals().Take(other.ID); err != nil || e.Seq != 0 || len(s.Proposals().List()) != 0 {
		t.Errorf("words: %+v, %v", e, err)
	}
	if err := s.Proposals().Drop(99); err != nil {
		t.Error(err)
	}
	if next := proposes(t, s, Proposal{By: "kira", Text: "again"}); next.ID <= other.ID {
		t.Errorf("number %d is given a second time", next.ID)
	}
	s.Close()
	s = opened(t, sample(t), dir, 3)
	if log := s.Log(); log[len(log)-1].WrittenBy() != "kira" {
		t.Error("opened again nobody said it")
	}
}

// What stops at a question stays proposed until that is answered; changed by the game master it is done with all the same.
func TestProposalThatAsks(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 1", "next")
	do(t, s, "dice kira")
	p := proposes(t, s, Proposal{By: "kira", Line: "kira: glimpse"})
	var need *rules.Need
	if _, err := s.Proposals().Take(p.ID); !errors.As(err, &need) {
		t.Fatalf("got %v", err)
	}
	if q := s.OpenQuestion(); q.Command.By != "kira" || len(s.Proposals().List()) != 1 {
		t.Fatalf("asked %+v, proposed %+v", q, s.Proposals().List())
	}
	if e, err := s.Reply(s.OpenQuestion().ID, Reply{Faces: []int{30}}); err != nil || e.By != "kira" || len(s.Proposals().List()) != 0 {
		t.Errorf("answered: %+v, %v; proposed %+v", e, err, s.Proposals().List())
	}
	proposes(t, s, Proposal{By: "kira", Line: "kira: attack grell"})
	if e, err := s.Do(command.Command{Line: "kira: attack pummel", By: "kira"}); err != nil || len(s.Proposals().List()) != 0 {
		t.Errorf("changed: %+v, %v", e, err)
	}
}

// A line that is for the game master alone, or of another character, is not proposed.
func TestProposalsAreDeedsOfOnesOwn(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 1", "next")
	for _, line := range []string{"set grell PFT -9", "undo", "grell: attack kira", "attack grell", "kira: attack grell, df -4", "kira: attack grell, against 3",
		"kira: attack grell dice 1", "kira: attack grell because I say so", "kira: sing", "next", "kira: attack nobody", "kira: check sword, df 9", ""} {
		if line == "attack grell" {
			continue // hers, as it is her turn
		}
		if p, err := s.Proposals().Propose(Proposal{By: "kira", Line: line}); err == nil || len(s.Proposals().List()) != 0 {
			t.Errorf("%q is proposed: %+v", line, p)
		}
	}
}

// Undo is asked for by its entry: once another one came, it is left to the game master.
func TestUndoIsProposed(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	e := do(t, s, "begin warehouse", "set kira PFT -3")
	p := proposes(t, s, Proposal{By: "kira", Undo: e.Seq, Text: "that was Dov"})
	do(t, s, "set dov PFT -1")
	if _, err := s.Proposals().Take(p.ID); err == nil {
		t.Error("another entry is undone")
	}
	do(t, s, "undo")
	if err := s.Proposals().CheckPossible(&p); err != nil {
		t.Error(err)
	}
	if _, err := s.Proposals().Take(p.ID); err != nil || len(s.Proposals().List()) != 0 || len(s.inForce) != 1 {
		t.Errorf("%v, %d entries stand", err, len(s.inForce))
	}
}

// What is declined stays for its player to read, with what was said to it, until something else is proposed or done.
func TestProposalDeclined(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, sample(t), dir, 3)
	do(t, s, "begin warehouse", "turn kira 2", "next")
	p := proposes(t, s, Proposal{By: "kira", Line: "kira: attack grell", Told: "attack a man"})
	if err := s.Proposals().Decline(p.ID, " too far\naway "); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = opened(t, sample(t), dir, 3)
	of := s.Proposals().ProposalsBy("kira")
	if len(of) != 1 || !of[0].Declined || of[0].Why != "too far away" || of[0].Told != "attack a man" || len(s.Proposals().List()) != 0 {
		t.Errorf("got %+v, %v", of, s.Proposals().List())
	}
	if _, err := s.Proposals().Take(p.ID); !errors.Is(err, ErrSettled) {
		t.Errorf("taken: %v", err)
	}
	if err := s.Proposals().Decline(p.ID, ""); !errors.Is(err, ErrSettled) {
		t.Errorf("declined again: %v", err)
	}
	if again := proposes(t, s, of[0]); again.Declined || again.Why != "" || len(s.Proposals().List()) != 1 {
		t.Errorf("proposed again: %+v", again)
	}
}

// What the game master has a character do by hand is the end of what its player planned, but not of what she said.
func TestProposalsEndWithADeed(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 2", "next")
	proposes(t, s, Proposal{By: "kira", Line: "kira: attack grell"})
	proposes(t, s, Proposal{By: "dov", Text: "I shout"})
	do(t, s, "note nothing of it", "set kira PFT -1")
	if seq := s.Proposals().LastDeedSeq("kira"); seq != 0 {
		t.Errorf("her last deed is entry %d", seq)
	}
	if len(s.Proposals().List()) != 2 {
		t.Errorf("got %+v", s.Proposals().List())
	}
	do(t, s, "kira: attack pummel", "turn dov 3", "next", "dov: wait")
	if list := s.Proposals().List(); len(list) != 1 || list[0].Text != "I shout" {
		t.Errorf("got %+v", list)
	}
	do(t, s, "set kira PFT -2")
	if seq := s.Proposals().LastDeedSeq("kira"); seq != 0 {
		t.Errorf("what the game master had her do counts: entry %d", seq)
	}
	var attack int64
	for _, l := range s.Log() {
		if e, err := s.Entry(l.Seq()); err == nil && e.Line == "kira: attack pummel" {
			attack = e.Seq
		}
	}
	p := proposes(t, s, Proposal{By: "dov", Line: "dov: check dodging, set_up", Text: "like this"})
	undo := Proposal{By: "kira", Undo: attack, Text: "sorry"}
	for want, of := range map[string]Proposal{"check dodging, set_up “like this”": p, "“I shout”": {Text: "I shout"}, "undo kira: attack pummel “sorry”": undo} {
		if got := s.Proposals().Describe(&of); got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
}

// TestLastDeed looks for what a seat proposed, however much else was done since, and never for what others did.
func TestLastDeed(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 2", "next")
	plan := proposes(t, s, Proposal{By: "kira", Line: "kira: wait"})
	do(t, s, "kira: glimpse") // a secret roll takes no plan away
	if len(s.Proposals().ProposalsBy("kira")) == 0 {
		t.Error("her plan is gone after a secret roll")
	}
	e, err := s.Proposals().Take(plan.ID)
	if err != nil {
		t.Fatal(err)
	}
	for range maxRecent + 20 {
		do(t, s, "note it rains")
	}
	last := func() int64 { return s.Proposals().LastDeedSeq("kira") }
	if last() != e.Seq {
		t.Errorf("after many notes it is %d, want %d", last(), e.Seq)
	}
	do(t, s, "kira: check sword")
	if last() != e.Seq || s.Proposals().LastDeedSeq("") != 0 || s.Proposals().LastDeedSeq("dov") != 0 {
		t.Errorf("after a roll by hand it is %d, want %d", last(), e.Seq)
	}
	for range maxRecent + 22 {
		do(t, s, "undo")
	}
	if last() != 0 {
		t.Errorf("undone, it is %d", last())
	}
}

// What goes through by itself does so at the turn of who proposed it, where that was said, and not while anything is asked.
func TestProposalsThatGoThrough(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn grell 30", "turn kira 2")
	p := proposes(t, s, Proposal{By: "kira", Line: "kira: wait"})
	due := func(all bool) string { of, _ := s.Proposals().NextAutomatic(all); return of.Line }
	if got := due(true); got != "" {
		t.Errorf("before the turn: %s", got)
	}
	do(t, s, "next")
	if due(true) != p.Line || due(false) != "" {
		t.Errorf("at the turn: %q, unless it was said %q", due(true), due(false))
	}
	if err := s.Proposals().SetAuto("kira", true); err != nil || due(true) != "" {
		t.Errorf("turned off: %v, %q", err, due(true))
	}
	if err := s.Proposals().SetAuto("all", false); err != nil || due(false) != p.Line || !s.Proposals().IsAutomatic("dov", false) {
		t.Errorf("all: %v, %q", err, due(false))
	}
	if err := s.Proposals().SetAuto("nobody", false); err != nil || due(true) != "" {
		t.Errorf("nobody: %v, %q", err, due(true))
	}
	if err := s.Proposals().SetAuto("kira", false); err != nil || due(false) != p.Line {
		t.Errorf("kira: %v, %q", err, due(false))
	}
	proposes(t, s, Proposal{By: "kira", Line: "kira: raise sword"})
	if got := due(false); got != "" {
		t.Errorf("what cannot happen: %s", got)
	}
}

// A plan may also be to wait, to give up what is on the way, to buy a rank, and how hours are spent.
func TestProposalsThatAreNoDeeds(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 2")
	for line, barred := range map[string]string{"kira: wait": "wait only when their turn comes", "kira: give up": "no action to give up", "kira: raise sword": "costs", "kira: pass 1 h resting": "in a fight"} {
		p := proposes(t, s, Proposal{By: "kira", Line: line})
		if err := s.Proposals().CheckPossible(&p); err == nil || !strings.Contains(err.Error(), barred) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"dov: wait", "wait", "kira: raise sword because she may", "raise kira sword", "kira: train 4 h teacher because she asks", "kira: pass 1 h resting by dov", "kira: wait dice 3"} {
		if p, err := s.Proposals().Propose(Proposal{By: "kira", Line: line}); err == nil {
			t.Errorf("%q is proposed: %+v", line, p)
		}
	}
}

// What a player typed is one line on every screen, whatever is in it.
func TestWhatPlayersType(t *testing.T) {
	for text, want := range map[string]string{
		" I  shout\n\x07at\x1b[31m him ": "I shout at [31m him",
		"\u202egnihton\u202c\u200b":      "gnihton",
		"wave 👋🏽 ✌\ufe0f":                "wave 👋 ✌",
		"Zoë Ångström":                   "Zoë Ångström",
		"caf\xe9":                        "caf",
		strings.Repeat("Ж", 50):          strings.Repeat("Ж", 40),
	} {
		if got := CleanText(text, 40); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestSeveralAtRest: at rest a player may propose several things; one that is done leaves the others, and what is for a turn replaces all.
func TestSeveralAtRest(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "gather")
	for _, line := range []string{"kira: check sword", "kira: pass 8 h sleeping", "kira: check balance", "kira: check sword"} {
		proposes(t, s, Proposal{By: "kira", Line: line, Beside: true})
	}
	proposes(t, s, Proposal{By: "kira", Text: "I whistle", Beside: true})
	proposes(t, s, Proposal{By: "dov", Line: "dov: check sword", Beside: true})
	lines := func() (list []string) {
		for _, of := range s.Proposals().ProposalsBy("kira") {
			list = append(list, of.Line+of.Text)
		}
		return list
	}
	if got, want := lines(), []string{"kira: pass 8 h sleeping", "kira: check balance", "kira: check sword", "I whistle"}; !slices.Equal(got, want) {
		t.Errorf("proposed %q, want %q", got, want)
	}
	check := s.Proposals().ProposalsBy("kira")[1]
	if err := s.Proposals().CheckPossible(&check); err != nil || check.Number != 3 {
		t.Errorf("%+v is barred: %v", check, err)
	}
	if e, err := s.Proposals().Take(check.ID); err != nil || e.By != "kira" {
		t.Errorf("taken: %+v, %v", e, err)
	}
	do(t, s, "kira: check sword")
	if got, want := lines(), []string{"kira: pass 8 h sleeping", "I whistle"}; !slices.Equal(got, want) {
		t.Errorf("after two are done %q, want %q", got, want)
	}
	for n := range maxProposals {
		proposes(t, s, Proposal{By: "kira", Text: fmt.Sprint("and ", n), Beside: true})
	}
	if got := lines(); len(got) != maxProposals || got[0] != "and 0" {
		t.Errorf("too many: %q", got)
	}
	proposes(t, s, Proposal{By: "kira", Line: "kira: attack dov"})
	if got := lines(); len(got) != 1 || len(s.Proposals().ProposalsBy("dov")) != 1 {
		t.Errorf("for the turn: %q", got)
	}
}

// TestChecksThatPlayersRoll: where the game master allows it, a check at rest is due at once, unless its player is away.
func TestChecksThatPlayersRoll(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "gather")
	proposes(t, s, Proposal{By: "kira", Line: "kira: pass 8 h sleeping", Beside: true})
	check := proposes(t, s, Proposal{By: "kira", Line: "kira: check sword", Beside: true})
	due := func(want int64) {
		t.Helper()
		if of, _ := s.Proposals().NextAutomatic(true); of.ID != want {
			t.Errorf("due is %+v, want %d", of, want)
		}
	}
	due(0)
	if err := s.Proposals().SetAuto(AutoChecks, true); err != nil {
		t.Fatal(err)
	}
	due(check.ID)
	do(t, s, "absent kira")
	due(0)
	do(t, s, "here kira", "next")
	due(0)
}

// TestPlanOfOneWhoIsAway: what a player planned isn't carried out once that one is away.
func TestPlanOfOneWhoIsAway(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 2", "next")
	plan := proposes(t, s, Proposal{By: "kira", Line: "kira: wait"})
	if of, ok := s.Proposals().NextAutomatic(true); !ok || of.ID != plan.ID {
		t.Errorf("due: %+v", of)
	}
	do(t, s, "absent kira")
	if of, ok := s.Proposals().NextAutomatic(true); ok {
		t.Errorf("away: %+v is due", of)
	}
}

// TestAwayProposesNothing: what a player proposed before being away is declined, and does not go through by itself once the player is back.
func TestAwayProposesNothing(t *testing.T) {
	s := opened(t, sample(t), "", 3)
	do(t, s, "begin warehouse", "turn kira 1", "turn dov 2")
	proposes(t, s, Proposal{By: "kira", Line: "kira: attack grell"})
	proposes(t, s, Proposal{By: "dov", Line: "dov: attack grell"})
	do(t, s, "absent kira", "next")
	if of, ok := s.Proposals().NextAutomatic(true); ok {
		t.Errorf("away: %+v goes through", of)
	}
	proposes(t, s, Proposal{By: "kira", Line: "here kira"})
	back := s.Proposals().ProposalsBy("kira")[0]
	if err := s.Proposals().CheckPossible(&back); err != nil {
		t.Errorf("to be back in a fight is barred: %v", err)
	}
	if _, err := s.Proposals().Take(back.ID); err != nil {
		t.Error(err)
	}
	if of, ok := s.Proposals().NextAutomatic(true); ok {
		t.Errorf("back: %+v goes through", of)
	}
	if list := s.Proposals().ProposalsBy("dov"); len(list) != 1 || list[0].Declined {
		t.Errorf("another one's: %+v", list)
	}
}
