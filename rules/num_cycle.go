package rules

import (
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Detection of numbers that depend on themselves, after everything is compiled: a search follows the formulas that determine a name's
// value, and the names that they read, until a name occurs again. A name is written with its kind before it, such as "number reach".

// checkCycles reports numbers, modifiers, automatic conditions, looked-up tables, bases of rolls, item fields and tags that depend on
// themselves, and conditions that put themselves.
func (c *compiler) checkCycles() {
	g := cycleFinder{c: c, done: map[string]bool{}}
	for _, number := range c.rs.Numbers {
		g.visit("number "+number.Name, source.Pos{})
	}
	for _, m := range c.rs.Modifiers.All {
		g.visit("modifier "+m.Name, source.Pos{})
	}
	for _, x := range c.rs.Conditions.All {
		g.visit("condition "+x.Name, source.Pos{})
	}
	for _, t := range c.rs.Tables.All {
		g.visit("table "+t.Name, source.Pos{})
	}
	g.visit("basis of a roll", source.Pos{})
	for _, field := range c.rs.fields {
		g.visit("field "+field.name, source.Pos{})
	}
	for _, x := range c.rs.Conditions.All {
		g.checkPuts(x, x.puts, nil)
	}
	c.checkTagCycles()
}

// checkTagCycles reports tags with `when` that form a cycle of dependencies.
func (c *compiler) checkTagCycles() {
	seen := map[string]bool{}
	var visit func(tag *Tag, path []string)
	visit = func(tag *Tag, path []string) {
		if i := slices.Index(path, tag.Name); i >= 0 {
			if cycle := path[i:]; !seen[tag.Name] {
				for _, name := range cycle {
					seen[name] = true
				}
				c.addMistake(source.Circle, tag.When.Pos, "Tag %s depends on itself: %s → %s. Remove one of them from a `when`.", tag.Name, strings.Join(cycle, " → "), tag.Name)
			}
			return
		}
		if tag.when == nil {
			return
		}
		for _, read := range tag.when.Reads {
			name, isTag := strings.CutPrefix(read.Path, "tag.")
			if next, ok := c.rs.Tags.Get(name); isTag && ok {
				visit(next, append(slices.Clone(path), tag.Name))
			}
		}
	}
	for _, tag := range c.rs.Tags.All {
		visit(tag, nil)
	}
}

// checkPuts reports condition x if it puts itself, directly or through others. list holds the conditions to follow, and path those that
// lead to them.
func (g *cycleFinder) checkPuts(x *Condition, list []*Condition, path []*Condition) {
	for _, more := range list {
		if more == x {
			g.c.addMistake(source.Circle, x.Put[0].Pos, "Condition %s puts itself. Remove one `put`.", x.Name)
			return
		}
		if !slices.Contains(path, more) {
			g.checkPuts(x, more.puts, append(path, more))
		}
	}
}

// cycleFinder follows dependencies between names, each with its kind before it.
type cycleFinder struct {
	c    *compiler       // compiler of the game, with all entries
	done map[string]bool // names that were followed already
	path []string        // names that are being followed, each read by the one before it
}

// visit follows the dependencies of a name. pos is the position of the formula that reads it.
func (g *cycleFinder) visit(name string, pos source.Pos) {
	if i := slices.Index(g.path, name); i >= 0 {
		g.c.addMistake(source.Circle, pos, "This depends on itself: %s → %s. Change one of these formulas.", strings.Join(g.path[i:], " → "), name)
		return
	}
	if g.done[name] {
		return
	}
	g.done[name] = true
	g.path = append(g.path, name)
	for _, formula := range g.definingFormulas(name) {
		for _, dependency := range g.dependenciesOf(formula) {
			g.visit(dependency, formula.Pos)
		}
	}
	g.path = g.path[:len(g.path)-1]
}

// definingFormulas returns the formulas that determine the value of a name.
func (g *cycleFinder) definingFormulas(name string) (list []*Formula) {
	kind, name, _ := strings.Cut(name, " ")
	switch kind {
	case "number":
		for _, line := range g.c.findNumber(name).Lines {
			list = append(list, line.when, line.formula)
		}
	case "modifier":
		m, _ := g.c.rs.Modifiers.Get(name)
		for _, s := range m.automatic {
			list = append(list, s.holds)
		}
		for _, gift := range g.c.tagGifts[m] {
			for _, entry := range gift.cases {
				list = append(list, entry.formula)
			}
		}
	case "condition":
		x, _ := g.c.rs.Conditions.Get(name)
		list = append(list, x.holds)
	case "table":
		t, _ := g.c.rs.Tables.Get(name)
		for _, row := range t.rows {
			for _, cell := range row.cells {
				list = append(list, cell.formula)
			}
		}
	}
	if kind == "basis" { // the first word of "basis of a roll"
		list = append(list, g.basisFormulas()...)
	}
	if i := slices.IndexFunc(g.c.rs.fields, func(f itemField) bool { return kind == "field" && f.name == name }); i >= 0 {
		for _, item := range g.c.rs.Items.All {
			list = append(list, item.fields[i])
		}
		for _, hazard := range g.c.rs.Hazards.All {
			list = append(list, hazard.fields[i])
		}
	}
	return slices.DeleteFunc(list, func(formula *Formula) bool { return formula == nil })
}

// dependenciesOf returns the names that a formula reads, apart from names whose values no formula determines.
func (g *cycleFinder) dependenciesOf(formula *Formula) (list []string) {
	list = collect.Map(formula.Tables, func(table string) string { return "table " + table })
	for _, read := range formula.Reads {
		first, rest, _ := strings.Cut(strings.TrimPrefix(read.Path, "other."), ".")
		switch {
		case rest == "" && g.c.findNumber(first) != nil:
			list = append(list, "number "+first)
		case read.Path == "basis":
			list = append(list, "basis of a roll")
		case first == "tool" || first == "worn" || first == "carried":
			list = append(list, "field "+rest)
		case first == "mod":
			list = append(list, "modifier "+rest)
		case read.Path == "aware" || read.Path == "other.aware": // depends on the automatic conditions that can forbid noticing
			for _, x := range g.c.rs.hindering {
				list = append(list, "condition "+x.Name)
			}
		case first == "is" && rest == outName && !slices.Contains(g.c.rs.Conditions.Names(), outName): // depends on the automatic conditions that can put the actor out
			for _, x := range g.c.rs.hindering {
				if x.Out || !g.c.rs.hasOutConditions {
					list = append(list, "condition "+x.Name)
				}
			}
		case first == "is":
			list = append(list, "condition "+rest)
		}
	}
	return list
}

// basisFormulas returns the formulas of everything that a roll can be based on.
func (g *cycleFinder) basisFormulas() (list []*Formula) {
	add := func(byTag *ByTag) {
		eachCase(byTag, func(formula anyFormula, _ *Table) { list = append(list, formula.num) })
	}
	for _, skill := range g.c.rs.Skills.All {
		list = append(list, skill.basis)
	}
	for _, task := range g.c.rs.Tasks.All {
		list = append(list, task.basis)
	}
	for _, action := range g.c.rs.Actions.All {
		add(action.Basis)
	}
	for _, sequence := range g.c.allSequences() {
		for _, step := range sequence.steps {
			add(step.Basis)
		}
	}
	return list
}

// eachCase calls visit for the formula of each case of b, which may be nil. visit is as for Step.visitFormulas; its table is nil.
func eachCase(b *ByTag, visit func(formula anyFormula, table *Table)) {
	for i := 0; b != nil && i < len(b.cases); i++ {
		visit(anyFormula{num: b.cases[i].formula}, nil)
	}
}
