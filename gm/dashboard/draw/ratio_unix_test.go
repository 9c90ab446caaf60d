//go:build unix

package draw

import (
	"os"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v2/terminfo"

	"hybrid/gm/gmtest"
)

// typist is a terminal whose keys come through a pipe.
type typist struct {
	keyboard
	keys *os.File
}

func (t *typist) Read(b []byte) (int, error) { return t.keys.Read(b) }
func (t *typist) Drain() error               { return t.keys.Close() }

// BenchmarkRatioEscape holds the key Esc, after which more of a sequence may come, against a letter.
func BenchmarkRatioEscape(b *testing.B) {
	info, err := terminfo.LookupTerminfo("xterm-256color")
	if err != nil {
		b.Fatal(err)
	}
	keys, hand, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	defer hand.Close()
	screen, err := tcell.NewTerminfoScreenFromTtyTerminfo(&escapeTranslator{Tty: &typist{keys: keys}, now: time.Now}, info)
	if err == nil {
		err = screen.Init()
	}
	if err != nil {
		b.Fatal(err)
	}
	press := func(key string) func() {
		return func() {
			hand.WriteString(key)
			for {
				if _, ok := screen.PollEvent().(*tcell.EventKey); ok {
					return
				}
			}
		}
	}
	gmtest.Ratio(b, "Esc", press("\x1b"), press("a"))
	hand.Close()
	screen.Fini()
}
