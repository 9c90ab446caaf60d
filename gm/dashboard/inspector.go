package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
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

// showEntry shows an entry, with or without the terms of its numbers.
func (i *inspectorPanel) showEntry(e *gm.Entry, terms bool) {
	i.shown = inspected{entry: e, withTerms: terms}
	i.Home()
}

// inspectorPage returns the page that was asked for, of an overlay, the past, the prompt or an entry; nil if none was.
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
	if e := d.inspector.shown.entry; e != nil && (d.inspector.shown.withTerms || len(e.Outcomes) > 0 && d.layout.inspecting) { // else the log says it
		return d.pages.entryPage(e, d.inspector.shown.withTerms)
	}
	return nil
}

// draw draws a page. A long title takes a second row.
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
