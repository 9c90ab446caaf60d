package gmtest

import (
	"slices"
	"testing"
	"time"
)

// Ratio compares the duration of a function with that of a yardstick, a lower limit of its cost. The two take turns, so that a
// busy machine is busy for both; the medians are reported in microseconds, and how many times the yardstick it is.
func Ratio(b *testing.B, name string, do, yardstick func()) {
	timed := func(do func()) func() time.Duration {
		return func() time.Duration {
			began := time.Now()
			do()
			return time.Since(began)
		}
	}
	RatioOf(b, name, timed(do), timed(yardstick))
}

// RatioOf works like Ratio for functions that measure their own time.
func RatioOf(b *testing.B, name string, do, yardstick func() time.Duration) {
	b.Run(name, func(b *testing.B) {
		var own, other []time.Duration
		for b.Loop() {
			own, other = append(own, do()), append(other, yardstick())
		}
		b.ReportMetric(0, "ns/op") // of both together, which says nothing
		b.ReportMetric(medianMicroseconds(own), "µs")
		b.ReportMetric(medianMicroseconds(other), "µs/yardstick")
		b.ReportMetric(medianMicroseconds(own)/medianMicroseconds(other), "times")
	})
}

// medianMicroseconds returns the median of some times, in microseconds.
func medianMicroseconds(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2]) / 1000
}
