package dashboard

import (
	"maps"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// question is what a command stopped at: an answer to be chosen, or a die to be read. Each answer carries the command out
// again, until nothing is missing.
type question struct {
	d       *Dashboard
	command command.Command
	need    *rules.Need
}

// ask opens a list of answers, or a dialog for the die.
func (q *question) ask() {
	if q.need.Die > 0 {
		q.askDie()
		return
	}
	q.askChoice()
}

// askChoice lists the answers; none at all comes first.
func (q *question) askChoice() {
	var items []listItem
	weighed := q.d.session.Game().Answers(q.command, q.need)
	known := false
	for _, choice := range q.need.Choices {
		known = known || choice.Name == rules.NoAnswer
		items = append(items, q.answerItem(choice.Name, choice.Label, weighed))
	}
	if !known {
		items = append([]listItem{q.answerItem(rules.NoAnswer, "Nothing", weighed)}, items...)
	}
	q.d.push(&picker{
		title:   q.need.Text,
		load:    func() []listItem { return items },
		header:  func() []draw.Line { return []draw.Line{{Left: q.text()}} },
		inspect: func(it *listItem) *draw.Page { return q.answerPage(it, weighed) },
		choose: func(it *listItem) {
			answered := q.command
			answered.Answers = maps.Clone(q.command.Answers)
			if answered.Answers == nil {
				answered.Answers = map[string]string{}
			}
			answered.Answers[q.need.Key] = it.name
			q.answer(answered)
		},
	})
}

// answerItem is one answer, with how likely the action still hurts and the chance of the answer's own roll.
func (q *question) answerItem(name, label string, weighed map[string]command.Answering) listItem {
	it := listItem{name: name, label: label, sign: " "}
	a, ok := weighed[name]
	if !ok {
		return it
	}
	if a.Odds != nil {
		it.hint = "hurt " + draw.Share(a.Odds.Whom().Hurt)
	}
	if own := a.Own; own != nil && marginLowers(own) {
		it.hint += ", ~" + q.d.chance(own.Mean) + ", " + q.d.chance(own.Before) + " − margin"
	} else if own != nil {
		it.hint += ", " + q.d.chance(own.Mean)
	}
	if a.GivesUp {
		it.sign = "!"
	}
	return it
}

// answerPage shows what an answer would do, and the combatant who is asked.
func (q *question) answerPage(it *listItem, weighed map[string]command.Answering) *draw.Page {
	p := q.actorPage()
	if it == nil {
		return p
	}
	a, ok := weighed[it.name]
	if !ok {
		return p
	}
	var list []draw.Line
	if a.Odds != nil && a.Odds.Chance > 0 {
		list = append(list, draw.Line{Left: "chance of what is answered", Right: q.d.chance(a.Odds.Chance)})
	}
	if a.Own != nil {
		list = append(list, q.d.ownLines(a.Own)...)
	}
	list = append(list, likelyEnd(a.Odds)...)
	actor := q.d.session.State().Find(q.need.Who)
	switch {
	case a.GivesUp:
		text := q.d.doingText(actor.Doing) + " (" + draw.Number(actor.Doing.At) + ")"
		if second := actor.Doing.Beside; second != nil {
			text += " and " + q.d.doingText(second) + " (" + draw.Number(second.At) + ")"
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

// text says what is to be answered.
func (q *question) text() string {
	if owed := q.d.owedNow(); q.command.Line == "next" && len(owed) > 0 {
		return q.d.session.Game().OwedText(owed[0])
	}
	return q.command.Line
}

// actorPage shows the combatant who is asked.
func (q *question) actorPage() *draw.Page {
	if a := q.d.session.State().Find(q.need.Who); a != nil {
		return q.d.pages.actorPage(a)
	}
	return q.d.pages.idlePage()
}

// answer runs the command with one more answer. If it is refused, the question stays.
func (q *question) answer(c command.Command) {
	asked := q.d.overlays[len(q.d.overlays)-1]
	rest := len(q.d.overlays) - 1
	q.d.close()
	if !q.d.run(c) && len(q.d.overlays) == rest && q.d.message.bad {
		q.d.push(asked)
	}
}
