package dashboard

import (
	"math"
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// The widths of the columns in the table of combatants, and the choice of omitted columns. The columns are the names, pools (each with a
// bar, a value and a maximum if there is room), numbers, the burden (the modifier to all rolls), the next action, and the state, that is,
// conditions and actions in progress. The rules' pack names the pools to watch, which are usually shown.

// combatantColumns is the layout of the table's rows at a given width. All widths are in cells.
type combatantColumns struct {
	names  int            // width of the names
	short  bool           // whether names are short
	pools  []*rules.Pool  // pools with a column
	counts []numberColumn // columns of the numbers that the rules define for all combatants
	value  []int          // width of the values of each of pools, by its index there
	bars   int            // number of pools, counted from the first, that have a bar
	maxima int            // number of pools, counted from the first, that show their maximum
	burden int            // width of the burden; 0 if it has no column
	next   int            // width of the next action; 0 if it has no column and is shown at the beginning of the state
	folded []string       // names of the pools whose columns were omitted, since every combatant has more than half of their points
}

// numberColumn is the column of a number that every combatant has.
type numberColumn struct {
	heading string                  // name of the number
	width   int                     // width, in cells, of the heading or the longest value
	value   map[*rules.Actor]string // formatted number of each combatant
}

// numberColumns returns a column for each number that the rules show on sheets, with the values in the state s.
func numberColumns(rs *rules.Ruleset, s *rules.State) (list []numberColumn) {
	for _, number := range rs.SheetNumbers() {
		col := numberColumn{heading: rules.MidSentence(rules.ReadableName(number.Name)), value: make(map[*rules.Actor]string, len(s.Actors))}
		col.width = draw.Width(col.heading)
		for _, a := range s.Actors {
			col.value[a] = draw.Tenths(a.Number(rs, number))
			col.width = max(col.width, draw.Width(col.value[a]))
		}
		list = append(list, col)
	}
	return list
}

// drawNumbers draws the headings of the columns of numbers or, if a isn't nil, the values of a, in row y from column x on. It returns the
// column after them.
func (cols *combatantColumns) drawNumbers(c draw.Canvas, x, y int, a *rules.Actor) (end int) {
	for _, col := range cols.counts {
		text, role := col.heading, draw.RoleDim
		if a != nil {
			text, role = col.value[a], draw.RoleText
		}
		x += 1 + col.width
		c.TextRight(x, y, text, role)
	}
	return x
}

// Sizes of columns; widths are in cells.
const (
	minStateCells = 34 // minimum width of the state
	minPools      = 2  // number of watched pools that always have a column
	poolBar       = 4  // width of the bar of a pool
)

// layoutColumns returns the layout of the rows for the state s at a width of w cells. The layout is computed again if either has
// changed.
func (l *combatantsPanel) layoutColumns(s *rules.State, w int) *combatantColumns {
	if l.laid != s || l.width != w {
		l.cols, l.laid, l.width = l.newColumns(s, w), s, w
	}
	return &l.cols
}

// newColumns chooses the fullest layout that leaves room for the state. It omits, in this order: bars, from the last pool on; pools of
// which no combatant is short, the fullest first; maxima, from the last pool on; numbers, from the last on; full names; and the column
// of the next action.
func (l *combatantsPanel) newColumns(s *rules.State, w int) combatantColumns {
	cols := combatantColumns{names: namesWidth(s, w, false), burden: max(3, draw.Width(l.burdenLabel())), pools: l.session.Rules().PoolsFor(s.Actors...), next: 4}
	all := cols.pools
	cols.bars, cols.maxima, cols.counts = len(all), len(all), numberColumns(l.session.Rules(), s)
	for _, actor := range s.Actors {
		cols.next = max(cols.next, draw.Width(nextText(actor))+1)
	}
	switch {
	case l.inRounds():
		cols.burden, cols.next = 0, 0 // the sign before a name shows the turn's status
	case l.isResting():
		cols.next = 0 // no one has a turn
	}
	cols.measureValues(s)
	for _, omit := range []func() bool{ // each omits one thing, or returns false if nothing was left to omit
		func() bool { cols.bars--; return cols.bars >= 0 },
		func() bool { return cols.foldPool(s) },
		func() bool { cols.maxima--; return cols.maxima >= 0 },
		func() bool { return cols.dropNumber() },
		func() bool {
			wasFull := !cols.short
			cols.names, cols.short = namesWidth(s, w, true), true
			return wasFull
		},
		func() bool { hadColumn := cols.next > 0; cols.next = 0; return hadColumn },
	} {
		// Each way is exhausted before the next one is used. bars and maxima are -1 if nothing was left to omit.
		for cols.stateStart()+minStateCells > w && omit() {
			cols.measureValues(s)
		}
		cols.bars, cols.maxima = max(0, cols.bars), max(0, cols.maxima)
	}
	for _, pool := range all {
		if !slices.Contains(cols.pools, pool) {
			cols.folded = append(cols.folded, pool.Name)
		}
	}
	return cols
}

// dropNumber removes the last column of numbers, and reports whether there was one.
func (cols *combatantColumns) dropNumber() bool {
	last := len(cols.counts) - 1
	if last >= 0 {
		cols.counts = cols.counts[:last]
	}
	return last >= 0
}

// foldPool removes the column of the fullest pool, or of the last of equally full ones, if every combatant has more than half of it. It
// reports whether there was such a pool. The first minPools always stay.
func (cols *combatantColumns) foldPool(s *rules.State) bool {
	at, fullest := -1, 0.5 // index of the fullest pool, and its share in the combatant who has the least of it
	for i := minPools; i < len(cols.pools); i++ {
		if share := lowestShare(s, cols.pools[i]); share > 0.5 && share >= fullest {
			at, fullest = i, share
		}
	}
	if at < 0 {
		return false
	}
	cols.pools = slices.Delete(slices.Clone(cols.pools), at, at+1)
	cols.bars, cols.maxima = min(cols.bars, len(cols.pools)), min(cols.maxima, len(cols.pools))
	return true
}

// legendTexts returns texts for the right end of the headings, the longest first; the first one that fits is used. They explain the pools
// that don't always have a column, and list the pools without one.
func (cols *combatantColumns) legendTexts(rs *rules.Ruleset) (list []string) {
	var words []string
	for _, pool := range cols.pools {
		if !slices.Contains(rs.Pack.Watch, pool.Name) && !strings.EqualFold(pool.Name, pool.Label) {
			words = append(words, pool.Name+" "+rules.MidSentence(pool.Label))
		}
	}
	meanings, folded, short := strings.Join(words, " · "), "", ""
	if len(cols.folded) > 0 {
		folded, short = "hidden: "+strings.Join(cols.folded, ", ")+" > ½", strings.Join(cols.folded, " ")+" > ½"
	}
	for _, text := range []string{
		strings.Join(nonEmpty(meanings, folded), " · "), strings.Join(nonEmpty(meanings, short), " · "),
		folded, short, strings.Join(words[:min(1, len(words))], ""),
	} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// lowestShare returns the lowest remaining share of a pool among all combatants, from 0 to 1, or 1 if the pool has no maximum.
func lowestShare(s *rules.State, pool *rules.Pool) float64 {
	lowest := 1.0
	for _, actor := range s.Actors {
		if maximum, limited := actor.Sheet.Max(pool); limited && maximum > 0 {
			lowest = min(lowest, actor.PoolValue(pool)/maximum)
		}
	}
	return lowest
}

// measureValues sets the width of the values of each pool.
func (cols *combatantColumns) measureValues(s *rules.State) {
	cols.value = make([]int, len(cols.pools))
	for i, pool := range cols.pools {
		cols.value[i] = draw.Width(pool.Name)
		for _, actor := range s.Actors {
			cols.value[i] = max(cols.value[i], draw.Width(cols.poolText(actor, i)))
		}
	}
}

// poolText formats the value of a's pool with the index i, with its maximum if the layout has room for it.
func (cols *combatantColumns) poolText(a *rules.Actor, i int) string {
	pool := cols.pools[i]
	now := poolPoints(a.PoolValue(pool))
	if maximum, limited := a.Sheet.Max(pool); limited && i < cols.maxima {
		return now + "/" + draw.Tenths(maximum)
	}
	return now
}

// poolPoints formats a value of a pool in whole points, unless that would round it to 0.
func poolPoints(x float64) string {
	if whole := math.Round(x); whole != 0 {
		return draw.Tenths(whole)
	}
	return draw.Tenths(x)
}

// stateStart returns the column at which the state begins.
func (cols *combatantColumns) stateStart() int {
	x := 2 + cols.names + 1 + cols.bars*(poolBar+1) // after two cells for signs, the name, the bar of the side, and the bars of pools
	for _, value := range cols.value {
		x += 1 + value
	}
	for _, col := range cols.counts {
		x += 1 + col.width
	}
	if x += 2; cols.burden > 0 {
		x += 1 + cols.burden
	}
	if cols.next > 0 {
		x += cols.next + 2
	}
	return x
}

// namesWidth returns the width of the column of names in a table of w cells: that of the longest name, in its short form if short is
// set, within limits.
func namesWidth(s *rules.State, w int, short bool) int {
	longest := 9 // width of the heading "Combatant"
	for _, actor := range s.Actors {
		name := actor.Name
		if short {
			name = actor.Short
		}
		longest = max(longest, draw.Width(name))
	}
	return min(longest, max(14, w/6))
}
