package verbs

import (
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Rejoin lets those come in again who came in with these events, with their sheets as they were read then.
func Rejoin(g *command.Game, list []rules.Event, title, who string, l *command.Line, k rules.Known) (command.Decided, error) {
	if l.Verb == "begin" && g.State.Running {
		return timeline{g}.begin(l, k) // which says why not
	}
	if l.Verb == "add" {
		return timeline{g}.add(l, collect.Filter(list, func(e rules.Event) bool { return e.Kind == rules.EventJoin }), k)
	}
	for i := range list {
		e := &list[i]
		if e.Kind == rules.EventJoin && e.Sheet == "" && !isKnown(g, campaign.Combatant{Key: e.Who}) {
			return timeline{g}.begin(l, k) // it was in no earlier encounter now
		}
	}
	return titled(title, who, list...), nil
}
