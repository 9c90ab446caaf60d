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

// The sentences that the page of a rule begins with: what is written of it, or what follows from what it names.

// textOf returns what an entry is: of a ruling, what is decided; of anything else, its text, or what it is made of.
func textOf(rs *rules.Ruleset, h *rules.Head, entry any) string {
	switch x := entry.(type) {
	case *rules.Ruling:
		if meaning := x.Meaning(x.Choice.Text); meaning != "" {
			return meaning
		}
	case *rules.Modifier:
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
		on := statsOf(rs, x.Basis.Text)
		if len(x.Skill) > 0 {
			on = labelList(x.Skill, rs.Skills.Labels(), "or")
		}
		return strings.Replace("takes "+x.Time.Text+" and is rolled on "+on, "takes  and ", "", 1)
	case *rules.Stat:
		if x.Formula.Text != "" {
			return "comes from " + statsOf(rs, x.Formula.Text)
		}
		return "each character has it" + strings.TrimSuffix(", usually "+strings.ReplaceAll(x.Typical, "-", "–"), ", usually ")
	}
	return ""
}

// skillText says of a skill what it is rolled on, what it stands in for or adds to, and where it caps others.
func skillText(rs *rules.Ruleset, x *rules.Skill) string {
	text := "rolled on " + statsOf(rs, x.Basis.Text)
	for _, row := range x.AspectRows() {
		if row != nil {
			text += " (" + rules.MidSentence(row.Label) + ")"
			break
		}
	}
	labels := rs.Skills.Labels()
	for _, more := range []string{fact("adds to", labelList(x.Supports, labels, "and")), fact("serves for", labelList(x.Covers, labels, "and")), strings.TrimSuffix("limits the rank of other skills ("+x.Filter+")", "limits the rank of other skills ()")} {
		if more != "" {
			text += "; " + more
		}
	}
	return text
}

// itemText says of an item what its last tag means, which skill it is used with, and with how many hands.
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

// statsOf names the statistics that a formula reads.
func statsOf(rs *rules.Ruleset, formula string) string {
	var names []string
	for _, name := range nameInFormula.FindAllString(formula, -1) {
		if stat, ok := rs.Stats.Get(name); ok && !slices.Contains(names, rules.MidSentence(stat.Label)) {
			names = append(names, rules.MidSentence(stat.Label))
		}
	}
	if len(names) == 0 {
		return readable(formula)
	}
	return joinList(names, "and")
}

var nameInFormula = regexp.MustCompile(`\w+`)

// labelList names entries by their labels, with a word before the last.
func labelList(list []source.Text, labels map[string]string, last string) string {
	return joinList(collect.Map(list, func(name source.Text) string { return rules.MidSentence(labels[name.Text]) }), last)
}

// joinList joins names by commas, and by a word before the last.
func joinList(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// sentences makes sentences of a text: each clause, up to a semicolon, begins with a capital and ends with a full stop.
func sentences(text string) string {
	clauses := strings.Split(text, "; ")
	for i := range clauses {
		clauses[i] = message.Sentence(message.Capital(clauses[i]))
	}
	return strings.Join(clauses, " ")
}
