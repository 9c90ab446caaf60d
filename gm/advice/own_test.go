package advice_test

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestOwnHarmComesLast: what only wounds the one who does it is no advice against an opponent.
func TestOwnHarmComesLast(t *testing.T) {
	s, _, err := gm.Open(gmtest.Campaign(t, "heresiarch", nil), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "begin proving_ground", "next")
	list := s.Ranking("hybrid_one").Advise(s.State().Find("hybrid_one"))
	best, falls := -1, -1
	for i, v := range list {
		if v.Hurt > 0 && v.Worth > 0 && best < 0 {
			best = i
		}
		if v.Line == "trapdoor" {
			falls = i
		}
	}
	if best != 0 || falls < len(list)/2 || list[falls].Worth >= 0 {
		t.Errorf("of %d, a blow comes at %d and a fall at %d", len(list), best, falls)
	}
}
