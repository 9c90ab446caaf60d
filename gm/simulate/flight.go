package simulate

import (
	"math"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Flight of a fighter, through an exit or away from its opponents. Places are positions in metres along a line; in a game without them, a
// fighter that flees leaves the fight at once. The Clear of a tactic is the distance from all opponents at which its fighter has escaped.

// escape is the route on which a fighter flees.
type escape struct {
	destination float64        // destination, in metres along the line
	exit        *campaign.Exit // exit at the destination; nil if the encounter has none
	out         bool           // whether the fighter has arrived, or can leave at once
}

// exitReach is the distance from an exit, in metres, within which a fighter can leave through it.
const exitReach = 0.5

// nearestOpponent returns the nearest opponent who can act, or nil if there is none.
func (f *fight) nearestOpponent(m *fighter) (found *rules.Actor) {
	for i := range f.fighters {
		// an opponent who can act and is nearer than the nearest so far
		if o := &f.fighters[i]; o.able && o.side != m.side && (found == nil || distanceBetween(m.Actor, o.Actor) < distanceBetween(m.Actor, found)) {
			found = o.Actor
		}
	}
	return found
}

// planEscape finds an escape route: through the nearest exit that the fighter reaches before its opponents or, if the encounter has no
// exits, away from the nearest opponent. ok is false if there is no such exit.
func (f *fight) planEscape(m *fighter) (route escape, ok bool) {
	nearest := f.nearestOpponent(m)
	if m.tactic.FlightActivity() == nil || !m.Placed || nearest == nil {
		return escape{out: true}, true
	}
	if len(f.exits) > 0 {
		var opponents []*rules.Actor
		for i := range f.fighters {
			if o := &f.fighters[i]; o.able && o.side != m.side && o.Placed {
				opponents = append(opponents, o.Actor)
			}
		}
		exit := command.EscapeExit(f.exits, m.Actor, opponents)
		if exit == nil {
			return route, false
		}
		return escape{exit.Place, exit, math.Abs(exit.Place-m.Place) <= exitReach}, true
	}
	if distanceBetween(m.Actor, nearest) >= m.tactic.Clear {
		return escape{out: true}, true
	}
	route.destination = m.Place + m.tactic.Clear
	if nearest.Place > m.Place {
		route.destination = m.Place - m.tactic.Clear
	}
	if m.Going != nil && m.Going.Whom == "" && (m.Going.To > m.Place) == (route.destination > m.Place) {
		route.destination = m.Going.To // it is already moving in that direction
	}
	return route, true
}

// fleeOrLeave lets a fighter leave the fight, or continue on its route. done is false if it is cornered, cannot move, or would leave while
// an action against it is in progress; the caller then lets it take the next possible action of its tactic.
func (f *fight) fleeOrLeave(m *fighter) (done bool, err error) {
	route, ok := f.planEscape(m)
	if !ok || route.out && f.isUnderAttack(m) {
		return false, nil
	}
	if canMove, _ := m.CanMove(f.rules); !canMove && !route.out {
		return false, nil
	}
	if m.flight = &route; route.out {
		return true, f.removeFighter(m)
	}
	if m.Going == nil || m.Going.Whom != "" || m.Going.To != route.destination || !m.isFastEnough(f.state, m.tactic.FlightActivity()) {
		if err := f.settleDeparture(f.live.MoveTo(m.Actor, m.tactic.FlightActivity(), route.destination)); err != nil {
			return true, err
		}
	}
	return true, f.updateChangedFighters(f.live.RollInitiative(m.Actor))
}

// escapeLine returns the line with which a fighter flees: it leaves, sets out, or continues, and its next turn is rolled. going is its
// previous movement; open reports whether its turn had come. A fighter that waits and already moves at full pace has nothing else to do.
// The reason of a line follows the word “because” (see Turn.LineWithReason).
func (route *escape) escapeLine(f *fight, m *fighter, going *rules.Destination, open bool) (Turn, error) {
	why, place := "the enemy is near", command.Number(math.Round(route.destination))
	if route.exit != nil {
		why, place = route.exit.Label+" is the way out", route.exit.Name
	}
	switch {
	case route.out && route.exit != nil:
		return Turn{Line: "remove " + m.Key, Why: route.exit.Label + " is reached"}, nil
	case route.out && m.Placed && m.tactic.FlightActivity() != nil:
		return Turn{Line: "remove " + m.Key, Why: "of an escape"}, nil
	case route.out:
		return Turn{Line: "remove " + m.Key, Why: "of the wounds"}, nil
	case m.Going != going:
		return Turn{Line: "move " + m.Key + " to " + place + " " + m.tactic.FlightActivity().Name, Why: why}, nil
	case !open && !m.isFastEnough(f.state, m.tactic.FlightActivity()):
		return Turn{Line: "initiative " + m.Key, Why: why}, nil
	case !open:
		return Turn{}, command.Refusal("%s flees already. Type `next`.", m.Name)
	}
	return Turn{Line: passVerb + " " + m.Key, Why: why}, nil
}
