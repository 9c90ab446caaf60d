package rules

import (
	"math"
	"math/big"
	"strconv"

	"hybrid/rules/source"
)

// Which of several dice of a check counts.
const (
	keepLowest  = "lowest"
	keepHighest = "highest"
)

// count returns how many dice a check rolls, whose numbers are in the frame. Of plain dice there is at least one.
func (c *Check) count(f *Frame) int {
	switch {
	case c.faced != nil && c.dice == nil:
		return 1
	case c.faced != nil:
		return diceOf(c.dice.Num(f))
	case c.Keep.Text != "":
		return max(1, diceOf(c.dice.Num(f)))
	}
	return 1
}

// diceOf rounds x down to a number of dice, at least 0 and at most maxThrown.
func diceOf(x float64) int {
	return int(math.Max(0, math.Min(maxThrown, math.Floor(x+slack))))
}

// better returns the one of two plain dice that counts; 0 is none.
func (c *Check) better(a, b int) int {
	switch {
	case a == 0:
		return b
	case c.Keep.Text == keepHighest:
		return max(a, b)
	}
	return min(a, b)
}

// weightedThrows lists every roll of several dice with how likely it is: of faced dice the counts of the faces it reads, of
// plain ones the die that is kept.
func (c *Check) weightedThrows(dice int, told faceCounts) (list []weightedRoll) {
	if c.faced != nil {
		for counts, weight := range c.faced.throws(dice, told) {
			list = append(list, weightedRoll{int(counts), weight})
		}
		return list
	}
	for face := 1; face <= c.die; face++ {
		list = append(list, weightedRoll{face, c.kept(face, dice)})
	}
	return list
}

// kept returns the probability that a face is the one kept of the given number of dice.
func (c *Check) kept(face, dice int) float64 {
	share := func(faces int) float64 { return math.Pow(float64(faces)/float64(c.die), float64(dice)) }
	if c.Keep.Text == keepHighest {
		return share(face) - share(face-1)
	}
	return share(c.die-face+1) - share(c.die-face)
}

// exact returns the probability of a roll of several dice, as a fraction.
func (c *Check) exact(roll, dice int, told faceCounts) *big.Rat {
	if c.faced != nil {
		return c.faced.exact(faceCounts(roll), dice, told)
	}
	power := func(faces int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(faces)), big.NewInt(int64(dice)), nil)
	}
	ways := new(big.Int)
	if c.Keep.Text == keepHighest {
		ways.Sub(power(roll), power(roll-1))
	} else {
		ways.Sub(power(c.die-roll+1), power(c.die-roll))
	}
	return new(big.Rat).SetFrac(ways, power(c.die))
}

// keptBands returns the results of the next of several plain dice, given the best before it.
func (c *Check) keptBands(f *Frame, before int) []Band {
	kept := f.chk
	defer func() { f.chk = kept }()
	return bandsOf(c.die, func(face int) (b Band) {
		b.Made, _, b.Degree = c.judge(f, c.better(before, face), func(int) int { b.Open = true; return 1 })
		if b.Open {
			b.Degree = nil
		}
		return b
	})
}

// tell notes how a throw of a check went, for the log: how many dice against what, their faces, and what they came to.
func (c *CheckResult) tell(g *Frame, check *Check) {
	chk := &g.chk
	c.Roll = 0
	c.throw = check.faced.text(chk.faces)
	c.versus = check.versus(chk)
	points := trimNoise(chk.results[0])
	c.points = &points
}

// versus describes how many dice with faces are thrown against what; empty for a check that rolls numbers.
func (check *Check) versus(chk *checkFrame) (text string) {
	if check.faced == nil {
		return ""
	}
	if text = "1 die"; chk.dice != 1 {
		text = strconv.Itoa(chk.dice) + " dice"
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

// inPercent reports whether the chance of a check is in per cent: it rolls a die of a hundred faces, or throws faces. It is for no
// check, too.
func (c *Check) inPercent() bool { return c == nil || c.faced != nil || c.die == percent }

// compileDice compiles what a check rolls: one die, the best of several, or faces.
func (check *Check) compileDice(c *compiler) {
	check.die = c.die(check.Roll)
	check.faced = findEntry(c, &c.rs.FacedDice, check.Throw, "die")
	switch {
	case check.Roll.Text == "" && check.Throw.Text == "":
		c.mistake(source.Missing, check.Pos, "Check %s needs `roll`, a die such as d100.", check.Name)
	case check.Roll.Text != "" && check.Throw.Text != "":
		c.mistake(source.OneKind, check.Throw.Pos, "Check %s has both roll and throw. Remove one.", check.Name)
	}
	if check.Again != nil && check.Throw.Text+check.Keep.Text != "" {
		c.mistake(source.OneKind, check.Again.Pos, "Check %s has several dice, so none is rolled again. Write `again: removed`.", check.Name)
	}
	switch {
	case check.Keep.Text != "" && check.Throw.Text != "":
		c.mistake(source.OneKind, check.Keep.Pos, "Check %s throws faces, and all of them count. Remove keep.", check.Name)
	case check.Keep.Text != "" && check.Dice.Text == "":
		c.mistake(source.Missing, check.Keep.Pos, "Check %s keeps one die. Add dice, the number of dice rolled.", check.Name)
	case check.Roll.Text != "" && check.Dice.Text != "" && check.Keep.Text == "":
		c.mistake(source.Missing, check.Dice.Pos, "Check %s rolls several dice. Write `keep: lowest` or `keep: highest`.", check.Name)
	}
}

// compileCount compiles how many dice a check has, once its numbers are known.
func (check *Check) compileCount(c *compiler, p nameScope) {
	if check.Dice.Text == "" {
		return
	}
	check.dice = c.num(check.Dice, p)
	fewDice(c, check.dice, check.Dice)
}

// fewDice reports a number of dice that is always more than are thrown at once.
func fewDice(c *compiler, dice *Formula, said source.Text) {
	if dice == nil {
		return
	}
	if minimum, _ := dice.Bounds(); minimum > maxThrown {
		c.mistake(source.OutOfRange, said.Pos, "At most %d dice are rolled together; this makes %g or more.", maxThrown, minimum)
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
