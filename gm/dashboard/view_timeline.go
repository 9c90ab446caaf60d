package dashboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The timeline: a lane (row) for each combatant, along which counts, the units of time in a fight, pass from left to right. Near counts
// are wide, far ones narrow. The planned action, which is being composed or declared by the typed line, is drawn as well. Above the lanes
// is a ruler with the numbers of counts. A combatant whose turn has come is Open: it may declare an action, which is then in progress
// (Doing).

// timelinePanel is the timeline, with a lane for each combatant. It shows an action in progress as a line up to ▶, a coming turn as ○,
// waiting as ~, the effect of a condition as · and its end as ╷, a journey as », and the action being composed as ┄▷. The ruler shows a
// reminder as ◷. If there is no room for all combatants, the others share the last row.
type timelinePanel struct{ *view }

// laneMark is one event on a lane.
type laneMark struct {
	from, at float64   // counts at which it begins, and at which it takes effect; equal for an event without duration
	sign     string    // sign drawn at that count
	line     string    // character with which the lane is filled between from and at; "" if there is none
	text     string    // text after the sign; for the later of two simultaneous actions, the texts of both
	ownText  string    // text of this action alone; "" except for an action being composed
	role     draw.Role // style of the sign and the line
	textRole draw.Role // role of the text
	alert    bool      // whether the selected combatant is the target, so that ! follows the text
	canClip  bool      // whether the text can be shortened to fit; that of a mark with a line always can
}

// neverDue is a count after all others, which stands for never.
const neverDue = 1e9

// nextCount returns the next count at which something happens to a combatant, -1 if it can declare now, or neverDue if nothing will happen.
func nextCount(a *rules.Actor) float64 {
	next := float64(neverDue)
	if a.Open || a.Waiting {
		return -1
	}
	if a.Turn >= 0 {
		next = min(next, a.Turn)
	}
	if a.Doing != nil {
		next = min(next, a.Doing.At)
	}
	for i := range a.Conditions {
		if at := a.Conditions[i].Next; at >= 0 { // the next effect or the end, whichever comes first
			next = min(next, at)
		}
	}
	return next
}

// dueActor is a combatant with the numbers by which it is sorted.
type dueActor struct {
	*rules.Actor
	rank int     // importance, from 0 for the most important; the lowest comes first
	next float64 // count of its next event, as nextCount returns it; among equal ranks, the lowest comes first
}

// sortDue sorts combatants by rank, then by the next count.
func sortDue(list []dueActor) {
	slices.SortStableFunc(list, func(a, b dueActor) int { return cmp.Or(a.rank-b.rank, cmp.Compare(a.next, b.next)) })
}

// chooseLanes returns the actors that get one of the given number of lanes, in the order of the state. If there are too many, it chooses
// the actor of plan or, if plan is nil, the selected one; then those acting on it; its target; and those whose next event comes first.
func (t *timelinePanel) chooseLanes(s *rules.State, rows int, plan *plannedAction) []*rules.Actor {
	if len(s.Actors) <= rows {
		return s.Actors
	}
	focused, whom := s.Find(t.selected), ""
	if plan != nil {
		focused, whom = s.Find(plan.who), plan.whom
	}
	rank := func(a *rules.Actor) int {
		switch {
		case focused == nil:
			return 3
		case a == focused:
			return 0
		case isAimingAt(a, focused.Key):
			return 1
		case a.Key == whom || isAimingAt(focused, a.Key):
			return 2
		}
		return 3
	}
	order := collect.Map(s.Actors, func(actor *rules.Actor) dueActor { return dueActor{actor, rank(actor), nextCount(actor)} })
	sortDue(order)
	picked := make(map[*rules.Actor]bool, rows)
	for _, a := range order[:rows] {
		picked[a.Actor] = true
	}
	list := make([]*rules.Actor, 0, rows)
	list = append(list, collect.Filter(s.Actors, func(actor *rules.Actor) bool { return picked[actor] })...)
	return list
}

// isAimingAt reports whether an action that a has in progress targets the combatant with the key whom.
func isAimingAt(a *rules.Actor, whom string) bool {
	for d := a.Doing; d != nil; d = d.Beside {
		if d.Whom == whom {
			return true
		}
	}
	return false
}

