package rules

import (
	"maps"
	"math"
	"slices"
	"sync"

	"hybrid/rules/source"
)

// Rolls that come to the same for everything that is asked later form a class; an explorer forks once for each. Classes of
// checks that read nothing else are cached.

// rollClass is rolls of a check that come to the same for everything that is asked of them later, with one of them that
// stands for all. Its weight is a part of all rolls.
type rollClass struct {
	degree *Degree
	made   bool
	margin float64
	roll   int
	draw   int
	weight float64
}

// rollClassKey is what classes of rolls depend on.
type rollClassKey struct {
	check   *Check
	step    *Step
	numbers [maxNumbers]float64
	against float64
	dice    checkDice
	apart   bool
	outer   bool
	tags    [2]tagSet // of the check, and of what comes after it
}

// rollClasses is the rolls of a check, by class.
type rollClasses struct {
	list    []rollClass
	weights []float64 // of the classes, in their order
	shares  []float64 // of the degrees, by index
	made    float64   // how likely it is made
	margin  float64   // sum of the margins of those that are made, each times its probability
}

// rollClassCache remembers the rolls that were sorted, for checks that depend on nothing but their own numbers.
type rollClassCache struct {
	mu      sync.Mutex
	classes map[rollClassKey]*rollClasses
}

// maxClasses is how many are remembered at the most.
const maxClasses = 1 << 14

// rollKey tells what makes two rolls the same: the degree, and what the later steps find in the rest.
type rollKey struct {
	degree *Degree
	made   bool
	faces  faceCounts
	found  [maxReaders]float64
}

// maxReaders is how many formulas may ask for a margin before every roll is a class of its own.
const maxReaders = 8

// weightedRoll is one roll, the dice rolled again added, and how likely it is.
type weightedRoll struct {
	roll   int
	weight float64
}

// minWeight is how unlikely a roll may be before it is not rolled again any more.
const minWeight = 1e-15

// weightedRolls lists the rolls of the check, whose numbers are in the frame: of faced dice the counts of the faces, of several plain
// ones the sum of those that are kept. Of a throw, distinct are the faces that matter; the others count as one.
func (c *Check) weightedRolls(f *Frame, distinct faceCounts) (list []weightedRoll) {
	dice, unsettled := f.chk.dice, func(int) bool { return false }
	switch {
	case c.faced != nil:
		for counts, weight := range c.faced.throws(dice.count, distinct) {
			list = append(list, weightedRoll{int(counts), weight})
		}
	case c.several():
		sums := keptSums(dice, dieValues(c, dice.sides, floatWeights, minWeight, unsettled), floatWeights)
		for _, roll := range slices.Sorted(maps.Keys(sums)) {
			list = append(list, weightedRoll{roll, *sums[roll]})
		}
	default:
		for _, value := range dieValues(c, c.die, floatWeights, minWeight, unsettled) {
			list = append(list, weightedRoll{value.roll, *value.weight})
		}
	}
	return list
}

// isClosed reports whether what a roll comes to depends on nothing but the check's own numbers.
func (c *Check) isClosed() bool {
	return !slices.ContainsFunc(c.judging(), func(by *Formula) bool { return !c.owns(by) })
}

// judging returns the formulas that judge a roll.
func (c *Check) judging() (list []*Formula) {
	for _, result := range c.results {
		list = append(list, result.num, result.flag, result.text)
	}
	if c.ladder.Draw != nil {
		list = append(list, c.ladder.Draw.when)
	}
	for i := range c.ladder.rungs {
		list = append(list, c.ladder.rungs[i].when)
	}
	return list
}

// isBare reports whether what a roll comes to depends on nothing but the chance, the last number of the check.
func (c *Check) isBare() bool {
	if !c.closed || c.several() {
		return false
	}
	numbers := c.Numbers[:len(c.Numbers)-1]
	return !slices.ContainsFunc(c.judging(), func(by *Formula) bool {
		return slices.ContainsFunc(anyFormula{num: by}.paths(), func(path string) bool {
			return path == againstMargin || slices.ContainsFunc(numbers, func(e source.MapItem[Tally]) bool { return e.Name == path })
		})
	})
}

