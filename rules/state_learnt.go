package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Knowledge that an actor has about another: applied from events, read by formulas and by players' pages. A sight says which aspects of
// another actor, such as name or health, an actor sees now; a belief is something that an actor was told, has perceived, or remembers of a
// sight that has ended.

// Belief is something that an actor believes about another. It may be outdated or false.
type Belief struct {
	Other string  // key of the other actor; for a secret its key, for a thread its text
	What  string  // name of an aspect, a pool, or a step with `believe`; TellSecret or TellThread for knowledge that is not about an actor
	Text  string  // knowledge in words; "" if Value holds it
	Value float64 // value of a pool, or of the step
	Since float64 // count at which it was learnt
	How   string  // LearntSeen, LearntTold or LearntPerceived
}

// Ways in which something is learnt, as values of Belief.How.
const (
	LearntSeen      = "seen"      // remembered from a sight that has ended
	LearntTold      = "told"      // the game master said so
	LearntPerceived = "perceived" // known through a rule
)

// HowSecret is the How of events that put, or name, a condition unknown to its actor.
const HowSecret = "secret"

// HowShownOnly is the How of events that put or end a condition that a secret condition of its group outranks: players see it, but it has no
// effect.
const HowShownOnly = "shown"

// HowGMOnly is the How of a remark that only the game master reads.
const HowGMOnly = "gm"

// HowContest is the How of a remark that names the winner of a contest. The winner is the actor in Event.Other; if that is "", no one won.
const HowContest = "contest"

// visibilityTo returns the How of an event about an actor with the conditions in list. It is HowSecret if the cause of the event is one of
// these conditions and every instance of it is hidden from the actor; else "".
func visibilityTo(list []HeldCondition, cause *Head) (how string) {
	for i := range list {
		if held := &list[i]; &held.Condition.Head != cause {
			continue
		} else if !held.IsHidden() {
			return ""
		}
		how = HowSecret
	}
	return how
}

// BeliefAbout returns an actor's knowledge of an aspect of another actor, or nil.
func (a *Actor) BeliefAbout(other, aspect string) *Belief {
	for i := range a.Knows {
		if k := &a.Knows[i]; k.Other == other && k.What == aspect {
			return k
		}
	}
	return nil
}

// KnownSecrets lists the prepared secrets that an actor has learnt, as sentences, in the order of learning.
func (a *Actor) KnownSecrets() (sentences []string) {
	for i := range a.Knows {
		if k := &a.Knows[i]; k.What == TellSecret {
			sentences = append(sentences, message.Capitalise(message.AsSentence(k.Text)))
		}
	}
	return sentences
}

// applySight applies an event of the kind EventSee. It drops remembered values of aspects that are seen again.
func (a *Actor) applySight(e *Event) {
	sees, aspects := slices.Clone(a.Sees), parseAspects(e.What)
	if sees == nil {
		sees = []Sight{}
	}
	a.Sees = sees
	for _, key := range e.Words {
		i, ok := a.sightAt(key)
		switch {
		case ok && aspects == 0:
			a.Sees = slices.Delete(a.Sees, i, i+1)
		case ok:
			a.Sees[i].Of = aspects
		case aspects != 0:
			a.Sees = slices.Insert(a.Sees, i, Sight{key, aspects})
		}
	}
	if slices.ContainsFunc(a.Knows, func(k Belief) bool { return a.seesAgain(&k) }) {
		a.Knows = slices.DeleteFunc(slices.Clone(a.Knows), func(k Belief) bool { return a.seesAgain(&k) })
	}
}

// seesAgain reports whether a remembered aspect is seen again.
func (a *Actor) seesAgain(k *Belief) bool {
	return k.How == LearntSeen && a.Sight(k.Other)&AspectOf(k.What) != 0
}

// applyKnowledge applies an event of the kind EventKnow or EventForget. It replaces earlier knowledge of the same aspect.
func (a *Actor) applyKnowledge(e *Event) {
	knows := collect.Filter(a.Knows, func(k Belief) bool {
		return k.Other != e.Other || k.What != e.What && (e.What != "" || e.Kind != EventForget)
	})
	if e.Kind == EventKnow {
		knows = append(knows, Belief{e.Other, e.What, e.Text, e.Value, e.At, e.How})
	}
	a.Knows = knows
}

// forgetAll removes every actor's sights of, and beliefs about, the actor with the given key, because that actor is created again.
func (s *State) forgetAll(key string) {
	for _, list := range []*[]*Actor{&s.Actors, &s.Away} {
		for i, a := range *list {
			if len(a.Sees) == 0 && len(a.Knows) == 0 { // most have neither
				continue
			}
			_, sees := a.sightAt(key)
			if !sees && !slices.ContainsFunc(a.Knows, func(k Belief) bool { return k.Other == key }) {
				continue
			}
			b := a.clone()
			b.applySight(&Event{Words: []string{key}})
			b.applyKnowledge(&Event{Kind: EventForget, Other: key})
			*list = slices.Clone(*list)
			(*list)[i] = b
		}
	}
}

// addCondition adds the condition that an event puts to an actor.
func addCondition(a *Actor, rs *Ruleset, e *Event) error {
	condition, ok := e.condition, e.condition != nil
	if !ok {
		condition, ok = rs.Conditions.Get(e.What)
	}
	if !ok {
		return fmt.Errorf("This game has no condition “%s”.", e.What)
	}
	a.serial = max(a.serial, e.ID, -e.ID)
	tool, _ := rs.Items.Get(e.Tool)
	list := &a.Conditions
	if e.ID < 0 {
		list = &a.Outranked
		*list = slices.Clip(*list)
	}
	*list = append(*list, HeldCondition{})
	held := &(*list)[len(*list)-1]
	held.Tool, held.ID, held.Condition, held.Number, held.Other = tool, e.ID, condition, e.Value, e.Other
	held.Since, held.Text, held.Secret = e.Carry, e.Text, e.How == HowSecret
	held.planNext(e.At, 0)
	return nil
}

// sightAt returns the index of other in a.Sees and whether a.Sees contains it; if not, the index is the place to insert it.
func (a *Actor) sightAt(other string) (int, bool) {
	return slices.BinarySearchFunc(a.Sees, other, func(s Sight, key string) int { return strings.Compare(s.Other, key) })
}

// Sight returns the aspects of another actor that the actor sees, as last recorded.
func (a *Actor) Sight(other string) Aspects {
	if i, ok := a.sightAt(other); ok {
		return a.Sees[i].Of
	}
	return 0
}
