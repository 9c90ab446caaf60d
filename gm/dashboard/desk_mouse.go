package dashboard

import (
	"strconv"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The mouse selects, opens or scrolls the item under the pointer. Panels remember where their items were in the last frame. The layout
// (d.layout) has the places of the panels; while no one takes turns (at rest), coming events and the goals of the scene take the place
// of the timeline. A briefing is the page shown before an encounter.

// MouseHandler returns the handler of the mouse, which tview calls. It selects, opens, chooses or scrolls the item under the pointer.
// Clicks are queued like keys, and apply to the item that was under the pointer when they were made.
func (d *Dashboard) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, event *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := event.Position()
		var name string
		var do func()
		isSamePlace := d.clicked == [2]int{x, y}
		if action == tview.MouseLeftDoubleClick && (!isSamePlace || d.layout.keys.Contains(x, y)) {
			action = tview.MouseLeftClick // fast clicks at different places, or on a key, are separate clicks
		}
		switch action {
		case tview.MouseLeftClick:
			d.clicked = [2]int{x, y}
			name, do = d.clickAction(x, y)
			if who := d.combatantAt(x, y); who != nil && event.Modifiers()&tcell.ModCtrl != 0 && d.mode() == modeDesk {
				name, do = "Space", func() { d.menus.toggleTick(who) }
			}
		case tview.MouseLeftDoubleClick:
			do = d.doubleClickAction(x, y)
		case tview.MouseScrollUp:
			do = func() { d.scrollAt(x, y, -1) }
		case tview.MouseScrollDown:
			do = func() { d.scrollAt(x, y, 1) }
		default:
			return false, nil
		}
		if !d.queueWhileWaiting(name, do) {
			do()
		}
		return true, nil
	}
}

// clickAction returns the action of a click in column x, row y: on a key of the bottom line, a row of a list, or a panel. name is the key
// with the same function, or "" if there is none.
func (d *Dashboard) clickAction(x, y int) (name string, do func()) {
	name, act := d.actionAt(x, y)
	return name, func() {
		d.message = bottomLine{}
		act()
	}
}

// actionAt returns the same as clickAction, except that the action doesn't clear the message.
func (d *Dashboard) actionAt(x, y int) (name string, act func()) {
	switch top := d.overlayOnTop(); {
	case d.layout.keys.Contains(x, y):
		if k := d.keyBar.keyAt(x); k != nil {
			return k.names[0], func() {
				if d.mode() == modeDesk { // elsewhere the bar keeps showing the same keys, since one is often clicked several times
					d.keyBar.from = 0
				}
				k.run(d)
			}
		}
	case top != nil:
		return d.overlayAction(top, x, y)
	case d.isTyping() && d.prompt.drawnRows.Contains(x, y):
		return "Tab", func() { d.prompt.clickCompletion(y) }
	case y == 0 && d.mode() == modeDesk && !d.layout.tiny:
		return "r", func() { d.menus.openHoursMenu() }
	case d.layout.resting && d.layout.timeline.Contains(x, y):
		if goal := d.goalAt(x, y); goal != nil {
			return "", func() { d.menus.openGoalMenu(goal) }
		}
		return "!", func() { d.menus.openReminderMenu() }
	case d.layout.prompt.Contains(x, y):
		return ":", func() {
			if !d.prompt.isOpen {
				d.prompt.openWith("")
			}
		}
	}
	return "", d.panelAction(x, y)
}

// overlayAction returns the action of a click in an overlay, which is open on top, and the name of the key with the same function, or "" if
// there is none.
func (d *Dashboard) overlayAction(top overlay, x, y int) (name string, act func()) {
	switch o := top.(type) {
	case *picker:
		if d.layout.popup.Contains(x, y) {
			return "Enter", o.clickAction(y, func() bool { return d.overlayOnTop() == top })
		}
	case *form:
		return "", func() { o.click(x, y) }
	case *briefing:
		if at, err := strconv.Atoi(o.pager.RefAt(x-o.x, y-o.y)); err == nil { // the reference of a scene's line is its index
			return "", func() { o.at = at }
		}
	}
	return "", func() {}
}

