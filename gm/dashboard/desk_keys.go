package dashboard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/guard"
	"hybrid/rules"
)

// All keys, as tables by mode, and the handling of key presses. A new key is added as a line here; desk_turnkeys.go has the keys for
// turns in rounds. The desk is the screen with nothing open; at rest means that no one takes turns, since no fight is running. An overlay
// is what is open above the desk: a list (picker), a form, a dialog, or a page (pageView, briefing).

// mode is the part of the program that is open on the screen and handles key presses. A key has one function in each
// mode.
type mode int

// binding is a key in a mode. Only the table of bindings defines a key; the bottom line and the help are made from it.
type binding struct {
	mode  mode               // mode in which the key works
	names []string           // keys that run it, as named by keyName; the bottom line shows the first
	label string             // text in the bottom line; "" to omit the key there
	help  string             // description of what the key does, for the help and the list of all keys
	run   func(d *Dashboard) // called when the key is pressed; nil for a key that is only shown, since it is handled as typed text
}

// builtInBindings lists the keys of the program itself.
func builtInBindings() []binding {
	return slices.Concat(deskBindings(), readBindings(), pastBindings(), typeBindings(), scrollBindings(modeNotices), formBindings(), textBindings(), briefingBindings(), builderBindings())
}

// scrollBindings returns the keys that scroll in the mode m. down lists further names of the key that scrolls down by a row.
func scrollBindings(m mode, down ...string) []binding {
	scroll := func(rows func(scroller) int) func(*Dashboard) {
		return func(d *Dashboard) { top := topOverlay[scroller](d); top.scroll(rows(top)) }
	}
	scrollBy := func(rows int) func(*Dashboard) { return scroll(func(scroller) int { return rows }) }
	return []binding{
		{m, append([]string{"↓", "j"}, down...), "", "down", scrollBy(1)},
		{m, []string{"↑", "k"}, "", "up", scrollBy(-1)},
		{m, []string{"PgDn", "Space"}, "", "down a page", scroll(scroller.screenful)},
		{m, []string{"PgUp"}, "", "up a page", scroll(func(v scroller) int { return -v.screenful() })},
		{m, []string{"Home"}, "", "go to the top", scrollBy(-1 << 20)}, // more rows than any page has
		{m, []string{"End"}, "", "go to the end", scrollBy(1 << 20)},
	}
}

// textBindings returns the keys of the editor of texts.
func textBindings() []binding {
	withEditor := func(do func(*textEditor)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*textEditor](d)) }
	}
	return []binding{
		{modeText, []string{"Tab", "Ctrl-S"}, "save", "save the text", withEditor((*textEditor).submit)},
		{modeText, []string{"Enter"}, "new line", "start a new line; twice starts a paragraph", withEditor(func(e *textEditor) { e.insert("\n") })},
		{modeText, []string{"↑", "Ctrl-P"}, "", "up", withEditor(func(e *textEditor) { e.moveRows(-1) })},
		{modeText, []string{"↓", "Ctrl-N"}, "", "down", withEditor(func(e *textEditor) { e.moveRows(1) })},
		{modeText, []string{"←", "Ctrl-B"}, "", "left", withEditor(func(e *textEditor) { e.edit.MoveLeft() })},
		{modeText, []string{"→", "Ctrl-F"}, "", "right", withEditor(func(e *textEditor) { e.edit.MoveRight() })},
		{modeText, []string{"Home", "Ctrl-A"}, "", "go to the start of the line", withEditor(func(e *textEditor) { e.moveToRowEnd(false) })},
		{modeText, []string{"End", "Ctrl-E"}, "", "go to the end of the line", withEditor(func(e *textEditor) { e.moveToRowEnd(true) })},
		{modeText, []string{"Backspace"}, "", "delete the character before the cursor", withEditor(func(e *textEditor) { e.edit.Backspace() })},
		{modeText, []string{"Delete", "Ctrl-D"}, "", "delete the character under the cursor", withEditor(func(e *textEditor) { e.edit.Delete() })},
		{modeText, []string{"Ctrl-W"}, "", "delete the word before the cursor", withEditor(func(e *textEditor) { e.edit.EraseWord() })},
		{modeText, []string{"Ctrl-K"}, "", "delete everything after the cursor", withEditor(func(e *textEditor) { e.edit.EraseToLineEnd() })},
		{modeText, []string{"Alt-B", "Alt-←"}, "", "a word to the left", withEditor(func(e *textEditor) { e.edit.MoveWordLeft() })},
		{modeText, []string{"Alt-F", "Alt-→"}, "", "a word to the right", withEditor(func(e *textEditor) { e.edit.MoveWordRight() })},
		{modeText, []string{"Esc"}, "back", "go back without saving; asks if the text changed", withEditor((*textEditor).leaveEditor)},
	}
}

