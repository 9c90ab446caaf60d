package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
)

// What actors wait for, found in what happened by its words.

// Trigger is something that an actor waits for, in words one of which occurred in what happened; the line that it plans to
// do then, empty if it planned none; and the lines that let go what it waits with.
type Trigger struct {
	Who, Words string
	Planned    string
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
			t := Trigger{Who: a.Key}
			t.Words, t.Planned = CutReaction(h.Text)
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

// Triggers lists what actors wait for that occurred in an entry: its events, who acted, and its text. An actor does not wait for
// its own deeds.
func Triggers(g *Game, events []rules.Event, who, text string) (list []Trigger) {
	if !slices.ContainsFunc(events, happens) {
		return nil
	}
	e := happening{g: g, who: g.State.Find(who), words: wordsOf(text)}
	for i := range events {
		for d := events[i].Doing; d != nil && events[i].Kind == rules.EventDoing; d = d.Beside {
			if action, ok := g.Rules.Actions.Get(d.Action); ok {
				e.actions = append(e.actions, action)
			}
		}
	}
	for _, t := range Waits(g) {
		if t.Who != who && slices.ContainsFunc(clausesOf(t.Words), func(clause []string) bool { return e.meets(t.Who, clause) }) {
			list = append(list, t)
		}
	}
	return list
}

// happening is an entry as far as an actor may have waited for it.
type happening struct {
	g       *Game
	who     *rules.Actor    // who acted; nil for none
	actions []*rules.Action // that were declared
	words   []string        // the words of its text
}

// meets reports whether one clause of what an actor waits for occurred. Every actor named in it must take part; one that is named
// before an action, as in "Hanne attacks", must be the one who does it. A clause without a name occurs with any of its words.
func (e *happening) meets(waiting string, clause []string) bool {
	clause = slices.DeleteFunc(slices.Clone(clause), func(word string) bool { return !telling(e.g, waiting, word) })
	act := slices.IndexFunc(clause, func(word string) bool { return !e.g.names(word) && e.g.actionWord(word) })
	named := false
	for i, word := range clause {
		if !e.g.names(word) {
			continue
		}
		named = true
		does := e.who != nil && slices.Contains(wordsOf(e.who.Name+" "+e.who.Key), word)
		if !does && (i < act || !occurs(word, e.words)) {
			return false
		}
	}
	if !named {
		return slices.ContainsFunc(clause, func(word string) bool { return occurs(word, e.words) })
	}
	return act < 0 || occurs(clause[act], e.words) || slices.ContainsFunc(e.actions, func(a *rules.Action) bool { return occurs(clause[act], callsOf(a)) })
}

// clausesOf splits what an actor waits for at commas and at "or", each part into its words.
func clausesOf(text string) (list [][]string) {
	for part := range strings.SplitSeq(text, ",") {
		var clause []string
		for _, word := range wordsOf(part) {
			if word != "or" {
				clause = append(clause, word)
				continue
			}
			list, clause = append(list, clause), nil
		}
		list = append(list, clause)
	}
	return list
}

// names reports whether a word is of the name of an actor who is here.
func (g *Game) names(word string) bool {
	return slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool { return slices.Contains(wordsOf(a.Name+" "+a.Key), word) })
}

// actionWord reports whether a word is one by which an action is found.
func (g *Game) actionWord(word string) bool {
	return slices.ContainsFunc(g.Rules.Actions.All, func(a *rules.Action) bool { return occurs(word, callsOf(a)) })
}

// callsOf lists the first words of the names by which an action is found, such as "draw" of "Draw a weapon".
func callsOf(a *rules.Action) (list []string) {
	for _, name := range append([]string{a.Name, a.Label}, a.Also...) {
		list = append(list, strings.Fields(strings.ToLower(rules.Words(name)))[:1]...)
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

// minTelling is how many letters a word has at least that says something, names apart; and minStem one that other
// forms of it begin with.
const (
	minTelling = 3
	minStem    = 4
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
	return utf8.RuneCountInString(word) >= minTelling
}

// wordsOf splits text into words in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// maxEnding is by how many letters two forms of a word differ at the most.
const maxEnding = 3

// occurs reports whether a word is among others, or another form of it that begins so.
func occurs(word string, among []string) bool {
	return slices.ContainsFunc(among, func(other string) bool {
		short, long := word, other
		if len(short) > len(long) {
			short, long = long, short
		}
		return short == long || len(short) >= minStem && strings.HasPrefix(long, short) && len(long)-len(short) <= maxEnding
	})
}
