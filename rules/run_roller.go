package rules

import (
	"fmt"
	"math/big"
	"slices"

	"hybrid/rules/collect"
)

// The rollers for recorded play (playRoller), unrecorded play (liveRoller) and previews (previewRoller). odds_explorer.go has the explorer.
// A die that isn't available yet, because the game master rolls it at the table, stops the run with a *Need, the question for its face.
// After the answer, the run starts again. A filter skill limits the rank of other skills; a check on it, rolled before theirs, can lift the
// limit. Bands are ranges of faces with the same result, which are shown with the question for a die. In a frame g, g.chk holds the numbers
// of the check in progress, and g.sides[0] is the side of the actor that rolls. Run.usedUp lists the conditions that end because a roll has
// read them, and Run.unknown the facts that a roll reads but the viewer of the state doesn't know (num_unknown.go).

// roller decides the random parts of a run: by rolling dice, by following every branch, or not at all.
type roller interface {
	// runStep carries out a step of a sequence, for each actor it concerns, and reports whether the sequence ends here.
	runStep(f *Frame, step *Step, result *stepResult) (stop bool)
	// rollDie returns the face of a plain die.
	rollDie(faces int, purpose string) int
	// rollFace returns the index of the face of a faced die.
	rollFace(die *FacedDie, purpose string) int
	// throwFaces throws faced dice for a step: its first dice, or additional ones.
	throwFaces(step *Step, die *FacedDie, dice int) faceCounts
	// sumDice returns the sum of count dice with the given number of faces, for a formula. If again is set, a die that shows its highest
	// face is rolled again and added.
	sumDice(count, faces int, again bool) float64
	// checkChance computes the numbers of a check on a frame, and returns its chance and a notice if the chance was limited.
	checkChance(g *Frame, check *Check, trace *termTrace) (chance float64, notice string)
	// judgeCheck rolls a check whose chance is in the frame, and completes result.
	judgeCheck(g *Frame, check *Check, purpose string, result *CheckResult)
	// shouldRoll reports whether to roll a check after its frame is set up; a preview stops there instead.
	shouldRoll(f *Frame, step *Step) bool
	// runsResults reports whether to carry out the effects of a check's result.
	runsResults() bool
	// settleFilters handles the checks on the filter skills in list, which precede the check of a step, without rolling them. It returns
	// false if they must be rolled.
	settleFilters(f *Frame, step *Step, list []*Skill) bool
	// rejectsImpossible reports whether an impossible answer is an error; odds skip it instead.
	rejectsImpossible() bool
	// noteUnanswered handles a question whose answer is not known. key is the question's key, and need returns the question.
	noteUnanswered(key string, need func() *Need)
	// runsFuture reports whether to determine events at later counts, for example by rolling initiative.
	runsFuture() bool
	// setEffort sets the actor whose losses from now on count as effort, the cost of its own action; nil for none. It returns the actor set
	// before.
	setEffort(a *Actor) (before *Actor)
	// notePoints records points that an actor loses, or gains if negative.
	notePoints(a *Actor, pool *Pool, points float64)
	// notePrice records points that an actor pays for an action.
	notePrice(a *Actor, pool *Pool, points float64)
	// rollRow returns the row of a table that a step rolls on, with its side and the face rolled, 0 for none. row is nil if the run has
	// ended.
	rollRow(f *Frame, step *Step) (row *Row, side string, face int)
}

// playRoller is the roller of play: dice are rolled and recorded.
type playRoller struct{ r *Run }

// runStep carries out a step, once for each actor if it concerns several.
func (t playRoller) runStep(f *Frame, step *Step, result *stepResult) (stop bool) {
	r := t.r
	if !step.hasSeveralSubjects() {
		return t.runStepOnce(f, step, result)
	}
	saved, depth := *f, len(r.stack)
	for _, a := range r.subjectsOf(f, step) {
		f.sides[1] = r.newSide(a)
		r.tagRoll(f, true, nil)
		t.runStepOnce(f, step, result)
		if len(r.stack) > depth {
			r.runSteps()
			r.popSequences(depth)
			endByFormula(r)
		}
		*f = saved
	}
	return false
}

