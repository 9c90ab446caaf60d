package command_test

import (
	"math"
	"slices"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

func TestWhatRoundsToNothing(t *testing.T) {
	negative, rs := math.Copysign(0, -1), gmtest.Campaign(t, "saltmarket", nil).Rules
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
		if got := command.FormatChange(rs, &rules.Event{Kind: rules.EventPool, What: "PFT", By: row.by}); got != row.changed {
			t.Errorf("Changed(%v) = %q, want %q", row.by, got, row.changed)
		}
	}
}

// A pool with a column on the dashboard has its key in the log, any other its label.
func TestPoolsOfTheLog(t *testing.T) {
	rs := gmtest.Campaign(t, "two_tribes", nil).Rules
	for _, pool := range rs.Pools.All {
		got := command.FormatChange(rs, &rules.Event{Kind: rules.EventPool, What: pool.Name, By: -1})
		want := rules.MidSentence(pool.Label) + " −1"
		if slices.Contains(rs.Pack.Watch, pool.Name) {
			want = pool.Name + " −1"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", pool.Name, got, want)
		}
	}
}
