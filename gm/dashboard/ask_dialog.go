package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// The dialog that asks for a die or a number; ask_question.go opens it for a question of the session, menus open it for their own.

// dialog asks for a die or a number.
type dialog struct {
	title string
	label string                  // text before the input
	hint  string                  // text at the right end
	edit  draw.InputField         // the typed line
	take  func(text string) error // submits the typed line; an error is shown and the dialog stays open
	d     *Dashboard

	onChange func(text string)             // called after each change of the text; may be nil
	digit    func(text, digit string) bool // handles a digit instead of typing it, and reports whether it did; nil if digits are typed

	number       bool // whether only a number is accepted
	asks         bool // whether it belongs to a question of the session; keys that can't answer keep their meaning
	firstCovered int  // first screen row that the dialog covered when last drawn

	byTactic      func()                   // answers by the tactic of the actor who is asked; nil if a player answers, or the tactic has no answer
	words         bool                     // whether faces are typed; a wrong one stays so that it can be corrected
	faces         []string                 // names of the die's faces, to be typed; nil if they are numbers
	above         string                   // text about the faces that the die must show; "" if no die is asked for
	meaning       func(text string) string // returns the meaning of the text typed so far; nil if no die is asked for
	rollOne       func()                   // lets the program roll this die; nil if nothing can be rolled
	rollRest      func()                   // lets the program roll this die and all that follow
	chooseTypists func()                   // opens the menu that sets whose dice are typed; nil if no die is asked for
}

// inputLabel returns the label before the input: noun, or plain if the title already contains noun.
func inputLabel(title, noun, plain string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(noun)) {
		return plain
	}
	return noun + ":"
}

// titleOf returns title followed by noun, unless title contains it already.
func titleOf(title, noun string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(noun)) {
		return title
	}
	return title + ": " + rules.MidSentence(noun)
}

// mode returns the mode whose keys the dialog uses.
func (q *dialog) mode() mode { return modeDie }

// insert types text, unless a digit has another meaning here or text can't be part of a number.
func (q *dialog) insert(text string) {
	if q.digit != nil && len(text) == 1 && text >= "1" && text <= "9" && q.digit(q.edit.Text, text) {
		return
	}
	if help := numberProblem(text); q.number && help != "" {
		q.d.showMessage(help)
		return
	}
	q.edit.Insert(text)
	q.notifyChange()
}

// erase deletes the last character typed.
func (q *dialog) erase() {
	q.edit.Backspace()
	q.notifyChange()
}

// notifyChange passes the text to onChange.
func (q *dialog) notifyChange() {
	if q.onChange != nil {
		q.onChange(strings.TrimSpace(q.edit.Text))
	}
}

// submit submits the text, and shows the reason if it is refused.
func (q *dialog) submit() {
	if err := q.take(strings.TrimSpace(q.edit.Text)); err != nil {
		q.d.message = bottomLine{text: err.Error(), bad: true}
		if !q.words {
			q.edit.Set("")
		}
	}
}

// isText reports whether a key types a character here. The keys r, R and D do so unless a die is asked for; with named faces, they do if a
// face begins with that letter or text has been typed.
func (q *dialog) isText(name string) bool {
	if name == ":" || name == "?" {
		return !q.asks
	}
	if q.rollOne == nil {
		return slices.Contains(dieKeys, name)
	}
	begins := func(face string) bool { return strings.HasPrefix(face, name) }
	typesFace := len(q.faces) > 0 && (q.edit.Text != "" || slices.ContainsFunc(q.faces, begins))
	return slices.Contains(dieKeys, name) && typesFace
}

// dieKeys are the keys that have a meaning only if a die is asked for.
var dieKeys = []string{"r", "R", "D"}

// runKeyAction calls do, the action of a key of the dialog, unless it is nil.
func (q *dialog) runKeyAction(do func()) {
	if do != nil {
		do()
	}
}

// wheel does nothing, since a dialog is always fully visible.
func (q *dialog) wheel(int) {}

// draw draws the dialog above the prompt.
func (q *dialog) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.popup)
	title, above := draw.Wrap(q.title, c.W-4), draw.Wrap(q.above, c.W-3)
	if q.above == "" {
		above = nil
	}
	need := min(c.H, len(title)+len(above)+2)
	top := c.H - need
	if c.Y+top == lay.log.Y {
		top-- // otherwise only the log's title would be left
	}
	q.firstCovered = c.Y + top
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
		hint = "" // the text is in its place
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
