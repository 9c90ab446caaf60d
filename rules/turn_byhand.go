package rules

import (
	"math"
	"slices"
)

// Changes that the game master makes outside any action: conditions, pools, initiative, leaving. Each is a decision with events. Several
// can be made in one decision.

// ManualChanges has methods for the changes that the game master can make outside any action. Most of them do nothing if the actor doesn't
// exist; BeginActivity and Waive need an actor.
type ManualChanges struct {
	r *Run // run that collects the events
}

// DecideManually calls do, which makes the changes, and returns the decision.
func (rs *Ruleset) DecideManually(s *State, k DecisionInput, do func(*ManualChanges)) (Decision, error) {
	r := rs.newRun(s, k)
	do(&ManualChanges{r})
	return r.finishRun()
}

// RollInitiative rolls the count of an actor's next turn, from now.
func (h *ManualChanges) RollInitiative(key string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).rollInitiative(h.r.count())
	}
}

// PutCondition gives an actor a condition. tool is the item on which a condition of items is put, other the key of the partner in a paired
// condition. number is the condition's number; 0 for its default.
func (h *ManualChanges) PutCondition(key string, c *Condition, tool *Item, number float64, other string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).putCondition(tool, c, number, other)
	}
}

// LimitCondition sets limit, the count at which condition c of an actor ends; 0 for no limit. If the actor has the condition several times,
// the newest is limited. tool and other are as in PutCondition. Both halves of a paired condition end at that count.
func (h *ManualChanges) LimitCondition(key string, c *Condition, tool *Item, other string, limit float64) {
	a := h.r.actorCopy(key)
	if a == nil {
		return
	}
	for _, held := range slices.Backward(a.AllConditions()) {
		if held.Condition == c && held.countsWith(tool) && (other == "" || held.Other == other) {
			h.r.withActor(a).emitOwn(&Event{Kind: EventLimit, What: c.Name, ID: held.ID, At: TrimNoise(limit)})
			return
		}
	}
}

// SetClock sets the clock, in seconds since the campaign began. It shows reminders for a time of the calendar if the clock then has passed
// that time; other reminders move with the clock.
func (h *ManualChanges) SetClock(seconds float64) {
	h.r.emit(&Event{Kind: EventTime, At: seconds})
	moved := *h.r.state
	moved.postponeReminders(seconds - moved.Elapsed)
	h.r.state = &moved
	h.r.showReminders(seconds)
}

// EndCondition ends a condition of an actor. A paired condition ends only with the partner whose key is other, or with every partner if
// other is "".
func (h *ManualChanges) EndCondition(key string, c *Condition, tool *Item, other string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).endCondition(tool, c, other)
	}
}

// RemoveActor removes an actor and ends the conditions that other actors share with it.
func (h *ManualChanges) RemoveActor(key string) {
	if a := h.r.state.Find(key); a != nil {
		h.r.withActor(a).leaveEncounter()
	}
}

// DropTarget ends an actor's actions against an actor that has left, whose key is leaver, and its movement towards that actor.
func (h *ManualChanges) DropTarget(key, leaver string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).dropTarget(leaver)
	}
}

// GiveTurnNow gives an actor its turn at the current count; it does nothing in a game with rounds.
func (h *ManualChanges) GiveTurnNow(key string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).giveTurnNow()
	}
}

// SetPool sets a pool of an actor to a value. If the pool belongs to items, it sets the pool of tool. A value outside the pool's bounds is
// an error.
func (h *ManualChanges) SetPool(key string, tool *Item, pool *Pool, value float64) {
	a := h.r.actorCopy(key)
	if a == nil || pool.levelIndex(a, tool) < 0 {
		return
	}
	level, maximum := pool.levelAndMax(a, tool)
	if isLimited := maximum >= 0; isLimited && value > math.Max(maximum, level.Now) {
		h.r.err = refuse("%s of %s can be at most %s.", pool.Name, a.Name, formatNumber(maximum))
	}
	if value < pool.minimum {
		h.r.err = refuse("%s of %s must be at least %s.", pool.Name, a.Name, formatNumber(pool.minimum))
	}
	e := Event{Kind: EventPool, Who: key, Tool: pool.toolName(tool), What: pool.Name, Value: TrimNoise(value), Carry: level.Carry, By: TrimNoise(value - level.Now)}
	if h.r.rs.Order.paysTurns(pool) { // the points that the side can still spend in its turn also change
		e.How = manualPurse
	}
	h.r.emit(&e)
}

// SetUndrainedLoss sets the number of points that a pool has lost since its drain last passed a loss on to a second pool. It is an error if
// these are enough for the drain to pass on another point.
func (h *ManualChanges) SetUndrainedLoss(key string, pool *Pool, points float64) {
	a := h.r.actorCopy(key)
	if a == nil {
		return
	}
	if h.r.err = pool.checkLeftOver(points); h.r.err == nil {
		h.r.emit(&Event{Kind: EventPool, Who: key, What: pool.Name, Value: a.Levels[pool.index].Now, Carry: TrimNoise(points)})
	}
}

