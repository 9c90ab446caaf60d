package dashboard

import (
	"math"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// combatants lists everybody with their pools, what burdens them, and what state they are in.
type combatants struct {
	top  int
	rows []string // who is at which row, as drawn last
}

// columns is how a row of combatants is laid out at a width.
type columns struct {
	names  int
	bar    int  // cells of bar of each pool
	most   bool // the maximum is shown
	value  []int
	burden int
	side   int
	next   int
	place  int // cells of where one stands; 0 where nobody does
	pools  []*rules.Pool
}

const leastState = 14

// watched lists the pools that the pack wants to see.
func watched(rs *rules.Ruleset) []*rules.Pool {
	var list []*rules.Pool
	for _, name := range rs.Pack.Watch {
		if pool, ok := rs.Pools.Get(name); ok {
			list = append(list, pool)
		}
	}
	return list
}

// namesWidth is how many cells the longest name takes, within reason.
func namesWidth(s *rules.State, w int) int {
	longest := 9
	for _, actor := range s.Actors {
		longest = max(longest, draw.Width(actor.Name))
	}
	return min(longest, max(9, w/5))
}

// arrange chooses the fullest layout that leaves room for the state.
func (d *Dashboard) arrange(s *rules.State, w, names int) columns {
	c := columns{names: names, burden: max(3, draw.Width(d.burdenLabel())), pools: watched(d.session.Rules())}
	if placed(s) {
		c.place = 5
		for _, actor := range s.Actors {
			c.place = max(c.place, draw.Width(placeText(actor)))
		}
	}
	full, bare := c.measured(s, true), c.measured(s, false)
	for _, try := range []struct {
		bar  int
		most bool
	}{{8, true}, {6, true}, {4, true}, {0, true}, {3, false}, {0, false}} {
		c.bar, c.most, c.value = try.bar, try.most, bare
		if try.most {
			c.value = full
		}
		if c.used()+leastState <= w {
			break
		}
	}
	spare := w - c.used() - leastState - 8
	if spare > 8 {
		c.next, spare = 5, spare-6
	}
	if spare > 10 {
		c.side = min(spare, sidesWidth(s))
	}
	return c
}

// measured is how many cells the values of each pool take, with or without the maximum.
func (c *columns) measured(s *rules.State, most bool) []int {
	c.most = most
	value := make([]int, len(c.pools))
	for i, pool := range c.pools {
		value[i] = draw.Width(pool.Name)
		for _, actor := range s.Actors {
			value[i] = max(value[i], draw.Width(c.level(actor, pool)))
		}
	}
	return value
}

// level is the value of a pool as shown.
func (c *columns) level(a *rules.Actor, pool *rules.Pool) string {
	now := level(a.Now(pool))
	if most, limited := a.Sheet.Max(pool); limited && c.most {
		return now + "/" + draw.Number(most)
	}
	return now
}

// level is a value of a pool in whole points, as far as that says enough.
func level(x float64) string {
	if whole := math.Round(x); whole != 0 {
		return draw.Number(whole)
	}
	return draw.Number(x)
}

// used is how many cells the columns before the state take.
func (c *columns) used() int {
	used := 2 + c.names + 1
	for i := range c.pools {
		used += c.value[i] + 2
		if c.bar > 0 {
			used += c.bar + 1
		}
	}
	used += c.burden + 2
	if c.place > 0 {
		used += c.place + 2
	}
	if c.side > 0 {
		used += c.side + 2
	}
	if c.next > 0 {
		used += c.next + 2
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

// draw draws the head and as many rows as fit, the one under the cursor among them.
func (l *combatants) draw(d *Dashboard, p draw.Canvas, names int) {
	s := d.now()
	c := d.arrange(s, p.W, names)
	l.head(d, p, &c)
	at := d.selectedAt()
	room := p.H - 1
	l.top = max(0, min(l.top, len(s.Actors)-room))
	if at >= 0 {
		l.top = max(min(l.top, at), at-room+1)
	}
	l.rows = l.rows[:0]
	for i := l.top; i < len(s.Actors) && i-l.top < room; i++ {
		l.row(d, p, &c, 1+i-l.top, s.Actors[i])
		l.rows = append(l.rows, s.Actors[i].Key)
	}
	if l.top > 0 {
		p.Text(p.W-1, 1, "▲", draw.RoleKey)
	}
	if l.top+room < len(s.Actors) {
		p.Text(p.W-1, p.H-1, "▼", draw.RoleKey)
	}
	if len(s.Actors) == 0 {
		p.Fit(1, 1, p.W-2, "nobody is here yet · b begins an encounter, + adds somebody", draw.RoleDim)
	}
}

func (l *combatants) head(d *Dashboard, p draw.Canvas, c *columns) {
	r := draw.RoleDim
	if d.focus == onCombatants {
		r = draw.RoleStrong
	}
	p.Text(1, 0, "Combatant", r)
	x := 2 + c.names + 1
	for i, pool := range c.pools {
		end := x + c.value[i]
		if c.bar > 0 {
			p.Fit(x, 0, c.bar, pool.Name, draw.RoleDim)
			end += c.bar + 1
		} else {
			p.Right(end, 0, pool.Name, draw.RoleDim)
		}
		x = end + 2
	}
	p.Right(x+c.burden, 0, d.burdenLabel(), draw.RoleDim)
	x += c.burden + 2
	if c.place > 0 {
		p.Right(x+c.place, 0, "at", draw.RoleDim)
		x += c.place + 2
	}
	if c.next > 0 {
		p.Right(x+c.next, 0, "next", draw.RoleDim)
		x += c.next + 2
	}
	if c.side > 0 {
		p.Text(x, 0, "side", draw.RoleDim)
		x += c.side + 2
	}
	p.Fit(x, 0, p.W-x, "state", draw.RoleDim)
}

func (l *combatants) row(d *Dashboard, p draw.Canvas, c *columns, y int, a *rules.Actor) {
	name := d.sideRole(a)
	if a.Key == d.selected {
		p.Text(0, y, "▸", draw.RoleKey)
		name = draw.RoleChosen
	}
	p.Text(1, y, turnSign(a), draw.RoleKey)
	p.Fit(2, y, c.names, a.Name, name)
	x := 2 + c.names + 1
	for i, pool := range c.pools {
		x = l.pool(p, c, x, y, i, a, pool) + 2
	}
	p.Right(x+c.burden, y, draw.Number(d.burdenOf(a)), draw.RoleText)
	x += c.burden + 2
	if c.place > 0 {
		p.Right(x+c.place, y, placeText(a), draw.RoleText)
		x += c.place + 2
	}
	if c.next > 0 {
		p.Right(x+c.next, y, nextText(a), draw.RoleText)
		x += c.next + 2
	}
	if c.side > 0 {
		p.Fit(x, y, c.side, a.Side, name)
		x += c.side + 2
	}
	text, bad := d.stateText(a)
	r := draw.RoleText
	if bad {
		r = draw.RoleLow
	}
	p.Fit(x, y, p.W-x-1, text, r)
}

func (l *combatants) pool(p draw.Canvas, c *columns, x, y, i int, a *rules.Actor, pool *rules.Pool) int {
	most, limited := a.Sheet.Max(pool)
	r, share := draw.RoleText, 0.0
	if limited && most > 0 {
		share = a.Now(pool) / most
		r = levelRole(share)
	}
	if c.bar > 0 {
		if limited {
			p.Text(x, y, draw.Bar(share, c.bar), r)
		}
		x += c.bar + 1
	}
	p.Right(x+c.value[i], y, c.level(a, pool), r)
	return x + c.value[i]
}

func levelRole(share float64) draw.Role {
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

// turnSign says where somebody stands in time: ○ declares now, ● is at something, ~ waits.
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

// nextText is the count at which somebody does something next.
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

// stateText is what somebody does and suffers: what keeps from acting first, then what else is bad, each with its sign.
func (d *Dashboard) stateText(a *rules.Actor) (text string, bad bool) {
	var first, rest []string
	note := func(c *rules.Condition, x float64, times int) {
		label := strings.ToLower(c.Label) + numberBehind(x)
		if times > 1 {
			label = strings.ToLower(c.Label) + " ×" + draw.Number(float64(times))
		}
		if c.Bad {
			first = append(first, "! "+label)
			return
		}
		rest = append(rest, label)
	}
	able, why := d.session.Rules().CanAct(a)
	if !able {
		first = append(first, "! "+strings.ToLower(why.Label))
	}
	for i := range a.Conditions {
		held := &a.Conditions[i]
		if c := held.Condition; c != why && !d.before(a, i) {
			note(c, held.Number, d.alike(a, c))
		}
	}
	for _, c := range d.session.Rules().Holding(a) {
		if c != why {
			note(c, 0, 1)
		}
	}
	for _, activity := range a.Activities {
		rest = append(rest, strings.ToLower(activity.Label))
	}
	if j, ok := d.journeyOf(d.now(), a); ok && j.left > 0 {
		rest = append(rest, "» "+j.text())
	}
	return strings.Join(append(first, rest...), " · "), len(first) > 0
}

// alike is how often somebody has a condition.
func (d *Dashboard) alike(a *rules.Actor, c *rules.Condition) (times int) {
	for i := range a.Conditions {
		if a.Conditions[i].Condition == c {
			times++
		}
	}
	return times
}

// before tells whether a condition stands in the list already, farther up.
func (d *Dashboard) before(a *rules.Actor, at int) bool {
	for i := range at {
		if a.Conditions[i].Condition == a.Conditions[at].Condition {
			return true
		}
	}
	return false
}

// burdenOf is what weighs on somebody in the state that is shown.
func (d *Dashboard) burdenOf(a *rules.Actor) float64 {
	if d.now() != d.session.State() {
		return d.burdenIn(d.now(), a)
	}
	value, _ := d.session.Burden(a.Key)
	return value
}

// placeText is where somebody stands; empty for one who stands nowhere.
func placeText(a *rules.Actor) string {
	if !a.Placed {
		return ""
	}
	return metres(a.Place)
}

// burdenLabel is what the modifier is called that people give by hand.
func (d *Dashboard) burdenLabel() string {
	if m := d.session.Rules().ByHand(); m != nil {
		return m.Label
	}
	return ""
}

// sideRole tells the side that came first from all others.
func (d *Dashboard) sideRole(a *rules.Actor) draw.Role {
	s := d.now()
	if len(s.Actors) == 0 || s.Actors[0].Side == a.Side {
		return draw.RoleOurs
	}
	return draw.RoleTheirs
}

func (d *Dashboard) selectedAt() int {
	for i, actor := range d.now().Actors {
		if actor.Key == d.selected {
			return i
		}
	}
	return -1
}

// movedTo is an index moved by some rows within so many.
func movedTo(at, by, rows int) int {
	return int(math.Max(0, math.Min(float64(at+by), float64(rows-1))))
}
