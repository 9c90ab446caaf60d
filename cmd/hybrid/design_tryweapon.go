package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

// `hybrid try weapon`: the average damage of a weapon at each chance or against each target, or its chance to hit if it has no dice.

func tryWeaponCommand(p *program) *cobra.Command {
	var chances, who string
	cmd := &cobra.Command{
		Use:   "weapon ITEM…",
		Short: "Show the average damage of a weapon",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(weaponsError(p.campaign.Rules), wantArgs("ITEM…")(cmd, args))
		},
		RunE: p.reporting(func(args []string) (report, error) {
			item, err := p.itemNamed(strings.Join(args, " "))
			if err != nil {
				return report{}, err
			}
			s, err := weaponHolder(p, who)
			if err != nil {
				return report{}, err
			}
			if throwsFaces(p.campaign.Rules) {
				check, ladder, err := checkWithLadder(p.campaign.Rules, nil)
				if err != nil {
					return report{}, err
				}
				return throwsReport(p.campaign.Rules, check, object{{"item", item.Name}, {"who", s.Actors[0].Key}, {"check", check.Name}, {"ladder", ladder}}, itemInHands(p.campaign.Rules, item, s.Actors[0])+";"), nil
			}
			roll, faces := weaponRoll(p.campaign.Rules, item, s)
			list, err := parseNumberRange(cmp.Or(chances, usualChances(faces, weaponSteps)), usualStep(faces))
			if err != nil {
				return report{}, err
			}
			return weaponReport(p.campaign.Rules, item, s.Actors[0], roll, list)
		}),
	}
	if roll, faces := usualRoll(p.campaign.Rules); !throwsFaces(p.campaign.Rules) {
		likely := roll.Likelihood()
		cmd.Flags().StringVar(&chances, "chances", "", "`range` of "+likely.Word+"s, with its step (default "+usualChances(faces, weaponSteps)+")")
	}
	cmd.Flags().StringVar(&who, "who", "", "`character` with the weapon (default the first of the cast)")
	p.completePeople(cmd, "who")
	return cmd
}

// weaponSteps is the number of chances in the table of a weapon, unless --chances is given.
const weaponSteps = 15

// weaponsError returns an error if the game has no weapons to try, otherwise nil.
func weaponsError(rs *rules.Ruleset) error {
	if len(rs.Items.All) == 0 {
		return errors.New("This game has no items. Use `hybrid odds ACTION WHO TARGET` instead.")
	}
	return nil
}

// itemInHands describes an item and its holder: "Sword used by Ann: damage 1d8".
func itemInHands(rs *rules.Ruleset, item *rules.Item, holder *rules.Actor) string {
	return strings.TrimSuffix(item.Label+" used by "+holder.Name+": "+item.FieldList(rs), ": ")
}

// weaponHolder returns a state with the actor that holds the weapon: the one named who, otherwise the first of the campaign with a valid
// sheet.
func weaponHolder(p *program, who string) (*rules.State, error) {
	names := []string{who}
	if who == "" {
		names = append(p.campaign.Cast(), p.campaign.Characters()...)
	}
	var first error
	for _, name := range names { // a built-in character may not fit this game
		s, err := p.sceneOf(name)
		if err == nil {
			return s, nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

// weaponRoll returns the roll of the actor in s with item, on the item's skill if the default check rolls it, and the number of faces of
// the die.
func weaponRoll(rs *rules.Ruleset, item *rules.Item, s *rules.State) (rules.CheckPreview, int) {
	roll, faces := usualRoll(rs)
	if item.Skill.Text != "" {
		skillRoll, err := rs.PlainPreview(s, s.Actors[0].Key, rules.OngoingAction{Skill: item.Skill.Text})
		if err == nil && skillRoll.Roll != nil && skillRoll.Roll.Check == roll.Check {
			return *skillRoll.Roll, cmp.Or(skillRoll.Roll.DieFaces(), faces)
		}
	}
	return roll, faces
}

// weaponReport reports the average effect of item in the hands of an actor, for each number that roll is compared with.
func weaponReport(rs *rules.Ruleset, item *rules.Item, holder *rules.Actor, roll rules.CheckPreview, numbers []float64) (report, error) {
	if roll.Check == nil {
		return report{}, errNoCheck
	}
	highest := 1e-9
	for _, number := range numbers {
		factor, _ := roll.WithRequirement(number).Factor()
		highest = max(highest, factor)
	}
	likely := roll.Likelihood()
	key := numberKey(&likely)
	averages := map[string]float64{}
	columns := []column{{key, likely.Word, asNumber}, {"made", "made", asPercentCell}, {"factor", "factor", asFixed(3)}}
	for _, field := range rs.DiceFields() {
		if average, ok := item.FieldAverage(rs, holder, field); ok {
			averages[field] = average
			columns = append(columns, column{field, field, asFixed(2)}, column{"factor", "", asBar(highest, 24)})
		}
	}
	meaning := "average, including misses"
	switch {
	case len(averages) > 0: // it has dice
	case len(rs.DiceFields()) == 0:
		meaning, columns = "how likely a use is made", append(columns, column{"factor", "average factor", asBar(highest, 24)})
	default:
		return report{}, fmt.Errorf("%s has no dice in its fields (%s).", item.Label, strings.Join(rs.DiceFields(), ", "))
	}
	var rows []object
	for _, number := range numbers {
		factor, made := roll.WithRequirement(number).Factor()
		row := object{{key, number}, {"made", rules.TrimNoise(made)}, {"factor", rules.TrimNoise(factor)}}
		for _, field := range rs.DiceFields() {
			if average, ok := averages[field]; ok {
				row.setKey(field, rules.TrimNoise(average*factor))
			}
		}
		rows = append(rows, row)
	}
	return report{facts: object{{"item", item.Name}, {"who", holder.Key}, {"average", averages}, {"rows", rows}}, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s; %s", itemInHands(rs, item, holder), meaning)
		w.writeTable(tableFromRows(rows, columns...))
	}}, nil
}
