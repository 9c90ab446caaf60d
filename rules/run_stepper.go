package rules

// Carrying out the steps of a sequence, by kind, and their effects. The loop over steps is Run.runSteps (run_stack.go); changes of an actor
// go through run_subject.go. The subject of a step is the actor that it concerns, by default the acting one. The roller (run_roller.go)
// decides everything that is left to chance: in play it rolls dice, in odds it follows all results.
//
// In a frame f, f.sides[0] is the side of the acting actor, with its tool and options, and f.sides[1] the side of the other actor, often
// the target. Effort is the cost of every action to its actor, such as fatigue. A filter skill limits the rank of other skills, unless a
// check on it succeeds first. A throw of dice with symbols is stored as faceCounts, the number of dice that show each face. A savepoint
// holds the lengths of a run's lists of dice, events and records, so that a record gets only what was added after it. If a run has only
// what one actor knows of the state (num_unknown.go), it records the unknown facts that are read, and Frame.takeUnknown returns the first
// of them.

// stepper carries out one step of a sequence for one actor and fills in its outcome.
type stepper struct {
	*Run
	f      *Frame      // frame of the sequence, left unchanged except for answers, drawn rows and picked targets
	step   *Step       // step to carry out
	result *stepResult // step's result, for later steps
	out    *Outcome    // record of the step, for the log
}

// findTools lists the items that the actor can use for an action. The list is valid until the next call.
func (r *Run) findTools(action *Action, a *Actor) []*Item {
	r.tools = action.appendTools(r.tools[:0], a, r.isTimeless())
	return r.tools
}

// applyEffects carries out effects for the frame's actor, and returns the terms of their dice.
func (r *Run) applyEffects(f *Frame, effects []*Effect) []Term {
	return r.applyEffectsTo(f, effects, "", nil)
}

// applyEffectsTo carries out effects on the subjects named by who, the value of a step's `who`. If who is "", each effect names its own
// subjects. Formulas are evaluated for the frame's actor. Lost points are added to losses, by pool index, unless it is nil. It returns the
// terms of the effects' dice.
func (r *Run) applyEffectsTo(f *Frame, effects []*Effect, who string, losses []float64) []Term {
	trace, first := r.startTrace()
	for _, effect := range effects {
		if r.err != nil {
			break
		}
		if !f.isTrue(effect.when) {
			continue
		}
		doer, other, whom := f.sides[0].actor, f.sides[1].actor, effect.Who
		switch { // the step's `who` takes precedence, unless only the effect's `who` is a whole side
		case who == whoOurs || who == whoTheirs:
			whom = who
		case who != "" && whom != whoOurs && whom != whoTheirs:
			whom = whoOther
		}
		switch whom {
		case whoOurs, whoTheirs:
			for _, a := range r.actorsOnSide(doer, whom) {
				r.applyEffect(f, effect, a, doer, losses)
			}
		case whoOther:
			r.applyEffect(f, effect, other, doer, losses)
		case "both": // the actor and the other one
			r.applyEffect(f, effect, doer, other, losses)
			r.applyEffect(f, effect, other, doer, losses)
		default: // the actor
			r.applyEffect(f, effect, doer, other, losses)
		}
	}
	return trace.endList(first)
}

