package players

import (
	"maps"
	"math/bits"
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// A secret condition changes nothing on a page. A character that is secretly unaware still sees others as they were, and others still see
// an actor that hides something from them in secret. What happens in the meantime isn't shown. When the actor is openly lost from sight, it
// is remembered as last shown.

// pair is a viewer and another actor, by key.
type pair struct{ viewer, other string }

// glimpse holds aspects of an actor that a viewer still knows as they were, because only a secret condition hides them now. It does not
// change.
type glimpse struct {
	aspects rules.Aspects
	actors  []*rules.Actor // the actor as it was, for each of the aspects
}

// actorAsSeen returns the actor as it was for an aspect, or nil if the aspect is not part of the glimpse.
func (g *glimpse) actorAsSeen(aspects rules.Aspects) *rules.Actor {
	if g == nil || g.aspects&aspects == 0 {
		return nil
	}
	return g.actors[bits.OnesCount(uint(g.aspects&(aspects-1)))]
}

// updateGlimpses updates the glimpses to the state after an entry. It only looks at pairs in which one actor changed and one has a secret.
func (l *Log) updateGlimpses(e *gm.HistoryEntry) {
	rs := l.game.Rules
	secret := func(a *rules.Actor) bool { return rs.Openly(a) != a }
	if len(l.glimpses)+len(l.unseenCaused)+len(l.openActors)+len(l.memories) == 0 && !slices.ContainsFunc(e.After.Actors, secret) {
		return
	}
	for i := range e.Events {
		if ev := &e.Events[i]; ev.Kind == rules.EventForget {
			delete(l.memories, pair{ev.Who, ev.Other})
		}
	}
	if slices.ContainsFunc(e.Events, func(ev rules.Event) bool { return ev.Kind == rules.EventLeave }) {
		maps.DeleteFunc(l.glimpses, func(at pair, _ *glimpse) bool { return e.After.Find(at.viewer) == nil || e.After.Find(at.other) == nil })
	}
	scene := !slices.Equal(e.Before.Situations, e.After.Situations)
	was := map[*rules.Actor]*rules.Actor{} // actors that changed, with their earlier state
	for a, before := range e.After.Changed(e.Before) {
		was[a] = before
	}
	for _, o := range l.audienceMembers(e.After) {
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
			if a == o || !blinded && l.glimpses[at] == nil && l.publicActor(a) == a {
				continue
			}
			as, moved := was[a]
			if !moved {
				as = a
			}
			l.updateGlimpse(at, e.After, before, o, as, a)
		}
	}
}

// updateGlimpse updates the glimpse that o has of a in a state. before and earlier are o and a in the state before, or nil if they weren't
// present.
func (l *Log) updateGlimpse(at pair, s *rules.State, before, o, earlier, a *rules.Actor) {
	rs, seen := l.game.Rules, rules.Aspects(0)
	if before != nil && earlier != nil {
		seen = before.Notices(rs, earlier)
	}
	open := rs.NoticesOpenly(o, a, s)
	hidden := ^open
	open &^= o.Notices(rs, a)
	had, now := l.glimpses[at], glimpse{}
	for of := rules.Aspects(1); of <= rules.KnowFace; of <<= 1 {
		as := had.actorAsSeen(of)
		if as == nil && (open|hidden)&seen&of != 0 {
			as = l.publicActor(earlier)
		}
		switch {
		case as == nil:
		case hidden&of != 0 && !o.Out(rs):
			l.updateMemory(at, o.Remember(rs, as, of, s.Count))
		case open&of != 0:
			now.aspects |= of
			now.actors = append(now.actors, as)
		}
	}
	switch {
	case now.aspects == 0 && had == nil, had != nil && had.aspects == now.aspects && slices.Equal(had.actors, now.actors):
		return
	case now.aspects == 0:
		delete(l.glimpses, at)
	default:
		l.glimpses[at] = &now
	}
	l.called = nil
}

// updateMemory replaces a viewer's memories of another actor with the facts in events.
func (l *Log) updateMemory(at pair, events []rules.Event) {
	memory := slices.Clone(l.memories[at])
	for _, e := range events {
		memory = slices.DeleteFunc(memory, func(k rules.Belief) bool { return k.What == e.What })
		memory = append(memory, rules.Belief{Other: e.Other, What: e.What, Text: e.Text, Value: e.Value, Since: e.At, How: e.How})
	}
	if len(memory) > 0 {
		l.memories[at] = memory
	}
}

// learntAspect returns an actor's knowledge of an aspect of another actor, by key, as in knowledgeOf, or nil if it has none.
func (l *Log) learntAspect(o *rules.Actor, other, aspect string) *rules.Belief {
	if len(l.memories) == 0 {
		return o.Learnt(other, aspect)
	}
	return findLearnt(l.knowledgeOf(o, other), aspect)
}

// findLearnt returns the knowledge of an aspect in knows, or nil.
func findLearnt(knows []rules.Belief, aspect string) *rules.Belief {
	if i := slices.IndexFunc(knows, func(k rules.Belief) bool { return k.What == aspect }); i >= 0 {
		return &knows[i]
	}
	return nil
}

// knowledgeOf returns an actor's knowledge of another actor, by key: learnt facts, and facts remembered from when the other was last seen.
func (l *Log) knowledgeOf(o *rules.Actor, other string) (list []rules.Belief) {
	memory := slices.Clone(l.memories[pair{o.Key, other}])
	for _, k := range o.Knows {
		if k.Other != other {
			continue
		}
		i := slices.IndexFunc(memory, func(m rules.Belief) bool { return m.What == k.What && (k.How == rules.LearntSeen || m.Since > k.Since) })
		if i >= 0 {
			k = memory[i]
		}
		memory = slices.DeleteFunc(memory, func(m rules.Belief) bool { return m.What == k.What })
		list = append(list, k)
	}
	return append(list, memory...)
}

// noticesOrRemembers returns the aspects of another actor that an actor notices now, or still knows from a glimpse.
func (l *Log) noticesOrRemembers(o, a *rules.Actor) rules.Aspects {
	sees := o.Notices(l.game.Rules, a)
	if len(l.glimpses) == 0 {
		return sees
	}
	if g := l.glimpses[pair{o.Key, a.Key}]; g != nil {
		sees |= g.aspects
	}
	return sees
}

// actorAsKnown returns an actor as viewers know the given aspects: as it is, or as it was for the first viewer that has a glimpse.
func (l *Log) actorAsKnown(viewers []*rules.Actor, a *rules.Actor, aspects rules.Aspects) *rules.Actor {
	if len(l.glimpses) > 0 {
		for _, o := range viewers {
			if was := l.glimpses[pair{o.Key, a.Key}].actorAsSeen(aspects); was != nil {
				return was
			}
		}
	}
	return a
}
