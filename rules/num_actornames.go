package rules

import (
	"slices"

	"hybrid/rules/collect"
)

// Names in formulas that exist for every actor: stats, pools, conditions, skills, tool. num_scope.go resolves them for the actor and for
// `other.`. The parameter k is an index in Frame.sides: 0 for the acting actor, 1 for the other one. A resolved name is a scopeValue: a
// function that reads the value from a frame and, in Data, what the value depends on (state_dependency.go). The helpers numberValue and
// flagValue make one; staticValue and actorValue set Data. Ruleset.nobody is the side that stands for a missing actor. Each function
// returns false if it doesn't know the name.

// resolveActorName resolves a name that exists for every actor. parts is the name, split at its dots.
func (c *compiler) resolveActorName(k int, parts []string) (scopeValue, bool) {
	rs := c.rs
	if len(parts) == 0 {
		return scopeValue{}, false
	}
	if len(parts) == 1 {
		if s, ok := rs.Stats.Get(parts[0]); ok {
			return c.resolveStat(k, s)
		}
	}
	if v, ok := c.resolveWorld(k, parts); ok {
		return v, true
	}
	if len(parts) == 1 {
		return c.resolvePlainName(k, parts[0])
	}
	if len(parts) != 2 {
		return c.resolveCardSum(k, parts)
	}
	if v, ok := c.resolveCards(k, parts); ok {
		return v, true
	}
	switch parts[0] {
	case "is":
		return c.resolveIs(k, parts[1])
	case "with":
		return c.resolveWith(k, parts[1])
	case "doing":
		return c.resolveDoing(k, parts[1])
	case "at":
		return c.resolveAt(k, parts[1])
	case "number":
		return c.resolveNumber(k, parts[1])
	case "mod":
		m, ok := rs.Modifiers.Get(parts[1])
		if !ok {
			return scopeValue{}, false
		}
		m.readByOpponents = m.readByOpponents || k == 1
		v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 { return f.sumModifier(m, nil) }))
		v.Data = modifierInput{m, k}
		return v, true
	case "tool":
		return c.resolveTool(k, parts[1])
	case "worn":
		return c.resolveSum(k, parts[1], (*Actor).wornItems)
	case "carried":
		return c.resolveSum(k, parts[1], (*Actor).carriedItems)
	case "rank", "trained":
		return c.resolveSkillRank(k, parts[1], parts[0] == "trained")
	case "wears":
		return c.resolveWorn(k, parts[1])
	case "wields":
		return c.resolveWielded(k, parts[1])
	}
	pool, ok := rs.Pools.Get(parts[0])
	switch {
	case !ok:
		return scopeValue{}, false
	case pool.BelongsToSide():
		return resolveSidePool(k, pool, parts[1])
	case pool.BelongsToItem():
		return resolveItemPool(k, pool, parts[1])
	}
	return resolvePool(k, pool, parts[1])
}

// resolvePlainName resolves a name without a dot that is not a statistic.
func (c *compiler) resolvePlainName(k int, word string) (scopeValue, bool) {
	switch word {
	case "aware":
		return actorValue(flagValue(func(f *Frame) bool {
			actor := f.sides[k].actor
			return actor.Key != "" && actor.forbiddenBy(f.rs, cannotNotice) == nil
		}))
	case "distance":
		return actorValue(numberValue(func(f *Frame) float64 {
			f.noteUnknownDistance()
			return distanceApart(f.sides[0].actor, f.sides[1].actor)
		}))
	case "encounter":
		if k == 0 {
			return flagValue(func(f *Frame) bool { return f.run != nil && !f.run.isTimeless() })
		}
		return scopeValue{}, false
	case "placed":
		return actorValue(flagValue(func(f *Frame) bool {
			f.noteUnknownDistance()
			return f.sides[0].actor.Placed && f.sides[1].actor.Placed
		}))
	case "spread":
		return numberValue(func(f *Frame) float64 {
			if f.run == nil || f.run.centre == nil {
				return 0
			}
			return distanceApart(f.sides[k].actor, f.run.centre)
		})
	case "paired":
		return actorValue(flagValue(func(f *Frame) bool {
			d := f.sides[k].actor.Doing
			return d != nil && d.Paired && (f.run == nil || f.run.takingEffect != d)
		}))
	case "slow":
		return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.Slow }))
	}
	t := c.findNumber(word)
	if t == nil {
		return c.resolveTurn(k, word)
	}
	v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 {
		total, _ := t.total(f, nil)
		return total
	}))
	v.Data = tallyInput{t, k}
	return v, true
}

