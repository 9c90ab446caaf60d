package dashboard

import (
	"fmt"
	"hybrid/gm/dashboard/draw"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

func TestAttackInThreeKeys(t *testing.T) {
	session := warehouse(t)
	newStage(t, session, 120, 40).keys("a", "Enter", "Enter")
	if got := lastEntry(t, session).Line; got != "attack grell" {
		t.Errorf("got %s, want attack grell", got)
	}
}

func TestLinesThatKeysMake(t *testing.T) {
	gmtest.SkipIfShort(t)
	tests := []struct {
		name string
		keys string
		want string
	}{
		{"the second target by number", "a 2 Enter", "attack scar"},
		{"filtered", "a o s r Backspace Enter Enter", "attack osric"},
		{"ticked by number", "a 1 2 Enter", "attack grell, all_out"},
		{"ticked by space", "a 1 ↓ Space Enter", "attack grell, all_out"},
		{"ticked and taken off again", "a 1 2 2 4 Enter", "attack grell, from_behind"},
		{"a place asked for", "a 1 1 2 Enter", "attack grell, called_shot chest"},
		{"a number asked for", "a 1 3 0 . 5 Enter Enter", "attack grell, rush 0.5"},
		{"another weapon and points", "a 1 → + + + - Enter", "attack grell with dagger, points 1"},
		{"back and forth", "a Esc a Enter Esc 2 Enter", "attack scar"},
		{"somebody else", "j j j a Enter Enter", "bram: attack grell"},
		{"no target", "p Enter", "perceive"},
		{"check", "c 3", "check dodging"},
		{"wait", "w", "wait"},
		{"next", "w n", "next"},
		{"condition", "e 2", "put kira bleeding"},
		{"activity", "m 2", "do kira walking"},
		{"found by a word of its name and one of what it is", "/ w a l k Space d o Enter", "do kira walking"},
		{"kept at hand", "/ d o d g *", "favourite kira check dodging"},
		{"an attack kept without whom it is done to", "a 1 2 *", "favourite kira attack, all_out"},
		{"found, read and given", "/ s t u n Enter e", "put kira stunned"},
		{"found with its verb", "/ p u t Space s t u n Enter", "put kira stunned"},
		{"typed", ": w a i t Enter", "wait"},
		{"typed and completed", ": a t Tab g r Tab Enter", "attack grell"},
		{"typed again", ": w a i t Enter : ↑ Enter", "wait"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			session := warehouse(t)
			before := len(session.Log())
			s := newStage(t, session, 80, 24).keys(strings.Fields(test.keys)...)
			if len(session.Log()) == before {
				t.Fatalf("nothing was done, want %s\n%s", test.want, s.frame())
			}
			if got := lastEntry(t, session).Line; got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestFavouritesRunOnNumbers(t *testing.T) {
	session := warehouse(t, atHand()...)
	s := newStage(t, session, 120, 40).keys("2")
	if got := lastEntry(t, session).Line; got != "check dodging" {
		t.Errorf("got %s", got)
	}
	s.keys("u", "1", "Enter", "Enter")
	if got := lastEntry(t, session).Line; got != "attack grell, all_out" {
		t.Errorf("got %s", got)
	}
	s.keys("7")
	if frame := s.frame(); !strings.Contains(frame, "Kira has no favourite 7") {
		t.Errorf("got\n%s", frame)
	}
}

func TestAPlannedActionLeavesNoTrace(t *testing.T) {
	s := newStage(t, warehouse(t), 120, 40)
	before := s.frame()
	frame := s.keys("a").frame()
	if !strings.Contains(frame, "┄▷") || !strings.Contains(frame, "short sword → Grell") || !strings.Contains(frame, "before it: Hanne 39") {
		t.Errorf("got\n%s", frame)
	}
	if after := s.keys("Esc").frame(); after != before {
		t.Errorf("it stays\n%s", after)
	}
}

func TestSourcesAreToggledWhileChoosing(t *testing.T) {
	s := newStage(t, warehouse(t), 120, 40).keys("a", "Enter", "Ctrl-O")
	if frame := s.frame(); !strings.Contains(frame, "game/pack.yaml:") {
		t.Errorf("no sources\n%s", frame)
	}
	s.keys("Ctrl-O")
	if frame := s.frame(); strings.Contains(frame, "game/pack.yaml:") {
		t.Errorf("they stay\n%s", frame)
	}
}

func TestEscLeavesEverythingAsItWas(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, open := range []string{"a", "c", "p", "e", "m", "h", "y", "v", "b", "/", "?", ":", "s", "S", "R", "A", "M", "+"} {
		session := warehouse(t)
		done := len(session.Log())
		s := newStage(t, session, 80, 24)
		before := s.frame()
		s.keys(open, "Esc")
		if got := s.frame(); got != before {
			t.Errorf("after %s Esc the frame differs\n%s", open, got)
		}
		if len(session.Log()) > done {
			t.Errorf("%s Esc did %s", open, lastEntry(t, session).Line)
		}
	}
}

func TestAnswersAreAsked(t *testing.T) {
	session := warehouse(t, landing()...)
	s := newStage(t, session, 120, 40).keys("D", "3", "n")
	if !strings.Contains(s.frame(), "▸ 1   No answer") || !strings.Contains(s.frame(), "  2   Parry") {
		t.Errorf("the answers are not shown\n%s", s.frame())
	}
	s.keys("2")
	if !strings.Contains(s.frame(), "Ana rolls to hit · Kira attacks Grell with their short sword.") || !strings.Contains(s.frame(), "55 or less │ 1–5 ×2") {
		t.Errorf("the die is not asked for\n%s", s.frame())
	}
	s.keys("x", "Enter")
	if !strings.Contains(s.frame(), "! “x” isn't on a d100. Type 1 to 100.") {
		t.Errorf("the mistake is not shown\n%s", s.frame())
	}
	s.types("00").keys("Enter", "R")
	e := lastEntry(t, session)
	if e.Answers["grell.answer"] != "parry" || len(e.Dice) < 2 || e.Dice[0].Result != 100 || !e.Dice[0].Typed || e.Dice[1].Typed {
		t.Errorf("got %+v", e)
	}
}

func TestDiceAreRolledOnRequest(t *testing.T) {
	session := warehouse(t, landing()...)
	newStage(t, session, 80, 24).keys("D", "Enter", "n", "1", "R")
	if e := lastEntry(t, session); e.Line != "next" || len(e.Dice) == 0 || e.Dice[0].Typed {
		t.Errorf("got %+v", e)
	}
}

func TestRefusalIsOneLineAndKeepsThePrompt(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys(":").types("fly away").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "! No command or action named “fly”") || !strings.Contains(frame, ": fly away") {
		t.Errorf("got\n%s", frame)
	}
}

func TestNextSelectsWhoseTurnItIs(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys("w", "n")
	if s.d.selected != "hanne" {
		t.Errorf("got %s, want hanne", s.d.selected)
	}
}

func TestTextFromDataIsShownAsItIs(t *testing.T) {
	session := warehouse(t, "note [red]bold[-] 漢字 Zoe\u0301")
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 40}} {
		frame := newStage(t, session, size[0], size[1]).frame()
		if !strings.Contains(frame, "[red]bold[-] 漢字 Zo\u00E9") {
			t.Errorf("%v: got\n%s", size, frame)
		}
	}
}

func TestNoSizeBreaksIt(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := warehouse(t)
	for _, open := range [][]string{nil, {"a"}, {"a", "Enter"}, {":", "a"}, {"?"}, {"v"}, {"y"}, {"/"}, {"L"}, {"H"}, {"H", "Enter"}, {"A"}} {
		s := newStage(t, session, 80, 24).keys(open...)
		for _, w := range []int{1, 59, 60, 79, 100, 200} {
			for _, h := range []int{1, 15, 16, 24, 60} {
				s.sim.SetSize(w, h)
				s.draw()
			}
		}
		s.sim.SetSize(80, 24)
		s.draw()
		if want := newStage(t, session, 80, 24).keys(open...).frame(); s.frame() != want {
			t.Errorf("%v: after resizing\n%s\nwant\n%s", open, s.frame(), want)
		}
	}
}

// Whatever is open, a screen that becomes as small as 20×5, and large again, shows afterwards what it did before.
func TestSmallAndBack(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := warehouse(t)
	for _, open := range []string{"? ?", "/ b l", "H / a", "c", "d", "d 1", "e", "s", "h", "m", "M", "i", "F", "S", "R", "+", "+ Tab", "-", "N", "K", "D", "P", "q", "b", "B", "a Enter Space", ": a t t"} {
		s := newStage(t, session, 80, 24).keys(strings.Fields(open)...)
		before := s.frame()
		for _, size := range [][2]int{{20, 5}, {200, 60}, {80, 24}} {
			s.sim.SetSize(size[0], size[1])
			s.draw()
		}
		if s.frame() != before {
			t.Errorf("%s: after resizing\n%s\nwant\n%s", open, s.frame(), before)
		}
	}
}

func TestAPlanFitsEverySize(t *testing.T) {
	s := newStage(t, warehouse(t), 80, 24).keys(amending()...)
	for _, w := range []int{1, 60, 61, 79, 200} {
		for _, h := range []int{1, 16, 24, 60} {
			s.sim.SetSize(w, h)
			s.draw()
			s.keys("PgDn", "↑")
		}
	}
	s.sim.SetSize(80, 24)
	s.keys("PgUp")
	if frame := s.frame(); !strings.Contains(frame, "Changes now") {
		t.Errorf("got\n%s", frame)
	}
}

// Below 60×16 there are the queue, the row of the selected combatant and the prompt, and everything can be done.
func TestVerySmall(t *testing.T) {
	for _, size := range [][2]int{{59, 30}, {100, 15}, {40, 8}} {
		s := newStage(t, warehouse(t), size[0], size[1])
		frame := s.frame()
		for _, want := range []string{"37 ○ Kira", "▸○Kira", ": Kira declares now"} {
			if !strings.Contains(frame, want) {
				t.Errorf("%v: no %q in\n%s", size, want, frame)
			}
		}
		s.keys("a", "Enter", "Enter")
		if got := lastEntry(t, s.d.session).Line; got != "attack grell" {
			t.Errorf("%v: got %s", size, got)
		}
	}
}

func TestMouse(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 120, 40)
	click := func(text string) {
		t.Helper()
		s.clickOnce(tview.MouseLeftClick, text)
		s.draw()
	}
	click("a attack")
	click("2 Scar")
	click("2 [ ] All out")
	click("Enter do it")
	if got := lastEntry(t, session).Line; got != "attack scar, all_out" {
		t.Errorf("got %s", got)
	}
	click("Kira is jogging")
	if s.d.isInPast() || s.d.focus != focusLog {
		t.Errorf("a click on the log left the present\n%s", s.frame())
	}
	click("Old Pummel ")
	if s.d.selected != "pummel" {
		t.Errorf("selected %s, want pummel", s.d.selected)
	}
}

