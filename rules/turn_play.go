package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/message"
)

// The course of play: entering a scene, advancing to the next event of the timeline, and carrying out actions. turn_owed.go finds the next
// event. The body of an action is the sequence of its steps. Effort is the cost of every action to its actor, such as fatigue (`order:
// {effort: …}`). Answers that an actor gives while its action is in progress delay its next turn by s.turnDelay. A savepoint holds the
// lengths of a run's lists of dice and events, so that a record gets only what was added after it.

// Enter brings actors, given by their keys, into the scene: for each, it runs the order's sequence for joiners, such as a roll of
// perception, and then rolls initiative. Guide, chapter 4.
func (rs *Ruleset) Enter(s *State, who []string, k DecisionInput) (Decision, error) {
	r := rs.newRun(s, k)
	for _, key := range who {
		a := r.actorCopy(key)
		if a == nil {
			return r.failWith(refusalOf(message.Unknown("combatant", key, nil)))
		}
		if a.forbiddenBy(rs, cannotAct) == nil {
			r.withActor(a).enterScene()
		}
	}
	return r.finishRun()
}

// PassedOverEvent returns an event that tells the game master which actors in list have no turn because a bad condition keeps them from
// acting. ok is false if there are none.
func (rs *Ruleset) PassedOverEvent(list []*Actor) (e Event, ok bool) {
	var names []string
	for _, a := range list {
		if why := a.forbiddenBy(rs, cannotAct); why != nil && why.Bad {
			names = append(names, a.Short+" ("+MidSentence(why.Label)+")")
		}
	}
	return Event{Kind: EventTell, How: HowGMOnly, Text: "Passed over: " + strings.Join(names, ", ") + "."}, len(names) > 0
}

// runBody runs the steps of the action and returns its report.
func (m act) runBody() []ReportedValue {
	m.beginBody()
	outside := m.f.seq
	m.f.seq = nil
	m.f.seq = m.runSequence(m.f, m.bodyCall(outside))
	list := m.readReport()
	m.f.seq = outside
	if !m.actionContinues {
		m.takeInHandIf(m.action.Hold)
	}
	return list
}

// runAtOnce runs an action that takes effect as it is declared, and returns its report. If none of its own steps ran, it records an outcome
// of the action itself, without events, so that the log can mention the action.
func (m act) runAtOnce() []ReportedValue {
	began := m.savepoint()
	report := m.runBody()
	path, doer := m.action.body.path, m.f.sides[0]
	isOwnStep := func(n stepRecord) bool { return strings.HasPrefix(n.out.Path, path) }
	if m.record && m.err == nil && path != "" && !slices.ContainsFunc(m.records[began.records:], isOwnStep) {
		out := Outcome{Step: m.action.Name, Label: m.action.Label, Kind: stepKindNames[stepDo], Path: path, Doer: doer.actor.Key, Who: doer.actor.Key, Whom: m.d.Whom, Secret: m.secret,
			Source: m.action.where, Guide: m.action.Src}
		if doer.tool != nil {
			out.Tool = doer.tool.Name
		}
		m.records = slices.Insert(m.records, began.records, stepRecord{out, [2]int{began.dice, began.dice}, [2]int{began.events, began.events}})
	}
	return report
}

// bodyCall returns the call that runs the action's steps. prepared is the frame that was set up when the action was prepared, with
// its tags.
func (m act) bodyCall(prepared *seqFrame) call {
	doer := m.f.sides[0]
	return call{seq: m.action.body, actionTags: prepared.actionTags, toolTags: m.action.tagsOfTool(doer.tool), doer: doer.actor.nilIfOut(m.rs)}
}

// readReport returns the values of the action's report. A value that depends on a belief that the actor doesn't hold is nil.
func (m act) readReport() []ReportedValue {
	if m.err != nil || !m.record || len(m.action.report) == 0 {
		return nil
	}
	list := make([]ReportedValue, len(m.action.report))
	for i, entry := range m.action.report {
		m.unbelieved = false
		if list[i] = (ReportedValue{entry.name, entry.formula.jsonValue(m.f)}); m.unbelieved {
			list[i].Value = nil
		}
	}
	return list
}

