package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// answerOptions is the second page of an answer: what may be ticked for it.
type answerOptions struct {
	q      *question
	choice *rules.Answer
	ticks  []*rules.Situation
	said   map[string]string // of those ticked, what was said with them
}

// openOptions shows what may be ticked for an answer, where anything may.
func (q *question) openOptions(choice *rules.Answer) {
	rs := q.d.session.Rules()
	name, _, _ := strings.Cut(choice.Name, " ")
	action, ok := rs.Actions.Get(name)
	if !ok {
		return
	}
	o := &answerOptions{q: q, choice: choice, ticks: rs.AnswerTicks(action, choice.With), said: map[string]string{}}
	if len(o.ticks) == 0 {
		q.d.say("nothing is ticked for " + strings.ToLower(choice.Label))
		return
	}
	l := &picker{title: choice.Label + ": options", load: o.items}
	l.toggle = func(it *listItem) { o.toggle(it.name) }
	l.commit = func() { q.answer(gm.Reply{Choice: o.text()}) }
	l.line = o.text
	q.d.push(l)
}

func (o *answerOptions) items() []listItem {
	items := make([]listItem, len(o.ticks))
	for i, s := range o.ticks {
		items[i] = listItem{name: s.Name, label: s.Label, sign: "[ ]"}
		if said, ticked := o.said[s.Name]; ticked {
			items[i].sign, items[i].hint = "[x]", strings.ReplaceAll(said, "_", " ")
		} else if s.Ask != nil {
			items[i].hint = s.Ask.Wanted()
		}
	}
	return items
}

// toggle ticks a situation or takes it back; what it asks for is asked.
func (o *answerOptions) toggle(name string) {
	d := o.q.d
	if _, ticked := o.said[name]; ticked {
		delete(o.said, name)
		return
	}
	s, _ := d.session.Rules().Situations.Get(name)
	if s.Ask == nil {
		o.said[name] = ""
		return
	}
	d.push(&dialog{d: d, title: s.Label + ": " + s.Ask.Wanted(), label: s.Label, hint: strings.Join(s.Ask.Rows(), ", "), take: func(text string) error {
		if _, err := command.FindAnswer(d.session.Rules(), o.q.need, o.choice.Name+" ("+name+" "+text+")"); err != nil {
			return err
		}
		o.said[name] = text
		d.close()
		return nil
	}})
}

// text is the answer with its options, as it could be typed.
func (o *answerOptions) text() string {
	var parts []string
	for _, s := range o.ticks {
		if said, ticked := o.said[s.Name]; ticked {
			parts = append(parts, strings.TrimSpace(s.Name+" "+said))
		}
	}
	if len(parts) == 0 {
		return o.choice.Name
	}
	return o.choice.Name + " (" + strings.Join(parts, ", ") + ")"
}
