package simulate

import (
	"math/bits"
	"slices"

	"hybrid/rules"
)

// The dice of simulated fights: each die belongs to its roller and to the purpose of the roll.

// PersonDice are dice that depend only on the seed, the run, the roller, the purpose, and the number of dice that the roller has already
// rolled for it. Runs with the same number are therefore alike in two similar fights. Their luck variables measure how well each side
// rolled.
type PersonDice struct {
	seed    uint64             // run's seed, mixed with its number
	who     *person            // roller of the next die
	nobody  person             // roller until one is named
	rollers map[string]*person // rollers, by key
	luck    []int32            // luck variables, luckVariablesPerSide for each side in turn
}

// person is an actor who rolls.
type person struct {
	hash     uint64         // key's hash
	side     int            // index of the side; -1 for none
	purposes []purposeCount // numbers of dice rolled so far, by purpose
}

// purposeCount is the number of dice that an actor rolled for one purpose.
type purposeCount struct {
	purpose uint64 // hash of the purpose
	times   uint64 // number of dice
}

// Luck variables. The purposes of a side's dice are distributed among its variables, always in the same way.
const (
	luckVariablesPerSide = 8
	luckScale            = 1000 // luck of a die that shows its highest face, approximately; the lowest face has the negative value
	maxLuckySides        = 4    // maximum number of sides that have luck variables
)

// newPersonDice returns the dice of the participants.
func newPersonDice(s *rules.State) *PersonDice {
	list := SidesOf(s)
	d := &PersonDice{nobody: person{side: -1}, rollers: map[string]*person{}, luck: make([]int32, luckVariablesPerSide*min(len(list), maxLuckySides))}
	for _, a := range s.Actors {
		d.rollers[a.Key] = &person{hash: hashText(a.Key), side: slices.Index(list, a.Side)}
	}
	return d
}

// Reset prepares the dice of a run, from the seed and the run's number.
func (d *PersonDice) Reset(seed uint64, run int) {
	d.seed = mixHashes(seed^0x9e3779b97f4a7c15, uint64(run)+1)
	d.Rewind()
}

// Rewind restarts at the first die of the run.
func (d *PersonDice) Rewind() {
	for _, p := range d.rollers {
		p.purposes = p.purposes[:0]
	}
	clear(d.luck)
	d.nobody.purposes = d.nobody.purposes[:0]
	d.who = &d.nobody
}

// Asks sets who rolls the next die.
func (d *PersonDice) Asks(who string, _ bool) {
	p, known := d.rollers[who]
	if !known {
		p = &person{hash: hashText(who), side: -1}
		d.rollers[who] = p
	}
	d.who = p
}

// Roll returns the next die of the roller.
func (d *PersonDice) Roll(faces int, purpose string) (int, bool, error) {
	purposeHash := hashText(purpose)
	n := d.who.countDie(purposeHash)
	high, _ := bits.Mul64(mixHashes(mixHashes(d.seed, mixHashes(d.who.hash, purposeHash)), n^0x2545f4914f6cdd1d), uint64(faces))
	face := int(high) + 1 // high is the hash scaled to the range from 0 to faces-1
	if first := luckVariablesPerSide * d.who.side; d.who.side >= 0 && first < len(d.luck) {
		d.luck[first+int(purposeHash%luckVariablesPerSide)] += int32((2*face - faces - 1) * luckScale / faces) // its mean over all faces is 0
	}
	return face, false, nil
}

// countDie counts a die for a purpose, and returns the number of earlier ones.
func (p *person) countDie(purposeHash uint64) (before uint64) {
	for i := range p.purposes {
		if t := &p.purposes[i]; t.purpose == purposeHash {
			t.times++
			return t.times - 1
		}
	}
	p.purposes = append(p.purposes, purposeCount{purposeHash, 1})
	return 0
}

// mixHashes returns a hash of two numbers, computed as in wyhash.
func mixHashes(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x2d358dccaa6c78a5, b^0x8bb84b93962eacc9)
	high, low = bits.Mul64(high^0x2d358dccaa6c78a5, low^0x8bb84b93962eacc9)
	return high ^ low
}

// hashText returns the FNV-1a hash of a text.
func hashText(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}
