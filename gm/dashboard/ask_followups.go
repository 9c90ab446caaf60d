package dashboard

import (
	"context"
	"maps"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/seats"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Follow-ups are the questions that an answer leads to. The attacker can, for example, press on after a fend. For an NPC, its tactic
// answers them in advance, so that the odds of the first answer include them; the game master can change that planned answer. A player is
// asked when the question comes up, on the phone if the player has a seat, that is, a phone connected to the session. Follow-ups are shown
// below the list of answers (ask_answerlist.go).
//
// In rules.Need, which describes a question, Key identifies it, Who is the actor who is asked, and Lead and About are its text.

// followUps holds the questions that the answers to a question can lead to between the same two actors, each with its planned answer. The
// game master thus answers once, sees the expected follow-ups, and can change their answers.
type followUps struct {
	need      *rules.Need              // the question itself
	byAnswer  map[string][]*rules.Need // questions that follow, by the name of the answer that leads to them
	sameActor *rules.Need              // first follow-up of "No answer" if it asks the same actor; its answers are listed with those of need
	answers   map[string]string        // planned answers, by rules.Need.Key; nil until they are settled
	chosen    map[string]bool          // keys of the questions whose answers the game master chose
}

// planFollowUps returns the questions that can follow need, a question at which c stopped, without planned answers.
func planFollowUps(g *command.Game, c command.Command, need *rules.Need) followUps {
	plan := followUps{need: need, byAnswer: map[string][]*rules.Need{}}
	decline := func(command.Command, *rules.Need) string { return rules.NoAnswer } // follow-ups of follow-ups assume no answer
	for _, choice := range append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...) {
		plan.byAnswer[choice.Name] = g.FollowUps(c, need, choice.Name, decline)
	}
	if list := plan.byAnswer[rules.NoAnswer]; len(list) > 0 && list[0].Who == need.Who {
		plan.sameActor, plan.byAnswer[rules.NoAnswer] = list[0], list[1:]
	}
	return plan
}

// settleAnswers plans the tactic's answer to each question that can follow one of choices (names of answers to f.need) and has no planned
// answer yet. This takes as long as computing the odds of the answers. It doesn't use the dashboard, so it can run in another goroutine.
func (f *followUps) settleAnswers(g *command.Game, c command.Command, choices ...string) {
	if f.answers == nil {
		f.answers = map[string]string{}
	}
	for _, choice := range choices {
		c := f.withAnswer(c, choice)
		for _, next := range f.byAnswer[choice] {
			name, known := f.answers[next.Key]
			if !known {
				var err error
				if name, err = simulate.AnswerOf(g, c, next); err != nil {
					name = rules.NoAnswer
				}
				f.answers[next.Key] = name
			}
			c.Answers[next.Key] = name
		}
	}
}

// plannedAnswers returns the planned answers to the questions that can follow the answer with the given name, by the questions' keys.
func (f *followUps) plannedAnswers(name string) map[string]string {
	answers := map[string]string{}
	for _, next := range f.byAnswer[name] {
		if answer, settled := f.answers[next.Key]; settled {
			answers[next.Key] = answer
		}
	}
	return answers
}

// withAnswer returns c with an answer to the question itself.
func (f *followUps) withAnswer(c command.Command, name string) command.Command {
	c.Answers = f.need.WithAnswer(c.Answers, name)
	return c
}

// withoutAnswer returns c without an answer to the question itself.
func (f *followUps) withoutAnswer(c command.Command) command.Command {
	return f.withAnswer(c, rules.NoAnswer)
}

// settleInBackground plans, in another goroutine, the answers to the questions that can follow the answer with the given name, since their
// odds can take tenths of a second, and then calls next. Another answer chosen meanwhile is ignored, and so is the result if the question
// was settled elsewhere.
func (q *question) settleInBackground(name string, next func()) {
	game, line, _ := q.source.Moment(q.d.session.Game())
	plan := q.plan
	plan.answers = maps.Clone(plan.answers)
	q.d.computeAndWait(func(ctx context.Context) func() {
		plan.settleAnswers(game.WithContext(ctx), line, name)
		return func() {
			if !q.isCurrent() {
				return
			}
			maps.Copy(plan.answers, q.plan.answers) // answers chosen in the meantime are kept
			plan.chosen = q.plan.chosen
			q.plan.answers = plan.answers
			next()
		}
	})
	q.d.awaited.answering = true
}

// chooseAnswer replies with an answer and passes on the planned answers to the questions that follow, except those that are asked later.
// text is the answer's name with its ticked options. If a follow-up has no planned answer yet, that answer is first computed in the
// background.
func (q *question) chooseAnswer(name, text string) {
	planned, chosenName, chosenText := map[string]string{}, name, text
	// An answer to the follow-up for the same actor, which byAnswer doesn't have, becomes the planned answer to that question, and this
	// question gets no answer. "No answer" declines both questions.
	answersFollowUp := q.plan.byAnswer[name] == nil || name == rules.NoAnswer
	if own := q.plan.sameActor; own != nil && answersFollowUp {
		planned[own.Key], text, name = text, rules.NoAnswer, rules.NoAnswer
	}
	unsettled := func(next *rules.Need) bool { _, known := q.plan.answers[next.Key]; return !known }
	if slices.ContainsFunc(q.plan.byAnswer[name], unsettled) {
		q.settleInBackground(name, func() { q.chooseAnswer(chosenName, chosenText) })
		return
	}
	for _, next := range q.plan.byAnswer[name] {
		if !q.isAskedLater(next) {
			planned[next.Key] = q.plan.answers[next.Key]
		}
	}
	q.d.openQuestion.plannedAnswers, q.d.openQuestion.line, q.d.openQuestion.state = planned, q.command.Line, q.d.session.State()
	q.replyWith(gm.Reply{Choice: text})
}

