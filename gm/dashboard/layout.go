package dashboard

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"
)

// The smallest terminal on which anything is drawn, and the width from which the inspector is always there.
const (
	leastWidth  = 60
	leastHeight = 16
	wideWidth   = 100
	widestPopup = 90
)

// rect is a part of the screen.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && y >= r.y && x < r.x+r.w && y < r.y+r.h }

// layout is where everything is in a frame.
type layout struct {
	timeline   rect
	combatants rect
	inspector  rect
	log        rect
	popup      rect // where lists, dialogs and completions come up, above the prompt
	page       rect // what is read over everything
	prompt     rect
	keys       rect
	inspecting bool
}

// arranged lays a screen out for so many actors. choosing gives the inspector the height of the log as well.
// past gives the log all the room that can be spared.
func arranged(w, h, actors int, inspecting, choosing, past bool) layout {
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
	l.timeline = rect{0, 1, w, lanes + 1}
	side := 0
	if l.inspecting {
		side = max(34, w*37/100)
	}
	left := w - side
	if side > 0 {
		left--
	}
	l.combatants = rect{0, body, left, rows + 1}
	l.log = rect{0, under + 1, w, logs}
	l.prompt = rect{0, h - 2, w, 1}
	l.keys = rect{0, h - 1, w, 1}
	l.popup = rect{0, body, min(left, widestPopup), h - 2 - body}
	l.page = rect{0, 1, w, h - 3}
	if side > 0 {
		l.inspector = rect{left + 1, body, side, rows + 1}
		if choosing {
			l.inspector.h = h - 2 - body
			l.log.w = left
		}
	}
	return l
}

// edge tells whether popups need an edge on the right, since they do not reach the next panel.
func (l *layout) edge() bool { return l.popup.w < l.combatants.w || !l.inspecting }

// Draw draws a whole frame from the state.
func (d *Dashboard) Draw(terminal tcell.Screen) {
	x, y, w, h := d.GetRect()
	p := pen{terminal, &d.looks[d.theme], x, y, w, h}
	terminal.HideCursor()
	if w < leastWidth || h < leastHeight {
		p.fit(0, 0, w, fmt.Sprintf("terminal too small: %d×%d at least", leastWidth, leastHeight), roleText)
		return
	}
	d.keepSelected()
	d.announce()
	d.drawPanels(p)
	d.drawOver(p)
	d.drawPrompt(at(p, d.lay.prompt))
	d.drawKeys(at(p, d.lay.keys))
}

func at(p pen, r rect) pen { return p.part(r.x, r.y, r.w, r.h) }

func (d *Dashboard) drawPanels(p pen) {
	s := d.now()
	choosing := d.choosing()
	d.lay = arranged(p.w, p.h, len(s.Actors), true, choosing, d.past != nil) // the room that a page may have
	of := d.asked()
	d.lay = arranged(p.w, p.h, len(s.Actors), of != nil, choosing, d.past != nil)
	if d.focus == onInspector && !d.lay.inspecting {
		d.focus = onCombatants
	}
	names := namesWidth(s, p.w)
	d.drawTitle(p)
	d.timeline.draw(d, at(p, d.lay.timeline), names)
	p.rule(d.lay.combatants.y-1, "", roleDim)
	d.combatants.draw(d, at(p, d.lay.combatants), names)
	p.rule(d.lay.log.y-1, d.logTitle(), d.panelRole(onLog))
	d.log.draw(d, at(p, d.lay.log))
	if !d.lay.inspecting {
		return
	}
	if of == nil {
		of = d.idlePage()
	}
	r := d.lay.inspector
	at(p, r).clear()
	for y := r.y; y < r.y+r.h; y++ {
		p.text(r.x-1, y, "│", roleRule)
	}
	p.text(r.x-1, r.y-1, "┬", roleRule)
	if r.y+r.h < d.lay.prompt.y {
		p.text(r.x-1, r.y+r.h, "┴", roleRule)
	}
	d.drawInspector(at(p, r), of)
}

func (d *Dashboard) panelRole(which panel) role {
	if d.focus == which {
		return roleStrong
	}
	return roleDim
}

func (d *Dashboard) logTitle() string {
	if d.past != nil {
		return "history"
	}
	if d.log.back > 0 {
		return "log · " + number(float64(d.log.back)) + " later entries below"
	}
	return "log"
}

// choosing tells whether something is being put together whose chance one wants to see whole.
func (d *Dashboard) choosing() bool {
	return len(d.over) > 0 || d.prompt.active || d.past != nil
}

// drawOver draws what is open on top.
func (d *Dashboard) drawOver(p pen) {
	if d.place() == atPrompt {
		d.look()
		d.drawWords(at(p, d.lay.popup))
	}
	if len(d.over) == 0 {
		return
	}
	switch o := d.over[len(d.over)-1].(type) {
	case *picker:
		o.draw(at(p, d.lay.popup), d.lay.edge())
	case *dialog:
		o.draw(at(p, d.lay.popup), d.lay.edge())
	case *notices:
		o.draw(at(p, d.lay.popup), d.lay.edge())
	case *sheetView:
		o.draw(at(p, d.lay.page))
	case *mendView:
		o.draw(at(p, d.lay.page))
	}
}

// drawTitle draws what is played, the count and its time, and whether all of it is on disk.
func (d *Dashboard) drawTitle(p pen) {
	if d.past != nil {
		p.fit(0, 0, p.w, pad2(d.pastTitle(), p.w), roleCursor)
		return
	}
	s, pack := d.now(), d.session.Rules().Pack
	right := "saved"
	r := roleDim
	if d.session.Refuge() != "" {
		right, r = "! file gone, saved anew", roleBad
	}
	if err := d.session.Saved(); err != nil {
		right, r = "! not saved", roleBad
	}
	if d.untaken != "" && r == roleDim {
		right, r = "! rules as before (R) · "+right, roleLow
	}
	if d.typed {
		right = "physical dice · " + right
	}
	p.right(p.w-1, 0, right, r)
	title := s.Label
	if title == "" {
		title = d.session.Campaign().Label
	}
	middle := "no encounter"
	if s.Running {
		middle = "count " + number(s.Count)
		if pack.Count > 0 {
			middle += " · " + strings.TrimSpace(number(s.Count*pack.Count)+" "+pack.Unit)
		}
	} else if s.Encounter != "" {
		middle = "over"
	}
	x := p.w - 2 - width(right) - 3 - width(middle)
	x = min(x, max(p.w*5/8-width(middle)/2, 2))
	p.text(x, 0, middle, roleStrong)
	p.fit(1, 0, x-3, title, roleTitle)
}
