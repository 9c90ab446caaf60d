package dashboard

import (
	"testing"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/gmtest"
)

// BenchmarkRatioFrame holds a key and the frame that it makes, of a fight of ten, against writing the cells of such a
// frame to the terminal.
func BenchmarkRatioFrame(b *testing.B) {
	const w, h = 120, 40
	s := newStage(b, warehouse(b), w, h)
	keys := []*tcell.EventKey{tcell.NewEventKey(tcell.KeyDown, 0, tcell.ModNone), tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)}
	plain := tcell.NewSimulationScreen("UTF-8")
	if err := plain.Init(); err != nil {
		b.Fatal(err)
	}
	plain.SetSize(w, h)
	n := 0
	gmtest.Ratio(b, "key", func() {
		s.d.handleKey(keys[n%2])
		s.draw()
		n++
	}, func() {
		for y := range h {
			for x := range w {
				plain.SetContent(x, y, rune('a'+(x+y+n)%26), nil, tcell.StyleDefault)
			}
		}
		plain.Show()
	})
}
