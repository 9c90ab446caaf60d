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
	d.notice = notice{}
	if d.lay.keys.Contains(x, y) {
		d.clickKey(x)
		return
	}
	if len(d.over) > 0 {
		d.clickOver(x, y)
		return
	}
	switch {
	case d.lay.prompt.Contains(x, y):
		if !d.prompt.active {
			d.prompt.open("")
		}
	case d.lay.inspecting && d.lay.inspector.Contains(x, y):
		d.focus = onInspector
	case d.lay.combatants.Contains(x, y):
		d.focus = onCombatants
		if row := y - d.lay.combatants.Y - 1; row >= 0 {
			d.selectRow(row)
		}
	case d.lay.timeline.Contains(x, y):
		if row := y - d.lay.timeline.Y - 1; row >= 0 && row < len(d.timeline.lanes) {
			d.selectKey(d.timeline.lanes[row])
		}
	case d.lay.log.Contains(x, y):
		d.focus = onLog
		d.pointAt(y - d.lay.log.Y)
		d.lookAt()
	}
}

func (d *Dashboard) clickKey(x int) {
	for _, h := range d.hits {
		if x >= h.from && x < h.to {
			h.key.run(d)
			return
		}
	}
}

func (d *Dashboard) clickOver(x, y int) {
	list, ok := d.over[len(d.over)-1].(*picker)
	if !ok || !d.lay.popup.Contains(x, y) {
		return
	}
	row := y - list.origin
	if row < 0 || row >= len(list.hits) || list.hits[row] < 0 || list.hits[row] >= len(list.items) {
		return
	}
	list.at = list.hits[row]
	if list.tick != nil {
		list.tick(&list.items[list.at])
		return
	}
	list.pick(&list.items[list.at])
}

// doubleClick opens what is under the pointer.
func (d *Dashboard) doubleClick(x, y int) {
	if len(d.over) > 0 {
		return
	}
	if d.past != nil || !d.lay.combatants.Contains(x, y) && !d.lay.log.Contains(x, y) {
		return
	}
	d.click(x, y)
	d.open()
}

// pointAt moves the cursor of the log to the entry at a row.
func (d *Dashboard) pointAt(row int) {
	if row < 0 || row >= len(d.log.rows) || d.log.rows[row] == 0 {
		return
	}
	lines := d.session.Log()
	for ago := 0; ago < len(lines); ago++ {
		if lines[len(lines)-1-ago].Seq() == d.log.rows[row] {
			d.log.at = ago
			return
		}
	}
}

func (d *Dashboard) wheel(x, y, by int) {
	if n := len(d.over); n > 0 {
		switch o := d.over[n-1].(type) {
		case *picker:
			o.move(by)
		case *sheetView:
			o.view.Scroll(3 * by)
		case *mendView:
			o.scroll(3 * by)
		}
		return
	}
	if d.past != nil && d.lay.log.Contains(x, y) {
		d.lookTo(-by)
		return
	}
	switch {
	case d.lay.inspecting && d.lay.inspector.Contains(x, y):
		d.inspector.Scroll(by)
	case d.lay.log.Contains(x, y):
		d.log.scroll(d, -by)
	case d.lay.combatants.Contains(x, y):
		d.focus = onCombatants
		d.move(by)
	}
}
