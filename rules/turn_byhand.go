package rules

import (
	"math"
	"slices"
)

// What a game master does outside any action: conditions, pools, initiative, leaving. Each runs as a decision and comes to
// events.

// ByHand is what a game master may do to actors outside any action.
type ByHand struct{ r *Run }

// ByHand carries out what a game master does by hand.
func (rs *Ruleset) ByHand(s *State, k Known, do func(*ByHand)) (Decision, error) {
	r := rs.run(s, k)
	do(&ByHand{r})
	return r.decision()
}

// Initiative rolls the next turn of an actor from now.
func (h *ByHand) Initiative(key string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).initiative(h.r.count())
	}
}

// Put gives an actor a condition by hand: the tool is what one about a thing is about, the key of the other one is needed
// for one between two.
func (h *ByHand) Put(key string, c *Condition, tool *Item, number float64, other string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).put(tool, c, number, other)
	}
}

// Limit sets the count at which the time is up of the newest condition of an actor that is this one; 0 for no limit. The tool and the
// key of the other one are as in Put. Both halves of one between two end then.
func (h *ByHand) Limit(key string, c *Condition, tool *Item, other string, limit float64) {
	a := h.r.copy(key)
	if a == nil {
		return
	}
	for _, held := range slices.Backward(a.Lasting()) {
		if held.Condition == c && held.with(tool) && (other == "" || held.Other == other) {
			h.r.of(a).happen(&Event{Kind: EventLimit, What: c.Name, ID: held.ID, At: TrimNoise(limit)})
			return
		}
	}
}

// SetClock sets the clock by hand, in seconds since the campaign began. Reminders at a time of the calendar that has passed then come.
func (h *ByHand) SetClock(to float64) {
	h.r.emit(&Event{Kind: EventTime, At: to})
	moved := *h.r.state
	moved.postponeReminders(to - moved.Elapsed)
	h.r.state = &moved
	h.r.remind(to)
}

// End takes a condition from an actor by hand; one between two ends with the other one named, or with every actor.
func (h *ByHand) End(key string, c *Condition, tool *Item, other string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).end(tool, c, other)
	}
}

// Leave lets an actor go; what others have with it alone ends.
func (h *ByHand) Leave(key string) {
	if a := h.r.state.Find(key); a != nil {
		h.r.of(a).leave()
	}
}

// Forsake ends what an actor does about another one who has left: actions at that one, and the way after that one.
func (h *ByHand) Forsake(key, leaver string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).forsake(leaver)
	}
}

// TurnNow gives an actor its turn at the present count; nothing where turns go by rounds.
func (h *ByHand) TurnNow(key string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).turnNow()
	}
}

// Set brings a pool, of things that of a thing, to a value by hand; one outside its bounds is refused.
func (h *ByHand) Set(key string, tool *Item, pool *Pool, value float64) {
	a := h.r.copy(key)
	if a == nil || pool.at(a, tool) < 0 {
		return
	}
	level, maximum := pool.of(a, tool)
	if limited := maximum >= 0; limited && value > math.Max(maximum, level.Now) {
		h.r.err = refuse("%s of %s can be at most %s.", pool.Name, a.Name, formatNumber(maximum))
	}
	if value < pool.minimum {
		h.r.err = refuse("%s of %s must be at least %s.", pool.Name, a.Name, formatNumber(pool.minimum))
	}
	e := Event{Kind: EventPool, Who: key, Tool: pool.toolName(tool), What: pool.Name, Value: TrimNoise(value), Carry: level.Carry, By: TrimNoise(value - level.Now)}
	if h.r.rs.Order.paysTurns(pool) {
		e.How = purseByHand
	}
	h.r.emit(&e)
}

// SetOver sets what a pool lost since its drain last drew, by hand; what a drain would draw at once is refused.
func (h *ByHand) SetOver(key string, pool *Pool, over float64) {
	a := h.r.copy(key)
	if a == nil {
		return
	}
	if h.r.err = pool.carries(over); h.r.err == nil {
		h.r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: a.Levels[pool.index].Now, Carry: TrimNoise(over)})
	}
}

// Emit adds an event by hand.
func (h *ByHand) Emit(e Event) { h.r.emit(&e) }

