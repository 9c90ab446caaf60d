package rules

import (
	"math/big"
)

// Odd is how likely one degree is, as a fraction and exactly.
type Odd struct {
	Degree      *Degree `json:"-"`
	Name        string  `json:"degree"`
	Factor      float64 `json:"factor"`
	Probability float64 `json:"probability"`
	Exact       string  `json:"exact"`
}

// Odds is the exact probability of every degree at a chance, best first; they add up to 1. No die is rolled: every
// face is counted, those of a die rolled again too.
func (rs *Ruleset) Odds(check *Check, chance float64) []Odd {
	if check == nil {
		check = rs.check
	}
	o := oddsOf{check: check, f: rs.frame(nil), sums: make([]*big.Rat, len(rs.Degrees.All))}
	for i := range o.sums {
		o.sums[i] = new(big.Rat)
	}
	o.f.chk.numbers[len(check.numbers)-1] = chance
	o.faces(0, big.NewRat(1, int64(check.die)), 0)
	list := make([]Odd, len(rs.Degrees.All))
	for i, degree := range rs.Degrees.All {
		p, _ := o.sums[i].Float64()
		list[i] = Odd{Degree: degree, Name: degree.Label, Factor: degree.Factor, Probability: p, Exact: o.sums[i].RatString()}
	}
	return list
}

type oddsOf struct {
	check *Check
	f     *Frame
	sums  []*big.Rat
}

// far is a roll beyond every boundary: from there on all rolls have one degree.
const far = 1 << 40

// faces counts the rolls from base+1 on, each with this weight.
func (o *oddsOf) faces(base int, weight *big.Rat, again int) {
	counts := make([]int64, len(o.sums))
	for face := 1; face <= o.check.die; face++ {
		more := o.check.Again != nil && face == o.check.Again.At && again < o.check.Again.Most
		if more && !o.settled(base+face) {
			o.faces(base+face, new(big.Rat).Mul(weight, big.NewRat(1, int64(o.check.die))), again+1)
			continue
		}
		o.count(base+face, weight, counts)
	}
	for i, n := range counts {
		if n > 0 {
			o.sums[i].Add(o.sums[i], new(big.Rat).Mul(weight, big.NewRat(n, 1)))
		}
	}
}

// settled tells whether every roll beyond this one has the same degree for certain.
func (o *oddsOf) settled(roll int) bool {
	drawn := false
	see := func(int) int { drawn = true; return 1 }
	_, _, here := o.check.judge(o.f, roll+1, see)
	_, _, there := o.check.judge(o.f, far, see)
	return here == there && !drawn
}

// count adds one roll to its degree; where the ladder throws a die of its own, every face of that.
func (o *oddsOf) count(roll int, weight *big.Rat, counts []int64) {
	faces := 0
	_, _, degree := o.check.judge(o.f, roll, func(die int) int { faces = die; return 1 })
	if faces == 0 {
		counts[degree.index]++
		return
	}
	share := new(big.Rat).Mul(weight, big.NewRat(1, int64(faces)))
	for face := 1; face <= faces; face++ {
		_, _, degree := o.check.judge(o.f, roll, func(int) int { return face })
		o.sums[degree.index].Add(o.sums[degree.index], share)
	}
}

// DegreeOf is the degree of a roll at a chance; severity is the ladder's own die, where one is due.
func (rs *Ruleset) DegreeOf(check *Check, chance float64, roll, severity int) *Degree {
	if check == nil {
		check = rs.check
	}
	f := rs.frame(nil)
	f.chk.numbers[len(check.numbers)-1] = chance
	_, _, degree := check.judge(f, roll, func(int) int { return severity })
	return degree
}
