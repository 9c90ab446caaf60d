package players

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// TestWonByHand fells people of the other side by hand: who saw them all fall reads that the fight was won, and who saw one stand does not.
func TestWonByHand(t *testing.T) {
	all := []string{"wren", "hanne", "rower"}
	for _, felled := range [][]string{all[2:], all} {
		s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock(), Dice: rules.NewSeededDice([32]byte{5})})
		if err != nil {
			t.Fatal(err)
		}
		gmtest.Do(t, s, "begin tide_turn", "initiative all")
		for _, key := range felled {
			gmtest.Do(t, s, "reveal "+key, "hurt "+key+" 90 cutting head")
		}
		gmtest.Do(t, s, "finish")
		seen, err := NewTelling(s).SeatViewOf("ilse")
		if err != nil {
			t.Fatal(err)
		}
		want := collect.Choose(len(felled) < len(all), "broken off", rules.OutcomeWon)
		if last := seen.Log[len(seen.Log)-1].Text; !strings.Contains(last, want) {
			t.Errorf("%v are down: %s, want %s", felled, last, want)
		}
	}
}
