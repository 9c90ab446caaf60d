package command

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
)

// Knowable lists the words, at the prompt, for facts that an actor can know about another: aspects, and pools.
func Knowable(rs *rules.Ruleset) []string {
	return append(slices.Clone(rules.AspectNames()), rs.Pools.Names()...)
}

// LearntText describes a fact learnt, and how it was learnt.
func LearntText(k *rules.Belief) string {
	return LearntValue(k) + ", " + k.How + " at " + Number(k.Since)
}

// LearntValue describes a fact learnt.
func LearntValue(k *rules.Belief) string {
	text := strings.ReplaceAll(k.What, "_", " ")
	if k.What == rules.KnowThere.String() {
		return text
	}
	return text + " " + cmp.Or(k.Text, Number(k.Value))
}
