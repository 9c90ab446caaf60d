package rules

import (
	"math"

	"hybrid/rules/formula"
)

// A Frame is the context in which formulas are evaluated. Names compile to functions that read it (num_scope.go).

// Frame is the context in which formulas are evaluated: the actors, the tool, the tags of the roll, and the results of the steps so far.
// sides[0] is the actor of the formula, sides[1] the other actor.
type Frame struct {
	rs          *Ruleset
	run         *Run // current run; nil outside a run
	sides       [2]*side
	seq         *seqFrame // sequence in progress; nil for none
	step        *Step     // step that is being carried out; nil for none
	tags        tagSet
	tagKey      *tagKey  // key of tags if numbers are specialised for them; else nil
	use         skillUse // skill of the roll
	ranks       rankFrame
	chk         checkFrame // check in progress
	askedNumber float64    // number given with the action or answer
	points      *DiceSum   // dice given as the answer to a question
	row         *Row       // table row whose formulas are evaluated; nil for none
	number      float64    // value that belongs to the condition whose formulas are evaluated
	counts      float64    // duration of the action, in counts
	spent       float64    // points paid to be faster
	to          float64    // number that is looked up
	total       float64    // sum of the tally's lines so far
	part        float64    // value of the part of a line that is being explained
	scene       *State     // state for formulas about visible facts, or nil
	busy        bool       // whether it is in use by a formula, so that other formulas need another frame

	standing *Standing // state of the actor's side while its tactic decides; else nil

	average bool // whether dice count as their average instead of being rolled
}

// side is one of the two actors of a roll, with its tool, action and ticked situations.
type side struct {
	actor       *Actor
	tool        *Item
	action      *Action           // action or answer; nil for none
	ticked      []TickedSituation // situations that apply, chosen or not
	manual      []ManualModifier  // modifiers that the game master gave
	task        *Task             // chosen task; nil for none
	help        []*Actor          // helpers with the task
	skill       *Skill            // skill that was chosen, in place of the action's
	stat        *Stat             // statistic that was chosen for a roll without a skill
	standIn     *Skill            // related skill that replaces it, or nil
	askedNumber float64           // number given with an answer
	use         skillUse          // skill use of an answer, for the answer's gifts
}

// withoutAnswer returns the side without its answer, whose modifiers apply only in the answer's own rolls.
func (s *side) withoutAnswer(room *arenaSlice[side]) *side {
	if s.action == nil {
		return s
	}
	copied := room.alloc()
	*copied = *s
	copied.action, copied.use, copied.manual, copied.standIn = nil, skillUse{}, nil, nil
	return copied
}

// TickedSituation is a situation that counts in a roll, with the answer to its question.
type TickedSituation struct {
	Situation *Situation
	Number    float64 // number given as the answer
	Row       *Row    // row given as the answer; nil for a number
	Side      string  // left or right side of the body, for a paired row
}

// newFrame returns a frame in which an actor is not acting. A nil actor has no properties.
func (rs *Ruleset) newFrame(a *Actor) *Frame {
	if a == nil {
		a = rs.nobody.actor
	}
	f := &Frame{rs: rs, sides: [2]*side{{actor: a, tool: a.Tool}, rs.nobody}}
	f.faceOtherSide()
	return f
}

// pooledFrame is a frame that is returned to Ruleset.pooledFrames after one formula.
type pooledFrame struct {
	Frame
	own, other side
	eyes       Actor // replacement for a side whose formula no actor evaluates
	world      world // world for eyes
}

// borrowFrame returns a pooled frame in which an actor is not acting, for one formula.
func (rs *Ruleset) borrowFrame(a *Actor) *pooledFrame {
	l := rs.pooledFrames.get()
	l.own = side{actor: a, tool: a.Tool}
	l.Frame = Frame{rs: rs, sides: [2]*side{&l.own, rs.nobody}}
	l.Frame.faceOtherSide()
	return l
}

// numberOf returns the value of a formula for an actor who is not acting.
func (rs *Ruleset) numberOf(a *Actor, formula *Formula) float64 {
	frame := rs.borrowFrame(a)
	x := formula.Num(&frame.Frame)
	rs.pooledFrames.put(frame)
	return x
}

// newFrame returns a frame of this run for actor a, which is not acting, with other, which may be nil, as the other actor.
func (r *Run) newFrame(a, other *Actor) *Frame {
	f := r.frames.alloc()
	f.rs, f.run, f.tagKey = r.rs, r, r.noActionTags
	f.sides[0], f.sides[1] = r.newSide(a), r.rs.nobody
	if other != nil {
		f.sides[1] = r.newSide(other)
	}
	f.faceOtherSide()
	return f
}

