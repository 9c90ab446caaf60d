package dashboard

import "hybrid/gm"

// notesPage is what the game master wrote about an encounter.
func notesPage(e *gm.Encounter) *page {
	p := &page{title: e.Label}
	p.text(roleText, e.Notes)
	return p
}

// readNotes shows what the game master wrote about the encounter under way, or else about the campaign.
func (d *Dashboard) readNotes() {
	p := d.campaignPage()
	for _, e := range d.session.Campaign().Encounters() {
		if e.Name == d.session.State().Encounter {
			p = notesPage(e)
		}
	}
	if d.untaken != "" {
		why := []line{{left: d.untaken, role: roleBad}, {left: "The rules are those from before it was saved. Mend it and save again."}, {rule: true}}
		p.lines = append(why, p.lines...)
	}
	d.show(p)
}

// pickEncounter lists the encounters of the campaign; what the game master wrote about one is shown beside it.
func (d *Dashboard) pickEncounter() {
	encounters := d.session.Campaign().Encounters()
	items := make([]item, len(encounters))
	for i, e := range encounters {
		items[i] = item{name: e.Name, label: e.Label, look: func() *page { return notesPage(e) }, do: func() { d.do("begin " + e.Name) }}
	}
	l := &picker{title: "Begin which encounter?", load: func() []item { return items }, empty: "this campaign has none"}
	l.page = d.itemPage
	d.push(l)
}
