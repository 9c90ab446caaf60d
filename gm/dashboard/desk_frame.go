package dashboard

import (
	"fmt"
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
)

// Drawing of a frame: the panels, then the overlay on top, at the places computed by view_layout.go. The layout depends on the screen's
// size: a tiny screen has only the order of turns and a few rows; from a certain width there is an inspector at the right; a vast screen
// shows the log next to the table and the pane of the encounter. In a game in rounds, columns of the sides replace the timeline and the
// table. While no one takes turns (at rest), coming events replace the timeline.
//
// The inspector shows details of one thing, such as the entry under the cursor or the effect of the line being composed. The queue lists
// coming events in order, in place of the timeline on a low screen. A picker is a list to choose from, and a line is the text of a command.

// Draw draws a frame from the current state of the session. tview calls it. It first brings up to date what depends on the session: the
// selection, the list for a question that the session asks, notices, and the forecast of the fight. Afterwards, it stops background work
// for overlays that were closed, and for odds that the frame did not need.
func (d *Dashboard) Draw(terminal tcell.Screen) {
	x, y, w, h := d.GetRect()
	c := draw.NewCanvas(terminal, &d.themes[d.theme], draw.NewRect(x, y, w, h))
	terminal.HideCursor()
	if d.tour != nil && c.H > tourRows+1 {
		d.tour.advanceSteps(d)
		d.tour.draw(c.Part(0, c.H-tourRows, c.W, tourRows))
		c = c.Part(0, 0, c.W, c.H-tourRows)
	}
	d.ensureSelection()
	d.runGuarded("Display", d.openQuestion.followQuestion)
	d.runGuarded("Display", d.announceNotices)
	d.runGuarded("Display", d.forecast.followFight)
	coming, rows := -1, [][]draw.StyledText(nil) // number and text of the rows of coming events; -1 while turns are taken
	if d.isResting() {
		rows = d.restRows(c.W - 2)
		coming = len(rows)
	}
	d.layout = newLayout(c.W, c.H, len(d.shownState().Actors), d.log.rowsNeeded(c), coming, d.isChoosing(), d.isInPast())
	d.layout.comingRows = rows
	if d.inRounds() {
		d.layout.layOutColumns(c.W, c.H, d.columns.rowsNeeded, d.isInPast())
	}
	d.runGuarded("Display", func() {
		switch l := &d.layout; {
		case l.tiny:
			d.drawTinyScreen(c)
		case d.isInPast() && !l.hasInspector && (len(d.overlays) == 0 || d.isFiltering()):
			d.drawHistory(c)
		default:
			d.drawPanels(c)
		}
	})
	d.runGuarded("Display", func() { d.drawOverlay(c) })
	if d.failed != nil {
		d.message, d.failed = bottomLine{text: d.failed.Error(), bad: true}, nil
	}
	d.runGuarded("Display", func() { d.drawPrompt(c.In(d.layout.prompt)) })
	d.runGuarded("Display", func() { d.drawMessage(c) })
	d.runGuarded("Display", func() { d.keyBar.draw(c.In(d.layout.keys)) })
	d.stopClosedWork()
	d.endFrame()
	d.progress.finish()
}

// drawTinyScreen draws what fits on a very small screen: the queue, and the selected combatant or as much of the table and the log as
// possible.
func (d *Dashboard) drawTinyScreen(c draw.Canvas) {
	if d.layout.timeline.Y > 0 {
		d.drawTitleBar(c)
	}
	d.drawTurnOrder(c.In(d.layout.timeline))
	if l := &d.layout; l.combatants.H > 1 {
		c.Rule(l.combatants.Y-1, "", draw.RoleDim)
		if d.combatants.draw(c.In(l.combatants)); l.log.H > 0 {
			c.Rule(l.log.Y-1, d.log.titleText(), d.panelRole(focusLog))
			d.log.draw(c.In(l.log))
		}
	} else if at := d.selectedAt(); at >= 0 {
		d.combatants.drawActors(c.In(d.layout.combatants), d.shownState().Actors[at:at+1])
	}
}

// drawTurnOrder draws the order of turns: the timeline, the queue if there are few rows, or the sides in a game in rounds.
func (d *Dashboard) drawTurnOrder(c draw.Canvas) {
	few := d.layout.queue || d.layout.tiny
	switch {
	case d.inRounds():
		d.columns.drawRows(c)
	case d.layout.resting:
		d.queue.hits, d.lanes = d.queue.hits[:0], d.lanes[:0]
		for y, row := range d.layout.comingRows {
			c.Spans(1, y, c.W-2, row)
		}
	case few:
		d.queue.draw(c, d.plannedLine())
	default:
		d.timeline.draw(c, namesWidth(d.shownState(), d.layout.combatants.W, false), d.plannedLine())
	}
}

