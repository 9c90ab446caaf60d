package rules

import (
	"math"
	"testing"
)

// TestSharesOfBandsCountAllDice checks that the shares of a check with several dice are those of all of them, as in the odds of its action.
func TestSharesOfBandsCountAllDice(t *testing.T) {
	rs, s := trialOf(t, "MIGHT: 3, PACE: 4", "MIGHT: 1, PACE: 1")
	for name, d := range map[string]OngoingAction{
		"two that explode": {Action: "burst", Asked: 4},
		"named dice":       {Action: "wild", Asked: 4},
	} {
		p, err := rs.Preview(s, "ann", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		made := 0.0
		for _, b := range p.Roll.Bands() {
			if b.Made {
				made += b.Share
			}
		}
		if want := p.Roll.Likelihood().Made; math.Abs(made-want) > 1e-9 {
			t.Errorf("%s: the bands say %g, the odds %g", name, made, want)
		}
	}
}
