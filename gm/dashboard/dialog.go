package dashboard

import (
	"fmt"
	"math"
	"slices"
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
	d     *Dashboard

	above    string                   // what a die must show, empty where it is no die
	meaning  func(text string) string // what is typed so far comes to; nil where it is no die
	rollOne  func()                   // the program rolls this die; nil where nothing can be rolled
	rollRest func()                   // and all that follow
	whose    func()                   // says whose dice are typed
}

func (q *dialog) mode() mode { return modeDie }

func (q *dialog) enter() {
	if err := q.take(strings.TrimSpace(q.edit.Text)); err != nil {
		q.d.message = message{text: err.Error(), bad: true}
		q.edit.Set("")
	}
}

// isText reports whether a key is typed here: one that rolls or says whose dice are typed is, where no die is asked for.
func (q *dialog) isText(name string) bool {
	return q.rollOne == nil && slices.Contains(dieKeys, name)
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
	title, above := draw.Wrap(q.title, c.W-4), draw.Wrap(q.above, c.W-4)
	if q.above == "" {
		above = nil
	}
	need := min(c.H, len(title)+len(above)+2)
	box := c.Part(0, c.H-need, c.W, need).Popup("", false)
	at := 0
	for _, row := range title {
		box.Fit(2, at, box.W-4, row, draw.RoleTitle)
		at++
	}
	for _, row := range above {
		box.Fit(2, at, box.W-4, row, draw.RoleText)
		at++
	}
	box.Right(box.W-2, at, q.hint, draw.RoleDim)
	x := box.Text(2, at, q.label+" ", draw.RoleKey)
	if q.meaning != nil {
		x := x + draw.Width(q.edit.Text) + 3
		box.Fit(x, at, box.W-3-x-draw.Width(q.hint), q.meaning(q.edit.Text), draw.RoleStrong)
	}
	q.edit.Draw(box, x, at)
}

// marginLowers reports whether a margin comes off the chance of a roll.
func marginLowers(own *rules.StepOdds) bool { return own.Before > 0 && own.Mean != own.Before }

// ownLines says what the die of an answer's own roll must show, and what the margin of the roll that it answers leaves of it.
func (v *view) ownLines(own *rules.StepOdds) []draw.Line {
	name := strings.ToLower(own.Label)
	if !marginLowers(own) {
		return []draw.Line{{Left: name, Right: v.wholeChance(own.Mean)}}
	}
	return []draw.Line{
		{Left: name + ", less the margin", Right: v.wholeChance(own.Before)},
		{Left: "then " + draw.Number(math.Floor(own.Least)) + " to " + v.wholeChance(own.Most) + ", on average", Right: v.wholeChance(own.Mean), Indent: 1},
	}
}

// readDice reads typed dice: a face, or the two dice of a percentage, tens first; more are those of the next rolls.
func readDice(text string, faces int) ([]int, error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		return nil, fmt.Errorf("type what the die shows, 1 to %d", faces)
	}
	if faces == 100 && len(fields) == 2 {
		if face, ok := readPair(fields[0], fields[1]); ok {
			return []int{face}, nil
		}
	}
	list := make([]int, len(fields))
	for i, field := range fields {
		typed, err := strconv.Atoi(field)
		face, ok := rules.Shown(typed, faces)
		if i > 0 {
			face, ok = typed, typed >= 0 // which die it is for is known when it is rolled
		}
		if err != nil || !ok {
			return nil, fmt.Errorf("%s is not on a d%d; type 1 to %d", draw.Clip(field, 12), faces, faces)
		}
		list[i] = face
	}
	return list, nil
}

// readPair reads a die of tens and a die of ones; it reports whether these are two.
func readPair(tens, ones string) (face int, ok bool) {
	t, err1 := strconv.Atoi(tens)
	o, err2 := strconv.Atoi(ones)
	if err1 != nil || err2 != nil || t < 0 || o < 0 || o > 9 || t > 90 || t > 9 && t%10 != 0 {
		return 0, false
	}
	if t < 10 {
		t *= 10
	}
	if t+o == 0 {
		return 100, true
	}
	return t + o, true
}
