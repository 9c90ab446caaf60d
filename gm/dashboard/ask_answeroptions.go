package dashboard

import (
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The options of an answer to a question, such as a situation that makes a parry easier. Space in the list of answers (ask_answerlist.go)
// opens them, below the follow-ups: the questions that the answer can lead to. A question's plan (ask_followups.go) holds the follow-ups of
// each answer (byAnswer); sameActor is the first follow-up of "No answer" if it asks the same actor, so that one list offers the answers to
// both.

// answerOptions returns the options of an answer that can be ticked: situations, points that can be spent to act sooner, and manual
// modifiers. It computes them once for each answer.
func (q *question) answerOptions(choice *rules.Answer) []tick {
	if list, known := q.options[choice.Name]; known {
		return list
	}
	if q.options == nil {
		q.options = map[string][]tick{}
	}
	q.options[choice.Name] = q.findOptions(choice)
	return q.options[choice.Name]
}

// findOptions computes the options of an answer for question.answerOptions.
func (q *question) findOptions(choice *rules.Answer) []tick {
	rs := q.d.session.Rules()
	name, _, _ := strings.Cut(choice.Name, " ")
	action, ok := rs.Actions.Get(name)
	if !ok {
		return nil
	}
	underway, _ := q.d.session.Game().ActionUnderway(&q.command)
	// There is one forecast for each of the given answers.
	reply := rs.ForecastReplies(q.d.session.State(), underway, q.needOfAnswer(choice), []rules.Answer{*choice})[0]
	ticks := situationTicks(reply.Ticks, q.d.session.State().Find(q.needOfAnswer(choice).Who))
	if !action.RollsCheck() {
		return ticks
	}
	if rs.Order.Points.Text != "" {
		label := q.d.pointsLabel()
		ticks = append(ticks, tick{name: "points", label: message.Capitalise(label), wants: "how many to spend"})
	}
	for _, modifier := range rs.Modifiers.All {
		if modifier.Flag != "" {
			ticks = append(ticks, tick{name: modifier.Flag, label: modifier.Label + " ±", wants: rules.MidSentence(modifier.Label) + " by hand"})
		}
	}
	return ticks
}

// needOfAnswer returns the question that choice answers: the question itself or, if choice belongs to the follow-up for the same actor,
// that follow-up.
func (q *question) needOfAnswer(choice *rules.Answer) *rules.Need {
	if q.plan.sameActor != nil && q.plan.byAnswer[choice.Name] == nil {
		return q.plan.sameActor
	}
	return q.need
}

// openOptions opens the list of an answer's options, with the possible follow-ups above them. If there are neither, it shows a message.
func (q *question) openOptions(choice *rules.Answer) {
	ticks := &tickList{d: q.d, ticks: q.answerOptions(choice), value: map[string]string{}, rowsAbove: func() []listItem { return q.followUpItems(choice.Name) }}
	if len(ticks.ticks)+len(q.plan.byAnswer[choice.Name]) == 0 {
		if choice.Name != rules.NoAnswer {
			q.d.showMessage("nothing is ticked for " + rules.MidSentence(choice.Label))
		}
		return
	}
	ticks.line = func(ticked string) string {
		if ticked == "" {
			return choice.Name
		}
		return choice.Name + " (" + ticked + ")"
	}
	ticks.check = func(line string) error {
		_, err := command.FindAnswer(q.d.session.Rules(), q.needOfAnswer(choice), line)
		return err
	}
	ticks.openMenu(choice.Label+": options", func() { q.chooseAnswer(choice.Name, ticks.lineText()) })
}
