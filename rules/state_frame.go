package rules

import (
	"math"

	"hybrid/rules/formula"
)

// A Frame is one moment of play as formulas see it. Names compile to functions that read it (num_scope.go).

// Frame is one moment of play as formulas see it: who acts on whom, with what, what the roll is about, and what the
// steps so far came to. sides[0] is the one a formula looks from, sides[1] the other one.
type Frame struct {
	rs          *Ruleset
	run         *Run
	sides       [2]*side
	seq         *seqFrame
	step        *Step
	tags        tagSet
	tagKey      *tagKey // of these tags, where numbers are specialised for them
	use         skillUse
	ranks       rankFrame
	chk         checkFrame
	askedNumber float64
	points      *Points // what was asked for in dice
	row         *Row
	number      float64
	counts      float64
	spent       float64
	to          float64
	total       float64 // of the lines of the tally so far
	part        float64 // what the part of a line comes to that is explained
	scene       *State  // in which something is seen; nil where nothing is
	busy        bool    // in use already

	standing *Standing // of the side of one whose tactic decides; nil anywhere else

	average bool // dice are not rolled, but count the average of their faces
}

// side is one of the two in a roll: who, with what, doing what, and which situations are ticked.
type side struct {
	actor       *Actor
	tool        *Item
	action      *Action
	ticked      []Ticked
	manual      []ManualModifier
	task        *Task
	help        []*Actor // who help with it
	skill       *Skill   // asked for by name, before what the action says
	stat        *Stat    // likewise a statistic alone
	stands      *Skill   // the related skill that stands in for it
	askedNumber float64  // of an answer, what was said with it
	use         skillUse // of the skill of an answer, for what it gives at once
}

// idle returns the same side without its answer, whose modifiers are for the answer only, not for other rolls.
func (s *side) idle(room *arenaSlice[side]) *side {
	if s.action == nil {
		return s
	}
	copied := room.alloc()
	*copied = *s
	copied.action, copied.use, copied.manual, copied.stands = nil, skillUse{}, nil, nil
	return copied
}

// Ticked is a situation that counts in a roll, with what it asked for.
type Ticked struct {
	Situation *Situation
	Number    float64
	Row       *Row
	Side      string
}

// frame returns a frame in which an actor does nothing in particular. A nil actor has no properties.
func (rs *Ruleset) frame(a *Actor) *Frame {
	if a == nil {
		a = rs.nobody.actor
	}
	f := &Frame{rs: rs, sides: [2]*side{{actor: a, tool: a.Tool}, rs.nobody}}
	f.facingSide()
	return f
}

// pooledFrame is a frame that is given back to Ruleset.pooledFrames after one formula.
type pooledFrame struct {
	Frame
	own, other side
	eyes       Actor // of a side, where nobody of it looks
	world      world // in which they do
}

// borrowFrame returns a pooled frame in which an actor does nothing in particular, for one formula.
func (rs *Ruleset) borrowFrame(a *Actor) *pooledFrame {
	l := rs.pooledFrames.get()
	l.own = side{actor: a, tool: a.Tool}
	l.Frame = Frame{rs: rs, sides: [2]*side{&l.own, rs.nobody}}
	l.Frame.facingSide()
	return l
}

// numberOf returns the value of a formula for an actor who does nothing in particular.
func (rs *Ruleset) numberOf(a *Actor, by *Formula) float64 {
	frame := rs.borrowFrame(a)
	x := by.Num(&frame.Frame)
	rs.pooledFrames.put(frame)
	return x
}

// frame returns a frame of this run in which an actor does nothing in particular, facing another one or none.
func (r *Run) frame(a, other *Actor) *Frame {
	f := r.frames.alloc()
	f.rs, f.run, f.tagKey = r.rs, r, r.blank
	f.sides[0], f.sides[1] = r.side(a), r.rs.nobody
	if other != nil {
		f.sides[1] = r.side(other)
	}
	f.facingSide()
	return f
}

