package rules

import (
	"slices"
	"strings"
)

// EndsSince says in words what is true of an actor, and of the condition's own number, that the formula with which it ends
// reads, such as "is beyond help", which holds by the same formula; of conditions those that the actor has, if any. It is
// empty for a condition that no formula ends.
func (c *Condition) EndsSince(rs *Ruleset, a *Actor, number float64) string {
	if c.over == nil {
		return ""
	}
	for _, other := range a.Holding(rs) {
		if other.Holds.Text == c.Until.Text {
			return "is " + Within(other.Label)
		}
	}
	f := rs.frame(a)
	f.number = number
	var is, isNot, has []string
	for i := range c.over.Reads {
		read := &c.over.Reads[i]
		name, rest, _ := strings.Cut(read.Path, ".")
		if pool, ok := rs.Pools.Get(name); ok {
			text := pool.Name + " " + formatMinus(a.Now(pool))
			if most, limited := a.Sheet.Max(pool); limited {
				text += " of " + formatMinus(most)
			}
			if !slices.Contains(has, text) {
				has = append(has, text)
			}
		} else if other, ok := rs.Conditions.Get(rest); ok && read.Flag != nil {
			if read.Flag(f) {
				is = append(is, Within(other.Label))
			} else {
				isNot = append(isNot, Within(other.Label))
			}
		} else if read.Num != nil {
			has = append(has, strings.ReplaceAll(read.Path, ".", " ")+" "+formatMinus(read.Num(f)))
		}
	}
	switch {
	case len(is) > 0:
		return "is " + strings.Join(is, " and ")
	case len(isNot) > 0 && len(has) == 0:
		return "is not " + strings.Join(isNot, ", nor ")
	}
	return "has " + strings.Join(has, ", ")
}
