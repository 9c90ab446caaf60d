package rules

import "slices"

// The state at the count at which an action will take effect (land), for previews of it.

// StateAtLanding returns the state in which an action declared now takes effect after the given number of counts. who and whom are the
// actor's and the target's key. If the target's turn comes earlier, the target's conditions that last until its turn are ended; otherwise
// the state is s itself.
func (rs *Ruleset) StateAtLanding(s *State, who, whom string, counts float64) *State {
	doer, other := s.Find(who), s.Find(whom)
	if doer == nil || other == nil || !HasConditionEndingAtTurn(other) || rs.Order.InRounds() {
		return s
	}
	w := turnOrder{rs: rs}
	lands := PendingEvent{Kind: PendingAct, At: s.Count + counts, Actor: doer}
	if !w.isBefore(&PendingEvent{Kind: PendingTurn, At: other.Turn, Actor: other}, &lands) {
		return s
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	r.withActor(r.actorCopy(whom)).endLastingUntil(untilTurn)
	next, err := rs.Apply(s, slices.Clone(r.events))
	if r.err != nil || err != nil {
		return s
	}
	return next
}

// HasConditionEndingAtTurn reports whether an actor has a turn still to come, and a condition that ends when it comes.
func HasConditionEndingAtTurn(a *Actor) bool {
	return a.Turn >= 0 && !a.Open && slices.ContainsFunc(a.AllConditions(), func(held HeldCondition) bool { return held.Condition.until == untilTurn })
}
