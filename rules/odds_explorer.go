package rules

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// The roller that follows all possible results of dice: it forks the branch where a die would be rolled. Classes of equivalent rolls keep
// the number of branches small (run_rollclass.go, odds_rowclass.go). The first roll is the first check of the actor whose action is
// explored; most odds are also counted by its degree. In a frame g of a check, g.chk holds its numbers, and g.sides[0] is the side of the
// rolling actor. sf is a sequence in progress on the run's stack. Effort is what every action costs its actor, such as fatigue.
//
// A sequence of steps is divided into stretches (stretchEnd in run_dependencies.go). Each branch is loaded into the run, carries out a
// whole stretch, and waits at its end until all other branches have arrived; then branches that agree in everything that later steps read,
// the live results, are merged. A step with a random result is repeated once for each way its dice can fall; a way is a series of picks
// (run_chooser.go). Sequences that a step runs are explored for all branches at once, so that branches merge inside them as well. An offer
// is a step that asks an actor to answer, usually the target of an attack; the answer's own steps run at a later `reply` step.

// explorer follows every branch of a decision instead of rolling dice. It carries out the steps with the run's own code, in all branches.
// A step with dice or another random result forks a branch; equal branches are merged.
type explorer struct {
	r             *Run                       // run whose state is that of the loaded branch
	loaded        *branch                    // branch loaded into the run; nil when all its forks have reached the end of the current stretch
	fork          *fork                      // current step's fork; &noFork if the step is not random
	forks         []*fork                    // forks for reuse, by depth
	depth         int                        // nesting depth of forks; the steps after a random step run inside its fork
	arrived       branchSet                  // branches that have arrived at the end of the current stretch
	original      []*Actor                   // initial actors, by index in Run.copies
	current       []*Actor                   // actors last loaded into Run.copies
	hashed        []hashedActor              // cached hashes of actors, by index in Run.copies
	dirty         uint64                     // bit set of the copies changed since they were loaded
	endsAction    bool                       // whether the action ends when the innermost sequence does, so that branches are then counted
	doer          *Actor                     // actor whose action or answer is carried out
	targetIndex   int                        // index of the target, or of the actor if there is no target
	effort        *Actor                     // actor whose effort is being charged; nil for none
	answersAnswer bool                       // whether the acting actor is answering the answer of its target
	onlyActor     string                     // key of the only actor whose final state counts; "" for all actors
	live          []liveness                 // results and parameters that are still read, for each sequence in Run.stack
	hasAnswers    bool                       // whether the caller gave answers
	dice          *rand.Rand                 // random dice for sampling if there are too many branches; nil to follow all branches
	rolledDice    []Die                      // dice that were already rolled, used before random ones
	first         *firstRoll                 // summary of the actor's first check; nil until it is rolled
	wantsTerms    bool                       // whether the caller wants the terms of the first roll
	replaceChance chanceFunc                 // returns the chance of the first roll to use in place of its own; nil to keep it
	sums          map[addedDice][]float64    // cached probabilities of the sums of dice
	throws        map[throwKey]*throwResults // cached results of throws of faced dice, which show symbols instead of numbers
	faceWeights   map[int][]float64          // cached probabilities of the faces of a die, by number of faces
	rows          map[*Step]*rowClasses      // cached classes of table rows, by the step that rolls on the table
	terms         []Term                     // first roll's terms in the current branch; nil unless wantsTerms is set
	notice        string                     // first roll's notice in the current branch; "" unless wantsTerms is set
	noFork        fork                       // used for steps without a random result
	tags          tagSet                     // roll tags of the innermost sequence before the current step
	degree        int                        // first roll's degree if the current step made it, else -1
	openNeeds     []*Need                    // unanswered questions
	counter       oddsCounter                // sums over the branches
	separate      map[string]bool            // keys of actors whose final state is counted in separate branches
	watch         *watchedAnswer             // answer whose roll is the last one explored; nil to explore everything
	stale         func() bool                // reports whether no one is waiting for the odds any more; may be nil
}

// chanceFunc is a function that returns the chance to use in place of chance, which terms explain.
type chanceFunc func(f *Frame, chance float64, terms []Term) float64

// watchedAnswer is an answer explored only for the answering actor's first roll. No branch is followed beyond that roll.
type watchedAnswer struct {
	key, who    string  // keys of the question and of the answering actor
	offer       *Step   // step that asks the question; nil until it is reached
	inside      bool    // whether the answer is being carried out
	priorChecks []*Step // checks that the same actor rolls regardless of the answer
	ownRoll     *Step   // first check that the answer makes the actor roll; nil until it is rolled
	reached     bool    // whether the current step rolled ownRoll
}