// formBindings returns the keys of forms.
func formBindings() []binding {
	withForm := func(do func(*form)) func(*Dashboard) { return func(d *Dashboard) { do(topOverlay[*form](d)) } }
	return []binding{
		{modeForm, []string{"Enter"}, "do it", "submit the form", withForm((*form).submit)},
		{modeForm, []string{"Tab", "↓"}, "next field", "go to the next field", withForm(func(f *form) { f.moveField(1) })},
		{modeForm, []string{"Shift-Tab", "↑"}, "", "go to the previous field", withForm(func(f *form) { f.moveField(-1) })},
		{modeForm, []string{"→"}, "turn", "next choice; in a text field, move the cursor", withForm(func(f *form) { f.changeChoice(1) })},
		{modeForm, []string{"←"}, "", "previous choice", withForm(func(f *form) { f.changeChoice(-1) })},
		{modeForm, []string{"Backspace"}, "", "delete the last character", withForm((*form).erase)},
		{modeForm, []string{"Esc"}, "back", "go back without changing anything", (*Dashboard).closeOverlay},
	}
}

// builderBindings returns the keys of the encounter builder and of its file's preview.
func builderBindings() []binding {
	withBuilder := func(do func(*builder)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*builder](d)) }
	}
	return append([]binding{
		{modeBuild, []string{"Enter"}, "change", "change the row under the cursor", withBuilder((*builder).editRow)},
		{modeBuild, []string{"+"}, "add", "add the party, a character or a whole group", withBuilder((*builder).openAddMenu)},
		{modeBuild, []string{"-"}, "remove", "remove the combatant under the cursor", withBuilder((*builder).removeCurrent)},
		{modeBuild, []string{"w"}, "write", "preview the file, then write it", withBuilder((*builder).previewFile)},
		{modeBuild, []string{"Esc", "q"}, "leave", "leave the builder; asks if something isn't written", withBuilder((*builder).leaveBuilder)},
		{modeBuild, []string{"S"}, "scene", "edit the scene: light, ground, weather", withBuilder((*builder).openSceneMenu)},
		{modeBuild, []string{"R"}, "read aloud", "edit the text to read aloud at the start", withBuilder(func(b *builder) { b.at = rowRead; b.editRow() })},
		{modeBuild, []string{"N"}, "notes", "edit your own notes", withBuilder(func(b *builder) { b.at = rowNotes; b.editRow() })},
		{modeBuild, []string{"↓", "j"}, "", "down", withBuilder(func(b *builder) { b.moveCursor(1) })},
		{modeBuild, []string{"↑", "k"}, "", "up", withBuilder(func(b *builder) { b.moveCursor(-1) })},
		{modeBuild, []string{"?"}, "help", "help", func(d *Dashboard) { d.menus.showHelp() }},
		{modeFile, []string{"Enter"}, "write it", "write the file", func(d *Dashboard) { topOverlay[*pageView](d).write() }},
		{modeFile, []string{"Esc", "q"}, "back", "go back without writing", (*Dashboard).closeOverlay},
	}, scrollBindings(modeFile)...)
}

// briefingBindings returns the keys of the briefing, the page shown before an encounter.
func briefingBindings() []binding {
	return append([]binding{
		{modeBriefing, []string{"Enter"}, "continue", "continue; in a new campaign, begin the scene under the mark", (*Dashboard).enterBriefing},
		{modeBriefing, []string{"b"}, "begin", "begin the scene under the mark, on the campaign's page", func(d *Dashboard) { d.beginMarked() }},
		{modeBriefing, []string{"e"}, "recap", "edit the recap of the session, on the campaign's page", (*Dashboard).editRecap},
		{modeBriefing, []string{"T"}, "tour", "start the tour, if offered", func(d *Dashboard) {
			if d.offerTour {
				d.wantsTour = true
				d.app.Stop()
			}
		}},
		{modeBriefing, []string{"w"}, "attendance", "attendance: characters whose players are away, and how they are played", func(d *Dashboard) { d.menus.openAttendanceMenu(false) }},
		{modeBriefing, []string{"V"}, "handouts", "show a handout to all players and on the table screen", func(d *Dashboard) { d.menus.openHandoutMenu() }},
		{modeBriefing, []string{":"}, "", "type a command; the page stays open below it", func(d *Dashboard) { d.prompt.openWith("") }},
		{modeBriefing, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.showHelp() }},
		{modeBriefing, []string{"n"}, "", "close, and advance", advanceFromPage},
		{modeBriefing, []string{"Esc", "q"}, "back", "go back without changing anything", (*Dashboard).closeOverlay},
		{modeBriefing, []string{"↓", "j"}, "", "down: the next scene on the campaign's page", func(d *Dashboard) { topOverlay[*briefing](d).moveMark(d, 1) }},
		{modeBriefing, []string{"↑", "k"}, "", "up: the scene before on the campaign's page", func(d *Dashboard) { topOverlay[*briefing](d).moveMark(d, -1) }},
		{modeBriefing, []string{numberKeys}, "", "mark the scene with this number, on the campaign's page", nil},
	}, scrollBindings(modeBriefing)[2:]...) // without the first two, which move by a row
}