// beginBody applies the effort of an action as it takes effect, and readies the tool that its steps use.
func (m act) beginBody() {
	m.applyEffort(m.f, m.window-m.d.Delayed) // the effort of answers has already been paid
	m.takeInHandIf(m.f.mustDraw())
}

// takeInHandIf puts the tool, if there is one, into the actor's hand, provided that needed is true.
func (m act) takeInHandIf(needed bool) {
	if side := m.f.sides[0]; needed && side.tool != nil {
		m.emit(&Event{Kind: EventHold, Who: side.actor.Key, What: side.tool.Name})
	}
}

// Perform runs an action at once, outside the timeline: for a player's own roll, or a script.
func (rs *Ruleset) Perform(s *State, who string, d OngoingAction, k DecisionInput) (Decision, error) {
	r := rs.newRun(s, k)
	r.doing, r.secret = d, d.Secret
	decision, err := r.finishWith(r.performAction(who, &r.doing))
	if d.Secret {
		decision.keepOnlyDice()
	}
	return decision, err
}

// performAction runs the action d at once, without declaring it, and returns its report. who is the key of the actor.
func (r *Run) performAction(who string, d *OngoingAction) ([]ReportedValue, error) {
	m, err := r.prepareAct(who, d)
	if err != nil {
		return nil, err
	}
	if err := m.refuseImpossible(); err != nil {
		return nil, err
	}
	m.declareAtOnce()
	return m.runAtOnce(), nil
}

// Next advances to the next pending event of the timeline: the effect of a condition, an action that takes effect, or a turn; if there is
// none, to the next arrival. Time stops at a reminder that comes first. It returns an error while an actor whose turn has come has yet to
// declare.
func (rs *Ruleset) Next(s *State, k DecisionInput) (Decision, error) {
	if rs.Order.InRounds() {
		r := rs.newRun(s, k)
		return r.finishWith(nil, r.advanceRound())
	}
	next, err := findDue(s, func(s *State) (PendingEvent, bool) { return rs.NextEvent(s) })
	if err != nil {
		return Decision{}, err
	}
	moved := *s
	reminder := rs.FirstReminder(s)
	moved.Count = math.Max(s.Count, math.Min(next.At, reminder))
	r := rs.newRun(&moved, k)
	if reminder > s.Count && reminder <= next.At { // time stops at the reminder
		r.advanceTo(reminder, s.Count)
		r.showReminders(rs.ReminderClock(s) + (reminder-s.Count)*rs.Pack.CountSpan())
		r.endExpired()
		return r.finishRun()
	}
	r.showReminders(rs.ReminderClock(s))
	return r.finishWith(r.advanceToPending(next, s.Count))
}

// findDue returns the event of s that the function first finds. It returns an error if an actor must declare first, or if nothing is
// pending.
func findDue(s *State, first func(*State) (PendingEvent, bool)) (PendingEvent, error) {
	for _, a := range s.Actors {
		if a.Open {
			return PendingEvent{}, refuse("%s must declare first, or `wait`.", a.Name)
		}
	}
	next, ok := first(s)
	if !ok {
		return PendingEvent{}, errIdle
	}
	return next, nil
}

// errIdle is the error for an attempt to advance while nothing is pending.
var errIdle = refuse("Nothing is pending. Type `initiative` to roll for the combatants.")

// advanceToPending advances to the count of a pending event, carries the event out, and returns the report of an action that takes effect.
// from is the count from which it advances.
func (r *Run) advanceToPending(next PendingEvent, from float64) ([]ReportedValue, error) {
	id := 0 // ID of the condition; the condition itself can move in memory as time passes
	if next.Held != nil {
		id = next.Held.ID
	}
	r.advanceTo(next.At, from)
	a := r.adoptActor(next.Actor)
	switch next.Kind {
	case PendingTick:
		isExpiry := next.Held.Expires()
		if r.withActor(a).applyInterval(id); isExpiry {
			r.endExpired()
		}
	case PendingTurn:
		r.withActor(a).openTurn()
	case PendingAct:
		return r.withActor(a).takeEffect()
	case PendingArrival:
		if next.At <= from { // no time passes before the actor arrives, so advanceTo did nothing
			r.elapseAll(0)
		}
	}
	return nil, nil
}

