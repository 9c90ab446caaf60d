package players

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"hybrid/gm"
	"hybrid/gm/story"
	"hybrid/rules"
)

// Players' names for other actors, as far as their characters know them. An entry may change these names. The members of a log's audience
// are the actors whose knowledge decides what it shows; its viewers are the members who notice what goes on. An entry is one command in the
// log of the session, with its events.

// acquaintances holds the actors that the players have noticed, with the names the players use for them.
type acquaintances struct {
	byKey       map[string]*acquaintance // acquaintances by key of the actor
	labelCounts map[string]int           // number of actors with the same label, by label
	names       map[labelledActor]string // numbered label, by actor and plain label; labels that an actor no longer has are kept
	count       int                      // number of actors noticed so far
}

// labelledActor is an actor's key with a label, a name or a description. An actor who gets a label again also gets the earlier number.
type labelledActor struct{ key, base string }

// acquaintance is an actor as the players name it. It is immutable: a new name makes a new acquaintance.
type acquaintance struct {
	number int    // position in the order of noticing, from 1
	base   string // name or description, such as “sailor”
	label  string // base, with a number if others share it: “sailor (2)”
}

// publicID returns the ID by which the pages of seats refer to an acquaintance.
func (a *acquaintance) publicID() string { return fmt.Sprintf("p%d", a.number) }

// unknown is the label of an actor that the players know nothing about.
const unknown = "someone"

// audienceMembers lists the actors whose knowledge decides what the log shows: the seat's character or, at the table screen, all who have
// a player.
func (l *Log) audienceMembers(s *rules.State) []*rules.Actor {
	if l.seat == TableSeat {
		return s.Protagonists()
	}
	if a := s.Find(l.seat); a != nil {
		return []*rules.Actor{a}
	}
	return nil
}

// noticingMembers lists the members who notice what goes on, or all if none does.
func (l *Log) noticingMembers(s *rules.State) []*rules.Actor {
	return noticingActors(l.game.Rules, l.audienceMembers(s))
}

// veilEntry returns a copy of e in which others have the names by which the players know them after it. It also returns the names by which
// the players knew them before it, by key.
func (l *Log) veilEntry(e *gm.HistoryEntry) (*gm.HistoryEntry, map[string]string) {
	veiled := *e
	seen := map[string]string{}
	if _, begins := e.BeginEvent(); !begins {
		seen = l.nameActors(e.Before)
	}
	names := maps.Clone(l.nameActors(e.After))
	for key, former := range seen {
		if name, here := names[key]; !here || name == unknown && former != "" {
			names[key] = former // it left or hid in this entry
		}
	}
	for i := range e.Events {
		if ev := &e.Events[i]; ev.Kind == rules.EventKnow && l.people.byKey[ev.Other] != nil { // the event mentions it
			names[ev.Other] = l.people.byKey[ev.Other].label
		}
	}
	veiled.Before, veiled.After = renameActors(e.Before, names), renameActors(e.After, names)
	return &veiled, seen
}

// playerNames holds the names by which the players call the actors in a state, by key.
type playerNames struct {
	state *rules.State      // latest state whose actors were named
	names map[string]string // each actor's name, by its key
}

// nameActors returns the names that the players use for the actors in a state, by key: their labels, or unknown for actors that the players
// don't know or don't notice now. New acquaintances get numbers: those met at the same time in the order of their names, and those with
// equal names in the order in which they joined. Keys don't influence the order, since they are secret. The map must not be changed.
func (l *Log) nameActors(s *rules.State) map[string]string {
	if l.lastNames != nil && l.lastNames.state == s {
		return l.lastNames.names
	}
	names := make(map[string]string, len(s.Actors))
	members := l.audienceMembers(s)
	viewers := noticingActors(l.game.Rules, members)
	l.lastNames = &playerNames{s, names}
	type namedActor struct {
		key, name       string // actor's key, and the name by which all members know it
		isKnown, isHere bool   // whether the actor is known, and whether the players notice it now
	}
	list := make([]namedActor, len(s.Actors))
	for i, a := range s.Actors {
		name, isKnown, isHere := l.commonName(members, viewers, a)
		list[i] = namedActor{a.Key, name, isKnown, isHere}
	}
	slices.SortStableFunc(list, func(a, b namedActor) int {
		return cmp.Compare(a.name, b.name) // stable: actors with the same name stay in order
	})
	for _, m := range list {
		names[m.key] = unknown
		if m.isKnown {
			isNamesake := func(other *rules.Actor) bool {
				known := l.people.byKey[other.Key]
				return other.Key != m.key && known != nil && known.base == m.name
			}
			isUnique := m.name != s.Find(m.key).Looks && !slices.ContainsFunc(s.Actors, isNamesake)
			if label := l.people.labelFor(m.key, m.name, isUnique); m.isHere {
				names[m.key] = label
			}
		}
	}
	if s.Find(l.seat) != nil {
		names[l.seat] = you
	}
	return names
}

// labelFor returns an actor's name or looks, with a number if an acquaintance had the same before. isUnique is set for a name that no one
// else here has: it stays without a number, so that a person who left and was added again keeps the same label.
func (c *acquaintances) labelFor(key, name string, isUnique bool) string {
	if c.byKey == nil {
		c.byKey, c.labelCounts, c.names = map[string]*acquaintance{}, map[string]int{}, map[labelledActor]string{}
	}
	earlier := c.byKey[key]
	if earlier != nil && earlier.base == name {
		return earlier.label
	}
	now := &acquaintance{number: c.count + 1, base: name, label: c.names[labelledActor{key, name}]}
	if earlier != nil {
		now.number = earlier.number
	} else {
		c.count++
	}
	if now.label == "" {
		now.label = name
		if c.labelCounts[name]++; c.labelCounts[name] > 1 && !isUnique {
			now.label = fmt.Sprintf("%s (%d)", name, c.labelCounts[name])
		}
		c.names[labelledActor{key, name}] = now.label
	}
	c.byKey[key] = now
	return now.label
}

