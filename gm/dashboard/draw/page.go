package draw

import (
	"strings"

	"hybrid/rules/collect"
)

// Text to read, as lines with a left and a right part, bars and notes. A pager scrolls it.

// Page is text to read: a title and lines. It is usually built for each frame. The owner of a page draws its title, a [Pager] its lines.
type Page struct {
	Title string     // text in the first row, above the lines
	Right string     // text at the right end of the title's row; "" for none
	Lines []PageLine // lines below the title
}

// PageLine is one line of a page: text on the left, which is wrapped if it is too long, and a number on the right.
type PageLine struct {
	Lead   string  // key or other short name, in a column of its own before Left; "" for none
	Left   string  // text, wrapped if it is too long
	Note   string  // dimmed text after Left, omitted if there is no room; "" for none
	Right  string  // text at the right edge, such as a number; "" for none
	Indent int     // number of empty cells before the line
	Role   Role    // role of Left and Right
	Rule   bool    // whether it is a horizontal line without text
	Share  float64 // filled part of the bar, from 0 to 1
	Bar    int     // width, in cells, of the bar before Right; 0 for none
	Ref    string  // identifies a clicked line for the page's owner, for example by an index; "" for none
	Column bool    // whether the line starts a new column if the page is drawn in several
}

// Add adds a line.
func (p *Page) Add(l PageLine) { p.Lines = append(p.Lines, l) }

// Text adds a line with a text on the left.
func (p *Page) Text(r Role, text string) { p.Lines = append(p.Lines, PageLine{Left: text, Role: r}) }

// Paragraphs adds a line for each line of a text.
func (p *Page) Paragraphs(r Role, text string) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		p.Text(r, line)
	}
}

// Pair adds a line with a text on the left and one on the right.
func (p *Page) Pair(r Role, left, right string) {
	p.Lines = append(p.Lines, PageLine{Left: left, Right: right, Role: r})
}

// Gap adds an empty line, unless the page is empty or ends with one.
func (p *Page) Gap() {
	if n := len(p.Lines); n > 0 && !p.Lines[n-1].isBlank() {
		p.Lines = append(p.Lines, PageLine{})
	}
}

// Height returns the number of rows of the page's lines at a width of w cells.
func (p *Page) Height(w int) (rows int) {
	for _, l := range p.Lines {
		rows += l.Height(w)
	}
	return rows
}

// Rule adds a horizontal line.
func (p *Page) Rule() { p.Lines = append(p.Lines, PageLine{Rule: true}) }

// isBlank reports whether nothing is drawn for the line.
func (l PageLine) isBlank() bool { return l.Left == "" && l.Right == "" && !l.Rule && l.Bar == 0 }

// leadCells is the minimum width, in cells, of the column of PageLine.Lead.
const leadCells = 14

// leftStart returns the column at which Left begins.
func (l PageLine) leftStart() int {
	if l.Lead == "" {
		return l.Indent
	}
	return l.Indent + max(leadCells, Width(l.Lead)+1)
}

// Height returns the number of rows of the line at a width of w cells.
func (l PageLine) Height(w int) int { return len(l.leftRows(w)) }

// leftRows returns Left wrapped into rows for a line of w cells.
func (l PageLine) leftRows(w int) []string {
	room := w - l.leftStart() // number of cells for Left
	if l.Right != "" {        // Right gets its width, but leaves Left up to half of the line
		room -= min(Width(l.Right), w-l.leftStart()-min(Width(l.Left), w/2)-1) + 1
	}
	if l.Bar > 0 {
		room -= l.Bar + 1
	}
	if Width(l.Left) <= room || room < 4 { // in fewer than four cells, Left is cut off instead of wrapped
		return []string{l.Left}
	}
	return Wrap(l.Left, room)
}

// Draw draws the line from row y on. It omits rows outside the canvas, so y may be negative.
func (l PageLine) Draw(c Canvas, y int) {
	if l.Rule {
		c.Text(0, y, strings.Repeat("─", c.W), RoleRule)
		return
	}
	right := Clip(l.Right, c.W-l.leftStart()-min(Width(l.Left), c.W/2)-1) // as wide as leftRows assumes
	edge := c.W - Width(right)
	c.Text(edge, y, right, l.Role)
	if l.Bar > 0 {
		edge -= l.Bar + 1
		c.Text(edge, y, Bar(l.Share, l.Bar), RoleText)
	}
	c.Text(l.Indent, y, l.Lead, RoleKey)
	rows := l.leftRows(c.W)
	for i, row := range rows {
		limit := collect.Choose(i == 0 && edge < c.W, edge-1, c.W) // column at which the row must end
		x := c.Fit(l.leftStart(), y+i, limit-l.leftStart(), row, l.Role)
		if i == 0 && len(rows) == 1 && l.Note != "" && x+2+Width(l.Note) <= limit {
			c.Text(x+2, y, l.Note, RoleDim)
		}
	}
}
