package dashboard

import "hybrid/gm/dashboard/draw"

// The places of all panels on a screen of a given size. From top to bottom these are the title bar, the timeline or queue, the table of
// combatants, the log, the prompt and the keys; a rule separates the first panels. The inspector is at the right of the table. There are
// four kinds of screens: tiny ones, narrow ones without an inspector, wide ones, and vast ones, on which the log is next to the table.

// Sizes of the screen and of its panels, in cells.
const (
	minWidth   = 60  // width below which a screen is tiny
	minHeight  = 16  // height below which a screen is tiny
	laneHeight = 30  // minimum height of a screen on which each combatant has a lane of the timeline
	wideWidth  = 100 // minimum width of a screen on which the inspector is always visible
	vastWidth  = 180 // minimum width of a vast screen
	vastHeight = 50  // minimum height of a vast screen

	queueRows = 3  // number of rows of the queue
	vastLog   = 80 // width of the log on a vast screen

	vastInspector = 44 // width of the inspector on a vast screen; the pane of the encounter and lists get the remaining width
	listRows      = 11 // number of rows of the popup for a list: nine items, a title and a header

	minTableRows = 11 // minimum number of rows of a table next to the inspector, which otherwise extends down next to the log
)

// layout holds the places of all panels in a frame. An omitted panel has an empty place.
type layout struct {
	timeline     draw.Rect           // place of the timeline, the queue or the coming events
	combatants   draw.Rect           // place of the table, or of the columns of the sides
	inspector    draw.Rect           // place of the inspector
	log          draw.Rect           // place of the log, without the rule above it
	encounter    draw.Rect           // place of the pane of the encounter; only on a vast screen
	popup        draw.Rect           // place of lists, dialogs and completions
	page         draw.Rect           // place of pages, which cover everything but the title bar, the prompt and the keys
	prompt       draw.Rect           // row of the prompt
	keys         draw.Rect           // row of the keys
	queue        bool                // whether the timeline is a queue in order of time, rather than lanes
	tiny         bool                // whether there are only the queue, the prompt, and as many rows of the table and the log as fit
	hasInspector bool                // whether the inspector is visible
	vast         bool                // whether the log is next to the table
	resting      bool                // whether no one takes turns, so that coming events replace the timeline
	comingRows   [][]draw.StyledText // rows of coming events and of the scene's goals, at rest
}

// newLayout lays out a screen of w by h cells. actors is the number of combatants, and logged the number of rows that the log needs. coming
// is the number of rows of coming events, which replace the timeline while no one takes turns; it is negative in a fight. If choosing is
// set, the inspector extends down next to the log. If past is set, the log gets as much room as possible.
func newLayout(w, h, actors, logged, coming int, choosing, past bool) layout {
	l := layout{
		resting:      coming >= 0,
		queue:        h < laneHeight || w < minWidth,
		hasInspector: w >= wideWidth && h >= minHeight,
		vast:         w >= vastWidth && h >= vastHeight && !past,
	}
	l.prompt, l.keys, l.page = draw.NewRect(0, h-2, w, 1), draw.NewRect(0, h-1, w, 1), draw.NewRect(0, 1, w, h-3)
	if l.tiny = w < minWidth || h < minHeight; l.tiny {
		l.layOutTiny(w, h, actors)
		return l
	}
	lanes, rows := l.panelRows(h, actors, logged, coming, past)
	body := 2 + lanes // first row of the table, below the title, the timeline and a rule
	l.timeline = draw.NewRect(0, 1, w, lanes)
	below := body + 1 + rows // the rule below the table
	bottom := h - 2          // row of the prompt
	if l.vast {
		l.layOutVast(w, body, below, bottom)
		return l
	}
	mainWidth := w // width of the table
	if l.hasInspector {
		sideWidth := inspectorWidth(w)
		mainWidth = w - sideWidth - 1
		l.inspector = draw.NewRect(mainWidth+1, body, sideWidth, below-body)
	}
	l.combatants = draw.NewRect(0, body, mainWidth, below-body)
	l.log = draw.NewRect(0, below+1, w, bottom-below-1)
	if choosing || l.resting || below-body < minTableRows {
		l.log.W = mainWidth
		if l.hasInspector {
			l.inspector.H = bottom - body
		}
	}
	top := min(below, max(body+2, bottom-listRows)) // lists cover the log, and as much of the table as they need
	if !l.hasInspector {
		top = body - 1 // lists also cover the table, to show the effect of the choice
	}
	l.popup = draw.NewRect(0, top, mainWidth, bottom-top)
	return l
}

// inspectorWidth returns the width of the inspector on a screen of width w that isn't vast: 37 percent.
func inspectorWidth(w int) int { return w * 37 / 100 }

