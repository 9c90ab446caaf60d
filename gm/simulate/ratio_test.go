package simulate

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// BenchmarkRatioFighters is what a step of a fight takes among more and more, against one of a duel in the same run.
func BenchmarkRatioFighters(b *testing.B) {
	duel := steps(b, 1)
	for _, side := range []int{5, 20, 100} {
		many := steps(b, side)
		b.Run(fmt.Sprint(side), func(b *testing.B) {
			var own, one time.Duration
			ownSteps, oneSteps := 0, 0
			for b.Loop() {
				took, n := many()
				own, ownSteps = own+took, ownSteps+n
				took, n = duel()
				one, oneSteps = one+took, oneSteps+n
			}
			own, one = own/time.Duration(ownSteps), one/time.Duration(oneSteps)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(own), "ns/step")
			b.ReportMetric(float64(one), "ns/yardstick")
			b.ReportMetric(float64(own)/float64(one), "times")
		})
	}
}

// steps carries fights of so many on a side out, as many as make for a fair measure, after the first has warmed them up; it
// says how long they took, and how many steps they had.
func steps(b *testing.B, side int) func() (time.Duration, int) {
	var text strings.Builder
	text.WriteString("combatants:\n")
	for i := range side {
		fmt.Fprintf(&text, "  left_%d: {from: dock_cutter, side: left}\n  right_%d: {from: dock_cutter, side: right}\n", i, i)
	}
	sim := prepared(b, text.String())
	sides, err := sim.ready()
	if err != nil {
		b.Fatal(err)
	}
	f, run := newFight(sim, sides), 0
	return func() (took time.Duration, n int) {
		for n < 2000 {
			began := time.Now()
			if err := f.play(sim, run); err != nil {
				b.Fatal(err)
			}
			took += time.Since(began)
			n, run = n+f.steps, run+1
		}
		return took, n
	}
}
