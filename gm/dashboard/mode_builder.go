package dashboard

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The encounter builder: an editor of an encounter's combatants, scene and texts, which are written to the encounter's file. The likely
// result of the fight is simulated in the background. mode_builderview.go draws the builder. A combatant is based on a character's file
// (From), whose sheet has a name, a short name and looks; the encounter can replace these and adds a side, a tactic by which the
// program plays the combatant, and a place in metres. The cast are the characters that the campaign names.

// builder is an encounter being built: the text to read aloud, the scene and the combatants, with the likely result. It is a draft of a
// file and changes nothing in the session.
type builder struct {
	d           *Dashboard
	draft       campaign.Encounter // encounter as edited so far
	at          int                // index of the current row: rowLabel to rowScene, or headRows plus the index of a combatant
	top         int                // index of the first visible line, as last drawn
	odds        *draw.Page         // likely result of the fight, as simulated so far, or the reason why it can't be simulated
	playersSide string             // key of the side drawn as the players' own
	stop        context.CancelFunc // cancels the latest simulation; nil if there was none
	changed     bool               // whether the draft differs from its file
}

// The rows of a builder above the combatants.
const (
	rowLabel = iota // name of the encounter
	rowRead         // text to read aloud
	rowNotes        // notes for the game master
	rowScene        // situations, such as light and weather
	headRows        // number of rows above the combatants
)

// mode returns modeBuild, the mode whose keys the builder uses.
func (b *builder) mode() mode { return modeBuild }

// wheel moves the cursor by a number of rows.
func (b *builder) wheel(by int) { b.moveCursor(by) }

// moveCursor moves the cursor down by a number of rows, or up if by is negative.
func (b *builder) moveCursor(by int) { b.at = moveIndex(b.at, by, headRows+len(b.draft.Combatants)) }

// openBuildMenu lists a new encounter and those of the campaign, to build one.
func (m menus) openBuildMenu() {
	if m.d.session.Campaign().Home() == "" {
		m.d.showRefusal("No folder for encounters. Create one with `hybrid new campaign NAME`.")
		return
	}
	items := []listItem{{name: "new", label: "A new encounter …", run: func() { m.askNewName() }}}
	for _, e := range m.d.session.Campaign().Encounters() {
		items = append(items, listItem{name: e.Name, label: e.Label, hint: command.CountText(len(e.Combatants), "takes part", "take part"),
			inspect: func() *draw.Page { return m.d.pages.encounterPage(e) }, run: func() { m.openBuilder(*e) }})
	}
	l := &picker{title: "Build which encounter?", load: func() []listItem { return items }}
	l.inspect = m.d.pages.itemPage
	m.d.openOverlay(l)
}

// buildByName opens the builder for the encounter with the given name or label or, if there is none, openBuildMenu.
func (m menus) buildByName(name string) {
	m.d.prompt.close()
	if e, ok := m.d.session.Campaign().Encounter(name); ok && m.d.session.Campaign().Home() != "" {
		m.openBuilder(*e)
		return
	}
	m.openBuildMenu()
}

// askNewName asks for the name of a new encounter, which determines its file name, and opens its builder.
func (m menus) askNewName() {
	m.d.openOverlay(&dialog{d: m.d, title: "New encounter", label: "name", hint: "the name shown in lists", take: func(text string) error {
		name := campaign.FileName(text)
		if name == "" {
			return errors.New("Enter a name that contains a letter.")
		}
		if _, exists := m.d.session.Campaign().Encounter(name); exists {
			return message.Exists(name, "Choose it in the list, or use another name")
		}
		m.d.overlays = nil
		m.openBuilder(campaign.Encounter{Name: name, Label: text})
		return nil
	}})
}

// openBuilder opens the builder for an encounter; e is not changed.
func (m menus) openBuilder(e campaign.Encounter) {
	e.Situations, e.Combatants = slices.Clone(e.Situations), slices.Clone(e.Combatants)
	b := &builder{d: m.d, draft: e, odds: &draw.Page{}}
	m.d.overlays = nil
	m.d.openOverlay(b)
	b.simulateDraft()
}

// markChanged marks the draft as changed and restarts its simulation.
func (b *builder) markChanged() {
	b.changed = true
	b.simulateDraft()
}

