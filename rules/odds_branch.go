package rules

import "slices"

// A branch is one way things can be, with its weight and copies of the actors changed; an explorer forks and joins them.

// fork is a step that is carried out in every way it can go.
type fork struct {
	chooser
	numbers [maxNumbers]float64 // of the check it begins with
	shift   float64             // likewise
	dice    checkDice           // likewise
	usedUp  []usedUp            // what counted in these
	classes *rollClasses        // of that check; nil where dice fall before it
}

// branch is one way things can be. Its weights, by the degree of the first roll from 1 on, and before it at 0, are how
// likely it is.
type branch struct {
	weights []float64
	actors  []*Actor // by copy of the run; nil as it came in
	frames  []branchFrame
	lifted  []*Skill
	row     *Row // of the first table rolled; it stands for those like it
	rolled  bool // the first roll is made
	ended   bool // its sequence has ended
	pending []pendingPut
	before  *branch // with the same hash, in a branchSet; nil for none
}

// pendingPut is a condition that an actor is given by a check that matters to nothing else, how likely it is, in parts as
// the weights are, and what ends it if it holds at the end.
type pendingPut struct {
	who       int // by copy of the run
	condition *Condition
	parts     []float64
}

// put adds parts to what is pending, so many times.
func (b *branch) put(who int, c *Condition, parts []float64, times float64) {
	i := slices.IndexFunc(b.pending, func(p pendingPut) bool { return p.who == who && p.condition == c })
	if i < 0 {
		if i = len(b.pending); i < cap(b.pending) {
			b.pending = b.pending[:i+1]
		} else {
			b.pending = append(b.pending, pendingPut{})
		}
		p := &b.pending[i]
		p.who, p.condition, p.parts = who, c, append(p.parts[:0], parts...)
		clear(p.parts)
	}
	addWeights(b.pending[i].parts, parts, times)
}

// join adds another branch that is alike.
func (b *branch) join(other *branch) {
	addWeights(b.weights, other.weights, 1)
	for _, p := range other.pending {
		b.put(p.who, p.condition, p.parts, 1)
	}
}

// branchMark is what a step that is carried out changes in its branch itself, beside its result.
type branchMark struct {
	row    *Row
	rolled bool
	rows   int // of the innermost sequence
}

// back makes a copy of a branch that was made after a step, without its result, what the branch was before it.
func (b *branch) back(to branchMark) {
	top := &b.frames[len(b.frames)-1]
	b.row, b.rolled, b.ended, top.rows = to.row, to.rolled, false, top.rows[:to.rows]
}

// branchFrame is a sequence under way in one branch.
type branchFrame struct {
	results []stepResult
	rows    []*Row
	takes   []float64
	sides   [2]*side
	tags    tagSet // of a roll
	tagKey  *tagKey
	known   bool // tags are; they hold as long as nothing happens that words depend on
}

// actor returns the branch's copy of actor i, or nil if it has not changed there.
func (b *branch) actor(i int) *Actor {
	if i < len(b.actors) {
		return b.actors[i]
	}
	return nil
}

// weigh makes a branch less likely; one in which the first roll was just made counts within its degree from now on.
func (b *branch) weigh(weight float64, degree int) {
	weigh(b.weights, weight, degree)
	for _, p := range b.pending {
		weigh(p.parts, weight, degree)
	}
}

// weigh multiplies the weights in parts by weight. With a degree of 0 or more the whole weight moves to that degree's place.
func weigh(parts []float64, weight float64, degree int) {
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

// push begins a sequence in a branch.
func (b *branch) push(steps int, takes []float64, sides [2]*side) {
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
	top.rows, top.takes, top.sides, top.known = top.rows[:0], takes, sides, false
}

// keepLive makes the results that are live of one frame those of another one, and forgets what else was in its memory.
func (l *branchFrame) keepLive(from *branchFrame, wants []stepRead) {
	if cap(l.results) < len(from.results) {
		l.results = make([]stepResult, len(from.results))
	}
	l.results = l.results[:len(from.results)]
	clear(l.results)
	for _, read := range wants {
		l.results[read.step] = from.results[read.step]
	}
}

// liveness is what later steps of a sequence want to know of those before, and which of the numbers it was given.
type liveness struct {
	steps []stepRead
	takes uint64 // a bit each
}

// equalSides reports whether two frames act alike: same actors, tools, actions and number of ticked situations.
func equalSides(a, b [2]*side) bool {
	for i := range a {
		if a[i].actor != b[i].actor || a[i].tool != b[i].tool || a[i].action != b[i].action || a[i].skill != b[i].skill || a[i].task != b[i].task ||
			a[i].stands != b[i].stands || len(a[i].ticked) != len(b[i].ticked) || !slices.Equal(a[i].manual, b[i].manual) {
			return false
		}
	}
	return true
}

// equal reports whether an actor of a run is in play as another copy of the same actor is.
func (a *Actor) equal(b *Actor) bool {
	return slices.Equal(a.Levels, b.Levels) && slices.EqualFunc(a.Conditions, b.Conditions, equalHeld) && a.Tool == b.Tool && slices.Equal(a.Aside, b.Aside) && a.Turn == b.Turn &&
		a.Open == b.Open && a.Waiting == b.Waiting && a.Doing == b.Doing && a.Place == b.Place && a.Placed == b.Placed && a.Going == b.Going &&
		a.Slow == b.Slow && a.Sheet == b.Sheet && a.Side == b.Side && slices.Equal(a.worn, b.worn) && slices.Equal(a.Activities, b.Activities) &&
		slices.Equal(a.Dropped, b.Dropped) && slices.Equal(a.Situations, b.Situations) && slices.Equal(a.Goals, b.Goals) && slices.Equal(a.Cards, b.Cards)
}

func equalHeld(a, b Held) bool {
	return a.Condition == b.Condition && a.Number == b.Number && a.Other == b.Other && a.Since == b.Since && a.Next == b.Next && a.NextTick == b.NextTick && a.Limit == b.Limit && a.Tool == b.Tool
}

// copyBranch returns a copy of a branch before a step of its innermost sequence, without what no step from there on reads.
func (x *explorer) copyBranch(b *branch, at int) *branch {
	c := x.newBranch()
	c.weights = append(c.weights[:0], b.weights...)
	c.actors = append(c.actors[:0], b.actors...)
	c.lifted, c.row, c.rolled, c.ended = b.lifted, b.row, b.rolled, b.ended
	for _, p := range b.pending {
		c.put(p.who, p.condition, p.parts, 1)
	}
	for l := range b.frames {
		if l == len(c.frames) {
			if l < cap(c.frames) {
				c.frames = c.frames[:l+1]
			} else {
				c.frames = append(c.frames, branchFrame{})
			}
		}
		to, from := &c.frames[l], &b.frames[l]
		wants := x.live[l].steps
		if l == len(b.frames)-1 {
			wants = x.r.stack[l].seq.later[at].steps
		}
		to.keepLive(from, wants)
		to.rows = append(to.rows[:0], from.rows...)
		to.takes, to.sides, to.tags, to.tagKey, to.known = from.takes, from.sides, from.tags, from.tagKey, from.known
	}
	return c
}

func (x *explorer) newBranch() *branch {
	if n := len(x.r.branches); n > 0 {
		b := x.r.branches[n-1]
		x.r.branches = x.r.branches[:n-1]
		b.frames, b.pending = b.frames[:0], b.pending[:0]
		return b
	}
	return &branch{}
}

// release gives the memory of a branch back.
func (x *explorer) release(b *branch) { x.r.branches = append(x.r.branches, b) }
