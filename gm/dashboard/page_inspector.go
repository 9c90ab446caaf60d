package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
)

// The inspector: the panel at the right with the details of one thing. Dashboard.inspectorPage decides which page it shows.

// inspectorContent is the entry or page that was opened in the inspector. At most one of entry and page is set.
type inspectorContent struct {
	entry     *gm.Entry  // shown entry; nil if there is none
	withTerms bool       // whether the terms that add up to the entry's numbers are shown
	page      *draw.Page // content other than an entry; nil if there is none
}

// inspectorPanel draws a page next to the combatants, or over them on a narrow screen, and keeps its scroll position.
type inspectorPanel struct {
	pages
	draw.Pager                  // scroll position of the page
	content    inspectorContent // entry or page that was opened; shown unless the prompt, a list or the past has a page
}

// showEntry makes an entry the content of the inspector. If terms is set, the terms that add up to its numbers are shown.
func (i *inspectorPanel) showEntry(e *gm.Entry, terms bool) {
	i.content = inspectorContent{entry: e, withTerms: terms}
	i.ScrollToTop()
}

// draw draws a page with its title, which takes up to two rows.
func (i *inspectorPanel) draw(c draw.Canvas, page *draw.Page) {
	if i.focus == focusInspector {
		c.Text(0, 0, "▸", draw.RoleKey)
	}
	room := c.W - 2 // cells for a row of the title
	right := page.Right
	if draw.Width(page.Title)+draw.Width(right)+1 > room {
		right = draw.Clip(right, room/2)
	}
	if right != "" {
		c.TextRight(c.W-1, 0, right, draw.RoleDim)
		room -= draw.Width(right) + 1
	}
	rows := []string{page.Title}
	if draw.Width(page.Title) > room {
		rows = draw.Wrap(page.Title, room)
	}
	if len(rows) > 2 { // the rest of the title is one row, which is then cut off
		rows = []string{rows[0], strings.Join(rows[1:], " ")}
	}
	for y, row := range rows {
		c.Fit(1, y, room, row, draw.RoleTitle)
	}
	i.Pager.Draw(c.Part(1, len(rows), c.W-1, c.H-len(rows)), page)
}
