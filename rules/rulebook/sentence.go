package rulebook

import (
	"regexp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The first sentences of a rule's page: its text or, for an entry without one, a text built from its references to other entries, such as
// the basis of a skill.

// entryText returns the text of an entry: for a ruling the decision, for other entries the written text or a text built from their
// references to others.
func entryText(rs *rules.Ruleset, h *rules.Head, entry any) string {
	switch x := entry.(type) {
	case *rules.Ruling:
		if meaning := x.ChoiceText(x.Choice.Text); meaning != "" {
			return meaning
		}
	case *rules.Modifier: // its text is a pattern for one value
		if strings.Contains(x.Text, "{value}") {
			return collect.Choose(x.Combine == "times", "several values multiply", "several values add up") + ", such as " + strings.ReplaceAll(x.Text, "{value}", "20")
		}
	}
	if h.Text != "" {
		return h.Text
	}
	switch x := entry.(type) {
	case *rules.Skill:
		return skillText(rs, x)
	case *rules.Item:
		return itemText(rs, x)
	case *rules.Task:
		if len(x.Lumps) > 0 {
			return "combines " + labelList(x.Lumps, rs.Tasks.Labels(), "and")
		}
		basis := statsOf(rs, x.Basis.Text)
		if len(x.Skill) > 0 {
			basis = labelList(x.Skill, rs.Skills.Labels(), "or")
		}
		return strings.Replace("takes "+x.Time.Text+" and is rolled on "+basis, "takes  and ", "", 1) // without a time
	case *rules.Stat:
		if x.Formula.Text != "" {
			return "comes from " + statsOf(rs, x.Formula.Text)
		}
		if x.Typical == "" {
			return "each character has it"
		}
		return "each character has it, usually " + strings.ReplaceAll(x.Typical, "-", "–")
	}
	return ""
}

// skillText returns the text of a skill: its basis, the skills that it covers or supports, and whether it caps others.
func skillText(rs *rules.Ruleset, x *rules.Skill) string {
	text := "rolled on " + statsOf(rs, x.Basis.Text)
	for _, row := range x.AspectRows() {
		if row != nil {
			text += " (" + rules.MidSentence(row.Label) + ")"
			break
		}
	}
	labels, limits := rs.Skills.Labels(), ""
	if x.Filter != "" {
		limits = "limits the rank of other skills (" + x.Filter + ")"
	}
	supports := factText("adds to", labelList(x.Supports, labels, "and"))
	covers := factText("serves for", labelList(x.Covers, labels, "and"))
	for _, clause := range []string{supports, covers, limits} {
		if clause != "" {
			text += "; " + clause
		}
	}
	return text
}

// itemText returns the text of an item: the meaning of its last tag, its skill, and its hands.
func itemText(rs *rules.Ruleset, x *rules.Item) string {
	var parts []string
	for _, word := range slices.Backward(x.Tags) {
		if tag, ok := rs.Tags.Get(word.Text); ok && tag.Text != "" {
			parts = append(parts, tag.Text)
			break
		}
	}
	if x.Skill.Text != "" {
		parts = append(parts, "used with the skill "+labelList([]source.Text{x.Skill}, rs.Skills.Labels(), "")+[]string{"", ", in one hand", ", in both hands"}[x.Hands])
	}
	return strings.Join(parts, "; ")
}

// statsOf returns the labels of the statistics that a formula reads, or the formula if there are none.
func statsOf(rs *rules.Ruleset, formula string) string {
	var names []string
	for _, name := range nameInFormula.FindAllString(formula, -1) {
		if stat, ok := rs.Stats.Get(name); ok && !slices.Contains(names, rules.MidSentence(stat.Label)) {
			names = append(names, rules.MidSentence(stat.Label))
		}
	}
	if len(names) == 0 {
		return readableFormula(formula)
	}
	return joinList(names, "and")
}

// nameInFormula matches a name in a formula.
var nameInFormula = regexp.MustCompile(`\w+`)

// labelList returns the labels of entries as a list, with the word last before the last one.
func labelList(list []source.Text, labels map[string]string, last string) string {
	return joinList(collect.Map(list, func(name source.Text) string { return rules.MidSentence(labels[name.Text]) }), last)
}

// joinList joins names with commas, and with the word last before the last one.
func joinList(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// clausesToSentences turns clauses separated by semicolons into sentences, each with a capital letter and a full stop.
func clausesToSentences(text string) string {
	clauses := strings.Split(text, "; ")
	for i := range clauses {
		clauses[i] = message.AsSentence(message.Capitalise(clauses[i]))
	}
	return strings.Join(clauses, " ")
}
