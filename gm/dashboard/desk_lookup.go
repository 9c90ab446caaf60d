package dashboard

import (
	"context"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/seats"
)

// Prompt lines that only show something (lookups), pastes, and the row of the prompt above the keys. A line is the text of a command. A
// picker is a list to choose from; some lists and forms compose a line, which the row shows.

// enterLine carries out the typed line. The verb begin first asks what to do about conditions that would continue from the last encounter.
func (d *Dashboard) enterLine() {
	text := strings.TrimSpace(d.prompt.edit.Text)
	if text == "" {
		d.prompt.close()
		return
	}
	d.prompt.rememberLine(text)
	d.prompt.historyIndex = len(d.prompt.history)
	if d.runLookup(text) {
		return
	}
	text = d.withTickedSubjects(text)
	if verb, _, _ := strings.Cut(text, " "); verb == "begin" && d.session.Game().AtRest() {
		d.menus.settleEncounterThen("begin", func() { d.doLine(text) }, nil)
		return
	}
	d.menus.declareLine(text)
}

// runLookup runs a line that only shows or opens something and isn't for the session. It reports whether text was such a line.
func (d *Dashboard) runLookup(text string) bool {
	verb, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	if l, err := d.session.Game().Parse(text); err == nil && l.Verb == "finish" && len(l.Words)+len(l.Options) == 0 {
		verb, rest = l.Verb, "" // as a phrase, such as `end scene`
	}
	switch verb {
	case "odds":
		d.lookUpOdds(rest)
	case "why":
		p, err := d.pages.whyPage(rest)
		d.showLookup(p, err)
	case "sheet":
		if d.session.State().Find(rest) != nil {
			d.selected = rest
		}
		d.prompt.close()
		d.showSheet()
	case "scene":
		if rest != "" {
			return false
		}
		d.prompt.close()
		d.menus.openSceneMenu()
	case "build":
		d.menus.buildByName(rest)
	case "hand":
		if !d.session.Rules().HasDecks() {
			return false
		}
		d.showHand(rest)
	case "advise":
		d.menus.showAdvice(rest)
	case "whatif":
		d.forecast.showWhatIf(rest)
	case seats.Verb:
		d.phones.runSeatsLine(rest)
	case "help":
		d.prompt.close()
		d.menus.showHelp()
	case "finish":
		if rest != "" {
			return false
		}
		d.prompt.close()
		d.menus.openEndMenu("", nil, nil)
	case "quit":
		d.quit()
	default:
		return false
	}
	return true
}

// lookUpOdds shows the odds of a line once they are computed.
func (d *Dashboard) lookUpOdds(line string) {
	preview, err := d.preview(line)
	if err != nil {
		d.showError(err)
		return
	}
	game, state := d.presentGame(), d.session.State()
	d.computeAndWait(func(ctx context.Context) func() {
		short, _ := game.WithContext(ctx).LineOdds(line, false)
		whole, _ := game.WithContext(ctx).LineOdds(line, true)
		return func() {
			if d.presentGame(); d.state == state { // presentGame updates d.state; if the session is unchanged, the odds are cached
				d.odds.get(line, func() command.LineOdds { return short })
				d.odds.get(line+"\n", func() command.LineOdds { return whole }) // full odds are cached under the line and a line break
			}
			const width, height = 60, 60 // enough for the full page
			p := d.pages.previewPage(&preview, line, width, height)
			if !d.showAllOdds {
				p.Rule()
				d.pages.addAllOddsLines(p, line)
			}
			d.showLookup(p, nil)
		}
	})
}

// showLookup shows a page or, if err isn't nil, the error.
func (d *Dashboard) showLookup(p *draw.Page, err error) {
	if err != nil {
		d.showError(err)
		return
	}
	d.prompt.close()
	d.showPage(p)
}

// insertPaste inserts pasted text where the user types, in one piece: neither its characters nor a final line break are handled as key
// presses. If nothing is being typed, it only shows a message.
func (d *Dashboard) insertPaste(text string) {
	if d.queueWhileWaiting("", func() { d.insertPaste(text) }) {
		return
	}
	line := strings.TrimRight(text, "\r\n")
	if d.mode() != modeText && line != text {
		defer func() {
			if d.message.text == "" {
				d.showMessage("Pasted. Press Enter to use it.")
			}
		}()
	}
	switch d.mode() {
	case modePrompt:
		d.prompt.edit.Insert(line)
		d.prompt.dropCompletions()
	case modeDie:
		topOverlay[*dialog](d).insert(line)
	case modeForm:
		d.showMessage(topOverlay[*form](d).insert(line))
	case modeText:
		topOverlay[*textEditor](d).insert(text)
	case modeList:
		d.showMessage(topOverlay[*picker](d).narrowFilter(strings.Join(strings.Fields(text), " ")))
	default:
		text := "Nowhere to paste. "
		if d.bindings.findBinding(d.mode(), ":") == nil {
			text += "Go back first with Esc."
		} else {
			text += "Open the prompt first with :."
		}
		d.showMessage(text)
	}
}

