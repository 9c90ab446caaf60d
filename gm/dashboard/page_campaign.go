package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
)

// overviewPage shows the campaign: what happened last time or in the last encounter, its encounters in order with those who take part, and its notes.
func (ps pages) overviewPage() *draw.Page {
	c := ps.session.Campaign()
	p := &draw.Page{Title: c.Label}
	if evening := ps.session.Evening(); evening > 1 {
		p.Right = "session " + strconv.FormatInt(evening, 10)
	}
	heading, last := "Last time", ps.session.LastTime()
	if last == "" && !ps.session.State().Running {
		heading, last = "The last encounter", ps.session.LastEncounter()
	}
	if last != "" {
		p.Text(draw.RoleStrong, heading)
		p.Text(draw.RoleText, last)
		p.Gap()
	}
	if len(c.Encounters()) > 0 {
		p.Text(draw.RoleStrong, "Encounters")
	}
	played, next := ps.played(), true
	for i, e := range c.Encounters() {
		l := draw.PageLine{Left: strconv.Itoa(i+1) + " " + e.Label, Indent: 1}
		switch {
		case e.Name == ps.session.State().Encounter && ps.session.State().Running:
			l.Right, l.Role, next = "now", draw.RoleKey, true
		case slices.Contains(played, e.Label):
			l.Right, l.Role = "played", draw.RoleDim
		case next:
			l.Right, l.Role, next = "next", draw.RoleKey, false
		}
		p.Add(l)
		p.Add(draw.PageLine{Left: rosterText(c, e), Indent: 3, Role: draw.RoleDim})
	}
	if c.Notes != "" {
		p.Gap()
		p.Text(draw.RoleStrong, "Notes")
		p.Paragraphs(draw.RoleText, c.Notes)
	}
	return p
}

// rosterText says who takes part in an encounter, side by side, such as "party: Kira, Dov · gang: Grell".
func rosterText(c *campaign.Campaign, e *campaign.Encounter) string {
	var sides []string
	names := map[string][]string{}
	for _, who := range e.Combatants {
		name := cmp.Or(who.Short, who.Name)
		if sheet, _, err := c.Character(who.From); err == nil && name == "" {
			name = cmp.Or(sheet.Person.Short, sheet.Person.Name)
		}
		if names[who.Side] == nil {
			sides = append(sides, who.Side)
		}
		names[who.Side] = append(names[who.Side], cmp.Or(name, who.Key))
	}
	for i, side := range sides {
		sides[i] = strings.TrimPrefix(side+": ", ": ") + strings.Join(names[side], ", ")
	}
	return strings.Join(sides, " · ")
}

// played returns the titles of the encounters that were begun.
func (ps pages) played() (titles []string) {
	for _, e := range ps.session.Evenings() {
		titles = append(titles, e.Encounters...)
	}
	return titles
}