// noteRoll records that the check of frame g is rolled, if the watched actor rolls it. w may be nil.
func (w *watchedAnswer) noteRoll(g *Frame) {
	switch {
	case w == nil || g.step == nil || g.step.kind != stepCheck || g.sides[0].actor.Key != w.who:
		// not a check by the watched actor
	case slices.Contains(w.priorChecks, g.step): // known from before the answer
	case !w.inside:
		w.priorChecks = append(w.priorChecks, g.step)
	default:
		if w.reached = true; w.ownRoll == nil {
			w.ownRoll = g.step
		}
	}
}

// cutBranch drops the loaded branch if the current step made the watched roll, and reports whether it did.
func (x *explorer) cutBranch() bool {
	if x.watch == nil || !x.watch.reached {
		return false
	}
	x.watch.reached = false
	x.releaseBranch(x.loaded)
	x.loaded = nil
	return true
}

// firstRoll sums up the acting actor's first check over all branches in which it is rolled.
type firstRoll struct {
	check               *Check       // check rolled
	step                *Step        // step that rolls it
	chk                 checkFrame   // numbers of the check in the first branch that rolls it
	skill               string       // name of the skill; "" for none
	notice              string       // notice about its chance; "" if branches differ
	dice                string       // text that explains which of several dice count; "" if all count
	chanceSum           float64      // sum, over the branches, of chance times probability; dividing it by reached gives the mean chance
	minimum             float64      // lowest chance in any branch
	maximum             float64      // highest chance in any branch
	reached             float64      // probability that the check is rolled
	made                float64      // probability that it is rolled and succeeds
	shares              []float64    // for each degree, by index, the probability that the check is rolled and has it
	varies              bool         // whether the numbers of the check differ between branches
	dependsOnDegreeOnly bool         // whether all later steps depend only on its degree and success
	terms               averageTerms // explanation of its chance, averaged over the branches
}

var (
	errTooMany = errors.New("This takes too many steps for exact odds. Use a simulation.")
	errStale   = errors.New("The question has been answered already.")
	errDice    = errors.New("Some of its dice can't be counted exactly.")
)

// popRolledDie pops the next die that was already rolled. ok is false if there is none.
func (x *explorer) popRolledDie() (result int, ok bool) {
	if len(x.rolledDice) == 0 {
		return 0, false
	}
	result, x.rolledDice = x.rolledDice[0].Result, x.rolledDice[1:]
	return result, true
}

// rollDie forks the current branch over the faces of a die and returns this branch's face.
func (x *explorer) rollDie(faces int, _ string) int {
	if result, ok := x.popRolledDie(); ok {
		return result
	}
	if x.faceWeights[faces] == nil {
		x.faceWeights[faces] = evenWeights(faces)
	}
	return x.fork.chooseIndex(x.faceWeights[faces]) + 1
}

// sumDice forks the current branch over the sums of count dice and returns this branch's sum. again says that the highest face is rolled
// again and added. Dice that were already rolled come first.
func (x *explorer) sumDice(count, faces int, again bool) float64 {
	before := 0 // sum of the dice that were already rolled
	for ; count > 0; count-- {
		face, ok := x.popRolledDie()
		if !ok {
			break
		}
		before += face
		if again && face == faces {
			count++ // one more die
		}
	}
	if count == 0 {
		return float64(before)
	}
	key := addedDice{count, faces, again}
	if x.sums[key] == nil {
		x.sums[key] = weightsOfSums(count, faces, again)
	}
	return float64(before + x.fork.chooseIndex(x.sums[key]) + count) // index 0 is the lowest sum, count
}