// applyEffect carries out one effect on actor, caused by from; its formulas are evaluated in f.
func (r *Run) applyEffect(f *Frame, e *Effect, actor, from *Actor, losses []float64) {
	if actor.Key == "" {
		return // the effect has no target
	}
	if e.pool != nil && e.pool.BelongsToSide() || e.condition != nil && e.condition.BelongsToSide() {
		if actor = ownerOf(actor, true); actor == nil {
			return
		}
	}
	switch e.verb {
	case verbLose:
		r.withActor(actor).withTool(e.pool.itemFor(actor, f.actorTool(actor))).losePoints(e.pool, e.rest, r.effectAmount(f, e), losses)
	case verbGain:
		r.withActor(actor).withTool(e.pool.itemFor(actor, f.actorTool(actor))).gainPoints(e.pool, r.effectAmount(f, e))
	case verbPut:
		put := r.withActor(actor)
		put.partnerItem = f.actorTool(from)
		put.putCondition(f.actorTool(actor), e.condition, r.effectAmount(f, e), from.Key)
	case verbEnd:
		partner := from.Key
		if from.isSide { // a paired condition is between actors
			partner = ""
		}
		r.withActor(actor).endCondition(f.actorTool(actor), e.condition, partner)
	case verbChange:
		r.withActor(actor).changeNumber(f.actorTool(actor), e.condition, from.Key, r.effectAmount(f, e))
	case verbUp, verbDown:
		steps := 1
		if e.amount != nil {
			steps = int(r.effectAmount(f, e))
		}
		if e.verb == verbDown {
			steps = -steps
		}
		r.withActor(actor).moveInGroup(e, steps)
	case verbWait:
		if !r.isTimeless() {
			r.emit(&Event{Kind: EventWaiting, Who: actor.Key})
		}
	case verbDrop:
		r.dropFromHands(actor, e.Drop)
	case verbLetGo:
		if tool := f.sides[0].tool; tool != nil && tool == actor.itemNamed(tool.Name) && carriesItem(actor, tool) {
			r.emit(&Event{Kind: EventDrop, Who: actor.Key, What: tool.Name})
		}
	case verbDelay:
		r.withActor(actor).addDelay(r.effectAmount(f, e))
	case verbProlong:
		r.withActor(actor).prolongAction(r.effectAmount(f, e))
	case verbApart:
		r.withActor(actor).setDistance(from, r.effectAmount(f, e))
	case verbAgain:
		if e.Again.Text == againTheTurn {
			r.grantTurn(actor)
			break
		}
		r.withActor(actor).rerollInitiative()
	case verbThrow, verbReroll, verbTurn:
		r.applyRethrow(f, e)
	case verbKnow:
		e.learnAspects(r, f, actor, from)
	case verbDeal:
		r.dealCards(f, e, actor, from)
	case verbTell:
		visibility := ""
		if e.GM {
			visibility = HowGMOnly
		}
		r.emit(&Event{Kind: EventTell, Who: actor.Key, How: visibility, Text: e.Tell})
	}
}

// dropFromHands makes the actor drop the items in its hands or, if onlyFirst is set, only the first of them. Natural weapons, such as a
// fist, stay.
func (r *Run) dropFromHands(actor *Actor, onlyFirst bool) {
	for _, item := range actor.InHand() {
		if !item.needsHands() {
			continue
		}
		r.emit(&Event{Kind: EventDrop, Who: actor.Key, What: item.Name})
		if onlyFirst {
			return
		}
	}
}

// pendingEffort is the effort of an answer: the effects of `order: {effort: …}`, such as fatigue, which are applied once the answer is
// recorded.
type pendingEffort struct {
	frame  Frame   // answer's frame
	counts float64 // counts that the answer takes
}

// payAnswerEffort pays the effort of an answer, recorded as a separate step.
func (r *Run) payAnswerEffort() {
	if owed := r.answerEffort; owed != nil && r.err == nil {
		r.answerEffort = nil
		r.applyEffort(&owed.frame, owed.counts)
	}
}

// applyEffort applies the effort of an action or answer, such as fatigue, to its actor, before its own steps. counts is the time that it
// takes.
func (r *Run) applyEffort(f *Frame, counts float64) {
	order := &r.rs.Order
	if len(order.Effort) == 0 || counts <= 0 {
		return
	}
	before, window := r.savepoint(), r.window
	r.window = counts // read by the formulas of effort as the duration
	previous := r.roller.setEffort(f.sides[0].actor)
	terms := r.applyEffects(f, order.Effort)
	r.roller.setEffort(previous)
	r.window = window
	if r.record && len(r.events) > before.events {
		r.insertRecord(Outcome{Step: effortStep, Label: order.Effort[0].Label, Kind: stepKindNames[stepDo], Who: f.sides[0].actor.Key,
			Source: order.Effort[0].where, Guide: order.Effort[0].Src, Terms: terms}, before)
	}
}

// applyRethrow carries out an effect that changes an earlier throw, in the frame of the sequence that threw.
func (r *Run) applyRethrow(f *Frame, e *Effect) {
	origin, step := f.seq.findStep(e.throw.step.Text)
	if step == nil || r.err != nil {
		return
	}
	p := stepper{r, &origin.frame, step, &origin.results[step.index], &Outcome{}}
	die := step.facedDie()
	if die == nil { // a check with plain dice
		p.recheck(nil)
		return
	}
	thrower := origin.frame.sides[0].actor.Key
	if step.isSeenBySubject() {
		thrower = origin.frame.sides[1].actor.Key
	}
	counts := r.changedFaces(f, e, step, thrower, step.thrownFaces(p.result))
	if r.err != nil {
		return
	}
	if step.check != nil {
		p.recheck(&counts)
	} else if p.result.faces = counts; r.record {
		r.outcome.Throw, r.outcome.ChangedStep, r.outcome.faces = die.throwText(counts), step.Name, counts
	}
	r.emit(&Event{Kind: EventThrow, Other: thrower, What: step.Name, Text: die.typedThrow(counts)})
}

