package rules

import "slices"

// A branch is one outcome of the dice so far, with its probability, copies of the changed actors, and the stack of sequences in progress;
// an explorer (odds_explorer.go) forks and merges branches. The first roll is the first check of the actor whose action is explored.
// Weights and other lists of parts have an entry for branches before the first roll, followed by one for each degree of that roll.

// fork is the repetition of a step, once for each outcome. The values that the step's first check computes are kept for the other outcomes.
type fork struct {
	chooser                     // random choices of the current outcome
	numbers [maxNumbers]float64 // the leading check's numbers, if the step begins with a check
	shift   float64             // amount by which that check's earlier numbers shift its requirement
	dice    checkDice           // that check's dice
	usedUp  []usedUp            // conditions that are used up by computing that check's numbers
	classes *rollClasses        // that check's roll classes (run_rollclass.go); nil if other dice are rolled before it
}

// branch is one outcome of the dice so far. weights holds its probabilities, from 0 to 1: at index 0 before the first roll, from 1 on by
// the degree of the first roll.
type branch struct {
	weights       []float64     // probabilities, before the first roll and by its degree
	actors        []*Actor      // changed copies, by index in Run.copies; nil for an unchanged actor
	frames        []branchFrame // sequences in progress, the outermost first
	liftedFilters []*Skill      // filter skills (def_filter.go) that no longer limit this use, as in Run
	row           *Row          // first table row rolled, which represents its equivalent rows; nil before that
	hasFirstRoll  bool          // whether the first roll was made
	ended         bool          // whether its innermost sequence has ended
	pending       []pendingPut  // conditions that actors may have, in addition to their conditions in actors
	previous      *branch       // previous branch with the same hash in a branchSet; nil for none
}

// pendingPut is a condition that an actor may get from a check on which nothing else depends, so that no branch is needed for it. A formula
// can still end it. parts holds its probabilities by degree of the first roll, like branch.weights.
type pendingPut struct {
	who       int        // actor that may get it, as an index in Run.copies
	condition *Condition // condition that the actor may get
	parts     []float64  // probabilities, as in branch.weights
}

// addPending adds parts, multiplied by factor, to the pending condition c of the actor at index who.
func (b *branch) addPending(who int, c *Condition, parts []float64, factor float64) {
	i := slices.IndexFunc(b.pending, func(p pendingPut) bool { return p.who == who && p.condition == c })
	if i < 0 {
		if i = len(b.pending); i < cap(b.pending) {
			b.pending = b.pending[:i+1]
		} else {
			b.pending = append(b.pending, pendingPut{})
		}
		p := &b.pending[i]
		p.who, p.condition, p.parts = who, c, append(p.parts[:0], parts...)
		clear(p.parts) // len(parts) zeros, to which parts is added below
	}
	addWeights(b.pending[i].parts, parts, factor)
}

// mergeFrom adds the weights and pending conditions of an equal branch.
func (b *branch) mergeFrom(other *branch) {
	addWeights(b.weights, other.weights, 1)
	for _, p := range other.pending {
		b.addPending(p.who, p.condition, p.parts, 1)
	}
}

// branchMark holds the parts of a branch that a step changes, apart from the step's result.
type branchMark struct {
	row          *Row // branch.row before the step
	hasFirstRoll bool // branch.hasFirstRoll before the step
	rows         int  // number of rows in the innermost frame before the step
}

// restoreMark undoes a step in a copy of a branch, apart from the step's result, which it leaves to the caller.
func (b *branch) restoreMark(mark branchMark) {
	top := &b.frames[len(b.frames)-1]
	b.row, b.hasFirstRoll, b.ended, top.rows = mark.row, mark.hasFirstRoll, false, top.rows[:mark.rows]
}

// branchFrame is a running sequence in the state that one branch has reached.
type branchFrame struct {
	results   []stepResult // one for each step of the sequence, by index; zero if nothing reads it any more
	rows      []*Row       // table rows drawn in it
	args      []float64    // arguments of the sequence, by parameter
	sides     [2]*side     // actor of its Frame, and the other actor
	tags      tagSet       // roll tags, with derived ones
	tagKey    *tagKey      // key of tags, as in Frame
	tagsKnown bool         // whether tags are up to date
}

// actorCopy returns the branch's copy of the actor with index i in Run.copies, or nil if the actor has not changed in the branch.
func (b *branch) actorCopy(i int) *Actor {
	if i < len(b.actors) {
		return b.actors[i]
	}
	return nil
}

// scaleWeights multiplies the branch's weights by weight. If the branch has just made the first roll, degree is the degree of that roll,
// else -1.
func (b *branch) scaleWeights(weight float64, degree int) {
	scaleParts(b.weights, weight, degree)
	for _, p := range b.pending {
		scaleParts(p.parts, weight, degree)
	}
}

// scaleParts multiplies the weights in parts by weight. If degree is 0 or more, the weight before the first roll moves to that degree.
func scaleParts(parts []float64, weight float64, degree int) {
	if degree >= 0 {
		parts[degree+1], parts[0] = parts[0]*weight, 0
		return
	}
	if weight != 1 {
		for i := range parts {
			parts[i] *= weight
		}
	}
}

