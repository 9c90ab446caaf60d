package follow

import (
	"os"
	"runtime"
	"time"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
	"hybrid/gm/seats"
)

// The screen on which a seat is watched without playing: its text, scrolling and keys. A seat is a player's place in the session, usually
// on a phone. Its text has two parts, the current situation and the log.

// ViewFunc returns the view of a seat, that is, what one player's character knows. changed reports whether it may differ from the last
// call. problem is the reason why it could not be computed, or ""; the previous text then stays.
type ViewFunc func() (text seats.Text, changed bool, problem string)

// Options holds the settings of the screen.
type Options struct {
	Theme  string       // name of a theme of the dashboard; "" for mono if NO_COLOR is set, otherwise for one that fits the background
	Plain  bool         // whether to replace characters that some fonts lack
	Screen tcell.Screen // screen to draw on; nil for [draw.NewTerminal]
}

// view holds the contents of the terminal.
type view struct {
	text    seats.Text  // situation and log, from the first call of the ViewFunc or the last one that reported a change
	problem string      // reason why text may be out of date; "" if there is none
	theme   *draw.Theme // theme in which it is drawn
	pager   draw.Pager  // scroll position of the current situation
}

// ShowSeat shows the text that look returns until the user quits. It calls look again at the interval every.
func ShowSeat(opts Options, every time.Duration, look ViewFunc) error {
	terminal := opts.Screen
	if terminal == nil {
		var err error
		if terminal, err = draw.NewTerminal(); err != nil {
			return err
		}
	}
	if opts.Theme == "" && os.Getenv("NO_COLOR") != "" {
		opts.Theme = "mono"
	}
	screen := draw.NewScreen(terminal)
	var light <-chan bool // receives whether the background is light; nil if the theme doesn't depend on it
	if opts.Theme == "" {
		light = askBackground(screen)
	}
	if err := screen.Init(); err != nil {
		return err
	}
	defer screen.Fini()
	themes := draw.Themes(opts.Plain || draw.LacksSigns(runtime.GOOS, os.Getenv, terminal.CharacterSet()))
	v := &view{theme: &themes[draw.ThemeIndex(opts.Theme)]}
	events, quit, ended := make(chan tcell.Event, 8), make(chan struct{}), make(chan struct{})
	defer close(quit)
	defer draw.HandleEndSignals(func() { close(ended) })()
	go terminal.ChannelEvents(events, quit)
	tick := time.NewTicker(every)
	defer tick.Stop()
	v.text, _, v.problem = look()
	v.showFrame(screen)
	for {
		select {
		case event, ok := <-events:
			if !ok || v.handleEvent(event) {
				return nil
			}
			if isCtrlZ(event) {
				if err := screen.StopProgram(); err != nil {
					return err
				}
			}
		case <-ended:
			return nil
		case answer := <-light:
			v.theme = &themes[draw.ThemeFor(answer)]
		case <-tick.C:
			if !v.refresh(look) {
				continue
			}
		}
		v.showFrame(screen)
	}
}

// askBackground returns a channel that receives whether the terminal's background is light. There can be two, one from the variable
// COLORFGBG and one from the terminal itself; further ones are dropped.
func askBackground(screen *draw.Screen) <-chan bool {
	light := make(chan bool, 2)
	screen.AskBackground(os.Getenv("COLORFGBG"), func(answer bool) {
		select {
		case light <- answer:
		default:
		}
	})
	return light
}

// refresh calls look and stores what it returns. It reports whether anything has changed.
func (v *view) refresh(look ViewFunc) bool {
	text, changed, problem := look()
	if !changed && problem == v.problem {
		return false
	}
	if v.problem = problem; changed {
		v.text = text
	}
	return true
}

// handleEvent handles an event and reports whether the user quits.
func (v *view) handleEvent(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	if !ok {
		return false
	}
	switch key.Key() {
	case tcell.KeyCtrlC, tcell.KeyEscape:
		return true
	case tcell.KeyDown:
		v.pager.Scroll(1)
	case tcell.KeyUp:
		v.pager.Scroll(-1)
	case tcell.KeyPgDn:
		v.pager.ScrollPages(1)
	case tcell.KeyPgUp:
		v.pager.ScrollPages(-1)
	case tcell.KeyRune:
		return key.Rune() == 'q' && key.Modifiers()&^tcell.ModShift == 0
	}
	return false
}

// isCtrlZ reports whether event is Ctrl-Z, the key that stops the program until the shell continues it.
func isCtrlZ(event tcell.Event) bool {
	key, ok := event.(*tcell.EventKey)
	return ok && key.Key() == tcell.KeyCtrlZ
}

// showFrame draws the view on the whole screen and sends it to the terminal.
func (v *view) showFrame(screen *draw.Screen) {
	screen.Clear()
	w, h := screen.Size()
	v.draw(draw.NewCanvas(screen, v.theme, draw.NewRect(0, 0, w, h)))
	screen.Show()
}

// minTwoColumnWidth is the minimum width of the terminal, in cells, at which the log is next to the current situation.
const minTwoColumnWidth = 100

// draw draws the title, the current situation and the log, the latter two side by side if there is room.
func (v *view) draw(c draw.Canvas) {
	name := v.text.Name
	draw.PageLine{Left: name, Right: v.text.When, Role: draw.RoleStrong}.Draw(c, 0)
	c.Rule(1, "", draw.RoleRule)
	if v.problem != "" {
		c.Fit(0, 1, c.W, v.problem, draw.RoleBad)
	}
	now, log := pageFromRows(v.text.Now), pageFromRows(v.text.Log)
	rows := c.H - 2
	if c.W >= minTwoColumnWidth {
		half := c.W / 2
		v.pager.Draw(c.Part(0, 2, half-1, rows), now)
		drawAtEnd(c.Part(half+1, 2, c.W-half-1, rows), log)
		return
	}
	logRows := min(pageHeight(log, c.W)+1, max(rows/4, 4)) // rows kept for the log and the rule above it: a quarter, if it needs them
	room := min(pageHeight(now, c.W), rows-logRows)
	v.pager.Draw(c.Part(0, 2, c.W, room), now)
	if rows > room+1 {
		c.Rule(2+room, "log", draw.RoleDim)
		drawAtEnd(c.Part(0, 3+room, c.W, rows-room-1), log)
	}
}

// pageHeight returns the number of rows that the lines of p take at a width of w columns.
func pageHeight(p *draw.Page, w int) (rows int) {
	for _, l := range p.Lines {
		rows += l.Height(w)
	}
	return rows
}

// drawAtEnd draws a page with its last row at the bottom, or from the top if all of it fits.
func drawAtEnd(c draw.Canvas, p *draw.Page) {
	y := min(0, c.H-pageHeight(p, c.W))
	for _, l := range p.Lines {
		l.Draw(c, y)
		y += l.Height(c.W)
	}
}

// poolCells is the width of the bars of pools, in cells.
const poolCells = 12

// pageFromRows converts rows of a seat's text into a page.
func pageFromRows(rows []seats.TextRow) *draw.Page {
	p := &draw.Page{}
	for _, r := range rows {
		l := draw.PageLine{Lead: r.Lead, Left: r.Text, Role: draw.RoleText}
		switch {
		case r.Loud:
			l.Role = draw.RoleStrong
		case r.Quiet:
			l.Role = draw.RoleDim
		}
		if r.Bar {
			l.Left, l.Right, l.Bar, l.Share = "", r.Text, poolCells, r.Share
		}
		p.Add(l)
	}
	return p
}