// resolveSkillRank resolves the rank of a skill, 0 if the actor hasn't learnt it; if asFlag is set, it resolves whether the actor has
// learnt it. A skill that a layer removed counts as not learnt.
func (c *compiler) resolveSkillRank(k int, name string, asFlag bool) (scopeValue, bool) {
	s, ok := c.rs.Skills.Get(name)
	switch {
	case !ok && !c.stack.Excludes("skills", name):
		return scopeValue{}, false
	case !ok && asFlag:
		return neverValue()
	case !ok:
		v, _ := numberValue(func(*Frame) float64 { return 0 })
		v.Const = true
		return v, true
	case asFlag:
		return staticValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.Sheet.ranks[s.index] > Unranked }))
	}
	return staticValue(numberValue(func(f *Frame) float64 { return float64(max(0, f.sides[k].actor.Sheet.ranks[s.index])) }))
}

// resolveStat resolves the name of a statistic of side k. Its value never changes during a fight.
func (c *compiler) resolveStat(k int, s *Stat) (scopeValue, bool) {
	v, _ := staticValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.stats[s.index] }))
	if s.maximum > 0 {
		v.Bounded, v.Min, v.Max = true, s.minimum, 1e6 // not s.maximum, which adjustments can exceed
	}
	return v, true
}

// fromSideFunc returns get as evaluated for the acting actor (k = 0) or the other actor (k = 1).
func fromSideFunc(k int, get numFunc) numFunc {
	if k == 0 {
		return get
	}
	return func(f *Frame) float64 { return f.evalForOther(get) }
}

// resolveIs resolves `is.NAME`: whether actor k, its side of the fight, or one of its items has the condition, depending on the condition's
// owner.
func (c *compiler) resolveIs(k int, name string) (scopeValue, bool) {
	condition, ok := c.rs.Conditions.Get(name)
	if !ok {
		return scopeValue{}, false
	}
	c.noteCondition(condition)
	if condition.BelongsToSide() {
		return flagValue(func(f *Frame) bool { return f.sides[k].actor.HasCondition(f.rs, condition) })
	}
	if condition.Tool && condition.Holds.Text != "" {
		return flagValue(func(f *Frame) bool { return f.toolHasCondition(k, condition) })
	}
	if condition.Tool {
		return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].findHeld(condition, f.rs.nobody.actor) != nil }))
	}
	return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.HasCondition(f.rs, condition) }))
}

// resolveWith resolves whether an actor has a paired condition with the other actor.
func (c *compiler) resolveWith(k int, name string) (scopeValue, bool) {
	condition, ok := c.rs.Conditions.Get(name)
	if !ok || condition.Partner.Pos.Line == 0 {
		return scopeValue{}, false
	}
	c.noteCondition(condition)
	return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.sharedWith(condition, f.sides[1-k].actor.Key) != nil }))
}

// resolveDoing resolves whether an actor's action in progress includes an option. An action that takes effect now doesn't count.
func (c *compiler) resolveDoing(k int, option string) (scopeValue, bool) {
	if c.stack.Excludes("situations", option) {
		return neverValue()
	}
	if _, ok := c.rs.Situations.Get(option); !ok {
		return scopeValue{}, false
	}
	return actorValue(flagValue(func(f *Frame) bool {
		for d := f.sides[k].actor.Doing; d != nil; d = d.Beside {
			if (f.run == nil || f.run.takingEffect != d) && slices.ContainsFunc(d.Options, func(o TickedOption) bool { return o.Situation == option }) {
				return true
			}
		}
		return false
	}))
}

// resolveNumber resolves the number of an actor's condition, or 0 if the actor lacks the condition. If the actor has a paired condition
// several times, the one shared with the other actor counts.
func (c *compiler) resolveNumber(k int, name string) (scopeValue, bool) {
	condition, ok := c.rs.Conditions.Get(name)
	if !ok {
		return scopeValue{}, false
	}
	c.noteCondition(condition)
	if condition.BelongsToSide() {
		return numberValue(func(f *Frame) float64 {
			if a := ownerOf(f.sides[k].actor, true); a != nil {
				if held := (&side{actor: a}).findHeld(condition, f.rs.nobody.actor); held != nil {
					return held.Number
				}
			}
			return 0
		})
	}
	return actorValue(numberValue(func(f *Frame) float64 {
		if held := f.sides[k].findHeld(condition, f.sides[1-k].actor); held != nil {
			return held.Number
		}
		return 0
	}))
}

