package dashboard

import (
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/guard"
	"hybrid/rules"
)

// mode is where the user is; a key has one meaning in each.
type mode int

// binding is a key in a mode. The table of bindings alone says what a key does; the bottom line and the help are made
// from it.
type binding struct {
	mode  mode
	names []string // as shown; the first is shown in the bottom line
	label string   // in the bottom line; empty to leave it out there
	help  string
	run   func(d *Dashboard)
}

// keyName returns the name of a key: its character, or what is written on it.
func keyName(event *tcell.EventKey) string {
	if event.Key() == tcell.KeyRune {
		if event.Rune() == ' ' {
			return "Space"
		}
		return string(event.Rune())
	}
	switch event.Key() {
	case tcell.KeyUp:
		return "↑"
	case tcell.KeyDown:
		return "↓"
	case tcell.KeyLeft:
		return "←"
	case tcell.KeyRight:
		return "→"
	case tcell.KeyBacktab:
		return "Shift-Tab"
	case tcell.KeyBackspace, tcell.KeyBackspace2:
		return "Backspace"
	}
	return tcell.KeyNames[event.Key()]
}

// builtInBindings lists the keys of the program itself.
func builtInBindings() []binding {
	return slices.Concat(deskBindings(), readBindings(), pastBindings(), typeBindings(), formBindings(), textBindings(), briefingBindings(), builderBindings())
}

func textBindings() []binding {
	on := func(do func(*textEditor)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*textEditor](d)) }
	}
	return []binding{
		{modeText, []string{"Tab", "Ctrl-S"}, "take it", "take the text", on((*textEditor).enter)},
		{modeText, []string{"Enter"}, "new line", "begin another line, or with two a paragraph", on(func(q *textEditor) { q.insert("\n") })},
		{modeText, []string{"↑", "Ctrl-P"}, "", "up", on(func(q *textEditor) { q.upDown(-1) })},
		{modeText, []string{"↓", "Ctrl-N"}, "", "down", on(func(q *textEditor) { q.upDown(1) })},
		{modeText, []string{"←", "Ctrl-B"}, "", "left", on(func(q *textEditor) { q.edit.Left() })},
		{modeText, []string{"→", "Ctrl-F"}, "", "right", on(func(q *textEditor) { q.edit.Right() })},
		{modeText, []string{"Home", "Ctrl-A"}, "", "to the start of the row", on(func(q *textEditor) { q.ends(false) })},
		{modeText, []string{"End", "Ctrl-E"}, "", "to its end", on(func(q *textEditor) { q.ends(true) })},
		{modeText, []string{"Backspace"}, "", "take away the character before", on(func(q *textEditor) { q.edit.Backspace() })},
		{modeText, []string{"Delete", "Ctrl-D"}, "", "take away the character under the cursor", on(func(q *textEditor) { q.edit.Delete() })},
		{modeText, []string{"Ctrl-W"}, "", "take away the word before", on(func(q *textEditor) { q.edit.EraseWord() })},
		{modeText, []string{"Esc"}, "back", "back, as it was; what was typed is asked about", on((*textEditor).leave)},
	}
}