// judgeCheck forks over the classes of the check's rolls and stores this branch's class in result. It also counts the check, once for each
// result of the dice that the step rolls before it. Dice that were already rolled, or faces given for a repeated check, are judged without
// a fork.
func (x *explorer) judgeCheck(g *Frame, check *Check, _ string, result *CheckResult) {
	first := x.isFirstRoll(g)
	chance := check.requirement(&g.chk)
	classes := x.classifyRolls(g, check, first)
	if check.facedDie != nil {
		chance = percent * classes.made
	}
	if first && x.fork.isAtNewPick() {
		x.countFirstRoll(g, check, chance, classes)
	}
	if g.step != nil && x.fork.isAtNewPick() {
		x.counter.countCheck(x, g, check, chance, x.fork.probability(), classes)
	}
	x.watch.noteRoll(g)
	if len(x.rolledDice) > 0 {
		result.Roll = check.rollPlain(x.r, g, "")
		result.Success, result.Margin, result.Degree = check.judgeRoll(g, result.Roll, func(die int) int { return x.rollDie(die, "") })
		if first {
			x.loaded.hasFirstRoll, x.degree = true, result.Degree.index
		}
		return
	}
	if x.r.givenFaces != nil {
		result.Roll, g.chk.dice.count = int(*x.r.givenFaces), x.r.givenFaces.diceCount()
		result.Success, result.Margin, result.Degree = check.judgeRoll(g, result.Roll, func(die int) int { return (die + 1) / 2 }) // a middle face: extra dice of given faces don't count
		return
	}
	if x.fork == &x.noFork { // a check whose result never matters to later steps (Step.resultUnread)
		x.counter.countIsolatedCheck(x, g, classes)
		return
	}
	c := &classes.list[x.fork.chooseIndex(classes.weights)]
	result.Roll, result.Success, result.Margin, result.Degree = c.roll, c.made, c.margin, c.degree
	if check.facedDie != nil {
		g.chk.faces = faceCounts(c.roll)
	}
	if g.step != nil && len(g.step.Results) > 0 { // sets the check's numbers in g, which the formulas of the results read
		check.judgeRoll(g, c.roll, func(int) int { return c.draw })
	}
	if first {
		x.loaded.hasFirstRoll, x.degree = true, c.degree.index
	}
}

// classifyRolls returns the classes of a check's rolls. For the first roll of a step they are computed once for all forks.
func (x *explorer) classifyRolls(g *Frame, check *Check, first bool) *rollClasses {
	fork := x.fork
	if fork.hasKnownClasses() {
		return fork.classes
	}
	classes := x.r.rs.classifyRolls(g, check, first, x.hasAnswers, &x.tags)
	if fork.next == 0 {
		fork.classes = classes
	}
	return classes
}

// hasKnownClasses reports whether the chance and the classes of the current check are known from an earlier outcome of the fork. They are
// only kept if the step rolls no dice before the check.
func (w *fork) hasKnownClasses() bool { return w.next == 0 && !w.isAtNewPick() && w.classes != nil }

// runsResults reports whether the results of a check must be carried out; they need not be if their odds are already counted.
func (x *explorer) runsResults() bool { return x.fork != &x.noFork }

// isFirstRoll reports whether a roll is the acting actor's first check in its own action, not in its answer to an answer of the target. The
// acting actor is the first that a run copies.
func (x *explorer) isFirstRoll(g *Frame) bool {
	return !x.loaded.hasFirstRoll && !x.answersAnswer && g.step != nil && g.sides[0].actor == x.r.copies[0]
}

// checkChance returns the chance of a check, computed once for all forks of the step.
func (x *explorer) checkChance(g *Frame, check *Check, _ *termTrace) (chance float64, notice string) {
	fork := x.fork
	if !fork.hasKnownClasses() {
		used := len(x.r.usedUp)
		if x.isFirstRoll(g) && (x.wantsTerms || x.replaceChance != nil) {
			chance, notice = x.explainedChance(g, check)
		} else {
			chance, notice = check.computeChance(g, nil)
		}
		if fork.next == 0 { // no dice are rolled before it, so the chance is the same in all outcomes
			fork.dice = g.chk.dice
			fork.numbers, fork.shift, fork.usedUp = g.chk.numbers, g.chk.shift, append(fork.usedUp[:0], x.r.usedUp[used:]...)
		}
		return chance, notice
	}
	g.chk.numbers, g.chk.shift, g.chk.dice = fork.numbers, fork.shift, fork.dice
	x.r.usedUp = append(x.r.usedUp, fork.usedUp...)
	return check.requirement(&g.chk), ""
}

// explainedChance returns the chance of the first roll and keeps its terms.
func (x *explorer) explainedChance(g *Frame, check *Check) (chance float64, notice string) {
	trace := &x.r.trace
	first := trace.beginList()
	chance, notice = check.computeChance(g, trace)
	terms := trace.endList(first)
	if x.replaceChance != nil {
		chance = x.replaceChance(g, chance, terms)
		check.setRequirement(&g.chk, chance)
	}
	if x.wantsTerms && x.fork.isAtNewPick() {
		x.terms, x.notice = terms, notice
	}
	return chance, notice
}

