package rules

// Finish ends the encounter: what is on the way comes to nothing, no actor has a turn any more, and of the conditions those
// end of which over says so, and of the sides' those that are over with it. Where none is under way, that is all.
func (h *ByHand) Finish(over func(*Actor, *Held) bool) {
	r := h.r
	for _, there := range r.state.Actors {
		a := r.copy(there.Key)
		for a.Doing != nil {
			r.emit(&Event{Kind: EventDone, Who: a.Key})
		}
		if a.Turn >= 0 || a.Open || a.Waiting {
			r.emit(&Event{Kind: EventTurn, Who: a.Key, At: none})
		}
		for _, held := range there.Conditions {
			if a.held(held.ID) != nil && over(there, &held) {
				r.of(a).ended(&held)
			}
		}
	}
	for _, there := range r.state.Sides {
		a := r.copy(there.Key)
		for _, held := range there.Conditions {
			if held.Condition.Ends() {
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

// Outlasts reports whether a condition may go on after an encounter; one that may not is over by its nature.
func (c *Condition) Outlasts() bool {
	return !c.paired && (c.until == untilHand || c.until == untilFormula || c.until == untilEncounter)
}

// Ends reports whether a condition is over with the encounter, unless the game master says otherwise.
func (c *Condition) Ends() bool { return !c.Outlasts() || c.until == untilEncounter }

// Passes reports whether it is over when the next round begins.
func (c *Condition) Passes() bool { return c.until == untilRound }

// Goes reports whether a condition does something as time passes, or at the turns of who has it.
func (c *Condition) Goes() bool { return c.Every != nil || c.atTurn != nil }

// Fleeting reports whether a condition holds only within one action.
func (c *Condition) Fleeting() bool { return c.until == untilSequence }

// endOver ends the conditions of an actor whose `until` formula holds. With final, which is the end of a run, it also ends
// those that last for a sequence, and those between two whose tool was put away.
func (s subject) endOver(final bool) {
	var lasts *Condition // its formula reads pools alone and was found not to hold; ending other conditions doesn't change it
	for i := len(s.a.Conditions) - 1; i >= 0; i-- {
		held := &s.a.Conditions[i]
		switch c := held.Condition; {
		case final && (c.until == untilSequence || c.paired && held.Tool != nil && !s.a.Ready(held.Tool)):
			s.ended(held)
		case c.until == untilFormula && c != lasts && s.over(held):
			began := s.savepoint()
			s.ended(held)
			if s.record && !final {
				s.insertRecord(Outcome{Step: c.Name, Label: c.Label, Kind: kindNames[stepDo], Who: s.a.Key, Source: c.where, Guide: c.Src}, began)
			}
		case c.overByPools:
			lasts = c
		}
	}
}

// endExpired ends the conditions whose `until` formula holds, of every actor that the run has a copy of. It is called
// after each sequence that a step carries out.
func endExpired(r *Run) {
	for i := 0; r.rs.overByFormula && i < len(r.copies) && r.err == nil && !r.stopped; i++ {
		r.of(r.copies[i]).endOver(false)
	}
}
