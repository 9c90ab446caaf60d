package rules

import (
	"math"
	"slices"
	"strings"
)

// Previews of the die or answer that a command waits for, calculated in a given state, such as the state that one player knows: the roll
// that a requested die belongs to, and the result of each answer to a question. The deed (the action that the command carries out) is
// resumed where it stopped, using only facts that the asked actor knows: events that affected it, and outcomes of its steps. The roller of
// these runs, previewRoller, describes the next roll and stops the run there (run_roller.go).
//
// Run.unknown is nil in a state of full knowledge; otherwise the state is what the asked actor knows (State.RedactedFor), and Run.unknown
// records the facts that it lacks. Need.Path says where the deed stopped: the sequences in progress, outermost first and separated by
// spaces, each by the path of its body and its current step, such as "actions/attack.blow sequences/blow" (see Ruleset.StepPath). A
// sequence in progress is a seqFrame; a call is a sequence about to run.

// ActiveDeed is the action that a command is carrying out.
type ActiveDeed struct {
	Who   string        // key of the actor; "" for a check without an action
	Doing OngoingAction // action as declared
}

// PreviewAwaited returns the roll for which the die in need is requested, in state s; nil if the die decides no check. If s is what one
// player knows, deed and need still name actors by the keys of the whole state.
func (rs *Ruleset) PreviewAwaited(s *State, deed ActiveDeed, need *Need) *CheckPreview {
	r := rs.newRun(s, DecisionInput{})
	sf, step := r.resumeAtStep(deed, need)
	if step == nil || step.kind != stepCheck && step.kind != stepDo { // a `do` step can repeat a check
		return nil
	}
	roll := r.previewNextRoll(need, func() { stepper{r, &sf.frame, step, &sf.results[step.index], &r.outcome}.carryOutStep() })
	if roll != nil {
		for _, filter := range roll.Filters {
			if filter.Skill.Name == need.Skill { // the die is for a check on a filter skill, which comes before the roll
				return filter.Roll
			}
		}
	}
	if roll != nil && need.sumSoFar > 0 { // the die is rolled again and added to the sum so far
		if roll.Check.hasSeveralDice() {
			return nil
		}
		return roll.WithRequirement(roll.Chance - float64(need.sumSoFar))
	}
	return roll
}

// QuestionText returns the text of the question in need, without its question mark and with its values in s, the state that the asked actor
// knows; "" if it has no text or the actor doesn't know all of the values. Actors are named as in [Ruleset.PreviewAwaited].
func (rs *Ruleset) QuestionText(s *State, deed ActiveDeed, need *Need) string {
	if need.Plain == "" || slices.ContainsFunc(need.SoFar, func(o Outcome) bool { return o.Secret }) {
		return ""
	}
	r := rs.newRun(s, DecisionInput{})
	sf, step := r.resumeAtStep(deed, need)
	if step == nil {
		return ""
	}
	for i := range step.question {
		for _, path := range step.question[i].value.readPaths() {
			if !r.knowsRead(sf, strings.Split(path, "."), need) {
				return ""
			}
		}
	}
	return step.questionText(&sf.frame)
}

// knowsRead reports whether the asked actor knows the value that a formula of the sequence reads under the name path. Only results of steps
// can be unknown. As a side effect, it recalls the results of inner sequences that have already run.
func (r *Run) knowsRead(sf *seqFrame, path []string, need *Need) bool {
	before := sf.seq.earlierStep(path[0], len(sf.seq.steps)) // step whose result is read; nil for another name
	switch {
	case before == nil && r.unknown == nil:
		return true
	case before == nil: // known unless it is an answer, a margin, a parameter, or the result of a step elsewhere
		return path[0] != askedName && path[0] != "against" && !slices.Contains(sf.seq.Takes, path[0]) && !isStepAnywhere(r.rs, path[0])
	case before.kind == stepSequence && !before.hasSeveralSubjects() && len(path) > 1:
		call, _ := sf.frame.sequenceCall(before)
		inner := r.pushSequence(&sf.frame, &call)
		r.recallResults(inner, nil, need)
		sf.results[before.index].sub = &inner.stepResults
		r.popSequences(len(r.stack) - 1)
		return r.knowsRead(inner, path[1:], need)
	case before.kind == stepValue: // known if everything that its formulas read is known
		paths := append(before.value.readPaths(), anyFormula{flag: before.when}.readPaths()...)
		return !slices.ContainsFunc(paths, func(path string) bool { return !r.knowsRead(sf, strings.Split(path, "."), need) })
	case r.unknown == nil:
		return true
	case before.kind == stepDo: // known if it changed pools of the asked actor only
		o := need.lastOutcome(sf, before)
		return o != nil && !slices.ContainsFunc(o.Events, func(e Event) bool { return e.Kind == EventPool && e.Who != need.Who })
	case !slices.Contains([]stepKind{stepCheck, stepTable, stepTally, stepAsk, stepThrow, stepOffer}, before.kind):
		return false
	}
	o := need.lastOutcome(sf, before) // an actor knows the results of its own steps
	return o != nil && o.Who == need.Who
}