// panelAction returns the action of a click in a panel: it focuses the panel, and selects the combatant or the entry under the pointer.
func (d *Dashboard) panelAction(x, y int) func() {
	switch {
	case d.layout.hasInspector && d.layout.inspector.Contains(x, y):
		return func() { d.focus = focusInspector }
	case d.layout.combatants.Contains(x, y):
		if who := d.combatantAt(x, y); who != nil {
			return func() {
				d.focus = focusCombatants
				d.selectKey(who.Key)
			}
		}
		return func() { d.focus = focusCombatants }
	case d.layout.timeline.Contains(x, y):
		h := d.queue.hitAt(x, y-d.layout.timeline.Y)
		onRuler := !d.layout.queue && y == d.layout.timeline.Y && len(d.shownState().Reminders) > 0
		if isReminder := d.layout.queue && h != nil && h.who == ""; isReminder || onRuler {
			return func() { d.menus.openReminderMenu() } // the ruler may have no room for their texts
		} else if d.layout.queue && h != nil {
			return func() { d.selectKey(h.who) }
		} else if row := y - d.layout.timeline.Y - 1; row >= 0 && row < len(d.lanes) { // below the row of counts, each lane has a row
			who := d.lanes[row]
			return func() { d.selectKey(who) }
		}
	case d.layout.log.Contains(x, y):
		seq := d.log.seqAt(y - d.layout.log.Y)
		return func() {
			d.focus = focusLog
			d.log.moveToEntry(seq)
			if d.isInPast() {
				d.past.loadEntry()
			}
		}
	}
	return func() {}
}

// goalAt returns the goal of the scene whose text is at a cell of the coming events, or nil if there is none.
func (d *Dashboard) goalAt(x, y int) *campaign.Goal {
	e, ok := d.session.Campaign().Encounter(d.shownState().Encounter)
	row := y - d.layout.timeline.Y
	if !ok || row < 0 || row >= len(d.layout.comingRows) {
		return nil
	}
	at := d.layout.timeline.X + 1
	for _, span := range d.layout.comingRows[row] {
		if at += draw.Width(span.Text); x < at {
			return collect.FindPointer(e.Goals, func(g *campaign.Goal) bool { return span.Text == goalText(g, d.shownState()) })
		}
	}
	return nil
}

// combatantAt returns the combatant whose row, in the table or in a side's column, is at a cell, or nil if there is none.
func (d *Dashboard) combatantAt(x, y int) *rules.Actor {
	if !d.layout.combatants.Contains(x, y) {
		return nil
	}
	if who := d.columns.combatantAt(x, y-d.layout.combatants.Y); who != "" && d.inRounds() && !d.layout.tiny {
		return d.shownState().Find(who)
	}
	if row := y - d.layout.combatants.Y - 1; row >= 0 && row < len(d.combatants.rows) {
		return d.shownState().Find(d.combatants.rows[row])
	}
	return nil
}

// doubleClickAction returns the action of a double click, which opens the combatant or entry under the pointer.
func (d *Dashboard) doubleClickAction(x, y int) func() {
	if len(d.overlays) > 0 || d.isInPast() || !d.layout.combatants.Contains(x, y) && !d.layout.log.Contains(x, y) {
		return func() {}
	}
	_, click := d.clickAction(x, y)
	return func() {
		click()
		d.openSelected()
	}
}

// scrollAt scrolls what is under the pointer down by the given number of rows, or up if by is negative: the overlay on top, the
// completions, or a panel.
func (d *Dashboard) scrollAt(x, y, by int) {
	if top := d.overlayOnTop(); top != nil {
		top.wheel(by)
		return
	}
	if d.isTyping() && d.prompt.drawnRows.Contains(x, y) {
		d.prompt.completeWord(by)
		return
	}
	if d.isInPast() && d.layout.log.Contains(x, y) {
		d.past.moveCursor(-by)
		return
	}
	switch {
	case d.layout.hasInspector && d.layout.inspector.Contains(x, y):
		d.inspector.Scroll(by)
	case d.layout.log.Contains(x, y):
		d.log.scrollOlder(-by)
	case d.layout.combatants.Contains(x, y):
		d.focus = focusCombatants
		d.moveCursor(by)
	}
}
