package command

import (
	"hybrid/rules"
	"hybrid/rules/collect"
)

// DueEvent identifies the next pending event of the timeline.
type DueEvent struct {
	Kind      rules.OwedKind
	who, what string // key of the actor, and name of the condition that acts
}

// Due returns the event that `next` would reach now, and its count. It is empty if nothing is pending.
func (g *Game) Due() (DueEvent, float64) {
	if !g.State.Running {
		return DueEvent{}, 0
	}
	next, ok := g.Rules.NextPending(g.State)
	if !ok && len(g.Idle()) == 0 {
		return DueEvent{}, 0
	}
	if !ok {
		return DueEvent{Kind: KindInitiative}, g.State.Count
	}
	d := DueEvent{Kind: next.Kind, who: next.Actor.Key}
	if next.Held != nil {
		d.what = next.Held.Condition.Name
	}
	return d, next.At
}

// Idle lists actors who could act and have no pending event.
func (g *Game) Idle() (who []string) {
	for _, a := range g.State.Actors {
		if g.Rules.Order.InRounds() {
			break // they join when a round begins
		}
		if ok, _ := a.CanAct(g.Rules); ok && a.Turn < 0 && a.Doing == nil && !a.Waiting {
			who = append(who, a.Key)
		}
	}
	return who
}

// Open returns the actor whose declaration is pending, or nil.
func (g *Game) Open() *rules.Actor {
	return collect.First(g.State.Actors, func(a *rules.Actor) bool { return a.Open })
}

// ListOwed lists the pending events of the timeline, in order; nil outside an encounter.
func (g *Game) ListOwed() []rules.PendingEvent {
	if !g.State.Running {
		return nil
	}
	return g.Rules.ListPending(g.State)
}

// Burden returns the modifier of an actor's physical actions, and its terms.
func (g *Game) Burden(who string) (float64, []rules.Term) {
	a, m := g.State.Find(who), g.Rules.FlagModifier()
	if a == nil || m == nil {
		return 0, nil
	}
	return a.ModifierValue(g.Rules, g.State, m.Name, g.Rules.Pack.Burden...)
}