// forSelected returns the function of a key that calls do with the selected combatant, or shows a message if there is none.
func forSelected(do func(m menus, a *rules.Actor)) func(*Dashboard) {
	return func(d *Dashboard) {
		if a := d.session.State().Find(d.selected); a != nil {
			do(d.menus, a)
			return
		}
		d.showMessage(d.nobodyText())
	}
}

// deskBindings returns the keys of the desk, from which a fight is run.
func deskBindings() []binding {
	return []binding{
		{modeDesk, []string{"c"}, "check", "roll a check of a skill", forSelected(menus.openSkillMenu)},
		{modeDesk, []string{"Space"}, "", "tick the selected combatant, or untick it: what keys and lines do is done to all who are ticked", forSelected(menus.toggleTick)},
		{modeDesk, []string{"."}, "", "tick everyone on the side of the selected combatant", forSelected(menus.toggleTickSide)},
		{modeDesk, []string{"w"}, "wait", "wait, and declare at any later count; at rest, attendance", func(d *Dashboard) { d.menus.waitOrAttendance() }},
		{modeDesk, []string{"n"}, "next", "next: advance to the next event", func(d *Dashboard) { d.menus.nextEvent() }},
		{modeDesk, []string{"d"}, "damage", "damage the selected combatant by a hazard or bare dice", forSelected(func(m menus, a *rules.Actor) { m.openHurtForm(a, "") })},
		{modeDesk, []string{"/"}, "find", "find anything by a word, to do it or read about it", (*Dashboard).openPalette},
		{modeDesk, []string{"u"}, "undo", "undo the last entry", func(d *Dashboard) { d.doLine("undo") }},
		{modeDesk, []string{"?"}, "help", "help: the keys for this screen; press again for all keys", func(d *Dashboard) { d.menus.showHelp() }},
		{modeDesk, []string{"@"}, "ask", "ask the players of the selected combatant, or of all who are ticked, for a check on their phones", forSelected(menus.openAskMenu)},
		{modeDesk, []string{"y"}, "why", "explain a number", forSelected(menus.openWhyMenu)},
		{modeDesk, []string{"e"}, "conditions", "conditions: add or remove", forSelected(menus.openConditionMenu)},
		{modeDesk, []string{"m"}, "move", "set an ongoing activity: move, work, rest", forSelected(menus.openActivityMenu)},
		{modeDesk, []string{"b"}, "next scene", "begin a scene", func(d *Dashboard) { d.menus.openBeginMenu() }},
		{modeDesk, []string{"r"}, "hours pass", "pass time outside a fight: sleep, rest, a meal", func(d *Dashboard) { d.menus.openHoursMenu() }},
		{modeDesk, []string{"T"}, "emergencies", "list what still harms or threatens someone, how soon, and who can help", func(d *Dashboard) { d.menus.openEmergencyMenu() }},
		{modeDesk, []string{"!"}, "reminders", "reminders: set one, or drop one", func(d *Dashboard) { d.menus.openReminderMenu() }},
		{modeDesk, []string{"F"}, "end the fight", "end the fight: what ends and what continues", func(d *Dashboard) { d.menus.openEndMenu("", nil, nil) }},
		{modeDesk, []string{"H"}, "history", "history: revisit or amend any earlier moment", func(d *Dashboard) { d.past.openHistory() }},
		{modeDesk, []string{":"}, "line", "type a command", func(d *Dashboard) { d.prompt.openWith("") }},
		{modeDesk, []string{"L"}, "log", "go to the log; Enter opens an entry", func(d *Dashboard) { d.focus = focusLog }},
		{modeDesk, []string{"l"}, "numbers", "show or hide the numbers in the log", func(d *Dashboard) { d.log.numbersOff = !d.log.numbersOff }},
		{modeDesk, []string{"v"}, "sheet", "show the full sheet", (*Dashboard).showSheet},
		{modeDesk, []string{"s"}, "pools", "set a pool", func(d *Dashboard) { d.openPromptFor("set") }},
		{modeDesk, []string{"M"}, "destination", "move to someone, or to a place", forSelected(menus.openDestinationMenu)},
		{modeDesk, []string{"f"}, "flee", "flee by an exit or from the enemies, go after someone, or keep going", forSelected(menus.openFleeMenu)},
		{modeDesk, []string{"h"}, "in hand", "in hand: draw or swap an item", forSelected(menus.openItemMenu)},
		{modeDesk, []string{"i"}, "initiative", "roll initiative for the selected combatant", forSelected(menus.rollInitiative)},
		{modeDesk, []string{"I"}, "initiative of all", "roll initiative for everyone", func(d *Dashboard) { d.menus.rollAll() }},
		{modeDesk, []string{"P"}, "presets", "fire a prepared action whose trigger has come", func(d *Dashboard) { d.menus.openPresetsMenu() }},
		{modeDesk, []string{"z"}, "tactic acts", "let the NPC whose turn it is act by its tactic", func(d *Dashboard) { d.menus.actByTactic() }},
		{modeDesk, []string{"Z"}, "a side acts", "let an NPC side act until a player's character is affected", func(d *Dashboard) { d.menus.playSide() }},
		{modeDesk, []string{"g"}, "give up", "cancel the action in progress", func(d *Dashboard) { d.doLine(strings.TrimPrefix(d.selected+": give up", ": ")) }},
		{modeDesk, []string{"W"}, "skip an event", "skip the pending event of the selected combatant", forSelected(menus.openWaivePrompt)},
		{modeDesk, []string{"S"}, "scene", "scene: light, ground, weather", func(d *Dashboard) { d.menus.openSceneMenu() }},
		{modeDesk, []string{"G"}, "light", "set the light to its next level", func(d *Dashboard) { d.menus.cycleSituation() }},
		{modeDesk, []string{"R"}, "read aloud, notes", "read the scene's notes, and why edited rules aren't in use", func(d *Dashboard) { d.menus.showNotes() }},
		{modeDesk, []string{"C"}, "campaign", "the campaign: its scenes in order, its notes, and what happened last time", func(d *Dashboard) { d.menus.openCampaignScreen() }},
		{modeDesk, []string{"V"}, "handouts", "show a handout to all players and on the table screen", func(d *Dashboard) { d.menus.openHandoutMenu() }},
		{modeDesk, []string{"+"}, "add", "add a combatant or a whole group", func(d *Dashboard) { d.menus.openNewcomerMenu() }},
		{modeDesk, []string{"B"}, "build", "build an encounter: cast, places, scene, notes and likely result", func(d *Dashboard) { d.menus.openBuildMenu() }},
		{modeDesk, []string{"-"}, "leaves", "let someone leave, or go over to another side", forSelected(menus.openLeaveMenu)},
		{modeDesk, []string{"N"}, "note", "write a private note on the selected combatant; without the name, on a scene", func(d *Dashboard) { d.menus.openNote() }},
		{modeDesk, []string{"K"}, "knowledge", "show who knows what of the selected combatant; reveal or hide it", forSelected(menus.openKnowledgeMenu)},
		{modeDesk, []string{"J"}, "seats", "seats: open them for phones, admit or remove a device", func(d *Dashboard) { d.phones.runSeatsLine("") }},
		{modeDesk, []string{"Y"}, "accept a proposal", "carry out a player's proposal", func(d *Dashboard) { d.tray.withFirst(d.tray.acceptItem) }},
		{modeDesk, []string{"E"}, "edit a proposal", "edit a player's proposal at the prompt first", func(d *Dashboard) { d.tray.withFirst(d.tray.editItem) }},
		{modeDesk, []string{"X"}, "refuse a proposal", "refuse a player's proposal; a reason typed after the name appears on the phone", func(d *Dashboard) { d.tray.withFirst(d.tray.refuseItem) }},
		{modeDesk, []string{"%"}, "chances", "show how likely each side wins; press again for how the fight turned", func(d *Dashboard) { d.forecast.showChances(0) }},
		{modeDesk, []string{"A"}, "losses so far", "show the losses of this fight so far", (*Dashboard).showSummary},
		{modeDesk, []string{"x"}, "experience", "experience: points and their sources; award, train, buy", func(d *Dashboard) { d.menus.openExperienceMenu() }},
		{modeDesk, []string{"U", "Ctrl-R"}, "redo", "redo an undone entry", func(d *Dashboard) { d.doLine("redo") }},
		{modeDesk, []string{"D"}, "typed dice", "choose whose dice are typed: players, all, none, or one by one", func(d *Dashboard) { d.menus.openTypistsMenu(nil) }},
		{modeDesk, []string{"o"}, "rule sources", "show the source of each number's rule", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeDesk, []string{"t"}, "colours", "next colour theme", (*Dashboard).nextTheme},
		{modeDesk, []string{"q"}, "quit", "quit; everything is saved already, or you are asked", (*Dashboard).quit},
		{modeDesk, []string{"Ctrl-L"}, "", "redraw the screen", redrawAll},
		{modeDesk, []string{"Tab"}, "", "go to the next panel", func(d *Dashboard) { d.turnFocus(1) }},
		{modeDesk, []string{"Shift-Tab"}, "", "go to the previous panel", func(d *Dashboard) { d.turnFocus(-1) }},
		{modeDesk, []string{"j", "↓"}, "", "down in the panel", func(d *Dashboard) { d.moveCursor(1) }},
		{modeDesk, []string{"k", "↑"}, "", "up in the panel", func(d *Dashboard) { d.moveCursor(-1) }},
		{modeDesk, []string{"←"}, "", "go to the previous side, if sides have columns", func(d *Dashboard) { selectNeighbour(d, -1) }},
		{modeDesk, []string{"→"}, "", "go to the next side, if sides have columns", func(d *Dashboard) { selectNeighbour(d, 1) }},
		{modeDesk, []string{"PgDn"}, "", "scroll the log down", func(d *Dashboard) { d.turnPage(1) }},
		{modeDesk, []string{"PgUp"}, "", "scroll the log up", func(d *Dashboard) { d.turnPage(-1) }},
		{modeDesk, []string{"Home"}, "", "go to the first", func(d *Dashboard) { d.moveCursor(-1 << 20) }},
		{modeDesk, []string{"End"}, "", "go to the last", func(d *Dashboard) { d.moveCursor(1 << 20) }},
		{modeDesk, []string{"Enter"}, "", "open the sheet or entry under the cursor", (*Dashboard).openSelected},
		{modeDesk, []string{"Esc"}, "", "close the page on the right, back to the combatants", (*Dashboard).closeInspector},
	}
}

