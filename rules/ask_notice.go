package rules

import (
	"slices"
)

// What characters of players see of others, by the rules in `knowledge` (def_knowledge.go), and the events that settle it. What
// is remembered is in state_learnt.go.

// Sight is what an actor sees of another one as long as nothing changes that.
type Sight struct {
	Other string // by key
	Of    Aspects
}

// Notice returns events for what characters with a player see now and did not see before, according to the state and the
// present rules. It only looks at actors who changed.
func (after *State) Notice(rs *Ruleset, before *State) (events []Event) {
	if !rs.keeps || !after.Running {
		return nil
	}
	scene := !slices.Equal(before.Situations, after.Situations)
	changed := after.changed(before)
	for _, o := range after.Actors {
		if !o.Sheet.HasPlayer() || len(after.Actors) < 2 {
			continue
		}
		look := changed
		if scene || o.Sees == nil || slices.Contains(changed, o) {
			look = after.Actors
		}
		events = append(events, o.notice(rs, before, after, look)...)
	}
	return events
}

// notice returns what observer o sees now of the actors in look. Of an actor that is hidden now, the last sight is
// remembered; an observer who cannot notice anything keeps what it saw.
func (o *Actor) notice(rs *Ruleset, before, after *State, look []*Actor) (events []Event) {
	var kinds []Aspects
	seen := map[Aspects][]string{}
	for _, a := range look {
		if a == o {
			continue
		}
		now, had := o.maySee(rs, a, looks, after), o.Sight(a.Key)
		if now == had {
			continue
		}
		if !slices.Contains(kinds, now) {
			kinds = append(kinds, now)
		}
		seen[now] = append(seen[now], a.Key)
		if was := before.Find(a.Key); was != nil && had&^now != 0 && o.cannot(rs, cannotNotice) == nil {
			events = append(events, o.Remember(rs, was, had&^now, after.Count)...)
		}
	}
	for _, now := range kinds {
		events = append(events, Event{Kind: EventSee, Who: o.Key, What: now.String(), Words: seen[now]})
	}
	if len(events) == 0 && o.Sees == nil {
		events = append(events, Event{Kind: EventSee, Who: o.Key})
	}
	return events
}

// Remember returns events for what an actor goes on knowing of another one, as it is now, of aspects that it loses sight of. At is the count
// since when.
func (o *Actor) Remember(rs *Ruleset, a *Actor, of Aspects, at float64) (events []Event) {
	for i, name := range aspectNames {
		if of&lastSeen&(1<<i) == 0 {
			continue
		}
		e := Event{Kind: EventKnow, Who: o.Key, Other: a.Key, What: name, At: at, How: LearntSeen}
		if e.Text, e.Value = a.Aspect(rs, name); e.Text != "" || name == "place" && a.Placed {
			events = append(events, e)
		}
	}
	return events
}

// How an actor looks at another one.
type look int

const (
	looks  look = iota // as it is able to
	could              // as if it was aware
	openly             // as if neither had a secret condition
)

// maySee returns what an actor may see of another one now, in a scene, nil for none in particular.
func (o *Actor) maySee(rs *Ruleset, a *Actor, how look, s *State) (of Aspects) {
	hidden := a.hidden(rs, o, how != openly)
	if hidden&KnowThere != 0 {
		return 0
	}
	if how == openly {
		o = rs.Openly(o)
	}
	own := o.Side != "" && o.OpenSide() == a.OpenSide()
	why := o.cannot(rs, cannotNotice)
	aware := how == could || why == nil
	for i, aspect := range rs.Knowledge.all() {
		opens := aspect.open
		if own {
			opens = aspect.own
		}
		switch {
		case 1<<i == KnowName && a.Looks == "", opens == openStart, opens == openSeen && aware && (how == could || aspect.holds(rs, o, a, s)):
			of |= 1 << i
		}
	}
	if of &^= hidden; of&KnowThere == 0 {
		return 0
	}
	return of
}

// NoticesOpenly returns what an actor would notice of another one in a scene if neither had a secret condition.
func (rs *Ruleset) NoticesOpenly(o, a *Actor, s *State) Aspects { return o.maySee(rs, a, openly, s) }

// holds reports whether an aspect of another actor can be seen by an observer, as far as a formula says.
func (k *Aspect) holds(rs *Ruleset, o, a *Actor, s *State) bool {
	if k.when == nil {
		return true
	}
	f := rs.frame(o)
	f.scene = s
	f.sides[1] = &side{actor: a, tool: a.Tool}
	return k.when.Flag(f)
}

// hidden returns what conditions of an actor hide from an observer; one between two only from its partner. Secret
// conditions count only where secret is true.
func (a *Actor) hidden(rs *Ruleset, from *Actor, secret bool) (of Aspects) {
	list := a.Conditions
	if !secret {
		list = a.Lasting()
	}
	for i := range list {
		if held := &list[i]; held.facing(from) && (secret || !held.Hidden()) {
			of |= held.Condition.hides
		}
	}
	for _, c := range rs.hiding {
		if (secret || !c.Secret) && a.holds(rs, c.holds) {
			of |= c.hides
		}
	}
	return of
}

// Notices returns what an actor sees of another one now. If that was never settled, as in entries from before it was
// tracked, it returns whatever could be seen.
func (o *Actor) Notices(rs *Ruleset, a *Actor) Aspects {
	if o.Sees == nil {
		return o.maySee(rs, a, could, nil)
	}
	return o.Sight(a.Key)
}

// Noticed reports whether an event is one of those that Notice adds to what was decided.
func Noticed(e Event) bool {
	return e.Kind == EventSee || e.Kind == EventKnow && e.How == LearntSeen
}
