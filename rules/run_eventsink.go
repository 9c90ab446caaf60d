package rules

// eventSink is the part of a run that differs between a campaign and the thousands of fights of a simulation: it takes the run's events and
// can cache results of earlier runs. A recorder collects events and applies them to copies of the actors; a Live (live.go) applies them in
// place and caches values that are the same in every run.
type eventSink interface {
	// takeEvent applies an event, and does not retain it.
	takeEvent(e *Event) error
	// ownActor returns a version of an actor that the run can change.
	ownActor(a *Actor) *Actor
	// wasUnable reports whether an actor could not act when the run began.
	wasUnable(a *Actor) bool
	// markStale records that an actor was changed without an event, so that numbers cached for it are out of date.
	markStale(a *Actor)
	// pendingAction returns the action that an actor has in progress, or nil.
	pendingAction(a *Actor) *Action
	// tallyTotal returns the total of a tally whose lines need no explanation.
	tallyTotal(t *Tally, f *Frame) float64
	// cachedAction returns the skill, tool and other choices that an earlier run found for the declared action d, or nil.
	cachedAction(a *Actor, d *OngoingAction) *actionCache
	// cacheAction stores the choices that this run has found for the declared action d, whose frame is f.
	cacheAction(f *Frame, d *OngoingAction)
}

// recorder is the event sink of a decision: it collects the events and leaves the state unchanged.
type recorder struct {
	r *Run // run whose events it collects
}

// takeEvent appends e to the decision's events, and applies it to the run's own copy of the actor. Events of rounds and stages are applied
// to the run's own copy of the state.
func (rec recorder) takeEvent(e *Event) error {
	r := rec.r
	r.events = append(r.events, *e)
	last := &r.events[len(r.events)-1]
	last.of, last.pool, last.condition = nil, nil, nil
	if e.Kind == EventRound || e.Kind == EventSideTurn || e.Kind == EventRolled {
		r.state.applyRound(r.rs, e)
		return nil
	}
	if e.Kind == EventStage {
		r.state.moveStage(e)
		return nil
	}
	if e.Who == "" || e.Kind == EventTell || e.Kind == EventJoin || e.Kind == EventLeave {
		return nil
	}
	if actor := r.actorCopy(e.Who); actor != nil {
		if r.rs.Order.InRounds() && r.state != nil {
			r.state.updateTurns(actor, e)
		}
		return actor.applyEvent(r.rs, e)
	}
	return nil
}

// ownActor returns a copy of a that the run may change.
func (rec recorder) ownActor(a *Actor) *Actor {
	copied := rec.r.arena.copyActor(a, extraConditions)
	copied.idleFrame = rec.r.newOuterFrame(copied)
	return copied
}

// wasUnable reports whether a could not act before this run.
func (rec recorder) wasUnable(a *Actor) bool {
	before := rec.r.state.Find(a.Key)
	return before != nil && before.forbiddenBy(rec.r.rs, cannotAct) != nil
}

// markStale does nothing, since a recorder caches nothing.
func (rec recorder) markStale(*Actor) {}

// pendingAction looks up the action that a has in progress.
func (rec recorder) pendingAction(a *Actor) *Action {
	action, _ := rec.r.rs.Actions.Get(a.Doing.Action)
	return action
}

// tallyTotal computes t on f without a trace, that is, without terms that explain it.
func (rec recorder) tallyTotal(t *Tally, f *Frame) float64 {
	total, _ := applyLines(t.lines, 0, f, nil)
	return total
}

// cachedAction returns nil.
func (rec recorder) cachedAction(*Actor, *OngoingAction) *actionCache { return nil }

// cacheAction does nothing.
func (rec recorder) cacheAction(*Frame, *OngoingAction) {}
