package rules

import (
	"slices"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Warnings about entries that have no effect, and about pools that are always empty at the start.

// warnUnasked warns about situations that read `asked` but ask nothing.
func (c *compiler) warnUnasked() {
	warn := func(s *Situation) {
		if s.Ask != nil {
			return
		}
		for _, gift := range s.gifts {
			for _, entry := range gift.value.cases {
				if entry.formula != nil && slices.ContainsFunc(entry.formula.Reads, func(r formula.ReadName[*Frame]) bool { return r.Path == "asked" }) {
					c.report.Warn(source.Unused, entry.formula.Pos, "%s asks for nothing, so asked is 0. Write, for example, `ask: {what: points, least: 1}`.", s.Name)
					return
				}
			}
		}
	}
	for _, s := range c.rs.Situations.All {
		warn(s)
	}
	for _, t := range c.rs.Tasks.All {
		for _, s := range t.OwnSituations() {
			warn(s)
		}
	}
}

// warnEmptyPools warns about pools without a maximum, start or refill.
func (c *compiler) warnEmptyPools() {
	for _, p := range c.rs.Pools.All {
		if p.Max.Text == "" && p.Start.Text == "" && p.Refill.Text == "" {
			c.report.Warn(source.Unused, p.Pos, "Pool %s starts at 0 and has no maximum. Write `max: FORMULA` or `max: none`.", p.Name)
		}
	}
}

// warnUnusedLadders warns about ladders that no check and no step uses under any choice of the rulings.
func (c *compiler) warnUnusedLadders() {
	used := map[string]bool{}
	var search func(n *source.Node)
	search = func(n *source.Node) {
		for _, f := range n.Fields {
			if f.Key == "ladder" {
				used[f.Value.Text] = true
			}
			search(f.Value)
		}
		for _, item := range n.Items {
			search(item)
		}
	}
	for _, layer := range c.stack.WrittenLayers() {
		search(layer)
	}
	for _, entry := range c.root.Get("ladders").Entries() {
		names := append(entry.Value.Get("formerly").Words(), entry.Key)
		if !slices.ContainsFunc(names, func(name string) bool { return used[name] }) && !c.stack.IsFromSelection(entry.Pos) {
			c.report.Warn(source.Unused, entry.Pos, "No check uses ladder %s. Add `ladder: %s` to a check.", entry.Key, entry.Key)
		}
	}
}
