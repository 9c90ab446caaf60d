package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/message"
)

// Playing on: entering a scene, the next thing owed, and an action that takes effect. turn_owed.go says what is next.

// Enter brings one or more actors into the scene: each perceives, then rolls initiative. G 4.
func (rs *Ruleset) Enter(s *State, who []string, k Known) (Decision, error) {
	r := rs.run(s, k)
	for _, key := range who {
		a := r.copy(key)
		if a == nil {
			return r.fail(refusalOf(message.Unknown("combatant", key, nil)))
		}
		if a.cannot(rs, cannotAct) == nil {
			r.of(a).enter()
		}
	}
	return r.decision()
}

// PassedOver returns what the game master is told of the actors of a list who have no turn because something bad keeps them from
// acting; ok is false if there are none.
func (rs *Ruleset) PassedOver(list []*Actor) (e Event, ok bool) {
	var names []string
	for _, a := range list {
		if why := a.cannot(rs, cannotAct); why != nil && why.Bad {
			names = append(names, a.Short+" ("+MidSentence(why.Label)+")")
		}
	}
	return Event{Kind: EventTell, How: ForGM, Text: "Passed over: " + strings.Join(names, ", ") + "."}, len(names) > 0
}

// body carries out the steps of an action and reads its report.
func (m act) body() []Reported {
	m.prologue()
	outside := m.f.seq
	m.f.seq = nil
	m.f.seq = m.runSequence(m.f, m.call(outside))
	list := m.reports()
	m.f.seq = outside
	if !m.prolonged {
		m.takeInHand(m.action.Hold)
	}
	return list
}

// call returns the steps of an action as they are carried out, in the sequence that its declaration has prepared.
func (m act) call(prepared *seqFrame) call {
	one := m.f.sides[0]
	return call{seq: m.action.body, acting: prepared.acting, tool: m.action.about(one.tool), doer: one.actor.unlessOut(m.rs)}
}

// reports returns the values that the action reports. A value that depends on what the reader does not know is nil.
func (m act) reports() []Reported {
	if m.err != nil || !m.record || len(m.action.report) == 0 {
		return nil
	}
	list := make([]Reported, len(m.action.report))
	for i, entry := range m.action.report {
		m.unbelieved = false
		if list[i] = (Reported{entry.name, entry.by.any(m.f)}); m.unbelieved {
			list[i].Value = nil
		}
	}
	return list
}

// prologue applies the costs of an action as it takes effect, before its own steps, and draws a tool that is used by them.
func (m act) prologue() {
	m.effort(m.f, m.window-m.d.Delayed) // each answer has cost its own
	m.takeInHand(m.f.draws())
}

// takeInHand lets the actor take the tool in hand if it is to.
func (m act) takeInHand(is bool) {
	if side := m.f.sides[0]; is && side.tool != nil {
		m.emit(&Event{Kind: EventHold, Who: side.actor.Key, What: side.tool.Name})
	}
}

// Perform carries out an action at once, outside the timeline: for a player's own roll, or a script.
func (rs *Ruleset) Perform(s *State, who string, d Doing, k Known) (Decision, error) {
	r := rs.run(s, k)
	r.doing, r.secret = d, d.Secret
	decision, err := r.decided(r.perform(who, &r.doing))
	if d.Secret {
		decision.onlyDice()
	}
	return decision, err
}

// perform carries out the action d of who at once, without declaring it, and returns what it reports.
func (r *Run) perform(who string, d *Doing) ([]Reported, error) {
	m, err := r.setting(who, d)
	if err != nil {
		return nil, err
	}
	if err := m.possible(); err != nil {
		return nil, err
	}
	m.unsaid()
	return m.body(), nil
}

