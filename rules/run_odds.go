package rules

import (
	"iter"
	"maps"
	"math"
	"math/big"
	"slices"
)

// Exact odds of a check at a given chance, as fractions. No die is rolled; every face is counted. The odds of a whole action are in
// odds_actionodds.go. A requirement is the number that a roll is compared with; a ladder, which picks the degree of success, can have a die
// of its own. A filter skill (def_filter.go) limits the rank of other skills; a check on it, rolled before theirs, can lift the limit. Each
// combination of results of such checks is a way. In a frame, chk holds the numbers of the check in progress. A band is a range of faces
// with the same result.

// Odd is the probability of one degree, also as an exact fraction.
type Odd struct {
	Degree      *Degree `json:"-"`           // degree whose probability it is
	Name        string  `json:"degree"`      // label of the degree
	Key         string  `json:"key"`         // name of the degree in the rules
	Factor      float64 `json:"factor"`      // factor of the degree, as in Degree
	Probability float64 `json:"probability"` // from 0 to 1
	Exact       string  `json:"exact"`       // Probability as a fraction; "" if not known
}

// Odds returns the exact probability of every degree of a check at the given chance, best first; they add up to 1. Rerolled dice are
// included. The other numbers of the check are computed without an actor. A nil check is the pack's default.
func (rs *Ruleset) Odds(check *Check, chance float64) []Odd {
	list, _ := rs.previewAt(check, chance).plainOdds()
	return list
}

// Odds returns the exact probability of every degree of the roll, best first, and the probability of success. If other dice are rolled
// first, all their results are included.
func (p *CheckPreview) Odds() (list []Odd, made float64) {
	if len(p.Ways) > 0 {
		return p.oddsOverWays()
	}
	if p.shares == nil {
		return p.plainOdds()
	}
	for i, degree := range p.frame.rs.Degrees.All {
		list = append(list, Odd{Degree: degree, Name: degree.Label, Key: degree.Name, Factor: degree.Factor, Probability: trimShare(p.shares[i])})
	}
	return list, p.made
}

// ProbabilityBeyond returns the probability of the degree with the given label or a more extreme one: a better degree if success is set,
// else a worse one. It returns 1 for an unknown label.
func ProbabilityBeyond(odds []Odd, degree string, success bool) (sum float64) {
	i := slices.IndexFunc(odds, func(odd Odd) bool { return odd.Name == degree })
	if i < 0 {
		return 1
	}
	from, to := 0, i+1
	if !success {
		from, to = i, len(odds)
	}
	for _, odd := range odds[from:to] {
		sum += odd.Probability
	}
	return sum
}

// WithRequirement returns a copy of the roll with the given requirement.
func (p *CheckPreview) WithRequirement(number float64) *CheckPreview {
	roll, frame := *p, *p.frame
	p.Check.setRequirement(&frame.chk, number)
	roll.Chance, roll.Least, roll.Most = number, number, number
	roll.frame, roll.Ways, roll.shares, roll.Notice = &frame, nil, nil, ""
	return &roll
}

// Factor returns the average factor of the roll, with 0 in place of negative factors, and the probability of success.
func (p *CheckPreview) Factor() (factor, made float64) {
	odds, made := p.Odds()
	for _, odd := range odds {
		factor += odd.Probability * max(0, odd.Factor)
	}
	return factor, made
}

// DieFaces returns the number of faces of the check's own die; 0 for faced dice.
func (p *CheckPreview) DieFaces() int {
	switch {
	case p.Check.facedDie != nil:
		return 0
	case p.Check.hasSeveralDice():
		return p.frame.chk.dice.ownDice().sides
	}
	return p.Check.die
}

// previewAt returns the preview of a check at the given chance. A nil check is the pack's default.
func (rs *Ruleset) previewAt(check *Check, chance float64) *CheckPreview {
	if check == nil {
		check = rs.check
	}
	p := &CheckPreview{Check: check, Chance: chance, frame: rs.newFrame(nil)}
	if !check.readsOnlyChance { // its result depends on more than the chance
		p.frame.run, p.frame.average = rs.newRun(nil, DecisionInput{Brief: true}), true
		check.computeChance(p.frame, nil)
	}
	check.setRequirement(&p.frame.chk, chance)
	return p
}

