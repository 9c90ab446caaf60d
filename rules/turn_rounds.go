package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hybrid/rules/collect"
)

// Playing a round, in which sides take turns. turn.go has the exported functions, state_round.go the state of a round. In a side's turn,
// some of its actors, or all together (Order.actsTogether), take turns of their own, for which the side may have to pay. A side that can't
// or won't act passes. A step of a stage (turn_stage.go) can wait for a side before or after the turns.
//
// A count is a round. Actor.Turn is the round of the actor's next turn: it is at most the current one until the actor has taken its turn,
// then a later one, and below 0 if the actor has none.

// hasNoTurn reports whether the order's `over` denies the actor a turn now.
func (r *Run) hasNoTurn(a *Actor) bool { return r.rs.Order.isOver(a, r.rs) }

// noTurnReason returns the reason why the actor has no turn: the message of the first part of the order's `over` that is true.
func (r *Run) noTurnReason(a *Actor) string {
	for _, reason := range r.rs.Order.reasons {
		if reason.part == nil || a.evalHolds(r.rs, reason.part) {
			return reason.Refuse
		}
	}
	return "it is over"
}

// refuseNotItsTurn returns the error for an actor that tries to act in another side's turn.
func (r *Run) refuseNotItsTurn(a *Actor) error {
	side := r.state.Round.Side()
	if next, _ := r.turns().nextSide(); next == a.Side && r.refuseLostTurn() == nil {
		return refuse("%s acts next: this turn is over. Type `next`.", a.Name)
	}
	return refuse("%s can't act in another side's turn. `%s: done` ends it.", a.Name, side)
}

// refuseUnpaidTurn returns an error if the actor can't pay for a turn from purse, which holds, by pool, the points that its side had when
// its turn came.
func (r *Run) refuseUnpaidTurn(a *Actor, purse map[string]float64) error {
	p, has, short := r.turns().firstUnpaid(a, purse)
	switch payer := r.newFrame(a, nil).payerName; {
	case !short:
		return nil
	case p.Has < has: // some of the payer's points were gained during this turn, and can't pay for it
		return refuse("%[1]s's turn costs %[2]s %[3]s, but %[4]s has only %[5]s left of this turn.", a.Name, formatNumber(p.Points), p.Word, payer(p.Pool), formatNumber(p.Has))
	default:
		return refuse("%s's turn costs %s %s, but %s has %s.", a.Name, formatNumber(p.Points), p.Word, payer(p.Pool), formatNumber(p.Has))
	}
}

// membersOf returns the actors of a side.
func (r *Run) membersOf(side string) []*Actor { return r.turns().membersOf(side) }

// takeTurn begins the turn of an actor, if it hasn't begun, and pays for it. It returns an error if the actor has no turn now.
func (r *Run) takeTurn(a *Actor) error {
	round, order := r.state.Round, &r.rs.Order
	unit := r.rs.CountWord()
	switch side := round.Side(); {
	case round == nil:
		return refuse("No %s has started. Type `next`.", unit)
	case a.Waiting && side != a.Side && !r.hasNoTurn(a):
		return nil // it uses its saved turn
	case a.Waiting:
		return refuse("%s is waiting for the others' turns.", a.Name)
	case a.Open && r.hasNoTurn(a):
		return refuse("%s has no more turns: %s.", a.Name, r.noTurnReason(a))
	case a.Open:
		return nil
	case side == "":
		return cmp.Or(r.refuseWaitingStep(), refuse("It's no side's turn yet. Type `next`."))
	case side != a.Side:
		return r.refuseNotItsTurn(a)
	case a.Turn > r.count():
		return refuse("%s has already acted this %s.", a.Name, unit)
	case a.Turn < 0:
		return refuse("%s has no turn this %s.", a.Name, unit)
	case r.hasNoTurn(a):
		return refuse("%s has no turn: %s.", a.Name, r.noTurnReason(a))
	case round.Remaining < 1:
		return cmp.Or(r.refuseWaitingStep(), refuse("This turn is over. Type `next`."))
	}
	if err := cmp.Or(r.refuseOutOfOrder(a), r.refuseUnpaidTurn(a, round.Purse)); err != nil {
		return err
	}
	if !r.roller.runsFuture() {
		return nil
	}
	r.payTurn(a)
	if order.actsTogether {
		r.withActor(a).emitOwn(&Event{Kind: EventOpen})
	} else {
		r.withActor(a).openTurn()
	}
	return nil
}