// owns reports whether a formula reads only what belongs to the check.
func (c *Check) owns(by *Formula) bool {
	if by == nil {
		return true
	}
	for i := range by.Reads {
		if !by.Reads[i].Const && by.Reads[i].Path != againstMargin && !c.has(by.Reads[i].Path) {
			return false
		}
	}
	return true
}

// has reports whether a name is one of the check itself: of a number, of the roll, or of a result.
func (c *Check) has(name string) bool {
	if c.faced != nil && c.faced.find(name) != noFace || c.several() && name == diceName {
		return true
	}
	if name == rollName || name == otherwiseName || c.ladder.Draw != nil && name == c.ladder.Draw.Name {
		return true
	}
	return slices.ContainsFunc(c.Numbers, func(e source.MapItem[Tally]) bool { return e.Name == name }) ||
		slices.ContainsFunc(c.Results, func(e source.MapItem[source.Text]) bool { return e.Name == name })
}

// facesRead returns the faces that the formulas which judge a roll read; those read by later steps are added elsewhere.
func (check *Check) facesRead() (faces faceCounts) {
	if check.faced == nil {
		return 0
	}
	for _, by := range check.judging() {
		for _, path := range (anyFormula{num: by}).paths() {
			if face := check.faced.find(path); face != noFace {
				faces |= onlyFace(face)
			}
		}
	}
	return faces
}

// imagineThrow finds the throw of the smallest margin that comes to what is wanted, with the dice that fell or as few more
// as it takes, and leaves the frame as if it had fallen.
func (c *Check) imagineThrow(f *Frame, result *CheckResult, fits func(bool, *Degree) bool) bool {
	severity := func(die int) int { return (die + 1) / 2 }
	for ; f.chk.dice.count <= maxThrown; f.chk.dice.count++ {
		best, minimum := 0, math.Inf(1)
		for _, roll := range c.weightedRolls(f, c.facesLater) {
			made, margin, degree := c.judge(f, roll.roll, severity)
			if fits(made, degree) && math.Abs(margin) < minimum {
				best, minimum = roll.roll, math.Abs(margin)
			}
		}
		if !math.IsInf(minimum, 1) {
			result.Success, result.Margin, result.Degree = c.judge(f, best, severity)
			return true
		}
	}
	return false
}

// addThrows notes the degrees that throws come to, over dice and difficulties: each number of the check is tried as such.
func (check *Check) addThrows(f *Frame, seen map[*Degree]bool) {
	for dice := 1; dice <= maxTried; dice++ {
		for difficulty := 1; difficulty <= maxTried && len(seen) < len(check.ladder.rungs); difficulty++ {
			for i := range check.numbers {
				f.chk.numbers[i] = float64(difficulty)
			}
			f.chk.dice.count = dice
			for _, roll := range check.weightedRolls(f, check.facesLater) {
				check.addRoll(f, roll.roll, seen)
			}
		}
	}
}

// addRoll notes the degrees that a roll comes to, with each face of the die that the ladder throws.
func (check *Check) addRoll(f *Frame, roll int, seen map[*Degree]bool) {
	for face, faces := 1, 1; face <= faces; face++ {
		_, _, degree := check.judge(f, roll, func(die int) int { faces = die; return face })
		seen[degree] = true
	}
}

// classify finds the classes of the rolls of a check, whose numbers are in the frame. With apart those of different degrees
// are apart even where no step asks for the degree. What comes after the check is about other words than the check itself.
func (rs *Ruleset) classify(g *Frame, check *Check, apart, answered bool, after *tagSet) *rollClasses {
	if !check.closed {
		return rs.classifyAnew(g, check, apart, answered, after)
	}
	key := rollClassKey{check: check, step: g.step, numbers: g.chk.numbers, against: g.chk.against, dice: g.chk.dice, apart: apart, outer: answered}
	if g.step != nil && g.step.asks != nil && len(g.step.asks.list) > 0 {
		key.tags = [2]tagSet{g.tags, *after}
	}
	if check.bare && !(g.step != nil && g.step.asks != nil && g.step.asks.opposed) {
		key.against = 0 // many margins leave the same chance
	}
	cache := &rs.classes
	cache.mu.Lock()
	found, ok := cache.classes[key]
	cache.mu.Unlock()
	if ok {
		return found
	}
	classes := rs.classifyAnew(g, check, apart, answered, after) // others need not wait for it
	cache.mu.Lock()
	defer cache.mu.Unlock()
	if cache.classes == nil || len(cache.classes) >= maxClasses {
		cache.classes = map[rollClassKey]*rollClasses{}
	}
	cache.classes[key] = classes
	return classes
}

