package story

import "hybrid/rules"

// Everything is the veil of the game master, who knows everything in an entry.
type Everything struct {
	Rules *rules.Ruleset // rules of the entry
	Entry *Entry         // entry that is told
}

// The one-line methods implement [Veil].

func (Everything) All() bool                               { return true }
func (Everything) Title(begin *rules.Event) string         { return begin.Text }
func (Everything) KnowsAllOf(string) bool                  { return true }
func (Everything) SeesDeeds() bool                         { return true }
func (Everything) IsConcerned() bool                       { return true }
func (Everything) Sees(string, rules.Aspects) bool         { return true }
func (Everything) HasMet(string) bool                      { return true }
func (Everything) Meet(string)                             {}
func (Everything) IsSecret(*rules.Event) bool              { return false }
func (Everything) Learns(*rules.Event) bool                { return true }
func (Everything) RecordBegin(*rules.Event, bool)          {}
func (Everything) TakeRecord(*rules.Event) (_, known bool) { return true, false }

// IsManual reports whether nothing was rolled and no time passed.
func (v Everything) IsManual() bool { return v.Entry.IsManual() }

// FightOn reports whether a fight is under way in a state.
func (v Everything) FightOn(s *rules.State) bool { return v.Rules.IsFightOn(s) }

// Person returns an actor by its short name.
func (Everything) Person(a *rules.Actor) Person { return PersonOf(a) }

// NameBefore returns the name that an actor had before the entry, or "" if it did not exist.
func (v Everything) NameBefore(key string) string {
	if a := v.Entry.Before.Find(key); a != nil {
		return a.Name
	}
	return ""
}

// PersonOf returns an actor, or a side, as a reader who knows the name sees it.
func PersonOf(a *rules.Actor) Person {
	if a.IsSide() {
		return Person{Name: rules.MidSentence(a.Name), Named: true, Side: true, Pronouns: a.Sheet.Person.Pronouns.Text}
	}
	return Person{Name: a.Short, Named: true, Noun: a.Sheet.Person.Article != "", Pronouns: a.Sheet.Person.Pronouns.Text}
}

// IsManual reports whether nothing was rolled and no time passed in the entry, so that the game master changed something.
func (e *Entry) IsManual() bool {
	for i := range e.Events {
		if e.Events[i].Kind == rules.EventClock {
			return false
		}
	}
	return len(e.Outcomes) == 0
}
