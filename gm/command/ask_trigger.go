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

// VagueTriggers lists, in the words of what an actor waits for, each one behind a name that is no action, so that what it means can't
// be found in what happened, and whose deeds it is asked about instead.
func VagueTriggers(g *Game, who, words string) (list []VagueTrigger) {
	for _, clause := range clausesOf(words) {
		t := g.clause(who, clause)
		if t.named && t.act < 0 && t.other >= 0 {
			for _, a := range g.State.Actors {
				if t.other > 0 && slices.Contains(wordsOf(a.Name+" "+a.Key), t.words[t.other-1]) {
					list = append(list, VagueTrigger{a, t.words[t.other]})
				}
			}
		}
	}
	return list
}

// VagueTrigger is a word of a trigger that is no action, and who it is about.
type VagueTrigger struct {
	Whom *rules.Actor
	Word string
}

// Triggers lists what actors wait for that occurred in an entry: its events, who acted, and its text. An actor does not wait for
// its own deeds.
func Triggers(g *Game, events []rules.Event, who, text string) (list []Trigger) {
	if !slices.ContainsFunc(events, happens) {
		return nil
	}
	e := happening{g: g, who: g.State.Find(who), words: wordsOf(text), noted: len(events) == 1 && events[0].Kind == rules.EventTell}
	for i := range events {
		e.done = e.done || events[i].Kind == rules.EventDone && events[i].Who == who
		e.moves = e.moves || events[i].Kind == rules.EventPlace && events[i].Who == who && events[i].Going != nil
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
	moves   bool            // who acted sets out
	done    bool            // who acted has finished an action
	noted   bool            // it is a note of the game master
	words   []string        // the words of its text
}

// clause is one clause of what an actor waits for.
type clause struct {
	words []string // that say something
	named bool     // an actor is among them
	act   int      // the place of the first word that is an action; -1 for none
	other int      // the place of the first word that is neither a name nor an action; -1 for none
}

// clause reads one clause of what an actor waits for.
func (g *Game) clause(waiting string, words []string) clause {
	c := clause{words: slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !telling(g, waiting, word) })}
	c.named = slices.ContainsFunc(c.words, g.names)
	action := func(word string) bool {
		return !g.names(word) && (slices.Contains(anyAction, word) || slices.Contains(anyMove, word) || g.actionWord(word))
	}
	c.act = slices.IndexFunc(c.words, action)
	c.other = slices.IndexFunc(c.words, func(word string) bool { return !g.names(word) && !action(word) })
	return c
}

// The words for any action that is declared, and for setting out.
var (
	anyAction = []string{"act", "acts", "acting", "declare", "declares"}
	anyMove   = []string{"move", "moves", "moving"}
)

// meets reports whether one clause of what an actor waits for occurred. Every actor named in it must take part; one that is named
// before an action, as in "Hanne attacks", must be the one who does it. Behind a name, a word that is no action occurs whenever this
// one acts or moves, in notes about this one, and where the text has it. A clause without a name occurs with any of its words.
func (e *happening) meets(waiting string, words []string) bool {
	c := e.g.clause(waiting, words)
	said := func(word string) bool { return occurs(word, e.words) }
	if !c.named {
		return slices.ContainsFunc(c.words, said)
	}
	acts := true // each who is named before the verb is the one who acts
	for i, word := range c.words {
		if !e.g.names(word) {
			continue
		}
		does := e.who != nil && slices.Contains(wordsOf(e.who.Name+" "+e.who.Key), word)
		if !does && (i < c.act || !said(word)) {
			return false
		}
		acts = acts && (does || i > c.other)
	}
	switch {
	case c.act < 0 && c.other < 0:
		return true
	case c.act < 0:
		return e.noted || acts && (e.moves || e.done || len(e.actions) > 0) || slices.ContainsFunc(c.words[c.other:], func(word string) bool { return !e.g.names(word) && said(word) })
	case slices.Contains(anyAction, c.words[c.act]):
		return len(e.actions) > 0
	case slices.Contains(anyMove, c.words[c.act]):
		return e.moves
	}
	return said(c.words[c.act]) || slices.ContainsFunc(e.actions, func(a *rules.Action) bool { return occurs(c.words[c.act], callsOf(a)) })
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