// ForecastReplies forecasts each of choices, the answers to the question in need, in state s: its roll, time and prices, and the situations
// that can be ticked for it. Actors are named as in [Ruleset.PreviewAwaited].
func (rs *Ruleset) ForecastReplies(s *State, deed ActiveDeed, need *Need, choices []Answer) []KnownAnswer {
	list := make([]KnownAnswer, len(choices))
	for i := range choices {
		r := rs.newRun(s, DecisionInput{})
		list[i].Answer = choices[i]
		if sf, step := r.resumeAtStep(deed, need); step != nil && step.kind == stepOffer {
			r.forecastAnswer(sf, step, need, &list[i])
		}
	}
	return list
}

// ForecastDefences forecasts the answers that the actor with the key who can now give to another actor's deed, at any step of the deed. s
// is the state as one actor knows it.
func (rs *Ruleset) ForecastDefences(s *State, deed ActiveDeed, who string) (list []KnownAnswer) {
	r := rs.newRun(s, DecisionInput{})
	defer r.release()
	action, ok := rs.Actions.Get(deed.Doing.Action)
	if !ok || r.actorCopy(deed.Who) == nil {
		return nil
	}
	r.roller = &previewRoller{playRoller: playRoller{r}, preview: &CheckPreview{}}
	var visit func(f *Frame, sequence call) // adds the answers to the offers of a sequence and of its nested sequences
	visit = func(f *Frame, sequence call) {
		sf := r.pushSequence(f, &sequence)
		for _, step := range sf.seq.steps {
			r.recallResults(sf, step, &Need{})
			switch {
			case step.when != nil && !readsSteps(step.when) && !sf.frame.holdsOr(step.when, true): // will not run
			case step.kind == stepSequence && !step.hasSeveralSubjects():
				inner, _ := sf.frame.sequenceCall(step)
				visit(&sf.frame, inner)
			case step.kind == stepOffer && !step.asksActor() && !step.Many:
				o := Offer{r, &sf.frame, step}
				choices := slices.DeleteFunc(o.listChoices(o.possibleAnswers(&replyOptions{})), func(a Answer) bool {
					return slices.ContainsFunc(list, func(k KnownAnswer) bool { return k.Name == a.Name })
				})
				list = append(list, rs.ForecastReplies(s, deed, &Need{Who: who, Path: sf.path, Step: step.Name}, choices)...)
			}
		}
		r.popSequences(len(r.stack) - 1)
	}
	f, outer := r.deedOfOther(r.actorCopy(deed.Who), action, &deed.Doing)
	r.unknown.tool = tagSet{} // to decide which steps run, an unknown tool counts as one without tags
	visit(f, outer)
	return list
}

