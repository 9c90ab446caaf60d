package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The course of stages, from step to step and side to side, and the actions allowed in them. A stage is a phase of play, such as the
// aftermath of a battle. Its steps are taken by the sides one after the other, or by all of them together; a step with actions waits until
// each side has ended it. In a step with `orders`, each side numbers its actors, called figures, in the order in which they are to act. One
// step of a stage can consist of the turns of the round.

// CurrentStage returns the running stage and its current step; nil for none.
func (rs *Ruleset) CurrentStage(s *State) (stage *Stage, step *StageStep) {
	if s.Stage == nil {
		return nil, nil
	}
	stage, ok := rs.Stages.Get(s.Stage.Name)
	if !ok || s.Stage.Step >= len(stage.steps) {
		return nil, nil
	}
	return stage, stage.steps[s.Stage.Step]
}

// StageLine returns a line with the stage, its steps from the current one on, and the sides that it waits for. fits reports whether a line
// is short enough; the line has as many steps as possible. The line is "" if no stage is running, and during the turns of a round.
func (rs *Ruleset) StageLine(s *State, fits func(line string) bool) (line string) {
	label, steps := rs.StageSteps(s)
	if label == "" {
		return ""
	}
	waiting := strings.Join(collect.Map(rs.StageSides(s), s.SideName), ", ")
	for n := len(steps); n > 0; n-- {
		line = label + " · " + strings.Join(steps[:n], " ▸ ")
		if n < len(steps) {
			line += " ▸ …"
		}
		if waiting != "" {
			line += " · " + waiting
		}
		if fits(line) {
			return line
		}
	}
	// Not even the current step fits, so the stage is omitted, and then the sides.
	for _, short := range []string{steps[0] + " · " + waiting, steps[0]} {
		if line = strings.TrimSuffix(short, " · "); fits(line) {
			break
		}
	}
	return line
}