// advanceTo advances the clock from one count to a later one, for all actors.
func (r *Run) advanceTo(count, from float64) {
	if count > from {
		r.emit(&Event{Kind: EventClock, At: count})
		r.elapseAll((count - from) * r.rs.secondsPerCount())
	}
}

// applyInterval applies the effect of the condition with this id at its interval, or ends the condition at its limit.
func (s runActor) applyInterval(id int) {
	held := *s.a.heldByID(id)
	defer s.concealIfHidden(&held)()
	if held.Expires() {
		s.endWithMirror(&held)
		return
	}
	f := s.newFrame(s.a, s.partnerOf(&held))
	f.number, f.askedNumber = held.Number, held.Number
	before := s.savepoint()
	every := held.Condition.Every
	terms := s.applyEffects(f, every.Do)
	if s.record && len(every.Do) > 0 {
		s.insertRecord(Outcome{Step: held.Condition.Name, Label: held.Condition.Label, Kind: stepKindNames[stepDo], Path: conditionsPrefix + held.Condition.Name, Doer: s.a.Key, Who: s.a.Key, Secret: s.secret,
			Source: held.Condition.where, Guide: held.Condition.Src, Terms: terms}, before)
	}
	if every.sequence != nil {
		s.runSequence(f, call{seq: every.sequence})
	}
	if s.a.heldByID(id) != nil && every.Once {
		s.emitOwn(&Event{Kind: EventTick, What: held.Condition.Name, ID: id, At: noCountAgain})
		return
	}
	if s.a.heldByID(id) != nil && s.err == nil {
		s.emitOwn(&Event{Kind: EventTick, What: held.Condition.Name, ID: id, At: s.count() + s.nextInterval(&held)})
	}
}

// endExpired ends the conditions that have reached their limit. If several do so at one count, the timeline stops only once for them.
func (r *Run) endExpired() {
	for i := 0; i < len(r.state.Actors) && !r.asEarlier && r.err == nil; i++ {
		a := r.actorCopy(r.state.Actors[i].Key)
		isExpired := func(held HeldCondition) bool { return held.Expires() && held.Next <= r.count()+slack }
		if at := slices.IndexFunc(a.Conditions, isExpired); at >= 0 {
			r.withActor(a).applyInterval(a.Conditions[at].ID)
			i-- // the actor can have another one
		}
	}
}

// openTurn begins the actor's turn. In a game with counts, its pools are refilled. Then the order's sequence for a turn runs, followed by
// the sequences of the actor's conditions, and the actor can declare.
func (s runActor) openTurn() {
	if s.rs.Order.InRounds() {
		s.runTurnSequence()
		s.Run.runTurnConditions(s.a)
	} else {
		s.Run.refillPools(s.a)
		s.runTurnSequence()
		for _, held := range append(s.held.allocN(len(s.a.Conditions))[:0], s.a.Conditions...) {
			if held.Condition.atTurn != nil && s.a.heldByID(held.ID) != nil {
				s.runTurnCondition(&held)
			}
		}
	}
	s.endLastingUntil(untilTurn)
	s.emitOwn(&Event{Kind: EventOpen})
}

// runTurnSequence runs the order's sequence for the actor's turn.
func (s runActor) runTurnSequence() {
	if seq := s.rs.Order.atTurn; seq != nil {
		s.runSequence(s.newFrame(s.a, nil), call{seq: seq})
	}
}

// concealIfHidden makes the run secret, until the returned function is called, if the condition is hidden.
func (s runActor) concealIfHidden(held *HeldCondition) func() {
	r, secret, secretEffects := s.Run, s.secret, s.secretEffects
	if held.IsHidden() {
		r.secret, r.secretEffects = true, true
	}
	return func() { r.secret, r.secretEffects = secret, secretEffects }
}

