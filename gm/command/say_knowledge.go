package command

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
)

// learns says in words what an actor learnt by a run of events from the first on, and how many they are.
func (t *Wording) learns(events []rules.Event) (text string, n int) {
	first := &events[0]
	var what []string
	for n < len(events) && events[n].Kind == first.Kind && events[n].Who == first.Who && events[n].Other == first.Other && events[n].How == first.How {
		if slices.Contains(Knowable(t.Rules), events[n].What) { // what is believed, its step says
			what = append(what, events[n].What)
		}
		n++
	}
	if first.How == rules.LearntSeen || len(what) == 0 {
		return "", n
	}
	return "learns " + strings.Join(what, ", ") + " of " + t.Name(first.Other), n
}

// Knowable lists what one may know of another one, by the words of the prompt: aspects, and pools.
func Knowable(rs *rules.Ruleset) []string {
	return append(slices.Clone(rules.AspectNames()), rs.Pools.Names()...)
}

// LearntText is something learnt in words: what, and how it was learnt.
func LearntText(k *rules.Learnt) string {
	return LearntValue(k) + ", " + k.How + " at " + Number(k.Since)
}

// LearntValue is something learnt in words.
func LearntValue(k *rules.Learnt) string {
	text := strings.ReplaceAll(k.What, "_", " ")
	if k.What == rules.KnowThere.String() {
		return text
	}
	return text + " " + cmp.Or(k.Text, Number(k.Value))
}
