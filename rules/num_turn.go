package rules

import (
	"cmp"
	"math"
	"slices"
)

// Names in formulas for an order by rounds, in which sides take turns (state_round.go): the side whose turn it is, whether an actor has
// acted, whether it can pay for a turn. The order itself and the screens use the same answers. A resolved name is a scopeValue: a function
// that reads the value from a Frame, whose side 0 has the actor of the formula and side 1 the other actor (state_frame.go).

// listTurnNames lists the names that compiler.resolveTurn resolves.
func listTurnNames() []string {
	return []string{"acted", "my_turn", "affords_turn", "round_over", "won"}
}

// resolveTurn resolves a name for the state of the order by rounds, for the actor of the formula (k is 0) or the other actor (k is 1). ok
// is false for other names, and in a game whose order isn't by rounds.
func (c *compiler) resolveTurn(k int, word string) (v scopeValue, ok bool) {
	test := map[string]func(s *State, f *Frame, a *Actor) bool{
		"acted": func(s *State, _ *Frame, a *Actor) bool {
			return s.Round != nil && !a.Open && a.Turn > s.Count
		},
		"my_turn":      func(s *State, _ *Frame, a *Actor) bool { return s.Round.Side() == a.Side },
		"affords_turn": func(s *State, f *Frame, a *Actor) bool { return turns{f.rs, s, f.run}.affordsTurn(a, s.purseOf(a)) },
		"round_over":   func(s *State, f *Frame, _ *Actor) bool { return turns{f.rs, s, f.run}.isRoundOver() },
		"won":          func(s *State, _ *Frame, a *Actor) bool { return s.Won != "" && s.Won == a.Side },
	}[word]
	if test == nil || !c.rs.Order.InRounds() {
		return scopeValue{}, false
	}
	c.readsWorld = true
	c.rs.readsCount.Store(true)
	return flagValue(func(f *Frame) bool {
		s := f.state()
		if s == nil || k == 1 && f.isUnknown("turn") {
			return false
		}
		if k == 1 { // evaluate the test for the other actor
			use, step := f.use, f.step
			f.swapSides()
			defer func() { f.swapSides(); f.use, f.step = use, step }()
		}
		return test(s, f, f.sides[0].actor)
	})
}

// state returns the state in which a formula is evaluated, or nil.
func (f *Frame) state() *State {
	if f.run != nil {
		return f.run.state
	}
	if w := f.world(); w != nil {
		return w.state
	}
	return nil
}

// turns answers questions about turns in a run or in a state: for the order itself, for formulas and for screens.
type turns struct {
	rs  *Ruleset // rules of the game
	s   *State   // encounter
	run *Run     // current run, whose copies of the actors are used; nil outside a run
}

// turns returns the turns in the run's current state.
func (r *Run) turns() turns { return turns{r.rs, r.state, r} }

// membersOf returns the actors of a side.
func (t turns) membersOf(side string) (list []*Actor) {
	for _, actor := range t.s.Actors {
		if actor.Side == side {
			list = append(list, t.currentActor(actor))
		}
	}
	return list
}

// currentActor returns the current version of an actor: the run's copy, if there is one.
func (t turns) currentActor(a *Actor) *Actor {
	if t.run != nil {
		return cmp.Or(t.run.actorCopy(a.Key), a)
	}
	return a
}

// hasTurnLeft reports whether an actor can still act in this round.
func (t turns) hasTurnLeft(a *Actor) bool { return t.s.canStillAct(t.rs, a) }

// firstUnpaid returns the first price of an actor's turn that purse cannot pay, and the actor's points of the kind that pays it. short is
// false if all prices can be paid. purse holds points by pool; nil means all points of the actor.
func (t turns) firstUnpaid(a *Actor, purse map[string]float64) (p Price, has float64, short bool) {
	if len(t.rs.Order.cost) == 0 {
		return Price{}, 0, false
	}
	var f *Frame
	if t.run != nil {
		f = t.run.newFrame(a, nil)
	} else {
		f = t.rs.newFrame(a)
	}
	for i := range t.rs.Order.cost {
		p = t.rs.Order.cost[i].priceFor(f)
		has = p.Has
		if p.payFrom(purse); p.IsShort() {
			return p, has, true
		}
	}
	return Price{}, 0, false
}

// affordsTurn reports whether an actor can pay for a turn from purse. A nil purse means all its points.
func (t turns) affordsTurn(a *Actor, purse map[string]float64) bool {
	_, _, short := t.firstUnpaid(a, purse)
	return !short
}

// purseOf returns the points, by pool, with which an actor can pay for a turn now: in its side's turn, the points that the side had when
// that turn began; at other times nil, which means all points.
func (s *State) purseOf(a *Actor) map[string]float64 {
	if s.Round.Side() == a.Side {
		return s.Round.Purse
	}
	return nil
}

// openTurnAndFreeCount looks at the side whose turn it is. It returns the actor whose own turn has begun and is still open, or nil, and the
// number of other actors that can still take theirs.
func (t turns) openTurnAndFreeCount() (open *Actor, free int) {
	round := t.s.Round
	for _, a := range t.membersOf(round.Side()) {
		switch {
		case !t.hasTurnLeft(a): // it counts as neither
		case a.Open && !t.rs.Order.actsTogether:
			open = a
		case round.Remaining >= 1 && t.affordsTurn(a, round.Purse):
			free++
		}
	}
	return open, min(free, int(math.Min(round.Remaining, 1e6))) // Remaining can be infinite
}

// nextSide returns the side whose turn comes next in the round, and the skipped sides before it, which cannot act. side is "" if the round
// is over, including when all sides that can act have passed in a row.
func (t turns) nextSide() (side string, skipped []string) {
	round := t.s.Round
	if round == nil || round.Last == 0 { // no turn of a side is left in the round
		return "", nil
	}
	// The round is over once every side that can act is idle: it has given up its turn since an actor last took one.
	if !slices.ContainsFunc(round.Sides, func(side string) bool { return !slices.Contains(round.Idle, side) && t.canSideAct(side) }) {
		return "", nil
	}
	n := len(round.Sides)
	for i := 1; i <= n; i++ {
		k := round.At + i
		if k >= n && t.rs.Order.actsTogether { // if a side acts as a whole, it has only one turn in a round
			return "", nil
		}
		if side := round.Sides[k%n]; t.canSideAct(side) {
			return side, skipped
		} else {
			skipped = append(skipped, side)
		}
	}
	return "", nil
}

// canSideAct reports whether an actor of a side can take its turn now.
func (t turns) canSideAct(side string) bool {
	return slices.ContainsFunc(t.membersOf(side), func(a *Actor) bool { return t.hasTurnLeft(a) && t.affordsTurn(a, nil) })
}

// isRoundOver reports whether a round has begun in which no actor is left to act, so that the next round is due.
func (t turns) isRoundOver() bool {
	if t.s.Round.Side() == "" {
		return false
	}
	if open, free := t.openTurnAndFreeCount(); open != nil || free > 0 {
		return false
	}
	next, _ := t.nextSide()
	return next == ""
}

// canStillAct reports whether an actor can still act in this round: it has a turn left or is taking one, can act, and is not finished by
// the order's `over`.
func (s *State) canStillAct(rs *Ruleset, a *Actor) bool {
	return (a.Open || a.Turn >= 0 && a.Turn <= s.Count) && a.forbiddenBy(rs, cannotAct) == nil && !rs.Order.isOver(a, rs)
}

// isOver reports whether the order's `over` has ended an actor's turns in this round.
func (o *Order) isOver(a *Actor, rs *Ruleset) bool { return o.over != nil && a.evalHolds(rs, o.over) }
