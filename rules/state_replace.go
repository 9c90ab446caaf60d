package rules

import (
	"slices"

	"hybrid/rules/collect"
)

// Replacement of entries that no longer exist in the rules, after a campaign's files have changed: finding the actors that use them, and
// replacing them.

// Section is the name of a section of the rules.
type Section string

// The sections whose entries an actor can use.
const (
	ConditionSection Section = "conditions"
	ItemSection      Section = "items"
	SkillSection     Section = "skills"
	PoolSection      Section = "pools"
	ActivitySection  Section = "activities"
	SituationSection Section = "situations"
)

// UsesEntry reports whether an actor of a state, present or away, uses an entry of the rules, by name.
func (s *State) UsesEntry(rs *Ruleset, section Section, name string) bool {
	if section == SituationSection && slices.Contains(s.Situations, name) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(s.Actors, s.Away), func(a *Actor) bool { return a.usesEntry(rs, section, name) })
}

// usesEntry reports whether the actor refers to the entry of the rules with the given section and name.
func (a *Actor) usesEntry(rs *Ruleset, section Section, name string) bool {
	switch section {
	case ConditionSection:
		return slices.ContainsFunc(a.AllConditions(), func(h HeldCondition) bool { return h.Condition.Name == name })
	case ItemSection:
		isEntry := func(item *Item) bool { return item != nil && item.Name == name }
		return isEntry(a.Tool) || slices.ContainsFunc(a.OffHand, isEntry) || slices.ContainsFunc(a.Dropped, isEntry) || slices.ContainsFunc(a.Sheet.Items, isEntry) ||
			slices.ContainsFunc(a.worn, func(w wornItem) bool { return isEntry(w.item) }) || a.Doing != nil && a.Doing.Tool == name
	case SkillSection:
		skill, ok := rs.Skills.Get(name)
		return ok && a.Sheet.ranks[skill.index] != Unranked || a.Doing != nil && a.Doing.Skill == name
	case PoolSection:
		pool, ok := rs.Pools.Get(name)
		return ok && a.Levels[pool.index] != Level{}
	case ActivitySection:
		return slices.ContainsFunc(a.Activities, func(x *Activity) bool { return x.Name == name })
	case SituationSection:
		return slices.Contains(a.Situations, name)
	}
	return false
}

// replaceName returns a copy of the list with replacement in place of old, or without old if replacement is "". It returns the list itself
// if applies is false, or if old is not in it.
func replaceName(list []string, applies bool, old, replacement string) []string {
	i := slices.Index(list, old)
	if !applies || i < 0 {
		return list
	}
	list = slices.Delete(slices.Clone(list), i, i+1)
	if replacement != "" && !slices.Contains(list, replacement) {
		list = slices.Insert(list, i, replacement)
	}
	return list
}

// replaceEntry changes all references of a from the entry old to replacement. References to an entry without a replacement are removed.
func (a *Actor) replaceEntry(rs *Ruleset, section Section, old, replacement string) {
	switch section {
	case ConditionSection:
		a.replaceCondition(rs, old, replacement)
	case ItemSection:
		a.replaceItem(rs, old, replacement)
	case SkillSection:
		a.replaceSkill(rs, old, replacement)
	case PoolSection:
		a.replacePool(rs, old, replacement)
	case ActivitySection:
		a.Activities = slices.DeleteFunc(slices.Clone(a.Activities), func(x *Activity) bool { return x.Name == old })
		if activity, found := rs.Activities.Get(replacement); found && !activity.Plain {
			a.Activities = append(a.Activities, activity)
		}
	case SituationSection:
		a.Situations, a.SecretSituations = replaceName(a.Situations, true, old, replacement), replaceName(a.SecretSituations, true, old, replacement)
	}
	usesOld := a.Doing != nil && (section == ItemSection && a.Doing.Tool == old || section == SkillSection && a.Doing.Skill == old)
	if usesOld { // the action is cancelled; the actor has its turn when the action would have taken effect
		a.Turn, a.Doing = a.Doing.At, nil
	}
}

