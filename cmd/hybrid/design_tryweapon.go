package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

// `hybrid try weapon`: the average damage of a weapon by the number that the attack's die is compared with, a chance or a target number. In
// a game whose items have no damage dice, it shows the chance to hit. In a game whose checks throw dice with symbols, it shows the odds by
// number of dice and difficulty.

// tryWeaponCommand returns the command `try weapon`.
func tryWeaponCommand(p *program) *cobra.Command {
	var chances, who string
	cmd := &cobra.Command{
		Use:   "weapon ITEM…",
		Short: "Show the average damage of a weapon",
		Args: func(cmd *cobra.Command, args []string) error {
			return cmp.Or(weaponsError(p.campaign.Rules), wantArgs("ITEM…")(cmd, args))
		},
		RunE: p.runReport(func(args []string) (report, error) {
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

// weaponSteps is the approximate number of rows in a weapon's table, unless --chances is given.
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

// weaponHolder returns a state that has only the actor with the weapon: the character named who or, if that is "", the first one of the
// campaign whose file can be read.
func weaponHolder(p *program, who string) (*rules.State, error) {
	names := []string{who}
	if who == "" {
		names = append(p.campaign.Cast(), p.campaign.Characters()...)
	}
	var firstErr error
	for _, name := range names { // a built-in character might not fit this game
		s, err := p.sceneOf(name)
		if err == nil {
			return s, nil
		}
		firstErr = cmp.Or(firstErr, err)
	}
	return nil, firstErr
}

// weaponRoll returns the roll of the actor in s with item, and the number of faces of its die. It is the roll of the item's skill if that
// uses the default check, otherwise a bare default check.
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

// weaponReport reports the average effect of item in the hands of an actor, misses included, for each of the given numbers that the die of
// roll is compared with. The degree of success multiplies the dice of a hit by a factor; the effect is their average times the average
// factor, in which a miss counts as 0.
func weaponReport(rs *rules.Ruleset, item *rules.Item, holder *rules.Actor, roll rules.CheckPreview, numbers []float64) (report, error) {
	if roll.Check == nil {
		return report{}, errNoCheck
	}
	highest := 1e-9 // above 0, since bars are relative to it
	for _, number := range numbers {
		factor, _ := roll.WithRequirement(number).Factor()
		highest = max(highest, factor)
	}
	likely := roll.Likelihood()
	key := numberKey(&likely)
	averages := map[string]float64{} // average of the dice of a hit, by field of the item
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
