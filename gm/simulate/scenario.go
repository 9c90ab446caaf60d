package simulate

import (
	"strings"

	"hybrid/gm/command"
)

// Scenario is a fight to be simulated from here, and what is supposed of it.
type Scenario struct {
	Title string // in the words of the line; "as it is" for nothing
	Simulation
}

// Scenarios prepares the fight under way to be simulated from here, as it is and, where a line supposes something, with
// that: `NAME NAME to SIDE` for characters who come in, `WHO by TACTIC` for one, or a side, who fights otherwise;
// several with commas between. Nothing happens. targets holds whom each combatant last fought, as in UnderWay.
func Scenarios(g *command.Game, targets map[string]string, text string) ([]Scenario, error) {
	now, err := UnderWay(g, targets)
	if err != nil {
		return nil, err
	}
	list := []Scenario{{"as it is", *now}}
	if text = strings.TrimSpace(text); text == "" {
		return list, nil
	}
	then := *now
	for _, part := range strings.Split(text, ",") {
		next, err := supposed(g, &then, strings.Fields(part))
		if err != nil {
			return nil, err
		}
		then = *next
	}
	return append(list, Scenario{text, then}), nil
}

// supposed changes a simulation by a few words.
func supposed(g *command.Game, sim *Simulation, words []string) (*Simulation, error) {
	n := len(words)
	switch {
	case n == 3 && words[1] == "by":
		return sim.Fight(words[0], words[2])
	case n >= 3 && words[n-2] == "to":
		for _, name := range words[:n-2] {
			more, err := sim.Join(g.Campaign, name, words[n-1])
			if err != nil {
				return nil, command.Refusal("%s", strings.SplitN(err.Error(), "\n", 2)[0])
			}
			sim = more
		}
		return sim, nil
	}
	return nil, command.Refusal("Name combatants who join (%s to SIDE), or a tactic: WHO by TACTIC. Tactics: %s",
		strings.Join(g.Campaign.Cast()[:min(2, len(g.Campaign.Cast()))], " "), strings.Join(g.Rules.Tactics.Names(), ", "))
}
