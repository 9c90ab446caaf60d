package verbs

import (
	"cmp"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Functions for the decisions of several verbs.

// titledDecision returns a decision with the given events, all of which its title describes.
func titledDecision(title, who string, list ...rules.Event) command.DecidedCommand {
	return command.DecidedCommand{Decision: rules.Decision{Events: list}, Title: title, Who: who, TitledEvents: len(list)}
}

// makeSecret marks conditions as secret if their actors must not know about them. Players still see the conditions that these replace,
// except in decisions of earlier versions.
func makeSecret(w *command.DecidedCommand, g *command.Game) {
	title, before := w.Title, len(w.Events)
	var groups []string
	for i := range w.Events {
		if e := &w.Events[i]; e.Kind == rules.EventPut {
			c, _ := g.Rules.Conditions.Get(e.What)
			groups = append(groups, e.Who+" "+cmp.Or(c.Group, c.Name))
			e.How, w.Title = rules.Secretly, title+", secretly"
		}
	}
	gives := func(e *rules.Event) bool {
		c, ok := g.Rules.Conditions.Get(e.What)
		return ok && e.Kind == rules.EventEnd && !g.OldDecisions && slices.Contains(groups, e.Who+" "+cmp.Or(c.Group, c.Name))
	}
	w.Events = slices.DeleteFunc(w.Events, func(e rules.Event) bool { return e.ID < 0 && gives(&e) })
	w.TitledEvents -= before - len(w.Events)
	for i := range w.Events {
		e := &w.Events[i]
		a := g.State.Find(e.Who)
		if a != nil && gives(e) && slices.ContainsFunc(a.Conditions, func(h rules.HeldCondition) bool { return h.ID == e.ID && !h.IsHidden() }) {
			e.How = rules.ShowOnly
		}
	}
}
