package rules

import "math/rand/v2"

// Goes through every way in which dice can fall in one piece of work, by doing it again with other choices. For work too small
// for an explorer.

// chooser goes through every way that dice can fall within one piece of work: the work is done again and again from
// the same start, each time with the next of the ways. The zero value begins with the first. With dice it draws one way, and
// that is all.
type chooser struct {
	at    int
	picks []pick
	dice  *rand.Rand
}

// pick is one thing left to chance, and which of its possibilities is the one for now.
type pick struct {
	weights []float64
	now     int
}

// of returns the next possibility, one of those with a weight. At least one weight is above 0.
func (c *chooser) of(weights []float64) int {
	if c.at == len(c.picks) {
		if c.dice != nil {
			c.picks = append(c.picks, pick{weights, draw(c.dice, weights)})
		} else {
			c.picks = append(c.picks, pick{weights, nextWeighted(weights, -1)})
		}
	}
	c.at++
	return c.picks[c.at-1].now
}

// fresh reports whether what comes next was not left to chance before, from the same start and in the same way.
func (c *chooser) fresh() bool { return c.at == len(c.picks) }

// weight returns the probability of the way taken, given the start; 1 for a sampled one, which stands for all.
func (c *chooser) weight() float64 {
	product := 1.0
	if c.dice != nil {
		return product
	}
	for i := range c.picks {
		product *= c.picks[i].weights[c.picks[i].now]
	}
	return product
}

// next goes on to the next way, from the start; it is false after the last one, and then begins anew.
func (c *chooser) next() bool {
	c.at = 0
	if c.dice != nil {
		c.picks = c.picks[:0]
	}
	for n := len(c.picks); n > 0; n = len(c.picks) {
		last := &c.picks[n-1]
		if last.now = nextWeighted(last.weights, last.now); last.now < len(last.weights) {
			return true
		}
		c.picks = c.picks[:n-1]
	}
	return false
}

// more reports whether there is a way after this one.
func (c *chooser) more() bool {
	for i := 0; c.dice == nil && i < len(c.picks); i++ {
		if p := &c.picks[i]; nextWeighted(p.weights, p.now) < len(p.weights) {
			return true
		}
	}
	return false
}

// nextWeighted returns the next index after now with a weight.
func nextWeighted(weights []float64, now int) int {
	for now++; now < len(weights) && weights[now] == 0; now++ {
	}
	return now
}

// evenWeights returns the equal weights of a die's faces.
func evenWeights(faces int) []float64 {
	list := make([]float64, faces)
	for i := range list {
		list[i] = 1 / float64(faces)
	}
	return list
}

// sumWeights returns the probability of each sum of count dice, beginning with the lowest, count.
func sumWeights(count, faces int) []float64 {
	list := []float64{1}
	for range count {
		more := make([]float64, len(list)+faces-1)
		for i, p := range list {
			for face := range faces {
				more[i+face] += p / float64(faces)
			}
		}
		list = more
	}
	return list
}

// draw returns a random index, each with the probability that its weight gives it.
func draw(dice *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, weight := range weights {
		sum += weight
	}
	at, last := dice.Float64()*sum, 0
	for i, weight := range weights {
		if weight == 0 {
			continue
		}
		if at < weight {
			return i
		}
		at, last = at-weight, i
	}
	return last
}