// forgetActor deletes the acquaintance with the given key, for a newcomer who has the key of an actor that left.
func (c *acquaintances) forgetActor(key string) {
	delete(c.byKey, key)
	maps.DeleteFunc(c.names, func(l labelledActor, _ string) bool { return l.key == key })
}

// renameActors returns a state in which actors have other names, given by key.
func renameActors(s *rules.State, names map[string]string) *rules.State {
	return s.MapActors(func(a *rules.Actor) *rules.Actor {
		name, known := names[a.Key]
		if !known || name == a.Name {
			return a
		}
		copied := *a
		copied.Name, copied.Short = name, name
		return &copied
	})
}

// isNoticedBeforeOrAfter reports whether, before or after the entry, the players notice any of the given aspects of an actor.
func (v *view) isNoticedBeforeOrAfter(who string, aspects rules.Aspects) bool {
	for _, s := range []*rules.State{v.fullEntry.Before, v.fullEntry.After} {
		a := s.Find(who)
		if a == nil {
			continue
		}
		notices := func(viewer, a *rules.Actor) rules.Aspects { return viewer.NoticedAspects(v.game.Rules, a) }
		if noticedByAll(v.noticingMembers(s), a, notices)&aspects != 0 {
			return true
		}
	}
	return false
}

// isTurnNoticed reports whether the players notice the beginning of an actor's turn, although no passage mentions it.
func (v *view) isTurnNoticed() bool {
	return slices.ContainsFunc(v.entry.Events, func(e rules.Event) bool {
		return e.Kind == rules.EventOpen && (v.seesEverythingOfKey(e.Who) || v.seat == TableSeat && v.isNoticedBeforeOrAfter(e.Who, rules.KnowTurn))
	})
}

// isSecretCondition reports whether a condition is known only to the game master, or only to the actors that have it.
func (v *view) isSecretCondition(e *rules.Event) bool {
	if c, ok := v.game.Rules.Conditions.Get(e.What); ok && (c.Secret || c.Hidden != "" && e.Who != v.seat) {
		return true
	}
	for _, s := range []*rules.State{v.entry.Before, v.entry.After} {
		if held := findCondition(s, holdingKey(e.Who, e.ID)); held != nil && held.Secret {
			return true
		}
	}
	return e.How == rules.HowSecret
}

// isPendingCondition reports whether a condition is part of an action that has not taken effect.
func (v *view) isPendingCondition(e *rules.Event) bool {
	held := findCondition(v.entry.After, holdingKey(e.Who, e.ID))
	return held != nil && !held.IsSeenBy(v.game.Rules, v.entry.After.Find(e.Who))
}

// concernsAllPlayers reports whether the log tells an event that players receive one by one: on a seat, if it concerns the seat's
// character; at the table screen, once, if all characters with players have an equal event and e is the first one's.
func (v *view) concernsAllPlayers(e *rules.Event) bool {
	if v.seat != TableSeat {
		return e.Who == v.seat
	}
	members := v.audienceMembers(v.fullEntry.After)
	for _, member := range members {
		if !slices.ContainsFunc(v.entry.Events, func(other rules.Event) bool {
			return other.Who == member.Key && other.Kind == e.Kind && other.What == e.What && other.Other == e.Other && other.Text == e.Text
		}) {
			return false
		}
	}
	return len(members) > 0 && e.Who == members[0].Key
}

// AtRest reports whether no one takes turns in a state, as known to all readers of the log. Actors who can't act don't count.
func (l *Log) AtRest(s *rules.State) bool {
	rs := l.game.Rules
	if !s.Running || rs.Order.InRounds() {
		return !s.Running
	}
	s = l.publicState(s)
	for _, a := range l.audienceMembers(s) {
		if a.TakesTurns() {
			return false
		}
	}
	viewers := l.noticingMembers(s)
	for _, a := range viewers {
		if able, _ := a.CanAct(rs); !able {
			return false
		}
	}
	return !slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool {
		if !a.TakesTurns() {
			return false
		}
		seen := noticedByAll(viewers, a, l.noticesOrRemembers)
		return seen&rules.KnowTurn != 0 || a.Doing != nil && seen&rules.KnowDeed != 0
	})
}

// knownPerson is a person as a viewer of the log knows that person.
type knownPerson struct{ story.Person }

// possessive returns the possessive pronoun of a person.
func (n knownPerson) possessive(rs *rules.Ruleset) string { return story.Pronoun(rs, n.Person, "own") }

// knownPerson returns another actor, by key, as the seat knows it.
func (l *Log) knownPerson(s *rules.State, key string) knownPerson {
	a, name := s.Find(key), l.nameActors(s)[key]
	switch {
	case a == nil || name == unknown:
		return knownPerson{story.Person{Unknown: true}}
	case name == you:
		return knownPerson{story.Person{Name: you, Named: true, You: true}}
	case name == a.Name:
		return knownPerson{story.PersonOf(a)}
	}
	return knownPerson{story.Person{Name: name}}
}
