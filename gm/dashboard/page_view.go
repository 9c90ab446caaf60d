package dashboard

import (
	"hybrid/gm/dashboard/draw"
)

// pageView is a page over the whole screen, in as many columns as there is room for.
type pageView struct {
	page  *draw.Page
	pager draw.Pager
	help  bool     // of one place, behind which are all keys
	bar   []barKey // what the bottom line shows, and the keys of its own
}

func (v *pageView) mode() mode { return modePage }

// showPage opens a page over the whole screen.
func (d *Dashboard) showPage(p *draw.Page) { d.push(&pageView{page: p}) }

const columnCells = 54

// wheel scrolls three rows at a time.
func (v *pageView) wheel(by int) { v.pager.Scroll(3 * by) }

// draw draws a page in up to three columns; help has one.
func (v *pageView) draw(c draw.Canvas, at *layout) {
	c = c.In(at.page)
	c.Clear()
	c.Rule(0, v.page.Title, draw.RoleTitle)
	if v.page.Right != "" {
		c.Right(c.W-3, 0, " "+v.page.Right+" ", draw.RoleDim)
	}
	body := c.Part(1, 1, c.W-1, c.H-1)
	columns := max(1, min(3, (body.W-1)/columnCells))
	if v.help {
		columns = 1
	}
	v.pager.DrawColumns(body, v.page, columns)
}
