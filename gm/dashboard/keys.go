package dashboard

import (
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// mode is where the user is; a key has one meaning in each.
type mode int

const (
	modeDesk    mode = iota // nothing is open
	modeList                // something is being chosen
	modePrompt              // a line is being typed
	modeDie                 // a die, or a number, is being typed
	modeForm                // several values are being typed or turned
	modePage                // something is being read
	modePast                // an earlier moment is looked at
	modePlan                // a change of the past is to be accepted or refused
	modeNotices             // something went wrong with the session's file, and is to be acknowledged
)

var modeNames = [...]string{"Keys", "While choosing", "At the prompt", "Typing a die or a number", "In a form", "While reading", "In the past", "A change of the past", "What went wrong"}

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
	return slices.Concat(deskBindings(), readBindings(), pastBindings(), typeBindings(), formBindings())
}

func deskBindings() []binding {
	return []binding{
		{modeDesk, []string{"n"}, "next", "go on to what the timeline owes next", func(d *Dashboard) { d.do("next") }},
		{modeDesk, []string{"c"}, "check", "roll a check of the selected one on a skill", func(d *Dashboard) { d.compose.skillMenu() }},
		{modeDesk, []string{"w"}, "wait", "the selected one waits, to declare at any later count", func(d *Dashboard) { d.doAsSelected("wait") }},
		{modeDesk, []string{"u"}, "undo", "take back the last entry", func(d *Dashboard) { d.do("undo") }},
		{modeDesk, []string{"/"}, "find", "find anything by a few letters, and do it", (*Dashboard).openPalette},
		{modeDesk, []string{"?"}, "help", "this list", func(d *Dashboard) { d.showPage(d.bindings.help()) }},
		{modeDesk, []string{":"}, "prompt", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{modeDesk, []string{"y"}, "why", "why a number of the selected one is what it is", func(d *Dashboard) { d.menus.whyMenu() }},
		{modeDesk, []string{"v"}, "sheet", "the sheet of the selected one", (*Dashboard).sheet},
		{modeDesk, []string{"e"}, "edit", "put or end a condition of the selected one", func(d *Dashboard) { d.menus.conditionMenu() }},
		{modeDesk, []string{"s"}, "set", "set a pool of the selected one", func(d *Dashboard) { d.promptFor("set") }},
		{modeDesk, []string{"m"}, "does", "what the selected one does over time: how it moves, works, rests", func(d *Dashboard) { d.menus.activityMenu() }},
		{modeDesk, []string{"M"}, "", "where the selected one goes", func(d *Dashboard) { d.menus.destinationMenu() }},
		{modeDesk, []string{"h"}, "hold", "what the selected one has in hand", func(d *Dashboard) { d.menus.itemMenu() }},
		{modeDesk, []string{"b"}, "begin", "begin an encounter", func(d *Dashboard) { d.menus.encounterMenu() }},
		{modeDesk, []string{"R"}, "", "read what is written about the encounter, and why saved rules are not taken up", func(d *Dashboard) { d.menus.showNotes() }},
		{modeDesk, []string{"H"}, "", "the history: any earlier moment, to go back to or to mend", func(d *Dashboard) { d.past.open() }},
		{modeDesk, []string{"W"}, "", "waive what the selected one is owed next", func(d *Dashboard) { d.menus.waive() }},
		{modeDesk, []string{"L"}, "log", "go to the log; Enter opens an entry", func(d *Dashboard) { d.focus = focusLog }},
		{modeDesk, []string{"D"}, "", "whose dice are typed instead of rolled: the players', everybody's, nobody's, or person by person", func(d *Dashboard) { d.menus.typistsMenu(nil) }},
		{modeDesk, []string{"U", "Ctrl-R"}, "", "do again what was undone", func(d *Dashboard) { d.do("redo") }},
		{modeDesk, []string{"i"}, "", "roll the initiative of the selected one", func(d *Dashboard) { d.do("initiative " + d.selected) }},
		{modeDesk, []string{"I"}, "", "roll everybody's initiative", func(d *Dashboard) { d.do("initiative all") }},
		{modeDesk, []string{"P"}, "", "what somebody waits for has come: let go what goes with it", func(d *Dashboard) { d.menus.waitingMenu() }},
		{modeDesk, []string{"g"}, "", "give up the action in the making", func(d *Dashboard) { d.doAsSelected("give up") }},
		{modeDesk, []string{"d"}, "damage", "the selected one is hurt: by a hazard, or by bare damage", func(d *Dashboard) { d.menus.hurtForm() }},
		{modeDesk, []string{"S"}, "", "what holds for everybody: light, ground, weather", func(d *Dashboard) { d.menus.sceneMenu() }},
		{modeDesk, []string{"+"}, "", "add somebody", func(d *Dashboard) { d.prompt.open("add ") }},
		{modeDesk, []string{"-"}, "", "take the selected one out", func(d *Dashboard) { d.promptFor("remove") }},
		{modeDesk, []string{"N"}, "", "a note on the selected one, or at the place of the name on an encounter; nobody else reads it", (*Dashboard).noteOn},
		{modeDesk, []string{"F"}, "", "finish the encounter", func(d *Dashboard) { d.do("finish") }},
		{modeDesk, []string{"A"}, "", "what the fight did to everybody", (*Dashboard).summary},
		{modeDesk, []string{"o"}, "", "show where the rule of every number stands", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeDesk, []string{"t"}, "", "the next theme", (*Dashboard).nextTheme},
		{modeDesk, []string{"Ctrl-L"}, "", "draw the screen again", (*Dashboard).redraw},
		{modeDesk, []string{"q"}, "", "quit; everything shown is on disk, or it is asked again", (*Dashboard).quit},
		{modeDesk, []string{"Tab"}, "", "to the next panel", func(d *Dashboard) { d.turnFocus(1) }},
		{modeDesk, []string{"Shift-Tab"}, "", "to the panel before", func(d *Dashboard) { d.turnFocus(-1) }},
		{modeDesk, []string{"j", "↓"}, "", "down in the panel", func(d *Dashboard) { d.move(1) }},
		{modeDesk, []string{"k", "↑"}, "", "up in the panel", func(d *Dashboard) { d.move(-1) }},
		{modeDesk, []string{"PgDn"}, "", "the log, later entries", func(d *Dashboard) { d.turnPage(1) }},
		{modeDesk, []string{"PgUp"}, "", "the log, earlier entries", func(d *Dashboard) { d.turnPage(-1) }},
		{modeDesk, []string{"Home"}, "", "to the first", func(d *Dashboard) { d.move(-1 << 20) }},
		{modeDesk, []string{"End"}, "", "to the last", func(d *Dashboard) { d.move(1 << 20) }},
		{modeDesk, []string{"Enter"}, "", "open what is under the cursor: a sheet, an entry", (*Dashboard).openSelected},
		{modeDesk, []string{"Esc"}, "", "close what is shown on the right, back to the combatants", (*Dashboard).closeInspector},
	}
}

func readBindings() []binding {
	return []binding{
		{modeList, []string{"Enter"}, "choose", "choose what is under the cursor", func(d *Dashboard) { topOverlay[*picker](d).enter() }},
		{modeList, []string{"Space"}, "tick", "tick an option; it is weighed at once", func(d *Dashboard) { topOverlay[*picker](d).toggleCurrent() }},
		{modeList, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
		{modeList, []string{"↓", "Ctrl-N", "Tab"}, "", "down", func(d *Dashboard) { topOverlay[*picker](d).move(1) }},
		{modeList, []string{"↑", "Ctrl-P", "Shift-Tab"}, "", "up", func(d *Dashboard) { topOverlay[*picker](d).move(-1) }},
		{modeList, []string{"PgDn"}, "", "down a page", func(d *Dashboard) { topOverlay[*picker](d).move(topOverlay[*picker](d).room) }},
		{modeList, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { topOverlay[*picker](d).move(-topOverlay[*picker](d).room) }},
		{modeList, []string{"→"}, "in hand", "with something else in hand", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(1, 0) }},
		{modeList, []string{"←"}, "", "back to what was in hand before", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(-1, 0) }},
		{modeList, []string{"+"}, "points", "one more point of those that may be spent", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, 1) }},
		{modeList, []string{"-"}, "", "one point less", func(d *Dashboard) { topOverlay[*picker](d).adjustBy(0, -1) }},
		{modeList, []string{"*"}, "keep", "keep this line at hand for the selected one, on a number key", func(d *Dashboard) { d.compose.keepFavourite() }},
		{modeList, []string{"&"}, "and", "choose a second action at the same time", func(d *Dashboard) { topOverlay[*picker](d).chooseSecond() }},
		{modeList, []string{"%"}, "odds", "all the odds: by degree, by place, by answer, and what each thing is worth", func(d *Dashboard) { d.showAllOdds = !d.showAllOdds }},
		{modeList, []string{"Ctrl-D"}, "further", "down in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(1) }},
		{modeList, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(-1) }},
		{modeList, []string{"Ctrl-O"}, "why", "show where the rule of every number stands", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modeList, []string{"Backspace"}, "", "take the last letter away", func(d *Dashboard) { topOverlay[*picker](d).erase() }},
		{modeList, []string{"1-9"}, "at once", "choose, or tick, the one with this number", nil},
		{modeList, []string{"a-z"}, "filter", "only what has these letters", nil},
		{modePage, []string{"Esc", "q", "?"}, "close", "close", (*Dashboard).close},
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
		{modePast, []string{"m"}, "mend", "say what should have been said", func(d *Dashboard) { d.past.amendLine() }},
		{modePast, []string{","}, "", "add an option that was forgotten", func(d *Dashboard) { d.past.amendOption() }},
		{modePast, []string{"d"}, "dice", "say what its dice show", func(d *Dashboard) { d.past.amendDice() }},
		{modePast, []string{"o"}, "overrule", "overrule one of its steps, with a reason", func(d *Dashboard) { d.past.overrule() }},
		{modePast, []string{"x"}, "", "it never happened", func(d *Dashboard) { d.past.amendDrop() }},
		{modePast, []string{"b"}, "", "something else came before it", func(d *Dashboard) { d.past.amendBefore() }},
		{modePast, []string{"g"}, "go back", "make this moment the present; undo brings the other one back", func(d *Dashboard) { d.past.goBack() }},
		{modePast, []string{"Esc", "q", "H"}, "the present", "back to the present, which is as it was", func(d *Dashboard) { d.past.leave() }},
		{modePast, []string{"→", "Tab"}, "whom", "the next one of those who were there, as they were then", func(d *Dashboard) { d.past.moveCombatant(1) }},
		{modePast, []string{"←", "Shift-Tab"}, "", "the one before", func(d *Dashboard) { d.past.moveCombatant(-1) }},
		{modePast, []string{"PgUp"}, "", "a page of entries earlier", func(d *Dashboard) { d.past.move(max(1, d.log.shownRows-1)) }},
		{modePast, []string{"PgDn"}, "", "a page of entries later", func(d *Dashboard) { d.past.move(-max(1, d.log.shownRows-1)) }},
		{modePast, []string{"Home"}, "", "the first entry", func(d *Dashboard) { d.past.move(1 << 30) }},
		{modePast, []string{"End"}, "", "the last entry", func(d *Dashboard) { d.past.move(-1 << 30) }},
		{modePast, []string{"Ctrl-D"}, "", "down in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(1) }},
		{modePast, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(-1) }},
		{modePast, []string{"Ctrl-O"}, "", "the terms of every number, and where their rules stand", func(d *Dashboard) { d.showSources = !d.showSources }},
		{modePast, []string{":"}, "", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{modePast, []string{"?"}, "help", "all keys", func(d *Dashboard) { d.showPage(d.bindings.help()) }},
		{modePlan, []string{"Enter"}, "accept", "accept: this becomes the past; undo takes it back", func(d *Dashboard) { d.do("accept") }},
		{modePlan, []string{"Esc"}, "leave it as it was", "refuse: everything stays as it was", func(d *Dashboard) { d.do("refuse") }},
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
		{modeDie, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
		{modeNotices, []string{"Enter"}, "I have read it", "acknowledge what went wrong; it is not said again", func(d *Dashboard) { d.close(); d.session.Acknowledge() }},
		{modeNotices, []string{"↓", "j"}, "", "down", func(d *Dashboard) { topOverlay[*noticesView](d).pager.Scroll(1) }},
		{modeNotices, []string{"↑", "k"}, "", "up", func(d *Dashboard) { topOverlay[*noticesView](d).pager.Scroll(-1) }},
		{modeDie, []string{"Backspace"}, "", "take away the last character", func(d *Dashboard) { topOverlay[*dialog](d).edit.Backspace() }},
	}
}

