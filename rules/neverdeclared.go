package rules

import (
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// undeclared warns of what can be said with an action, but of the scene, and of what makes one possible, that asks for a word which is there
// only while something is carried out: when it is declared, nothing is about that word, so that it never holds.
func (v vetter) undeclared() {
	late := v.late()
	for _, s := range v.c.rs.Situations.All {
		if s.holds != nil || s.Scene {
			continue
		}
		if word := neverWithout(s.when, late); word != "" {
			v.c.report.Warn(source.Unused, s.When.Pos, "%s can never be said: %s is there only within a roll, and what is declared is not about it yet", s.Name, word)
		}
	}
	for _, action := range v.c.rs.Actions.All {
		if word := neverWithout(action.when, late); word != "" {
			v.c.report.Warn(source.Unused, action.When.Pos, "action %s is never possible: %s is there only within a roll, and what is declared is not about it yet", action.Name, word)
		}
	}
}

// late are the words that no action, thing, skill, statistic, task, option or place has, but steps do, and those that are there by
// themselves only with one of them.
func (v vetter) late() map[string]bool {
	rs := v.c.rs
	var declared tagSet
	for _, a := range rs.Actions.All {
		declared.join(&a.tags)
	}
	for _, x := range rs.Items.All {
		declared.join(&x.tags)
	}
	for _, x := range rs.Skills.All {
		declared.join(&x.tags)
	}
	for _, x := range rs.Stats.All {
		declared.join(&x.tags)
	}
	for _, x := range rs.Tasks.All {
		declared.join(&x.tags)
	}
	for _, x := range rs.Hazards.All {
		for _, a := range x.actions {
			declared.join(&a.tags)
		}
	}
	for _, x := range rs.Situations.All {
		declared.join(&x.tags)
	}
	for _, table := range rs.Tables.All {
		for _, row := range table.Rows {
			declared.join(&row.Value.tags)
		}
	}
	late := map[string]bool{}
	for _, seq := range v.c.bodies() {
		for _, step := range seq.steps {
			for _, text := range step.Tags {
				if bit, ok := v.c.bits[text.Text]; ok && !declared.has(bit) {
					late[text.Text] = true
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, tag := range rs.Tags.All {
			if tag.when != nil && !late[tag.Name] && !declared.has(tag.bit) && neverWithout(tag.when, late) != "" {
				late[tag.Name], grown = true, true
			}
		}
	}
	return late
}

// neverWithout returns the first of some words that a formula asks for, if the formula never holds without them; empty if it
// may.
func neverWithout(f *Formula, words map[string]bool) (first string) {
	if f == nil {
		return ""
	}
	g := f.Specialise(func(read formula.Read[*Frame]) scopeValue {
		value := read.Value
		if word, ok := strings.CutPrefix(read.Path, "tag."); ok && words[word] {
			if first == "" {
				first = word
			}
			value.Const, value.Flag = true, func(*Frame) bool { return false }
		}
		return value
	})
	if is, fixed := g.Const(); first == "" || !fixed || is != 0 {
		return ""
	}
	return first
}
