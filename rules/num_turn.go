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
		"affords_turn": func(s *State, f *Frame, a *Actor) bool { return turns{f.rs, s, f.run}.affords(a, s.purseOf(a)) },
		"round_over":   func(s *State, f *Frame, _ *Actor) bool { return turns{f.rs, s, f.run}.over() },
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

// turns answers whose turn comes, in a run or in a state. What goes on, what a formula reads and what is shown ask here.
type turns struct {
	rs  *Ruleset
	s   *State
	run *Run // whose copies of the actors count; nil outside one
}

// turns returns whose turn comes as the run has it.
func (r *Run) turns() turns { return turns{r.rs, r.state, r} }

// membersOf returns the actors of a side.
func (t turns) membersOf(side string) (list []*Actor) {
	for _, there := range t.s.Actors {
		if there.Side == side {
			list = append(list, t.own(there))
		}
	}
	return list
}

// own returns an actor as it is now.
func (t turns) own(a *Actor) *Actor {
	if t.run != nil {
		return cmp.Or(t.run.copy(a.Key), a)
	}
	return a
}

// owes reports whether an actor is still to act in this round.
func (t turns) owes(a *Actor) bool { return t.s.able(t.rs, a) }

// unpaid returns the first price of an actor's turn that it cannot pay from what there was when the side's turn came, and what it
// has of it besides.
func (t turns) unpaid(a *Actor, purse map[string]float64) (p Price, has float64, short bool) {
	if len(t.rs.Order.cost) == 0 {
		return Price{}, 0, false
	}
	var f *Frame
	if t.run != nil {
		f = t.run.frame(a, nil)
	} else {
		f = t.rs.frame(a)
	}
	for i := range t.rs.Order.cost {
		p = t.rs.Order.cost[i].of(f)
		has = p.Has
		if p.payFrom(purse); p.Short() {
			return p, has, true
		}
	}
	return Price{}, 0, false
}

// affords reports whether an actor can pay for a turn, from what there was when the side's turn came.
func (t turns) affords(a *Actor, purse map[string]float64) bool {
	_, _, short := t.unpaid(a, purse)
	return !short
}

// purseOf returns what an actor pays a turn from now: nil, which is all it has, but in the turn of its side.
func (s *State) purseOf(a *Actor) map[string]float64 {
	if s.Round.Side() == a.Side {
		return s.Round.Purse
	}
	return nil
}

// waits returns what the order waits for in the turn of a side: an actor of it whose turn is open, nil for none, and how
// many more may take theirs.
func (t turns) waits() (open *Actor, free int) {
	round := t.s.Round
	for _, a := range t.membersOf(round.Side()) {
		switch {
		case !t.owes(a):
		case a.Open && !t.rs.Order.all:
			open = a
		case round.Remaining >= 1 && t.affords(a, round.Purse):
			free++
		}
	}
	return open, min(free, int(math.Min(round.Remaining, 1e6)))
}

// next returns the side whose turn comes next in the round, and the sides before it that cannot act; without a side the
// round is over. It is also over once all sides that could act have passed, one after the other.
func (t turns) next() (side string, passing []string) {
	round := t.s.Round
	if round == nil || round.Last == 0 {
		return "", nil
	}
	if !slices.ContainsFunc(round.Sides, func(side string) bool { return !slices.Contains(round.Idle, side) && t.mayAct(side) }) {
		return "", nil
	}
	n := len(round.Sides)
	for i := 1; i <= n; i++ {
		at := round.At + i
		if at >= n && t.rs.Order.all {
			return "", nil
		}
		if side := round.Sides[at%n]; t.mayAct(side) {
			return side, passing
		} else {
			passing = append(passing, side)
		}
	}
	return "", nil
}

// mayAct reports whether an actor of a side may take its turn now.
func (t turns) mayAct(side string) bool {
	return slices.ContainsFunc(t.membersOf(side), func(a *Actor) bool { return t.owes(a) && t.affords(a, nil) })
}

// over reports whether a round is running in which nobody is left to act: the next thing that comes is another round.
func (t turns) over() bool {
	if t.s.Round.Side() == "" {
		return false
	}
	if open, free := t.waits(); open != nil || free > 0 {
		return false
	}
	next, _ := t.next()
	return next == ""
}

// able reports whether an actor is still to act in this round: it is owed a turn, can act, and is not over. One whose turn is
// taken counts too.
func (s *State) able(rs *Ruleset, a *Actor) bool {
	return (a.Open || a.Turn >= 0 && a.Turn <= s.Count) && a.cannot(rs, cannotAct) == nil && !rs.Order.isOver(a, rs)
}

// isOver reports whether an actor has no turn, as things are.
func (o *Order) isOver(a *Actor, rs *Ruleset) bool { return o.over != nil && a.holds(rs, o.over) }
