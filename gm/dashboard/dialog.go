package dashboard

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"hybrid/gm"
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

// dialog is the dialog on top. There is one where its keys count.
func (d *Dashboard) dialog() *dialog { return d.overlays[len(d.overlays)-1].(*dialog) }

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

// draw draws the dialog at the bottom of a region.
func (q *dialog) draw(c draw.Canvas, edge bool) {
	rows := draw.Wrap(q.title, c.W-4)
	need := min(c.H, len(rows)+3)
	box := c.Part(0, c.H-need, c.W, need).Popup("", edge)
	for i, row := range rows {
		box.Fit(2, i, box.W-4, row, draw.RoleTitle)
	}
	at := len(rows)
	x := box.Text(2, at, q.label+" ", draw.RoleKey)
	q.edit.Draw(box, x, at)
	box.Fit(2, at+1, box.W-4, q.hint, draw.RoleDim)
}

// askNeed asks what a command stopped at.
func (d *Dashboard) askNeed(c gm.Command, need *rules.Need) {
	if need.Die > 0 {
		d.askDie(c, need)
		return
	}
	d.askChoice(c, need)
}

// askChoice lets one of the answers be chosen; to do nothing comes first.
func (d *Dashboard) askChoice(c gm.Command, need *rules.Need) {
	var items []item
	weighed := d.session.Answers(c, need)
	known := false
	for _, choice := range need.Choices {
		known = known || choice.Name == rules.NoAnswer
		items = append(items, d.answerItem(choice.Name, choice.Label, weighed))
	}
	if !known {
		items = append([]item{d.answerItem(rules.NoAnswer, "Nothing", weighed)}, items...)
	}
	d.push(&picker{
		title:   need.Text,
		load:    func() []item { return items },
		header:  func() []draw.Line { return []draw.Line{{Left: d.questionText(c)}} },
		inspect: func(it *item) *draw.Page { return d.answerPage(need, it, weighed) },
		choose: func(it *item) {
			answered := c
			answered.Answers = maps.Clone(c.Answers)
			if answered.Answers == nil {
				answered.Answers = map[string]string{}
			}
			answered.Answers[need.Key] = it.name
			d.answer(answered)
		},
	})
}

// answerItem is one answer, with how likely it still hurts, and the chance of its own roll.
func (d *Dashboard) answerItem(name, label string, weighed map[string]gm.Answering) item {
	it := item{name: name, label: label, sign: " "}
	a, ok := weighed[name]
	if !ok {
		return it
	}
	if a.Odds != nil {
		it.hint = "hurt " + draw.Share(a.Odds.Whom().Hurt)
	}
	if own := a.Own; own != nil && lowered(own) {
		it.hint += ", ~" + d.chance(own.Mean) + ", " + d.chance(own.Before) + " − margin"
	} else if own != nil {
		it.hint += ", " + d.chance(own.Mean)
	}
	if a.GivesUp {
		it.sign = "!"
	}
	return it
}

// answerPage says what an answer would do, and shows the one who is asked.
func (d *Dashboard) answerPage(need *rules.Need, it *item, weighed map[string]gm.Answering) *draw.Page {
	p := d.askedActorPage(need)
	if it == nil {
		return p
	}
	a, ok := weighed[it.name]
	if !ok {
		return p
	}
	var list []draw.Line
	if a.Odds != nil && a.Odds.Chance > 0 {
		list = append(list, draw.Line{Left: "chance of what is answered", Right: d.chance(a.Odds.Chance)})
	}
	if a.Own != nil {
		list = append(list, d.ownLines(a.Own)...)
	}
	list = append(list, likelyEnd(a.Odds)...)
	actor := d.session.State().Find(need.Who)
	switch {
	case a.GivesUp:
		text := d.doingMark(actor.Doing).text
		if actor.Doing.Beside != nil {
			text += " and " + d.doingMark(actor.Doing.Beside).text
		}
		list = append(list, draw.Line{Left: "! gives up: " + text + "; initiative is rolled", Role: draw.RoleLow})
	case actor != nil && a.Turn >= 0 && a.Turn != actor.Turn:
		at := "at " + draw.Number(a.Turn)
		if actor.Turn >= 0 {
			at += " instead of " + draw.Number(actor.Turn)
		}
		list = append(list, draw.Line{Left: "acts", Right: at})
	case actor != nil && a.Turn >= 0:
		list = append(list, draw.Line{Left: "costs no time", Role: draw.RoleDim})
	}
	list = append(list, draw.Line{Rule: true})
	p.Lines = append(list, p.Lines...)
	p.Title += ": " + strings.ToLower(it.label)
	return p
}

// lowered reports whether a margin comes off the chance of a roll.
func lowered(own *rules.StepOdds) bool { return own.Before > 0 && own.Mean != own.Before }

// ownLines is the chance of an answer's own roll, and what the rolls that it answers leave of it.
func (v *view) ownLines(own *rules.StepOdds) []draw.Line {
	name := strings.ToLower(own.Label)
	if !lowered(own) {
		return []draw.Line{{Left: name, Right: v.chance(own.Mean)}}
	}
	left := draw.Number(own.Least) + " to " + v.chance(own.Most)
	return []draw.Line{
		{Left: name + ", before the margin", Right: v.chance(own.Before)},
		{Left: "after the margin", Right: left, Indent: 1},
		{Left: "on average", Right: v.chance(own.Mean), Indent: 1},
	}
}

// questionText is what it is that an answer is wanted for.
func (d *Dashboard) questionText(c gm.Command) string {
	if owed := d.session.Owed(); c.Line == "next" && len(owed) > 0 {
		return d.session.OwedText(owed[0])
	}
	return c.Line
}

// askedActorPage is about the one who is asked.
func (d *Dashboard) askedActorPage(need *rules.Need) *draw.Page {
	if a := d.session.State().Find(need.Who); a != nil {
		return d.pages.actorPage(a)
	}
	return d.pages.idlePage()
}

// askDie asks for a die somebody threw.
func (d *Dashboard) askDie(c gm.Command, need *rules.Need) {
	hint := fmt.Sprintf("1 to %d", need.Die)
	if need.Die == 100 {
		hint = "1 to 100; 0 and 00 are 100; two dice: 30 7"
	}
	d.push(&dialog{
		d: d, title: d.needTitle(need), label: fmt.Sprintf("d%d:", need.Die), hint: hint + " · r rolls this and the rest",
		take: func(text string) error {
			faces, err := readDice(text, need.Die)
			if err != nil {
				return err
			}
			thrown := c
			thrown.Faces = append(append([]int(nil), c.Faces...), faces...)
			d.answer(thrown)
			return nil
		},
		roll: func() {
			rolled := c
			rolled.Typed = false
			d.answer(rolled)
		},
	})
}

// needTitle says whose die it is and for what.
func (d *Dashboard) needTitle(need *rules.Need) string {
	text := strings.TrimSuffix(need.Text, fmt.Sprintf(": d%d", need.Die))
	if need.Who != "" && !strings.HasPrefix(text, d.nameOf(need.Who)) {
		text = d.nameOf(need.Who) + ": " + text
	}
	return text
}

// answer carries a command out with one more answer. If it is refused, the question stays.
func (d *Dashboard) answer(c gm.Command) {
	asked := d.overlays[len(d.overlays)-1]
	rest := len(d.overlays) - 1
	d.close()
	if !d.run(c) && len(d.overlays) == rest && d.message.bad {
		d.push(asked)
	}
}

// readDice reads typed dice: a face, several faces, or the two dice that make a percentage, tens first.
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
