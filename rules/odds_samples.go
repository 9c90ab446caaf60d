package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// sampleCount is the number of random branches used if there are too many to enumerate: a probability of one half is then
// accurate to a percentage point and a half.
const sampleCount = 4000

// samplingDice returns the dice for sampling, seeded so that the same odds are sampled alike.
func samplingDice() *rand.Rand { return rand.New(rand.NewPCG(1, sampleCount)) }

// Uncertainty returns by how much a probability among these odds can be off, with 95 % certainty: 0 if they are exact.
func (o *ActionOdds) Uncertainty(probability float64) float64 {
	if o.Drawn == 0 {
		return 0
	}
	return 1.959963984540054 * math.Sqrt(probability*(1-probability)/float64(o.Drawn))
}

// About returns the precision of sampled odds in words, or "" if they are exact.
func (o *ActionOdds) About() string {
	if o.Drawn == 0 {
		return ""
	}
	return fmt.Sprintf("about, ±%.1f%%: %d sampled ways, too many to follow all", 100*o.Uncertainty(0.5), o.Drawn)
}
