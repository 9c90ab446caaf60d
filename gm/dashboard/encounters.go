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
func (d *Dashboard) showNotes() {
	p := d.campaignPage()
	for _, e := range d.session.Campaign().Encounters() {
		if e.Name == d.session.State().Encounter {
			p = notesPage(e)
		}
	}
	if d.staleRules != "" {
		why := []draw.Line{{Left: d.staleRules, Role: draw.RoleBad}, {Left: "The rules are those from before it was saved. Mend it and save again."}, {Rule: true}}
		p.Lines = append(why, p.Lines...)
	}
	d.showPage(p)
}

// encounterMenu lists the encounters of the campaign; what the game master wrote about one is shown beside it.
func (d *Dashboard) encounterMenu() {
	encounters := d.session.Campaign().Encounters()
	items := make([]item, len(encounters))
	for i, e := range encounters {
		items[i] = item{name: e.Name, label: e.Label, inspect: func() *draw.Page { return notesPage(e) }, run: func() { d.do("begin " + e.Name) }}
	}
	l := &picker{title: "Begin which encounter?", load: func() []item { return items }, empty: "this campaign has none"}
	l.inspect = d.itemPage
	d.push(l)
}
