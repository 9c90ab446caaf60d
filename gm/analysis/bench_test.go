package analysis

import (
	"context"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

// BenchmarkMoment is how many fights among ten another moment takes beside its own, to be set up: with 400 fights a moment, at most 20.
func BenchmarkMoment(b *testing.B) {
	p := played(b, gmtest.Campaign(b, "saltmarket", nil), 5, 0)
	f := p.fight(b, "warehouse", 30)
	list, err := f.moments(context.Background(), p.Game(), nil)
	if err != nil {
		b.Fatal(err)
	}
	r := prober{sides: f.Sides(), workers: 1}
	took := func(m *moment, fights int) time.Duration {
		began := time.Now()
		if err := r.run(context.Background(), &probe{moment: m}, fights); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	took(list[0], 1)
	const fights = 100
	var one, many time.Duration
	for b.Loop() {
		for range 20 {
			_ = took(list[20], 1) // another moment
			one += took(list[10], 1) / 20
		}
		many += took(list[10], fights)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric((fights-1)*float64(one)/float64(many-one)-1, "fights/set-up")
}
