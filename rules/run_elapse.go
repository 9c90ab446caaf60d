package rules

import (
	"slices"
)

// The effects of time on actors: activities cost and restore points. turn_pass.go decides how much time passes.

// elapse applies the actor's activities for the given number of seconds and emits an EventTell for each pool that runs out,
// with the second at which it does. Guide, chapter 4.
func (s runActor) elapse(seconds float64) {
	for _, activity := range s.a.Activities {
		for _, cost := range activity.cost {
			if !cost.atOnce {
				s.spend(cost, seconds)
			}
		}
		if activity.until != nil && activity.until.Flag(s.frame(s.a, nil)) {
			s.stop(activity, activity.Label+" is over")
		}
		s.restore(activity, false, seconds)
	}
}

// restore applies the gains of an activity for the given number of seconds, or those that come at once, unless a condition forbids
// it.
func (s runActor) restore(activity *Activity, atOnce bool, seconds float64) {
	if len(activity.gain) == 0 || s.a.cannot(s.rs, cannotRest) != nil {
		return
	}
	for _, gain := range activity.gain {
		if gain.atOnce == atOnce {
			s.gain(gain.pool, gain.by*seconds)
		}
	}
}

// atOnce applies the costs and gains that do not depend on an activity's duration, such as a meal's.
func (s runActor) atOnce(activity *Activity) {
	for _, cost := range activity.cost {
		if cost.atOnce {
			s.spend(cost, 1)
		}
	}
	s.restore(activity, true, 1)
}

// warn emits a warning if the actor cannot pay for the activity (R44) or would gain nothing from it.
func (s runActor) warn(activity *Activity) {
	if why := s.a.cannot(s.rs, cannotRest); why != nil && len(activity.gain) > 0 {
		s.happen(&Event{Kind: EventTell, How: visibility(s.a.Conditions, &why.Head), Text: "regains nothing: " + MidSentence(why.Label)})
	}
	if activity.warn != nil && activity.warn.Flag(s.frame(s.a, nil)) {
		s.happen(&Event{Kind: EventTell, Text: MidSentence(activity.Label) + " without its cost (" + activity.Warn.Text + ")"})
	}
}

// spend takes the cost of an activity for the given number of seconds, and emits which pools ran out and when.
func (s runActor) spend(cost poolRate, seconds float64) {
	points := cost.by * seconds
	had := s.a.Levels[cost.pool.index].Now
	watched := s.levels()
	s.lose(cost.pool, nil, points, nil)
	for _, pool := range s.rs.Pools.All {
		if watched[pool.index] > pool.minimum && s.a.Levels[pool.index].Now <= pool.minimum {
			text := pool.Label + " ran out"
			if pool == cost.pool && cost.by > 0 && !cost.atOnce {
				text += " after " + SpanText(s.span.since()+had/cost.by)
			}
			s.happen(&Event{Kind: EventTell, Text: text})
		}
	}
}

// levels returns the points in each pool now, by index of the pool, in memory of the run.
func (s runActor) levels() []float64 {
	list := s.points.allocN(len(s.a.Levels))
	for i := range s.a.Levels {
		list[i] = s.a.Levels[i].Now
	}
	return list
}

// elapseAll advances all actors that have an activity or are on the move, while the clock runs for the given number of seconds.
func (r *Run) elapseAll(seconds float64) {
	if slices.ContainsFunc(r.state.Actors, func(a *Actor) bool { return len(a.Activities) > 0 || a.Going != nil }) {
		r.advance(r.state.Actors, seconds)
	}
}

// advance moves actors forward in time in steps that end when one of them arrives. Their activities cost and restore, and movers
// move.
func (r *Run) advance(people []*Actor, seconds float64) {
	for r.err == nil {
		step, ways := r.movers(people, seconds)
		for _, there := range people {
			if len(there.Activities) > 0 {
				a := r.copy(there.Key)
				r.span.walk(a, step)
				r.of(a).elapse(step)
			}
		}
		arrived := r.travel(ways, step)
		if seconds -= step; !arrived || seconds <= slack {
			return
		}
	}
}

// since returns the number of seconds of the span that are over; 0 for nil.
func (x *span) since() float64 {
	if x == nil {
		return 0
	}
	return x.done
}

// walk adds the distance that the actor covers in the given number of seconds.
func (x *span) walk(a *Actor, seconds float64) {
	if x != nil {
		x.metres[slices.Index(x.people, a)] += a.pace(x.r.rs, true) * seconds
	}
}
