package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Where an order by rounds stands: whose turn it is and who had one. turn_rounds.go moves it on.

// Round is where the order by rounds stands: a count is a round, in which the sides have turns. It is a value: what
// changes it makes another one.
type Round struct {
	Sides     []string           // those that take part, in the order of their turns
	At        int                // the place of the side whose turn it is; -1 before the first
	Remaining float64            // how many of it may still take their turn; infinite for all
	Purse     map[string]float64 // what they pay from, by pool, as it was when the turn came
	Acted     bool               // one of it has taken its turn, in this turn of the side
	Last      float64            // turns until the round ends, once a side has passed; -1 as long as none has
	Began     []string           // those that have had a turn in this round
	Passed    []string           // those that had to pass in it
	Taken     []string           // figures that have taken their turn in it, in this order
	Idle      []string           // those that let their turn go by since anybody took one
}

// Side returns the side whose turn it is, or an empty text.
func (r *Round) Side() string {
	if r == nil || r.At < 0 || r.At >= len(r.Sides) {
		return ""
	}
	return r.Sides[r.At]
}

// Untouched reports whether none has had a turn in the round yet.
func (r *Round) Untouched() bool { return r != nil && len(r.Began) <= 1 && !r.Acted }

// How it is with a side's turn: it must pass, or what is left of its turn is given up.
const (
	Passes = "passes"
	Done   = "done"
)

// untilRoundEnds is how many turns are left where none has passed.
const untilRoundEnds = -1

// InRounds reports whether sides have turns, instead of each actor at counts of its own.
func (o *Order) InRounds() bool { return o.Scheme == "rounds" }

// Together reports whether all of a side have their turn at the same time.
func (o *Order) Together() bool { return o.all }

// maxFigures is how many of a side have one turn of it at the most, where they are not all.
const maxFigures = 100

// allFigures is the word for a side that has its turn all together.
const allFigures = "all"

// rounds applies what happens to the order.
func (s *State) rounds(rs *Ruleset, e *Event) {
	if e.Kind == EventRound {
		s.Elapsed += (e.At - s.Count) * rs.second()
		s.Count = e.At
		s.Round, s.SideRolls = &Round{Sides: e.Words, At: -1, Last: untilRoundEnds}, nil
		return
	}
	if e.Kind == EventRolled {
		s.roll(e)
		return
	}
	if s.Round == nil {
		return
	}
	next := *s.Round
	if e.How == Passes {
		next.Passed = append(slices.Clip(next.Passed), e.Who)
		next.Last = rs.Order.Last
		s.Round = &next
		return
	}
	if e.How == Done {
		if !next.Acted {
			next.Idle = append(slices.Clip(next.Idle), e.Who)
		}
		next.Remaining = 0
		s.Round = &next
		return
	}
	next.At = slices.Index(next.Sides, e.Who)
	if next.Last > 0 {
		next.Last--
	}
	if next.Remaining = e.Value; e.Value < 0 {
		next.Remaining = math.Inf(1)
	}
	next.Acted = false
	next.Began = append(slices.Clip(next.Began), e.Who)
	next.Purse = map[string]float64{}
	for _, text := range e.Words {
		name, points, _ := strings.Cut(text, " ")
		next.Purse[name], _ = strconv.ParseFloat(points, 64)
	}
	s.Round = &next
}

// taken notes in the order that one of the side takes its turn, what that costs, and that one may have another.
func (s *State) taken(a *Actor, e *Event) {
	if s.Round == nil || a.aSide && e.Kind != EventPaid && e.How != purseByHand {
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
	case e.Kind == EventPaid && e.How == turnCost, e.How == purseByHand && a.Key == next.Side():
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

// paysTurns reports whether turns are paid from a pool of a side.
func (o *Order) paysTurns(pool *Pool) bool {
	return pool.OfSide() && slices.ContainsFunc(o.cost, func(c cost) bool { return c.pool == pool })
}

// CountWord returns the word for a count: the unit of a game in rounds, or round if that unit is one of time.
func (rs *Ruleset) CountWord() string {
	switch {
	case !rs.Order.InRounds():
		return "count"
	case rs.Pack.Unit != "" && !slices.Contains(timeUnits, rs.Pack.Unit):
		return rs.Pack.Unit
	}
	return "round"
}

// againInitiative is what an effect may make an actor do once more.
const againInitiative = "initiative"

// InitiativeWord returns the name of the roll for the order.
func (o *Order) InitiativeWord() string {
	if o.Label != "" {
		return o.Label
	}
	return Words(againInitiative)
}

// roll notes what a side rolled.
func (s *State) roll(e *Event) {
	s.SideRolls = append(slices.Clip(s.SideRolls), SideRoll{e.Who, e.Value, e.Doing})
}

// rolledBySides reports whether the sides roll for who begins a round.
func (o *Order) rolledBySides() bool { return o.InRounds() && o.Initiative != nil }

// How events say that a turn is one more, that what is paid is the price of a turn, and that what turns are paid from was set
// by hand.
const (
	againTurn   = "again"
	turnCost    = "turn"
	purseByHand = "purse"
)
