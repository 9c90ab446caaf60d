package rules

import (
	"math"
	"slices"
	"sort"
)

// Journeys of actors: setting out, and the counts at which actors arrive. Positions are kept on a line, in metres. Each group of activities
// has an order, such as walking before running (Activity.groupActivities); an action can begin an activity.

// Arrivals lists the arrivals of moving actors, the earliest first, each at the first whole count by which the actor, at its current pace,
// has arrived. Actors that don't approach their destination are omitted.
func (rs *Ruleset) Arrivals(s *State) []PendingEvent { return findArrivals(rs, s, s.Actors) }

// findArrivals returns the arrivals of the moving actors in people, the earliest first.
func findArrivals(rs *Ruleset, s *State, people []*Actor) []PendingEvent {
	if rs.secondsPerCount() <= 0 || !slices.ContainsFunc(people, func(a *Actor) bool { return a.Going != nil }) {
		return nil
	}
	r := rs.newRun(s, DecisionInput{Brief: true})
	defer r.release()
	_, movers := r.findMovers(people, math.Inf(1))
	var list []PendingEvent
	for i := range movers {
		if m := &movers[i]; !math.IsInf(m.secondsLeft, 1) {
			list = append(list, PendingEvent{Kind: PendingArrival, At: math.Ceil(s.Count + m.secondsLeft/rs.secondsPerCount() - slack), Actor: s.Find(m.actor.Key)})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
	return list
}

// Journey is an actor's movement towards a destination.
type Journey struct {
	Whom      *Actor  // actor that it moves towards; nil for a position
	To        float64 // position of the destination, in metres along the line
	Remaining float64 // metres still to cover
	Covered   float64 // metres covered so far
	At        float64 // whole count of the arrival at the current pace; infinity if the actor doesn't come closer
}

// JourneyOf returns the journey of an actor; ok is false if there is none.
func (rs *Ruleset) JourneyOf(s *State, a *Actor) (j Journey, ok bool) {
	if a.Going == nil || !a.Placed {
		return j, false
	}
	j = Journey{To: a.Going.To, Covered: math.Abs(a.Place - a.Going.From), At: math.Inf(1)}
	people := []*Actor{a}
	if whom := s.Find(a.Going.Whom); whom != nil && whom.Placed {
		j.Whom, j.To = whom, whom.Place
		people = append(people, whom)
	}
	j.Remaining = math.Abs(j.To - a.Place)
	for _, arrival := range findArrivals(rs, s, people) {
		if arrival.Actor == a {
			j.At = arrival.At
		}
	}
	return j, true
}

// NextEvent returns the next pending event of the timeline or, if there is none, the first arrival of a moving actor; ok is false
// if there is neither.
func (rs *Ruleset) NextEvent(s *State) (next PendingEvent, ok bool) {
	if next, ok = rs.NextPending(s); ok {
		return next, true
	}
	if list := rs.Arrivals(s); len(list) > 0 {
		return list[0], true
	}
	return next, false
}

// DeclarationToBegin returns the declaration with which an actor begins an activity. ok is false if the actor needs none: no one takes
// turns, no action begins the activity, or the actor's activity is already this one or a later one of its group.
func (a *Actor) DeclarationToBegin(s *State, activity *Activity) (d OngoingAction, ok bool) {
	index := slices.Index(activity.groupActivities, activity)
	if !s.Running || activity.begin == nil || a.activityIndex(activity.groupActivities) >= index || !slices.ContainsFunc(s.Actors, (*Actor).TakesTurns) {
		return d, false
	}
	return OngoingAction{Action: activity.begin.Name, Asked: float64(index)}, true
}

// setOff makes the actor begin an activity, by the action for it if there is one, and set out for going, which may be nil. After an error,
// nothing is changed.
func (s runActor) setOff(activity *Activity, going *Destination) error {
	if d, needed := s.a.DeclarationToBegin(s.state, activity); needed {
		if _, err := s.declareAction(&d); err != nil {
			return err
		}
	} else {
		s.emitOwn(&Event{Kind: EventActivity, What: activity.Name})
		s.warnUnpaid(activity)
		s.applyOnce(activity)
	}
	if going != nil {
		s.emitOwn(&Event{Kind: EventPlace, Value: s.a.Place, Going: going})
	}
	return nil
}