// payTurn pays the price of an actor's turn.
func (r *Run) payTurn(a *Actor) {
	f, cost := r.newFrame(a, nil), r.rs.Order.cost
	for i := range cost {
		p := cost[i].priceFor(f)
		if owner := ownerOf(a, p.Pool.BelongsToSide()); owner != nil && p.Points > 0 {
			level := owner.Levels[p.Pool.index]
			r.withActor(owner).emitOwn(&Event{Kind: EventPaid, What: p.Pool.Name, pool: p.Pool,
				Value: TrimNoise(level.Now - p.Points), Carry: level.Carry, By: -p.Points, How: turnCost})
		}
	}
}

// runDeclaredAct runs a declared action at once. An action that takes counts ends the turn, and the next turn comes that many rounds later.
func (r *Run) runDeclaredAct(s runActor, m act) []ReportedValue {
	counts := m.action.totalCounts(m.f)
	if counts < 1 || s.a.isSide {
		return m.runAtOnce()
	}
	s.endLastingUntil(untilDeclaration)
	ending := collect.Filter(s.a.AllConditions(), func(held HeldCondition) bool { return held.Condition.until == untilAction })
	report := m.runAtOnce()
	for i := range ending {
		if s.a.heldByID(ending[i].ID) != nil {
			s.endWithMirror(&ending[i])
		}
	}
	s.emitOwn(&Event{Kind: EventTurn, At: r.count() + counts, By: counts})
	return report
}

// endTurn ends the turn of an actor, or all turns of a side.
func (r *Run) endTurn(a *Actor) error {
	if _, step := r.rs.CurrentStage(r.state); step != nil && !step.Turns && (a.isSide || !a.Open) {
		return r.endStageStep(a)
	}
	round := r.state.Round
	switch {
	case round.Side() == "":
		return refuse("It's no side's turn yet. Type `next`.")
	case a.Side != round.Side():
		return r.refuseNotItsTurn(a)
	case a.isSide:
		for _, member := range r.membersOf(a.Key) {
			if member.Open || r.rs.Order.actsTogether && member.Turn >= 0 && member.Turn <= r.count() {
				r.withActor(member).emitOwn(&Event{Kind: EventTurn, At: r.count() + 1, By: 1})
			}
		}
		r.emit(&Event{Kind: EventSideTurn, Who: a.Key, How: HowDone})
		if !round.Acted {
			r.passSide(a.Key)
		}
		return nil
	case a.Turn > r.count() || !a.Open && a.Turn < 0:
		return refuse("%s has already acted this %s.", a.Name, r.rs.CountWord())
	}
	if !a.Open {
		if err := r.takeTurn(a); err != nil {
			return err
		}
	}
	r.withActor(a).emitOwn(&Event{Kind: EventTurn, At: r.count() + 1, By: 1})
	return nil
}

// refuseLostTurn returns an error if an actor's turn is open, or the side has turns left, so that advancing would skip it.
func (r *Run) refuseLostTurn() error {
	round := r.state.Round
	if round.Side() == "" {
		return nil
	}
	open, free := r.turns().openTurnAndFreeCount()
	if open != nil {
		return refuse("It's %s's turn. Type `%s: done` to end it.", open.Name, open.Key)
	}
	if free > 0 {
		return refuse("%s can still activate %d. Type `%s: done` to end the turn.", r.state.SideName(round.Side()), free, round.Side())
	}
	return nil
}

// beginNextSide begins the turn of the next side that can act; the sides before it pass. ok is false if the round is over.
func (r *Run) beginNextSide() (ok bool) {
	side, passing := r.turns().nextSide()
	if side == "" {
		return false
	}
	for _, side := range passing {
		r.passSide(side)
	}
	r.beginSideTurn(side)
	return true
}

// passSide records that a side passes because it can't or won't act, in games that limit the number of turns after the first pass.
func (r *Run) passSide(side string) {
	if round := r.state.Round; r.rs.Order.Last > 0 && round.Last == noPass && !slices.Contains(round.Passed, side) {
		r.emit(&Event{Kind: EventSideTurn, Who: side, How: HowPasses})
	}
}