// runStepOnce carries out a step for one actor, and ends a run with too many steps.
func (t playRoller) runStepOnce(f *Frame, step *Step, result *stepResult) (stop bool) {
	if t.r.steps++; t.r.steps > maxSteps {
		t.r.err = errEndless
		return true
	}
	return t.r.runStepOnce(f, step, result)
}

// rollDie rolls a die and records it. If the die is missing, the run's error is a Need, and 0 is returned.
func (t playRoller) rollDie(faces int, purpose string) int {
	r := t.r
	isReroll := r.again
	r.again = false
	face, typed := t.throwDie(faces, purpose)
	if r.err != nil {
		return 0
	}
	if len(r.rolledDice) == maxSteps {
		r.err = errEndless
		return 0
	}
	r.rolledDice = append(r.rolledDice, Die{Die: dieName(faces), Name: r.extraDie, Again: isReroll, Result: face, Typed: typed, For: purpose, Who: r.rollingActor})
	return face
}

// throwDie rolls a die without recording it. typed reports whether the face was typed in. It returns face 0 if a missing die stops the run.
func (t playRoller) throwDie(faces int, purpose string) (face int, typed bool) {
	r := t.r
	if dice, ok := r.dice.(Asker); ok {
		dice.Asks(r.rollingActor, r.secretCheck || r.secret)
	}
	face, typed, err := r.dice.Roll(faces, purpose)
	if err != nil {
		r.err = err
		if need, ok := err.(*Need); ok && need.Who == "" {
			need.Who, need.Secret = r.rollingActor, r.secretCheck || r.secret
		}
		return 0, false
	}
	return face, typed
}

// sumDice rolls count dice and returns their sum. If a die is missing, the Need holds its position and the sum of the dice before it.
func (t playRoller) sumDice(count, faces int, again bool) float64 {
	sum := 0
	for i, rerolls := 0, 0; i < count; {
		face := t.r.rollDieAgain(rerolls, faces, t.r.purpose)
		if need, ok := t.r.err.(*Need); ok {
			if count > 1 {
				need.Nth, need.Count = i+1, count
			}
			if sum > 0 {
				need.Thrown = collect.Choose(rerolls > 0, "rolled again, ", "") + fmt.Sprintf("%d so far", sum)
			}
		}
		if t.r.err != nil {
			break
		}
		sum, rerolls = sum+face, rerolls+1
		if !again || face != faces || rerolls > maxAgain { // the die is not rolled again
			i, rerolls = i+1, 0
		}
	}
	return float64(sum)
}

// checkChance returns the chance of a check and a notice if the chance was limited. For faced dice, the chance is the percentage of throws
// that succeed, if the run is recorded.
func (t playRoller) checkChance(g *Frame, check *Check, trace *termTrace) (chance float64, notice string) {
	before := len(t.r.rolledDice)
	chance, notice = check.computeChance(g, trace)
	g.chk.thrown = t.r.rolledDice[before:len(t.r.rolledDice):len(t.r.rolledDice)] // the capacity ends there, so that appending copies
	if t.r.givenFaces != nil {
		g.chk.dice.count = t.r.givenFaces.diceCount()
	}
	if check.facedDie != nil && t.r.record && t.r.err == nil {
		chance = t.r.rs.successPercent(g, check)
	}
	return chance, notice
}

// judgeCheck rolls the dice of a check, or uses the given faces for a repeated check, and fills in result. If a die is missing, it
// describes the roll so far in the question for the die.
func (t playRoller) judgeCheck(g *Frame, check *Check, purpose string, result *CheckResult) {
	r := t.r
	added := check.facedDie == nil && g.chk.dice.counting > 1 && r.err == nil // whether several dice of the check are added up
	if r.givenFaces != nil {
		result.Roll = int(*r.givenFaces)
	} else if r.err == nil { // otherwise a die used in the check's numbers is missing
		result.Roll = check.rollPlain(r, g, purpose)
	}
	if r.err != nil {
		r.noteCheckOfNeed(g, check, result.Chance, added)
		r.noteNeedOrigin(g)
		return
	}
	result.Success, result.Margin, result.Degree = check.judgeRoll(g, result.Roll, func(die int) int {
		return r.rollDie(die, purpose)
	})
	if r.err != nil {
		roll := result.Roll
		r.noteBands(func(die int) []Band { return check.ladderBands(g, roll, die) })
		notePriorRoll(r.err, roll)
		r.noteNeedOrigin(g)
	}
	// its probability is its chance
	isPlainPercent := check == r.rs.check && check.readsOnlyChance && len(g.chk.thrown) == 0 && check.isInPercent()
	if r.record && r.err == nil && !isPlainPercent {
		saved := g.chk
		odds, made := r.oddsBefore(g, check)
		result.Likely, result.Beyond = made, ProbabilityBeyond(odds, result.Degree.Label, result.Success)
		g.chk = saved
	}
}

