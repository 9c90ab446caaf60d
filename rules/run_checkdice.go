package rules

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/source"
)

// Checks that roll several dice or faced dice: all possible rolls, and the probability of each sum.

// checkDice holds the number of dice of a check and, for plain dice, their faces and the number of dice that count.
type checkDice struct {
	count, sides, counting int
	lowest                 bool // whether the lowest plain dice count instead of the highest
}

// computeDice returns the dice that the check rolls. Its numbers must be in the frame. There is at least one plain die.
func (check *Check) computeDice(f *Frame) (d checkDice) {
	if d.count = 1; check.dice != nil {
		d.count = wholeDice(check.dice.Num(f))
	}
	if check.faced != nil {
		return d
	}
	if d.count = max(1, d.count); check.keep != nil {
		d.lowest = check.keep.Num(f) <= 0
	}
	if d.counting = 1; check.counting != nil {
		d.counting = min(d.count, max(1, wholeDice(check.counting.Num(f))))
	}
	if d.sides = check.die; check.sides != nil {
		d.sides = int(math.Max(2, math.Min(maxFaces, math.Floor(check.sides.Num(f)+slack))))
	}
	return d
}

// sumKept sorts the rolled values and returns the sum of the values that count.
func (d *checkDice) sumKept(values []int) (sum int) {
	slices.Sort(values)
	if !d.lowest {
		slices.Reverse(values)
	}
	for _, roll := range values[:min(d.counting, len(values))] {
		sum += roll
	}
	return sum
}

// keptDice describes which of several plain dice count, such as "the highest of 2d20"; "" for a single die and for faced dice.
func (check *Check) keptDice(d checkDice) string {
	if check.faced != nil || !check.hasSeveralDice() || d.count < 2 {
		return ""
	}
	dice := strconv.Itoa(d.count) + "d" + strconv.Itoa(d.sides)
	if d.counting == d.count {
		return dice
	}
	which := KeepHighest
	if d.lowest {
		which = KeepLowest
	}
	if d.counting > 1 {
		which += " " + strconv.Itoa(d.counting)
	}
	return "the " + which + " of " + dice
}

// keptDiceReasons returns keptDice with the sources of the modifiers on the number of dice: "the lowest of 2d20 (poisoned)". The
// check's dice must be in the frame; trace may be nil.
func (check *Check) keptDiceReasons(f *Frame, trace *termTrace) string {
	text := check.keptDice(f.chk.dice)
	if text == "" || trace == nil {
		return text
	}
	first := trace.beginList()
	for _, part := range check.counted {
		part.explainPart(f, trace)
	}
	var givers []string
	for _, term := range trace.endList(first) {
		if label := MidSentence(term.Label); term.Value != 0 && label != "" && !slices.Contains(givers, label) {
			givers = append(givers, label)
		}
	}
	if len(givers) == 0 {
		return text
	}
	return text + " (" + strings.Join(givers, ", ") + ")"
}

// wholeDice rounds x down to a number of dice, at least 0 and at most maxThrown.
func wholeDice(x float64) int {
	return int(math.Max(0, math.Min(maxThrown, math.Floor(x+slack))))
}

// weights is a set of operations on probabilities, which are exact fractions or fast floats. Like the methods of big.Rat, add and mul store
// the result in their first argument.
type weights[W any] struct {
	share    func(parts, of int64) *W
	add, mul func(to, x, y *W) *W
	divide   func(x *W, by int64) *W
}

// ratWeights calculates with exact fractions.
var ratWeights = weights[big.Rat]{big.NewRat, (*big.Rat).Add, (*big.Rat).Mul, func(x *big.Rat, by int64) *big.Rat {
	return new(big.Rat).Mul(x, big.NewRat(1, by))
}}

// floatWeights calculates with fast floats.
var floatWeights = weights[float64]{
	share:  func(parts, of int64) *float64 { x := float64(parts) / float64(of); return &x },
	add:    func(to, x, y *float64) *float64 { *to = *x + *y; return to },
	mul:    func(to, x, y *float64) *float64 { *to = *x * *y; return to },
	divide: func(x *float64, by int64) *float64 { y := *x / float64(by); return &y },
}

// dieValue is a value of one die, including its rerolls, with its probability.
type dieValue[W any] struct {
	roll   int
	weight *W
}

// dieValues lists the values of one plain die with the given number of sides. A roll that explodes counts as farRoll if settled reports that
// further dice make no difference. Rerolls with a probability of at most minimum are not followed.
func dieValues[W any](c *Check, sides int, w weights[W], minimum float64, settled func(roll int) bool) (list []dieValue[W]) {
	weight, likely := w.share(1, int64(sides)), 1/float64(sides)
	for level, more := 0, true; more; level++ {
		more = false
		base := 0
		if level > 0 {
			base = level * cmp.Or(c.Again.At, sides)
		}
		for face := 1; face <= sides; face++ {
			roll, explodes := base+face, c.rollsAgain(face, sides, level)
			switch {
			case explodes && settled(roll):
				roll = farRoll
			case explodes && likely > minimum:
				more = true
				continue
			}
			list = append(list, dieValue[W]{roll, weight})
		}
		weight, likely = w.divide(weight, int64(sides)), likely/float64(sides)
	}
	return list
}

