package gm

import (
	"fmt"
	"strings"

	"hybrid/rules"
)

// whyMoment explains what is no number of a sheet: when somebody acts, and what an action would take. found is false
// for anything else.
func (g *Game) whyMoment(a *rules.Actor, name string, initiative func(*rules.Actor) ([]rules.Term, string, error)) (terms []rules.Term, text string, found bool, err error) {
	if prefixed(kindInitiative, name) && len(name) > 2 {
		terms, text, err = initiative(a)
		return terms, text, true, err
	}
	action, ok := g.Rules.Actions.Get(underscored(name))
	if !ok {
		return nil, "", false, nil
	}
	p, err := g.Preview(a.Key + ": " + action.Name)
	for _, other := range g.State.Actors {
		if action.Whom && other != a && (err != nil || p.Whom == "") {
			p, err = g.Preview(a.Key + ": " + action.Name + " " + other.Key)
		}
	}
	if err != nil {
		return nil, "", true, err
	}
	return p.Time, fmt.Sprintf("%s: %s takes %s counts", a.Name, strings.ToLower(action.Label), Number(p.Counts)), true, nil
}

// Why explains a number of an actor: "kira pdf", "grell sword". The text says what it is.
func (s *Session) Why(subject string) ([]rules.Term, string, error) {
	return s.game.why(subject, s.whyInitiative)
}

// whyInitiative explains the last initiative that somebody rolled in this encounter.
func (s *Session) whyInitiative(a *rules.Actor) ([]rules.Term, string, error) {
	for k := s.tip(); k != nil; k = k.before {
		outcomes := s.outcomes(k)
		for j := len(outcomes) - 1; j >= 0; j-- {
			o := &outcomes[j]
			if o.Kind == kindInitiative && o.Who == a.Key && o.Total != nil {
				return o.Terms, fmt.Sprintf("%s rolled initiative for %s counts: acts at %s", a.Name, Number(*o.Total), Number(turnOf(o.Events))), nil
			}
		}
		events, err := k.settled()
		if err != nil || len(events) > 0 && events[0].Kind == rules.EventBegin {
			break
		}
	}
	return nil, "", refusal("%s has not rolled initiative yet: initiative %s", a.Name, a.Key)
}
