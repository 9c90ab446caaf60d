package rules

// Carries out one step, of whatever kind, and records how it went. The loop over steps is Run.carry (run_stack.go); what
// happens to an actor goes through run_subject.go.

// stepper carries one step of a sequence out, for one actor, and says in the outcome how it went.
type stepper struct {
	*Run
	f      *Frame // of the sequence; as it was, but for what an answer brings and for the rows drawn
	step   *Step
	result *stepResult
	out    *Outcome
}

// toolsFor lists what an actor may do an action with, until the next list is made.
func (r *Run) toolsFor(action *Action, a *Actor) []*Item {
	r.tools = action.tools(r.tools[:0], a, r.timeless())
	return r.tools
}

// do carries out effects on the one the frame looks from, and returns what dice came to.
func (r *Run) do(f *Frame, effects []*Effect) []Term { return r.doTo(f, effects, "", nil) }

// doTo carries out effects as do does, on those whom a step is about; an empty who leaves that to the effects. The numbers are
// read by the one who acts. Points lost are added to losses, by pool index.
func (r *Run) doTo(f *Frame, effects []*Effect, who string, losses []float64) []Term {
	trace, first := r.tracing()
	for _, effect := range effects {
		if r.err != nil {
			break
		}
		if !f.holds(effect.when) {
			continue
		}
		one, other, whom := f.sides[0].actor, f.sides[1].actor, effect.Who
		switch {
		case who == whoOurs || who == whoTheirs:
			whom = who
		case who != "" && whom != whoOurs && whom != whoTheirs:
			whom = whoOther
		}
		switch whom {
		case whoOurs, whoTheirs:
			for _, a := range r.whoAll(one, whom) {
				r.effect(f, effect, a, one, losses)
			}
		case whoOther:
			r.effect(f, effect, other, one, losses)
		case "both":
			r.effect(f, effect, one, other, losses)
			r.effect(f, effect, other, one, losses)
		default:
			r.effect(f, effect, one, other, losses)
		}
	}
	return trace.end(first)
}

// effect carries out one effect on an actor, who has it from another one; its numbers are read in the frame.
func (r *Run) effect(f *Frame, e *Effect, actor, from *Actor, losses []float64) {
	if actor.Key == "" {
		return // it has no target
	}
	if e.pool != nil && e.pool.OfSide() || e.condition != nil && e.condition.OfSide() {
		if actor = ofWhom(actor, true); actor == nil {
			return
		}
	}
	switch e.verb {
	case verbLose:
		r.of(actor).using(e.pool.itemFor(actor, f.toolOf(actor))).lose(e.pool, e.rest, r.amount(f, e), losses)
	case verbGain:
		r.of(actor).using(e.pool.itemFor(actor, f.toolOf(actor))).gain(e.pool, r.amount(f, e))
	case verbPut:
		put := r.of(actor)
		put.met = f.toolOf(from)
		put.put(f.toolOf(actor), e.condition, r.amount(f, e), from.Key)
	case verbEnd:
		partner := from.Key
		if from.aSide { // a tie is between actors
			partner = ""
		}
		r.of(actor).end(f.toolOf(actor), e.condition, partner)
	case verbChange:
		r.of(actor).change(f.toolOf(actor), e.condition, from.Key, r.amount(f, e))
	case verbUp, verbDown:
		by := 1
		if e.by != nil {
			by = int(r.amount(f, e))
		}
		if e.verb == verbDown {
			by = -by
		}
		r.of(actor).move(e, by)
	case verbWait:
		if !r.timeless() {
			r.emit(&Event{Kind: EventWaiting, Who: actor.Key})
		}
	case verbDrop:
		for _, item := range actor.InHand() {
			if !item.held() {
				continue // a fist is not let go of
			}
			r.emit(&Event{Kind: EventDrop, Who: actor.Key, What: item.Name})
			if e.Drop {
				break
			}
		}
	case verbLetGo:
		if tool := f.sides[0].tool; tool != nil && tool == actor.item(tool.Name) && carries(actor, tool) {
			r.emit(&Event{Kind: EventDrop, Who: actor.Key, What: tool.Name})
		}
	case verbDelay:
		r.of(actor).delay(r.amount(f, e))
	case verbProlong:
		r.of(actor).prolong(r.amount(f, e))
	case verbApart:
		r.of(actor).setDistance(from, r.amount(f, e))
	case verbAgain:
		if e.Again.Text == againTheTurn {
			r.grantTurn(actor)
			break
		}
		r.of(actor).initiativeAgain()
	case verbThrow, verbAnew, verbTurn:
		r.rethrow(f, e)
	case verbKnow:
		e.learn(r, f, actor, from)
	case verbDeal:
		r.deal(f, e, actor, from)
	case verbTell:
		how := ""
		if e.GM {
			how = ForGM
		}
		r.emit(&Event{Kind: EventTell, Who: actor.Key, How: how, Text: e.Tell})
	}
}

