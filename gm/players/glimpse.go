package players

import (
	"slices"

	"hybrid/gm"
	"hybrid/rules"
)

// A secret condition takes nothing from a page: one who is secretly unaware goes on seeing others as they were, and so does
// everyone for whom another hides something in secret. What happens meanwhile is not added.

// glimpse is an aspect of an actor that a viewer still knows as it was, because only a secret condition hides it now.
type glimpse struct {
	viewer, other string // by key
	of            rules.Aspects
}

// keepSights updates the glimpses to the state after an entry.
func (l *Log) keepSights(e *gm.HistoryEntry) {
	if len(l.glimpses) == 0 && !rules.HoldsSecrets(l.game.Rules) && !slices.ContainsFunc(e.After.Actors, func(a *rules.Actor) bool { return a != rules.Openly(l.game.Rules, a) }) {
		return
	}
	glimpses, changed := map[glimpse]*rules.Actor{}, false
	for _, o := range l.members(e.After) {
		was := e.Before.Find(o.Key)
		for _, a := range e.After.Actors {
			if a == o {
				continue
			}
			before, now := e.Before.Find(a.Key), o.Notices(l.game.Rules, a)
			open := rules.NoticesOpenly(l.game.Rules, o, a, e.After) &^ now
			for of := rules.Aspects(1); of <= open; of <<= 1 {
				at := glimpse{o.Key, a.Key, of}
				switch as := l.glimpses[at]; {
				case open&of == 0:
				case as != nil:
					glimpses[at] = as
				case was != nil && before != nil && was.Notices(l.game.Rules, before)&of != 0:
					glimpses[at], changed = l.shownActor(before), true
				}
			}
		}
	}
	if changed || len(glimpses) != len(l.glimpses) {
		l.called = nil
	}
	l.glimpses = glimpses
}

// aware returns what an actor notices of another one, or still knows as it was.
func (l *Log) aware(o, a *rules.Actor) rules.Aspects {
	sees := o.Notices(l.game.Rules, a)
	for at := range l.glimpses {
		if at.viewer == o.Key && at.other == a.Key {
			sees |= at.of
		}
	}
	return sees
}

// asKnown returns an actor as viewers know an aspect of it: as it is, or as it was for the first of them who has a glimpse.
func (l *Log) asKnown(viewers []*rules.Actor, a *rules.Actor, of rules.Aspects) *rules.Actor {
	if len(l.glimpses) > 0 {
		for _, o := range viewers {
			if was := l.glimpses[glimpse{o.Key, a.Key, of}]; was != nil {
				return was
			}
		}
	}
	return a
}