// TestMouseOnly plays a fight from the campaign's page to its end by clicks on the bottom line and on rows, without a key. Its last blow
// comes by hand, lest it depend on the dice.
func TestMouseOnly(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		s := newStage(t, session, size[0], size[1])
		s.d.Brief(true)
		s.draw()
		click := func(text string) {
			t.Helper()
			rows := strings.Split(s.frame(), "\n")
			for y := len(rows) - 1; y >= 0; y-- {
				if at := strings.LastIndex(rows[y], text); at >= 0 {
					s.d.MouseHandler()(tview.MouseLeftClick, tcell.NewEventMouse(draw.Width(rows[y][:at]), y, tcell.Button1, tcell.ModNone), func(tview.Primitive) {})
					s.draw()
					return
				}
			}
			t.Fatalf("no %s in\n%s", text, s.frame())
		}
		click("Enter begin")
		click("n fight")
		attacks, answers, ended := 0, 0, false
		for n := 0; session.State().Running && n < 600; n++ {
			if attacks >= 10 && answers >= 25 && !ended && len(s.d.overlays) == 0 {
				play(t, session, "put gang unconscious")
				s.draw()
			}
			frame := strings.TrimRight(s.frame(), "\n ")
			bar := frame[strings.LastIndex(frame, "\n")+1:]
			switch ended = ended || strings.Contains(bar, "F end"); {
			case strings.Contains(frame, "End it") && strings.Contains(frame, "Fight on"):
				click(" End it")
			case strings.Contains(bar, "Enter"):
				answers++
				click("Enter ")
			case ended:
				click("F end")
			case strings.Contains(frame, "declares now"):
				attacks++
				click("a attack")
			default:
				click("n next")
			}
		}
		if session.State().Running || attacks < 10 || answers < 10 {
			t.Errorf("%v: after %d attacks and %d answers it isn't over\n%s", size, attacks, answers, s.frame())
		}
	}
}

