package players

import (
	"slices"

	"hybrid/gm/story"
	"hybrid/rules"
)

// The state as it may be shown, without what only a secret changes: secret conditions, conditions put by someone who is not noticed,
// and a turn that is lost to a secret.

// shownState is a state as it may be shown.
type shownState struct {
	of, as *rules.State
	by     map[*rules.Actor]*rules.Actor // those who differ
}

// openState returns a state as it may be shown: the state itself if nothing in it stays back.
func (l *Log) openState(s *rules.State) *rules.State {
	was := l.open
	if was != nil && was.of == s {
		return was.as
	}
	now := &shownState{of: s}
	now.as = s.Replacing(func(a *rules.Actor) *rules.Actor {
		var b *rules.Actor
		if was != nil {
			b = was.by[a]
		}
		if b == nil {
			b = l.shownActor(a)
		}
		if b != a {
			if now.by == nil {
				now.by = map[*rules.Actor]*rules.Actor{}
			}
			now.by[a] = b
		}
		return b
	})
	l.open = now
	return now.as
}

// shownActor returns an actor as it may be shown.
func (l *Log) shownActor(a *rules.Actor) *rules.Actor {
	open := rules.OpenlyBut(l.game.Rules, a, func(h *rules.Held) bool { return l.back[holding{a.Key, h.ID}] })
	was := l.turns[a.Key]
	if was == nil {
		return open
	}
	as := *open
	as.Turn, as.Open, as.Waiting, as.Doing, as.Going, as.Activities = was.Turn, was.Open, was.Waiting, was.Doing, was.Going, was.Activities
	return &as
}

// keepBack updates what stays back to the entry, and returns the entry without what a secret alone makes happen.
func (v *view) keepBack() *story.Entry {
	e := v.plain.Story()
	e.Before = v.openState(e.Before)
	v.keepConditions()
	if hidden := v.keepTurns(); hidden != nil {
		e.Events = slices.DeleteFunc(slices.Clone(e.Events), hidden)
		e.Outcomes = slices.Clone(e.Outcomes)
		for i := range e.Outcomes {
			e.Outcomes[i].Events = slices.DeleteFunc(slices.Clone(e.Outcomes[i].Events), hidden)
		}
	}
	e.After = v.openState(e.After)
	return e
}

// keepConditions updates which conditions stay back: those put by someone who is not noticed, as long as that is so, unless they are
// felt.
func (v *view) keepConditions() {
	for of := range v.back {
		if held := heldBy(v.plain.Before, of); held == nil || v.sees(held.Other, rules.KnowThere) {
			delete(v.back, of)
			v.open = nil
		}
	}
	for i := range v.plain.Events {
		if ev := &v.plain.Events[i]; ev.Kind == rules.EventPut && v.comesUnnoticed(ev) {
			v.back[holding{ev.Who, ev.ID}] = true
			v.open = nil
		}
	}
}

// comesUnnoticed reports whether a condition that is put stays back.
func (v *view) comesUnnoticed(ev *rules.Event) bool {
	if ev.Other == "" || ev.Other == ev.Who || v.entry.Who == ev.Who && !v.byHand {
		return false
	}
	c, ok := v.game.Rules.Conditions.Get(ev.What)
	if !ok || c.Felt() {
		return false
	}
	by := v.entry.Actor(ev.Other)
	return by != nil && !by.IsSide() && !v.sees(ev.Other, rules.KnowThere)
}

// heldBy returns a condition in a state; nil if its actor does not have it.
func heldBy(s *rules.State, of holding) *rules.Held {
	a := s.Find(of.who)
	if a == nil {
		return nil
	}
	if i := slices.IndexFunc(a.Conditions, func(h rules.Held) bool { return h.ID == of.id }); i >= 0 {
		return &a.Conditions[i]
	}
	return nil
}

// keepTurns keeps the turn and the action in the making of each actor whom only a secret keeps from acting since this entry. lost
// reports whether an event is part of that; nil if there is none.
func (v *view) keepTurns() (hidden func(rules.Event) bool) {
	rs, e := v.game.Rules, v.plain
	for key := range v.turns {
		a := e.After.Find(key)
		if a == nil || !e.After.Running || !actsOpenly(rs, a) || slices.ContainsFunc(e.Events, func(ev rules.Event) bool { return ev.Who == key && turnsOver(&ev) }) {
			delete(v.turns, key)
			v.open = nil
		}
	}
	if !e.After.Running {
		return nil
	}
	for a, was := range e.After.Changed(e.Before) {
		if was == nil || rules.Openly(rs, a) == a {
			continue
		}
		able, why := a.CanAct(rs)
		if could, _ := was.CanAct(rs); able || !could || !actsOpenly(rs, a) {
			continue
		}
		moved := was.Going != nil || len(was.Activities) > 0
		of := func(ev rules.Event) bool {
			if ev.Who != a.Key {
				return false
			}
			switch ev.Kind {
			case rules.EventDone:
				return ev.Text == why.Label
			case rules.EventTurn:
				return ev.At < 0
			case rules.EventActivity:
				return moved
			case rules.EventTell:
				return moved && ev.What == ""
			case rules.EventPlace:
				return moved && ev.By == 0 && ev.Going == nil
			}
			return false
		}
		without, err := rs.Apply(e.Before, slices.DeleteFunc(slices.Clone(e.Events), of))
		if err != nil {
			continue
		}
		v.turns[a.Key] = without.Find(a.Key)
		v.open = nil
		if others := hidden; others != nil {
			hidden = func(ev rules.Event) bool { return others(ev) || of(ev) }
		} else {
			hidden = of
		}
	}
	return hidden
}

// turnsOver reports whether an event gives its actor another turn, or another action.
func turnsOver(e *rules.Event) bool {
	return slices.Contains([]rules.EventKind{rules.EventTurn, rules.EventOpen, rules.EventDoing, rules.EventDone, rules.EventWaiting}, e.Kind)
}

// actsOpenly reports whether an actor could act if none of its conditions was secret.
func actsOpenly(rs *rules.Ruleset, a *rules.Actor) bool {
	able, _ := rules.Openly(rs, a).CanAct(rs)
	return able
}

// passTurns lets go of the kept turns that lie before the count of the last thing noticed: that they did not come shows then.
func (l *Log) passTurns() {
	for key, was := range l.turns {
		due := was.Turn
		if was.Doing != nil {
			due = was.Doing.At
		}
		if due >= 0 && l.count > due {
			delete(l.turns, key)
			l.open = nil
		}
	}
}