// laneMarks returns the marks of a combatant's coming events in the state s, in order of time.
func (t *timelinePanel) laneMarks(s *rules.State, a *rules.Actor) []laneMark {
	var list []laneMark
	if a.Open {
		list = append(list, laneMark{from: s.Count, at: s.Count, sign: "○", role: draw.RoleKey})
	} else if a.Turn >= 0 {
		list = append(list, laneMark{from: a.Turn, at: a.Turn, sign: "○", role: draw.RoleText})
	}
	if a.Waiting {
		list = append(list, laneMark{from: s.Count, at: s.Count, sign: "~", text: t.waitText(a), role: draw.RoleDim, textRole: draw.RoleDim})
	}
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		side := t.sideOf(a)
		list = append(list, laneMark{from: doing.From, at: doing.At, sign: "▶", line: side.line(), role: side.role(), text: t.shortDoingText(doing),
			alert: doing.Whom != "" && doing.Whom == t.selected && a.Key != t.selected})
		if n := len(list); doing.Beside == nil && a.Doing != doing { // the second of two simultaneous actions
			joinTexts(list[n-2:])
		}
	}
	if going, ok := t.journeyMark(s, a); ok {
		list = append(list, going)
	}
	labelled := map[*rules.Condition]bool{} // conditions that already have a mark with text; their other marks have only a sign
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if held.Limit > 0 && isSoon(s, held.Limit) {
			list = append(list, laneMark{from: held.Limit, at: held.Limit, sign: "╷", text: "not " + held.Condition.StateWord(), role: draw.RoleDim, textRole: draw.RoleDim})
		}
		if held.NextTick < 0 || held.Expires() {
			continue
		}
		m := laneMark{from: held.NextTick, at: held.NextTick, sign: "·", role: draw.RoleLow, textRole: draw.RoleLow}
		if !labelled[held.Condition] {
			labelled[held.Condition], m.text = true, t.nextEffectText(held)
		}
		list = append(list, m)
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].at < list[j].at })
	return list
}

// waitText returns the trigger for which a combatant waits, with the planned reaction, or "waits" if there is no
// trigger.
func (v *view) waitText(a *rules.Actor) string {
	for i := range a.Conditions {
		if held := &a.Conditions[i]; held.Condition.Says && held.Text != "" {
			return v.remarkText(a, held)
		}
	}
	return "waits"
}

// plannedAction is the action being composed, or two simultaneous ones, as drawn on the timeline.
type plannedAction struct {
	who, whom string     // keys of its actor and its target; whom is "" if it has none
	marks     []laneMark // one or two marks, for the actions
}

// findPlannedAction returns the action that a line declares, for the timeline. It returns nil if the line declares no action that takes
// time, or if the past is shown.
func (v *view) findPlannedAction(line string) *plannedAction {
	if line == "" || v.isInPast() {
		return nil
	}
	p, err := v.preview(line)
	if err != nil || p.Counts <= 0 || p.Doing == nil {
		return nil
	}
	plan := &plannedAction{who: p.Who, whom: p.Whom, marks: []laneMark{v.plannedMark(&p)}}
	if p.First != nil { // the line declares two simultaneous actions, and p is the second
		plan.marks = append(plan.marks, v.plannedMark(p.First))
		joinTexts(plan.marks)
	}
	return plan
}

// joinTexts sorts the marks of two simultaneous actions by time, and gives the later one the texts of both.
func joinTexts(marks []laneMark) {
	if marks[0].at > marks[1].at {
		marks[0], marks[1] = marks[1], marks[0]
	}
	marks[0].text, marks[1].text = "", marks[0].text+" & "+marks[1].text
}

// plannedMark returns the mark of an action being composed.
func (v *view) plannedMark(p *command.Preview) laneMark {
	from, at := v.actionSpan(p)
	text := v.withTarget(p.Doing.MeansText(v.session.Rules()), p.Doing)
	return laneMark{from: from, at: at, sign: "▷", line: "┄", role: draw.RoleKey, textRole: draw.RoleStrong, text: text, ownText: text}
}

// scale maps counts to the columns of a lane. In the near part every count has the same number of cells; beyond it, each count with an
// event has a slot of fixed width, so that one long wait doesn't flatten the rest.
type scale struct {
	now           float64   // current count, which is in column 0
	cellsPerCount int       // cells for each count in the near part
	end           float64   // last count of the near part
	far           []farSlot // places of the counts beyond the near part that have an event, ascending; nil if there is only the near part
	breaks        []int     // columns of the signs that mark omitted counts
	hidden        int       // number of counts with an event beyond the near part for which there is no slot
}