// countFirstRoll adds the acting actor's first roll in the current branch to x.first. The frame holds its chance.
func (x *explorer) countFirstRoll(g *Frame, check *Check, chance float64, classes *rollClasses) {
	first := x.first
	if first == nil {
		later := g.step.laterReads
		first = &firstRoll{check: check, step: g.step, chk: g.chk, notice: x.notice, minimum: chance, maximum: chance, shares: make([]float64, len(classes.shares))}
		// No later step, formula or answer reads more of the roll than its degree and success.
		readsOnlyDegree := later == nil || !later.readsRaw && len(later.list) == 0 && !(later.answersReadRaw && x.hasAnswers)
		first.dependsOnDegreeOnly = check.readsOnlyOwnNames && readsOnlyDegree
		if g.use.skill != nil {
			first.skill = g.use.skill.Name
		}
		if x.wantsTerms {
			first.dice = check.describeKeptDiceReasons(g, &x.r.trace)
		}
		x.first = first
	}
	weight := x.fork.probability() * x.loaded.weights[0]
	isSameCheck := first.check == check && first.step == g.step
	first.varies = first.varies || !isSameCheck || first.chk.numbers != g.chk.numbers || first.chk.against != g.chk.against
	first.minimum, first.maximum = min(first.minimum, chance), max(first.maximum, chance)
	first.reached += weight
	first.chanceSum += weight * chance
	first.made += weight * classes.made
	for i, share := range classes.shares {
		first.shares[i] += weight * share
	}
	if first.notice != x.notice {
		first.notice = ""
	}
	first.terms.add(x.terms, weight)
}

// trackCopies extends original and current to the actors copied since the last call.
func (x *explorer) trackCopies() {
	for i := len(x.original); i < len(x.r.copies); i++ {
		x.original, x.current = append(x.original, x.r.state.Find(x.r.copies[i].Key)), append(x.current, nil)
	}
}

// loadBranch restores the run's actors and stack from b.
func (x *explorer) loadBranch(b *branch) {
	x.trackCopies()
	for i, a := range x.r.copies {
		from := b.actorCopy(i)
		if from == nil {
			from = x.original[i]
		}
		if x.current[i] != from || x.dirty&(1<<i) != 0 {
			restoreActor(a, from)
			x.current[i] = from
		}
	}
	x.loaded, x.dirty = b, 0
	x.r.liftedFilters = b.liftedFilters
	for depth := range b.frames {
		sf, from := x.r.stack[depth], &b.frames[depth]
		sf.results, sf.rows, sf.args = from.results, from.rows, from.args
		sf.frame.sides[0], sf.frame.sides[1] = from.sides[0], from.sides[1]
		if sf.stamp.rows = 0; from.tagsKnown { // 0 marks the tags as out of date
			sf.frame.tags, sf.frame.tagKey = from.tags, from.tagKey
			sf.stamp.recordState(x.r, sf)
		}
	}
	if len(b.frames) > 0 {
		x.r.updateTags(x.r.topSequence())
	}
}

// saveBranch stores the run's frames and the changed actors in the loaded branch.
func (x *explorer) saveBranch() {
	b := x.loaded
	x.trackCopies()
	for depth := range b.frames {
		sf, to := x.r.stack[depth], &b.frames[depth]
		to.rows, to.sides[0], to.sides[1] = sf.rows, sf.frame.sides[0], sf.frame.sides[1]
		if to.tagsKnown = sf.stamp.isCurrent(x.r, sf); to.tagsKnown {
			to.tags, to.tagKey = sf.frame.tags, sf.frame.tagKey
		}
	}
	b.liftedFilters = x.r.liftedFilters
	for i, a := range x.r.copies {
		if x.dirty&(1<<i) == 0 {
			continue
		}
		for len(b.actors) <= i {
			b.actors = append(b.actors, nil)
		}
		copied := x.r.arena.copyActor(a, 0)
		b.actors[i], x.current[i] = copied, copied
	}
	x.dirty = 0
}

// shouldRoll returns true: an explorer follows every roll of a check.
func (x *explorer) shouldRoll(*Frame, *Step) bool { return true }

// settleFilters returns false: checks on filter skills are rolled like other checks.
func (x *explorer) settleFilters(*Frame, *Step, []*Skill) bool { return false }

