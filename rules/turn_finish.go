package rules

// The end of an encounter, and the conditions that outlast it. A condition can have a limit, a count at which it expires. A condition is
// shown only if a secret condition of its group outranks it: players see it, but it has no effect.

// Outcomes of a scene, as stored in the event that ends it.
const (
	OutcomeWon     = "won"           // the characters have won
	OutcomeLost    = "lost"          // they have lost
	OutcomeBroken  = "broken off"    // the scene ended undecided
	OutcomeEscaped = "they got away" // at least half of the opponents got away, and the others are down
	OutcomeReached = "goal reached"  // a goal of the scene was reached
	OutcomeFailed  = "goal failed"   // a goal of the scene wasn't reached
)

// Departure is somebody's leaving a fight.
type Departure struct {
	Side string // side of the one who left
	Able bool   // whether the one who left could act
}

// OutcomeAgainst returns the outcome of a fight after which no opponent is left who can act: fallen is the number of those who are down, and
// escaped the number of those who left.
func OutcomeAgainst(fallen, escaped int) string {
	if escaped > 0 && escaped >= fallen {
		return OutcomeEscaped
	}
	return OutcomeWon
}

// Finish ends the encounter: it drops actions in progress and turns, ends the actors' conditions for which shouldEnd returns true, and the
// sides' conditions that don't outlast it. The end is that of the fight if there is one, otherwise that of the scene. If no encounter is
// running, it emits no end event unless endsScene is set.
func (h *ManualChanges) Finish(endsScene bool, shouldEnd func(*Actor, *HeldCondition) bool) {
	r, end := h.r, Event{Kind: EventFinish}
	if h.r.rs.IsFightOn(h.r.state) {
		end.How = HowFight
	}
	for _, original := range r.state.Actors {
		a := r.actorCopy(original.Key)
		for a.Doing != nil {
			r.emit(&Event{Kind: EventDone, Who: a.Key})
		}
		if a.Turn != noCount || a.Open || a.Waiting {
			r.emit(&Event{Kind: EventTurn, Who: a.Key, At: noCount})
		}
		if r.state.Running {
			r.withActor(a).stopMoving("")
		}
		for _, held := range original.AllConditions() {
			if a.heldByID(held.ID) != nil && (shouldEnd(original, &held) || held.IsOnlyShown() && held.EndsWithEncounter()) {
				r.withActor(a).endWithMirror(&held)
			}
		}
	}
	for _, original := range r.state.Sides {
		a := r.actorCopy(original.Key)
		for _, held := range original.AllConditions() {
			if held.EndsWithEncounter() {
				r.withActor(a).endWithMirror(&held)
			}
		}
	}
	if !r.state.Running && !endsScene {
		return
	}
	r.emit(&end)
	ended := *r.state
	ended.Running, r.state = false, &ended // so that ending conditions gives no actor a turn
}

// EndsWithEncounter reports whether the condition ends with the encounter by default. A condition with a limit lasts until its limit.
func (h *HeldCondition) EndsWithEncounter() bool {
	return h.Limit == 0 && h.Condition.EndsWithEncounter()
}

// EndsWithEncounter reports whether the condition ends with the encounter by default.
func (c *Condition) EndsWithEncounter() bool {
	return !c.OutlastsEncounter() || c.until == untilEncounter || c.isKeptUp()
}

// EndsWithRound reports whether the condition ends when the next round begins.
func (c *Condition) EndsWithRound() bool { return c.until == untilRound }

// IsFleeting reports whether the condition lasts only within one action.
func (c *Condition) IsFleeting() bool { return c.until == untilSequence }

// IsBookkeeping reports whether the condition lasts only within one action or only gives figures their place in an order, so that the story
// mentions it only if it has sentences of its own.
func (c *Condition) IsBookkeeping() bool { return c.IsFleeting() || c.ordersFigures }
