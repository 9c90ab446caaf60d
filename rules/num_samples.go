package rules

import (
	"slices"

	"hybrid/rules/collect"
)

// Entries for files made by `hybrid new` and for examples in its help. The most common ones are chosen, so that samples look like typical
// entries.

// CommonAspect returns the row of an aspect that the most skills name.
func (rs *Ruleset) CommonAspect(aspect string) string {
	i := slices.Index(rs.Skill.Aspects, aspect)
	var names []string
	for _, skill := range rs.Skills.All {
		if row := skill.aspects[i]; row != nil {
			names = append(names, row.Name)
		}
	}
	return commonestWord(names)
}

// CommonTag returns the tag that the most skills have.
func (rs *Ruleset) CommonTag() string {
	var names []string
	for _, skill := range rs.Skills.All {
		for _, tag := range skill.Tags {
			names = append(names, tag.Text)
		}
	}
	return commonestWord(names)
}

// CommonTaskSkill returns the skill that the most tasks use or, if there are no tasks, the most common skill.
func (rs *Ruleset) CommonTaskSkill() string {
	names := collect.MapIf(rs.Tasks.All, func(task *Task) bool { return len(task.skills) > 0 }, func(task *Task) string { return task.skills[0].Name })
	if len(names) == 0 {
		names = rs.Skills.Names()
	}
	return commonestWord(names)
}

// commonestWord returns the most frequent word, or the first of equally frequent ones.
func commonestWord(words []string) (best string) {
	count := map[string]int{}
	for _, word := range words {
		count[word]++
	}
	for _, word := range words {
		if count[word] > count[best] {
			best = word
		}
	}
	return best
}

// FirstModifier returns the name of the first modifier, or "" if there is none.
func (rs *Ruleset) FirstModifier() string {
	if len(rs.Modifiers.All) == 0 {
		return ""
	}
	return rs.Modifiers.All[0].Name
}

// FirstTool returns the first item that is used with a skill or, if there is none, the first item.
func (rs *Ruleset) FirstTool() *Item {
	for _, item := range rs.Items.All {
		if item.skill != nil {
			return item
		}
	}
	if len(rs.Items.All) > 0 {
		return rs.Items.All[0]
	}
	return &Item{}
}
