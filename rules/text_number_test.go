package rules

import "testing"

// TestPercent holds that what can fail is never shown as certain, nor what is possible as impossible.
func TestPercent(t *testing.T) {
	for _, c := range []struct {
		p          float64
		whole, one string
	}{
		{0, "0%", "0.0%"},
		{0.000001, "<1%", "<0.1%"},
		{0.004, "<1%", "0.4%"},
		{0.01, "1%", "1.0%"},
		{0.57, "57%", "57.0%"},
		{2.0 / 3, "66%", "66.7%"},
		{0.996, "99%", "99.6%"},
		{0.9996, "99%", ">99.9%"},
		{1 - 1e-15, "100%", "100.0%"},
		{1, "100%", "100.0%"},
	} {
		if got := FormatPercent(c.p); got != c.whole {
			t.Errorf("%v in whole per cent: got %s, want %s", c.p, got, c.whole)
		}
		if got := FormatPercentTo(c.p, 1); got != c.one {
			t.Errorf("%v with a decimal: got %s, want %s", c.p, got, c.one)
		}
	}
}