// farSlot is the place of a count beyond the near part.
type farSlot struct {
	at float64 // count with an event
	x  int     // column at which its slot begins
}

// Sizes of the scale.
const (
	minReach         = 10 // minimum number of counts in the near part
	minCellsPerCount = 3  // minimum number of cells for each count at which one scale for all counts is readable
	maxCellsPerCount = 6  // maximum number of cells for each count
	textCells        = 22 // cells kept for the text of the last mark
	slotCells        = 5  // width of a slot, in cells
)

// newScale chooses a scale for lanes of the given number of cells, whose near part extends at least to the count reach. counts are the
// counts with an event, ascending and distinct.
func newScale(now, reach float64, counts []float64, cells int) scale {
	sc := scale{now: now}
	last := reach // last count that must have a column
	if n := len(counts); n > 0 {
		last = max(last, counts[n-1])
	}
	sc.cellsPerCount = shareCells(cells-textCells, last-now)
	fitsAll := float64(sc.cellsPerCount)*(last-now) <= float64(cells-textCells)
	if fitsAll && (sc.cellsPerCount >= minCellsPerCount || last <= reach) { // all counts fit in the near part and are readable
		sc.end = now + float64(cells/sc.cellsPerCount)
		return sc
	}
	nearCells := cells * 3 / 4 // room for the near part, which ends with the last count that fits in full
	sc.cellsPerCount = shareCells(nearCells, reach-now)
	nearCounts := nearCells / sc.cellsPerCount
	sc.end = now + float64(nearCounts)
	sc.placeFarCounts(counts, nearCounts*sc.cellsPerCount+2, cells) // two cells after the last count of the near part
	return sc
}

// shareCells returns the number of cells for each count if the given number of counts share cells.
func shareCells(cells int, counts float64) int {
	return max(1, min(maxCellsPerCount, int(float64(cells)/max(1, counts))))
}

// placeFarCounts gives a slot to each of counts beyond the near part, from column x on, as many as fit in a lane of the given number of
// cells.
func (sc *scale) placeFarCounts(counts []float64, x, cells int) {
	before := sc.end // count before the next slot
	for i, at := range counts {
		if at <= sc.end {
			continue
		}
		if len(sc.breaks) == 0 || at-before > maxCountGap { // a break follows the near part, and replaces many omitted counts
			sc.breaks = append(sc.breaks, x)
			x += 2 // the sign and an empty cell
		}
		if x+slotCells > cells {
			sc.hidden = len(counts) - i
			break
		}
		sc.far = append(sc.far, farSlot{at, x})
		x, before = x+slotCells, at
	}
}

// columnOf returns the column of the count at. ok is false if it has no column.
func (sc *scale) columnOf(at float64) (x int, ok bool) {
	if at <= sc.end {
		return max(0, int((at-sc.now)*float64(sc.cellsPerCount)+0.5)), true
	}
	for _, slot := range sc.far {
		if slot.at == at {
			return slot.x, true
		}
	}
	return 0, false
}

// nearReach returns the count to which the near part of the scale must extend: the latest of ten counts from now, the third coming
// turn, and the effect of the action in plan, which may be nil.
func (t *timelinePanel) nearReach(s *rules.State, plan *plannedAction) float64 {
	reach := s.Count + minReach
	turns := collect.MapIf(s.Actors, func(a *rules.Actor) bool { return a.Turn > s.Count }, func(a *rules.Actor) float64 { return a.Turn })
	slices.Sort(turns)
	if n := min(3, len(turns)); n > 0 {
		reach = max(reach, turns[n-1])
	}
	if plan != nil {
		for _, m := range plan.marks {
			reach = max(reach, m.at)
		}
	}
	return reach
}

