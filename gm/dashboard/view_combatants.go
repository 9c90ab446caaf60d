package dashboard

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The table of combatants: headings, rows, and the choice of visible rows. view_tablecolumns.go lays out its columns. A combatant whose
// turn has come is Open: it may declare an action, which is then in progress (Doing) until it takes effect. Counts are the game's units
// of time. A combatant can be at a place in metres (Place) and at a named place (Spot).

// combatantsPanel is the table of all combatants: their pools, burden (the modifier to all rolls), next action, and state (conditions and
// actions in progress). The column of the state is never omitted.
type combatantsPanel struct {
	*view

	top  int      // index of the first visible combatant, as last drawn
	rows []string // key of the combatant in each row, as last drawn

	cols  combatantColumns // columns as last laid out, for the state laid and a panel of width cells
	laid  *rules.State     // state for which cols were laid out; nil if they must be laid out again
	width int              // width, in cells, for which cols were laid out
}

// draw draws the heading and as many rows as fit, including the selected combatant's and, if possible, that of the combatant who acts next.
func (l *combatantsPanel) draw(c draw.Canvas) {
	s := l.shownState()
	cols := l.layoutColumns(s, c.W)
	selected := l.selectedAt()
	room := c.H - 1
	l.top = max(0, min(l.top, len(s.Actors)-room))
	if selected >= 0 {
		l.top = max(min(l.top, selected), selected-room+1)
	}
	next := l.nextIndex()
	top := min(max(l.top, next-room+1), next) // index of the first visible combatant if the table is scrolled to show next
	isSelectedVisible := selected < 0 || selected >= top && selected < top+room
	if next >= 0 && isSelectedVisible {
		l.top = top
	}
	l.drawHeads(c, cols)
	if room > 0 && room < len(s.Actors) {
		text := fmt.Sprintf("%d–%d of %d", l.top+1, l.top+room, len(s.Actors))
		c.Text(2, 0, draw.PadRight(text, min(cols.names, len("Combatant"))), draw.RoleStrong)
	}
	l.rows = l.rows[:0]
	for i := l.top; i < len(s.Actors) && i-l.top < room; i++ {
		a := s.Actors[i]
		atEdge := i == l.top && next < l.top || i == l.top+room-1 && next > i // whether next is beyond this row
		if atEdge && next >= 0 && i != selected && room > 1 {                 // next is too far away and is shown in the row nearest to it
			a = s.Actors[next]
		}
		l.drawRow(c, cols, 1+i-l.top, a)
		l.rows = append(l.rows, a.Key)
	}
	if l.top > 0 {
		c.Text(c.W-1, 1, "▲", draw.RoleKey)
	}
	if l.top+room < len(s.Actors) {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	}
	if len(s.Actors) == 0 {
		c.Fit(1, 1, c.W-2, l.nobodyText(), draw.RoleDim)
	}
}

// nextIndex returns the index of the combatant who may declare now or, if there is none, whose action or turn comes next. It returns -1 if
// there is neither.
func (l *combatantsPanel) nextIndex() int {
	s := l.shownState()
	who := l.declarer()
	for _, event := range l.pendingEvents() {
		if who == "" && event.Kind != rules.PendingTick {
			who = event.Actor.Key
		}
	}
	return slices.IndexFunc(s.Actors, func(a *rules.Actor) bool { return who != "" && a.Key == who })
}

// drawActors draws rows for the given combatants only, without a heading.
func (l *combatantsPanel) drawActors(c draw.Canvas, actors []*rules.Actor) {
	cols := l.layoutColumns(l.shownState(), c.W)
	l.rows = l.rows[:0]
	for y, actor := range actors {
		l.drawRow(c, cols, y, actor)
	}
}

