package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

// `hybrid try weapon`: what a weapon does on average at each chance.

func tryWeaponCommand(p *program) *cobra.Command {
	var chances, who string
	cmd := &cobra.Command{
		Use:   "weapon ITEM…",
		Short: "Show the average damage of a weapon",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(noWeapons(p.campaign.Rules), wantArgs("ITEM…")(cmd, args))
		},
		RunE: p.reporting(func(args []string) (report, error) {
			list, err := numberRange(chances, usualStep(p.campaign.Rules))
			if err != nil {
				return report{}, err
			}
			item, err := p.itemNamed(strings.Join(args, " "))
			if err != nil {
				return report{}, err
			}
			hand, err := weaponHolder(p, who)
			if err != nil {
				return report{}, err
			}
			return weaponReport(p.campaign.Rules, item, hand, list)
		}),
	}
	cmd.Flags().StringVar(&chances, "chances", usualChances(p.campaign.Rules, 15), "`range` of chances, with its step")
	cmd.Flags().StringVar(&who, "who", "", "`character` with the weapon (default the first of the cast)")
	p.completePeople(cmd, "who")
	return cmd
}

// noWeapons is why there is nothing to try of the weapons of a game; nil where there is.
func noWeapons(rs *rules.Ruleset) error {
	switch {
	case throwsFaces(rs):
		return errors.New("Checks of this game have no chance in percent. Use `hybrid odds ACTION WHO TARGET` instead.")
	case len(rs.DiceFields()) == 0:
		return errors.New("Items of this game have no dice, so they have no average. Use `hybrid odds ACTION WHO TARGET` instead.")
	}
	return nil
}

// weaponHolder returns the actor that holds the weapon: the one named, else the first of the campaign whose sheet fits.
func weaponHolder(p *program, who string) (*rules.Actor, error) {
	names := []string{who}
	if who == "" {
		names = append(p.campaign.Cast(), p.campaign.Characters()...)
	}
	var first error
	for _, name := range names { // who came along may not fit this game
		s, err := p.scene(name)
		if err == nil {
			return s.Actors[0], nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// weaponReport reports what item does on average in the hands of an actor, at each chance.
func weaponReport(rs *rules.Ruleset, item *rules.Item, hand *rules.Actor, chances []float64) (report, error) {
	check, _, err := checkWithLadder(rs, nil)
	if err != nil {
		return report{}, err
	}
	highest, _ := rs.Factor(check, chances[len(chances)-1])
	averages := map[string]float64{}
	columns := []column{{"chance", "chance", asNumber}, {"made", "made", asPercentCell}, {"factor", "factor", asFixed(3)}}
	for _, field := range rs.DiceFields() {
		if average, ok := item.Average(rs, hand, field); ok {
			averages[field] = average
			columns = append(columns, column{field, field, asFixed(2)}, column{"factor", "", asBar(max(highest, 1e-9), 24)})
		}
	}
	if len(averages) == 0 {
		return report{}, fmt.Errorf("%s has no dice in its fields (%s).", item.Label, strings.Join(rs.DiceFields(), ", "))
	}
	var rows []object
	for _, chance := range chances {
		factor, made := rs.Factor(check, chance)
		row := object{{"chance", chance}, {"made", rules.TrimNoise(made)}, {"factor", rules.TrimNoise(factor)}}
		for _, field := range rs.DiceFields() {
			if average, ok := averages[field]; ok {
				row.set(field, rules.TrimNoise(average*factor))
			}
		}
		rows = append(rows, row)
	}
	return report{facts: object{{"item", item.Name}, {"who", hand.Key}, {"average", averages}, {"rows", rows}}, csv: csvLines(rows), text: func(w *textWriter) {
		w.title("%s used by %s: %s; average, including misses", item.Label, hand.Name, item.Note(rs))
		w.table(tabled(rows, columns...))
	}}, nil
}
