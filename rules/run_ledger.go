package rules

// ledger is where what happens in a run goes, and what is known from earlier runs: events are collected, and change
// copies of the actors; or they change a Live in place, which works out once what stays as it is from run to run.
type ledger interface {
	// take carries an event out, and does not keep it.
	take(e *Event) error
	// own makes an actor of the state the run's own.
	own(a *Actor) *Actor
	// wasUnable reports whether an actor could not act when the run began.
	wasUnable(a *Actor) bool
	// stale notes that something about an actor has changed without an event.
	stale(a *Actor)
	// acting is the action that an actor has in the making; nil for none.
	acting(a *Actor) *Action
	// total is what a tally comes to where its lines are not explained.
	total(t *Tally, f *Frame) float64
	// found is what an action that is declared stands for, where that was found before; nil where it was not.
	found(a *Actor, d *Doing) *foundAction
	// keep remembers what an action was found to stand for.
	keep(f *Frame, d *Doing)
}

// collected is the ledger of a decision: it keeps the events, and leaves the state as it was.
type collected struct{ r *Run }

func (l collected) take(e *Event) error {
	r := l.r
	r.events = append(r.events, *e)
	last := &r.events[len(r.events)-1]
	last.of, last.pool, last.condition = nil, nil, nil
	if e.Kind == EventRound || e.Kind == EventSideTurn || e.Kind == EventRolled {
		r.state.rounds(r.rs, e)
		return nil
	}
	if e.Who == "" || e.Kind == EventTell || e.Kind == EventJoin || e.Kind == EventLeave {
		return nil
	}
	if actor := r.copy(e.Who); actor != nil {
		if r.rs.Order.InRounds() && r.state != nil {
			r.state.taken(r.rs, actor, e)
		}
		return actor.apply(r.rs, e)
	}
	return nil
}

func (l collected) own(a *Actor) *Actor {
	copied := l.r.arena.copyActor(a, moreHeld)
	copied.alone = l.r.alone(copied)
	return copied
}

func (l collected) wasUnable(a *Actor) bool {
	before := l.r.state.Find(a.Key)
	return before != nil && before.cannot(l.r.rs, cannotAct) != nil
}

func (l collected) stale(*Actor) {}

func (l collected) acting(a *Actor) *Action {
	action, _ := l.r.rs.Actions.Get(a.Doing.Action)
	return action
}

func (l collected) total(t *Tally, f *Frame) float64 {
	total, _ := applyLines(t.lines, 0, f, nil)
	return total
}

func (l collected) found(*Actor, *Doing) *foundAction { return nil }

func (l collected) keep(*Frame, *Doing) {}
