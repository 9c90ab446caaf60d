package draw

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/l/linux"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"
	"github.com/rivo/uniseg"
)

// emulator is a terminal: what is written to it, by ECMA-48, makes the cells that it shows.
type emulator struct {
	t      *testing.T
	w, h   int
	x, y   int
	cells  []shownCell
	pen    shownCell
	cursor bool
	bytes  int
	quit   chan struct{}
}

// shownCell is a cell with its attributes, colours among them, as they were said.
type shownCell struct {
	text, attrs, front, back string
	second                   bool // it is the second half of a wide one
}

func (e *emulator) Start() error             { return nil }
func (e *emulator) Stop() error              { return nil }
func (e *emulator) Drain() error             { close(e.quit); return nil }
func (e *emulator) NotifyResize(func())      {}
func (e *emulator) Close() error             { return nil }
func (e *emulator) Read([]byte) (int, error) { <-e.quit; return 0, os.ErrClosed }
func (e *emulator) Write(b []byte) (int, error) {
	e.bytes += len(b)
	e.take(string(b))
	return len(b), nil
}
func (e *emulator) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: e.w, Height: e.h}, nil
}

func (e *emulator) take(text string) {
	for text != "" {
		switch {
		case strings.HasPrefix(text, "\x1b["):
			end := 2 + strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' })
			e.order(text[2:end], text[end])
			text = text[end+1:]
		case strings.HasPrefix(text, "\x1b]"):
			_, text, _ = strings.Cut(text, "\x07")
		case strings.HasPrefix(text, "\x1b("), strings.HasPrefix(text, "\x1b)"):
			text = text[3:]
		case text[0] == '\x1b':
			text = text[2:]
		case text[0] == '\b':
			e.x, text = e.x-1, text[1:]
		case text[0] < ' ':
			text = text[1:]
		default:
			cluster, rest, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
			e.print(cluster, width)
			text = rest
		}
	}
}

func (e *emulator) order(args string, what byte) {
	var a, b int
	fmt.Sscanf(strings.Replace(" "+args, " ;", " 0;", 1), "%d;%d", &a, &b)
	switch what {
	case 'H':
		e.x, e.y = max(b, 1)-1, max(a, 1)-1
	case 'C':
		e.x += max(a, 1)
	case 'J':
		e.cells = make([]shownCell, e.w*e.h)
		for i := range e.cells {
			e.cells[i].text = " "
		}
	case 'h', 'l':
		if args == "?25" {
			e.cursor = what == 'h'
		}
	case 'm':
		e.paint(strings.Split(args, ";"))
	}
}

// paint changes the pen. The first 16 colours have two ways to be said.
func (e *emulator) paint(codes []string) {
	for len(codes) > 0 {
		n, _ := strconv.Atoi(codes[0])
		into, colour := &e.pen.front, ""
		if n >= 40 && n < 50 || n >= 100 {
			into, n = &e.pen.back, n-10
		}
		switch {
		case n == 0:
			e.pen = shownCell{}
		case n < 10:
			e.pen.attrs += codes[0]
		case n == 38 && codes[1] == "5":
			colour, codes = codes[2], codes[2:]
		case n == 38:
			colour, codes = strings.Join(codes[2:5], ";"), codes[4:]
		case n < 40:
			colour = fmt.Sprint(n - 30)
		default:
			colour = fmt.Sprint(n - 90 + 8)
		}
		if colour != "" {
			*into = colour
		}
		codes = codes[1:]
	}
}

func (e *emulator) print(text string, width int) {
	if e.x < 0 || e.x+width > e.w || e.y >= e.h {
		e.t.Fatalf("%q is written at %d, %d", text, e.x, e.y)
	}
	for i := range width {
		at := e.y*e.w + e.x + i
		if e.cells[at].second { // half of what was wide is left
			e.cells[at-1] = shownCell{text: " "}
		}
		if at+1 < len(e.cells) && e.cells[at+1].second {
			e.cells[at+1] = shownCell{text: " "}
		}
		e.cells[at] = e.pen
		if e.cells[at].text = text; i > 0 {
			e.cells[at].text, e.cells[at].second = "", true
		}
	}
	e.x += width
}

// newEmulated is a screen on an emulator.
func newEmulated(t *testing.T, name string, w, h int) (*Screen, *emulator) {
	info, err := terminfo.LookupTerminfo(name)
	if err != nil {
		t.Fatal(err)
	}
	e := &emulator{t: t, w: w, h: h, quit: make(chan struct{})}
	terminal, err := tcell.NewTerminfoScreenFromTtyTerminfo(e, info)
	if err != nil {
		t.Fatal(err)
	}
	s := NewScreen(terminal)
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Fini)
	return s, e
}

// cursorBytes is how many bytes hide the cursor and show it again, at the most.
const cursorBytes = 48

// TestChangesMakeTheFrame draws frames at random, each from the one before, and holds what the terminal shows then to the same
// frame drawn whole by tcell on another terminal.
func TestChangesMakeTheFrame(t *testing.T) {
	const w, h = 23, 5
	words := []string{"a", "b", " ", "─", "┃", "名", "é", "×", "👍", "▸", "Kira", "   "}
	for _, on := range []struct{ terminal, colours string }{{"xterm-256color", ""}, {"xterm-256color", "truecolor"}, {"linux", ""}} {
		t.Run(on.terminal+on.colours, func(t *testing.T) {
			t.Setenv("COLORTERM", on.colours)
			t.Setenv("NO_COLOR", "")
			t.Setenv("LC_ALL", "C.UTF-8")
			rng := rand.New(rand.NewPCG(1, 2))
			s, shown := newEmulated(t, on.terminal, w, h)
			themes := Themes(false)
			type word struct {
				x, y  int
				text  string
				style tcell.Style
			}
			var list []word
			for n := range 400 {
				theme := &themes[rng.IntN(len(themes))]
				for range 1 + rng.IntN(6) {
					list = append(list, word{rng.IntN(w), rng.IntN(h), words[rng.IntN(len(words))], theme.styles[rng.IntN(len(theme.styles))]})
				}
				draw := func(s *Screen) {
					s.Clear()
					for _, x := range list {
						s.PutStrStyled(x.x, x.y, x.text, x.style)
					}
					s.HideCursor()
					if n%3 == 0 {
						s.ShowCursor(n%w, n%h)
					}
					s.Show()
				}
				draw(s)
				if n%5 > 0 {
					continue
				}
				if len(list) > 60 {
					list = list[50:]
				}
				other, whole := newEmulated(t, on.terminal, w, h)
				draw(other)
				draw(s)
				for i := range whole.cells {
					if got, want := shown.cells[i], whole.cells[i]; got != want {
						t.Fatalf("frame %d, cell %d, %d is %+v, want %+v", n, i%w, i/w, got, want)
					}
				}
				if shown.cursor != whole.cursor || shown.cursor && (shown.x != whole.x || shown.y != whole.y) {
					t.Fatalf("frame %d: the cursor is %v at %d, %d, want %v at %d, %d", n, shown.cursor, shown.x, shown.y, whole.cursor, whole.x, whole.y)
				}
				before := shown.bytes
				if draw(s); shown.bytes > before+cursorBytes {
					t.Fatalf("frame %d: what is the same takes %d bytes", n, shown.bytes-before)
				}
			}
		})
	}
}