// leaveList closes the full odds of the current choice, if they are shown, otherwise the list.
func leaveList(d *Dashboard) {
	if list := topOverlay[*picker](d); d.showAllOdds && list.line != nil && d.isRolled(list.line()) {
		d.showAllOdds = false
		return
	}
	message := topOverlay[*picker](d).closedMessage
	if d.closeOverlay(); message != "" {
		d.showMessage(message)
	}
}

// readBindings returns the keys of lists and pages.
func readBindings() []binding {
	return append([]binding{
		{modeList, []string{"Enter"}, "choose", "choose the row under the cursor", func(d *Dashboard) { topOverlay[*picker](d).chooseCurrent() }},
		{modeList, []string{"Space"}, "tick", "tick an option; the odds follow at once", func(d *Dashboard) { topOverlay[*picker](d).toggleCurrent() }},
		{modeList, []string{"z"}, "by tactic", "answer for an NPC by its tactic", func(d *Dashboard) { d.menus.answerQuestionByTactic() }},
		{modeList, []string{"Esc"}, "back", "go back without changing anything", leaveList},
		{modeList, []string{"↓", "Ctrl-N", "Tab"}, "", "down", func(d *Dashboard) { topOverlay[*picker](d).moveCursor(1) }},
		{modeList, []string{"↑", "Ctrl-P", "Shift-Tab"}, "", "up", func(d *Dashboard) { topOverlay[*picker](d).moveCursor(-1) }},
		{modeList, []string{"PgDn"}, "", "down a page", func(d *Dashboard) { topOverlay[*picker](d).moveCursor(topOverlay[*picker](d).room) }},
		{modeList, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { topOverlay[*picker](d).moveCursor(-topOverlay[*picker](d).room) }},
		{modeList, []string{"→"}, "in hand", "use another item", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(1, 0) }},
		{modeList, []string{"←"}, "", "go back to the previous item", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(-1, 0) }},
		{modeList, []string{"+"}, "points", "spend one more point", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, 1) }},
		{modeList, []string{"-"}, "", "spend one point less", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, -1) }},
		{modeList, []string{"*"}, "keep", "keep this line as a favourite, on a number key", func(d *Dashboard) { d.menus.keepFavourite() }},
		{modeList, []string{"&"}, "and", "add a second action at the same time", func(d *Dashboard) { topOverlay[*picker](d).chooseSecond() }},
		{modeList, []string{"="}, "against", "let someone oppose this check: a contest", func(d *Dashboard) { topOverlay[*picker](d).chooseOpponent() }},
		{modeList, []string{"%"}, "odds", "show all odds: by degree, place and answer, with the value of each option", func(d *Dashboard) { d.showAllOdds = !d.showAllOdds }},
		{modeList, []string{"Ctrl-D"}, "further", "scroll the page on the right down", func(d *Dashboard) { d.inspector.ScrollHalfPages(1) }},
		{modeList, []string{"Ctrl-U"}, "", "scroll the page on the right up", func(d *Dashboard) { d.inspector.ScrollHalfPages(-1) }},
		{modeList, []string{"Ctrl-O"}, "why", "show the source of each number's rule", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeList, []string{"Backspace"}, "", "delete the last letter", func(d *Dashboard) { topOverlay[*picker](d).eraseLetter() }},
		{modeList, []string{":"}, "", "type a command; the list stays open below it", func(d *Dashboard) { d.prompt.openWith("") }},
		{modeList, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.showHelp() }},
		{modeList, []string{numberKeys}, "pick", "choose or tick the row with this number", nil},
		{modeList, []string{"a-z"}, "filter", "filter a list that has more than nine rows", nil},
		{modePage, []string{"Esc", "q"}, "close", "close", (*Dashboard).closeOverlay},
		{modePage, []string{"n"}, "", "close, and advance to the next event", advanceFromPage},
		{modePage, []string{":"}, "", "type a command; the page stays open below it", func(d *Dashboard) { d.prompt.openWith("") }},
		{modePage, []string{"?"}, "", "all keys", func(d *Dashboard) { d.menus.showHelp() }},
	}, scrollBindings(modePage, "Enter")...)
}