// classifyAnew groups the rolls of a check that nothing later can tell apart; classify caches its result.
func (rs *Ruleset) classifyAnew(g *Frame, check *Check, apart, answered bool, after *tagSet) *rollClasses {
	classes := &rollClasses{shares: make([]float64, len(rs.Degrees.All))}
	at := map[rollKey]int{}
	var wants rollReads
	if g.step != nil && g.step.asks != nil {
		wants = *g.step.asks
		wants.raw = wants.raw || wants.outer && answered
	}
	distinct := check.facesLater
	if wants.raw && check.faced != nil {
		wants.faces = everyFace
	}
	for _, face := range check.weightedRolls(g, distinct|wants.faces) {
		classes.add(g, check, &wants, at, face, apart, after)
	}
	classes.weights = make([]float64, len(classes.list))
	for i := range classes.list {
		classes.weights[i] = classes.list[i].weight
	}
	return classes
}

// add puts one roll into its class; where the ladder throws a die of its own, with each of its faces.
func (classes *rollClasses) add(g *Frame, check *Check, wants *rollReads, at map[rollKey]int, face weightedRoll, apart bool, after *tagSet) {
	for draw, faces := 1, 1; draw <= faces; draw++ {
		var c rollClass
		c.made, c.margin, c.degree = check.judge(g, face.roll, func(die int) int { faces = die; return draw })
		c.roll, c.draw = face.roll, draw
		c.weight = face.weight / float64(faces)
		classes.shares[c.degree.index] += c.weight
		if c.made {
			classes.made += c.weight
			classes.margin += c.weight * c.margin
		}
		key := rollKey{made: c.made, faces: faceCounts(face.roll) & wants.faces}
		if apart || wants.degree {
			key.degree = c.degree
		}
		wants.find(g, &c, &key, after)
		if i, known := at[key]; known {
			classes.list[i].weight += c.weight
			continue
		}
		at[key] = len(classes.list)
		classes.list = append(classes.list, c)
	}
}

// rollReads is what later steps want to know of a check beyond whether it was made. With raw every roll is one of its own;
// with degree those of different degrees are apart.
type rollReads struct {
	raw     bool
	faces   faceCounts // those of a throw that are read, each for itself
	outer   bool       // raw for answers alone
	degree  bool
	side    bool // of a table: which side of a paired row it is
	list    []rollRead
	opposed bool // one of list reads the margin that the check is against
}

// rollRead is one formula that reads the margin of a check, or its roll, and the words of the roll; a table looks a row up
// by it.
type rollRead struct {
	by    anyFormula
	table *Table
	when  *Formula // it is not asked where this does not hold; nil where it always is
	own   bool     // of what follows the check at once
}

// unasked stands for an answer that is not wanted.
const unasked = math.MaxFloat64

// find writes down what is found in a roll.
func (a *rollReads) find(g *Frame, c *rollClass, key *rollKey, after *tagSet) {
	if a.raw || len(a.list) > maxReaders {
		if key.found[0] = float64(c.draw); key.faces == 0 {
			key.found[0] += float64(c.roll) * 1e6
		}
		return
	}
	if len(a.list) == 0 {
		return
	}
	result := &g.seq.results[g.step.index]
	saved, tags := result.check, g.tags
	result.check = checked{c.degree, c.made, c.roll, g.step.check.requirement(&g.chk), c.margin}
	for i := range a.list {
		if g.tags = tags; !a.list[i].own {
			g.tags = *after
		}
		key.found[i] = a.list[i].find(g)
	}
	result.check, g.tags = saved, tags
}

// find returns the number that stands for the answer.
func (a *rollRead) find(g *Frame) float64 {
	if !g.holds(a.when) {
		return unasked
	}
	x := a.by.number(g)
	if a.table == nil {
		return x
	}
	if row := a.table.reach(x); row != nil {
		return row.From
	}
	return math.Inf(-1)
}
