package rules

import (
	"maps"
	"math"
	"slices"
	"sync"

	"hybrid/rules/source"
)

// Rolls that no later step can distinguish form a class; an explorer (odds_explorer.go) forks once for each class. The classes are cached
// for closed checks, which depend only on their own numbers. A ladder picks the degree of success; it can roll a die of its own. Faced dice
// show symbols; their roll is stored as faceCounts, the number of dice showing each face. In a frame f, f.chk holds the numbers of the
// check in progress.

// rollClass is a class of rolls of a check that no later step can distinguish, with one roll that represents it.
type rollClass struct {
	degree *Degree // result of roll; if a later step reads it, all rolls of the class have that degree
	made   bool    // whether the check succeeds
	margin float64 // distance by which roll succeeds; negative if it fails
	roll   int     // roll that represents the class; the faceCounts for faced dice
	draw   int     // face of the ladder's own die; 0 if it isn't rolled
	weight float64 // probability of the class
}

// rollClassKey is the cache key of a check's roll classes.
type rollClassKey struct {
	check            *Check              // check that is rolled
	step             *Step               // step that rolls the check; nil for none
	numbers          [maxNumbers]float64 // values of the check's numbers
	against          float64             // opposing margin; 0 if the chance already includes it
	dice             checkDice           // own and extra dice of the check
	separatesDegrees bool                // whether different degrees are different classes
	answered         bool                // whether answers, which may read the roll, were given
	tags             [2]tagSet           // roll tags at the check, and those of the steps after it
}

// rollClasses holds the rolls of a check, by class.
type rollClasses struct {
	list    []rollClass // classes, in the order of their first rolls
	weights []float64   // probabilities of the classes, in their order
	shares  []float64   // probabilities of the degrees, by index
	made    float64     // probability of success
	margin  float64     // sum of the margins of successful rolls, each times its probability
}

// rollClassCache caches the roll classes of checks that depend only on their own numbers.
type rollClassCache struct {
	mu      sync.Mutex                    // protects classes
	classes map[rollClassKey]*rollClasses // cached classes; emptied at maxClasses entries
}

// maxClasses is the highest number of cached entries.
const maxClasses = 1 << 14

// rollKey identifies a class by everything that later steps read of a roll: its degree, its faces, and the values of formulas.
type rollKey struct {
	degree *Degree             // degree; nil if no step reads it
	made   bool                // whether the check succeeds
	faces  faceCounts          // number of dice with each face that later steps read
	values [maxReaders]float64 // results of the formulas of later steps that read the roll
}

// maxReaders is the highest number of formulas reading a roll for which rolls are grouped; with more, every roll is a separate class.
const maxReaders = 8

// weightedRoll is a roll, including rerolled dice, with its probability.
type weightedRoll struct {
	roll   int     // sum of the dice, or faceCounts
	weight float64 // probability
}

// minWeight is the probability below which further rerolls of exploding dice are not followed.
const minWeight = 1e-15

// weightedRolls lists the rolls of the check, whose numbers must be in the frame. For faced dice, a roll is the counts of the faces; for
// several plain dice, the sum of the dice that count. distinct is the mask of the faces that matter; all other faces count as one.
func (check *Check) weightedRolls(f *Frame, distinct faceCounts) (list []weightedRoll) {
	dice, unsettled := f.chk.dice, func(int) bool { return false }
	switch {
	case check.facedDie != nil:
		for counts, weight := range check.facedDie.allThrows(dice.count, distinct) {
			list = append(list, weightedRoll{int(counts), weight})
		}
	case check.hasSeveralDice():
		sums := keptSums(check, dice, floatWeights, unsettled)
		for _, roll := range slices.Sorted(maps.Keys(sums)) {
			list = append(list, weightedRoll{roll, *sums[roll]})
		}
	default:
		for _, value := range dieValues(check.Again, check.die, floatWeights, minWeight, unsettled) {
			list = append(list, weightedRoll{value.roll, *value.weight})
		}
	}
	return list
}

