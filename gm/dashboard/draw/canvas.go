package draw

import (
	"strings"

	"github.com/gdamore/tcell/v2"
)

// Rectangles of a screen to draw on, with text that is cut off at the edge. A grapheme is what a reader sees as one character; it takes one
// or two cells. A role is the meaning of a text, which the theme styles.

// Canvas is a rectangle of a screen to draw on; nothing is ever drawn outside it. Text is drawn literally: the style tags of tview are
// plain letters here, and a character that would control the terminal or be invisible is replaced by a space or U+FFFD. Coordinates are
// cells, counted from the top left corner of the canvas.
type Canvas struct {
	screen     tcell.Screen // screen that is drawn on
	theme      *Theme       // styles of the roles
	X, Y, W, H int          // column and row of the top left corner on the screen, width and height, in cells
}

// Rect is a rectangle of cells, by the column and row of its top left corner, its width and its height.
type Rect struct{ X, Y, W, H int }

// NewRect returns the rectangle with the top left corner x, y, the width w and the height h.
func NewRect(x, y, w, h int) Rect { return Rect{x, y, w, h} }

// Contains reports whether a cell is in r.
func (r Rect) Contains(x, y int) bool { return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H }

// NewCanvas returns a canvas for a rectangle of a screen.
func NewCanvas(screen tcell.Screen, theme *Theme, r Rect) Canvas {
	return Canvas{screen, theme, r.X, r.Y, r.W, r.H}
}

// In returns the canvas of the rectangle r within this one, cut off at its edges. The coordinates of r are relative to c.
func (c Canvas) In(r Rect) Canvas { return c.Part(r.X, r.Y, r.W, r.H) }

// Part returns the canvas of a rectangle within this one, cut off at its edges.
func (c Canvas) Part(x, y, w, h int) Canvas {
	x, y = max(0, min(x, c.W)), max(0, min(y, c.H))
	w, h = max(0, min(w, c.W-x)), max(0, min(h, c.H-y))
	return Canvas{c.screen, c.theme, c.X + x, c.Y + y, w, h}
}

// Text draws text in row y from column x on, up to the edge, and returns the column after it.
func (c Canvas) Text(x, y int, text string, r Role) int {
	return c.drawStyled(x, y, text, c.theme.styles[r])
}

// drawStyled draws text in a style in row y from column x on and returns the column after it. Text that doesn't fit is cut off between two
// graphemes.
func (c Canvas) drawStyled(x, y int, text string, style tcell.Style) int {
	if y < 0 || y >= c.H {
		return x
	}
	for text != "" && x < c.W {
		cluster, rest, width := cutGrapheme(text)
		if width == 0 { // invisible
			text = rest
			continue
		}
		if x+width > c.W {
			return x
		}
		if c.theme.plain && len(cluster) > 1 { // not ASCII
			cluster = plainSign(cluster)
		}
		if x >= 0 {
			c.screen.Put(c.X+x, c.Y+y, cluster, style)
		}
		text, x = rest, x+width
	}
	return x
}

// Fit draws text like [Canvas.Text] but in at most the given number of cells, shortened by [Clip], and returns the column after it.
func (c Canvas) Fit(x, y, cells int, text string, r Role) int {
	return c.Text(x, y, Clip(text, min(cells, c.W-x)), r)
}

// FitName draws a name as Fit does, shortened by [ClipName].
func (c Canvas) FitName(x, y, cells int, name string, r Role) int {
	return c.Text(x, y, ClipName(name, min(cells, c.W-x)), r)
}

// Spans draws spans one after the other in at most the given number of cells, shortened by [Clip], and returns the column after them.
func (c Canvas) Spans(x, y, cells int, spans []StyledText) int {
	edge := min(x+cells, c.W)
	for i, s := range spans {
		end, hasMore := x+Width(s.Text), i+1 < len(spans) && SpanWidth(spans[i+1:]) > 0
		if end > edge || end == edge && hasMore {
			return c.Text(x, y, Clip(s.Text+"  ", edge-x), s.Role) // the added spaces make Clip end it with an ellipsis
		}
		x = c.Text(x, y, s.Text, s.Role)
	}
	return x
}

// TextRight draws text in row y so that it ends before column x.
func (c Canvas) TextRight(x, y int, text string, r Role) {
	c.Text(x-Width(text), y, text, r)
}

// Rule draws a horizontal line across the canvas in row y, with a label in it unless label is "".
func (c Canvas) Rule(y int, label string, r Role) {
	c.Text(0, y, strings.Repeat("─", c.W), RoleRule)
	if label != "" {
		c.Text(2, y, " "+Clip(label, c.W-6)+" ", r)
	}
}

// Frame draws a border along the edges of the canvas, with a label in the upper one.
func (c Canvas) Frame(label string) {
	c.Rule(0, label, RoleDim)
	c.Rule(c.H-1, "", RoleDim)
	for y := 1; y < c.H-1; y++ {
		c.Text(0, y, "│", RoleRule)
		c.Text(c.W-1, y, "│", RoleRule)
	}
	for _, corner := range []struct {
		x, y int
		sign string
	}{{0, 0, "┌"}, {c.W - 1, 0, "┐"}, {0, c.H - 1, "└"}, {c.W - 1, c.H - 1, "┘"}} {
		c.Text(corner.x, corner.y, corner.sign, RoleRule)
	}
}

// ScrollMarks draws, in the last column, an arrow at the top if there is more to scroll to above, and one at the bottom if there is more
// below.
func (c Canvas) ScrollMarks(above, below bool) {
	if above {
		c.Text(c.W-1, 0, "▲", RoleKey)
	}
	if below {
		c.Text(c.W-1, c.H-1, "▼", RoleKey)
	}
}

// ShowCursor shows the terminal's cursor at a cell.
func (c Canvas) ShowCursor(x, y int) { c.screen.ShowCursor(c.X+x, c.Y+y) }

// Popup clears the canvas and draws its title in the first row and, if edge is set, a border at the right. It returns the rest of the
// canvas.
func (c Canvas) Popup(title string, edge bool) Canvas {
	c.Clear()
	c.Rule(0, title, RoleTitle)
	if !edge {
		return c.Part(0, 1, c.W, c.H-1)
	}
	c.Text(c.W-1, 0, "┐", RoleRule)
	for y := 1; y < c.H; y++ {
		c.Text(c.W-1, y, "│", RoleRule)
	}
	return c.Part(0, 1, c.W-1, c.H-1)
}

// Clear fills the canvas with spaces.
func (c Canvas) Clear() {
	blank := strings.Repeat(" ", c.W)
	for y := range c.H {
		c.Text(0, y, blank, RoleText)
	}
}