func formBindings() []binding {
	on := func(do func(*form)) func(*Dashboard) { return func(d *Dashboard) { do(topOverlay[*form](d)) } }
	return []binding{
		{modeForm, []string{"Enter"}, "do it", "do what the form says", on((*form).enter)},
		{modeForm, []string{"Tab", "↓"}, "next field", "to the next value", on(func(f *form) { f.move(1) })},
		{modeForm, []string{"Shift-Tab", "↑"}, "", "to the value before", on(func(f *form) { f.move(-1) })},
		{modeForm, []string{"→"}, "turn", "the next choice; where a value is typed, its cursor", on(func(f *form) { f.turn(1) })},
		{modeForm, []string{"←"}, "", "the choice before", on(func(f *form) { f.turn(-1) })},
		{modeForm, []string{"Backspace"}, "", "take away the last character", on((*form).erase)},
		{modeForm, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
	}
}

func builderBindings() []binding {
	on := func(do func(*builder)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*builder](d)) }
	}
	file := func(do func(*fileView)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*fileView](d)) }
	}
	return []binding{
		{modeBuild, []string{"Enter"}, "change", "change what is under the cursor", on((*builder).enter)},
		{modeBuild, []string{"+"}, "add", "somebody of the cast takes part, or a whole group", on(func(b *builder) {
			b.d.menus.castMenu("who takes part?", func(string) bool { return false }, func(from string, sheet *rules.Sheet) {
				b.d.close()
				b.personForm(from, sheet, -1)
			})
		})},
		{modeBuild, []string{"-"}, "take out", "the one under the cursor takes no part", on((*builder).remove)},
		{modeBuild, []string{"w"}, "write", "show what its file would say, to write it", on((*builder).write)},
		{modeBuild, []string{"Esc", "q"}, "leave", "leave it; what is not written is asked about", on((*builder).leave)},
		{modeBuild, []string{"S"}, "scene", "what holds for everybody", on((*builder).sceneMenu)},
		{modeBuild, []string{"R"}, "read aloud", "what is read aloud when it begins", on(func(b *builder) { b.at = rowRead; b.enter() })},
		{modeBuild, []string{"N"}, "notes", "what is for you", on(func(b *builder) { b.at = rowNotes; b.enter() })},
		{modeBuild, []string{"↓", "j"}, "", "down", on(func(b *builder) { b.move(1) })},
		{modeBuild, []string{"↑", "k"}, "", "up", on(func(b *builder) { b.move(-1) })},
		{modeBuild, []string{"?"}, "help", "help", func(d *Dashboard) { d.menus.help() }},
		{modeFile, []string{"Enter"}, "write it", "write the file", file(func(v *fileView) { v.write() })},
		{modeFile, []string{"↓", "j"}, "", "down", file(func(v *fileView) { v.pager.Scroll(1) })},
		{modeFile, []string{"↑", "k"}, "", "up", file(func(v *fileView) { v.pager.Scroll(-1) })},
		{modeFile, []string{"PgDn", "Space"}, "", "down a page", file(func(v *fileView) { v.pager.Scroll(v.pager.Room()) })},
		{modeFile, []string{"PgUp"}, "", "up a page", file(func(v *fileView) { v.pager.Scroll(-v.pager.Room()) })},
		{modeFile, []string{"Esc", "q"}, "back", "back, nothing is written", (*Dashboard).close},
	}
}

func briefingBindings() []binding {
	on := func(do func(*briefing)) func(*Dashboard) {
		return func(d *Dashboard) { do(topOverlay[*briefing](d)) }
	}
	return []binding{
		{modeBriefing, []string{"Enter"}, "begin", "begin the encounter, or go on with it", func(d *Dashboard) {
			b := topOverlay[*briefing](d)
			d.close()
			if b.begin != "" {
				d.do(b.begin)
			}
		}},
		{modeBriefing, []string{"T"}, "tour", "the tour, where it is offered", func(d *Dashboard) {
			if d.offerTour {
				d.wantsTour = true
				d.app.Stop()
			}
		}},
		{modeBriefing, []string{"↓", "j"}, "", "down", on(func(b *briefing) { b.pager.Scroll(1) })},
		{modeBriefing, []string{"↑", "k"}, "", "up", on(func(b *briefing) { b.pager.Scroll(-1) })},
		{modeBriefing, []string{"PgDn", "Space"}, "", "down a page", on(func(b *briefing) { b.pager.Scroll(b.pager.Room()) })},
		{modeBriefing, []string{"PgUp"}, "", "up a page", on(func(b *briefing) { b.pager.Scroll(-b.pager.Room()) })},
		{modeBriefing, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.help() }},
		{modeBriefing, []string{"n"}, "", "close, and go on to what is due, where the encounter has begun", goOnFromPage},
		{modeBriefing, []string{"Esc", "q"}, "back", "back, nothing happens", (*Dashboard).close},
	}
}

