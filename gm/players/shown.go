package players

import (
	"cmp"
	"maps"
	"slices"

	"hybrid/gm/story"
	"hybrid/rules"
)

// The state as it may be shown to the readers of a log: without secret conditions, without conditions put by someone who is not noticed,
// and without the effects of secrets on an actor, such as a lost turn or the end of a condition that everyone sees. A condition is withheld
// if it is never shown. An open actor is an actor as it would be without those effects. A [Log] (log.go) tells a seat's players, entry by
// entry, what their characters may know.

// shownState pairs a state with the same state as the readers of a log may see it.
type shownState struct{ actual, public *rules.State }

// publicState returns a state as it may be shown: the state itself if nothing in it is withheld.
func (l *Log) publicState(s *rules.State) *rules.State {
	if l.lastShown == nil || l.lastShown.actual != s {
		side := ""
		if own := s.Find(l.seat); own != nil {
			side = own.Side
		}
		l.lastShown = &shownState{s, s.MapActors(func(a *rules.Actor) *rules.Actor {
			public := l.publicActor(a)
			if a.Key == l.seat || a.IsSide() && a.Key == side {
				return public
			}
			return public.WithoutHiddenCards()
		})}
	}
	return l.lastShown.public
}

// publicActor returns an actor as it may be shown: the actor itself if nothing about it is withheld.
func (l *Log) publicActor(a *rules.Actor) *rules.Actor {
	if k := l.openActors[a.Key]; k.actor != nil {
		public := *a
		public.Turn, public.Open, public.Waiting, public.Doing = k.actor.Turn, k.actor.Open, k.actor.Waiting, k.actor.Doing
		public.Going, public.Activities, public.Place = k.actor.Going, k.actor.Activities, k.actor.Place
		public.Conditions, public.Outranked = k.actor.Conditions, k.actor.Outranked
		a = &public
	}
	return l.game.Rules.WithoutHidden(a, func(h *rules.HeldCondition) bool { return l.unseenCaused[holdingKey(a.Key, h.ID)] })
}

// withholdSecrets updates the facts hidden from players after the entry, and returns the entry without the events caused only by a secret.
func (v *view) withholdSecrets() *story.Entry {
	e := v.fullEntry.Story()
	e.Before = v.publicState(e.Before)
	v.updateHiddenConditions()
	cause := v.secretCause()
	v.updateOpenActors(cause)
	hiddenCause := func(ev *rules.Event) string { // key of the actor whose secret hides an event; "" if it is told
		if endsShownCondition(ev) {
			return ev.Who
		}
		if cause != nil {
			return cause(ev)
		}
		return ""
	}
	if slices.ContainsFunc(e.Events, func(ev rules.Event) bool { return hiddenCause(&ev) != "" }) {
		e.Events = dropCaused(e.Events, hiddenCause)
		e.Outcomes = slices.Clone(e.Outcomes)
		for i := range e.Outcomes {
			e.Outcomes[i].Events = dropCaused(e.Outcomes[i].Events, hiddenCause)
		}
	}
	e.After = v.publicState(e.After)
	return e
}

// endsShownCondition reports whether an event ends a condition that players are still shown.
func endsShownCondition(ev *rules.Event) bool {
	return ev.Kind == rules.EventEnd && ev.How == rules.HowShownOnly && ev.ID > 0
}

// dropCaused returns the events for which cause returns no key.
func dropCaused(events []rules.Event, cause func(*rules.Event) string) []rules.Event {
	return slices.DeleteFunc(slices.Clone(events), func(e rules.Event) bool { return cause(&e) != "" })
}

// updateHiddenConditions updates which conditions are withheld: those put by someone who is still not noticed, unless they are felt.
func (v *view) updateHiddenConditions() {
	for key := range v.unseenCaused {
		if held := findCondition(v.fullEntry.Before, key); held == nil || v.isNoticedBeforeOrAfter(held.Other, rules.KnowThere) {
			delete(v.unseenCaused, key)
			v.lastShown = nil
		}
	}
	for i := range v.fullEntry.Events {
		if ev := &v.fullEntry.Events[i]; ev.Kind == rules.EventPut && v.beginsUnnoticed(ev) {
			v.unseenCaused[holdingKey(ev.Who, ev.ID)] = true
			v.lastShown = nil
		}
	}
}

// beginsUnnoticed reports whether an event puts a condition that is withheld.
func (v *view) beginsUnnoticed(ev *rules.Event) bool {
	if ev.Other == "" || ev.Other == ev.Who || v.entry.Who == ev.Who && !v.isManual {
		return false
	}
	c, ok := v.game.Rules.Conditions.Get(ev.What)
	if !ok || c.IsFelt() {
		return false
	}
	causer := v.entry.Actor(ev.Other)
	return causer != nil && !causer.IsSide() && !v.isNoticedBeforeOrAfter(ev.Other, rules.KnowThere)
}

