package rules

import "math"

// What happens to an actor of a run: points lost and gained, distances, delays. Each is an event, which a run's ledger takes
// (run_eventsink.go).

// runActor is an actor of a run: what happens to it, and what it does.
type runActor struct {
	*Run
	a    *Actor
	tool *Item // what it uses, of which pools of things are; nil for nothing
	met  *Item // what the other one uses, about which a condition between the two is there; what is in hand without it
}

// happen lets an event happen to the actor.
func (s runActor) happen(e *Event) {
	e.of, e.Who = s.a, s.a.Key
	s.emit(e)
}

// lose takes points from a pool. What the pool cannot give goes to rest, or where the pool itself says.
func (s runActor) lose(pool, rest *Pool, points float64, losses []float64) {
	at := pool.at(s.a, s.tool)
	if points <= 0 || at < 0 {
		return
	}
	level := s.a.Levels[at]
	had := level.Now
	taken := points
	if minimum := pool.minimum; level.Now-points < minimum {
		taken = math.Max(0, level.Now-minimum)
	}
	borne := taken
	if rest == nil && pool.beyond.drain {
		borne = points // no point is left to take, but the tenth is still due
	}
	level.Now = TrimNoise(level.Now - taken)
	var drained float64
	if pool.Drain != nil {
		whole := math.Floor((level.Carry+borne)/pool.Drain.Every + slack)
		level.Carry = TrimNoise(level.Carry + borne - whole*pool.Drain.Every)
		drained = whole
	}
	if taken > 0 || borne > 0 {
		s.happen(&Event{Kind: EventPool, Tool: pool.toolName(s.tool), What: pool.Name, pool: pool, Value: level.Now, Carry: level.Carry, By: TrimNoise(-taken)})
		if !pool.OfItem() {
			s.roller.notePoints(s.a, pool, taken)
		}
	}
	if losses != nil {
		losses[pool.index] += taken
	}
	if drained > 0 {
		s.lose(pool.Drain.pool, nil, drained, losses)
	}
	over := TrimNoise(points - taken)
	if over > 0 && rest == nil {
		rest = pool.beyond.pool
	}
	if over > 0 && rest != nil {
		s.lose(rest, nil, over, losses)
	}
	if had > slack && level.Now <= slack {
		s.atLimit(pool.AtZero, pool.Label+" falls to 0 more than %d times at once. Change its at_zero.")
	}
}

// atLimit carries out the effects of a pool of the actor that has come to 0, or to its maximum; tooOften is the refusal if that
// brings pools to their limits without end.
func (s runActor) atLimit(effects []*Effect, tooOften string) {
	if len(effects) == 0 || s.err != nil {
		return
	}
	if s.zeros++; s.zeros > maxZeros {
		s.err = endless(tooOften, maxZeros)
		return
	}
	s.do(s.frame(s.a, nil), effects)
	s.zeros--
}

// maxZeros is how many pools may bring each other to their limits at once.
const maxZeros = 20

// gain gives points to a pool, up to its maximum.
func (s runActor) gain(pool *Pool, points float64) {
	at := pool.at(s.a, s.tool)
	if at < 0 {
		return
	}
	level := s.a.Levels[at]
	now := level.Now + points
	_, maximum := pool.of(s.a, s.tool)
	if maximum >= 0 {
		now = math.Min(now, math.Max(maximum, level.Now))
	}
	if now != level.Now {
		s.happen(&Event{Kind: EventPool, Tool: pool.toolName(s.tool), What: pool.Name, pool: pool, Value: TrimNoise(now), Carry: level.Carry, By: TrimNoise(now - level.Now)})
		if !pool.OfItem() {
			s.roller.notePoints(s.a, pool, level.Now-now)
		}
	}
	if maximum >= 0 && level.Now < maximum-slack && now >= maximum-slack {
		s.atLimit(pool.AtFull, pool.Label+" becomes full more than %d times at once. Change its at_full.")
	}
}

// pace moves the actor by so many places in list, activities from slow to fast, and stops at its ends.
func (s runActor) pace(list []*Activity, by int) {
	to := max(0, min(s.a.at(list)+by, len(list)-1))
	s.happen(&Event{Kind: EventActivity, What: list[to].Name})
}

