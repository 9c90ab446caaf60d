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

// Checks that roll several dice or faced dice: all possible rolls, and the probability of each sum. If only some of several plain dice
// count, the highest or the lowest, these are added up. A die explodes if it is rolled again on some of its faces, and its rolls are added.
// The last of a check's numbers is the one that the roll is compared with. In a frame f, f.chk holds the values of the check in progress. A
// band is a range of faces with the same result. farRoll stands for all rolls that are higher than any number to compare with.

// checkDice holds the dice of a check. Plain dice, such as d20, show numbers and are held in groups; of the dice of all groups together,
// only some count. Faced dice show symbols; only their number is stored.
type checkDice struct {
	count       int                     // number of faced dice, or of the check's own plain dice, which are also in groups
	groups      [1 + maxExtra]diceGroup // plain dice: the check's own, then its extra dice
	counting    int                     // number of plain dice that count
	keepsLowest bool                    // whether the lowest plain dice count instead of the highest
}

// diceGroup holds count dice with the same number of sides.
type diceGroup struct{ count, sides int }

// maxExtra is the maximum number of named dice that a check rolls in addition to its own.
const maxExtra = 2

// ownDice returns the check's own dice.
func (d *checkDice) ownDice() diceGroup { return d.groups[0] }

// plainCount returns the number of plain dice.
func (d *checkDice) plainCount() (n int) {
	for _, group := range d.groups {
		n += group.count
	}
	return n
}

// maxSides returns the number of sides of the largest plain die.
func (d *checkDice) maxSides() (sides int) {
	for _, group := range d.groups {
		if group.count > 0 {
			sides = max(sides, group.sides)
		}
	}
	return sides
}

// rerollRule returns the rule for exploding dice of a group, or nil. group is an index of checkDice.groups.
func (check *Check) rerollRule(group int) *Reroll {
	if group == 0 {
		return check.Again
	}
	return check.Extra[group-1].Value.Again
}

// computeDice returns the dice that the check rolls. Its numbers must be in the frame. There is at least one plain die.
func (check *Check) computeDice(f *Frame) (d checkDice) {
	if d.count = 1; check.dice != nil {
		d.count = roundDice(check.dice.Num(f))
	}
	if check.facedDie != nil {
		return d
	}
	if d.count = max(1, d.count); check.keep != nil {
		d.keepsLowest = check.keep.Num(f) <= 0 // the word `highest` has the value 1, `lowest` has -1
	}
	d.groups[0] = diceGroup{d.count, sidesOf(f, check.die, check.sides)}
	for i := range check.Extra[:min(maxExtra, len(check.Extra))] {
		die := &check.Extra[i].Value
		group := diceGroup{1, sidesOf(f, die.die, die.sides)}
		if die.dice != nil {
			group.count = roundDice(die.dice.Num(f))
		}
		d.groups[1+i] = group
	}
	if d.counting = 1; check.counting != nil {
		d.counting = min(d.plainCount(), max(1, roundDice(check.counting.Num(f))))
	}
	return d
}

// sidesOf returns the number of faces of a die: the value of the formula sides, or die if there is none.
func sidesOf(f *Frame, die int, sides *Formula) int {
	if sides == nil {
		return die
	}
	return int(math.Max(2, math.Min(maxFaces, math.Floor(sides.Num(f)+slack))))
}

// sumKept sorts the rolled values and returns the sum of the values that count.
func (d *checkDice) sumKept(values []int) (sum int) {
	slices.Sort(values)
	if !d.keepsLowest {
		slices.Reverse(values)
	}
	for _, roll := range values[:min(d.counting, len(values))] {
		sum += roll
	}
	return sum
}

// describeKeptDice describes which of several plain dice count, such as "the highest of 2d20" or "the highest of d8 and wild d6"; "" for a
// single die and for faced dice.
func (check *Check) describeKeptDice(d checkDice) string {
	if check.facedDie != nil || !check.hasSeveralDice() || d.plainCount() < 2 {
		return ""
	}
	var list []string
	for i, group := range d.groups {
		if group.count == 0 {
			continue
		}
		text := dieName(group.sides)
		if group.count > 1 {
			text = strconv.Itoa(group.count) + text
		}
		if i > 0 {
			text = check.extraName(i) + " " + text
		}
		list = append(list, text)
	}
	if d.counting == d.plainCount() {
		return strings.Join(list, " + ")
	}
	counting := KeepHighest
	if d.keepsLowest {
		counting = KeepLowest
	}
	if d.counting > 1 {
		counting += " " + strconv.Itoa(d.counting)
	}
	return "the " + counting + " of " + strings.Join(list, " and ")
}

