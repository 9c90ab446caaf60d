package draw

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"
)

// keyboard is a terminal on which keys are pressed; each reading gives one of the pieces.
type keyboard struct {
	pieces []string
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
	n := copy(b, t.pieces[0])
	t.pieces = t.pieces[1:]
	return n, nil
}

// Esc is told at once where nothing follows it; a key that begins with it and comes in two pieces is that key.
func TestEscape(t *testing.T) {
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	tty := &keyboard{pieces: []string{"\x1b", "a", "\x1b", "[A", "\x1bb"}, quit: make(chan struct{})}
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(escaping{tty, func() bool { return len(tty.pieces) > 0 && strings.HasPrefix(tty.pieces[0], "[") }}, info)
	if err == nil {
		err = screen.Init()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Fini()
	var got []string
	for len(got) < 4 {
		if key, ok := screen.PollEvent().(*tcell.EventKey); ok {
			got = append(got, key.Name())
		}
	}
	if want := []string{"Esc", "Rune[a]", "Up", "Alt+Rune[b]"}; !slices.Equal(got, want) {
		t.Errorf("the keys are %v, want %v", got, want)
	}
}
