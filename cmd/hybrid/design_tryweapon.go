package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

func tryWeaponCommand(p *program) *cobra.Command {
	var chances, who string
	cmd := &cobra.Command{
		Use:   "weapon ITEM…",
		Short: "Show the average damage of a weapon",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(noWeapons(p.campaign.Rules), wantArgs("ITEM…")(cmd, args))
		},
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := numberRange(chances, usualStep(p.campaign.Rules))
			if err != nil {
				return err
			}
			item, err := p.itemNamed(strings.Join(args, " "))
			if err != nil {
				return err
			}
			hand, err := weaponHolder(p, who)
			if err != nil {
				return err
			}
			return writeWeapon(p, item, hand, list)
		},
	}
	cmd.Flags().StringVar(&chances, "chances", usualChances(p.campaign.Rules, 15), "`range` of chances, with its step")
	cmd.Flags().StringVar(&who, "who", "", "`character` who uses it (default the first of the cast)")
	p.completePeople(cmd, "who")
	return cmd
}

// noWeapons is why there is nothing to try of the weapons of a game; nil where there is.
func noWeapons(rs *rules.Ruleset) error {
	switch {
	case throwsFaces(rs):
		return errors.New("the check of these rules throws dice with faces instead of going by a chance; hybrid odds ACTION WHO WHOM says what comes of it")
	case len(rs.DiceFields()) == 0:
		return errors.New("nothing in these rules says dice of its own (fields: item), so that there is no average; hybrid odds ACTION WHO WHOM says what comes of it")
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

func writeWeapon(p *program, item *rules.Item, hand *rules.Actor, chances []float64) error {
	rs := p.campaign.Rules
	fields := map[string]float64{}
	for _, field := range rs.DiceFields() {
		if average, ok := item.Average(rs, hand, field); ok {
			fields[field] = average
		}
	}
	if len(fields) == 0 {
		return fmt.Errorf("%s says nothing with dice in it (%s)", item.Label, strings.Join(rs.DiceFields(), ", "))
	}
	check, _, err := checkWithLadder(p.campaign.Rules, nil)
	if err != nil {
		return err
	}
	var rows []object
	table := [][]cell{{right("chance"), right("made"), right("factor")}}
	for _, field := range rs.DiceFields() {
		if _, ok := fields[field]; ok {
			table[0] = append(table[0], right(field), cell{})
		}
	}
	most, _ := rs.Factor(check, chances[len(chances)-1])
	for _, chance := range chances {
		factor, made := rs.Factor(check, chance)
		row := object{{"chance", chance}, {"made", trimNoise(made)}, {"factor", trimNoise(factor)}}
		line := []cell{right(command.Number(chance)), right(percentCell(made)), right(strconv.FormatFloat(factor, 'f', 3, 64))}
		for _, field := range rs.DiceFields() {
			if average, ok := fields[field]; ok {
				row.set(field, trimNoise(average*factor))
				line = append(line, right(strconv.FormatFloat(average*factor, 'f', 2, 64)), cell{text: bar(factor/max(most, 1e-9), 24)})
			}
		}
		rows, table = append(rows, row), append(table, line)
	}
	if p.flags.csv {
		return p.writeCSV(csvLines(rows))
	}
	if p.flags.json {
		return p.writeJSON(object{{"item", item.Name}, {"who", hand.Key}, {"average", fields}, {"rows", rows}})
	}
	w := p.textWriter()
	w.title("%s in the hand of %s: %s; on average, misses included", item.Label, hand.Name, item.Note(rs))
	w.table(table)
	return w.err
}