// noteCheckOfNeed adds the check and its chance to the Need that stopped the run, if there is one. added is true if several dice of the
// check are added up.
func (r *Run) noteCheckOfNeed(g *Frame, check *Check, chance float64, added bool) {
	need, ok := r.err.(*Need)
	if !ok {
		return
	}
	need.rolledFaces = collect.Map(g.chk.thrown, func(d Die) int { return d.Result })
	if check.facedDie != nil {
		need.Versus, need.Chance = check.versusText(&g.chk), chance
	} else if need.Added = added; added {
		likely := (&CheckPreview{Check: check, frame: g, Chance: chance, Least: chance, Most: chance}).Likelihood()
		need.Versus, need.Chance = likely.NumberText(), percent*likely.Made
	}
}

// oddsBefore returns the odds that a check had before any of its dice was rolled, including the dice in its numbers. If the dice in the
// numbers have too many combinations, their actual results are used.
func (r *Run) oddsBefore(g *Frame, check *Check) (odds []Odd, made float64) {
	if len(g.chk.thrown) == 0 {
		return (&CheckPreview{Check: check, frame: g}).Odds()
	}
	saved, enumerator, roller, used := g.chk, &numberRoller{playRoller: playRoller{r}}, r.roller, len(r.usedUp)
	shares := make([]float64, len(r.rs.Degrees.All))
	r.roller = enumerator
	defer func() { r.roller = roller }()
	// Each round computes the numbers with another combination of their dice, until all combinations are counted.
	for count, more := 0, true; more; count++ {
		if count == maxEnumerated {
			g.chk = saved
			return (&CheckPreview{Check: check, frame: g}).Odds()
		}
		check.computeChance(g, nil)
		r.usedUp = r.usedUp[:used] // discard the conditions that this calculation marked as read
		classes, weight := r.rs.classesByDegree(g, check), enumerator.ways.probability()
		made += weight * classes.made
		for i, share := range classes.shares {
			shares[i] += weight * share
		}
		more = enumerator.ways.startNextWay()
	}
	for i, degree := range r.rs.Degrees.All {
		odds = append(odds, Odd{Degree: degree, Name: degree.Label, Factor: degree.Factor, Probability: trimShare(shares[i])})
	}
	return odds, trimShare(made)
}

// maxEnumerated is the highest number of results of the dice in a check's numbers that oddsBefore enumerates.
const maxEnumerated = 4096

// numberRoller is the roller for the numbers of a check: it enumerates all results of their dice.
type numberRoller struct {
	playRoller
	ways chooser // current combination of the dice
}

// rollDie returns the face of a die in the current combination.
func (e *numberRoller) rollDie(faces int, _ string) int {
	return e.ways.chooseIndex(evenWeights(faces)) + 1
}

// sumDice returns the sum of count dice in the current combination.
func (e *numberRoller) sumDice(count, faces int, again bool) float64 {
	return float64(e.ways.chooseIndex(weightsOfSums(count, faces, again)) + count) // index 0 is the lowest sum, count
}

// rollRow rolls the row of a step's table. side is the side of the body if the row is paired, face the number rolled.
func (t playRoller) rollRow(f *Frame, step *Step) (row *Row, side string, face int) {
	t.r.rollingActor = f.sides[0].actor.Key
	return step.table.rollOnTable(t.r, step.Label)
}

// rollOnTable rolls on the table and returns the row with its side and the face rolled, 0 for faced dice; row is nil if the run has
// ended.
func (t *Table) rollOnTable(r *Run, purpose string) (row *Row, side string, face int) {
	if t.faced != nil {
		faces := r.throwFaced(t.faced, t.dice, purpose)
		if r.err != nil {
			return nil, "", 0
		}
		return t.rowWithFaces(faces), "", 0
	}
	face = r.roller.rollDie(t.die, purpose)
	if r.err != nil || face == 0 {
		r.noteBands(func(int) []Band { return t.rowBands() })
		return nil, "", 0
	}
	row = t.rowFor(float64(face))
	return row, t.sideOfFace(row, face), face
}