// changedFaces returns the faces of a throw after the effect e: with more dice, with some dice thrown again, or with turned dice. counts
// holds the faces that step threw before, for the actor whose key is thrower. A faceCounts holds the number of dice for each face, so
// throws are added with +.
func (r *Run) changedFaces(f *Frame, e *Effect, step *Step, thrower string, counts faceCounts) faceCounts {
	die := step.facedDie()
	switch e.verb {
	case verbThrow:
		room := maxThrown - counts.diceCount() // can be negative, since exploded dice can exceed maxThrown
		dice := max(0, min(roundDice(r.effectAmount(f, e)), room))
		r.rollingActor = thrower
		counts += r.roller.throwFaces(step, die, dice)
	case verbReroll:
		rethrown := counts // faces that are thrown again
		// Each die that exploded added another one, so as many dice were thrown at first as didn't explode.
		dice := (counts &^ die.exploding).diceCount()
		if e.throw.onlyChosen {
			rethrown = counts.intersect(faceCounts(f.askedNumber))
			dice = rethrown.diceCount()
		}
		r.rollingActor = thrower
		counts += r.roller.throwFaces(step, die, min(dice, maxThrown)) - rethrown
	case verbTurn:
		from, to := die.findFace(e.throw.from), die.findFace(e.throw.to)
		dice := counts.count(from)
		if e.amount != nil {
			dice = min(dice, roundDice(r.effectAmount(f, e)))
		}
		counts = counts.withDice(from, -dice).withDice(to, dice)
	}
	return counts
}

// runCheck rolls a check for the step's subject. It restores the frame.
func (p stepper) runCheck() {
	saved, acting := *p.f, p.step.Who == "" // acting: the subject is the acting actor
	if !acting {
		p.f.swapSides()
		p.f.sides[0] = p.f.sides[0].withoutAnswer(&p.sides)
	}
	p.f.step, p.f.chk = p.step, checkFrame{}
	p.f.chk.against = p.opposedMargin(acting)
	p.f.takeUnknown() // discard the facts that were read before
	p.f.pickSkill(p.step, acting)
	rank := p.f.takeUnknown() // first unknown fact that the choice of the skill read
	p.tagRoll(p.f, acting, p.step)
	if basis := p.step.basisFormula(p.f, acting); basis != nil {
		p.f.use.basis = basis
	}
	if p.unknown != nil {
		p.unknown.rank, p.unknown.basis = rank, p.f.takeUnknown()
	}
	if p.roller.shouldRoll(p.f, p.step) {
		p.secretCheck = p.f.tags.overlaps(&p.rs.secret)
		c := p.rollCheck(p.f, p.step.check, p.step.Label)
		p.secretCheck = false
		roll := c.Roll
		if p.step.check.facedDie != nil {
			roll = int(p.f.chk.faces)
		}
		p.overruleCheck(c)
		if p.record && p.err == nil {
			c.copyInto(p.out)
		}
		result := &p.result.check // copying field by field is faster than copying the whole struct
		result.degree, result.success, result.roll, result.chance, result.margin = c.Degree, c.Success, roll, c.Chance, c.Margin
		p.out.Secret = p.f.tags.overlaps(&p.rs.secret)
		if p.roller.runsResults() {
			p.applyResult(&p.result.check, acting)
		}
	}
	*p.f = saved
}

// opposedMargin returns the opposing margin of the check: the margin of the check that `against` names. If `against` is missing, a check of
// the acting actor has the margin that the game master gave, if any. Otherwise it returns 0.
func (p stepper) opposedMargin(acting bool) float64 {
	if p.step.against >= 0 {
		return p.f.seq.results[p.step.against].check.margin
	}
	if p.step.Against.Text == "" {
		if acting && p.givenMargin != 0 && (p.givenMarginFor == nil || p.givenMarginFor == p.f.sides[0].action) {
			return p.givenMargin
		}
		return 0
	}
	if earlier := p.f.seq.parent.findResult(p.step.Against.Text); earlier != nil {
		return earlier.check.margin
	}
	return 0
}

// applyResult carries out the effects of a check's result, first those of the actor's task.
func (p stepper) applyResult(c *checkedResult, acting bool) {
	if p.err != nil {
		return
	}
	if task := p.f.sides[0].task; acting && task != nil {
		p.applyTaskResult(task.resultAt(c.degree))
		p.countTry(task, c.degree)
	}
	effects, ok := p.step.degrees[c.degree]
	if !ok && c.success {
		effects = p.step.madeEffects
	} else if !ok {
		effects = p.step.missedEffects
	}
	p.applyEffects(p.f, effects)
}

