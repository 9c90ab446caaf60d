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

// The mouse selects, opens or scrolls what is under it. Panels know their places from the last frame.

// MouseHandler selects, opens, chooses and scrolls what is under the pointer. Clicks wait like keys, and mean what was under the pointer
// when they were made.
func (d *Dashboard) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, event *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := event.Position()
		var name string
		var do func()
		if twice := action == tview.MouseLeftDoubleClick; twice && (d.clicked != [2]int{x, y} || d.layout.keys.Contains(x, y)) {
			action = tview.MouseLeftClick // two fast ones at two places, or on a key
		}
		switch action {
		case tview.MouseLeftClick:
			d.clicked = [2]int{x, y}
			name, do = d.pointed(x, y)
			if who := d.personAt(x, y); who != nil && event.Modifiers()&tcell.ModCtrl != 0 && d.mode() == modeDesk {
				name, do = "Space", func() { d.menus.tick(who) }
			}
		case tview.MouseLeftDoubleClick:
			do = d.pointedTwice(x, y)
		case tview.MouseScrollUp:
			do = func() { d.wheel(x, y, -1) }
		case tview.MouseScrollDown:
			do = func() { d.wheel(x, y, 1) }
		default:
			return false, nil
		}
		if !d.holds(name, do) {
			do()
		}
		return true, nil
	}
}

// pointed returns the action of a click in column x, row y: on a key of the bar, a row of a list or a panel. name is the key that does
// the same, or "" if there is none.
func (d *Dashboard) pointed(x, y int) (name string, do func()) {
	name, act := d.under(x, y)
	return name, func() {
		d.message = bottomLine{}
		act()
	}
}

// under returns what pointed does, except that the action leaves the message.
func (d *Dashboard) under(x, y int) (name string, act func()) {
	selects := func(who string) func() {
		return func() {
			d.focus = focusCombatants
			d.selectKey(who)
		}
	}
	switch top := d.top(); {
	case d.layout.keys.Contains(x, y):
		if k := d.keyBar.at(x); k != nil {
			return k.names[0], func() { k.run(d) }
		}
	case top != nil:
		switch o := top.(type) {
		case *picker:
			if d.layout.popup.Contains(x, y) {
				return "Enter", o.click(y, func() bool { return d.top() == top })
			}
		case *form:
			return "", func() { o.click(x, y) }
		case *briefing:
			if at, err := strconv.Atoi(o.pager.RefAt(x-o.x, y-o.y)); err == nil {
				return "", func() { o.at = at }
			}
		}
	case d.typing() && d.prompt.drawnRows.Contains(x, y):
		return "Tab", func() { d.prompt.click(y) }
	case y == 0 && d.mode() == modeDesk && !d.layout.tiny:
		return "r", func() { d.menus.hoursMenu() }
	case d.layout.resting && d.layout.timeline.Contains(x, y):
		if goal := d.goalAt(x, y); goal != nil {
			return "", func() { d.menus.goalMenu(goal) }
		}
		return "!", func() { d.menus.reminderMenu() }
	case d.layout.prompt.Contains(x, y):
		return ":", func() {
			if !d.prompt.active {
				d.prompt.open("")
			}
		}
	case d.layout.inspecting && d.layout.inspector.Contains(x, y):
		return "", func() { d.focus = focusInspector }
	case d.layout.combatants.Contains(x, y):
		if who := d.personAt(x, y); who != nil {
			return "", selects(who.Key)
		}
		return "", func() { d.focus = focusCombatants }
	case d.layout.timeline.Contains(x, y):
		if who := d.queue.at(x, y-d.layout.timeline.Y); d.layout.queue && who != "" {
			return "", func() { d.selectKey(who) }
		} else if row := y - d.layout.timeline.Y - 1; row >= 0 && row < len(d.lanes) {
			who := d.lanes[row]
			return "", func() { d.selectKey(who) }
		}
	case d.layout.log.Contains(x, y):
		seq := d.log.seqAt(y - d.layout.log.Y)
		return "", func() {
			d.focus = focusLog
			d.log.goTo(seq)
			if d.inPast() {
				d.past.load()
			}
		}
	}
	return "", func() {}
}

// goalAt returns the goal of the scene whose text is at a cell above the combatants, or nil if there is none.
func (d *Dashboard) goalAt(x, y int) *campaign.Goal {
	e, ok := d.session.Campaign().Encounter(d.shownState().Encounter)
	row := y - d.layout.timeline.Y
	if !ok || row < 0 || row >= len(d.layout.coming) {
		return nil
	}
	at := d.layout.timeline.X + 1
	for _, span := range d.layout.coming[row] {
		if at += draw.Width(span.Text); x < at {
			return collect.Ref(e.Goals, func(g *campaign.Goal) bool { return span.Text == goalText(g, d.shownState()) })
		}
	}
	return nil
}

// personAt returns the combatant whose row of the table, or of a side, is at a cell, or nil if there is none.
func (d *Dashboard) personAt(x, y int) *rules.Actor {
	if !d.layout.combatants.Contains(x, y) {
		return nil
	}
	if who := d.columns.at(x, y-d.layout.combatants.Y); who != "" && d.inRounds() && !d.layout.tiny {
		return d.shownState().Find(who)
	}
	if row := y - d.layout.combatants.Y - 1; row >= 0 && row < len(d.combatants.rows) {
		return d.shownState().Find(d.combatants.rows[row])
	}
	return nil
}

// pointedTwice returns the action of a double click: it opens what is under the pointer.
func (d *Dashboard) pointedTwice(x, y int) func() {
	if len(d.overlays) > 0 || d.inPast() || !d.layout.combatants.Contains(x, y) && !d.layout.log.Contains(x, y) {
		return func() {}
	}
	_, point := d.pointed(x, y)
	return func() {
		point()
		d.openSelected()
	}
}

// wheel scrolls what is under the pointer by a number of rows.
func (d *Dashboard) wheel(x, y, by int) {
	if top := d.top(); top != nil {
		top.wheel(by)
		return
	}
	if d.typing() && d.prompt.drawnRows.Contains(x, y) {
		d.prompt.complete(by)
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
