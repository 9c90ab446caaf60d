package rules

import "math"

// Changes of an actor in a run: points lost and gained, distances, delays. Each change is an event that goes to the run's event sink
// (run_eventsink.go). A run is timeless while no timeline runs, as outside a fight; odds ignore everything that happens at later counts
// (roller.runsFuture). A pool with a drain passes losses on to a second pool, one point for every Drain.Every points lost; Level.Carry is
// the number of points lost since it last passed one on. Times are counts of the timeline. While an action takes effect, s.acting is its
// actor, and s.takingEffect the action.

// runActor is an actor of a run, with methods that change it by events. It has many methods because each kind of change has its
// own.
type runActor struct {
	*Run
	a           *Actor // run's own copy of the actor
	tool        *Item  // item in use, for pools of items; nil for none
	partnerItem *Item  // other actor's item that carries that actor's half of a paired condition; nil for the item in that actor's hand
}

// emitOwn emits an event about the actor.
func (s runActor) emitOwn(e *Event) {
	e.of, e.Who = s.a, s.a.Key
	s.emit(e)
}

// losePoints takes points from a pool. Points that the pool lacks are taken from rest or, if rest is nil, from the pool that takes over its
// further losses. Lost points are added to losses, by pool index, unless it is nil.
func (s runActor) losePoints(pool, rest *Pool, points float64, losses []float64) {
	index := pool.levelIndex(s.a, s.tool)
	if points <= 0 || index < 0 {
		return
	}
	level := s.a.Levels[index]
	had := level.Now
	taken := points
	if minimum := pool.minimum; level.Now-points < minimum {
		taken = math.Max(0, level.Now-minimum)
	}
	counted := taken // points that the drain counts
	if rest == nil && pool.beyond.isDrain {
		counted = points // the drain also counts points beyond an empty pool
	}
	level.Now = TrimNoise(level.Now - taken)
	var drained float64
	if pool.Drain != nil {
		whole := math.Floor((level.Carry+counted)/pool.Drain.Every + slack)
		level.Carry = TrimNoise(level.Carry + counted - whole*pool.Drain.Every)
		drained = whole
	}
	if taken > 0 || counted > 0 {
		s.emitOwn(&Event{Kind: EventPool, Tool: pool.toolName(s.tool), What: pool.Name, pool: pool, Value: level.Now, Carry: level.Carry, By: TrimNoise(-taken)})
		if !pool.BelongsToItem() {
			s.roller.notePoints(s.a, pool, taken)
		}
	}
	if losses != nil {
		losses[pool.index] += taken
	}
	if drained > 0 {
		s.losePoints(pool.Drain.pool, nil, drained, losses)
	}
	excess := TrimNoise(points - taken)
	if excess > 0 && rest == nil {
		rest = pool.beyond.pool
	}
	if excess > 0 && rest != nil {
		s.losePoints(rest, nil, excess, losses)
	}
	if had > slack && level.Now <= slack {
		s.applyLimit(pool.AtZero, pool.Label+" falls to 0 more than %d times at once. Change its at_zero.")
	}
}

// applyLimit carries out the effects of a pool that has reached 0 or its maximum. tooOften is the format of the error message, with a
// number, if pools drive each other to their limits without end.
func (s runActor) applyLimit(effects []*Effect, tooOften string) {
	if len(effects) == 0 || s.err != nil {
		return
	}
	if s.limitDepth++; s.limitDepth > maxLimitDepth {
		s.err = refuseEndless(tooOften, maxLimitDepth)
		return
	}
	s.applyEffects(s.newFrame(s.a, nil), effects)
	s.limitDepth--
}

// maxLimitDepth is the maximum depth to which the limits of pools can trigger each other.
const maxLimitDepth = 20

// gainPoints adds points to a pool, up to its maximum.
func (s runActor) gainPoints(pool *Pool, points float64) {
	index := pool.levelIndex(s.a, s.tool)
	if index < 0 {
		return
	}
	level := s.a.Levels[index]
	now := level.Now + points
	_, maximum := pool.levelAndMax(s.a, s.tool)
	if maximum >= 0 {
		now = math.Min(now, math.Max(maximum, level.Now)) // points above the maximum stay
	}
	if now != level.Now {
		s.emitOwn(&Event{Kind: EventPool, Tool: pool.toolName(s.tool), What: pool.Name, pool: pool, Value: TrimNoise(now), Carry: level.Carry, By: TrimNoise(now - level.Now)})
		if !pool.BelongsToItem() {
			s.roller.notePoints(s.a, pool, level.Now-now)
		}
	}
	if maximum >= 0 && level.Now < maximum-slack && now >= maximum-slack {
		s.applyLimit(pool.AtFull, pool.Label+" becomes full more than %d times at once. Change its at_full.")
	}
}

// changePace moves the actor by the given number of steps in list, which holds activities from slow to fast, but not beyond its ends.
func (s runActor) changePace(list []*Activity, steps int) {
	index := max(0, min(s.a.activityIndex(list)+steps, len(list)-1))
	s.emitOwn(&Event{Kind: EventActivity, What: list[index].Name})
}

