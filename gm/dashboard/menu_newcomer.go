package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Adding combatants: the list of characters (openCastMenu, which the encounter builder uses, too), and the form that creates an `add`
// line. A character is identified by the name of its file; the cast are the characters that the campaign names.

// openNewcomerMenu lists the characters who can join: the cast of the campaign, then all others. A character with a player can join only once.
func (m menus) openNewcomerMenu() {
	m.openCastMenu("Who joins?", func(from string) bool {
		a := m.d.session.State().Find(from)
		return a != nil && a.Sheet.HasPlayer()
	}, m.openNewcomerForm)
}

// openCastMenu opens a list of the items in first, the cast of the campaign and all other characters. Those already present, for which
// isHere returns true, come last. choose is called with the name of the chosen character's file and its sheet.
func (m menus) openCastMenu(title string, isHere func(from string) bool, choose func(from string, sheet *rules.Sheet), first ...listItem) {
	c := m.d.session.Campaign()
	items := slices.Clone(first)
	for i, list := range [][]string{c.Cast(), c.Characters()} {
		group := []string{"cast", "all characters"}[i]
		for _, from := range list {
			if slices.ContainsFunc(items, func(it listItem) bool { return it.name == from }) {
				continue
			}
			sheet, _, err := c.Character(from)
			if err != nil {
				continue // a character of another game
			}
			heading := collect.Choose(isHere(from), "here already", group)
			items = append(items, listItem{name: from, label: sheet.Person.Name, group: heading, hint: sheet.Person.Kind,
				inspect: func() *draw.Page { return m.d.pages.sheetPage(m.d.session.Rules().NewActor(from, sheet)) },
				note:    func() string { return strings.Join(itemLabels(sheet), ", ") }, run: func() { choose(from, sheet) }})
		}
	}
	slices.SortStableFunc(items, func(x, y listItem) int { return falseFirst(isHere(x.name)) - falseFirst(isHere(y.name)) })
	l := &picker{title: title, load: func() []listItem { return items }, fixed: true, empty: "This campaign has no characters."}
	l.inspect = func(it *listItem) *draw.Page {
		if !m.d.layout.hasInspector {
			return nil // too little room for a sheet
		}
		return m.d.pages.itemPage(it)
	}
	m.d.openOverlay(l)
}

// itemLabels returns the labels of a sheet's items.
func itemLabels(sheet *rules.Sheet) (list []string) {
	return collect.Map(sheet.Items, func(it *rules.Item) string { return rules.MidSentence(it.Label) })
}

// openNewcomerForm asks how newcomers join: their number, name, side and the time of their first turn. from is the name of their file, and
// sheet the file's content. In rounds, and while no one takes turns (at rest), the time can't be chosen.
func (m menus) openNewcomerForm(from string, sheet *rules.Sheet) {
	name := cmp.Or(sheet.Person.Name, rules.ReadableName(from))
	number := &formField{label: name + " ×", number: true}
	number.setValue("1")
	nameField := &formField{label: "named"}
	nameField.setValue(name)
	number.letterField = func(string) *formField { return nameField }
	side := &formField{label: "side", choices: m.newcomerSides(from, sheet), allowsOwn: !m.d.session.Rules().UsesSides()}
	side.suffix = func() string { return sideStrength(m.d, side.choices[side.chosen]) }
	const atOnce, atCount, later = 0, 1, 2 // choices of the field comes
	comes := &formField{label: "comes", choices: []string{"now, rolling initiative", "at a count", "later"}}
	count := &formField{label: "count", number: true, isHidden: func() bool { return comes.chosen != atCount }}
	count.setValue(draw.Tenths(m.d.session.State().Count + 10))
	f := &form{d: m.d, title: "Who joins?", fields: []*formField{number, nameField, side, comes, count}}
	when := "" // note about the first turn, in rounds
	// In rounds and at rest, the form omits the fields comes and count.
	if m.d.inRounds() {
		f.fields, when = f.fields[:3], "acts from the next "+m.d.session.Rules().CountWord()+" on"
	} else if m.d.session.Game().AtRest() {
		f.fields, comes.chosen = f.fields[:3], later
	}
	f.line = func() string {
		words := []string{"add"}
		if text := strings.TrimSpace(number.edit.Text); text != "1" && text != "" {
			words = append(words, text)
		}
		words = append(words, from)
		if text := strings.TrimSpace(nameField.edit.Text); text != "" && text != name {
			words = append(words, "as", text)
		}
		words = append(words, "side", side.choices[side.chosen])
		switch {
		case when != "": // in rounds the time isn't part of the line
		case comes.chosen == atOnce:
			words = append(words, "now")
		case comes.chosen == atCount:
			words = append(words, "at", count.edit.Text)
		}
		return strings.Join(words, " ")
	}
	below := strings.Join(nonEmpty(sheet.Person.Kind, strings.Join(itemLabels(sheet), ", "), when), " · ")
	f.below = func() string { return below }
	m.d.openOverlay(f)
}

// newcomerSides returns the sides that a newcomer can join, the likeliest first: those on which the same character is in the campaign's
// encounters, then the players' side for a character with a player and the other sides for one without, then all others.
func (m menus) newcomerSides(from string, sheet *rules.Sheet) (list []string) {
	add := func(side string) {
		if side != "" && side != "all" && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	sides := m.d.sides()
	for _, e := range m.d.session.Campaign().Encounters() {
		for _, c := range e.Combatants {
			if c.From == from && slices.Contains(sides, c.Side) {
				add(c.Side)
			}
		}
	}
	playersSide := ""
	for _, a := range m.d.session.State().Actors {
		if a.Sheet.HasPlayer() {
			playersSide = a.Side
			break
		}
	}
	for _, side := range sides {
		if (side == playersSide) == sheet.HasPlayer() {
			add(side)
		}
	}
	if len(list) == 0 { // no such side is present
		add(defaultSide(sheet))
	}
	for _, side := range sides {
		add(side)
	}
	for _, e := range m.d.session.Campaign().Encounters() {
		for _, c := range e.Combatants {
			add(c.Side)
		}
	}
	return list
}

// defaultSide returns the side for a character if none follows from the campaign.
func defaultSide(sheet *rules.Sheet) string {
	if sheet.HasPlayer() {
		return "party"
	}
	return "others"
}

// sideStrength describes how many members of a side are present, and how many of them can act.
func sideStrength(d *Dashboard, side string) string {
	able, all := 0, 0
	for _, a := range d.session.State().Actors {
		if a.Side == side {
			if all++; !d.cannotAct(a) {
				able++
			}
		}
	}
	if all == 0 {
		return "none of them here"
	}
	return strconv.Itoa(able) + " of " + strconv.Itoa(all) + " can act"
}

// newcomerKey returns the key of the first combatant that an entry with the given line and events added, or "" if it added none.
func newcomerKey(line string, events []rules.Event) string {
	if !strings.HasPrefix(line, "add ") {
		return ""
	}
	for i := range events {
		if events[i].Kind == rules.EventJoin {
			return events[i].Who
		}
	}
	return ""
}