// replaceCondition replaces the condition named old with the one named replacement. If there is no condition of that name, or if the actor
// has it already and can't have it twice, the old condition is only removed.
func (a *Actor) replaceCondition(rs *Ruleset, old, replacement string) {
	condition, found := rs.Conditions.Get(replacement)
	a.Outranked = collect.Filter(a.Outranked, func(h HeldCondition) bool { return h.Condition.Name != old })
	for i := len(a.Conditions) - 1; i >= 0; i-- {
		switch held := &a.Conditions[i]; {
		case held.Condition.Name != old: // the condition stays
		case found && (condition.Many || !a.HasCondition(rs, condition)):
			held.Condition = condition
		default:
			a.Conditions = slices.Delete(a.Conditions, i, i+1)
		}
	}
}

// replaceSkill moves the actor's rank in the skill old to the skill replacement, unless its rank there is higher.
func (a *Actor) replaceSkill(rs *Ruleset, old, replacement string) {
	skill, known := rs.Skills.Get(old)
	if !known {
		return
	}
	rank := a.Sheet.ranks[skill.index]
	a.Sheet = a.Sheet.withRank(rs, skill, Unranked)
	a.Sheet.Skills = slices.DeleteFunc(slices.Clone(a.Sheet.Skills), func(x *Skill) bool { return x == skill })
	if other, found := rs.Skills.Get(replacement); found && rank > a.Sheet.ranks[other.index] {
		a.Sheet = a.Sheet.withRank(rs, other, rank)
	}
}

// replacePool moves the points in the pool old to the pool replacement, up to its maximum.
func (a *Actor) replacePool(rs *Ruleset, old, replacement string) {
	pool, known := rs.Pools.Get(old)
	if !known {
		return
	}
	if other, found := rs.Pools.Get(replacement); found {
		level := a.Levels[pool.index]
		if maximum, limited := a.Sheet.Max(other); limited {
			level.Now = min(level.Now, maximum)
		}
		a.Levels[other.index] = level
	}
	a.Levels[pool.index] = Level{}
}

// replaceItem replaces the actor's item named old with the one named replacement: in hand, in the gear, as armour and on the ground. If
// there is no item of that name, the old item is only removed.
func (a *Actor) replaceItem(rs *Ruleset, old, replacement string) {
	other, _ := rs.Items.Get(replacement) // nil removes the item
	swap := func(item *Item) *Item {
		if item != nil && item.Name == old {
			return other
		}
		return item
	}
	swapAll := func(list []*Item) (remaining []*Item) {
		for _, item := range list {
			if item = swap(item); item != nil {
				remaining = append(remaining, item)
			}
		}
		return remaining
	}
	sheet := *a.Sheet
	sheet.Items, sheet.Armour, sheet.worn = swapAll(sheet.Items), nil, nil
	for _, armour := range a.Sheet.Armour {
		if armour.Item = swap(armour.Item); armour.Item != nil {
			sheet.Armour = append(sheet.Armour, armour)
		}
	}
	for _, piece := range a.Sheet.worn {
		if piece.item = swap(piece.item); piece.item != nil {
			sheet.worn = append(sheet.worn, piece)
		}
	}
	a.Sheet, a.worn, a.Tool, a.OffHand, a.Dropped = &sheet, sheet.worn, swap(a.Tool), swapAll(a.OffHand), swapAll(a.Dropped)
}

// replaceEntry replaces an entry of the rules for every actor who uses it; if the event has no new name, the entry is removed. Actions in
// progress that use it are cancelled.
func (s *State) replaceEntry(rs *Ruleset, e *Event) {
	section, old, replacement := Section(e.Text), e.What, e.Other
	s.Situations, s.SecretSituations = replaceName(s.Situations, section == SituationSection, old, replacement), replaceName(s.SecretSituations, section == SituationSection, old, replacement)
	for _, list := range []*[]*Actor{&s.Actors, &s.Away} {
		*list = slices.Clone(*list)
		for i, a := range *list {
			if a.usesEntry(rs, section, old) {
				b := a.clone()
				b.replaceEntry(rs, section, old, replacement)
				(*list)[i] = b
			}
		}
	}
}
