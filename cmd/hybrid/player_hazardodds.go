package main

import (
	"errors"
	"strings"

	"hybrid/gm/verbs"
	"hybrid/rules"
)

// `hybrid odds WHO HAZARD`: the odds of a hazard, which is a danger other than an attack, such as a fall.

// namesHazard reports whether the words after WHO in args name a hazard, such as `fall 6`, or dice of damage, as at the prompt after `hurt
// WHO`. A skill or statistic of that name takes precedence.
func (p *program) namesHazard(args []string) bool {
	if len(args) < 2 || p.session.Game().SetAbility(&rules.OngoingAction{}, strings.Join(args[1:], " ")) == nil {
		return false
	}
	first := strings.TrimSuffix(args[1], ",")
	if dice, ok := rules.ParseDiceSum(first); ok && dice.Count > 0 {
		return true
	}
	for _, h := range p.campaign.Rules.Hazards.All {
		if strings.EqualFold(h.Name, first) || strings.EqualFold(h.Label, strings.Join(args[1:min(3, len(args))], " ")) {
			return true
		}
	}
	return false
}

// writeHazardOdds writes the odds of the effects of a hazard, or of plain dice of damage, on a character: odds kira fall 6. args are WHO
// and the words that would follow `hurt WHO` at the prompt.
func writeHazardOdds(p *program, args []string) error {
	s, err := p.presentState(args[0])
	if err != nil {
		return err
	}
	game := *p.session.Game()
	game.State = s
	h, odds, err := verbs.HarmGame{Game: &game}.Odds("hurt " + s.Actors[0].Key + " " + strings.Join(args[1:], " "))
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), "`hurt ", "`hybrid odds "))
	}
	x := &oddsReport{program: p, declaredAction: &declaredAction{state: s}, odds: odds}
	title := s.Actors[0].Name + ": " + h.CauseText(game.Rules)
	if damage := h.DamageText(game.Rules); damage != "" && !strings.Contains(title, damage) {
		title += ", " + damage
	}
	return p.write(report{facts: x.oddsJSON(), csv: x.oddsCSV(), text: func(w *textWriter) {
		w.writeTitle("%s", title)
		x.writeLaterRolls(w)
		x.writeEnds(w)
		x.writeRows(w)
	}})
}
