package verbs

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Helpers of several verbs that look up activities and combatants, and describe groups and counts. A timeline (timeline.go) wraps a game
// and adds the verbs for fights and scenes.

// soleSubject returns the actor of a line that has no other words.
func soleSubject(g *command.Game, l *command.Line) (*rules.Actor, error) {
	a, rest, err := g.ParseSubject(l)
	if err == nil && len(rest) > 0 {
		return nil, command.Refusal("“%s” takes only a name. Remove: %s", l.Verb, strings.Join(rest, " "))
	}
	return a, err
}

// findActivity finds the activity that words name.
func findActivity(g *command.Game, words []string) (*rules.Activity, error) {
	list := g.Rules.Activities.All
	if len(list) == 0 {
		return nil, command.Refusal("This game has no activities.")
	}
	return command.PickEntry("activity", strings.Join(words, " "), list)
}

// hasJoinedBefore reports whether a combatant of an encounter was present before, so that it returns as it left, including wounds. It
// compares the names too, since another combatant can have had the same key in another encounter.
func hasJoinedBefore(g *command.Game, c campaign.Combatant) bool {
	for _, list := range [][]*rules.Actor{g.State.Actors, g.State.Away} {
		for _, a := range list {
			if a.Key != c.Key || c.Name != "" && c.Name != a.Name {
				continue
			}
			sheet, _, err := g.Campaign.Character(c.From)
			return err == nil && sheet.Person.Name == a.Sheet.Person.Name && (sheet.HasPlayer() || cmp.Or(c.Name, sheet.Person.Name) == a.Name)
		}
	}
	return false
}

// describeGroup describes actors in a few words: all characters with a player as the party, whole sides by their names, other actors by the
// names that name returns.
func describeGroup(g *command.Game, list []*rules.Actor, name func(*rules.Actor) string) string {
	party := g.State.Protagonists()
	// If the party's side has other members, too, the side's name would mean more than the party.
	if len(party) > 1 && slices.Equal(party, list) && len(g.SideMembers(party[0].ApparentSide())) > len(party) {
		return command.Party
	}
	var names, sides []string
	for _, a := range list {
		key := a.ApparentSide()
		if slices.Contains(sides, key) {
			continue
		}
		side := g.SideMembers(key)
		whole := !slices.ContainsFunc(side, func(b *rules.Actor) bool { return !slices.Contains(list, b) })
		if key == "" || len(side) < 2 || !whole {
			names = append(names, name(a))
			continue
		}
		sides, names = append(sides, key), append(names, strings.ToLower(rules.ReadableName(key)))
	}
	return strings.Join(names, ", ")
}

// joinNames joins the names of actors for a sentence: the full name of one, the short ones of several.
func joinNames(list []*rules.Actor) string {
	if len(list) < 2 {
		return strings.Join(collect.Map(list, func(a *rules.Actor) string { return a.Name }), "")
	}
	names := collect.Map(list, func(a *rules.Actor) string { return a.Short })
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// countText returns a count as text: "count 12", or "turn 3" in a game in rounds.
func (g timeline) countText(n float64) string { return g.Rules.CountWord() + " " + command.Number(n) }

// refusePassed returns the refusal that a count has passed.
func (g timeline) refusePassed(n float64) error {
	return command.Refusal("%s is over. Enter %s or later.", g.countText(n), command.Number(g.State.Count))
}
