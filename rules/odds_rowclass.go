package rules

import (
	"slices"

	"hybrid/rules/collect"
)

// Classes of equivalent rows of a table: an explorer (odds_explorer.go) forks once for each class instead of once for each face. A paired
// row, such as an arm, stands for both sides of the body; the face of the die decides which.

// rowClasses holds the classes of equivalent rows of a rolled table and their probabilities.
type rowClasses struct {
	rows    []*Row          // first row of each class, which represents it
	sides   []string        // side of the body of each class; "" if sides are not separate
	weights []float64       // probability of each class
	all     [][]Possibility // all rows of each class, with their shares of the class
}

// rollRow forks over the rows of the table that a step rolls on. The two sides of a paired row are one outcome, unless a later step reads
// the side.
func (x *explorer) rollRow(f *Frame, step *Step) (row *Row, side string, face int) {
	if len(x.rolledDice) > 0 {
		row, side, face = step.table.rollOnTable(x.r, step.Label)
		if x.loaded.row == nil {
			x.loaded.row = row
		}
		return row, side, face
	}
	classes := x.rows[step]
	if classes == nil {
		classes = x.groupRows(step.table, step.laterReads != nil, step.laterReads != nil && step.laterReads.readsSide)
		x.rows[step] = classes
	}
	i := x.fork.chooseIndex(classes.weights)
	if x.loaded.row == nil {
		x.loaded.row = classes.rows[i]
	}
	return classes.rows[i], classes.sides[i], 0
}

// groupRows groups the rows of t that have the same consequences, so that each group needs only one branch. If separate is set, a later
// step reads the row itself and each row is a separate group; if sided is set, the sides of the body are separate groups.
func (x *explorer) groupRows(t *Table, separate, sided bool) *rowClasses {
	s := &rowClasses{}
	for _, row := range t.rows {
		share := t.Probability(row)
		if row.To == 0 { // no face leads to the row
			continue
		}
		if sided {
			s.addSideClasses(t, row)
			continue
		}
		i := slices.IndexFunc(s.rows, func(other *Row) bool { return !separate && x.areRowsEquivalent(row, other) })
		if i < 0 {
			i = len(s.rows)
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, ""), append(s.weights, 0), append(s.all, nil)
		}
		s.weights[i] += share
		s.all[i] = append(s.all[i], Possibility{row.Label, row.Name, row.From, share})
	}
	for i := range s.all {
		for k := range s.all[i] {
			s.all[i][k].Probability /= s.weights[i]
		}
	}
	return s
}

// addSideClasses adds a class for each side of the body that the faces of a row lead to, with the probability of these faces.
func (s *rowClasses) addSideClasses(t *Table, row *Row) {
	first := len(s.rows)
	for face := int(row.From); face <= int(row.To); face++ {
		side := t.sideOfFace(row, face)
		i := first
		for ; i < len(s.rows) && s.sides[i] != side; i++ {
		}
		if i == len(s.rows) {
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, side), append(s.weights, 0), append(s.all, []Possibility{{row.Label, row.Name, row.From, 0}})
		}
		s.weights[i] += 1 / float64(t.die)
		s.all[i][0].Probability = s.weights[i]
	}
}

// areRowsEquivalent reports whether rolling either of two rows has the same consequences. Such rows give no modifiers, have no effects and
// are not read by name. Their tags are the same, apart from their own names, and every actor wears the same items at both.
func (x *explorer) areRowsEquivalent(a, b *Row) bool {
	for _, row := range []*Row{a, b} {
		if len(row.gifts) > 0 || len(row.Do) > 0 || x.r.rs.rowWords[row.Name] {
			return false
		}
	}
	p, q := a.tags, b.tags // without the tags of the rows' own names
	bitA, hasBitA := x.r.rs.bits[a.Name]
	bitB, hasBitB := x.r.rs.bits[b.Name]
	if hasBitA {
		p.remove(bitA)
	}
	if hasBitB {
		q.remove(bitB)
	}
	if p != q || hasBitA != hasBitB {
		return false
	}
	for _, actor := range x.r.copies {
		if !slices.Equal(itemsWornAt(actor, bitA), itemsWornAt(actor, bitB)) {
			return false
		}
	}
	return true
}

// itemsWornAt returns the items worn at a location, by its tag index.
func itemsWornAt(a *Actor, bit int) (list []*Item) {
	return collect.MapIf(a.worn, func(worn wornItem) bool { return worn.bit == bit }, func(worn wornItem) *Item { return worn.item })
}
