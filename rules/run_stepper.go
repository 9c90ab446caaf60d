package rules

// Carries out one step of any kind and records its outcome. The loop over steps is Run.carry (run_stack.go); changes of an
// actor go through run_subject.go.

// stepper carries out one step of a sequence for one actor and fills in its outcome.
type stepper struct {
	*Run
	f      *Frame // the sequence's frame, left unchanged except for answers and drawn rows
	step   *Step
	result *stepResult
	out    *Outcome
}

// toolsFor lists the items that the actor may do an action with. The list is valid until the next call.
func (r *Run) toolsFor(action *Action, a *Actor) []*Item {
	r.tools = action.tools(r.tools[:0], a, r.timeless())
	return r.tools
}

// do carries out effects for the frame's actor, and returns the terms of their dice.
func (r *Run) do(f *Frame, effects []*Effect) []Term { return r.doTo(f, effects, "", nil) }

// doTo carries out effects like do, on the subjects of a step; if who is empty, each effect chooses its target. Formulas are read
// for the frame's actor. Lost points are added to losses, by pool index, unless it is nil.
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

// effect carries out one effect on actor, caused by from; its formulas are read in f.
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
		if from.aSide { // a paired condition is between actors
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
				continue // a natural weapon, such as a fist
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

// owedEffort is the effort of an answer, paid once the answer is recorded.
type owedEffort struct {
	frame  Frame
	counts float64 // counts that the answer takes
}

// payAnswer pays the effort of an answer, recorded as a step of its own.
func (r *Run) payAnswer() {
	if owed := r.answerEffort; owed != nil && r.err == nil {
		r.answerEffort = nil
		r.effort(&owed.frame, owed.counts)
	}
}

// effort applies the effort of an action or answer to its actor, before its own steps. counts is the time that it takes.
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

// rethrow carries out an effect on an earlier throw.
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

// check rolls a check for the step's subject, and leaves the frame as it was.
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
		came := &p.result.check // field by field is faster than a copy of the whole
		came.degree, came.success, came.roll, came.chance, came.margin = c.Degree, c.Success, roll, c.Chance, c.Margin
		p.out.Secret = p.f.tags.meets(&p.rs.secret)
		if p.roller.runsResults() {
			p.follow(&p.result.check, acting)
		}
	}
	*p.f = saved
}

// opposed returns the margin that the check is rolled against: that of an earlier check, or one given by hand to the acting actor;
// else 0.
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

// follow carries out the effects of a check's result, first those of the actor's task.
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

// drawRow draws, rolls or looks up the row of a table, adds it to the sequence's rows, and carries out its effects.
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

// tally computes a tally step and records its terms. With `believe` the total becomes a belief of the subject.
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

// lift rolls the checks on filter skills before a check if a ticked situation asks for them. Success lifts the skill's cap for this
// use (R24).
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
		p.lifted = append(p.lifted, by) // a filter skill doesn't limit its own check
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

// recheck makes a check again: with the given faces, or with new dice if faces is nil.
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

// countTry adds a try to a task with a goal, and applies the result that ends it.
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

// applyTaskResult emits the text of a task's result and carries out its effects.
func (p stepper) applyTaskResult(result *TaskResult) {
	if result == nil {
		return
	}
	if result.Text != "" {
		p.of(p.f.sides[0].actor).happen(&Event{Kind: EventTell, Text: result.Text})
	}
	p.do(p.f, result.Do)
}

// pick makes the sequence's target a combatant picked at random from those for whom the step's formula holds, or nobody if there
// are none. The step's total is their number.
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
		p.rolling, p.hushed = asking.actor.Key, true // its faces are combatants whose names may be unknown
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

// throw throws the dice of a step for its subject.
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

// overruleFaces gives a throw the faces that the game master set.
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

// believed notes a number that the step's subject believes about the other actor, if the game keeps beliefs.
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

// effortStep is the name of the outcome for an action's effort.
const effortStep = "effort"