func deskBindings() []binding {
	return []binding{
		{modeDesk, []string{"c"}, "check", "check on a skill", func(d *Dashboard) { d.menus.skillMenu() }},
		{modeDesk, []string{"w"}, "wait", "wait, to declare at any later count", func(d *Dashboard) { d.menus.wait() }},
		{modeDesk, []string{"d"}, "damage", "damage: a hazard, or bare dice, hurts the selected one", func(d *Dashboard) { d.menus.hurtForm() }},
		{modeDesk, []string{"/"}, "find", "find anything by a word, and do it", (*Dashboard).openPalette},
		{modeDesk, []string{"u"}, "undo", "undo the last entry", func(d *Dashboard) { d.do("undo") }},
		{modeDesk, []string{"?"}, "help", "help: what the keys do here; again, all keys", func(d *Dashboard) { d.menus.help() }},
		{modeDesk, []string{"n"}, "next", "next event: go on to what is due", func(d *Dashboard) { d.menus.nextEvent() }},
		{modeDesk, []string{"y"}, "why", "why a number is what it is", func(d *Dashboard) { d.menus.whyMenu() }},
		{modeDesk, []string{"e"}, "conditions", "conditions: give, take away", func(d *Dashboard) { d.menus.conditionMenu() }},
		{modeDesk, []string{"m"}, "move", "move, work, rest: what one does over time", func(d *Dashboard) { d.menus.activityMenu() }},
		{modeDesk, []string{"b"}, "next encounter", "begin an encounter", func(d *Dashboard) { d.menus.beginMenu() }},
		{modeDesk, []string{"r"}, "hours pass", "time passes outside a fight: sleep, rest, a meal", func(d *Dashboard) { d.menus.hoursMenu() }},
		{modeDesk, []string{"T"}, "emergencies", "list what still harms or threatens someone, how soon, and who can help", func(d *Dashboard) { d.menus.emergencies() }},
		{modeDesk, []string{"F"}, "end the fight", "end the fight: what is over, and what goes on", func(d *Dashboard) { d.menus.endMenu("", nil, nil) }},
		{modeDesk, []string{"H"}, "history", "history: any earlier moment, to go back to or to change", func(d *Dashboard) { d.past.open() }},
		{modeDesk, []string{":"}, "line", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{modeDesk, []string{"L"}, "log", "log: Enter opens an entry", func(d *Dashboard) { d.focus = focusLog }},
		{modeDesk, []string{"l"}, "numbers", "show or hide the numbers in the log", func(d *Dashboard) { d.log.numbersOff = !d.log.numbersOff }},
		{modeDesk, []string{"v"}, "sheet", "sheet, in full", (*Dashboard).sheet},
		{modeDesk, []string{"s"}, "pools", "pools: set one", func(d *Dashboard) { d.promptFor("set") }},
		{modeDesk, []string{"M"}, "where to", "where to: go to somebody, or to a place", func(d *Dashboard) { d.menus.destinationMenu() }},
		{modeDesk, []string{"f"}, "flee", "flee: by an exit, or away from the others", func(d *Dashboard) { d.menus.fleeMenu() }},
		{modeDesk, []string{"h"}, "in hand", "in hand: take something else", func(d *Dashboard) { d.menus.itemMenu() }},
		{modeDesk, []string{"i"}, "initiative", "initiative of one", func(d *Dashboard) { d.menus.rollInitiative() }},
		{modeDesk, []string{"I"}, "initiative of all", "initiative of everybody", func(d *Dashboard) { d.menus.rollAll() }},
		{modeDesk, []string{"P"}, "presets", "presets: what somebody waits for has come", func(d *Dashboard) { d.menus.presetsMenu() }},
		{modeDesk, []string{"z"}, "tactic acts", "let the one who is due, and whom nobody plays, do what its tactic would", func(d *Dashboard) { d.menus.actOnce() }},
		{modeDesk, []string{"Z"}, "a side acts", "let a side that nobody plays act by itself until one of the party is concerned", func(d *Dashboard) { d.menus.actOn() }},
		{modeDesk, []string{"g"}, "give up", "give up the action in the making", func(d *Dashboard) { d.do(strings.TrimPrefix(d.selected+": give up", ": ")) }},
		{modeDesk, []string{"W"}, "skip what is due", "skip what the selected one is due", func(d *Dashboard) { d.menus.waive() }},
		{modeDesk, []string{"S"}, "scene", "scene: light, ground, weather", func(d *Dashboard) { d.menus.sceneMenu() }},
		{modeDesk, []string{"G"}, "light", "set the light to its next level", func(d *Dashboard) { d.menus.nextInScene() }},
		{modeDesk, []string{"R"}, "read aloud, notes", "read what is written about the encounter, and why saved rules are not taken up", func(d *Dashboard) { d.menus.showNotes() }},
		{modeDesk, []string{"+"}, "bring in", "bring somebody in, or a whole group", func(d *Dashboard) { d.menus.newcomerMenu() }},
		{modeDesk, []string{"B"}, "build", "build an encounter: who takes part, where, the scene, what is read aloud, and how it would end", func(d *Dashboard) { d.menus.buildMenu() }},
		{modeDesk, []string{"-"}, "take out", "take out: the selected one leaves", func(d *Dashboard) { d.promptFor("remove") }},
		{modeDesk, []string{"N"}, "note", "note on the selected one, or with its name taken away on an encounter; nobody else reads it", func(d *Dashboard) { d.menus.noteOn() }},
		{modeDesk, []string{"K"}, "who knows", "who knows what of the selected one; reveal it, or take it back", func(d *Dashboard) { d.menus.knowledgeMenu() }},
		{modeDesk, []string{"J"}, "seats", "seats: the players' phones; open them, let somebody in, take it back", func(d *Dashboard) { d.phones.line("") }},
		{modeDesk, []string{"Y"}, "take a proposal", "do what a player proposes on a phone", func(d *Dashboard) { d.tray.line(d.tray.take) }},
		{modeDesk, []string{"E"}, "edit a proposal", "put what a player proposes into the prompt, and do it another way", func(d *Dashboard) { d.tray.line(d.tray.edit) }},
		{modeDesk, []string{"X"}, "refuse a proposal", "refuse what a player proposes; what follows the name is said on the phone", func(d *Dashboard) { d.tray.line(d.tray.refuse) }},
		{modeDesk, []string{"A"}, "losses so far", "losses so far: what the fight did to everybody", (*Dashboard).summary},
		{modeDesk, []string{"U", "Ctrl-R"}, "redo", "redo what was undone", func(d *Dashboard) { d.do("redo") }},
		{modeDesk, []string{"D"}, "whose dice are typed", "whose dice are typed: the players', everybody's, nobody's, or person by person", func(d *Dashboard) { d.menus.typistsMenu(nil) }},
		{modeDesk, []string{"o"}, "where a rule stands", "where the rule of every number stands", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeDesk, []string{"t"}, "colours", "colours: the next theme", (*Dashboard).nextTheme},
		{modeDesk, []string{"q"}, "quit", "quit; everything shown is on disk, or it is asked again", (*Dashboard).quit},
		{modeDesk, []string{"Ctrl-L"}, "", "draw the screen again", redraw},
		{modeDesk, []string{"Tab"}, "", "to the next panel", func(d *Dashboard) { d.turnFocus(1) }},
		{modeDesk, []string{"Shift-Tab"}, "", "to the panel before", func(d *Dashboard) { d.turnFocus(-1) }},
		{modeDesk, []string{"j", "↓"}, "", "down in the panel", func(d *Dashboard) { d.move(1) }},
		{modeDesk, []string{"k", "↑"}, "", "up in the panel", func(d *Dashboard) { d.move(-1) }},
		{modeDesk, []string{"←"}, "", "to the side before, where sides have columns", func(d *Dashboard) { toSide(d, -1) }},
		{modeDesk, []string{"→"}, "", "to the next side, where sides have columns", func(d *Dashboard) { toSide(d, 1) }},
		{modeDesk, []string{"PgDn"}, "", "the log, later entries", func(d *Dashboard) { d.turnPage(1) }},
		{modeDesk, []string{"PgUp"}, "", "the log, earlier entries", func(d *Dashboard) { d.turnPage(-1) }},
		{modeDesk, []string{"Home"}, "", "to the first", func(d *Dashboard) { d.move(-1 << 20) }},
		{modeDesk, []string{"End"}, "", "to the last", func(d *Dashboard) { d.move(1 << 20) }},
		{modeDesk, []string{"Enter"}, "", "open what is under the cursor: a sheet, an entry", (*Dashboard).openSelected},
		{modeDesk, []string{"Esc"}, "", "close what is shown on the right, back to the combatants", (*Dashboard).closeInspector},
	}
}

// leaveList goes back from a list, or from all the odds of what is chosen in it.
func leaveList(d *Dashboard) {
	if list := topOverlay[*picker](d); d.showAllOdds && list.line != nil && d.isRolled(list.line()) {
		d.showAllOdds = false
		return
	}
	later := topOverlay[*picker](d).later
	if d.close(); later != "" {
		d.say(later)
	}
}

func readBindings() []binding {
	return []binding{
		{modeList, []string{"Enter"}, "choose", "choose what is under the cursor", func(d *Dashboard) { topOverlay[*picker](d).enter() }},
		{modeList, []string{"Space"}, "tick", "tick an option; it is weighed at once", func(d *Dashboard) { topOverlay[*picker](d).toggleCurrent() }},
		{modeList, []string{"z"}, "by tactic", "answer as the tactic of the one who is asked would, whom nobody plays", func(d *Dashboard) { topOverlay[*picker](d).byTactic() }},
		{modeList, []string{"Esc"}, "back", "back, nothing happens", leaveList},
		{modeList, []string{"↓", "Ctrl-N", "Tab"}, "", "down", func(d *Dashboard) { topOverlay[*picker](d).move(1) }},
		{modeList, []string{"↑", "Ctrl-P", "Shift-Tab"}, "", "up", func(d *Dashboard) { topOverlay[*picker](d).move(-1) }},
		{modeList, []string{"PgDn"}, "", "down a page", func(d *Dashboard) { topOverlay[*picker](d).move(topOverlay[*picker](d).room) }},
		{modeList, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { topOverlay[*picker](d).move(-topOverlay[*picker](d).room) }},
		{modeList, []string{"→"}, "in hand", "with something else in hand", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(1, 0) }},
		{modeList, []string{"←"}, "", "back to what was in hand before", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(-1, 0) }},
		{modeList, []string{"+"}, "points", "one more point of those that may be spent", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, 1) }},
		{modeList, []string{"-"}, "", "one point less", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, -1) }},
		{modeList, []string{"*"}, "keep", "keep this line at hand for the selected one, on a number key", func(d *Dashboard) { d.menus.keepFavourite() }},
		{modeList, []string{"&"}, "and", "choose a second action at the same time", func(d *Dashboard) { topOverlay[*picker](d).chooseSecond() }},
		{modeList, []string{"%"}, "odds", "all the odds: by degree, by place, by answer, and what each thing is worth", func(d *Dashboard) { d.showAllOdds = !d.showAllOdds }},
		{modeList, []string{"Ctrl-D"}, "further", "down in what is shown on the right", func(d *Dashboard) { d.inspector.ScrollHalfPages(1) }},
		{modeList, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.ScrollHalfPages(-1) }},
		{modeList, []string{"Ctrl-O"}, "why", "show where the rule of every number stands", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeList, []string{"Backspace"}, "", "take the last letter away", func(d *Dashboard) { topOverlay[*picker](d).erase() }},
		{modeList, []string{":"}, "", "type a line; the list stays open below it", func(d *Dashboard) { d.prompt.open("") }},
		{modeList, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.help() }},
		{modeList, []string{"1-9"}, "at once", "choose, or tick, the one with this number", nil},
		{modeList, []string{"a-z"}, "filter", "narrow a list that has more rows than numbers", nil},
		{modePage, []string{"Esc", "q"}, "close", "close", (*Dashboard).close},
		{modePage, []string{"n"}, "", "close, and go on to what is due", goOnFromPage},
		{modePage, []string{":"}, "", "type a line; the page stays open below it", func(d *Dashboard) { d.prompt.open("") }},
		{modePage, []string{"?"}, "", "all keys", func(d *Dashboard) { d.menus.help() }},
		{modePage, []string{"j", "↓", "Enter"}, "", "down", func(d *Dashboard) { topOverlay[*pageView](d).pager.Scroll(1) }},
		{modePage, []string{"k", "↑"}, "", "up", func(d *Dashboard) { topOverlay[*pageView](d).pager.Scroll(-1) }},
		{modePage, []string{"PgDn", "Space"}, "", "down a page", func(d *Dashboard) { topOverlay[*pageView](d).pager.Scroll(topOverlay[*pageView](d).pager.Room()) }},
		{modePage, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { topOverlay[*pageView](d).pager.Scroll(-topOverlay[*pageView](d).pager.Room()) }},
		{modePage, []string{"Home"}, "", "to the top", func(d *Dashboard) { topOverlay[*pageView](d).pager.Home() }},
		{modePage, []string{"End"}, "", "to the end", func(d *Dashboard) { topOverlay[*pageView](d).pager.Scroll(1 << 20) }},
	}
}

