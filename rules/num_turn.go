package rules

import (
	"cmp"
	"math"
	"slices"
)

// What formulas read of the order by rounds: whose turn it is, who has acted, whether a turn can be paid.

// turnNames lists the names that turnName knows.
func turnNames() []string { return []string{"acted", "my_turn", "affords_turn", "round_over", "won"} }

// turnName returns the name for a part of the order by rounds that word is, seen from side k; ok is false in a game by counts.
func (c *compiler) turnName(k int, word string) (v scopeValue, ok bool) {
	holds := map[string]func(s *State, f *Frame, a *Actor) bool{
		"acted": func(s *State, _ *Frame, a *Actor) bool {
			return s.Round != nil && !a.Open && a.Turn > s.Count
		},
		"my_turn":      func(s *State, _ *Frame, a *Actor) bool { return s.Round.Side() == a.Side },
		"affords_turn": func(s *State, f *Frame, a *Actor) bool { return s.affordsTurn(f) },
		"round_over":   func(s *State, f *Frame, _ *Actor) bool { return s.roundOver(f) },
		"won":          func(s *State, _ *Frame, a *Actor) bool { return s.Won != "" && s.Won == a.Side },
	}[word]
	if holds == nil || !c.rs.Order.InRounds() {
		return scopeValue{}, false
	}
	c.worldly = true
	c.rs.readsCount.Store(true)
	return flagValue(func(f *Frame) bool {
		s := f.state()
		if s == nil || k == 1 && f.isUnknown("turn") {
			return false
		}
		if k == 1 {
			use, step := f.use, f.step
			f.flip()
			defer func() { f.flip(); f.use, f.step = use, step }()
		}
		return holds(s, f, f.sides[0].actor)
	})
}

// state returns the state that a formula is read in, or nil.
func (f *Frame) state() *State {
	if f.run != nil {
		return f.run.state
	}
	if w := f.world(); w != nil {
		return w.state
	}
	return nil
}

// affordsTurn reports whether the actor that the frame looks from can pay for a turn now: in the turn of its side, from what there
// was when that came.
func (s *State) affordsTurn(f *Frame) bool {
	a := f.sides[0].actor
	for i := range f.rs.Order.cost {
		c := &f.rs.Order.cost[i]
		level, _ := c.pool.of(a, nil)
		has := level.Now - c.pool.minimum
		if s.Round.Side() == a.Side {
			if rest, known := s.Round.Purse[c.pool.Name]; known {
				has = math.Min(has, rest)
			}
		}
		if TrimNoise(math.Max(0, c.by.Num(f))) > math.Max(0, has)+slack {
			return false
		}
	}
	return true
}

// roundOver reports whether a round is running in which no actor is left to act.
func (s *State) roundOver(f *Frame) bool {
	rs := f.rs
	if s.Round.Side() == "" {
		return false
	}
	for _, a := range s.Actors {
		if f.run != nil {
			a = cmp.Or(f.run.copied(a.Key), a)
		}
		if !s.able(rs, a) {
			continue
		}
		inTurn := a.Side == s.Round.Side() && s.Round.Remaining >= 1
		if a.Open || (inTurn || s.Round.Last != 0 && !slices.Contains(s.Round.Idle, a.Side)) && s.affordsTurn(rs.frame(a)) {
			return false
		}
	}
	return true
}

// able reports whether an actor is still to act in this round: it is owed a turn, can act, and is not over. One whose turn is
// taken counts too.
func (s *State) able(rs *Ruleset, a *Actor) bool {
	return (a.Open || a.Turn >= 0 && a.Turn <= s.Count) && a.cannot(rs, cannotAct) == nil && !rs.Order.isOver(a, rs)
}

// isOver reports whether an actor has no turn, as things are.
func (o *Order) isOver(a *Actor, rs *Ruleset) bool { return o.over != nil && a.holds(rs, o.over) }
