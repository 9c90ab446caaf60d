package dashboard

import (
	"hybrid/gm/dashboard/draw"
)

// Overlays that show a page of text and scroll it.

// pageView is an overlay that shows a page on the whole screen, in as many columns as fit.
type pageView struct {
	scrolledPage
	page   *draw.Page                // page that is shown; if build is set, as last built
	build  func(w, h int) *draw.Page // builds the page for a frame of w by h cells, in one column; nil for a page that doesn't change
	isHelp bool                      // whether it lists a mode's keys; the help key then shows all keys
	bar    []barKey                  // keys of the page, for the bottom line; nil for the keys of its mode
	write  func()                    // writes the file whose differences are shown; nil for other pages
}

// scroller is an overlay that scrolls by rows. The keys that scroll (scrollBindings) work in any such overlay.
type scroller interface {
	overlay
	scroll(rows int) // scrolls by a number of rows, down if rows is positive
	screenful() int  // returns the number of rows shown at once
}

// scrolledPage implements the scrolling of an overlay that shows a page.
type scrolledPage struct{ pager draw.Pager }

// scroll scrolls by a number of rows, down if rows is positive.
func (v *scrolledPage) scroll(rows int) { v.pager.Scroll(rows) }

// screenful returns the number of rows shown at once.
func (v *scrolledPage) screenful() int { return v.pager.Room() }

// wheel scrolls by three rows for each step of the mouse wheel.
func (v *scrolledPage) wheel(by int) { v.scroll(3 * by) }

// mode returns modeFile for the preview of a file, otherwise modePage.
func (v *pageView) mode() mode {
	if v.write != nil {
		return modeFile
	}
	return modePage
}

// showPage opens a page on the whole screen.
func (d *Dashboard) showPage(p *draw.Page) { d.openOverlay(&pageView{page: p}) }

// columnCells is the minimum width of a column of a page, in cells.
const columnCells = 54

// draw draws the page in up to three columns. Help, files and pages that are built for each frame have only one column.
func (v *pageView) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.page)
	c.Clear()
	if v.build != nil {
		v.page = v.build(c.W-3, c.H-1)
	}
	c.Rule(0, v.page.Title, draw.RoleTitle)
	if v.page.Right != "" {
		c.TextRight(c.W-3, 0, " "+v.page.Right+" ", draw.RoleDim)
	}
	body := c.Part(1, 1, c.W-1, c.H-1)
	columns := max(1, min(3, (body.W-1)/columnCells))
	if v.isHelp || v.write != nil || v.build != nil {
		columns = 1
	}
	v.pager.DrawColumns(body, v.page, columns)
}