// TestMouseCompletes takes completions of a typed line by clicks, and goes through them by the wheel.
func TestMouseCompletes(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := warehouse(t)
		s := newStage(t, session, size[0], size[1])
		wheel := func(text string) {
			t.Helper()
			s.clickOnce(tview.MouseScrollDown, text)
			s.draw()
		}
		click := func(text string) {
			t.Helper()
			s.clickOnce(tview.MouseLeftClick, text)
			s.draw()
		}
		s.keys(":", "p", "u")
		click("put  ")
		if got := s.d.prompt.edit.Text; got != "put " {
			t.Fatalf("%v: got %q\n%s", size, got, s.frame())
		}
		s.keys("g")
		click("grell  ")
		wheel(" stunned ")
		if got := s.d.prompt.edit.Text; got == "put grell " || !strings.HasPrefix(got, "put grell ") {
			t.Errorf("%v: the wheel chose nothing: %q\n%s", size, got, s.frame())
		}
		s.keys("Ctrl-W", "s", "t", "u")
		click(" stunned ")
		click("Enter do it")
		if got := lastEntry(t, session).Line; got != "put grell stunned" {
			t.Errorf("%v: got %q\n%s", size, got, s.frame())
		}
	}
}

// TestMouseTypes: numbers of dialogs and forms, choices of forms, keys that have no room, people, the clock and what comes take clicks.
func TestMouseTypes(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := warehouse(t, append(landing(), "dice all")...)
		s := newStage(t, session, size[0], size[1])
		click := func(text string) {
			t.Helper()
			s.clickOnce(tview.MouseLeftClick, text)
			s.draw()
		}
		pad := func(digits string) {
			t.Helper()
			for _, digit := range digits {
				rows := strings.Split(s.frame(), "\n")
				bar := rows[size[1]-1]
				at := strings.Index(bar, "0 1 2 3")
				event := tcell.NewEventMouse(draw.Width(bar[:at])+2*int(digit-'0'), size[1]-1, tcell.Button1, tcell.ModNone)
				s.d.MouseHandler()(tview.MouseLeftClick, event, func(tview.Primitive) {})
				s.draw()
			}
		}
		click("n next")
		click("1   No answer")
		if s.d.mode() != modeDie {
			t.Fatalf("no die is asked for\n%s", s.frame())
		}
		pad("37")
		s.shows(t, "37")
		click("⌫")
		pad("0")
		click("Enter take")
		if last := s.frame(); !strings.Contains(last, "30") {
			t.Errorf("the die was not taken\n%s", last)
		}
		session = sampleSession(t)
		play(t, session, "begin warehouse", "turn kira 1")
		s = newStage(t, session, size[0], size[1])
		click("d damage")
		form := topOverlay[*form](s.d)
		chosen := form.fields[0].chosen
		click("◂ ")
		turned := form.fields[0].chosen
		if click("▸   "); turned == chosen || form.fields[0].chosen != chosen {
			t.Errorf("a click turns no choice\n%s", s.frame())
		}
		click("Esc back")
		bar := func() string { return lineOf(s.frame(), "»") }
		for n := 0; !strings.Contains(bar(), "F end the fight"); n++ {
			if click("»"); n > 20 {
				t.Fatalf("no end of the fight in the bottom line\n%s", s.frame())
			}
		}
		play(t, session, "finish")
		s.keys("Esc").keys("Esc")
		click("Warehouse at Low Tide")
		s.shows(t, "Pass time for")
	}
}

