package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
)

// The editor of texts with several paragraphs, such as a text to read aloud.

// textEditor is an overlay in which a text of several paragraphs is edited. Enter begins another line, Tab saves the text, and Esc leaves
// the editor. A row is a part of a line that fits the screen.
type textEditor struct {
	d         *Dashboard
	title     string            // heading, in the rule above the text
	original  string            // text before any change
	edit      draw.InputField   // text being edited, with line breaks and a cursor (At, a byte offset)
	take      func(text string) // saves the text
	isLeaving bool              // whether Esc was pressed once since the last change

	wide int // width of a row in cells, as last drawn
	top  int // index of the first visible row, as last drawn
}

// newTextEditor returns an editor of a text, which passes the changed text to take.
func newTextEditor(d *Dashboard, title, text string, take func(text string)) *textEditor {
	e := &textEditor{d: d, title: title, original: text, take: take}
	e.edit.Set(text)
	return e
}

// mode returns modeText, the mode whose keys the editor uses.
func (e *textEditor) mode() mode { return modeText }

// wheel moves the cursor by a number of rows.
func (e *textEditor) wheel(by int) { e.moveRows(by) }

// insert types text at the cursor, with its line breaks.
func (e *textEditor) insert(text string) {
	e.isLeaving = false
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			e.edit.InsertBreak()
		}
		e.edit.Insert(line)
	}
}

// submit closes the editor and saves the text, without surplus spaces and empty lines at either end.
func (e *textEditor) submit() {
	lines := strings.Split(e.edit.Text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	e.d.closeOverlay()
	e.take(strings.Trim(strings.Join(lines, "\n"), "\n"))
}

// leaveEditor closes the editor without saving. If the text was changed, the first call only shows a warning, and a second one discards it.
func (e *textEditor) leaveEditor() {
	if e.edit.Text != e.original && !e.isLeaving {
		e.isLeaving = true
		e.d.showRefusal("Not saved. Press Tab to save, or Esc again to discard.")
		return
	}
	e.d.closeOverlay()
}

// rowStarts returns the byte offsets at which the rows of the text begin: after each line break, and where lines are wrapped at the width
// last drawn. A row ends after a space if possible; that space may be outside the width.
func (e *textEditor) rowStarts() (starts []int) {
	at := 0
	for _, line := range strings.SplitAfter(e.edit.Text, "\n") {
		starts = append(starts, at)
		rowStart, cells, space := 0, 0, -1 // offset of this row in line, its width so far, and offset of the last space; -1 for none
		for i, r := range line {
			cells += draw.Width(string(r))
			if r == ' ' {
				space = i
			}
			if cells > e.wide && r != '\n' && r != ' ' {
				if space < rowStart {
					space = i - 1 // no space in this row: the word is broken before r
				}
				rowStart, cells = space+1, draw.Width(line[space+1:i+len(string(r))])
				starts = append(starts, at+rowStart)
			}
		}
		at += len(line)
	}
	return starts
}

// cursorRow returns the index of the cursor's row, given the rows' byte offsets.
func (e *textEditor) cursorRow(starts []int) (row int) {
	for i, from := range starts {
		if from <= e.edit.At {
			row = i
		}
	}
	return row
}

// rowText returns the text of a row without its line break, given the byte offsets of all rows.
func (e *textEditor) rowText(starts []int, row int) string {
	end := len(e.edit.Text)
	if row+1 < len(starts) {
		end = starts[row+1]
	}
	return strings.TrimSuffix(e.edit.Text[starts[row]:end], "\n")
}

// moveRows moves the cursor down by the given number of rows, or up if by is negative, and keeps its column if possible.
func (e *textEditor) moveRows(by int) {
	starts := e.rowStarts()
	row := e.cursorRow(starts)
	cells := draw.Width(e.edit.Text[starts[row]:e.edit.At])
	row = max(0, min(row+by, len(starts)-1))
	text := e.rowText(starts, row)
	at := len(draw.Prefix(text+" ", cells)) // byte offset in the row; the space allows the cursor after the last character
	e.edit.At = starts[row] + min(at, len(text))
}

// moveToRowEnd moves the cursor to the beginning of its row or, if last is set, after its last character.
func (e *textEditor) moveToRowEnd(last bool) {
	starts := e.rowStarts()
	row := e.cursorRow(starts)
	if e.edit.At = starts[row]; last {
		e.edit.At += len(strings.TrimRight(e.rowText(starts, row), " "))
	}
}

// draw draws the text on the whole page, with the cursor visible.
func (e *textEditor) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.page)
	c.Clear()
	c.Rule(0, e.title, draw.RoleTitle)
	box := c.Part(1, 1, min(c.W-2, maxReadCells), c.H-1)
	e.wide = box.W - 1
	starts := e.rowStarts()
	row := e.cursorRow(starts)
	e.top = max(min(e.top, row), row-box.H+1, 0)
	for y := 0; y < box.H && e.top+y < len(starts); y++ {
		box.Fit(0, y, box.W, e.rowText(starts, e.top+y), draw.RoleStrong)
	}
	box.ShowCursor(draw.Width(e.edit.Text[starts[row]:e.edit.At]), row-e.top)
	c.ScrollMarks(e.top > 0, e.top+box.H < len(starts))
}
