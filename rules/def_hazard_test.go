package rules

import "testing"

func TestReadPoints(t *testing.T) {
	for _, c := range []struct {
		text string
		want DiceSum
		ok   bool
	}{
		{"2d6", DiceSum{2, 6, 0}, true}, {"d6", DiceSum{1, 6, 0}, true}, {"2D6+1", DiceSum{2, 6, 1}, true}, {"2d6−1", DiceSum{2, 6, -1}, true},
		{"7", DiceSum{0, 0, 7}, true}, {"2.5", DiceSum{0, 0, 2.5}, true}, {"0d6", DiceSum{}, false}, {"d1", DiceSum{}, false},
		{"-3", DiceSum{}, false}, {"2d", DiceSum{}, false}, {"d6+", DiceSum{}, false}, {"dov", DiceSum{}, false}, {"9999d6", DiceSum{}, false}, {"", DiceSum{}, false},
	} {
		got, ok := ParseDiceSum(c.text)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q: got %+v, %v; want %+v, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}

// Deals names the dice that a hazard throws for what was asked.
func TestDeals(t *testing.T) {
	rs := hybridPack(t)
	for _, c := range []struct {
		hazard string
		asked  float64
		dice   *DiceSum
		want   string
	}{
		{"fall", 4, nil, "2d6"}, {"fall", 5, nil, "3d6"}, {"blast", 2, nil, "6d6-6"}, {"blow", 0, &DiceSum{2, 8, 1}, "2d8+1"}, {"blow", 0, &DiceSum{0, 0, 7}, "7"},
	} {
		hazard, ok := rs.Hazards.Get(c.hazard)
		if !ok {
			t.Fatalf("no hazard %s", c.hazard)
		}
		if got := hazard.DiceText(rs, c.asked, c.dice); got != c.want {
			t.Errorf("%s %v: got %s, want %s", c.hazard, c.asked, got, c.want)
		}
	}
}
