package rules

import (
	"math"
	"slices"
	"strings"
)

// Previews of the die or answer that a command waits for, calculated in a given state, such as the state that one player knows: the roll
// that a requested die belongs to, and the result of each answer to a question. The deed is resumed where it stopped, using only facts that
// the asked actor knows: events that affected it, and outcomes of steps that it took part in.

// ActiveDeed is a deed that a command is carrying out.
type ActiveDeed struct {
	Who   string // key of the actor
	Doing OngoingAction
}

// PreviewAwaited returns the roll that a die is requested for, in state s; nil if the die decides no check. In a state that one player knows, c
// and at still name actors by the keys of the whole state.
func (rs *Ruleset) PreviewAwaited(s *State, c ActiveDeed, at *Need) *CheckPreview {
	r := rs.newRun(s, DecisionInput{})
	sf, step := r.resumeAtStep(c, at)
	if step == nil || step.kind != stepCheck && step.kind != stepDo { // the step may repeat a check
		return nil
	}
	roll := r.previewNextRoll(at, func() { stepper{r, &sf.frame, step, &sf.results[step.index], &r.outcome}.carryOutStep() })
	if roll != nil {
		for _, filter := range roll.Filters {
			if filter.Skill.Name == at.Skill {
				return filter.Roll
			}
		}
	}
	if roll != nil && at.sumSoFar > 0 {
		if roll.Check.hasSeveralDice() {
			return nil
		}
		return roll.Against(roll.Chance - float64(at.sumSoFar))
	}
	return roll
}

// QuestionText returns the question at without its question mark, with its values in s, the state that the asked actor knows; "" if it has
// none or the actor doesn't know all of them. Actors are named as in [Ruleset.PreviewAwaited].
func (rs *Ruleset) QuestionText(s *State, c ActiveDeed, at *Need) string {
	if at.Plain == "" || slices.ContainsFunc(at.SoFar, func(o Outcome) bool { return o.Secret }) {
		return ""
	}
	r := rs.newRun(s, DecisionInput{})
	sf, step := r.resumeAtStep(c, at)
	if step == nil {
		return ""
	}
	for i := range step.question {
		for _, path := range step.question[i].value.readPaths() {
			if !r.knowsRead(sf, strings.Split(path, "."), at) {
				return ""
			}
		}
	}
	return step.questionText(&sf.frame)
}

// knowsRead reports whether the asked actor knows what a formula of the sequence reads by a path, as far as that is the result of a step. It
// recalls the results of sequences that ran before.
func (r *Run) knowsRead(sf *seqFrame, path []string, at *Need) bool {
	before := sf.seq.earlierStep(path[0], len(sf.seq.steps))
	switch {
	case before == nil && r.unknown == nil:
		return true
	case before == nil:
		return path[0] != askedName && path[0] != "against" && !slices.Contains(sf.seq.Takes, path[0]) && !isStepAnywhere(r.rs, path[0])
	case before.kind == stepSequence && !before.hasSeveralSubjects() && len(path) > 1:
		call, _ := sf.frame.sequenceCall(before)
		inner := r.pushSequence(&sf.frame, &call)
		r.recallResults(inner, nil, at)
		sf.results[before.index].sub = &inner.stepResults
		r.popSequences(len(r.stack) - 1)
		return r.knowsRead(inner, path[1:], at)
	case before.kind == stepValue:
		paths := append(before.value.readPaths(), anyFormula{flag: before.when}.readPaths()...)
		return !slices.ContainsFunc(paths, func(path string) bool { return !r.knowsRead(sf, strings.Split(path, "."), at) })
	case !slices.Contains([]stepKind{stepCheck, stepTable, stepTally, stepAsk}, before.kind):
		return false
	}
	o := at.lastOutcome(sf, before)
	return r.unknown == nil || o != nil && o.Who == at.Who
}

// Replies forecasts, in state s, each of the given answers to the question at. Actors are named as in [Ruleset.PreviewAwaited].
func (rs *Ruleset) Replies(s *State, c ActiveDeed, at *Need, choices []Answer) []KnownAnswer {
	list := make([]KnownAnswer, len(choices))
	for i := range choices {
		r := rs.newRun(s, DecisionInput{})
		list[i].Answer = choices[i]
		if sf, step := r.resumeAtStep(c, at); step != nil && step.kind == stepOffer {
			r.forecastAnswer(sf, step, at, &list[i])
		}
	}
	return list
}

