package main

import "testing"

// TestGarbageIsCollectedAtRest follows what a program allocates, second by second: it collects once after work has ended, and not
// again before there is more.
func TestGarbageIsCollectedAtRest(t *testing.T) {
	var watch idleWatch
	var allocated uint64
	for i, second := range []struct {
		allocates uint64
		collects  bool
	}{
		{20 << 20, false}, // it starts
		{100, true},
		{100, false}, // nothing has gathered since
		{5 << 20, false},
		{100, false}, // a little has
		{5 << 20, false},
		{quietBytes, false},
		{quietBytes - 1, true},
		{30 << 20, false},
		{30 << 20, false}, // it works for several seconds
		{0, true},
	} {
		allocated += second.allocates
		if got := watch.shouldCollect(allocated); got != second.collects {
			t.Errorf("second %d, after %d bytes more: collects %t", i+1, second.allocates, got)
		}
	}
}
