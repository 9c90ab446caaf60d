package rules

import (
	"strings"

	"hybrid/rules/source"
)

// sideReads finds formulas of what is of a side that read what people have: a side has no statistics, and a pool of people is no
// pool of it. What is read of each of them stands in ours(…) or theirs(…), and there of people alone.
type sideReads struct{ *compiler }

// check looks at all that is of sides.
func (c sideReads) check() {
	for _, p := range c.rs.Pools.All {
		for _, by := range []*Formula{p.max, p.start, p.refill} {
			if p.OfSide() {
				c.ofSides(p.Name, by)
			}
		}
	}
	for _, condition := range c.rs.Conditions.All {
		if condition.OfSide() {
			c.ofSides(condition.Name, condition.holds)
			c.ofSides(condition.Name, condition.over)
		}
	}
	for _, action := range c.rs.Actions.All {
		if action.OfSide() {
			c.doneBySides(action)
		}
	}
	order := &c.rs.Order
	c.ofSides("order.figures", order.figures)
	c.ofSides("order.wins", order.wins)
	if order.rolledBySides() {
		for _, line := range order.Initiative.Lines {
			c.ofSides("order.initiative", line.by)
			c.ofSides("order.initiative", line.when)
		}
	}
}

// doneBySides reports what formulas of an action of a side read of the side that only people have.
func (c sideReads) doneBySides(action *Action) {
	c.ofOneSide(action.Name, action.when)
	for i := range action.cost {
		c.ofOneSide(action.Name, action.cost[i].by)
	}
}

// ofSides reports what a formula of what is of a side reads of people outside of a sum.
func (c sideReads) ofSides(name string, by *Formula) {
	c.ofPeople(name, by, func(path string) string { return strings.TrimPrefix(path, "other.") })
}

// ofOneSide handles a formula as ofSides does if the other actor can be a person.
func (c sideReads) ofOneSide(name string, by *Formula) {
	c.ofPeople(name, by, func(path string) string { return path })
}

// ofPeople reports what a formula reads outside of a sum that belongs to people; of tells of a name what it is of.
func (c sideReads) ofPeople(name string, by *Formula, of func(path string) string) {
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

// always warns of a side that has won whatever happens.
func (c sideReads) always(t source.Text, by *Formula) {
	if by == nil || len(by.Reads) > 0 {
		return
	}
	if won, fixed := by.Const(); fixed && won == 1 {
		c.report.Warn(source.Unreachable, t.Pos, "This reads no side, actor or count, so it's always true.")
	}
}
