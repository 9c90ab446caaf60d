package dashboard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// A form: several fields, typed or chosen, whose values together form one line, the text of a command as it could be typed at the prompt.
// The arrows ↑ and ↓ move between the fields, ← and → between the choices of a field; letters select a choice by its beginning. Menus
// define the fields; the keys are in desk_keys.go.

// form is an overlay that asks for several values at once.
type form struct {
	d            *Dashboard
	title        string        // text of the rule above the fields
	fields       []*formField  // all fields, hidden ones included, in order
	at           int           // index of the current field
	line         func() string // returns the prompt line formed by the values; nil if submitValues is set
	below        func() string // returns the text below the fields, which describes the effect of the values
	hits         []fieldHit    // screen cells of the visible fields' values, as last drawn
	submitValues func() error  // submits the values if they don't form a line; an error is shown and the form stays open
	onSubmit     func()        // called after the values were submitted; may be nil unless submitValues is set
}

// fieldHit holds the screen cells of a field's value.
type fieldHit struct {
	field, y, from, to int // index of the field; row, first column, and column after the last one
}

// formField is a value in a form: typed, or one of several choices.
type formField struct {
	label         string                       // text before the value; "" for none
	edit          draw.InputField              // typed text; unused if there are choices
	number        bool                         // whether only a number is accepted
	fresh         bool                         // whether the next typed character replaces the whole text
	choices       []string                     // values to choose from; empty if the value is typed
	chosen        int                          // index in choices of the chosen one; 0 if the value is typed
	allowsOwn     bool                         // whether typed text that no choice begins with becomes a choice of its own
	hasOwn        bool                         // whether the last of choices was typed (see allowsOwn)
	choiceLetters string                       // letters typed so far to select the choice
	suffix        func() string                // returns a text after the value; may be nil
	onArrow       func(by int)                 // called for ← (-1) and → (1) in a typed field; if nil, they move the cursor
	isHidden      func() bool                  // reports whether the field is hidden; nil if it never is
	onChoose      func(chosen int)             // called with the index of the choice after another one was selected; may be nil
	letterField   func(text string) *formField // returns the field that takes letters typed into this one, or nil for this one; may be nil
}

// mode returns modeForm, the mode whose keys every form uses.
func (f *form) mode() mode { return modeForm }

// wheel moves the cursor to the next or previous field.
func (f *form) wheel(by int) { f.moveField(by) }

// currentField returns the field with the cursor.
func (f *form) currentField() *formField { return f.fields[f.at] }

// isShown reports whether the field isn't hidden now.
func (field *formField) isShown() bool { return field.isHidden == nil || !field.isHidden() }

// moveField moves the cursor to the next visible field (by is 1) or the previous one (-1), wrapping around at the ends.
func (f *form) moveField(by int) {
	for _, field := range f.fields {
		field.choiceLetters = ""
	}
	for range f.fields {
		if f.at = (f.at + by + len(f.fields)) % len(f.fields); f.currentField().isShown() {
			return
		}
	}
}

// changeChoice handles → (by is 1) and ← (-1): it selects the next or previous choice of the field, or moves the cursor in its text.
func (f *form) changeChoice(by int) {
	switch field := f.currentField(); {
	case len(field.choices) > 0:
		field.cycleChoice(by)
	case field.onArrow != nil:
		field.onArrow(by)
	case by < 0:
		field.fresh = false
		field.edit.MoveLeft()
	default:
		field.fresh = false
		field.edit.MoveRight()
	}
}

// cycleChoice moves the choice forward by the given number, or back if by is negative, wrapping around at the ends.
func (field *formField) cycleChoice(by int) {
	field.chosen = (field.chosen + by + len(field.choices)) % len(field.choices)
	if field.onChoose != nil {
		field.onChoose(field.chosen)
	}
}

// setValue sets the text of a field, which the next typed character replaces.
func (field *formField) setValue(text string) {
	field.edit.Set(text)
	field.fresh = true
}

// insert types text into the current field, or selects a choice by its first letters. It returns a message if the field doesn't take text,
// or "".
func (f *form) insert(text string) string {
	field := f.currentField()
	if field.letterField != nil && strings.ContainsFunc(text, unicode.IsLetter) {
		if other := field.letterField(text); other != nil && len(other.choices) == 0 {
			f.at = slices.Index(f.fields, other)
			return f.insert(text)
		} else if other != nil {
			return other.chooseByLetters(text)
		}
	}
	if len(field.choices) > 0 && text != "" {
		return field.chooseByLetters(text)
	}
	if help := numberProblem(text); field.number && help != "" {
		return help
	}
	if field.fresh {
		field.edit.Set("")
	}
	field.fresh = false
	field.edit.Insert(text)
	return ""
}

// numberProblem returns a message if text cannot be a part of a number, or "".
func numberProblem(text string) string {
	if strings.Trim(text, "+-0123456789.") == "" {
		return ""
	}
	return string(message.NotA(text, "a number", "Write it in digits"))
}

