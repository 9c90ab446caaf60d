package rules

import (
	"slices"
)

// The facts that player characters notice about other actors under the rules in `knowledge` (def_knowledge.go), and the events that record
// them. An aspect is one kind of fact, such as the name or the item in hand; Aspects is a set of them, with bit i for aspectNames[i].
// Without the aspect `there` (KnowThere), an actor isn't noticed at all. Memories, the last values that an actor knew of aspects that it no
// longer sees, are in state_learnt.go. In this file o is the observer, and a the actor that o looks at.

// Sight holds the aspects that one actor sees of another, until an event changes them.
type Sight struct {
	Other string  // key of the other actor
	Of    Aspects // aspects that are seen
}

// NoticeEvents returns events for aspects that player characters see in s and did not see in before, under the current rules. It considers
// only actors that changed. Before its first fight, an actor sees whatever it could see, and needs no events.
func (s *State) NoticeEvents(rs *Ruleset, before *State) (events []Event) {
	if !rs.tracksKnowledge {
		return nil
	}
	scene := !slices.Equal(before.Situations, s.Situations)
	changed := s.changedActors(before)
	for _, o := range s.Actors {
		if !o.Sheet.HasPlayer() || len(s.Actors) < 2 || !s.Running && o.Sees == nil {
			continue
		}
		observed := changed
		if scene || o.Sees == nil || slices.Contains(changed, o) {
			observed = s.Actors
		}
		events = append(events, o.noticeEventsOf(rs, before, s, observed)...)
	}
	return events
}

// noticeEventsOf returns events for the aspects that observer o now sees of the actors in observed. For aspects that it no longer sees, the
// events record what o saw of them last; if o itself can't notice anything now, its memories stay as they are.
func (o *Actor) noticeEventsOf(rs *Ruleset, before, after *State, observed []*Actor) (events []Event) {
	var kinds []Aspects            // the different sets of aspects, in the order in which they occur
	seen := map[Aspects][]string{} // keys of the actors, by the aspects seen of them
	for _, a := range observed {
		if a == o {
			continue
		}
		now, had := o.visibleAspects(rs, a, lookNow, after), o.Sight(a.Key)
		if now == had {
			continue
		}
		if !slices.Contains(kinds, now) {
			kinds = append(kinds, now)
		}
		seen[now] = append(seen[now], a.Key)
		noLonger := had &^ now
		if former := before.Find(a.Key); former != nil && noLonger != 0 && o.forbiddenBy(rs, cannotNotice) == nil {
			events = append(events, o.RememberEvents(rs, former, noLonger, after.Count)...)
		}
	}
	for _, now := range kinds {
		events = append(events, Event{Kind: EventSee, Who: o.Key, What: now.String(), Words: seen[now]})
	}
	if len(events) == 0 && o.Sees == nil {
		events = append(events, Event{Kind: EventSee, Who: o.Key}) // records that it sees nothing
	}
	return events
}

// RememberEvents returns events that make o remember the current values of the aspects of a that it loses sight of. at is the count at
// which it last saw them.
func (o *Actor) RememberEvents(rs *Ruleset, a *Actor, aspects Aspects, at float64) (events []Event) {
	for i, name := range aspectNames {
		if aspects&rememberedAspects&(1<<i) == 0 {
			continue
		}
		e := Event{Kind: EventKnow, Who: o.Key, Other: a.Key, What: name, At: at, How: LearntSeen}
		if e.Text, e.Value = a.Aspect(rs, name); e.Text != "" || name == "place" && a.Placed {
			events = append(events, e)
		}
	}
	return events
}

// lookMode is a way for one actor to look at another.
type lookMode int

// The ways to look.
const (
	lookNow    lookMode = iota // with the observer's current ability to notice
	lookAware                  // as if the observer were able to notice
	lookOpenly                 // as if neither actor had a secret condition
)

// visibleAspects returns the aspects of a that o can see now. s is the state whose scene the formulas of aspects read, such as its light;
// nil for none.
func (o *Actor) visibleAspects(rs *Ruleset, a *Actor, how lookMode, s *State) (aspects Aspects) {
	hidden := a.hiddenAspects(rs, o, how != lookOpenly)
	if hidden&KnowThere != 0 {
		return 0
	}
	if how == lookOpenly {
		o = rs.WithoutSecrets(o)
	}
	isSameSide := o.Side != "" && o.ApparentSide() == a.ApparentSide()
	barred := o.forbiddenBy(rs, cannotNotice)
	aware := how == lookAware || barred == nil
	for i, aspect := range rs.Knowledge.allAspects() {
		since := aspect.open // time at which it becomes known: from the start, while it is seen, or only if it is revealed
		if isSameSide {
			since = aspect.own
		}
		switch {
		case 1<<i == KnowName && a.Looks == "", // nothing to show instead of the name
			since == openStart,
			since == openSeen && aware && (how == lookAware || aspect.isVisible(rs, o, a, s)):
			aspects |= 1 << i
		}
	}
	if aspects &^= hidden; aspects&KnowThere == 0 {
		return 0
	}
	return aspects
}

// OpenlyNoticedAspects returns the aspects of a that o would notice in a scene if neither had a secret condition.
func (rs *Ruleset) OpenlyNoticedAspects(o, a *Actor, s *State) Aspects {
	return o.visibleAspects(rs, a, lookOpenly, s)
}

// isVisible reports whether o can see the aspect of a by its formula. An aspect without one is visible.
func (k *Aspect) isVisible(rs *Ruleset, o, a *Actor, s *State) bool {
	if k.when == nil {
		return true
	}
	f := rs.newFrame(o)
	f.scene = s
	f.sides[1] = &side{actor: a, tool: a.Tool}
	return k.when.Flag(f)
}

// hiddenAspects returns the aspects of a that its conditions hide from an observer. A paired condition hides them only from its partner.
// Secret conditions count only if secret is set.
func (a *Actor) hiddenAspects(rs *Ruleset, observer *Actor, secret bool) (aspects Aspects) {
	list := a.Conditions
	if !secret {
		// Without secrets, a condition counts even if a secret one outranks it: players still see it.
		list = a.AllConditions()
	}
	for i := range list {
		if held := &list[i]; held.countsAgainst(observer) && (secret || !held.IsHidden()) {
			aspects |= held.Condition.hides
		}
	}
	for _, c := range rs.hiding {
		if (secret || !c.Secret) && a.evalHolds(rs, c.holds) {
			aspects |= c.hides
		}
	}
	return aspects
}

// NoticedAspects returns the aspects of a that o sees now. In sessions recorded before sight was tracked, o.Sees is nil; it then returns every
// aspect that o could see.
func (o *Actor) NoticedAspects(rs *Ruleset, a *Actor) Aspects {
	if o.Sees == nil {
		return o.visibleAspects(rs, a, lookAware, nil)
	}
	return o.Sight(a.Key)
}

// IsNoticeEvent reports whether e records what a character sees now, or remembers as last seen.
func IsNoticeEvent(e Event) bool {
	return e.Kind == EventSee || e.Kind == EventKnow && e.How == LearntSeen
}
