package gm

import (
	"strings"
)

// Scenario is a fight to be simulated from here, and what is supposed of it.
type Scenario struct {
	Title string // in the words of the line; "as it is" for nothing
	Simulation
}

// Scenarios prepares the fight under way to be simulated from here, as it is and, where a line supposes something, with
// that: `NAME NAME to SIDE` for characters who come in, `WHO by TACTIC` for one, or a side, who fights otherwise;
// several with commas between. Nothing happens.
func (s *Session) Scenarios(text string) ([]Scenario, error) {
	now, err := s.Simulation()
	if err != nil {
		return nil, err
	}
	list := []Scenario{{"as it is", *now}}
	if text = strings.TrimSpace(text); text == "" {
		return list, nil
	}
	then := *now
	for _, part := range strings.Split(text, ",") {
		next, err := s.supposed(&then, strings.Fields(part))
		if err != nil {
			return nil, err
		}
		then = *next
	}
	return append(list, Scenario{text, then}), nil
}

// supposed changes a simulation by a few words.
func (s *Session) supposed(sim *Simulation, words []string) (*Simulation, error) {
	n := len(words)
	switch {
	case n == 3 && words[1] == "by":
		return sim.Fight(words[0], words[2])
	case n >= 3 && words[n-2] == "to":
		for _, name := range words[:n-2] {
			more, err := sim.Join(s.game.Campaign, name, words[n-1])
			if err != nil {
				return nil, refusal("%s", strings.SplitN(err.Error(), "\n", 2)[0])
			}
			sim = more
		}
		return sim, nil
	}
	return nil, refusal("say who comes in: %s to SIDE; or how one or a side fights: WHO by TACTIC, of %s",
		strings.Join(s.game.Campaign.Cast()[:min(2, len(s.game.Campaign.Cast()))], " "), strings.Join(s.game.Rules.Tactics.Names(), ", "))
}