// describeDecidingDie describes the kind of die that shows the value that counts, such as "wild d6"; "" for a check without named dice.
// values holds the values of all dice, in the order of dice.groups.
func (check *Check) describeDecidingDie(dice *checkDice, values []int) string {
	if len(check.Extra) == 0 || len(values) < 2 {
		return ""
	}
	value, first := dice.sumKept(slices.Clone(values)), 0
	for i, group := range dice.groups {
		if !slices.Contains(values[first:first+group.count], value) {
			first += group.count
			continue
		}
		if i > 0 {
			return check.extraName(i) + " " + dieName(group.sides)
		}
		return dieName(group.sides)
	}
	return ""
}

// extraName returns the name of a group of extra dice, whose index is counted from 1, for the middle of a sentence.
func (check *Check) extraName(group int) string {
	entry := &check.Extra[group-1]
	return MidSentence(cmp.Or(entry.Value.Label, ReadableName(entry.Name)))
}

// describeKeptDiceReasons returns the text of describeKeptDice with the sources of the modifiers on the number of dice: "the lowest of 2d20
// (poisoned)". The check's dice must be in the frame; trace may be nil.
func (check *Check) describeKeptDiceReasons(f *Frame, trace *termTrace) string {
	text := check.describeKeptDice(f.chk.dice)
	if text == "" || trace == nil {
		return text
	}
	first := trace.beginList()
	for _, part := range check.diceModifiers {
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

// roundDice rounds x down to a number of dice, at least 0 and at most maxThrown.
func roundDice(x float64) int {
	return int(math.Max(0, math.Min(maxThrown, math.Floor(x+slack))))
}

// weights is a set of operations on probabilities, which are exact fractions or fast floats. Like the methods of big.Rat, the functions add
// and mul store their result in an argument, the first one.
type weights[W any] struct {
	share    func(parts, whole int64) *W  // returns parts/whole
	add, mul func(result, x, y *W) *W     // store x+y, or x*y, in result and return it
	divide   func(x *W, divisor int64) *W // returns x/divisor
}

// ratWeights calculates with exact fractions.
var ratWeights = weights[big.Rat]{big.NewRat, (*big.Rat).Add, (*big.Rat).Mul, func(x *big.Rat, divisor int64) *big.Rat {
	return new(big.Rat).Mul(x, big.NewRat(1, divisor))
}}

// floatWeights calculates with fast floats.
var floatWeights = weights[float64]{
	share:  func(parts, whole int64) *float64 { x := float64(parts) / float64(whole); return &x },
	add:    func(result, x, y *float64) *float64 { *result = *x + *y; return result },
	mul:    func(result, x, y *float64) *float64 { *result = *x * *y; return result },
	divide: func(x *float64, divisor int64) *float64 { y := *x / float64(divisor); return &y },
}

// dieValue is a value of one die, including its rerolls, with its probability.
type dieValue[W any] struct {
	roll   int // sum of the die and its rerolls
	weight *W  // probability
}

// dieValues lists the values of one plain die with the given number of sides, including its rerolls. A roll that explodes counts as farRoll
// if settled reports that further dice would change nothing. A die that needs rerolls with a probability of at most minimum does not
// explode again.
func dieValues[W any](rule *Reroll, sides int, w weights[W], minimum float64, settled func(roll int) bool) (list []dieValue[W]) {
	exploding := 0
	for face := 1; face <= sides; face++ {
		if rule.rollsAgain(face, sides, 0) {
			exploding++
		}
	}
	// open holds the sums to which another roll of the die is added; likely is the probability that the next roll explodes as well.
	open, likely := []dieValue[W]{{0, w.share(1, 1)}}, float64(max(1, exploding))/float64(sides)
	for level := 0; len(open) > 0; level++ {
		var next []dieValue[W] // sums whose last die is rolled again
		for _, before := range open {
			weight := w.divide(before.weight, int64(sides))
			for face := 1; face <= sides; face++ {
				roll, explodes := before.roll+face, rule.rollsAgain(face, sides, level)
				switch {
				case explodes && settled(roll):
					roll = farRoll
				case explodes && likely > minimum:
					next = addValue(next, roll, weight, w)
					continue
				}
				list = append(list, dieValue[W]{roll, weight})
			}
		}
		open, likely = next, likely*float64(max(1, exploding))/float64(sides)
	}
	return list
}

// addValue adds a weight to the value of a roll in list.
func addValue[W any](list []dieValue[W], roll int, weight *W, w weights[W]) []dieValue[W] {
	for i := range list {
		if list[i].roll == roll {
			list[i].weight = w.add(new(W), list[i].weight, weight)
			return list
		}
	}
	return append(list, dieValue[W]{roll, weight})
}

// keptSums returns the probability of each sum of the dice that count. settled is as in dieValues.
func keptSums[W any](check *Check, dice checkDice, w weights[W], settled func(roll int) bool) map[int]*W {
	s := &keptSummer[W]{w: w, counting: dice.counting, sums: map[int]*W{}}
	for i, group := range dice.groups {
		if s.counts[i] = group.count; group.count == 0 {
			continue
		}
		s.shares[i], s.worse[i] = map[int]*W{}, map[int]*W{}
		for _, value := range dieValues(check.rerollRule(i), group.sides, w, minWeight, settled) {
			addWeight(s.shares[i], value.roll, value.weight, w)
			s.values = append(s.values, value.roll)
		}
	}
	slices.Sort(s.values)
	if s.values = slices.Compact(s.values); !dice.keepsLowest {
		slices.Reverse(s.values)
	}
	s.computeWorse()
	open := map[openDice]*W{{remaining: s.counts}: w.share(1, 1)} // probabilities of the cases that are not complete
	for _, value := range s.values {
		open = s.addValue(value, open)
	}
	return s.sums
}

// keptSummer calculates the probability of each sum of the dice that count. It goes through the values of the dice from the best to the
// worst, and at each value through the numbers of dice in each group that show it. Once enough dice count, the others need only show
// something worse.
type keptSummer[W any] struct {
	w        weights[W]               // arithmetic of the probabilities
	counting int                      // number of dice that count
	counts   [1 + maxExtra]int        // number of dice in each group
	values   []int                    // all values that a die can show, the best first
	shares   [1 + maxExtra]map[int]*W // for each group, the probability of each value of a die; nil for a group without dice
	worse    [1 + maxExtra]map[int]*W // for each group, the probability of any value that is worse than the key
	sums     map[int]*W               // probabilities of the complete sums
}

// openDice is a case in which the values of some dice are decided, but not enough dice count yet.
type openDice struct {
	remaining [1 + maxExtra]int // number of dice in each group whose value is not decided yet
	sum       int               // total of the dice that count so far
}

// computeWorse sets s.worse from s.shares.
func (s *keptSummer[W]) computeWorse() {
	for i := range s.worse {
		if s.worse[i] == nil {
			continue
		}
		after := new(W)
		for _, value := range slices.Backward(s.values) {
			s.worse[i][value] = after
			if share := s.shares[i][value]; share != nil {
				after = s.w.add(new(W), after, share)
			}
		}
	}
}

// addValue decides in each open case which of the remaining dice show value, and returns the cases that are then still open. The others are
// added to s.sums.
func (s *keptSummer[W]) addValue(value int, open map[openDice]*W) map[openDice]*W {
	next := map[openDice]*W{}
	order := slices.SortedFunc(maps.Keys(open), func(x, y openDice) int {
		return cmp.Or(slices.Compare(x.remaining[:], y.remaining[:]), x.sum-y.sum)
	})
	for _, from := range order { // a fixed order, so that floating-point sums are reproducible
		wanted := s.counting // number of dice that still have to count
		for i := range from.remaining {
			wanted -= s.counts[i] - from.remaining[i]
		}
		v := keptValue[W]{s, value, wanted, from, next}
		v.tryCounts(0, 0, from, open[from])
	}
	return next
}

// keptValue decides, in one open case, which dice show a value.
type keptValue[W any] struct {
	*keptSummer[W]
	value  int             // value that each remaining die shows or doesn't show
	wanted int             // number of dice that still have to count
	from   openDice        // case before the decision
	next   map[openDice]*W // probabilities of the cases that stay open
}

// tryCounts tries each possible number of dice that show the value, in the given group and in the groups after it. showing is the number of
// dice that show it in earlier groups. to is the case so far, with those dice decided, and weight is its probability.
func (v *keptValue[W]) tryCounts(group, showing int, to openDice, weight *W) {
	w := v.w
	if group == len(to.remaining) {
		if showing < v.wanted {
			to.sum += showing * v.value
			addWeight(v.next, to, weight, w)
			return
		}
		// Enough dice count now, so all remaining dice must show something worse. Of the dice that show the value, only wanted count.
		for i, n := range to.remaining {
			for range n {
				weight = w.mul(new(W), weight, v.worse[i][v.value])
			}
		}
		addWeight(v.sums, v.from.sum+v.wanted*v.value, weight, w)
		return
	}
	share := v.shares[group][v.value]
	for n := 0; n <= v.from.remaining[group] && (n == 0 || share != nil); n++ {
		to.remaining[group] = v.from.remaining[group] - n
		withOrders := weight // times the number of ways to choose the n dice
		if orders := binomial(v.from.remaining[group], n); orders != 1 {
			withOrders = w.mul(new(W), weight, w.share(orders, 1))
		}
		v.tryCounts(group+1, showing+n, to, withOrders)
		if share != nil {
			weight = w.mul(new(W), weight, share)
		}
	}
}

// addWeight adds weight to the weight of a key.
func addWeight[K comparable, W any](list map[K]*W, key K, weight *W, w weights[W]) {
	if list[key] == nil {
		list[key] = new(W)
	}
	w.add(list[key], list[key], weight)
}

// keptBands returns the result of each face of the next plain die, which has the given number of sides. before holds the values of the dice
// before it, and sum is the sum of its own rolls so far. If several dice are added up, only the last one has bands.
func (check *Check) keptBands(f *Frame, sides int, before []int, sum int) []Band {
	saved := f.chk
	defer func() { f.chk = saved }()
	if saved.dice.counting > 1 && len(before)+1 < saved.dice.plainCount() {
		return nil
	}
	return groupBands(sides, func(face int) Band {
		value := sum + face
		if face == sides && check.Again.rollsAgain(face, sides, sum/sides) { // only the highest face was rolled before it
			value++ // lowest sum that it leads to
		}
		return check.bandOf(f, saved.dice.sumKept(append(slices.Clone(before), value)))
	})
}

// noteThrow records a throw of faced dice for the log: the dice, their difficulty, the faces and the points.
func (c *CheckResult) noteThrow(g *Frame, check *Check) {
	chk := &g.chk
	c.Roll = 0
	c.throw = check.facedDie.throwText(chk.faces)
	c.versus = check.versusText(chk)
	points := TrimNoise(chk.results[0]) // the first of the check's results
	c.points = &points
}

// versusText returns the number of faced dice and their difficulty in words, or "" for plain dice.
func (check *Check) versusText(chk *checkFrame) (text string) {
	if check.facedDie == nil {
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
	return percent * rs.classesByDegree(g, check).made
}

// percent is the chance of a certain success, as a percentage.
const percent = 100

// isInPercent reports whether the check's number is a percentage: low rolls of a d100 succeed, or the check throws faced dice. It is true for
// a nil check.
func (check *Check) isInPercent() bool {
	return check == nil || check.facedDie != nil || check.die == percent && !check.rollsHigh
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
	if c == nil || c.facedDie != nil {
		return chanceWord
	}
	return MidSentence(ReadableName(c.numbers[len(c.numbers)-1].Name))
}

// Default names of the number that a check's roll is compared with.
const (
	chanceWord = "chance"
	targetWord = "target"
)

// comparedName returns the pack's name for the number that a roll is compared with, or "" for a percentage.
func (check *Check) comparedName() string {
	if check.isInPercent() {
		return ""
	}
	return comparedWord(check)
}

// highSucceeds reports whether high rolls have the better margin. f is a frame without actors; its numbers are overwritten.
func (check *Check) highSucceeds(f *Frame) bool {
	if check.facedDie != nil {
		return true
	}
	for i := range check.numbers {
		f.chk.numbers[i] = 1
	}
	low, high := check.marginAt(f, 1), check.marginAt(f, farRoll)
	return !math.IsNaN(low) && high > low
}

// compileDice compiles the dice of the check: one plain die, several plain dice, or faced dice.
func (check *Check) compileDice(c *compiler) {
	if !strings.HasPrefix(check.Roll.Text, "d(") {
		check.die = c.dieFaces(check.Roll)
	}
	check.facedDie = findEntry(c, &c.rs.FacedDice, check.Throw, "die")
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
	case check.Keep.Text != "" && check.Dice.Text == "" && len(check.Extra) == 0:
		c.addMistake(source.Missing, check.Keep.Pos, "Check %s keeps one die. Add dice, the number of dice rolled.", check.Name)
	case check.KeepCount.Text != "" && check.Keep.Text == "":
		c.addMistake(source.Missing, check.KeepCount.Pos, "Check %s has kept, but no keep. Write `keep: lowest` or `keep: highest`.", check.Name)
	case check.Roll.Text != "" && check.Dice.Text != "" && check.Keep.Text == "":
		c.addMistake(source.Missing, check.Dice.Pos, "Check %s rolls several dice. Write `keep: lowest` or `keep: highest`.", check.Name)
	}
	check.compileExtra(c)
}

// compileExtra compiles the named dice, except for their formulas, which compileCount compiles.
func (check *Check) compileExtra(c *compiler) {
	if len(check.Extra) == 0 {
		return
	}
	first := check.Extra[0].Pos
	switch {
	case check.Throw.Text != "":
		c.addMistake(source.OneKind, first, "Check %s throws faces. Remove extra.", check.Name)
	case check.Keep.Text == "" && check.Dice.Text == "":
		c.addMistake(source.Missing, first, "Check %s rolls several dice. Write `keep: lowest` or `keep: highest`.", check.Name)
	case len(check.Extra) > maxExtra:
		c.addMistake(source.OutOfRange, check.Extra[maxExtra].Pos, "At most %d dice can have a name. For more dice of a kind, write `dice`.", maxExtra)
	}
	for i := range check.Extra {
		die := &check.Extra[i].Value
		if !strings.HasPrefix(die.Roll.Text, "d(") {
			die.die = c.dieFaces(die.Roll)
		}
		if die.Roll.Text == "" {
			c.addMistake(source.Missing, check.Extra[i].Pos, "Die %s needs `roll`, such as d6.", check.Extra[i].Name)
		}
		if die.Again != nil {
			die.Again.compile(c, die.die)
		}
	}
}

// compileCount compiles the formulas for the number of dice, their faces and which of them count. The check's numbers must be
// compiled.
func (check *Check) compileCount(c *compiler, p nameScope) {
	check.sides = c.compileSides(check.Roll, p)
	for i := range check.Extra {
		die := &check.Extra[i].Value
		die.sides, die.dice = c.compileSides(die.Roll, p), c.compileNumber(die.Dice, p)
		verifyDiceCount(c, die.dice, die.Dice)
	}
	check.dice = c.compileNumber(check.Dice, p)
	verifyDiceCount(c, check.dice, check.Dice)
	check.counting = c.compileNumber(check.KeepCount, p)
	verifyDiceCount(c, check.counting, check.KeepCount)
	p.hasKeptDice = true
	if check.keep = c.compileNumber(check.Keep, p); check.keep == nil {
		return
	}
	for _, compiled := range []*Formula{check.dice, check.keep} {
		if compiled == nil {
			continue
		}
		line := TallyLine{formula: compiled}
		line.compileParts(c, p)
		for _, part := range line.parts {
			if part.modifier != nil && !slices.Contains(check.diceModifiers, part) {
				check.diceModifiers = append(check.diceModifiers, part)
			}
		}
	}
	if fixed, ok := check.keep.Const(); ok && fixed != 1 && fixed != -1 { // neither `highest` nor `lowest`
		c.addMistake(source.BadValue, check.Keep.Pos, "keep must be lowest, highest or a formula. `kept` sets the number of dice.")
	}
}

// compileSides compiles the number of faces of a die d(FORMULA), or returns nil for another die.
func (c *compiler) compileSides(die source.Text, p nameScope) *Formula {
	inner, ok := strings.CutPrefix(die.Text, "d(")
	if !ok {
		return nil
	}
	die.Text, die.Pos.Col = strings.TrimSuffix(inner, ")"), die.Pos.Col+len("d(")
	sides := c.compileNumber(die, p)
	if sides != nil {
		if minimum, maximum := sides.Bounds(); maximum < 2 || minimum > maxFaces {
			c.addMistake(source.OutOfRange, die.Pos, "A die has 2 to %d faces; this formula never gives that.", maxFaces)
		}
	}
	return sides
}

// verifyDiceCount reports a formula whose number of dice always exceeds maxThrown.
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
	if check.facedDie == nil {
		return
	}
	for _, entry := range check.Numbers {
		if check.facedDie.findFace(entry.Name) != noFace {
			c.addMistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the number.", entry.Name, check.facedDie.Name)
		}
	}
	for _, entry := range check.Results {
		if check.facedDie.findFace(entry.Name) != noFace {
			c.addMistake(source.Repeated, entry.Pos, "%s is already a face of %s. Rename the result.", entry.Name, check.facedDie.Name)
		}
	}
}

// maxTried is the highest number of dice, and the highest difficulty, that is tried to find the degrees that a throw can reach.
const maxTried = 10