// plainOdds returns the odds and the probability of success of a roll before which no other dice are rolled.
func (p *CheckPreview) plainOdds() ([]Odd, float64) { return degreeOdds(p.frame.rs, p.degreeSums()) }

// oddsOverWays returns the odds and the probability of success over all p.Ways, the results of the checks on filter skills before the roll.
func (p *CheckPreview) oddsOverWays() ([]Odd, float64) {
	var all []*big.Rat
	for _, way := range p.Ways {
		sums := way.Roll.degreeSums()
		for i := range sums {
			if sums[i].Mul(sums[i], way.weight); all != nil {
				sums[i].Add(sums[i], all[i])
			}
		}
		all = sums
	}
	return degreeOdds(p.Ways[0].Roll.frame.rs, all)
}

// degreeSums returns the probability of every degree of the roll, best first, followed by the probability of success.
func (p *CheckPreview) degreeSums() []*big.Rat {
	o := exactOddsSum{check: p.Check, f: p.frame, sums: make([]*big.Rat, len(p.frame.rs.Degrees.All)+1)}
	for i := range o.sums {
		o.sums[i] = new(big.Rat)
	}
	o.countRolls()
	return o.sums
}

// degreeOdds converts exact sums, one for each degree and a last one for success, to odds. It also returns the probability of
// success.
func degreeOdds(rs *Ruleset, sums []*big.Rat) ([]Odd, float64) {
	list := make([]Odd, len(rs.Degrees.All))
	for i, degree := range rs.Degrees.All {
		p, _ := sums[i].Float64()
		list[i] = Odd{Degree: degree, Name: degree.Label, Key: degree.Name, Factor: degree.Factor, Probability: p, Exact: sums[i].RatString()}
	}
	made, _ := sums[len(list)].Float64()
	return list, made
}

// exactOddsSum adds up the exact odds of a check.
type exactOddsSum struct {
	check *Check     // check that is rolled
	f     *Frame     // frame with the check's numbers
	sums  []*big.Rat // probability of each degree, by index, followed by the probability of success
}

// farRoll is a roll above every number with which a formula could compare a roll, so that all higher rolls have the same degree.
const farRoll = 1 << 40

// countRolls adds up every roll in o.sums. For speed, it counts successive rolls of equal probability, and adds their fractions all at
// once.
func (o *exactOddsSum) countRolls() {
	// counts and shares have the indexes of o.sums. A roll for which the ladder's own die isn't rolled is counted as a whole in counts. Any
	// other roll is counted in parts, one for each face of that die, in shares; parts is the number of its faces.
	counts, shares, parts := make([]int64, len(o.sums)), make([]int64, len(o.sums)), int64(1)
	addUp := func(weight *big.Rat) {
		for i := range o.sums {
			if n := counts[i]*parts + shares[i]; n > 0 {
				o.sums[i].Add(o.sums[i], new(big.Rat).Mul(weight, big.NewRat(n, parts)))
			}
		}
		clear(counts)
		clear(shares)
	}
	var last *big.Rat
	for roll, weight := range o.eachRoll() {
		if weight != last && last != nil {
			addUp(last)
		}
		if last = weight; o.addRoll(roll, counts, shares) > 0 {
			parts = int64(o.check.ladder.Draw.die)
		}
	}
	addUp(last)
}

// isSettled reports whether all rolls above roll have the same degree, regardless of the ladder's own die. It compares the next roll with
// farRoll, for every face of that die.
func (o *exactOddsSum) isSettled(roll int) bool {
	die, _, wasMade := o.degreeOfRoll(roll+1, 1)
	for face := 1; face <= max(1, die); face++ {
		_, degree, made := o.degreeOfRoll(roll+1, face)
		_, farDegree, farMade := o.degreeOfRoll(farRoll, face)
		_, first, _ := o.degreeOfRoll(farRoll, 1)
		if degree != farDegree || farDegree != first || made != farMade || made != wasMade {
			return false
		}
	}
	return true
}

// degreeOfRoll returns the degree of a roll when the ladder's own die shows face. die is the number of faces of that die; 0 if it isn't
// rolled.
func (o *exactOddsSum) degreeOfRoll(roll, face int) (die int, degree *Degree, made bool) {
	made, _, degree = o.check.judgeRoll(o.f, roll, func(faces int) int { die = faces; return face })
	return die, degree, made
}