// resumeAtStep moves the run to the step that asks the question in need, and returns the step and its sequence. The step is nil if the path
// to it is unknown.
func (r *Run) resumeAtStep(deed ActiveDeed, need *Need) (sf *seqFrame, step *Step) {
	r.roller = &previewRoller{playRoller: playRoller{r}, preview: &CheckPreview{}}
	path := r.rs.StepPath(need.Path, need.Step) // the steps that lead to the question; the last one asks it
	if r.state == nil || r.actorCopy(need.Who) == nil || len(path) == 0 || slices.Contains(path, nil) {
		return nil, nil
	}
	r.applyEvents(need)
	f, call, ok := r.outermostCall(deed, need)
	for i := 0; ok; i++ {
		sf = r.pushSequence(f, &call)
		r.recallResults(sf, path[i], need)
		if i == len(path)-1 {
			return sf, path[i]
		}
		if f = &sf.frame; path[i].hasSeveralSubjects() { // the asked actor is one of the subjects
			f.sides[1] = r.newSide(r.actorCopy(need.Who))
			r.tagRoll(f, true, nil)
		}
		if path[i].kind == stepReply || path[i].Many { // the next sequence is the body of the chosen answer, whose name is in the path
			body, _, _ := strings.Cut(strings.Fields(need.Path)[i+1], ".")
			r.recallAnswer(sf, path[i], strings.TrimPrefix(body, actionsPrefix), need)
		}
		call, ok = f.sequenceCall(path[i])
	}
	return nil, nil
}

// applyEvents applies the events since the command began: the events of the asked actor or, in a state of full knowledge, all events.
// Events that are impossible in the state, such as the end of a secret condition, are skipped.
func (r *Run) applyEvents(need *Need) {
	for _, e := range need.events {
		c, _ := r.rs.Conditions.Get(e.What)
		if a := r.actorCopy(e.Who); a != nil && (r.unknown == nil || e.Who == r.unknown.who && (c == nil || !c.Secret)) {
			e.Other = r.state.knownKey(e.Other)
			_ = a.applyEvent(r.rs, &e)
		}
	}
}

// outermostCall returns the frame and the call of the outermost sequence of a question: the deed's sequence, or one that runs without a
// deed, such as at the start of a turn. ok is false if there is none.
func (r *Run) outermostCall(deed ActiveDeed, need *Need) (f *Frame, first call, ok bool) {
	body, _, _ := strings.Cut(need.Path, ".")
	if deed.Who == "" { // a check requested by the game master, without a deed
		deed = ActiveDeed{need.Who, OngoingAction{Skill: need.Skill}}
	}
	d := deed.Doing
	if r.unknown != nil {
		d = *deed.Doing.redactedFor(r.state.knownKey)
	}
	switch a := r.actorCopy(r.state.knownKey(deed.Who)); {
	case a != nil && r.unknown != nil && a.Key != r.unknown.who:
		if action, known := r.rs.Actions.Get(d.Action); known && action.body.path == body {
			f, first = r.deedOfOther(a, action, &d)
			return f, first, true
		}
	case a != nil:
		takesEffectNow := a.Doing != nil && a.Doing.At == d.At && d.At > d.From // d takes time, and that time has passed
		if takesEffectNow {
			r.takingEffect, r.acting = a.Doing, a
		}
		if m, err := r.prepareAct(a.Key, &d); err == nil && m.action.body.path == body {
			first = m.bodyCall(m.f.seq)
			m.f.seq, m.f.spent = nil, d.Points // no sequence encloses the body
			return m.f, first, true
		}
	}
	// not the body of the deed's action: a sequence of its own
	name, isSequence := strings.CutPrefix(body, sequencesPrefix)
	seq, known := r.rs.Sequences.Get(name)
	f = r.newFrame(r.actorCopy(need.Who), nil)
	f.number, f.askedNumber = need.number, need.number
	return f, call{seq: seq}, isSequence && known
}

// deedOfOther returns the frame and the call of an action of an actor other than the one asked, in the state that the asked actor knows.
// Apart from the action, only its tool is known, if the game shows it. Otherwise Run.unknown gets the tags of all tools that the action can
// be done with.
func (r *Run) deedOfOther(a *Actor, action *Action, d *OngoingAction) (f *Frame, first call) {
	if item, ok := r.rs.Items.Get(d.Tool); ok && r.rs.Knowledge.ShowsWholeDeed() {
		a.setVisibleTool(item)
	}
	f = r.newFrame(a, r.actorCopy(d.Whom))
	side := f.sides[0]
	if side.action = action; len(action.With) > 0 && (side.tool == nil || !action.canBeTool[side.tool.index]) {
		side.tool = nil
		for _, item := range r.rs.Items.All {
			if action.canBeTool[item.index] {
				r.unknown.tool.addAll(&item.tags)
			}
		}
	}
	return f, call{seq: action.body, actionTags: actingTags(action, side.tool), toolTags: action.tagsOfTool(side.tool), doer: a}
}

