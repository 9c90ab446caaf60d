package dashboard

import (
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Ticked combatants: Space ticks a combatant, and most keys then act on all ticked ones at once. This file has the words for ticked
// combatants in lines (texts of commands) and in titles.

// tickMark is the mark of ticked combatants.
const tickMark = "✓"

// tickedActors returns the ticked combatants that are still present, in the order of the table, or nil if none are.
func (v *view) tickedActors() []*rules.Actor {
	if len(v.ticked) == 0 {
		return nil
	}
	return collect.Filter(v.session.State().Actors, func(a *rules.Actor) bool { return slices.Contains(v.ticked, a.Key) })
}

// tickedOrSelf returns the ticked combatants, or only a if none are ticked.
func (v *view) tickedOrSelf(a *rules.Actor) []*rules.Actor {
	if list := v.tickedActors(); len(list) > 0 {
		return list
	}
	return []*rules.Actor{a}
}

// isTicked reports whether the combatant with the given key is ticked. In the past no one is.
func (v *view) isTicked(key string) bool { return !v.isInPast() && slices.Contains(v.ticked, key) }

// targetWords returns the words that a line uses for the ticked combatants or, if none are ticked, for a. If the ticked combatants are a
// whole side, it returns the word for the side.
func (v *view) targetWords(a *rules.Actor) string {
	list := v.tickedActors()
	if len(list) == 0 {
		return a.Key
	}
	for _, side := range v.sideWords() {
		if len(list) > 1 && slices.Equal(v.session.Game().SideMembers(side), list) {
			return strings.ToLower(side)
		}
	}
	return strings.Join(collect.Map(list, func(a *rules.Actor) string { return v.typedName(a.Key) }), " and ")
}

// tickedNames returns the short names of the ticked combatants, for a title, or the name of a if none are ticked.
func (v *view) tickedNames(a *rules.Actor) string {
	list := v.tickedActors()
	if len(list) == 0 {
		return a.Name
	}
	return strings.Join(collect.Map(list, func(a *rules.Actor) string { return a.Short }), ", ")
}

// tickedText describes the ticked combatants and the keys that apply to them, or returns "" if none are ticked.
func (v *view) tickedText() string {
	list := v.tickedActors()
	if len(list) == 0 {
		return ""
	}
	return v.tickedNames(list[0]) + " ticked: c d e s r @ go for all of them · Esc unticks"
}
