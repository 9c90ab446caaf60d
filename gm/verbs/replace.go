package verbs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The verb `replace`: after the pack has dropped or renamed an entry of the rules that a saved session uses, the session has a placeholder
// for it (gm/state_gone.go). The verb replaces the missing entry with another one in the state of the game. A timeline (timeline.go) wraps
// a game and adds the verbs for fights and scenes.

// Labels holds the labels of entries of the rules, by section and by the entry's name.
type Labels map[rules.Section]map[string]string

// StatSection is the section of the statistics. A missing statistic needs no replacement, since the character sheet keeps its value.
const StatSection rules.Section = "stats"

// LabelsOf returns the labels of all entries of rs that a history can name.
func LabelsOf(rs *rules.Ruleset) Labels {
	all := Labels{
		rules.ConditionSection: rs.Conditions.Labels(),
		rules.ItemSection:      rs.Items.Labels(),
		rules.SkillSection:     rs.Skills.Labels(),
		rules.PoolSection:      rs.Pools.Labels(),
		rules.ActivitySection:  rs.Activities.Labels(),
		rules.SituationSection: rs.Situations.Labels(),
		StatSection:            rs.Stats.Labels(),
	}
	maps.DeleteFunc(all, func(_ rules.Section, labels map[string]string) bool { return len(labels) == 0 })
	return all
}

// HasEntriesMissingFrom reports whether l names entries that current lacks.
func (l Labels) HasEntriesMissingFrom(current Labels) bool {
	for section, names := range l {
		for name := range names {
			if _, has := current[section][name]; !has {
				return true
			}
		}
	}
	return false
}

// replaceEntry replaces an entry of the rules in the state of an actor: `replace conditions soaked with wet`; without `with …` it removes
// the entry.
func (g timeline) replaceEntry(l *command.Line) (command.DecidedCommand, error) {
	if len(l.Words) != 2 && (len(l.Words) != 4 || l.Words[2] != "with") || len(l.Options) > 0 || l.Who != "" {
		return command.DecidedCommand{}, command.RefusalOf(message.Missing("Name an entry and its replacement", "replace SECTION OLD [with NEW]"))
	}
	section, former, other := rules.Section(l.Words[0]), l.Words[1], ""
	now := LabelsOf(g.Campaign.Rules)[section] // labels of the pack's entries; g.Rules also has placeholders for missing ones
	if now == nil || section == StatSection {
		return command.DecidedCommand{}, command.Refusal("“%s” can't be replaced. Choose: %s.", section, strings.Join([]string{string(rules.ActivitySection),
			string(rules.ConditionSection), string(rules.ItemSection), string(rules.PoolSection), string(rules.SituationSection), string(rules.SkillSection)}, ", "))
	}
	if !g.State.UsesEntry(g.Rules, section, former) {
		return command.DecidedCommand{}, command.Refusal("No combatant has %s “%s”.", section, former)
	}
	label := cmp.Or(now[former], LabelsOf(g.Rules)[section][former], rules.ReadableName(former))
	title := label + " is dropped"
	if len(l.Words) == 4 {
		other = l.Words[3]
		if _, has := now[other]; !has {
			return command.DecidedCommand{}, command.RefusalOf(message.Lacking("the "+string(section), "entry", other, slices.Sorted(maps.Keys(now))))
		}
		title = fmt.Sprintf("%s is %s now", label, strings.ToLower(now[other]))
	}
	return titledDecision(title, "", rules.Event{Kind: rules.EventReplace, What: former, Other: other, Text: string(section)}), nil
}
