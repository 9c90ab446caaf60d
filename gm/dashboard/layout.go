package dashboard

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
)

// The smallest terminal on which anything is drawn, and the width from which the inspector is always there.
const (
	leastWidth  = 60
	leastHeight = 16
	wideWidth   = 100
	widestPopup = 90
)

// layout is where everything is in a frame.
type layout struct {
	timeline   draw.Rect
	combatants draw.Rect
	inspector  draw.Rect
	log        draw.Rect
	popup      draw.Rect // where lists, dialogs and completions come up, above the prompt
	page       draw.Rect // what is read over everything
	prompt     draw.Rect
	keys       draw.Rect
	inspecting bool
}

// newLayout lays a screen out for so many actors. choosing gives the inspector the height of the log as well.
// past gives the log all the room that can be spared.
func newLayout(w, h, actors int, inspecting, choosing, past bool) layout {
	const fixed = 5 // title, two rules, prompt, keys
	free := h - fixed - 2
	lanes := max(2, min(actors, free/3))
	logs := max(2, free/5)
	if short := actors - (free - lanes - logs); short > 0 { // everybody in the list goes before a lane for everybody
		lanes = max(min(actors, 4), lanes-short)
	}
	rows := min(free-lanes-logs, max(actors, free*2/5, 4))
	logs = free - lanes - rows
	if past {
		lanes, rows = min(lanes, max(3, free/5)), min(rows, max(5, free/3))
		logs = free - lanes - rows
	}
	if spare := logs - max(4, free/4); spare > 0 && lanes < actors && !past {
		lanes += min(spare, actors-lanes)
		logs = free - lanes - rows
	}
	top := 1 + lanes + 1
	body := top + 1
	under := body + rows + 1
	l := layout{inspecting: inspecting || w >= wideWidth}
	l.timeline = draw.NewRect(0, 1, w, lanes+1)
	side := 0
	if l.inspecting {
		side = max(34, w*37/100)
	}
	left := w - side
	if side > 0 {
		left--
	}
	l.combatants = draw.NewRect(0, body, left, rows+1)
	l.log = draw.NewRect(0, under+1, w, logs)
	l.prompt = draw.NewRect(0, h-2, w, 1)
	l.keys = draw.NewRect(0, h-1, w, 1)
	l.popup = draw.NewRect(0, body, min(left, widestPopup), h-2-body)
	l.page = draw.NewRect(0, 1, w, h-3)
	if side > 0 {
		l.inspector = draw.NewRect(left+1, body, side, rows+1)
		if choosing {
			l.inspector.H = h - 2 - body
			l.log.W = left
		}
	}
	return l
}

// edge tells whether popups need an edge on the right, since they do not reach the next panel.
func (l *layout) edge() bool { return l.popup.W < l.combatants.W || !l.inspecting }

// Draw draws a whole frame from the state.
func (d *Dashboard) Draw(terminal tcell.Screen) {
	x, y, w, h := d.GetRect()
	c := draw.NewCanvas(terminal, &d.themes[d.theme], draw.NewRect(x, y, w, h))
	terminal.HideCursor()
	if w < leastWidth || h < leastHeight {
		c.Fit(0, 0, w, fmt.Sprintf("terminal too small: %d×%d at least", leastWidth, leastHeight), draw.RoleText)
		return
	}
	d.keepSelected()
	d.announce()
	d.drawPanels(c)
	d.drawOver(c)
	d.drawPrompt(c.In(d.layout.prompt))
	d.keyBar.draw(c.In(d.layout.keys))
}

