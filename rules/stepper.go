package rules

// stepper carries one step of a sequence out, for one actor, and says in the outcome how it went.
type stepper struct {
	*Run
	f      *Frame // of the sequence; as it was, but for what an answer brings and for the rows drawn
	step   *Step
	result *stepResult
	out    *Outcome
}

// carryOut carries out a step for one actor; stop is true where the sequence ends there. No step is carried out within
// another one, so that all have one outcome in turn; where nothing is recorded it is not read.
func (r *Run) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if r.record {
		r.outcome = Outcome{}
	}
	return stepper{r, f, step, result, &r.outcome}.carryOut()
}

func (p stepper) carryOut() (stop bool) {
	if p.step.kind == stepCheck && p.step.Who == "" {
		p.lift()
	}
	began := p.savepoint()
	switch p.step.kind {
	case stepStop:
		return p.f.holds(p.step.stop)
	case stepCheck:
		p.check()
	case stepTable:
		p.drawRow()
	case stepTally:
		p.tally()
	case stepValue:
		p.result.total = p.step.value.number(p.f)
		p.overruleNumber()
		if !p.out.Overruled {
			return false
		}
	case stepDo:
		p.result.lost = p.points.allocN(len(p.rs.Pools.All))
		p.out.Terms = p.affect(p.step.Do, p.result.lost)
	case stepAsk:
		p.ask()
	case stepThrow:
		p.throw()
	case stepOffer:
		if p.step.Many {
			p.answering = nil
			p.many()
		} else {
			p.offer()
		}
	case stepReply, stepSequence:
		if c, ok := p.f.callOf(p.step); ok {
			p.result.sub = &p.push(p.f, &c).stepResults
		}
		return false
	}
	p.settle()
	if p.err == nil && p.record && !p.stopped {
		p.recordStep(began)
	}
	if c := p.answering; c != nil && p.err == nil {
		p.answering = nil
		p.push(p.f, c)
		p.f.seq.at-- // it is asked again behind the answer
	}
	return false
}

// affect carries out effects on whom the step is about. The terms are what dice came to.
func (p stepper) affect(effects []*Effect, lost []float64) []Term {
	if p.step.Who == "" {
		return p.do(p.f, effects, lost)
	}
	trace, first := p.tracing()
	// The numbers are read by the one who acts, the other one bears them.
	for _, effect := range effects {
		switch {
		case p.err != nil || !p.f.holds(effect.when):
		case p.step.Who == whoOurs || p.step.Who == whoTheirs:
			p.effectOnAll(p.f, effect, p.step.Who, lost)
		case effect.Who == whoOurs || effect.Who == whoTheirs:
			p.effectOnAll(p.f, effect, effect.Who, lost)
		default:
			p.effect(p.f, effect, p.f.sides[1].actor, p.f.sides[0].actor, lost)
		}
	}
	return trace.end(first)
}

// check rolls a check for the one the step is about, and leaves the frame as it was.
func (p stepper) check() {
	kept, acting := *p.f, p.step.Who == ""
	if !acting {
		p.f.flip()
		p.f.sides[0] = p.f.sides[0].idle(&p.sides)
	}
	p.f.step, p.f.chk = p.step, checkFrame{}
	p.f.chk.against = p.opposed(acting)
	p.f.pickSkill(p.step, acting)
	p.tagged(p.f, acting, p.step)
	if basis := p.step.basis(p.f, acting); basis != nil {
		p.f.use.basis = basis
	}
	if p.roller.rolls(p.f, p.step) {
		p.hushed = p.f.tags.meets(&p.rs.secret)
		c := p.roll(p.f, p.step.check, p.step.Label)
		p.hushed = false
		rolled := c.Roll
		if p.step.check.faced != nil {
			rolled = int(p.f.chk.faces)
		}
		p.overruleCheck(c)
		if p.record && p.err == nil {
			c.report(p.out)
		}
		came := &p.result.check // field by field: copied whole, what was just written would be waited for
		came.degree, came.success, came.roll, came.chance, came.margin = c.Degree, c.Success, rolled, c.Chance, c.Margin
		p.out.Secret = p.f.tags.meets(&p.rs.secret)
		if p.roller.follows() {
			p.follow(&p.result.check, acting)
		}
	}
	*p.f = kept
}