// Defences forecasts the answers that actor who can now give to another actor's deed, at any step of the deed. s is the state as one actor
// knows it.
func (rs *Ruleset) Defences(s *State, c ActiveDeed, who string) (list []KnownAnswer) {
	r := rs.newRun(s, DecisionInput{})
	defer r.release()
	action, ok := rs.Actions.Get(c.Doing.Action)
	if !ok || r.actorCopy(c.Who) == nil {
		return nil
	}
	r.roller = &previewRoller{playRoller: playRoller{r}, preview: &CheckPreview{}}
	var look func(f *Frame, sequence call)
	look = func(f *Frame, sequence call) {
		sf := r.pushSequence(f, &sequence)
		for _, step := range sf.seq.steps {
			r.recallResults(sf, step, &Need{})
			switch {
			case step.when != nil && !readsSteps(step.when) && !sf.frame.holdsOr(step.when, true):
			case step.kind == stepSequence && !step.hasSeveralSubjects():
				inner, _ := sf.frame.sequenceCall(step)
				look(&sf.frame, inner)
			case step.kind == stepOffer && !step.asksActor() && !step.Many:
				o := Offer{r, &sf.frame, step}
				choices := slices.DeleteFunc(o.listChoices(o.possibleAnswers(&replyOptions{})), func(a Answer) bool {
					return slices.ContainsFunc(list, func(k KnownAnswer) bool { return k.Name == a.Name })
				})
				list = append(list, rs.Replies(s, c, &Need{Who: who, Path: sf.path, Step: step.Name}, choices)...)
			}
		}
		r.popSequences(len(r.stack) - 1)
	}
	f, deed := r.strangerDeed(r.actorCopy(c.Who), action, &c.Doing)
	r.unknown.tool = tagSet{} // an unknown tool has no known tags
	look(f, deed)
	return list
}

// resumeAtStep moves the run to the step that asks the question at, and returns the step and its sequence. The step is nil if the path to it
// is unknown.
func (r *Run) resumeAtStep(c ActiveDeed, at *Need) (sf *seqFrame, step *Step) {
	r.roller = &previewRoller{playRoller: playRoller{r}, preview: &CheckPreview{}}
	way := r.rs.StepPath(at.Path, at.Step)
	if r.state == nil || r.actorCopy(at.Who) == nil || len(way) == 0 || slices.Contains(way, nil) {
		return nil, nil
	}
	r.applyEvents(at)
	f, call, ok := r.outermostCall(c, at)
	for i := 0; ok; i++ {
		sf = r.pushSequence(f, &call)
		r.recallResults(sf, way[i], at)
		if i == len(way)-1 {
			return sf, way[i]
		}
		if f = &sf.frame; way[i].hasSeveralSubjects() {
			f.sides[1] = r.newSide(r.actorCopy(at.Who))
			r.tagRoll(f, true, nil)
		}
		if way[i].kind == stepReply || way[i].Many {
			body, _, _ := strings.Cut(strings.Fields(at.Path)[i+1], ".")
			r.recallAnswer(sf, way[i], strings.TrimPrefix(body, actionsPrefix), at)
		}
		call, ok = f.sequenceCall(way[i])
	}
	return nil, nil
}

// applyEvents applies the events since the command began: the events of the asked actor or, in a state of full knowledge, all events. Events
// that are impossible in the state, such as the end of a secret condition, are skipped.
func (r *Run) applyEvents(at *Need) {
	for _, e := range at.events {
		c, _ := r.rs.Conditions.Get(e.What)
		if a := r.actorCopy(e.Who); a != nil && (r.unknown == nil || e.Who == r.unknown.who && (c == nil || !c.Secret)) {
			e.Other = r.state.knownKey(e.Other)
			_ = a.applyEvent(r.rs, &e)
		}
	}
}

