package rules

import (
	"math"
	"slices"
	"sort"
)

// The timeline: the pending events of a state, which are turns, actions that take effect and effects of conditions, in their order. A tick
// is an effect of a condition at an interval, or its end at a limit. If events of several actors come at the same count, the order's tie
// formulas decide: the actor with the highest value goes first. In live play (live.go), a state changes in place and caches its pending
// events.

// PendingKind is the kind of a pending event on the timeline.
type PendingKind string

// The kinds of pending events. At the same count, ticks come before acts and turns.
const (
	PendingTick    PendingKind = "tick" // a condition has its effect, such as loss of blood, or ends at its limit
	PendingAct     PendingKind = "act"  // an action takes effect
	PendingTurn    PendingKind = "turn" // an actor's turn comes, so that it must declare
	PendingArrival PendingKind = "way"  // a moving actor arrives; not on the timeline, see Ruleset.NextEvent
)

// PendingEvent is a pending event on the timeline.
type PendingEvent struct {
	Kind  PendingKind    // tick, act, turn or arrival
	At    float64        // count at which it comes
	Actor *Actor         // actor whose event it is
	Held  *HeldCondition // condition, for a tick; else nil
	Doing *OngoingAction // action, for an act; else nil
}

// IsAtRest reports whether no actor takes turns: there is no fight, or no one has rolled initiative.
func (rs *Ruleset) IsAtRest(s *State) bool {
	return !s.Running || !rs.Order.InRounds() && !slices.ContainsFunc(s.Actors, (*Actor).TakesTurns)
}

// IsFightOn reports whether there is a fight: an actor takes turns, or a side has won but the fight hasn't been ended.
func (rs *Ruleset) IsFightOn(s *State) bool { return s.IsFightOn(rs.IsAtRest(s)) }

// IsFightOn reports whether there is a fight, for a reader who knows only part of the state. atRest is true if, as far as the reader knows,
// no actor takes turns.
func (s *State) IsFightOn(atRest bool) bool { return s.Running && (s.Won != "" || !atRest) }

// TakesTurns reports whether the actor has a turn, waits for one or has an action in progress.
func (a *Actor) TakesTurns() bool { return a.Open || a.Waiting || a.Turn >= 0 || a.Doing != nil }

// ListPending lists the pending events of the timeline, the next one first. At the same count, conditions come first, then actions and
// turns in the order of ties.
func (rs *Ruleset) ListPending(s *State) []PendingEvent {
	var list []PendingEvent
	for _, a := range s.Actors {
		conditions := a.AllConditions()
		for i := range conditions {
			if held := &conditions[i]; held.Next >= 0 {
				list = append(list, PendingEvent{Kind: PendingTick, At: held.Next, Actor: a, Held: held})
			}
		}
		for d := a.Doing; d != nil; d = d.Beside {
			list = append(list, PendingEvent{Kind: PendingAct, At: d.At, Actor: a, Doing: d})
		}
		if a.Turn >= 0 {
			list = append(list, PendingEvent{Kind: PendingTurn, At: a.Turn, Actor: a})
		}
	}
	w := turnOrder{rs: rs, ties: map[*Actor][]float64{}}
	sort.SliceStable(list, func(i, j int) bool { return w.isBefore(&list[i], &list[j]) })
	return list
}

// NextPending returns the first event that [Ruleset.ListPending] lists; ok is false if there is none. The result is cached for the state,
// together with the values of the actors' ties, since most of these don't change.
func (rs *Ruleset) NextPending(s *State) (next PendingEvent, ok bool) {
	if len(s.Actors) > 0 && s.Actors[0].live != nil { // a Live changes in place
		return turnOrder{rs: rs}.firstPending(s)
	}
	cached := rs.lastPending.Swap(nil)                           // so that other goroutines can't use it in the meantime
	if cached == nil || len(cached.ties) > 8*(len(s.Actors)+8) { // it holds the ties of many actors that are no longer in use
		cached = &pendingCache{ties: map[*Actor][]float64{}}
	}
	if cached.state != s {
		cached.next, _ = turnOrder{rs: rs, ties: cached.ties}.firstPending(s)
		cached.state = s
	}
	next = cached.next
	rs.lastPending.Store(cached)
	return next, next.Actor != nil
}

