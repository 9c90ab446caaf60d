package draw

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"github.com/gdamore/tcell/v2"
)

// Changes of a frame as bytes for terminals that understand ECMA-48; others go through tcell.

// wire writes changes of a frame to a terminal that understands ECMA-48, in half the bytes that tcell takes: what has one style
// goes together, so that each style is said once, in one sequence, and what stays the same between two changes is written again
// where that is shorter than to go over it. tcell is told the same cells, and draws whole frames.
type wire struct {
	to     io.Writer
	out    []byte
	runs   []run
	pens   map[tcell.Style]string // the sequence for each style
	colour func(out []byte, c tcell.Color, front bool) []byte
	cursor cursor // as the terminal shows it
}

// cursor is where the terminal's cursor is shown, if it is.
type cursor struct {
	x, y  int
	shown bool
}

// run is cells of one style that are beside each other and are written together.
type run struct {
	style    tcell.Style
	from, to int // of the frame's cells
}

// newWire returns a writer of changes for a terminal, or nil if only tcell knows how to write to it.
func newWire(terminal tcell.Screen) *wire {
	tty, ok := terminal.Tty()
	if !ok || terminal.CharacterSet() != "UTF-8" {
		return nil
	}
	w := &wire{to: tty, pens: map[tcell.Style]string{}}
	switch colours := terminal.Colors(); colours {
	case 1 << 24:
		w.colour = trueColour
	case 8, 16, 256:
		palette := make([]tcell.Color, colours)
		for i := range palette {
			palette[i] = tcell.PaletteColor(i)
		}
		w.colour = func(out []byte, c tcell.Color, front bool) []byte {
			return paletteColour(out, int(tcell.FindColor(c, palette)&0xff), front)
		}
	default:
		return nil
	}
	return w
}

// trueColour appends the escape code of c to out, for a terminal with 24-bit colours. front is the text, else the background.
func trueColour(out []byte, c tcell.Color, front bool) []byte {
	if !c.IsRGB() {
		return paletteColour(out, int(c&0xff), front)
	}
	if front {
		out = append(out, ";38;2"...)
	} else {
		out = append(out, ";48;2"...)
	}
	r, g, b := c.RGB()
	for _, part := range []int32{r, g, b} {
		out = strconv.AppendInt(append(out, ';'), int64(part), 10)
	}
	return out
}

// paletteColour appends the escape code of colour n, 0 to 255, to out. front is the text, else the background.
func paletteColour(out []byte, n int, front bool) []byte {
	base := 40
	if front {
		base = 30
	}
	switch {
	case n < 8:
		return strconv.AppendInt(append(out, ';'), int64(base+n), 10)
	case n < 16:
		return strconv.AppendInt(append(out, ';'), int64(base+60+n-8), 10)
	}
	out = strconv.AppendInt(append(out, ';'), int64(base+8), 10)
	return strconv.AppendInt(append(out, ";5;"...), int64(n), 10)
}

// pen returns the sequence that sets a style, whatever was set before.
func (w *wire) pen(style tcell.Style) string {
	if sequence, ok := w.pens[style]; ok {
		return sequence
	}
	front, back, attrs := style.Decompose()
	out := []byte("\x1b[0")
	for _, is := range []struct {
		attr tcell.AttrMask
		code string
	}{{tcell.AttrBold, ";1"}, {tcell.AttrDim, ";2"}, {tcell.AttrItalic, ";3"}, {tcell.AttrBlink, ";5"}, {tcell.AttrReverse, ";7"}, {tcell.AttrStrikeThrough, ";9"}} {
		if attrs&is.attr != 0 {
			out = append(out, is.code...)
		}
	}
	if style.GetUnderlineStyle() != tcell.UnderlineStyleNone {
		out = append(out, ";4"...)
	}
	if front.Valid() {
		out = w.colour(out, front, true)
	}
	if back.Valid() {
		out = w.colour(out, back, false)
	}
	w.pens[style] = string(append(out, 'm'))
	return w.pens[style]
}

// longestGap is how many bytes may be written again between two changes: going over them takes four.
const longestGap = 4

// write writes the cells in which a frame, so many wide, differs from what is shown; cell is what they are written as.
func (w *wire) write(width int, frame, previous []cell, text func(*cell) string, at cursor) error {
	w.gather(width, frame, previous, text)
	w.out = w.out[:0]
	if len(w.runs) > 0 && w.cursor.shown {
		w.out, w.cursor.shown = append(w.out, "\x1b[?25l"...), false
	}
	x, y := -1, -1 // unknown
	for i, r := range w.runs {
		if i == 0 || r.style != w.runs[i-1].style {
			w.out = append(w.out, w.pen(r.style)...)
		}
		w.out = appendMove(w.out, x, y, r.from%width, r.from/width)
		wide := false
		for c := r.from; c < r.to; c++ {
			if wide = frame[c].wide; wide && c%width+2 < width {
				w.out = append(w.out, "  \b\b"...) // some terminals leave what was in the second half
			}
			if w.out = append(w.out, text(&frame[c])...); frame[c].text == "" {
				wide = true // it is the second half of one
			}
		}
		if x, y = r.to%width, r.to/width; wide || x == 0 {
			x, y = -1, -1 // terminals differ in where it is then
		}
	}
	if at.shown && (at != w.cursor || len(w.runs) > 0) {
		w.out = append(appendMove(w.out, -1, -1, at.x, at.y), "\x1b[?25h"...)
	} else if !at.shown && w.cursor.shown {
		w.out = append(w.out, "\x1b[?25l"...)
	}
	w.cursor = at
	if len(w.out) == 0 {
		return nil
	}
	_, err := w.to.Write(w.out)
	return err
}

// gather finds the runs in which a frame differs from what is shown, those of one style together, the style that comes first
// first.
func (w *wire) gather(width int, frame, previous []cell, text func(*cell) string) {
	w.runs = w.runs[:0]
	order := map[tcell.Style]int{}
	for i := range frame {
		g := &frame[i]
		if *g == previous[i] {
			continue
		}
		if _, seen := order[g.style]; !seen {
			order[g.style] = len(order)
		}
		if n := len(w.runs) - 1; n >= 0 && w.runs[n].style == g.style && w.runs[n].from/width == i/width {
			gap := 0
			for c := w.runs[n].to; c < i && gap <= longestGap; c++ {
				if gap += len(text(&frame[c])); frame[c].style != g.style || frame[c].wide || frame[c].text == "" {
					gap = longestGap + 1
				}
			}
			if gap <= longestGap {
				w.runs[n].to = i + 1
				continue
			}
		}
		w.runs = append(w.runs, run{g.style, i, i + 1})
	}
	slices.SortStableFunc(w.runs, func(a, b run) int { return cmp.Compare(order[a.style], order[b.style]) })
}

// appendMove moves the terminal's cursor from one cell, or an unknown one (-1), to another.
func appendMove(out []byte, fromX, fromY, x, y int) []byte {
	if fromX == x && fromY == y {
		return out
	}
	out = append(out, "\x1b["...)
	if fromY == y && x > fromX {
		if x > fromX+1 {
			out = strconv.AppendInt(out, int64(x-fromX), 10)
		}
		return append(out, 'C')
	}
	if x > 0 || y > 0 {
		out = strconv.AppendInt(out, int64(y+1), 10) // some terminals do not know an empty one
	}
	if x > 0 {
		out = strconv.AppendInt(append(out, ';'), int64(x+1), 10)
	}
	return append(out, 'H')
}
