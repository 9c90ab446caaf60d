package dashboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Asking for a die rolled at the table: what its faces mean, who rolls it, and whose dice are typed. The program rolls the other dice.
//
// The question is a rules.Need. Die is the number of faces; for one of several dice that are added up, Nth is its number from 1, and Count
// the number of dice. A faced die (Faced) has named faces instead of numbers. Versus and Chance describe the number to roll against. Bands
// are ranges of faces with the same result: a degree of success (Made) or failure, a row of a table (Row), or another die that decides the
// degree (Open).

// askDie opens the dialog for a die that was rolled at the table, with the meaning of its faces above the input.
func (q *question) askDie() {
	label, hint := fmt.Sprintf("d%d", q.need.Die), numberedDieHint(q.need)
	var faces []string // names of the faces of a faced die
	if die := q.need.Faced; die != nil {
		for _, face := range die.Faces {
			faces = append(faces, face.Name)
		}
		label, hint = die.NameFor(1), die.FaceList()
		if n := q.need.Count - q.need.Nth + 1; q.need.Count > 0 && n > 1 {
			label = fmt.Sprintf("%d %s", n, die.NameFor(float64(n)))
		}
	}
	q.d.openOverlay(&dialog{
		d: q.d, isQuestion: true, title: q.dieTitle(), label: label, hint: hint, above: q.dieNotes(), faces: faces, words: len(faces) > 0,
		meaning:  func(text string) string { return dieMeaning(q.need, text) },
		take:     q.takeFaces,
		rollOne:  func() { q.replyFaces(command.ByProgram) },
		rollRest: func() { q.replyWith(gm.Reply{Rest: true}) },
		chooseTypists: func() {
			q.d.menus.openTypistsMenu(func() { q.d.overlays = nil; q.d.runCommand(q.command) })
		},
	})
}

// numberedDieHint returns the hint for a die with numbered faces: the faces that can be typed, and how several dice are typed at once.
func numberedDieHint(need *rules.Need) string {
	if need.Die == 100 {
		return "00 = 100, or 30 7 = 37"
	}
	hint := fmt.Sprintf("1 to %d", need.Die)
	switch remaining := need.Count - need.Nth + 1; { // number of dice from this one on
	case need.Count == 0: // a single die
	case remaining > 1:
		example := strings.TrimSuffix(strings.Repeat("3 ", remaining), " ")
		hint += fmt.Sprintf(", die %d of %d; or %s for all", need.Nth, need.Count, example)
	default:
		hint += fmt.Sprintf(", die %d of %d", need.Nth, need.Count)
	}
	return hint
}

// takeFaces replies to the requested die with the typed faces, or returns an error if one of them isn't a face of its die.
func (q *question) takeFaces(text string) error {
	faces, err := command.ParseDice(text, q.need)
	if err != nil {
		return err
	}
	if die := q.need.Faced; die != nil {
		remaining := max(0, q.need.Count-q.need.Nth+1) // number of dice of this throw that have the same faces
		for _, face := range faces[:min(len(faces), remaining)] {
			if _, err := die.TypedSide(face); err != nil {
				return err
			}
		}
	}
	q.replyFaces(faces...)
	return nil
}

// dieNotes returns the text above a die: the number it is rolled against, the dice before it, and the meaning of its faces.
func (q *question) dieNotes() string {
	var parts []string
	if q.need.Versus != "" {
		parts = append(parts, q.need.Versus+", "+rules.FormatPercent(q.need.Chance/100))
	}
	parts = append(parts, collect.Filter([]string{q.need.Thrown, bandsText(q.need.Bands)}, func(text string) bool { return text != "" })...)
	return strings.Join(parts, " · ")
}

// replyFaces replies to the requested die with the first of faces; the others are used for the next dice of the same actor.
func (q *question) replyFaces(faces ...int) { q.replyWith(gm.Reply{Faces: faces}) }

// dieTitle returns the title of the dialog: the actor or player who rolls the die, its purpose, and the action or command it belongs to.
func (q *question) dieTitle() string {
	purpose := rules.MidSentence(q.need.For)
	isRoll := strings.HasSuffix(purpose, " roll") // the verb “rolls” would then appear twice
	d, actor := q.actionUnderway()
	if item, ok := q.d.session.Rules().Items.Get(q.need.Tool); ok && (d == nil || d.Tool != item.Name) {
		purpose += " with the " + rules.MidSentence(item.Label)
	}
	who, a := q.d.actorName(q.need.Who), q.d.session.State().Find(q.need.Who)
	switch {
	case a == nil: // who stays the actor's key
	case a.Absent != "":
		who = nameWithAbsence(a)
	case a.IsPlayed():
		if who = a.Sheet.Person.Player + " (" + a.Short + ")"; a == actor || a.Short == a.Sheet.Person.Player {
			who = a.Sheet.Person.Player
		}
	}
	line := q.commandText()
	if q.d.inRounds() || line == "next" {
		line = ""
	}
	verb, _, _ := strings.Cut(line, " ")
	saysAll := d == nil && verb == purpose // whether the line already includes the purpose, as in "check dodging by ilse"
	if saysAll {
		purpose = line
	}
	switch {
	case who == "":
	case isRoll, saysAll:
		purpose = who + ": " + purpose
	default:
		purpose = who + " rolls " + purpose
	}
	switch {
	case d != nil:
		purpose += " · " + q.deedText(d, actor)
	case line != "" && !saysAll:
		purpose += ": " + line
	}
	return purpose
}

