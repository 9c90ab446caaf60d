package main

import (
	"slices"
	"strings"

	"hybrid/rules"
)

// `hybrid odds WHO initiative`: the odds of when characters act. In a game with counts, the units of time of a fight, a roll of initiative
// decides at which count an actor's next turn is.

// initiativeOf returns the names of the characters whose initiative the arguments of `hybrid odds` ask for: WHO initiative, or WHO
// initiative against WHOM. It returns nil for other arguments, if the game has a skill with the game's word for initiative, or if it has no
// initiative rolls in counts.
func (p *program) initiativeOf(args []string) []string {
	rs := p.campaign.Rules
	word := rs.Order.InitiativeWord()
	isSkill := p.session.Game().SetAbility(&rules.OngoingAction{}, word) == nil
	if rs.Order.InRounds() || rs.Order.Initiative == nil || len(args) < 2 || isSkill {
		return nil
	}
	args = slices.Clone(args)
	if strings.EqualFold(args[0], word) { // “initiative WHO” is accepted, too
		args[0], args[1] = args[1], args[0]
	}
	if !strings.EqualFold(args[1], word) {
		return nil
	}
	switch {
	case len(args) == 2:
		return args[:1]
	case args[2] == "against" && (len(args) == 4 || len(args) == 5 && strings.EqualFold(args[4], word)):
		return []string{args[0], args[3]}
	}
	return nil
}

// writeInitiativeOdds writes, for each of one or two characters, the odds of the number of counts until its next turn, and for two also the
// odds of acting first.
func writeInitiativeOdds(p *program, who []string) error {
	s, err := p.presentState(who...)
	if err != nil {
		return err
	}
	var all [][]rules.TurnOdds // odds of each number of counts, by index of the actor
	for _, a := range s.Actors {
		list, err := p.campaign.Rules.InitiativeOdds(s, a.Key)
		if err != nil {
			return err
		}
		all = append(all, list)
	}
	var rows []object
	for i, a := range s.Actors {
		for _, turn := range all[i] {
			rows = append(rows, object{{"who", a.Key}, {"counts", turn.Counts}, {"probability", rules.TrimNoise(turn.Probability)}})
		}
	}
	facts := object{{"rows", rows}}
	sooner, same := 0.0, 0.0
	if len(all) == 2 {
		sooner, same = rules.CompareInitiative(all[0], all[1])
		facts.setKey("odds", object{{"sooner", rules.TrimNoise(sooner)}, {"same", rules.TrimNoise(same)}, {"later", rules.TrimNoise(1 - sooner - same)}})
	}
	return p.write(report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		for i, a := range s.Actors {
			mean, lines := 0.0, [][]cell{headingRow("Count", "likely")}
			for _, turn := range all[i] {
				mean += turn.Counts * turn.Probability
				lines = append(lines, []cell{{text: shortNumber(turn.Counts)}, rightCell(percent(turn.Probability)), {text: bar(turn.Probability, 60)}})
			}
			w.writeTitle("%s: %s, %s on average", a.Name, p.campaign.Rules.Order.InitiativeWord(), shortNumber(mean))
			w.writeTable(lines)
			w.writeLine("")
		}
		if len(all) == 2 {
			w.writeTable([][]cell{
				{{text: s.Actors[0].Name + " acts first"}, rightCell(percent(sooner))},
				{{text: s.Actors[1].Name + " acts first"}, rightCell(percent(1 - sooner - same))},
				{{text: "both at the same count"}, rightCell(percent(same))},
			})
		}
	}})
}
