package draw

import (
	"errors"
	"slices"
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
		t.clock, t.pieces = t.clock.Add(escapeRest), t.pieces[1:]
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
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(&escaping{Tty: tty, now: func() time.Time { return tty.clock }}, info)
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
