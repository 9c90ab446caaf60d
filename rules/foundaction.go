package rules

import "slices"

// foundAction is what act.setting found for an action that an actor declared in a Live, where that is the same every time.
type foundAction struct {
	action *Action
	whom   string
	place  int    // where the one it is done to was among the actors
	named  string // the tool asked for
	inHand *Item
	aside  []*Item
	facing *Item // what the other one had in hand
	tool   *Item
	use    skillUse
	ranks  rankFrame
	tagKey *tagKey
	acting tagSet
	counts float64
}

// found is what was found for an action the last time; nil if it must be looked for.
func (l *Live) found(a *Actor, d *Doing) *foundAction {
	l.moving = false
	if !d.isPlain() || len(a.Dropped) > 0 {
		return nil
	}
	own := a.live
	for i := range own.found { // mostly it is the same as the last time
		if i > 0 && i <= own.lastFound {
			i--
		} else if i == 0 {
			i = own.lastFound
		}
		if x := &own.found[i]; x.action.Name == d.Action && x.whom == d.Whom && x.named == d.Tool && x.inHand == a.Tool &&
			slices.Equal(x.aside, a.Aside) && x.facing == l.faced(x) {
			own.lastFound = i
			return x
		}
	}
	return nil
}

// faced is what the one whom an action is done to has in hand now.
func (l *Live) faced(x *foundAction) *Item {
	if other := l.State.FindNear(x.whom, x.place); x.whom != "" && other != nil {
		return other.Tool
	}
	return nil
}

// keep keeps what was found for an action, unless it depends on what happens.
func (l *Live) keep(f *Frame, d *Doing) {
	if l.moving || f.tagKey == nil || f.tagKey.dynamic || !d.isPlain() || len(f.sides[0].actor.Dropped) > 0 {
		return
	}
	side := f.sides[0]
	if _, fixed := l.specialise(side.action.counts, f).Const(); !fixed {
		return
	}
	side.actor.live.found = append(side.actor.live.found, foundAction{action: side.action, whom: d.Whom, place: max(0, l.State.place(d.Whom, 0)), named: d.Tool,
		inHand: side.actor.Tool, aside: side.actor.Aside, facing: f.sides[1].tool, tool: side.tool, use: f.use, ranks: f.ranks, tagKey: f.tagKey, acting: f.seq.acting, counts: f.counts})
}

// target is whom the action is done to in a run; nil if that one is not there.
func (x *foundAction) target(r *Run, whom string) *Actor {
	if x == nil || r.state == nil {
		return r.copy(whom)
	}
	actor := r.state.FindNear(whom, x.place)
	if actor == nil {
		return nil
	}
	return r.adopt(actor)
}

// fill puts what was found into the frame of the action.
func (x *foundAction) fill(f *Frame) {
	f.use, f.ranks, f.tagKey, f.tags, f.counts = x.use, x.ranks, x.tagKey, x.tagKey.tags, x.counts
	f.seq.seq, f.seq.acting = x.action.body, x.acting
}