// drawPanels draws the desk: title bar, order of turns, combatants, log and inspector.
func (d *Dashboard) drawPanels(c draw.Canvas) {
	l := &d.layout
	d.pageW, d.pageH = l.inspector.W-2, l.inspector.H-1
	if !l.hasInspector { // a page covers everything from the combatants down
		d.pageW, d.pageH = c.W-2, l.prompt.Y-l.combatants.Y-1
	}
	d.drawTitleBar(c)
	c.Rule(l.combatants.Y-1, "", draw.RoleDim)
	if !d.inRounds() {
		d.drawTurnOrder(c.In(l.timeline))
	}
	if d.isFiltering() && !l.vast {
		l.log.H -= filterRows // the entries found are above the filter
	}
	page := d.inspectorPage()
	if page != nil && !l.hasInspector && len(d.overlays) == 0 && !d.prompt.isOpen {
		l.inspector = draw.NewRect(0, l.combatants.Y, c.W, l.prompt.Y-l.combatants.Y)
		d.inspector.draw(c.In(l.inspector), page)
		return
	}
	if d.inRounds() {
		d.columns.draw(c.Part(l.combatants.X, l.combatants.Y-1, l.combatants.W, 1), c.In(l.combatants))
	} else {
		d.combatants.draw(c.In(l.combatants))
	}
	ruleWidth := l.log.W
	if d.inRounds() && !l.vast {
		ruleWidth = c.W // the rule is also above the inspector, which is next to the log
	}
	if !l.hasInspector {
		d.drawReadAloud(c)
	}
	c.Part(l.log.X, l.log.Y-1, ruleWidth, 1).Rule(0, d.log.titleText(), d.panelRole(focusLog))
	d.log.draw(c.In(l.log))
	if l.vast {
		c.Part(0, l.popup.Y, l.combatants.W, 1).Rule(0, "", draw.RoleDim)
		drawColumnLine(c, l.log.X-1, l.combatants.Y-1, l.prompt.Y)
		drawEncounter(d, c)
	}
	if !l.hasInspector {
		return
	}
	if page == nil {
		page = d.pages.idlePage(l.vast)
	}
	d.drawInspector(c, page)
}

// drawInspector draws the inspector with a page, and the line at its left, which ends in a corner if the log continues below.
func (d *Dashboard) drawInspector(c draw.Canvas, page *draw.Page) {
	r := d.layout.inspector
	c.In(r).Clear()
	drawColumnLine(c, r.X-1, r.Y-1, r.Y+r.H)
	if r.Y+r.H < d.layout.prompt.Y {
		c.Text(r.X-1, r.Y+r.H, "┴", draw.RoleRule)
	}
	d.inspector.draw(c.In(r), page)
}

// minLog is the minimum number of rows of the log below the text to read aloud. The text itself has as many, unless it
// is shorter.
const minLog = 3

// drawReadAloud draws the text to read aloud at the beginning of a scene, between the combatants and the log, and moves the log down. It
// draws nothing once the scene's entries need the room. A text that is cut off ends with the key that shows all of it.
func (d *Dashboard) drawReadAloud(c draw.Canvas) {
	text := d.textToRead()
	if text == "" || d.isFiltering() {
		return
	}
	l := &d.layout
	rows := draw.WrapLines(text, c.W-4)
	room := l.log.H - 1 - max(minLog, d.log.rowsSinceBegin(c.In(l.log)))
	if room < min(minLog, len(rows)) {
		return
	}
	n := min(room, len(rows))
	c.Rule(l.log.Y-1, "read aloud", draw.RoleTitle)
	for i, row := range rows[:n] {
		if i == n-1 && n < len(rows) {
			row = draw.Clip(row, c.W-8) + " … R" // the key takes 4 of the row's c.W-4 cells
		}
		c.Fit(2, l.log.Y+i, c.W-4, row, draw.RoleStrong)
	}
	l.log.Y, l.log.H = l.log.Y+n+1, l.log.H-n-1
}

// drawEncounter draws the pane of the encounter on a vast screen. An open list takes the upper part of the pane.
func drawEncounter(d *Dashboard, c draw.Canvas) {
	r := d.layout.encounter
	if list, ok := d.overlayOnTop().(*picker); ok && list.leftLines == nil { // a list with leftLines covers the whole screen
		list.refreshItems()
		need := list.rowsNeeded(d.layout.popup.W)
		if r.H -= need; r.H < 3 { // too little to be useful
			return
		}
		r.Y += need
		c.Part(r.X, r.Y-1, r.W, 1).Rule(0, "", draw.RoleDim)
	}
	d.pages.encounterPane(c.In(r))
}