// pastBindings returns the keys of the history and of the plan of a changed past.
func pastBindings() []binding {
	return append([]binding{
		{modePast, []string{"↑", "k"}, "earlier", "previous entry", func(d *Dashboard) { d.past.moveCursor(1) }},
		{modePast, []string{"↓", "j"}, "later", "next entry", func(d *Dashboard) { d.past.moveCursor(-1) }},
		{modePast, []string{"Enter"}, "amend menu", "list the ways to amend this entry", func(d *Dashboard) { d.past.openAmendMenu() }},
		{modePast, []string{"m"}, "amend", "edit the command of this entry", func(d *Dashboard) { d.past.amendLine() }},
		{modePast, []string{","}, "", "add a forgotten option", func(d *Dashboard) { d.past.amendOption() }},
		{modePast, []string{"d"}, "dice", "change its dice", func(d *Dashboard) { d.past.amendDice() }},
		{modePast, []string{"o"}, "", "overrule one of its steps, with a reason", func(d *Dashboard) { d.past.openOverruleMenu() }},
		{modePast, []string{"1-9"}, "overrule", "overrule the step with this number", nil},
		{modePast, []string{"x"}, "delete", "delete the entry: it never happened", func(d *Dashboard) { d.past.amendDrop() }},
		{modePast, []string{"b"}, "", "insert a command before it", func(d *Dashboard) { d.past.openAmendBefore() }},
		{modePast, []string{"h"}, "damage", "insert forgotten damage before it", func(d *Dashboard) { d.past.hurtBefore() }},
		{modePast, []string{"-"}, "", "go back to the turn before", func(d *Dashboard) { d.past.moveTurn(1) }},
		{modePast, []string{"+"}, "", "go to the next turn", func(d *Dashboard) { d.past.moveTurn(-1) }},
		{modePast, []string{"w"}, "what if", "find out where another choice would have led", func(d *Dashboard) { d.past.openWhatIf() }},
		{modePast, []string{"%"}, "chances", "show how the fight of this entry turned", func(d *Dashboard) { d.forecast.showChances(d.past.seq) }},
		{modePast, []string{"g"}, "go back", "make this moment the present; undo returns", func(d *Dashboard) { d.past.makePresent() }},
		{modePast, []string{"Esc", "q", "H"}, "back to now", "go back to the present, unchanged", func(d *Dashboard) { d.past.leaveHistory() }},
		{modePast, []string{"→", "Tab"}, "combatant", "next combatant, as it was then", func(d *Dashboard) { d.past.moveCombatant(1) }},
		{modePast, []string{"←", "Shift-Tab"}, "", "previous combatant", func(d *Dashboard) { d.past.moveCombatant(-1) }},
		{modePast, []string{"PgUp"}, "", "go back a page of entries", func(d *Dashboard) { d.past.moveCursor(max(1, d.log.shownRows-1)) }},
		{modePast, []string{"PgDn"}, "", "go forward a page of entries", func(d *Dashboard) { d.past.moveCursor(-max(1, d.log.shownRows-1)) }},
		{modePast, []string{"Home"}, "", "go to the first entry", func(d *Dashboard) { d.past.moveCursor(1 << 30) }},
		{modePast, []string{"End"}, "", "go to the last entry", func(d *Dashboard) { d.past.moveCursor(-1 << 30) }},
		{modePast, []string{"Ctrl-D"}, "", "scroll the page on the right down", func(d *Dashboard) { d.inspector.ScrollHalfPages(1) }},
		{modePast, []string{"Ctrl-U"}, "", "scroll the page on the right up", func(d *Dashboard) { d.inspector.ScrollHalfPages(-1) }},
		{modePast, []string{"Ctrl-O"}, "", "show the parts of each number and the sources of their rules", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modePast, []string{"/"}, "find", "show only entries with the typed words; a number after them overrules that step", func(d *Dashboard) { d.past.filterHistory() }},
		{modePast, []string{":"}, "", "type a command", func(d *Dashboard) { d.prompt.openWith("") }},
		{modePast, []string{"?"}, "help", "show the keys for this screen; press again for all keys", func(d *Dashboard) { d.menus.showHelp() }},
		{modePlan, []string{"Enter"}, "accept", "accept the amended past; undo takes it back", func(d *Dashboard) { d.doLine("accept") }},
		{modePlan, []string{"Esc"}, "discard", "discard the plan; everything stays as it was", func(d *Dashboard) { d.doLine("refuse") }},
		{modePlan, []string{"m"}, "amend more", "keep the plan and amend something else, too", func(d *Dashboard) { d.closeOverlay(); d.showMessage(planKeptText) }},
	}, scrollBindings(modePlan)...)
}

