package story

import "hybrid/rules"

// GMVeil is the veil of the game master, who knows everything in an entry. A [Veil] decides which facts the reader of a passage may know.
type GMVeil struct {
	Rules *rules.Ruleset // rules of the entry
	Entry *Entry         // entry that is told
}

// The one-line methods implement [Veil].

func (GMVeil) All() bool                                        { return true }
func (GMVeil) Title(begin *rules.Event) string                  { return begin.Text }
func (GMVeil) KnowsAllOf(string) bool                           { return true }
func (GMVeil) SeesDeeds() bool                                  { return true }
func (GMVeil) TakePart([]string) bool                           { return true }
func (GMVeil) IsConcerned() bool                                { return true }
func (GMVeil) Sees(string, rules.Aspects) bool                  { return true }
func (GMVeil) HasMet(string) bool                               { return true }
func (GMVeil) Meet(string)                                      {}
func (GMVeil) IsSecret(*rules.Event) bool                       { return false }
func (GMVeil) Learns(*rules.Event) bool                         { return true }
func (GMVeil) RecordConditionBegin(*rules.Event, bool)          {}
func (GMVeil) TakeConditionRecord(*rules.Event) (_, known bool) { return true, false }

// IsManual reports whether nothing was rolled and no time passed.
func (v GMVeil) IsManual() bool { return v.Entry.IsManual() }

// FightOn reports whether a fight is under way in a state.
func (v GMVeil) FightOn(s *rules.State) bool { return v.Rules.IsFightOn(s) }

// Person returns an actor by its short name.
func (GMVeil) Person(a *rules.Actor) Person { return PersonOf(a) }

// NameBefore returns the name that an actor had before the entry, or "" if it did not exist.
func (v GMVeil) NameBefore(key string) string {
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