func pastBindings() []binding {
	return []binding{
		{modePast, []string{"↑", "k"}, "earlier", "the entry before", func(d *Dashboard) { d.past.move(1) }},
		{modePast, []string{"↓", "j"}, "later", "the entry after", func(d *Dashboard) { d.past.move(-1) }},
		{modePast, []string{"Enter"}, "what to do", "what can be done about this entry", func(d *Dashboard) { d.past.amendMenu() }},
		{modePast, []string{"m"}, "amend", "edit the command of this entry", func(d *Dashboard) { d.past.amendLine() }},
		{modePast, []string{","}, "", "add an option that was forgotten", func(d *Dashboard) { d.past.amendOption() }},
		{modePast, []string{"d"}, "dice", "change its dice", func(d *Dashboard) { d.past.amendDice() }},
		{modePast, []string{"o"}, "", "overrule one of its steps, with a reason", func(d *Dashboard) { d.past.overrule() }},
		{modePast, []string{"1-9"}, "overrule", "overrule the step with this number", nil},
		{modePast, []string{"x"}, "never happened", "it never happened", func(d *Dashboard) { d.past.amendDrop() }},
		{modePast, []string{"b"}, "", "something else came before it", func(d *Dashboard) { d.past.amendBefore() }},
		{modePast, []string{"g"}, "go back", "make this moment the present; undo brings the other one back", func(d *Dashboard) { d.past.goBack() }},
		{modePast, []string{"Esc", "q", "H"}, "the present", "back to the present, which is as it was", func(d *Dashboard) { d.past.leave() }},
		{modePast, []string{"→", "Tab"}, "whom", "the next one of those who were there, as they were then", func(d *Dashboard) { d.past.moveCombatant(1) }},
		{modePast, []string{"←", "Shift-Tab"}, "", "the one before", func(d *Dashboard) { d.past.moveCombatant(-1) }},
		{modePast, []string{"PgUp"}, "", "a page of entries earlier", func(d *Dashboard) { d.past.move(max(1, d.log.shownRows-1)) }},
		{modePast, []string{"PgDn"}, "", "a page of entries later", func(d *Dashboard) { d.past.move(-max(1, d.log.shownRows-1)) }},
		{modePast, []string{"Home"}, "", "the first entry", func(d *Dashboard) { d.past.move(1 << 30) }},
		{modePast, []string{"End"}, "", "the last entry", func(d *Dashboard) { d.past.move(-1 << 30) }},
		{modePast, []string{"Ctrl-D"}, "", "down in what is shown on the right", func(d *Dashboard) { d.inspector.ScrollHalfPages(1) }},
		{modePast, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.ScrollHalfPages(-1) }},
		{modePast, []string{"Ctrl-O"}, "", "the terms of every number, and where their rules stand", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modePast, []string{"/"}, "find", "list only the entries that have some words, as they are typed; a number behind them overrules that step", func(d *Dashboard) { d.past.seek() }},
		{modePast, []string{":"}, "", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{modePast, []string{"?"}, "help", "what the keys do here; again, all keys", func(d *Dashboard) { d.menus.help() }},
		{modePlan, []string{"Enter"}, "make it so", "make it so: this becomes the past; undo takes it back", func(d *Dashboard) { d.do("accept") }},
		{modePlan, []string{"Esc"}, "keep the past", "keep the past: everything stays as it was", func(d *Dashboard) { d.do("refuse") }},
		{modePlan, []string{"m"}, "change more", "keep this plan, and change something else with it", func(d *Dashboard) { d.close(); d.say(planStays) }},
		{modePlan, []string{"↓", "j"}, "", "down", func(d *Dashboard) { topOverlay[*planView](d).scroll(1) }},
		{modePlan, []string{"↑", "k"}, "", "up", func(d *Dashboard) { topOverlay[*planView](d).scroll(-1) }},
		{modePlan, []string{"PgDn", "Space"}, "", "down a page", func(d *Dashboard) { topOverlay[*planView](d).scroll(topOverlay[*planView](d).room) }},
		{modePlan, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { topOverlay[*planView](d).scroll(-topOverlay[*planView](d).room) }},
	}
}

