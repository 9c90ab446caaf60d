package rules

import (
	"slices"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Selection of the actions and situations that are relevant enough to propose, by the entries of the game, such as the tags that a
// situation is for and the conditions that an action reads. Whether a proposal is wise is not considered.

// TargetSide is the side that an action's targets are usually on.
type TargetSide int

// The target sides.
const (
	TowardAnyone TargetSide = iota // any side
	TowardTheirs                   // the other sides
	TowardOurs                     // the actor's own side
)

// towards lists the values of `toward` in the YAML, by TargetSide.
var towards = []string{"anyone", "theirs", "ours"}

// UsualTargetSide returns the side that the action's targets are usually on.
func (a *Action) UsualTargetSide() TargetSide {
	return TargetSide(max(0, slices.Index(towards, a.Toward.Text)))
}

// compileToward verifies the key `toward` of an action: a known word, and an action that has a target.
func (c *compiler) compileToward(a *Action) {
	switch {
	case a.Toward.Text == "": // the default
	case !slices.Contains(towards, a.Toward.Text):
		c.addMistake(source.BadValue, a.Toward.Pos, "%s", message.NotOneOf("toward", a.Toward.Text, towards))
	case !a.Whom:
		c.addMistake(source.Missing, a.Toward.Pos, "%s has no target, so no toward. Add `whom: true`.", a.Name)
	}
}

// conditionsRead lists the conditions that a formula reads as `is` or `with`: the actor's or, if ofOther is set, the target's.
func (c *compiler) conditionsRead(compiled *Formula, ofOther bool) (list []*Condition) {
	if compiled == nil {
		return nil
	}
	for _, read := range compiled.Reads {
		path, other := strings.CutPrefix(read.Path, "other.")
		kind, name, _ := strings.Cut(path, ".")
		if condition, ok := c.rs.Conditions.Get(name); ok && other == ofOther && (kind == "is" || kind == "with") {
			list = append(list, condition)
		}
	}
	return list
}

// HelpsWith reports whether the action is for allies who have the condition.
func (a *Action) HelpsWith(c *Condition) bool {
	return a.UsualTargetSide() == TowardOurs && slices.Contains(a.targetConditions, c)
}

// NeedsOnlySight reports whether the action is for the actor's own side and its `when` reads nothing about the target except conditions
// that everyone sees.
func (a *Action) NeedsOnlySight() bool {
	return a.UsualTargetSide() == TowardOurs && len(a.targetConditions) > 0 && !slices.ContainsFunc(a.targetConditions, func(c *Condition) bool { return c.Secret }) &&
		!slices.ContainsFunc(a.when.Reads, func(read formula.ReadName[*Frame]) bool {
			path, other := strings.CutPrefix(read.Path, "other.")
			kind, _, _ := strings.Cut(path, ".")
			return other && kind != "is" && kind != "with"
		})
}

// IsPossibleAtRest reports whether the action is possible without an encounter: it is for the actor's own side, a side can do it at any
// time, or the pack allows it.
func (a *Action) IsPossibleAtRest() bool {
	return a.Whom && a.UsualTargetSide() == TowardOurs || a.BelongsToSide() && a.AnyTime || a.Outside
}

// SuggestingCondition returns a condition of the actor that the action's `when` reads, as a reason to propose the action now, or nil. The
// action must be possible.
func (a *Action) SuggestingCondition(who *Actor) *HeldCondition {
	for _, condition := range a.ownConditions {
		for i := range who.Conditions {
			if h := &who.Conditions[i]; h.Condition == condition {
				return h
			}
		}
	}
	return nil
}

// PartnerKeys returns the keys of the partners in those paired conditions of an actor, such as a grapple, that the action's `when` reads.
func (a *Action) PartnerKeys(who *Actor) (keys []string) {
	for _, condition := range a.ownConditions {
		for i := range who.Conditions {
			if h := &who.Conditions[i]; h.Condition == condition && condition.paired {
				keys = append(keys, h.Other)
			}
		}
	}
	return keys
}

// MatchIndex returns the index of the first word of an action that the situation is for. Index 0 is the action's name; the action's own
// tags and the tool's tags follow. It returns -1 if there is none. Derived tags, which apply by a formula, don't count, since they match
// all actions alike.
func (s *Situation) MatchIndex(rs *Ruleset, action *Action, tool *Item) int {
	words := []string{action.Name}
	for _, tag := range action.Tags {
		words = append(words, tag.Text)
	}
	if tool != nil && len(action.With) > 0 {
		words = append(words, tool.words...)
	}
	for i, word := range words {
		if tag, ok := rs.Tags.Get(word); ok && tag.When.Text != "" {
			continue
		}
		if slices.ContainsFunc(s.For, func(text source.Text) bool { return text.Text == word }) {
			return i
		}
	}
	return -1
}

// BestMatches returns the situations in list that match d best. Situations for a tag of d's action, skill, task or tool are best. Next come
// situations for a derived tag, which applies by a formula. If there are neither, it returns the whole list.
func (rs *Ruleset) BestMatches(d *OngoingAction, list []*Situation) (best []*Situation) {
	var words []string
	add := func(tags []source.Text) {
		for _, tag := range tags {
			words = append(words, tag.Text)
		}
	}
	if action, ok := rs.Actions.Get(d.Action); ok {
		words = append(words, action.Name)
		add(action.Tags)
	}
	if skill, ok := rs.Skills.Get(d.Skill); ok {
		add(skill.Tags)
	}
	if task, ok := rs.Tasks.Get(d.Task); ok {
		add(task.Tags)
		for _, skill := range task.skills {
			add(skill.Tags)
		}
	}
	if tool, ok := rs.Items.Get(d.Tool); ok {
		words = append(words, tool.words...)
	}
	rate := func(s *Situation) (fit int) { // 0 if none of its tags fits
		for _, text := range s.For {
			if slices.Contains(words, text.Text) {
				return 2 // a tag of the action itself
			}
			if tag, ok := rs.Tags.Get(text.Text); ok && tag.When.Text != "" {
				fit = 1 // a derived tag
			}
		}
		return fit
	}
	highest := 0
	for _, s := range list {
		if fit := rate(s); fit > highest {
			best, highest = best[:0], fit
		}
		if rate(s) == highest {
			best = append(best, s)
		}
	}
	return best
}