// bindings is the table of keys.
type bindings []binding

// newBindings lists the keys of the program, and those that the pack gives its actions. A key that the program uses
// itself stays the program's.
func newBindings(rs *rules.Ruleset) bindings {
	list := builtInBindings()
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
		own = append(own, binding{modeDesk, []string{action.Key}, strings.ToLower(action.Label), strings.ToLower(action.Label) + ": " + help, func(d *Dashboard) { d.compose.declare(action) }})
	}
	return append(own, list...)
}

// of returns the binding of a key in a mode; nil if it has no meaning there.
func (list bindings) of(at mode, name string) *binding {
	for i := range list {
		if k := &list[i]; k.mode == at && k.run != nil && slices.Contains(k.names, name) {
			return k
		}
	}
	return nil
}

// help returns the page that lists all keys and signs.
func (list bindings) help() *draw.Page {
	p := &draw.Page{Title: "Help"}
	at := mode(-1)
	for _, k := range list {
		if k.mode != at {
			at = k.mode
			p.Gap()
			p.Text(draw.RoleTitle, modeNames[at])
			if at == modeDesk {
				p.Add(draw.Line{Lead: "1-9", Left: "what the selected one has at hand", Indent: 1})
			}
		}
		p.Add(draw.Line{Lead: strings.Join(k.names, " "), Left: k.help, Indent: 1})
	}
	p.Gap()
	p.Text(draw.RoleTitle, "Signs")
	for _, sign := range [][2]string{
		{"▸", "selected"},
		{"○", "declares now, or is ready at this count"},
		{"●━━▶", "an action in the making, from its declaration to its effect"},
		{"┄┄▷", "the action being chosen: where it lands"},
		{"╌╌»", "somebody on the way along the line, to when it is there"},
		{"~", "waiting"},
		{"·", "what a condition does at this count"},
		{"!", "something bad, or a refusal"},
		{"↶", "undone"},
	} {
		p.Add(draw.Line{Lead: sign[0], Left: sign[1], Indent: 1})
	}
	return p
}

// press carries out a key. A character that is bound to nothing is typed.
func (d *Dashboard) press(event *tcell.EventKey) {
	at, name := d.mode(), keyName(event)
	d.message = message{}
	if k := d.bindings.of(at, name); k != nil && !(at == modeList && topOverlay[*picker](d).isText(name)) && !(at == modeDie && topOverlay[*dialog](d).isText(name)) {
		k.run(d)
		return
	}
	if event.Key() == tcell.KeyRune {
		d.typeRune(at, string(event.Rune()))
	}
}

// typeRune types a character where text is expected; at the desk a number runs a favourite.
func (d *Dashboard) typeRune(at mode, text string) {
	switch at {
	case modeList:
		topOverlay[*picker](d).letter(text)
	case modePrompt:
		d.prompt.edit.Insert(text)
		d.prompt.changed()
	case modeDie:
		topOverlay[*dialog](d).edit.Insert(text)
	case modeForm:
		topOverlay[*form](d).insert(text)
	case modeDesk:
		if text >= "1" && text <= "9" && len(text) == 1 {
			d.compose.runFavourite(int(text[0] - '1'))
		}
	}
}