// bandsText returns the meaning of a die's faces: which faces succeed, and the meaning of each band. It omits plain failure, which follows
// from the faces that succeed, and combines all bands of worse failure into one.
func bandsText(list []rules.Band) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	if text := rules.SuccessFacesText(list); text != "" {
		parts = append(parts, text)
	}
	missed := 0 // number of bands of failure so far
	for i, b := range list {
		onlyBadMisses := !slices.ContainsFunc(list[i:], func(b rules.Band) bool { return !isBadMiss(&b) })
		if len(parts) > 0 && onlyBadMisses {
			faces := strconv.Itoa(b.From)
			if b.To > b.From || i < len(list)-1 {
				faces += " up"
			}
			parts = append(parts, faces+" bad miss") // the exact degree is shown once a face is typed
			break
		}
		faces := fmt.Sprintf("%d–%d", b.From, b.To)
		switch {
		case b.Again, b.From == b.To:
			faces = b.Text()
		case i > 0 && i == len(list)-1:
			faces = strconv.Itoa(b.From) + " up"
		}
		if b.Row == nil && !b.Made && !b.Open && len(parts) > 0 {
			if missed++; missed == 1 {
				continue // a plain miss is part of the first text
			}
		}
		parts = append(parts, faces+" "+bandText(b))
	}
	return strings.Join(parts, " │ ")
}

// bandText returns the meaning of a band of faces: the row of a table, the factor of a degree of success, or the label of a degree of
// failure.
func bandText(b rules.Band) string {
	switch {
	case b.Row != nil:
		return rules.MidSentence(b.Row.Label)
	case b.Open:
		return "one more die"
	case b.Made:
		return "×" + draw.Decimals(b.Degree.Factor, 2)
	}
	return strings.ToLower(b.Degree.Label)
}

// dieMeaning returns the meaning of the dice typed so far for need: of all of them for faced dice, otherwise of the first. It returns "" if
// text isn't a valid roll or has no known meaning.
func dieMeaning(need *rules.Need, text string) string {
	faces, err := command.ParseDice(text, need)
	if err != nil {
		return ""
	}
	if need.Faced != nil {
		return need.Faced.DescribeTyped(faces)
	}
	for _, b := range need.Bands {
		if faces[0] < b.From || faces[0] > b.To {
			continue
		}
		if b.Degree != nil && b.Made {
			return b.Degree.Label + " " + bandText(b)
		}
		return bandText(b)
	}
	return ""
}

// openTypistsMenu opens the list that sets whose dice are typed: a usual choice, or single combatants. Space toggles a combatant; Enter, or the
// number of a usual choice, selects that choice and closes the list. done, which may be nil, is called then, but not after Esc.
func (m menus) openTypistsMenu(done func()) {
	l := &picker{title: "Whose dice are typed?"}
	set := func(words string) bool { // runs the verb dice, and reports whether it succeeded
		_, err := m.d.session.Do(command.Command{Line: "dice " + words})
		if err != nil {
			m.d.showError(err)
		}
		return err == nil
	}
	l.load = func() []listItem { return m.typistItems() }
	l.toggle = func(it *listItem) {
		if it.line == "" { // a usual choice, not a combatant
			l.commit()
			return
		}
		set(it.name)
	}
	l.commit = func() {
		it := l.currentItem()
		if it == nil || it.line == "" && !set(it.name) { // a combatant's row was toggled already, so Enter on it sets nothing
			return
		}
		m.d.closeOverlay()
		text := "the program rolls the dice"
		if note := m.typedDiceNote(); note != "" {
			text = note + " are typed (D)"
		}
		m.d.showMessage(text)
		if done != nil {
			done()
		}
	}
	if m.d.session.Typists().Default == "players" {
		l.at = 1 // the row "No one's", since the current choice needs no change
	}
	m.d.openOverlay(l)
}

// typistItems returns the rows of the usual choices, and then a row for every combatant, ticked if its dice are typed. Only the combatants'
// rows have a line.
func (m menus) typistItems() (items []listItem) {
	typists := m.d.session.Typists()
	var players []string
	for _, a := range m.d.session.State().Actors {
		if name := a.Sheet.Person.Player; a.IsPlayed() && !slices.Contains(players, name) {
			players = append(players, name)
		}
	}
	for _, row := range [][3]string{ // word of the verb dice, label, and note
		{"players", "The players'", strings.Join(players, ", ")}, {"nobody", "No one's", "the program rolls"}, {"all", "Everyone's", "every die is asked for"},
	} {
		sign := collect.Choose(typists.Default == row[0] && len(typists.Exceptions) == 0, "●", " ")
		items = append(items, listItem{name: row[0], label: row[1], sign: sign, note: func() string { return row[2] }})
	}
	for _, a := range m.d.session.State().Actors {
		sign := collect.Choose(m.d.session.TypesDice(a.Key), "[x]", "[ ]")
		items = append(items, listItem{name: a.Key, label: a.Name, sign: sign, role: m.d.sideRole(a), group: "one by one, Space",
			hint: a.Sheet.Person.Player, line: "dice " + a.Key})
	}
	return items
}

// typedDiceNote summarizes whose dice are typed, or returns "" if the program rolls all dice.
func (m menus) typedDiceNote() string {
	switch typists := m.d.session.Typists(); {
	case len(typists.Exceptions) > 0:
		return "some dice"
	case typists.Default == "players":
		return "players' dice"
	case typists.Default == "all":
		return "all dice"
	}
	return ""
}
