package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `side`: a change of sides. An actor that changed sides in secret has a Side and, until players learn of it, another side that they see
// (Actor.ApparentSide). A timeline (timeline.go) wraps a game and adds the methods for verbs in fights.

// changeSide lets a combatant change sides, in secret if players must not know yet. Grips and planned actions are kept; a tactic chooses
// its targets among the combatant's new opponents from then on.
//
//	side scar party
//	side scar party, secret
func (g timeline) changeSide(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if a.IsSide() {
		return command.DecidedCommand{}, command.Refusal("%s is a side. Name a combatant.", a.Name)
	}
	if len(rest) > 0 && rest[0] == "to" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return command.DecidedCommand{}, command.RefusalOf(message.Missing("Name the side", "side "+a.Key+" SIDE"))
	}
	side, err := g.findSide(strings.Join(rest, " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	e := rules.Event{Kind: rules.EventAllegiance, Who: a.Key, What: side}
	title := a.Name + " goes over to " + command.SideText(g.State, side)
	if len(l.Options) > 0 {
		e.How, title = rules.HowSecret, title+", secretly"
	}
	if a.Side == side && (e.How != "" || a.ApparentSide() == side) {
		return command.DecidedCommand{}, command.Refusal("%s is on that side. Name another one.", a.Name)
	}
	return titledDecision(title, a.Key, roundGame(g).withSides([]rules.Event{e})...), nil
}

// findSide returns the key of a side that a line names: one that is present or in a scene of the campaign or, in a game in which sides take
// no turns of their own, a new one.
func (g timeline) findSide(name string) (string, error) {
	for _, side := range g.State.Sides {
		if message.SameName(side.Key, command.Underscore(name)) || message.SameName(side.Name, name) {
			return side.Key, nil
		}
	}
	key := resolveSide(g.Game, command.Underscore(name))
	for _, a := range g.State.Actors {
		for _, side := range []string{a.Side, a.ApparentSide()} {
			if message.SameName(side, key) {
				return side, nil
			}
		}
	}
	sides := g.Sides()
	for _, e := range g.Campaign.Encounters() {
		for _, c := range e.Combatants {
			sides = append(sides, c.Side)
		}
	}
	slices.Sort(sides)
	sides = slices.Compact(sides)
	sidesAct := g.Rules.SidesAct() // a side with turns of its own is here from the beginning, or not at all
	for _, side := range sides {
		if message.SameName(side, key) && !sidesAct {
			return side, nil
		}
	}
	if sidesAct || message.NearestWord(key, sides) != "" {
		return "", command.RefusalOf(message.Unknown("side", name, sides))
	}
	if first, more, ok := strings.Cut(name, " "); ok {
		return "", command.Refusal("“%s” is one side. Remove: %s", first, more)
	}
	return key, g.checkSide(key)
}