// beginSideTurn begins the turn of the side with the given key. It determines how many of the side's actors can act, and the points
// available to pay for their turns. At the side's first turn in the round, its conditions have their effects.
func (r *Run) beginSideTurn(key string) {
	side, order := r.actorCopy(key), &r.rs.Order
	first := !slices.Contains(r.state.Round.Began, key)
	e := Event{Kind: EventSideTurn, Who: key, Value: -1} // -1: all actors of the side
	if !order.actsTogether {
		e.Value = 1
		if order.figures != nil {
			e.Value = math.Max(1, math.Floor(order.figures.Num(r.newFrame(side, nil))+slack))
		}
	}
	for _, c := range order.cost {
		if c.pool.BelongsToSide() {
			e.Words = append(e.Words, fmt.Sprintf("%s %g", c.pool.Name, c.pool.levelOf(side).Now))
		}
	}
	r.emit(&e)
	if first {
		r.runTurnConditions(side)
	}
	if !order.actsTogether { // each actor's turn begins when it is taken
		return
	}
	for _, a := range r.membersOf(key) {
		if a.Turn >= 0 && a.Turn <= r.count() && a.forbiddenBy(r.rs, cannotAct) == nil {
			r.withActor(a).runTurnSequence()
			r.runTurnConditions(a)
			r.withActor(a).endLastingUntil(untilTurn)
		}
	}
}

// refillPools refills the pools of an actor and of its items. It is called at the start of a round or, in a game with counts, of the
// actor's turn.
func (r *Run) refillPools(a *Actor) {
	f := r.newFrame(a, nil)
	for _, t := range a.Sheet.itemPools {
		if t.pool.refill == nil {
			continue
		}
		f.sides[0].tool = t.item
		level, maximum := t.pool.levelAndMax(a, t.item)
		now := TrimNoise(t.pool.refill.Num(f))
		if maximum >= 0 {
			now = math.Min(now, maximum)
		}
		if now = math.Max(now, t.pool.minimum); now != level.Now {
			r.withActor(a).emitOwn(&Event{Kind: EventRefill, Tool: t.item.Name, What: t.pool.Name, pool: t.pool, Value: now, Carry: level.Carry, By: TrimNoise(now - level.Now)})
		}
	}
	f.sides[0].tool = a.Tool
	for _, pool := range r.rs.Pools.All {
		if pool.refill == nil || !pool.IsOwnedBy(a) {
			continue
		}
		now, level := TrimNoise(pool.refill.Num(f)), a.Levels[pool.index]
		if maximum, limited := a.Sheet.Max(pool); limited {
			now = math.Min(now, maximum)
		}
		if now = math.Max(now, pool.minimum); now != level.Now {
			r.withActor(a).emitOwn(&Event{Kind: EventRefill, What: pool.Name, pool: pool, Value: now, Carry: level.Carry, By: TrimNoise(now - level.Now)})
		}
	}
}

// sidesTakingPart returns the sides that take part in the next round, in the order of the encounter: the sides of the current round, and
// other sides that have an actor able to act.
func (r *Run) sidesTakingPart() (list []string) {
	for _, side := range r.state.Sides {
		if r.state.Round != nil && slices.Contains(r.state.Round.Sides, side.Key) ||
			slices.ContainsFunc(r.membersOf(side.Key), func(a *Actor) bool { return a.forbiddenBy(r.rs, cannotAct) == nil }) {
			list = append(list, side.Key)
		}
	}
	return list
}

// firstTick returns the first effect or end of a condition of the actors in list that comes at the given count or before; ok is false if
// there is none.
func firstTick(list []*Actor, count float64) (next PendingEvent, ok bool) {
	for _, a := range list {
		conditions := a.AllConditions()
		for i := range conditions {
			if held := &conditions[i]; held.Next >= 0 && held.Next <= count && (!ok || held.Next < next.At) {
				next, ok = PendingEvent{Kind: PendingTick, At: held.Next, Actor: a, Held: held}, true
			}
		}
	}
	return next, ok
}

// giveTurn gives the turn to a side, taking it from the side whose turn it is. It returns an error if the side can't act, or if an actor's
// turn is open.
func (r *Run) giveTurn(side *Actor) error {
	round := r.state.Round
	if !slices.Contains(round.Sides, side.Key) || !r.turns().canSideAct(side.Key) {
		return refuse("No combatant of %s can act.", side.Name)
	}
	if open, _ := r.turns().openTurnAndFreeCount(); open != nil {
		return refuse("It's %s's turn. Type `%s: done` to end it.", open.Name, open.Key)
	}
	r.beginSideTurn(side.Key)
	return nil
}