// addDelay delays the actor's action in progress, or else its next turn, by counts. An action that takes effect now is not delayed.
func (s runActor) addDelay(counts float64) {
	if counts <= 0 || s.isTimeless() {
		return
	}
	if d := s.a.Doing; d != nil && s.a != s.acting {
		if s.roller.runsFuture() {
			s.emitOwn(&Event{Kind: EventDelay, At: TrimNoise(d.At + counts), By: counts})
		}
		return
	}
	from := s.a.Turn
	if s.a.Waiting || from < 0 {
		from = s.count()
	}
	s.emitOwn(&Event{Kind: EventTurn, At: from + counts, By: counts})
}

// prolongAction keeps the actor's action, which takes effect now, in progress for the given number of further counts.
func (s runActor) prolongAction(counts float64) {
	if counts <= 0 || s.a != s.acting || s.a.Doing != s.takingEffect || !s.roller.runsFuture() {
		return
	}
	s.actionContinues = true
	s.emitOwn(&Event{Kind: EventDelay, At: TrimNoise(s.count() + counts), By: counts, Value: 1})
}

// setDistance moves the actor to the given distance from another actor, staying on the same side of that actor, and ends its movement. If
// positions are not tracked, nothing changes.
func (s runActor) setDistance(from *Actor, metres float64) {
	if !s.a.Placed || !from.Placed {
		return
	}
	place := from.Place + math.Max(0, metres)
	if s.a.Place < from.Place {
		place = from.Place - math.Max(0, metres)
	}
	if place = TrimNoise(place); place != s.a.Place {
		if s.a.Going != nil {
			s.stopMoving("")
		}
		s.emitOwn(&Event{Kind: EventPlace, Value: place, By: TrimNoise(place - s.a.Place)})
	}
}

// rerollInitiative rolls the actor's initiative again, from now, and gives up the actor's action in progress.
func (s runActor) rerollInitiative() {
	if s.a.forbiddenBy(s.rs, cannotAct) != nil {
		return
	}
	if s.isTimeless() {
		s.emitOwn(&Event{Kind: EventTell, Text: s.a.Name + " rolls " + againInitiative + " again"})
		return
	}
	s.giveUpActions()
	s.rollInitiative(s.count())
}

// scheduleTurn schedules the next turn of an actor in a game with rounds, where a count is a round: one round after the given one, but not
// before the round after the current one. Sides have no turns of this kind.
func (r *Run) scheduleTurn(s runActor, from float64) {
	if s.a.isSide {
		return
	}
	count := math.Max(from+1, r.count()+1)
	if !r.roller.runsFuture() {
		return
	}
	s.emitOwn(&Event{Kind: EventTurn, At: count, By: count - r.count()})
}

// grantTurn gives an actor another turn in this round.
func (r *Run) grantTurn(a *Actor) {
	// There is nothing to grant if there are no turns, the actor is a side, this isn't play, no round is running, or the actor has its turn
	// now.
	if r.isTimeless() || a.isSide || !r.roller.runsFuture() || r.state.Round == nil || a.Open {
		return
	}
	r.withActor(a).emitOwn(&Event{Kind: EventTurn, At: r.count(), How: againTurn})
}

// rollInitiative rolls the number of counts from the given count until the actor's next turn, and emits the event for the turn. If
// the roll is below the minimum (order.First), the actor gains the difference as points of the pool order.excess. In a game with rounds
// the turn is scheduled without dice. Guide, chapter 4.
func (s runActor) rollInitiative(from float64) {
	order := &s.rs.Order
	if order.InRounds() {
		s.Run.scheduleTurn(s, from)
		return
	}
	f := s.newFrame(s.a, nil)
	if f.average = !s.roller.runsFuture(); f.average { // the turn itself doesn't matter, but modifiers of the roll are used up
		order.Initiative.total(f, nil)
		s.endUsedUp()
		return
	}
	before := s.savepoint()
	s.purpose, s.rollingActor = againInitiative, s.a.Key
	trace, first := s.startTrace()
	counts, _ := order.Initiative.total(f, trace)
	terms := trace.endList(first)
	if s.err != nil {
		return
	}
	if lacking := order.First - counts; lacking > 0 {
		if order.excess != nil {
			s.gainPoints(order.excess, lacking)
		}
		counts = order.First
	}
	count := max(from+counts, s.count()+order.First)
	s.emitOwn(&Event{Kind: EventTurn, At: count, By: count - from})
	s.endUsedUp()
	if s.record {
		total := counts
		s.insertRecord(Outcome{Step: againInitiative, Label: ReadableName(againInitiative), Kind: againInitiative, Who: s.a.Key,
			Source: order.Initiative.Pos.String(), Guide: order.Src, Total: &total, Terms: terms}, before)
	}
}

// giveUpActions cancels the actor's actions in progress.
func (s runActor) giveUpActions() {
	for s.a.Doing != nil && s.err == nil {
		s.emitOwn(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.actionWords()})
	}
}
