package draw

import (
	"slices"

	"hybrid/rules/collect"
)

// A page that is scrolled, in one column or several. page.go has its lines.

// Pager is a scrolled view of a page. The zero value shows its beginning.
type Pager struct {
	top  int
	rows int // of the page, when it was drawn last
	room int // rows there were for it then
	refs []placedRef
}

// placedRef is where a line with a reference was drawn last.
type placedRef struct {
	at  Rect
	ref string
}

// RefAt returns the reference of the line at a cell of what was drawn last, counted from its corner; empty if there is none.
func (v *Pager) RefAt(x, y int) string {
	for _, one := range v.refs {
		if one.at.Contains(x, y) {
			return one.ref
		}
	}
	return ""
}

// Draw draws as much of a page as fits. The last column is kept for the arrows that say that it goes on.
func (v *Pager) Draw(c Canvas, page *Page) {
	v.room = c.H
	text := c.Part(0, 0, c.W-1, c.H)
	v.rows = page.Height(text.W)
	v.top = max(0, min(v.top, v.rows-v.room))
	y := -v.top
	for _, l := range page.Lines {
		high := l.Height(text.W)
		if y+high > 0 && y < c.H {
			l.Draw(text, y)
		}
		y += high
	}
	c.More(v.top > 0, v.top+v.room < v.rows)
}

// ScrollPages scrolls by screenfuls, of which one row stays in view.
func (v *Pager) ScrollPages(pages int) { v.Scroll(pages * max(1, v.room-1)) }

// ScrollHalfPages scrolls by halves of a screenful.
func (v *Pager) ScrollHalfPages(halves int) { v.Scroll(halves * max(1, v.room/2)) }

// Room returns how many rows there was room for when the page was drawn last.
func (v *Pager) Room() int { return v.room }

// Home scrolls to the first row.
func (v *Pager) Home() { v.top = 0 }

// Overflows reports whether the page had more rows than there was room for.
func (v *Pager) Overflows() bool { return v.rows > v.room }

// Scroll scrolls by rows, not beyond the ends of the page.
func (v *Pager) Scroll(rows int) { v.top = max(0, min(v.top+rows, v.rows-v.room)) }

// widestColumn is how many cells a column takes at most where there is room for more columns than a page has.
const widestColumn = 84

// DrawColumns draws a page in columns. Lines that say so begin one; a page without such lines goes on in the next column where one
// ends. Columns that have no room of their own stand below the last.
func (v *Pager) DrawColumns(c Canvas, page *Page, columns int) {
	for n := page.countColumns(); n > 0 && columns > n && (c.W-1-3*(columns-2))/(columns-1) <= widestColumn; {
		columns--
	}
	wide := (c.W - 1 - 3*(columns-1)) / columns
	parts := page.parts(columns, wide)
	if v.rows, v.room = 0, c.H; len(parts) == 1 {
		v.room *= columns
		v.rows = page.Height(wide)
		parts = slices.Repeat(parts, columns)
	} else {
		for _, part := range parts {
			v.rows = max(v.rows, part.Height(wide))
		}
	}
	v.top, v.refs = max(0, min(v.top, v.rows-v.room)), v.refs[:0]
	for i, part := range parts {
		into, y := c.Part(i*(wide+3), 0, wide, c.H), -v.top
		if v.room > c.H {
			y -= i * c.H
		}
		for _, l := range part.Lines {
			high := l.Height(wide)
			if y+high > 0 && y < c.H {
				l.Draw(into, y)
				if l.Ref != "" {
					v.refs = append(v.refs, placedRef{NewRect(i*(wide+3), y, wide, high), l.Ref})
				}
			}
			y += high
		}
	}
	c.More(v.top > 0, v.top+v.room < v.rows)
}

// countColumns returns how many lines begin a column.
func (p *Page) countColumns() int {
	return len(collect.Filter(p.Lines, func(l PageLine) bool { return l.Column }))
}

// parts returns a page by its lines that begin a column, in at most so many parts of a width. Lines before the first of them stand
// above it.
func (p *Page) parts(columns, wide int) []*Page {
	list, begun, top := []*Page{{}}, false, 0
	for _, l := range p.Lines {
		last := list[len(list)-1]
		switch {
		case l.Column && begun && len(list) < columns:
			last = &Page{Lines: make([]PageLine, top)}
			list = append(list, last)
		case l.Column && !begun:
			begun, top = true, last.Height(wide)
		}
		last.Lines = append(last.Lines, l)
	}
	return list
}