// simulateDraft simulates the current draft in the background, for at most 20 seconds, and cancels the previous simulation. The displayed
// result becomes more precise while the simulation runs.
func (b *builder) simulateDraft() {
	if b.stop != nil {
		b.stop()
	}
	b.odds, b.playersSide = &draw.Page{}, b.draft.PlayersSide(b.d.session.Campaign())
	sim, err := simulate.FromEncounter(b.d.session.Campaign(), &b.draft)
	if err != nil {
		text, _ := errorText(err)
		b.odds.Text(draw.RoleDim, text)
		return
	}
	sim.Workers = 1                                       // leaves the other cores to the dashboard
	deliver := func(result *simulate.Result, err error) { // shows a result or an error
		p := &draw.Page{}
		if err != nil {
			text, _ := errorText(err)
			p.Text(draw.RoleDim, text)
		} else {
			addFightForecast(p, sim.Rules, result)
		}
		b.odds = p
	}
	b.odds.Text(draw.RoleDim, "fighting …")
	// Unlike the context that computeLater passes, this one is also cancelled when the draft changes.
	var ctx context.Context
	ctx, b.stop = context.WithTimeout(context.Background(), 20*time.Second)
	deliverUnlessCanceled := func(result *simulate.Result, err error) {
		if ctx.Err() != context.Canceled {
			deliver(result, err)
		}
	}
	b.d.computeLater(func(context.Context) func() {
		_, err := sim.RunUntil(ctx, b.d.precision, func(part *simulate.Part) {
			b.d.Post(func() { deliverUnlessCanceled(part.Fight.Result(&part.Counts), nil) })
		})
		return func() {
			if err != nil {
				deliverUnlessCanceled(nil, err)
			}
		}
	})
}

// editRow opens the editor, the list or the form for the current row.
func (b *builder) editRow() {
	switch b.at {
	case rowLabel:
		b.askLine("name", b.draft.Label, func(text string) { b.draft.Label = text })
	case rowRead:
		b.askText("read aloud", b.draft.Read, func(text string) { b.draft.Read = text })
	case rowNotes:
		b.askText("notes for you", b.draft.Notes, func(text string) { b.draft.Notes = text })
	case rowScene:
		b.openSceneMenu()
	default:
		at := b.at - headRows
		sheet, _, err := b.d.session.Campaign().Character(b.draft.Combatants[at].From)
		if err != nil {
			b.d.showError(err)
			return
		}
		b.openPersonForm(b.draft.Combatants[at].From, sheet, at)
	}
}

// askText asks for a text of several lines and calls set with it if it was changed. Texts don't affect the simulation.
func (b *builder) askText(label, current string, set func(text string)) {
	b.d.openOverlay(newTextEditor(b.d, b.draft.Label+": "+label, strings.TrimSpace(current), func(text string) {
		if text != strings.TrimSpace(current) {
			set(text)
			b.changed = true
		}
	}))
}

// askLine asks for a line of text, which is current at first, and calls set with the text entered.
func (b *builder) askLine(label, current string, set func(text string)) {
	lineDialog := &dialog{d: b.d, title: b.draft.Label + ": " + label, label: label, take: func(text string) error {
		if text == "" && label == "name" {
			return errors.New("Enter a name.")
		}
		b.d.closeOverlay()
		set(text)
		b.changed = true
		return nil
	}}
	lineDialog.edit.Set(current)
	b.d.openOverlay(lineDialog)
}

// openSceneMenu lists the situations that the scene can have, to tick those with which it begins.
func (b *builder) openSceneMenu() {
	ticked := slices.Clone(b.draft.Situations)
	l := &picker{title: "scene: light, ground, weather"}
	l.load = func() (items []listItem) {
		for _, situation := range b.d.session.Rules().Situations.All {
			if !situation.CanLast() || !situation.Scene && !slices.Contains(ticked, situation.Name) {
				continue
			}
			sign := collect.Choose(slices.Contains(ticked, situation.Name), "[x]", "[ ]")
			items = append(items, listItem{name: situation.Name, label: situation.Label, sign: sign, aliases: situation.Also, group: rules.ReadableName(situation.Group)})
		}
		return items
	}
	l.toggle = func(it *listItem) { ticked = tickSituation(b.d.session.Rules(), ticked, it.name) }
	l.commit = func() {
		b.d.closeOverlay()
		b.draft.Situations = ticked
		b.markChanged()
	}
	b.d.openOverlay(l)
}

// personFields holds the fields of the form that asks how a combatant takes part.
type personFields struct {
	b       *builder
	sheet   *rules.Sheet       // content of the character's file
	ownName string             // name on the sheet, or one made from the file's name
	before  campaign.Combatant // combatant before the form was opened
	at      int                // index of the combatant in the draft; negative for new ones

	count, name, side, tactic, place, short, looks *formField // fields; count is the number of combatants, place is in metres
}

