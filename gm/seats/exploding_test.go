package seats

import (
	"testing"

	"hybrid/gm/players"
	"hybrid/rules"
)

// TestExplodingDieIsExplained checks that the terms of a target explain the target, although the die itself can't show as much, and that an
// extra die is named behind the tool of its roll.
func TestExplodingDieIsExplained(t *testing.T) {
	roll := players.Roll{Likelihood: rules.Likelihood{Number: 7, Least: 7, Most: 7, Faces: rules.Faces{Die: 6, From: 6, To: 6, High: true, More: true}}}
	if got := explainedNumber(&roll); got != "7" {
		t.Errorf("explained is %q, want 7", got)
	}
	if roll.Faces.More = false; explainedNumber(&roll) != "6" {
		t.Errorf("explained is %q for a plain die, want 6", explainedNumber(&roll))
	}
	v := view{SeatView: players.SeatView{Question: &players.Question{For: "attack, wild", With: "Sword"}}}
	if got := v.RollFor(); got != "Attack with sword, wild" {
		t.Errorf("the roll is called %q", got)
	}
}