func TestEveryKeyIsInTheHelpOnce(t *testing.T) {
	d := New(warehouse(t), Options{})
	seen := map[string]string{}
	for _, k := range d.bindings {
		for _, name := range k.names {
			id := fmt.Sprint(k.mode, " ", name)
			if before, twice := seen[id]; twice {
				t.Errorf("key %s means %q and %q", id, before, k.help)
			}
			seen[id] = k.help
		}
	}
}

// TestRun drives the real loop: keys in, one function from outside, and the end.
func TestRun(t *testing.T) {
	session := warehouse(t)
	sim := tcell.NewSimulationScreen("UTF-8")
	d := New(session, Options{})
	ended := make(chan error)
	go func() { ended <- d.Run(Options{Screen: sim}) }()
	ran := make(chan string)
	go d.Post(func() {
		sim.InjectKey(tcell.KeyRune, 'w', tcell.ModNone)
		sim.InjectKey(tcell.KeyRune, 'q', tcell.ModNone)
		sim.InjectKey(tcell.KeyRune, 'q', tcell.ModNone) // again, as a fight is on
		close(ran)
	})
	<-ran
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got := lastEntry(t, session).Line; got != "wait" {
		t.Errorf("got %s", got)
	}
	d.Post(func() { t.Error("a function ran after the end") })
}

// countingScreen is a terminal that counts the cells it is given.
type countingScreen struct {
	tcell.SimulationScreen
	puts int
}

func (c *countingScreen) Put(x, y int, text string, style tcell.Style) (string, int) {
	c.puts++
	return c.SimulationScreen.Put(x, y, text, style)
}