// openPersonForm opens the form that asks how combatants take part: the one at index at or, if at is negative, one or several new ones. from is
// the name of their character file, and sheet its content.
func (b *builder) openPersonForm(from string, sheet *rules.Sheet, at int) {
	p := &personFields{b: b, sheet: sheet, ownName: cmp.Or(sheet.Person.Name, rules.ReadableName(from)), before: campaign.Combatant{From: from}, at: at}
	if at >= 0 {
		p.before = b.draft.Combatants[at]
	}
	p.count = &formField{label: p.ownName + " ×", number: true, isHidden: func() bool { return at >= 0 }}
	p.count.setValue("1")
	p.name = &formField{label: "named"}
	p.name.setValue(cmp.Or(p.before.Name, p.ownName))
	p.count.letterField = func(string) *formField { return p.name } // letters typed into the number go to the name
	p.side = &formField{label: "side", choices: b.sideChoices(p.before, sheet)}
	if p.side.allowsOwn = !b.d.session.Rules().UsesSides(); p.side.allowsOwn {
		p.side.suffix = func() string { return "or typed" }
	}
	p.tactic = &formField{label: "tactic", choices: append([]string{"the usual one"}, b.d.session.Rules().Tactics.Names()...)}
	p.tactic.chosen = max(0, slices.Index(p.tactic.choices, p.before.Tactic))
	p.place = &formField{label: "at", number: true, suffix: func() string { return "m along the line; empty if it doesn't matter" }}
	if p.before.Place != nil {
		p.place.setValue(draw.Tenths(*p.before.Place))
	}
	p.short, p.looks = &formField{label: "short"}, &formField{label: "looks like", suffix: func() string { return "shown until the name is known" }}
	p.short.setValue(cmp.Or(p.before.Short, sheet.Person.Short))
	p.looks.setValue(cmp.Or(p.before.Looks, sheet.Person.Looks))
	f := &form{d: b.d, title: "Who takes part?", fields: []*formField{p.count, p.name, p.side, p.tactic, p.place, p.short, p.looks}}
	if at >= 0 {
		f.at = 1 // the cursor is on the name, since the number is hidden
	}
	below := strings.Join(nonEmpty(sheet.Person.Kind, strings.Join(itemLabels(sheet), ", ")), " · ")
	f.below = func() string { return below }
	f.submitValues, f.onSubmit = p.submit, b.markChanged
	b.d.openOverlay(f)
}

// submit changes the combatant in the draft, or adds the new ones. It returns an error if a value isn't allowed.
func (p *personFields) submit() error {
	otherThan := func(field *formField, own string) string { // returns the text of field, or "" if it is own, the character's own value
		if text := strings.TrimSpace(field.edit.Text); text != own {
			return text
		}
		return ""
	}
	now := p.before
	now.Name, now.Short, now.Looks = otherThan(p.name, p.ownName), otherThan(p.short, p.sheet.Person.Short), otherThan(p.looks, p.sheet.Person.Looks)
	now.Side, now.Tactic, now.Place = p.side.choices[p.side.chosen], "", nil
	if p.tactic.chosen > 0 {
		now.Tactic = p.tactic.choices[p.tactic.chosen]
	}
	if text := strings.TrimSpace(p.place.edit.Text); text != "" {
		metres, err := command.ParseAmount(text, "")
		if err != nil {
			return err
		}
		now.Place = &metres
	}
	if p.at >= 0 {
		p.b.draft.Combatants[p.at] = now
		return nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(p.count.edit.Text))
	if err != nil || n < 1 || n > 50 {
		return errors.New("Enter a number from 1 to 50.")
	}
	p.b.addCombatants(now, n)
	return nil
}

// addCombatants adds n copies of a combatant, with numbers after their names if n is above 1, and moves the cursor to the first one.
func (b *builder) addCombatants(combatant campaign.Combatant, n int) {
	b.at = headRows + len(b.draft.Combatants)
	b.draft.Enlist(combatant, n)
}

// openAddMenu lists the characters who can be added. If several of the party's characters are missing, the first row adds all of them.
func (b *builder) openAddMenu() {
	var first []listItem
	party, names := b.missingParty()
	if len(party) > 1 {
		first = append(first, listItem{name: "the party", label: "The party", group: "everyone", note: func() string { return strings.Join(names, ", ") }, run: func() {
			b.d.closeOverlay()
			at := headRows + len(b.draft.Combatants)
			for _, m := range party {
				b.addCombatants(m, 1)
			}
			b.at = at // the first combatant added
			b.markChanged()
		}})
	}
	b.d.menus.openCastMenu("Who takes part?", func(string) bool { return false }, func(from string, sheet *rules.Sheet) {
		b.d.closeOverlay()
		b.openPersonForm(from, sheet, -1)
	}, first...)
}

