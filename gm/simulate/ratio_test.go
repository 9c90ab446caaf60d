package simulate

import (
	"context"
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

// BenchmarkRatioCores is what the fights of twenty against twenty take on one core, against two at once in the same run.
func BenchmarkRatioCores(b *testing.B) {
	sim := crowded(b, 20)
	sim.Runs = 60
	var took [3]time.Duration
	for b.Loop() {
		for _, sim.Workers = range []int{1, 2} {
			began := time.Now()
			if _, err := sim.Run(context.Background(), nil); err != nil {
				b.Fatal(err)
			}
			took[sim.Workers] += time.Since(began)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took[2])/float64(b.N)/float64(sim.Runs), "ns/fight")
	b.ReportMetric(float64(took[1])/float64(took[2]), "times")
}

// crowded is a fight of so many on a side.
func crowded(b *testing.B, side int) *Simulation {
	var text strings.Builder
	text.WriteString("combatants:\n")
	for i := range side {
		fmt.Fprintf(&text, "  left_%d: {from: dock_cutter, side: left}\n  right_%d: {from: dock_cutter, side: right}\n", i, i)
	}
	return prepared(b, text.String())
}

// steps carries fights of so many on a side out, as many as make for a fair measure, after the first has warmed them up; it
// says how long they took, and how many steps they had.
func steps(b *testing.B, side int) func() (time.Duration, int) {
	sim := crowded(b, side)
	sides, err := sim.checkAndPrepare()
	if err != nil {
		b.Fatal(err)
	}
	f, run := newFight(sim, sides), 0
	return func() (took time.Duration, n int) {
		for n < 2000 {
			began := time.Now()
			if err := f.playToEnd(sim, run); err != nil {
				b.Fatal(err)
			}
			took += time.Since(began)
			n, run = n+f.steps, run+1
		}
		return took, n
	}
}
