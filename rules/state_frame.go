package rules

import (
	"math"

	"hybrid/rules/formula"
)

// The frames of formulas. Names compile to functions that read a frame (num_scope.go). Side 0 of a frame is the actor of the formulas,
// whose names are plain. Side 1 is the other actor, often the target, whose names begin with `other.`. The situations that count in a
// side's rolls are called ticked. A fixed actor without properties, Ruleset.nobody, stands in for a missing one.
//
// All constructors make frames for an actor that isn't acting; declarations and steps then fill in details of the action. Run.newFrame is
// for formulas in a run. Outside a run, Ruleset.borrowFrame is for a single formula, and Ruleset.newFrame for a frame that is kept.
// Run.newOuterFrame is for the idle frame of an actor's copy in a run, whose formulas are evaluated as if there were no run.

// Frame is the context in which formulas are evaluated: the actors, the tool, the tags of the roll, and the results of the steps so far.
type Frame struct {
	rs            *Ruleset   // the game
	run           *Run       // current run; nil outside a run
	sides         [2]*side   // actor of the formula, and the other actor
	seq           *seqFrame  // sequence in progress; nil for none
	step          *Step      // step that is being carried out; nil for none
	tags          tagSet     // roll's tags
	tagKey        *tagKey    // key of tags, under which numbers specialised for these tags are cached; nil for none
	use           skillUse   // skill of the roll
	ranks         rankFrame  // numbers that the rules for ranks read
	chk           checkFrame // check in progress
	askedNumber   float64    // number given with the action or answer
	givenDice     *DiceSum   // dice given as the answer to a question for dice, such as 2d6 of a hazard; nil for none
	row           *Row       // table row whose formulas are evaluated; nil for none
	number        float64    // condition's number, while its formulas are evaluated
	counts        float64    // duration of the action, in counts
	spent         float64    // points paid to be faster
	givenValue    float64    // input of the formula: the value to reach, or the number to look up in a table
	total         float64    // sum of the tally's lines so far
	explainedPart float64    // value of the part that is being explained, one of the parts of a tally's line
	scene         *State     // state to read, for formulas about visible facts; nil for other formulas
	busy          bool       // whether a formula is being evaluated in it, so that a nested formula needs another frame

	standing *Standing // state of the actor's side, while the actor's tactic decides; else nil

	average bool // whether dice count as their average instead of being rolled
}

// side is one of the two actors of a roll, with its tool, action and ticked situations.
type side struct {
	actor            *Actor            // one of the two actors; the actor of Ruleset.nobody if there is none
	tool             *Item             // item used; nil for none
	action           *Action           // action or answer; nil for none
	tickedSituations []TickedSituation // situations that count in its rolls, chosen or of the scene
	manual           []ManualModifier  // modifiers that the game master gave
	task             *Task             // chosen task; nil for none
	help             []*Actor          // helpers with the task
	skill            *Skill            // skill chosen in place of the action's; nil for none
	stat             *Stat             // statistic chosen for a roll without a skill; nil for none
	standIn          *Skill            // related skill that replaces the skill; nil for none
	askedNumber      float64           // number given with an answer
	use              skillUse          // skill used for an answer, on which the modifiers that the answer gives can depend
}

// withoutAnswer returns the side without its answer, whose modifiers apply only in the answer's own rolls. A copy is allocated in room.
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
	Situation *Situation // situation that counts
	Number    float64    // number given as the answer
	Row       *Row       // row given as the answer; nil for a number
	Side      string     // left or right side of the body, for a paired row
}

// newFrame returns a frame outside a run for an actor that is not acting. A nil actor has no properties. The other actor is Ruleset.nobody
// or, for a side, another side (faceOtherSide).
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
	Frame            // the frame, whose sides are own and other
	own, other side  // memory for the two sides of the frame
	sideActor  Actor // actor without properties that stands for its side, for a formula that belongs to a side
	world      world // access of that actor's formulas to the other actors
}

// borrowFrame returns a pooled frame for an actor that is not acting, to evaluate one formula. The caller puts it back into
// rs.pooledFrames.
func (rs *Ruleset) borrowFrame(a *Actor) *pooledFrame {
	frame := rs.pooledFrames.get()
	frame.own = side{actor: a, tool: a.Tool}
	frame.Frame = Frame{rs: rs, sides: [2]*side{&frame.own, rs.nobody}}
	frame.Frame.faceOtherSide()
	return frame
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
	*s = side{actor: a, tool: a.Tool, tickedSituations: r.situationsOf(a)}
	return s
}

// newOuterFrame returns a frame for an actor of the run that is not acting. The frame has no run, so that its formulas are evaluated as
// outside the run, but it is allocated in the run's memory.
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

// withActor returns a as a runActor of this run, whose methods change the actor by events.
func (r *Run) withActor(a *Actor) runActor { return runActor{Run: r, a: a} }

// swapSides swaps the two sides of the frame, so that it belongs to the other actor. The caller swaps them back.
func (f *Frame) swapSides() {
	f.sides[0], f.sides[1] = f.sides[1], f.sides[0]
	f.use, f.step = f.sides[0].use, nil
}

// evalForOther returns the value of get for the other actor.
func (f *Frame) evalForOther(get numFunc) float64 {
	use, step := f.use, f.step
	f.swapSides()
	x := get(f)
	f.swapSides()
	f.use, f.step = use, step
	return x
}

// noteUsed records that a roll has read the condition, which ends it if it lasts until it is used.
func (f *Frame) noteUsed(held *HeldCondition) {
	if f.run != nil && held.Condition.until == untilUsed {
		f.run.usedUp = append(f.run.usedUp, usedUp{f.sides[0].actor.Key, held.ID})
	}
}

// isTrue evaluates a yes/no formula; nil is true. It does not use up conditions that end when they are used.
func (f *Frame) isTrue(formula *Formula) bool {
	return formula == nil || f.testFlag(formula.FlagFunc())
}

// testFlag returns the value of a yes/no formula in executable form, which may be specialised. Like isTrue, it does not use up conditions.
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
	check  checkedResult // result of a check; the zero value for other steps
	row    *Row          // table row; nil for none
	side   string        // left or right side of the body, for a paired row
	total  float64       // number of a tally, a value or an answer
	faces  faceCounts    // number of dice showing each face, for a throw
	losses []float64     // points lost, by pool index; nil for none

	believed bool         // whether the total is a number that the step's subject believes, right or wrong
	chosen   *Action      // answer chosen; nil for none
	tool     *Item        // item used for that answer; nil for none
	answerer *side        // side of the acting actor, if the acting actor gives the answer; nil if the target does
	sub      *stepResults // results of the sequence that the step ran; nil for none
}

// checkedResult holds the result of a check for later steps.
type checkedResult struct {
	degree  *Degree // result on the ladder of the check; nil before the check is rolled
	success bool    // whether it succeeded
	roll    int     // number rolled; for faced dice, the faceCounts of the throw
	chance  float64 // number that the roll was compared with
	margin  float64 // amount by which it succeeded, or failed if negative
}

// Formula is a formula that is evaluated in a Frame.
type Formula = formula.Formula[*Frame]

// anyFormula is a formula of any type: a number, yes/no, or a text. One of the three fields is set.
type anyFormula struct {
	num  *Formula // number; nil for another type
	flag *Formula // yes/no; nil for another type
	text *Formula // text; nil for another type
}

// numericValue returns the value of t, which isn't a text, in f. A truth value is 1 or 0.
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