// missingParty returns the cast's characters with a player who don't take part yet, as combatants for the draft, and their names.
func (b *builder) missingParty() (party []campaign.Combatant, names []string) {
	c := b.d.session.Campaign()
	for _, from := range c.Cast() {
		sheet, _, err := c.Character(from)
		takesPart := slices.ContainsFunc(b.draft.Combatants, func(m campaign.Combatant) bool { return m.From == from })
		if err != nil || takesPart || !sheet.HasPlayer() {
			continue
		}
		m := campaign.Combatant{From: from}
		m.Side = b.sideChoices(m, sheet)[0]
		party, names = append(party, m), append(names, cmp.Or(sheet.Person.Short, sheet.Person.Name))
	}
	return party, names
}

// sideChoices returns the sides for a combatant, the likeliest first: its current side; then, from the draft and the campaign's
// encounters, the sides of the same character and of characters of the same kind (with or without a player); then its default side; then
// all others.
func (b *builder) sideChoices(combatant campaign.Combatant, sheet *rules.Sheet) (list []string) {
	add := func(side string) {
		if side != "" && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	add(combatant.Side)
	c := b.d.session.Campaign()
	addSides := func(e *campaign.Encounter, onlyAlike bool) { // adds the sides of e; if onlyAlike is set, only those described above
		for _, m := range e.Combatants {
			other, _, err := c.Character(m.From)
			if err == nil && (m.From == combatant.From || !onlyAlike || other.HasPlayer() == sheet.HasPlayer()) {
				add(m.Side)
			}
		}
	}
	for _, onlyAlike := range []bool{true, false} {
		addSides(&b.draft, onlyAlike)
		for _, e := range c.Encounters() {
			addSides(e, onlyAlike)
		}
		add(defaultSide(sheet)) // the default side precedes the sides of the other kind of characters
	}
	add("party")
	add("others")
	return list
}

// removeCurrent removes the current combatant.
func (b *builder) removeCurrent() {
	if at := b.at - headRows; at >= 0 {
		b.draft.Combatants = slices.Delete(b.draft.Combatants, at, at+1)
		b.moveCursor(0)
		b.markChanged()
	}
}

// leaveBuilder closes the builder. If there are changes, it asks whether to write them first.
func (b *builder) leaveBuilder() {
	if !b.changed {
		b.closeBuilder()
		return
	}
	items := []listItem{
		{name: "write", label: "Write it first …", run: func() { b.d.closeOverlay(); b.previewFile() }},
		{name: "discard", label: "Leave without writing", run: func() { b.d.closeOverlay(); b.closeBuilder() }},
	}
	b.d.openOverlay(&picker{title: "Not written yet. Leave? Esc keeps building", load: func() []listItem { return items }})
}

// closeBuilder closes the builder and cancels the running simulation.
func (b *builder) closeBuilder() {
	if b.stop != nil {
		b.stop()
	}
	b.d.closeOverlay()
}

// previewFile shows the encounter's file as it would be written, with its changes; Enter writes it.
func (b *builder) previewFile() {
	c := b.d.session.Campaign()
	file, old, err := c.EncounterFile(b.draft.Name)
	text := ""
	if err == nil {
		text, err = c.EncounterText(&b.draft, old)
	}
	if err != nil {
		b.d.showError(err)
		return
	}
	if text == string(old) {
		b.d.showMessage("Nothing has changed in " + file)
		return
	}
	v := &pageView{page: diffPage(string(old), text)}
	v.page.Title = filepath.Join("encounters", filepath.Base(file))
	v.write = func() {
		file, err := c.WriteEncounter(b.draft.Name, text, old)
		b.d.closeOverlay()
		if err != nil {
			b.d.showError(err)
			return
		}
		b.changed = false // so that leaveBuilder doesn't ask
		b.leaveBuilder()
		b.d.showMessage("written: " + file)
	}
	b.d.openOverlay(v)
}

// diffPage returns a page with the lines of old and now: removed lines follow −, added lines +.
func diffPage(old, now string) *draw.Page {
	p := &draw.Page{}
	for _, line := range campaign.Diff(old, now) {
		switch line.Sign {
		case '-':
			p.Text(draw.RoleLow, "− "+line.Text)
		case '+':
			p.Text(draw.RoleGood, "+ "+line.Text)
		default:
			p.Text(draw.RoleDim, "  "+line.Text)
		}
	}
	return p
}
