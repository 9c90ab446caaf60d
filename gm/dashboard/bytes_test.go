package dashboard

import (
	"fmt"
	"os"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"
	_ "github.com/gdamore/tcell/v2/terminfo/x/xterm"

	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
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

// wired is a dashboard on a terminal whose bytes are counted.
type wired struct {
	d      *Dashboard
	tty    *countingTerminal
	screen tcell.Screen
	shown  []string // what is in each cell, with its style
}

func wiredDashboard(t testing.TB) *wired {
	t.Helper()
	t.Setenv("COLORTERM", "")
	t.Setenv("NO_COLOR", "")
	t.Setenv("LC_ALL", "C.UTF-8")
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		t.Fatal(err)
	}
	w := &wired{tty: &countingTerminal{w: 120, h: 40, quit: make(chan struct{})}}
	terminal, err := tcell.NewTerminfoScreenFromTtyTerminfo(w.tty, info)
	if err != nil {
		t.Fatal(err)
	}
	w.screen = draw.NewScreen(terminal)
	if err := w.screen.Init(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.screen.Fini)
	w.d = New(warehouse(t), Options{Theme: "dark"})
	w.d.SetRect(0, 0, 120, 40)
	w.shown = make([]string, w.tty.w*w.tty.h)
	w.press()
	return w
}

// press presses keys, and gives how many bytes the terminal is sent for them, and how many the cells that change have alone.
func (w *wired) press(keys ...tcell.Key) (sent, changed int) {
	for _, key := range keys {
		w.d.handleKey(tcell.NewEventKey(key, 'a', tcell.ModNone))
	}
	before := w.tty.bytes
	w.screen.Clear()
	w.d.Draw(w.screen)
	w.screen.Show()
	for i := range w.shown {
		text, style, _ := w.screen.Get(i%w.tty.w, i/w.tty.w)
		if now := fmt.Sprint(text, style); now != w.shown[i] {
			w.shown[i] = now
			changed += len(text)
		}
	}
	return w.tty.bytes - before, changed
}

// sendings is what is sent for keys at 120×40.
var sendings = []struct {
	name    string
	most    int         // bytes
	first   []tcell.Key // opens what the others move in
	there   []tcell.Key
	andBack []tcell.Key
}{
	{"cursor", 450, nil, []tcell.Key{tcell.KeyDown}, []tcell.Key{tcell.KeyUp}},
	{"targets", 2000, []tcell.Key{tcell.KeyRune}, []tcell.Key{tcell.KeyEnter}, []tcell.Key{tcell.KeyEscape}},
	{"target", 450, []tcell.Key{tcell.KeyRune, tcell.KeyEnter}, []tcell.Key{tcell.KeyDown}, []tcell.Key{tcell.KeyUp}},
}

func TestKeysSendLittle(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, row := range sendings {
		w := wiredDashboard(t)
		w.press(row.first...)
		for _, keys := range [][]tcell.Key{row.there, row.andBack, row.there, row.andBack} {
			if n, changed := w.press(keys...); n == 0 || changed == 0 || n > row.most {
				t.Errorf("%s: one key sent %d bytes, %d of them what changed; at most %d", row.name, n, changed, row.most)
			}
		}
	}
}

// BenchmarkRatioBytes holds what a terminal is sent for a key against what is in the cells that change.
func BenchmarkRatioBytes(b *testing.B) {
	for _, row := range sendings {
		b.Run(row.name, func(b *testing.B) {
			w := wiredDashboard(b)
			w.press(row.first...)
			sent, changed, keys := 0, 0, 0
			for b.Loop() {
				for _, key := range [][]tcell.Key{row.there, row.andBack} {
					n, alone := w.press(key...)
					sent, changed, keys = sent+n, changed+alone, keys+1
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(sent)/float64(keys), "bytes")
			b.ReportMetric(float64(changed)/float64(keys), "bytes/yardstick")
			b.ReportMetric(float64(sent)/float64(changed), "times")
		})
	}
}