// runsFuture returns false: the odds omit events at later counts.
func (x *explorer) runsFuture() bool { return false }

// setEffort sets the actor whose effort is being charged and returns the previous one.
func (x *explorer) setEffort(a *Actor) (before *Actor) {
	before, x.effort = x.effort, a
	return before
}

// notePoints records points that an actor spends by its own action, or gains if points is negative. Points that other actors can also take,
// as in a fall, count as harm instead, unless they are effort.
func (x *explorer) notePoints(a *Actor, pool *Pool, points float64) {
	if x.effort == a || x.doer == a && !pool.harmful {
		a.Levels[pool.index].own += points
	}
}

// notePrice records points that an actor pays as a price, which do not count as a loss.
func (x *explorer) notePrice(a *Actor, pool *Pool, points float64) {
	a.Levels[pool.index].price += points
}

// maxActors is the highest number of actors that an action can involve. It is the width of explorer.dirty.
const maxActors = 64

// runSequence carries out a sequence in all branches. After each stretch of steps, equal branches are merged.
func (x *explorer) runSequence(f *Frame, c call, branches []*branch) []*branch {
	r, seq, depth := x.r, c.seq, len(x.r.stack)
	r.pushSequence(f, &c)
	for at := 0; at < len(seq.steps) && r.err == nil; {
		x.live = append(x.live[:depth], seq.laterReads[at+1]) // results that are still read once the step at has run
		if step := seq.steps[at]; step.isNested() {
			branches = x.mergeEqual(x.runNestedStep(branches, step))
			at++
			continue
		}
		end := seq.stretchEnds[at]
		branches, at = x.runStretch(branches, at, end), end
	}
	r.popSequences(depth)
	for _, b := range branches {
		b.ended = false
	}
	return branches
}

// runStretch runs the steps of the innermost sequence from first up to, but not including, end in all branches, with all their forks, and
// returns the merged branches. Branches whose sequence has ended skip the stretch.
func (x *explorer) runStretch(branches []*branch, first, end int) []*branch {
	outer := x.arrived
	x.arrived = branchSet{}
	for _, b := range branches {
		if b.ended {
			x.addArrived(b, end)
			continue
		}
		x.loadBranch(b)
		x.runLoadedBranch(first, end)
	}
	branches, x.arrived = x.arrived.list, outer
	return branches
}

// addArrived adds a branch that has reached step end of the innermost sequence to x.arrived. Only results that are read from that step on
// distinguish it from other branches.
func (x *explorer) addArrived(b *branch, end int) {
	top := len(x.r.stack) - 1
	live := x.live[top]
	x.live[top] = x.r.stack[top].seq.laterReads[end]
	x.arrived.add(x, b)
	x.live[top] = live
}

// runLoadedBranch carries out the steps from first up to, but not including, end in the loaded branch. Afterwards the branch has arrived at end
// or, after the last step of the action, has been counted and released.
func (x *explorer) runLoadedBranch(first, end int) {
	sf, b := x.r.topSequence(), x.loaded
	if sf.at, sf.end = first, end; b.ended {
		sf.at = end // no further step of the sequence runs
	}
	x.r.runSteps()
	switch {
	case x.r.err != nil || x.loaded == nil: // no branch is left to save
	case x.endsAction && (end == len(sf.seq.steps) || b.ended):
		x.counter.countEnd(x, b)
		x.releaseBranch(b)
	default:
		x.saveBranch()
		x.addArrived(b, end)
	}
}

// runStep carries out a step in the loaded branch. A random step is carried out in all its forks, each with the rest of its stretch.
func (x *explorer) runStep(_ *Frame, step *Step, _ *stepResult) (stop bool) {
	switch {
	case step.hasSeveralSubjects():
		x.runForEach(step)
		return false
	case step.isRandom && !step.resultUnread:
		x.forkStep(step)
		return true
	}
	x.fork = &x.noFork
	x.loaded.ended = x.runStepOnce(step)
	x.rejectStrayDice()
	return x.cutBranch() || x.loaded.ended
}

// rejectStrayDice fails with errDice if dice were rolled in a step that is not known to be random, since only one of their results
// was followed.
func (x *explorer) rejectStrayDice() {
	if len(x.noFork.picks) > 0 && x.r.err == nil {
		x.r.err = errDice
	}
}

