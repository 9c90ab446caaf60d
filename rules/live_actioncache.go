package rules

import "slices"

// What act.setting (turn_declare.go) found for an action, kept as long as the same actor does the same to the same target in a
// Live.

// actionCache is what act.setting found for an action that an actor declared in a Live, where that is the same every time.
type actionCache struct {
	action   *Action
	class    int           // of those it may be done to, who are alike; nobody's where it is done to none
	kin      actorRelation // what they are to the actor
	toolName string        // the tool asked for
	inHand   *Item
	aside    []*Item
	facing   *Item // what those have in hand
	tool     *Item
	use      skillUse
	ranks    rankFrame
	tagKey   *tagKey
	acting   tagSet
	counts   float64
}

// actorRelation is what one is to another.
type actorRelation uint8

const (
	stranger actorRelation = iota
	ally                   // of the same side
	self
)

// nobodysClass is the class of whom an action is done to where it is done to nobody.
const nobodysClass = -1

// aim finds the one an action is done to, where the last one was first; ok is false for a side, and for one who is not there.
func (o *liveActor) aim(d *Doing) (class int, is actorRelation, facing *Item, ok bool) {
	if d.Whom == "" {
		return nobodysClass, stranger, nil, true
	}
	s := o.live.State
	place := s.place(d.Whom, o.aimed)
	if place < 0 {
		return nobodysClass, stranger, nil, false
	}
	o.aimed = place
	whom := s.Actors[place]
	switch {
	case whom == &o.Actor:
		is = self
	case whom.Side == o.Side:
		is = ally
	}
	return whom.live.class, is, whom.Tool, true
}

// found returns what was found for the same action last time, or nil if it must be looked up.
func (l *Live) found(a *Actor, d *Doing) *actionCache {
	l.moving = false
	if !d.isPlain() || len(a.Dropped) > 0 {
		return nil
	}
	own := a.live
	class, is, facing, ok := own.aim(d)
	if !ok {
		return nil
	}
	for i := range own.found { // mostly it is the same as the last time
		if i > 0 && i <= own.lastFound {
			i--
		} else if i == 0 {
			i = own.lastFound
		}
		if x := &own.found[i]; x.action.Name == d.Action && x.class == class && x.kin == is && x.toolName == d.Tool && x.inHand == a.Tool &&
			slices.Equal(x.aside, a.Aside) && x.facing == facing {
			own.lastFound = i
			return x
		}
	}
	return nil
}

// keep keeps what was found for an action, unless it depends on what happens.
func (l *Live) keep(f *Frame, d *Doing) {
	if l.moving || f.tagKey == nil || f.tagKey.dynamic || !d.isPlain() || len(f.sides[0].actor.Dropped) > 0 {
		return
	}
	side := f.sides[0]
	class, is, facing, ok := side.actor.live.aim(d)
	if !ok {
		return
	}
	if _, fixed := l.specialise(side.action.counts, f).Const(); !fixed {
		return
	}
	side.actor.live.found = append(side.actor.live.found, actionCache{action: side.action, class: class, kin: is, toolName: d.Tool,
		inHand: side.actor.Tool, aside: side.actor.Aside, facing: facing, tool: side.tool, use: f.use, ranks: f.ranks, tagKey: f.tagKey, acting: f.seq.acting, counts: f.counts})
}

// target returns the target of the action in a run, or nil if it is not there.
func (x *actionCache) target(r *Run, a *Actor, whom string) *Actor {
	if x == nil || r.state == nil {
		return r.copy(whom)
	}
	return r.adopt(r.state.Actors[a.live.aimed])
}

// fill puts what was found into the frame of the action.
func (x *actionCache) fill(f *Frame) {
	f.use, f.ranks, f.tagKey, f.tags, f.counts = x.use, x.ranks, x.tagKey, x.tagKey.tags, x.counts
	f.seq.seq, f.seq.acting = x.action.body, x.acting
}
