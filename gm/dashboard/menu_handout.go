package dashboard

import (
	"path"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Handouts, which are pictures and texts of the campaign to show on players' phones, and secrets, which are facts prepared for a scene to
// reveal. A handout belongs to the encounter (scene) whose name is the beginning of its own.

// openHandoutMenu lists the handouts, to show one to all players and on the table screen, or only to the players of the ticked combatants.
// Those of the current scene, or of the scene whose page is open, come first, then those of the other scenes; within each, those already
// shown come last. The secrets of the scene come before all handouts.
func (m menus) openHandoutMenu() {
	c, scene := m.d.session.Campaign(), m.d.session.State().Encounter
	if page, ok := m.d.overlayOnTop().(*briefing); ok && page.scene != "" {
		scene = page.scene
	}
	wasShown, err := m.d.session.ShownFiles()
	if err != nil {
		m.d.showError(err)
		return
	}
	overlays := slices.Clone(m.d.overlays)
	show := func(line string) {
		if m.d.doLine(line) {
			m.d.overlays = overlays // return to the page that opened the list
		}
	}
	recipients := "all players"
	if list := m.d.tickedActors(); len(list) > 0 {
		recipients = m.d.tickedNames(list[0])
	}
	items := m.handoutItems(wasShown, show)
	rank := func(item *listItem) (rank int) { // an even number for the scene, plus one if the handout was shown
		switch encounter := handoutEncounter(c, item.name); {
		case encounter == nil: // after those of all scenes
			rank = 2 + 2*len(c.Encounters())
		case encounter.Name != scene:
			rank = 2 + 2*slices.Index(c.Encounters(), encounter)
		}
		if wasShown[item.name] {
			rank++
		}
		return rank
	}
	slices.SortStableFunc(items, func(a, b listItem) int { return rank(&a) - rank(&b) })
	secrets := m.secretItems(scene, show)
	noun := collect.Choose(len(secrets) > 0, "handout or secret", "handout")
	items = append(secrets, items...)
	m.openLineMenu(&picker{title: "Show which " + noun + " to " + recipients + "?", load: func() []listItem { return items },
		empty: "No handouts. Put texts into " + campaign.Handouts + " and pictures into " + campaign.Pictures + "."})
}

// handoutItems returns a row for each handout, in the order of their names. Choosing one calls show with the line that shows it to the
// players of the ticked combatants or, without ticks, to all players. wasShown has the names of the handouts that were shown before.
func (m menus) handoutItems(wasShown map[string]bool, show func(line string)) (items []listItem) {
	c := m.d.session.Campaign()
	for _, name := range c.ListHandouts() {
		group := "other handouts"
		if encounter := handoutEncounter(c, name); encounter != nil {
			group = encounter.Label
		}
		line := "show " + name
		if list := m.d.tickedActors(); len(list) > 0 {
			line += " to " + m.d.targetWords(list[0])
		}
		items = append(items, listItem{name: name, label: rules.ReadableName(strings.TrimSuffix(path.Base(name), path.Ext(name))),
			hint: collect.Choose(wasShown[name], "shown", ""), group: group, line: line,
			run: func() { show(line) }, inspect: func() *draw.Page { return m.handoutPage(name) }})
	}
	return items
}

// secretItems returns rows for the secrets of the scene with the given name. Choosing one calls reveal with the line that reveals it to the
// ticked combatants or, without ticks, to all players.
func (m menus) secretItems(scene string, reveal func(line string)) (items []listItem) {
	e, ok := m.d.session.Campaign().Encounter(scene)
	if !ok {
		return nil
	}
	for _, c := range verbs.SecretsOf(e) {
		line, hint := "secret "+c.Key, ""
		if list := m.d.tickedActors(); len(list) > 0 {
			line += " to " + m.d.targetWords(list[0])
		}
		if who := c.Knowers(m.d.session.State()); len(who) > 0 {
			hint = "known"
		}
		items = append(items, listItem{name: c.Key, label: c.Text, hint: hint, group: "secrets", line: line, run: func() { reveal(line) }})
	}
	return items
}

// handoutEncounter returns the encounter whose name is the beginning of a handout's name, the last one if there are several, or nil if
// there is none.
func handoutEncounter(c *campaign.Campaign, name string) (encounter *campaign.Encounter) {
	for _, e := range c.Encounters() {
		if strings.HasPrefix(path.Base(name), e.Name) {
			encounter = e
		}
	}
	return encounter
}

// handoutPage returns a page with the text of a handout, so that the game master can read it before showing it; a picture is only
// mentioned.
func (m menus) handoutPage(name string) *draw.Page {
	p := &draw.Page{Title: name}
	data, folder, err := m.d.session.Campaign().Handout(name)
	switch {
	case err != nil:
		p.Text(draw.RoleBad, err.Error())
	case folder == campaign.Pictures:
		p.Text(draw.RoleDim, "A picture.")
	default:
		for line := range strings.Lines(string(data)) {
			p.Text(draw.RoleText, strings.TrimRight(line, "\n"))
		}
	}
	return p
}
