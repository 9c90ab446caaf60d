package verbs

import (
	"hybrid/gm/command"
	"hybrid/rules"
)

// What the decisions of several verbs share.

// titled returns a decision with these events, all of which its title covers.
func titled(title, who string, list ...rules.Event) command.Decided {
	return command.Decided{Decision: rules.Decision{Events: list}, Title: title, Who: who, TitledEvents: len(list)}
}

// makeSecret makes the conditions that a decision puts such as their actors are not to know of.
func makeSecret(w *command.Decided) {
	title := w.Title
	for i := range w.Events {
		if w.Events[i].Kind == rules.EventPut {
			w.Events[i].How, w.Title = rules.Secretly, title+", secretly"
		}
	}
}