// owedEffort is what an answer costs besides, which is paid once the answer is recorded.
type owedEffort struct {
	frame  Frame
	counts float64
}

// payAnswer pays the effort of an answer, as a step of its own.
func (r *Run) payAnswer() {
	if owed := r.answerEffort; owed != nil && r.err == nil {
		r.answerEffort = nil
		r.effort(&owed.frame, owed.counts)
	}
}

// effort applies what an action, or an answer, costs its actor before its own steps; counts is how long it takes.
func (r *Run) effort(f *Frame, counts float64) {
	order := &r.rs.Order
	if len(order.Effort) == 0 || counts <= 0 {
		return
	}
	began, window := r.savepoint(), r.window
	r.window = counts
	before := r.roller.setEffort(f.sides[0].actor)
	terms := r.do(f, order.Effort)
	r.roller.setEffort(before)
	r.window = window
	if r.record && len(r.events) > began.events {
		r.insertRecord(Outcome{Step: effortStep, Label: order.Effort[0].Label, Kind: kindNames[stepDo], Who: f.sides[0].actor.Key,
			Source: order.Effort[0].where, Guide: order.Effort[0].Src, Terms: terms}, began)
	}
}

// rethrow carries an effect on a throw out.
func (r *Run) rethrow(f *Frame, e *Effect) {
	of, step := f.seq.findStep(e.throw.step.Text)
	if step == nil || r.err != nil {
		return
	}
	p := stepper{r, &of.frame, step, &of.results[step.index], &Outcome{}}
	die := step.facedDie()
	if die == nil {
		p.recheck(nil)
		return
	}
	thrower := of.frame.sides[0].actor.Key
	if step.turns() {
		thrower = of.frame.sides[1].actor.Key
	}
	counts := step.facesOf(p.result)
	switch e.verb {
	case verbThrow:
		dice := min(wholeDice(r.amount(f, e)), maxThrown-counts.dice())
		r.rolling = thrower
		counts += r.roller.throwing(step, die, dice)
	case verbAnew:
		rethrown := counts
		if e.throw.asked {
			rethrown = counts.common(faceCounts(f.askedNumber))
		}
		r.rolling = thrower
		counts += r.roller.throwing(step, die, rethrown.dice()) - rethrown
	case verbTurn:
		from, to := die.find(e.throw.from), die.find(e.throw.to)
		dice := counts.count(from)
		if e.by != nil {
			dice = min(dice, wholeDice(r.amount(f, e)))
		}
		counts = counts.with(from, -dice).with(to, dice)
	}
	if r.err != nil {
		return
	}
	if step.check != nil {
		p.recheck(&counts)
	} else if p.result.faces = counts; r.record {
		r.outcome.Throw, r.outcome.Now = die.text(counts), step.Name
	}
	r.emit(&Event{Kind: EventThrow, Other: thrower, What: step.Name, Text: die.list(counts)})
}

// check rolls a check for the one the step is about, and leaves the frame as it was.
func (p stepper) check() {
	saved, acting := *p.f, p.step.Who == ""
	if !acting {
		p.f.flip()
		p.f.sides[0] = p.f.sides[0].idle(&p.sides)
	}
	p.f.step, p.f.chk = p.step, checkFrame{}
	p.f.chk.against = p.opposed(acting)
	p.f.leftOut()
	p.f.pickSkill(p.step, acting)
	rank := p.f.leftOut()
	p.tagged(p.f, acting, p.step)
	if basis := p.step.basis(p.f, acting); basis != nil {
		p.f.use.basis = basis
	}
	if p.unknown != nil {
		p.unknown.rank, p.unknown.basis = rank, p.f.leftOut()
	}
	if p.roller.rolls(p.f, p.step) {
		p.hushed = p.f.tags.meets(&p.rs.secret)
		c := p.roll(p.f, p.step.check, p.step.Label)
		p.hushed = false
		roll := c.Roll
		if p.step.check.faced != nil {
			roll = int(p.f.chk.faces)
		}
		p.overruleCheck(c)
		if p.record && p.err == nil {
			c.report(p.out)
		}
		came := &p.result.check // field by field: copied whole, what was just written would be waited for
		came.degree, came.success, came.roll, came.chance, came.margin = c.Degree, c.Success, roll, c.Chance, c.Margin
		p.out.Secret = p.f.tags.meets(&p.rs.secret)
		if p.roller.runsResults() {
			p.follow(&p.result.check, acting)
		}
	}
	*p.f = saved
}

