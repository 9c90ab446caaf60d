package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Odds of an action with each of several weapons, against each of several armours (`hybrid odds attack … --weapon all --wears all`).
// player_actionodds.go has the odds with one weapon.

// weaponList returns the weapons that --weapon or --with names if there are several: all, or names separated by commas. It then unsets the
// flag. Otherwise it returns nil.
func weaponList(cmd *cobra.Command) []string {
	for _, name := range []string{"weapon", "with"} {
		flag := cmd.Flags().Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		text := flag.Value.String()
		if text != "all" && !strings.Contains(text, ",") {
			return nil
		}
		flag.Changed = false // so that the action is parsed with the weapon in hand
		return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
	}
	return nil
}

// takeWeaponFlag returns the value of --weapon or --with if it names an item of the game, carried or not, and unsets the flag. Otherwise it
// returns "".
func (p *program) takeWeaponFlag(cmd *cobra.Command) string {
	for _, name := range []string{"weapon", "with"} {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Changed {
			if _, err := p.itemNamed(flag.Value.String()); err != nil {
				return ""
			}
			flag.Changed = false
			return flag.Value.String()
		}
	}
	return ""
}

// armedOdds holds the odds of an action with one weapon, against one armour.
type armedOdds struct {
	weapon, armour *rules.Item         // items compared; armour is nil for what the target already wears
	roll           *rules.CheckPreview // check of the action before it is rolled; nil if it needs none
	odds           *rules.ActionOdds   // odds with the answers given by --answer
	err            error               // reason why the action can't be done with the weapon; nil if it can
}

// compareWeapons writes the odds of an action with each of the named weapons, against each armour of --wears. args are the actor and its
// targets. A weapon that the actor doesn't carry is put into its hand. Weapons that can't be used for the action are noted, unless all
// carried ones are compared.
func compareWeapons(p *program, cmd *cobra.Command, action *rules.Action, args, names []string) error {
	e, err := p.parseAction(cmd, action, args)
	if err != nil {
		return err
	}
	x := &oddsReport{program: p, declaredAction: e}
	wears, err := cmd.Flags().GetStringSlice("wears")
	if err != nil {
		return err
	}
	all, err := x.weaponArmourPairs(names, wears)
	if err != nil {
		return err
	}
	if err := forEachConcurrently(all, x.computeArmedOdds); err != nil {
		return err
	}
	able := slices.DeleteFunc(slices.Clone(all), func(a armedOdds) bool { return a.err != nil })
	if len(able) == 0 {
		return all[0].err
	}
	for _, a := range all {
		if a.err != nil && names[0] != "all" {
			p.writeNote("%s: %v", a.weapon.Label, a.err)
		}
	}
	return x.writeArmedOdds(able)
}

// weaponArmourPairs returns each weapon in names combined with each armour in wears, without odds yet. "all" stands for all items that the
// actor carries, or for the current armour and all wearable items.
func (x *oddsReport) weaponArmourPairs(names, wears []string) (all []armedOdds, err error) {
	var weapons []*rules.Item
	if names[0] == "all" {
		weapons, names = x.state.Actors[0].Sheet.Items, nil
	}
	for _, name := range names {
		item, err := x.session.Game().Item(x.state.Actors[0], strings.TrimSpace(name))
		if err != nil {
			if item, err = x.itemNamed(strings.TrimSpace(name)); err != nil {
				return nil, err
			}
		}
		weapons = append(weapons, item)
	}
	armour := []*rules.Item{nil} // the current armour, unless --wears names items
	if len(wears) == 1 && wears[0] == "all" {
		armour = append(armour, x.campaign.Rules.WearableItems(x.campaignSheets())...)
		wears = nil
	}
	for _, name := range wears {
		item, err := x.itemNamed(name)
		if err != nil {
			return nil, err
		}
		if armour[0] == nil {
			armour = nil
		}
		armour = append(armour, item)
	}
	for _, worn := range armour {
		all = append(all, collect.Map(weapons, func(weapon *rules.Item) armedOdds { return armedOdds{weapon: weapon, armour: worn} })...)
	}
	return all, nil
}

// computeArmedOdds computes the odds for the weapon and the armour in a. If the action can't be done with the weapon, it stores the refusal
// in a.err instead.
func (x *oddsReport) computeArmedOdds(a *armedOdds) error {
	rs, s, action := x.campaign.Rules, x.state, x.action
	if actor := s.Actors[0]; !slices.Contains(actor.Sheet.Items, a.weapon) {
		s = withActorAt(s, 0, actor.WithItem(rs, a.weapon))
	}
	if a.armour != nil {
		s = withTargetsWearing(rs, s, a.armour)
	}
	action.Tool = a.weapon.Name
	answers := map[string]string{}
	oddsWith := func(answers map[string]string) (*rules.ActionOdds, error) {
		return rs.ActionOdds(s, s.Actors[0].Key, action, answers)
	}
	preview, err := rs.Preview(s, s.Actors[0].Key, action, nil)
	if err == nil {
		a.roll = preview.Roll
		_, err = command.AnswersByKey(rs, answers, x.declaredAction.answers, oddsWith)
	}
	if err == nil {
		a.odds, err = oddsWith(answers)
	}
	if refused := (*rules.Refusal)(nil); errors.As(err, &refused) {
		a.err, err = err, nil
	}
	return err
}

// writeArmedOdds writes a row for each pair of weapon and armour: the chance to hit, and the odds for the target.
func (x *oddsReport) writeArmedOdds(all []armedOdds) error {
	rows := []object{}
	showsArmour := slices.ContainsFunc(all, func(a armedOdds) bool { return a.armour != nil })
	head := headingRow("Weapon", "chance", "hurt", "loses", "can't act")
	if showsArmour {
		head = slices.Insert(head, 1, cell{text: "against", style: dim})
	}
	lines := [][]cell{head}
	for _, a := range all {
		end, against, chance := a.odds.TargetOdds(), "", a.odds.Likelihood().InPercent()
		if a.roll != nil {
			chance = percentOf(a.roll)
		}
		line := []cell{{text: a.weapon.Label}, rightCell(command.Number(rules.TrimNoise(chance)) + "%"), probabilityCell(end.Hurt), pointsCell(end.Loss), probabilityCell(end.Out)}
		if a.armour != nil {
			against = a.armour.Name
		}
		if showsArmour {
			label := "its armour"
			if a.armour != nil {
				label = a.armour.Label
			}
			line = slices.Insert(line, 1, cell{text: label, style: dim})
		}
		rows = append(rows, object{{"weapon", a.weapon.Name}, {"wears", against}, {"chance", rules.TrimNoise(chance)}, {"hurt", end.Hurt}, {"out", end.Out}, {"loss", end.Loss}})
		lines = append(lines, line)
	}
	title := x.state.Actors[0].Name + ": " + rules.MidSentence(x.preview.Action.Label)
	if len(x.state.Actors) > 1 {
		title += " → " + x.state.Actors[1].Name
	}
	return x.program.write(report{facts: object{{"rows", rows}}, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s", title)
		w.writeTable(clearEmptyColumns(lines))
	}})
}
