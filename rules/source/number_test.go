package source

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, row := range []struct {
		text string
		want float64
		ok   bool
	}{
		{"3", 3, true}, {"-0.5", -0.5, true}, {"−2", -2, true}, {"+4", 4, true}, {"1e3", 1000, true}, {"5/7", 5.0 / 7, true}, {"-1/2", -0.5, true}, {"1e15", 1e15, true},
		{"", 0, false}, {"NaN", 0, false}, {"nan", 0, false}, {"Inf", 0, false}, {"-infinity", 0, false}, {"1e300", math.Inf(1), false}, {"1e999", math.Inf(1), false},
		{"0x10", 0, false}, {"1_0", 0, false}, {"5/0", math.Inf(1), false}, {"0/0", 0, false}, {"1/2/3", 0, false}, {"1/", 0, false}, {"two", 0, false},
	} {
		if got, ok := ReadNumber(row.text); got != row.want || ok != row.ok {
			t.Errorf("Number(%q) = %v, %v; want %v, %v", row.text, got, ok, row.want, row.ok)
		}
	}
}
