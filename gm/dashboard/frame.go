package dashboard

import (
	"fmt"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
)

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
	d.titleBar.draw(c)
	d.timeline.draw(c.In(d.layout.timeline), names, d.plannedLine())
	c.Rule(d.layout.combatants.Y-1, "", draw.RoleDim)
	d.combatants.draw(c.In(d.layout.combatants), names)
	c.Rule(d.layout.log.Y-1, d.log.title(), d.panelRole(focusLog))
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

// choosing reports whether something is being composed or looked at that needs a tall inspector.
func (d *Dashboard) choosing() bool {
	return len(d.overlays) > 0 || d.prompt.active || d.inPast()
}

// drawOver draws the overlay on top, or the completions.
func (d *Dashboard) drawOver(c draw.Canvas) {
	if d.mode() == modePrompt {
		d.prompt.load()
		d.prompt.drawCompletions(c.In(d.layout.popup))
	}
	if len(d.overlays) == 0 {
		return
	}
	d.overlays[len(d.overlays)-1].draw(c, &d.layout)
}