// runStepOnce carries out one step in the loaded branch, in one fork.
func (x *explorer) runStepOnce(step *Step) (ends bool) {
	r, sf := x.r, x.r.topSequence()
	if r.steps++; r.steps > maxSteps || len(r.copies) > maxActors {
		r.err = errTooMany
		return true
	}
	if x.stale != nil && x.stale() {
		r.err = errStale
		return true
	}
	if step.isRemark { // it only shows a text
		return false
	}
	x.tags = sf.frame.tags
	ends = r.runStepOnce(&sf.frame, step, &sf.results[step.index])
	x.loaded.frames[len(x.loaded.frames)-1].rows = sf.rows // rows and their memory now belong to the branch
	x.markDirty()
	return ends
}

// markDirty marks the actors that events have changed as dirty and clears the events.
func (x *explorer) markDirty() {
	for i := range x.r.events {
		for k, a := range x.r.copies {
			if a.Key == x.r.events[i].Who {
				x.dirty |= 1 << k
			}
		}
	}
	x.r.events = x.r.events[:0]
}

// forkStep carries out a random step and the rest of its stretch in all forks of the step. Afterwards no branch is loaded.
func (x *explorer) forkStep(step *Step) {
	if x.depth++; x.depth > len(x.forks) {
		x.forks = append(x.forks, &fork{})
	}
	fork, sf := x.forks[x.depth-1], x.r.topSequence()
	at, end := sf.at, sf.end
	fork.chooser, fork.classes = chooser{picks: fork.picks[:0], dice: x.dice}, nil
	x.saveBranch()
	for {
		b := x.loaded
		before := branchMark{b.row, b.hasFirstRoll, len(sf.rows)}
		var other *branch      // copy of this branch for the next fork
		if step.changesThrow { // the step changes an earlier result, so the copy must be made before
			other = x.copyBranch(b, step.index)
		}
		x.fork, x.degree = fork, -1
		b.ended = x.runStepOnce(step)
		if x.r.err != nil {
			return
		}
		more := fork.hasNextWay()
		if more && other == nil {
			other = x.copyBranch(b, step.index)
			other.restoreMark(before)
		}
		if !x.cutBranch() {
			b.scaleWeights(fork.probability(), x.degree)
			x.counter.countStep(b, step)
			if x.runLoadedBranch(at, end); x.r.err != nil {
				return
			}
		}
		if !more {
			if other != nil {
				x.releaseBranch(other)
			}
			break
		}
		fork.startNextWay()
		x.loadBranch(other)
	}
	x.depth--
	x.loaded = nil
}

// runNestedStep carries out a step that runs a sequence, or the chosen answer, in all branches. Branches that make the same call are
// explored together, so that they can be merged within the called sequence.
func (x *explorer) runNestedStep(branches []*branch, step *Step) (list []*branch) {
	if step.Many {
		return x.repeatOffer(branches, step)
	}
	depth := len(x.r.stack) - 1
	outer := x.r.stack[depth]
	outer.at = step.index + 1
	f, seq := &outer.frame, outer.seq
	canRun := make([]bool, len(seq.steps)) // for each later step, whether it can run in any branch
	groups, list := x.groupCalls(branches, step, canRun)
	after := livenessAfter(seq, step.index, canRun)
	x.live[depth] = after
	x.live[depth].steps = slices.Concat(after.steps, step.changedThrows) // a throw is kept until the step that changes it has run
	endsAction, doer, countered := x.endsAction, x.doer, x.answersAnswer // restored at the end
	x.endsAction = endsAction && !slices.Contains(canRun[step.index+1:], true)
	// isRead reports whether later steps read the results of the called sequence.
	isRead := slices.ContainsFunc(after.steps, func(read stepRead) bool { return read.step == step.index })
	if x.watch != nil && x.watch.offer != nil && !x.watch.inside && step.kind == stepReply {
		_, offer := f.seq.findStep(step.Reply.Text)
		x.watch.inside = offer == x.watch.offer // the watched answer runs
		defer func() { x.watch.inside = false }()
	}
	for _, group := range groups {
		acting := x.r.copies[0]
		// whether the acting actor answers its target's answer
		answersAnswer := step.kind == stepReply && doer != acting && group.doer == acting
		x.doer, x.answersAnswer = group.doer, countered || answersAnswer
		for _, b := range x.runSequence(f, group.call, group.branches) {
			n := len(b.frames) - 1
			if isRead {
				b.frames[n-1].results[step.index].sub = x.r.arena.keepResults(group.seq, b.frames[n].results)
			}
			b.frames = b.frames[:n]
			x.endExpired(b)
			list = append(list, b)
		}
	}
	x.endsAction, x.doer, x.answersAnswer, x.live[depth] = endsAction, doer, countered, after
	return list
}