// isAskedLater reports whether a possible follow-up question is asked when it comes up, rather than answered as planned. A player is asked
// then, on the phone or at the table, unless there is no phone and the game master has chosen the answer in advance.
func (q *question) isAskedLater(next *rules.Need) bool {
	return q.d.phones.isSeated(next.Who) || hasPlayer(q.d.session.State().Find(next.Who)) && !q.plan.chosen[next.Key]
}

// isSeated reports whether an actor's questions are answered on a phone: its player is present and has connected one.
func (l *phones) isSeated(key string) bool {
	a := l.d.session.State().Find(key)
	if l.server == nil || a == nil || a.Absent != "" {
		return false
	}
	return slices.ContainsFunc(l.server.ListSeated(), func(seated seats.SeatedCharacter) bool {
		hasConnected := !seated.Last.IsZero()
		return seated.Key == key && hasConnected
	})
}

// followUpsText describes the questions that follow an answer, or returns "" if there are none.
func (q *question) followUpsText(name string) string {
	var parts []string
	who := ""
	for _, next := range q.plan.byAnswer[name] {
		text := q.plannedText(next)
		switch {
		case next.Who != who:
			who = next.Who
			text = q.d.shortNameOf(who) + ": " + text
		case q.d.phones.isSeated(next.Who):
			continue // the first text already says that they are asked on the phone
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "then " + strings.Join(parts, " · ")
}

// plannedText describes the planned answer to a question that can follow, or says where it will be asked. It returns an ellipsis until the
// answer is computed.
func (q *question) plannedText(next *rules.Need) string {
	name, settled := q.plan.answers[next.Key]
	at := slices.IndexFunc(next.Choices, func(c rules.Answer) bool { return c.Name == name })
	switch {
	case q.d.phones.isSeated(next.Who):
		return "asked on the phone"
	case q.isAskedLater(next):
		return next.AboutAsQuestion() + " asked next"
	case !settled:
		return "…"
	case at >= 0:
		return rules.MidSentence(answerLabel(q.d.session.Rules(), &next.Choices[at]))
	}
	if len(next.Choices) == 1 {
		return next.AboutAsQuestion() + " no"
	}
	return "no answer"
}

// followUpItems returns a row for each question that can follow the answer with the given name; choosing a row lets the user change the
// planned answer to that question.
func (q *question) followUpItems(name string) (items []listItem) {
	return collect.Map(q.plan.byAnswer[name], func(next *rules.Need) listItem {
		return listItem{name: next.Key, label: next.Lead + next.About, sign: "  ▸", hint: q.plannedText(next), run: func() { q.openFollowUp(name, next) }}
	})
}

// openFollowUp lists the answers to next, a question that can follow the answer with the given name, with their odds. The chosen one
// becomes the planned answer.
func (q *question) openFollowUp(name string, next *rules.Need) {
	if q.d.phones.isSeated(next.Who) {
		q.d.showMessage("asked on the phone")
		return
	}
	game, line, _ := q.source.Moment(q.d.session.Game())
	line = q.plan.withAnswer(line, name)
	for _, other := range q.plan.byAnswer[name] {
		if other != next {
			line.Answers[other.Key] = q.plan.answers[other.Key]
		}
	}
	// sub formats the rows like those of the question itself; its effects are the answers' consequences, nil until they are computed.
	sub := &question{d: q.d, id: q.id, command: q.command, need: next, source: q.source, isWeighing: true}
	var effects map[string]command.AnswerEffect
	answers := append([]rules.Answer{{Name: rules.NoAnswer, Label: "No answer"}}, next.Choices...)
	l := &picker{title: next.Text, load: func() (items []listItem) {
		for i := range answers {
			items = append(items, sub.answerItem(&answers[i], effects))
		}
		return items
	}}
	l.header = func() []draw.PageLine {
		list := []draw.PageLine{{Left: sub.answererSummary(effects), Right: answerColumns, Role: draw.RoleStrong}}
		if it := l.currentItem(); it != nil && effects[it.name].Odds != nil {
			for _, end := range effects[it.name].Odds.Ends {
				if end.Who == next.Who && end.Hurt > 0 {
					list = append(list, draw.PageLine{Left: q.d.shortNameOf(end.Who) + " hurt " + rules.FormatPercent(end.Hurt) + ", then by " + averagePoints(end.Loss/end.Hurt) + " on average"})
				}
			}
		}
		return list
	}
	l.choose = func(it *listItem) { q.planAnswer(next, it.name) }
	q.d.openOverlay(l)
	l.selectItem(q.plan.answers[next.Key])
	q.d.computeLater(func(ctx context.Context) func() {
		list := game.WithContext(ctx).AnswerEffects(line, next)
		return func() { sub.isWeighing, effects = false, list }
	})
}

// planAnswer makes the game master's choice, an answer's name, the planned answer to next, and closes the list in which it was chosen. It
// replaces the maps of the plan instead of changing them, since background work may be reading them.
func (q *question) planAnswer(next *rules.Need, name string) {
	answers := maps.Clone(q.plan.answers)
	answers[next.Key] = name
	q.plan.answers = answers
	chosen := maps.Clone(q.plan.chosen)
	if chosen == nil {
		chosen = map[string]bool{}
	}
	chosen[next.Key] = true
	q.plan.chosen = chosen
	q.d.closeOverlay()
	q.weighAnswers()
}
