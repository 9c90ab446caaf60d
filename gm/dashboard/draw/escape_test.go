package draw

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"
)

// pause is a piece that is none, before one that comes later.
const pause = "pause"

// keyboard is a terminal on which keys are pressed; each reading gives one of the pieces.
type keyboard struct {
	pieces []string
	clock  time.Time
	quit   chan struct{}
}

func (t *keyboard) Start() error                { return nil }
func (t *keyboard) Stop() error                 { return nil }
func (t *keyboard) Drain() error                { close(t.quit); return nil }
func (t *keyboard) NotifyResize(func())         {}
func (t *keyboard) Close() error                { return nil }
func (t *keyboard) Write(b []byte) (int, error) { return len(b), nil }
func (t *keyboard) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: 20, Height: 5}, nil
}

func (t *keyboard) Read(b []byte) (int, error) {
	if len(t.pieces) == 0 {
		<-t.quit
		return 0, errors.New("closed")
	}
	if t.pieces[0] == pause {
		t.clock, t.pieces = t.clock.Add(maxEscapeGap), t.pieces[1:]
	}
	n := copy(b, t.pieces[0])
	t.pieces = t.pieces[1:]
	return n, nil
}

// Esc is told at once. What comes right behind an escape and may be the rest of a key is that key, even so late that Esc was
// told; later it is what was typed.
func TestEscape(t *testing.T) {
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	tty := &keyboard{pieces: []string{"\x1b", "a", "\x1b", "[A", "\x1bb", "\x1b[B", "\x1b", "O", "\x1b", "OP", "\x1b", pause, "[A"}, quit: make(chan struct{}), clock: time.Now()}
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(&escapeTranslator{Tty: tty, now: func() time.Time { return tty.clock }}, info)
	if err == nil {
		err = screen.Init()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Fini()
	want := []string{"Esc", "Rune[a]", "Esc", "Up", "Alt+Rune[b]", "Down", "Esc", "Rune[O]", "Esc", "F1", "Esc", "Rune[[]", "Rune[A]"}
	var got []string
	for len(got) < len(want) {
		if key, ok := screen.PollEvent().(*tcell.EventKey); ok {
			got = append(got, key.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the keys are %v, want %v", got, want)
	}
}

// The colour of the background is told, in whatever pieces it comes, and a terminal that does not answer is taken for what
// COLORFGBG says.
func TestBackground(t *testing.T) {
	for _, row := range []struct {
		name, variable string
		pieces         []string
		want           []bool
	}{
		{"no answer", "", []string{"a"}, nil},
		{"light", "", []string{"\x1b]11;rgb:ffff/ffff/ffff\a"}, []bool{true}},
		{"dark, in pieces", "", []string{"\x1b]11;rgb:00", "00/0000/00", "00\x1b", "\\a"}, []bool{false}},
		{"two digits", "", []string{"\x1b]11;rgb:ee/ee/ee\x1b\\"}, []bool{true}},
		{"nonsense", "", []string{"\x1b]11;white\a"}, nil},
		{"variable", "15;default;15", []string{"a"}, []bool{true}},
		{"dark variable", "15;0", []string{"a"}, nil},
		{"both", "0;7", []string{"\x1b]11;rgb:0/0/0\a"}, []bool{true, false}},
	} {
		var got []bool
		tty := &escapeTranslator{Tty: &keyboard{pieces: row.pieces}, now: time.Now}
		(&Screen{}).AskBackground(row.variable, func(light bool) { got = append(got, light) })
		tty.light = func(light bool) { got = append(got, light) }
		for _, piece := range row.pieces {
			tty.translate(piece)
		}
		if !slices.Equal(got, row.want) || strings.Contains(string(tty.ready), "11;") {
			t.Errorf("%s: got %v, want %v; %q is typed", row.name, got, row.want, tty.ready)
		}
	}
}
