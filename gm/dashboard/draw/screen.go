package draw

import (
	"errors"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/uniseg"
)

// A terminal screen that sends only the cells that changed. tcell is the library that controls the terminal; tview, which builds on it,
// runs the event loop of the dashboard.

// TerminalError reports that a terminal can't be drawn on.
type TerminalError struct {
	Text string // problem and fix, two sentences
}

// Error returns e.Text.
func (e *TerminalError) Error() string { return e.Text }

// Screen is a terminal to which only the changed cells of a frame are sent. tview clears the screen before every frame, which makes tcell
// send every cell again after every key; a Screen draws a frame in memory and compares it with the last one.
type Screen struct {
	tcell.Screen
	w, h       int              // size of the frame, in cells
	frame      []cell           // frame being drawn, row by row
	previous   []cell           // frame that was shown last, row by row
	mustResend bool             // whether previous may differ from the content of the terminal, so that all cells must be sent
	asciiOnly  bool             // whether the terminal's locale is ASCII only
	initError  error            // error from the last call to Init; nil if it succeeded
	incoming   chan tcell.Event // events that a goroutine reads from the terminal; nil until the first is asked for
	waiting    []tcell.Event    // events taken from incoming and not returned yet
	hold       hold             // time in which input is dropped
	light      func(light bool) // called when the terminal reports whether its background is light; nil if it isn't asked
}

// cell is a cell of the screen.
type cell struct {
	text  string      // grapheme drawn here; "" in the second cell of a wide one
	wide  bool        // whether the grapheme takes two cells
	style tcell.Style // colours and attributes
}

// NewScreen returns a screen on a terminal, which must not be used directly from then on.
func NewScreen(terminal tcell.Screen) *Screen { return &Screen{Screen: terminal} }

// AskBackground makes Init ask the terminal whether its background is light. The answer is passed to take in another goroutine when it
// arrives; not every terminal answers. If the background is light according to variable, the value of COLORFGBG, take is also called at
// once.
func (s *Screen) AskBackground(variable string, take func(light bool)) {
	if hasLightBackground(variable) {
		take(true)
	}
	s.light = take
}

// Init initialises the terminal, and stores the error for InitErr.
func (s *Screen) Init() error {
	tty, _ := s.Screen.Tty()
	keyboard, _ := tty.(*escapeTranslator)
	if keyboard != nil {
		keyboard.light = s.light
	}
	s.initError = s.Screen.Init()
	if errors.Is(s.initError, tcell.ErrNoCharset) {
		s.initError = &TerminalError{"The locale has no UTF-8. Use a UTF-8 locale, such as LC_ALL=C.UTF-8."}
	}
	if keyboard != nil && s.light != nil && s.initError == nil {
		_, _ = keyboard.Write([]byte(askBackground))
	}
	s.asciiOnly = s.Screen.CharacterSet() == "US-ASCII"
	return s.initError
}

// InitErr returns the error from the last call to Init, which tview ignores.
func (s *Screen) InitErr() error { return s.initError }

// Clear begins an empty frame.
func (s *Screen) Clear() { s.Fill(' ', tcell.StyleDefault) }

// Fill begins a frame in which every cell has the character r.
func (s *Screen) Fill(r rune, style tcell.Style) {
	s.resizeFrame()
	text := string(r)
	for i := range s.frame {
		s.frame[i] = cell{text: text, style: style}
	}
}

// resizeFrame resizes the frame to the size of the terminal.
func (s *Screen) resizeFrame() {
	w, h := s.Screen.Size()
	if w == s.w && h == s.h {
		return
	}
	s.w, s.h, s.mustResend = w, h, true
	s.frame = make([]cell, w*h)
	s.previous = make([]cell, w*h)
}

