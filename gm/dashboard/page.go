package dashboard

import "strings"

// page is text to read: lines made anew from the state for every frame.
type page struct {
	title string
	right string // at the end of the title's row
	lines []line
}

// line is one line of a page. A right part is a number in the margin; a long left part goes on below it.
type line struct {
	lead   string // a column of its own before left
	left   string
	note   string // dim, behind left where there is room, else left out
	right  string
	indent int
	role   role
	rule   bool
	share  float64 // for a line with a bar: how full it is, 0 to 1
	bar    int     // cells of bar, before the number; 0 for none
}

func (p *page) add(l line) { p.lines = append(p.lines, l) }

func (p *page) text(r role, left string) { p.lines = append(p.lines, line{left: left, role: r}) }

func (p *page) pair(r role, left, right string) {
	p.lines = append(p.lines, line{left: left, right: right, role: r})
}

func (p *page) gap() {
	if n := len(p.lines); n > 0 && !p.lines[n-1].blank() {
		p.lines = append(p.lines, line{})
	}
}

func (p *page) rule() { p.lines = append(p.lines, line{rule: true}) }

func (l line) blank() bool { return l.left == "" && l.right == "" && !l.rule && l.bar == 0 }

// leadCells is how wide the column of leads is.
const leadCells = 14

// start is where the left part begins.
func (l line) start() int {
	if l.lead == "" {
		return l.indent
	}
	return l.indent + max(leadCells, width(l.lead)+1)
}

// height is how many rows a line takes at a width.
func (l line) height(w int) int { return len(l.broken(w)) }

// broken is the left part of a line in rows.
func (l line) broken(w int) []string {
	room := w - l.start()
	if l.right != "" {
		room -= min(width(l.right), w-l.start()-min(width(l.left), w/2)-1) + 1
	}
	if l.bar > 0 {
		room -= l.bar + 1
	}
	if width(l.left) <= room || room < 4 {
		return []string{l.left}
	}
	return wrap(l.left, room)
}

// draw draws a line from row y on, of which rows above the pen are left out.
func (l line) draw(p pen, y int) {
	if l.rule {
		p.text(0, y, strings.Repeat("─", p.w), roleRule)
		return
	}
	right := clip(l.right, p.w-l.start()-min(width(l.left), p.w/2)-1)
	edge := p.w - width(right)
	p.text(edge, y, right, l.role)
	if l.bar > 0 {
		edge -= l.bar + 1
		p.text(edge, y, bar(l.share, l.bar), roleBusy)
	}
	p.text(l.indent, y, l.lead, roleKey)
	rows := l.broken(p.w)
	for i, row := range rows {
		limit := p.w
		if i == 0 && edge < p.w {
			limit = edge - 1
		}
		x := p.fit(l.start(), y+i, limit-l.start(), row, l.role)
		if i == 0 && len(rows) == 1 && l.note != "" && x+2+width(l.note) <= limit {
			p.text(x+2, y, l.note, roleDim)
		}
	}
}

// pager shows a page in a rectangle, from the line at top on.
type pager struct {
	top  int
	rows int // rows the page had when it was drawn last
	room int // rows there were for it
}

// draw draws what fits. More above or below is shown in the last column, where there is no text.
func (v *pager) draw(p pen, of *page) {
	v.rows, v.room = 0, p.h
	text := p.part(0, 0, p.w-1, p.h)
	for _, l := range of.lines {
		v.rows += l.height(text.w)
	}
	v.top = max(0, min(v.top, v.rows-v.room))
	y := -v.top
	for _, l := range of.lines {
		high := l.height(text.w)
		if y+high > 0 && y < p.h {
			l.draw(text, y)
		}
		y += high
	}
	if v.top > 0 {
		p.text(p.w-1, 0, "▲", roleKey)
	}
	if v.top+v.room < v.rows {
		p.text(p.w-1, p.h-1, "▼", roleKey)
	}
}

func (v *pager) scroll(rows int) { v.top = max(0, min(v.top+rows, v.rows-v.room)) }