// typeBindings returns the keys of the prompt and of dialogs that ask for a line.
func typeBindings() []binding {
	return []binding{
		{modePrompt, []string{"Enter"}, "do it", "carry out the command", (*Dashboard).enterLine},
		{modePrompt, []string{"Tab"}, "complete", "complete the word; press again for the next match", func(d *Dashboard) { d.completeLine(1) }},
		{modePrompt, []string{"Shift-Tab"}, "", "previous match", func(d *Dashboard) { d.completeLine(-1) }},
		{modePrompt, []string{"↑", "Ctrl-P"}, "", "previous command", func(d *Dashboard) { d.prompt.recallLine(-1) }},
		{modePrompt, []string{"↓", "Ctrl-N"}, "", "next command", func(d *Dashboard) { d.prompt.recallLine(1) }},
		{modePrompt, []string{"Esc", "Ctrl-C"}, "back", "close the prompt without doing anything", func(d *Dashboard) { d.prompt.close() }},
		{modePrompt, []string{"Ctrl-K"}, "", "delete everything after the cursor", func(d *Dashboard) { d.prompt.edit.EraseToLineEnd(); d.prompt.dropCompletions() }},
		{modePrompt, []string{"Alt-B", "Alt-←"}, "", "a word to the left", func(d *Dashboard) { d.prompt.edit.MoveWordLeft() }},
		{modePrompt, []string{"Alt-F", "Alt-→"}, "", "a word to the right", func(d *Dashboard) { d.prompt.edit.MoveWordRight() }},
		{modePrompt, []string{"←", "Ctrl-B"}, "", "left", func(d *Dashboard) { d.prompt.edit.MoveLeft() }},
		{modePrompt, []string{"→", "Ctrl-F"}, "", "right", func(d *Dashboard) { d.prompt.edit.MoveRight() }},
		{modePrompt, []string{"Home", "Ctrl-A"}, "", "go to the start", func(d *Dashboard) { d.prompt.edit.At = 0 }},
		{modePrompt, []string{"End", "Ctrl-E"}, "", "go to the end", func(d *Dashboard) { d.prompt.edit.MoveToEnd() }},
		{modePrompt, []string{"Backspace"}, "", "delete the character before the cursor", func(d *Dashboard) { d.prompt.edit.Backspace(); d.prompt.dropCompletions() }},
		{modePrompt, []string{"Delete", "Ctrl-D"}, "", "delete the character under the cursor", func(d *Dashboard) { d.prompt.edit.Delete(); d.prompt.dropCompletions() }},
		{modePrompt, []string{"Ctrl-W"}, "", "delete the word before the cursor", func(d *Dashboard) { d.prompt.edit.EraseWord(); d.prompt.dropCompletions() }},
		{modePrompt, []string{"Ctrl-U"}, "", "delete everything before the cursor", func(d *Dashboard) { d.prompt.edit.EraseBefore(); d.prompt.dropCompletions() }},
		{modeDie, []string{"Enter"}, "take", "enter the number", func(d *Dashboard) { topOverlay[*dialog](d).submit() }},
		{modeDie, []string{"r"}, "roll it", "let the program roll this die", func(d *Dashboard) { dl := topOverlay[*dialog](d); dl.runKeyAction(dl.rollOne) }},
		{modeDie, []string{"R"}, "roll the rest", "let the program roll this die and the rest", func(d *Dashboard) { dl := topOverlay[*dialog](d); dl.runKeyAction(dl.rollRest) }},
		{modeDie, []string{"D"}, "typed dice", "choose whose dice are typed", func(d *Dashboard) { dl := topOverlay[*dialog](d); dl.runKeyAction(dl.chooseTypists) }},
		{modeDie, []string{":"}, "", "type a command; the question stays open below it", func(d *Dashboard) { d.prompt.openWith("") }},
		{modeDie, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.showHelp() }},
		{modeDie, []string{"Esc"}, "back", "go back without changing anything", (*Dashboard).closeOverlay},
		{modeNotices, []string{"Enter"}, "dismiss", "dismiss the notice; it doesn't appear again", func(d *Dashboard) { d.closeOverlay(); d.session.Acknowledge() }},
		{modeDie, []string{"Backspace"}, "", "delete the last character", func(d *Dashboard) { topOverlay[*dialog](d).erase() }},
	}
}

