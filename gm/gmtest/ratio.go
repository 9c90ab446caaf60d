package gmtest

import (
	"slices"
	"testing"
	"time"
)

// Benchmarks that report a ratio of two durations instead of an absolute one, which would depend on the machine.

// Ratio compares the duration of a function with that of a yardstick, a function with the least possible cost. The two run alternately,
// so that other load on the machine affects both. It reports both medians in microseconds, and their quotient.
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

// RatioOf compares two functions as Ratio does, but uses the durations that the functions measure and return.
func RatioOf(b *testing.B, name string, do, yardstick func() time.Duration) {
	b.Run(name, func(b *testing.B) {
		var own, other []time.Duration
		for b.Loop() {
			own, other = append(own, do()), append(other, yardstick())
		}
		b.ReportMetric(0, "ns/op") // hides the sum of both durations, which is meaningless
		b.ReportMetric(medianMicroseconds(own), "µs")
		b.ReportMetric(medianMicroseconds(other), "µs/yardstick")
		b.ReportMetric(medianMicroseconds(own)/medianMicroseconds(other), "times")
	})
}

// medianMicroseconds returns the median of durations, in microseconds. It sorts times.
func medianMicroseconds(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2]) / 1000
}