// findCondition returns a condition in a state, or nil if its actor does not have it.
func findCondition(s *rules.State, held heldCondition) *rules.HeldCondition {
	a := s.Find(held.who)
	if a == nil {
		return nil
	}
	list := a.AllConditions()
	if i := slices.IndexFunc(list, func(h rules.HeldCondition) bool { return rules.SerialOf(h.ID) == held.id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// openActor is an actor as it would be without the effects of a secret.
type openActor struct {
	actor       *rules.Actor // actor without those effects; nil until it is computed
	secretOwner string       // key of the actor that has the secret
}

// updateOpenActors updates the actors that are shown as they would be without the effects of secrets. Each is shown like this until it
// could not act even without the secret, or until the secret ends. cause is the result of secretCause.
func (v *view) updateOpenActors(cause func(*rules.Event) string) {
	rs, e := v.game.Rules, v.fullEntry
	if cause == nil && len(v.openActors) == 0 {
		return
	}
	candidates := maps.Clone(v.openActors) // actors affected so far, and those that a secret affects in this entry
	events := e.Events
	if cause != nil {
		events = dropCaused(events, cause)
		for i := range e.Events {
			if by := cause(&e.Events[i]); by != "" && candidates[e.Events[i].Who].secretOwner == "" {
				candidates[e.Events[i].Who] = openActor{secretOwner: by}
			}
		}
	}
	// openly is the state after the entry if the secrets had no effects
	openly, err := rs.Apply(e.Before.MapActors(func(a *rules.Actor) *rules.Actor { return cmp.Or(v.openActors[a.Key].actor, a) }), events)
	v.openActors, v.lastShown = map[string]openActor{}, nil
	for key, k := range candidates {
		a, owner := e.After.Find(key), e.After.Find(k.secretOwner)
		if err != nil || a == nil || owner == nil {
			continue
		}
		isUnseen := func(h rules.HeldCondition) bool { return v.unseenCaused[holdingKey(owner.Key, h.ID)] }
		if !hasSecret(rs, owner) && !slices.ContainsFunc(owner.Conditions, isUnseen) { // the secret has ended
			continue
		}
		if k.actor = openly.Find(key); e.EndsEncounter() {
			k.actor = openActorAfterFight(k.actor, a)
		}
		if couldActOpenly(rs, k.actor) && !equalInSecretEffects(k.actor, a) {
			v.openActors[key] = k
		}
	}
}

// openActorAfterFight returns the actor a, after an encounter, with the conditions of openly, the version of a that is shown, except the
// ones that ended.
func openActorAfterFight(openly, a *rules.Actor) *rules.Actor {
	after := *a
	hasEnded := func(h rules.HeldCondition) bool { return h.EndsWithEncounter() && !slices.Contains(a.Conditions, h) }
	after.Conditions = slices.DeleteFunc(slices.Clone(openly.Conditions), hasEnded)
	return &after
}

// hasSecret reports whether an actor has a secret condition now.
func hasSecret(rs *rules.Ruleset, a *rules.Actor) bool {
	now := *a
	now.Outranked = nil
	return rs.WithoutSecrets(&now) != &now
}

// equalInSecretEffects reports whether two states of an actor are equal in everything that a secret can affect.
func equalInSecretEffects(a, b *rules.Actor) bool {
	return a.Turn == b.Turn && a.Open == b.Open && a.Waiting == b.Waiting && a.Doing == b.Doing && a.Going == b.Going && a.Place == b.Place &&
		slices.Equal(a.Activities, b.Activities) && slices.Equal(a.Conditions, b.Conditions) && slices.Equal(a.Outranked, b.Outranked)
}

// secretCause returns a function that returns the key of the actor whose secret alone causes an event, or "" for an event that happens
// openly. It returns nil if nothing in the entry has such a cause.
func (v *view) secretCause() func(*rules.Event) string {
	rs, e := v.game.Rules, v.fullEntry
	sole, losers, ends := v.onlySecretOwner(), map[string]string{}, map[heldCondition]string{}
	for i := range e.Events {
		ev := &e.Events[i]
		if by := cmp.Or(sole, v.endingSecretOwner(ev)); ev.Kind == rules.EventEnd && by != "" && !v.isHiddenCondition(ev) && !endsShownCondition(ev) {
			ends[holdingKey(ev.Who, ev.ID)] = by
		}
		if sole != "" {
			losers[ev.Who] = sole
		}
	}
	// if, from this entry on, a secret condition keeps an actor from acting, that secret costs it its turn and its activities
	for a, before := range e.After.EachChanged(e.Before) {
		if before == nil || rs.WithoutSecrets(a) == a {
			continue
		}
		able, _ := a.CanAct(rs)
		if wasAble, _ := before.CanAct(rs); !able && wasAble && couldActOpenly(rs, a) {
			losers[a.Key] = cmp.Or(sole, a.Key)
		}
	}
	if len(losers)+len(ends) == 0 {
		return nil
	}
	return (&secretEffects{losers, ends}).ownerOf
}

// secretEffects holds the effects of secrets in an entry, each with the key of the actor who has the secret.
type secretEffects struct {
	losers map[string]string        // actors who lose a turn or an activity, by key
	ends   map[heldCondition]string // conditions that end
}

// ownerOf returns the key of the actor whose secret alone causes an event, or "" for an event that happens openly.
func (x *secretEffects) ownerOf(ev *rules.Event) string {
	switch ev.Kind {
	case rules.EventEnd:
		return x.ends[holdingKey(ev.Who, ev.ID)]
	case rules.EventDone, rules.EventTurn, rules.EventActivity, rules.EventTell, rules.EventPlace:
		// Such an event is an effect of a secret if it stops something, but not if it completes an action, or gives the actor a turn.
		stops := ev.Kind == rules.EventActivity || ev.What == "" && ev.By == 0 && ev.Going == nil
		isCompleted := ev.Kind == rules.EventDone && ev.Text == ""
		getsTurn := ev.Kind == rules.EventTurn && ev.At >= 0
		if stops && !isCompleted && !getsTurn {
			return x.losers[ev.Who]
		}
	}
	return ""
}

// onlySecretOwner returns the key of the actor that gets a condition in secret, if the entry does nothing else apart from its consequences,
// or "" otherwise.
func (v *view) onlySecretOwner() (who string) {
	if !v.isManual {
		return ""
	}
	for i := range v.fullEntry.Events {
		switch ev := &v.fullEntry.Events[i]; ev.Kind {
		case rules.EventPut:
			if v.isHiddenCondition(ev) {
				who = cmp.Or(who, ev.Who)
			} else if v.seesEverythingOfKey(ev.Who) || v.isNoticedBeforeOrAfter(ev.Who, rules.KnowThere) {
				return ""
			}
		case rules.EventEnd, rules.EventDone, rules.EventTurn, rules.EventActivity, rules.EventTell, rules.EventPlace, rules.EventSee, rules.EventKnow: // consequences
		default:
			return ""
		}
	}
	return who
}

// isHiddenCondition reports whether a condition is never shown, whoever has it.
func (v *view) isHiddenCondition(ev *rules.Event) bool {
	return v.isSecretCondition(ev) || v.unseenCaused[holdingKey(ev.Who, ev.ID)]
}

// endingSecretOwner returns the key of the actor whose secret ended a condition: a worse condition of its group came in secret, or the
// formula that ends the condition or its other half reads a secret. It is empty for a condition that ended openly.
func (v *view) endingSecretOwner(ev *rules.Event) string {
	rs, e := v.game.Rules, v.fullEntry
	c, ok := rs.Conditions.Get(ev.What)
	if !ok || ev.Kind != rules.EventEnd {
		return ""
	}
	for i := range e.Events {
		put := &e.Events[i]
		if x, ok := rs.Conditions.Get(put.What); ok && put.Kind == rules.EventPut && put.Who == ev.Who {
			replaces := x == c || c.Group != "" && x.Group == c.Group
			if replaces && v.isHiddenCondition(put) {
				return ev.Who
			}
		}
		// otherwise put is ev itself, or the end of the other half of the same paired condition
		if half := put; half != ev && (half.Kind != rules.EventEnd || half.Who != ev.Other || half.Other != ev.Who || half.What != c.Mirror.Text) {
			continue
		}
		held := findCondition(e.Before, holdingKey(put.Who, put.ID))
		if held == nil {
			continue
		}
		for _, by := range []string{ev.Who, ev.Other} {
			a := e.After.Find(by)
			if a == nil || v.publicActor(a) == a {
				continue
			}
			if rs.IsConditionOver(e.After, put.Who, held) && !rs.IsConditionOver(e.After.MapActors(v.publicActor), put.Who, held) { // it is over only because of the secrets
				return by
			}
		}
	}
	return ""
}

// couldActOpenly reports whether an actor could act without its secret conditions.
func couldActOpenly(rs *rules.Ruleset, a *rules.Actor) bool {
	able, _ := rs.WithoutSecrets(a).CanAct(rs)
	return able
}

// dropPastTurns deletes the actors whose withheld turn is before a count, since everyone then sees that they didn't act. It reports whether
// there were any.
func dropPastTurns(openActors map[string]openActor, count float64) (dropped bool) {
	for key, k := range openActors {
		due := k.actor.Turn
		if k.actor.Doing != nil {
			due = k.actor.Doing.At
		}
		if due >= 0 && count > due {
			delete(openActors, key)
			dropped = true
		}
	}
	return dropped
}
