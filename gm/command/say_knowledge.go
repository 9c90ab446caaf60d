package command

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
)

// Texts about what one actor knows of another. A fact is an aspect, such as being there at all or the weapon in hand, or the level of a
// pool.

// KnowableWords lists the words that name, at the prompt, the facts that an actor can know about another: aspects and pools.
func KnowableWords(rs *rules.Ruleset) []string {
	return append(slices.Clone(rules.AspectNames()), rs.Pools.Names()...)
}

// LearntText describes a fact learnt, how it was learnt, and at which count.
func LearntText(k *rules.Belief) string {
	return LearntValue(k) + ", " + k.How + " at " + Number(k.Since)
}

// LearntValue describes a fact learnt: its word and, except for mere presence, the value.
func LearntValue(k *rules.Belief) string {
	text := strings.ReplaceAll(k.What, "_", " ")
	if k.What == rules.KnowThere.String() {
		return text
	}
	return text + " " + cmp.Or(k.Text, Number(k.Value))
}
