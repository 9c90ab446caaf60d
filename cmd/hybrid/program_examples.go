package main

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Examples in the help of commands, with names that the campaign has.

// exampleNames are names of the campaign that is open, for the examples of the help: what is shown can be typed. A word in
// braces of an example is one of them; a campaign that has none keeps the word.
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
		ours := e.PlayersSide(p.campaign)
		for _, m := range e.Combatants {
			sheet, _, err := p.campaign.Combatant(&m)
			switch {
			case err != nil:
			case m.Side == ours:
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
		if action.Whom && action.ByName(rs) {
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
		if situation.Lasting() {
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

// exampleStat takes a statistic as an example where the game has no skills: one whose usual range is said rather than another.
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

// exampleRules takes a condition, a ruling with another choice, a table and a ladder as examples.
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
		if check != nil && ladder.Name != check.Ladder.Text && rs.With(check, ladder) != nil {
			set("ladder", ladder.Name)
		}
	}
}

// exampleDie is what a die of the game may show: a third of its faces, or one of them by name.
func exampleDie(rs *rules.Ruleset) string {
	if check, ok := rs.Checks.Get(rs.Pack.Check); ok && check.Throw.Text != "" {
		if die, ok := rs.FacedDice.Get(check.Throw.Text); ok {
			names := die.FaceNames()
			return names[len(names)-1]
		}
	}
	return strconv.Itoa(max(1, rs.Die()/3))
}

// exampleSkill takes a weapon in hand and the skill it is used with as examples.
func exampleSkill(set func(key, value string), sheet *rules.Sheet) {
	for _, item := range sheet.Items {
		if skill := item.UsedWith(); skill != nil {
			set("weapon", item.Name)
			learnt(set, skill)
		}
	}
	for _, skill := range sheet.Skills {
		learnt(set, skill)
		if skill.Name != sheet.Skills[0].Name {
			set("other_skill", skill.Name)
		}
	}
}

// learnt takes a skill as an example, of what is rolled and of what may be learnt.
func learnt(set func(key, value string), skill *rules.Skill) {
	set("skill", skill.Name)
	set("a_skill", skill.Name)
	set("number", "skills."+skill.Name)
}

// example fills examples in, one on each line. One for which the campaign has no name is left out.
func example(names map[string]string, text string) string {
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

const mcpName = "mcp"

// usualExamples are the examples of commands that bring none of their own, by path.
func usualExamples() map[string]string {
	return map[string]string{
		"tour":            "hybrid tour",
		"play":            "hybrid play\nhybrid play {campaign} --seats\nhybrid play my_campaign --theme light",
		"serve":           "hybrid serve\nhybrid serve my_campaign --seats 192.168.1.20:7770",
		"follow":          "hybrid follow\nhybrid follow --seat {who}",
		"script":          "hybrid script session.txt\nhybrid script session.txt --seed 7 --json",
		"session list":    "hybrid session list",
		"session show":    "hybrid session show 1",
		"session resume":  "hybrid session resume",
		"session export":  "hybrid session export party.html --format html\nhybrid session export gm.md --for gm",
		"session verify":  "hybrid session verify",
		"session stats":   "hybrid session stats --json",
		"session reveal":  "hybrid session reveal",
		"session restore": "hybrid session restore",
		"session pack":    "hybrid session pack party.zip",
		"session unpack":  "hybrid session unpack party.zip",
		"vet":             "hybrid vet\nhybrid vet my_campaign --fix\nhybrid vet --format github\nhybrid vet --origins",
		"show":            "hybrid show\nhybrid show {section}",
		"check":           "hybrid check {who} {skill} --{flag} -2\nhybrid check {who} {skill} --situation {situation} --dice {die}",
		"import":          "hybrid import wren.xlsx\nhybrid import wren.xlsx --keep --as old_wren\nhybrid import wren.xlsx --keep={a_skill}",
		"roll":            "hybrid roll 2d6+4\nhybrid roll d100 --seed 7",
		"task":            "hybrid task {who} {task} --dice {die}",
		"odds":            "hybrid odds {who} {skill}\nhybrid odds {action} {who} {foe}",
		"schema":          "hybrid schema\nhybrid schema --output",
		mcpName:           "hybrid mcp\nhybrid mcp --seat {who}\nhybrid mcp --write my_campaign",
		"simulate":        "hybrid simulate {encounter}\nhybrid simulate {encounter} --vary {foe}.{number}=4..12\nhybrid simulate --here",
		balanceName: "hybrid balance {encounter} --win 70%\n" +
			"hybrid balance {encounter} --win \">60%\" --losses \"<1\" --with {kind}=0..6 --vary {foe}.{number}=4..12/2\n" +
			"hybrid balance {encounter} --win 50..60% --tactic {foes}={tactic},{other_tactic} --write",
		"simulate merge":  "hybrid simulate merge 1.json 2.json",
		"new campaign":    "hybrid new campaign my_campaign",
		"new character":   "hybrid new character Rook --skill {a_skill}=6 --gear {weapon}\nhybrid new character Rook --random --seed 7",
		"new adversaries": "hybrid new adversaries 6 --like {foe}",
		"new encounter":   "hybrid new encounter dock",
		"new skill":       "hybrid new skill juggling",
		"new task":        "hybrid new task juggle",
		"new table":       "hybrid new table omen",
		"new weapon":      "hybrid new weapon torch",
		"try ladder":      "hybrid try ladder\nhybrid try ladder {ladder}",
		"try skill":       "hybrid try skill {a_skill}",
		"try weapon":      "hybrid try weapon {weapon}",
		"try table":       "hybrid try table {table}",
		"try task":        "hybrid try task {task} --who {who}",
		"try say":         "hybrid try say {action}\nhybrid try say",
		"try changes":     "hybrid try changes\nhybrid try changes --ruling {ruling}",
		"help":            "hybrid help check\nhybrid help step 1\nhybrid help --man | man -l -",
	}
}

// giveExamples gives every command examples that brings none of its own; an action is done by one to another one.
func giveExamples(p *program, root *cobra.Command) {
	texts, names := usualExamples(), exampleNames(p)
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			walk(below)
		}
		path := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		switch {
		case !cmd.Runnable():
		case cmd.Example != "":
			cmd.Example = example(names, cmd.Example)
		case texts[path] != "":
			cmd.Example = example(names, texts[path])
		case cmd.GroupID == groupActions && p.campaign != nil && p.campaign.Rules != nil:
			line := "hybrid " + path + " {who}"
			action, ok := p.campaign.Rules.Actions.Get(cmd.Name())
			if ok && action.Whom {
				line += " {foe}"
			}
			if ok {
				line += askedExample(cmd, action)
			}
			cmd.Example = example(names, line+"\n"+line+" --seed 7 --json")
		}
	}
	walk(root)
}

// askedName is the flag for the number that an action asks for, where it names none of its own that is free.
const askedName = "asked"

// askedExample is what says the number that an action asks for, with a blank before it; empty where it asks for none that must
// be said.
func askedExample(cmd *cobra.Command, action *rules.Action) string {
	ask := action.Ask
	if ask == nil || ask.Words || action.Missing() == nil {
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