// Next lets the timeline go on to what it owes next: a condition acts, an action takes effect, or a turn comes; where it
// owes nothing, until one of those on the way is there. Where a reminder comes before that, time stops there. It refuses while an actor whose turn has come has not declared.
func (rs *Ruleset) Next(s *State, k Known) (Decision, error) {
	if rs.Order.InRounds() {
		r := rs.run(s, k)
		return r.decided(nil, r.nextSideRoll())
	}
	next, err := due(s, func(s *State) (Owed, bool) { return rs.Coming(s) })
	if err != nil {
		return Decision{}, err
	}
	moved := *s
	reminder := rs.FirstReminder(s)
	moved.Count = math.Max(s.Count, math.Min(next.At, reminder))
	r := rs.run(&moved, k)
	if reminder > s.Count && reminder <= next.At { // time stops at it
		r.advanceTo(reminder, s.Count)
		r.remind(rs.Now(s) + (reminder-s.Count)*rs.Pack.CountSpan())
		return r.decision()
	}
	r.remind(rs.Now(s))
	return r.decided(r.next(next, s.Count))
}

// due returns what the timeline owes next, as first finds it. It refuses if an actor is to declare first.
func due(s *State, first func(*State) (Owed, bool)) (Owed, error) {
	for _, a := range s.Actors {
		if a.Open {
			return Owed{}, refuse("%s must declare first, or `wait`.", a.Name)
		}
	}
	next, ok := first(s)
	if !ok {
		return Owed{}, errIdle
	}
	return next, nil
}

// errIdle is the refusal to let time go on where nothing is owed.
var errIdle = refuse("Nothing is pending. Type `initiative` to roll for the combatants.")

// next lets the count move on to what is owed, and carries that out.
func (r *Run) next(next Owed, from float64) ([]Reported, error) {
	id := 0
	if next.Held != nil {
		id = next.Held.ID
	}
	r.advanceTo(next.At, from)
	a := r.adopt(next.Actor)
	switch next.Kind {
	case OwedTick:
		r.of(a).acts(id)
	case OwedTurn:
		r.of(a).open()
	case OwedAct:
		return r.of(a).takeEffect()
	case OwedWay:
		if next.At <= from { // it is where it was going
			r.elapseAll(0)
		}
	}
	return nil, nil
}

// advanceTo moves the clock on from one count to a later one, for everybody.
func (r *Run) advanceTo(count, from float64) {
	if count > from {
		r.emit(&Event{Kind: EventClock, At: count})
		r.elapseAll((count - from) * r.rs.second())
	}
}

// acts lets a condition act at its interval, or ends it where its time is up.
func (s runActor) acts(id int) {
	held := *s.a.held(id)
	defer s.conceal(&held)()
	if held.Expires() {
		s.ended(&held)
		return
	}
	f := s.frame(s.a, s.partner(&held))
	f.number, f.askedNumber = held.Number, held.Number
	began := s.savepoint()
	every := held.Condition.Every
	terms := s.do(f, every.Do)
	if s.record && len(every.Do) > 0 {
		s.insertRecord(Outcome{Step: held.Condition.Name, Label: held.Condition.Label, Kind: kindNames[stepDo], In: inConditions + held.Condition.Name, By: s.a.Key, Who: s.a.Key, Secret: s.secret,
			Source: held.Condition.where, Guide: held.Condition.Src, Terms: terms}, began)
	}
	if every.sequence != nil {
		s.runSequence(f, call{seq: every.sequence})
	}
	if s.a.held(id) != nil && every.Once {
		s.happen(&Event{Kind: EventTick, What: held.Condition.Name, ID: id, At: noMore})
		return
	}
	if s.a.held(id) != nil && s.err == nil {
		s.happen(&Event{Kind: EventTick, What: held.Condition.Name, ID: id, At: s.count() + s.interval(&held)})
	}
}

// open begins an actor's turn: outside rounds its pools are refilled; its conditions act, then it is to declare.
func (s runActor) open() {
	if s.rs.Order.InRounds() {
		s.turnComes()
		s.Run.atTurn(s.a)
	} else {
		s.Run.refillPools(s.a)
		s.turnComes()
		for _, held := range append(s.held.allocN(len(s.a.Conditions))[:0], s.a.Conditions...) {
			if held.Condition.atTurn != nil && s.a.held(held.ID) != nil {
				s.actsAtTurn(&held)
			}
		}
	}
	s.until(untilTurn)
	s.happen(&Event{Kind: EventOpen})
}

