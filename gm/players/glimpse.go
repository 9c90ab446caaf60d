package players

import (
	"maps"
	"math/bits"
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// A secret condition takes nothing from a page: one who is secretly unaware goes on seeing others as they were, and so does
// everyone for whom another hides something in secret. What happens meanwhile is not added.

// pair is a viewer and another actor, by key.
type pair struct{ viewer, other string }

// glimpse holds aspects of an actor that a viewer still knows as they were, because only a secret condition hides them now. It does not
// change.
type glimpse struct {
	of rules.Aspects
	as []*rules.Actor // the actor as it was, for each of these aspects
}

// was returns the actor as it was for an aspect; nil for an aspect that is no part of the glimpse.
func (g *glimpse) was(of rules.Aspects) *rules.Actor {
	if g == nil || g.of&of == 0 {
		return nil
	}
	return g.as[bits.OnesCount(uint(g.of&(of-1)))]
}

// keepSights updates the glimpses to the state after an entry. It only looks at pairs of which one changed and one has a secret.
func (l *Log) keepSights(e *gm.HistoryEntry) {
	rs := l.game.Rules
	secret := func(a *rules.Actor) bool { return rules.Openly(rs, a) != a }
	if len(l.glimpses) == 0 && !slices.ContainsFunc(e.After.Actors, secret) {
		return
	}
	if slices.ContainsFunc(e.Events, func(ev rules.Event) bool { return ev.Kind == rules.EventLeave }) {
		maps.DeleteFunc(l.glimpses, func(at pair, _ *glimpse) bool { return e.After.Find(at.viewer) == nil || e.After.Find(at.other) == nil })
	}
	scene := !slices.Equal(e.Before.Situations, e.After.Situations)
	was := map[*rules.Actor]*rules.Actor{} // those who changed
	for a, before := range e.After.Changed(e.Before) {
		was[a] = before
	}
	for _, o := range l.members(e.After) {
		before, changed := was[o]
		if !changed {
			before = o
		}
		look := e.After.Actors
		if !scene && !changed {
			look = slices.Collect(maps.Keys(was))
		}
		blinded := secret(o)
		for _, a := range look {
			at := pair{o.Key, a.Key}
			if a == o || !blinded && l.glimpses[at] == nil && !secret(a) {
				continue
			}
			as, moved := was[a]
			if !moved {
				as = a
			}
			l.keepSight(at, e.After, before, o, as, a)
		}
	}
}

// keepSight updates the glimpse that o has of a in a state; before and then are how both were in the state before, nil for one who was not
// there.
func (l *Log) keepSight(at pair, s *rules.State, before, o, then, a *rules.Actor) {
	seen := rules.Aspects(0)
	if before != nil && then != nil {
		seen = before.Notices(l.game.Rules, then)
	}
	open := rules.NoticesOpenly(l.game.Rules, o, a, s) &^ o.Notices(l.game.Rules, a)
	had, now := l.glimpses[at], glimpse{}
	for of := rules.Aspects(1); of <= open; of <<= 1 {
		as := had.was(of)
		if as == nil && open&seen&of != 0 {
			as = l.shownActor(then)
		}
		if as != nil && open&of != 0 {
			now.of |= of
			now.as = append(now.as, as)
		}
	}
	switch {
	case now.of == 0 && had == nil, had != nil && had.of == now.of && slices.Equal(had.as, now.as):
		return
	case now.of == 0:
		delete(l.glimpses, at)
	default:
		l.glimpses[at] = &now
	}
	l.called = nil
}

// aware returns what an actor notices of another one, or still knows as it was.
func (l *Log) aware(o, a *rules.Actor) rules.Aspects {
	sees := o.Notices(l.game.Rules, a)
	if len(l.glimpses) == 0 {
		return sees
	}
	if g := l.glimpses[pair{o.Key, a.Key}]; g != nil {
		sees |= g.of
	}
	return sees
}

// asKnown returns an actor as viewers know an aspect of it: as it is, or as it was for the first of them who has a glimpse.
func (l *Log) asKnown(viewers []*rules.Actor, a *rules.Actor, of rules.Aspects) *rules.Actor {
	if len(l.glimpses) > 0 {
		for _, o := range viewers {
			if was := l.glimpses[pair{o.Key, a.Key}].was(of); was != nil {
				return was
			}
		}
	}
	return a
}
