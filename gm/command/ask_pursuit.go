package command

import (
	"math"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// How a way ends, by the arrivals of the rules (rules/turn_journey.go): who catches up, heads off or comes behind. The menus of paces and
// exits show it.

// NoPursuit says that none of an actor's opponents can catch up with it.
const NoPursuit = "no one can catch up"

// TooSlow says that an actor won't catch up with the one it goes after.
const TooSlow = "can't catch up"

// Pursuit says in a few words how the way of an actor ends, by the engine's own arrivals, as things are: who of its opponents
// could catch up with it or be there first at the pace that is usual, or, if the actor goes after another one or to where one
// is going, whether it comes in time. It is empty for an actor who is not on the way, or has no opponents with a place.
func Pursuit(rs *rules.Ruleset, s *rules.State, a *rules.Actor) string {
	j, ok := rs.JourneyOf(s, a)
	if !ok {
		return ""
	}
	if j.Whom != nil {
		return chaseText(rs, s, &j)
	}
	if text := headingText(rs, s, a, &j); text != "" {
		return text
	}
	end, catches, heads := j.At, "", ""
	caught, first := math.Inf(1), math.Inf(1)
	pursuers := Pursuers(rs, s, a)
	for _, o := range pursuers {
		if at := arrivalOf(rs, s, o, rules.Going{From: o.Place, Whom: a.Key}); at < end && at < caught {
			caught, catches = at, o.Short+" can catch up at "+Number(at)
		}
		if at := arrivalOf(rs, s, o, rules.Going{From: o.Place, To: j.To}); at < end && at < first {
			first, heads = at, o.Short+" can be there first, at "+Number(at)
		}
	}
	switch {
	case len(pursuers) == 0:
		return ""
	case catches != "" && caught <= first:
		return catches
	case heads != "":
		return heads
	}
	return NoPursuit
}

// headingText says whether an actor is ahead of the first opponent who is on the way to the same place; empty if none is.
func headingText(rs *rules.Ruleset, s *rules.State, a *rules.Actor, j *rules.Journey) string {
	var first *rules.Actor
	end := math.Inf(1)
	for _, o := range Pursuers(rs, s, a) {
		other, ok := rs.JourneyOf(s, o)
		if ok && other.Whom == nil && other.To == j.To && (first == nil || other.At < end) {
			first, end = o, other.At
		}
	}
	switch {
	case first == nil:
		return ""
	case math.IsInf(end, 1):
		return "ahead of " + first.Short + ", who stands still"
	case j.At < end:
		return "ahead of " + first.Short + ", who is there at " + Number(end)
	}
	return "behind " + first.Short + ", who is there at " + Number(end)
}

// chaseText says whether an actor catches up with the one it goes after.
func chaseText(rs *rules.Ruleset, s *rules.State, j *rules.Journey) string {
	out, flees := rs.JourneyOf(s, j.Whom)
	if flees = flees && out.Whom == nil; !flees && !math.IsInf(j.At, 1) {
		return ""
	}
	switch {
	case flees && out.At <= j.At && out.At < math.Inf(1):
		return TooSlow + "; " + j.Whom.Short + " is there at " + Number(out.At)
	case math.IsInf(j.At, 1):
		return TooSlow + " with " + j.Whom.Short
	}
	return "catches up with " + j.Whom.Short + " at " + Number(j.At)
}

// arrivalOf returns the count at which an actor would be there if it went that way now, at its present pace if it is on the
// move, else at the usual one; infinite if never.
func arrivalOf(rs *rules.Ruleset, s *rules.State, a *rules.Actor, going rules.Going) float64 {
	then := *s
	then.Actors = slices.Clone(s.Actors)
	goes := *a
	goes.Going = &going
	if a.Pace(rs) <= 0 {
		pace := UsualPace(rs, a)
		if pace == nil {
			return math.Inf(1)
		}
		goes.Activities = append(slices.Clone(a.Activities), pace)
	}
	then.Actors[slices.Index(s.Actors, a)] = &goes
	j, ok := rs.JourneyOf(&then, &goes)
	if !ok {
		return math.Inf(1)
	}
	return j.At
}

// Pursuers returns those who are not of an actor's side, have a place, and can act and move.
func Pursuers(rs *rules.Ruleset, s *rules.State, a *rules.Actor) (list []*rules.Actor) {
	for _, o := range s.Actors {
		able, _ := o.CanAct(rs)
		moves, _ := o.CanMove(rs)
		if o.Side != a.Side && o.Placed && able && moves {
			list = append(list, o)
		}
	}
	return list
}

// UsualPace returns the activity by which an actor runs where none is named: that by which the usual tactic approaches, else
// the fastest. It is nil if the actor has no pace.
func UsualPace(rs *rules.Ruleset, a *rules.Actor) *rules.Activity {
	if usual := rs.Tactic(""); usual != nil && usual.Approaches() != nil && a.PaceBy(rs, usual.Approaches()) > 0 {
		return usual.Approaches()
	}
	var fastest rules.Speed
	for _, speed := range a.Speeds(rs) {
		if speed.Pace > fastest.Pace && !speed.Activity.Stays {
			fastest = speed
		}
	}
	return fastest.Activity
}

// WayOut returns the exit by which an actor flees from others: the nearest that it is nearer to than they are, or nil if there
// is none.
func WayOut(exits []campaign.Exit, a *rules.Actor, from []*rules.Actor) (way *campaign.Exit) {
	for i := range exits {
		exit := &exits[i]
		far := math.Abs(exit.Place - a.Place)
		ahead := !slices.ContainsFunc(from, func(o *rules.Actor) bool { return math.Abs(exit.Place-o.Place) <= far })
		if ahead && (way == nil || far < math.Abs(way.Place-a.Place)) {
			way = exit
		}
	}
	return way
}
