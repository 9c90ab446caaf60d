package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// openOptions shows the second page of an answer: what may be ticked for it, where anything may.
func (q *question) openOptions(choice *rules.Answer) {
	rs := q.d.session.Rules()
	name, _, _ := strings.Cut(choice.Name, " ")
	action, ok := rs.Actions.Get(name)
	if !ok {
		return
	}
	ticks := &tickList{d: q.d, situations: rs.AnswerTicks(action, choice.With), said: map[string]string{}}
	if len(ticks.situations) == 0 {
		q.d.say("nothing is ticked for " + strings.ToLower(choice.Label))
		return
	}
	ticks.line = func(ticked string) string {
		if ticked == "" {
			return choice.Name
		}
		return choice.Name + " (" + ticked + ")"
	}
	ticks.check = func(line string) error {
		_, err := command.FindAnswer(rs, q.need, line)
		return err
	}
	ticks.open(choice.Label+": options", func() { q.answer(gm.Reply{Choice: ticks.text()}) })
}
