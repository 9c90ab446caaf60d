package dashboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/gmtest"
)

// stage is a dashboard on a simulated terminal. The goroutine of the test is its loop: as in Dashboard.Run, what comes from
// elsewhere is carried out between two keys, and the next key is pressed when nothing is being worked out any more.
type stage struct {
	t      testing.TB
	d      *Dashboard
	screen *draw.Screen
	sim    tcell.SimulationScreen
	posted chan posted
}

// posted is a function for the loop; done is closed when it was carried out and a frame was drawn.
type posted struct {
	do   func()
	done chan struct{}
}

func newStage(t testing.TB, session *gm.Session, w, h int) *stage {
	t.Helper()
	sim := tcell.NewSimulationScreen("UTF-8")
	if err := sim.Init(); err != nil {
		t.Fatal(err)
	}
	sim.SetSize(w, h)
	return stageOn(t, session, sim, sim)
}

// stageOn returns a stage on a terminal, which shows what sim does.
func stageOn(t testing.TB, session *gm.Session, terminal tcell.Screen, sim tcell.SimulationScreen) *stage {
	s := &stage{t: t, d: New(session, Options{}), screen: draw.NewScreen(terminal), sim: sim, posted: make(chan posted)}
	s.d.screen, s.d.precision = s.screen, 1
	s.d.inLoop = func(do func()) {
		p := posted{do, make(chan struct{})}
		s.posted <- p
		<-p.done
	}
	s.draw()
	return s
}

// draw draws a frame, and another for all that is being worked out, until nothing is.
func (s *stage) draw() {
	s.drawOnce()
	for s.d.jobs > 0 {
		s.takePosted(<-s.posted)
	}
	for {
		select {
		case p := <-s.posted:
			s.takePosted(p)
		default:
			return
		}
	}
}

// takePosted carries out what was posted.
func (s *stage) takePosted(p posted) {
	p.do()
	s.drawOnce()
	close(p.done)
}

func (s *stage) drawOnce() {
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
		s.d.handleKey(tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone))
		s.draw()
	}
	return s
}

// press presses a key by its name: one character, a special key, or Ctrl- and a capital. Another name fails the test.
func (s *stage) press(name string) {
	special := map[string]tcell.Key{
		"Enter": tcell.KeyEnter, "Esc": tcell.KeyEsc, "Tab": tcell.KeyTab, "Shift-Tab": tcell.KeyBacktab, "↑": tcell.KeyUp,
		"↓": tcell.KeyDown, "←": tcell.KeyLeft, "→": tcell.KeyRight, "PgUp": tcell.KeyPgUp, "PgDn": tcell.KeyPgDn,
		"Home": tcell.KeyHome, "End": tcell.KeyEnd, "Backspace": tcell.KeyBackspace2,
	}
	if key, ok := special[name]; ok {
		s.d.handleKey(tcell.NewEventKey(key, 0, tcell.ModNone))
		return
	}
	if letter, ok := strings.CutPrefix(name, "Ctrl-"); ok && len(letter) == 1 && letter >= "A" && letter <= "Z" {
		s.d.handleKey(tcell.NewEventKey(tcell.KeyCtrlA+tcell.Key(letter[0]-'A'), 0, tcell.ModCtrl))
		return
	}
	if name == "Space" {
		name = " "
	}
	runes := []rune(name)
	if len(runes) != 1 {
		s.t.Fatalf("no key is named %q", name)
	}
	s.d.handleKey(tcell.NewEventKey(tcell.KeyRune, runes[0], tcell.ModNone))
}