// pendingCache caches the next pending event of a state, and the ties of actors in this or earlier states.
type pendingCache struct {
	state *State               // fight whose next event is cached
	next  PendingEvent         // its next event; Actor is nil if nothing is pending
	ties  map[*Actor][]float64 // values of the order's tie formulas that were computed so far, by actor and then by index of the tie
}

// turnOrder compares the pending events of a state.
type turnOrder struct {
	rs   *Ruleset             // the game, whose order has the ties
	live *Live                // Live whose state it is, which caches pending events; nil for a plain state
	ties map[*Actor][]float64 // values computed so far, as in pendingCache; nil if they are not cached
}

// firstPending returns the next pending event; ok is false if there is none.
func (w turnOrder) firstPending(s *State) (next PendingEvent, ok bool) {
	next.At = math.Inf(1)
	if w.live == nil {
		for _, a := range s.Actors {
			w.takeFirstOf(a, &next)
		}
		return next, next.Actor != nil
	}
	for _, i := range w.live.firstPendingIndexes() {
		w.takeFirstOf(&w.live.actors[i].Actor, &next)
	}
	return next, next.Actor != nil
}

// takeFirstOf sets next to the first event of actor a if that event comes sooner than next. Of paired actions, only the first is
// considered.
func (w turnOrder) takeFirstOf(a *Actor, next *PendingEvent) {
	conditions := a.AllConditions()
	for i := range conditions {
		if held := &conditions[i]; held.Next >= 0 && held.Next <= next.At {
			w.takeIfSooner(next, PendingTick, held.Next, a, held)
		}
	}
	if a.Doing != nil && a.Doing.At <= next.At {
		w.takeIfSooner(next, PendingAct, a.Doing.At, a, nil)
	}
	if a.Turn >= 0 && a.Turn <= next.At {
		w.takeIfSooner(next, PendingTurn, a.Turn, a, nil)
	}
}

// takeIfSooner sets next to the event described by the other parameters if that event comes first. Its count must not be later than that of
// next.
func (w turnOrder) takeIfSooner(next *PendingEvent, kind PendingKind, at float64, a *Actor, held *HeldCondition) {
	if next.Actor == nil || at < next.At || w.isBefore(&PendingEvent{Kind: kind, At: at, Actor: a}, next) {
		next.Kind, next.At, next.Actor, next.Held, next.Doing = kind, at, a, held, nil
		if kind == PendingAct {
			next.Doing = a.Doing
		}
	}
}

// isBefore reports whether a comes before b: by count, then ticks first, then by the order's ties, and finally by the order in which the
// actors joined.
func (w turnOrder) isBefore(a, b *PendingEvent) bool {
	if a.At != b.At {
		return a.At < b.At
	}
	if tick := a.Kind == PendingTick; tick != (b.Kind == PendingTick) {
		return tick
	}
	if a.Actor == b.Actor {
		return false
	}
	for i := range w.rs.Order.ties {
		x, y := w.tieNumber(a.Actor, i), w.tieNumber(b.Actor, i)
		if math.Abs(x-y) > slack {
			return x > y
		}
	}
	return a.Actor.order < b.Actor.order
}

// tieNumber returns the value of the order's tie with index i for an actor.
func (w turnOrder) tieNumber(a *Actor, i int) float64 {
	if a.live == nil {
		if w.ties == nil {
			return w.rs.numberOf(a, w.rs.Order.ties[i])
		}
		numbers := w.ties[a]
		for k := len(numbers); k <= i; k++ {
			numbers = append(numbers, w.rs.numberOf(a, w.rs.Order.ties[k]))
			w.ties[a] = numbers
		}
		return numbers[i]
	}
	ties := &a.live.ties // a Live caches them in the actor
	if ties.state != a.live.version {
		ties.state, ties.values = a.live.version, ties.values[:0]
	}
	for k := len(ties.values); k <= i; k++ {
		ties.values = append(ties.values, w.rs.numberOf(a, w.rs.Order.ties[k]))
	}
	return ties.values[i]
}