// isClosed reports whether the result of a roll depends only on the check's own numbers, on the roll and on the opposing margin.
func (check *Check) isClosed() bool {
	return !slices.ContainsFunc(check.judgingFormulas(), func(formula *Formula) bool { return !check.ownsFormula(formula) })
}

// judgingFormulas returns the formulas that judge a roll.
func (check *Check) judgingFormulas() (list []*Formula) {
	for _, result := range check.results {
		list = append(list, result.num, result.flag, result.text)
	}
	if check.ladder.Draw != nil {
		list = append(list, check.ladder.Draw.when)
	}
	for i := range check.ladder.rungs {
		list = append(list, check.ladder.rungs[i].when)
	}
	return list
}

// isBare reports whether the result of a roll depends only on the roll and the chance, which is the last number of the check.
func (check *Check) isBare() bool {
	if !check.readsOnlyOwnNames || check.hasSeveralDice() {
		return false
	}
	numbers := check.Numbers[:len(check.Numbers)-1]
	return !slices.ContainsFunc(check.judgingFormulas(), func(formula *Formula) bool {
		return slices.ContainsFunc(anyFormula{num: formula}.readPaths(), func(path string) bool {
			return path == againstMargin || slices.ContainsFunc(numbers, func(e source.MapItem[Tally]) bool { return e.Name == path })
		})
	})
}

// ownsFormula reports whether a formula reads only names of the check itself.
func (check *Check) ownsFormula(formula *Formula) bool {
	if formula == nil {
		return true
	}
	for i := range formula.Reads {
		if !formula.Reads[i].Const && formula.Reads[i].Path != againstMargin && !check.ownsName(formula.Reads[i].Path) {
			return false
		}
	}
	return true
}

// ownsName reports whether a name belongs to the check itself: a number, the roll, a face, a result, or the ladder's own die.
func (check *Check) ownsName(name string) bool {
	if check.facedDie != nil && check.facedDie.findFace(name) != noFace || check.hasSeveralDice() && name == diceName {
		return true
	}
	if name == rollName || name == otherwiseName || check.ladder.Draw != nil && name == check.ladder.Draw.Name {
		return true
	}
	return slices.ContainsFunc(check.Numbers, func(e source.MapItem[Tally]) bool { return e.Name == name }) ||
		slices.ContainsFunc(check.Results, func(e source.MapItem[source.Text]) bool { return e.Name == name })
}

// facesRead returns the mask of the faces that are read by the formulas that judge a roll; 0 for plain dice. Faces that later steps read
// are recorded in rollReads.
func (check *Check) facesRead() (faces faceCounts) {
	if check.facedDie == nil {
		return 0
	}
	for _, formula := range check.judgingFormulas() {
		for _, path := range (anyFormula{num: formula}).readPaths() {
			if face := check.facedDie.findFace(path); face != noFace {
				faces |= maskOfOneFace(face)
			}
		}
	}
	return faces
}

// imagineThrow finds the fitting throw with the smallest margin, with the same number of dice or as few more as needed, and stores it in
// the frame and in result. It returns false if none fits.
func (check *Check) imagineThrow(f *Frame, result *CheckResult, fits func(bool, *Degree) bool) bool {
	severity := func(die int) int { return (die + 1) / 2 } // a middle face of the ladder's own die
	for ; f.chk.dice.count <= maxThrown; f.chk.dice.count++ {
		best, minimum := 0, math.Inf(1)
		for _, roll := range check.weightedRolls(f, check.facesLater) {
			made, margin, degree := check.judgeRoll(f, roll.roll, severity)
			if fits(made, degree) && math.Abs(margin) < minimum {
				best, minimum = roll.roll, math.Abs(margin)
			}
		}
		if !math.IsInf(minimum, 1) {
			result.Success, result.Margin, result.Degree = check.judgeRoll(f, best, severity)
			return true
		}
	}
	return false
}

