package rules

import (
	"strings"

	"hybrid/rules/source"
)

// checkSideReads checks the formulas of all entries that belong to sides.
func (c *compiler) checkSideReads() {
	for _, p := range c.rs.Pools.All {
		for _, formula := range []*Formula{p.max, p.start, p.refill} {
			if p.BelongsToSide() {
				c.checkOfSides(p.Name, formula)
			}
		}
	}
	for _, condition := range c.rs.Conditions.All {
		if condition.BelongsToSide() {
			c.checkOfSides(condition.Name, condition.holds)
			c.checkOfSides(condition.Name, condition.endFormula)
		}
	}
	for _, action := range c.rs.Actions.All {
		if action.BelongsToSide() {
			c.checkDoneBySides(action)
		}
	}
	order := &c.rs.Order
	c.checkOfSides("order.figures", order.figures)
	c.checkOfSides("order.wins", order.wins)
	c.checkOfSides("order.begins", order.begins)
	if order.rolledBySides() {
		for _, line := range order.Initiative.Lines {
			c.checkOfSides("order.initiative", line.formula)
			c.checkOfSides("order.initiative", line.when)
		}
	}
}

// checkDoneBySides checks that the formulas of a side's action read no values that sides lack.
func (c *compiler) checkDoneBySides(action *Action) {
	c.checkOfOneSide(action.Name, action.when)
	for i := range action.cost {
		c.checkOfOneSide(action.Name, action.cost[i].formula)
	}
}

// checkOfSides checks a formula of an entry that belongs to sides. It can read values of actors only within a sum.
func (c *compiler) checkOfSides(name string, formula *Formula) {
	c.checkOfPeople(name, formula, func(path string) string { return strings.TrimPrefix(path, "other.") })
}

// checkOfOneSide checks a formula like checkOfSides, but allows values of the other actor, which need not be a side.
func (c *compiler) checkOfOneSide(name string, formula *Formula) {
	c.checkOfPeople(name, formula, func(path string) string { return path })
}

// checkOfPeople reports values of actors that a formula reads outside a sum. readable returns the name to check for each path.
func (c *compiler) checkOfPeople(name string, formula *Formula, readable func(path string) string) {
	if formula == nil {
		return
	}
	for i := range formula.Reads {
		first, _, _ := strings.Cut(readable(formula.Reads[i].Path), ".")
		_, stat := c.rs.Stats.Get(first)
		pool, _ := c.rs.Pools.Get(first)
		if !formula.Reads[i].Each && (stat || pool != nil && !pool.BelongsToSide()) {
			c.addMistake(source.UnknownName, formula.Pos, "%s belongs to actors, %s to a side. ours(…) adds up the values of its actors.", formula.Reads[i].Path, name)
		}
	}
}

// checkAlways warns about a side that always wins.
func (c *compiler) checkAlways(t source.Text, formula *Formula) {
	if formula == nil || len(formula.Reads) > 0 {
		return
	}
	if won, fixed := formula.Const(); fixed && won == 1 {
		c.report.Warn(source.Unreachable, t.Pos, "This reads no side, actor or count, so it's always true.")
	}
}