// side returns the side of an actor who does nothing in particular in this run.
func (r *Run) side(a *Actor) *side {
	s := r.sides.alloc()
	s.actor, s.tool, s.ticked = a, a.Tool, r.around(a)
	return s
}

// idleFrame returns a frame outside this run in which one of its actors does nothing in particular.
func (r *Run) idleFrame(a *Actor) *Frame {
	f, s := r.frames.alloc(), r.sides.alloc()
	s.actor = a
	f.rs, f.sides[0], f.sides[1] = r.rs, s, r.rs.nobody
	return f
}

// count returns the count of the state, or 0 if the run has none.
func (r *Run) count() float64 {
	if r.state == nil {
		return 0
	}
	return r.state.Count
}

// copy returns the run's own copy of an actor, or nil.
func (r *Run) copy(key string) *Actor {
	if own := r.copied(key); own != nil {
		return own
	}
	if r.state == nil {
		return nil
	}
	actor := r.state.Find(key)
	if actor == nil {
		return nil
	}
	return r.adopt(actor)
}

func (r *Run) of(a *Actor) runActor { return runActor{Run: r, a: a} }

// flip turns the frame around, so that it looks from the other one. The caller turns it back.
func (f *Frame) flip() {
	f.sides[0], f.sides[1] = f.sides[1], f.sides[0]
	f.use, f.step = f.sides[0].use, nil
}

// across returns a number as the other actor has it.
func (f *Frame) across(get numFunc) float64 {
	use, step := f.use, f.step
	f.flip()
	x := get(f)
	f.flip()
	f.use, f.step = use, step
	return x
}

// used remembers that a condition counted, for those that end by it.
func (f *Frame) used(held *Held) {
	if f.run != nil && held.Condition.until == untilUsed {
		f.run.usedUp = append(f.run.usedUp, usedUp{f.sides[0].actor.Key, held.ID})
	}
}

// holds reports whether a formula holds that decides only whether something counts. Conditions that end by being used are
// not used by it, though it may read what they give.
func (f *Frame) holds(by *Formula) bool { return by == nil || f.test(by.Flags()) }

// test evaluates a flag as holds does, for a formula that may be specialised.
func (f *Frame) test(by flagFunc) bool {
	if f.run == nil {
		return by(f)
	}
	used := len(f.run.usedUp)
	holds := by(f)
	f.run.usedUp = f.run.usedUp[:used]
	return holds
}

// stepResult is what a step came to.
type stepResult struct {
	check  checked
	row    *Row
	side   string
	total  float64
	faces  faceCounts // of a throw
	losses []float64

	believed bool // the total is what an actor holds true now
	chosen   *Action
	tool     *Item
	as       *side // who gives the answer, where it is the one who acts
	sub      *stepResults
}

// checked is what later steps may ask of a check.
type checked struct {
	degree  *Degree
	success bool
	roll    int
	chance  float64
	margin  float64
}

// Formula is a formula over the frame of one moment of play.
type Formula = formula.Formula[*Frame]

// anyFormula is a formula whose type its place does not fix: a number, a yes/no, or words.
type anyFormula struct {
	num  *Formula
	flag *Formula
	text *Formula
}

// number returns the value of t on f. A truth value is 1 or 0.
func (t anyFormula) number(f *Frame) float64 {
	if t.flag != nil {
		if t.flag.Flag(f) {
			return 1
		}
		return 0
	}
	return t.num.Num(f)
}

// any returns the value as JSON represents it.
func (t anyFormula) any(f *Frame) any {
	switch {
	case t.flag != nil:
		return t.flag.Flag(f)
	case t.text != nil:
		return t.text.String(f)
	}
	return math.Round(t.num.Num(f)*1e6) / 1e6
}

// stepResults returns the results of the present sequence, or nil.
func (f *Frame) stepResults() *stepResults {
	if f.seq == nil {
		return nil
	}
	return &f.seq.stepResults
}
