package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// optionsOf lists what may be ticked for an answer.
func (q *question) optionsOf(choice *rules.Answer) []*rules.Situation {
	rs := q.d.session.Rules()
	name, _, _ := strings.Cut(choice.Name, " ")
	if action, ok := rs.Actions.Get(name); ok {
		return rs.AnswerTicks(action, choice.With)
	}
	return nil
}

// openOptions shows the second page of an answer: what may be ticked for it, where anything may.
func (q *question) openOptions(choice *rules.Answer) {
	ticks := &tickList{d: q.d, situations: q.optionsOf(choice), said: map[string]string{}}
	if len(ticks.situations) == 0 {
		if choice.Name != rules.NoAnswer {
			q.d.say("nothing is ticked for " + rules.Within(choice.Label))
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
		_, err := command.FindAnswer(q.d.session.Rules(), q.need, line)
		return err
	}
	ticks.open(choice.Label+": options", func() { q.answer(gm.Reply{Choice: ticks.text()}) })
}