// delay adds counts to when an actor acts next: to its action in progress, or else to its next turn. An action that takes
// effect at this moment is not delayed any more.
func (s runActor) delay(counts float64) {
	if counts <= 0 || s.timeless() {
		return
	}
	if d := s.a.Doing; d != nil && s.a != s.acting {
		if s.roller.runsFuture() {
			s.happen(&Event{Kind: EventDelay, At: TrimNoise(d.At + counts), By: counts})
		}
		return
	}
	from := s.a.Turn
	if s.a.Waiting || from < 0 {
		from = s.count()
	}
	s.happen(&Event{Kind: EventTurn, At: from + counts, By: counts})
}

// prolong lets an actor's action that takes effect at this moment be over only counts later.
func (s runActor) prolong(counts float64) {
	if counts <= 0 || s.a != s.acting || s.a.Doing != s.takingEffect || !s.roller.runsFuture() {
		return
	}
	s.prolonged = true
	s.happen(&Event{Kind: EventDelay, At: TrimNoise(s.count() + counts), By: counts, Value: 1})
}

// setDistance puts an actor so many metres from another one, on the side where it stands, and ends its way; where no places are kept,
// nothing changes.
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
			s.stand("")
		}
		s.happen(&Event{Kind: EventPlace, Value: place, By: TrimNoise(place - s.a.Place)})
	}
}

// initiativeAgain rolls the initiative of an actor anew, from now.
func (s runActor) initiativeAgain() {
	if s.a.cannot(s.rs, cannotAct) != nil {
		return
	}
	if s.timeless() {
		s.happen(&Event{Kind: EventTell, Text: s.a.Name + " rolls " + againInitiative + " again"})
		return
	}
	s.dropDoing()
	s.initiative(s.count())
}

// turnComes lets the turn of an actor who comes in be owed: in the round that begins next, or at once where one may still act
// again.
func (r *Run) turnComes(s runActor, from float64) {
	if s.a.aSide {
		return
	}
	at := math.Max(from+1, r.count()+1)
	if !r.roller.runsFuture() {
		return
	}
	s.happen(&Event{Kind: EventTurn, At: at, By: at - r.count()})
}

// grantTurn gives an actor one more turn in this round.
func (r *Run) grantTurn(a *Actor) {
	if r.timeless() || a.aSide || !r.roller.runsFuture() || r.state.Round == nil || a.Open {
		return
	}
	r.of(a).happen(&Event{Kind: EventTurn, At: r.count(), How: againTurn})
}

// initiative rolls when an actor's next turn comes, counted from a count. G 4.
func (s runActor) initiative(from float64) {
	order := &s.rs.Order
	if order.InRounds() {
		s.Run.turnComes(s, from)
		return
	}
	f := s.frame(s.a, nil)
	if f.average = !s.roller.runsFuture(); f.average { // what comes after is another matter, but what counts in it is used
		order.Initiative.total(f, nil)
		s.settle()
		return
	}
	began := s.savepoint()
	s.purpose, s.rolling = againInitiative, s.a.Key
	trace, first := s.tracing()
	counts, _ := order.Initiative.total(f, trace)
	terms := trace.end(first)
	if s.err != nil {
		return
	}
	if lacking := order.First - counts; lacking > 0 {
		if order.excess != nil {
			s.gain(order.excess, lacking)
		}
		counts = order.First
	}
	at := max(from+counts, s.count()+order.First)
	s.happen(&Event{Kind: EventTurn, At: at, By: at - from})
	s.settle()
	if s.record {
		total := counts
		s.insertRecord(Outcome{Step: againInitiative, Label: Words(againInitiative), Kind: againInitiative, Who: s.a.Key,
			Source: order.Initiative.Pos.String(), Guide: order.Src, Total: &total, Terms: terms}, began)
	}
}

// dropDoing ends what an actor has in the making.
func (s runActor) dropDoing() {
	for s.a.Doing != nil && s.err == nil {
		s.happen(&Event{Kind: EventDone, Text: "gives up " + s.a.Doing.words()})
	}
}
