package rules

import (
	"slices"
	"strings"
)

// elapse lets an actor go on with its activities for some seconds. What a pool has none of any more is told, with the
// second at which it ran out. G 4.
func (r *Run) elapse(a *Actor, seconds float64) {
	for _, activity := range a.Activities {
		for _, cost := range activity.cost {
			if !cost.atOnce {
				r.spend(a, activity, cost, seconds)
			}
		}
		if activity.until != nil && activity.until.Flag(r.frame(a, nil)) {
			r.stop(a, activity, activity.Label+" is over")
		}
		for _, gain := range activity.gain {
			if !gain.atOnce {
				r.gain(a, gain.pool, gain.by*seconds)
			}
		}
	}
}

// atOnce is what an activity takes and restores at once, however long it takes: a meal.
func (r *Run) atOnce(a *Actor, activity *Activity) {
	for _, cost := range activity.cost {
		if cost.atOnce {
			r.spend(a, activity, cost, 1)
		}
	}
	for _, gain := range activity.gain {
		if gain.atOnce {
			r.gain(a, gain.pool, gain.by)
		}
	}
}

// Begin is an actor beginning an activity by hand: who has nothing left for it is warned. R44.
func (r *Run) Begin(key string, activity *Activity) {
	a := r.copy(key)
	r.emit(&Event{Kind: EventActivity, of: a, Who: key, What: activity.Name})
	r.warn(a, activity)
	r.atOnce(a, activity)
}

// warn tells an actor that begins an activity with nothing left for it. R44.
func (r *Run) warn(a *Actor, activity *Activity) {
	if activity.warn != nil && activity.warn.Flag(r.frame(a, nil)) {
		r.emit(&Event{Kind: EventTell, Who: a.Key, Text: strings.ToLower(activity.Label) + " with nothing left for it (" + activity.Warn.Text + ")"})
	}
}

// stop ends an activity: the actor is back at the plain one of the group, where it has one.
func (r *Run) stop(a *Actor, activity *Activity, why string) {
	over := Event{Kind: EventActivity, of: a, Who: a.Key, What: activity.Name, At: none}
	for _, plain := range r.rs.Activities.All {
		if plain.Group == activity.Group && plain.Plain {
			over.What, over.At = plain.Name, 0
		}
	}
	r.emit(&over)
	r.emit(&Event{Kind: EventTell, Who: a.Key, Text: why})
}

func (r *Run) spend(a *Actor, activity *Activity, cost poolRate, seconds float64) {
	points := cost.by * seconds
	had := a.Levels[cost.pool.index].Now
	watched := r.levels(a)
	r.lose(a, cost.pool, nil, points, nil)
	for _, pool := range r.rs.Pools.All {
		if watched[pool.index] > pool.least && a.Levels[pool.index].Now <= pool.least {
			text := pool.Label + " ran out"
			if pool == cost.pool && cost.by > 0 && !cost.atOnce {
				text += " after " + Span(r.span.since()+had/cost.by)
			}
			r.emit(&Event{Kind: EventTell, Who: a.Key, Text: text})
		}
	}
}

func (r *Run) levels(a *Actor) []float64 {
	list := r.points.allocN(len(a.Levels))
	for i := range a.Levels {
		list[i] = a.Levels[i].Now
	}
	return list
}

// elapseAll lets every actor go on with what they do over time while the clock moves.
func (r *Run) elapseAll(seconds float64) {
	if slices.ContainsFunc(r.state.Actors, func(a *Actor) bool { return len(a.Activities) > 0 || a.Going != nil }) {
		r.advance(r.state.Actors, seconds)
	}
}

// advance lets some people go on with what they do: activities cost and restore, and who is going somewhere comes
// nearer. Who arrives stands from that moment on.
func (r *Run) advance(people []*Actor, seconds float64) {
	for r.err == nil {
		step, ways := r.journeys(people, seconds)
		for _, there := range people {
			if len(there.Activities) > 0 {
				a := r.copy(there.Key)
				r.span.walk(a, step)
				r.elapse(a, step)
			}
		}
		arrived := r.travel(ways, step)
		if seconds -= step; !arrived || seconds <= slack {
			return
		}
	}
}
