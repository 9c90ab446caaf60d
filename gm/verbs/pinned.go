package verbs

import (
	"cmp"
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The targets of notes, and the words before the colon of a note. A timeline (timeline.go) wraps a game and adds the verbs for fights and
// scenes.

// pinTarget is a target that a note can be pinned to.
type pinTarget struct {
	target    rules.PinnedNotes // target in the state: actor, encounter or place; its notes are empty
	key, name string            // key and name with which a line can refer to it
}

// pinnableTargets lists the possible targets of notes, each once. The actors present come first.
func (g timeline) pinnableTargets() (list []pinTarget) {
	seen := map[string]bool{}
	addPerson := func(key, name string) {
		if !seen[key] {
			seen[key] = true
			list = append(list, pinTarget{rules.PinnedNotes{Who: key}, key, name})
		}
	}
	for _, actors := range [][]*rules.Actor{g.State.Actors, g.State.Away} {
		for _, a := range actors {
			addPerson(a.Key, a.Name)
		}
	}
	inEncounter := map[string]bool{} // character files whose combatants are listed
	for _, e := range g.Campaign.Encounters() {
		for _, c := range e.Combatants {
			name := cmp.Or(c.Name, rules.ReadableName(c.Key))
			addPerson(c.Key, name)
			inEncounter[c.From] = true
		}
	}
	for _, key := range g.Campaign.Cast() {
		if !inEncounter[key] {
			addPerson(key, rules.ReadableName(key))
		}
	}
	for _, e := range g.Campaign.Encounters() {
		if !seen[e.Name] {
			list = append(list, pinTarget{rules.PinnedNotes{Where: e.Name}, e.Name, e.Label})
		}
	}
	return list
}

// findPinnable resolves the words before the colon of a note, and returns their target and its name: a character who is or was present, or
// is in an encounter or the cast of the campaign; an encounter; or a place of the current one. The name is empty if nothing matches; err is
// set if several match.
func (g timeline) findPinnable(text string) (target rules.PinnedNotes, name string, err error) {
	text = strings.TrimSpace(text)
	if place, found := strings.CutPrefix(text, "at "); found {
		if g.State.Encounter == "" {
			return target, "", command.Refusal("A place needs an encounter, and none has started. Pin it to one: `note %s: …`.", g.UpcomingEncounter())
		}
		return rules.PinnedNotes{Where: g.State.Encounter, Place: place}, g.State.Label + ", " + place, nil
	}
	if text == "here" && g.State.Encounter != "" {
		return rules.PinnedNotes{Where: g.State.Encounter}, g.State.Label, nil
	}
	list := g.pinnableTargets()
	found := command.MatchNames(text, len(list), func(i int) (string, string) { return list[i].key, list[i].name })
	switch {
	case len(found) == 0:
		return target, "", nil
	case len(found) > 1:
		return target, "", command.RefusalOf(message.Ambiguous(text, collect.Map(found[:min(4, len(found))], func(i int) string { return list[i].key })))
	}
	p := list[found[0]]
	return p.target, p.name, nil
}

// suggestPinnable suggests a target with a similar name, or returns "" if there is none.
func (g timeline) suggestPinnable(word string) string {
	var names []string
	for _, p := range g.pinnableTargets() {
		names = append(names, p.key, p.name)
	}
	if near := message.NearestWord(word, names); near != "" {
		return ". Did you mean “" + near + "”?"
	}
	return ""
}

// PinnedName returns the name of a target of notes.
func PinnedName(g *command.Game, target rules.PinnedNotes) string {
	if target.Who+target.Where+target.Place == "" {
		return g.Campaign.Label
	}
	for _, p := range (timeline{g}).pinnableTargets() {
		if p.target.Who == target.Who && p.target.Where == target.Where && target.Place == "" {
			return p.name
		}
		if target.Place != "" && p.target.Where == target.Where && target.Who == "" && p.target.Where != "" { // the encounter of a place
			return p.name + ", " + target.Place
		}
	}
	return strings.Trim(fmt.Sprintf("%s %s", rules.ReadableName(target.Who+target.Where), target.Place), " ")
}