// drawPrompt draws the line above the keys: the line being typed or composed, the command of the past entry shown, a note about an open
// question, the builder's hint, or the players' proposals and the next event.
func (d *Dashboard) drawPrompt(c draw.Canvas) {
	c.Text(1, 0, ":", draw.RoleKey)
	if d.isTyping() {
		d.prompt.edit.Draw(c, 3, 0)
		return
	}
	if text := d.composedLine(); text != "" {
		c.Fit(3, 0, c.W-4, d.withNames(text), draw.RoleStrong)
		return
	}
	if d.isInPast() {
		c.Fit(3, 0, c.W-4, d.past.commandText(), draw.RoleDim)
		return
	}
	if note := d.tray.questionNote(); note != "" {
		c.Fit(3, 0, c.W-4, note, draw.RoleStrong)
		return
	}
	if b := findBuilder(d); b != nil {
		c.Fit(3, 0, c.W-4, b.nextHint(), draw.RoleDim)
		return
	}
	room := c.W - 4
	if d.mode() == modeDesk {
		room = d.tray.draw(c, 3) - 4
	}
	if room > 0 {
		text := d.nextLine()
		if !canAdvance(d) {
			text = strings.TrimPrefix(text, "n: ")
		}
		c.Fit(3, 0, room, text, draw.RoleDim)
	}
}

// plannedLine returns the line being composed or typed, or "" if there is none or the past is shown.
func (d *Dashboard) plannedLine() string {
	switch {
	case d.isInPast():
		return ""
	case d.isTyping():
		return strings.TrimSpace(d.prompt.edit.Text)
	}
	return d.composedLine()
}

// composedLine returns the line composed so far, or "" if nothing is being chosen.
func (d *Dashboard) composedLine() string {
	for i := len(d.overlays) - 1; i >= 0; i-- {
		if list, ok := d.overlays[i].(*picker); ok && list.line != nil {
			return list.line()
		}
		if f, ok := d.overlays[i].(*form); ok && f.line != nil {
			return f.line()
		}
	}
	return ""
}

// withTickedSubjects adds subjects to a line that names none: the ticked combatants or, at rest, the selected one. The result is "KEY: …",
// "… by KEYS" or "VERB KEYS …", as the line's verb requires. Without ticks, a line that passes time is unchanged and concerns everyone. At
// rest means that no one takes turns.
func (d *Dashboard) withTickedSubjects(text string) string {
	game, a := d.session.Game(), d.session.State().Find(d.selected)
	group := d.tickedActors()
	if a == nil || len(group) == 0 && !game.AtRest() {
		return text
	}
	l, err := game.Parse(text)
	hasSubject := l.Who != "" || slices.Contains(l.Words, "by")
	if err != nil || hasSubject || len(l.Words) == 0 && l.Action == nil {
		return text
	}
	whom := d.typedName(a.Key)
	if len(group) > 0 {
		whom = d.targetWords(a)
	}
	head, options, _ := strings.Cut(text, ",")
	_, _, groupErr := game.ParseLeadingGroup(l.Words)
	_, _, actorErr := game.ParseLeadingActor(l.Words)
	namesActor := actorErr == nil || game.RefuseAbsentLead(l.Words) != nil // the line names an actor who is present, or a character who isn't
	switch {
	case groupErr != nil && namesActor: // it names a combatant
		return text
	case l.Action != nil && l.Action.Whom, l.Verb == "pass" && len(group) == 0: // a targeted action has one actor; time passes for all
		return text
	case l.IsDeclaration() && len(group) > 0: // the whole group makes the same check
		text = strings.TrimSpace("roll "+strings.TrimPrefix(strings.TrimPrefix(head, "check "), "task ")) + " by " + whom
	case l.IsDeclaration():
		return whom + ": " + text
	case l.Verb == "roll" || l.Verb == "pass":
		text = head + " by " + whom
	case groupErr == nil || !game.Verbs.Get(l.Verb).TakesSeveral: // it names a group, or the verb takes only one combatant
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

// showHand shows the hand of a combatant, or of its side, after a confirmation; who is the combatant's name.
func (d *Dashboard) showHand(who string) {
	a, err := d.session.Game().Actor(who)
	if err != nil {
		d.showMessage(err.Error())
		return
	}
	d.prompt.close()
	d.confirmHand(a)
}

// showSheet shows the sheet of the selected combatant.
func (d *Dashboard) showSheet() {
	if actor := d.shownState().Find(d.selected); actor != nil {
		d.showWithHand(d.pages.sheetPage(actor), actor)
		return
	}
	d.showMessage(d.nobodyText())
}
