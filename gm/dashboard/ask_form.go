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

// A form: several fields, typed or chosen, that form one line. Menus define its fields; its keys are in desk_keys.go.

// form asks for several values at once.
type form struct {
	d            *Dashboard
	title        string
	fields       []*formField
	at           int           // index of the current field
	line         func() string // returns the prompt line formed by the values; nil if submitValues is set
	below        func() string // describes the effect of the values
	hits         []fieldHit    // screen cells of the fields, as last drawn
	submitValues func() error  // submits the values if they don't form a line; an error is shown and the form stays open
	onSubmit     func()        // called after the values were submitted; may be nil unless submitValues is set
}

// fieldHit holds the screen cells of a field's value: row y, from column `from` to before column `to`. field is the field's index.
type fieldHit struct {
	field, y, from, to int
}

// formField is a value in a form: typed, or one of several choices.
type formField struct {
	label         string
	edit          draw.InputField              // the typed text
	number        bool                         // whether only a number is accepted
	fresh         bool                         // whether typing replaces the value
	choices       []string                     // empty if the value is typed
	chosen        int                          // index of the chosen one of choices
	allowsOwn     bool                         // whether text that begins none of the choices becomes a choice of its own
	hasOwn        bool                         // whether the last of the choices was typed
	choiceLetters string                       // letters typed so far to select the choice
	suffix        func() string                // returns a text after the value; may be nil
	onArrow       func(by int)                 // called for ← and → in a typed field; if nil, they move the cursor
	isHidden      func() bool                  // reports whether the field is hidden; if nil, it isn't
	onChoose      func(chosen int)             // called after another choice was selected; may be nil
	letterField   func(text string) *formField // returns another field that takes typed letters, or nil for this one; may be nil
}

func (f *form) mode() mode { return modeForm }

func (f *form) wheel(by int) { f.moveField(by) }

func (f *form) currentField() *formField { return f.fields[f.at] }

func (q *formField) isShown() bool { return q.isHidden == nil || !q.isHidden() }

// moveField moves the cursor by a number of visible fields.
func (f *form) moveField(by int) {
	for _, q := range f.fields {
		q.choiceLetters = ""
	}
	for range f.fields {
		if f.at = (f.at + by + len(f.fields)) % len(f.fields); f.currentField().isShown() {
			return
		}
	}
}

// changeChoice handles → (by is 1) and ← (-1): it selects another choice of the field, or moves the cursor in its text.
func (f *form) changeChoice(by int) {
	switch q := f.currentField(); {
	case len(q.choices) > 0:
		q.cycleChoice(by)
	case q.onArrow != nil:
		q.onArrow(by)
	case by < 0:
		q.fresh = false
		q.edit.MoveLeft()
	default:
		q.fresh = false
		q.edit.Right()
	}
}

// cycleChoice selects the choice that is the given number of steps away.
func (q *formField) cycleChoice(by int) {
	q.chosen = (q.chosen + by + len(q.choices)) % len(q.choices)
	if q.onChoose != nil {
		q.onChoose(q.chosen)
	}
}

// setValue gives a field a value that typing replaces.
func (q *formField) setValue(text string) {
	q.edit.Set(text)
	q.fresh = true
}

// insert types into the field, or selects a choice by its first letters. It returns a message if none matches.
func (f *form) insert(text string) string {
	q := f.currentField()
	if q.letterField != nil && strings.ContainsFunc(text, unicode.IsLetter) {
		if other := q.letterField(text); other != nil && len(other.choices) == 0 {
			f.at = slices.Index(f.fields, other)
			return f.insert(text)
		} else if other != nil {
			return other.chooseByLetters(text)
		}
	}
	if len(q.choices) > 0 && text != "" {
		return q.chooseByLetters(text)
	}
	if help := numberProblem(text); q.number && help != "" {
		return help
	}
	if q.fresh {
		q.edit.Set("")
	}
	q.fresh = false
	q.edit.Insert(text)
	return ""
}

// numberProblem returns a message if text cannot be a part of a number, or "".
func numberProblem(text string) string {
	if strings.Trim(text, "+-0123456789.") == "" {
		return ""
	}
	return string(message.NotA(text, "a number", "Write it in digits"))
}

// chooseByLetters selects the choice that begins with the letters typed so far, otherwise the next one that begins with the last letter. It
// returns a message if there is none.
func (q *formField) chooseByLetters(text string) string {
	for _, typed := range []string{q.choiceLetters + text, text} {
		from := q.chosen
		if typed == text {
			from++ // the same letter again selects the next
			if q.allowsOwn && q.choiceLetters != "" {
				break
			}
		}
		for i := range q.choices {
			at := (from + i) % len(q.choices)
			if strings.HasPrefix(strings.TrimPrefix(strings.ToLower(q.choices[at]), "a "), strings.ToLower(typed)) {
				q.cycleChoice(at - q.chosen)
				q.choiceLetters = typed
				return ""
			}
		}
	}
	if q.allowsOwn {
		q.setOwnChoice(q.choiceLetters + strings.ReplaceAll(text, " ", "_"))
		return ""
	}
	q.choiceLetters = ""
	return "No choice here begins with “" + text + "”. Press ← or → to change it."
}

