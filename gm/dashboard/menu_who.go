package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Who is here: whose players are at the table, and how the other characters are played.

// whoMenu lists the characters who have a player, ticked where the player is here. Space turns to: by tactic, out of the scenes. In a new
// session everybody is ticked at first.
func (m menus) whoMenu(newSession bool) {
	people := m.d.castOfPlayers()
	how := map[string]string{}
	for _, a := range people {
		if !newSession {
			how[a.Key] = a.Absent
		}
	}
	l := &picker{title: "Who is here?", empty: noPlayers}
	l.load = func() []listItem {
		return collect.Map(people, func(a *rules.Actor) listItem {
			return listItem{name: a.Key, label: a.Name, sign: collect.Choose(how[a.Key] == "", "[x]", "[ ]"), hint: a.Sheet.Person.Player, note: func() string { return awayTexts[how[a.Key]] }}
		})
	}
	turns := []string{"", rules.ByTactic, rules.LeftOut}
	l.toggle = func(it *listItem) { how[it.name] = turns[(slices.Index(turns, how[it.name])+1)%len(turns)] }
	l.commit = func() {
		m.d.close()
		beneath := m.d.overlays
		for _, line := range whoLines(people, how) {
			if !m.d.do(line) {
				return
			}
		}
		m.d.overlays = beneath
	}
	m.d.push(l)
}

// noPlayers is said where no character of the cast has a player.
const noPlayers = "No character has a player. Add `player:` to a character's file."

// whoLines returns the lines by which people become as how says, by key.
func whoLines(people []*rules.Actor, how map[string]string) (lines []string) {
	of := func(verb, option string, changes func(a *rules.Actor) bool) {
		keys := collect.MapIf(people, changes, func(a *rules.Actor) string { return a.Key })
		if len(keys) > 0 {
			lines = append(lines, verb+" "+strings.Join(keys, " and ")+option)
		}
	}
	of("here", "", func(a *rules.Actor) bool {
		return a.Absent != "" && how[a.Key] == "" || a.Absent == rules.LeftOut && how[a.Key] != rules.LeftOut
	})
	of("absent", "", func(a *rules.Actor) bool { return a.Absent != rules.ByTactic && how[a.Key] == rules.ByTactic })
	of("absent", ", "+rules.LeftOut, func(a *rules.Actor) bool { return a.Absent != rules.LeftOut && how[a.Key] == rules.LeftOut })
	return lines
}

// castOfPlayers lists the characters who have a player: those who were in play, then the others of the cast.
func (d *Dashboard) castOfPlayers() (list []*rules.Actor) {
	list = collect.Map(verbs.PlayersOf(d.session.State()), func(p verbs.Person) *rules.Actor { return p.Actor })
	for _, c := range verbs.PlayedCast(d.session.Game()) {
		known := func(a *rules.Actor) bool { return a.Key == c.Key }
		if sheet, _, err := d.session.Campaign().Character(c.From); err == nil && !slices.ContainsFunc(list, known) {
			list = append(list, d.session.Rules().NewActor(c.Key, sheet))
		}
	}
	return list
}
