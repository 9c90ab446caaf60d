package players

import (
	"hybrid/gm"
	"hybrid/rules"
)

// The habits of a seat's character: offers list its most frequent actions first, and its last target of an action before others. A seat is
// the view of one player's character.

// habit counts the declarations of an action and holds its last target.
type habit struct {
	times      int    // number of declarations
	lastTarget string // key of the last target; empty if there was none
}

// countDeclarations counts the declarations of the seat's character in an entry.
func (l *Log) countDeclarations(e *gm.HistoryEntry) {
	for i := range e.Events {
		event := &e.Events[i]
		if event.Kind != rules.EventDoing || event.Who != l.seat || l.seat == "" {
			continue
		}
		for doing := event.Doing; doing != nil; doing = doing.Beside {
			h := l.habits[doing.Action]
			h.times++
			if doing.Whom != "" {
				h.lastTarget = doing.Whom
			}
			l.habits[doing.Action] = h
		}
		l.lastDoing = *event.Doing
	}
}
