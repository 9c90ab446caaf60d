package dashboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// table is a dashboard on a simulated terminal, driven without its loop.
type stage struct {
	t      testing.TB
	d      *Dashboard
	screen *draw.Screen
	sim    tcell.SimulationScreen
}

func newStage(t testing.TB, session Session, w, h int) *stage {
	t.Helper()
	sim := tcell.NewSimulationScreen("UTF-8")
	if err := sim.Init(); err != nil {
		t.Fatal(err)
	}
	sim.SetSize(w, h)
	s := &stage{t: t, d: New(session, Options{}), screen: draw.NewScreen(sim), sim: sim}
	s.d.screen = s.screen
	s.draw()
	return s
}

func (s *stage) draw() {
	w, h := s.sim.Size()
	s.d.SetRect(0, 0, w, h)
	s.screen.Clear()
	s.d.Draw(s.screen)
	s.screen.Show()
}

// keys presses keys, by name as in the table or as a run of characters.
func (s *stage) keys(names ...string) *stage {
	for _, name := range names {
		s.press(name)
		s.draw()
	}
	return s
}

// types presses one key for each character.
func (s *stage) types(text string) *stage {
	for _, r := range text {
		s.d.press(tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone))
		s.draw()
	}
	return s
}

func (s *stage) press(name string) {
	special := map[string]tcell.Key{
		"Enter": tcell.KeyEnter, "Esc": tcell.KeyEsc, "Tab": tcell.KeyTab, "Shift-Tab": tcell.KeyBacktab, "↑": tcell.KeyUp,
		"↓": tcell.KeyDown, "←": tcell.KeyLeft, "→": tcell.KeyRight, "PgUp": tcell.KeyPgUp, "PgDn": tcell.KeyPgDn,
		"Home": tcell.KeyHome, "End": tcell.KeyEnd, "Backspace": tcell.KeyBackspace2, "Ctrl-W": tcell.KeyCtrlW, "Ctrl-O": tcell.KeyCtrlO,
		"Ctrl-D": tcell.KeyCtrlD,
	}
	if key, ok := special[name]; ok {
		s.d.press(tcell.NewEventKey(key, 0, tcell.ModNone))
		return
	}
	if name == "Space" {
		name = " "
	}
	s.d.press(tcell.NewEventKey(tcell.KeyRune, []rune(name)[0], tcell.ModNone))
}

// frame is what the terminal shows, row by row.
func (s *stage) frame() string {
	cells, w, h := s.sim.GetContents()
	var b strings.Builder
	for y := range h {
		row := ""
		for x := 0; x < w; x++ {
			cell := cells[y*w+x]
			row += string(cell.Runes)
			if draw.Width(string(cell.Runes)) > 1 {
				x++
			}
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return b.String()
}

// golden compares a frame with the one on disk.
func (s *stage) golden(name string) {
	s.t.Helper()
	path := filepath.Join("testdata", name+".txt")
	got := s.frame()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			s.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	if got != string(want) {
		s.t.Errorf("%s differs; UPDATE=1 rewrites it\ngot\n%s\nwant\n%s", path, got, want)
	}
}

func TestFrames(t *testing.T) {
	sizes := []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}}
	scenes := []struct {
		name string
		keys []string
		set  func(*fake)
	}{
		{name: "table"},
		{name: "find", keys: []string{"/", "s", "t", "u", "n"}, set: atHand},
		{name: "hand", keys: []string{"1"}, set: atHand},
		{name: "answer", keys: []string{"a", "Enter", "Enter", "↓"}, set: asking},
		{name: "places", set: running},
		{name: "after", keys: []string{"F"}},
		{name: "past", keys: []string{"H", "↑"}, set: earlier},
		{name: "mend", keys: []string{"H", "x"}, set: mending},
		{name: "whom", keys: []string{"a"}},
		{name: "options", keys: []string{"a", "Enter", "2"}},
		{name: "result", keys: []string{"a", "Enter", "Enter"}},
		{name: "prompt", keys: []string{":", "a", "t", "Tab", "s"}},
		{name: "why", keys: []string{"y"}},
		{name: "sheet", keys: []string{"v"}},
		{name: "help", keys: []string{"?"}},
	}
	for _, size := range sizes {
		for _, scene := range scenes {
			t.Run(scene.name+" "+size.name, func(t *testing.T) {
				f := warehouse(t)
				if scene.set != nil {
					scene.set(f)
				}
				newStage(t, f, size.w, size.h).keys(scene.keys...).golden(scene.name + "-" + size.name)
			})
		}
	}
}

// atHand gives the one whose turn it is two favourites.
func atHand(f *fake) {
	f.state, _ = f.rs.Apply(f.state, []rules.Event{{Kind: rules.EventFavour, Who: "kira", Words: []string{"attack, all_out", "check dodging"}}})
}

// asking lets every attack stop at a question.
func asking(f *fake) {
	f.need = func(c gm.Command) error {
		return &rules.Need{Key: "grell.answer", Who: "grell", Text: "Grell: answer?", Choices: []rules.Choice{{Name: "parry", Label: "Parry"}, {Name: "crouch", Label: "Crouch"}}}
	}
}

// running puts people on the line, one of them on the way.
func running(f *fake) {
	f.state, _ = f.rs.Apply(f.state, []rules.Event{
		{Kind: rules.EventPlace, Who: "kira", Value: 0}, {Kind: rules.EventPlace, Who: "grell", Value: 12},
		{Kind: rules.EventActivity, Who: "hanne", What: "jogging"},
		{Kind: rules.EventPlace, Who: "hanne", Value: 8, Going: &rules.Going{Whom: "grell", From: 5}},
	})
}

// earlier gives the last attack its steps, and lets the state have been another one then.
func earlier(f *fake) {
	f.entries[3] = f.attack("kira", "grell", gm.Entry{Seq: 3, Count: 30, Line: "attack grell", Who: "kira"})
	f.at, _ = f.rs.Apply(f.state, []rules.Event{{Kind: rules.EventClock, At: 30}, {Kind: rules.EventPool, Who: "grell", What: "PFT", Value: 20}})
}

// mending plans that the last attack never happened.
func mending(f *fake) {
	earlier(f)
	f.entries[4] = f.entries[3]
	f.plan = &gm.Mended{Seq: 4, Title: "mends 4 (Kira: attack → Grell)", Effects: []string{"Grell: PFT 9 → 19 (+10)", "Dov: bleeding instead of nothing"},
		Entries: []gm.Remade{
			{Seq: 4, Was: "Kira → short sword 56 %, rolled 17, Solid Success ×1.25 · chest · 14 − 4 = 10 → PFT"},
			{Seq: 5, Was: "Dov parries 44 %, rolled 12, made by 10", Refused: "there is nothing to parry"},
			{Seq: 6, Was: "Ilse → bow 41 %, rolled 77, Failure", Now: "Ilse → bow 61 %, rolled 77, Failure", New: []rules.Die{{Die: "d6", For: "Damage", Result: 4}}},
			{Seq: 7, Was: "wait", Now: "wait", Same: true},
		}}
}