// drawRow determines the row of a table, adds it to the sequence's rows, and carries out its effects. The row can be a card drawn, the body
// part that the attacker named, the answer to a question, or one looked up by name or number. Otherwise it is rolled.
func (p stepper) drawRow() {
	table := p.step.table
	switch {
	case table.Deck != "":
		if p.result.row = p.drawCard(); p.result.row == nil {
			return
		}
		if x, odds := p.roller.(*explorer); odds && x.loaded.row == nil { // odds are listed by the first row that a branch draws
			x.loaded.row = p.result.row
		}
	case p.bodyPart != nil && table == p.rs.worn: // worn is the table of body parts
		p.result.row, p.result.side = p.bodyPart, p.placeSide
	case p.step.rowSituation != nil && p.f.tickedWithRow(p.step.rowSituation) != nil:
		ticked := p.f.tickedWithRow(p.step.rowSituation)
		p.result.row, p.result.side = ticked.Row, ticked.Side
	case p.step.row != nil:
		p.result.row = table.rowNamed(p.step.row.String(p.f))
	case p.step.lookup != nil:
		p.result.row = table.rowFor(p.step.lookup.Num(p.f))
	case p.step.needsNamedRow():
		side, label, key := p.f.sides[0], p.step.Label, ""
		if side.action != nil {
			label = side.action.Label
		}
		if d := p.takingEffect; d != nil && side.actor.Doing == d {
			key = side.actor.Key
		}
		p.err = p.step.missingRowError(label, key)
		return
	default:
		p.result.row, p.result.side, p.out.Roll = p.roller.rollRow(p.f, p.step)
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
		p.out.Terms = p.applyEffectsTo(p.f, p.result.row.Do, p.step.Who, nil)
	}
}

// runTally computes a tally step and records its terms. With `believe` the total becomes a belief of the subject.
func (p stepper) runTally() {
	trace, first := p.startTrace()
	p.purpose = p.step.Label
	saved := *p.f
	if p.step.isSeenBySubject() {
		p.f.swapSides()
	}
	p.rollingActor = p.f.sides[0].actor.Key
	p.result.total, _ = p.step.Tally.total(p.f, trace)
	p.result.believed = p.step.Believe
	p.out.Terms = trace.endList(first)
	*p.f = saved
	p.overruleNumber()
	if p.step.Believe {
		p.step.noteBelief(p.Run, p.f, p.result.total)
	}
	if p.record {
		total := p.result.total
		p.out.Total, p.out.Belief = &total, p.step.Believe
	}
}

// rollFilters rolls the checks on filter skills before a check if a ticked situation requires them. A success lifts the skill's limit for
// this use (R24).
func (p stepper) rollFilters() {
	mustRoll := false
	for i := range p.f.sides[0].tickedSituations {
		mustRoll = mustRoll || p.f.sides[0].tickedSituations[i].Situation.Lifts
	}
	if !mustRoll {
		return
	}
	saved := p.f.use
	p.f.pickSkill(p.step, true)
	list := p.f.filterSkills()
	p.f.use = saved
	if p.roller.settleFilters(p.f, p.step, list) {
		return
	}
	for _, filter := range list {
		if p.err != nil || p.hasLifted(filter) {
			continue
		}
		before := p.savepoint()
		p.liftedFilters = append(p.liftedFilters, filter) // a filter skill doesn't limit its own check
		c := p.rollCheck(p.filterFrame(p.f.sides[0], filter), p.step.check, filter.Label)
		if !c.Success {
			p.liftedFilters = p.liftedFilters[:len(p.liftedFilters)-1]
		}
		if p.record && p.err == nil {
			out := Outcome{Step: filter.Name, Label: filter.Label, Kind: KindFilter, Who: p.f.sides[0].actor.Key, Source: filter.where, Guide: filter.Src}
			c.copyInto(&out)
			p.insertRecord(out, before)
		}
	}
}

// recheck repeats the check of an earlier step: with the given faces, or with new dice if faces is nil. The new result becomes part of the
// current step's outcome.
func (p stepper) recheck(faces *faceCounts) {
	p.givenFaces = faces
	p.runCheck()
	p.givenFaces = nil
	if p.record && p.err == nil {
		events := p.Run.outcome.Events
		p.Run.outcome = *p.out
		p.Run.outcome.Events, p.Run.outcome.ChangedStep = events, p.step.Name
	}
}