// draw draws the ruler of counts and the lanes, including the action that line declares. names is the width of the column of names, in
// cells.
func (t *timelinePanel) draw(c draw.Canvas, names int, line string) {
	s := t.shownState()
	plan := t.findPlannedAction(line)
	rows := c.H - 1
	if len(s.Actors) > rows {
		rows-- // a row for the actors without a lane
	}
	actors := t.chooseLanes(s, rows, plan)
	marks := make([][]laneMark, len(actors))
	var counts []float64
	for i, actor := range actors {
		if s.Running {
			marks[i] = t.laneMarks(s, actor)
		}
		if plan != nil && plan.who == actor.Key {
			marks[i] = append(marks[i], plan.marks...)
		}
		counts = append(counts, collect.Map(marks[i], func(m laneMark) float64 { return m.at })...)
	}
	reminders := t.reminderMarks(s)
	counts = append(counts, collect.Map(reminders, func(m laneMark) float64 { return m.at })...)
	slices.Sort(counts)
	start := 2 + names + 2 // column at which the lanes begin: after two cells for signs, the name, the bar of the side and an empty cell
	lane := c.Part(start, 0, c.W-start, c.H)
	sc := newScale(s.Count, t.nearReach(s, plan), slices.Compact(counts), lane.W)
	c.Fit(1, 0, names, "counts", draw.RoleDim)
	drawRuler(lane, &sc, reminders)
	t.lanes = t.lanes[:0]
	for i, actor := range actors {
		t.drawLaneName(c, 1+i, names, actor)
		drawLane(lane, 1+i, marks[i], &sc)
		t.lanes = append(t.lanes, actor.Key)
	}
	if len(actors) < len(s.Actors) {
		t.drawActorsWithoutLane(c, c.H-1, s)
	}
}

// drawLaneName draws a combatant's name in row y, in a column of the given width in cells, with signs before it and the bar of its side
// after it.
func (t *timelinePanel) drawLaneName(c draw.Canvas, y, names int, a *rules.Actor) {
	side := t.sideOf(a)
	role, cursorColumn := side.role(), 1
	if t.cannotAct(a) {
		c.Text(1, y, "✗", draw.RoleOut)
		role, cursorColumn = draw.RoleDim, 0
	}
	if a.Key == t.selected {
		c.Text(cursorColumn, y, "▸", draw.RoleKey)
		role = draw.RoleChosen
	}
	c.FitName(2, y, names, a.Name, role)
	c.Text(2+names, y, side.bar(), side.role())
}

// isSoon reports whether a count is near enough for a reminder or the end of a condition to be drawn on the timeline.
func isSoon(s *rules.State, count float64) bool { return count < s.Count+10*maxCountGap }

// reminderMark is the sign before the count and the text of a reminder.
const reminderMark = "◷"

// reminderMarks returns the marks of the ruler for reminders that are soon, during a fight.
func (t *timelinePanel) reminderMarks(s *rules.State) (list []laneMark) {
	for _, m := range s.Reminders {
		if at := t.session.Rules().CountAt(s, m.At); s.Running && isSoon(s, at) {
			at = max(at, s.Count)
			list = append(list, laneMark{from: at, at: at, sign: reminderMark + draw.Tenths(at), text: m.Text, role: draw.RoleKey, textRole: draw.RoleStrong, canClip: true})
		}
	}
	return list
}

// drawActorsWithoutLane draws, in row y, the combatants without a lane, each with the count of its next event, in order of time. Those
// that don't fit are only counted.
func (t *timelinePanel) drawActorsWithoutLane(c draw.Canvas, y int, s *rules.State) {
	others := make([]dueActor, 0, len(s.Actors))
	for _, a := range s.Actors {
		if !t.hasLane(a.Key) {
			others = append(others, dueActor{a, 0, nextCount(a)})
		}
	}
	sortDue(others)
	x := c.Text(1, y, "later: ", draw.RoleDim)
	for i, a := range others {
		count := "– "
		switch {
		case a.next < 0:
			count = "now "
		case a.next < neverDue:
			count = draw.Tenths(a.next) + " "
		}
		between := collect.Choose(i == 0, "", " · ")
		more := " · " + draw.Tenths(float64(len(others)-i)) + " more"
		end := x + draw.Width(between) + draw.Width(count) + draw.Width(a.Short) // column after this combatant
		if i+1 < len(others) {
			end += draw.Width(more) // the number of the others must fit, too
		}
		if end > c.W-1 {
			c.Text(x, y, more, draw.RoleDim)
			return
		}
		x = c.Text(x, y, between+count, draw.RoleDim)
		x = c.Text(x, y, a.Short, t.sideRole(a.Actor))
	}
}

// timesText returns " ×n" if n is at least 2, otherwise "".
func timesText(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" ×%d", n)
}