// drawWithOthers draws the heading and as many rows as fit, always including those of the combatants in about.
func (l *combatantsPanel) drawWithOthers(c draw.Canvas, about []*rules.Actor) {
	s := l.shownState()
	spare := c.H - 1 - len(about) // rows left for others
	var rows []*rules.Actor
	for _, actor := range s.Actors {
		if required := slices.Contains(about, actor); required || spare > 0 {
			rows = append(rows, actor)
			if !required {
				spare--
			}
		}
	}
	c.Clear()
	l.drawHeads(c, l.layoutColumns(s, c.W))
	l.drawActors(c.Part(0, 1, c.W, c.H-1), rows)
}

// drawHeads draws the headings of the columns.
func (l *combatantsPanel) drawHeads(c draw.Canvas, cols *combatantColumns) {
	r := collect.Choose(l.focus == focusCombatants, draw.RoleStrong, draw.RoleDim)
	c.Text(2, 0, collect.Choose(l.isResting(), "Here", "Combatant"), r)
	x := 2 + cols.names + 1
	for i, pool := range cols.pools { // the first pools have bars
		x++
		end := x + cols.value[i]
		if i < cols.bars {
			end += poolBar + 1
			label := pool.Name + " " + pool.Label
			if draw.Width(label) > end-x {
				label = pool.Name
			}
			c.Fit(x, 0, end-x, label, draw.RoleDim)
		} else {
			c.TextRight(end, 0, pool.Name, draw.RoleDim)
		}
		x = end
	}
	x = cols.drawNumbers(c, x, 0, nil)
	if cols.burden > 0 {
		x += 1 + cols.burden
		c.TextRight(x, 0, l.burdenLabel(), draw.RoleDim)
	}
	if x += 2; cols.next > 0 {
		c.TextRight(x+cols.next, 0, "next", draw.RoleDim)
		x += cols.next + 2
	}
	x = c.Fit(x, 0, c.W-x, "state", draw.RoleDim)
	if len(l.session.State().Actors) == 0 {
		return
	}
	for _, text := range append(l.sidePools(), cols.legendTexts(l.session.Rules())...) {
		if x+2+draw.Width(text) <= c.W {
			c.TextRight(c.W, 0, text, draw.RoleDim)
			break
		}
	}
}

// drawRow draws a combatant in row y: a sign, its name and side, pools, numbers, burden, next action, and as much of its state as fits.
func (l *combatantsPanel) drawRow(c draw.Canvas, cols *combatantColumns, y int, a *rules.Actor) {
	x := l.drawName(c, cols, y, a)
	for i, pool := range cols.pools {
		x = l.drawPool(c, cols, x+1, y, i, a, pool)
	}
	x = cols.drawNumbers(c, x, y, a)
	burden, parts := l.burdenOf(a)
	if cols.burden > 0 {
		x += 1 + cols.burden
		c.TextRight(x, y, draw.Tenths(burden), draw.RoleText)
	}
	x += 2
	next, nextRole := l.nextColumnText(a)
	states, before := l.stateParts(a, true, parts), "" // before: text that precedes the state
	if cols.next > 0 {
		c.TextRight(x+cols.next, y, next, nextRole)
		x += cols.next + 2
	} else if next != "" {
		before = next + " "
	}
	if a.Placed {
		before += metres(a.Place) + " "
	}
	if a.Spot != "" {
		before += "at " + a.Spot + collect.Choose(len(states) > 0, ", ", " ")
	}
	for i := range states {
		if states[i].kind == stateOut && repeatsNext(states[i].next, next) {
			states[i].next = ""
		}
	}
	c.Spans(x, y, c.W-x, stateSpans(states, c.W-x, before))
}

// drawName draws, in row y, the sign before a combatant's name, the name, and the bar of its side. It returns the column after them.
func (l *combatantsPanel) drawName(c draw.Canvas, cols *combatantColumns, y int, a *rules.Actor) int {
	side, isOut := l.sideOf(a), l.cannotAct(a)
	nameRole := side.role()
	if isOut {
		nameRole = draw.RoleDim
	}
	if a.Key == l.selected {
		c.Text(0, y, "▸", draw.RoleKey)
		nameRole = draw.RoleChosen
	}
	switch {
	case l.isTicked(a.Key):
		c.Text(1, y, tickMark, draw.RoleKey)
	case l.inRounds():
		sign := l.turnSignOf(a)
		c.Text(1, y, sign.Text, sign.Role)
	case isOut:
		c.Text(1, y, "✗", draw.RoleOut)
	default:
		c.Text(1, y, turnSign(a), draw.RoleKey)
	}
	c.FitName(2, y, cols.names, collect.Choose(cols.short, a.Short, a.Name), nameRole)
	return c.Text(2+cols.names, y, side.bar(), side.role())
}