func (d *Dashboard) drawPanels(c draw.Canvas) {
	s := d.shownState()
	choosing := d.choosing()
	d.layout = newLayout(c.W, c.H, len(s.Actors), true, choosing, d.inPast()) // the room that a page may have
	d.pageW, d.pageH = d.layout.inspector.W-2, d.layout.inspector.H-1
	page := d.inspectorPage()
	d.layout = newLayout(c.W, c.H, len(s.Actors), page != nil, choosing, d.inPast())
	if d.focus == focusInspector && !d.layout.inspecting {
		d.focus = focusCombatants
	}
	names := namesWidth(s, c.W)
	d.drawTitle(c)
	d.timeline.draw(c.In(d.layout.timeline), names, d.plannedLine())
	c.Rule(d.layout.combatants.Y-1, "", draw.RoleDim)
	d.combatants.draw(c.In(d.layout.combatants), names)
	c.Rule(d.layout.log.Y-1, d.logTitle(), d.panelRole(focusLog))
	d.log.draw(c.In(d.layout.log))
	if !d.layout.inspecting {
		return
	}
	if page == nil {
		page = d.pages.idlePage()
	}
	r := d.layout.inspector
	c.In(r).Clear()
	for y := r.Y; y < r.Y+r.H; y++ {
		c.Text(r.X-1, y, "│", draw.RoleRule)
	}
	c.Text(r.X-1, r.Y-1, "┬", draw.RoleRule)
	if r.Y+r.H < d.layout.prompt.Y {
		c.Text(r.X-1, r.Y+r.H, "┴", draw.RoleRule)
	}
	d.inspector.draw(c.In(r), page)
}

func (d *Dashboard) panelRole(which focus) draw.Role {
	if d.focus == which {
		return draw.RoleStrong
	}
	return draw.RoleDim
}

func (d *Dashboard) logTitle() string {
	if d.inPast() {
		return "history"
	}
	if d.log.back > 0 {
		return "log · " + draw.Number(float64(d.log.back)) + " later entries below"
	}
	return "log"
}

// choosing tells whether something is being put together whose chance one wants to see whole.
func (d *Dashboard) choosing() bool {
	return len(d.overlays) > 0 || d.prompt.active || d.inPast()
}

// drawOver draws what is open on top.
func (d *Dashboard) drawOver(c draw.Canvas) {
	if d.mode() == modePrompt {
		d.loadCompletions()
		d.drawWords(c.In(d.layout.popup))
	}
	if len(d.overlays) == 0 {
		return
	}
	switch o := d.overlays[len(d.overlays)-1].(type) {
	case *picker:
		o.draw(c.In(d.layout.popup), d.layout.edge())
	case *dialog:
		o.draw(c.In(d.layout.popup), d.layout.edge())
	case *noticesView:
		o.draw(c.In(d.layout.popup), d.layout.edge())
	case *pageView:
		o.draw(c.In(d.layout.page))
	case *planView:
		o.draw(c.In(d.layout.page))
	}
}

// drawTitle draws what is played, the count and its time, and whether all of it is on disk.
func (d *Dashboard) drawTitle(c draw.Canvas) {
	if d.inPast() {
		c.Fit(0, 0, c.W, draw.PadRight(d.past.title(), c.W), draw.RoleCursor)
		return
	}
	s, pack := d.shownState(), d.session.Rules().Pack
	right := "saved"
	r := draw.RoleDim
	if d.session.Refuge() != "" {
		right, r = "! file gone, saved anew", draw.RoleBad
	}
	if err := d.session.Saved(); err != nil {
		right, r = "! not saved", draw.RoleBad
	}
	if d.staleRules != "" && r == draw.RoleDim {
		right, r = "! rules as before (R) · "+right, draw.RoleLow
	}
	if d.typedDice {
		right = "physical dice · " + right
	}
	c.Right(c.W-1, 0, right, r)
	title := s.Label
	if title == "" {
		title = d.session.Campaign().Label
	}
	middle := "no encounter"
	if s.Running {
		middle = "count " + draw.Number(s.Count)
		if pack.Count > 0 {
			middle += " · " + strings.TrimSpace(draw.Number(s.Count*pack.Count)+" "+pack.Unit)
		}
	} else if s.Encounter != "" {
		middle = "over"
	}
	x := c.W - 2 - draw.Width(right) - 3 - draw.Width(middle)
	x = min(x, max(c.W*5/8-draw.Width(middle)/2, 2))
	c.Text(x, 0, middle, draw.RoleStrong)
	c.Fit(1, 0, x-3, title, draw.RoleTitle)
}