// chooseByLetters selects the choice that begins with the letters typed so far, including text, otherwise the next one that begins with
// text alone. If there is neither, text is added to a typed choice, if the field allows one; otherwise it returns a message.
func (field *formField) chooseByLetters(text string) string {
	for _, typed := range []string{field.choiceLetters + text, text} {
		from := field.chosen // index of the choice that is tried first
		if typed == text {
			from++ // the same letter again selects the next
			if field.allowsOwn && field.choiceLetters != "" {
				break
			}
		}
		for i := range field.choices {
			at := (from + i) % len(field.choices)
			// An article before a choice is ignored.
			if strings.HasPrefix(strings.TrimPrefix(strings.ToLower(field.choices[at]), "a "), strings.ToLower(typed)) {
				field.cycleChoice(at - field.chosen)
				field.choiceLetters = typed
				return ""
			}
		}
	}
	if field.allowsOwn {
		field.setOwnChoice(field.choiceLetters + strings.ReplaceAll(text, " ", "_"))
		return ""
	}
	field.choiceLetters = ""
	return "No choice here begins with “" + text + "”. Press ← or → to change it."
}

// setOwnChoice makes text the typed choice, in place of an earlier one, and selects it. An empty text removes the typed choice and selects
// the first of the others.
func (field *formField) setOwnChoice(text string) {
	if field.hasOwn {
		field.choices = field.choices[:len(field.choices)-1]
	}
	if field.hasOwn, field.choiceLetters = text != "", text; field.hasOwn {
		field.choices = append(slices.Clip(field.choices), text)
		field.chosen = len(field.choices) - 1
		return
	}
	field.chosen = 0
}

// erase deletes the last character of a typed field, or of a typed choice.
func (f *form) erase() {
	switch field := f.currentField(); {
	case len(field.choices) == 0:
		field.fresh = false
		field.edit.Backspace()
	case field.hasOwn && field.chosen == len(field.choices)-1:
		_, size := utf8.DecodeLastRuneInString(field.choices[field.chosen])
		field.setOwnChoice(field.choices[field.chosen][:len(field.choices[field.chosen])-size])
	}
}

// submit submits the values. If they are refused, the form stays open.
func (f *form) submit() {
	if f.submitValues == nil {
		if f.d.runCommand(command.Command{Line: f.line(), Typed: true}) && f.onSubmit != nil {
			f.onSubmit()
		}
		return
	}
	if err := f.submitValues(); err != nil {
		f.d.showError(err)
		return
	}
	f.d.closeOverlay()
	f.onSubmit()
}

// draw draws the form above the prompt: its fields in as many rows as they need, and the text below them.
func (f *form) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.popup)
	below := draw.Wrap(f.below(), c.W-3)
	need := min(c.H, 1+f.countRows(c.W)+len(below))
	box := c.Part(0, c.H-need, c.W, need).Popup(f.title, false)
	f.hits = f.hits[:0]
	y := f.placeFields(box.W, func(field *formField, x, y int) {
		from, to := f.drawField(box, field, x, y)
		f.hits = append(f.hits, fieldHit{slices.Index(f.fields, field), box.Y + y, box.X + from, box.X + to})
	})
	for i, row := range below {
		box.Fit(1, y+1+i, box.W-2, row, draw.RoleDim)
	}
}

// countRows returns the number of rows of the fields in a form of width w.
func (f *form) countRows(w int) int { return 1 + f.placeFields(w, func(*formField, int, int) {}) }

// placeFields calls do with the position of each visible field in a form of width w, and returns the index of the last row.
func (f *form) placeFields(w int, do func(field *formField, x, y int)) (y int) {
	x := 1
	for _, field := range f.fields {
		if !field.isShown() {
			continue
		}
		width := field.width()
		if x > 1 && x+width > w {
			x, y = 1, y+1
		}
		do(field, x, y)
		x += width + 3
	}
	return y
}

// valueText returns the value as it is drawn: the current choice between arrows, or the typed text.
func (field *formField) valueText() string {
	if len(field.choices) > 0 {
		return "◂ " + field.choices[field.chosen] + " ▸"
	}
	return field.edit.Text
}

// width returns the width in columns of the field with its label and the text after it.
func (field *formField) width() int {
	cells := draw.Width(field.valueText())
	if field.label != "" {
		cells += draw.Width(field.label) + 1
	}
	if field.suffix != nil {
		cells += 1 + draw.Width(field.suffix())
	}
	return cells
}

// click moves the cursor to the field at a screen cell. In a field of choices, a click on the arrow ◂ selects the previous choice,
// elsewhere the next one.
func (f *form) click(x, y int) {
	for _, h := range f.hits {
		if h.y != y || x < h.from || x >= h.to {
			continue
		}
		for f.at != h.field {
			f.moveField(1)
		}
		if len(f.currentField().choices) > 0 { // the arrow ◂ and the space after it are the first two cells of the value
			f.changeChoice(collect.Choose(x < h.from+2, -1, 1))
		}
		return
	}
}

// drawField draws field with its label at x, y, highlighted if the cursor is on it, and returns the first column of its value and the
// column after it. An empty value is given three columns, so that it can be clicked.
func (f *form) drawField(c draw.Canvas, field *formField, x, y int) (from, to int) {
	if field.label != "" {
		x = c.Text(x, y, field.label, draw.RoleDim) + 1
	}
	from = x
	isCurrent := field == f.currentField()
	switch {
	case isCurrent && len(field.choices) == 0 && !field.fresh:
		field.edit.Draw(c, x, y)
		x += draw.Width(field.edit.Text)
	case isCurrent:
		x = c.Text(x, y, field.valueText(), draw.RoleChosen)
		if len(field.choices) == 0 {
			c.ShowCursor(x, y)
		}
	default:
		x = c.Text(x, y, field.valueText(), draw.RoleStrong)
	}
	to = max(x, from+3)
	if field.suffix != nil {
		c.Text(x+1, y, field.suffix(), draw.RoleText)
	}
	return from, to
}
