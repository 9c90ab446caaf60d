package follow

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
	"hybrid/gm/seats"
	"hybrid/rules"
)

// TestViewOfASeat shows a seat on terminals of several sizes: its name and turn at the top, the newest of the log at the bottom.
func TestViewOfASeat(t *testing.T) {
	session, _, err := gm.Open(gmtest.Sample(t), gm.Options{Dice: rules.NewSeededDice([32]byte{7})})
	if err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, session, "begin warehouse", "next", "reveal grell name", "whisper kira the stove is hot and Orlo's men have been through here twice already", "set kira PFT -9")
	r, err := seats.NewReader(session, "kira")
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {44, 20}, {30, 12}, {120, 40}, {10, 4}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			sim := tcell.NewSimulationScreen("UTF-8")
			if err := sim.Init(); err != nil {
				t.Fatal(err)
			}
			sim.SetSize(size[0], size[1])
			themes := draw.Themes(false)
			v := &view{theme: &themes[0], text: text}
			v.showFrame(draw.NewScreen(sim))
			rows := strings.Split(screenText(sim), "\n")
			if size[1] < 12 {
				return // it only must not break
			}
			if !strings.HasPrefix(rows[0], "Kira") || !strings.Contains(rows[0], "count") {
				t.Errorf("the top is %q", rows[0])
			}
			all := strings.Join(strings.Fields(strings.Join(rows, " ")), " ")
			for _, want := range []string{"32 of 41", "lose 9 fatigue"} {
				if !strings.Contains(all, want) {
					t.Errorf("no %q in\n%s", want, strings.Join(rows, "\n"))
				}
			}
		})
	}
}

// screenText returns the cells of sim, one line for each row.
func screenText(sim tcell.SimulationScreen) string {
	cells, w, _ := sim.GetContents()
	var b strings.Builder
	for i, cell := range cells {
		if i > 0 && i%w == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(string(cell.Runes))
	}
	return b.String()
}

// TestSeat goes along while something changes and something goes wrong, until q.
func TestSeat(t *testing.T) {
	sim := tcell.NewSimulationScreen("UTF-8")
	looks := 0
	err := ShowSeat(Options{Screen: sim}, time.Microsecond, func() (text seats.Text, changed bool, trouble string) {
		switch looks++; looks {
		case 1:
			return seats.Text{Name: "Kira Vance"}, true, ""
		case 2:
			return seats.Text{}, false, "the session goes on in another file"
		case 3:
			if got := screenText(sim); !strings.Contains(got, "Kira Vance") || !strings.Contains(got, "in another file") {
				t.Errorf("got\n%s", got)
			}
			return seats.Text{Name: "Dov Hallam"}, true, ""
		case 4:
			if got := screenText(sim); !strings.Contains(got, "Dov Hallam") || strings.Contains(got, "in another file") {
				t.Errorf("got\n%s", got)
			}
			sim.InjectKey(tcell.KeyDown, 0, tcell.ModNone)
			sim.InjectKey(tcell.KeyRune, 'q', tcell.ModNone)
		}
		return seats.Text{}, false, ""
	})
	if err != nil || looks < 4 {
		t.Errorf("got %v after %d looks", err, looks)
	}
}
