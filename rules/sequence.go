package rules

import (
	"math"
	"slices"

	"hybrid/rules/source"
)

// Sequence is steps that are not declared by themselves.
type Sequence struct {
	Head    `yaml:",inline"`
	Takes   []string         `yaml:"takes"`  // numbers that the step which carries it out gives
	Ask     *Ask             `yaml:"ask"`    // what has to be said with it
	Secret  bool             `yaml:"secret"` // for the game master alone
	Steps   source.Map[Step] `yaml:"steps"`  // what is done, in order
	steps   []*Step
	outside []stepRead // steps that others around this sequence read
	later   []liveness // by step, what it and those after it read of those before; one more at the end
	done    bool       // compiled
}

var kindNames = [...]string{"", "check", "table", "tally", "value", "do", "offer", "reply", "sequence", "stop"}

// tracing is where the terms of a number go, and where they begin there; nil where nothing is recorded.
func (r *Run) tracing() (trace *termTrace, first int) {
	if !r.record {
		return nil, 0
	}
	return &r.trace, r.trace.begin()
}

// moreHeld is how many conditions an actor may get in a run before its list has to grow.
const moreHeld = 4

// Whom a step may be about, beside the one who acts.
const (
	whoOther     = "other"     // the one it is done to
	whoOnlookers = "onlookers" // every actor of another side who notices and may act
	whoAmong     = "among"     // the one it is done to, and every actor it reaches beside
)

// turns reports whether the step is seen by the one it is about. One that reaches several is seen by the one who acts.
func (s *Step) turns() bool { return s.Who == whoOther || s.Who == whoOnlookers }

// concerned lists whom a step is about that is about several.
func (r *Run) concerned(f *Frame, step *Step) (list []*Actor) {
	if r.state == nil {
		return []*Actor{f.sides[1].actor}
	}
	self, target := f.sides[0].actor, f.sides[1].actor
	for _, there := range r.state.Actors {
		a := r.copy(there.Key)
		far := math.Inf(1)
		if step.within != nil {
			far = step.within.Num(f)
		}
		switch {
		case step.Who == whoAmong && (a == target || slices.Contains(r.among, a.Key)):
			list = append(list, a)
		case step.Who == whoAmong && step.within != nil && a.Placed && target.Placed && math.Abs(a.Place-target.Place) <= far:
			list = append(list, a)
		case step.Who == whoOnlookers && a != self && a.Side != self.Side && a.Aware(r.rs) && a.cannot(r.rs, cannotAct) == nil && distanceApart(a, self) <= far:
			list = append(list, a)
		}
	}
	return list
}

// carryOut carries out a step for one.
func (r *Run) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if !r.record {
		return r.doing(f, step, result, &r.unread)
	}
	var out Outcome
	return r.doing(f, step, result, &out)
}

// errEndless is the refusal of what would go on without end.
var errEndless = endless("this comes to more than %d steps or dice; its sequences are carried out for too many, too often", mostSteps)

// doing carries out a step for one, and says in out how it went.
func (r *Run) doing(f *Frame, step *Step, result *stepResult, out *Outcome) (stop bool) {
	if step.kind == stepCheck && step.Who == "" {
		r.lift(f, step)
	}
	began := r.savepoint()
	switch step.kind {
	case stepStop:
		return f.holds(step.stop)
	case stepCheck:
		r.check(f, step, result, out)
	case stepTable:
		r.drawRow(f, step, result, out)
	case stepTally:
		r.tally(f, step, result, out)
	case stepValue:
		result.total = step.value.number(f)
		r.overruleNumber(step, &result.total, out)
		if !out.Overruled {
			return false
		}
	case stepDo:
		result.lost = r.points.allocN(len(r.rs.Pools.All))
		out.Terms = r.affect(f, step, step.Do, result.lost)
	case stepOffer:
		r.offer(f, step, result, out)
	case stepReply, stepSequence:
		if c, ok := r.callOf(f, step); ok {
			result.sub = r.push(f, c)
		}
		return false
	}
	r.settle()
	if r.err != nil || !r.record || r.stopped {
		return false
	}
	r.recordStep(f, step, out, began)
	return false
}

// affect carries out effects on whom the step is about. The terms are what dice came to.
func (r *Run) affect(f *Frame, step *Step, effects []*Effect, lost []float64) []Term {
	if step.Who == "" {
		return r.do(f, effects, lost)
	}
	trace, first := r.tracing()
	// The numbers are read by the one who acts, the other one bears them.
	for _, effect := range effects {
		if r.err == nil && f.holds(effect.when) {
			r.effect(f, effect, f.sides[1].actor, f.sides[0].actor, lost)
		}
	}
	return trace.end(first)
}

// check rolls a check for the one the step is about, and leaves the frame as it was.
func (r *Run) check(f *Frame, step *Step, result *stepResult, out *Outcome) {
	kept, acting := *f, step.Who == ""
	if !acting {
		f.flip()
		f.sides[0] = f.sides[0].idle()
	}
	f.step, f.chk = step, checkFrame{against: r.opposed(f, step, acting)}
	r.skill(f, step, acting)
	r.tagged(f, acting, step)
	if basis := step.basis(f, acting); basis != nil {
		f.use.basis = basis
	}
	if r.roller.rolls(f, step) {
		c := r.roll(f, step.check, step.Label)
		r.overruleCheck(f, step, &c, out)
		r.report(&c, out)
		result.check = checked{c.Degree, c.Success, c.Roll, c.Chance, c.Margin}
		out.Secret = f.tags.meets(&r.rs.secret)
		if r.roller.follows() {
			r.follow(f, step, &result.check, acting)
		}
	}
	*f = kept
}

