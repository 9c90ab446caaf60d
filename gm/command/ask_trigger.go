package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
)

// Trigger is something that an actor waits for, in words one of which occurred in what happened; and the lines that let
// go what it waits with.
type Trigger struct {
	Who, Words string
	Lines      []string
}

// Waits lists what actors wait for with something that they can let go now.
func Waits(g *Game) (list []Trigger) {
	for _, a := range g.State.Actors {
		for i := range a.Conditions {
			h := &a.Conditions[i]
			if !h.Condition.Says || h.Text == "" {
				continue
			}
			t := Trigger{Who: a.Key, Words: h.Text}
			for _, action := range g.Rules.Actions.All {
				if action.AnyTime && !action.Whom && action.Because(a) == h && g.Rules.CheckPossible(g.State, a.Key, rules.Doing{Action: action.Name}) == nil {
					t.Lines = append(t.Lines, a.Key+": "+action.Name)
				}
			}
			if len(t.Lines) > 0 {
				list = append(list, t)
			}
		}
	}
	return list
}

// Triggers lists what actors wait for that occurred in what an entry tells; what one does oneself is not waited for.
func Triggers(g *Game, events []rules.Event, who, text string) (list []Trigger) {
	if !slices.ContainsFunc(events, happens) {
		return nil
	}
	said := wordsOf(text)
	for _, t := range Waits(g) {
		if t.Who != who && slices.ContainsFunc(wordsOf(t.Words), func(word string) bool { return telling(g, t.Who, word) && occurs(word, said) }) {
			list = append(list, t)
		}
	}
	return list
}

// happens reports whether an event is more than the timeline moving on.
func happens(e rules.Event) bool {
	switch e.Kind {
	case rules.EventClock, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventPool, rules.EventPaid, rules.EventScene, rules.EventFavour, rules.EventPin:
		return false
	}
	return true
}

// leastTelling is how many letters a word has at least that says something, names apart; and leastStem one that other
// forms of it begin with.
const (
	leastTelling = 3
	leastStem    = 4
)

// telling reports whether a word of what an actor waits for says something: it is the name of another actor, or long and no
// small word of the language.
func telling(g *Game, who, word string) bool {
	for _, a := range g.State.Actors {
		if slices.Contains(wordsOf(a.Name+" "+a.Key), word) {
			return a.Key != who
		}
	}
	switch word {
	case "the", "and", "for", "any", "his", "her", "him", "she", "its", "our", "out", "off", "are", "was", "has", "who", "all", "not", "but", "when", "whenever", "once", "soon", "with", "from", "into", "onto", "that", "this", "then", "than", "they", "them", "their", "there", "here",
		"somebody", "someone", "anybody", "anyone", "anything", "something", "comes", "will", "does", "have", "been", "over", "near", "about", "after", "before", "until":
		return false
	}
	return utf8.RuneCountInString(word) >= leastTelling
}

// wordsOf is the words of a text, in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// mostEnding is by how many letters two forms of a word differ at the most.
const mostEnding = 3

// occurs reports whether a word is among others, or another form of it that begins so.
func occurs(word string, among []string) bool {
	return slices.ContainsFunc(among, func(other string) bool {
		short, long := word, other
		if len(short) > len(long) {
			short, long = long, short
		}
		return short == long || len(short) >= leastStem && strings.HasPrefix(long, short) && len(long)-len(short) <= mostEnding
	})
}
