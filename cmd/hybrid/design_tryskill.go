package main

import (
	"fmt"
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
		RunE: func(_ *cobra.Command, args []string) error {
			skill, err := p.session.Game().Skill(strings.Join(args, " "))
			if err != nil {
				return badInput(err)
			}
			return writeSkill(p, skill)
		},
	}
}

func writeSkill(p *program, skill *rules.Skill) error {
	rs := p.campaign.Rules
	var rows []object
	steps := map[int]float64{}
	if list, err := skill.Advance(rs, rs.Skill.Least, rs.Skill.Most); err == nil {
		for _, step := range list {
			steps[int(step.Rank)] = step.Cost
		}
	}
	sum, most := 0.0, 0.0
	for rank := rs.Skill.Least; rank <= rs.Skill.Most; rank++ {
		sum += steps[rank]
		most = max(most, steps[rank])
		rows = append(rows, object{{"rank", rank}, {"name", rs.Skill.RankName(rank)}, {"start", skill.StartCost(rs, rank)}, {"raise", steps[rank]}, {"sum", sum}, {"percent", trimNoise(skill.Percent * float64(rank))}})
	}
	if p.flags.csv {
		return p.writeCSV(csvLines(rows))
	}
	if p.flags.json {
		return p.writeJSON(object{{"skill", skill.Name}, {"cost", skill.Cost}, {"difficulty", skill.Difficulty}, {"percent", skill.Percent}, {"says", append([]string{}, skill.Means(rs)...)}, {"ranks", rows}})
	}
	w := p.textWriter()
	w.title("%s: base cost %s, inherent modifier %s, %s%% a rank", skill.Label, command.Number(skill.Cost), command.Signed(skill.Difficulty), command.Number(skill.Percent))
	for _, text := range skill.Means(rs) {
		w.wrapped(text)
	}
	table := [][]cell{{right("rank"), right("at the start"), right("raise, " + rs.Skill.Currency), right("in all"), right("percent"), {}, {}}}
	for _, row := range rows {
		number := func(i int) cell { return right(command.Number(row[i].value.(float64))) }
		raise := row[3].value.(float64)
		table = append(table, []cell{right(fmt.Sprint(row[0].value)), number(2), number(3), number(4), number(5), {text: bar(raise/max(most, 1e-9), 20)}, {text: row[1].value.(string), style: dim}})
	}
	w.table(table)
	return w.err
}
