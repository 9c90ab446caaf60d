package players

import (
	"maps"
	"math/bits"
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// Glimpses: what players still see although a secret condition hides it. Such a condition must change nothing on a page, so a character
// that is secretly unaware still sees others as they were, and others still see an actor that hides something from them in secret. What
// happens in the meantime isn't shown. When the actor is openly lost from sight, it is remembered as last shown. An aspect is one kind of
// fact about an actor, such as its name; rules.Aspects is a set of them, one bit each.

// pair is a viewer and another actor, by key.
type pair struct{ viewer, other string }

// glimpse holds aspects of an actor that a viewer still knows as they were, because only a secret condition hides them now. It does not
// change.
type glimpse struct {
	aspects rules.Aspects  // aspects that are hidden now, as a bit set
	actors  []*rules.Actor // actor as it was when last seen, for each of these aspects, from the lowest bit to the highest
}

// actorAsSeen returns the actor as it was for an aspect, or nil if the aspect is not part of the glimpse.
func (g *glimpse) actorAsSeen(aspect rules.Aspects) *rules.Actor {
	if g == nil || g.aspects&aspect == 0 {
		return nil
	}
	return g.actors[bits.OnesCount(uint(g.aspects&(aspect-1)))] // number of lower bits set
}

// updateGlimpses updates the glimpses to the state after an entry. It only looks at pairs in which one actor changed and one has a secret.
func (l *Log) updateGlimpses(e *gm.HistoryEntry) {
	rs := l.game.Rules
	hasSecret := func(a *rules.Actor) bool { return rs.WithoutSecrets(a) != a }
	if len(l.glimpses)+len(l.unseenCaused)+len(l.openActors)+len(l.memories) == 0 && !slices.ContainsFunc(e.After.Actors, hasSecret) {
		return
	}
	for i := range e.Events {
		if ev := &e.Events[i]; ev.Kind == rules.EventForget {
			delete(l.memories, pair{ev.Who, ev.Other})
		}
	}
	if slices.ContainsFunc(e.Events, func(ev rules.Event) bool { return ev.Kind == rules.EventLeave }) {
		maps.DeleteFunc(l.glimpses, func(p pair, _ *glimpse) bool { return e.After.Find(p.viewer) == nil || e.After.Find(p.other) == nil })
	}
	sceneChanged := !slices.Equal(e.Before.Situations, e.After.Situations)
	// a pair can change only if one of its actors or the situations of the scene changed
	earlier := map[*rules.Actor]*rules.Actor{} // changed actors, each with its state before the entry
	for a, before := range e.After.EachChanged(e.Before) {
		earlier[a] = before
	}
	for _, o := range l.audienceMembers(e.After) {
		before, changed := earlier[o]
		if !changed {
			before = o
		}
		candidates := e.After.Actors
		if !sceneChanged && !changed {
			candidates = slices.Collect(maps.Keys(earlier))
		}
		isBlinded := hasSecret(o)
		for _, a := range candidates {
			p := pair{o.Key, a.Key}
			if a == o || !isBlinded && l.glimpses[p] == nil && l.publicActor(a) == a {
				continue
			}
			former, changed := earlier[a]
			if !changed {
				former = a
			}
			l.updateGlimpse(p, e.After, before, o, former, a)
		}
	}
}

// updateGlimpse updates the glimpse of the pair p: the one that the viewer o has of the actor a in state s. oBefore and aBefore are the
// same actors before the entry, or nil if they weren't present.
func (l *Log) updateGlimpse(p pair, s *rules.State, oBefore, o, aBefore, a *rules.Actor) {
	rs, seen := l.game.Rules, rules.Aspects(0)
	if oBefore != nil && aBefore != nil {
		seen = oBefore.NoticedAspects(rs, aBefore)
	}
	openly := rs.OpenlyNoticedAspects(o, a, s)    // aspects that would be noticed if there were no secret conditions
	imperceptible := ^openly                      // aspects that can't be noticed, even then
	withheld := openly &^ o.NoticedAspects(rs, a) // aspects that only a secret condition hides
	former, now := l.glimpses[p], glimpse{}
	for aspect := rules.Aspects(1); aspect <= rules.KnowFace; aspect <<= 1 { // each bit
		earlierActor := former.actorAsSeen(aspect)
		if earlierActor == nil && (withheld|imperceptible)&seen&aspect != 0 {
			earlierActor = l.publicActor(aBefore)
		}
		switch {
		case earlierActor == nil: // never seen
		case imperceptible&aspect != 0 && !o.IsVisiblyUnaware(rs): // openly lost from sight: remembered as last shown
			l.updateMemory(p, o.RememberEvents(rs, earlierActor, aspect, s.Count))
		case withheld&aspect != 0: // only a secret hides it: still shown as it was
			now.aspects |= aspect
			now.actors = append(now.actors, earlierActor)
		}
	}
	switch {
	case now.aspects == 0 && former == nil, former != nil && former.aspects == now.aspects && slices.Equal(former.actors, now.actors):
		return
	case now.aspects == 0:
		delete(l.glimpses, p)
	default:
		l.glimpses[p] = &now
	}
	l.lastNames = nil
}

// updateMemory replaces a viewer's memories of another actor with the facts in events.
func (l *Log) updateMemory(p pair, events []rules.Event) {
	memory := slices.Clone(l.memories[p])
	for _, e := range events {
		memory = slices.DeleteFunc(memory, func(k rules.Belief) bool { return k.What == e.What })
		memory = append(memory, rules.Belief{Other: e.Other, What: e.What, Text: e.Text, Value: e.Value, Since: e.At, How: e.How})
	}
	if len(memory) > 0 {
		l.memories[p] = memory
	}
}

// beliefAbout returns what an actor has learnt or remembers about an aspect of another actor, whose key is other, or nil if it knows
// nothing about it.
func (l *Log) beliefAbout(o *rules.Actor, other, aspect string) *rules.Belief {
	if len(l.memories) == 0 {
		return o.BeliefAbout(other, aspect)
	}
	return findBelief(l.knowledgeOf(o, other), aspect)
}

// findBelief returns the belief in knows about the named aspect, or nil if there is none.
func findBelief(knows []rules.Belief, aspect string) *rules.Belief {
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
	sees := o.NoticedAspects(l.game.Rules, a)
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