// noteBands adds the result of each face to the Need for a die that stopped the run, if any. bands returns them for a die with the given
// number of faces.
func (r *Run) noteBands(bands func(die int) []Band) {
	if need, ok := r.err.(*Need); ok && need.Die > 0 {
		need.Bands = bands(need.Die)
	}
}

// noteNeedOrigin adds the step, skill and tool to the Need that stopped the run at a die of a check, if any.
func (r *Run) noteNeedOrigin(g *Frame) {
	need, ok := r.err.(*Need)
	if !ok || need.Die == 0 {
		return
	}
	if len(r.stack) > 0 {
		need.Path, need.Step = r.topSequence().path, r.topSequence().seq.steps[r.topSequence().at-1].Name
	}
	if g.use.skill != nil {
		need.Skill = g.use.skill.Name
	}
	if side := g.sides[0]; side.tool != nil && side.action != nil && (side.action.usesToolSkill || len(side.action.With) > 0) {
		need.Tool = side.tool.Name
	}
}

// runStepOnce carries out a step for one actor. stop reports whether the sequence ends there. One step ends before another begins, so all
// steps share one outcome, which is read only if the run is recorded.
func (r *Run) runStepOnce(f *Frame, step *Step, result *stepResult) (stop bool) {
	if r.record {
		r.outcome = Outcome{}
	}
	return stepper{r, f, step, result, &r.outcome}.carryOutStep()
}

// shouldRoll returns true: every check is rolled.
func (t playRoller) shouldRoll(*Frame, *Step) bool { return true }

// runsResults returns true: the effects of a result are always carried out.
func (t playRoller) runsResults() bool { return true }

// settleFilters returns false: filter checks are rolled.
func (t playRoller) settleFilters(*Frame, *Step, []*Skill) bool { return false }

// noteUnanswered stops the run with the question.
func (t playRoller) noteUnanswered(_ string, need func() *Need) { t.r.err = need() }

// runsFuture returns true: play continues at later counts.
func (t playRoller) runsFuture() bool { return true }

// setEffort does nothing; only odds distinguish effort from other losses.
func (t playRoller) setEffort(*Actor) *Actor { return nil }

// notePoints does nothing; only odds sum up points.
func (t playRoller) notePoints(*Actor, *Pool, float64) {}

// notePrice does nothing; only odds sum up points.
func (t playRoller) notePrice(*Actor, *Pool, float64) {}

// liveRoller is the roller of play in place: dice are rolled but not recorded.
type liveRoller struct{ playRoller }

// rollDie rolls a die and returns its face.
func (u liveRoller) rollDie(faces int, purpose string) int {
	face, _ := u.throwDie(faces, purpose)
	return face
}

// rollFace rolls a faced die and returns its face, or 0 if the run has ended.
func (u liveRoller) rollFace(die *FacedDie, purpose string) int {
	side, _ := u.throwDie(die.sideCount(), purpose)
	if side == 0 {
		return 0
	}
	return die.faceOfSide(side)
}

// previewRoller is the roller of a preview: it rolls no die. It computes the first roll of an actor and stops the run there.
type previewRoller struct {
	playRoller
	actor         *Actor        // combatant whose first roll is previewed
	preview       *CheckPreview // previewed roll
	frame         *Frame        // context of the roll; nil until it is reached
	isUncertain   bool          // whether the roll depends on something unknown, such as dice before it
	inUse         bool          // whether the preview still reads this run, which then must not be released
	ratesRoll     bool          // whether to compute rated, for tactics
	rated         ratedRoll     // rating of the roll
	outcomesSoFar []Outcome     // outcomes of the steps that were already carried out; nil for none
	rolledFaces   []int         // faces of the dice in the check's numbers that were already rolled, in order
}

// rollDie returns the next face that was already rolled. If there is none, it returns 0 and marks the preview as uncertain.
func (u *previewRoller) rollDie(int, string) int {
	if len(u.rolledFaces) == 0 {
		u.isUncertain = true
		return 0
	}
	face := u.rolledFaces[0]
	u.rolledFaces = u.rolledFaces[1:]
	return face
}