// countTry adds a try with the given degree to a task with a goal, and applies the result of the task if it ends.
func (p stepper) countTry(task *Task, degree *Degree) {
	if task.Goal == nil || degree == nil || p.err != nil {
		return
	}
	who := p.f.sides[0].actor
	next := task.Goal.AddTry(task.Progress(who), degree.Factor)
	reached, failed := task.Goal.Outcome(next)
	e := Event{Kind: EventGoal, What: task.Name, Value: next.Sum, By: degree.Factor, At: float64(next.Tries)}
	result := task.Goal.Reached
	if failed {
		result = task.Goal.Failed
	}
	ending := ""
	if reached {
		ending = ": done"
	} else if failed {
		ending = ": given up"
	}
	if reached || failed {
		e.At = 0 // the progress is removed
	}
	p.withActor(who).emitOwn(&e)
	p.withActor(who).emitOwn(&Event{Kind: EventTell, Text: task.Goal.Text(next) + ending})
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
		p.withActor(p.f.sides[0].actor).emitOwn(&Event{Kind: EventTell, Text: result.Text})
	}
	p.applyEffects(p.f, result.Do)
}

// pickTarget chooses one of the combatants for whom the step's formula is true, by a die, as the target of the sequence. If there is none,
// the sequence has no target. The step's total is the number of such combatants.
func (p stepper) pickTarget() {
	var list []*Actor
	own := p.f.sides[0]
	for _, candidate := range p.state.Actors {
		a := p.actorCopy(candidate.Key)
		if u := p.f.unknownRecord(); u != nil && a.Key != u.who { // the viewer doesn't know who else can be picked
			u.noteRead("others")
			continue
		}
		candidateSide := side{actor: a, tool: a.Tool}
		g := *p.f
		g.sides, g.use, g.step, g.tagKey = [2]*side{&candidateSide, own}, skillUse{}, nil, nil
		if p.step.pick.Flag(&g) {
			list = append(list, a)
		}
	}
	p.result.total = float64(len(list))
	if p.f.sides[1] = p.rs.nobody; len(list) == 0 {
		return
	}
	picked := 0
	if len(list) > 1 {
		wasSecret := p.secretCheck
		p.rollingActor, p.secretCheck = own.actor.Key, true // the faces are combatants whose names may be unknown
		picked = p.roller.rollDie(len(list), p.step.Label) - 1
		p.secretCheck = wasSecret
		if need, ok := p.err.(*Need); ok && need.Die > 0 {
			for i, a := range list {
				need.Bands = append(need.Bands, Band{From: i + 1, To: i + 1, Row: &Row{Head: Head{Name: a.Key, Label: a.Name}}})
			}
		}
	}
	if p.err == nil {
		p.f.sides[1] = p.newSide(list[picked])
	}
}

// throwStep throws the dice of a step for its subject.
func (p stepper) throwStep() {
	saved := *p.f
	if p.step.isSeenBySubject() {
		p.f.swapSides()
	}
	p.rollingActor = p.f.sides[0].actor.Key
	dice := 1
	if p.step.dice != nil {
		dice = roundDice(p.step.dice.Num(p.f))
	}
	*p.f = saved
	if x, odds := p.roller.(*explorer); odds && x.fork.isAtNewPick() { // count the throw once, not again for each of its results
		x.counter.countThrow(x, p.step, dice)
	}
	p.result.faces = p.roller.throwFaces(p.step, p.step.faced, dice)
	p.overruleFaces()
	if p.record {
		p.out.Throw = p.step.faced.throwText(p.result.faces)
		if path := p.stepPath(); path != p.step.Name {
			p.out.Way = path
		}
	}
}

// overruleFaces replaces the faces of a throw with the faces that the game master set.
func (p stepper) overruleFaces() {
	text, ok := p.takeOverrule()
	if !ok {
		return
	}
	faces, err := p.step.faced.parseFaces(text)
	if err != nil {
		p.err = err
		return
	}
	p.result.faces = faces
}

// noteBelief records a number that the step's subject believes about the other actor, if the game tracks beliefs.
func (s *Step) noteBelief(r *Run, f *Frame, total float64) {
	if !r.rs.tracksKnowledge {
		return
	}
	who, other := f.sides[0].actor, f.sides[1].actor
	if s.isSeenBySubject() {
		who, other = other, who
	}
	r.emit(&Event{Kind: EventKnow, of: who, Who: who.Key, Other: other.Key, What: s.Name, Value: TrimNoise(total), At: r.count(), How: LearntPerceived})
}

// effortStep is the name of the outcome for an action's effort.
const effortStep = "effort"
