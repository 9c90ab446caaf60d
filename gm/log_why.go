package gm

import (
	"fmt"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Why explains a number of an actor: "kira pdf", "grell sword". The text says what it is.
func (s *Session) Why(subject string) ([]rules.Term, string, error) {
	return s.game.Why(subject, func(a *rules.Actor) ([]rules.Term, string, error) { return s.whyInitiative(a, s.journal) })
}

// whyInitiative explains the last initiative that an actor rolled in this encounter.
func (t *tree) whyInitiative(a *rules.Actor, j *journal.Journal) ([]rules.Term, string, error) {
	for k := t.tip(); k != nil; k = k.before {
		outcomes := t.look(k, j)
		for j := len(outcomes) - 1; j >= 0; j-- {
			o := &outcomes[j]
			if o.Kind == command.KindInitiative && o.Who == a.Key && o.Total != nil {
				return o.Terms, fmt.Sprintf("%s rolled initiative for %s counts: acts at %s", a.Name, command.Number(*o.Total), command.Number(command.NextTurn(o.Events))), nil
			}
		}
		events, err := k.settled()
		if err != nil || len(events) > 0 && events[0].Kind == rules.EventBegin {
			break
		}
	}
	return nil, "", refusal("%s hasn't rolled initiative yet. Type `initiative %s`.", a.Name, a.Key)
}
