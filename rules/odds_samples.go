package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Sampling of odds: if an action has too many outcomes to follow all of them, only random ones are followed, and the odds are estimates.

// sampleCount is the number of random branches that are followed if there are too many to enumerate. A probability of one half is then
// accurate to one and a half percentage points.
const sampleCount = 4000

// samplingDice returns the dice for sampling, with a fixed seed, so that repeated calculations give the same result.
func samplingDice() *rand.Rand { return rand.New(rand.NewPCG(1, sampleCount)) }

// Uncertainty returns the largest likely error of the given probability in these odds, at 95% confidence; 0 if they are exact.
func (o *ActionOdds) Uncertainty(probability float64) float64 {
	if o.Samples == 0 {
		return 0
	}
	const standardErrors = 1.959963984540054 // distance from the mean within which 95% of a normal distribution lie
	return standardErrors * math.Sqrt(probability*(1-probability)/float64(o.Samples))
}

// PrecisionText returns the precision of sampled odds in words, or "" if they are exact.
func (o *ActionOdds) PrecisionText() string {
	if o.Samples == 0 {
		return ""
	}
	return fmt.Sprintf("about, ±%.1f%%: %d sampled ways, too many to follow all", 100*o.Uncertainty(0.5), o.Samples)
}
