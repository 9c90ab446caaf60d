package rules

import (
	"slices"
	"strings"
)

// The pools in which actors can be hurt, found by following the effects of actions on their targets. Lists of combatants show these pools.
// The pack names the watched pools, for the dashboard. The vital pools show an actor's health.

// findHarmPools returns the pools in which an actor can be hurt: the watched pools, then pools in which an action can take points from its
// target, directly or by a continuing loss. Pools refilled each round are omitted. It also marks the actions that can harm and the pools
// that they can harm.
func findHarmPools(rs *Ruleset) []*Pool {
	for _, action := range rs.Actions.All {
		h := harmFinder{pools: make([]bool, len(rs.Pools.All)), seen: map[sequenceRole]bool{}}
		h.followSequence(action.body, false)
		for i, taken := range h.pools {
			action.canHarm = action.canHarm || taken && !rs.Pools.All[i].Refills()
			rs.Pools.All[i].harmful = rs.Pools.All[i].harmful || taken
		}
	}
	list := slices.Clone(rs.watched)
	for _, pool := range rs.Pools.All {
		if pool.harmful && !slices.Contains(list, pool) {
			list = append(list, pool)
		}
	}
	return slices.DeleteFunc(list, func(p *Pool) bool { return p.Refill.Text != "" })
}

// vitalPools returns the pools that show an actor's health. If the pack names none, these are the pools in which actions take points from
// targets and the pools that keep an actor from acting; if there are none of these either, all pools.
func vitalPools(rs *Ruleset) (list []*Pool) {
	if list = rs.Knowledge.Health.pools; len(list) > 0 {
		return list
	}
	list = slices.DeleteFunc(rs.EndingPools(false), (*Pool).Refills)
	for _, pool := range rs.Pools.All {
		if pool.harmful && !pool.Refills() && !slices.Contains(list, pool) {
			list = append(list, pool)
		}
	}
	if len(list) == 0 {
		return rs.Pools.All
	}
	return list
}

// harmFinder collects the pools that actions can take from their targets.
type harmFinder struct {
	pools []bool                // pools that lose points, by index
	seen  map[sequenceRole]bool // sequences followed so far
}

// sequenceRole is a sequence with the role of its actor: the acting actor or the target.
type sequenceRole struct {
	seq      *Sequence // sequence that is followed
	byTarget bool      // whether the actor of the sequence is the action's target
}

// followSequence records the pools of the action's target from which seq takes points. byTarget is true if the actor of seq is the target.
func (h *harmFinder) followSequence(seq *Sequence, byTarget bool) {
	if seq == nil || h.seen[sequenceRole{seq, byTarget}] {
		return
	}
	h.seen[sequenceRole{seq, byTarget}] = true
	for _, step := range seq.steps {
		onTarget := reachesTarget(step.Who, byTarget)
		h.followSequence(step.sub, onTarget)
		h.followEffects(step.Do, onTarget)
		for _, result := range step.Results {
			h.followEffects(result.Value, onTarget)
		}
		if step.table != nil {
			for _, row := range step.table.rows {
				h.followEffects(row.Do, onTarget)
			}
		}
	}
}

// followEffects records the pools of the action's target from which the effects take points. onTarget is true if the actor of the
// effects is that target.
func (h *harmFinder) followEffects(effects []*Effect, onTarget bool) {
	for _, effect := range effects {
		if effect.verb == verbLose && reachesTarget(effect.Who, onTarget) {
			h.notePool(effect.pool)
			h.notePool(effect.rest)
		}
	}
}

// reachesTarget reports whether who, the value of a step's or an effect's `who`, includes the action's target. byTarget is true if the
// actor of the step or the effect is that target.
func reachesTarget(who string, byTarget bool) bool {
	switch who {
	case "": // the actor itself
		return byTarget
	case whoOther:
		return !byTarget
	}
	return true // several actors
}

// notePool records a pool, and the pools to which its losses are passed on: the pool that takes losses when it is empty, and its drain.
func (h *harmFinder) notePool(pool *Pool) {
	if pool == nil || h.pools[pool.index] {
		return
	}
	h.pools[pool.index] = true
	h.notePool(pool.beyond.pool)
	if pool.Drain != nil {
		h.notePool(pool.Drain.pool)
	}
}

// PoolsFor returns the pools to show at a glance for the given actors: the watched pools, and other pools that actions can reduce, if one
// of the actors is below its maximum there.
func (rs *Ruleset) PoolsFor(people ...*Actor) []*Pool {
	list := rs.WatchedPools(false)
	for _, pool := range rs.harmPools {
		if pool.BelongsToSide() || pool.BelongsToItem() || slices.Contains(list, pool) {
			continue
		}
		for _, a := range people {
			if maximum, limited := a.Sheet.Max(pool); limited && a.PoolValue(pool) < maximum {
				list = append(list, pool)
				break
			}
		}
	}
	return list
}

// EndingPools returns the pools that can end a fight. These are the actors' pools read by conditions that keep their actor from acting or,
// if ofSide is set, the sides' pools that decide whether a side wins.
func (rs *Ruleset) EndingPools(ofSide bool) (list []*Pool) {
	var paths []string
	if ofSide {
		paths = anyFormula{flag: rs.Order.wins}.readPaths()
	} else {
		for _, c := range rs.hindering {
			if c.cannot&cannotAct != 0 {
				paths = append(paths, anyFormula{flag: c.holds}.readPaths()...)
			}
		}
	}
	for _, pool := range rs.Pools.All {
		reads := func(path string) bool {
			return slices.Contains(strings.Split(path, "."), pool.Name)
		}
		if pool.BelongsToSide() == ofSide && !pool.BelongsToItem() && slices.ContainsFunc(paths, reads) {
			list = append(list, pool)
		}
	}
	return list
}
