package dashboard

import (
	"context"
	"os"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/seats"
	"hybrid/gm/simulate"
)

// The Dashboard: its parts, its options, and how it runs. desk_keys.go handles keys, desk_frame.go draws frames.
//
// The desk is the screen with nothing open: panels for the order of turns, the combatants, the inspector (details of one thing) and the
// log. Lists, dialogs and pages open above it as overlays. A line is the text of a command, typed at the prompt or composed from lists. A
// seat is a player's phone, served over HTTP; what players want to do arrives as proposals, which wait in a tray for the game master's
// approval. A plan is the preview of a change of the past. Time in a fight passes in counts, the game's units of time; in a game in
// rounds, sides take turns instead.

// Options holds the settings of a dashboard. The zero value uses the theme for the terminal's background.
type Options struct {
	Theme  string       // dark, light, safe or mono; "" chooses mono if NO_COLOR is set, otherwise the theme for the terminal's background
	Plain  bool         // whether to replace signs that not every font has, as on the Linux console
	Screen tcell.Screen // screen to draw on; nil for the result of OpenTerminal
	Mouse  bool         // whether clicks and turns of the mouse wheel are handled

	Seats     seats.Options // settings of the players' seats
	OpenSeats bool          // whether to open the seats immediately

	Tour      bool // whether to guide a newcomer through the fight
	OfferTour bool // whether to offer the tour on the encounter's first screen
}

// TerminalError is returned if a terminal can't be drawn on. Its text advises what to do.
type TerminalError = draw.TerminalError

// Dashboard is the frame around the panels. It handles keys, runs lines and holds the overlays; each panel has a cursor of its own and
// draws itself. Only Post may be called outside the goroutine that calls Run. It has many methods because each key of the desk runs one.
type Dashboard struct {
	*tview.Box
	*view
	pages pages // builder of pages, with the same view

	app           *tview.Application
	screen        *draw.Screen    // terminal; nil before Run
	themes        []draw.Theme    // all themes, in the order in which a key cycles through them
	theme         int             // index of the current theme
	isThemeChosen bool            // whether the user chose the theme, so that it doesn't follow the terminal's background
	ended         chan struct{}   // closed when Run returns
	inLoop        func(do func()) // calls do between two key presses, then draws a frame

	bindings        bindings      // all keys: programKeys, and those that the rules give to actions
	programKeys     []binding     // bindings of the program itself
	overlays        []overlay     // open lists, dialogs and pages, the topmost last
	openQuestion    shownQuestion // shown question of the session, for an answer or a die roll that a command needs; its id is 0 for none
	prompt          prompt        // line at the bottom where commands are typed
	message         bottomLine    // message just above the prompt, until the next key press
	staleRules      string        // error in the newest version of the rules' files, which isn't in use; "" if it is
	jobs            int           // number of background jobs that are running
	overlayWork     []overlayJob  // background work for the open overlays
	awaited         awaitedWork   // work that the user waits for
	precision       float64       // half-width of the confidence interval at which a simulation stops, as a share from 0 to 1
	isQuitConfirmed bool          // whether quit was pressed once while not everything was saved

	layout     layout          // places of the panels in the last frame
	timeline   timelinePanel   // lanes of combatants along the counts of a fight
	queue      queuePanel      // coming events in order, in place of the timeline on a low screen
	combatants combatantsPanel // table of combatants
	columns    sidesPanel      // a column for each side, in place of timeline and table in a game in rounds
	inspector  inspectorPanel  // details of one thing
	log        logPanel        // entries of the session's log, one for each command carried out
	keyBar     keyBar          // keys in the bottom line
	clicked    [2]int          // column and row of the last click
	progress   progress        // the bar for replaying the past, drawn over the last frame

	menus     menus           // lists that keys open
	past      pastMoment      // entry whose moment is shown while the user looks at the past, with the keys to amend it
	phones    phones          // players' seats, and what they propose
	tray      tray            // players' proposals that wait for approval
	forecast  forecast        // chances of the current fight, computed in the background
	planShown func(*planView) // called when a plan to change the past is shown, to compute its effect on the chances

	tour      *tour // guide for newcomers, shown below the dashboard; nil if there is none
	offerTour bool  // whether the encounter's first screen offers the tour
	wantsTour bool  // whether Run ended because the offered tour was accepted
}

// focus is the panel in which the arrow keys move.
type focus int

// bottomLine is a message of the session or the dashboard, shown until the next key press.
type bottomLine struct {
	text string // words of the message; "" if there is none
	bad  bool   // whether it is an error or a refusal
}