// isChoosing reports whether an overlay, the prompt or the past is open, which requires a tall inspector.
func (d *Dashboard) isChoosing() bool {
	return len(d.overlays) > 0 || d.prompt.isOpen || d.isInPast()
}

// drawOverlay draws the overlay on top or, if the prompt gets the keys, the effect of the typed line and its completions.
func (d *Dashboard) drawOverlay(c draw.Canvas) {
	if d.isTyping() {
		d.prompt.loadCompletions()
		d.drawTypedLine(c)
	}
	top := d.overlayOnTop()
	if top == nil {
		return
	}
	if b := findBuilder(d); b != nil && top != overlay(b) {
		b.drawBelowOverlay(c, top)
		return
	}
	if list, ok := top.(*picker); ok && list.leftLines == nil && !d.layout.hasInspector {
		d.drawChoice(c, list) // without an inspector, the effect of the choice is drawn with the list
	} else {
		top.draw(c, &d.layout)
	}
	switch o := top.(type) {
	case *picker:
		redrawColumns(d, c, o.firstCovered)
	case *dialog:
		redrawColumns(d, c, o.firstCovered)
	}
}

// redrawColumns redraws the columns of the sides, in a game in rounds, in the rows above row from, where an overlay begins. The
// columns then scroll so that the combatant whose turn it is stays visible, with as many others as fit.
func redrawColumns(d *Dashboard, c draw.Canvas, from int) {
	r := d.layout.combatants
	if height := from - r.Y; d.inRounds() && !d.layout.tiny && height > 1 && height < r.H {
		panel := c.Part(r.X, r.Y, r.W, height)
		panel.Clear()
		d.columns.draw(c.Part(r.X, r.Y-1, r.W, 1), panel)
	}
}

// drawTypedLine draws the effect of the typed line, if there is no inspector, and its completions.
func (d *Dashboard) drawTypedLine(c draw.Canvas) {
	line := d.plannedLine()
	box := c.In(d.layout.popup)
	if d.layout.hasInspector || d.layout.tiny || !d.hasEffect(line) { // the inspector shows the effect, there is no room for it, or the line has none
		d.prompt.drawCompletions(box)
		return
	}
	if d.inRounds() { // only the rows of its effect are needed, since the columns show the line's combatants
		rows := 1 + len(d.pages.effectRows(line, box.W-2, pageRows)) + d.prompt.completionRows()
		box = box.Part(0, max(0, box.H-rows), box.W, min(box.H, rows))
	}
	box.Clear()
	height := d.drawLineSummary(box, line, box.H-1)
	d.prompt.drawCompletions(box.Part(0, height, box.W, box.H-height))
	redrawColumns(d, c, box.Y)
}

// hasEffect reports whether a line has an effect that can be drawn: it declares an action that takes time, or rolls dice.
func (d *Dashboard) hasEffect(line string) bool {
	return d.findPlannedAction(line) != nil || d.isRolled(line)
}

// maxOddsListRows is the maximum number of rows of a list that is drawn below the full odds of the current choice, if there is no
// inspector.
const maxOddsListRows = 7

// drawChoice draws a list at full width on a screen without an inspector, with the effect of the line composed so far above it. If the list
// composes no line (list.line is nil), it draws the page of the current item, or the combatants that the list concerns, instead.
func (d *Dashboard) drawChoice(c draw.Canvas, list *picker) {
	box := c.In(d.layout.popup)
	list.refreshItems()
	need := list.rowsNeeded(box.W)
	if list.line == nil || d.layout.tiny || !d.hasEffect(list.line()) {
		d.drawPageChoice(box, list, need)
		return
	}
	if d.inRounds() && !d.showAllOdds { // the columns show as many of its combatants as fit
		rows := len(d.pages.effectRows(list.line(), box.W-2, pageRows))
		box = box.Part(0, max(0, box.H-1-rows-need), box.W, min(box.H, 1+rows+need))
	}
	box.Clear()
	list.firstCovered = box.Y
	box.Rule(0, list.titleWithFilter(), draw.RoleTitle)
	if d.showAllOdds && list.inspect != nil {
		height := max(box.H-need, box.H-maxOddsListRows) // rows of the odds, with their rule
		d.inspector.draw(box.Part(0, 1, box.W, height-1), list.inspect(list.currentItem()))
		list.drawUnderRule(box.Part(0, height, box.W, box.H-height))
		return
	}
	// The effect takes as many rows as it needs, but leaves the list the rows that the list needs, up to listRows-1.
	height := 1 + d.drawLineSummary(box.Part(0, 1, box.W, box.H-1), list.line(), box.H-1-min(need, listRows-1))
	list.drawUnderRule(box.Part(0, height, box.W, box.H-height))
}