// turnComes carries out what the order does at each actor's turn.
func (s runActor) turnComes() {
	if seq := s.rs.Order.atTurn; seq != nil {
		s.runSequence(s.frame(s.a, nil), call{seq: seq})
	}
}

// conceal makes what a run does secret if it comes of a secret condition, until the function that it returns is called.
func (s runActor) conceal(held *Held) func() {
	r, secret, covert := s.Run, s.secret, s.covert
	if held.Hidden() {
		r.secret, r.covert = true, true
	}
	return func() { r.secret, r.covert = secret, covert }
}

// actsAtTurn carries out what a condition does at its actor's turn.
func (s runActor) actsAtTurn(held *Held) {
	defer s.conceal(held)()
	f := s.frame(s.a, s.partner(held))
	f.number, f.askedNumber = held.Number, held.Number
	s.runSequence(f, call{seq: held.Condition.atTurn})
}

// takeEffect carries out an action that reaches its count. Then initiative is rolled again, from there. R11.
func (s runActor) takeEffect() ([]Reported, error) {
	d := s.a.Doing
	s.takingEffect = d
	if d.Paired {
		s.ledger.stale(s.a)
	}
	m, err := s.setting(s.a.Key, d)
	f, action := m.f, m.action
	if bar := action.hindered(f); err == nil && bar != nil {
		err = &Refusal{Text: bar.Refuse}
	}
	if _, impossible := err.(*Refusal); impossible { // whom it was for has left, or the tool is gone
		s.happen(&Event{Kind: EventDone, Text: "cancelled: " + err.Error()})
		if s.a.Doing == nil {
			s.initiative(s.count())
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.spent = d.Points
	ending := s.held.allocN(len(s.a.Conditions))[:0]
	for _, held := range s.a.Lasting() { // collect.Filter would allocate
		if held.Condition.until == untilAction {
			ending = append(ending, held)
		}
	}
	slow := 0.0
	if f.use.asked && !f.use.trained {
		slow = 1
	}
	var report []Reported
	if s.prolonged = false; d.Prolonged > 0 {
		m.effort(f, d.Prolonged)
		m.takeInHand(action.Hold)
	} else {
		s.acting = s.a
		report = m.body()
		s.acting = nil
	}
	if s.prolonged {
		s.delay(s.late)
		return report, nil
	}
	for _, held := range ending {
		if s.a.held(held.ID) != nil {
			s.ended(&held)
		}
	}
	if s.a.Doing == d {
		s.happen(&Event{Kind: EventDone, Value: slow})
	}
	switch {
	case s.err != nil || s.a.cannot(s.rs, cannotAct) != nil || s.a.Turn >= 0:
		return report, nil
	case s.a.Doing != nil: // the second of two
		s.delay(s.late)
		return report, nil
	}
	if f.holds(s.rs.Order.next) {
		s.initiative(s.rs.Order.Pair.since(f, d, s.count()) + s.late)
	} else {
		s.happen(&Event{Kind: EventTurn, At: s.count() + s.late})
	}
	return report, nil
}

// atTurn carries out what the conditions of an actor do at its turn, in the order of the file. Whom one of them keeps from
// acting the next ones let be.
func (r *Run) atTurn(a *Actor) {
	held := slices.Clone(a.Conditions)
	slices.SortStableFunc(held, func(x, y Held) int { return x.Condition.index - y.Condition.index })
	for i := range held {
		if held[i].Condition.atTurn != nil && a.held(held[i].ID) != nil && r.err == nil && (a.aSide || a.cannot(r.rs, cannotAct) == nil) {
			r.of(a).actsAtTurn(&held[i])
		}
	}
}
