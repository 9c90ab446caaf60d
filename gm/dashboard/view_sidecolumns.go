package dashboard

import (
	"math"
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The columns of the sides, which replace the timeline and the table in games in rounds, in which sides take turns. Sides without room
// for a column of their own are put below others; the sides in one column form a stack. Within a column, a combatant's row has columns of
// its own: names, pools, other numbers that the rules define (combatantColumns.counts), the price of a turn, and the state, that is,
// conditions and actions in progress.

// sidesPanel has a column for each side, with the side's pools and, for each combatant, the status and the price of its turn, its pools and
// its state (conditions and actions in progress).
type sidesPanel struct {
	*view

	heads int       // number of rows of the headings above the columns, 1 or 2, as last drawn
	hits  []sideHit // cells of the combatants, as last drawn
}

// sideHit holds the cells of a combatant, and the first cell of its side's column.
type sideHit struct {
	row, from, to int    // row below the headings, first cell, and cell after the last one
	column        int    // first cell of the side's column
	who           string // key of the combatant
}

// sideColumn is a side as it is drawn: its texts and its combatants.
type sideColumn struct {
	key, label string         // the side's key, and its name in the heading
	pools      string         // text about its pools and cards; "" if it has none or takes no turns
	turns      bool           // whether it takes turns now
	people     []*rules.Actor // combatants of the side
}

// sideColumns returns the sides in the order of the encounter, those without turns last.
func (p *sidesPanel) sideColumns() (list []*sideColumn) {
	s, rs := p.shownState(), p.session.Rules()
	bySide := map[string]*sideColumn{}
	column := func(key string) *sideColumn { // returns the column of a side, which it adds if there is none
		c := bySide[key]
		if c == nil {
			c = &sideColumn{key: key, label: key, turns: s.Round != nil && slices.Contains(s.Round.Sides, key)}
			bySide[key], list = c, append(list, c)
		}
		return c
	}
	for _, side := range s.Sides {
		c := column(side.Key)
		c.label = side.Name
	}
	for _, a := range s.Actors {
		c := column(a.Side)
		c.people = append(c.people, a)
		// Before the first round, a side takes turns if one of its combatants can act or is out of the fight.
		if able, _ := a.CanAct(rs); (able || a.IsOut(rs)) && s.Round == nil {
			c.turns = true
		}
	}
	for _, side := range s.Sides {
		if c := bySide[side.Key]; c.turns { // the pools of a side without turns don't matter
			c.pools = sidePoolsText(rs, s, side)
		}
	}
	slices.SortStableFunc(list, func(a, b *sideColumn) int { return falseFirst(!a.turns) - falseFirst(!b.turns) })
	return list
}

// sidePoolsText returns the text about the pools and cards of a side, or "" if it has none.
func sidePoolsText(rs *rules.Ruleset, s *rules.State, side *rules.Actor) string {
	parts := collect.Map(rs.SidePools(s), func(pool *rules.Pool) string { return pool.Name + " " + draw.Tenths(side.PoolValue(pool)) })
	if cards := cardsText(rs, s, side); cards != "" {
		parts = append(parts, cards)
	}
	return strings.Join(parts, "  ")
}

// minColumn is the minimum width of a column, in cells.
const minColumn = 30

// stackSides distributes the sides over as many columns as fit in w cells; each element of the result is the stack of one column. Sides
// without turns get a column only if there are fewer than two. The others are put below the shortest stacks.
func (p *sidesPanel) stackSides(w int) (list [][]*sideColumn) {
	for _, side := range p.sideColumns() {
		if len(list) < max(1, w/minColumn) && (side.turns || len(list) < 2) {
			list = append(list, []*sideColumn{side})
			continue
		}
		shortest := 0
		for i := range list {
			if stackRows(list[i]) < stackRows(list[shortest]) {
				shortest = i
			}
		}
		list[shortest] = append(list[shortest], side)
	}
	return list
}

// stackRows returns the number of rows of the sides in a stack, with an empty row between two sides.
func stackRows(stack []*sideColumn) (rows int) {
	for i, side := range stack {
		if rows += len(side.people); i > 0 {
			rows++
		}
	}
	return rows
}

// personColumns is the layout of a combatant's row within a column of a side.
type personColumns struct {
	combatantColumns
	costs int // width of the price of a turn, in cells; 0 if no turn has a price
}

// minSideState is the minimum width, in cells, of the column of states. To reach it, maxima and full names are omitted. A longer state
// gets a row of its own.
const minSideState = 14

// choosePersonColumns chooses the fullest layout for rows of w cells that leaves enough room for the state. It tries to omit, in this
// order: the maxima of pools; the full names, but not the maxima; both; and then columns of numbers. Finally, it shortens the names.
func (p *sidesPanel) choosePersonColumns(w int) (cols personColumns) {
	s, rs := p.shownState(), p.session.Rules()
	cols.pools, cols.counts = rs.PoolsFor(s.Actors...), numberColumns(rs, s)
	for _, a := range s.Actors {
		for _, price := range p.turnStatus(a).costs {
			cols.costs = max(cols.costs, draw.Width(priceText(price)))
		}
	}
	for _, layout := range []struct{ short, maximum bool }{{false, true}, {false, false}, {true, true}, {true, false}} {
		if cols.short, cols.maxima = layout.short, 0; layout.maximum {
			cols.maxima = len(cols.pools)
		}
		cols.names = longestName(s.Actors, layout.short)
		cols.measureValues(s)
		if cols.stateColumn()+minSideState <= w {
			return cols
		}
	}
	for cols.stateColumn()+minSideState > w && cols.dropNumber() { // dropNumber returns false once no column is left to drop
	}
	// If that isn't enough, names keep at least 9 cells, and the state at least a third of its minimum.
	cols.names = max(9, min(cols.names, w-minSideState/3-cols.stateColumn()+cols.names))
	return cols
}

// longestName returns the width of the longest name of actors, or of the longest short name if short is set.
func longestName(actors []*rules.Actor, short bool) (width int) {
	for _, a := range actors {
		width = max(width, draw.Width(collect.Choose(short, a.Short, a.Name)))
	}
	return width
}

// priceText formats a price without the pool that pays it.
func priceText(price rules.Price) string { return draw.Tenths(price.Points) + " " + price.Word }

// stateColumn returns the column at which the state begins, after the price of a turn.
func (cols *personColumns) stateColumn() int {
	x := 3 + cols.names // after the cursor, the sign of the turn and an empty cell
	for _, width := range cols.value {
		x += 1 + width
	}
	for _, col := range cols.counts {
		x += 1 + col.width
	}
	if cols.costs > 0 {
		x += 1 + cols.costs
	}
	return x + 2
}

// stateColumnFor returns the column at which the state of a combatant begins. If its turn has no price, the state begins where the
// price would be.
func (cols *personColumns) stateColumnFor(m *turnMark) int {
	if cols.costs > 0 && len(m.costs) == 0 {
		return cols.stateColumn() - 1 - cols.costs
	}
	return cols.stateColumn()
}

// personRow is one row below the headings: the heading of a side that isn't the first of its stack, a combatant, or the state of the
// combatant above. If there is little room, several combatants share a row; the first such row begins with the heading of their
// side.
type personRow struct {
	heading     *sideColumn       // side whose heading is in the row; nil for a row without a heading
	actor       *rules.Actor      // combatant in the row; nil for a heading or a shared row
	state       []draw.StyledText // text of the actor's state; nil if its second row has it
	isSecondRow bool              // whether it is the actor's second row, which has only the state
	sharing     []*rules.Actor    // combatants who share the row, without their states; nil for other rows
}

// hasCombatant reports whether a combatant is in the row.
func (r *personRow) hasCombatant(key string) bool {
	return r.actor != nil && r.actor.Key == key || slices.ContainsFunc(r.sharing, func(a *rules.Actor) bool { return a.Key == key })
}

// fitMode is a way to make the rows of a stack fit. Each way needs fewer rows than the one before it.
type fitMode int

const (
	stateInOwnRow      fitMode = iota // a state that is too long gets a row of its own
	statesCut                         // states are cut off
	peopleInSharedRows                // as statesCut, but combatants of a side without turns share rows if it isn't the first of its stack
)

// rowsOfStack returns the rows of the sides in a stack, one side below the other, for a column of w cells. fit is the way to make them fit.
func (p *sidesPanel) rowsOfStack(stack []*sideColumn, cols *personColumns, w int, fit fitMode) (list []personRow) {
	for i, side := range stack {
		if i > 0 && !side.turns && fit == peopleInSharedRows {
			list = append(list, p.sharedRows(side, w)...)
			continue
		}
		if i > 0 {
			list = append(list, personRow{heading: side})
		}
		for _, a := range side.people {
			mark := p.turnStatus(a)
			parts, room := p.stateParts(a, false, nil), w-cols.stateColumnFor(&mark)
			if full := joinState(parts, "", true, nil); fit == stateInOwnRow && draw.SpanWidth(full) > room {
				// The second row is indented by five cells.
				list = append(list, personRow{actor: a}, personRow{actor: a, state: stateSpans(parts, w-6, ""), isSecondRow: true})
				continue
			}
			list = append(list, personRow{actor: a, state: stateSpans(parts, room, "")})
		}
	}
	return list
}

// sharedRowGap is the number of cells between combatants who share a row.
const sharedRowGap = 2

// sharedRows returns the rows of a side whose combatants share rows of w cells: its heading and then the combatants, in as many rows as
// they need.
func (p *sidesPanel) sharedRows(side *sideColumn, w int) (list []personRow) {
	row, x := personRow{heading: side}, draw.SpanWidth(p.sideHeading(side))
	for _, a := range side.people {
		width := 2 + draw.Width(a.Short) // with the sign of the turn and an empty cell
		if x+width > w && len(row.sharing) > 0 {
			list, row, x = append(list, row), personRow{}, 1
		}
		row.sharing, x = append(row.sharing, a), x+width+sharedRowGap
	}
	return append(list, row)
}

// drawSharedRow draws the combatants who share a row, and stores their cells in p.hits. from is the column of the panel at which the stack
// begins.
func (p *sidesPanel) drawSharedRow(c draw.Canvas, y int, row personRow, from int) {
	x := 1
	if row.heading != nil {
		x = c.Spans(0, y, c.W, p.sideHeading(row.heading))
	}
	for _, a := range row.sharing {
		sign, role := p.turnSignOf(a), p.sideOf(a).role()
		if p.isTicked(a.Key) {
			sign = draw.StyledText{Text: tickMark, Role: draw.RoleKey}
		}
		if p.cannotAct(a) {
			role = draw.RoleDim
		}
		if a.Key == p.selected {
			c.Text(x-1, y, "▸", draw.RoleKey)
			role = draw.RoleChosen
		}
		c.Text(x, y, sign.Text, sign.Role)
		c.Fit(x+2, y, c.W-x-2, a.Short, role)
		to := x + 2 + draw.Width(a.Short)
		p.hits = append(p.hits, sideHit{y, from + x - 1, from + to, from, a.Key})
		x = to + sharedRowGap
	}
}

// rowsNeeded returns the number of rows of the panel at width w, with its headings and all states in full.
func (p *sidesPanel) rowsNeeded(w int) (rows int) {
	stacks := p.stackSides(w)
	if len(stacks) == 0 {
		return 2
	}
	columnWidth := w / len(stacks)
	cols := p.choosePersonColumns(columnWidth - 1)
	for _, stack := range stacks {
		rows = max(rows, len(p.rowsOfStack(stack, &cols, columnWidth-1, stateInOwnRow)))
	}
	return rows + headingRowCount(stacks, &cols)
}

// headingRowCount returns the number of rows of the columns' headings: two if a side's own pools don't fit before the names of its
// combatants' pools, otherwise one.
func headingRowCount(stacks [][]*sideColumn, cols *personColumns) int {
	room := cols.poolRoom()
	if slices.ContainsFunc(stacks, func(stack []*sideColumn) bool { return draw.Width(stack[0].pools) > room }) {
		return 2
	}
	return 1
}

// poolRoom returns the number of cells that a side's own pools can take in a row of headings, to the left of the names of its combatants'
// pools. It returns math.MaxInt if these pools have no columns.
func (cols *personColumns) poolRoom() int {
	x := 3 + cols.names
	switch {
	case len(cols.pools) > 0:
		x += 1 + cols.value[0] - draw.Width(cols.pools[0].Name)
	case len(cols.counts) == 0:
		return math.MaxInt
	}
	return x - 2
}

// draw draws the columns on c; their headings are drawn on rule, the row above.
func (p *sidesPanel) draw(rule, c draw.Canvas) {
	p.hits = p.hits[:0]
	stacks := p.stackSides(c.W)
	if len(stacks) == 0 {
		c.Fit(1, 1, c.W-2, p.nobodyText(), draw.RoleDim)
		return
	}
	columnWidth := c.W / len(stacks)
	cols := p.choosePersonColumns(columnWidth - 1)
	p.heads = headingRowCount(stacks, &cols)
	if c.H <= p.heads+1 { // too few rows for a second heading
		p.heads = 1
	}
	for i, stack := range stacks {
		x := i * columnWidth
		if i > 0 {
			rule.Text(x-1, 0, "┬", draw.RoleRule)
			for y := range c.H {
				c.Text(x-1, y, "│", draw.RoleRule)
			}
		}
		rule.Spans(x+1, 0, columnWidth-3, p.sideHeading(stack[0]))
		part := c.Part(x, 0, columnWidth-1, c.H) // without the line between the columns
		p.drawHeads(part, stack[0], &cols)
		p.drawStack(part.Part(0, p.heads, part.W, part.H-p.heads), stack, &cols, x)
	}
}

// drawHeads draws the headings of a column: the names of the combatants' pools and numbers in the last row, and the side's own pools at
// the left of the first row, which can be the same one. The side's own state, if it has one, is drawn to the left or right of the
// headings, wherever there is more room.
func (p *sidesPanel) drawHeads(c draw.Canvas, side *sideColumn, cols *personColumns) {
	x := 3 + cols.names
	for i, pool := range cols.pools {
		x += 1 + cols.value[i]
		c.TextRight(x, p.heads-1, pool.Name, draw.RoleDim)
	}
	x = cols.drawNumbers(c, x, p.heads-1, nil)
	if p.heads > 1 {
		c.Fit(1, 0, c.W-1, side.pools, draw.RoleStrong)
		x = 0
	} else {
		c.Fit(1, 0, min(c.W-1, cols.poolRoom()), side.pools, draw.RoleStrong)
	}
	a := p.shownState().Find(side.key)
	if a == nil {
		return
	}
	x = max(x, draw.Width(side.pools)+1) + 2
	room, roomBefore := c.W-x, 2+cols.names // cells to the right of the headings, and to the left
	if draw.Width(p.stateText(a)) > room && side.pools == "" && roomBefore > room {
		x, room = 1, roomBefore
	}
	parts := p.stateParts(a, false, nil)
	givenCount := len(parts) - len(a.FormulaConditions(p.session.Rules())) // automatic conditions, which are last in parts, are drawn first
	c.Spans(x, 0, room, stateSpans(append(slices.Clone(parts[givenCount:]), parts[:givenCount]...), room, ""))
}

// sideHeading returns the heading of a side: its name, with a sign before it if the side has the turn, and the number of turns that it can
// still take if that is limited.
func (p *sidesPanel) sideHeading(side *sideColumn) []draw.StyledText {
	s, role := p.shownState(), draw.RoleDim
	if len(side.people) > 0 {
		role = p.sideOf(side.people[0]).role()
	}
	spans := []draw.StyledText{{Text: " "}, {Text: side.label + " ", Role: role}}
	if s.Running && s.Round.Side() == side.key && side.key != "" && !p.session.Rules().IsOver(s) {
		spans[0] = draw.StyledText{Text: " ▶ ", Role: draw.RoleKey}
		if turns := s.Round.Remaining; turns >= 1 && !math.IsInf(turns, 0) {
			spans = append(spans, draw.StyledText{Text: "· " + draw.Tenths(turns) + " to go ", Role: draw.RoleStrong})
		}
	}
	return spans
}

// drawStack draws as much of the sides in a stack as fits, including the selected combatant. from is the column of the panel at which the
// stack begins.
func (p *sidesPanel) drawStack(c draw.Canvas, stack []*sideColumn, cols *personColumns, from int) {
	list := p.rowsOfStack(stack, cols, c.W, stateInOwnRow)
	for fit := statesCut; fit <= peopleInSharedRows && len(list) > c.H; fit++ {
		list = p.rowsOfStack(stack, cols, c.W, fit)
	}
	top, at := 0, slices.IndexFunc(list, func(r personRow) bool { return r.hasCombatant(p.selected) })
	if at >= c.H {
		top = at - c.H + 1
	}
	for y := 0; y < c.H && top+y < len(list); y++ {
		row := list[top+y]
		switch {
		case len(row.sharing) > 0:
			p.drawSharedRow(c, y, row, from)
			continue
		case row.heading != nil:
			x := c.Spans(0, y, c.W, p.sideHeading(row.heading))
			c.Fit(x+1, y, c.W-x-1, row.heading.pools, draw.RoleStrong)
			continue
		case row.isSecondRow:
			c.Spans(5, y, c.W-5, row.state)
		default:
			p.drawPerson(c, y, row, cols)
		}
		p.hits = append(p.hits, sideHit{y, from, from + c.W, from, row.actor.Key})
	}
	if top > 0 {
		c.Text(c.W-1, 0, "▲", draw.RoleKey)
	}
	if top+c.H < len(list) {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	}
}

// drawPerson draws a combatant in row y: the sign of its turn, name, pools, numbers, the price of its turn, and its state.
func (p *sidesPanel) drawPerson(c draw.Canvas, y int, row personRow, cols *personColumns) {
	a, mark := row.actor, p.turnStatus(row.actor)
	sign, role := p.turnSignOf(a), p.sideOf(a).role()
	if p.cannotAct(a) {
		role = draw.RoleDim
	}
	if a.Key == p.selected {
		c.Text(0, y, "▸", draw.RoleKey)
		role = draw.RoleChosen
	}
	c.Text(1, y, sign.Text, sign.Role)
	name := a.Name
	if cols.short {
		name = a.Short
	}
	c.FitName(3, y, cols.names, name, role)
	x := 3 + cols.names
	for i, pool := range cols.pools {
		x += 1 + cols.value[i]
		valueRole := draw.RoleText
		if maximum, limited := a.Sheet.Max(pool); limited && maximum > 0 {
			valueRole = poolRole(a.PoolValue(pool) / maximum)
		}
		c.TextRight(x, y, cols.poolText(a, i), valueRole)
	}
	x = cols.drawNumbers(c, x, y, a)
	for _, price := range mark.costs {
		valueRole := collect.Choose(price.IsShort(), draw.RoleDim, draw.RoleText)
		c.TextRight(x+1+cols.costs, y, priceText(price), valueRole)
	}
	stateColumn := cols.stateColumnFor(&mark)
	c.Spans(stateColumn, y, c.W-stateColumn, row.state)
}

// drawRows draws the panel on a tiny screen: a row for each side, with the signs and short names of its combatants or, if these don't fit,
// the number of combatants with each sign.
func (p *sidesPanel) drawRows(c draw.Canvas) {
	p.lanes = p.lanes[:0]
	sides := p.sideColumns()
	for y := range min(c.H, len(sides)) {
		var people []draw.StyledText
		counts := [len(turnSigns)]int{}
		for _, a := range sides[y].people {
			counts[p.turnStatus(a).state]++
			people = append(people, draw.StyledText{Text: "  "}, p.turnSignOf(a), draw.StyledText{Text: " " + a.Short, Role: p.sideOf(a).role()})
		}
		x := c.Spans(0, y, c.W-1, append(p.sideHeading(sides[y]), draw.StyledText{Text: sides[y].pools, Role: draw.RoleStrong}))
		if x+draw.SpanWidth(people) > c.W-1 {
			people = people[:0]
			for state := len(counts) - 1; state >= 0; state-- {
				if counts[state] > 0 {
					people = append(people, draw.StyledText{Text: "  " + turnSigns[state] + " " + draw.Tenths(float64(counts[state])), Role: draw.RoleDim})
				}
			}
		}
		c.Spans(x, y, c.W-1-x, people)
	}
}

// combatantAt returns the key of the combatant at column x, row y of the panel, or "" if there is none.
func (p *sidesPanel) combatantAt(x, y int) string {
	for _, h := range p.hits {
		if h.row == y-p.heads && x >= h.from && x < h.to {
			return h.who
		}
	}
	return ""
}

// neighbour returns the key of the combatant in the nearest column to the right, or to the left if direction is negative, whose row is
// nearest to that of the selected combatant. It returns "" if there is none.
func (p *sidesPanel) neighbour(direction int) string {
	at := slices.IndexFunc(p.hits, func(h sideHit) bool { return h.who == p.selected })
	if at < 0 {
		return ""
	}
	selected := p.hits[at]
	var best *sideHit // nearest combatant so far; nil if none was found
	for i := range p.hits {
		h := &p.hits[i]
		isInDirection := h.column != selected.column && (h.column > selected.column) == (direction > 0)
		if isInDirection && (best == nil || h.isNearer(best, &selected)) {
			best = h
		}
	}
	if best == nil {
		return ""
	}
	return best.who
}

// isNearer reports whether h is nearer to selected than other: h is in a nearer column or, if it shares the column of other, in a nearer
// row.
func (h *sideHit) isNearer(other, selected *sideHit) bool {
	if h.column == other.column {
		return abs(h.row-selected.row) < abs(other.row-selected.row)
	}
	return abs(h.column-selected.column) < abs(other.column-selected.column)
}

// abs returns the absolute value of x.
func abs(x int) int { return max(x, -x) }

// selectNeighbour selects the combatant in the column to the right (by is 1) or to the left (-1), near the row of the selected one.
func selectNeighbour(d *Dashboard, by int) {
	if who := d.columns.neighbour(by); who != "" && d.inRounds() {
		d.selectKey(who)
	}
}

// cardsText summarizes the cards of a side: the number in its hand, and the open ones by name.
func cardsText(rs *rules.Ruleset, s *rules.State, side *rules.Actor) string {
	var parts []string
	for _, pile := range rs.Piles(s, side) {
		if pile.Name == rules.PileHand || pile.Name == rules.PileOpen {
			parts = append(parts, pile.Summary())
		}
	}
	return strings.Join(parts, " · ")
}
