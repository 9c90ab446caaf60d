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

// inspectorPanel shows a page beside the combatants, and remembers how far it is scrolled.
type inspectorPanel struct {
	pages
	draw.Pager
	shown inspected
}

// showEntry shows an entry in the inspector, with or without the terms of its numbers.
func (i *inspectorPanel) showEntry(e *gm.Entry, terms bool) {
	i.shown = inspected{entry: e, withTerms: terms}
	i.Home()
}

// inspectorPage is the page that somebody wants to see now; nil if nobody asked for one.
func (d *Dashboard) inspectorPage() *draw.Page {
	for i := len(d.overlays) - 1; i >= 0; i-- {
		if list, ok := d.overlays[i].(*picker); ok && list.inspect != nil {
			return list.inspect(list.current())
		}
	}
	if d.inPast() {
		return d.past.page()
	}
	if d.prompt.active && d.mode() == modePrompt {
		if p := d.pages.promptPage(strings.TrimSpace(d.prompt.edit.Text)); p != nil {
			return p
		}
	}
	if d.inspector.shown.page != nil {
		return d.inspector.shown.page
	}
	if e := d.inspector.shown.entry; e != nil && (d.inspector.shown.withTerms || len(e.Outcomes) > 0) {
		return d.pages.entryPage(e, d.inspector.shown.withTerms)
	}
	return nil
}

// promptPage is what the line at the prompt would do; nil if it says nothing yet.
func (ps pages) promptPage(text string) *draw.Page {
	if text == "" {
		return nil
	}
	v, err := ps.preview(text)
	if err == nil && (v.Prospect != nil || v.Counts > 0) {
		return ps.previewPage(&v, text, ps.pageW, ps.pageH)
	}
	f, err := ps.foresee(text)
	if err != nil || f.Rolls {
		return nil
	}
	if p := ps.changePage(text); len(p.Lines) > 0 && f.Before != f.After {
		return p
	}
	return nil
}

// idlePage is about the selected one, or about the campaign.
func (ps pages) idlePage() *draw.Page {
	if a := ps.shownState().Find(ps.selected); a != nil {
		return ps.actorPage(a)
	}
	return ps.campaignPage()
}

// actorPage is somebody in short: what is in hand, what comes next, and what burdens.
func (ps pages) actorPage(a *rules.Actor) *draw.Page {
	p := &draw.Page{Title: a.Name}
	if text := strings.Join(nonEmpty(a.Sheet.Person.Player, a.Side), " · "); text != "" {
		p.Text(draw.RoleDim, text)
	}
	if a.Tool != nil {
		p.Pair(draw.RoleText, "in hand", a.Tool.Label)
	}
	p.Pair(draw.RoleText, "next", turnText(a))
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		p.Text(draw.RoleBusy, ps.doingMark(doing).text)
	}
	ps.placeLines(p, a)
	value, parts := ps.session.Burden(a.Key)
	if ps.shownState() != ps.session.State() {
		value, parts = ps.burdenOf(a), nil
	}
	p.Gap()
	p.Pair(draw.RoleStrong, ps.burdenLabel(), draw.Signed(value))
	for _, part := range parts {
		p.Add(draw.Line{Left: part.Label, Note: part.Guide, Right: draw.Signed(part.Value), Indent: 2})
		ps.source(p, part, 4)
	}
	ps.stateLines(p, a)
	favouriteLines(p, a)
	if a.Sheet.Person.Notes != "" {
		p.Gap()
		p.Text(draw.RoleDim, a.Sheet.Person.Notes)
	}
	return p
}

func (ps pages) campaignPage() *draw.Page {
	campaign := ps.session.Campaign()
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

// draw draws a page in the panel on the right. A long title goes on in a second row.
func (i *inspectorPanel) draw(c draw.Canvas, page *draw.Page) {
	if i.focus == focusInspector {
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
	i.Pager.Draw(c.Part(1, len(rows), c.W-1, c.H-len(rows)), page)
}
