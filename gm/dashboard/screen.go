package dashboard

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"
)

// screen is a terminal that is told only what changed. tview clears the screen before every frame, which makes tcell
// send every cell again for every key; here a frame is drawn into memory and compared with the last one.
type screen struct {
	tcell.Screen
	w, h  int
	now   []glyph
	shown []glyph
	whole bool  // nothing shown is known
	none  error // why there is no terminal; tview does not say
}

// glyph is one cell: a grapheme, or nothing in the second half of a wide one.
type glyph struct {
	text  string
	wide  bool
	style tcell.Style
}

func newScreen(terminal tcell.Screen) *screen { return &screen{Screen: terminal} }

// Init takes the terminal over.
func (s *screen) Init() error {
	s.none = s.Screen.Init()
	return s.none
}

// Clear begins a frame.
func (s *screen) Clear() { s.Fill(' ', tcell.StyleDefault) }

// Fill begins a frame with one character.
func (s *screen) Fill(r rune, style tcell.Style) {
	s.fit()
	text := string(r)
	for i := range s.now {
		s.now[i] = glyph{text: text, style: style}
	}
}

// fit takes over the size of the terminal.
func (s *screen) fit() {
	w, h := s.Screen.Size()
	if w == s.w && h == s.h {
		return
	}
	s.w, s.h, s.whole = w, h, true
	s.now = make([]glyph, w*h)
	s.shown = make([]glyph, w*h)
}

// Put draws the first grapheme of a text. It returns the rest of the text and the width in cells.
func (s *screen) Put(x, y int, text string, style tcell.Style) (string, int) {
	if text == "" {
		return "", 0
	}
	cluster, rest, width := text, "", 1
	if !plain(text) {
		cluster, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	}
	if x < 0 || y < 0 || x >= s.w || y >= s.h || width == 0 {
		return rest, width
	}
	if width > 1 && x+width > s.w {
		cluster, width = " ", 1
	}
	at := y*s.w + x
	s.now[at] = glyph{text: cluster, wide: width > 1, style: style}
	for i := 1; i < width; i++ {
		s.now[at+i] = glyph{style: style}
	}
	return rest, width
}

// plain tells whether a text is one character that takes one cell, without asking Unicode.
func plain(text string) bool {
	if len(text) == 1 {
		return true
	}
	if len(text) != 3 {
		return false
	}
	return text[0] == 0xe2 && text[1] >= 0x94 && text[1] <= 0x97 // box drawing, blocks, shapes: U+2500 to U+25FF
}

// PutStr draws a text in the style of the terminal.
func (s *screen) PutStr(x, y int, text string) { s.PutStrStyled(x, y, text, tcell.StyleDefault) }

// PutStrStyled draws a text up to the edge.
func (s *screen) PutStrStyled(x, y int, text string, style tcell.Style) {
	width := 0
	for text != "" && x < s.w {
		text, width = s.Put(x, y, text, style)
		x += width
	}
}

// SetContent draws one character with its combining marks.
func (s *screen) SetContent(x, y int, primary rune, combining []rune, style tcell.Style) {
	if len(combining) == 0 {
		s.Put(x, y, string(primary), style)
		return
	}
	s.Put(x, y, string(append([]rune{primary}, combining...)), style)
}

// SetCell draws one character with its combining marks.
func (s *screen) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) > 0 {
		s.Put(x, y, string(ch), style)
	}
}

// Get is what the frame holds at a cell.
func (s *screen) Get(x, y int) (string, tcell.Style, int) {
	if x < 0 || y < 0 || x >= s.w || y >= s.h {
		return "", tcell.StyleDefault, 0
	}
	g := s.now[y*s.w+x]
	if g.text == "" {
		return " ", g.style, 1
	}
	if g.wide {
		return g.text, g.style, 2
	}
	return g.text, g.style, 1
}

// GetContent is what the frame holds at a cell, as runes.
func (s *screen) GetContent(x, y int) (rune, []rune, tcell.Style, int) {
	text, style, width := s.Get(x, y)
	runes := []rune(text)
	if len(runes) == 0 {
		return ' ', nil, style, width
	}
	return runes[0], runes[1:], style, width
}

// Show hands the terminal the cells that differ from the last frame.
func (s *screen) Show() {
	for i := range s.now {
		g, old := &s.now[i], &s.shown[i]
		if !s.whole && *g == *old {
			continue
		}
		s.pass(i, g, old)
		*old = *g
	}
	s.whole = false
	s.Screen.Show()
}

// pass hands one cell to the terminal. The cell a wide character leaves behind must be written even if it looks the
// same to tcell as what it wrote there before.
func (s *screen) pass(i int, g, old *glyph) {
	if g.text == "" {
		return
	}
	x, y := i%s.w, i/s.w
	if old.text == "" && !s.whole {
		s.Screen.Put(x, y, "?", g.style)
	}
	s.Screen.Put(x, y, g.text, g.style)
}

// Sync draws everything again, for a terminal that another program wrote on.
func (s *screen) Sync() {
	s.whole = true
	s.Show()
	s.Screen.Sync()
}
