package main

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Examples in the help of commands. They are written with placeholders such as {who} and {skill}. Names from the open campaign replace
// these, so that the examples can be typed as shown. Functions here take set, a function that sets the name for a placeholder unless it has
// one already. {who} is a player's character, {foe} an opponent, {foes} the opponent's side, and {kind} a character file that several
// combatants of an encounter can share; the other placeholders are named after entries of the rules.

// exampleNames returns the names of the open campaign to fill into examples, by placeholder without braces. Names that the campaign lacks
// have no entry.
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
	if encounters := p.campaign.Encounters(); len(encounters) > 0 {
		set("encounter", encounters[0].Name)
		setCombatantExamples(set, p.campaign, encounters[0])
	}
	for _, who := range p.campaign.Characters() {
		set("who", who)
		set("foe", who)
		set("kind", who)
	}
	for _, action := range rs.Actions.All {
		if action.Whom && action.IsDeclaredByName(rs) && !action.BelongsToSide() { // sides exist only in an encounter
			set("action", action.Name)
		}
	}
	setStatExample(set, rs)
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
	setRuleExamples(set, rs)
	return names
}

// setCombatantExamples sets names from an encounter: a character of the players' side with its weapon and skills, and an opponent.
func setCombatantExamples(set func(key, value string), c *campaign.Campaign, e *campaign.Encounter) {
	playersSide := e.PlayersSide(c)
	for _, m := range e.Combatants {
		sheet, _, err := c.Combatant(&m)
		switch {
		case err != nil:
		case m.Side == playersSide:
			set("who", m.Key)
			setSkillExamples(set, sheet)
		default:
			set("foe", m.Key)
			set("foes", m.Side)
			if m.Key != sheet.Key || m.Name != "" { // one of several from the same file
				set("kind", sheet.Key)
			}
		}
	}
}

// setStatExample sets a statistic in place of the skill if no skill is set, preferably a statistic with a typical range.
func setStatExample(set func(key, value string), rs *rules.Ruleset) {
	for _, onlyTypical := range []bool{true, false} {
		for _, stat := range rs.Stats.All {
			if stat.Formula.Text == "" && (stat.Typical != "" || !onlyTypical) {
				set("skill", stat.Name)
				set("number", "stats."+stat.Name)
			}
		}
	}
}

// setRuleExamples sets a condition, a ruling with a choice other than the current one, a table, and a ladder other than the default
// check's.
func setRuleExamples(set func(key, value string), rs *rules.Ruleset) {
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

// exampleDie returns a possible result of the die of the default check: a third of its highest number, or for a die with symbols, the name
// of its last face.
func exampleDie(rs *rules.Ruleset) string {
	if check, ok := rs.Checks.Get(rs.Pack.Check); ok && check.Throw.Text != "" {
		if die, ok := rs.FacedDice.Get(check.Throw.Text); ok {
			names := die.FaceNames()
			return names[len(names)-1]
		}
	}
	return strconv.Itoa(max(1, rs.DefaultDieFaces()/3))
}

// setSkillExamples sets a weapon that a character carries and its skill, or another skill of the character if it has no such weapon, and a
// second skill.
func setSkillExamples(set func(key, value string), sheet *rules.Sheet) {
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

// addSkillExample sets a skill, also for examples that don't work with a statistic (a_skill), and its path in a character's file.
func addSkillExample(set func(key, value string), skill *rules.Skill) {
	set("skill", skill.Name)
	set("a_skill", skill.Name)
	set("number", "skills."+skill.Name)
}

// fillExamples fills names into text, which holds examples, one per line. It omits lines with a placeholder that has no name. If there are
// no names at all, the placeholders stay.
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

// usualExamplesJSON holds the examples of commands that have none in their source, by the path of the command.
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

// giveExamples fills in the examples of every command, and adds those of usualExamples, or of an action, to a command that has none.
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

// askedName is the flag for the number that an action asks for if the flag of the number's own name is taken.
const askedName = "asked"

// askedExample returns the flag with the lowest number that an action allows, or else the highest, after a space, or "" if the action
// doesn't require a number.
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
