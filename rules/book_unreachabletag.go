package rules

import (
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// warnUnreachableTag warns of options and actions whose `when` requires a tag that only the steps of an action add. When an action is
// declared, no roll has such a tag yet, so they can never be chosen. Situations of the scene aren't checked. A tag is a word that describes
// a roll; a tagSet has one bit for each tag that a formula reads, which c.tagBits gives.
func (c *compiler) warnUnreachableTag() {
	stepOnly := c.stepOnlyTags()
	for _, s := range c.rs.Situations.All {
		if s.holds != nil || s.Scene {
			continue
		}
		if word := requiredTag(s.when, stepOnly); word != "" {
			c.report.Warn(source.Unused, s.When.Pos, "%s can never be declared: %s exists only within a roll. Change its `when`.", s.Name, word)
		}
	}
	for _, action := range c.rs.Actions.All {
		if word := requiredTag(action.when, stepOnly); word != "" {
			c.report.Warn(source.Unused, action.When.Pos, "Action %s is never possible: %s exists only within a roll. Change its `when`.", action.Name, word)
		}
	}
}

// stepOnlyTags returns the tags that only steps add, and the tags whose formula requires such a tag. Tags of actions, items, skills,
// statistics, tasks, options, hazards and rows aren't among them.
func (c *compiler) stepOnlyTags() map[string]bool {
	rs := c.rs
	var declared tagSet
	joinTags(&declared, rs.Actions.All, func(a *Action) *tagSet { return &a.tags })
	joinTags(&declared, rs.Items.All, func(i *Item) *tagSet { return &i.tags })
	joinTags(&declared, rs.Skills.All, func(s *Skill) *tagSet { return &s.tags })
	joinTags(&declared, rs.Stats.All, func(s *Stat) *tagSet { return &s.tags })
	joinTags(&declared, rs.Tasks.All, func(t *Task) *tagSet { return &t.tags })
	joinTags(&declared, rs.Situations.All, func(s *Situation) *tagSet { return &s.tags })
	for _, hazard := range rs.Hazards.All {
		joinTags(&declared, hazard.actions, func(a *Action) *tagSet { return &a.tags })
	}
	for _, table := range rs.Tables.All {
		for _, row := range table.Rows {
			declared.addAll(&row.Value.tags)
		}
	}
	stepOnly := map[string]bool{}
	for _, seq := range c.allSequences() {
		for _, step := range seq.steps {
			for _, text := range step.Tags {
				if bit, ok := c.tagBits[text.Text]; ok && !declared.has(bit) {
					stepOnly[text.Text] = true
				}
			}
		}
	}
	for grown := true; grown; { // repeat until no further tag requires one of them
		grown = false
		for _, tag := range rs.Tags.All {
			if tag.when != nil && !stepOnly[tag.Name] && !declared.has(tag.bit) && requiredTag(tag.when, stepOnly) != "" {
				stepOnly[tag.Name], grown = true, true
			}
		}
	}
	return stepOnly
}

// joinTags adds the tags of all entries in list to set.
func joinTags[T any](set *tagSet, list []T, tagsOf func(T) *tagSet) {
	for _, entry := range list {
		set.addAll(tagsOf(entry))
	}
}

// requiredTag returns the first of the tags in words that a formula reads if the formula is false whenever a roll has none of them,
// otherwise "". It finds out by compiling the formula again with these tags fixed to false.
func requiredTag(f *Formula, words map[string]bool) (first string) {
	if f == nil {
		return ""
	}
	without := f.Specialise(func(read formula.ReadName[*Frame]) scopeValue {
		value := read.Value
		if word, ok := strings.CutPrefix(read.Path, "tag."); ok && words[word] {
			if first == "" {
				first = word
			}
			value.Const, value.Flag = true, func(*Frame) bool { return false }
		}
		return value
	})
	if value, fixed := without.Const(); first == "" || !fixed || value != 0 {
		return ""
	}
	return first
}