// addRoll counts one roll in counts, under its degree, or, if the ladder rolls its own die, each face of that die in shares. The last entry
// of both counts successes. It returns the number of faces of that die, or 0.
func (o *exactOddsSum) addRoll(roll int, counts, shares []int64) (die int) {
	die, degree, made := o.degreeOfRoll(roll, 1)
	if die == 0 {
		counts[degree.index]++
		if made {
			counts[len(o.sums)-1]++
		}
		return 0
	}
	for face := 1; face <= die; face++ {
		_, degree, made := o.degreeOfRoll(roll, face)
		shares[degree.index]++
		if made {
			shares[len(o.sums)-1]++
		}
	}
	return die
}

// eachRoll yields every roll with its probability. Exploding dice, which are rolled again and added, are followed until every higher roll
// has the same result.
func (o *exactOddsSum) eachRoll() iter.Seq2[int, *big.Rat] {
	check, dice := o.check, o.f.chk.dice
	return func(yield func(int, *big.Rat) bool) {
		switch {
		case check.facedDie != nil:
			for counts := range check.facedDie.allThrows(dice.count, check.facesLater) {
				if !yield(int(counts), check.facedDie.exactProbability(counts, dice.count, check.facesLater)) {
					return
				}
			}
		case check.hasSeveralDice():
			maps.All(keptSums(check, dice, ratWeights, o.isSettled))(yield)
		default:
			for _, value := range dieValues(check.Again, check.die, ratWeights, 0, o.isSettled) {
				if !yield(value.roll, value.weight) {
					return
				}
			}
		}
	}
}

// Factor returns the average factor of a check at the given chance, with 0 in place of negative factors. made is the probability of
// success.
func (rs *Ruleset) Factor(check *Check, chance float64) (factor, made float64) {
	return rs.previewAt(check, chance).Factor()
}

// ThrowOdds returns the exact probability of every degree of a check with faced dice, best first, and the probability of success. dice is
// the number of dice, at most maxThrown; every number of the check is set to difficulty.
func (rs *Ruleset) ThrowOdds(check *Check, dice, difficulty int) ([]Odd, float64) {
	p := rs.previewAt(check, 0)
	for i := range check.numbers {
		p.frame.chk.numbers[i] = float64(difficulty)
	}
	p.frame.chk.dice.count = min(dice, maxThrown)
	return p.plainOdds()
}

// The constructors of a Likelihood: for a preview, and for a roll that was made. Those for checks within an action are in
// odds_likelihood.go.

// Likelihood returns the probability that the roll succeeds, and the faces with which it does.
func (p *CheckPreview) Likelihood() Likelihood {
	l := Likelihood{Number: p.Chance, Least: p.Least, Most: p.Most, Percent: p.Check.isInPercent(), Notice: p.Notice, Before: p.listUnknowns(), Word: comparedWord(p.Check)}
	switch {
	case p.frame == nil: // not computed
	case p.shares != nil:
		l.Made = p.made
	case len(p.Ways) > 0:
		_, l.Made = p.Odds()
	default:
		l.Made, l.Faces = trimShare(p.frame.rs.classesByDegree(p.frame, p.Check).made), p.successFaces()
	}
	return l
}

// successFaces returns the faces of the die with which the roll succeeds; the zero value unless they are a range that includes the lowest
// or the highest face.
func (p *CheckPreview) successFaces() (f Faces) {
	list := p.Bands()
	bands := slices.DeleteFunc(slices.Clone(list), func(b Band) bool { return b.Again })
	if len(bands) == 0 {
		return f
	}
	f = Faces{Die: bands[len(bands)-1].To, High: p.Check.rollsHigh, KeptDice: p.KeptDice}
	f.More = p.Check.Again.rollsAgain(f.Die, f.Die, 0) && f.High
	turns := 0 // changes between success and failure from one band to the next
	for i, b := range bands {
		if b.Made {
			if f.From == 0 {
				f.From = b.From
			}
			f.To = b.To
		}
		if i > 0 && b.Made != bands[i-1].Made {
			turns++
		}
	}
	isAtEnd := f.High && f.To >= f.Die || !f.High && f.From <= 1 // whether the faces include the best one
	switch {
	case f.To == 0 && f.More && slices.ContainsFunc(list, func(b Band) bool { return b.Made }):
		f.To = f.Die // only rerolls succeed
	case f.To == 0, turns > 1, !isAtEnd:
		return Faces{}
	}
	return f
}

