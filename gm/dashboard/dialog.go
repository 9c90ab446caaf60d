package dashboard

import (
	"fmt"
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// dialog asks for a die or a number.
type dialog struct {
	title string
	label string
	hint  string
	edit  draw.Field
	take  func(text string) error // the line typed; an error is shown and the dialog stays
	roll  func()                  // nil where nothing can be rolled
	d     *Dashboard
}

func (q *dialog) mode() mode { return modeDie }

func (q *dialog) enter() {
	if err := q.take(strings.TrimSpace(q.edit.Text)); err != nil {
		q.d.message = message{text: err.Error(), bad: true}
		q.edit.Set("")
	}
}

func (q *dialog) rollRest() {
	if q.roll != nil {
		q.roll()
	}
}

// wheel does nothing: a dialog shows all of itself.
func (q *dialog) wheel(int) {}

// draw draws the dialog above the prompt.
func (q *dialog) draw(c draw.Canvas, where *layout) {
	c = c.In(where.popup)
	rows := draw.Wrap(q.title, c.W-4)
	need := min(c.H, len(rows)+3)
	box := c.Part(0, c.H-need, c.W, need).Popup("", where.edge())
	for i, row := range rows {
		box.Fit(2, i, box.W-4, row, draw.RoleTitle)
	}
	at := len(rows)
	x := box.Text(2, at, q.label+" ", draw.RoleKey)
	q.edit.Draw(box, x, at)
	box.Fit(2, at+1, box.W-4, q.hint, draw.RoleDim)
}

// marginLowers reports whether a margin comes off the chance of a roll.
func marginLowers(own *rules.StepOdds) bool { return own.Before > 0 && own.Mean != own.Before }

// ownLines says how likely an answer's own roll is, and what the margin of the roll that it answers leaves of it.
func (v *view) ownLines(own *rules.StepOdds) []draw.Line {
	name := strings.ToLower(own.Label)
	if !marginLowers(own) {
		return []draw.Line{{Left: name, Right: v.chance(own.Mean)}}
	}
	left := draw.Number(own.Least) + " to " + v.chance(own.Most)
	return []draw.Line{
		{Left: name + ", before the margin", Right: v.chance(own.Before)},
		{Left: "after the margin", Right: left, Indent: 1},
		{Left: "on average", Right: v.chance(own.Mean), Indent: 1},
	}
}

// readDice reads typed dice: a face, several faces, or the two dice of a percentage, tens first.
func readDice(text string, faces int) ([]int, error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		return nil, fmt.Errorf("type what the die shows, 1 to %d", faces)
	}
	if faces == 100 && len(fields) == 2 {
		face, err := readPair(fields[0], fields[1])
		return []int{face}, err
	}
	list := make([]int, len(fields))
	for i, field := range fields {
		typed, err := strconv.Atoi(field)
		face, ok := rules.Shown(typed, faces)
		if err != nil || !ok {
			return nil, fmt.Errorf("%s is not on a d%d; type 1 to %d", draw.Clip(field, 12), faces, faces)
		}
		list[i] = face
	}
	return list, nil
}

// readPair reads a die of tens and a die of ones.
func readPair(tens, ones string) (int, error) {
	t, err1 := strconv.Atoi(tens)
	o, err2 := strconv.Atoi(ones)
	if err1 != nil || err2 != nil || t < 0 || o < 0 || o > 9 || t > 90 || t > 9 && t%10 != 0 {
		return 0, fmt.Errorf("%s %s are not two dice; type tens and ones, 30 7 or 3 7", draw.Clip(tens, 8), draw.Clip(ones, 8))
	}
	if t < 10 {
		t *= 10
	}
	if t+o == 0 {
		return 100, nil
	}
	return t + o, nil
}
