package rules

import (
	"strings"

	"hybrid/rules/source"
)

// Verification that the formulas of sides read no values that only actors have, such as statistics, except in sums such as ours(…), which
// add up the values of a side's actors.

// checkSideReads checks the formulas of all entries that belong to sides.
func (c *compiler) checkSideReads() {
	for _, p := range c.rs.Pools.All {
		for _, formula := range []*Formula{p.max, p.start, p.refill} {
			if p.BelongsToSide() {
				c.checkSideFormula(p.Name, formula)
			}
		}
	}
	for _, condition := range c.rs.Conditions.All {
		if condition.BelongsToSide() {
			c.checkSideFormula(condition.Name, condition.holds)
			c.checkSideFormula(condition.Name, condition.endFormula)
		}
	}
	for _, action := range c.rs.Actions.All {
		if action.BelongsToSide() {
			c.checkSideAction(action)
		}
	}
	order := &c.rs.Order
	c.checkSideFormula("order.figures", order.figures)
	c.checkSideFormula("order.wins", order.wins)
	c.checkSideFormula("order.begins", order.begins)
	if order.sidesRollInitiative() {
		for _, line := range order.Initiative.Lines {
			c.checkSideFormula("order.initiative", line.formula)
			c.checkSideFormula("order.initiative", line.when)
		}
	}
}

// checkSideAction checks that the formulas of a side's action read, of the acting side, only values that sides have. The target can be an
// actor.
func (c *compiler) checkSideAction(action *Action) {
	c.checkSideActionFormula(action.Name, action.when)
	for i := range action.cost {
		c.checkSideActionFormula(action.Name, action.cost[i].formula)
	}
}

// checkSideFormula checks a formula that is evaluated for a side, with another side as the other actor. It therefore also checks names
// beginning with `other.`. name is the name of the entry, for the message.
func (c *compiler) checkSideFormula(name string, formula *Formula) {
	c.reportReadsOfActors(name, formula, func(path string) string { return strings.TrimPrefix(path, "other.") })
}

// checkSideActionFormula checks a formula that is evaluated for a side, with any actor as the other actor. It therefore can't check names
// beginning with `other.`. name is the name of the entry, for the message.
func (c *compiler) checkSideActionFormula(name string, formula *Formula) {
	c.reportReadsOfActors(name, formula, func(path string) string { return path })
}

// reportReadsOfActors reports values of actors that a formula reads outside a sum, where only values of a side can be read. pathOfSide
// returns the part of a path that refers to a side.
func (c *compiler) reportReadsOfActors(name string, formula *Formula, pathOfSide func(path string) string) {
	if formula == nil {
		return
	}
	for i := range formula.Reads {
		first, _, _ := strings.Cut(pathOfSide(formula.Reads[i].Path), ".")
		_, isStat := c.rs.Stats.Get(first)
		pool, _ := c.rs.Pools.Get(first)
		// Each is set for names within a sum over the actors of a side.
		if !formula.Reads[i].Each && (isStat || pool != nil && !pool.BelongsToSide()) {
			c.addMistake(source.UnknownName, formula.Pos, "%s belongs to actors, %s to a side. ours(…) adds up the values of its actors.", formula.Reads[i].Path, name)
		}
	}
}

// warnAlwaysTrue warns if a formula for a victory or an end is always true.
func (c *compiler) warnAlwaysTrue(t source.Text, formula *Formula) {
	if formula == nil || len(formula.Reads) > 0 {
		return
	}
	if won, fixed := formula.Const(); fixed && won == 1 {
		c.report.Warn(source.Unreachable, t.Pos, "This reads no side, actor or count, so it's always true.")
	}
}
