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

// Handouts, and the secrets prepared for a scene: pictures and texts to show on players' phones.

// handoutMenu lists the pictures and texts of the campaign, to show one to all players and on the table screen. Those whose names begin
// with the name of the current encounter, or of the open page's encounter, come first, and those already shown come last.
func (m menus) handoutMenu() {
	c, scene := m.d.session.Campaign(), m.d.session.State().Encounter
	if page, ok := m.d.overlayOnTop().(*briefing); ok && page.scene != "" {
		scene = page.scene
	}
	history, err := m.d.session.ShownFiles()
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
	var items []listItem
	recipients := "all players"
	if list := m.d.tickedActors(); len(list) > 0 {
		recipients = m.d.tickedNames(list[0])
	}
	for _, name := range c.ListHandouts() {
		encounter := handoutEncounter(c, name)
		group, hint := "other handouts", ""
		if encounter != nil {
			group = encounter.Label
		}
		if history[name] {
			hint = "shown"
		}
		line := "show " + name
		if list := m.d.tickedActors(); len(list) > 0 {
			line += " to " + m.d.targetWords(list[0])
		}
		items = append(items, listItem{name: name, label: rules.ReadableName(strings.TrimSuffix(path.Base(name), path.Ext(name))), hint: hint, group: group, line: line,
			run: func() { show(line) }, inspect: func() *draw.Page { return m.handoutPage(name) }})
	}
	rank := func(item *listItem) (rank int) { // an odd rank is for a handout that was shown
		if encounter := handoutEncounter(c, item.name); encounter == nil || encounter.Name != scene {
			rank = 2 + 2*slices.Index(c.Encounters(), encounter)
		}
		if history[item.name] {
			rank++
		}
		return rank
	}
	slices.SortStableFunc(items, func(a, b listItem) int { return rank(&a) - rank(&b) })
	secrets := m.secretItems(scene, show)
	noun := collect.Choose(len(secrets) > 0, "handout or secret", "handout")
	items = append(secrets, items...)
	m.pushLineMenu(&picker{title: "Show which " + noun + " to " + recipients + "?", load: func() []listItem { return items },
		empty: "No handouts. Put texts into " + campaign.Handouts + " and pictures into " + campaign.Pictures + "."})
}

// secretItems returns rows for the secrets of a scene, to reveal one to the ticked combatants, or to all players.
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

// handoutEncounter returns the encounter whose name a handout's name begins with, or nil.
func handoutEncounter(c *campaign.Campaign, name string) (encounter *campaign.Encounter) {
	for _, e := range c.Encounters() {
		if strings.HasPrefix(path.Base(name), e.Name) {
			encounter = e
		}
	}
	return encounter
}

// handoutPage returns a page with the text of a handout for reading it first, or the note that it is a picture.
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
