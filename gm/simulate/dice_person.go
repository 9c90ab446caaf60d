package simulate

import (
	"math/bits"
	"slices"

	"hybrid/rules"
)

// The dice of simulated fights: each die belongs to who rolls it, and to what for.

// PersonDice are dice of which each depends on the seed, the run, who rolls it, what for, and how many that one rolled for it before, and
// on nothing else. So the runs of a number stay alike in two fights that are alike. Their sums of luck say how well each side rolled.
type PersonDice struct {
	seed  uint64
	who   uint64            // hash of who rolls next
	side  int               // that one's side; -1 for none
	times map[uint64]uint64 // how many fell, by who and for what
	sides map[string]int
	luck  []int32
}

// The sums of luck of a side: the purposes of dice are dealt out among them, always alike.
const (
	luckSums      = 8
	luckScale     = 1000
	maxLuckySides = 4 // sides whose luck is summed up
)

// newPersonDice returns the dice of those who take part.
func newPersonDice(s *rules.State) *PersonDice {
	list := SidesOf(s)
	d := &PersonDice{times: map[uint64]uint64{}, sides: map[string]int{}, luck: make([]int32, luckSums*min(len(list), maxLuckySides))}
	for _, a := range s.Actors {
		d.sides[a.Key] = slices.Index(list, a.Side)
	}
	return d
}

// Reset makes them the dice of a run.
func (d *PersonDice) Reset(seed uint64, run int) {
	d.seed = mix(seed^0x9e3779b97f4a7c15, uint64(run)+1)
	d.Rewind()
}

// Rewind begins with the first die of the run.
func (d *PersonDice) Rewind() {
	clear(d.times)
	clear(d.luck)
	d.who, d.side = 0, -1
}

// Asks sets who rolls the next die.
func (d *PersonDice) Asks(who string, _ bool) {
	side, ok := d.sides[who]
	if d.who, d.side = hashOf(who), side; !ok {
		d.side = -1
	}
}

// Roll gives the next die of who rolls.
func (d *PersonDice) Roll(faces int, purpose string) (int, bool, error) {
	what := hashOf(purpose)
	of := mix(d.who, what)
	n := d.times[of]
	d.times[of] = n + 1
	high, _ := bits.Mul64(mix(mix(d.seed, of), n^0x2545f4914f6cdd1d), uint64(faces))
	face := int(high) + 1
	if at := luckSums * d.side; d.side >= 0 && at < len(d.luck) {
		d.luck[at+int(what%luckSums)] += int32((2*face - faces - 1) * luckScale / faces)
	}
	return face, false, nil
}

// mix returns a number that looks random, made of two.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x2d358dccaa6c78a5, b^0x8bb84b93962eacc9)
	high, low = bits.Mul64(high^0x2d358dccaa6c78a5, low^0x8bb84b93962eacc9)
	return high ^ low
}

// hashOf returns the FNV-1a hash of a text.
func hashOf(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}