// groupCalls groups the branches by the call that the step makes in them; skipped holds the branches in which it makes none. It sets canRun
// for each later step, by index, that can run in any of the branches. A step whose condition reads only tags can be ruled out now.
func (x *explorer) groupCalls(branches []*branch, step *Step, canRun []bool) (groups []*branchGroup, skipped []*branch) {
	outer := x.r.topSequence()
	f, seq := &outer.frame, outer.seq
	for _, b := range branches {
		if b.ended {
			skipped = append(skipped, b)
			continue
		}
		x.loadBranch(b)
		for i := step.index + 1; i < len(canRun); i++ {
			canRun[i] = canRun[i] || !seq.steps[i].tagGuarded || f.isTrue(seq.steps[i].when)
		}
		if outer.skipsStep(step) || !f.isTrue(step.when) {
			skipped = append(skipped, b)
			continue
		}
		c, ok := f.sequenceCall(step)
		if !ok {
			skipped = append(skipped, b)
			continue
		}
		doer := x.doer
		if step.kind == stepReply && c.answerer == nil { // the answer is the target's
			doer = f.sides[1].actor
		}
		groups = addToGroup(groups, f, c, doer, b)
	}
	return groups, skipped
}

// branchGroup is a group of branches in which a step makes the same call for the same actor.
type branchGroup struct {
	call               // call that the step makes
	doer     *Actor    // actor whose action or answer the called sequence belongs to
	branches []*branch // branches that make the call
}

// addToGroup adds b to the group with the same call c and doer, which is created if necessary, and returns the groups. It pushes a frame
// for the called sequence onto b, with the sides of the calling frame f, swapped or replaced as c says.
func addToGroup(groups []*branchGroup, f *Frame, c call, doer *Actor, b *branch) []*branchGroup {
	sides := f.sides
	if c.swapsSides {
		sides[0], sides[1] = sides[1], sides[0]
	}
	if c.answerer != nil {
		sides[0] = c.answerer
	}
	b.pushFrame(len(c.seq.steps), c.args, sides)
	i := slices.IndexFunc(groups, func(o *branchGroup) bool {
		return o.seq == c.seq && o.askedNumber == c.askedNumber && o.actionTags == c.actionTags && o.toolTags == c.toolTags && o.doer == doer && o.call.doer == c.doer
	})
	if i < 0 {
		i, groups = len(groups), append(groups, &branchGroup{call: c, doer: doer})
	}
	groups[i].branches = append(groups[i].branches, b)
	return groups
}

// endExpired ends the conditions in a branch whose `until` formula is true, including pending ones. A run that isn't explored does so at
// the end of each sequence, by the function endByFormula.
func (x *explorer) endExpired(b *branch) {
	if !x.r.rs.hasFormulaEnds || len(b.pending) == 0 && !x.canExpire(b) {
		return
	}
	x.loadBranch(b)
	endByFormula(x.r)
	b.pending = slices.DeleteFunc(b.pending, func(p pendingPut) bool { return x.r.copies[p.who].evalHolds(x.r.rs, p.condition.endFormula) })
	x.markDirty()
	x.saveBranch()
}

// canExpire reports whether a branch has a condition that its `until` formula can end.
func (x *explorer) canExpire(b *branch) bool {
	x.trackCopies()
	for i, a := range x.original {
		if changed := b.actorCopy(i); changed != nil {
			a = changed
		}
		if slices.ContainsFunc(a.Conditions, func(held HeldCondition) bool { return held.Condition.until == untilFormula }) {
			return true
		}
	}
	return false
}

