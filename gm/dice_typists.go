package gm

import (
	"cmp"
	"maps"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Typists says whose dice are typed. The zero value is no actor's.
type Typists struct {
	Of     string          `json:"of,omitempty"`     // nobody, players or all; empty is nobody
	Others map[string]bool `json:"others,omitempty"` // those for whom it is otherwise than that says, and whether they type
}

// The words for whose dice are typed.
const (
	typeNobody  = "nobody"
	typePlayers = "players"
	typeAll     = "all"
)

// settingTypists is the setting that says whose dice are typed.
const settingTypists = "typists"

// Typists says whose dice are typed.
func (s *Session) Typists() Typists {
	t := Typists{Of: cmp.Or(s.typists.Of, typeNobody), Others: maps.Clone(s.typists.Others)}
	return t
}

// Types reports whether the dice of an actor are typed. The empty key is for dice that are no actor's.
func (s *Session) Types(who string) bool {
	if other, said := s.typists.Others[who]; said {
		return other
	}
	return s.typists.usual(hereOrAway(s.game.State, who))
}

// usual reports whether an actor types by the rule alone; nil stands for dice that are no actor's.
func (t *Typists) usual(a *rules.Actor) bool {
	return t.Of == typeAll || t.Of == typePlayers && a != nil && a.Played()
}

// hereOrAway returns the actor with this key who is present or was in an earlier encounter, or nil.
func hereOrAway(s *rules.State, key string) *rules.Actor {
	if a := s.Find(key); a != nil {
		return a
	}
	return collect.First(s.Away, func(a *rules.Actor) bool { return a.Key == key })
}
