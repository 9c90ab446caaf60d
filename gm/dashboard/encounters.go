package dashboard

import (
	"hybrid/gm/campaign"

	"hybrid/gm/dashboard/draw"
)

// notesPage is what the game master wrote about an encounter.
func notesPage(e *campaign.Encounter) *draw.Page {
	p := &draw.Page{Title: e.Label}
	p.Text(draw.RoleText, e.Notes)
	return p
}

// showNotes shows what the game master wrote about the encounter under way, or else about the campaign.
func (m menus) showNotes() {
	p := m.d.pages.campaignPage()
	for _, e := range m.d.session.Campaign().Encounters() {
		if e.Name == m.d.session.State().Encounter {
			p = notesPage(e)
		}
	}
	if m.d.staleRules != "" {
		why := []draw.Line{{Left: m.d.staleRules, Role: draw.RoleBad}, {Left: "The rules are those from before it was saved. Mend it and save again."}, {Rule: true}}
		p.Lines = append(why, p.Lines...)
	}
	m.d.showPage(p)
}

// encounterMenu lists the encounters of the campaign; what the game master wrote about one is shown beside it.
func (m menus) encounterMenu() {
	encounters := m.d.session.Campaign().Encounters()
	items := make([]item, len(encounters))
	for i, e := range encounters {
		items[i] = item{name: e.Name, label: e.Label, inspect: func() *draw.Page { return notesPage(e) }, run: func() { m.d.do("begin " + e.Name) }}
	}
	l := &picker{title: "Begin which encounter?", load: func() []item { return items }, empty: "this campaign has none"}
	l.inspect = m.d.pages.itemPage
	m.d.push(l)
}
