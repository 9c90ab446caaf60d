package main

import (
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

func trySkillCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "skill SKILL…",
		Short:             "Show costs and chances of a skill's ranks",
		Args:              wantArgs("SKILL…"),
		ValidArgsFunction: p.completeWho(0, p.skillCompletions),
		RunE: p.reporting(func(args []string) (report, error) {
			skill, err := p.session.Game().Skill(strings.Join(args, " "))
			if err != nil {
				return report{}, badInput(err)
			}
			return skillReport(p.campaign.Rules, skill), nil
		}),
	}
}

// skillReport reports what each rank of a skill costs and gives.
func skillReport(rs *rules.Ruleset, skill *rules.Skill) report {
	var rows []object
	steps := map[int]float64{}
	if list, err := skill.Advance(rs, rs.Skill.Least, rs.Skill.Most); err == nil {
		for _, step := range list {
			steps[int(step.Rank)] = step.Cost
		}
	}
	sum, highest := 0.0, 1e-9
	for rank := rs.Skill.Least; rank <= rs.Skill.Most; rank++ {
		sum += steps[rank]
		highest = max(highest, steps[rank])
		rows = append(rows, object{{"rank", rank}, {"name", rs.Skill.RankName(rank)}, {"start", skill.StartCost(rs, rank)},
			{"raise", steps[rank]}, {"sum", sum}, {"percent", rules.TrimNoise(skill.Percent * float64(rank))}})
	}
	facts := object{{"skill", skill.Name}, {"cost", skill.Cost}, {"difficulty", skill.Difficulty}, {"percent", skill.Percent}, {"says", append([]string{}, skill.Means(rs)...)}, {"ranks", rows}}
	return report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		w.title("%s: base cost %s, inherent modifier %s, %s%% a rank", skill.Label, command.Number(skill.Cost), command.Signed(skill.Difficulty), command.Number(skill.Percent))
		for _, text := range skill.Means(rs) {
			w.wrapped(text)
		}
		w.table(tabled(rows, column{"rank", "rank", asNumber}, column{"start", "at the start", asNumber}, column{"raise", "raise, " + rs.Skill.Currency, asNumber},
			column{"sum", "in all", asNumber}, column{"percent", "percent", asNumber}, column{"raise", "", asBar(highest, 20)}, column{"name", "", asDim}))
	}}
}
