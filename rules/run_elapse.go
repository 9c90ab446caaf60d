package rules

import (
	"slices"
)

// The effects of time on actors: activities, such as marching or sleeping, cost and restore points. turn_pass.go determines how much time
// passes. A span is time that passes at once, such as the hours of a rest.

// elapseActivities applies the actor's activities for the given number of seconds, and emits an EventTell for each pool that runs out, with
// the time after which it is empty. Guide, chapter 4.
func (s runActor) elapseActivities(seconds float64) {
	for _, activity := range s.a.Activities {
		for _, cost := range activity.cost {
			if !cost.atOnce {
				s.spendPoints(cost, seconds)
			}
		}
		if activity.until != nil && activity.until.Flag(s.newFrame(s.a, nil)) {
			s.stopActivity(activity, activity.Label+" is over")
		}
		s.restorePools(activity, false, seconds)
	}
}

// restorePools applies the gains of an activity for the given number of seconds, unless a condition forbids it. If atOnce is set, it
// applies the activity's immediate gains instead; seconds is then 1.
func (s runActor) restorePools(activity *Activity, atOnce bool, seconds float64) {
	if len(activity.gain) == 0 || s.a.forbiddenBy(s.rs, cannotRest) != nil {
		return
	}
	for _, gain := range activity.gain {
		if gain.atOnce == atOnce {
			s.gainPoints(gain.pool, gain.points*seconds)
		}
	}
}

// applyOnce applies the costs and gains that do not depend on an activity's duration, such as those of a meal.
func (s runActor) applyOnce(activity *Activity) {
	for _, cost := range activity.cost {
		if cost.atOnce {
			s.spendPoints(cost, 1)
		}
	}
	s.restorePools(activity, true, 1)
}

// warnUnpaid emits a warning if the actor can't pay for the activity (R44) or would gain nothing from it.
func (s runActor) warnUnpaid(activity *Activity) {
	if why := s.a.forbiddenBy(s.rs, cannotRest); why != nil && len(activity.gain) > 0 {
		s.emitOwn(&Event{Kind: EventTell, How: visibilityTo(s.a.Conditions, &why.Head), Text: "regains nothing: " + MidSentence(why.Label)})
	}
	if activity.warn != nil && activity.warn.Flag(s.newFrame(s.a, nil)) {
		s.emitOwn(&Event{Kind: EventTell, Text: MidSentence(activity.Label) + " without its cost (" + activity.Warn.Text + ")"})
	}
}

// spendPoints takes the cost of an activity for the given number of seconds, and emits an event for each pool that runs out, with the time
// when it does.
func (s runActor) spendPoints(cost poolRate, seconds float64) {
	points := cost.points * seconds
	had := s.a.Levels[cost.pool.index].Now
	before := s.poolLevels()
	s.losePoints(cost.pool, nil, points, nil)
	for _, pool := range s.rs.Pools.All {
		if before[pool.index] > pool.minimum && s.a.Levels[pool.index].Now <= pool.minimum {
			text := pool.Label + " ran out"
			if pool == cost.pool && cost.points > 0 && !cost.atOnce {
				// had/cost.points is the number of seconds until the pool was empty
				text += " after " + SpanText(s.span.elapsedSeconds()+had/cost.points)
			}
			s.emitOwn(&Event{Kind: EventTell, Text: text})
		}
	}
}

// poolLevels returns the current points in each pool, by index of the pool. The list is allocated in the run's arena and valid only during
// the run.
func (s runActor) poolLevels() []float64 {
	list := s.points.allocN(len(s.a.Levels))
	for i := range s.a.Levels {
		list[i] = s.a.Levels[i].Now
	}
	return list
}

// elapseAll advances all actors that have an activity or are moving by the given number of seconds.
func (r *Run) elapseAll(seconds float64) {
	if slices.ContainsFunc(r.state.Actors, func(a *Actor) bool { return len(a.Activities) > 0 || a.Going != nil }) {
		r.advanceActors(r.state.Actors, seconds)
	}
}

// advanceActors advances actors by the given number of seconds, in steps that end when one of them arrives. Activities cost and restore
// points, and movers move.
func (r *Run) advanceActors(people []*Actor, seconds float64) {
	for r.err == nil {
		step, movers := r.findMovers(people, seconds)
		for _, original := range people {
			if len(original.Activities) > 0 {
				a := r.actorCopy(original.Key)
				r.span.addDistance(a, step)
				r.withActor(a).elapseActivities(step)
			}
		}
		arrived := r.moveActors(movers, step)
		if seconds -= step; !arrived || seconds <= slack {
			return
		}
	}
}

// elapsedSeconds returns the number of seconds of the span that have passed; 0 for nil.
func (x *span) elapsedSeconds() float64 {
	if x == nil {
		return 0
	}
	return x.elapsed
}

// addDistance adds to x.metres the distance that the actor covers in the given number of seconds, even if its position doesn't change. x
// may be nil.
func (x *span) addDistance(a *Actor, seconds float64) {
	if x != nil {
		x.metres[slices.Index(x.people, a)] += a.highestPace(x.r.rs, true) * seconds
	}
}
