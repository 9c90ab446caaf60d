package dashboard

import (
	"math"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// combatantsPanel is the table of all combatants: their pools, their burden and their state.
type combatantsPanel struct {
	*view

	top  int
	rows []string // the key of the combatant in each row, as drawn last
}

// combatantColumns says how the rows of the table are laid out at a width.
type combatantColumns struct {
	names   int
	bar     int  // width of the bar of each pool
	maximum bool // maxima are shown
	value   []int
	burden  int
	side    int
	next    int
	placed  int // width of the column of places; 0 without one
	pools   []*rules.Pool
}

const leastState = 14

// watchedPools lists the pools that the pack shows in the table.
func watchedPools(rs *rules.Ruleset) []*rules.Pool {
	var list []*rules.Pool
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok {
			list = append(list, pool)
		}
	}
	return list
}

// namesWidth returns the width of the longest name, within reason.
func namesWidth(s *rules.State, w int) int {
	longest := 9
	for _, actor := range s.Actors {
		longest = max(longest, draw.Width(actor.Name))
	}
	return min(longest, max(9, w/5))
}

// newColumns chooses the fullest layout that leaves room for the state.
func (l *combatantsPanel) newColumns(s *rules.State, w, names int) combatantColumns {
	cols := combatantColumns{names: names, burden: max(3, draw.Width(l.burdenLabel())), pools: watchedPools(l.session.Rules())}
	if anyPlaced(s) {
		cols.placed = 5
		for _, actor := range s.Actors {
			cols.placed = max(cols.placed, draw.Width(placeText(actor)))
		}
	}
	full, bare := cols.poolWidths(s, true), cols.poolWidths(s, false)
	for _, try := range []struct {
		bar  int
		most bool
	}{{8, true}, {6, true}, {4, true}, {0, true}, {3, false}, {0, false}} {
		cols.bar, cols.maximum, cols.value = try.bar, try.most, bare
		if try.most {
			cols.value = full
		}
		if cols.beforeState()+leastState <= w {
			break
		}
	}
	spare := w - cols.beforeState() - leastState - 8
	if spare > 8 {
		cols.next, spare = 5, spare-6
	}
	if spare > 10 {
		cols.side = min(spare, sidesWidth(s))
	}
	return cols
}

// poolWidths returns the width of the values of each pool, with or without the maximum.
func (cols *combatantColumns) poolWidths(s *rules.State, most bool) []int {
	cols.maximum = most
	value := make([]int, len(cols.pools))
	for i, pool := range cols.pools {
		value[i] = draw.Width(pool.Name)
		for _, actor := range s.Actors {
			value[i] = max(value[i], draw.Width(cols.poolText(actor, pool)))
		}
	}
	return value
}

// poolText formats the value of a pool, with its maximum where that is shown.
func (cols *combatantColumns) poolText(a *rules.Actor, pool *rules.Pool) string {
	now := poolPoints(a.Now(pool))
	if most, limited := a.Sheet.Max(pool); limited && cols.maximum {
		return now + "/" + draw.Number(most)
	}
	return now
}

// poolPoints formats a value of a pool in whole points, unless that would be 0 for what is not.
func poolPoints(x float64) string {
	if whole := math.Round(x); whole != 0 {
		return draw.Number(whole)
	}
	return draw.Number(x)
}

// beforeState returns the width of the columns before the state.
func (cols *combatantColumns) beforeState() int {
	used := 2 + cols.names + 1
	for i := range cols.pools {
		used += cols.value[i] + 2
		if cols.bar > 0 {
			used += cols.bar + 1
		}
	}
	used += cols.burden + 2
	if cols.placed > 0 {
		used += cols.placed + 2
	}
	if cols.side > 0 {
		used += cols.side + 2
	}
	if cols.next > 0 {
		used += cols.next + 2
	}
	return used
}

func sidesWidth(s *rules.State) int {
	most := 4
	for _, actor := range s.Actors {
		most = max(most, draw.Width(actor.Side))
	}
	return most
}

// draw draws the heading and as many rows as fit, among them the one under the cursor.
func (l *combatantsPanel) draw(c draw.Canvas, names int) {
	s := l.shownState()
	cols := l.newColumns(s, c.W, names)
	l.head(c, &cols)
	at := l.selectedAt()
	room := c.H - 1
	l.top = max(0, min(l.top, len(s.Actors)-room))
	if at >= 0 {
		l.top = max(min(l.top, at), at-room+1)
	}
	l.rows = l.rows[:0]
	for i := l.top; i < len(s.Actors) && i-l.top < room; i++ {
		l.row(c, &cols, 1+i-l.top, s.Actors[i])
		l.rows = append(l.rows, s.Actors[i].Key)
	}
	if l.top > 0 {
		c.Text(c.W-1, 1, "▲", draw.RoleKey)
	}
	if l.top+room < len(s.Actors) {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	}
	if len(s.Actors) == 0 {
		c.Fit(1, 1, c.W-2, "nobody is here yet · b begins an encounter, + adds somebody", draw.RoleDim)
	}
}