// runForEach carries out a step about several actors for each of them in a separate copy of the loaded branch, as if there were no others.
// These copies end with the step: their final states are counted for that actor only, and the loaded branch continues without the step.
func (x *explorer) runForEach(step *Step) {
	b, sf, endsAction, only, arrived := x.loaded, x.r.topSequence(), x.endsAction, x.onlyActor, x.arrived
	at, end := sf.at, sf.end
	x.saveBranch()
	for _, a := range x.r.subjectsOf(&sf.frame, step) {
		copied := x.copyBranch(b, step.index)
		copied.frames[len(copied.frames)-1].sides[1] = x.r.newSide(a)
		copied.frames[len(copied.frames)-1].tagsKnown = false
		x.loadBranch(copied)
		x.separate[a.Key], x.onlyActor = true, a.Key
		x.endsAction, x.arrived = false, branchSet{}
		if step.kind == stepSequence {
			x.arrived.list = x.runNestedStep([]*branch{copied}, step)
		} else {
			sf.at, sf.end = step.index+1, step.index+1
			x.forkStep(step)
		}
		for _, done := range x.arrived.list {
			frames := done.frames
			done.frames = nil // load only the actors: the stack belongs to the branch that continues
			x.loadBranch(done)
			done.frames = frames
			x.counter.countEnd(x, done)
			x.releaseBranch(done)
		}
	}
	x.endsAction, x.onlyActor, x.arrived = endsAction, only, arrived
	x.loadBranch(b)
	sf.at, sf.end = at, end
}

// repeatOffer repeats an offer with `many`, which actors can accept any number of times, in all branches until no branch accepts it
// any more.
func (x *explorer) repeatOffer(branches []*branch, step *Step) (list []*branch) {
	depth := len(x.r.stack) - 1
	outer := x.r.stack[depth]
	f := &outer.frame
	outer.at = step.index + 1
	endsAction, doer := x.endsAction, x.doer
	x.endsAction = false
	canRun := make([]bool, len(outer.seq.steps)) // as for runNestedStep, but the step itself can run again
	for i := step.index; i < len(canRun); i++ {
		canRun[i] = true
	}
	for len(branches) > 0 {
		x.live[depth] = livenessAfter(outer.seq, step.index-1, canRun)
		x.live[depth].steps = append(x.live[depth].steps, stepRead{step: step.index}) // the number of times that it was accepted
		groups, finished := x.groupAccepted(branches, step)
		list, branches = append(list, finished...), nil
		for _, group := range groups {
			x.doer = group.doer
			for _, b := range x.runSequence(f, group.call, group.branches) {
				b.frames = b.frames[:len(b.frames)-1]
				x.endExpired(b)
				branches = append(branches, b)
			}
		}
		x.doer = doer
		branches = x.mergeEqual(branches)
	}
	x.endsAction = endsAction
	return list
}

// groupAccepted makes the offer of a step once in each branch, and groups the branches in which an actor accepts it by the answer. finished
// holds the other branches.
func (x *explorer) groupAccepted(branches []*branch, step *Step) (groups []*branchGroup, finished []*branch) {
	outer := x.r.topSequence()
	f := &outer.frame
	for _, b := range branches {
		if b.ended {
			finished = append(finished, b)
			continue
		}
		x.loadBranch(b)
		x.r.updateTags(outer)
		if outer.skipsStep(step) || !f.isTrue(step.when) {
			finished = append(finished, b)
			continue
		}
		p := stepper{x.r, f, step, &outer.results[step.index], &x.r.outcome}
		x.fork, x.r.answering = &x.noFork, nil
		p.repeatOffer()
		x.markDirty()
		x.saveBranch()
		c := x.r.answering
		x.r.answering = nil // the caller carries it out, for all branches of the group
		if c == nil || x.r.err != nil {
			finished = append(finished, b)
			continue
		}
		groups = addToGroup(groups, f, *c, c.answerer.actor, b)
	}
	return groups, finished
}

// rollFace forks over the faces of a die and returns this branch's face.
func (x *explorer) rollFace(die *FacedDie, _ string) int {
	if result, ok := x.popRolledDie(); ok {
		return die.faceOfSide(result)
	}
	weights := make([]float64, len(die.names))
	for i := range weights {
		weights[i] = die.faceShare(i)
	}
	return x.fork.chooseIndex(weights)
}

// countEnd counts the final state of the loaded branch b, for all actors whose final state counts in it.
func (t *oddsCounter) countEnd(x *explorer, b *branch) {
	r := x.r
	r.endUsedUp()
	for i := 0; i < len(r.copies); i++ { // stopUnable can copy more actors
		r.withActor(r.copies[i]).stopUnable()
	}
	x.trackCopies()
	for i, a := range r.copies {
		if x.countsEnd(a.Key) {
			t.countActorEnd(x, b, t.findOrAddEnd(i, x.original[i]), a)
		}
	}
	t.countPending(x, b)
	x.markDirty()
}