func typeBindings() []binding {
	return []binding{
		{modePrompt, []string{"Enter"}, "do it", "do what the line says", (*Dashboard).enterLine},
		{modePrompt, []string{"Tab"}, "complete", "complete the word; again for the next one", func(d *Dashboard) { d.complete(1) }},
		{modePrompt, []string{"Shift-Tab"}, "", "the completion before", func(d *Dashboard) { d.complete(-1) }},
		{modePrompt, []string{"↑", "Ctrl-P"}, "", "the line before, of those typed", func(d *Dashboard) { d.prompt.recall(-1) }},
		{modePrompt, []string{"↓", "Ctrl-N"}, "", "the line after", func(d *Dashboard) { d.prompt.recall(1) }},
		{modePrompt, []string{"Esc", "Ctrl-C"}, "back", "leave the prompt, nothing happens", func(d *Dashboard) { d.prompt.close() }},
		{modePrompt, []string{"←", "Ctrl-B"}, "", "left", func(d *Dashboard) { d.prompt.edit.Left() }},
		{modePrompt, []string{"→", "Ctrl-F"}, "", "right", func(d *Dashboard) { d.prompt.edit.Right() }},
		{modePrompt, []string{"Home", "Ctrl-A"}, "", "to the start", func(d *Dashboard) { d.prompt.edit.At = 0 }},
		{modePrompt, []string{"End", "Ctrl-E"}, "", "to the end", func(d *Dashboard) { d.prompt.edit.End() }},
		{modePrompt, []string{"Backspace"}, "", "take away the character before", func(d *Dashboard) { d.prompt.edit.Backspace(); d.prompt.changed() }},
		{modePrompt, []string{"Delete", "Ctrl-D"}, "", "take away the character under the cursor", func(d *Dashboard) { d.prompt.edit.Delete(); d.prompt.changed() }},
		{modePrompt, []string{"Ctrl-W"}, "", "take away the word before", func(d *Dashboard) { d.prompt.edit.EraseWord(); d.prompt.changed() }},
		{modePrompt, []string{"Ctrl-U"}, "", "take away everything before", func(d *Dashboard) { d.prompt.edit.EraseLine(); d.prompt.changed() }},
		{modeDie, []string{"Enter"}, "take", "take the number", func(d *Dashboard) { topOverlay[*dialog](d).enter() }},
		{modeDie, []string{"r"}, "roll this one", "let the program roll this die", func(d *Dashboard) { q := topOverlay[*dialog](d); q.perform(q.rollOne) }},
		{modeDie, []string{"R"}, "roll the rest of it", "let the program roll this die and all that follow it", func(d *Dashboard) { q := topOverlay[*dialog](d); q.perform(q.rollRest) }},
		{modeDie, []string{"D"}, "whose dice", "whose dice are typed", func(d *Dashboard) { q := topOverlay[*dialog](d); q.perform(q.whose) }},
		{modeDie, []string{":"}, "", "type a line; the question stays open below it", func(d *Dashboard) { d.prompt.open("") }},
		{modeDie, []string{"?"}, "", "help", func(d *Dashboard) { d.menus.help() }},
		{modeDie, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
		{modeNotices, []string{"Enter"}, "I have read it", "acknowledge what went wrong; it is not said again", func(d *Dashboard) { d.close(); d.session.Acknowledge() }},
		{modeNotices, []string{"↓", "j"}, "", "down", func(d *Dashboard) { topOverlay[*noticesView](d).pager.Scroll(1) }},
		{modeNotices, []string{"↑", "k"}, "", "up", func(d *Dashboard) { topOverlay[*noticesView](d).pager.Scroll(-1) }},
		{modeDie, []string{"Backspace"}, "", "take away the last character", func(d *Dashboard) { topOverlay[*dialog](d).erase() }},
	}
}

// bindings is the table of keys.
type bindings []binding

// bindKeys fills the tables of keys for the game that is played.
func bindKeys(d *Dashboard) {
	d.programKeys = programBindings(d.session.Rules())
	d.bindings = newBindings(d.session.Rules(), d.programKeys)
}

// newBindings adds to list, the keys of the program, those that the pack gives its actions. A key that the program uses
// itself stays the program's.
func newBindings(rs *rules.Ruleset, list []binding) bindings {
	taken := map[string]bool{}
	for _, k := range list {
		for _, name := range k.names {
			taken[name] = taken[name] || k.mode == modeDesk
		}
	}
	var own []binding
	for _, action := range rs.Actions.All {
		if action.Key == "" || taken[action.Key] {
			continue
		}
		taken[action.Key] = true
		help := action.Text
		if help == "" {
			help = "the selected one declares it"
		}
		own = append(own, binding{modeDesk, []string{action.Key}, rules.Within(action.Label), rules.Within(action.Label) + ": " + help, func(d *Dashboard) { d.menus.declare(action) }})
	}
	return append(own, list...)
}

// press carries out a key. A character that is bound to nothing is typed; where nothing is typed either, that is said.
func (d *Dashboard) press(event *tcell.EventKey) {
	defer d.phones.goThrough()
	d.note(guard.Try("Key", func() { d.pressKey(event) }))
}

func (d *Dashboard) pressKey(event *tcell.EventKey) {
	at, name := d.mode(), keyName(event)
	d.message = message{}
	if d.asked.meant(name) {
		return
	}
	if name != "n" {
		d.menus.ending = nil
	}
	if name == "Ctrl-C" {
		d.asked.before = nil
		d.menus.closeAny()
		return
	}
	if k := d.bindings.of(at, name); k != nil && !(at == modeList && topOverlay[*picker](d).isText(name)) && !(at == modeDie && topOverlay[*dialog](d).isText(name)) {
		k.run(d)
		return
	}
	if event.Key() == tcell.KeyRune && d.typeRune(at, string(event.Rune())) {
		return
	}
	if at != modeNotices {
		d.say(name + " does nothing here; ? says what the keys do")
	}
}

// goesOn reports whether the key n goes on to what is due: at the desk, and from a page that was opened there, such as the
// first screen of an encounter that has begun.
func goesOn(d *Dashboard) bool {
	switch d.mode() {
	case modeDesk:
		return true
	case modeBriefing:
		return topOverlay[*briefing](d).begin == "" && len(d.overlays) == 1
	case modePage:
		return len(d.overlays) == 1 && !d.inPast()
	}
	return false
}

// goOnFromPage closes a page that was opened at the desk, and presses n there.
func goOnFromPage(d *Dashboard) {
	if !goesOn(d) {
		help := "Esc closes the page"
		if d.mode() == modeBriefing {
			help = "Enter begins it"
		}
		d.say("n does nothing here; " + help)
		return
	}
	d.close()
	if k := d.bindings.of(modeDesk, "n"); k != nil && d.mode() == modeDesk {
		k.run(d)
	}
}

// closeAny closes whatever is open; at rest it says how to leave.
func (m menus) closeAny() {
	switch {
	case m.d.typing():
		m.d.prompt.close()
	case len(m.d.overlays) > 0:
		m.d.close()
	case m.d.inPast():
		m.d.past.leave()
	default:
		m.d.say("q quits")
	}
}

// typeRune types a character where text is expected; at the desk a number runs a favourite, in the past it overrules a step.
// It reports whether the character means anything here.
func (d *Dashboard) typeRune(at mode, text string) bool {
	number := len(text) == 1 && text >= "1" && text <= "9"
	switch at {
	case modeList:
		if help := topOverlay[*picker](d).letter(text); help != "" { // what the row did may have said something itself
			d.say(help)
		}
	case modePrompt:
		d.prompt.typed(text)
	case modeDie:
		topOverlay[*dialog](d).insert(text)
	case modePage:
		return runKey(topOverlay[*pageView](d).bar, text)
	case modeForm:
		d.say(topOverlay[*form](d).insert(text))
	case modeText:
		topOverlay[*textEditor](d).insert(text)
	case modeDesk:
		if number {
			d.menus.runFavourite(int(text[0] - '1'))
		}
		return number
	case modePast:
		if number {
			d.past.overruleStep(int(text[0] - '1'))
		}
		return number
	default:
		return false
	}
	return true
}