// StageSteps returns the labels of the stage and of its steps from the current one on, without steps that all sides would skip now. Both
// are empty if no stage is running, and during the turns of a round.
func (rs *Ruleset) StageSteps(s *State) (stage string, steps []string) {
	running, step := rs.CurrentStage(s)
	if running == nil || step.Turns {
		return "", nil
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	takes := func(later *StageStep, key string) bool { return r.actorCopy(key) != nil && !r.skipsStep(later, key) }
	return running.Label, collect.MapIf(running.steps[step.at:], func(later *StageStep) bool {
		return later == step || later.Turns || slices.ContainsFunc(s.Stage.Sides, func(key string) bool { return takes(later, key) })
	}, func(s *StageStep) string { return s.Label })
}

// StageEndRefusal returns the reason why a side can't end the current step, or "".
func (rs *Ruleset) StageEndRefusal(s *State, key string) string {
	_, step := rs.CurrentStage(s)
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	if a := r.actorCopy(key); step == nil || step.until == nil || a == nil || step.until.Flag(r.newFrame(a, nil)) {
		return "" // the step has no `until`, or it is true
	}
	return cmp.Or(step.Refuse, step.Until.Text)
}

// StageFigures lists the figures of a side that need a place in the order, if the current step asks sides for an order; else it
// returns nil.
func (rs *Ruleset) StageFigures(s *State, side string) (list []*Actor) {
	if rs.StageOrderCondition(s) == nil {
		return nil
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	for _, a := range r.membersOf(side) {
		if r.canBeOrdered(a) {
			list = append(list, s.Find(a.Key))
		}
	}
	return list
}

// StageSides lists the sides that the current step of a stage waits for.
func (rs *Ruleset) StageSides(s *State) []string {
	_, step := rs.CurrentStage(s)
	switch {
	case step == nil || step.Turns:
		return nil
	case s.Stage.Side != "":
		return []string{s.Stage.Side}
	}
	return slices.DeleteFunc(slices.Clone(s.Stage.Sides), func(key string) bool { return slices.Contains(s.Stage.Done, key) || s.Find(key) == nil })
}

// StageOrderCondition returns the condition whose number is a figure's place in its side's order, if the current step of a stage asks sides
// for an order, or nil.
func (rs *Ruleset) StageOrderCondition(s *State) *Condition {
	if _, step := rs.CurrentStage(s); step != nil {
		return step.orders
	}
	return nil
}

// HasOrders reports whether the game has a stage in which sides order their figures.
func (rs *Ruleset) HasOrders() bool {
	return slices.ContainsFunc(rs.Stages.All, func(stage *Stage) bool {
		return slices.ContainsFunc(stage.steps, func(step *StageStep) bool { return step.orders != nil })
	})
}

// IsStageAction reports whether an action belongs to the current step of a stage.
func (rs *Ruleset) IsStageAction(s *State, action *Action) bool {
	_, step := rs.CurrentStage(s)
	return step != nil && slices.ContainsFunc(action.stages, func(place stagePlace) bool { return place.step == step })
}

// beginStage begins a stage with its first step, unless stage is nil.
func (r *Run) beginStage(stage *Stage) {
	if stage != nil && r.err == nil {
		r.goToStep(stage, 0, r.sortSidesFirst(r.sidesTakingPart(), stage.first), 0)
	}
}

// beginVictoryStage begins the stage that follows a side's victory.
func (r *Run) beginVictoryStage(side string) {
	stage := r.rs.stageAt(stageAtWon)
	if _, live := r.sink.(*Live); stage == nil || live { // a simulated fight ends with a victory
		return
	}
	won := *r.state
	won.Won, r.state = side, &won
	r.beginStage(stage)
}

// skipsStep reports whether the side with the given key skips the step, by the step's `omit`.
func (r *Run) skipsStep(step *StageStep, key string) bool {
	return step.omit != nil && step.omit.Flag(r.newFrame(r.actorCopy(key), nil))
}

// goToStep carries out steps of the stage until one waits for a side. It begins with the step at the given index and, in that step, with
// the side at the index from in sides. After the last step, the stage ends.
func (r *Run) goToStep(stage *Stage, index int, sides []string, from int) {
	for ; index < len(stage.steps) && r.err == nil; index, from = index+1, 0 {
		step := stage.steps[index]
		e := Event{Kind: EventStage, What: stage.Name, At: float64(index), Words: sides}
		acting := slices.DeleteFunc(slices.Clone(sides[from:]), func(key string) bool { return r.skipsStep(step, key) })
		switch {
		case step.Turns:
			r.emit(&e)
			r.beginNextSide()
			return
		case len(acting) == 0:
			continue
		case step.isForAllSides():
			r.emit(&e)
			for _, key := range sides {
				if slices.Contains(acting, key) {
					r.applyStageStep(step, key)
				} else {
					r.emit(&Event{Kind: EventStage, What: stage.Name, Who: key, How: HowDone})
				}
			}
			if step.waitsForSides() {
				return
			}
		default: // one side after the other; if the step waits, only the first side has its turn now
			for _, key := range acting {
				turn := e
				turn.Who = key
				if r.emit(&turn); r.err != nil {
					return
				}
				if r.applyStageStep(step, key); step.waitsForSides() {
					return
				}
			}
		}
	}
	if r.state.Stage != nil {
		r.emit(&Event{Kind: EventStage})
	}
}

// applyStageStep carries out the effects and the sequence of a step for a side.
func (r *Run) applyStageStep(step *StageStep, key string) {
	f := r.newFrame(r.actorCopy(key), nil)
	r.applyEffects(f, step.Do)
	if step.sequence != nil && r.err == nil {
		r.runSequence(f, call{seq: step.sequence})
	}
}

// endStageStep ends the current step for the side a. It returns an error if the step doesn't wait for that side, or can't end yet.
func (r *Run) endStageStep(a *Actor) error {
	stage, step := r.rs.CurrentStage(r.state)
	switch {
	case !a.isSide || !slices.Contains(r.rs.StageSides(r.state), a.Key):
		return r.refuseWaitingStep()
	case step.orders != nil:
		return refuseWithoutOrder(a.Name, a.Key)
	case step.until != nil && !step.until.Flag(r.newFrame(a, nil)):
		return refuse("%s isn't over: %s.", step.Label, cmp.Or(step.Refuse, step.Until.Text))
	}
	r.continueAfterSide(stage, step, a.Key)
	return r.err
}

// continueAfterSide continues after the side with the given key has ended a step: with the next side or, if that was the last, the
// next step.
func (r *Run) continueAfterSide(stage *Stage, step *StageStep, key string) {
	sides := r.state.Stage.Sides
	if r.state.Stage.Side != "" {
		r.goToStep(stage, step.at, sides, slices.Index(sides, key)+1)
		return
	}
	r.emit(&Event{Kind: EventStage, What: stage.Name, Who: key, How: HowDone})
	if len(r.rs.StageSides(r.state)) == 0 {
		r.goToStep(stage, step.at+1, sides, 0)
	}
}

// endOrRefuseStep ends a step in which figures act in order, and returns an error if any other step still waits for a side.
func (r *Run) endOrRefuseStep() error {
	if stage, step := r.rs.CurrentStage(r.state); stage != nil && step.Each != "" {
		r.goToStep(stage, step.at+1, r.state.Stage.Sides, 0)
		return r.err
	}
	return r.refuseWaitingStep()
}

// refuseWaitingStep returns an error while a step waits for a side.
func (r *Run) refuseWaitingStep() error {
	stage, step := r.rs.CurrentStage(r.state)
	if stage == nil || step.Turns {
		return nil
	}
	waiting := r.rs.StageSides(r.state)
	switch {
	case len(waiting) == 0:
		return nil
	case step.orders != nil:
		return refuseWithoutOrder(r.state.SideName(waiting[0]), waiting[0])
	}
	return refuse("%s, step “%s”: wait for %s. Type `%s: done` to end it.", stage.Label, step.Label, waiting[0], waiting[0])
}

// refuseWithoutOrder refuses to continue before a side has put its figures in order.
func refuseWithoutOrder(name, key string) error {
	return refuse("The order of %s is missing. Type `%s: orders` with its figures, the first one first.", MidSentence(name), key)
}

// continueStage continues the stage of a round if the turns of the round are over, unless all sides skip all later steps.
func (r *Run) continueStage() {
	stage, step := r.rs.CurrentStage(r.state)
	if stage == nil || !step.Turns || r.err != nil || !r.state.Running || r.rs.IsOver(r.state) || r.state.Round.Side() == "" {
		return
	}
	sides := r.state.Stage.Sides
	if !r.turns().isRoundOver() {
		return
	}
	for _, later := range stage.steps[step.at+1:] {
		if slices.ContainsFunc(sides, func(key string) bool { return !r.skipsStep(later, key) }) {
			r.goToStep(stage, step.at+1, sides, 0)
			return
		}
	}
}

// refuseOutOfStage returns an error if the action belongs to a stage step other than the current one.
func (m act) refuseOutOfStage() error {
	a := m.f.sides[0].actor
	if len(m.action.stages) == 0 || m.state == nil || !m.state.Running {
		return nil
	}
	_, current := m.rs.CurrentStage(m.state)
	var labels []string
	for _, place := range m.action.stages {
		if labels = append(labels, place.step.Label); place.step != current {
			continue
		}
		waiting := m.rs.StageSides(m.state)
		if !slices.Contains(waiting, a.Side) {
			return refuse("Step “%s”: wait for %s. Type `%s: done` to end it.", current.Label, strings.Join(waiting, ", "), strings.Join(waiting, ", "))
		}
		return m.refuseEarly(current)
	}
	belongs := m.action.Label + " belongs to the step “" + strings.Join(labels, "” or “") + "”"
	if current != nil && !current.Turns {
		return refuse("%s. This is the step “%s”.", belongs, current.Label)
	}
	return refuse("%s, which isn't now.", belongs)
}

// refuseEarly returns an error if the figures act in the order of their turns in this round, and a figure that had its turn before this
// actor can still take the action.
func (m act) refuseEarly(step *StageStep) error {
	a := m.f.sides[0].actor
	if step.Each == "" || a.isSide || m.state.Round == nil {
		return nil
	}
	for _, key := range m.state.Round.Taken {
		if key == a.Key {
			return nil
		}
		if other := m.actorCopy(key); other != nil && !m.action.isBarredFor(m.Run, other) {
			return refuse("%s comes first. Let it act, or end the step.", other.Name)
		}
	}
	return nil
}

// isBarredFor reports whether an actor can't take the action.
func (a *Action) isBarredFor(r *Run, actor *Actor) bool {
	f := r.newFrame(actor, nil)
	f.sides[0].action = a
	return a.firstHindrance(f) != nil
}

// GiveOrder numbers the figures of the side with the given key in the order in which they are to act. figures holds their keys.
func (rs *Ruleset) GiveOrder(s *State, key string, figures []string, k DecisionInput) (Decision, error) {
	r := rs.newRun(s, k)
	if err := r.giveOrder(key, figures); err != nil {
		return r.failWith(err)
	}
	return r.finishWith(nil, r.err)
}

// giveOrder numbers the figures of the side with the given key, in the order of figures, and continues the stage. It returns an error
// unless figures names each of them once.
func (r *Run) giveOrder(key string, figures []string) error {
	side := r.actorCopy(key)
	stage, step := r.rs.CurrentStage(r.state)
	switch {
	case side == nil || !side.isSide:
		return refuse("A side gives the order of its figures. Name the side.")
	case step == nil || step.orders == nil || !slices.Contains(r.rs.StageSides(r.state), key):
		return refuse("The order of %s isn't asked for now.", MidSentence(side.Name))
	}
	unnamed := collect.Map(r.rs.StageFigures(r.state, key), func(a *Actor) string { return a.Key })
	for i, name := range figures {
		a := r.actorCopy(name)
		place := slices.Index(unnamed, name) // -1 if the figure needs no place
		switch {
		case a == nil || a.isSide || a.Side != key:
			return refusalOf(message.Unknown("figure of "+side.Name, name, unnamed))
		case slices.Contains(figures[:i], name):
			return refuse("%s is named twice. Name each figure once.", a.Name)
		case place < 0:
			return refuse("%s has no turn in this round. Leave it out.", a.Name)
		}
		unnamed = slices.Delete(unnamed, place, place+1)
		r.withActor(a).putCondition(nil, step.orders, float64(i+1), "")
	}
	if len(unnamed) > 0 {
		return refuse("%s is missing from the order. Name each figure.", r.actorCopy(unnamed[0]).Name)
	}
	r.continueAfterSide(stage, step, key)
	return r.err
}

// canBeOrdered reports whether a figure gets a place in the order: it must be able to act in the round.
func (r *Run) canBeOrdered(a *Actor) bool {
	return a.forbiddenBy(r.rs, cannotAct) == nil && !r.hasNoTurn(a) && a.Turn >= 0 && a.Turn <= r.count()
}

// firstInOrderBefore returns the figure with a turn left that comes first in the order of the actor's side, if that place is before the
// actor's own. order is the condition that numbers the figures, and place is the number of first. first is nil if there is none.
func (r *Run) firstInOrderBefore(a *Actor) (first *Actor, order *Condition, place float64) {
	for _, stage := range r.rs.Stages.All {
		for _, step := range stage.steps {
			if step.orders == nil {
				continue
			}
			own, numbered := a.conditionNumber(step.orders)
			for _, other := range r.membersOf(a.Side) {
				n, ok := other.conditionNumber(step.orders)
				isEarlier := ok && other.Key != a.Key && (!numbered || n < own)
				if isEarlier && (first == nil || n < place) && r.turns().hasTurnLeft(other) {
					first, order, place = other, step.orders, n
				}
			}
		}
	}
	return first, order, place
}

// refuseOutOfOrder returns an error if figures of the actor's side with an earlier place in the order have yet to take their turns.
func (r *Run) refuseOutOfOrder(a *Actor) error {
	if first, order, place := r.firstInOrderBefore(a); first != nil {
		return refuse("%s has %s %s. Let it act first.", first.Name, MidSentence(order.Label), formatNumber(place))
	}
	return nil
}
