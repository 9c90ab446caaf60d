package dashboard

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// The mouse: what is under it is selected, opened or scrolled. Panels know their places from the last frame.

// MouseHandler selects, opens, chooses and scrolls what is under the pointer.
func (d *Dashboard) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, event *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := event.Position()
		if d.waiting() {
			return false, nil
		}
		switch action {
		case tview.MouseLeftClick:
			d.click(x, y)
		case tview.MouseLeftDoubleClick:
			d.doubleClick(x, y)
		case tview.MouseScrollUp:
			d.wheel(x, y, -1)
		case tview.MouseScrollDown:
			d.wheel(x, y, 1)
		default:
			return false, nil
		}
		return true, nil
	}
}

// click carries out a click in column x, row y: on a key of the bar, a row of a list or a panel.
func (d *Dashboard) click(x, y int) {
	d.message = bottomLine{}
	if d.layout.keys.Contains(x, y) {
		d.keyBar.click(x)
		return
	}
	if top := d.top(); top != nil {
		if list, ok := top.(*picker); ok && d.layout.popup.Contains(x, y) {
			list.click(y)
		}
		return
	}
	switch {
	case d.layout.prompt.Contains(x, y):
		if !d.prompt.active {
			d.prompt.open("")
		}
	case d.layout.inspecting && d.layout.inspector.Contains(x, y):
		d.focus = focusInspector
	case d.layout.combatants.Contains(x, y):
		d.focus = focusCombatants
		if who := d.columns.at(x, y-d.layout.combatants.Y); who != "" && d.inRounds() && !d.layout.tiny {
			d.selectKey(who)
		} else if row := y - d.layout.combatants.Y - 1; row >= 0 && row < len(d.combatants.rows) {
			d.selectKey(d.combatants.rows[row])
		}
	case d.layout.timeline.Contains(x, y):
		if who := d.queue.at(x, y-d.layout.timeline.Y); d.layout.queue && who != "" {
			d.selectKey(who)
		} else if row := y - d.layout.timeline.Y - 1; row >= 0 && row < len(d.lanes) {
			d.selectKey(d.lanes[row])
		}
	case d.layout.log.Contains(x, y):
		d.focus = focusLog
		d.log.pointAt(y - d.layout.log.Y)
		if d.inPast() {
			d.past.load()
		}
	}
}

// doubleClick opens what is under the pointer.
func (d *Dashboard) doubleClick(x, y int) {
	if len(d.overlays) > 0 {
		return
	}
	if d.inPast() || !d.layout.combatants.Contains(x, y) && !d.layout.log.Contains(x, y) {
		return
	}
	d.click(x, y)
	d.openSelected()
}

// wheel scrolls what is under the pointer by a number of rows.
func (d *Dashboard) wheel(x, y, by int) {
	if top := d.top(); top != nil {
		top.wheel(by)
		return
	}
	if d.inPast() && d.layout.log.Contains(x, y) {
		d.past.move(-by)
		return
	}
	switch {
	case d.layout.inspecting && d.layout.inspector.Contains(x, y):
		d.inspector.Scroll(by)
	case d.layout.log.Contains(x, y):
		d.log.scroll(-by)
	case d.layout.combatants.Contains(x, y):
		d.focus = focusCombatants
		d.move(by)
	}
}
