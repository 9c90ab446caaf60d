package dashboard

import (
	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
)

// logPanel shows the entries of the session, or in the past its history. Only the lines in view are put into words.
type logPanel struct {
	*view

	back      int     // how many entries the last one shown is before the newest
	cursor    int     // the entry under the cursor, counted back from the newest
	rows      []int64 // the entry at each row, as drawn last
	shownRows int
}

// An entry takes so many rows at the most, and stands to the right of its count.
const (
	mostLogRows = 4
	logIndent   = 7
)

// indent returns the column at which the text of an entry begins.
func (l *logPanel) indent() int {
	if l.inPast() {
		return logIndent + 6
	}
	return logIndent
}

// draw draws the entries from the bottom up.
func (l *logPanel) draw(c draw.Canvas) {
	lines := l.session.Log()
	l.shownRows = c.H
	l.rows = make([]int64, c.H)
	l.cursor = max(0, min(l.cursor, len(lines)-1))
	l.back = max(0, min(l.back, len(lines)-1))
	if l.focus == focusLog && len(lines) > 0 {
		if !l.inLog(lines[len(lines)-1-l.cursor]) {
			l.cursor = l.older(l.cursor, 1)
		}
		l.scrollToCursor(lines, c.H, c.W-l.indent()-1)
	}
	y := c.H
	for i := len(lines) - 1 - l.back; i >= 0 && y > 0; i-- {
		if !l.inLog(lines[i]) {
			continue
		}
		rows := l.rowsOf(lines[i], c.W-l.indent()-1)
		y -= len(rows)
		l.drawEntry(c, y, &lines[i], rows, len(lines)-1-i)
	}
	if l.back > 0 {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	}
	if y == c.H {
		c.Fit(1, 0, c.W-2, "nothing has happened yet", draw.RoleDim)
	}
}

// rowsOf wraps an entry into rows. In the past it takes one: all of it stands in the inspector.
func (l *logPanel) rowsOf(line gm.LogLine, cells int) []string {
	if l.inPast() {
		return []string{line.Text()}
	}
	return wrapLog(line, cells)
}

func wrapLog(line gm.LogLine, cells int) []string {
	rows := draw.Wrap(line.Text(), cells)
	if len(rows) > mostLogRows {
		rows = rows[:mostLogRows]
		rows[mostLogRows-1] += " …"
	}
	return rows
}

func (l *logPanel) drawEntry(c draw.Canvas, y int, line *gm.LogLine, rows []string, ago int) {
	r, indent := draw.RoleText, l.indent()
	if line.Undone() {
		r = draw.RoleDim
		c.Text(1, y, "↶", draw.RoleDim)
	} else if l.inPast() && ago == l.cursor {
		r = draw.RoleChosen
	}
	if l.inPast() {
		c.Right(indent-7, y, draw.Number(float64(line.Seq())), draw.RoleKey)
	}
	c.Right(indent-1, y, draw.Number(line.Count()), draw.RoleDim)
	for i, row := range rows {
		c.Fit(indent, y+i, c.W-indent-1, row, r)
		if y+i >= 0 && y+i < len(l.rows) {
			l.rows[y+i] = line.Seq()
		}
	}
	if l.focus == focusLog && ago == l.cursor {
		c.Text(0, max(0, y), "▸", draw.RoleKey)
	}
}

// scrollToCursor scrolls until the entry under the cursor is in view.
func (l *logPanel) scrollToCursor(lines []gm.LogLine, room, cells int) {
	l.back = min(l.back, l.cursor)
	for l.back < l.cursor {
		rows := 0
		for ago := l.back; ago <= l.cursor && rows <= room; ago++ {
			if !l.inLog(lines[len(lines)-1-ago]) {
				continue
			}
			rows += len(l.rowsOf(lines[len(lines)-1-ago], cells))
		}
		if rows <= room {
			return
		}
		l.back++
	}
}

// inLog reports whether an entry is listed: what was undone stands only in the history.
func (l *logPanel) inLog(line gm.LogLine) bool { return l.inPast() || !line.Undone() }

// older returns the index of the listed entry so many before another one; both are counted back from the newest.
func (l *logPanel) older(ago, by int) int {
	lines := l.session.Log()
	step := 1
	if by < 0 {
		step = -1
	}
	for at := ago + step; by != 0 && at >= 0 && at < len(lines); at += step {
		if l.inLog(lines[len(lines)-1-at]) {
			ago, by = at, by-step
		}
	}
	return ago
}

// move moves the cursor towards older entries.
func (l *logPanel) move(by int) { l.cursor = l.older(l.cursor, by) }

// scroll scrolls towards older entries.
func (l *logPanel) scroll(by int) {
	l.back = l.older(l.back, by)
	l.cursor = l.back
}

// newest scrolls to the end.
func (l *logPanel) newest() { l.back, l.cursor = 0, 0 }

// selectedSeq returns the number of the entry under the cursor, 0 for none.
func (l *logPanel) selectedSeq() int64 {
	lines := l.session.Log()
	if len(lines) == 0 {
		return 0
	}
	return lines[max(0, len(lines)-1-l.cursor)].Seq()
}

// pointAt moves the cursor to the entry at a row.
func (l *logPanel) pointAt(row int) {
	if row < 0 || row >= len(l.rows) || l.rows[row] == 0 {
		return
	}
	lines := l.session.Log()
	for ago := 0; ago < len(lines); ago++ {
		if lines[len(lines)-1-ago].Seq() == l.rows[row] {
			l.cursor = ago
			return
		}
	}
}

// title returns the title of the panel.
func (l *logPanel) title() string {
	if l.inPast() {
		return "history"
	}
	if l.back > 0 {
		return "log · " + draw.Number(float64(l.back)) + " later entries below"
	}
	return "log"
}
