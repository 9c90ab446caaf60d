package rules

import (
	"math/rand/v2"
	"slices"
)

// Enumeration of all results of the dice in a small computation, which is repeated for each of them. Larger computations use an explorer
// (odds_explorer.go), which also uses choosers for single steps.

// chooser enumerates all results of the dice in a computation, called ways: the computation is repeated from the same start, each time with
// the next way. The zero value begins with the first way. If dice is set, the chooser samples a single way instead.
type chooser struct {
	next  int        // index of the next pick
	picks []pick     // random choices of the current way, in order
	dice  *rand.Rand // random numbers for sampling; nil to enumerate
}

// pick is a random choice, with the index chosen in the current way.
type pick struct {
	weights []float64 // probabilities, by index
	index   int       // index chosen
}

// chooseIndex returns the index chosen at the next pick, among those with a weight above 0. There must be at least one.
func (c *chooser) chooseIndex(weights []float64) int {
	if c.next == len(c.picks) {
		if c.dice != nil {
			c.picks = append(c.picks, pick{weights, drawWeighted(c.dice, weights)})
		} else {
			c.picks = append(c.picks, pick{weights, nextWeighted(weights, -1)})
		}
	}
	c.next++
	return c.picks[c.next-1].index
}

// isAtNewPick reports whether the next pick is new, that is, whether no earlier repetition has reached it with the same preceding choices.
func (c *chooser) isAtNewPick() bool { return c.next == len(c.picks) }

// probability returns the probability of the current way, given the start; 1 for a sampled way, which represents all ways.
func (c *chooser) probability() float64 {
	product := 1.0
	if c.dice != nil {
		return product
	}
	for i := range c.picks {
		product *= c.picks[i].weights[c.picks[i].index]
	}
	return product
}

// startNextWay moves on to the next way, at its start. After the last way it returns false and begins again with the first.
func (c *chooser) startNextWay() bool {
	c.next = 0
	if c.dice != nil {
		c.picks = c.picks[:0]
	}
	for n := len(c.picks); n > 0; n = len(c.picks) {
		last := &c.picks[n-1]
		if last.index = nextWeighted(last.weights, last.index); last.index < len(last.weights) {
			return true
		}
		c.picks = c.picks[:n-1]
	}
	return false
}

// hasNextWay reports whether another way follows the current one.
func (c *chooser) hasNextWay() bool {
	for i := 0; c.dice == nil && i < len(c.picks); i++ {
		if p := &c.picks[i]; nextWeighted(p.weights, p.index) < len(p.weights) {
			return true
		}
	}
	return false
}

// nextWeighted returns the next index after i whose weight is above 0, or len(weights).
func nextWeighted(weights []float64, i int) int {
	for i++; i < len(weights) && weights[i] == 0; i++ { // skip impossible ones
	}
	return i
}

// evenWeights returns the equal weights of a die's faces.
func evenWeights(faces int) []float64 {
	list := make([]float64, faces)
	for i := range list {
		list[i] = 1 / float64(faces)
	}
	return list
}

// addedDice are dice that a formula adds up.
type addedDice struct {
	count, faces int  // number of dice, and of faces of each
	again        bool // whether the highest face is rolled again and added
}

// weightsOfSums returns the probability of each sum of count dice, in order; index 0 is the lowest sum, count. If again is set, a die that
// shows its highest face is rolled again and added, and sums that are less likely than minWeight are omitted.
func weightsOfSums(count, faces int, again bool) []float64 {
	die := evenWeights(faces) // probability of each value of one die, from 1
	if again {
		for weight := die[0]; weight > minWeight; weight /= float64(faces) {
			die[len(die)-1] = 0 // the highest face itself isn't a final value: the values of the reroll follow it
			die = append(die, slices.Repeat([]float64{weight / float64(faces)}, faces)...)
		}
	}
	list := []float64{1}
	for range count {
		more := make([]float64, len(list)+len(die)-1)
		for i, p := range list {
			for value, weight := range die {
				more[i+value] += p * weight
			}
		}
		for again && more[len(more)-1] < minWeight {
			more = more[:len(more)-1]
		}
		list = more
	}
	return list
}

// drawWeighted returns a random index, chosen in proportion to weights.
func drawWeighted(dice *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, weight := range weights {
		sum += weight
	}
	remaining, last := dice.Float64()*sum, 0
	for i, weight := range weights {
		if weight == 0 {
			continue
		}
		if remaining < weight {
			return i
		}
		remaining, last = remaining-weight, i
	}
	return last
}