// opposed returns the margin that a check is against: that of an earlier check, or one given by hand to the acting actor.
func (p stepper) opposed(acting bool) float64 {
	if p.step.against >= 0 {
		return p.f.seq.results[p.step.against].check.margin
	}
	if p.step.Against.Text == "" {
		if acting && p.against != 0 && (p.againstDeed == nil || p.againstDeed == p.f.sides[0].action) {
			return p.against
		}
		return 0
	}
	if earlier := p.f.seq.parent.find(p.step.Against.Text); earlier != nil {
		return earlier.check.margin
	}
	return 0
}

// follow carries out what the result of a check brings with it.
func (p stepper) follow(c *checked, acting bool) {
	if p.err != nil {
		return
	}
	if task := p.f.sides[0].task; acting && task != nil {
		p.applyTaskResult(task.result(c.degree))
		p.countTry(task, c.degree)
	}
	effects, ok := p.step.degrees[c.degree]
	if !ok && c.success {
		effects = p.step.made
	} else if !ok {
		effects = p.step.missed
	}
	p.do(p.f, effects)
}

// drawRow rolls on a table, or looks a row up; the row takes part from then on and may do something.
func (p stepper) drawRow() {
	table := p.step.table
	switch {
	case table.Deck != "":
		if p.result.row = p.drawCard(); p.result.row == nil {
			return
		}
		if x, odds := p.roller.(*explorer); odds && x.now.row == nil {
			x.now.row = p.result.row
		}
	case p.place != nil && table == p.rs.worn:
		p.result.row, p.result.side = p.place, p.placeSide
	case p.step.asker != nil && p.f.ticked(p.step.asker) != nil:
		ticked := p.f.ticked(p.step.asker)
		p.result.row, p.result.side = ticked.Row, ticked.Side
	case p.step.row != nil:
		p.result.row = table.row(p.step.row.String(p.f))
	case p.step.by != nil:
		p.result.row = table.reach(p.step.by.Num(p.f))
	case p.step.needsRow():
		side, label, key := p.f.sides[0], p.step.Label, ""
		if side.action != nil {
			label = side.action.Label
		}
		if d := p.takingEffect; d != nil && side.actor.Doing == d {
			key = side.actor.Key
		}
		p.err = p.step.rowMissing(label, key)
		return
	default:
		p.result.row, p.result.side, p.out.Roll = p.roller.row(p.f, p.step)
		if p.result.row == nil {
			return
		}
	}
	p.overruleRow()
	if p.result.row == nil || p.err != nil {
		return
	}
	p.f.seq.rows = append(p.f.seq.rows, p.result.row)
	p.out.Row, p.out.Side = p.result.row.Label, p.result.side
	if len(p.result.row.Do) > 0 {
		p.out.Terms = p.doTo(p.f, p.result.row.Do, p.step.Who, nil)
	}
}

// tally works out a tally step and records its terms. With `believe` the total is also what the actors concerned believe.
func (p stepper) tally() {
	trace, first := p.tracing()
	p.purpose = p.step.Label
	saved := *p.f
	if p.step.turns() {
		p.f.flip()
	}
	p.rolling = p.f.sides[0].actor.Key
	p.result.total, _ = p.step.Tally.total(p.f, trace)
	p.result.believed = p.step.Believe
	p.out.Terms = trace.end(first)
	*p.f = saved
	p.overruleNumber()
	if p.step.Believe {
		p.step.believed(p.Run, p.f, p.result.total)
	}
	if p.record {
		total := p.result.total
		p.out.Total, p.out.Belief = &total, p.step.Believe
	}
}

// lift rolls the checks on filter skills that come before a check, where a ticked situation asks for them: one that
// is made lifts the cap for this use. R24.
func (p stepper) lift() {
	asked := false
	for i := range p.f.sides[0].ticked {
		asked = asked || p.f.sides[0].ticked[i].Situation.Lifts
	}
	if !asked {
		return
	}
	saved := p.f.use
	p.f.pickSkill(p.step, true)
	list := p.f.filters()
	p.f.use = saved
	if p.roller.settlesFilters(p.f, p.step, list) {
		return
	}
	for _, by := range list {
		if p.err != nil || p.hasLifted(by) {
			continue
		}
		began := p.savepoint()
		p.lifted = append(p.lifted, by) // it does not limit itself
		c := p.roll(p.filtering(p.f.sides[0], by), p.step.check, by.Label)
		if !c.Success {
			p.lifted = p.lifted[:len(p.lifted)-1]
		}
		if p.record && p.err == nil {
			out := Outcome{Step: by.Name, Label: by.Label, Kind: KindFilter, Who: p.f.sides[0].actor.Key, Source: by.where, Guide: by.Src}
			c.report(&out)
			p.insertRecord(out, began)
		}
	}
}

