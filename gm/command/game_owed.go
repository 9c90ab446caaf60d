package command

import (
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Events that are still to come on the timeline of an encounter, called pending or owed: conditions that have effects, actions that take
// effect, and actors who must declare. The line `next` advances to the first of them. Time on the timeline is measured in counts.

// PendingID identifies the next pending event of the timeline. Two values are equal if they mean the same event.
type PendingID struct {
	Kind      rules.PendingKind // kind, or KindInitiative if actors must roll initiative first; "" if nothing is pending
	who, what string            // key of the actor, and name of the condition that is about to have its effect; "" for none
}

// NextPending returns the event that `next` would reach now, and its count. The event is the zero value if nothing is pending.
func (g *Game) NextPending() (PendingID, float64) {
	if !g.State.Running {
		return PendingID{}, 0
	}
	next, ok := g.Rules.NextPending(g.State)
	if !ok && len(g.IdleKeys()) == 0 {
		return PendingID{}, 0
	}
	if !ok {
		return PendingID{Kind: KindInitiative}, g.State.Count
	}
	d := PendingID{Kind: next.Kind, who: next.Actor.Key}
	if next.Held != nil {
		d.what = next.Held.Condition.Name
	}
	return d, next.At
}

// IdleKeys lists the keys of actors who could act but have no turn and no action in progress, and aren't waiting; `next` rolls their
// initiative. There are none in games in rounds.
func (g *Game) IdleKeys() (who []string) {
	for _, a := range g.State.Actors {
		if g.Rules.Order.InRounds() {
			break // actors without a turn get one when a round begins
		}
		if ok, _ := a.CanAct(g.Rules); ok && a.Turn < 0 && a.Doing == nil && !a.Waiting {
			who = append(who, a.Key)
		}
	}
	return who
}

// OpenActor returns the actor whose turn has come and who has yet to declare, or nil.
func (g *Game) OpenActor() *rules.Actor {
	return collect.First(g.State.Actors, func(a *rules.Actor) bool { return a.Open })
}

// ListPending lists the pending events of the timeline, in order; nil outside an encounter.
func (g *Game) ListPending() []rules.PendingEvent {
	if !g.State.Running {
		return nil
	}
	return g.Rules.ListPending(g.State)
}

// Encumbrance returns an actor's encumbrance: the value of the first modifier with a flag, for a roll with the tags that the pack names in
// `burden`, and the terms of that value. It is 0 if the rules have no such modifier.
func (g *Game) Encumbrance(who string) (float64, []rules.Term) {
	a, m := g.State.Find(who), g.Rules.FlagModifier()
	if a == nil || m == nil {
		return 0, nil
	}
	return a.ModifierValue(g.Rules, g.State, m.Name, g.Rules.Pack.Burden...)
}