// Put draws the first grapheme of a text at a cell. It returns the rest of the text and the grapheme's width in cells.
func (s *Screen) Put(x, y int, text string, style tcell.Style) (string, int) {
	if text == "" {
		return "", 0
	}
	cluster, rest, width := text, "", 1
	if !isNarrow(text) {
		cluster, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	}
	if x < 0 || y < 0 || x >= s.w || y >= s.h || width == 0 {
		return rest, width
	}
	if width > 1 && x+width > s.w { // half of it would be outside
		cluster, width = " ", 1
	}
	at := y*s.w + x
	if x > 0 && s.frame[at-1].wide { // half of an earlier wide character would remain at the left; below, the same at the right
		s.frame[at-1] = cell{text: " ", style: s.frame[at-1].style}
	}
	if last := at + width - 1; s.frame[last].wide {
		s.frame[last+1] = cell{text: " ", style: s.frame[last].style}
	}
	s.frame[at] = cell{text: cluster, wide: width > 1, style: style}
	for i := 1; i < width; i++ {
		s.frame[at+i] = cell{style: style}
	}
	return rest, width
}

// isNarrow reports whether a text is certainly one character of one cell, without consulting the tables of Unicode.
func isNarrow(text string) bool {
	if len(text) == 1 {
		return true
	}
	if len(text) != 3 {
		return false
	}
	return text[0] == 0xe2 && text[1] >= 0x94 && text[1] <= 0x97 // box drawing, blocks, shapes: U+2500 to U+25FF
}

// PutStr draws a text in the default style.
func (s *Screen) PutStr(x, y int, text string) { s.PutStrStyled(x, y, text, tcell.StyleDefault) }

// PutStrStyled draws a text up to the edge.
func (s *Screen) PutStrStyled(x, y int, text string, style tcell.Style) {
	width := 0
	for text != "" && x < s.w {
		text, width = s.Put(x, y, text, style)
		x += width
	}
}

// SetContent draws one character with its combining marks.
func (s *Screen) SetContent(x, y int, primary rune, combining []rune, style tcell.Style) {
	if len(combining) == 0 {
		s.Put(x, y, string(primary), style)
		return
	}
	s.Put(x, y, string(append([]rune{primary}, combining...)), style)
}

// SetCell draws one character with its combining marks.
func (s *Screen) SetCell(x, y int, style tcell.Style, ch ...rune) {
	if len(ch) > 0 {
		s.Put(x, y, string(ch), style)
	}
}

// Get returns the text, the style and the width of a cell of the frame.
func (s *Screen) Get(x, y int) (string, tcell.Style, int) {
	if x < 0 || y < 0 || x >= s.w || y >= s.h {
		return "", tcell.StyleDefault, 0
	}
	g := s.frame[y*s.w+x]
	if g.text == "" {
		return " ", g.style, 1
	}
	if g.wide {
		return g.text, g.style, 2
	}
	return g.text, g.style, 1
}

// GetContent returns the runes, the style and the width of a cell of the frame.
func (s *Screen) GetContent(x, y int) (rune, []rune, tcell.Style, int) {
	text, style, width := s.Get(x, y)
	runes := []rune(text)
	if len(runes) == 0 {
		return ' ', nil, style, width
	}
	return runes[0], runes[1:], style, width
}

// Show sends the terminal the cells that differ from the last frame.
func (s *Screen) Show() {
	for i := range s.frame {
		g, old := &s.frame[i], &s.previous[i]
		if !s.mustResend && *g == *old {
			continue
		}
		s.sendCell(i, g, old)
		*old = *g
	}
	s.mustResend = false
	s.Screen.Show()
}

// textToSend returns the text to send for a cell: its grapheme, or a replacement if the terminal only takes ASCII.
func (s *Screen) textToSend(g *cell) string {
	if s.asciiOnly && len(g.text) > 1 {
		return asciiSign(g.text)
	}
	return g.text
}

// sendCell sends g, the cell at index i of the frame, to the terminal. old is the same cell in the last frame. If old was the second half
// of a wide character, the cell is written twice, with different texts, because tcell doesn't know that its earlier text there was
// overwritten.
func (s *Screen) sendCell(i int, g, old *cell) {
	if g.text == "" {
		return
	}
	text, x, y := s.textToSend(g), i%s.w, i/s.w
	if old.text == "" && !s.mustResend {
		s.Screen.Put(x, y, "?", g.style)
	}
	s.Screen.Put(x, y, text, g.style)
}

// Sync sends everything again, after another program wrote on the terminal.
func (s *Screen) Sync() {
	s.mustResend = true
	s.Show()
	s.Screen.Sync()
}
