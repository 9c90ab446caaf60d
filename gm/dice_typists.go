package gm

import (
	"cmp"
	"maps"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// The setting that says whose dice are rolled at the table and typed, and whose are rolled by the program.

// Typists says whose dice are typed rather than rolled by the program. The zero value means no one's.
type Typists struct {
	Default    string          `json:"of,omitempty"`     // nobody, players or all; empty means nobody
	Exceptions map[string]bool `json:"others,omitempty"` // exceptions from Default, by key of the actor: whether its dice are typed
}

// The words that choose whose dice are typed.
const (
	typeNobody  = "nobody"  // no one's dice
	typePlayers = "players" // dice of characters whose players are present
	typeAll     = "all"     // everyone's dice, and dice that belong to no actor
)

// settingTypists is the key of the setting that stores the Typists.
const settingTypists = "typists"

// Typists returns a copy of the setting that says whose dice are typed.
func (s *Session) Typists() Typists {
	t := Typists{Default: cmp.Or(s.typists.Default, typeNobody), Exceptions: maps.Clone(s.typists.Exceptions)}
	return t
}

// TypesDice reports whether the dice of an actor are typed. who is the actor's key; "" stands for dice of no actor.
func (s *Session) TypesDice(who string) bool {
	if types, isException := s.typists.Exceptions[who]; isException {
		return types
	}
	return s.typists.typesByDefault(findPresentOrAway(s.game.State, who))
}

// typesByDefault reports whether the dice of an actor are typed if there is no exception for it; nil stands for dice of no actor.
func (t *Typists) typesByDefault(a *rules.Actor) bool {
	return t.Default == typeAll || t.Default == typePlayers && a != nil && a.IsPlayed()
}

// findPresentOrAway returns the actor with the given key, who is present or was in an earlier encounter, or nil if there is
// none.
func findPresentOrAway(s *rules.State, key string) *rules.Actor {
	if a := s.Find(key); a != nil {
		return a
	}
	return collect.First(s.Away, func(a *rules.Actor) bool { return a.Key == key })
}
