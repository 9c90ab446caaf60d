package dashboard

import (
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
)

// briefing is the first screen of an encounter: what is read aloud, framed, and below it what is for the game master.
type briefing struct {
	scrolled
	label string
	of    string // the key of the encounter; empty on the page of the campaign
	read  string
	notes *draw.Page
	begin string // the line that Enter carries out; empty where it has begun
	offer bool   // it offers the tour
	first bool   // it is the page of the campaign, and Enter only closes it
}

func (b *briefing) mode() mode { return modeBriefing }

// widestRead is how wide the text that is read aloud gets, so that the eye finds the next row.
const widestRead = 84

// draw draws the page before an encounter: the text to read aloud, then notes in columns.
func (b *briefing) draw(c draw.Canvas, at *layout) {
	c = c.In(at.page)
	c.Clear()
	c.Rule(0, b.label, draw.RoleTitle)
	if b.notes.Right != "" {
		c.Right(c.W-3, 0, " "+b.notes.Right+" ", draw.RoleDim)
	}
	y := 1
	if b.read != "" {
		wide := min(c.W-2, widestRead)
		var rows []string
		for _, paragraph := range strings.Split(b.read, "\n") {
			rows = append(rows, draw.Wrap(paragraph, wide-4)...)
		}
		rows = rows[:min(len(rows), max(1, c.H-6))]
		box := c.Part(1, y, wide, len(rows)+2)
		box.Frame("read aloud")
		for i, row := range rows {
			box.Fit(2, 1+i, wide-4, row, draw.RoleStrong)
		}
		y += len(rows) + 3
	}
	if b.offer {
		c.Fit(1, y, c.W-2, "New here? Press T for a tour of this fight: ten steps, nothing is saved.", draw.RoleKey)
		y += 2
	}
	b.pager.DrawColumns(c.Part(1, y, c.W-1, c.H-y), b.notes, max(1, min(3, (c.W-2)/columnCells)))
}

// showBriefing shows the first screen of an encounter; Enter then carries out a line, or goes on without one.
func (m menus) showBriefing(e *campaign.Encounter, begin string) {
	notes := m.d.pages.masterPage(e)
	m.d.push(&briefing{label: e.Label, of: e.Name, read: e.Read, notes: notes, begin: begin, offer: m.d.offerTour})
}

// Brief shows the campaign's page when a session begins, unless it goes on with a fight of the same evening. If nothing was played
// before, the first screen of the encounter comes after it.
func (d *Dashboard) Brief(fresh bool) {
	last := d.session.LastTime()
	if d.session.State().Running && !fresh && last == "" {
		return
	}
	if fresh {
		d.briefFirst()
	}
	if c := d.session.Campaign(); c.Notes == "" && len(c.Encounters()) < 2 && last == "" {
		return
	}
	d.menus.campaignScreen()
}

// campaignScreen shows the campaign's page over what is open.
func (m menus) campaignScreen() {
	p := m.d.pages.overviewPage()
	m.d.push(&briefing{label: p.Title, notes: p, offer: m.d.offerTour, first: true})
}

// briefFirst shows the first screen of the campaign's first encounter, which Enter begins and Esc leaves for later.
func (d *Dashboard) briefFirst() {
	if list := d.session.Campaign().Encounters(); len(list) > 0 && list[0].Read+list[0].Notes != "" {
		d.menus.showBriefing(list[0], "begin "+list[0].Name)
	}
}
