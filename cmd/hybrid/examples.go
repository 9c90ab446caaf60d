package main

import (
	"strings"

	"hybrid/rules"
)

// exampleNames are names of the campaign that is open, for the examples of the help: what is shown can be typed. A word in
// braces of an example is one of them; a campaign that has none keeps the word.
func exampleNames(p *program) map[string]string {
	names := map[string]string{}
	if p.campaign == nil || p.campaign.Rules == nil {
		return names
	}
	rs := p.campaign.Rules
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
		ours := playersSide(p.campaign, e)
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
	return names
}

// exampleSkill takes a weapon in hand and the skill it is used with as examples.
func exampleSkill(set func(key, value string), sheet *rules.Sheet) {
	for _, item := range sheet.Items {
		if skill := item.UsedWith(); skill != nil {
			set("weapon", item.Name)
			set("skill", skill.Name)
		}
	}
	for _, skill := range sheet.Skills {
		set("skill", skill.Name)
	}
}

// example fills examples in, one on each line.
func example(p *program, text string) string {
	names := exampleNames(p)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, line := range lines {
		for key, name := range names {
			line = strings.ReplaceAll(line, "{"+key+"}", name)
		}
		lines[i] = "  " + strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}
