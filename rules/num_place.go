package rules

import (
	"slices"
	"sort"

	"hybrid/rules/collect"
)

// The places for formulas and the names that each allows, for the manual and schemas. A place is a kind of formula in the YAML, such as the
// formulas of conditions; a nameScope describes it, and num_scope.go resolves the names by it.

// Place is a place in the YAML for formulas, with the names that can be used there.
type Place struct {
	Name  string    // short name, such as "checks"
	Where string    // description for a sentence, such as "In conditions"
	Names []string  // names that can be used there, sorted
	scope nameScope // scope that resolves the names; an empty one resolves the names that are available everywhere
}

// Places lists the places for formulas in this game and the names that each allows. The names of the first place can be used in all places
// but the second.
func (rs *Ruleset) Places() []Place {
	c := &compiler{rs: rs, tagBits: rs.bits, rulings: map[string]bool{}}
	c.collectWords()
	check := rs.check
	all := Place{Name: "everywhere", Where: "Everywhere except in the formulas of statistics and pools"} // an empty scope
	list := []Place{all, {Name: "stats", Where: "In statistics, those above; in `max` and `start` of pools, all; in `raise`, also to", scope: nameScope{stats: len(rs.Stats.All) + 1}}}
	if check != nil {
		list = append(list,
			Place{Name: "checks", Where: "In the numbers of a check, here " + check.Name + ", the numbers above", scope: nameScope{check: check, numbers: len(check.Numbers)}},
			Place{Name: "ladders", Where: "After the die: in the results of a check, in ladders, in `results` of steps",
				scope: nameScope{check: check, numbers: len(check.Numbers), results: len(check.Results), readsRoll: true}})
	}
	steps := &Sequence{steps: []*Step{ // one step of each kind, to list the names of their results
		{Head: Head{Name: "CHECK"}, kind: stepCheck},
		{Head: Head{Name: "TABLE"}, kind: stepTable, table: &Table{}},
		{Head: Head{Name: "TALLY"}, kind: stepTally},
		{Head: Head{Name: "VALUE"}, kind: stepValue},
		{Head: Head{Name: "EFFECTS"}, kind: stepDo},
		{Head: Head{Name: "OFFER"}, kind: stepOffer},
	}}
	for i, step := range steps.steps {
		step.index = i
	}
	list = append(list,
		Place{Name: "gives", Where: "In situations, actions, tasks and lines of tallies", scope: nameScope{readsSkill: true, readsAction: true, readsAsked: true}},
		Place{Name: "steps", Where: "In steps, the steps above, here with the name of their kind", scope: nameScope{seq: steps, steps: len(steps.steps), readsAction: true, readsAsked: true}},
		Place{Name: "conditions", Where: "In conditions", scope: nameScope{readsNumber: true}},
		Place{Name: "knowledge", Where: "In `when` of knowledge", scope: nameScope{inVisibility: true}},
		Place{Name: "tactics", Where: "In tactics", scope: nameScope{inTactic: true}},
		Place{Name: "ranks", Where: "In the rules for ranks and skill packages", scope: nameScope{readsRanks: true, readsSkill: true}},
		Place{Name: "skill", Where: "In the rules for the cost and worth of skills", scope: nameScope{readsSkill: true, to: "to"}},
	)
	for i := range list {
		list[i].Names = sortedUnique(c.listNames(list[i].scope))
	}
	return list
}

// sortedUnique returns names sorted and without duplicates.
func sortedUnique(names []string) []string {
	names = append([]string(nil), names...)
	sort.Strings(names)
	trimmed := names[:0]
	for i, name := range names {
		if i == 0 || name != names[i-1] {
			trimmed = append(trimmed, name)
		}
	}
	return trimmed
}

// Functions lists the tables that formulas can call.
func (rs *Ruleset) Functions() (names []string) {
	return collect.MapIf(rs.Tables.All, func(table *Table) bool { return table.numeric && len(table.Texts) == 0 }, func(table *Table) string { return table.Name })
}

// listNames lists the names that can be used at a place, for hints and the manual.
func (c *compiler) listNames(p nameScope) []string {
	rs := c.rs
	list := rs.Stats.Names()
	if p.stats > 0 { // in a statistic or a pool: only earlier statistics, rulings and tables
		list = append(append(list[:min(p.stats-1, len(list))], withPrefix("ruling.", rs.RulingsWithChoices())...), rs.Functions()...)
		if p.to != "" {
			list = append(list, p.to)
		}
		return list
	}
	list = c.appendActorNames(list)
	ofNamedActors := p.listNamed(list) // names of actors by key or role, such as grell.is.out (num_named.go)
	for _, name := range append([]string(nil), list...) {
		list = append(list, "other."+name)
	}
	list = append(append(list, ofNamedActors...), "encounter", "count", "foe")
	list = append(list, withPrefix("tag.", c.words)...)
	list = append(list, withPrefix("ruling.", rs.RulingsWithChoices())...)
	list = append(list, rs.Functions()...)
	if p.readsSkill || p.check != nil {
		list = append(list, "basis", "skill.used", "skill.trained", "skill.rank", "skill.plain", "skill.percent", "skill.support", "skill.cost", "skill.difficulty", "skill.counts")
		for _, aspect := range rs.Skill.Aspects {
			if table, ok := rs.Tables.Get(aspect); ok {
				list = append(list, withPrefix(aspect+".", table.Columns)...)
			}
		}
	}
	return append(list, c.localNames(p)...)
}

// appendActorNames appends the names, other than those of statistics, that each actor has: pools, conditions, skills, worn items and so on.
func (c *compiler) appendActorNames(list []string) []string {
	rs := c.rs
	for _, pool := range rs.Pools.Names() {
		list = append(list, pool+".now", pool+".max", pool+".lost")
	}
	for _, number := range rs.Numbers {
		list = append(list, number.Name)
	}
	list = append(list, withPrefix("is.", rs.Conditions.Names())...)
	for _, condition := range rs.Conditions.All {
		if isPaired := condition.Partner.Pos.Line > 0; isPaired {
			list = append(list, "with."+condition.Name)
		}
	}
	list = append(list, withPrefix("mod.", rs.Modifiers.Names())...)
	list = append(list, withPrefix("rank.", rs.Skills.Names())...)
	list = append(list, withPrefix("trained.", rs.Skills.Names())...)
	list = append(list, withPrefix("wears.", append(rs.Tags.Names(), rs.Items.Names()...))...)
	list = append(list, withPrefix("wields.", rs.Tags.Names())...)
	list = append(list, withPrefix("doing.", rs.Situations.Names())...)
	list = append(list, withPrefix("number.", rs.Conditions.Names())...)
	for _, activity := range rs.Activities.All {
		if activity.Group != "" {
			list = append(list, "at."+activity.Group)
		}
	}
	for _, condition := range rs.Conditions.All {
		if name := "at." + condition.Group; condition.Group != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	list = append(list, "is."+outName)
	for _, field := range rs.fields {
		list = append(list, "tool."+field.name, "worn."+field.name, "carried."+field.name)
	}
	list = append(list, toolBasis)
	list = append(list, "aware", "slow", "paired", "distance", "placed", "spread")
	if rs.Order.InRounds() {
		list = append(list, listTurnNames()...)
	}
	return append(list, c.listCardNames()...)
}
