package rules

import "slices"

// A cache of the results of Run.prepareAct (turn_declare.go), which prepares a declared action, for an actor of a [Live] that repeats the
// action against the same target or an equal one. A class is a set of actors that are equal in everything that a fight can't change.

// actionCache holds the results of Run.prepareAct for a declared action, if they can't change in a Live. The fields up to targetTool are
// the key under which they are cached.
type actionCache struct {
	action     *Action       // declared action
	class      int           // number of the target's class; nobodysClass without a target
	relation   actorRelation // target's relation to the actor
	toolName   string        // name of the tool asked for
	inHand     *Item         // item in the actor's hand; nil for none
	aside      []*Item       // items in the actor's off hand or on its arm
	targetTool *Item         // item in the target's hand; nil for none
	tool       *Item         // tool found; nil for none
	use        skillUse      // skill of the roll
	ranks      rankFrame     // numbers for the rules of ranks
	tagKey     *tagKey       // tags of the roll
	acting     tagSet        // tags of the acting actor's rolls
	counts     float64       // duration, in counts
}

// actorRelation is the relation of a target to the actor.
type actorRelation uint8

const (
	opponentOrNone actorRelation = iota // a target of another side, or none
	ally                                // a target of the same side
	self                                // the actor itself
)

// nobodysClass is the target's class for an action without a target.
const nobodysClass = -1

// locateTarget finds the target of d and returns its class, its relation to the actor and the item in its hand. It keeps the target's
// index in lastTarget, with which the next search begins. ok is false if the target is absent or a side.
func (o *liveActor) locateTarget(d *OngoingAction) (class int, relation actorRelation, targetTool *Item, ok bool) {
	if d.Whom == "" {
		return nobodysClass, opponentOrNone, nil, true
	}
	s := o.live.State
	place := s.indexNear(d.Whom, o.lastTarget)
	if place < 0 {
		return nobodysClass, opponentOrNone, nil, false
	}
	o.lastTarget = place
	whom := s.Actors[place]
	switch {
	case whom == &o.Actor:
		relation = self
	case whom.Side == o.Side:
		relation = ally
	}
	return whom.live.class, relation, whom.Tool, true
}

// cachedAction returns the cached result for the same action, or nil if the action must be prepared. In that case its numbers are computed
// next, so it resets canVary, which cacheAction reads afterwards.
func (l *Live) cachedAction(a *Actor, d *OngoingAction) *actionCache {
	l.canVary = false
	if !d.isPlain() || len(a.Dropped) > 0 {
		return nil
	}
	own := a.live
	class, relation, targetTool, ok := own.locateTarget(d)
	if !ok {
		return nil
	}
	// The entry at lastCached is usually the right one. It is tried first, then the others in order.
	for attempt := range own.cachedActions {
		i := attempt
		if attempt == 0 {
			i = own.lastCached
		} else if attempt <= own.lastCached {
			i = attempt - 1
		}
		// the same action in the same hands, against an equal target
		if x := &own.cachedActions[i]; x.action.Name == d.Action && x.class == class && x.relation == relation && x.toolName == d.Tool && x.inHand == a.Tool &&
			slices.Equal(x.aside, a.OffHand) && x.targetTool == targetTool {
			own.lastCached = i
			return x
		}
	}
	return nil
}

// cacheAction caches the results for an action that was just prepared, unless they can change.
func (l *Live) cacheAction(f *Frame, d *OngoingAction) {
	if l.canVary || f.tagKey == nil || f.tagKey.dynamic || !d.isPlain() || len(f.sides[0].actor.Dropped) > 0 {
		return
	}
	side := f.sides[0]
	class, relation, targetTool, ok := side.actor.live.locateTarget(d)
	if !ok {
		return
	}
	if _, fixed := l.specialiseFormula(side.action.counts, f).Const(); !fixed {
		return
	}
	side.actor.live.cachedActions = append(side.actor.live.cachedActions, actionCache{action: side.action, class: class, relation: relation, toolName: d.Tool,
		inHand: side.actor.Tool, aside: side.actor.OffHand, targetTool: targetTool, tool: side.tool, use: f.use, ranks: f.ranks, tagKey: f.tagKey, acting: f.seq.actionTags, counts: f.counts})
}

// cachedTarget returns the run's copy of the target of the action, or nil if it is absent. If x isn't nil, it is the target that
// cachedAction found last.
func (x *actionCache) cachedTarget(r *Run, a *Actor, whom string) *Actor {
	if x == nil || r.state == nil {
		return r.actorCopy(whom)
	}
	return r.adoptActor(r.state.Actors[a.live.lastTarget])
}

// fillFrame copies the cached results into the frame of the action.
func (x *actionCache) fillFrame(f *Frame) {
	f.use, f.ranks, f.tagKey, f.tags, f.counts = x.use, x.ranks, x.tagKey, x.tagKey.tags, x.counts
	f.seq.seq, f.seq.actionTags = x.action.body, x.acting
}
