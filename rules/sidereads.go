package rules

import (
	"strings"

	"hybrid/rules/source"
)

// sideReads finds formulas of what is of a side that read what people have: a side has no statistics, and a pool of people is no
// pool of it. What is read of each of them stands in ours(…) or theirs(…), and there of people alone.
func (c *compiler) sideReads() {
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
}

// ofSides reports what a formula of what is of a side reads of people outside of a sum.
func (c *compiler) ofSides(name string, by *Formula) {
	if by == nil || strings.Contains(by.Text, "ours(") || strings.Contains(by.Text, "theirs(") {
		return
	}
	for i := range by.Reads {
		what, _, _ := strings.Cut(strings.TrimPrefix(by.Reads[i].Path, "other."), ".")
		_, stat := c.rs.Stats.Get(what)
		pool, _ := c.rs.Pools.Get(what)
		if stat || pool != nil && !pool.OfSide() {
			c.mistake(source.UnknownName, by.Pos, "%s belongs to people, %s to a side; ours(…) adds up what its people have", by.Reads[i].Path, name)
		}
	}
}
