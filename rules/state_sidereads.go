package rules

import (
	"strings"

	"hybrid/rules/source"
)

// checkSideReads looks at all that is of sides.
func (c *compiler) checkSideReads() {
	for _, p := range c.rs.Pools.All {
		for _, by := range []*Formula{p.max, p.start, p.refill} {
			if p.OfSide() {
				c.checkOfSides(p.Name, by)
			}
		}
	}
	for _, condition := range c.rs.Conditions.All {
		if condition.OfSide() {
			c.checkOfSides(condition.Name, condition.holds)
			c.checkOfSides(condition.Name, condition.over)
		}
	}
	for _, action := range c.rs.Actions.All {
		if action.OfSide() {
			c.checkDoneBySides(action)
		}
	}
	order := &c.rs.Order
	c.checkOfSides("order.figures", order.figures)
	c.checkOfSides("order.wins", order.wins)
	c.checkOfSides("order.begins", order.begins)
	if order.rolledBySides() {
		for _, line := range order.Initiative.Lines {
			c.checkOfSides("order.initiative", line.by)
			c.checkOfSides("order.initiative", line.when)
		}
	}
}

// checkDoneBySides reports what formulas of an action of a side read of the side that only people have.
func (c *compiler) checkDoneBySides(action *Action) {
	c.checkOfOneSide(action.Name, action.when)
	for i := range action.cost {
		c.checkOfOneSide(action.Name, action.cost[i].by)
	}
}

// checkOfSides reports what a formula of what is of a side reads of people outside of a sum.
func (c *compiler) checkOfSides(name string, by *Formula) {
	c.checkOfPeople(name, by, func(path string) string { return strings.TrimPrefix(path, "other.") })
}

// checkOfOneSide handles a formula as ofSides does if the other actor can be a person.
func (c *compiler) checkOfOneSide(name string, by *Formula) {
	c.checkOfPeople(name, by, func(path string) string { return path })
}

// checkOfPeople reports what a formula reads outside of a sum that belongs to people; of tells of a name what it is of.
func (c *compiler) checkOfPeople(name string, by *Formula, of func(path string) string) {
	if by == nil {
		return
	}
	for i := range by.Reads {
		what, _, _ := strings.Cut(of(by.Reads[i].Path), ".")
		_, stat := c.rs.Stats.Get(what)
		pool, _ := c.rs.Pools.Get(what)
		if !by.Reads[i].Each && (stat || pool != nil && !pool.OfSide()) {
			c.mistake(source.UnknownName, by.Pos, "%s belongs to actors, %s to a side. ours(…) adds up the values of its actors.", by.Reads[i].Path, name)
		}
	}
}

// checkAlways warns of a side that has won whatever happens.
func (c *compiler) checkAlways(t source.Text, by *Formula) {
	if by == nil || len(by.Reads) > 0 {
		return
	}
	if won, fixed := by.Const(); fixed && won == 1 {
		c.report.Warn(source.Unreachable, t.Pos, "This reads no side, actor or count, so it's always true.")
	}
}