// noteThrowDegrees adds to seen the degrees that throws of the check's faced dice can reach. It tries different numbers of dice and
// difficulties.
func (check *Check) noteThrowDegrees(f *Frame, seen map[*Degree]bool) {
	for dice := 1; dice <= maxTried; dice++ {
		for difficulty := 1; difficulty <= maxTried && len(seen) < len(check.ladder.rungs); difficulty++ {
			for i := range check.numbers {
				f.chk.numbers[i] = float64(difficulty)
			}
			f.chk.dice.count = dice
			for _, roll := range check.weightedRolls(f, check.facesLater) {
				check.noteRollDegrees(f, roll.roll, seen)
			}
		}
	}
}

// noteRollDegrees adds to seen the degrees of a roll, for each face of the ladder's own die.
func (check *Check) noteRollDegrees(f *Frame, roll int, seen map[*Degree]bool) {
	for face, faces := 1, 1; face <= faces; face++ { // judgeRoll sets faces if it rolls the die
		_, _, degree := check.judgeRoll(f, roll, func(die int) int { faces = die; return face })
		seen[degree] = true
	}
}

// classifyRolls returns the classes of the rolls of a check, whose numbers must be in the frame. If separateDegrees is set, different
// degrees are different classes even if no step reads the degree. If answered is set, answers may read the roll too. after holds the roll
// tags of the steps after the check.
func (rs *Ruleset) classifyRolls(g *Frame, check *Check, separateDegrees, answered bool, after *tagSet) *rollClasses {
	if !check.readsOnlyOwnNames {
		return rs.computeClasses(g, check, separateDegrees, answered, after)
	}
	key := rollClassKey{check: check, step: g.step, numbers: g.chk.numbers, against: g.chk.against, dice: g.chk.dice, separatesDegrees: separateDegrees, answered: answered}
	if g.step != nil && g.step.laterReads != nil && len(g.step.laterReads.list) > 0 {
		key.tags = [2]tagSet{g.tags, *after}
	}
	if check.readsOnlyChance && !(g.step != nil && g.step.laterReads != nil && g.step.laterReads.readsOpposed) {
		key.against = 0 // the chance already includes it
	}
	cache := &rs.classes
	cache.mu.Lock()
	found, ok := cache.classes[key]
	cache.mu.Unlock()
	if ok {
		return found
	}
	classes := rs.computeClasses(g, check, separateDegrees, answered, after) // without the lock, so that other goroutines don't wait
	cache.mu.Lock()
	defer cache.mu.Unlock()
	if cache.classes == nil || len(cache.classes) >= maxClasses {
		cache.classes = map[rollClassKey]*rollClasses{}
	}
	cache.classes[key] = classes
	return classes
}

// classesByDegree returns the classes of a check's rolls, with different degrees in different classes, for the case that no answers were
// given and later steps add no tags.
func (rs *Ruleset) classesByDegree(g *Frame, check *Check) *rollClasses {
	return rs.classifyRolls(g, check, true, false, &tagSet{})
}

// computeClasses groups the rolls of a check that no later step can distinguish. It has the parameters of classifyRolls, which
// caches the result.
func (rs *Ruleset) computeClasses(g *Frame, check *Check, separateDegrees, answered bool, after *tagSet) *rollClasses {
	classes := &rollClasses{shares: make([]float64, len(rs.Degrees.All))}
	indexes := map[rollKey]int{}
	var reads rollReads
	if g.step != nil && g.step.laterReads != nil {
		reads = *g.step.laterReads
		reads.readsRaw = reads.readsRaw || reads.answersReadRaw && answered
	}
	distinct := check.facesLater // faces that the check itself reads
	if reads.readsRaw && check.facedDie != nil {
		reads.faces = everyFace
	}
	for _, roll := range check.weightedRolls(g, distinct|reads.faces) {
		classes.addRoll(g, check, &reads, indexes, roll, separateDegrees, after)
	}
	classes.weights = make([]float64, len(classes.list))
	for i := range classes.list {
		classes.weights[i] = classes.list[i].weight
	}
	return classes
}