// newSide returns the side of an actor who is not acting in this run.
func (r *Run) newSide(a *Actor) *side {
	s := r.sides.alloc()
	*s = side{actor: a, tool: a.Tool, ticked: r.situationsOf(a)}
	return s
}

// newOuterFrame returns a frame outside this run in which one of its actors is not acting.
func (r *Run) newOuterFrame(a *Actor) *Frame {
	f, s := r.frames.alloc(), r.sides.alloc()
	*s = side{actor: a}
	f.rs, f.sides[0], f.sides[1] = r.rs, s, r.rs.nobody
	return f
}

// count returns the count of the state, or 0 if the run has no state.
func (r *Run) count() float64 {
	if r.state == nil {
		return 0
	}
	return r.state.Count
}

// actorCopy returns the run's own copy of an actor, which it creates if necessary, or nil for an unknown key.
func (r *Run) actorCopy(key string) *Actor {
	if own := r.findCopy(key); own != nil {
		return own
	}
	if r.state == nil {
		return nil
	}
	actor := r.state.Find(key)
	if actor == nil {
		return nil
	}
	return r.adoptActor(actor)
}

// withActor returns a as a runActor of this run, whose methods change the actor.
func (r *Run) withActor(a *Actor) runActor { return runActor{Run: r, a: a} }

// swapSides swaps the two sides of the frame, so that it belongs to the other actor. The caller swaps them back.
func (f *Frame) swapSides() {
	f.sides[0], f.sides[1] = f.sides[1], f.sides[0]
	f.use, f.step = f.sides[0].use, nil
}

// evalForOther evaluates get for the other actor.
func (f *Frame) evalForOther(get numFunc) float64 {
	use, step := f.use, f.step
	f.swapSides()
	x := get(f)
	f.swapSides()
	f.use, f.step = use, step
	return x
}

// noteUsed records that a condition was used, which ends it if it lasts until it is used.
func (f *Frame) noteUsed(held *HeldCondition) {
	if f.run != nil && held.Condition.until == untilUsed {
		f.run.usedUp = append(f.run.usedUp, usedUp{f.sides[0].actor.Key, held.ID})
	}
}

// isTrue evaluates a yes/no formula; nil is true. It does not use up conditions that end when they are used.
func (f *Frame) isTrue(formula *Formula) bool {
	return formula == nil || f.testFlag(formula.FlagFunc())
}

// testFlag evaluates a flag like isTrue, for a formula that may be specialised.
func (f *Frame) testFlag(flag flagFunc) bool {
	if f.run == nil {
		return flag(f)
	}
	used := len(f.run.usedUp)
	holds := flag(f)
	f.run.usedUp = f.run.usedUp[:used]
	return holds
}

// stepResult is the result of a step.
type stepResult struct {
	check  checkedResult
	row    *Row       // table row; nil for none
	side   string     // left or right side of the body, for a paired row
	total  float64    // number of a tally, a value or an answer
	faces  faceCounts // die faces of a throw
	losses []float64  // points lost, by pool index; nil for none

	believed bool         // whether the total is the number that an actor believes
	chosen   *Action      // answer chosen; nil for none
	tool     *Item        // item used for that answer; nil for none
	answerer *side        // acting side if it answers; else nil
	sub      *stepResults // results of the sequence that the step ran; nil for none
}

// checkedResult holds the result of a check for later steps.
type checkedResult struct {
	degree  *Degree
	success bool    // whether it succeeded
	roll    int     // number rolled, or faceCounts
	chance  float64 // number that the roll was compared with
	margin  float64 // amount by which it succeeded, or failed if negative
}

// Formula is a formula that is evaluated in a Frame.
type Formula = formula.Formula[*Frame]

// anyFormula is a formula of any type: a number, yes/no, or a text. One of the three fields is set.
type anyFormula struct {
	num  *Formula
	flag *Formula
	text *Formula
}

// numericValue returns the value of t in f. A truth value is 1 or 0.
func (t anyFormula) numericValue(f *Frame) float64 {
	if t.flag != nil {
		if t.flag.Flag(f) {
			return 1
		}
		return 0
	}
	return t.num.Num(f)
}

// jsonValue returns the value as JSON represents it.
func (t anyFormula) jsonValue(f *Frame) any {
	switch {
	case t.flag != nil:
		return t.flag.Flag(f)
	case t.text != nil:
		return t.text.String(f)
	}
	return math.Round(t.num.Num(f)*1e6) / 1e6
}

// stepResults returns the results of the current sequence, or nil.
func (f *Frame) stepResults() *stepResults {
	if f.seq == nil {
		return nil
	}
	return &f.seq.stepResults
}