// setOwnChoice adds and selects text as a choice of its own; an empty text removes it and selects the first choice.
func (q *formField) setOwnChoice(text string) {
	if q.hasOwn {
		q.choices = q.choices[:len(q.choices)-1]
	}
	if q.hasOwn, q.choiceLetters = text != "", text; q.hasOwn {
		q.choices = append(slices.Clip(q.choices), text)
		q.chosen = len(q.choices) - 1
		return
	}
	q.chosen = 0
}

// erase deletes the last character of the field, also of a typed choice.
func (f *form) erase() {
	switch q := f.currentField(); {
	case len(q.choices) == 0:
		q.fresh = false
		q.edit.Backspace()
	case q.hasOwn && q.chosen == len(q.choices)-1:
		_, size := utf8.DecodeLastRuneInString(q.choices[q.chosen])
		q.setOwnChoice(q.choices[q.chosen][:len(q.choices[q.chosen])-size])
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

// draw draws the form above the prompt: its fields in as many rows as they need, and the effect of their line.
func (f *form) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.popup)
	below := draw.Wrap(f.below(), c.W-3)
	need := min(c.H, 1+f.countRows(c.W)+len(below))
	box := c.Part(0, c.H-need, c.W, need).Popup(f.title, false)
	f.hits = f.hits[:0]
	y := f.placeFields(box.W, func(q *formField, x, y int) {
		from, to := f.drawField(box, q, x, y)
		f.hits = append(f.hits, fieldHit{slices.Index(f.fields, q), box.Y + y, box.X + from, box.X + to})
	})
	for i, row := range below {
		box.Fit(1, y+1+i, box.W-2, row, draw.RoleDim)
	}
}

// countRows returns the number of rows of the form at width w, with its title.
func (f *form) countRows(w int) int { return 1 + f.placeFields(w, func(*formField, int, int) {}) }

// placeFields calls do with the position of each field in a form of width w, and returns the last row.
func (f *form) placeFields(w int, do func(q *formField, x, y int)) (y int) {
	x := 1
	for _, q := range f.fields {
		if !q.isShown() {
			continue
		}
		width := q.width()
		if x > 1 && x+width > w {
			x, y = 1, y+1
		}
		do(q, x, y)
		x += width + 3
	}
	return y
}

// valueText returns the text of the field.
func (q *formField) valueText() string {
	if len(q.choices) > 0 {
		return "◂ " + q.choices[q.chosen] + " ▸"
	}
	return q.edit.Text
}

// width returns the width in columns of the field with its label and the text after it.
func (q *formField) width() int {
	cells := draw.Width(q.valueText())
	if q.label != "" {
		cells += draw.Width(q.label) + 1
	}
	if q.suffix != nil {
		cells += 1 + draw.Width(q.suffix())
	}
	return cells
}

// click moves the cursor to the field at a screen cell. In a field of choices it selects the previous choice on the first sign, elsewhere
// the next.
func (f *form) click(x, y int) {
	for _, h := range f.hits {
		if h.y != y || x < h.from || x >= h.to {
			continue
		}
		for f.at != h.field {
			f.moveField(1)
		}
		if len(f.currentField().choices) > 0 {
			f.changeChoice(collect.Choose(x < h.from+2, -1, 1))
		}
		return
	}
}

// drawField draws q with its label at x, y, highlighted if the cursor is on it, and returns the columns of its value.
func (f *form) drawField(c draw.Canvas, q *formField, x, y int) (from, to int) {
	if q.label != "" {
		x = c.Text(x, y, q.label, draw.RoleDim) + 1
	}
	from = x
	isCurrent := q == f.currentField()
	switch {
	case isCurrent && len(q.choices) == 0 && !q.fresh:
		q.edit.Draw(c, x, y)
		x += draw.Width(q.edit.Text)
	case isCurrent:
		x = c.Text(x, y, q.valueText(), draw.RoleChosen)
		if len(q.choices) == 0 {
			c.ShowCursor(x, y)
		}
	default:
		x = c.Text(x, y, q.valueText(), draw.RoleStrong)
	}
	to = max(x, from+3)
	if q.suffix != nil {
		c.Text(x+1, y, q.suffix(), draw.RoleText)
	}
	return from, to
}