// recallResults fills in the known results of the steps before step, or of all steps if step is nil, and moves the sequence to the position
// that it has while step is carried out, which is after step.
func (r *Run) recallResults(sf *seqFrame, step *Step, need *Need) {
	f, end := &sf.frame, len(sf.seq.steps)
	if step != nil {
		end = step.index
	}
	for _, before := range sf.seq.steps[min(sf.at, end):end] {
		result := &sf.results[before.index]
		if before.kind == stepValue && before.shouldRun(f) {
			result.total = before.value.numericValue(f)
		}
		if before.kind == stepOffer {
			r.recallAnswer(sf, before, "", need)
			continue
		}
		if o := need.lastOutcome(sf, before); o != nil && (r.unknown == nil || o.Who == need.Who || o.Whom == need.Who) {
			r.recallResult(sf, before, o, need)
		}
	}
	sf.at = end + 1
	r.updateTags(sf)
}

// lastOutcome returns the last outcome of a step before the question; nil if it was not carried out or is secret.
func (n *Need) lastOutcome(sf *seqFrame, step *Step) (last *Outcome) {
	for i := range n.SoFar {
		if o := &n.SoFar[i]; o.Path == sf.path && (o.Step == step.Name || o.ChangedStep == step.Name) && !o.Secret {
			last = o
		}
	}
	return last
}

// recallResult sets the result of a step from its outcome. In a state that one player knows, margins are unknown (NaN), and so are the sums
// of other actors' dice.
func (r *Run) recallResult(sf *seqFrame, step *Step, o *Outcome, need *Need) {
	result := &sf.results[step.index]
	switch step.kind {
	case stepCheck:
		result.check = checkedResult{success: o.Success, margin: math.NaN(), chance: o.Chance, roll: o.Roll}
		if r.unknown == nil {
			result.check.margin = o.Margin
		}
		for _, degree := range r.rs.Degrees.All {
			if degree.Label == o.Degree {
				result.check.degree = degree
			}
		}
	case stepTable:
		for _, row := range step.table.rows {
			if row.Label == o.Row {
				result.row, result.side, sf.rows = row, o.Side, append(sf.rows, row)
			}
		}
	case stepDo:
		result.losses = r.points.allocN(len(r.rs.Pools.All))
		for i := range o.Events {
			e := &o.Events[i]
			if pool, ok := r.rs.Pools.Get(e.What); ok && e.Kind == EventPool && e.By < 0 && (r.unknown == nil || e.Who == need.Who) {
				result.losses[pool.index] -= e.By
			}
		}
	case stepThrow:
		if r.unknown == nil || o.Who == need.Who {
			result.faces = o.faces
		}
	case stepPick:
		if r.unknown == nil {
			result.total = o.pickedFrom
		}
	case stepTally, stepAsk:
		if o.Total != nil && (r.unknown == nil || o.Who == need.Who) {
			result.total = *o.Total
		}
	}
}

// recallAnswer restores the chosen answer to an offer, or to the offer that a reply step refers to. An answer of the asked actor itself is
// restored with all its options, and its time is added to Run.turnDelay. Another actor's answer is restored only as the action that led to
// the question and, if the game shows it, the tool. actionName is the name of that action; "" for none.
func (r *Run) recallAnswer(sf *seqFrame, step *Step, actionName string, need *Need) {
	owner := sf
	if step.kind == stepReply {
		if owner, step = sf.findStep(step.Reply.Text); step == nil {
			return
		}
	}
	result, o := &owner.results[step.index], need.lastOutcome(owner, step)
	if result.chosen != nil { // restored already, for another step
		return
	}
	offer := stepper{r, &owner.frame, step, result, nil}.buildOffer()
	responder := offer.frame.sides[1].actor
	rep := reply{tool: responder.Tool}
	rep.action, _ = r.rs.Actions.Get(actionName)
	if o != nil && o.reply != nil {
		if r.unknown == nil || responder.Key == r.unknown.who {
			rep = *o.reply
		} else if r.rs.Knowledge.ShowsWholeDeed() {
			rep.tool = o.reply.tool
		}
	}
	if rep.action == nil {
		return
	}
	result.chosen, result.tool = rep.action, rep.tool
	if responder.Key == need.Who {
		r.turnDelay += offer.answerCounts(rep)
	}
	offer.prepareAnswer(rep)
	if step.asksActor() {
		result.answerer = offer.frame.sides[1]
	}
}