// keptSums returns the probability of each sum of the dice that count, given the values of one die.
func keptSums[W any](dice checkDice, values []dieValue[W], w weights[W]) map[int]*W {
	slices.SortStableFunc(values, func(x, y dieValue[W]) int { return x.roll - y.roll })
	if !dice.lowest {
		slices.Reverse(values)
	}
	rest := make([]*W, len(values)) // probability of the values after this one
	rest[len(values)-1] = new(W)
	for i := len(values) - 1; i > 0; i-- {
		rest[i-1] = w.add(new(W), rest[i], values[i].weight)
	}
	type partThrow struct{ dice, sum int } // number of dice not yet decided, and sum of the kept dice
	now, sums := map[partThrow]*W{{dice.count, 0}: w.share(1, 1)}, map[int]*W{}
	add := func(to *W, x *W) *W {
		if to == nil {
			to = new(W)
		}
		return w.add(to, to, x)
	}
	for i, value := range values {
		next := map[partThrow]*W{}
		order := slices.SortedFunc(maps.Keys(now), func(x, y partThrow) int { return cmp.Or(x.dice-y.dice, x.sum-y.sum) })
		for _, at := range order { // a fixed order, so that sums of floats are reproducible
			weight := now[at]
			wanted := dice.counting - (dice.count - at.dice)
			part := weight // probability that n dice have this value
			for n := 0; n <= at.dice; n++ {
				ways := w.mul(new(W), part, w.share(binomial(at.dice, n), 1))
				if n < wanted && i < len(values)-1 {
					to := partThrow{at.dice - n, at.sum + n*value.roll}
					next[to] = add(next[to], ways)
				} else if n >= wanted {
					for range at.dice - n {
						ways = w.mul(new(W), ways, rest[i])
					}
					sum := at.sum + wanted*value.roll
					sums[sum] = add(sums[sum], ways)
				}
				part = w.mul(new(W), part, value.weight)
			}
		}
		now = next
	}
	return sums
}

// binomial returns the number of ways to choose n dice out of the given number.
func binomial(dice, n int) int64 {
	return new(big.Int).Binomial(int64(dice), int64(n)).Int64()
}

// keptBands returns the results of the faces of the next plain die, given the values before it and the sum of its rerolls so far.
// If several dice are added up, only the last die has bands.
func (check *Check) keptBands(f *Frame, before []int, sum int) []Band {
	saved := f.chk
	defer func() { f.chk = saved }()
	if saved.dice.counting > 1 && len(before)+1 < saved.dice.count {
		return nil
	}
	sides := saved.dice.sides
	return groupBands(sides, func(face int) Band {
		value := sum + face
		if face == sides && check.rollsAgain(face, sides, sum/sides) {
			value++
		}
		return check.bandOf(f, saved.dice.sumKept(append(slices.Clone(before), value)))
	})
}

// noteThrow records a throw of faced dice for the log: the dice, their difficulty, the faces and the points.
func (c *CheckResult) noteThrow(g *Frame, check *Check) {
	chk := &g.chk
	c.Roll = 0
	c.throw = check.faced.throwText(chk.faces)
	c.versus = check.versusText(chk)
	points := TrimNoise(chk.results[0])
	c.points = &points
}

// versusText returns the number of faced dice and their difficulty in words, or "" for plain dice.
func (check *Check) versusText(chk *checkFrame) (text string) {
	if check.faced == nil {
		return ""
	}
	if text = "1 die"; chk.dice.count != 1 {
		text = strconv.Itoa(chk.dice.count) + " dice"
	}
	if len(check.numbers) > 1 {
		text += " against " + formatNumber(chk.numbers[len(check.numbers)-1])
	}
	return text
}

// successPercent returns the percentage of all possible throws of a check with faced dice that succeed.
func (rs *Ruleset) successPercent(g *Frame, check *Check) float64 {
	return percent * rs.classifyRolls(g, check, true, false, &tagSet{}).made
}

// percent is the chance of a certain success.
const percent = 100

// inPercent reports whether the check's number is a percentage: low rolls of a d100 succeed, or the check throws faced dice. It is true for
// a nil check.
func (check *Check) inPercent() bool {
	return check == nil || check.faced != nil || check.die == percent && !check.high
}

// DescribeComparison returns the name of the number that a roll of the check is compared with, such as "chance" or "target". A nil check is
// the pack's default; faced dice have a chance.
func (rs *Ruleset) DescribeComparison(c *Check) string {
	if c == nil && rs != nil {
		c = rs.check
	}
	return comparedWord(c)
}

// comparedWord returns the name of the number that a roll of the check is compared with; "chance" for nil and for faced dice.
func comparedWord(c *Check) string {
	if c == nil || c.faced != nil {
		return chanceWord
	}
	return MidSentence(ReadableName(c.numbers[len(c.numbers)-1].Name))
}

// Default names of a check's number.
const (
	chanceWord = "chance"
	targetWord = "target"
)