// pushFrame adds a frame for a sequence that begins, which has the given number of steps. It reuses memory.
func (b *branch) pushFrame(steps int, args []float64, sides [2]*side) {
	n := len(b.frames)
	if n < cap(b.frames) {
		b.frames = b.frames[:n+1]
	} else {
		b.frames = append(b.frames, branchFrame{})
	}
	top := &b.frames[n]
	if cap(top.results) < steps {
		top.results = make([]stepResult, steps)
	}
	top.results = top.results[:steps]
	clear(top.results)
	top.rows, top.args, top.sides, top.tagsKnown = top.rows[:0], args, sides, false
}

// copyLiveResults copies the results listed in reads from another frame, and clears all others.
func (bf *branchFrame) copyLiveResults(from *branchFrame, reads []stepRead) {
	if cap(bf.results) < len(from.results) {
		bf.results = make([]stepResult, len(from.results))
	}
	bf.results = bf.results[:len(from.results)]
	clear(bf.results)
	for _, read := range reads {
		bf.results[read.step] = from.results[read.step]
	}
}

// liveness lists the results of earlier steps, and the parameters, that later steps of a sequence still read. Like the liveness of
// variables in a compiler, it shows which differences between branches still matter.
type liveness struct {
	steps  []stepRead // results that are still read
	params uint64     // set of the parameters that are still read, one bit each
}

// equalSides reports whether the sides of two frames are interchangeable for the odds: the actor's side at index 0, the other one at 1. The
// ticked situations of an actor in one action are those of the scene and, once it acts or answers, those of its declaration or answer,
// which are the same in all branches; their number is therefore enough.
func equalSides(a, b [2]*side) bool {
	for i := range a {
		if a[i].actor != b[i].actor || a[i].tool != b[i].tool || a[i].action != b[i].action || a[i].skill != b[i].skill || a[i].task != b[i].task ||
			a[i].standIn != b[i].standIn || len(a[i].tickedSituations) != len(b[i].tickedSituations) || !slices.Equal(a[i].manual, b[i].manual) {
			return false
		}
	}
	return true
}

// hasEqualState reports whether the states of two copies of an actor are equal. It compares only fields that a run can change and that its
// steps or the odds can read, so not names, beliefs or the actor's memory in the run.
func (a *Actor) hasEqualState(b *Actor) bool {
	return slices.Equal(a.Levels, b.Levels) && slices.EqualFunc(a.Conditions, b.Conditions, equalHeld) && a.Tool == b.Tool && slices.Equal(a.OffHand, b.OffHand) && a.Turn == b.Turn &&
		a.Open == b.Open && a.Waiting == b.Waiting && a.Doing == b.Doing && a.Place == b.Place && a.Placed == b.Placed && a.Going == b.Going &&
		a.Slow == b.Slow && a.Sheet == b.Sheet && a.Side == b.Side && slices.Equal(a.worn, b.worn) && slices.Equal(a.Activities, b.Activities) &&
		slices.Equal(a.Dropped, b.Dropped) && slices.Equal(a.Situations, b.Situations) && slices.Equal(a.Goals, b.Goals) && slices.Equal(a.Cards, b.Cards)
}

// equalHeld reports whether two conditions are interchangeable for the odds.
func equalHeld(a, b HeldCondition) bool {
	return a.Condition == b.Condition && a.Number == b.Number && a.Other == b.Other && a.Since == b.Since && a.Next == b.Next && a.NextTick == b.NextTick && a.Limit == b.Limit && a.Tool == b.Tool
}

// copyBranch returns a copy of b whose innermost sequence continues at the step with index next. Results that no later step reads are not
// copied.
func (x *explorer) copyBranch(b *branch, next int) *branch {
	c := x.newBranch()
	c.weights = append(c.weights[:0], b.weights...)
	c.actors = append(c.actors[:0], b.actors...)
	c.liftedFilters, c.row, c.hasFirstRoll, c.ended = b.liftedFilters, b.row, b.hasFirstRoll, b.ended
	for _, p := range b.pending {
		c.addPending(p.who, p.condition, p.parts, 1)
	}
	for depth := range b.frames {
		if depth == len(c.frames) { // reuse the memory of a frame, if there is one
			if depth < cap(c.frames) {
				c.frames = c.frames[:depth+1]
			} else {
				c.frames = append(c.frames, branchFrame{})
			}
		}
		to, from := &c.frames[depth], &b.frames[depth]
		reads := x.live[depth].steps // an outer sequence continues where it was called
		if depth == len(b.frames)-1 {
			reads = x.r.stack[depth].seq.laterReads[next].steps // the innermost one continues at next
		}
		to.copyLiveResults(from, reads)
		to.rows = append(to.rows[:0], from.rows...)
		to.args, to.sides, to.tags, to.tagKey, to.tagsKnown = from.args, from.sides, from.tags, from.tagKey, from.tagsKnown
	}
	return c
}

// newBranch returns a branch from the free list, or a new one. Its fields may hold old values, which the caller must overwrite.
func (x *explorer) newBranch() *branch {
	if n := len(x.r.branches); n > 0 {
		b := x.r.branches[n-1]
		x.r.branches = x.r.branches[:n-1]
		b.frames, b.pending = b.frames[:0], b.pending[:0]
		return b
	}
	return &branch{}
}

// releaseBranch returns a branch to the free list.
func (x *explorer) releaseBranch(b *branch) { x.r.branches = append(x.r.branches, b) }