// bindings is the table of all keys. The first binding with a mode and a name wins.
type bindings []binding

// bindKeys fills the tables of keys for the current game.
func bindKeys(d *Dashboard) {
	d.programKeys = programBindings(d.session.Rules())
	d.bindings = newBindings(d.session.Rules(), d.programKeys)
}

// newBindings returns the keys of the desk that the pack (the game's rules) assigns to actions, followed by list, the program's own keys. A
// key that the program itself uses at the desk can't be assigned.
func newBindings(rs *rules.Ruleset, list []binding) bindings {
	taken := map[string]bool{}
	for _, k := range list {
		for _, name := range k.names {
			taken[name] = taken[name] || k.mode == modeDesk
		}
	}
	var packKeys []binding
	for _, action := range rs.Actions.All {
		if action.Key == "" || taken[action.Key] {
			continue
		}
		taken[action.Key] = true
		help := cmp.Or(action.Text, "declare it for the selected combatant")
		packKeys = append(packKeys, binding{modeDesk, []string{action.Key}, rules.MidSentence(action.Label), rules.MidSentence(action.Label) + ": " + help, func(d *Dashboard) { d.menus.declareAction(action) }})
	}
	return append(packKeys, list...)
}

// handleKey handles a key press: it suspends the program for Ctrl-Z, queues the key while awaited work is running, or runs its
// binding.
func (d *Dashboard) handleKey(event *tcell.EventKey) {
	defer d.phones.carryOutProposals()
	if keyName(event) == "Ctrl-Z" {
		d.suspend()
		return
	}
	if d.queueWhileWaiting(keyName(event), func() { d.handleKey(event) }) {
		return
	}
	d.keepFailure(guard.Try("Key", func() { d.runKeyBinding(event) }))
}