func TestOnlyWhatChangedIsSent(t *testing.T) {
	sim := tcell.NewSimulationScreen("UTF-8")
	if err := sim.Init(); err != nil {
		t.Fatal(err)
	}
	sim.SetSize(120, 40)
	terminal := &countingScreen{SimulationScreen: sim}
	s := stageOn(t, warehouse(t), terminal, sim)
	terminal.puts = 0
	s.keys("j")
	if terminal.puts == 0 || terminal.puts > 400 {
		t.Errorf("one key sent %d cells", terminal.puts)
	}
	terminal.puts = 0
	s.draw()
	if terminal.puts != 0 {
		t.Errorf("the same frame again sent %d cells", terminal.puts)
	}
}

func BenchmarkKey(b *testing.B) {
	s := newStage(b, crowd(b, 200, 10000), 120, 40)
	keys := []*tcell.EventKey{tcell.NewEventKey(tcell.KeyDown, 0, tcell.ModNone), tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.d.handleKey(keys[i%2])
		s.draw()
	}
}

func BenchmarkChoosing(b *testing.B) {
	s := newStage(b, crowd(b, 200, 10000), 120, 40).keys("n", "a")
	if len(s.d.overlays) == 0 {
		b.Fatalf("nothing is chosen\n%s", s.frame())
	}
	keys := []*tcell.EventKey{tcell.NewEventKey(tcell.KeyDown, 0, tcell.ModNone), tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.d.handleKey(keys[i%2])
		s.draw()
	}
}

// BenchmarkStart is from nothing to the first whole frame: the game and the campaign are read, the session opened on
// disk with its first encounter, and the screen drawn.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		campaign, err := campaign.Open(campaign.Sample, nil)
		if err != nil {
			b.Fatal(err)
		}
		session, _, err := gm.Open(campaign, gm.Options{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := session.Do(command.Command{Line: "begin " + campaign.Encounters()[0].Name}); err != nil {
			b.Fatal(err)
		}
		newStage(b, session, 120, 40)
		session.Close()
	}
}

// TestRollingWithTheBlow: where the blow hits all the same initiative is rolled again, and the action in the making is lost.
func TestRollingWithTheBlow(t *testing.T) {
	gmtest.SkipIfShort(t)
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn grell 1", "turn kira 2", "next", "attack kira with bastard_sword", "next", "attack grell with sabre")
	s := newStage(t, session, 80, 24).keys("n")
	row := regexp.MustCompile(`(\d)   Roll with the blow: .*\n`).FindStringSubmatch(s.frame())
	if row == nil || !strings.HasSuffix(strings.TrimSpace(row[0]), "re-roll") {
		t.Fatalf("the row is %q\n%s", row, s.frame())
	}
	for range row[1][0] - '1' {
		s.keys("↓")
	}
	if want := "if it hits, gives up bastard sword → Kira (11), rolls initiative"; !strings.Contains(s.frame(), want) {
		t.Errorf("want %s\n%s", want, s.frame())
	}
}

// TestMouseOnGoals: a click on a goal of the scene lists the check that counts for it and steps by hand, and clicks do them.
func TestMouseOnGoals(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		session := sampleSession(t)
		play(t, session, "begin mole")
		s := newStage(t, session, size[0], size[1])
		s.d.selectKey("kira")
		for _, step := range []struct{ click, line string }{
			{"Kira: persuade", "kira: task persuade_guard"},
			{"+1 by hand", "goal pell +1"},
			{"−0.5 by hand", "goal pell −0.5"},
		} {
			for _, text := range []string{"pell: Sergeant", step.click} {
				s.draw()
				s.clickOnce(tview.MouseLeftClick, text)
				s.draw()
			}
			if got := lastEntry(t, session).Line; got != step.line {
				t.Errorf("%v: a click on %q does %q, want %q\n%s", size, step.click, got, step.line, s.frame())
			}
		}
	}
}

// TestGoalIsOver: a goal that is reached or failed says so above the people, and is offered no further check.
func TestGoalIsOver(t *testing.T) {
	fails := slices.Repeat([]string{"kira: task persuade_guard, dice 95"}, 6)
	for fate, lines := range map[string][]string{"reached": {"goal pell +2"}, "failed": fails} {
		session := sampleSession(t)
		play(t, session, append([]string{"begin mole"}, lines...)...)
		s := newStage(t, session, 120, 40)
		s.d.selectKey("kira")
		s.draw()
		s.clickOnce(tview.MouseLeftClick, "pell: Sergeant")
		s.draw()
		if frame := s.frame(); strings.Count(frame, ", "+fate) < 2 || strings.Contains(frame, "Kira: persuade") || !strings.Contains(frame, "+1 by hand") {
			t.Errorf("%s\n%s", fate, frame)
		}
	}
}
