package command

import (
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// ListConcerned lists the names of the actors to whom entry, an entry of the game such as a *rules.Condition, applies now: those who have
// the condition, are in the situation, are engaged in the activity, have the item, have learnt the skill, or are carrying out the action.
func ListConcerned(g *Game, entry any) (names []string) {
	return collect.MapIf(g.State.Actors, func(a *rules.Actor) bool { return appliesTo(g, entry, a) }, func(a *rules.Actor) string { return a.Name })
}

// appliesTo reports whether entry applies to actor a now; see ListConcerned. It returns false for other kinds of entries.
func appliesTo(g *Game, entry any, a *rules.Actor) bool {
	switch entry := entry.(type) {
	case *rules.Condition:
		return a.HasCondition(g.Rules, entry) || slices.Contains(a.FormulaConditions(g.Rules), entry)
	case *rules.Situation:
		return slices.Contains(g.State.Situations, entry.Name) || slices.Contains(a.Situations, entry.Name)
	case *rules.Activity:
		return slices.Contains(a.Activities, entry)
	case *rules.Item:
		return slices.Contains(a.Sheet.Items, entry)
	case *rules.Skill:
		return a.Sheet.Rank(entry) > rules.Unranked
	case *rules.Action:
		for d := a.Doing; d != nil; d = d.Beside { // Beside is the second of two simultaneous actions
			if d.Action == entry.Name {
				return true
			}
		}
	}
	return false
}
