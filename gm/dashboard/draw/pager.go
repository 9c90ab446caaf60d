package draw

import (
	"slices"

	"hybrid/rules/collect"
)

// Scrolling a page and drawing the visible part, in one column or several. The lines of a page are in page.go.

// Pager is a scroll position in a page; the page is passed to each call of Draw. The zero value shows the beginning of the
// page.
type Pager struct {
	top  int         // index of the first visible row
	rows int         // number of rows of the page, as last drawn
	room int         // number of rows available for it, as last drawn
	refs []placedRef // places of the lines with a reference, as last drawn in columns
}

// placedRef is the rectangle in which a line with a reference was last drawn.
type placedRef struct {
	at  Rect   // cells of the line, relative to the canvas of the page
	ref string // PageLine.Ref of the line
}

// RefAt returns the reference of the line last drawn at column x, row y of the page's canvas, or "" if there is none.
func (v *Pager) RefAt(x, y int) string {
	for _, placed := range v.refs {
		if placed.at.Contains(x, y) {
			return placed.ref
		}
	}
	return ""
}

// Draw draws as much of a page as fits, from the scroll position on. It keeps the last column for the arrows of [Canvas.ScrollMarks].
func (v *Pager) Draw(c Canvas, page *Page) {
	v.room = c.H
	text := c.Part(0, 0, c.W-1, c.H)
	v.rows = page.Height(text.W)
	v.top = max(0, min(v.top, v.rows-v.room))
	y := -v.top
	for _, l := range page.Lines {
		height := l.Height(text.W)
		if y+height > 0 && y < c.H {
			l.Draw(text, y)
		}
		y += height
	}
	c.ScrollMarks(v.top > 0, v.top+v.room < v.rows)
}

// ScrollPages scrolls down by a number of screenfuls, or up if it is negative; one row stays in view.
func (v *Pager) ScrollPages(pages int) { v.Scroll(pages * max(1, v.room-1)) }

// ScrollHalfPages scrolls down by a number of half screenfuls, or up if it is negative.
func (v *Pager) ScrollHalfPages(halves int) { v.Scroll(halves * max(1, v.room/2)) }

// Room returns the number of rows available when the page was last drawn.
func (v *Pager) Room() int { return v.room }

// ScrollToTop scrolls to the first row.
func (v *Pager) ScrollToTop() { v.top = 0 }

// Overflows reports whether the page, as last drawn, had more rows than were available.
func (v *Pager) Overflows() bool { return v.rows > v.room }

// Scroll scrolls down by a number of rows, or up if it is negative, and stops at either end of the page.
func (v *Pager) Scroll(rows int) { v.top = max(0, min(v.top+rows, v.rows-v.room)) }

// maxColumnCells is the maximum width, in cells, to which DrawColumns widens columns if a page has fewer columns than would fit.
const maxColumnCells = 84

// DrawColumns draws a page in at most the given number of columns. Lines with Column set begin a column; if there are too many such
// lines, the last column holds the rest. A page without such lines flows from one column into the next.
func (v *Pager) DrawColumns(c Canvas, page *Page, columns int) {
	const gap = 3
	columnWidth := func(n int) int { return (c.W - 1 - gap*(n-1)) / n } // width of each of n columns; the arrows take the last cell
	for n := page.countColumns(); n > 0 && columns > n && columnWidth(columns-1) <= maxColumnCells; {
		columns--
	}
	width := columnWidth(columns)
	parts := page.splitColumns(columns, width)
	flows := len(parts) == 1 // whether one text flows through all columns
	if v.rows, v.room = 0, c.H; flows {
		v.room *= columns
		v.rows = page.Height(width)
		parts = slices.Repeat(parts, columns)
	} else {
		for _, part := range parts {
			v.rows = max(v.rows, part.Height(width))
		}
	}
	v.top, v.refs = max(0, min(v.top, v.rows-v.room)), v.refs[:0]
	for i, part := range parts {
		column, y := c.Part(i*(width+gap), 0, width, c.H), -v.top
		if flows { // each column continues where the one before ends
			y -= i * c.H
		}
		for _, l := range part.Lines {
			height := l.Height(width)
			if y+height > 0 && y < c.H {
				l.Draw(column, y)
				if l.Ref != "" {
					v.refs = append(v.refs, placedRef{NewRect(i*(width+gap), y, width, height), l.Ref})
				}
			}
			y += height
		}
	}
	c.ScrollMarks(v.top > 0, v.top+v.room < v.rows)
}

// countColumns returns the number of lines that begin a column.
func (p *Page) countColumns() int {
	return len(collect.Filter(p.Lines, func(l PageLine) bool { return l.Column }))
}

// splitColumns splits a page at the lines that begin a column, into at most the given number of columns of the given width. Lines before
// the first of these stay above it; the other columns begin with as many empty rows.
func (p *Page) splitColumns(columns, width int) []*Page {
	list, hasBegun, topRows := []*Page{{}}, false, 0
	for _, l := range p.Lines {
		last := list[len(list)-1]
		switch {
		case l.Column && hasBegun && len(list) < columns:
			last = &Page{Lines: make([]PageLine, topRows)}
			list = append(list, last)
		case l.Column && !hasBegun:
			hasBegun, topRows = true, last.Height(width)
		}
		last.Lines = append(last.Lines, l)
	}
	return list
}
