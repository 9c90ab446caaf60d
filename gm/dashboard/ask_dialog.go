package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
)

// The dialog that asks for a die or a number; ask_question.go opens it for a question of the session, menus for one of their
// own.

// dialog asks for a die or a number.
type dialog struct {
	title string
	label string
	hint  string
	edit  draw.InputField
	take  func(text string) error // the line typed; an error is shown and the dialog stays
	d     *Dashboard

	onChange func(text string)             // told of every change of what is typed; nil for nobody
	digit    func(text, digit string) bool // does what a digit means instead of being typed behind a text; nil where it is typed

	number bool // takes a number alone
	asks   bool // a question of the session: keys that no answer has keep their meaning
	covers int  // the row from which on it covered what is below it, as drawn last

	byTactic func()                   // answers as the tactic of the one who is asked would; nil where a player does, or nothing is usual
	words    bool                     // faces are typed, and what is wrong with one stays to be written on
	faces    []string                 // the names of the faces of the die, which are typed; nil for numbers
	above    string                   // what a die must show, empty where it is no die
	meaning  func(text string) string // what is typed so far comes to; nil where it is no die
	rollOne  func()                   // the program rolls this die; nil where nothing can be rolled
	rollRest func()                   // and all that follow
	whose    func()                   // says whose dice are typed
}

// labelBeside is what stands before what is typed: what is asked for, or else where the title says that already, something plain.
func labelBeside(title, what, plain string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(what)) {
		return plain
	}
	return what + ":"
}

// mode returns the mode whose keys a dialog has.
func (q *dialog) mode() mode { return modeDie }

// insert types a text.
func (q *dialog) insert(text string) {
	if q.digit != nil && len(text) == 1 && text >= "1" && text <= "9" && q.digit(q.edit.Text, text) {
		return
	}
	if help := notNumber(text); q.number && help != "" {
		q.d.say(help)
		return
	}
	q.edit.Insert(text)
	q.notify()
}

// erase takes away the last character that was typed.
func (q *dialog) erase() {
	q.edit.Backspace()
	q.notify()
}

// notify passes on what is typed to the listener.
func (q *dialog) notify() {
	if q.onChange != nil {
		q.onChange(strings.TrimSpace(q.edit.Text))
	}
}

// enter takes what is typed, and says why it cannot be taken.
func (q *dialog) enter() {
	if err := q.take(strings.TrimSpace(q.edit.Text)); err != nil {
		q.d.message = bottomLine{text: err.Error(), bad: true}
		if !q.words {
			q.edit.Set("")
		}
	}
}

// isText reports whether a key is typed here: one that rolls or says whose dice are typed is, where no die is asked for.
func (q *dialog) isText(name string) bool {
	if name == ":" || name == "?" {
		return !q.asks
	}
	if q.rollOne == nil {
		return slices.Contains(dieKeys, name)
	}
	begins := func(face string) bool { return strings.HasPrefix(face, name) }
	return slices.Contains(dieKeys, name) && len(q.faces) > 0 && (q.edit.Text != "" || slices.ContainsFunc(q.faces, begins))
}

// dieKeys are the keys that mean something only where a die is asked for.
var dieKeys = []string{"r", "R", "D"}

// perform does what a key is for, where the dialog can do it.
func (q *dialog) perform(do func()) {
	if do != nil {
		do()
	}
}

// wheel does nothing: a dialog shows all of itself.
func (q *dialog) wheel(int) {}

// draw draws the dialog above the prompt.
func (q *dialog) draw(c draw.Canvas, where *layout) {
	c = c.In(where.popup)
	title, above := draw.Wrap(q.title, c.W-4), draw.Wrap(q.above, c.W-3)
	if q.above == "" {
		above = nil
	}
	need := min(c.H, len(title)+len(above)+2)
	top := c.H - need
	if c.Y+top == where.log.Y {
		top-- // nothing would be left of the log but its title
	}
	q.covers = c.Y + top
	c.Part(0, top, c.W, c.H-top).Clear()
	box := c.Part(0, top, c.W, need).Popup("", false)
	at := 0
	for _, row := range title {
		box.Fit(2, at, box.W-4, row, draw.RoleTitle)
		at++
	}
	for _, row := range above {
		box.Fit(2, at, box.W-3, row, draw.RoleText)
		at++
	}
	meaning, hint := "", q.hint
	if q.meaning != nil {
		meaning = q.meaning(q.edit.Text)
	}
	before := draw.Width(q.label) + draw.Width(q.edit.Text) + 6
	if before+draw.Width(meaning)+draw.Width(hint) > box.W && (q.words || meaning == "") {
		hint = "" // what is typed has its place
	}
	if draw.Width(q.label)+draw.Width(hint)+12 <= box.W {
		box.Right(box.W-2, at, hint, draw.RoleDim)
	}
	x := box.Text(2, at, q.label+" ", draw.RoleKey)
	if meaning != "" {
		x := x + draw.Width(q.edit.Text) + 3
		box.Fit(x, at, box.W-3-x-draw.Width(hint), meaning, draw.RoleStrong)
	}
	q.edit.Draw(box, x, at)
}
