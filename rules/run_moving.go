package rules

import (
	"math"
	"slices"
)

// Movement of actors: pace, arrival and position. Positions are kept on a line, in metres; they are tracked only for actors that are
// placed. An actor moves by an activity that has a pace, towards a position or towards another actor, which may itself be moving. A span is
// time that passes at once, such as the hours of a march; during it, actors without a destination can keep moving along the line.

// mover is an actor that is moving along the line.
type mover struct {
	actor        *Actor  // the moving actor
	whom         *Actor  // actor that it moves towards; nil for a position
	pace         float64 // metres per second, with the sign of the direction
	secondsLeft  float64 // seconds until it arrives; infinity if it doesn't come closer
	targetPace   float64 // pace of the actor that it moves towards, in metres per second, with the sign of the direction
	arrivesFirst bool    // whether it is the first to arrive, or arrives at the same time as the first
}

// findMovers returns the number of seconds until the first of the moving actors in people arrives, but at most the given number, and a list
// of these actors.
func (r *Run) findMovers(people []*Actor, seconds float64) (float64, []mover) {
	var list []mover
	for _, original := range people {
		if !original.Placed || original.Going == nil && !r.span.movesOnward(original) {
			continue
		}
		a := r.actorCopy(original.Key)
		if ok, _ := a.CanMove(r.rs); a.Going == nil && !r.span.movesOnward(a) || !ok {
			continue
		}
		w := mover{actor: a, pace: a.Pace(r.rs), secondsLeft: math.Inf(1)}
		if a.Going != nil {
			if whom := r.actorCopy(a.Going.Whom); whom != nil && whom.Placed {
				w.whom = whom
			}
			w.pace = math.Copysign(w.pace, w.destination()-a.Place)
		}
		list = append(list, w)
	}
	first := seconds
	for i := range list {
		list[i].computeArrival(list)
		first = math.Min(first, list[i].secondsLeft)
	}
	for i := range list {
		list[i].arrivesFirst = list[i].secondsLeft <= first+slack
	}
	return first, list
}

// computeArrival sets the mover's targetPace and secondsLeft. all holds all movers; the target of the movement can be one of them.
func (w *mover) computeArrival(all []mover) {
	for i := range all {
		if all[i].actor == w.whom {
			w.targetPace = all[i].pace
		}
	}
	distance := math.Abs(w.destination() - w.actor.Place)
	closing := math.Abs(w.pace) - w.targetPace*math.Copysign(1, w.pace) // decrease of the distance, in metres per second
	if distance <= slack {
		w.secondsLeft = 0
	} else if closing > slack {
		w.secondsLeft = distance / closing
	}
}

// destination returns the position that the actor is moving to, in metres; infinity if it has no destination.
func (w *mover) destination() float64 {
	switch {
	case w.whom != nil:
		return w.whom.Place
	case w.actor.Going != nil:
		return w.actor.Going.To
	}
	return math.Inf(1)
}

// moveActors moves the actors of list for the given number of seconds and reports whether one arrives.
func (r *Run) moveActors(list []mover, seconds float64) (arrived bool) {
	places := make([]float64, len(list))
	for i := range list {
		w := &list[i]
		places[i] = w.actor.Place + w.pace*seconds
		if w.arrivesFirst { // exactly where its target will be, without a rounding error
			places[i] = w.destination() + w.targetPace*seconds
		}
	}
	for i := range list {
		w := &list[i]
		if place := TrimNoise(places[i]); place != w.actor.Place {
			r.emit(&Event{Kind: EventPlace, of: w.actor, Who: w.actor.Key, Value: place, By: TrimNoise(place - w.actor.Place), Going: w.actor.Going})
		}
		if w.arrivesFirst {
			arrived = true
			r.withActor(w.actor).stopMoving("is at " + formatNumber(math.Round(w.actor.Place*100)/100) + " m")
		}
	}
	return arrived
}

// stopMoving stops the actor's movement and every activity that moves it. why is the text to show.
func (s runActor) stopMoving(why string) {
	if s.a.Going != nil {
		s.emitOwn(&Event{Kind: EventPlace, Value: s.a.Place})
	}
	for _, activity := range s.a.Activities {
		if activity.pace != nil && (!activity.Stays || s.a.forbiddenBy(s.rs, cannotAct) != nil) {
			s.stopActivity(activity, why)
		}
	}
}

// Pace returns the actor's pace along the line, in metres per second.
func (a *Actor) Pace(rs *Ruleset) float64 { return a.highestPace(rs, false) }

// PaceBy returns the pace that an activity would give the actor, in metres per second; 0 if it has none.
func (a *Actor) PaceBy(rs *Ruleset, activity *Activity) float64 {
	if activity.pace == nil {
		return 0
	}
	return activity.pace.Num(rs.newFrame(a))
}

// highestPace returns the highest pace of the actor's activities, in metres per second. Activities that leave the actor's position
// unchanged (Activity.Stays) count only if all is set.
func (a *Actor) highestPace(rs *Ruleset, all bool) float64 {
	pace := 0.0
	for _, activity := range a.Activities {
		if activity.pace != nil && (all || !activity.Stays) {
			pace = math.Max(pace, activity.pace.Num(rs.newFrame(a)))
		}
	}
	return pace
}

// Speed is the pace that an activity gives an actor.
type Speed struct {
	Activity *Activity // activity that moves the actor
	Pace     float64   // metres per second
}

// Speeds lists the actor's pace for each activity that moves it.
func (a *Actor) Speeds(rs *Ruleset) (list []Speed) {
	f := rs.newFrame(a)
	for _, activity := range rs.Activities.All {
		if activity.pace == nil {
			continue
		}
		if pace := activity.pace.Num(f); pace > 0 {
			list = append(list, Speed{activity, TrimNoise(pace)})
		}
	}
	return list
}

// movesOnward reports whether an actor without a destination keeps moving along the line while the span passes. x may be nil.
func (x *span) movesOnward(a *Actor) bool {
	return x != nil && slices.ContainsFunc(x.doers, func(doer *Actor) bool { return doer.Key == a.Key })
}
