package dashboard

import "hybrid/gm/dashboard/draw"

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

// newLayout lays out a screen for so many actors. choosing gives the inspector the height of the log, too; past gives
// the log all the room that can be spared.
func newLayout(w, h, actors int, inspecting, choosing, past bool) layout {
	const fixed = 5 // title, two rules, prompt, keys
	free := h - fixed - 2
	lanes := max(2, min(actors, free/3))
	logs := max(2, free/5)
	if short := actors - (free - lanes - logs); short > 0 { // a row of the table for each goes before a lane for each
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

// edge reports whether popups need a border on the right, since they do not reach the next panel.
func (l *layout) edge() bool { return l.popup.W < l.combatants.W || !l.inspecting }
