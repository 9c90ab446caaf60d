package rules

import (
	"slices"
	"strings"
)

// EndsSince says in words what is true of an actor, and of the condition's own number, that the formula with which it ends
// reads: by name what holds by the same formula, such as "beyond help", and otherwise each thing that it reads, of conditions those that the actor has, if any. It is empty for a condition that no formula ends.
func (c *Condition) EndsSince(rs *Ruleset, a *Actor, number float64) string {
	if c.over == nil {
		return ""
	}
	for _, other := range a.Holding(rs) {
		if other.Holds.Text == c.Until.Text {
			return strings.ToLower(other.Label)
		}
	}
	f := rs.frame(a)
	f.number = number
	var has, list []string
	for i := range c.over.Reads {
		read := &c.over.Reads[i]
		name, rest, _ := strings.Cut(read.Path, ".")
		text := ""
		if pool, ok := rs.Pools.Get(name); ok {
			text = pool.Name + " " + formatMinus(a.Now(pool))
			if most, limited := a.Sheet.Max(pool); limited {
				text += " of " + formatMinus(most)
			}
		} else if other, ok := rs.Conditions.Get(rest); ok && read.Flag != nil {
			if text = strings.ToLower(other.Label); read.Flag(f) {
				has = append(has, text)
			}
			text = "not " + text
		} else if read.Num != nil {
			text = strings.ReplaceAll(read.Path, ".", " ") + " " + formatMinus(read.Num(f))
		}
		if text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(has) > 0 {
		list = has
	}
	return strings.Join(list, ", ")
}
