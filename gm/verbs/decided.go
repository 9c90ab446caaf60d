package verbs

import (
	"cmp"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Helpers that create and change the decisions of several verbs.

// titledDecision returns a decision with the given events, all of which its title describes.
func titledDecision(title, who string, list ...rules.Event) command.DecidedCommand {
	return command.DecidedCommand{Decision: rules.Decision{Events: list}, Title: title, Who: who, TitledEvents: len(list)}
}

// makeSecret marks the conditions that begin in w as secret: their actors must not know about them. Conditions of the same group that they
// replace end for the game master, but players still see them, except in decisions of earlier versions. Events with a negative ID are about
// such conditions, which have no effect and are only shown to players.
func makeSecret(w *command.DecidedCommand, g *command.Game) {
	title, before := w.Title, len(w.Events)
	var groups []string // for each condition that begins: its actor, a space, and its group or, without one, its name
	for i := range w.Events {
		if e := &w.Events[i]; e.Kind == rules.EventPut {
			c, _ := g.Rules.Conditions.Get(e.What)
			groups = append(groups, e.Who+" "+cmp.Or(c.Group, c.Name))
			e.How, w.Title = rules.HowSecret, title+", secretly"
		}
	}
	isReplaced := func(e *rules.Event) bool {
		c, ok := g.Rules.Conditions.Get(e.What)
		return ok && e.Kind == rules.EventEnd && !g.OldDecisions && slices.Contains(groups, e.Who+" "+cmp.Or(c.Group, c.Name))
	}
	// Conditions that are already only shown to players don't end: players still see them.
	w.Events = slices.DeleteFunc(w.Events, func(e rules.Event) bool { return e.ID < 0 && isReplaced(&e) })
	w.TitledEvents -= before - len(w.Events)
	for i := range w.Events {
		e := &w.Events[i]
		a := g.State.Find(e.Who)
		isVisible := func(h rules.HeldCondition) bool { return h.ID == e.ID && !h.IsHidden() }
		if a != nil && isReplaced(e) && slices.ContainsFunc(a.Conditions, isVisible) {
			e.How = rules.HowShownOnly
		}
	}
}
