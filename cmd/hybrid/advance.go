package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

func advanceCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "advance WHO SKILL…", Short: "Show what raising a skill costs, step by step", Args: wantArgs("WHO", "SKILL…"),
		ValidArgsFunction: p.completeWho(1, p.skillCompletions),
	}
	p.freshFlag(cmd.Flags())
	to := cmd.Flags().Int("to", 0, "the `rank` to reach (default the next one)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := p.present(args[0])
		if err != nil {
			return err
		}
		skill, err := p.session.Game().Skill(strings.Join(args[1:], " "))
		if err != nil {
			return badInput(err)
		}
		from := s.Actors[0].Sheet.Rank(skill)
		if !cmd.Flags().Changed("to") {
			*to = from + 1
		}
		if least, most := p.campaign.Rules.Skill.Least, p.campaign.Rules.Skill.Most; *to < least || *to > most {
			return fmt.Errorf("rank %d is out of range; ranks go from %d to %d", *to, least, most)
		}
		steps, err := skill.Advance(p.campaign.Rules, from, *to)
		if err != nil {
			return err
		}
		return writeAdvance(p, s.Actors[0], skill, from, *to, steps)
	}
	return cmd
}

func writeAdvance(p *program, a *rules.Actor, skill *rules.Skill, from, to int, steps []rules.Raise) error {
	total := 0.0
	for _, step := range steps {
		total += step.Cost
	}
	if p.flags.json {
		o := object{{"from", from}, {"to", to}, {"cost", total}, {"ranks", steps}}
		if from == rules.Unranked {
			o[0].value = nil
		}
		return p.writeJSON(o)
	}
	currency, sum := p.campaign.Rules.Skill.Currency, 0.0
	w := p.textWriter()
	w.title("%s: %s from %s to rank %d", a.Name, skill.Label, rankText(from), to)
	rows := [][]cell{{right("rank"), right(currency), right("in all")}}
	for _, step := range steps {
		sum += step.Cost
		rows = append(rows, []cell{right(fmt.Sprint(step.Rank)), right(command.Number(step.Cost)), right(command.Number(sum)), {text: p.campaign.Rules.Skill.RankName(step.Rank), style: dim}})
	}
	w.table(rows)
	w.line("")
	w.line("%s %s in all", command.Number(total), currency)
	return w.err
}

func rankText(rank int) string {
	if rank == rules.Unranked {
		return "unranked"
	}
	return fmt.Sprintf("rank %d", rank)
}
