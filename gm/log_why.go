package gm

import (
	"fmt"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Explain explains a number of an actor, such as "kira pdf" or "grell sword": it returns the terms that add up to it, and a text.
func (s *Session) Explain(subject string) ([]rules.Term, string, error) {
	return s.game.Explain(subject, s.whyInitiative)
}

// whyInitiative explains the last initiative roll of an actor in this encounter.
func (t *tree) whyInitiative(a *rules.Actor) ([]rules.Term, string, error) {
	for k := t.lastInForce(); k != nil; k = k.previous {
		outcomes, err := k.decodeSteps()
		for j := len(outcomes) - 1; j >= 0; j-- {
			o := &outcomes[j]
			if o.Kind == command.KindInitiative && o.Who == a.Key && o.Total != nil {
				return o.Terms, fmt.Sprintf("%s rolled initiative for %s counts: acts at %s", a.Name, command.Number(*o.Total), command.Number(command.NextTurnCount(o.Events))), nil
			}
		}
		if err != nil || k.beginEvent() != nil {
			break
		}
	}
	return nil, "", refusal("%s hasn't rolled initiative yet. Type `initiative %s`.", a.Name, a.Key)
}