// addRoll adds a roll to its class or, if the ladder's own die is rolled, adds it once for each face of that die. indexes holds the index
// of each class so far in classes.list.
func (classes *rollClasses) addRoll(g *Frame, check *Check, reads *rollReads, indexes map[rollKey]int, roll weightedRoll, separateDegrees bool, after *tagSet) {
	for draw, faces := 1, 1; draw <= faces; draw++ { // judgeRoll sets faces if it rolls that die
		var c rollClass
		c.made, c.margin, c.degree = check.judgeRoll(g, roll.roll, func(die int) int { faces = die; return draw })
		c.roll, c.draw = roll.roll, draw
		c.weight = roll.weight / float64(faces)
		classes.shares[c.degree.index] += c.weight
		if c.made {
			classes.made += c.weight
			classes.margin += c.weight * c.margin
		}
		key := rollKey{made: c.made, faces: faceCounts(roll.roll) & reads.faces}
		if separateDegrees || reads.readsDegree {
			key.degree = c.degree
		}
		reads.fillKey(g, &c, &key, after)
		if i, known := indexes[key]; known {
			classes.list[i].weight += c.weight
			continue
		}
		indexes[key] = len(classes.list)
		classes.list = append(classes.list, c)
	}
}

// rollReads records the properties of a check's roll, apart from its success, that later steps read.
type rollReads struct {
	readsRaw       bool       // whether the roll itself is read, so that every roll is a separate class
	faces          faceCounts // mask of the throw's faces that are read
	answersReadRaw bool       // whether answers read the roll itself, which matters only if an answer is given
	readsDegree    bool       // whether the degree is read
	readsSide      bool       // whether the side of a paired table row is read
	list           []rollRead // formulas that read the roll
	readsOpposed   bool       // whether one of list reads the opposing margin
}

// rollRead is a formula that reads the margin or roll of a check and nothing else except tags of the roll. Its value can be a number to
// look up in a table.
type rollRead struct {
	formula     anyFormula // formula that reads the roll
	table       *Table     // table that it looks up; nil for none
	when        *Formula   // condition for evaluating the formula; nil for always
	isOwnResult bool       // whether the formula belongs to the check's own results instead of a later step
}

// notEvaluated is used in place of the value of a formula that is not evaluated, because its condition is false.
const notEvaluated = math.MaxFloat64

// fillKey stores in key the values of the formulas that read roll class c.
func (reads *rollReads) fillKey(g *Frame, c *rollClass, key *rollKey, after *tagSet) {
	if reads.readsRaw || len(reads.list) > maxReaders {
		if key.values[0] = float64(c.draw); key.faces == 0 {
			key.values[0] += float64(c.roll) * 1e6 // roll and draw in one number, since a die has fewer than 1e6 faces
		}
		return
	}
	if len(reads.list) == 0 {
		return
	}
	result := &g.seq.results[g.step.index]
	saved, tags := result.check, g.tags
	result.check = checkedResult{c.degree, c.made, c.roll, g.step.check.requirement(&g.chk), c.margin}
	for i := range reads.list {
		if g.tags = tags; !reads.list[i].isOwnResult { // formulas of later steps read the tags of those steps
			g.tags = *after
		}
		key.values[i] = reads.list[i].evaluate(g)
	}
	result.check, g.tags = saved, tags
}

// evaluate returns the value of the formula, or the lower bound of the table row that it looks up.
func (read *rollRead) evaluate(g *Frame) float64 {
	if !g.isTrue(read.when) {
		return notEvaluated
	}
	x := read.formula.numericValue(g)
	if read.table == nil {
		return x
	}
	if row := read.table.rowFor(x); row != nil {
		return row.From
	}
	return math.Inf(-1)
}