// drawRuler draws the ruler of counts in row 0: the current count, the counts of the far slots, reminders, which include their counts, and,
// where there is room, further counts at equal distances.
func drawRuler(c draw.Canvas, sc *scale, reminders []laneMark) {
	marks := slices.Clone(reminders)
	for _, slot := range sc.far {
		if !slices.ContainsFunc(reminders, func(m laneMark) bool { return m.at == slot.at }) {
			marks = append(marks, laneMark{from: slot.at, at: slot.at, sign: draw.Tenths(slot.at), role: draw.RoleDim})
		}
	}
	taken := drawLane(c, 0, marks, sc)
	write := func(x int, text string, role draw.Role) (end int) { // draws text unless it would touch a mark, and returns the column after it
		end = x + draw.Width(text)
		if !slices.Contains(taken[min(max(0, x-1), c.W):min(end+1, c.W)], true) {
			c.Text(x, 0, text, role)
		}
		return end
	}
	step := sc.rulerStep()
	nextFree := write(write(0, draw.Tenths(sc.now), draw.RoleStrong)+1, "now", draw.RoleDim) + 1
	edge := c.W // column before which the numbers must end
	if len(sc.breaks) > 0 {
		edge = sc.breaks[0] - 1
	}
	for at := (math.Trunc(sc.now/step) + 1) * step; ; at += step {
		x := int((at - sc.now) * float64(sc.cellsPerCount))
		if x+draw.Width(draw.Tenths(at)) > edge {
			break
		}
		if x >= nextFree {
			nextFree = write(x, draw.Tenths(at), draw.RoleDim) + 1
		}
	}
	if sc.hidden > 0 {
		c.TextRight(c.W, 0, "+"+draw.Tenths(float64(sc.hidden)), draw.RoleKey)
	}
}

// rulerStep returns the difference between two consecutive numbers of the ruler: a round number of counts that leaves room for numbers
// of several digits.
func (sc *scale) rulerStep() (step float64) {
	for _, step = range []float64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step*float64(sc.cellsPerCount) >= 8 {
			break
		}
	}
	return step
}

// drawLane draws the marks of one lane in row y: lines first, signs over them, and texts in the remaining room. taken tells for each
// column whether something was drawn there; its element after the last column is true.
func drawLane(c draw.Canvas, y int, marks []laneMark, sc *scale) (taken []bool) {
	for _, x := range sc.breaks {
		c.Text(x, y, "┊", draw.RoleRule)
	}
	taken = make([]bool, c.W+1)
	taken[c.W] = true
	put := func(x int, text string, r draw.Role) { // draws text, and marks its columns as taken
		for end := min(c.W, c.Text(x, y, text, r)); x < end; x++ {
			taken[x] = true
		}
	}
	for _, m := range marks {
		x, ok := sc.columnOf(m.at)
		if m.line == "" || !ok {
			continue
		}
		for at, _ := sc.columnOf(m.from); at < x; at++ {
			put(at, m.line, m.role)
		}
	}
	for i := len(marks) - 1; i >= 0; i-- { // backwards, so that the first of several marks at one count is visible
		if x, ok := sc.columnOf(marks[i].at); ok {
			put(x, marks[i].sign, marks[i].role)
		}
	}
	for i := range marks {
		if x, ok := sc.columnOf(marks[i].at); ok && marks[i].text != "" {
			drawMarkText(c, x+draw.Width(marks[i].sign)+1, y, &marks[i], taken)
		}
	}
	return taken
}

// drawMarkText draws the text of a mark in row y from column x on, if enough of the columns there aren't taken yet, and marks its columns
// as taken. Only the text of an action or a reminder is shortened, to no less than six cells.
func drawMarkText(c draw.Canvas, x, y int, m *laneMark, taken []bool) {
	room := 0 // number of free columns
	for x+room < len(taken) && !taken[x+room] {
		room++
	}
	if x+room < c.W {
		room-- // leave a cell before the next sign
	}
	alert := collect.Choose(m.alert, " !", "")
	isTooLong := draw.Width(m.text)+draw.Width(alert) > room
	canShorten := (m.line != "" || m.canClip) && room >= 6
	if isTooLong && !canShorten {
		return
	}
	end := c.Text(x, y, draw.Clip(m.text, room-draw.Width(alert)), m.textRole)
	if m.alert {
		end = c.Text(end+1, y, "!", draw.RoleBad)
	}
	for ; x < min(end, c.W); x++ {
		taken[x] = true
	}
}
