package simulate

import (
	"math"
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Fights in games in which sides take turns. A stage is a part of a round that consists of steps; in each step, the sides, or their figures
// (combatants), take the actions that the step allows. Some steps let a side choose the order in which its figures act.

// stepInRounds lets a fighter of the side whose turn it is act, ends that turn, or begins the next side's. In a step of a stage it lets a
// side that the step waits for do something.
func (f *fight) stepInRounds() error {
	if side := f.orderingSide(""); side != "" {
		return f.updateChangedFighters(f.live.GiveOrder(side, f.orderOfSide(side)))
	}
	if m := f.nextFighter(); m != nil {
		return f.takeRoundTurn(m)
	}
	if waiting := f.rules.StageSides(f.state); len(waiting) > 0 {
		return f.takeStep(waiting)
	}
	f.sideTurnCount++
	err := f.live.Next()
	if rules.IsRefusal(err) {
		f.stalled = true
		return nil
	}
	return f.updateChangedFighters(err)
}

// takeStep lets one of the sides take an action of the current step of a stage, or ends the step for the first of them.
func (f *fight) takeStep(sides []string) error {
	if m, _, err := f.declareInStep(sides); m != nil || err != nil {
		return err
	}
	f.sideActions = 0
	err := f.live.EndTurn(f.state.Find(sides[0]))
	if rules.IsRefusal(err) { // the step requires an action first, and no tactic of the side has it
		f.stalled = true
		return nil
	}
	return f.updateChangedFighters(err)
}

// declareInStep lets a figure of one of the sides, or its side, take the first possible action of the current step by its tactic. Figures
// that have had no turn in this round come first, in the order in which they joined, and then the others in the order of their turns. It
// returns the figure, or nil if none can do anything, and the index of its earlier target.
func (f *fight) declareInStep(sides []string) (m *fighter, before int, err error) {
	var members []*fighter
	for i := range f.fighters {
		if m := &f.fighters[i]; !m.hasLeft && slices.Contains(sides, m.Side) && f.sideActions <= maxTimes {
			members = append(members, m)
		}
	}
	turns := f.state.Round.Taken
	slices.SortStableFunc(members, func(a, b *fighter) int { return slices.Index(turns, a.Key) - slices.Index(turns, b.Key) })
	for _, m := range members {
		before := m.target
		if done, err := f.declareOfFigure(m); done || err != nil {
			return m, before, err
		}
	}
	return nil, -1, nil
}

// declareOfFigure lets the side of figure m, or else m itself, take the first possible action of the current step by m's tactic. If m did
// nothing to an opponent, it keeps its earlier target.
func (f *fight) declareOfFigure(m *fighter) (done bool, err error) {
	before := m.target
	m.target = f.chooseTarget(m)
	for _, action := range m.tactic.SideActions() {
		side := sideOfFighter(f.state, m)
		if side == nil || !f.rules.IsStageAction(f.state, action) {
			continue
		}
		if done, err = f.tryAction(m, side, action); done || err != nil {
			f.sideActions++
			m.target = before
			return done, err
		}
	}
	for k, action := range m.tactic.Actions() {
		if !f.rules.IsStageAction(f.state, action) {
			continue
		}
		if done, err = f.tryAction(m, m.Actor, action); done || err != nil {
			f.sideActions++
			m.declared[k] += boolToInt(done)
			m.target = f.lastTargetIndex(m, before)
			return done, err
		}
	}
	m.target = before
	return false, nil
}

// orderingSide returns the side with the given key, or for "" the first one, if the current step of a stage waits for it to order its
// figures; otherwise "".
func (f *fight) orderingSide(key string) string {
	if f.rules.StageOrderCondition(f.state) == nil {
		return ""
	}
	return collect.First(f.rules.StageSides(f.state), func(side string) bool { return key == "" || side == key })
}

// orderOfSide returns the keys of a side's figures in the order in which their tactics let them act.
func (f *fight) orderOfSide(side string) []string {
	ranks := map[string]merit{}
	keys := collect.Map(f.rules.StageFigures(f.state, side), func(a *rules.Actor) string {
		ranks[a.Key] = f.urgency(f.findFighter(a.Key))
		return a.Key
	})
	slices.SortStableFunc(keys, func(a, b string) int { return ranks[a].compare(ranks[b]) })
	return keys
}

// urgency ranks a fighter among the fighters of its side who could act, by its tactic and its target. The lowest rank acts first.
func (f *fight) urgency(m *fighter) merit {
	rank, target := merit{1: math.Inf(1)}, (*rules.Actor)(nil) // last if it has no target
	if k := f.chooseTarget(m); k >= 0 {
		rank, target = f.rateTarget(m, k, float64(f.attackers[k])), f.fighters[k].Actor
	}
	rank[0] = -m.tactic.Urgency(f.rules, m.Actor, target, f.sideStanding(m))
	return rank
}

// nextFighter returns the fighter who acts next: one whose turn is open, otherwise the most urgent one by its tactic, or one that has
// waited for the others; nil if no side has its turn. Ties go to the fighter who joined first.
func (f *fight) nextFighter() (found *fighter) {
	var best merit
	for i := range f.fighters {
		m := &f.fighters[i]
		if m.hasLeft || m.Waiting && m.waitingTurn == f.sideTurnCount || !f.rules.CanActNow(f.state, m.Actor) {
			continue
		}
		if m.Open {
			return m
		}
		if urgency := f.urgency(m); found == nil || urgency.compare(best) < 0 {
			best, found = urgency, m
		}
	}
	return found
}

// maxTimes is the maximum number of times that a fighter repeats an action in one turn, and the maximum number of successive actions of
// sides.
const maxTimes = 100

// takeRoundTurn lets a fighter take the first possible action of its tactic, and ends its turn if none is possible. An action that leaves
// the turn open is repeated as long as it costs or changes something; a fighter who has waited does not wait again.
func (f *fight) takeRoundTurn(m *fighter) error {
	if f.wantsToLeave(m) {
		return f.removeFighter(m)
	}
	if m.lastActedTurn != f.sideTurnCount {
		m.lastActedTurn = f.sideTurnCount
		clear(m.usesInTurn)
	}
	target := m.target
	m.target = f.chooseTarget(m)
	// whether the turn was open, and whether the fighter waited, before the action
	open, waiting := m.Open, m.Waiting
	if done, err := f.declareForSide(m); done || err != nil {
		return err
	}
	f.recordLevels(m)
	for k, action := range m.tactic.Actions() {
		if m.usesInTurn[k] >= maxTimes || waiting && k == m.waitAction {
			continue
		}
		done, err := f.tryAction(m, m.Actor, action)
		if !done && err == nil {
			continue
		}
		m.declared[k] += boolToInt(done)
		m.target = f.lastTargetIndex(m, target)
		f.recordUse(m, k, open, waiting)
		return err
	}
	m.target = target // it did nothing to the opponent
	if waiting {
		m.waitingTurn = f.sideTurnCount
		return nil
	}
	return f.updateChangedFighters(f.live.EndTurn(m.Actor))
}

// recordUse records the use of action k of m's tactic, which decides whether it is repeated in this turn. open and waiting tell whether m's
// turn was open, and whether m waited, before the action.
func (f *fight) recordUse(m *fighter, k int, open, waiting bool) {
	switch {
	case m.Waiting && !waiting: // the action was to wait
		m.waitAction = k
	case open && !m.Open: // it ended the turn
		clear(m.usesInTurn)
	case f.hadEffect(m, !open && !waiting): // it cost something and can be repeated
		m.usesInTurn[k]++
	default: // it had no effect, so it isn't repeated in this turn, and a repetition doesn't count
		m.declared[k] -= boolToInt(m.usesInTurn[k] > 0)
		m.usesInTurn[k] = maxTimes
	}
}

// recordLevels records the pools and conditions of a fighter and its side, for hadEffect.
func (f *fight) recordLevels(m *fighter) {
	f.earlierConditions = append(f.earlierConditions[:0], m.Conditions...)
	f.earlierLevels = append(append(f.earlierLevels[:0], m.Levels...), f.sidePools(m)...)
}

// hadEffect reports whether, since recordLevels, a fighter or its side has lost points of any pool (apart from the price of the turn if
// tookTurn is true), the fighter's conditions have changed, or the number of one of them has fallen.
func (f *fight) hadEffect(m *fighter, tookTurn bool) bool {
	if tookTurn {
		for _, p := range f.rules.TurnPrices(f.state, m.Actor) {
			k := slices.Index(f.rules.Pools.All, p.Pool)
			if p.Pool.BelongsToSide() { // the levels of the side follow those of the fighter
				k += len(m.Levels)
			}
			if k < len(f.earlierLevels) { // its side is present
				f.earlierLevels[k].Now -= p.Points
			}
		}
	}
	ownCount := min(len(m.Levels), len(f.earlierLevels))
	if isAnyLower(m.Levels, f.earlierLevels[:ownCount]) || isAnyLower(f.sidePools(m), f.earlierLevels[ownCount:]) {
		return true
	}
	isNewOrLower := func(now rules.HeldCondition) bool {
		return !slices.ContainsFunc(f.earlierConditions, func(earlier rules.HeldCondition) bool {
			return earlier.Condition == now.Condition && earlier.Other == now.Other && earlier.Tool == now.Tool && earlier.Number <= now.Number
		})
	}
	return len(m.Conditions) != len(f.earlierConditions) || slices.ContainsFunc(m.Conditions, isNewOrLower)
}

// isAnyLower reports whether any level in now is lower than the earlier one at the same index.
func isAnyLower(now, earlier []rules.Level) bool {
	for i := range min(len(now), len(earlier)) {
		if now[i].Now < earlier[i].Now {
			return true
		}
	}
	return false
}

// sidePools returns the pool levels of a fighter's side.
func (f *fight) sidePools(m *fighter) []rules.Level {
	if side := sideOfFighter(f.state, m); side != nil {
		return side.Levels
	}
	return nil
}

// sideOfFighter returns the side of a fighter in state s if sides take part, or nil.
func sideOfFighter(s *rules.State, m *fighter) *rules.Actor {
	return collect.First(s.Sides, func(side *rules.Actor) bool { return side.Key == m.Side })
}