// resolveAt resolves the position of an actor's activity in its group: 0 for the first.
func (c *compiler) resolveAt(k int, group string) (scopeValue, bool) {
	list := collect.Filter(c.rs.Activities.All, func(activity *Activity) bool { return activity.Group == group })
	if list == nil {
		return c.resolveGroup(k, group)
	}
	return actorValue(numberValue(func(f *Frame) float64 { return float64(f.sides[k].actor.activityIndex(list)) }))
}

// resolveTool resolves `tool.NAME`: a field of the tool in hand, 0 without a tool, or the tool's basis.
func (c *compiler) resolveTool(k int, name string) (scopeValue, bool) {
	for i := range c.rs.fields {
		if c.rs.fields[i].name != name {
			continue
		}
		v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 {
			if f.sides[0].tool == nil {
				return 0
			}
			return f.sides[0].tool.fields[i].Num(f)
		}))
		v.Data, v.Rolls = toolInput{i, k}, c.rs.fields[i].allowsDice
		return v, true
	}
	if "tool."+name == toolBasis {
		v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 { return f.toolBasis().Num(f) }))
		return v, true
	}
	return scopeValue{}, false
}

// resolveSum resolves the sum of a field over an actor's items, which list returns.
func (c *compiler) resolveSum(k int, name string, list func(*Actor) []*Item) (scopeValue, bool) {
	i := slices.IndexFunc(c.rs.fields, func(f itemField) bool { return f.name == name })
	if i < 0 {
		return scopeValue{}, false
	}
	v, _ := numberValue(fromSideFunc(k, func(f *Frame) (sum float64) {
		for _, item := range list(f.sides[0].actor) {
			sum += item.fields[i].Num(f)
		}
		return TrimNoise(sum)
	}))
	v.Rolls = c.rs.fields[i].allowsDice
	return v, true
}

// resolveWorn resolves whether an actor wears an item with a tag.
func (c *compiler) resolveWorn(k int, tag string) (scopeValue, bool) {
	if !c.wordSet[tag] {
		return scopeValue{}, false
	}
	bit := c.tagBit(tag, c.rs.Pack.Pos)
	return staticValue(flagValue(func(f *Frame) bool {
		return slices.ContainsFunc(f.sides[k].actor.worn, func(w wornItem) bool { return w.item.tags.has(bit) })
	}))
}

// resolveWielded resolves whether an actor has an item with a tag in hand.
func (c *compiler) resolveWielded(k int, tag string) (scopeValue, bool) {
	if !c.wordSet[tag] {
		return scopeValue{}, false
	}
	bit := c.tagBit(tag, c.rs.Pack.Pos)
	return actorValue(flagValue(func(f *Frame) bool {
		a := f.sides[k].actor
		return a.Tool != nil && a.Tool.tags.has(bit) || slices.ContainsFunc(a.OffHand, func(i *Item) bool { return i.tags.has(bit) })
	}))
}

// resolvePool resolves the field now, max or lost of a pool of side k.
func resolvePool(k int, pool *Pool, field string) (scopeValue, bool) {
	i := pool.index
	switch field {
	case "now":
		return actorValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.Levels[i].Now }))
	case "max":
		return staticValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.Sheet.maxima[i] }))
	case "lost":
		return actorValue(numberValue(func(f *Frame) float64 {
			return f.sides[k].actor.Sheet.maxima[i] - f.sides[k].actor.Levels[i].Now
		}))
	}
	return scopeValue{}, false
}

// resolveSidePool resolves a pool of the actor's side (k = 0) or the other actor's side (1).
func resolveSidePool(k int, pool *Pool, field string) (scopeValue, bool) {
	maximum := func(a *Actor) float64 {
		if a = ownerOf(a, true); a != nil {
			return a.Sheet.maxima[pool.index]
		}
		return 0
	}
	switch field {
	case "now":
		return numberValue(func(f *Frame) float64 { return pool.levelOf(f.sides[k].actor).Now })
	case "max":
		return numberValue(func(f *Frame) float64 { return maximum(f.sides[k].actor) })
	case "lost":
		return numberValue(func(f *Frame) float64 { return maximum(f.sides[k].actor) - pool.levelOf(f.sides[k].actor).Now })
	}
	return scopeValue{}, false
}

// noteCondition records that a formula reads a condition, and whether the formula does more than limit declarations.
func (c *compiler) noteCondition(x *Condition) {
	if c.readConditions == nil {
		c.readConditions = map[*Condition]bool{}
	}
	c.readConditions[x] = !c.compilesLimits || c.readConditions[x]
}
