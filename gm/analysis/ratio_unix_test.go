//go:build unix

package analysis

import (
	"context"
	"syscall"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

// BenchmarkRatioMoment holds 400 fights among ten from a moment, which is set up after the one before it, against one of these fights when
// they are simulated again in the same run: at most 420 times as much. It counts the time of the processor, not that of the clock.
func BenchmarkRatioMoment(b *testing.B) {
	p := played(b, gmtest.Campaign(b, "saltmarket", nil), 5, 0)
	f := p.fight(b, "warehouse", 30)
	list, err := f.readMoments(context.Background(), p.Game(), nil)
	if err != nil {
		b.Fatal(err)
	}
	r := prober{sides: f.Sides(), workers: 1}
	took := func(at *probe, fights int) time.Duration {
		began := processorTime()
		if err := r.runFights(context.Background(), at, fights); err != nil {
			b.Fatal(err)
		}
		return processorTime() - began
	}
	took(&probe{moment: list[0]}, 1)
	const fights = 400
	var first, again time.Duration
	for n := 0; b.Loop(); n++ {
		m := list[1+n%(len(list)-1)]
		first += took(&probe{moment: m}, fights)
		again += took(&probe{moment: m}, fights)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(fights*float64(first)/float64(again), "fights/moment")
}

// processorTime is the time that the program has had of the processor.
func processorTime() time.Duration {
	var use syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