// previewNextRoll returns the next roll of the actor who is asked, or nil. proceed carries out the steps up to it.
func (r *Run) previewNextRoll(need *Need, proceed func()) *CheckPreview {
	roller := &previewRoller{playRoller: playRoller{r}, actor: r.actorCopy(need.Who), preview: &CheckPreview{}, outcomesSoFar: need.SoFar, rolledFaces: need.rolledFaces}
	r.roller = roller
	if proceed(); r.err != nil || roller.preview.Check == nil {
		return nil
	}
	roller.preview.Unknown, roller.preview.Scenery = r.unknown.wasRead(), r.unknown != nil && r.rs.hidesScene(r.state)
	return roller.preview
}

// forecastAnswer fills in the forecast of an answer, with its options, to the offer that the sequence has reached: its time and price, and
// the roll that it leads to.
func (r *Run) forecastAnswer(sf *seqFrame, step *Step, need *Need, forecast *KnownAnswer) {
	o := stepper{r, &sf.frame, step, &sf.results[step.index], &r.outcome}.buildOffer()
	rep, ok, err := o.parseReply(o.allAnswers(), forecast.Name)
	if !ok || err != nil {
		return
	}
	rep.manual = nil // the forecast ignores modifiers that the game master entered
	a := answer{action: rep.action, tool: rep.tool}
	forecast.Always, forecast.Ticks, forecast.Prices = o.isAlwaysPossible(a), o.possibleTicks(reply{action: a.action, tool: a.tool}), o.answerPrices(a)
	if rep.lacksNumber {
		rep.askedNumber = rep.action.Ask.UsualNumber()
	}
	actor, counts := o.frame.sides[1].actor, o.answerCounts(rep)
	forecast.Counts = r.turnDelay + counts
	if actor.Doing != nil && counts > 0 {
		if forecast.GivesUp = r.rs.GivesUpToAnswer(actor); !forecast.GivesUp { // the answer delays the action in progress
			forecast.Lands = TrimNoise(actor.Doing.At + counts)
		}
	}
	o.takeAnswer(&sf.results[step.index], &r.outcome, rep)
	r.payAnswerEffort()
	if step.asksActor() {
		sf.results[step.index].answerer = o.frame.sides[1]
	}
	path := []*Step{step} // steps to run up to the answer's own: an offer with `many` runs them itself, other offers at a `reply` step
	if !step.Many {
		path = sf.seq.pathToReply(step, 0)
	}
	for _, next := range path {
		if next != step {
			r.recallResults(sf, next, need)
		}
		call, ok := sf.frame.sequenceCall(next)
		if !ok {
			return
		}
		sf = r.pushSequence(&sf.frame, &call)
	}
	if len(path) > 0 {
		forecast.Roll = r.previewNextRoll(need, r.runSteps)
	}
}

// pathToReply returns the steps that lead to the `reply` step for the answer to offer: the steps that run nested sequences, outermost
// first, then that step. It returns nil if there is none. depth is the number of sequences around seq.
func (seq *Sequence) pathToReply(offer *Step, depth int) []*Step {
	for _, step := range seq.steps {
		if step.kind == stepReply && step.Reply.Text == offer.Name {
			return []*Step{step}
		}
	}
	for _, step := range seq.steps {
		if step.kind == stepSequence && step.sub != nil && depth < maxNested {
			if path := step.sub.pathToReply(offer, depth+1); path != nil {
				return append([]*Step{step}, path...)
			}
		}
	}
	return nil
}

// allAnswers returns the answers to an offer with every tool, whether or not they are possible now.
func (o Offer) allAnswers() (list []answer) {
	for _, action := range o.step.answers {
		for i, tool := range o.run.findTools(action, o.frame.sides[1].actor) {
			list = append(list, answer{action, tool, i == 0})
		}
	}
	return list
}

// maxNested is the depth to which nested sequences are searched. It also ends the search if sequences call each other.
const maxNested = 16