// outermostCall returns the frame and the call of the outermost sequence of a question: the deed's sequence, or one that runs without a
// deed, such as at the start of a turn. ok is false if there is none.
func (r *Run) outermostCall(c ActiveDeed, at *Need) (f *Frame, first call, ok bool) {
	body, _, _ := strings.Cut(at.Path, ".")
	if c.Who == "" { // a check requested by the game master, without a deed
		c = ActiveDeed{at.Who, OngoingAction{Skill: at.Skill}}
	}
	d := c.Doing
	if r.unknown != nil {
		d = *c.Doing.redactedFor(r.state.knownKey)
	}
	switch a := r.actorCopy(r.state.knownKey(c.Who)); {
	case a != nil && r.unknown != nil && a.Key != r.unknown.who:
		if action, known := r.rs.Actions.Get(d.Action); known && action.body.path == body {
			f, first = r.strangerDeed(a, action, &d)
			return f, first, true
		}
	case a != nil:
		if a.Doing != nil && a.Doing.At == d.At && d.At > d.From {
			r.takingEffect, r.acting = a.Doing, a
		}
		if m, err := r.prepareAct(a.Key, &d); err == nil && m.action.body.path == body {
			first = m.bodyCall(m.f.seq)
			m.f.seq, m.f.spent = nil, d.Points
			return m.f, first, true
		}
	}
	name, of := strings.CutPrefix(body, sequencesPrefix)
	seq, known := r.rs.Sequences.Get(name)
	f = r.newFrame(r.actorCopy(at.Who), nil)
	f.number, f.askedNumber = at.number, at.number
	return f, call{seq: seq}, of && known
}

// strangerDeed returns the frame and the call of an action of an unknown actor. Only its tool is known, if the game shows it.
func (r *Run) strangerDeed(a *Actor, action *Action, d *OngoingAction) (f *Frame, first call) {
	if item, ok := r.rs.Items.Get(d.Tool); ok && r.rs.Knowledge.WholeDeed() {
		a.showTool(item)
	}
	f = r.newFrame(a, r.actorCopy(d.Whom))
	side := f.sides[0]
	if side.action = action; len(action.With) > 0 && (side.tool == nil || !action.takes[side.tool.index]) {
		side.tool = nil
		for _, item := range r.rs.Items.All {
			if action.takes[item.index] {
				r.unknown.tool.join(&item.tags)
			}
		}
	}
	return f, call{seq: action.body, acting: actingTags(action, side.tool), tool: action.aboutTags(side.tool), doer: a}
}

// recallResults fills in the known results of the steps before step, or of all if it is nil, and sets the position of the sequence to step.
func (r *Run) recallResults(sf *seqFrame, step *Step, at *Need) {
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
			r.recallAnswer(sf, before, "", at)
			continue
		}
		if o := at.lastOutcome(sf, before); o != nil && (r.unknown == nil || o.Who == at.Who || o.Whom == at.Who) {
			r.recallResult(sf, before, o, at)
		}
	}
	sf.at = end + 1
	r.updateWords(sf)
}

// lastOutcome returns the last outcome of a step before the question; nil if it was not carried out or is secret.
func (n *Need) lastOutcome(sf *seqFrame, step *Step) (last *Outcome) {
	for i := range n.SoFar {
		if o := &n.SoFar[i]; o.Path == sf.path && o.Step == step.Name && !o.Secret {
			last = o
		}
	}
	return last
}

// recallResult sets the result of a step from its outcome. In a state that one player knows, margins and the sums of other actors' dice
// are left out.
func (r *Run) recallResult(sf *seqFrame, step *Step, o *Outcome, at *Need) {
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
	case stepTally, stepAsk:
		if o.Total != nil && (r.unknown == nil || o.Who == at.Who) {
			result.total = *o.Total
		}
	}
}

