package verbs

import (
	"cmp"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Between fights: who gathers, and how turns begin.

// PlayedCast lists those of the cast who have a player, as they come in on the players' side.
func PlayedCast(g *command.Game) (list []campaign.Combatant) {
	side := command.Party
	if all := g.Campaign.Encounters(); len(all) > 0 {
		side = cmp.Or(all[0].PlayersSide(g.Campaign), side)
	}
	side = playersSide(g, side)
	for _, name := range g.Campaign.Cast() {
		if sheet, _, err := g.Campaign.Character(name); err == nil && sheet.HasPlayer() {
			list = append(list, campaign.Combatant{Key: sheet.Key, From: name, Side: side})
		}
	}
	return list
}

// gather brings in the characters who have a player and are not here, while no fight is on. Those who were here before come as they
// left.
func (g timeline) gather(_ *command.Line, k rules.Known) (command.Decided, error) {
	w := command.Decided{}
	for _, c := range PlayedCast(g.Game) {
		if g.State.Find(c.Key) != nil || isLeftOut(g.Game, c.Key) {
			continue
		}
		e := rules.Event{Kind: rules.EventJoin, Who: c.Key, What: c.Side}
		if !isKnown(g.Game, c) {
			var err error
			if e, _, err = g.joining(&c); err != nil {
				return w, err
			}
		}
		w.Events = append(w.Events, e)
	}
	if len(w.Events) == 0 {
		return w, command.Refusal("No one else has a player. Add one to a character of the cast, or bring someone in: `%s`.", g.AddExample())
	}
	w.Title, w.TitledEvents = "the party gathers", len(w.Events)
	return w, g.wake(&w, k)
}

// fight begins turns among those who are here and decides the line in them, where no fight is on.
func (g timeline) fight(decide func(timeline) (command.Decided, error)) (command.Decided, error) {
	start := rules.Event{Kind: rules.EventFight}
	next, err := g.Rules.Apply(g.State, []rules.Event{start})
	if err != nil {
		return command.Decided{}, err
	}
	game := *g.Game
	game.State = next
	w, err := decide(timeline{&game})
	w.Events = append([]rules.Event{start}, w.Events...)
	w.TitledEvents++
	return w, err
}
