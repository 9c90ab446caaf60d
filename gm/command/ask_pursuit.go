package command

import (
	"math"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Races: whether opponents of a moving actor can catch up with it or be at its destination first, or whether the actor catches up with the
// one that it pursues. They are computed from the times of arrival by the rules (rules/turn_journey.go). The menus of paces and exits show
// the result.

// Texts for results of a race that several packages use.
const (
	NoPursuit = "no one can catch up" // no opponent can catch up with the actor
	TooSlow   = "can't catch up"      // the actor won't catch up with its target
)

// Race is the expected result of an actor's movement against others.
type Race struct {
	End RaceEnd      // kind of result
	Who *rules.Actor // opponent that decides it; nil for none
	At  float64      // count at which Who catches up, arrives or is caught, depending on End; infinite if never
}

// RaceEnd is a kind of result of a Race.
type RaceEnd int

// Results of a race, with Who as in Race.
const (
	RaceUnknown  RaceEnd = iota // no opponent takes part
	RaceFree                    // no opponent can catch up or arrive first
	RaceCaught                  // the opponent Who can catch up with the actor
	RaceHeadOff                 // the opponent Who can arrive at the actor's destination first
	RaceAhead                   // the opponent Who is moving to the same place and arrives later
	RaceBehind                  // the opponent Who is moving to the same place and arrives first
	RaceCatches                 // the actor catches up with Who, whom it pursues
	RaceTooSlow                 // the opponent Who, whom the actor pursues, arrives at its own destination first
	RaceNoNearer                // the actor gets no nearer to Who, whom it pursues
)

// PursuitText describes the race of actor a in state s in a few words (see ComputeRace), or returns "" if there is none.
func PursuitText(rs *rules.Ruleset, s *rules.State, a *rules.Actor) string {
	r := ComputeRace(rs, s, a)
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

// ComputeRace computes the race of actor a in state s. If a pursues someone, or an opponent moves to the same place, the result says which
// of the two arrives first. Otherwise it names the first opponent that could catch up with a, or be at a's destination first, at that
// opponent's usual pace. There is no race (RaceUnknown) if a isn't moving, or has no opponents with a position.
func ComputeRace(rs *rules.Ruleset, s *rules.State, a *rules.Actor) Race {
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

// raceToPlace returns the race between actor a, whose journey is j, and the opponent moving to the same place that arrives first. Who is
// nil if no opponent moves there.
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

// raceToActor returns the race between the actor with the journey j and the actor that it pursues, or RaceUnknown if the pursued actor
// isn't fleeing and can be reached. An actor flees if it moves to a place, not towards another actor.
func raceToActor(rs *rules.Ruleset, s *rules.State, j *rules.Journey) Race {
	escape, flees := rs.JourneyOf(s, j.Whom)
	if flees = flees && escape.Whom == nil; !flees && !math.IsInf(j.At, 1) {
		return Race{}
	}
	switch {
	case flees && escape.At <= j.At && escape.At < math.Inf(1):
		return Race{RaceTooSlow, j.Whom, escape.At}
	case math.IsInf(j.At, 1):
		return Race{RaceNoNearer, j.Whom, j.At}
	}
	return Race{RaceCatches, j.Whom, j.At}
}

// arrivalOf returns the count at which actor a would arrive at a destination, at its current pace if it is moving, otherwise at its usual
// one. It is infinite if the actor never arrives.
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

// Pursuers returns the opponents of actor a that could pursue it: they have a position, and can act and move.
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

// UsualPace returns the activity with which an actor moves by default: the one with which the default tactic approaches opponents, or else
// the fastest. It returns nil if the actor can't move.
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

// EscapeExit returns the exit through which actor a would flee from the actors in from: the nearest one to which a is closer than all of
// these, or nil if there is none.
func EscapeExit(exits []campaign.Exit, a *rules.Actor, from []*rules.Actor) (way *campaign.Exit) {
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
