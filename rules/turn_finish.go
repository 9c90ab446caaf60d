package rules

// The end of an encounter, and which conditions outlast it.

// How a scene ended, as the event that ends it says.
const (
	OutcomeWon     = "won"
	OutcomeLost    = "lost"
	OutcomeBroken  = "broken off"
	OutcomeReached = "goal reached"
	OutcomeFailed  = "goal failed"
)

// Finish ends the encounter: what is on the way comes to nothing, no actor has a turn any more, and of the conditions those
// end of which over says so, and of the sides' those that are over with it. Where none is under way, that is all.
func (h *ByHand) Finish(over func(*Actor, *Held) bool) {
	r := h.r
	for _, there := range r.state.Actors {
		a := r.copy(there.Key)
		for a.Doing != nil {
			r.emit(&Event{Kind: EventDone, Who: a.Key})
		}
		if a.Turn != none || a.Open || a.Waiting {
			r.emit(&Event{Kind: EventTurn, Who: a.Key, At: none})
		}
		if r.state.Running {
			r.of(a).stand("")
		}
		for _, held := range there.Lasting() {
			if a.held(held.ID) != nil && (over(there, &held) || held.OnlyShown() && held.Ends()) {
				r.of(a).ended(&held)
			}
		}
	}
	for _, there := range r.state.Sides {
		a := r.copy(there.Key)
		for _, held := range there.Lasting() {
			if held.Ends() {
				r.of(a).ended(&held)
			}
		}
	}
	if !r.state.Running {
		return
	}
	r.emit(&Event{Kind: EventFinish})
	ended := *r.state
	ended.Running, r.state = false, &ended // so that no actor has a turn again, whatever could be done now
}

// Ends reports whether a condition is over with the encounter, unless the game master says otherwise; one with a limit lasts until
// then.
func (h *Held) Ends() bool { return h.Limit == 0 && h.Condition.Ends() }

// Ends reports whether a condition is over with the encounter, unless the game master says otherwise.
func (c *Condition) Ends() bool { return !c.Outlasts() || c.until == untilEncounter || c.held() }

// Passes reports whether it is over when the next round begins.
func (c *Condition) Passes() bool { return c.until == untilRound }

// Fleeting reports whether a condition holds only within one action.
func (c *Condition) Fleeting() bool { return c.until == untilSequence }