// opposed is the margin that a check is against: that of an earlier check, or one given by hand to the one who acts.
func (p stepper) opposed(acting bool) float64 {
	if p.step.against >= 0 {
		return p.f.seq.results[p.step.against].check.margin
	}
	if p.step.Against.Text == "" && acting {
		return p.against
	}
	if p.step.Against.Text == "" {
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
		p.comesOf(task.result(c.degree))
		p.toward(task, c.degree)
	}
	effects, ok := p.step.degrees[c.degree]
	if !ok && c.success {
		effects = p.step.made
	} else if !ok {
		effects = p.step.missed
	}
	p.do(p.f, effects, nil)
}

// drawRow rolls on a table, or looks a row up; the row takes part from then on and may do something.
func (p stepper) drawRow() {
	table := p.step.table
	switch {
	case p.place != nil && table == p.rs.worn:
		p.result.row, p.result.side = p.place, p.placeSide
	case p.step.asker != nil && p.f.ticked(p.step.asker) != nil:
		ticked := p.f.ticked(p.step.asker)
		p.result.row, p.result.side = ticked.Row, ticked.Side
	case p.step.row != nil:
		p.result.row = table.row(p.step.row.String(p.f))
	case p.step.by != nil:
		p.result.row = table.reach(p.step.by.Num(p.f))
	case table.Roll.Text == "" && p.step.asker != nil: // a table without dice: the row has to be named
		p.err = refuse("%s needs %s: say behind a comma %s ROW, such as %s", Within(p.step.Label), p.step.asker.Ask.What, p.step.asker.Name, p.step.asker.Ask.Rows()[0])
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
		p.out.Terms = p.affect(p.result.row.Do, nil)
	}
}

func (p stepper) tally() {
	trace, first := p.tracing()
	p.purpose = p.step.Label
	kept := *p.f
	if p.step.turns() {
		p.f.flip()
	}
	p.rolling = p.f.sides[0].actor.Key
	p.result.total, _ = p.step.Tally.total(p.f, trace)
	p.result.believed = p.step.Believe
	p.out.Terms = trace.end(first)
	*p.f = kept
	p.overruleNumber()
	if p.step.Believe {
		p.step.believed(p.Run, p.f, p.result.total)
	}
	if p.record {
		total := p.result.total
		p.out.Total, p.out.Belief = &total, p.step.Believe
	}
}

// recordStep writes down how a step went.
func (p stepper) recordStep(began savepoint) {
	p.out.Step, p.out.Label, p.out.Kind = p.step.Name, p.step.Label, kindNames[p.step.kind]
	if p.step.kind == stepThrow {
		p.out.Label = throwLabel(p.step, outward(p.Run, 0))
	}
	p.out.Source, p.out.Guide, p.out.Secret = p.step.where, p.step.Src, p.out.Secret || p.secret || p.f.tags.meets(&p.rs.secret)
	p.out.Who, p.out.Whom = p.f.sides[0].actor.Key, p.f.sides[1].actor.Key
	p.out.In, p.out.By = p.f.seq.in, p.out.Who
	if tool := p.f.sides[0].tool; p.out.By == "" {
		p.out.Asked = p.f.asked
	} else if tool != nil {
		p.out.Tool = tool.Name
	}
	if whole := p.step.Who == whoOurs || p.step.Who == whoTheirs; p.step.Who != "" && (!whole || p.step.several()) {
		p.out.Who, p.out.Whom = p.out.Whom, ""
	}
	if p.out.Whom != "" && p.f.sides[1].actor.IsSide() {
		p.out.Whom = "" // a side stands there where no actor is meant
	}
	if !p.out.Overruled && (p.step.kind == stepDo && len(p.events) == began.events && len(p.drawn) == began.drawn || p.step.kind == stepOffer && p.out.Choice == "") {
		return
	}
	p.insertRecord(*p.out, began)
}
