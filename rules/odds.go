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

// faces counts the rolls from base+1 on, each with this weight. Shares are parts of a face, where the ladder throws a
// die of its own.
func (o *oddsOf) faces(base int, weight *big.Rat, again int) {
	counts, shares := make([]int64, len(o.sums)), make([]int64, len(o.sums))
	parts := int64(1)
	for face := 1; face <= o.check.die; face++ {
		roll := base + face
		if o.check.Again != nil && face == o.check.Again.At && again < o.check.Again.Most {
			if !o.settled(roll) {
				o.faces(roll, new(big.Rat).Mul(weight, big.NewRat(1, int64(o.check.die))), again+1)
				continue
			}
			roll = far
		}
		if drawn := o.count(roll, counts, shares); drawn > 0 {
			parts = int64(drawn)
		}
	}
	for i := range o.sums {
		if n := counts[i]*parts + shares[i]; n > 0 {
			o.sums[i].Add(o.sums[i], new(big.Rat).Mul(weight, big.NewRat(n, parts)))
		}
	}
}

// settled tells whether every roll beyond this one has the same degree for certain, whatever the ladder's own die shows.
func (o *oddsOf) settled(roll int) bool {
	die, _ := o.degree(roll+1, 1)
	for face := 1; face <= max(1, die); face++ {
		_, here := o.degree(roll+1, face)
		_, there := o.degree(far, face)
		_, first := o.degree(far, 1)
		if here != there || there != first {
			return false
		}
	}
	return true
}

// degree is what a roll comes to when the ladder's own die shows a face; die is how many faces that has, 0 where none
// is thrown.
func (o *oddsOf) degree(roll, face int) (die int, degree *Degree) {
	_, _, degree = o.check.judge(o.f, roll, func(faces int) int { die = faces; return face })
	return die, degree
}

// count adds one roll to its degree; where the ladder throws a die of its own, every face of that.
func (o *oddsOf) count(roll int, counts, shares []int64) (die int) {
	die, degree := o.degree(roll, 1)
	if die == 0 {
		counts[degree.index]++
		return 0
	}
	for face := 1; face <= die; face++ {
		_, degree := o.degree(roll, face)
		shares[degree.index]++
	}
	return die
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

// Bare is the prospect of a check at a chance that somebody names instead of an actor. Of the lines of the chance only
// the last ones count, those that bound it.
func (rs *Ruleset) Bare(check *Check, chance float64) Prospect {
	if check == nil {
		check = rs.check
	}
	p := Prospect{Check: check}
	lines := check.numbers[len(check.numbers)-1].Lines
	first := len(lines)
	for first > 0 && (lines[first-1].kind == lineLeast || lines[first-1].kind == lineMost) {
		first--
	}
	var n notes
	p.Chance, p.Told = goOn(lines[first:], chance, rs.frame(nil), &n)
	p.Terms = n.end(0)
	return p
}

// Throw rolls a check at a chance that somebody names instead of an actor.
func (rs *Ruleset) Throw(check *Check, chance float64, k Known) (Decision, error) {
	p := rs.Bare(check, chance)
	r := rs.run(nil, k)
	f := rs.frame(nil)
	f.chk.numbers[len(p.Check.numbers)-1] = p.Chance
	result := CheckResult{Chance: p.Chance, Told: p.Told, Terms: p.Terms}
	r.judge(f, p.Check, p.Check.Label, &result)
	if r.err != nil {
		return Decision{}, r.err
	}
	out := Outcome{Step: p.Check.Name, Label: p.Check.Label, Kind: kindNames[stepCheck], Source: p.Check.where, Guide: p.Check.Src, Dice: r.drawn}
	r.report(&result, &out)
	return Decision{Outcomes: []Outcome{out}, Dice: r.drawn}, nil
}
