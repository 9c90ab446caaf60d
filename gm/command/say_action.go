package command

import "hybrid/rules"

// Texts about actions and pending events. An actor declares an action at one count, and it takes effect (“lands”) at a later one.

// PendingEventText describes a pending event of the timeline: a condition about to take effect, an action, an arrival, or a turn.
func (g *Game) PendingEventText(o rules.PendingEvent) string {
	switch o.Kind {
	case rules.PendingTick:
		if o.Held.Text != "" {
			return o.Actor.Name + ": " + o.Held.Words(g.NameOf(o.Held.Other))
		}
		return o.Actor.Name + ": " + rules.MidSentence(o.Held.Condition.Label)
	case rules.PendingAct:
		return o.Actor.Name + ": " + g.DoingText(o.Doing)
	case rules.PendingArrival:
		return o.Actor.Name + " arrives"
	}
	return o.Actor.Name + "'s turn"
}

// DoingText describes an action, with its target and tool: "attack → Grell (short sword)".
func (g *Game) DoingText(d *rules.OngoingAction) string {
	text := d.Action
	if action, ok := g.Rules.Actions.Get(d.Action); ok {
		text = rules.MidSentence(action.Label)
	}
	if task, ok := g.Rules.Tasks.Get(d.Task); ok {
		text = rules.MidSentence(task.Label)
	}
	if skill, ok := g.Rules.Skills.Get(d.Skill); ok {
		text = "check " + rules.MidSentence(skill.Label)
	}
	if stat, ok := g.Rules.Stats.Get(d.Stat); ok {
		text = "check " + rules.MidSentence(stat.Label)
	}
	if a := g.State.Find(d.Whom); a != nil {
		text += " → " + a.Name
	}
	if item, ok := g.Rules.Items.Get(d.Tool); ok {
		text += " (" + rules.MidSentence(item.Label) + ")"
	}
	return text
}

// LandingText describes an action and the count at which it takes effect.
func (g *Game) LandingText(d *rules.OngoingAction) string {
	return g.DoingText(d) + " at count " + Number(d.At)
}

// BothText describes an action and its simultaneous second action, if any, by calling text for each.
func (g *Game) BothText(d *rules.OngoingAction, text func(*Game, *rules.OngoingAction) string) string {
	if d.Beside == nil {
		return text(g, d)
	}
	return text(g, d) + ", and " + text(g, d.Beside)
}

// NextTurnCount returns the count of the first turn that events set, or 0 if they set none.
func NextTurnCount(events []rules.Event) float64 {
	for _, e := range events {
		if e.Kind == rules.EventTurn {
			return e.At
		}
	}
	return 0
}
