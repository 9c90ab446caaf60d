package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Several at once: who is ticked on the desk, and how lines name them.

// tickMark stands before those who are ticked.
const tickMark = "✓"

// group lists those who are ticked and still there, in the order of the table; none where the selected one alone is meant.
func (v *view) group() []*rules.Actor {
	if len(v.ticked) == 0 {
		return nil
	}
	return collect.Filter(v.session.State().Actors, func(a *rules.Actor) bool { return slices.Contains(v.ticked, a.Key) })
}

// isTicked reports whether a combatant is ticked.
func (v *view) isTicked(key string) bool { return !v.inPast() && slices.Contains(v.ticked, key) }

// whom names in a line those whom a key is about: those who are ticked, as a side where they are one, else a.
func (v *view) whom(a *rules.Actor) string {
	list := v.group()
	if len(list) == 0 {
		return a.Key
	}
	for _, side := range append(v.session.Game().Sides(), "all") {
		if len(list) > 1 && slices.Equal(v.session.Game().Side(side), list) {
			return strings.ToLower(side)
		}
	}
	return strings.Join(collect.Map(list, func(a *rules.Actor) string { return v.typedName(a.Key) }), " and ")
}

// names returns what the title of a list calls those whom a key is about.
func (v *view) names(a *rules.Actor) string {
	list := v.group()
	if len(list) == 0 {
		return a.Name
	}
	return strings.Join(collect.Map(list, func(a *rules.Actor) string { return a.Short }), ", ")
}

// tick ticks the selected combatant, or unticks it, and goes to the next.
func (m menus) tick(a *rules.Actor) {
	if at := slices.Index(m.d.ticked, a.Key); at >= 0 {
		m.d.ticked = slices.Delete(m.d.ticked, at, at+1)
	} else {
		m.d.ticked = append(m.d.ticked, a.Key)
	}
	m.d.focus = focusCombatants
	m.d.move(1)
}

// tickSide ticks all of the side of the selected combatant, or unticks them where all are ticked.
func (m menus) tickSide(a *rules.Actor) {
	side := command.KeysOf(collect.Filter(m.d.session.State().Actors, func(b *rules.Actor) bool { return b.Side == a.Side }))
	missing := slices.DeleteFunc(slices.Clone(side), m.d.isTicked)
	if len(missing) > 0 {
		m.d.ticked = append(m.d.ticked, missing...)
		return
	}
	m.d.ticked = slices.DeleteFunc(m.d.ticked, func(key string) bool { return slices.Contains(side, key) })
}

// tickedText says who is ticked and what they are ticked for; empty for nobody.
func (v *view) tickedText() string {
	list := v.group()
	if len(list) == 0 {
		return ""
	}
	return strings.Join(collect.Map(list, func(a *rules.Actor) string { return a.Short }), ", ") + " ticked: c d e s r go for all of them · Esc unticks"
}

// forTicked completes a line that names nobody: at rest it is about those who are ticked, or else the selected one.
func (d *Dashboard) forTicked(text string) string {
	game, a := d.session.Game(), d.session.State().Find(d.selected)
	group := d.group()
	if a == nil || len(group) == 0 && !game.AtRest() {
		return text
	}
	l, err := game.Parse(text)
	if err != nil || l.Who != "" || slices.Contains(l.Words, "by") || len(l.Words) == 0 && l.Action == nil {
		return text
	}
	whom := d.typedName(a.Key)
	if len(group) > 0 {
		whom = d.whom(a)
	}
	head, options, _ := strings.Cut(text, ",")
	switch _, _, err := game.Group(l.Words); {
	case l.Action != nil && l.Action.Whom:
		return text
	case l.Rolled() && len(group) > 0:
		text = strings.TrimSpace("roll "+strings.TrimPrefix(strings.TrimPrefix(head, "check "), "task ")) + " by " + whom
	case l.Rolled():
		return whom + ": " + text
	case l.Verb == "roll" || l.Verb == "pass":
		text = head + " by " + whom
	case err == nil || !slices.Contains(verbsOfGroups, l.Verb):
		return text
	default:
		verb, rest, _ := strings.Cut(head, " ")
		text = strings.TrimSpace(verb + " " + whom + " " + rest)
	}
	if options != "" {
		text += "," + options
	}
	return text
}

// verbsOfGroups are the verbs that name whom they are about first.
var verbsOfGroups = []string{"set", "put", "end", "do", "hold", "hurt", "train", "raise", "whisper"}