// recheck makes a check again: with these faces, or, without any, with dice that are rolled anew.
func (p stepper) recheck(faces *faceCounts) {
	p.laid = faces
	p.check()
	p.laid = nil
	if p.record && p.err == nil {
		events := p.Run.outcome.Events
		p.Run.outcome = *p.out
		p.Run.outcome.Events, p.Run.outcome.Now = events, p.step.Name
	}
}

// countTry counts a try of a task with a goal, and applies the result at its end.
func (p stepper) countTry(task *Task, d *Degree) {
	if task.Goal == nil || d == nil || p.err != nil {
		return
	}
	who := p.f.sides[0].actor
	next := task.Goal.AddTry(task.Progress(who), d.Factor)
	reached, failed := task.Goal.Outcome(next)
	e := Event{Kind: EventGoal, What: task.Name, Value: next.Sum, By: d.Factor, At: float64(next.Tries)}
	result := task.Goal.Reached
	if failed {
		result = task.Goal.Failed
	}
	over := ""
	if reached {
		over = ": done"
	} else if failed {
		over = ": given up"
	}
	if reached || failed {
		e.At = 0
	}
	p.of(who).happen(&e)
	p.of(who).happen(&Event{Kind: EventTell, Text: task.Goal.Text(next) + over})
	if reached || failed {
		p.applyTaskResult(result)
	}
}

// applyTaskResult says what comes of a task, and carries it out.
func (p stepper) applyTaskResult(result *TaskResult) {
	if result == nil {
		return
	}
	if result.Text != "" {
		p.of(p.f.sides[0].actor).happen(&Event{Kind: EventTell, Text: result.Text})
	}
	p.do(p.f, result.Do)
}

// pick makes the other one of the sequence a combatant whom a die picks from those of whom the step's formula is true; nobody if it is true
// of none. The step comes to how many these are.
func (p stepper) pick() {
	var list []*Actor
	asking := p.f.sides[0]
	for _, there := range p.state.Actors {
		a := p.copy(there.Key)
		if u := p.f.unknown(); u != nil && a.Key != u.who {
			u.note("others")
			continue
		}
		own := side{actor: a, tool: a.Tool}
		g := *p.f
		g.sides, g.use, g.step, g.tagKey = [2]*side{&own, asking}, skillUse{}, nil, nil
		if p.step.pick.Flag(&g) {
			list = append(list, a)
		}
	}
	p.result.total = float64(len(list))
	if p.f.sides[1] = p.rs.nobody; len(list) == 0 {
		return
	}
	at := 0
	if len(list) > 1 {
		hushed := p.hushed
		p.rolling, p.hushed = asking.actor.Key, true // its faces are people whose names may be unknown
		at = p.roller.die(len(list), p.step.Label) - 1
		p.hushed = hushed
		if need, ok := p.err.(*Need); ok && need.Die > 0 {
			for i, a := range list {
				need.Bands = append(need.Bands, Band{From: i + 1, To: i + 1, Row: &Row{Head: Head{Name: a.Key, Label: a.Name}}})
			}
		}
	}
	if p.err == nil {
		p.f.sides[1] = p.side(list[at])
	}
}

// throw throws the dice of a step, for whom it is about.
func (p stepper) throw() {
	saved := *p.f
	if p.step.turns() {
		p.f.flip()
	}
	p.rolling = p.f.sides[0].actor.Key
	dice := 1
	if p.step.dice != nil {
		dice = wholeDice(p.step.dice.Num(p.f))
	}
	*p.f = saved
	if x, odds := p.roller.(*explorer); odds && x.fork.fresh() {
		x.count.thrown(x, p.step, dice)
	}
	p.result.faces = p.roller.throwing(p.step, p.step.faced, dice)
	p.overruleFaces()
	if p.record {
		p.out.Throw = p.step.faced.text(p.result.faces)
		if way := p.way(); way != p.step.Name {
			p.out.Way = way
		}
	}
}

// overruleFaces gives a throw the faces that the game master says.
func (p stepper) overruleFaces() {
	text, ok := p.overruled()
	if !ok {
		return
	}
	faces, err := p.step.faced.read(text)
	if err != nil {
		p.err = err
		return
	}
	p.result.faces = faces
}

// believed keeps a number that an actor takes for true.
func (s *Step) believed(r *Run, f *Frame, total float64) {
	if !r.rs.keeps {
		return
	}
	who, of := f.sides[0].actor, f.sides[1].actor
	if s.turns() {
		who, of = of, who
	}
	r.emit(&Event{Kind: EventKnow, of: who, Who: who.Key, Other: of.Key, What: s.Name, Value: TrimNoise(total), At: r.count(), How: LearntPerceived})
}

// effortStep is the name under which the cost of an action stands among its steps.
const effortStep = "effort"