// noteUnanswered does nothing: a preview assumes that questions stay unanswered.
func (u *previewRoller) noteUnanswered(string, func() *Need) {}

// shouldRoll computes the check of the previewed actor without rolling, and stops the run there. Another actor's check makes the preview
// uncertain.
func (u *previewRoller) shouldRoll(f *Frame, step *Step) bool {
	if f.sides[0].actor == u.actor {
		u.previewCheck(f, step.check)
	} else {
		u.isUncertain = u.isUncertain || !step.resultUnread
	}
	return false
}

// previewCheck computes the chance of a roll that is not made.
func (u *previewRoller) previewCheck(g *Frame, check *Check) {
	r, p := u.r, u.preview
	if r.unknown != nil {
		r.unknown.anyRead = false // earlier reads don't belong to this number
	}
	// Try whether the dice that were already rolled are exactly the dice in this check's numbers.
	if faces := u.rolledFaces; len(faces) > 0 {
		unsure := u.isUncertain
		u.isUncertain = false
		if check.computeChance(g, nil); len(u.rolledFaces) > 0 || u.isUncertain {
			faces = nil // the faces belong to another check
		}
		u.rolledFaces, u.isUncertain = faces, unsure
	}
	trace, first := r.startTrace()
	p.Chance, p.Notice = check.computeChance(g, trace)
	if check.facedDie != nil {
		p.Chance = r.rs.successPercent(g, check)
	}
	p.Least, p.Most = p.Chance, p.Chance
	p.Terms = trace.endList(first)
	p.Check = check
	if u.ratesRoll {
		u.rated = r.cachedRating(g, check)
	}
	if r.record {
		p.Versus, p.KeptDice = check.versusText(&g.chk), check.describeKeptDiceReasons(g, trace)
		frame := *g
		if u.frame, p.frame = &frame, &frame; check.readsOnlyOwnNames { // judging its rolls needs only its numbers
			p.frame = r.rs.newFrame(nil)
			p.frame.chk = g.chk
		}
		u.inUse = u.inUse || !check.readsOnlyOwnNames
	}
	if g.use.skill != nil {
		p.Skill = g.use.skill.Name
	}
	r.stopped = true
}

// settleFilters computes the checks on filter skills, and returns true since none is rolled. Checks that have already been rolled keep
// their outcomes.
func (u *previewRoller) settleFilters(f *Frame, step *Step, list []*Skill) bool {
	list = slices.DeleteFunc(list, func(filter *Skill) bool {
		i := slices.IndexFunc(u.outcomesSoFar, func(o Outcome) bool { return o.Kind == KindFilter && o.Step == filter.Name })
		if i >= 0 && u.outcomesSoFar[i].Success {
			u.r.liftedFilters = append(u.r.liftedFilters, filter)
		}
		return i >= 0
	})
	if len(list) > 0 {
		u.previewFilters(f, step, list, big.NewRat(1, 1))
	}
	return true
}

// previewFilters computes the checks on the filter skills in list. For every combination of their results, it also computes the roll that
// follows, and adds it to the preview's Ways. weight is the probability that these checks are reached.
func (u *previewRoller) previewFilters(f *Frame, step *Step, list []*Skill, weight *big.Rat) {
	r, whole := u.r, u.preview
	if len(list) == 0 { // all filter checks are decided
		branch := FilterBranch{Lifted: slices.Clone(r.liftedFilters), Roll: &CheckPreview{}, weight: weight}
		branch.Probability, _ = weight.Float64()
		u.preview = branch.Roll
		stepper{r, f, step, &stepResult{}, nil}.runCheck()
		u.preview, r.stopped = whole, false
		whole.Ways = append(whole.Ways, branch)
		return
	}
	skill, others := list[0], list[1:]
	if r.hasLifted(skill) {
		u.previewFilters(f, step, others, weight)
		return
	}
	r.liftedFilters = append(r.liftedFilters, skill) // for its own check, which it doesn't limit, and for the roll if that check succeeds
	filter := Filter{Skill: skill, Roll: &CheckPreview{}}
	u.preview = filter.Roll
	u.previewCheck(r.filterFrame(f.sides[0], skill), step.check)
	u.preview, r.stopped = whole, false
	if !slices.ContainsFunc(whole.Filters, func(other Filter) bool { return other.Skill == skill }) {
		whole.Filters = append(whole.Filters, filter)
	}
	sums := filter.Roll.degreeSums()
	made := sums[len(sums)-1]
	if made.Sign() > 0 {
		u.previewFilters(f, step, others, new(big.Rat).Mul(weight, made))
	}
	r.liftedFilters = r.liftedFilters[:len(r.liftedFilters)-1]
	if missed := new(big.Rat).Sub(big.NewRat(1, 1), made); missed.Sign() > 0 {
		u.previewFilters(f, step, others, missed.Mul(missed, weight))
	}
}