// opposed is the margin that a check is against: that of an earlier check, or one given by hand to the one who acts.
func (r *Run) opposed(f *Frame, step *Step, acting bool) float64 {
	if step.against >= 0 {
		return f.seq.results[step.against].check.margin
	}
	if step.Against.Text == "" && acting {
		return r.against
	}
	if step.Against.Text == "" {
		return 0
	}
	if earlier := f.seq.parent.find(step.Against.Text); earlier != nil {
		return earlier.check.margin
	}
	return 0
}

// follow carries out what the result of a check brings with it.
func (r *Run) follow(f *Frame, step *Step, c *checked, acting bool) {
	if r.err != nil {
		return
	}
	if acting {
		r.tell(f.sides[0], c.degree)
	}
	effects, ok := step.degrees[c.degree]
	if !ok && c.success {
		effects = step.made
	} else if !ok {
		effects = step.missed
	}
	r.do(f, effects, nil)
}

// basis is the stat basis that a step or its action says beats the skill's own.
func (s *Step) basis(f *Frame, acting bool) *Formula {
	if by := s.Basis.fits(f); by != nil {
		return by
	}
	if action := f.sides[0].action; acting && action != nil && len(s.skills) == 0 && !s.tool {
		return action.Basis.fits(f)
	}
	return nil
}

// skill finds the skill a check is rolled on: the step's, else the one asked for or the action's; none where the step
// has a basis alone. Without a step it is the action's.
func (r *Run) skill(g *Frame, step *Step, acting bool) {
	side := g.sides[0]
	var skills []*Skill
	tool := false
	switch {
	case step != nil && (step.tool || step.skills != nil):
		tool, skills = step.tool, step.skills
	case step != nil && step.Basis != nil || !acting:
	case side.skill != nil:
		skills = []*Skill{side.skill}
	case side.task != nil:
		g.useTask(side.task, side.stands)
		return
	case side.action != nil:
		tool, skills = side.action.tool, side.action.skills
	}
	if tool && side.tool != nil && side.tool.skill != nil {
		skills = []*Skill{side.tool.skill}
	}
	g.useSkill(skills, side.stands)
}

// roll works out the chance of a check, rolls it and judges it.
func (r *Run) roll(g *Frame, check *Check, purpose string) (result CheckResult) {
	trace, first := r.tracing()
	r.rolling = g.sides[0].actor.Key
	result.Chance, result.Told = r.roller.chance(g, check, trace)
	result.Terms = trace.end(first)
	result = r.roller.judge(g, check, purpose, result)
	result.Skill, result.Rank, result.Trained = g.use.skill, g.use.rank, g.use.trained
	return result
}

// report copies a check into the outcome of its step.
func (r *Run) report(c *CheckResult, out *Outcome) {
	if !r.record || r.err != nil {
		return
	}
	out.Chance, out.Roll, out.Margin, out.Success, out.Terms, out.Text = c.Chance, c.Roll, c.Margin, c.Success, c.Terms, c.Told
	out.Likely, out.Beyond = c.Likely, c.Beyond
	if c.Degree != nil {
		out.Degree, out.Factor = c.Degree.Label, c.Degree.Factor
	}
	if c.Skill != nil {
		out.Skill = c.Skill.Label
	}
}

// drawRow rolls on a table, or looks a row up; the row takes part from then on and may do something.
func (r *Run) drawRow(f *Frame, step *Step, result *stepResult, out *Outcome) {
	table := step.table
	switch {
	case r.place != nil && table == r.rs.worn:
		result.row, result.side = r.place, r.placeSide
	case step.asker != nil && f.ticked(step.asker) != nil:
		ticked := f.ticked(step.asker)
		result.row, result.side = ticked.Row, ticked.Side
	case step.row != nil:
		result.row = table.row(step.row.String(f))
	case step.by != nil:
		result.row = table.reach(step.by.Num(f))
	default:
		result.row, result.side, out.Roll = r.roller.row(f, step)
		if result.row == nil {
			return
		}
	}
	r.overruleRow(step, result, out)
	if result.row == nil || r.err != nil {
		return
	}
	f.seq.rows = append(f.seq.rows, result.row)
	out.Row, out.Side = result.row.Label, result.side
	if len(result.row.Do) > 0 {
		out.Terms = r.affect(f, step, result.row.Do, nil)
	}
}

// ticked finds a situation among those ticked for the one who acts.
func (f *Frame) ticked(s *Situation) *Ticked {
	for i := range f.sides[0].ticked {
		if f.sides[0].ticked[i].Situation == s && f.sides[0].ticked[i].Row != nil {
			return &f.sides[0].ticked[i]
		}
	}
	return nil
}

func (r *Run) tally(f *Frame, step *Step, result *stepResult, out *Outcome) {
	trace, first := r.tracing()
	r.purpose = step.Label
	kept := *f
	if step.turns() {
		f.flip()
	}
	r.rolling = f.sides[0].actor.Key
	result.total, _ = step.Tally.total(f, trace)
	result.believed = step.Believe
	out.Terms = trace.end(first)
	*f = kept
	r.overruleNumber(step, &result.total, out)
	if r.record {
		total := result.total
		out.Total, out.Belief = &total, step.Believe
	}
}

// giveUp ends what an actor has in the making; initiative is rolled from now.
func (s subject) giveUp() {
	if s.a.Doing == nil {
		return
	}
	s.dropDoing()
	s.initiativeAgain()
}

// dropDoing ends what an actor has in the making.
func (s subject) dropDoing() {
	for s.a.Doing != nil && s.err == nil {
		s.happen(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.words()})
	}
}

// distanceApart is how many metres are between two, where places are kept; 0 where they are not.
func distanceApart(a, b *Actor) float64 {
	if !a.Placed || !b.Placed {
		return 0
	}
	return math.Abs(a.Place - b.Place)
}