// listUnknowns lists, in words, the facts missing from the chance because the player doesn't know them.
func (p *CheckPreview) listUnknowns() (list []string) {
	for _, term := range p.Terms {
		if term.Unknown && !slices.Contains(list, term.Lacks) {
			list = append(list, term.Lacks)
		}
	}
	if p.Unknown && len(list) == 0 {
		list = []string{"unknown modifiers"}
	}
	if p.Scenery {
		list = append(list, circumstances)
	}
	return list
}

// Likelihood returns the likelihood that a roll had before it was made. rs may be nil if the probability stored in the outcome is enough.
func (o *Outcome) Likelihood(rs *Ruleset) Likelihood {
	l := Likelihood{Made: o.Likely, Number: o.Chance, Least: o.Chance, Most: o.Chance, Word: o.Number, Notice: o.Text, Percent: o.Number == ""}
	if l.Percent && o.Throw == "" && len(o.Dice) > 0 && o.Dice[0].Die != "d100" { // from an old log, in which numbers have no names
		l.Percent = false
	}
	if l.Word == "" {
		if l.Word = chanceWord; !l.Percent && o.High {
			l.Word = targetWord
		}
	}
	if o.Beyond == 0 && rs != nil && rs.check != nil { // the outcome stores no probabilities
		preview := rs.BarePreview(nil, o.Chance)
		l.Made = preview.Likelihood().Made
	}
	return l
}

// Varies reports whether the chance depends on dice that are still to be rolled.
func (p *CheckPreview) Varies() bool { return p.Least != p.Most }

// BarePreview returns the preview of a check at the given chance. Of the lines of the chance, only lower and upper limits at the end are
// applied. A nil check is the pack's default.
func (rs *Ruleset) BarePreview(check *Check, chance float64) CheckPreview {
	p := rs.previewAt(check, chance)
	lines := p.Check.numbers[len(p.Check.numbers)-1].lines
	first := len(lines)
	for first > 0 && (lines[first-1].kind == lineLeast || lines[first-1].kind == lineMost) {
		first--
	}
	var n termTrace
	shift := p.frame.chk.shift // the requirement minus the last number; that number's lines apply before the shift
	p.Chance, p.Notice = applyLines(lines[first:], chance-shift, p.frame, &n)
	p.Chance = TrimNoise(p.Chance + shift)
	p.Terms = n.endList(0)
	p.Check.setRequirement(&p.frame.chk, p.Chance)
	if p.Notice == "" && !p.Check.readsOnlyChance {
		p.Notice = "depends on more than the chance; the rest is an average"
	}
	return *p
}

// cachedRating returns the rating of a check whose numbers are in the frame: its probability of success and the average margin of a
// success. It is cached if it depends only on the chance.
func (r *Run) cachedRating(g *Frame, check *Check) ratedRoll {
	if !check.readsOnlyChance {
		return r.rs.computeRating(g, check)
	}
	chance := g.chk.numbers[len(check.numbers)-1]
	slot := &r.arena.ratings[math.Float64bits(chance)*0x9e3779b97f4a7c15>>56] // the highest 8 bits of a multiplicative hash
	if slot.check != check || slot.chance != chance {
		slot.check, slot.chance, slot.ratedRoll = check, chance, r.rs.computeRating(g, check)
	}
	return slot.ratedRoll
}

// computeRating returns the rating of a check whose numbers are in the frame, regardless of later steps.
func (rs *Ruleset) computeRating(g *Frame, check *Check) ratedRoll {
	step := g.step
	g.step = nil // so that the reads of later steps don't separate rolls into more classes
	classes := rs.classifyRolls(g, check, false, false, nil)
	g.step = step
	if classes.made == 0 {
		return ratedRoll{}
	}
	return ratedRoll{classes.made, classes.margin / classes.made}
}
