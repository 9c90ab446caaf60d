package command_test

import (
	"math"
	"testing"

	"hybrid/gm/command"
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
		if got := command.FormatSigned(row.by); got != row.signed {
			t.Errorf("Signed(%v) = %q, want %q", row.by, got, row.signed)
		}
		if got := command.FormatChange(&rules.Event{Kind: rules.EventPool, What: "PFT", By: row.by}); got != row.changed {
			t.Errorf("Changed(%v) = %q, want %q", row.by, got, row.changed)
		}
	}
}
