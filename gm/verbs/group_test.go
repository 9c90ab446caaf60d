package verbs_test

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestNounsAndTitles: a contest names the skill of a task, whose label is a deed, and the title of a group at a place says where each is.
func TestNounsAndTitles(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{3})})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin mole")
	for line, want := range map[string]string{
		"contest kira persuade_guard against dov persuasion, dice 97 97": "Kira pits her persuasion against Dov's persuasion, but neither wins",
		"place kira and dov table":                                       "Kira and Dov are at the table on trestles",
	} {
		gmtest.Do(t, s, line)
		log := s.Log()
		if got := log[len(log)-1].Text(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestPaymentIsOneSentence: who pays whom how much is told at once, of several who pay too.
func TestPaymentIsOneSentence(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "cold_lantern", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gmtest.Do(t, s, "begin lock_four")
	for line, want := range map[string]string{"pay pell 40 by juno": "Juno pays Pell 40 credits. ·", "pay hatch 5 by juno and oren": "Juno and Oren each pay Hatch 5 credits. ·"} {
		gmtest.Do(t, s, line)
		log := s.Log()
		if got := log[len(log)-1].Text(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
