package rules

import (
	"math"
)

// Enter brings one or more actors into the scene: each perceives, then rolls initiative. G 4.
func (rs *Ruleset) Enter(s *State, who []string, k Known) (Decision, error) {
	r := rs.run(s, k)
	for _, key := range who {
		a := r.copy(key)
		if a == nil {
			return r.fail(refuse("nobody here is called %s", key))
		}
		if a.cannot(rs, cannotAct) == nil {
			r.enter(a)
		}
	}
	return r.decision()
}

// body carries out the steps of an action and reads its report.
func (r *Run) body(f *Frame, action *Action) []Reported {
	r.opening(f, action)
	outside := f.seq
	f.seq = nil
	f.seq = r.runSequence(f, call{seq: action.body, acting: outside.acting, tool: action.about(f.sides[0].tool)})
	list := r.reports(f, action)
	f.seq = outside
	return list
}

func (r *Run) reports(f *Frame, action *Action) []Reported {
	if r.err != nil || !r.record || len(action.report) == 0 {
		return nil
	}
	list := make([]Reported, len(action.report))
	for i, entry := range action.report {
		r.unbelieved = false
		if list[i] = (Reported{entry.name, entry.by.any(f)}); r.unbelieved {
			list[i].Value = nil
		}
	}
	return list
}

// opening is what an action begins with as it takes effect, before its own steps: what it costs, and its tool in hand.
func (r *Run) opening(f *Frame, action *Action) {
	r.effort(f, r.window)
	if action.Hold && f.sides[0].tool != nil {
		r.emit(&Event{Kind: EventHold, Who: f.sides[0].actor.Key, What: f.sides[0].tool.Name})
	}
}

// Perform is an action carried out at once, outside the timeline: for a player's own roll, or a script.
func (rs *Ruleset) Perform(s *State, who string, d Doing, k Known) (Decision, error) {
	r := rs.run(s, k)
	return r.decided(r.perform(who, &d))
}

func (r *Run) perform(who string, d *Doing) ([]Reported, error) {
	f, action, err := r.setting(who, d)
	if err != nil {
		return nil, err
	}
	if err := checkPossible(f, action, d); err != nil {
		return nil, err
	}
	r.unsaid(f, action, d)
	return r.body(f, action), nil
}

// Next lets the timeline go on to what it owes next: a condition acts, an action takes effect, or a turn comes. It
// refuses while an actor whose turn has come has not declared.
func (rs *Ruleset) Next(s *State, k Known) (Decision, error) {
	next, err := rs.due(s)
	if err != nil {
		return Decision{}, err
	}
	moved := *s
	moved.Count = math.Max(s.Count, next.At)
	r := rs.run(&moved, k)
	return r.decided(r.next(next, s.Count))
}

// due is what the timeline owes next, unless an actor is to declare first.
func (rs *Ruleset) due(s *State) (Owed, error) {
	for _, a := range s.Actors {
		if a.Open {
			return Owed{}, refuse("%s is to declare first; or: wait", a.Name)
		}
	}
	next, ok := turnOrder{rs}.first(s)
	if !ok {
		return Owed{}, errIdle
	}
	return next, nil
}

// errIdle is the refusal to let time go on where nothing is owed.
var errIdle = refuse("nothing is owed; roll for those who are to act: initiative")

// next lets the count move on to what is owed, and carries that out.
func (r *Run) next(next Owed, from float64) ([]Reported, error) {
	id := 0
	if next.Held != nil {
		id = next.Held.ID
	}
	if next.At > from {
		r.emit(&Event{Kind: EventClock, At: next.At})
		r.elapseAll((next.At - from) * r.rs.second())
	}
	a := r.copy(next.Actor.Key)
	switch next.Kind {
	case OwedTick:
		r.acts(a, id)
	case OwedTurn:
		r.open(a)
	case OwedAct:
		return r.takeEffect(a)
	}
	return nil, nil
}

// acts is a condition doing what it does at intervals.
func (r *Run) acts(a *Actor, id int) {
	held := *a.held(id)
	f := r.frame(a, r.partner(&held))
	f.number, f.asked = held.Number, held.Number
	began := r.savepoint()
	every := held.Condition.Every
	terms := r.do(f, every.Do, nil)
	if r.record && len(every.Do) > 0 {
		r.insertRecord(Outcome{Step: held.Condition.Name, Label: held.Condition.Label, Kind: kindNames[stepDo], Who: a.Key,
			Source: held.Condition.where, Guide: held.Condition.Src, Terms: terms}, began)
	}
	if every.sequence != nil {
		r.runSequence(f, call{seq: every.sequence})
	}
	if a.held(id) != nil && every.Once {
		r.emit(&Event{Kind: EventTick, of: a, Who: a.Key, What: held.Condition.Name, ID: id, At: noMore})
		return
	}
	if a.held(id) != nil && r.err == nil {
		r.emit(&Event{Kind: EventTick, of: a, Who: a.Key, What: held.Condition.Name, ID: id, At: r.count() + r.interval(a, &held)})
	}
}

// open is the turn of an actor coming: what its conditions do at its turn, then it is to declare.
func (r *Run) open(a *Actor) {
	for _, held := range append(r.held.allocN(len(a.Conditions))[:0], a.Conditions...) {
		if held.Condition.atTurn == nil || a.held(held.ID) == nil {
			continue
		}
		f := r.frame(a, r.partner(&held))
		f.number, f.asked = held.Number, held.Number
		r.runSequence(f, call{seq: held.Condition.atTurn})
	}
	r.until(a, untilTurn)
	r.emit(&Event{Kind: EventOpen, of: a, Who: a.Key})
}

// takeEffect is an action reaching its count. Then initiative is rolled again, from there. R11.
func (r *Run) takeEffect(a *Actor) ([]Reported, error) {
	d := a.Doing
	r.takingEffect = d
	if d.Paired {
		r.ledger.stale(a)
	}
	f, action, err := r.setting(a.Key, d)
	if bar := action.hindered(f); err == nil && bar != nil {
		err = &Refusal{bar.Refuse}
	}
	if _, impossible := err.(*Refusal); impossible { // whom it was for has left, or the tool is gone
		r.emit(&Event{Kind: EventDone, of: a, Who: a.Key, Text: "it comes to nothing: " + err.Error()})
		if a.Doing == nil {
			r.initiative(a, r.count())
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.spent = d.Points
	ending := r.held.allocN(len(a.Conditions))[:0]
	for _, held := range a.Conditions {
		if held.Condition.until == untilAction {
			ending = append(ending, held)
		}
	}
	slow := 0.0
	if f.use.asked && !f.use.trained {
		slow = 1
	}
	r.acting = a
	report := r.body(f, action)
	r.acting = nil
	for _, held := range ending {
		if a.held(held.ID) != nil {
			r.ended(a, &held)
		}
	}
	if a.Doing == d {
		r.emit(&Event{Kind: EventDone, of: a, Who: a.Key, Value: slow})
	}
	if r.err != nil || a.Doing != nil || a.cannot(r.rs, cannotAct) != nil || a.Turn >= 0 {
		return report, nil
	}
	if f.holds(r.rs.Order.next) {
		r.initiative(a, r.rs.Order.Pair.since(f, d, r.count())+r.late)
	} else {
		r.emit(&Event{Kind: EventTurn, of: a, Who: a.Key, At: r.count() + r.late})
	}
	return report, nil
}
