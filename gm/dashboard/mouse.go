package dashboard

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// MouseHandler selects, opens, chooses and scrolls what is under the pointer.
func (d *Dashboard) MouseHandler() func(tview.MouseAction, *tcell.EventMouse, func(tview.Primitive)) (bool, tview.Primitive) {
	return func(action tview.MouseAction, event *tcell.EventMouse, _ func(tview.Primitive)) (bool, tview.Primitive) {
		x, y := event.Position()
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

func (d *Dashboard) click(x, y int) {
	d.message = message{}
	if d.layout.keys.Contains(x, y) {
		d.clickKey(x)
		return
	}
	if len(d.overlays) > 0 {
		d.clickOver(x, y)
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
		if row := y - d.layout.combatants.Y - 1; row >= 0 {
			d.selectRow(row)
		}
	case d.layout.timeline.Contains(x, y):
		if row := y - d.layout.timeline.Y - 1; row >= 0 && row < len(d.timeline.lanes) {
			d.selectKey(d.timeline.lanes[row])
		}
	case d.layout.log.Contains(x, y):
		d.focus = focusLog
		d.log.pointAt(y - d.layout.log.Y)
		d.past.load()
	}
}

func (d *Dashboard) clickKey(x int) {
	for _, h := range d.keyBar.hits {
		if x >= h.from && x < h.to {
			h.binding.run(d)
			return
		}
	}
}

func (d *Dashboard) clickOver(x, y int) {
	list, ok := d.overlays[len(d.overlays)-1].(*picker)
	if !ok || !d.layout.popup.Contains(x, y) {
		return
	}
	row := y - list.origin
	if row < 0 || row >= len(list.hits) || list.hits[row] < 0 || list.hits[row] >= len(list.items) {
		return
	}
	list.at = list.hits[row]
	if list.toggle != nil {
		list.toggle(&list.items[list.at])
		return
	}
	list.pick(&list.items[list.at])
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

// pointAt moves the cursor of the log to the entry at a row.
func (l *logPanel) pointAt(row int) {
	if row < 0 || row >= len(l.rows) || l.rows[row] == 0 {
		return
	}
	lines := l.session.Log()
	for ago := 0; ago < len(lines); ago++ {
		if lines[len(lines)-1-ago].Seq() == l.rows[row] {
			l.cursor = ago
			return
		}
	}
}

func (d *Dashboard) wheel(x, y, by int) {
	if n := len(d.overlays); n > 0 {
		switch o := d.overlays[n-1].(type) {
		case *picker:
			o.move(by)
		case *pageView:
			o.pager.Scroll(3 * by)
		case *planView:
			o.scroll(3 * by)
		}
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
