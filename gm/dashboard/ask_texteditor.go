package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
)

// The editor of texts with several paragraphs, such as a text to read aloud.

// textEditor asks for a text of several paragraphs. Each Enter begins another line.
type textEditor struct {
	d       *Dashboard
	title   string
	was     string            // text before any change
	edit    draw.InputField   // the edited text, with line breaks
	take    func(text string) // saves the text
	leaving bool              // whether Esc was pressed once after a change

	wide, top int // width in cells and first visible row, as last drawn
}

// newTextEditor returns an editor of a text, which passes the changed text to take.
func newTextEditor(d *Dashboard, title, text string, take func(text string)) *textEditor {
	q := &textEditor{d: d, title: title, was: text, take: take}
	q.edit.Set(text)
	return q
}

func (q *textEditor) mode() mode { return modeText }

func (q *textEditor) wheel(by int) { q.moveRows(by) }

// insert types text at the cursor, and keeps the line breaks of a paste.
func (q *textEditor) insert(text string) {
	q.leaving = false
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			q.edit.Break()
		}
		q.edit.Insert(line)
	}
}

// submit submits the text, with its paragraphs but without surplus space.
func (q *textEditor) submit() {
	lines := strings.Split(q.edit.Text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	q.d.closeOverlay()
	q.take(strings.Trim(strings.Join(lines, "\n"), "\n"))
}

// leaveEditor closes the editor without saving. A changed text is discarded only at the second call.
func (q *textEditor) leaveEditor() {
	if q.edit.Text != q.was && !q.leaving {
		q.leaving = true
		q.d.showRefusal("Not saved. Press Tab to save, or Esc again to discard.")
		return
	}
	q.d.closeOverlay()
}

// rowStarts returns the byte offsets at which the rows of the text begin, at the width last drawn.
func (q *textEditor) rowStarts() (starts []int) {
	at := 0
	for _, line := range strings.SplitAfter(q.edit.Text, "\n") {
		starts = append(starts, at)
		rowStart, cells, space := 0, 0, -1 // beginning, width and last space of this row
		for i, r := range line {
			cells += draw.Width(string(r))
			if r == ' ' {
				space = i
			}
			if cells > q.wide && r != '\n' && r != ' ' {
				if space < rowStart {
					space = i - 1
				}
				rowStart, cells = space+1, draw.Width(line[space+1:i+len(string(r))])
				starts = append(starts, at+rowStart)
			}
		}
		at += len(line)
	}
	return starts
}

// cursorRow returns the index of the cursor's row.
func (q *textEditor) cursorRow(starts []int) (row int) {
	for i, from := range starts {
		if from <= q.edit.At {
			row = i
		}
	}
	return row
}

// rowText returns a row without its line break.
func (q *textEditor) rowText(starts []int, row int) string {
	end := len(q.edit.Text)
	if row+1 < len(starts) {
		end = starts[row+1]
	}
	return strings.TrimSuffix(q.edit.Text[starts[row]:end], "\n")
}

// moveRows moves the cursor by a number of rows and keeps its column if possible.
func (q *textEditor) moveRows(by int) {
	starts := q.rowStarts()
	row := q.cursorRow(starts)
	cells := draw.Width(q.edit.Text[starts[row]:q.edit.At])
	row = max(0, min(row+by, len(starts)-1))
	text := q.rowText(starts, row)
	at := len(draw.Prefix(text+" ", cells))
	q.edit.At = starts[row] + min(at, len(text))
}

// moveToRowEnd moves the cursor to the beginning of its row or, if last is set, after its last character.
func (q *textEditor) moveToRowEnd(last bool) {
	starts := q.rowStarts()
	row := q.cursorRow(starts)
	if q.edit.At = starts[row]; last {
		q.edit.At += len(strings.TrimRight(q.rowText(starts, row), " "))
	}
}

// draw draws the text on the whole page, with the cursor visible.
func (q *textEditor) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.page)
	c.Clear()
	c.Rule(0, q.title, draw.RoleTitle)
	box := c.Part(1, 1, min(c.W-2, maxReadCells), c.H-1)
	q.wide = box.W - 1
	starts := q.rowStarts()
	row := q.cursorRow(starts)
	q.top = max(min(q.top, row), row-box.H+1, 0)
	for y := 0; y < box.H && q.top+y < len(starts); y++ {
		box.Fit(0, y, box.W, q.rowText(starts, q.top+y), draw.RoleStrong)
	}
	box.ShowCursor(draw.Width(q.edit.Text[starts[row]:q.edit.At]), row-q.top)
	c.More(q.top > 0, q.top+box.H < len(starts))
}
