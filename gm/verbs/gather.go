package verbs

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Between fights: gathering the party, entering a scene, and the beginning of turns. A timeline (timeline.go) wraps a game and adds the
// methods for verbs in fights and scenes.

// PlayerCharacters lists the members of the cast who have a player, ready to join the players' side.
func PlayerCharacters(g *command.Game) (list []campaign.Combatant) {
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

// gatherParty brings in the characters who have a player and are not present, while no fight is in progress. Characters who were present
// before return as they left.
func (g timeline) gatherParty(_ *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	w, all := command.DecidedCommand{}, PlayerCharacters(g.Game)
	for _, a := range g.State.Away { // also those who came without being in the cast
		if a.Sheet.HasPlayer() && !g.OldDecisions && !slices.ContainsFunc(all, func(c campaign.Combatant) bool { return c.Key == a.Key }) {
			all = append(all, campaign.Combatant{Key: a.Key, From: a.Key, Side: a.Side})
		}
	}
	for _, c := range all {
		if g.State.Find(c.Key) != nil || isLeftOut(g.Game, c.Key) {
			continue
		}
		e := rules.Event{Kind: rules.EventJoin, Who: c.Key, What: c.Side}
		if !hasJoinedBefore(g.Game, c) {
			var err error
			if e, _, err = g.joinEvent(&c); err != nil {
				return w, err
			}
		}
		w.Events = append(w.Events, e)
	}
	if len(w.Events) == 0 {
		return w, command.Refusal("No one else has a player. Add one to a character of the cast, or bring someone in: `%s`.", g.AddExample())
	}
	w.Events = roundGame(g).withSides(w.Events)
	w.Title, w.TitledEvents = "the party gathers", len(w.Events)
	err := g.scheduleJoinEffects(&w, k)
	return w, err
}

// attendingCast lists the combatants who join when a scene begins: those in its file and, if these include no party member, the party
// members present. If a scene names no one and no one has a player, the actors on the party's side join. After `with`, the line selects
// party members from those present, those away and the cast; with is the part of the title that names them, "" without such a selection.
func (g timeline) attendingCast(e *campaign.Encounter, l *command.Line) (list []campaign.Combatant, with string, err error) {
	party := g.partyMembers(e)
	isOfParty := func(c campaign.Combatant) bool {
		return slices.ContainsFunc(party, func(p campaign.Combatant) bool { return p.Key == c.Key })
	}
	if len(l.Options) > 0 {
		company, err := g.readCompany(l, party)
		if err != nil {
			return nil, "", err
		}
		names := collect.Map(company, g.combatantName)
		others := collect.Filter(e.Combatants, func(c campaign.Combatant) bool { return !isOfParty(c) })
		return append(others, company...), ", with " + strings.Join(names, ", "), nil
	}
	if list = e.Combatants; e.NoParty || g.OldDecisions || slices.ContainsFunc(list, isOfParty) {
		return list, "", nil
	}
	if len(list) == 0 && len(party) == 0 { // a new campaign, whose characters have no players yet
		for _, a := range g.State.Actors {
			if a.Side == command.Party {
				list = append(list, campaign.Combatant{Key: a.Key, From: a.Key, Side: a.Side})
			}
		}
		return list, "", nil
	}
	here := collect.Filter(party, func(c campaign.Combatant) bool { return g.State.Find(c.Key) != nil })
	return append(slices.Clip(list), here...), "", nil
}

// combatantName returns the name of a combatant: its own or that of its character file or, without such a file, one made from its key.
func (g timeline) combatantName(c campaign.Combatant) string {
	if sheet, _, err := g.Campaign.Character(c.From); err == nil {
		return cmp.Or(c.Name, sheet.Person.Name)
	}
	return rules.ReadableName(c.Key)
}

// partyMembers lists the characters with a player, each with the side on which it joins a scene: the side in the scene's file or, for a
// character that the file lacks, that of the first member in the file, else its current side or the players' side.
func (g timeline) partyMembers(e *campaign.Encounter) (list []campaign.Combatant) {
	add := func(c campaign.Combatant) {
		if !slices.ContainsFunc(list, func(p campaign.Combatant) bool { return p.Key == c.Key }) {
			list = append(list, c)
		}
	}
	for _, c := range e.Combatants {
		if sheet, _, err := g.Campaign.Character(c.From); err == nil && sheet.HasPlayer() {
			add(c)
		}
	}
	side := ""
	if len(list) > 0 {
		side = list[0].Side
	}
	for _, a := range slices.Concat(g.State.Actors, g.State.Away) {
		if a.Sheet.HasPlayer() {
			add(campaign.Combatant{Key: a.Key, From: a.Key, Side: cmp.Or(side, a.Side)})
		}
	}
	for _, c := range PlayerCharacters(g.Game) {
		c.Side = cmp.Or(side, c.Side)
		add(c)
	}
	return list
}

// readCompany reads the members of the party who join, from an option such as `with kira and dov`, or `with party except ilse`. Characters
// with a player who aren't in the cast can be named, too.
func (g timeline) readCompany(l *command.Line, party []campaign.Combatant) (list []campaign.Combatant, err error) {
	text, ok := strings.CutPrefix(l.Options[0], "with ")
	if !ok || len(l.Options) > 1 {
		return nil, command.Refusal("Name the characters after “with”: `begin %s, with NAME and NAME`.", strings.Join(l.Words, " "))
	}
	readNames := func(text string) (list []campaign.Combatant, err error) {
		for _, name := range strings.Split(text, " and ") {
			if name == command.Party {
				return party, nil
			}
			i, err := command.Pick("character with a player", name, len(party), func(i int) (string, string) {
				return party[i].Key, cmp.Or(party[i].Name, rules.ReadableName(party[i].Key))
			})
			if err == nil {
				list = append(list, party[i])
			} else if c, ok := g.playerCharacterFromFile(name, party); ok {
				list = append(list, c)
			} else {
				return nil, err
			}
		}
		return list, nil
	}
	text, exceptions, _ := strings.Cut(text, " except ")
	list, err = readNames(text)
	if err != nil || exceptions == "" {
		return list, err
	}
	without, err := readNames(exceptions)
	return collect.Filter(list, func(c campaign.Combatant) bool {
		return !slices.ContainsFunc(without, func(o campaign.Combatant) bool { return o.Key == c.Key })
	}), err
}

// playerCharacterFromFile returns the character of a file that has a player, on the side of the party, even if it isn't in the campaign's
// cast. ok is false if there is no such file, or if it has no player.
func (g timeline) playerCharacterFromFile(name string, party []campaign.Combatant) (c campaign.Combatant, ok bool) {
	key := command.Underscore(name)
	sheet, _, err := g.Campaign.Character(key)
	if err != nil || !sheet.HasPlayer() {
		return c, false
	}
	side := command.Party
	if len(party) > 0 {
		side = party[0].Side
	}
	return campaign.Combatant{Key: key, From: key, Side: side}, true
}

// withTurns decides a line that gives turns. If no one takes turns, it first begins a fight among the actors present, with counts (the time
// unit of turns) from 0.
func (g timeline) withTurns(decide func(timeline) (command.DecidedCommand, error)) (command.DecidedCommand, error) {
	start := rules.Event{Kind: rules.EventFight}
	if g.Rules.Pack.Seconds() > 0 && !g.OldDecisions && g.AtRest() && !g.Rules.Order.InRounds() { // counts restart with the fight
		start.By = -g.State.Count
	}
	if g.State.Running && start.By == 0 {
		return decide(g)
	}
	next, err := g.Rules.Apply(g.State, []rules.Event{start})
	if err != nil {
		return command.DecidedCommand{}, err
	}
	game := *g.Game
	game.State = next
	w, err := decide(timeline{&game})
	w.Events = append([]rules.Event{start}, w.Events...)
	w.TitledEvents++
	return w, err
}
