package rules

import (
	"math"
	"slices"
)

// Actors on the way along the line: how fast, when they arrive, and where they stand at a moment.

// mover is an actor on the move along the line.
type mover struct {
	actor  *Actor
	whom   *Actor  // up to whom; nil for a place
	pace   float64 // metres per second, with the sign of the direction
	in     float64 // the seconds until it arrives
	whose  float64 // the pace of whom
	arrive bool
}

// movers lists who of some is on the move, and says how many of some seconds pass until the first of them arrives.
func (r *Run) movers(people []*Actor, seconds float64) (float64, []mover) {
	var list []mover
	for _, there := range people {
		if !there.Placed || there.Going == nil && !r.span.onward(there) {
			continue
		}
		a := r.copy(there.Key)
		if ok, _ := a.CanMove(r.rs); a.Going == nil && !r.span.onward(a) || !ok {
			continue
		}
		w := mover{actor: a, pace: a.Pace(r.rs), in: math.Inf(1)}
		if a.Going != nil {
			if whom := r.copy(a.Going.Whom); whom != nil && whom.Placed {
				w.whom = whom
			}
			w.pace = math.Copysign(w.pace, w.to()-a.Place)
		}
		list = append(list, w)
	}
	first := seconds
	for i := range list {
		w := &list[i]
		for j := range list {
			if list[j].actor == w.whom {
				w.whose = list[j].pace
			}
		}
		far := math.Abs(w.to() - w.actor.Place)
		if nearer := math.Abs(w.pace) - w.whose*math.Copysign(1, w.pace); far <= slack {
			w.in = 0
		} else if nearer > slack {
			w.in = far / nearer
		}
		first = math.Min(first, w.in)
	}
	for i := range list {
		list[i].arrive = list[i].in <= first+slack
	}
	return first, list
}

// to returns where an actor is going at present.
func (w *mover) to() float64 {
	switch {
	case w.whom != nil:
		return w.whom.Place
	case w.actor.Going != nil:
		return w.actor.Going.To
	}
	return math.Inf(1)
}

// travel moves every actor who is on the way for some seconds, until the first arrives; it reports whether one does.
func (r *Run) travel(list []mover, seconds float64) (arrived bool) {
	places := make([]float64, len(list))
	for i := range list {
		w := &list[i]
		places[i] = w.actor.Place + w.pace*seconds
		if w.arrive {
			places[i] = w.to() + w.whose*seconds
		}
	}
	for i := range list {
		w := &list[i]
		if place := TrimNoise(places[i]); place != w.actor.Place {
			r.emit(&Event{Kind: EventPlace, of: w.actor, Who: w.actor.Key, Value: place, By: TrimNoise(place - w.actor.Place), Going: w.actor.Going})
		}
		if w.arrive {
			arrived = true
			r.of(w.actor).stand("is at " + formatNumber(math.Round(w.actor.Place*100)/100) + " m")
		}
	}
	return arrived
}

// stand ends the way of an actor, and every activity that moves it.
func (s runActor) stand(why string) {
	if s.a.Going != nil {
		s.happen(&Event{Kind: EventPlace, Value: s.a.Place})
	}
	for _, activity := range s.a.Activities {
		if activity.pace != nil && (!activity.Stays || s.a.cannot(s.rs, cannotAct) != nil) {
			s.stop(activity, why)
		}
	}
}

// Pace returns how fast an actor moves along the line, in metres per second.
func (a *Actor) Pace(rs *Ruleset) float64 { return a.pace(rs, false) }

// PaceBy returns how fast an actor would get on by an activity, in metres per second; 0 if it has no pace.
func (a *Actor) PaceBy(rs *Ruleset, activity *Activity) float64 {
	if activity.pace == nil {
		return 0
	}
	return activity.pace.Num(rs.frame(a))
}

// pace returns how fast an actor moves, in metres per second; with all also by activities that keep it where it is.
func (a *Actor) pace(rs *Ruleset, all bool) float64 {
	pace := 0.0
	for _, activity := range a.Activities {
		if activity.pace != nil && (all || !activity.Stays) {
			pace = math.Max(pace, activity.pace.Num(rs.frame(a)))
		}
	}
	return pace
}

// Speed is how fast an actor would be by an activity, in metres per second.
type Speed struct {
	Activity *Activity
	Pace     float64
}

// Speeds lists how fast an actor is by every activity by which one gets anywhere.
func (a *Actor) Speeds(rs *Ruleset) (list []Speed) {
	f := rs.frame(a)
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

// onward reports whether an actor that is going nowhere in particular goes on along the line.
func (x *span) onward(a *Actor) bool {
	return x != nil && slices.ContainsFunc(x.doers, func(one *Actor) bool { return one.Key == a.Key })
}