// rollDieAgain rolls a die that explodes for the nth time, counted from 0.
func (r *Run) rollDieAgain(n, faces int, purpose string) int {
	r.again = n > 0
	face := r.rollDie(faces, purpose)
	r.again = false
	return face
}

// notePriorRoll adds roll, the sum of the earlier rolls of an exploding die, to err if that is a Need for a die. roll is 0 for the
// first die.
func notePriorRoll(err error, roll int) {
	if need, ok := err.(*Need); ok && need.Die > 0 && roll > 0 {
		need.Thrown, need.sumSoFar = "rolled again after "+formatNumber(float64(roll)), roll
	}
}

// rollPlain rolls the die of the check, with its rerolls, and returns the sum.
func (check *Check) rollPlain(r *Run, f *Frame, purpose string) int {
	if check.hasSeveralDice() {
		return check.rollSeveralDice(r, f, purpose)
	}
	for sum, rerolls := 0, 0; ; rerolls++ {
		face := r.rollDieAgain(rerolls, check.die, purpose)
		if r.err != nil {
			r.noteBands(func(int) []Band { return check.appendExploded(f, sum, check.dieBands(f, sum)) })
			notePriorRoll(r.err, sum)
			return sum
		}
		if sum += face; !check.Again.rollsAgain(face, check.die, rerolls) {
			return sum
		}
	}
}

// rollSeveralDice rolls the dice of a check with several dice, and returns the counts of the faces, or the sum of the dice that count.
func (check *Check) rollSeveralDice(r *Run, f *Frame, purpose string) (roll int) {
	dice := &f.chk.dice
	if check.facedDie != nil {
		counts := r.throwFaced(check.facedDie, dice.count, purpose)
		return int(counts)
	}
	values := make([]int, 0, maxThrown)
	for i, group := range dice.groups {
		if group.count == 0 {
			continue
		}
		rule, label := check.rerollRule(i), purpose
		if i > 0 {
			r.extraDie = check.extraName(i)
			label += ", " + r.extraDie
		}
		for range group.count {
			for sum, level := 0, 0; ; level++ {
				face := r.rollDieAgain(level, group.sides, label)
				if r.err != nil {
					r.extraDie = ""
					check.noteNextDie(r, f, group.sides, values, sum)
					return dice.sumKept(append(values, sum))
				}
				if sum += face; !rule.rollsAgain(face, group.sides, level) {
					values = append(values, sum)
					break
				}
			}
		}
		r.extraDie = ""
	}
	if dice.counting == 1 { // otherwise no single die decides
		f.chk.decider = check.describeDecidingDie(dice, values)
	}
	return dice.sumKept(values)
}

// noteNextDie adds to the Need that stopped the run, if any, the results of the next plain die's faces, the position of the die, and the
// sum so far. values holds the values of the dice before it, and sum is the sum of its own earlier rolls.
func (check *Check) noteNextDie(r *Run, f *Frame, sides int, values []int, sum int) {
	dice := &f.chk.dice
	r.noteBands(func(int) []Band { return check.keptBands(f, sides, values, sum) })
	notePriorRoll(r.err, sum)
	need, ok := r.err.(*Need)
	if !ok {
		return
	}
	if dice.counting > 1 && check.Again == nil && len(check.Extra) == 0 {
		if need.Nth, need.Count = len(values)+1, dice.count; len(values) > 0 {
			need.Thrown = formatNumber(float64(dice.sumKept(slices.Clone(values)))) + " so far"
		}
	}
	if len(values) > 0 {
		need.sumSoFar = dice.sumKept(append(slices.Clone(values), sum))
	}
}