// GiveUp ends the action an actor has in the making; initiative is rolled from now.
func (h *ByHand) GiveUp(key string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).giveUp()
	}
}

// Actor returns the run's own copy of an actor.
func (h *ByHand) Actor(key string) *Actor { return h.r.copy(key) }

// Wake lets those conditions of an actor begin to act at intervals that it came with.
func (h *ByHand) Wake(key string) {
	if a := h.r.copy(key); a != nil {
		h.r.of(a).wake()
	}
}

// Role puts on a side the conditions that the encounter says it begins with, where it comes from an earlier one without them.
func (h *ByHand) Role(key string) {
	a := h.r.copy(key)
	if a == nil || !a.aSide {
		return
	}
	for _, held := range a.Sheet.first {
		if !a.Has(h.r.rs, held.Condition) {
			h.r.of(a).put(nil, held.Condition, 0, "")
		}
	}
}

// Begin begins an activity by hand, and warns an actor who has nothing left for it. R44.
func (h *ByHand) Begin(key string, activity *Activity) {
	a := h.r.copy(key)
	h.r.emit(&Event{Kind: EventActivity, of: a, Who: key, What: activity.Name})
	h.r.of(a).warn(activity)
	h.r.of(a).atOnce(activity)
}

// Move lets an actor take up an activity, in an encounter by the action that begins it, and set out; going may be nil.
func (h *ByHand) Move(key string, by *Activity, going *Going) {
	if a := h.r.copy(key); a != nil {
		if err := h.r.of(a).setOff(by, going); err != nil { // a die that is missing is noted already
			h.r.err = err
		}
	}
}

// Waive drops what the timeline owes an actor: a condition does not act this time, or does not end when its time is up; an action in the making comes to
// nothing, and the turn to declare another comes at its count; a turn goes by, and the next is rolled from there.
func (h *ByHand) Waive(o Owed) {
	a := h.r.copy(o.Actor.Key)
	switch o.Kind {
	case OwedTick:
		if o.Held.Expires() {
			h.r.emit(&Event{Kind: EventLimit, Who: a.Key, What: o.Held.Condition.Name, ID: o.Held.ID})
			break
		}
		next := float64(none)
		if !o.Held.Condition.Every.Once {
			next = o.At + h.r.of(a).interval(o.Held)
		}
		h.r.emit(&Event{Kind: EventTick, Who: a.Key, What: o.Held.Condition.Name, ID: o.Held.ID, At: next})
	case OwedAct:
		h.r.emit(&Event{Kind: EventDone, Who: a.Key})
		h.r.emit(&Event{Kind: EventTurn, Who: a.Key, At: o.At, By: o.At - h.r.count()})
	case OwedTurn:
		h.r.of(a).initiative(o.At)
	}
}

// Buy raises it for an actor by hand, to the next rank or value: pools rise with their maximum. It is paid elsewhere.
func (h *ByHand) Buy(key string, l Learnable) {
	a := h.r.copy(key)
	if a == nil {
		return
	}
	rs, to := h.r.rs, l.Reached(a.Sheet)+1
	if l.Stat == nil {
		h.Emit(Event{Kind: EventRank, Who: key, What: l.Skill.Name, Value: to})
		return
	}
	raised := l.With(rs, a.Sheet, to)
	gains := rs.PoolGains(a.Sheet, raised)
	h.Emit(Event{Kind: EventStat, Who: key, What: l.Stat.Name, Value: to})
	for _, gain := range gains {
		if a = h.r.copy(key); a != nil {
			h.Set(key, nil, gain.Pool, a.Now(gain.Pool)+gain.By)
		}
	}
}

// Throw rolls the dice. Nothing changes but that it is told.
func (p PlainDice) Throw(rs *Ruleset, s *State, k Known) (Decision, Thrown, error) {
	r, t := rs.run(s, k), Thrown{Total: p.Plus}
	for _, g := range p.Groups {
		faces := make([]int, g.Count)
		for i := range faces {
			faces[i] = r.die(g.Faces, p.String())
		}
		for i, counts := range g.counts(faces) {
			if counts {
				t.Total += orMinus(float64(faces[i]), g.Minus)
			}
		}
		t.Faces = append(t.Faces, faces)
	}
	d, err := r.decision()
	return d, t, err
}
