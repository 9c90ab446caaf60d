package rules

import (
	"math"
	"slices"
	"sort"
)

// Journeys of actors along the line: when each arrives, and how one sets out.

// Arrivals lists the arrivals of actors on the move, the earliest first, each at the whole count at which the actor has arrived at its
// present pace. Actors that come no nearer are left out.
func (rs *Ruleset) Arrivals(s *State) []Owed { return findArrivals(rs, s, s.Actors) }

// findArrivals returns the arrivals of people on the move, in counts, the first one first.
func findArrivals(rs *Ruleset, s *State, people []*Actor) []Owed {
	if rs.countSeconds() <= 0 || !slices.ContainsFunc(people, func(a *Actor) bool { return a.Going != nil }) {
		return nil
	}
	r := rs.newRun(s, Known{Brief: true})
	defer r.release()
	_, ways := r.findMovers(people, math.Inf(1))
	var list []Owed
	for i := range ways {
		if w := &ways[i]; !math.IsInf(w.in, 1) {
			list = append(list, Owed{Kind: OwedWay, At: math.Ceil(s.Count + w.in/rs.countSeconds() - slack), Actor: s.Find(w.actor.Key)})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
	return list
}

// Journey is the way that an actor is on.
type Journey struct {
	Whom      *Actor  // the actor that it moves towards; nil for a place
	To        float64 // destination, in metres along the line
	Remaining float64 // metres to go
	Covered   float64 // metres covered
	At        float64 // whole count of the arrival at the present pace; infinity if it comes no nearer
}

// JourneyOf returns the way that an actor is on; ok is false if there is none.
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
	for _, there := range findArrivals(rs, s, people) {
		if there.Actor == a {
			j.At = there.At
		}
	}
	return j, true
}

// Coming returns what the timeline owes next or, if it owes nothing, the first arrival of an actor on the move; ok is false if
// there is neither.
func (rs *Ruleset) Coming(s *State) (next Owed, ok bool) {
	if next, ok = rs.NextOwed(s); ok {
		return next, true
	}
	if list := rs.Arrivals(s); len(list) > 0 {
		return list[0], true
	}
	return next, false
}

// Beginning returns the declaration that makes an actor take up an activity. ok is false if the actor does so at once: outside an
// encounter, if no action begins the activity, or if the actor already does this activity or a later one of its group.
func (a *Actor) Beginning(s *State, activity *Activity) (d Doing, ok bool) {
	place := slices.Index(activity.rates, activity)
	if !s.Running || activity.begin == nil || a.activityIndex(activity.rates) >= place {
		return d, false
	}
	return Doing{Action: activity.begin.Name, Asked: float64(place)}, true
}

// setOff lets the actor take up an activity, by the action that begins it if there is one, and set out; going may be nil. If it
// refuses, nothing changes.
func (s runActor) setOff(by *Activity, going *Going) error {
	if d, rolled := s.a.Beginning(s.state, by); rolled {
		if _, err := s.declareAction(&d); err != nil {
			return err
		}
	} else {
		s.emitOwn(&Event{Kind: EventActivity, What: by.Name})
		s.warnUnpaid(by)
		s.applyOnce(by)
	}
	if going != nil {
		s.emitOwn(&Event{Kind: EventPlace, Value: s.a.Place, Going: going})
	}
	return nil
}
