package dashboard

import (
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Combatants who leave the scene, whose players are away, or who change sides. An actor is absent while its player is
// away.

// openLeaveMenu lists the ways in which a combatant, or the ticked ones, can leave: remove it from the scene, let a tactic play it or
// exclude it from scenes while its player is away, or move it to another side. ← and → choose whether players see the change of sides.
func (m menus) openLeaveMenu(a *rules.Actor) {
	secret := false // whether a change of sides is hidden from players
	whom, l := m.d.targetWords(a), &picker{}
	row := func(name, label, line string) listItem {
		return listItem{name: name, label: label, line: line, run: func() { m.d.doLine(line) }, inspect: func() *draw.Page { return m.d.pages.previewLine(line) }}
	}
	l.load = func() []listItem {
		l.title = m.d.tickedNames(a) + " › how? ◂ " + collect.Choose(secret, "in secret", "openly") + " ▸"
		list := []listItem{row("leaves", "leaves", "remove "+whom)}
		if who := m.d.tickedOrSelf(a); slices.ContainsFunc(who, func(a *rules.Actor) bool { return a.Absent != "" }) {
			list = append(list, row("here", "is here again", "here "+whom))
		} else if slices.ContainsFunc(who, hasPlayer) {
			list = append(list, row("absent", "is played by tactic while the player is away", "absent "+whom),
				row("out", "is out of the scenes while the player is away", "absent "+whom+", "+rules.AbsentLeftOut))
		}
		for _, side := range m.otherSides(a) {
			list = append(list, row("goes to "+side, "goes over to "+command.SideText(m.d.session.State(), side),
				"side "+whom+" "+side+collect.Choose(secret, ", "+rules.HowSecret, "")))
		}
		return list
	}
	l.onArrow = func(int) { secret = !secret }
	m.openLineMenu(l)
}

// otherSides returns the sides to which a combatant can change: those present and, unless the rules define the sides, those of the
// campaign.
func (m menus) otherSides(a *rules.Actor) (list []string) {
	add := func(side string) {
		if side != "" && side != a.Side && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	for _, other := range m.d.session.State().Actors {
		add(other.Side)
	}
	for _, side := range m.d.session.State().Sides {
		add(side.Key)
	}
	for _, e := range m.d.session.Campaign().Encounters() {
		for _, c := range e.Combatants {
			if len(m.d.session.State().Sides) == 0 {
				add(c.Side)
			}
		}
	}
	return list
}
