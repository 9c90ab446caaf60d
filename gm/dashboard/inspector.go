package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// inspected is what the inspector was asked to show.
type inspected struct {
	entry     *gm.Entry
	withTerms bool
	page      *draw.Page // something else than an entry
}

// showEntry shows an entry in the inspector, with or without the terms of its numbers.
func (d *Dashboard) showEntry(e *gm.Entry, terms bool) {
	d.inspected = inspected{entry: e, withTerms: terms}
	d.inspector.Home()
}

// inspectorPage is the page that somebody wants to see now; nil if nobody asked for one.
func (d *Dashboard) inspectorPage() *draw.Page {
	for i := len(d.overlays) - 1; i >= 0; i-- {
		if list, ok := d.overlays[i].(*picker); ok && list.inspect != nil {
			return list.inspect(list.current())
		}
	}
	if d.past != nil {
		return d.pastPage()
	}
	if d.prompt.active && d.mode() == modePrompt {
		if p := d.promptPage(); p != nil {
			return p
		}
	}
	if d.inspected.page != nil {
		return d.inspected.page
	}
	if e := d.inspected.entry; e != nil && (d.inspected.withTerms || len(e.Outcomes) > 0) {
		return d.entryPage(e, d.inspected.withTerms)
	}
	return nil
}

// promptPage is what the line at the prompt would do; nil if it says nothing yet.
func (d *Dashboard) promptPage() *draw.Page {
	text := strings.TrimSpace(d.prompt.edit.Text)
	if text == "" {
		return nil
	}
	v, err := d.preview(text)
	if err == nil && (v.Prospect != nil || v.Counts > 0) {
		return d.previewPage(&v, text, d.layout.inspector.W-2, d.layout.inspector.H-1)
	}
	f, err := d.foresee(text)
	if err != nil || f.Rolls {
		return nil
	}
	if p := d.changePage(text); len(p.Lines) > 0 && f.Before != f.After {
		return p
	}
	return nil
}

// idlePage is about the selected one, or about the campaign.
func (d *Dashboard) idlePage() *draw.Page {
	if a := d.shownState().Find(d.selected); a != nil {
		return d.actorPage(a)
	}
	return d.campaignPage()
}

// actorPage is somebody in short: what is in hand, what comes next, and what burdens.
func (d *Dashboard) actorPage(a *rules.Actor) *draw.Page {
	p := &draw.Page{Title: a.Name}
	if text := strings.Join(nonEmpty(a.Sheet.Person.Player, a.Side), " · "); text != "" {
		p.Text(draw.RoleDim, text)
	}
	if a.Tool != nil {
		p.Pair(draw.RoleText, "in hand", a.Tool.Label)
	}
	p.Pair(draw.RoleText, "next", turnText(a))
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		p.Text(draw.RoleBusy, d.doingMark(doing).text)
	}
	d.placeLines(p, a)
	value, parts := d.session.Burden(a.Key)
	if d.shownState() != d.session.State() {
		value, parts = d.burdenOf(a), nil
	}
	p.Gap()
	p.Pair(draw.RoleStrong, d.burdenLabel(), draw.Signed(value))
	for _, part := range parts {
		p.Add(draw.Line{Left: part.Label, Note: part.Guide, Right: draw.Signed(part.Value), Indent: 2})
		d.source(p, part, 4)
	}
	d.stateLines(p, a)
	favouriteLines(p, a)
	if a.Sheet.Person.Notes != "" {
		p.Gap()
		p.Text(draw.RoleDim, a.Sheet.Person.Notes)
	}
	return p
}

func (d *Dashboard) campaignPage() *draw.Page {
	campaign := d.session.Campaign()
	p := &draw.Page{Title: campaign.Label}
	p.Text(draw.RoleText, campaign.Notes)
	return p
}

// turnText says when somebody acts next.
func turnText(a *rules.Actor) string {
	switch {
	case a.Open:
		return "declares now"
	case a.Waiting:
		return "waits"
	case a.Doing != nil:
		return "acts at " + draw.Number(a.Doing.At)
	case a.Turn >= 0:
		return "ready at " + draw.Number(a.Turn)
	}
	return "nothing"
}

// drawInspector draws a page in the panel on the right. A long title goes on in a second row.
func (d *Dashboard) drawInspector(c draw.Canvas, page *draw.Page) {
	if d.focus == focusInspector {
		c.Text(0, 0, "▸", draw.RoleKey)
	}
	room := c.W - 2
	right := page.Right
	if draw.Width(page.Title)+draw.Width(right)+1 > room {
		right, _, _ = strings.Cut(right, " (")
	}
	if right != "" {
		c.Right(c.W-1, 0, right, draw.RoleDim)
		room -= draw.Width(right) + 1
	}
	rows := []string{page.Title}
	if draw.Width(page.Title) > room {
		rows = draw.Wrap(page.Title, room)
	}
	if len(rows) > 2 {
		rows = []string{rows[0], strings.Join(rows[1:], " ")}
	}
	for y, row := range rows {
		c.Fit(1, y, room, row, draw.RoleTitle)
	}
	d.inspector.Draw(c.Part(1, len(rows), c.W-1, c.H-len(rows)), page)
}