// Emit adds an event to the decision.
func (h *ManualChanges) Emit(e Event) { h.r.emit(&e) }

// GiveUp ends the action that an actor has in progress and rolls its initiative from now.
func (h *ManualChanges) GiveUp(key string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).giveUpAction()
	}
}

// Actor returns the run's own copy of an actor.
func (h *ManualChanges) Actor(key string) *Actor { return h.r.actorCopy(key) }

// ScheduleTicks schedules the periodic effects of conditions that have none scheduled yet, such as the conditions that an actor's
// file lists when the actor joins.
func (h *ManualChanges) ScheduleTicks(key string) {
	if a := h.r.actorCopy(key); a != nil {
		h.r.withActor(a).scheduleTicks()
	}
}

// PutMissingConditions gives a side the starting conditions that the encounter lists for it, if an earlier version added the side
// without them.
func (h *ManualChanges) PutMissingConditions(key string) {
	a := h.r.actorCopy(key)
	if a == nil || !a.isSide {
		return
	}
	for _, held := range a.Sheet.startConditions {
		if !a.HasCondition(h.r.rs, held.Condition) {
			h.r.withActor(a).putCondition(nil, held.Condition, 0, "")
		}
	}
}

// BeginActivity begins an activity, and warns if the actor cannot pay for it (R44).
func (h *ManualChanges) BeginActivity(key string, activity *Activity) {
	a := h.r.actorCopy(key)
	if a == nil {
		return
	}
	h.r.emit(&Event{Kind: EventActivity, of: a, Who: key, What: activity.Name})
	h.r.withActor(a).warnUnpaid(activity)
	h.r.withActor(a).applyOnce(activity)
}

// Move makes an actor begin an activity and set out for going, a destination that may be nil. During an encounter, it uses the activity's
// action if there is one.
func (h *ManualChanges) Move(key string, activity *Activity, going *Destination) {
	if a := h.r.actorCopy(key); a != nil {
		if err := h.r.withActor(a).setOff(activity, going); err != nil { // a missing die is already recorded
			h.r.err = err
		}
	}
}

// Waive skips a pending event of the timeline. A condition has no effect this time, or doesn't end at its limit. An action in progress is
// dropped, and its actor has a turn at the count of the event. A turn is skipped, and the next one is rolled from its count.
func (h *ManualChanges) Waive(o PendingEvent) {
	a := h.r.actorCopy(o.Actor.Key)
	if a == nil {
		return
	}
	switch o.Kind {
	case PendingTick:
		if o.Held.Expires() {
			h.r.emit(&Event{Kind: EventLimit, Who: a.Key, What: o.Held.Condition.Name, ID: o.Held.ID})
			break
		}
		next := float64(noCount)
		if !o.Held.Condition.Every.Once {
			next = o.At + h.r.withActor(a).nextInterval(o.Held)
		}
		h.r.emit(&Event{Kind: EventTick, Who: a.Key, What: o.Held.Condition.Name, ID: o.Held.ID, At: next})
	case PendingAct:
		h.r.emit(&Event{Kind: EventDone, Who: a.Key})
		h.r.emit(&Event{Kind: EventTurn, Who: a.Key, At: o.At, By: o.At - h.r.count()})
	case PendingTurn:
		h.r.withActor(a).rollInitiative(o.At)
	}
}

// RaiseByOne raises a skill or statistic of an actor by one. Pools rise with their maximum. The caller charges the price.
func (h *ManualChanges) RaiseByOne(key string, l Learnable) {
	a := h.r.actorCopy(key)
	if a == nil {
		return
	}
	rs, to := h.r.rs, l.CurrentValue(a.Sheet)+1
	if l.Stat == nil {
		h.Emit(Event{Kind: EventRank, Who: key, What: l.Skill.Name, Value: to})
		return
	}
	raised := l.RaisedSheet(rs, a.Sheet, to)
	gains := rs.PoolGains(a.Sheet, raised)
	h.Emit(Event{Kind: EventStat, Who: key, What: l.Stat.Name, Value: to})
	for _, gain := range gains {
		if a = h.r.actorCopy(key); a != nil {
			h.SetPool(key, nil, gain.Pool, a.PoolValue(gain.Pool)+gain.By)
		}
	}
}

// Throw rolls the dice. It returns the decision, which records them, and the faces that they show. The state does not change.
func (p PlainDice) Throw(rs *Ruleset, s *State, k DecisionInput) (Decision, ThrownDice, error) {
	r, t := rs.newRun(s, k), ThrownDice{Total: p.Plus}
	for _, g := range p.Groups {
		faces := make([]int, g.Count)
		for i := range faces {
			for n := 0; ; n++ {
				face := r.rollDieAgain(n, g.Faces, p.String())
				notePriorRoll(r.err, faces[i])
				if faces[i] += face; !g.Explodes || face != g.Faces || n == maxAgain {
					break
				}
			}
		}
		for i, counts := range g.countingDice(faces) {
			if counts {
				t.Total += negateIf(float64(faces[i]), g.Minus)
			}
		}
		t.Faces = append(t.Faces, faces)
	}
	d, err := r.finishRun()
	return d, t, err
}