// clickOnce makes a click on a text of the frame.
func (s *stage) clickOnce(action tview.MouseAction, text string) {
	s.t.Helper()
	for y, row := range strings.Split(s.frame(), "\n") {
		if at := strings.Index(row, text); at >= 0 {
			event := tcell.NewEventMouse(draw.Width(row[:at]), y, tcell.Button1, tcell.ModNone)
			s.d.MouseHandler()(action, event, func(tview.Primitive) {})
			return
		}
	}
	s.t.Fatalf("no %s in\n%s", text, s.frame())
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
	gmtest.SkipIfShort(t)
	sizes := []struct {
		name string
		w, h int
	}{{"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}}
	scenes := []struct {
		name string
		keys []string
		play []string // lines before it
	}{
		{name: "table"},
		{name: "find", keys: []string{"/", "s", "t", "u", "n"}, play: atHand()},
		{name: "hand", keys: []string{"1"}, play: atHand()},
		{name: "answer", keys: []string{"n", "↓"}, play: landing()},
		{name: "places", play: onTheLine()},
		{name: "known", keys: []string{"K"}, play: []string{"reveal grell PFT to kira"}},
		{name: "after", keys: []string{"F", "2"}},
		{name: "past", keys: []string{"H", "↑"}, play: append(landing(), "next, answer none", "next, answer none")},
		{name: "mend", keys: amending()},
		{name: "whom", keys: []string{"a"}},
		{name: "options", keys: []string{"a", "Enter", "2"}},
		{name: "result", keys: []string{"n", "Enter"}, play: landing()},
		{name: "prompt", keys: []string{":", "a", "t", "Tab", "s"}},
		{name: "why", keys: []string{"y"}},
		{name: "sheet", keys: []string{"v"}},
		{name: "help", keys: []string{"?"}},
		{name: "die", keys: []string{"D", "Enter", "n", "2", "1", "2"}, play: landing()},
		{name: "whose", keys: []string{"D", "↓", "↓", "↓", "↓", "Space"}},
	}
	for _, size := range sizes {
		for _, scene := range scenes {
			t.Run(scene.name+" "+size.name, func(t *testing.T) {
				newStage(t, warehouse(t, scene.play...), size.w, size.h).keys(scene.keys...).golden(scene.name + "-" + size.name)
			})
		}
	}
}

// atHand gives the one whose turn it is two favourites.
func atHand() []string {
	return []string{"favourite kira attack, all_out", "favourite kira check dodging"}
}

// landing goes on to where Kira's attack lands, and stops at the answer to it.
func landing() []string {
	return []string{"attack grell", "next", "wait", "next", "next", "wait", "next", "wait", "next", "wait"}
}

// onTheLine puts combatants on the line, one of them on the way.
func onTheLine() []string {
	return []string{"place kira 0", "place grell 12", "place hanne 5", "move hanne to grell jogging"}
}

// amending are the keys that plan that the attack on Dov was not parried.
func amending() []string {
	return append(append([]string{":"}, strings.Split("amend 13 next, answer none", "")...), "Enter")
}

// TestUndoneIsNotInspected shows the combatant again, and not the entry that was undone.
func TestUndoneIsNotInspected(t *testing.T) {
	session := warehouse(t, append(landing(), "next, answer none, dice 40 20")...)
	s := newStage(t, session, 120, 40)
	s.d.inspector.showEntry(new(lastEntry(t, session)), false)
	s.keys("u")
	if s.d.inspector.content.entry != nil {
		t.Errorf("the inspector shows what was undone\n%s", s.frame())
	}
	if s.keys("U"); s.d.inspector.content.entry == nil {
		t.Errorf("the inspector does not show what was done again\n%s", s.frame())
	}
}

// TestEncountersAt80x24 lists all encounters of the sample campaign on a small screen.
func TestEncountersAt80x24(t *testing.T) {
	session := sampleSession(t)
	for _, lines := range [][]string{nil, {"begin warehouse", "finish"}} {
		play(t, session, lines...)
		s := newStage(t, session, 80, 24).keys("Esc", "b")
		for _, e := range session.Campaign().Encounters() {
			if !strings.Contains(s.frame(), e.Label) || !strings.Contains(s.frame(), "Begin which scene?") {
				t.Fatalf("%s is not in view\n%s", e.Label, s.frame())
			}
		}
	}
}

// TestCompletionsCoverRows leaves no rest of a row beside the completions.
func TestCompletionsCoverRows(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys("?").types("q").keys(":").types("set kira P")
	for _, row := range strings.Split(s.frame(), "\n") {
		if _, rest, found := strings.Cut(row, "┐"); found && strings.TrimSpace(rest) != "" {
			t.Errorf("%q stands beside the completions\n%s", rest, s.frame())
		}
	}
}

// TestNoteCompletesNothing offers no action while the text of a note is typed.
func TestNoteCompletesNothing(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys("N").types("at")
	if frame := s.frame(); strings.Contains(frame, "attack") && strings.Contains(frame, "▸ attack") || len(s.d.prompt.completions) > 0 {
		t.Errorf("a note is completed\n%s", frame)
	}
}

// TestSceneInTheTitle shows light and ground with what they cost, on small screens behind a shorter title.
func TestSceneInTheTitle(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 1", "next")
	for _, row := range []struct {
		w, h int
		want []string
	}{
		{200, 60, []string{"Warehouse at Low Tide · half light −3", "count 1 · 0.1 s · day 1, 21:40"}},
		{120, 40, []string{"Warehouse at Low Tide · half light −3", "count 1 · 0.1 s · day 1, 21:40"}},
		{80, 24, []string{"Warehouse at Low Tide · half light −3", "count 1 · 0.1 s · day 1, 21:40"}},
		{40, 12, []string{"count 1 · 0.1 s", "saved"}},
	} {
		title, _, _ := strings.Cut(newStage(t, session, row.w, row.h).frame(), "\n")
		for _, want := range row.want {
			if !strings.Contains(title, want) {
				t.Errorf("%d×%d: no %q in %q", row.w, row.h, want, title)
			}
		}
	}
	play(t, session, "scene light_half, rolling_deck")
	if frame := newStage(t, session, 200, 60).frame(); !strings.Contains(frame, " scene         half light −3") {
		t.Errorf("the encounter's pane does not say what its light costs\n%s", frame)
	}
	if title, _, _ := strings.Cut(newStage(t, session, 120, 40).frame(), "\n"); !strings.Contains(title, "half light −3 · ") {
		t.Errorf("two situations: %q", title)
	}
	play(t, session, "scene poor_light")
	if title, _, _ := strings.Cut(newStage(t, session, 80, 24).frame(), "\n"); !strings.Contains(title, "poor light −3") {
		t.Errorf("what costs only some rolls: %q", title)
	}
	if title, _, _ := strings.Cut(newStage(t, session, 120, 40).frame(), "\n"); !strings.Contains(title, "poor light −3 (perception)") {
		t.Errorf("of which rolls isn't said: %q", title)
	}
	play(t, session, "scene")
	if title, _, _ := strings.Cut(newStage(t, session, 120, 40).frame(), "\n"); strings.Contains(title, "light") {
		t.Errorf("no situation: %q", title)
	}
}

// TestSixteenCombatants shows how many combatants there are, those who act next, and gives empty rows of the log to them.
func TestSixteenCombatants(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "add 6 dock_cutter side gang", "turn dock_cutter_6 5", "turn kira 9", "turn dov 30", "turn ilse 30", "turn bram 30", "turn grell 30",
		"turn cutter_1 30", "turn bruiser 30", "turn shooter 30", "turn hanne 30", "turn warden 30")
	s := newStage(t, session, 80, 24)
	s.d.selected = "grell"
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, " of 16") || !strings.Contains(lineOf(frame, "Dock cutter 6 ╎"), "○5") || !strings.Contains(frame, "▸ Grell") {
		t.Errorf("who acts next is not in view, or nothing says how many there are\n%s", frame)
	}
	s.d.selected = "kira"
	s.draw()
	if frame := s.frame(); !strings.Contains(frame, "1–11 of 16") || !strings.Contains(frame, "▸ Kira") {
		t.Errorf("the selected combatant is not in view\n%s", frame)
	}
	seen := map[string]bool{}
	for range 20 {
		for _, row := range s.d.combatants.rows {
			seen[row] = true
		}
		s.keys("j")
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 can be reached", len(seen))
	}
	few := sampleSession(t)
	play(t, few, "begin warehouse", "add 6 dock_cutter side gang")
	if frame := newStage(t, few, 120, 40).frame(); strings.Contains(frame, "of 16") {
		t.Errorf("the log has empty rows, and not all have one\n%s", frame)
	}
}

