package verbs

import (
	"slices"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The replay, after a change to the past, of lines that bring actors in. A timeline (timeline.go) wraps a game and adds the verbs for
// fights and scenes.

// Rejoin decides a `begin` or `add` line again when a changed past is replayed. list holds the events of the earlier decision: actors join
// with the sheets that were read at that time, not those of their current files. title and who are the title and the actor of the earlier
// decision.
func Rejoin(g *command.Game, list []rules.Event, title, who string, l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if l.Verb == "begin" {
		if g.State.Running && !g.AtRest() {
			return timeline{g}.beginEncounter(l, k) // it returns a refusal with the reason
		}
		if at := slices.IndexFunc(list, func(e rules.Event) bool { return e.Kind == rules.EventBegin }); at > 0 {
			list = list[at:] // without the end of the previous scene, which may be a different one now
		}
		if g.State.Running {
			_, endEvents, err := Endings{g}.CarryOut()
			if err != nil {
				return command.DecidedCommand{}, err
			}
			list = append(endEvents, list...)
		}
	}
	if l.Verb == "add" {
		joins := collect.Filter(list, func(e rules.Event) bool { return e.Kind == rules.EventJoin })
		if slices.ContainsFunc(joins, func(e rules.Event) bool { return e.Sheet == "" && g.State.FindAnywhere(e.Who) == nil }) {
			joins = nil // an actor returned in the earlier decision; since the change, there is no such actor
		}
		return timeline{g}.addActors(l, joins, k)
	}
	for i := range list {
		e := &list[i]
		if e.Kind == rules.EventJoin && e.Sheet == "" && !hasJoinedBefore(g, campaign.Combatant{Key: e.Who}) {
			return timeline{g}.beginEncounter(l, k) // since the change, the actor no longer appears in an earlier encounter
		}
	}
	return titledDecision(title, who, list...), nil
}