// drawPageChoice draws a list, which needs the given number of rows, with the page of the current item. Above them, it draws the combatants
// that the list concerns, if it has any. On a tiny screen, it draws just the list.
func (d *Dashboard) drawPageChoice(box draw.Canvas, list *picker, need int) {
	if d.layout.tiny {
		list.drawWithPage(box, nil)
		return
	}
	var page *draw.Page
	if list.inspect != nil {
		page = list.inspect(list.currentItem())
	}
	if list.shownActors != nil {
		people := list.shownActors()
		height := max(1+len(people), box.H-1-need-pageRows) // as many rows as the list and its page leave free
		d.combatants.drawWithOthers(box.Part(0, 1, box.W, height), people)
		box = box.Part(0, 1+height, box.W, box.H-1-height)
	}
	list.drawWithPage(box, page)
}

// drawLineSummary draws a line's combatants, unless the columns of the sides show them, and its effect, in at most maxRows rows. It
// returns the number of rows drawn.
func (d *Dashboard) drawLineSummary(c draw.Canvas, line string, maxRows int) int {
	p, err := d.preview(line)
	y := 0
	if err == nil && !d.inRounds() {
		s := d.shownState()
		list := s.Actors[:0:0] // combatants of the line: its actor and its target
		for _, key := range []string{p.Who, p.Whom} {
			if a := s.Find(key); a != nil && (len(list) == 0 || list[0] != a) {
				list = append(list, a)
			}
		}
		d.combatants.drawActors(c.Part(0, 0, c.W, len(list)), list)
		y = len(list)
	}
	rows := d.pages.effectRows(line, c.W-2, maxRows-y)
	if y+1+len(rows) <= maxRows {
		y++ // an empty row between them
	}
	for _, row := range rows[:max(0, min(len(rows), maxRows-y))] {
		c.Spans(1, y, c.W-2, row)
		y++
	}
	return y
}

// inspectorPage returns the page for the inspector: about the line at the prompt, or else the current item of an open list, the past,
// or the page or entry that was opened. It returns nil if there is none.
func (d *Dashboard) inspectorPage() *draw.Page {
	if d.isTyping() {
		if p := d.pages.promptPage(strings.TrimSpace(d.prompt.edit.Text)); p != nil {
			return p
		}
	}
	for i := len(d.overlays) - 1; i >= 0; i-- {
		if list, ok := d.overlays[i].(*picker); ok && list.inspect != nil {
			return list.inspect(list.currentItem())
		}
	}
	if d.isInPast() {
		return d.past.currentPage()
	}
	if d.inspector.content.page != nil {
		return d.inspector.content.page
	}
	if e := d.inspector.content.entry; e != nil {
		terms := d.inspector.content.withTerms                     // whether the entry was opened to see the terms of each number
		if terms || len(e.Outcomes) > 0 && d.layout.hasInspector { // an entry without outcomes is fully shown in the log
			return d.pages.entryPage(e, terms)
		}
	}
	return nil
}

// filterRows is the number of rows of the dialog that filters the history.
const filterRows = 3

// isFiltering reports whether the filter of the history is open.
func (d *Dashboard) isFiltering() bool {
	_, isDialog := d.overlayOnTop().(*dialog) // in the past, the only dialog is the filter
	return isDialog && d.isInPast()
}

// drawHistory draws the history on the whole screen: the entries, and below them the result of the current one.
func (d *Dashboard) drawHistory(c draw.Canvas) {
	l := &d.layout
	d.drawTitleBar(c)
	rows := d.log.historyRows((l.prompt.Y - 2) / 4) // a quarter of the screen
	l.log = draw.NewRect(0, 1, c.W, rows)
	l.combatants, l.timeline = draw.NewRect(0, 0, 0, 0), draw.NewRect(0, 0, 0, 0)
	l.inspector = draw.NewRect(0, rows+2, c.W, l.prompt.Y-rows-2)
	d.pageW, d.pageH = c.W-2, l.inspector.H-1
	d.log.draw(c.In(l.log))
	c.Rule(rows+1, fmt.Sprintf("entry %d, step by step", d.past.seq), draw.RoleDim)
	d.inspector.draw(c.In(l.inspector), d.past.currentPage())
}
