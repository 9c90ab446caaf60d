package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// The dialog that asks for a die, a number or another short text. A command of the session stops at a question if it needs a die or an
// answer; ask_question.go then opens the dialog. Menus open it for input of their own. For a die rolled at the table, the title says who
// rolls it and why, and the text above the input gives the meaning of the faces; the faces are numbers, or names on a faced die.

// dialog is an overlay with one typed line, above the prompt.
type dialog struct {
	title string                  // text in the rows above the input, wrapped
	label string                  // text before the input
	hint  string                  // text at the right end of the input's row, such as the allowed values; "" for none
	edit  draw.InputField         // the typed line
	take  func(text string) error // submits the typed line; if it returns an error, the error is shown and the dialog stays open
	d     *Dashboard              // dashboard above which the dialog is open

	onChange func(text string)             // called after each change of the text; may be nil
	digit    func(text, digit string) bool // handles a digit instead of typing it, and reports whether it did; nil if digits are typed

	number       bool // whether only a number is accepted
	isQuestion   bool // whether it belongs to a question of the session, so that : opens the prompt and ? the help
	firstCovered int  // first screen row that the dialog covered when last drawn

	byTactic      func()                   // answers by the tactic of the actor who is asked; nil if a player answers, or the tactic has no answer
	words         bool                     // whether names of faces are typed; a refused text then stays in the input, to be corrected
	faces         []string                 // names of the requested die's faces; nil if they are numbers or no die is asked for
	above         string                   // text above the input, such as the meaning of the die's faces; "" for none
	meaning       func(text string) string // returns the meaning of the text typed so far; nil if no die is asked for
	rollOne       func()                   // lets the program roll this die; nil if nothing can be rolled
	rollRest      func()                   // lets the program roll this die and all that follow; nil if nothing can be rolled
	chooseTypists func()                   // opens the menu that sets whose dice are typed; nil if no die is asked for
}

// inputLabel returns the label before the input: noun and a colon, or plain if the title already contains noun.
func inputLabel(title, noun, plain string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(noun)) {
		return plain
	}
	return noun + ":"
}

// titleWithNoun returns title followed by noun, unless title contains it already.
func titleWithNoun(title, noun string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(noun)) {
		return title
	}
	return title + ": " + rules.MidSentence(noun)
}

// hintWithUsual returns hint followed by the answer that Enter alone gives; usual is "" if there is none.
func hintWithUsual(hint, usual string) string {
	if usual == "" {
		return hint
	}
	return strings.TrimPrefix(hint+" · Enter: "+usual, " · ")
}

// mode returns modeDie, the mode whose keys every dialog uses.
func (dl *dialog) mode() mode { return modeDie }

// insert types text, unless it is a digit with another meaning here (see dialog.digit) or, in a dialog for a number, can't be part of one.
func (dl *dialog) insert(text string) {
	if dl.digit != nil && len(text) == 1 && text >= "1" && text <= "9" && dl.digit(dl.edit.Text, text) {
		return
	}
	if help := numberProblem(text); dl.number && help != "" {
		dl.d.showMessage(help)
		return
	}
	dl.edit.Insert(text)
	dl.notifyChange()
}

// erase deletes the last character typed.
func (dl *dialog) erase() {
	dl.edit.Backspace()
	dl.notifyChange()
}

// notifyChange passes the text to onChange.
func (dl *dialog) notifyChange() {
	if dl.onChange != nil {
		dl.onChange(strings.TrimSpace(dl.edit.Text))
	}
}

// submit submits the text, and shows the reason if it is refused.
func (dl *dialog) submit() {
	if err := dl.take(strings.TrimSpace(dl.edit.Text)); err != nil {
		dl.d.message = bottomLine{text: err.Error(), bad: true}
		if !dl.words {
			dl.edit.Set("")
		}
	}
}

// typesText reports whether a key types a character instead of running its binding. The keys : and ? do so unless the dialog belongs to a
// question of the session. The keys r, R and D do so unless a die is asked for; for a die with named faces, they do if a face begins with
// that letter or text has been typed.
func (dl *dialog) typesText(name string) bool {
	if name == ":" || name == "?" {
		return !dl.isQuestion
	}
	if dl.rollOne == nil {
		return slices.Contains(dieKeys, name)
	}
	begins := func(face string) bool { return strings.HasPrefix(face, name) }
	typesFace := len(dl.faces) > 0 && (dl.edit.Text != "" || slices.ContainsFunc(dl.faces, begins))
	return slices.Contains(dieKeys, name) && typesFace
}

// dieKeys are the keys that run a binding only if a die is asked for.
var dieKeys = []string{"r", "R", "D"}

// runKeyAction calls do, the action of a key of the dialog, unless it is nil.
func (dl *dialog) runKeyAction(do func()) {
	if do != nil {
		do()
	}
}

// wheel does nothing, since a dialog is always fully visible.
func (dl *dialog) wheel(int) {}

// draw draws the dialog above the prompt.
func (dl *dialog) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.popup)
	title, above := draw.Wrap(dl.title, c.W-4), draw.Wrap(dl.above, c.W-3)
	if dl.above == "" {
		above = nil
	}
	need := min(c.H, len(title)+len(above)+2) // plus the rule at the top and the input row
	top := c.H - need
	if c.Y+top == lay.log.Y {
		top-- // otherwise only the log's title would be left
	}
	dl.firstCovered = c.Y + top
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
	meaning, hint := "", dl.hint
	if dl.meaning != nil {
		meaning = dl.meaning(dl.edit.Text)
	}
	before := draw.Width(dl.label) + draw.Width(dl.edit.Text) + 6 // cells up to the meaning, with margins
	if before+draw.Width(meaning)+draw.Width(hint) > box.W && (dl.words || meaning == "") {
		hint = "" // the typed text needs its room
	}
	if draw.Width(dl.label)+draw.Width(hint)+12 <= box.W { // leaves at least 12 cells to type in, margins included
		box.TextRight(box.W-2, at, hint, draw.RoleDim)
	}
	x := box.Text(2, at, dl.label+" ", draw.RoleKey)
	if meaning != "" {
		x := x + draw.Width(dl.edit.Text) + 3
		box.Fit(x, at, box.W-3-x-draw.Width(hint), meaning, draw.RoleStrong)
	}
	dl.edit.Draw(box, x, at)
}
