package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// What an actor holds true of another one: applied from events, read by formulas and by pages of players.

// Learnt is something that an actor holds true of another one: as it was then, and not necessarily as it was.
type Learnt struct {
	Other string  // by key; empty where it is about no actor
	What  string  // an aspect, a pool, or what a step that is believed is called
	Text  string  // in words; empty where Value says it
	Value float64 // of a pool, or what is believed
	Since float64 // the count
	How   string  // LearntSeen, LearntTold or LearntPerceived
}

// How something is learnt.
const (
	LearntSeen      = "seen"      // it was seen, and is not any more
	LearntTold      = "told"      // the game master said so
	LearntPerceived = "perceived" // a rule gave it
)

// Secretly is how a condition is put that its actor is not to know of, and how something is told that names one.
const Secretly = "secret"

// ShowOnly is how a condition is put, and ends, that a secret one of its group outranks: players are shown it, and it counts for nothing.
const ShowOnly = "shown"

// ForGM is how a remark is told that only the game master reads.
const ForGM = "gm"

// Contested is how a remark is told that says who has won a contest: Other, or nobody.
const Contested = "contest"

// visibility returns how an event names its cause to an actor with these conditions: Secretly if the cause is one of them that
// the actor must not know of.
func visibility(list []Held, by *Head) (how string) {
	for i := range list {
		if held := &list[i]; &held.Condition.Head != by {
			continue
		} else if !held.Hidden() {
			return ""
		}
		how = Secretly
	}
	return how
}

// Learnt returns what an actor learnt of another one's aspect, or nil.
func (a *Actor) Learnt(other, what string) *Learnt {
	for i := range a.Knows {
		if k := &a.Knows[i]; k.Other == other && k.What == what {
			return k
		}
	}
	return nil
}

// KnownSecrets lists the prepared secrets that an actor learnt, as sentences, in the order in which it learnt them.
func (a *Actor) KnownSecrets() (sentences []string) {
	for i := range a.Knows {
		if k := &a.Knows[i]; k.What == TellSecret {
			sentences = append(sentences, message.Capital(message.Sentence(k.Text)))
		}
	}
	return sentences
}

// see applies an event of the kind EventSee. What is seen now is not remembered any more as it was when last seen.
func (a *Actor) see(e *Event) {
	sees, of := slices.Clone(a.Sees), aspectsOf(e.What)
	if sees == nil {
		sees = []Sight{}
	}
	a.Sees = sees
	for _, key := range e.Words {
		i, ok := a.sightAt(key)
		switch {
		case ok && of == 0:
			a.Sees = slices.Delete(a.Sees, i, i+1)
		case ok:
			a.Sees[i].Of = of
		case of != 0:
			a.Sees = slices.Insert(a.Sees, i, Sight{key, of})
		}
	}
	if slices.ContainsFunc(a.Knows, func(k Learnt) bool { return a.sees(&k) }) {
		a.Knows = slices.DeleteFunc(slices.Clone(a.Knows), func(k Learnt) bool { return a.sees(&k) })
	}
}

// sees reports whether something is remembered that is seen again.
func (a *Actor) sees(k *Learnt) bool {
	return k.How == LearntSeen && a.Sight(k.Other)&AspectOf(k.What) != 0
}

// knowing applies an event of the kind EventKnow or EventForget: what was known of it before gives way.
func (a *Actor) knowing(e *Event) {
	knows := collect.Filter(a.Knows, func(k Learnt) bool {
		return k.Other != e.Other || k.What != e.What && (e.What != "" || e.Kind != EventForget)
	})
	if e.Kind == EventKnow {
		knows = append(knows, Learnt{e.Other, e.What, e.Text, e.Value, e.At, e.How})
	}
	a.Knows = knows
}

// forgetAll lets every actor forget one who is made anew: whatever they knew was of another one.
func (s *State) forgetAll(key string) {
	for _, list := range []*[]*Actor{&s.Actors, &s.Away} {
		for i, a := range *list {
			if len(a.Sees) == 0 && len(a.Knows) == 0 { // most have neither
				continue
			}
			_, sees := a.sightAt(key)
			if !sees && !slices.ContainsFunc(a.Knows, func(k Learnt) bool { return k.Other == key }) {
				continue
			}
			b := a.clone()
			b.see(&Event{Words: []string{key}})
			b.knowing(&Event{Kind: EventForget, Other: key})
			*list = slices.Clone(*list)
			(*list)[i] = b
		}
	}
}

// suffer gives an actor the condition that an event puts.
func suffer(a *Actor, rs *Ruleset, e *Event) error {
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
	*list = append(*list, Held{})
	held := &(*list)[len(*list)-1]
	held.Tool, held.ID, held.Condition, held.Number, held.Other = tool, e.ID, condition, e.Value, e.Other
	held.Since, held.Text, held.Secret = e.Carry, e.Text, e.How == Secretly
	held.plan(e.At, 0)
	return nil
}

func (a *Actor) sightAt(other string) (int, bool) {
	return slices.BinarySearchFunc(a.Sees, other, func(s Sight, key string) int { return strings.Compare(s.Other, key) })
}

// Sight returns what an actor was settled to see of another one.
func (a *Actor) Sight(other string) Aspects {
	if i, ok := a.sightAt(other); ok {
		return a.Sees[i].Of
	}
	return 0
}
