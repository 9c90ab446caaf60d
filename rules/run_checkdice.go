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

// Checks that roll several dice, or dice with faces: every way they can fall, and the probability of each sum.

// checkDice is the plain dice of a check that is rolled, or how many faced ones.
type checkDice struct {
	count, sides, counting int
	lowest                 bool // of plain dice the lowest are kept, not the highest
}

// diceOf returns the dice that a check rolls, whose numbers are in the frame. Of plain dice there is at least one.
func (c *Check) diceOf(f *Frame) (d checkDice) {
	if d.count = 1; c.dice != nil {
		d.count = wholeDice(c.dice.Num(f))
	}
	if c.faced != nil {
		return d
	}
	if d.count = max(1, d.count); c.keep != nil {
		d.lowest = c.keep.Num(f) <= 0
	}
	if d.counting = 1; c.counting != nil {
		d.counting = min(d.count, max(1, wholeDice(c.counting.Num(f))))
	}
	if d.sides = c.die; c.sides != nil {
		d.sides = int(math.Max(2, math.Min(maxFaces, math.Floor(c.sides.Num(f)+slack))))
	}
	return d
}

// sum adds up the dice that are kept of those that were rolled.
func (d *checkDice) sum(values []int) (sum int) {
	slices.Sort(values)
	if !d.lowest {
		slices.Reverse(values)
	}
	for _, roll := range values[:min(d.counting, len(values))] {
		sum += roll
	}
	return sum
}

