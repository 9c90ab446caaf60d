package command

import (
	"math"
	"testing"

	"hybrid/rules"
)

func TestWhatRoundsToNothing(t *testing.T) {
	negative := math.Copysign(0, -1)
	for _, row := range []struct {
		by              float64
		signed, changed string
	}{
		{-3, "−3", "PFT −3"}, {0.5, "+0.5", "PFT +0.5"}, {-0.01, "−0.01", "PFT −0.01"},
		{-0.004, "0", ""}, {0.004, "0", ""}, {0, "0", ""}, {negative, "0", ""},
	} {
		if got := Signed(row.by); got != row.signed {
			t.Errorf("Signed(%v) = %q, want %q", row.by, got, row.signed)
		}
		if got := Changed(&rules.Event{Kind: rules.EventPool, What: "PFT", By: row.by}); got != row.changed {
			t.Errorf("Changed(%v) = %q, want %q", row.by, got, row.changed)
		}
	}
}

// A die that has to be low stands against the chance, one that has to be high against the least that does.
func TestRolledAgainst(t *testing.T) {
	for _, row := range []struct {
		o    rules.Outcome
		want string
	}{
		{rules.Outcome{Roll: 30, Chance: 58.4, Margin: 28.4, Success: true}, "30≤58.4"},
		{rules.Outcome{Roll: 70, Chance: 58.4, Margin: -11.6}, "70>58.4"},
		{rules.Outcome{Roll: 12, Chance: 11, Margin: 2, Success: true, High: true}, "12≥10"},
		{rules.Outcome{Roll: 9, Chance: 11, Margin: -1, High: true}, "9<10"},
		{rules.Outcome{Roll: 9, Chance: 2.5, Margin: -1.5, High: true}, "9<11"},
		{rules.Outcome{Roll: 20, Chance: 2, Margin: -4, Success: true, High: true}, "20"},
	} {
		if got := RolledAgainst(&row.o); got != row.want {
			t.Errorf("%+v: %s, want %s", row.o, got, row.want)
		}
	}
}