// New returns a dashboard for a session. From then on, the session reports the progress of long work to it.
func New(session *gm.Session, opts Options) *Dashboard {
	if opts.Theme == "" && os.Getenv("NO_COLOR") != "" {
		opts.Theme = "mono"
	}
	v := newView(session)
	ps := pages{v}
	isPlain := opts.Plain || draw.LacksSigns(runtime.GOOS, os.Getenv, "")
	d := &Dashboard{
		Box: tview.NewBox(), view: v, pages: ps, app: tview.NewApplication(), ended: make(chan struct{}),
		themes: draw.Themes(isPlain), theme: draw.ThemeIndex(opts.Theme),
		timeline: timelinePanel{v}, queue: queuePanel{view: v}, combatants: combatantsPanel{view: v}, columns: sidesPanel{view: v},
		inspector: inspectorPanel{pages: ps}, log: logPanel{view: v},
	}
	d.keyBar, d.menus, d.past = keyBar{d: d}, menus{d: d}, pastMoment{d: d}
	d.forecast = forecast{d: d, cursor: gm.NewCursor(session)}
	d.planShown = d.forecast.addPlanChances
	d.phones, d.tray = phones{d: d, options: opts.Seats}, tray{d: d}
	d.openQuestion.d, d.prompt.d = d, d
	d.inLoop, d.precision = func(do func()) { d.app.QueueUpdateDraw(do) }, simulate.UsualHalfWidth
	d.progress = progress{d: d, now: time.Now}
	gm.OnProgress(session, d.progress.reportProgress)
	d.isThemeChosen = opts.Theme != ""
	if d.offerTour = opts.OfferTour; opts.Tour {
		d.tour = loadTour()
	}
	d.startWork = func(work func(context.Context) func()) {
		d.runInBackground(context.Background(), work, func(then func()) { d.runGuarded("Odds", then) })
	}
	bindKeys(d)
	d.followTurn("", nil)
	return d
}

// WantsTour reports whether Run ended because the user accepted the tour.
func (d *Dashboard) WantsTour() bool { return d.wantsTour }

// OpenTerminal returns the terminal of the process, which is unchanged until a dashboard runs on it. It fails if there is no usable
// terminal.
func OpenTerminal() (tcell.Screen, error) { return draw.NewTerminal() }

// Run shows the dashboard until the user quits. opts are those passed to New. It fails if there is no terminal.
func (d *Dashboard) Run(opts Options) error {
	defer close(d.ended)
	terminal := opts.Screen
	if terminal == nil {
		var err error
		if terminal, err = OpenTerminal(); err != nil {
			return err
		}
	}
	d.screen = draw.NewScreen(terminal)
	if !d.isThemeChosen {
		var latest atomic.Bool // the latest answer, since posts may run out of order
		d.screen.AskBackground(os.Getenv("COLORFGBG"), func(light bool) {
			latest.Store(light)
			go d.Post(func() { d.followBackground(latest.Load()) })
		})
	}
	d.app.SetScreen(d.screen)
	if err := d.screen.InitErr(); err != nil {
		return err
	}
	if terminal.CharacterSet() != "UTF-8" {
		d.themes = draw.Themes(true)
	}
	d.app.SetInputCapture(func(event *tcell.EventKey) *tcell.EventKey {
		if event.Key() == tcell.KeyCtrlC { // handle Ctrl-C like any other key; tview would stop the program
			return tcell.NewEventKey(tcell.KeyCtrlC, 0, tcell.ModNone)
		}
		return event
	})
	defer d.phones.closeSeats()
	defer draw.HandleEndSignals(d.app.Stop)()
	if opts.OpenSeats {
		d.phones.openAtStart()
	}
	return d.app.EnableMouse(opts.Mouse).EnablePaste(true).SetRoot(d, true).Run()
}

// ShowReload shows line, which says that the rules were reloaded or, if bad is set, that they could not be. It closes everything that
// depends on the earlier rules. It must be called in the goroutine of Run.
func (d *Dashboard) ShowReload(line string, bad bool) {
	d.staleRules = ""
	if bad {
		d.staleRules = line
	} else {
		d.overlays, d.openQuestion.id, d.moment, d.inspector.content = nil, 0, nil, inspectorContent{}
		d.dropCached()
		d.combatants.laid, d.markedState = nil, nil
		bindKeys(d)
		d.ensureSelection()
	}
	d.message = bottomLine{text: line, bad: bad}
}

// InputHandler returns the handler of all keys, which tview calls.
func (d *Dashboard) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return func(event *tcell.EventKey, _ func(tview.Primitive)) { d.handleKey(event) }
}