func (l *combatantsPanel) head(c draw.Canvas, cols *combatantColumns) {
	r := draw.RoleDim
	if l.focus == focusCombatants {
		r = draw.RoleStrong
	}
	c.Text(1, 0, "Combatant", r)
	x := 2 + cols.names + 1
	for i, pool := range cols.pools {
		end := x + cols.value[i]
		if cols.bar > 0 {
			c.Fit(x, 0, cols.bar, pool.Name, draw.RoleDim)
			end += cols.bar + 1
		} else {
			c.Right(end, 0, pool.Name, draw.RoleDim)
		}
		x = end + 2
	}
	c.Right(x+cols.burden, 0, l.burdenLabel(), draw.RoleDim)
	x += cols.burden + 2
	if cols.placed > 0 {
		c.Right(x+cols.placed, 0, "at", draw.RoleDim)
		x += cols.placed + 2
	}
	if cols.next > 0 {
		c.Right(x+cols.next, 0, "next", draw.RoleDim)
		x += cols.next + 2
	}
	if cols.side > 0 {
		c.Text(x, 0, "side", draw.RoleDim)
		x += cols.side + 2
	}
	c.Fit(x, 0, c.W-x, "state", draw.RoleDim)
}

func (l *combatantsPanel) row(c draw.Canvas, cols *combatantColumns, y int, a *rules.Actor) {
	name := l.sideRole(a)
	if a.Key == l.selected {
		c.Text(0, y, "▸", draw.RoleKey)
		name = draw.RoleChosen
	}
	c.Text(1, y, turnSign(a), draw.RoleKey)
	c.Fit(2, y, cols.names, a.Name, name)
	x := 2 + cols.names + 1
	for i, pool := range cols.pools {
		x = l.pool(c, cols, x, y, i, a, pool) + 2
	}
	c.Right(x+cols.burden, y, draw.Number(l.burdenOf(a)), draw.RoleText)
	x += cols.burden + 2
	if cols.placed > 0 {
		c.Right(x+cols.placed, y, placeText(a), draw.RoleText)
		x += cols.placed + 2
	}
	if cols.next > 0 {
		c.Right(x+cols.next, y, nextText(a), draw.RoleText)
		x += cols.next + 2
	}
	if cols.side > 0 {
		c.Fit(x, y, cols.side, a.Side, name)
		x += cols.side + 2
	}
	text, bad := l.stateText(a)
	r := draw.RoleText
	if bad {
		r = draw.RoleLow
	}
	c.Fit(x, y, c.W-x-1, text, r)
}

func (l *combatantsPanel) pool(c draw.Canvas, cols *combatantColumns, x, y, i int, a *rules.Actor, pool *rules.Pool) int {
	most, limited := a.Sheet.Max(pool)
	r, share := draw.RoleText, 0.0
	if limited && most > 0 {
		share = a.Now(pool) / most
		r = poolRole(share)
	}
	if cols.bar > 0 {
		if limited {
			c.Text(x, y, draw.Bar(share, cols.bar), r)
		}
		x += cols.bar + 1
	}
	c.Right(x+cols.value[i], y, cols.poolText(a, pool), r)
	return x + cols.value[i]
}

func poolRole(share float64) draw.Role {
	switch {
	case share <= 0:
		return draw.RoleBad
	case share <= 0.25:
		return draw.RoleLow
	case share <= 0.5:
		return draw.RoleFair
	}
	return draw.RoleGood
}

// turnSign returns the sign of what a combatant is at: ○ may declare, ● acts, ~ waits.
func turnSign(a *rules.Actor) string {
	switch {
	case a.Open:
		return "○"
	case a.Doing != nil:
		return "●"
	case a.Waiting:
		return "~"
	}
	return " "
}

// nextText returns the count at which a combatant acts next.
func nextText(a *rules.Actor) string {
	switch {
	case a.Open:
		return "now"
	case a.Doing != nil:
		return draw.Number(a.Doing.At)
	case a.Turn >= 0:
		return draw.Number(a.Turn)
	}
	return ""
}

// placeText returns the place of a combatant on the line, empty if it has none.
func placeText(a *rules.Actor) string {
	if !a.Placed {
		return ""
	}
	return metres(a.Place)
}

// moveIndex moves an index by so many rows, not beyond the first and the last.
func moveIndex(at, by, rows int) int {
	return int(math.Max(0, math.Min(float64(at+by), float64(rows-1))))
}