// comparedName returns the pack's name for the number that a roll is compared with, or "" for a percentage.
func (check *Check) comparedName() string {
	if check.inPercent() {
		return ""
	}
	return comparedWord(check)
}

// highSucceeds reports whether high rolls have the better margin. f is a frame without actors; its numbers are overwritten.
func (check *Check) highSucceeds(f *Frame) bool {
	if check.faced != nil {
		return true
	}
	for i := range check.numbers {
		f.chk.numbers[i] = 1
	}
	low, high := check.marginAt(f, 1), check.marginAt(f, farRoll)
	return !math.IsNaN(low) && high > low
}

// compileDice compiles the dice of the check: one plain die, several, or faced dice.
func (check *Check) compileDice(c *compiler) {
	if !strings.HasPrefix(check.Roll.Text, "d(") {
		check.die = c.dieFaces(check.Roll)
	}
	check.faced = findEntry(c, &c.rs.FacedDice, check.Throw, "die")
	switch {
	case check.Roll.Text == "" && check.Throw.Text == "":
		c.addMistake(source.Missing, check.Pos, "Check %s needs `roll`, a die such as d100.", check.Name)
	case check.Roll.Text != "" && check.Throw.Text != "":
		c.addMistake(source.OneKind, check.Throw.Pos, "Check %s has both roll and throw. Remove one.", check.Name)
	}
	if check.Again != nil && check.Throw.Text != "" {
		c.addMistake(source.OneKind, check.Again.Pos, "Check %s throws faces, so no die explodes. Write `again: removed`.", check.Name)
	}
	switch {
	case check.Keep.Text != "" && check.Throw.Text != "":
		c.addMistake(source.OneKind, check.Keep.Pos, "Check %s throws faces, and all of them count. Remove keep.", check.Name)
	case check.Keep.Text != "" && check.Dice.Text == "":
		c.addMistake(source.Missing, check.Keep.Pos, "Check %s keeps one die. Add dice, the number of dice rolled.", check.Name)
	case check.KeepCount.Text != "" && check.Keep.Text == "":
		c.addMistake(source.Missing, check.KeepCount.Pos, "Check %s has kept, but no keep. Write `keep: lowest` or `keep: highest`.", check.Name)
	case check.Roll.Text != "" && check.Dice.Text != "" && check.Keep.Text == "":
		c.addMistake(source.Missing, check.Dice.Pos, "Check %s rolls several dice. Write `keep: lowest` or `keep: highest`.", check.Name)
	}
}

// compileCount compiles the formulas for the number of dice, their faces and which of them count. The check's numbers must be
// compiled.
func (check *Check) compileCount(c *compiler, p nameScope) {
	if inner, ok := strings.CutPrefix(check.Roll.Text, "d("); ok {
		faces := check.Roll
		faces.Text, faces.Pos.Col = strings.TrimSuffix(inner, ")"), faces.Pos.Col+len("d(")
		if check.sides = c.compileNumber(faces, p); check.sides != nil {
			if minimum, maximum := check.sides.Bounds(); maximum < 2 || minimum > maxFaces {
				c.addMistake(source.OutOfRange, faces.Pos, "A die has 2 to %d faces; this formula never gives that.", maxFaces)
			}
		}
	}
	check.dice = c.compileNumber(check.Dice, p)
	verifyDiceCount(c, check.dice, check.Dice)
	check.counting = c.compileNumber(check.KeepCount, p)
	verifyDiceCount(c, check.counting, check.KeepCount)
	p.keeps = true
	if check.keep = c.compileNumber(check.Keep, p); check.keep == nil {
		return
	}
	for _, by := range []*Formula{check.dice, check.keep} {
		if by == nil {
			continue
		}
		line := TallyLine{by: by}
		line.compileParts(c, p)
		for _, part := range line.parts {
			if part.modifier != nil && !slices.Contains(check.counted, part) {
				check.counted = append(check.counted, part)
			}
		}
	}
	if fixed, ok := check.keep.Const(); ok && fixed != 1 && fixed != -1 {
		c.addMistake(source.BadValue, check.Keep.Pos, "keep must be lowest, highest or a formula. `kept` sets the number of dice.")
	}
}

// verifyDiceCount reports a formula for a number of dice that always exceeds maxThrown.
func verifyDiceCount(c *compiler, dice *Formula, text source.Text) {
	if dice == nil {
		return
	}
	if minimum, _ := dice.Bounds(); minimum > maxThrown {
		c.addMistake(source.OutOfRange, text.Pos, "At most %d dice are rolled together; this makes %g or more.", maxThrown, minimum)
	}
}

// verifyFaceNames reports numbers and results named like a face of the check's die.
func (check *Check) verifyFaceNames(c *compiler) {
	if check.faced == nil {
		return
	}
	for _, entry := range check.Numbers {
		if check.faced.findFace(entry.Name) != noFace {
			c.addMistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the number.", entry.Name, check.faced.Name)
		}
	}
	for _, entry := range check.Results {
		if check.faced.findFace(entry.Name) != noFace {
			c.addMistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the result.", entry.Name, check.faced.Name)
		}
	}
}

// maxTried is the highest number of dice, and the highest difficulty, that is tried to find the degrees of a throw.
const maxTried = 10
