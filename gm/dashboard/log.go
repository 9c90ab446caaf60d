package dashboard

import (
	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
)

// logPanel shows the latest entries. It asks for the text of those lines only that it draws.
type logPanel struct {
	back int     // how many entries the last one shown is before the newest
	at   int     // the entry under the cursor, counted back from the newest
	rows []int64 // the entry at each row, as drawn last
	room int
}

// An entry takes so many rows at the most, and stands to the right of its count.
const (
	mostLogRows = 4
	logIndent   = 7
)

// logIndent is where the text of an entry begins: behind its count, and in the past behind its number too.
func (d *Dashboard) logIndent() int {
	if d.past != nil {
		return logIndent + 6
	}
	return logIndent
}

// draw draws from the bottom up, entries broken into rows.
func (l *logPanel) draw(d *Dashboard, p draw.Canvas) {
	lines := d.session.Log()
	l.room = p.H
	l.rows = make([]int64, p.H)
	l.at = max(0, min(l.at, len(lines)-1))
	l.back = max(0, min(l.back, len(lines)-1))
	if d.focus == onLog && len(lines) > 0 {
		if !d.logged(lines[len(lines)-1-l.at]) {
			l.at = d.older(l.at, 1)
		}
		l.show(d, lines, p.H, p.W-d.logIndent()-1)
	}
	y := p.H
	for i := len(lines) - 1 - l.back; i >= 0 && y > 0; i-- {
		if !d.logged(lines[i]) {
			continue
		}
		rows := d.logRows(lines[i], p.W-d.logIndent()-1)
		y -= len(rows)
		l.entry(d, p, y, &lines[i], rows, len(lines)-1-i)
	}
	if l.back > 0 {
		p.Text(p.W-1, p.H-1, "▼", draw.RoleKey)
	}
	if y == p.H {
		p.Fit(1, 0, p.W-2, "nothing has happened yet", draw.RoleDim)
	}
}

// logRows is an entry in rows. In the past it takes one: the whole of it stands beside the list.
func (d *Dashboard) logRows(line gm.LogLine, cells int) []string {
	if d.past != nil {
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

func (l *logPanel) entry(d *Dashboard, p draw.Canvas, y int, line *gm.LogLine, rows []string, ago int) {
	r, indent := draw.RoleText, d.logIndent()
	if line.Undone() {
		r = draw.RoleDim
		p.Text(1, y, "↶", draw.RoleDim)
	} else if d.past != nil && ago == l.at {
		r = draw.RoleChosen
	}
	if d.past != nil {
		p.Right(indent-7, y, draw.Number(float64(line.Seq())), draw.RoleKey)
	}
	p.Right(indent-1, y, draw.Number(line.Count()), draw.RoleDim)
	for i, row := range rows {
		p.Fit(indent, y+i, p.W-indent-1, row, r)
		if y+i >= 0 && y+i < len(l.rows) {
			l.rows[y+i] = line.Seq()
		}
	}
	if d.focus == onLog && ago == l.at {
		p.Text(0, max(0, y), "▸", draw.RoleKey)
	}
}

// show moves the window so that the entry under the cursor is in it.
func (l *logPanel) show(d *Dashboard, lines []gm.LogLine, room, cells int) {
	l.back = min(l.back, l.at)
	for l.back < l.at {
		rows := 0
		for ago := l.back; ago <= l.at && rows <= room; ago++ {
			if !d.logged(lines[len(lines)-1-ago]) {
				continue
			}
			rows += len(d.logRows(lines[len(lines)-1-ago], cells))
		}
		if rows <= room {
			return
		}
		l.back++
	}
}

// logged tells whether an entry stands in the log. What was undone stands only in the history.
func (d *Dashboard) logged(line gm.LogLine) bool { return d.past != nil || !line.Undone() }

// older is the entry so many farther back than another one, of those in the log.
func (d *Dashboard) older(ago, by int) int {
	lines := d.session.Log()
	step := 1
	if by < 0 {
		step = -1
	}
	for at := ago + step; by != 0 && at >= 0 && at < len(lines); at += step {
		if d.logged(lines[len(lines)-1-at]) {
			ago, by = at, by-step
		}
	}
	return ago
}

// move moves the cursor towards older entries.
func (l *logPanel) move(d *Dashboard, by int) { l.at = d.older(l.at, by) }

// scroll moves the window towards older entries.
func (l *logPanel) scroll(d *Dashboard, by int) {
	l.back = d.older(l.back, by)
	l.at = l.back
}

// newest goes back to the end.
func (l *logPanel) newest() { l.back, l.at = 0, 0 }

// seq is the number of the entry under the cursor; 0 for none.
func (l *logPanel) seq(d *Dashboard) int64 {
	lines := d.session.Log()
	if len(lines) == 0 {
		return 0
	}
	return lines[max(0, len(lines)-1-l.at)].Seq()
}
