package rules

import (
	"math"
	"testing"
)

// TestInitiativeOdds compares the odds of a tally of two dice with every way that two nested loops count.
func TestInitiativeOdds(t *testing.T) {
	rs := hybridPack(t)
	s := &State{}
	sheet := sheetOf(t, rs, "kira")
	s.Actors = append(s.Actors, rs.NewActor("kira", sheet))
	list, err := rs.InitiativeOdds(s, "kira")
	if err != nil {
		t.Fatal(err)
	}
	counted := map[float64]float64{}
	least := list[0].Counts
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			counted[least-2+float64(a+b)] += 1.0 / 36
		}
	}
	if len(list) != len(counted) {
		t.Fatalf("%d numbers of counts, not %d: %v", len(list), len(counted), list)
	}
	for _, turn := range list {
		if math.Abs(turn.Probability-counted[turn.Counts]) > 1e-12 {
			t.Errorf("count %g: %g, not %g", turn.Counts, turn.Probability, counted[turn.Counts])
		}
	}
	if sooner, same := CompareInitiative(list, list); math.Abs(2*sooner+same-1) > 1e-12 {
		t.Errorf("against the same: %g sooner, %g at the same count", sooner, same)
	}
}