// layOutTiny lays out a tiny screen of w by h cells: the queue and one row of the table or, if there is room, as much as possible of the
// table and the log.
func (l *layout) layOutTiny(w, h, actors int) {
	// The last three rows are for the table, the prompt and the keys. The timeline has the other rows below the title; if there are none,
	// it takes the title's row.
	l.timeline = draw.NewRect(0, min(1, h-4), w, max(1, h-4))
	l.combatants = draw.NewRect(0, h-3, w, 1)
	l.popup = draw.NewRect(0, 0, w, max(0, h-2))
	l.page = l.popup
	l.inspector, l.log = draw.NewRect(0, 0, 0, 0), draw.NewRect(0, 0, 0, 0)
	if top := 1 + queueRows + 1; h-2-top > 2 { // the table's heading and more than one row
		l.timeline.H = queueRows
		l.combatants = draw.NewRect(0, top, w, min(1+actors, h-2-top))
		below := l.combatants.Y + l.combatants.H + 1
		l.log = draw.NewRect(0, below, w, max(0, h-2-below))
	}
}

// panelRows returns the rows of the timeline, and those of the table without its heading, on a screen of height h that isn't tiny. The
// parameters are those of newLayout. The log gets the rest, except for rows that it doesn't need, which go to combatants.
func (l *layout) panelRows(h, actors, logged, coming int, past bool) (lanes, rows int) {
	lanes, rows = queueRows, actors
	free := h - 2 - 1 - 1 - 2 // without the prompt, keys, title, the table's heading, and the rules above and below the table
	logRows := max(4, free/5) // rows kept for the log
	if l.vast {
		logRows = listRows // on a vast screen, these rows hold the inspector and the pane of the encounter, below the table
	}
	if l.resting {
		lanes = coming
	} else if !l.queue {
		// A ruler and a lane for each combatant, at least four lanes. They take at most half of the room above the log, or less if the
		// table needs a third of the room.
		lanes = 1 + max(4, min(actors, (free-1-logRows)/2, free-1-logRows-min(rows, free/3)))
	}
	rows = max(1, min(rows, free-lanes-logRows))
	if unused := min(logRows-max(1, logged), actors-rows); unused > 0 && !l.vast {
		rows, logRows = rows+unused, logRows-unused
	}
	if past { // the log gets what the timeline and the table lose
		return min(lanes, max(queueRows, free/5)), min(rows, max(4, free/5))
	}
	if spare := free - lanes - rows - logRows; spare > 0 && !l.queue && !l.resting && lanes-1 < actors { // lanes-1: without the ruler
		lanes += min(spare, actors-lanes+1)
	}
	return lanes, rows
}

// layOutColumns changes the layout for a game in rounds, in which columns of the sides replace the timeline and the table; heightAt returns
// their height at a width. The inspector is next to the log. If past is set, the log gets as much room as possible. A tiny screen stays as
// it is.
func (l *layout) layOutColumns(w, h int, heightAt func(w int) int, past bool) {
	if l.tiny {
		return
	}
	const body = 2                   // first row below the title and the rule
	free, mainWidth := h-2-body-1, w // free: without the prompt, the keys and the rule above the log
	logRows := max(3, free/4)        // rows kept for the log
	if l.vast {
		mainWidth, logRows = w-vastLog-1, listRows
	}
	rows := max(2, min(heightAt(mainWidth), free-logRows))
	if past {
		rows = min(rows, max(5, free/5))
	}
	below, bottom := body+rows, h-2
	l.timeline = draw.NewRect(0, 0, 0, 0)
	if l.vast {
		l.layOutVast(w, body, below, bottom)
		return
	}
	l.combatants = draw.NewRect(0, body, w, rows)
	if l.hasInspector {
		sideWidth := inspectorWidth(w)
		mainWidth = w - sideWidth - 1
		l.inspector = draw.NewRect(mainWidth+1, below+1, sideWidth, bottom-below-1)
	}
	l.log = draw.NewRect(0, below+1, mainWidth, bottom-below-1)
	top := min(below, max(body+2, bottom-listRows))
	if !l.hasInspector {
		top = body + 1
	}
	l.popup = draw.NewRect(0, top, mainWidth, bottom-top)
}

// layOutVast lays out the panels of a vast screen of width w in the rows from body up to, but not including, bottom: the log at the
// right, the table, and under the rule in row below, the pane of the encounter or a list, with the inspector next to it.
func (l *layout) layOutVast(w, body, below, bottom int) {
	mainWidth := w - vastLog - 1
	encounterWidth := max(mainWidth/2-1, mainWidth-vastInspector-1)
	l.combatants = draw.NewRect(0, body, mainWidth, below-body)
	l.log = draw.NewRect(mainWidth+1, body, vastLog, bottom-body)
	l.popup = draw.NewRect(0, below, encounterWidth, bottom-below)
	l.encounter = draw.NewRect(0, below+1, encounterWidth, bottom-below-1)
	l.inspector = draw.NewRect(encounterWidth+1, below+1, mainWidth-encounterWidth-1, bottom-below-1)
}

// drawColumnLine draws a vertical line in column x from the rule in row top down to the row above bottom.
func drawColumnLine(c draw.Canvas, x, top, bottom int) {
	c.Text(x, top, "┬", draw.RoleRule)
	for y := top + 1; y < bottom; y++ {
		c.Text(x, y, "│", draw.RoleRule)
	}
}