// runTurnCondition runs the sequence of a condition at its actor's turn.
func (s runActor) runTurnCondition(held *HeldCondition) {
	defer s.concealIfHidden(held)()
	f := s.newFrame(s.a, s.partnerOf(held))
	f.number, f.askedNumber = held.Number, held.Number
	s.runSequence(f, call{seq: held.Condition.atTurn})
}

// takeEffect carries out the action whose count has come, unless it has become impossible, and then rolls initiative from that count (R11).
// An action that its steps prolong stays in progress; at its end, takeEffect is called again. It returns the action's report.
func (s runActor) takeEffect() ([]ReportedValue, error) {
	d := s.a.Doing
	s.takingEffect = d
	if d.Paired { // numbers cached for the actor don't include the pair's situations
		s.sink.markStale(s.a)
	}
	m, err := s.prepareAct(s.a.Key, d)
	f, action := m.f, m.action
	if bar := action.unlessHindrance(f); err == nil && bar != nil {
		err = &Refusal{Text: bar.Refuse}
	}
	if _, impossible := err.(*Refusal); impossible { // for example, the target has left or the tool is gone
		s.emitOwn(&Event{Kind: EventDone, Text: "cancelled: " + err.Error()})
		if s.a.Doing == nil {
			s.rollInitiative(s.count())
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.spent = d.Points
	ending := s.heldUntilAction() // found before the action runs, so that conditions put by it are not included
	slow := 0.0                   // 1 if the skill used is not learnt
	if f.use.isNamed && !f.use.trained {
		slow = 1
	}
	var report []ReportedValue
	if s.actionContinues = false; d.Prolonged > 0 { // its steps have already run
		m.applyEffort(f, d.Prolonged)
		m.takeInHandIf(action.Hold)
	} else {
		s.acting = s.a
		report = m.runBody()
		s.acting = nil
	}
	if s.actionContinues {
		s.addDelay(s.turnDelay)
		return report, nil
	}
	for _, held := range ending {
		if s.a.heldByID(held.ID) != nil {
			s.endWithMirror(&held)
		}
	}
	if s.a.Doing == d {
		s.emitOwn(&Event{Kind: EventDone, Value: slow})
	}
	s.continueAfterAction(f, d)
	return report, nil
}

// heldUntilAction returns the actor's conditions that last until its next action is over. The list is allocated in the run's memory.
func (s runActor) heldUntilAction() []HeldCondition {
	list := s.held.allocN(len(s.a.Conditions))[:0]
	for _, held := range s.a.AllConditions() { // collect.Filter would allocate
		if held.Condition.until == untilAction {
			list = append(list, held)
		}
	}
	return list
}

// continueAfterAction gives the actor its next turn after the action d, whose frame is f, or delays the second of two paired actions.
func (s runActor) continueAfterAction(f *Frame, d *OngoingAction) {
	switch {
	case s.err != nil || s.a.forbiddenBy(s.rs, cannotAct) != nil || s.a.Turn >= 0:
		// there is nothing to do: the run has failed, or the actor can't act or already has a turn
	case s.a.Doing != nil: // the second of two paired actions
		s.addDelay(s.turnDelay)
	case f.isTrue(s.rs.Order.next): // initiative is rolled again after an action
		s.rollInitiative(s.rs.Order.Pair.initiativeFrom(f, d, s.count()) + s.turnDelay)
	default:
		s.emitOwn(&Event{Kind: EventTurn, At: s.count() + s.turnDelay})
	}
}

// runTurnConditions runs the sequences that an actor's conditions have for its turn, in the order of the conditions in the rules. It stops
// when one of them keeps the actor from acting.
func (r *Run) runTurnConditions(a *Actor) {
	held := slices.Clone(a.Conditions)
	slices.SortStableFunc(held, func(x, y HeldCondition) int { return x.Condition.index - y.Condition.index })
	for i := range held {
		if held[i].Condition.atTurn != nil && a.heldByID(held[i].ID) != nil && r.err == nil && (a.isSide || a.forbiddenBy(r.rs, cannotAct) == nil) {
			r.withActor(a).runTurnCondition(&held[i])
		}
	}
}
