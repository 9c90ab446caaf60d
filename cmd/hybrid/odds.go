package main

import (
	"errors"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

func (p *program) oddsCommand() *cobra.Command {
	cmd := p.skillRoll("odds", "Show the exact odds: of every degree, or of all that an action can come to")
	p.csvFlag(cmd)
	cmd.AddGroup(&cobra.Group{ID: groupActions, Title: "The odds of whole actions:"})
	cmd.AddCommand(p.outlookCommands()...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("chance") {
			chance, err := chanceAlone(cmd)
			if err != nil {
				return err
			}
			prospect := p.campaign.Rules.Bare(nil, chance)
			prospect.Terms = given(chance, prospect.Terms)
			return p.writeOdds(nil, &prospect)
		}
		on, err := p.subject(cmd, args)
		if err != nil {
			return err
		}
		prospect, err := p.prospect(on)
		if err != nil {
			return err
		}
		return p.writeOdds(on, prospect)
	}
	return cmd
}

// prospect is the roll of a subject before it is made.
func (p *program) prospect(on *subject) (*rules.Prospect, error) {
	cast, err := p.campaign.Rules.Forecast(on.state, on.actor.Key, on.doing, nil)
	if err != nil {
		return nil, err
	}
	if err := fitting(p.campaign.Rules, &on.doing, &cast); err != nil {
		return nil, err
	}
	if cast.Prospect == nil {
		return nil, errors.New("these rules roll nothing for a skill")
	}
	return cast.Prospect, nil
}

func (p *program) writeOdds(on *subject, prospect *rules.Prospect) error {
	odds := p.campaign.Rules.Odds(prospect.Check, prospect.Chance)
	if p.flags.csv {
		lines := [][]any{{"chance", "degree", "factor", "probability"}}
		for _, odd := range odds {
			lines = append(lines, []any{prospect.Chance, odd.Name, odd.Factor, odd.Probability})
		}
		return p.writeCSV(lines)
	}
	if p.flags.json {
		var o object
		o.set("chance", prospect.Chance)
		o.addTold(prospect.Told)
		o.set("degrees", odds)
		o.set("terms", lines(prospect.Terms))
		return p.writeJSON(o)
	}
	w := p.paper()
	if on != nil {
		w.title("%s: %s", on.actor.Name, on.label)
	}
	w.chance(prospect.Terms, prospect.Chance, prospect.Told)
	w.odds(odds)
	p.hint(w, on)
	return w.err
}