// keptDice describes which of several plain dice count, such as "the highest of 2d20"; empty for a single die and for faced ones.
func (c *Check) keptDice(d checkDice) string {
	if c.faced != nil || !c.several() || d.count < 2 {
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

// explainedDice returns keptDice with who gave the modifiers that several dice are rolled for: "the lowest of 2d20 (poisoned)". The check's
// dice are in the frame; trace may be nil.
func (c *Check) explainedDice(f *Frame, trace *termTrace) string {
	text := c.keptDice(f.chk.dice)
	if text == "" || trace == nil {
		return text
	}
	first := trace.begin()
	for _, part := range c.counted {
		part.explain(f, trace)
	}
	var givers []string
	for _, term := range trace.end(first) {
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

// weights is how probabilities are counted: as fractions, which are exact, or as floats, which are fast. The methods of
// big.Rat set what they are called on.
type weights[W any] struct {
	share    func(parts, of int64) *W
	add, mul func(to, x, y *W) *W
	divide   func(x *W, by int64) *W
}

var ratWeights = weights[big.Rat]{big.NewRat, (*big.Rat).Add, (*big.Rat).Mul, func(x *big.Rat, by int64) *big.Rat {
	return new(big.Rat).Mul(x, big.NewRat(1, by))
}}

var floatWeights = weights[float64]{
	share:  func(parts, of int64) *float64 { x := float64(parts) / float64(of); return &x },
	add:    func(to, x, y *float64) *float64 { *to = *x + *y; return to },
	mul:    func(to, x, y *float64) *float64 { *to = *x * *y; return to },
	divide: func(x *float64, by int64) *float64 { y := *x / float64(by); return &y },
}

// dieValue is what one die comes to, the dice rolled again added, and how likely that is.
type dieValue[W any] struct {
	roll   int
	weight *W
}

// dieValues lists what one plain die with so many sides comes to. Beyond a roll that is settled it is not
// rolled again: what it would come to stands as one value, farRoll. Nor is one that is no likelier than minimum.
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

// keptSums returns the probability of every sum of the dice that are kept, whose values are given.
func keptSums[W any](dice checkDice, values []dieValue[W], w weights[W]) map[int]*W {
	slices.SortStableFunc(values, func(x, y dieValue[W]) int { return x.roll - y.roll })
	if !dice.lowest {
		slices.Reverse(values)
	}
	rest := make([]*W, len(values)) // of the values after each
	rest[len(values)-1] = new(W)
	for i := len(values) - 1; i > 0; i-- {
		rest[i-1] = w.add(new(W), rest[i], values[i].weight)
	}
	type partThrow struct{ dice, sum int } // some dice lie, all of them kept
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
		for _, at := range order { // floats add up alike each time
			weight := now[at]
			wanted := dice.counting - (dice.count - at.dice)
			part := weight // that of so many dice with this value
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

// binomial returns in how many ways n of so many dice can be chosen.
func binomial(dice, n int) int64 {
	return new(big.Int).Binomial(int64(dice), int64(n)).Int64()
}

// keptBands returns the results of the next of several plain dice, given those before it and what this one came to before it
// is rolled again; none where more dice than one are added up, but for the last of them.
func (c *Check) keptBands(f *Frame, before []int, sum int) []Band {
	saved := f.chk
	defer func() { f.chk = saved }()
	if saved.dice.counting > 1 && len(before)+1 < saved.dice.count {
		return nil
	}
	return bandsOf(saved.dice.sides, func(face int) (b Band) {
		roll := saved.dice.sum(append(slices.Clone(before), sum+face))
		b.Made, _, b.Degree = c.judge(f, roll, func(int) int { b.Open = true; return 1 })
		if b.Open {
			b.Degree = nil
		}
		return b
	})
}

// noteThrow notes how a throw of a check went, for the log: how many dice against what, their faces, and what they came to.
func (c *CheckResult) noteThrow(g *Frame, check *Check) {
	chk := &g.chk
	c.Roll = 0
	c.throw = check.faced.text(chk.faces)
	c.versus = check.versus(chk)
	points := TrimNoise(chk.results[0])
	c.points = &points
}

// versus describes how many dice with faces are thrown against what; empty for a check that rolls numbers.
func (check *Check) versus(chk *checkFrame) (text string) {
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

// sharedChance returns the chance of a check that throws faces: the percentage of all throws that succeed.
func (rs *Ruleset) sharedChance(g *Frame, check *Check) float64 {
	return percent * rs.classify(g, check, true, false, &tagSet{}).made
}

// percent is the chance of what is certain, where a chance is a share of all throws.
const percent = 100

// inPercent reports whether the number of a check is a chance in per cent: low rolls of a die of a hundred faces make it, or it throws
// faces. It is for no check, too.
func (c *Check) inPercent() bool { return c == nil || c.faced != nil || c.die == percent && !c.high }

// Compared returns the name of the number that a roll of a check is compared with, such as "chance" or "target"; of the usual check for
// nil. What is thrown with faces has a chance.
func (rs *Ruleset) Compared(c *Check) string {
	if c == nil && rs != nil {
		c = rs.check
	}
	return wordOf(c)
}

// wordOf returns the name of the number that a roll of a check is compared with; a chance for nil and for faces.
func wordOf(c *Check) string {
	if c == nil || c.faced != nil {
		return chanceWord
	}
	return MidSentence(Words(c.numbers[len(c.numbers)-1].Name))
}

// The names of a number where the check doesn't say one.
const (
	chanceWord = "chance"
	targetWord = "target"
)

// compared returns the name of the number that a roll is compared with; empty where that is a chance in per cent.
func (c *Check) compared() string {
	if c.inPercent() {
		return ""
	}
	return wordOf(c)
}

// highMakes reports whether high rolls of a check make it, and not low ones: which end of all its rolls has the better margin. The frame
// is that of no actor.
func (c *Check) highMakes(f *Frame) bool {
	if c.faced != nil {
		return true
	}
	for i := range c.numbers {
		f.chk.numbers[i] = 1
	}
	low, high := c.marginAt(f, 1), c.marginAt(f, farRoll)
	return !math.IsNaN(low) && high > low
}

// compileDice compiles what a check rolls: one die, the best of several, or faces.
func (check *Check) compileDice(c *compiler) {
	if !strings.HasPrefix(check.Roll.Text, "d(") {
		check.die = c.die(check.Roll)
	}
	check.faced = findEntry(c, &c.rs.FacedDice, check.Throw, "die")
	switch {
	case check.Roll.Text == "" && check.Throw.Text == "":
		c.mistake(source.Missing, check.Pos, "Check %s needs `roll`, a die such as d100.", check.Name)
	case check.Roll.Text != "" && check.Throw.Text != "":
		c.mistake(source.OneKind, check.Throw.Pos, "Check %s has both roll and throw. Remove one.", check.Name)
	}
	if check.Again != nil && check.Throw.Text != "" {
		c.mistake(source.OneKind, check.Again.Pos, "Check %s throws faces, so no die explodes. Write `again: removed`.", check.Name)
	}
	switch {
	case check.Keep.Text != "" && check.Throw.Text != "":
		c.mistake(source.OneKind, check.Keep.Pos, "Check %s throws faces, and all of them count. Remove keep.", check.Name)
	case check.Keep.Text != "" && check.Dice.Text == "":
		c.mistake(source.Missing, check.Keep.Pos, "Check %s keeps one die. Add dice, the number of dice rolled.", check.Name)
	case check.KeepCount.Text != "" && check.Keep.Text == "":
		c.mistake(source.Missing, check.KeepCount.Pos, "Check %s has kept, but no keep. Write `keep: lowest` or `keep: highest`.", check.Name)
	case check.Roll.Text != "" && check.Dice.Text != "" && check.Keep.Text == "":
		c.mistake(source.Missing, check.Dice.Pos, "Check %s rolls several dice. Write `keep: lowest` or `keep: highest`.", check.Name)
	}
}

// compileCount compiles how many dice a check has, with how many faces, and which of them count, once its numbers are known.
func (check *Check) compileCount(c *compiler, p nameScope) {
	if inner, ok := strings.CutPrefix(check.Roll.Text, "d("); ok {
		faces := check.Roll
		faces.Text, faces.Pos.Col = strings.TrimSuffix(inner, ")"), faces.Pos.Col+len("d(")
		if check.sides = c.num(faces, p); check.sides != nil {
			if minimum, maximum := check.sides.Bounds(); maximum < 2 || minimum > maxFaces {
				c.mistake(source.OutOfRange, faces.Pos, "A die has 2 to %d faces; this formula never gives that.", maxFaces)
			}
		}
	}
	check.dice = c.num(check.Dice, p)
	fewDice(c, check.dice, check.Dice)
	check.counting = c.num(check.KeepCount, p)
	fewDice(c, check.counting, check.KeepCount)
	p.keeps = true
	if check.keep = c.num(check.Keep, p); check.keep == nil {
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
		c.mistake(source.BadValue, check.Keep.Pos, "keep must be lowest, highest or a formula. `kept` sets the number of dice.")
	}
}

// fewDice reports a number of dice that is always more than are thrown at once.
func fewDice(c *compiler, dice *Formula, text source.Text) {
	if dice == nil {
		return
	}
	if minimum, _ := dice.Bounds(); minimum > maxThrown {
		c.mistake(source.OutOfRange, text.Pos, "At most %d dice are rolled together; this makes %g or more.", maxThrown, minimum)
	}
}

// clashes reports names of a check that its faces have, too.
func (check *Check) clashes(c *compiler) {
	if check.faced == nil {
		return
	}
	for _, entry := range check.Numbers {
		if check.faced.find(entry.Name) != noFace {
			c.mistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the number.", entry.Name, check.faced.Name)
		}
	}
	for _, entry := range check.Results {
		if check.faced.find(entry.Name) != noFace {
			c.mistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the result.", entry.Name, check.faced.Name)
		}
	}
}

// maxTried is how many dice, and how high a difficulty, are tried to find out what a throw may come to.
const maxTried = 10