// TestOneLightAtATime takes the light of before off when another one of its group is ticked.
func TestOneLightAtATime(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "scene light_half, rolling_deck")
	s := newStage(t, session, 80, 24).keys("S").types("dark").keys("Space", "Enter")
	if got := lastEntry(t, session).Line; got != "scene rolling_deck, light_bad" && got != "scene rolling_deck, poor_light" {
		t.Errorf("the keys did %s\n%s", got, s.frame())
	}
}

// TestLongMessagesAreWhole: a refusal that is wider than the screen says what to do all the same, above the prompt, and the line
// that was typed stays. The next key takes it away.
func TestLongMessagesAreWhole(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse")
	for _, size := range [][2]int{{80, 24}, {120, 40}, {60, 20}} {
		s := newStage(t, session, size[0], size[1]).keys("Esc")
		before := s.frame()
		s.types(":put kira held by grell").keys("Enter")
		frame := s.frame()
		if got := strings.Join(strings.Fields(frame), " "); !strings.Contains(got, "put kira gripped by") || !strings.Contains(got, "put kira held by grell") {
			t.Errorf("at %d×%d the refusal is not whole:\n%s", size[0], size[1], frame)
		}
		if after := s.keys("Esc", "Esc").frame(); after != before {
			t.Errorf("at %d×%d it stays:\n%s", size[0], size[1], after)
		}
	}
}
