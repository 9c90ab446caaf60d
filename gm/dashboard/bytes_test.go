package dashboard

import (
	"os"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"

	"hybrid/gm/dashboard/draw"
)

// countingTerminal is a terminal that counts what is written to it.
type countingTerminal struct {
	w, h  int
	bytes int
	quit  chan struct{}
}

func (t *countingTerminal) Start() error                { return nil }
func (t *countingTerminal) Stop() error                 { return nil }
func (t *countingTerminal) Drain() error                { close(t.quit); return nil }
func (t *countingTerminal) NotifyResize(func())         {}
func (t *countingTerminal) Close() error                { return nil }
func (t *countingTerminal) Write(b []byte) (int, error) { t.bytes += len(b); return len(b), nil }
func (t *countingTerminal) Read([]byte) (int, error)    { <-t.quit; return 0, os.ErrClosed }
func (t *countingTerminal) WindowSize() (tcell.WindowSize, error) {
	return tcell.WindowSize{Width: t.w, Height: t.h}, nil
}

// wiredDashboard is a dashboard on a terminal whose bytes are counted, with or without comparing frames.
func wiredDashboard(t testing.TB, compare bool) (key func(), sent func() int) {
	t.Helper()
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	tty := &countingTerminal{w: 120, h: 40, quit: make(chan struct{})}
	terminal, err := tcell.NewTerminfoScreenFromTtyTerminfo(tty, info)
	if err != nil {
		t.Fatal(err)
	}
	if err := terminal.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Fini)
	if compare {
		terminal = draw.NewScreen(terminal)
	}
	d := New(warehouse(t), Options{Theme: "dark"})
	d.SetRect(0, 0, 120, 40)
	by := 1
	key = func() {
		d.move(by)
		by = -by
		terminal.Clear()
		d.Draw(terminal)
		terminal.Show()
	}
	key()
	key()
	return key, func() int { return tty.bytes }
}

func TestOneKeySendsLittle(t *testing.T) {
	key, sent := wiredDashboard(t, true)
	before := sent()
	key()
	if n := sent() - before; n == 0 || n > 1500 {
		t.Errorf("one key sent %d bytes", n)
	}
}

func BenchmarkBytes(b *testing.B) {
	for _, compare := range []bool{true, false} {
		name := "compared"
		if !compare {
			name = "as tview draws"
		}
		b.Run(name, func(b *testing.B) {
			key, sent := wiredDashboard(b, compare)
			before := sent()
			for b.Loop() {
				key()
			}
			b.ReportMetric(float64(sent()-before)/float64(b.N), "bytes/key")
		})
	}
}
