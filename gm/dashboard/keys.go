package dashboard

import (
	"strings"

	"github.com/gdamore/tcell/v2"

	"hybrid/gm/dashboard/draw"
)

// place is where a key counts.
type place int

const (
	atDesk    place = iota // nothing is open
	atList                 // something is being chosen
	atPrompt               // a line is being typed
	atDie                  // a die, or a number, is being typed
	atPage                 // something is being read
	atPast                 // an earlier moment is looked at
	atMend                 // a change of the past is to be accepted or refused
	atNotices              // something went wrong with the session's file, and is to be acknowledged
)

var placeNames = [...]string{"Keys", "While choosing", "At the prompt", "Typing a die or a number", "While reading", "In the past", "A change of the past", "What went wrong"}

// key is one entry of the table of keys: the only thing that says what a key does. It makes the bottom line and the
// help, too.
type key struct {
	place place
	names []string // as shown; the first is shown in the bottom line
	label string   // in the bottom line; empty to leave it out there
	help  string
	run   func(d *Dashboard)
}

// nameOf is the name of a key event: the character, or what is written on the key.
func nameOf(event *tcell.EventKey) string {
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

// builtIn lists the keys of the program itself. What a pack's actions add comes behind them.
func builtIn() []key {
	return append(append(append(deskKeys(), readKeys()...), pastKeys()...), typeKeys()...)
}

func deskKeys() []key {
	return []key{
		{atDesk, []string{"n"}, "next", "go on to what the timeline owes next", func(d *Dashboard) { d.do("next") }},
		{atDesk, []string{"c"}, "check", "roll a check of the selected one on a skill", (*Dashboard).pickSkill},
		{atDesk, []string{"w"}, "wait", "the selected one waits, to declare at any later count", func(d *Dashboard) { d.doAs("wait") }},
		{atDesk, []string{"u"}, "undo", "take back the last entry", func(d *Dashboard) { d.do("undo") }},
		{atDesk, []string{"/"}, "find", "find anything by a few letters, and do it", (*Dashboard).find},
		{atDesk, []string{"?"}, "help", "this list", (*Dashboard).help},
		{atDesk, []string{":"}, "prompt", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{atDesk, []string{"y"}, "why", "why a number of the selected one is what it is", (*Dashboard).pickWhy},
		{atDesk, []string{"v"}, "sheet", "the sheet of the selected one", (*Dashboard).sheet},
		{atDesk, []string{"e"}, "edit", "put or end a condition of the selected one", (*Dashboard).edit},
		{atDesk, []string{"s"}, "set", "set a pool of the selected one", func(d *Dashboard) { d.ask("set") }},
		{atDesk, []string{"m"}, "does", "what the selected one does over time: how it moves, works, rests", (*Dashboard).pickActivity},
		{atDesk, []string{"M"}, "", "where the selected one goes", (*Dashboard).pickGoing},
		{atDesk, []string{"h"}, "hold", "what the selected one has in hand", (*Dashboard).pickItem},
		{atDesk, []string{"b"}, "begin", "begin an encounter", (*Dashboard).pickEncounter},
		{atDesk, []string{"R"}, "", "read what is written about the encounter, and why saved rules are not taken up", (*Dashboard).readNotes},
		{atDesk, []string{"H"}, "", "the history: any earlier moment, to go back to or to mend", (*Dashboard).lookBack},
		{atDesk, []string{"W"}, "", "waive what the selected one is owed next", (*Dashboard).waive},
		{atDesk, []string{"L"}, "log", "go to the log; Enter opens an entry", func(d *Dashboard) { d.focus = onLog }},
		{atDesk, []string{"D"}, "", "physical dice: dice are asked for instead of rolled", (*Dashboard).toggleDice},
		{atDesk, []string{"U", "Ctrl-R"}, "", "do again what was undone", func(d *Dashboard) { d.do("redo") }},
		{atDesk, []string{"i"}, "", "roll the initiative of the selected one", func(d *Dashboard) { d.doFor("initiative") }},
		{atDesk, []string{"I"}, "", "roll everybody's initiative", func(d *Dashboard) { d.do("initiative all") }},
		{atDesk, []string{"g"}, "", "give up the action in the making", func(d *Dashboard) { d.doAs("give up") }},
		{atDesk, []string{"S"}, "", "what holds for everybody: light, ground, weather", (*Dashboard).pickScene},
		{atDesk, []string{"+"}, "", "add somebody", func(d *Dashboard) { d.prompt.open("add ") }},
		{atDesk, []string{"-"}, "", "take the selected one out", func(d *Dashboard) { d.ask("remove") }},
		{atDesk, []string{"N"}, "", "write a note into the log", func(d *Dashboard) { d.prompt.open("note ") }},
		{atDesk, []string{"F"}, "", "finish the encounter", func(d *Dashboard) { d.do("finish") }},
		{atDesk, []string{"A"}, "", "what the fight did to everybody", (*Dashboard).summary},
		{atDesk, []string{"o"}, "", "show where the rule of every number stands", func(d *Dashboard) { d.detail = !d.detail }},
		{atDesk, []string{"t"}, "", "the next theme", (*Dashboard).nextTheme},
		{atDesk, []string{"Ctrl-L"}, "", "draw the screen again", (*Dashboard).redraw},
		{atDesk, []string{"q"}, "", "quit; everything shown is on disk, or it is asked again", (*Dashboard).quit},
		{atDesk, []string{"Tab"}, "", "to the next panel", func(d *Dashboard) { d.turnFocus(1) }},
		{atDesk, []string{"Shift-Tab"}, "", "to the panel before", func(d *Dashboard) { d.turnFocus(-1) }},
		{atDesk, []string{"j", "↓"}, "", "down in the panel", func(d *Dashboard) { d.move(1) }},
		{atDesk, []string{"k", "↑"}, "", "up in the panel", func(d *Dashboard) { d.move(-1) }},
		{atDesk, []string{"PgDn"}, "", "the log, later entries", func(d *Dashboard) { d.leaf(1) }},
		{atDesk, []string{"PgUp"}, "", "the log, earlier entries", func(d *Dashboard) { d.leaf(-1) }},
		{atDesk, []string{"Home"}, "", "to the first", func(d *Dashboard) { d.move(-1 << 20) }},
		{atDesk, []string{"End"}, "", "to the last", func(d *Dashboard) { d.move(1 << 20) }},
		{atDesk, []string{"Enter"}, "", "open what is under the cursor: a sheet, an entry", (*Dashboard).open},
		{atDesk, []string{"Esc"}, "", "close what is shown on the right, back to the combatants", (*Dashboard).back},
	}
}

func readKeys() []key {
	return []key{
		{atList, []string{"Enter"}, "choose", "choose what is under the cursor", func(d *Dashboard) { d.list().enter() }},
		{atList, []string{"Space"}, "tick", "tick an option; it is weighed at once", func(d *Dashboard) { d.list().space() }},
		{atList, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
		{atList, []string{"↓", "Ctrl-N", "Tab"}, "", "down", func(d *Dashboard) { d.list().move(1) }},
		{atList, []string{"↑", "Ctrl-P", "Shift-Tab"}, "", "up", func(d *Dashboard) { d.list().move(-1) }},
		{atList, []string{"PgDn"}, "", "down a page", func(d *Dashboard) { d.list().move(d.list().room) }},
		{atList, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { d.list().move(-d.list().room) }},
		{atList, []string{"→"}, "in hand", "with something else in hand", func(d *Dashboard) { d.list().turn(1, 0) }},
		{atList, []string{"←"}, "", "back to what was in hand before", func(d *Dashboard) { d.list().turn(-1, 0) }},
		{atList, []string{"+"}, "points", "one more point of those that may be spent", func(d *Dashboard) { d.list().turn(0, 1) }},
		{atList, []string{"-"}, "", "one point less", func(d *Dashboard) { d.list().turn(0, -1) }},
		{atList, []string{"*"}, "keep", "keep this line at hand for the selected one, on a number key", (*Dashboard).star},
		{atList, []string{"&"}, "and", "choose a second action at the same time", func(d *Dashboard) { d.list().and() }},
		{atList, []string{"%"}, "odds", "all the odds: by degree, by place, by answer, and what each thing is worth", func(d *Dashboard) { d.allOdds = !d.allOdds }},
		{atList, []string{"Ctrl-D"}, "further", "down in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(1) }},
		{atList, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(-1) }},
		{atList, []string{"Ctrl-O"}, "why", "show where the rule of every number stands", func(d *Dashboard) { d.detail = !d.detail }},
		{atList, []string{"Backspace"}, "", "take the last letter away", func(d *Dashboard) { d.list().erase() }},
		{atList, []string{"1-9"}, "at once", "choose, or tick, the one with this number", nil},
		{atList, []string{"a-z"}, "filter", "only what has these letters", nil},
		{atPage, []string{"Esc", "q", "?"}, "close", "close", (*Dashboard).close},
		{atPage, []string{"j", "↓", "Enter"}, "", "down", func(d *Dashboard) { d.sheetOpen().view.Scroll(1) }},
		{atPage, []string{"k", "↑"}, "", "up", func(d *Dashboard) { d.sheetOpen().view.Scroll(-1) }},
		{atPage, []string{"PgDn", "Space"}, "", "down a page", func(d *Dashboard) { d.sheetOpen().view.Scroll(d.sheetOpen().view.Room()) }},
		{atPage, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { d.sheetOpen().view.Scroll(-d.sheetOpen().view.Room()) }},
		{atPage, []string{"Home"}, "", "to the top", func(d *Dashboard) { d.sheetOpen().view.Home() }},
		{atPage, []string{"End"}, "", "to the end", func(d *Dashboard) { d.sheetOpen().view.Scroll(1 << 20) }},
	}
}

func pastKeys() []key {
	return []key{
		{atPast, []string{"↑", "k"}, "earlier", "the entry before", func(d *Dashboard) { d.lookTo(1) }},
		{atPast, []string{"↓", "j"}, "later", "the entry after", func(d *Dashboard) { d.lookTo(-1) }},
		{atPast, []string{"Enter"}, "what to do", "what can be done about this entry", (*Dashboard).mendActions},
		{atPast, []string{"m"}, "mend", "say what should have been said", (*Dashboard).mendLine},
		{atPast, []string{","}, "", "add an option that was forgotten", (*Dashboard).mendMore},
		{atPast, []string{"d"}, "dice", "say what its dice show", (*Dashboard).mendDice},
		{atPast, []string{"o"}, "overrule", "overrule one of its steps, with a reason", (*Dashboard).overrule},
		{atPast, []string{"x"}, "", "it never happened", (*Dashboard).mendDrop},
		{atPast, []string{"b"}, "", "something else came before it", (*Dashboard).mendBefore},
		{atPast, []string{"g"}, "go back", "make this moment the present; undo brings the other one back", (*Dashboard).backTo},
		{atPast, []string{"Esc", "q", "H"}, "the present", "back to the present, which is as it was", (*Dashboard).present},
		{atPast, []string{"→", "Tab"}, "whom", "the next one of those who were there, as they were then", func(d *Dashboard) { d.lookWhom(1) }},
		{atPast, []string{"←", "Shift-Tab"}, "", "the one before", func(d *Dashboard) { d.lookWhom(-1) }},
		{atPast, []string{"PgUp"}, "", "a page of entries earlier", func(d *Dashboard) { d.lookTo(max(1, d.log.room-1)) }},
		{atPast, []string{"PgDn"}, "", "a page of entries later", func(d *Dashboard) { d.lookTo(-max(1, d.log.room-1)) }},
		{atPast, []string{"Home"}, "", "the first entry", func(d *Dashboard) { d.lookTo(1 << 30) }},
		{atPast, []string{"End"}, "", "the last entry", func(d *Dashboard) { d.lookTo(-1 << 30) }},
		{atPast, []string{"Ctrl-D"}, "", "down in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(1) }},
		{atPast, []string{"Ctrl-U"}, "", "up in what is shown on the right", func(d *Dashboard) { d.inspector.HalfLeaf(-1) }},
		{atPast, []string{"Ctrl-O"}, "", "the terms of every number, and where their rules stand", func(d *Dashboard) { d.detail = !d.detail }},
		{atPast, []string{":"}, "", "type a line", func(d *Dashboard) { d.prompt.open("") }},
		{atPast, []string{"?"}, "help", "all keys", (*Dashboard).help},
		{atMend, []string{"Enter"}, "accept", "accept: this becomes the past; undo takes it back", func(d *Dashboard) { d.do("accept") }},
		{atMend, []string{"Esc"}, "leave it as it was", "refuse: everything stays as it was", func(d *Dashboard) { d.do("refuse") }},
		{atMend, []string{"m"}, "change more", "keep this plan, and change something else with it", (*Dashboard).mendFurther},
		{atMend, []string{"↓", "j"}, "", "down", func(d *Dashboard) { d.mendOpen().scroll(1) }},
		{atMend, []string{"↑", "k"}, "", "up", func(d *Dashboard) { d.mendOpen().scroll(-1) }},
		{atMend, []string{"PgDn", "Space"}, "", "down a page", func(d *Dashboard) { d.mendOpen().scroll(d.mendOpen().room) }},
		{atMend, []string{"PgUp"}, "", "up a page", func(d *Dashboard) { d.mendOpen().scroll(-d.mendOpen().room) }},
	}
}

// waive opens the prompt to waive what the selected one is owed next, with a reason.
func (d *Dashboard) waive() {
	if d.selected == "" {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	d.prompt.open("waive " + d.selected + " because ")
}

func typeKeys() []key {
	return []key{
		{atPrompt, []string{"Enter"}, "do it", "do what the line says", (*Dashboard).enterLine},
		{atPrompt, []string{"Tab"}, "complete", "complete the word; again for the next one", func(d *Dashboard) { d.complete(1) }},
		{atPrompt, []string{"Shift-Tab"}, "", "the completion before", func(d *Dashboard) { d.complete(-1) }},
		{atPrompt, []string{"↑", "Ctrl-P"}, "", "the line before, of those typed", func(d *Dashboard) { d.prompt.recall(-1) }},
		{atPrompt, []string{"↓", "Ctrl-N"}, "", "the line after", func(d *Dashboard) { d.prompt.recall(1) }},
		{atPrompt, []string{"Esc", "Ctrl-C"}, "back", "leave the prompt, nothing happens", func(d *Dashboard) { d.prompt.close() }},
		{atPrompt, []string{"←", "Ctrl-B"}, "", "left", func(d *Dashboard) { d.prompt.edit.Left() }},
		{atPrompt, []string{"→", "Ctrl-F"}, "", "right", func(d *Dashboard) { d.prompt.edit.Right() }},
		{atPrompt, []string{"Home", "Ctrl-A"}, "", "to the start", func(d *Dashboard) { d.prompt.edit.At = 0 }},
		{atPrompt, []string{"End", "Ctrl-E"}, "", "to the end", func(d *Dashboard) { d.prompt.edit.End() }},
		{atPrompt, []string{"Backspace"}, "", "take away the character before", func(d *Dashboard) { d.prompt.edit.Backspace(); d.prompt.changed() }},
		{atPrompt, []string{"Delete", "Ctrl-D"}, "", "take away the character under the cursor", func(d *Dashboard) { d.prompt.edit.Delete(); d.prompt.changed() }},
		{atPrompt, []string{"Ctrl-W"}, "", "take away the word before", func(d *Dashboard) { d.prompt.edit.EraseWord(); d.prompt.changed() }},
		{atPrompt, []string{"Ctrl-U"}, "", "take away everything before", func(d *Dashboard) { d.prompt.edit.EraseLine(); d.prompt.changed() }},
		{atDie, []string{"Enter"}, "take it", "take the number", func(d *Dashboard) { d.dialog().enter() }},
		{atDie, []string{"r"}, "roll", "let the program roll this die and the rest", func(d *Dashboard) { d.dialog().rollRest() }},
		{atDie, []string{"Esc"}, "back", "back, nothing happens", (*Dashboard).close},
		{atNotices, []string{"Enter"}, "I have read it", "acknowledge what went wrong; it is not said again", (*Dashboard).acknowledge},
		{atNotices, []string{"↓", "j"}, "", "down", func(d *Dashboard) { d.noticesOpen().view.Scroll(1) }},
		{atNotices, []string{"↑", "k"}, "", "up", func(d *Dashboard) { d.noticesOpen().view.Scroll(-1) }},
		{atDie, []string{"Backspace"}, "", "take away the last character", func(d *Dashboard) { d.dialog().edit.Backspace() }},
	}
}

// table is the table of keys: the program's own, and those that the pack gives its actions. A key that the program
// uses itself stays the program's.
func (d *Dashboard) table() []key {
	list := builtIn()
	taken := map[string]bool{}
	for _, k := range list {
		for _, name := range k.names {
			taken[name] = taken[name] || k.place == atDesk
		}
	}
	var own []key
	for _, action := range d.session.Rules().Actions.All {
		if action.Key == "" || taken[action.Key] {
			continue
		}
		taken[action.Key] = true
		help := action.Text
		if help == "" {
			help = "the selected one declares it"
		}
		own = append(own, key{atDesk, []string{action.Key}, strings.ToLower(action.Label), strings.ToLower(action.Label) + ": " + help, func(d *Dashboard) { d.declare(action) }})
	}
	return append(own, list...)
}

// byName finds the key of a name at a place; nil if it has no meaning there.
func (d *Dashboard) byName(at place, name string) *key {
	for i := range d.keys {
		if d.keys[i].place != at {
			continue
		}
		for _, own := range d.keys[i].names {
			if own == name && d.keys[i].run != nil {
				return &d.keys[i]
			}
		}
	}
	return nil
}

// press carries out a key. What is no key where one is goes to what is open as a character.
func (d *Dashboard) press(event *tcell.EventKey) {
	at, name := d.place(), nameOf(event)
	d.notice = notice{}
	if k := d.byName(at, name); k != nil && !d.typedFirst(at, name) {
		k.run(d)
		return
	}
	if event.Key() == tcell.KeyRune {
		d.typeRune(at, string(event.Rune()))
	}
}

// typedFirst tells whether a character is text rather than a key where one stands.
func (d *Dashboard) typedFirst(at place, name string) bool {
	return at == atList && d.list().asText(name)
}

func (d *Dashboard) typeRune(at place, text string) {
	switch at {
	case atList:
		d.list().letter(text)
	case atPrompt:
		d.prompt.edit.Insert(text)
		d.prompt.changed()
	case atDie:
		d.dialog().edit.Insert(text)
	case atDesk:
		if text >= "1" && text <= "9" && len(text) == 1 {
			d.runFavourite(int(text[0] - '1'))
		}
	}
}

// drawKeys draws the keys of a place as far as they fit, and remembers where they are for the mouse.
func (d *Dashboard) drawKeys(p draw.Canvas) {
	d.hits = d.hits[:0]
	if d.notice.text != "" {
		r := draw.RoleStrong
		if d.notice.bad {
			r = draw.RoleBad
			p.Text(1, 0, "!", r)
		}
		p.Fit(3, 0, p.W-4, d.notice.text, r)
		return
	}
	x := 1
	for i := range d.keys {
		k := &d.keys[i]
		if k.place != d.place() || !d.useful(k) {
			continue
		}
		label := d.keyLabel(k)
		need := draw.Width(k.names[0]) + 1 + draw.Width(label)
		if x+need > p.W-1 {
			break
		}
		from := x
		x = p.Text(x, 0, k.names[0], draw.RoleKey)
		x = p.Text(x+1, 0, label, draw.RoleDim) + 2
		if k.run != nil {
			d.hits = append(d.hits, hit{from, x - 2, k})
		}
	}
}

// hit is a key in the bottom line, from one cell to another.
type hit struct {
	from, to int
	key      *key
}

// useful tells whether a key belongs in the bottom line now.
func (d *Dashboard) useful(k *key) bool {
	if k.place != atList {
		return k.label != ""
	}
	list := d.list()
	switch k.names[0] {
	case "Space":
		return list.tick != nil
	case "&":
		return list.beside != nil
	case "→", "+":
		return list.turned != nil
	case "*":
		return list.keep != nil || list.choose == nil && list.line != nil && list.tick == nil
	case "Ctrl-O":
		return list.turned != nil
	case "%":
		return list.line != nil && d.isRolled(list.line())
	case "Ctrl-D":
		return list.page != nil && d.inspector.Overflows()
	}
	return k.label != ""
}

// isRolled tells whether a line has a chance.
func (d *Dashboard) isRolled(line string) bool {
	v, err := d.preview(line)
	return err == nil && v.Prospect != nil
}

// keyLabel is the label of a key; undo says what it would take back, Enter whether it does the whole.
func (d *Dashboard) keyLabel(k *key) string {
	switch {
	case k.place == atDesk && k.names[0] == "u":
		if label := d.session.UndoLabel(); label != "" && d.lay.keys.W >= wideWidth {
			return k.label + " " + draw.Clip(label, d.lay.keys.W/6)
		}
	case k.place == atList && k.names[0] == "Enter" && d.list().commit != nil:
		return "do it"
	}
	return k.label
}

// help shows the whole table.
func (d *Dashboard) help() {
	p := &draw.Page{Title: "Help"}
	at := place(-1)
	for _, k := range d.table() {
		if k.place != at {
			at = k.place
			p.Gap()
			p.Text(draw.RoleTitle, placeNames[at])
			if at == atDesk {
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
		{"~", "an answer under way, or waiting"},
		{"·", "what a condition does at this count"},
		{"!", "something bad, or a refusal"},
		{"↶", "undone"},
	} {
		p.Add(draw.Line{Lead: sign[0], Left: sign[1], Indent: 1})
	}
	d.show(p)
}
