package gm

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/purchase"
)

// TestSeldomRefused brings about what no single line of a transcript does: lines that are long or many, dice typed by a screen, what a
// phone proposes, and calls of other packages.
func TestSeldomRefused(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	line := func(c command.Command) func(*Session) error {
		return func(s *Session) error { _, err := s.Do(c); return err }
	}
	propose := func(p Proposal) func(*Session) error {
		return func(s *Session) error { _, err := s.Proposals().Propose(p); return err }
	}
	initiativeOdds := func(s *Session) error { _, err := s.Rules().InitiativeOdds(s.State(), "ann"); return err }
	for _, row := range []struct {
		game string // a folder, else the sample
		do   []string
		err  func(*Session) error
		want string
	}{
		{"", nil, line(command.Command{Line: strings.Repeat("ab ", 700)}), "This line is too long. Use at most 2000 letters."},
		{"", []string{"turn kira 1", "next", "attack grell"}, line(command.Command{Line: "next, answer none", Dice: map[string][]int{"kira": {101}}}), "A d100 has no 101. Type 1 to 100."},
		{"", []string{"turn kira 1", "next", "attack grell", "next, answer none dice 99 3 4"}, line(command.Command{Line: "amend 4, df 1", Faces: []int{5}}), "No more dice are asked for. Remove the last."},
		{"", nil, propose(Proposal{By: "kira"}), "Enter a proposal."},
		{"", nil, propose(Proposal{By: "kira", Line: "dov: crouch"}), "Players can't propose “dov: crouch”."},
		{"", nil, propose(Proposal{By: "kira", Line: "finish"}), "Players can't propose “finish”."},
		{"", []string{"note one", "note two"}, func(s *Session) error { return s.Proposals().CheckPossible(&Proposal{By: "kira", Undo: 2}) }, "Other entries follow it now. Undo it from the history."},
		{"", nil, func(s *Session) error {
			_, err := s.Rules().Preview(s.State(), "kira", rules.OngoingAction{Action: "attack"}, nil)
			return err
		}, "Attack needs a target. Name a combatant."},
		{"", nil, func(s *Session) error { _, err := s.RevealSeeds(7); return err }, "Session 7 has rolled no dice from a seed."},
		{"", []string{"turn kira 1", "next", "attack grell"}, line(command.Command{Line: "next", Answers: map[string]string{"grell.answer": "parry (difficult 3)"}}), "Difficult doesn't take 3."},
		{"", nil, func(s *Session) error { _, err := s.Rules().Next(s.State(), rules.DecisionInput{}); return err }, "Nothing is pending. Type `initiative` to roll for the combatants."},
		{"testdata/few/game", []string{"begin yard"}, initiativeOdds, "Initiative has more than 100000 possible results. Simulate an encounter instead."},
		{"testdata/camps/game", []string{"begin yard"}, initiativeOdds, "No combatant rolls initiative in these rules: sides take turns."},
		{"testdata/few/game", []string{"begin yard"}, func(s *Session) error {
			_, err := purchase.SkillWorth(s.Rules(), s.State(), "ann", s.Rules().Skills.All[0])
			return err
		}, "This game has no skill checks."},
	} {
		c := sample(t)
		if row.game != "" {
			c = gmtest.Campaign(t, row.game, nil)
		} else {
			row.do = append([]string{"begin warehouse fresh"}, row.do...)
		}
		s := opened(t, c, "", 1)
		do(t, s, row.do...)
		if err := row.err(s); err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v", row.want, err)
		}
	}
}

// TestLongHandout refuses to show a text that is longer than phones are sent.
func TestLongHandout(t *testing.T) {
	c, err := campaign.Open(folderOf(t, map[string]string{
		"campaign.yaml": "campaign: {label: Long}\ncast: [kira]\n", "encounters/yard.yaml": "combatants: {kira: {side: ours}}\n", "handouts/long.txt": strings.Repeat("on and on ", 900),
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, c, "", 1)
	do(t, s, "begin yard")
	if got := refused(t, s, command.Command{Line: "show long.txt to kira"}); got != "“long.txt” is larger than 8 kB. Show a part of it." {
		t.Error(got)
	}
}

// TestMostNotes pins as many notes to a combatant as possible; when one is dropped, as the refusal says, another is taken.
func TestMostNotes(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	do(t, s, "begin warehouse fresh")
	for n := range 99 {
		do(t, s, fmt.Sprintf("note kira: %d", n))
	}
	if got := refused(t, s, command.Command{Line: "note kira: one more"}); got != "Kira Vance has 99 notes, the most possible. Drop one: `note kira drop 1`." {
		t.Error(got)
	}
	do(t, s, "note kira drop 1", "note kira: one more")
}

// TestMostThreads opens as many threads as possible; when one is closed, as the refusal says, another is taken in its place.
func TestMostThreads(t *testing.T) {
	s := opened(t, sample(t), "", 1)
	for n := range 99 {
		do(t, s, fmt.Sprintf("thread %d of 99", n))
	}
	if got := refused(t, s, command.Command{Line: "thread one more"}); got != "The campaign has 99 open threads, the most possible. Close one: `thread 1 closed`." {
		t.Error(got)
	}
	do(t, s, "thread 1 closed", "thread one more")
	if open := s.State().OpenThreads(); len(open) != 99 || open[98] != "one more" || open[0] != "1 of 99" {
		t.Errorf("%d threads, from %q to %q", len(open), open[0], open[len(open)-1])
	}
}