// recallAnswer restores the answer that was chosen to an offer, or to the offer that a reply step refers to. An answer of the asked actor
// itself is restored with all its options; of another actor's answer, only the action that led to the question and, if the game shows it,
// the tool. by is the name of that action; "" for none.
func (r *Run) recallAnswer(sf *seqFrame, step *Step, by string, at *Need) {
	of := sf
	if step.kind == stepReply {
		if of, step = sf.findStep(step.Reply.Text); step == nil {
			return
		}
	}
	result, o := &of.results[step.index], at.lastOutcome(of, step)
	if result.chosen != nil {
		return
	}
	offer := stepper{r, &of.frame, step, result, nil}.buildOffer()
	responder := offer.f.sides[1].actor
	got := reply{tool: responder.Tool}
	got.action, _ = r.rs.Actions.Get(by)
	if o != nil && o.reply != nil {
		if r.unknown == nil || responder.Key == r.unknown.who {
			got = *o.reply
		} else if r.rs.Knowledge.WholeDeed() {
			got.tool = o.reply.tool
		}
	}
	if got.action == nil {
		return
	}
	result.chosen, result.tool = got.action, got.tool
	if responder.Key == at.Who {
		r.turnDelay += offer.answerCounts(got)
	}
	offer.prepareAnswer(got)
	if step.asksActor() {
		result.as = offer.f.sides[1]
	}
}

// previewNextRoll returns the next roll of the actor who is asked, or nil. on carries out the steps up to it.
func (r *Run) previewNextRoll(at *Need, on func()) *CheckPreview {
	u := &previewRoller{playRoller: playRoller{r}, of: r.actorCopy(at.Who), preview: &CheckPreview{}, soFar: at.SoFar, fell: at.fell}
	r.roller = u
	if on(); r.err != nil || u.preview.Check == nil {
		return nil
	}
	u.preview.Unknown, u.preview.Scenery = r.unknown.everRead(), r.unknown != nil && r.rs.hidesScene(r.state)
	return u.preview
}

// forecastAnswer completes the forecast of an answer, with its options, to the offer that the sequence has reached.
func (r *Run) forecastAnswer(sf *seqFrame, step *Step, at *Need, forecast *KnownAnswer) {
	o := stepper{r, &sf.frame, step, &sf.results[step.index], &r.outcome}.buildOffer()
	got, ok, err := o.parseReply(o.allAnswers(), forecast.Name)
	if !ok || err != nil {
		return
	}
	got.manual = nil // the game master's modifiers are left out
	a := answer{action: got.action, tool: got.tool}
	forecast.Always, forecast.Ticks, forecast.Prices = o.isAlwaysPossible(a), o.possibleTicks(reply{action: a.action, tool: a.tool}), o.answerPrices(a)
	if got.numberMissing {
		got.askedNumber = got.action.Ask.Usually()
	}
	actor, counts := o.f.sides[1].actor, o.answerCounts(got)
	forecast.Counts = r.turnDelay + counts
	if actor.Doing != nil && counts > 0 {
		if forecast.GivesUp = r.rs.GivesUpToAnswer(actor); !forecast.GivesUp {
			forecast.Lands = TrimNoise(actor.Doing.At + counts)
		}
	}
	o.takeAnswer(&sf.results[step.index], &r.outcome, got)
	r.payAnswerEffort()
	if step.asksActor() {
		sf.results[step.index].as = o.f.sides[1]
	}
	way := []*Step{step}
	if !step.Many {
		way = sf.seq.pathToReply(step, 0)
	}
	for _, next := range way {
		if next != step {
			r.recallResults(sf, next, at)
		}
		call, ok := sf.frame.sequenceCall(next)
		if !ok {
			return
		}
		sf = r.pushSequence(&sf.frame, &call)
	}
	if len(way) > 0 {
		forecast.Roll = r.previewNextRoll(at, r.runSteps)
	}
}

// pathToReply returns the path to the step that carries out the answer to offer, or nil if there is none.
func (seq *Sequence) pathToReply(offer *Step, depth int) []*Step {
	for _, step := range seq.steps {
		if step.kind == stepReply && step.Reply.Text == offer.Name {
			return []*Step{step}
		}
	}
	for _, step := range seq.steps {
		if step.kind == stepSequence && step.sub != nil && depth < maxNested {
			if way := step.sub.pathToReply(offer, depth+1); way != nil {
				return append([]*Step{step}, way...)
			}
		}
	}
	return nil
}

// allAnswers returns the answers to an offer with every tool, whether or not they are possible now.
func (o Offer) allAnswers() (list []answer) {
	for _, action := range o.step.answers {
		for i, tool := range o.run.findTools(action, o.f.sides[1].actor) {
			list = append(list, answer{action, tool, i == 0})
		}
	}
	return list
}

// maxNested is the depth to which nested sequences are searched.
const maxNested = 16
