package main

import (
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

// `hybrid try skill`: the costs and effects of a skill's ranks.

// trySkillCommand returns the command `try skill`.
func trySkillCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "skill SKILL…",
		Short:             "Show costs and chances of a skill's ranks",
		Args:              wantArgs("SKILL…"),
		ValidArgsFunction: p.completeWho(0, p.skillCompletions),
		RunE: p.runReport(func(args []string) (report, error) {
			skill, err := p.session.Game().Skill(strings.Join(args, " "))
			if err != nil {
				return report{}, badInput(err)
			}
			return skillReport(p.campaign.Rules, skill), nil
		}),
	}
}

// skillReport reports the cost and the effects of each rank of a skill: its cost for a new character (start), the cost of raising it to
// that rank from the one below (raise), and the sum of these costs from the lowest rank on. In a game whose chances are percentages, it
// also has the percentage that the rank adds.
func skillReport(rs *rules.Ruleset, skill *rules.Skill) report {
	var rows []object
	roll, _ := usualRoll(rs)
	inPercent := roll.Likelihood().Percent
	steps := map[int]float64{} // cost of raising the skill to a rank, by rank
	if list, err := skill.RaiseCosts(rs, rs.Skill.Least, rs.Skill.Most); err == nil {
		for _, step := range list {
			steps[int(step.Rank)] = step.Cost
		}
	}
	sum, highest := 0.0, 1e-9 // above 0, since bars are relative to the highest cost
	for rank := rs.Skill.Least; rank <= rs.Skill.Most; rank++ {
		sum += steps[rank]
		highest = max(highest, steps[rank])
		row := object{{"rank", rank}, {"name", rs.Skill.RankName(rank)}, {"start", skill.StartCost(rs, rank)}, {"raise", steps[rank]}, {"sum", sum}}
		if inPercent {
			row.setKey("percent", rules.TrimNoise(skill.Percent*float64(rank)))
		}
		rows = append(rows, row)
	}
	facts := object{{"skill", skill.Name}, {"cost", skill.Cost}, {"difficulty", skill.Difficulty}}
	percentText := ""
	if inPercent {
		facts.setKey("percent", skill.Percent)
		percentText = ", " + command.Number(skill.Percent) + "% a rank"
	}
	facts = append(facts, object{{"says", append([]string{}, skill.AspectExplanations(rs)...)}, {"ranks", rows}}...)
	return report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s: base cost %s, inherent modifier %s%s", skill.Label, command.Number(skill.Cost), command.FormatSigned(skill.Difficulty), percentText)
		for _, text := range skill.AspectExplanations(rs) {
			w.writeWrapped(text)
		}
		columns := []column{{"rank", "rank", asNumber}, {"start", "at the start", asNumber}, {"raise", "raise, " + rs.Skill.Currency, asNumber}, {"sum", "in all", asNumber}}
		if inPercent {
			columns = append(columns, column{"percent", "percent", asNumber})
		}
		w.writeTable(tableFromRows(rows, append(columns, column{"raise", "", asBar(highest, 20)}, column{"name", "", asDim})...))
	}}
}