// nextColumnText returns the text of the column of next actions for a combatant, and its role. In a game in rounds, or if nothing is
// pending, the text is "".
func (l *combatantsPanel) nextColumnText(a *rules.Actor) (text string, r draw.Role) {
	text, r = nextText(a), draw.RoleText
	switch side := l.sideOf(a); {
	case l.inRounds():
		return "", r
	case a.Open:
		r = draw.RoleKey
	case a.Doing != nil:
		text, r = side.line()+text, side.role()
	case text != "" && !a.Waiting:
		text = "○" + text
	case text == "" && l.cannotAct(a) && l.shownState().Running:
		text = nextWakeText(a)
	}
	return text, r
}

// repeatsNext reports whether bracketed and next show the same count. bracketed is the count, in brackets, at which a condition has its
// next effect; next is the text of the column of next actions.
func repeatsNext(bracketed, next string) bool {
	wakes, ok := strings.CutPrefix(next, "·")
	return ok && strings.TrimSuffix(bracketed, ")") == " ("+wakes
}

// drawPool draws the bar, if there is room for one, and the value of a's pool, which has the index i in cols.pools, from column x on. It
// returns the column after them.
func (l *combatantsPanel) drawPool(c draw.Canvas, cols *combatantColumns, x, y, i int, a *rules.Actor, pool *rules.Pool) int {
	maximum, limited := a.Sheet.Max(pool)
	r, share := draw.RoleText, 0.0
	if limited && maximum > 0 {
		share = a.PoolValue(pool) / maximum
		r = poolRole(share)
	}
	if i < cols.bars {
		if limited {
			c.Text(x, y, draw.Bar(share, poolBar), r)
		}
		x += poolBar + 1
	}
	c.TextRight(x+cols.value[i], y, cols.poolText(a, i), r)
	return x + cols.value[i]
}

// poolRole returns the role of a pool by its remaining share, from 0 to 1.
func poolRole(share float64) draw.Role {
	switch {
	case share <= 0:
		return draw.RoleOut
	case share <= 0.25:
		return draw.RoleQuarter
	case share <= 0.5:
		return draw.RoleHalf
	}
	return draw.RoleText
}

// turnSign returns the sign before a combatant's name: ○ if it may declare now, ~ if it is waiting.
func turnSign(a *rules.Actor) string {
	switch {
	case a.Open:
		return "○"
	case a.Waiting:
		return "~"
	}
	return " "
}

// nextText returns the count of a combatant's next action or turn, "now" if it may declare, "any" if it is waiting, or "" if it has
// neither.
func nextText(a *rules.Actor) string {
	switch {
	case a.Open:
		return "now"
	case a.Doing != nil:
		return draw.Tenths(a.Doing.At)
	case a.Waiting:
		return "any"
	case a.Turn >= 0:
		return draw.Tenths(a.Turn)
	}
	return ""
}

// nextWakeText returns the count, after a dot, at which a condition that prevents acting has its next effect, such as waking up. It
// returns "" if there is none.
func nextWakeText(a *rules.Actor) string {
	for i := range a.Conditions {
		if held := &a.Conditions[i]; held.Condition.ForbidsActing() && held.NextTick >= 0 {
			return "·" + draw.Tenths(held.NextTick)
		}
	}
	return ""
}

// moveIndex returns the index at, moved by a number of rows and limited to the range from 0 to rows-1; it returns 0 if rows is 0.
func moveIndex(at, by, rows int) int {
	return int(math.Max(0, math.Min(float64(at+by), float64(rows-1))))
}