// runKeyBinding runs the binding of a key in the current mode. A character without a binding is typed if something takes text; otherwise a
// message is shown.
func (d *Dashboard) runKeyBinding(event *tcell.EventKey) {
	at, name := d.mode(), keyName(event)
	d.message = bottomLine{}
	if d.openQuestion.ignoresLateKey(name) {
		return
	}
	if name != "n" {
		d.menus.endTurnState = nil // only n twice in a row ends a turn
	}
	if name == "Ctrl-C" { // cancels the whole command of a question; Esc cancels only the last answer
		d.openQuestion.commandsBefore = nil
		d.menus.closeTopmost()
		return
	}
	isText := at == modeList && topOverlay[*picker](d).typesText(name) || at == modeDie && topOverlay[*dialog](d).typesText(name)
	if k := d.bindings.findBinding(at, name); k != nil && !isText {
		k.run(d)
		return
	}
	isPlain := name == plainKeyName(event) // pressed without a modifier such as Alt
	if isPlain && event.Key() == tcell.KeyRune && d.typeRune(at, string(event.Rune())) {
		return
	}
	if at != modeNotices {
		d.showMessage(name + " does nothing here. Press ? for the keys.")
	}
}

// canAdvance reports whether the key n advances to the next event: at the desk, and on a page opened from there, such as the first screen
// of an encounter that has begun.
func canAdvance(d *Dashboard) bool {
	switch d.mode() {
	case modeDesk:
		return true
	case modeBriefing, modePage:
		return len(d.overlays) == 1 && !d.isInPast()
	}
	return false
}

// advanceFromPage closes a page that was opened at the desk, and runs the key n there.
func advanceFromPage(d *Dashboard) {
	if !canAdvance(d) {
		d.showMessage("n does nothing here. Esc closes the page.")
		return
	}
	d.closeOverlay()
	if k := d.bindings.findBinding(modeDesk, "n"); k != nil && d.mode() == modeDesk {
		k.run(d)
	}
}

// closeTopmost handles Ctrl-C: it closes the prompt, the topmost overlay or the past, in this order. If nothing is open, a message says how
// to quit.
func (m menus) closeTopmost() {
	switch {
	case m.d.isTyping():
		m.d.prompt.close()
	case len(m.d.overlays) > 0:
		m.d.closeOverlay()
	case m.d.isInPast():
		m.d.past.leaveHistory()
	default:
		m.d.showMessage("Press q to quit.")
	}
}

// typeRune types a character in the mode at, and reports whether the character has a meaning there. At the desk a digit runs a favourite, a
// line kept for the selected combatant; in the past it overrules a step of the shown entry.
func (d *Dashboard) typeRune(at mode, text string) bool {
	isDigit := len(text) == 1 && text >= "1" && text <= "9"
	switch at {
	case modeList:
		if help := topOverlay[*picker](d).typeLetter(text); help != "" { // if it is "", a message of the row's action stays
			d.showMessage(help)
		}
	case modePrompt:
		d.prompt.typeCharacter(text)
	case modeDie:
		topOverlay[*dialog](d).insert(text)
	case modePage:
		return runBarKey(topOverlay[*pageView](d).bar, text)
	case modeForm:
		d.showMessage(topOverlay[*form](d).insert(text))
	case modeText:
		topOverlay[*textEditor](d).insert(text)
	case modeDesk:
		if isDigit {
			d.menus.runFavourite(int(text[0] - '1'))
		}
		return isDigit
	case modeBriefing:
		return isDigit && topOverlay[*briefing](d).markNumber(d, int(text[0]-'0'))
	case modePast:
		if isDigit {
			d.past.overruleStep(int(text[0] - '1'))
		}
		return isDigit
	default:
		return false
	}
	return true
}
