package dashboard

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Attendance: which players are present, and whether the characters of absent players are excluded from scenes or played by tactic, a
// plan in the rules by which the program acts for them. The cast are the characters that the campaign's own file lists. The campaign's
// own characters (People) also include those with a file in its folder and the combatants of its encounters; Characters adds the built-in
// ones of its game.

// openAttendanceMenu lists the characters who have a player, ticked if the player is present. Space cycles through present, played by
// tactic and excluded from scenes. If newSession is set, everyone is ticked at first. If there are no such characters, it opens
// openGatherMenu.
func (m menus) openAttendanceMenu(newSession bool) {
	people := m.d.castOfPlayers()
	if len(people) == 0 {
		m.openGatherMenu()
		return
	}
	absence := map[string]string{} // values of rules.Actor.Absent by key of the character; "" if the player is present
	for _, a := range people {
		if !newSession {
			absence[a.Key] = a.Absent
		}
	}
	l := &picker{title: "Who is here?"}
	l.load = func() []listItem {
		return collect.Map(people, func(a *rules.Actor) listItem {
			return listItem{name: a.Key, label: a.Name, sign: collect.Choose(absence[a.Key] == "", "[x]", "[ ]"), hint: a.Sheet.Person.Player,
				note: func() string { return awayTexts[absence[a.Key]] }}
		})
	}
	cycle := []string{"", rules.AbsentByTactic, rules.AbsentLeftOut}
	l.toggle = func(it *listItem) { absence[it.name] = cycle[(slices.Index(cycle, absence[it.name])+1)%len(cycle)] }
	l.commit = func() {
		m.runLinesKeepingOverlays(attendanceLines(people, absence))
	}
	m.d.openOverlay(l)
}

// runLinesKeepingOverlays closes the list on top, carries out lines, and then reopens the overlays that were below the list, since each line
// closes all overlays.
func (m menus) runLinesKeepingOverlays(lines []string) {
	m.d.closeOverlay()
	overlays := m.d.overlays
	for _, line := range lines {
		if !m.d.doLine(line) {
			return
		}
	}
	m.d.overlays = overlays
}

// openGatherMenu asks who takes part in a campaign whose cast includes no character with a player. It lists all characters that aren't here yet:
// first the campaign's own and those with a player, then the others. The campaign's own characters with a player are ticked at first. Enter
// adds the ticked ones to the party.
func (m menus) openGatherMenu() {
	c, ticked := m.d.session.Campaign(), map[string]bool{}
	l := &picker{title: "Who gathers?", empty: "This game has no characters. Quit, and create one with `hybrid new character`."}
	var items []listItem
	for _, from := range c.Characters() {
		sheet, _, err := c.Character(from)
		isHere := func(a *rules.Actor) bool { return a.Key == sheet.Key }
		if err == nil && !slices.ContainsFunc(m.d.session.State().Actors, isHere) {
			isOwn, hasPlayer := slices.Contains(c.People(), from), sheet.HasPlayer()
			ticked[from] = isOwn && hasPlayer
			group, hint := collect.Choose(isOwn || hasPlayer, "characters", "others"), cmp.Or(sheet.Person.Player, sheet.Person.Kind)
			items = append(items, listItem{name: from, label: sheet.Person.Name, group: group, hint: hint,
				inspect: func() *draw.Page { return m.d.pages.sheetPage(m.d.session.Rules().NewActor(from, sheet)) }})
		}
	}
	slices.SortStableFunc(items, func(x, y listItem) int { return cmp.Compare(x.group, y.group) }) // "characters" before "others"
	l.load = func() []listItem {
		return collect.Map(items, func(it listItem) listItem {
			it.sign = collect.Choose(ticked[it.name], "[x]", "[ ]")
			return it
		})
	}
	l.toggle = func(it *listItem) { ticked[it.name] = !ticked[it.name] }
	l.commit = func() {
		if len(items) > 0 && !slices.ContainsFunc(items, func(it listItem) bool { return ticked[it.name] }) {
			m.d.showRefusal("No one is ticked. Tick a character with Space, or press Esc.")
			return
		}
		who := collect.MapIf(items, func(it listItem) bool { return ticked[it.name] }, func(it listItem) string { return it.name })
		m.runLinesKeepingOverlays(nonEmpty(collect.Choose(len(who) > 0, "add "+strings.Join(who, " and ")+" side "+command.Party, "")))
	}
	m.d.openOverlay(l)
}

// attendanceLines returns the lines that change the absence of people to the values in absence, by key.
func attendanceLines(people []*rules.Actor, absence map[string]string) (lines []string) {
	addLine := func(verb, option string, changes func(a *rules.Actor) bool) {
		keys := collect.MapIf(people, changes, func(a *rules.Actor) string { return a.Key })
		if len(keys) > 0 {
			lines = append(lines, verb+" "+strings.Join(keys, " and ")+option)
		}
	}
	// A character who was excluded is first brought back, even if its player stays away.
	addLine("here", "", func(a *rules.Actor) bool {
		return a.Absent != "" && absence[a.Key] == "" || a.Absent == rules.AbsentLeftOut && absence[a.Key] != rules.AbsentLeftOut
	})
	addLine("absent", "", func(a *rules.Actor) bool {
		return a.Absent != rules.AbsentByTactic && absence[a.Key] == rules.AbsentByTactic
	})
	addLine("absent", ", "+rules.AbsentLeftOut, func(a *rules.Actor) bool {
		return a.Absent != rules.AbsentLeftOut && absence[a.Key] == rules.AbsentLeftOut
	})
	return lines
}

// castOfPlayers returns the characters that have a player: first those that have been in play, in their latest state, and then the rest
// of the cast, as new actors.
func (d *Dashboard) castOfPlayers() (list []*rules.Actor) {
	list = collect.Map(verbs.PlayedCharacters(d.session.State()), func(p verbs.Person) *rules.Actor { return p.Actor })
	for _, c := range verbs.PlayerCharacters(d.session.Game()) {
		known := func(a *rules.Actor) bool { return a.Key == c.Key }
		if sheet, _, err := d.session.Campaign().Character(c.From); err == nil && !slices.ContainsFunc(list, known) {
			list = append(list, d.session.Rules().NewActor(c.Key, sheet))
		}
	}
	return list
}
