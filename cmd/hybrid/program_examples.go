package main

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Examples in the help of commands, with names from the campaign.

// exampleNames returns names of the open campaign for the examples in the help, so that the examples can be typed as shown. An example
// contains their keys in braces; if the campaign lacks a name, the key is kept.
func exampleNames(p *program) map[string]string {
	names := map[string]string{}
	if p.campaign == nil || p.campaign.Rules == nil {
		return names
	}
	rs := p.campaign.Rules
	names["campaign"] = p.campaign.Name
	set := func(key, value string) {
		if names[key] == "" && value != "" {
			names[key] = value
		}
	}
	for _, e := range p.campaign.Encounters() {
		set("encounter", e.Name)
		if names["encounter"] != e.Name {
			continue
		}
		playersSide := e.PlayersSide(p.campaign)
		for _, m := range e.Combatants {
			sheet, _, err := p.campaign.Combatant(&m)
			switch {
			case err != nil:
			case m.Side == playersSide:
				set("who", m.Key)
				exampleSkill(set, sheet)
			default:
				set("foe", m.Key)
				set("foes", m.Side)
				if m.Key != sheet.Key || m.Name != "" {
					set("kind", sheet.Key)
				}
			}
		}
	}
	for _, who := range p.campaign.Characters() {
		set("who", who)
		set("foe", who)
		set("kind", who)
	}
	for _, action := range rs.Actions.All {
		if action.Whom && action.IsDeclaredByName(rs) {
			set("action", action.Name)
		}
	}
	exampleStat(set, rs)
	if set("section", "stats"); len(rs.Skills.All) > 0 {
		names["section"] = "skills"
	}
	for _, modifier := range rs.Modifiers.All {
		set("flag", modifier.Flag)
	}
	set("die", exampleDie(rs))
	for _, task := range rs.Tasks.All {
		set("task", task.Name)
	}
	for _, situation := range rs.Situations.All {
		if situation.CanLast() {
			set("situation", situation.Name)
		}
	}
	for _, tactic := range rs.Tactics.All {
		set("tactic", tactic.Name)
		if tactic.Name != names["tactic"] {
			set("other_tactic", tactic.Name)
		}
	}
	exampleRules(set, rs)
	return names
}

// exampleStat adds a statistic as an example if the game has no skills, preferably one with a typical range.
func exampleStat(set func(key, value string), rs *rules.Ruleset) {
	for _, usual := range []bool{true, false} {
		for _, stat := range rs.Stats.All {
			if stat.Formula.Text == "" && (stat.Typical != "" || !usual) {
				set("skill", stat.Name)
				set("number", "stats."+stat.Name)
			}
		}
	}
}

// exampleRules adds examples of a condition, a ruling with another choice, a table and a ladder.
func exampleRules(set func(key, value string), rs *rules.Ruleset) {
	for _, condition := range rs.Conditions.All {
		set("condition", condition.Name)
	}
	for _, ruling := range rs.Rulings.All {
		for _, choice := range ruling.Choices.Words() {
			if choice != ruling.Choice.Text {
				set("ruling", ruling.Name+"="+choice)
				set("guide", ruling.Src)
			}
		}
	}
	for _, table := range rs.Tables.All {
		set("table", table.Name)
	}
	check, _ := rs.Checks.Get(rs.Pack.Check)
	for _, ladder := range rs.Ladders.All {
		if check != nil && ladder.Name != check.Ladder.Text && rs.WithLadder(check, ladder) != nil {
			set("ladder", ladder.Name)
		}
	}
}

// exampleDie returns a possible result of the game's die: the face at a third of its highest one, or the name of a face.
func exampleDie(rs *rules.Ruleset) string {
	if check, ok := rs.Checks.Get(rs.Pack.Check); ok && check.Throw.Text != "" {
		if die, ok := rs.FacedDice.Get(check.Throw.Text); ok {
			names := die.FaceNames()
			return names[len(names)-1]
		}
	}
	return strconv.Itoa(max(1, rs.CheckDieFaces()/3))
}

// exampleSkill adds examples of a weapon in hand and its skill.
func exampleSkill(set func(key, value string), sheet *rules.Sheet) {
	for _, item := range sheet.Items {
		if skill := item.UsageSkill(); skill != nil {
			set("weapon", item.Name)
			addSkillExample(set, skill)
		}
	}
	for _, skill := range sheet.Skills {
		addSkillExample(set, skill)
		if skill.Name != sheet.Skills[0].Name {
			set("other_skill", skill.Name)
		}
	}
}

// addSkillExample adds an example of a skill for a roll and for learning.
func addSkillExample(set func(key, value string), skill *rules.Skill) {
	set("skill", skill.Name)
	set("a_skill", skill.Name)
	set("number", "skills."+skill.Name)
}

// fillExamples fills in examples, one per line. Lines with a missing name are omitted.
func fillExamples(names map[string]string, text string) string {
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for key, name := range names {
			line = strings.ReplaceAll(line, "{"+key+"}", name)
		}
		if line = "  " + strings.TrimSpace(line); strings.Contains(line, "{") && len(names) > 0 {
			continue
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// mcpName is the name of the command that serves assistants.
const mcpName = "mcp"

// usualExamplesJSON holds examples of the commands that have none of their own, lines by command.
//
//go:embed command_examples.json
var usualExamplesJSON []byte

// usualExamples returns the contents of usualExamplesJSON.
func usualExamples() (texts map[string]string) {
	if err := json.Unmarshal(usualExamplesJSON, &texts); err != nil {
		panic(err)
	}
	return texts
}

// giveExamples adds examples to every command that has none of its own. Those of an action have an actor and a target.
func giveExamples(p *program, root *cobra.Command) {
	texts, names := usualExamples(), exampleNames(p)
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		path := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		switch {
		case !cmd.Runnable():
		case cmd.Example != "":
			cmd.Example = fillExamples(names, cmd.Example)
		case texts[path] != "":
			cmd.Example = fillExamples(names, texts[path])
		case cmd.GroupID == groupActions && p.campaign != nil && p.campaign.Rules != nil:
			line := "hybrid " + path + " {who}"
			action, ok := p.campaign.Rules.Actions.Get(cmd.Name())
			if ok && action.Whom {
				line += " {foe}"
			}
			if ok {
				line += askedExample(cmd, action)
			}
			cmd.Example = fillExamples(names, line+"\n"+line+" --seed 7 --json")
		}
	}
	walk(root)
}

// askedName is the flag for the number that an action asks for, unless the number's own name is free.
const askedName = "asked"

// askedExample returns the flag for the number that an action asks for, after a space, or "" if the action requires none.
func askedExample(cmd *cobra.Command, action *rules.Action) string {
	ask := action.Ask
	if ask == nil || ask.Words || action.CheckAnswered() == nil {
		return ""
	}
	name, bound := ask.Flag, ask.Least
	if cmd.Flags().Lookup(askedName) != nil {
		name = askedName
	}
	if bound == nil {
		bound = ask.Most
	}
	return " --" + name + " " + command.Number(*bound)
}
