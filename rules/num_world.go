package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/formula"
)

// Names in formulas about everyone in the fight: ours(…) and theirs(…), which sum a formula over the actors of a side; `count`, the count
// of the timeline; `foe`, which is true if the other actor is on another side; and is.out, which is true of an actor that has left the
// fight. The name of a group of conditions is resolved here as well.

// world gives the formulas of an actor access to the other actors and to the count. An actor has one only if a formula of the game or the
// encounter reads them.
type world struct {
	state *State // encounter with all actors
	run   *Run   // current run, whose copies of the actors are used; nil outside a run
}

// eachActorOnSide calls visit for each actor on the side of actor, or on all other sides if ours is false. w may be nil.
func (w *world) eachActorOnSide(actor *Actor, ours bool, visit func(*Actor)) {
	if w == nil || w.state == nil {
		return
	}
	for _, other := range w.state.Actors {
		if (other.Side == actor.Side) != ours {
			continue
		}
		if w.run != nil {
			other = w.run.actorCopy(other.Key)
		}
		visit(other)
	}
}

// world returns the world of the frame's actor, or nil.
func (f *Frame) world() *world { return f.sides[0].actor.world }

// count returns the current count of the timeline.
func (f *Frame) count() float64 {
	switch w := f.world(); {
	case f.run != nil:
		return f.run.count() + f.run.countOffset
	case w != nil && w.state != nil:
		return w.state.Count
	}
	return 0
}

// Names of the functions that sum a formula over several actors, and words for these actors in steps and effects.
const (
	whoOurs   = "ours"   // every actor on the actor's own side, including itself
	whoTheirs = "theirs" // every actor on the other sides
)

// actorsOnSide lists the run's copies of the actors on the side of actor or, if who is whoTheirs, of those on the other sides, in the order
// in which they joined.
func (r *Run) actorsOnSide(actor *Actor, who string) (list []*Actor) {
	if r.state == nil {
		return nil
	}
	for _, other := range r.state.Actors {
		if (other.Side == actor.Side) == (who == whoOurs) {
			list = append(list, r.actorCopy(other.Key))
		}
	}
	return list
}

// compileSideSum compiles ours(…) and theirs(…). Inside the parentheses, plain names refer to each actor in turn, and `other.` to the actor
// of the formula outside.
func (c *compiler) compileSideSum(p nameScope, name string) (each formula.Each[*Frame], ok bool) {
	if name != whoOurs && name != whoTheirs {
		return each, false
	}
	c.readsWorld = true
	each.Sum = func(f *Frame, value numFunc) float64 {
		outside := f.sides[0]
		sum := 0.0
		outside.actor.world.eachActorOnSide(outside.actor, name == whoOurs, func(a *Actor) {
			if u := f.unknownRecord(); u != nil && a.Key != u.who {
				u.noteRead("others")
				return
			}
			own := side{actor: a, tool: a.Tool}
			g := *f
			g.sides, g.use, g.step, g.tagKey = [2]*side{&own, outside}, skillUse{}, nil, nil
			sum += value(&g)
		})
		return TrimNoise(sum)
	}
	each.Marker, _ = numberValue(func(*Frame) float64 { return 0 })
	each.Wrong = func(paths []string) string {
		if p.stats > 0 { // the formula belongs to a statistic
			return "Only the character's own sheet is known here. " + name + "(…) can be used in numbers, conditions and steps."
		}
		return c.checkSummed(name, paths)
	}
	return each, true
}

// checkSummed returns a message for ours(…) or theirs(…) whose formula reads only values of a side, since the same value would be added
// once for each actor of the side. It returns "" if there is no mistake.
func (c *compiler) checkSummed(name string, paths []string) (wrong string) {
	instead := ""
	if name == whoTheirs {
		instead = "other."
	}
	for _, path := range paths {
		first, second, _ := strings.Cut(path, ".")
		pool, _ := c.rs.Pools.Get(first)
		condition, _ := c.rs.Conditions.Get(second)
		switch {
		case first == "other" || first == "ruling" || first == "count": // the same for each actor
		case pool != nil && pool.BelongsToSide():
			wrong = cmp.Or(wrong, first+" belongs to the side. "+instead+path+" reads it.")
		case condition != nil && condition.BelongsToSide():
			wrong = cmp.Or(wrong, second+" belongs to the side. "+instead+path+" reads it.")
		default:
			return ""
		}
	}
	return wrong
}

// outName is the part after `is.` in is.out, which is true of an actor that has left the fight.
const outName = "out"

// IsOut reports whether the actor has left the fight: it has a condition with `out` or, in a game without such conditions, cannot act.
func (a *Actor) IsOut(rs *Ruleset) bool {
	if !rs.hasOutConditions {
		return a.forbiddenBy(rs, cannotAct) != nil
	}
	return a.forbiddenBy(rs, cannotBeThere) != nil
}

// outCondition returns the condition that took an actor out of the fight, or nil.
func outCondition(rs *Ruleset, a *Actor) *Condition {
	if !rs.hasOutConditions {
		return nil
	}
	return a.forbiddenBy(rs, cannotBeThere)
}

// resolveWorld resolves a name about the fight as a whole: count, foe, or is.out. k is 0 for the actor of the formula, 1 for the
// other actor.
func (c *compiler) resolveWorld(k int, parts []string) (scopeValue, bool) {
	switch {
	case len(parts) == 1 && parts[0] == "count" && k == 0:
		c.readsWorld = true
		c.rs.readsCount.Store(true)
		return numberValue((*Frame).count)
	case len(parts) == 1 && parts[0] == "foe" && k == 0:
		return actorValue(flagValue(func(f *Frame) bool {
			if f.isUnknown("side") {
				return false
			}
			own, other := f.sides[0].actor, f.sides[1].actor
			return other.Key != "" && own.Side != other.Side
		}))
	case len(parts) == 2 && parts[0] == "is" && parts[1] == outName && !slices.Contains(c.rs.Conditions.Names(), outName):
		return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.IsOut(f.rs) }))
	}
	return scopeValue{}, false
}

// ReadsCount reports whether a formula reads the count.
func (rs *Ruleset) ReadsCount() bool { return rs.readsCount.Load() }

// resolveGroup resolves the name of a group of conditions to the position in the group, from 1, of the worst of its conditions that the
// actor has; 0 for none. k is 0 for the actor of the formula, 1 for the other actor.
func (c *compiler) resolveGroup(k int, group string) (scopeValue, bool) {
	list := c.rs.Conditions.All
	if group == "" || !slices.ContainsFunc(list, func(c *Condition) bool { return c.Group == group }) {
		return scopeValue{}, false
	}
	return actorValue(numberValue(func(f *Frame) float64 {
		highest := 0
		for i := range f.sides[k].actor.Conditions {
			if c := f.sides[k].actor.Conditions[i].Condition; c.Group == group {
				highest = max(highest, c.ordinal)
			}
		}
		return float64(highest)
	}))
}
