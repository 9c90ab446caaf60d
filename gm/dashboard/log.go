package dashboard

import (
	"hybrid/gm"
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

// draw draws from the bottom up, entries broken into rows.
func (l *logPanel) draw(d *Dashboard, p pen) {
	lines := d.session.Log()
	l.room = p.h
	l.rows = make([]int64, p.h)
	l.at = max(0, min(l.at, len(lines)-1))
	l.back = max(0, min(l.back, len(lines)-1))
	if d.focus == onLog {
		l.show(lines, p)
	}
	y := p.h
	for i := len(lines) - 1 - l.back; i >= 0 && y > 0; i-- {
		rows := wrapLog(lines[i], p.w-logIndent-1)
		y -= len(rows)
		l.entry(d, p, y, &lines[i], rows, len(lines)-1-i)
	}
	if l.back > 0 {
		p.text(p.w-1, p.h-1, "▼", roleKey)
	}
	if len(lines) == 0 {
		p.fit(1, 0, p.w-2, "nothing has happened yet", roleDim)
	}
}

func wrapLog(line gm.LogLine, cells int) []string {
	rows := wrap(line.Text(), cells)
	if len(rows) > mostLogRows {
		rows = rows[:mostLogRows]
		rows[mostLogRows-1] += " …"
	}
	return rows
}

func (l *logPanel) entry(d *Dashboard, p pen, y int, line *gm.LogLine, rows []string, ago int) {
	r := roleText
	if line.Undone() {
		r = roleDim
		p.text(1, y, "↶", roleDim)
	}
	p.right(logIndent-1, y, number(line.Count()), roleDim)
	for i, row := range rows {
		p.fit(logIndent, y+i, p.w-logIndent-1, row, r)
		if y+i >= 0 && y+i < len(l.rows) {
			l.rows[y+i] = line.Seq()
		}
	}
	if d.focus == onLog && ago == l.at {
		p.text(0, max(0, y), "▸", roleKey)
	}
}

// show moves the window so that the entry under the cursor is in it.
func (l *logPanel) show(lines []gm.LogLine, p pen) {
	l.back = min(l.back, l.at)
	for l.back < l.at {
		rows := 0
		for ago := l.back; ago <= l.at && rows <= p.h; ago++ {
			rows += len(wrapLog(lines[len(lines)-1-ago], p.w-logIndent-1))
		}
		if rows <= p.h {
			return
		}
		l.back++
	}
}

// move moves the cursor towards older entries.
func (l *logPanel) move(by int) { l.at = max(0, l.at+by) }

// scroll moves the window towards older entries.
func (l *logPanel) scroll(by int) {
	l.back = max(0, l.back+by)
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
