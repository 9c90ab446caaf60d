package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// The position in an order by rounds: whose turn it is and who has already had a turn. turn_rounds.go advances it. Sides take turns; in the
// turn of a side, one or more of its actors, here also called figures, take turns of their own. Turns can have a price, which is paid from
// the points that the side had at the start of its turn. A side passes if none of its actors can or will act.

// Round is the position in an order by rounds: a count is a round, in which the sides have turns. A Round is immutable; every change
// creates a new one.
type Round struct {
	Sides     []string           // sides that take part, in the order of their turns
	At        int                // index of the side whose turn it is; -1 before the first
	Remaining float64            // number of actors of the side at At that can still take their turn; infinity for all
	Purse     map[string]float64 // points that pay for turns, by pool, as of the start of the side's turn
	Acted     bool               // whether an actor has taken its turn during the current turn of its side
	Last      float64            // number of sides' turns left in the round, once a side has passed; noPass until then
	Began     []string           // sides whose turn has begun in this round, in order, once for each turn
	Passed    []string           // sides that have passed in this round because they had to
	Taken     []string           // keys of the actors that have taken their turn in this round, in order
	Idle      []string           // sides that have given up their turn since an actor last took one
}

// Side returns the side whose turn it is, or "".
func (r *Round) Side() string {
	if r == nil || r.At < 0 || r.At >= len(r.Sides) {
		return ""
	}
	return r.Sides[r.At]
}

// IsUntouched reports whether no actor has taken a turn in the round yet.
func (r *Round) IsUntouched() bool { return r != nil && len(r.Began) <= 1 && !r.Acted }

// Values of Event.How for a side's turn. Done is also used for steps of a stage.
const (
	HowPasses = "passes" // the side must pass
	HowDone   = "done"   // the side gives up the rest of its turn
)

// noPass is the value of Round.Last while no side has passed.
const noPass = -1

// InRounds reports whether sides take turns, instead of each actor at its own counts.
func (o *Order) InRounds() bool { return o.Scheme == "rounds" }

// ActsTogether reports whether all actors of a side have their turn at the same time.
func (o *Order) ActsTogether() bool { return o.actsTogether }

// maxFigures is the highest number of actors that can act in one turn of a side, unless all of them do.
const maxFigures = 100

// allFigures is the word for all actors of a side in one turn.
const allFigures = "all"

// applyRound applies an event that changes the order by rounds: a round starts, a side has rolled for the next one, or the turn of a side
// comes, is passed or is given up.
func (s *State) applyRound(rs *Ruleset, e *Event) {
	switch {
	case e.Kind == EventRound:
		s.Elapsed += (e.At - s.Count) * rs.secondsPerCount()
		s.Count = e.At
		s.Round, s.SideRolls = &Round{Sides: e.Words, At: -1, Last: noPass}, nil
		return
	case e.Kind == EventRolled:
		s.addSideRoll(e)
		return
	case s.Round == nil:
		return
	}
	next := *s.Round
	switch e.How {
	case HowPasses:
		next.Passed = append(slices.Clip(next.Passed), e.Who)
		next.Last = rs.Order.Last
	case HowDone:
		if !next.Acted {
			next.Idle = append(slices.Clip(next.Idle), e.Who)
		}
		next.Remaining = 0
	default:
		next.beginTurn(e)
	}
	s.Round = &next
}

// beginTurn begins the turn of the side named by an event of the kind EventSideTurn. r must be a copy of a Round, since it changes.
func (r *Round) beginTurn(e *Event) {
	r.At = slices.Index(r.Sides, e.Who)
	if r.Last > 0 {
		r.Last--
	}
	if r.Remaining = e.Value; e.Value < 0 {
		r.Remaining = math.Inf(1)
	}
	r.Acted = false
	r.Began = append(slices.Clip(r.Began), e.Who)
	r.Purse = map[string]float64{}
	for _, text := range e.Words {
		name, points, _ := strings.Cut(text, " ")
		r.Purse[name], _ = strconv.ParseFloat(points, 64)
	}
}

// updateTurns updates the round after an event about an actor: the actor takes its turn, pays for it, or gets an additional one. For a
// side, only payments and the game master's changes of its points matter.
func (s *State) updateTurns(a *Actor, e *Event) {
	if s.Round == nil || a.isSide && e.Kind != EventPaid && e.How != manualPurse {
		return
	}
	next := *s.Round
	switch {
	case e.Kind == EventOpen:
		next.Remaining--
		next.Taken = append(slices.Clip(next.Taken), a.Key)
		next.Acted, next.Idle = true, nil
	case e.Kind == EventTurn && e.How == againTurn && a.Side == next.Side():
		next.Remaining++
	case e.Kind == EventPaid && e.How == turnCost, e.How == manualPurse && a.Key == next.Side():
		next.Purse = map[string]float64{}
		for name, points := range s.Round.Purse {
			next.Purse[name] = points
		}
		next.Purse[e.What] += e.By
	default:
		return
	}
	s.Round = &next
}

// paysTurns reports whether turns are paid for from a pool of a side.
func (o *Order) paysTurns(pool *Pool) bool {
	return pool.BelongsToSide() && slices.ContainsFunc(o.cost, func(c cost) bool { return c.pool == pool })
}

// CountWord returns the word for a count: in a game with rounds its unit, or “round” if that is a unit of time.
func (rs *Ruleset) CountWord() string {
	switch {
	case !rs.Order.InRounds():
		return "count"
	case rs.Pack.Unit != "" && !slices.Contains(timeUnits, rs.Pack.Unit):
		return rs.Pack.Unit
	}
	return "round"
}

// againInitiative is the value of the effect `again` that makes an actor roll for the order of turns again.
const againInitiative = "initiative"

// InitiativeWord returns the name of the roll for the order.
func (o *Order) InitiativeWord() string {
	if o.Label != "" {
		return o.Label
	}
	return ReadableName(againInitiative)
}

// addSideRoll adds the roll of a side for the next round.
func (s *State) addSideRoll(e *Event) {
	s.SideRolls = append(slices.Clip(s.SideRolls), SideRoll{e.Who, e.Value, e.Doing})
}

// sidesRollInitiative reports whether the sides roll for the order of a round.
func (o *Order) sidesRollInitiative() bool { return o.InRounds() && o.Initiative != nil }

// More values of Event.How in an order by rounds, for events about an actor or a pool.
const (
	againTurn   = "again" // the actor gets an additional turn
	turnCost    = "turn"  // the price of a turn is paid
	manualPurse = "purse" // the game master changes the points that pay for turns
)