// PasteHandler returns the handler of pasted text, which tview calls.
func (d *Dashboard) PasteHandler() func(string, func(tview.Primitive)) {
	return func(text string, _ func(tview.Primitive)) { d.insertPaste(text) }
}

// openPromptFor opens the prompt with a verb followed by the selected combatant or, if the verb takes several, the ticked ones. The user
// types the rest.
func (d *Dashboard) openPromptFor(verb string) {
	if d.selected == "" {
		d.prompt.openWith(verb + " ")
		return
	}
	whom := d.typedName(d.selected)
	if a := d.session.State().Find(d.selected); a != nil && len(d.tickedActors()) > 0 && d.session.Game().Verbs.Get(verb).TakesSeveral {
		whom = d.targetWords(a)
	}
	d.prompt.openWith(verb + " " + whom + " ")
}

// followBackground selects the theme for a light or a dark background, unless the user chose one.
func (d *Dashboard) followBackground(light bool) {
	if !d.isThemeChosen {
		d.theme = draw.ThemeFor(light)
	}
}

// suspend suspends the program until the shell continues it.
func (d *Dashboard) suspend() {
	if d.screen == nil {
		return
	}
	if err := d.screen.StopProgram(); err != nil {
		d.showError(err)
	}
}

// nextTheme selects the next colour theme and shows its name.
func (d *Dashboard) nextTheme() {
	d.isThemeChosen = true
	d.theme = (d.theme + 1) % len(d.themes)
	d.showMessage("theme " + d.themes[d.theme].Name + ": " + d.themes[d.theme].Text)
}

// redrawAll redraws the whole screen, in case another program has written to the terminal.
func redrawAll(d *Dashboard) {
	if d.screen != nil {
		d.screen.Sync()
	}
}

// quit ends the program. If not everything is saved, q must be pressed twice. If something in the encounter would continue, such as
// bleeding, it asks first what to do about it. A tour ends at once.
func (d *Dashboard) quit() {
	if d.tour != nil {
		d.app.Stop()
		return
	}
	if err := d.session.SaveError(); err != nil && !d.isQuitConfirmed {
		d.message = bottomLine{text: "Press q again to quit anyway: " + err.Error(), bad: true}
		d.isQuitConfirmed = true
		return
	}
	if e := d.pendingEnding(); len(e.Lines)+len(e.Busy) > 0 {
		d.menus.settleEncounterThen("quit", d.app.Stop, d.app.Stop)
		return
	}
	d.app.Stop()
}

// turnFocus moves the focus to the next panel (by is 1) or the previous one (-1), and skips the inspector if it isn't visible.
func (d *Dashboard) turnFocus(by int) {
	d.focus = (d.focus + focus(by) + focusCount) % focusCount
	if d.focus == focusInspector && !d.layout.hasInspector && d.inspectorPage() == nil {
		d.focus = (d.focus + focus(by) + focusCount) % focusCount
	}
}

// moveCursor moves the cursor of the focused panel down by the given number of rows, or up if by is negative.
func (d *Dashboard) moveCursor(by int) {
	switch d.focus {
	case focusLog:
		d.log.moveCursor(-by)
	case focusInspector:
		d.inspector.Scroll(by)
	default:
		s := d.session.State()
		if len(s.Actors) > 0 {
			d.selectKey(s.Actors[moveIndex(d.selectedAt(), by, len(s.Actors))].Key)
		}
	}
}

// turnPage scrolls the log, or the inspector if it is focused, down by the given number of pages, or up if by is negative.
func (d *Dashboard) turnPage(by int) {
	if d.focus == focusInspector {
		d.inspector.ScrollPages(by)
		return
	}
	d.log.scrollOlder(-by * max(1, d.log.shownRows-1))
}

// openSelected opens the entry under the cursor of the log or, if another panel has the focus, the selected combatant's sheet. If
// that combatant is moving and may declare now, it lets the combatant keep moving instead.
func (d *Dashboard) openSelected() {
	if a := d.session.State().Find(d.selected); d.focus != focusLog && a != nil && a.Open && a.Going != nil {
		d.menus.continueMove(a)
		return
	}
	if d.focus != focusLog {
		d.showSheet()
		return
	}
	seq := d.log.selectedSeq()
	if seq == 0 {
		return
	}
	entry, err := d.session.Entry(seq)
	if err != nil {
		d.showError(err)
		return
	}
	d.inspector.showEntry(&entry, true)
	d.focus = focusInspector
}
