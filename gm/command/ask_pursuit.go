package command

import (
	"math"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Races: the result of an actor's movement against its opponents, computed from the arrivals of the rules (rules/turn_journey.go): who
// catches up, intercepts or comes later. The menus of paces and exits show it.

// NoPursuit is the text that none of an actor's opponents can catch up with it.
const NoPursuit = "no one can catch up"

// TooSlow is the text that an actor won't catch up with its target.
const TooSlow = "can't catch up"

// Race is the result of an actor's movement against others.
type Race struct {
	End RaceEnd
	Who *rules.Actor // opponent; nil if there is none
	At  float64      // count at which Who catches up, arrives or is caught; infinite if never
}

// RaceEnd is a kind of result of a Race.
type RaceEnd int

// Results of a race.
const (
	RaceUnknown  RaceEnd = iota // no opponent takes part
	RaceFree                    // no one can catch up
	RaceCaught                  // opponent can catch up
	RaceHeadOff                 // opponent can arrive first
	RaceAhead                   // opponent is moving to the same place and arrives later
	RaceBehind                  // opponent arrives first
	RaceCatches                 // actor catches up with Who
	RaceTooSlow                 // pursued actor arrives first
	RaceNoNearer                // actor gets no nearer to Who
)

// Pursuit describes in a few words the result of an actor's movement against its opponents, or returns "" for RaceUnknown.
func Pursuit(rs *rules.Ruleset, s *rules.State, a *rules.Actor) string {
	r := RaceOf(rs, s, a)
	switch r.End {
	case RaceFree:
		return NoPursuit
	case RaceCaught:
		return r.Who.Short + " can catch up at " + Number(r.At)
	case RaceHeadOff:
		return r.Who.Short + " can be there first, at " + Number(r.At)
	case RaceAhead:
		if math.IsInf(r.At, 1) {
			return "ahead of " + r.Who.Short + ", who stands still"
		}
		return "ahead of " + r.Who.Short + ", who is there at " + Number(r.At)
	case RaceBehind:
		return "behind " + r.Who.Short + ", who is there at " + Number(r.At)
	case RaceCatches:
		return "catches up with " + r.Who.Short + " at " + Number(r.At)
	case RaceTooSlow:
		return TooSlow + "; " + r.Who.Short + " is there at " + Number(r.At)
	case RaceNoNearer:
		return TooSlow + " with " + r.Who.Short
	}
	return ""
}

// RaceOf computes the result of an actor's movement from the current state, with arrivals computed by the engine: which of its opponents
// could catch up or arrive first at their usual pace. If the actor pursues someone or shares a destination with someone, it returns whether
// the actor arrives in time. There is no race if the actor isn't moving, or has no opponents with a place.
func RaceOf(rs *rules.Ruleset, s *rules.State, a *rules.Actor) Race {
	j, ok := rs.JourneyOf(s, a)
	if !ok {
		return Race{}
	}
	if j.Whom != nil {
		return raceToActor(rs, s, &j)
	}
	if r := raceToPlace(rs, s, a, &j); r.Who != nil {
		return r
	}
	caught, first := Race{End: RaceCaught, At: math.Inf(1)}, Race{End: RaceHeadOff, At: math.Inf(1)}
	pursuers := Pursuers(rs, s, a)
	for _, o := range pursuers {
		if at := arrivalOf(rs, s, o, rules.Destination{From: o.Place, Whom: a.Key}); at < j.At && at < caught.At {
			caught.Who, caught.At = o, at
		}
		if at := arrivalOf(rs, s, o, rules.Destination{From: o.Place, To: j.To}); at < j.At && at < first.At {
			first.Who, first.At = o, at
		}
	}
	switch {
	case len(pursuers) == 0:
		return Race{}
	case caught.Who != nil && caught.At <= first.At:
		return caught
	case first.Who != nil:
		return first
	}
	return Race{End: RaceFree}
}

// raceToPlace returns the race between an actor and the first opponent who moves to the same place. Who is nil if there is no such
// opponent.
func raceToPlace(rs *rules.Ruleset, s *rules.State, a *rules.Actor, j *rules.Journey) Race {
	r := Race{End: RaceAhead, At: math.Inf(1)}
	for _, o := range Pursuers(rs, s, a) {
		other, ok := rs.JourneyOf(s, o)
		if ok && other.Whom == nil && other.To == j.To && (r.Who == nil || other.At < r.At) {
			r.Who, r.At = o, other.At
		}
	}
	if r.Who != nil && !math.IsInf(r.At, 1) && j.At >= r.At {
		r.End = RaceBehind
	}
	return r
}

// raceToActor returns whether an actor catches up with its target.
func raceToActor(rs *rules.Ruleset, s *rules.State, j *rules.Journey) Race {
	out, flees := rs.JourneyOf(s, j.Whom)
	if flees = flees && out.Whom == nil; !flees && !math.IsInf(j.At, 1) {
		return Race{}
	}
	switch {
	case flees && out.At <= j.At && out.At < math.Inf(1):
		return Race{RaceTooSlow, j.Whom, out.At}
	case math.IsInf(j.At, 1):
		return Race{RaceNoNearer, j.Whom, j.At}
	}
	return Race{RaceCatches, j.Whom, j.At}
}

// arrivalOf returns the count at which an actor would arrive by the movement going: at its current pace if it is moving, otherwise at the
// usual one. It is infinite if the actor never arrives.
func arrivalOf(rs *rules.Ruleset, s *rules.State, a *rules.Actor, going rules.Destination) float64 {
	next := *s
	next.Actors = slices.Clone(s.Actors)
	mover := *a
	mover.Going = &going
	if a.Pace(rs) <= 0 {
		pace := UsualPace(rs, a)
		if pace == nil {
			return math.Inf(1)
		}
		mover.Activities = append(slices.Clone(a.Activities), pace)
	}
	next.Actors[slices.Index(s.Actors, a)] = &mover
	j, ok := rs.JourneyOf(&next, &mover)
	if !ok {
		return math.Inf(1)
	}
	return j.At
}

// Pursuers returns the actors of other sides who have a place, and can act and move.
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

// UsualPace returns the activity with which an actor runs by default: that of the default tactic's approach, otherwise the fastest. It
// returns nil if the actor has no pace.
func UsualPace(rs *rules.Ruleset, a *rules.Actor) *rules.Activity {
	if usual := rs.Tactic(""); usual != nil && usual.ApproachActivity() != nil && a.PaceBy(rs, usual.ApproachActivity()) > 0 {
		return usual.ApproachActivity()
	}
	var fastest rules.Speed
	for _, speed := range a.Speeds(rs) {
		if speed.Pace > fastest.Pace && !speed.Activity.Stays {
			fastest = speed
		}
	}
	return fastest.Activity
}

// WayOut returns the exit through which an actor flees from others: the nearest of the exits that it is closer to than they are, or nil if
// there is none.
func WayOut(exits []campaign.Exit, a *rules.Actor, from []*rules.Actor) (way *campaign.Exit) {
	for i := range exits {
		exit := &exits[i]
		distance := math.Abs(exit.Place - a.Place)
		isAhead := !slices.ContainsFunc(from, func(o *rules.Actor) bool { return math.Abs(exit.Place-o.Place) <= distance })
		if isAhead && (way == nil || distance < math.Abs(way.Place-a.Place)) {
			way = exit
		}
	}
	return way
}
