package draw

// Pager is a scrolled view of a page. The zero value shows its beginning.
type Pager struct {
	top  int
	rows int // of the page, when it was drawn last
	room int // rows there were for it then
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

// DrawColumns draws a page in columns, each of which goes on where the one before ends; where one would do for all of it, those
// lines begin a column that say so.
func (v *Pager) DrawColumns(c Canvas, page *Page, columns int) {
	wide := (c.W - 1 - 3*(columns-1)) / columns
	v.rows, v.room = page.Height(wide), c.H*columns
	v.top = max(0, min(v.top, v.rows-v.room))
	if v.rows <= c.H {
		page.drawBeside(c, columns, wide)
		return
	}
	for column := range columns {
		part := c.Part(column*(wide+3), 0, wide, c.H)
		y := -v.top - column*c.H
		for _, l := range page.Lines {
			high := l.Height(wide)
			if y+high > 0 && y < c.H {
				l.Draw(part, y)
			}
			y += high
		}
	}
	c.More(v.top > 0, v.top+v.room < v.rows)
}

// drawBeside draws a page with what begins a column beside the first that does.
func (p *Page) drawBeside(c Canvas, columns, wide int) {
	column, top, y := -1, 0, 0
	for _, l := range p.Lines {
		if l.Column && column < columns-1 {
			if column++; column == 0 {
				top = y
			}
			y = top
		}
		l.Draw(c.Part(max(0, column)*(wide+3), 0, wide, c.H), y)
		y += l.Height(wide)
	}
}
