package command

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/message"
)

// A prepared action waits for a trigger, such as “hanne shoots or moves”. The action to take then, the reaction, can be planned in advance.
// The clauses of a trigger are separated by commas or "or"; one matching clause is enough. This file splits the text of a prepared action
// into the trigger's words and the planned reaction; ask_trigger.go matches the trigger with entries.

// reactionWord precedes the planned reaction in the words of a prepared action, after a comma: `hanne shoots, then attack hanne`.
const reactionWord = "then "

// CutReaction splits the words of a prepared action into its trigger and the line of the planned reaction, which is empty if there is none.
func CutReaction(words string) (trigger, planned string) {
	trigger, planned, _ = strings.Cut(words, ", "+reactionWord)
	return trigger, planned
}

// checkReaction checks text, the planned reaction of a, and returns it with names in place of keys: short names, otherwise full ones. If
// the line would mean something else with either kind, it returns text unchanged.
func (g *Game) checkReaction(a *rules.Actor, text string) (string, error) {
	parse := func(text string) (d rules.OngoingAction, err error) {
		l, err := g.Parse(a.Key + ": " + text)
		if err != nil {
			return d, err
		}
		if !l.IsPlayerAction() {
			return d, RefusalOf(message.NotA(text, "an action", "Name one after `then`"))
		}
		return g.DeclaredAction(&l, a)
	}
	parsed, err := parse(text)
	if err != nil {
		return "", err
	}
	shortName := func(a *rules.Actor) string { return a.Short }
	fullName := func(a *rules.Actor) string { return a.Name }
	for _, name := range [...]func(*rules.Actor) string{shortName, fullName} {
		words := strings.Fields(text)
		for i, word := range words {
			bare := strings.TrimSuffix(word, ",")
			if other, err := g.Actor(bare); err == nil && i > 0 { // the first word is the action
				words[i] = name(other) + word[len(bare):]
			} else {
				words[i] = strings.ReplaceAll(word, "_", " ")
			}
		}
		plain := strings.Join(words, " ")
		if other, err := parse(plain); err == nil && reflect.DeepEqual(parsed, other) {
			return plain, nil
		}
	}
	return text, nil
}

// VagueTriggers lists words of a trigger that follow an actor's name but aren't actions, such as “laughs” in “hanne laughs”. Such a word
// can't be matched; instead, the game master is asked when the named actor acts. who is the key of the actor whose trigger it is, and words
// the text of the trigger.
func VagueTriggers(g *Game, who, words string) (list []VagueTrigger) {
	for _, clause := range splitClauses(words) {
		t := g.readClause(who, clause)
		if t.hasName && t.firstAction < 0 && t.firstOther >= 0 {
			for _, a := range g.State.Actors {
				if t.firstOther > 0 && isNameOf(a, t.words[t.firstOther-1]) {
					list = append(list, VagueTrigger{a, t.words[t.firstOther]})
				}
			}
		}
	}
	return list
}

// VagueTrigger is a word of a trigger that is not an action, and the actor it refers to.
type VagueTrigger struct {
	Whom *rules.Actor // actor whose name precedes the word
	Word string       // word in lower case
}

// clause is one clause of a trigger.
type clause struct {
	words       []string // significant words
	hasName     bool     // whether an actor is among them
	firstAction int      // index of the first word that is an action; -1 if there is none
	firstOther  int      // index of the first word that is neither a name nor an action; -1 if there is none
}

// readClause reads one clause of the trigger of the actor with the key who.
func (g *Game) readClause(who string, words []string) clause {
	c := clause{words: slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !isSignificantWord(g, who, word) })}
	c.hasName = slices.ContainsFunc(c.words, g.isActorName)
	isAction := func(word string) bool {
		return !g.isActorName(word) && (slices.Contains(anyAction, word) || slices.Contains(anyMove, word) || g.isActionWord(word))
	}
	c.firstAction = slices.IndexFunc(c.words, isAction)
	c.firstOther = slices.IndexFunc(c.words, func(word string) bool { return !g.isActorName(word) && !isAction(word) })
	return c
}

// anyAction lists words that match any declared action, anyMove words that match the beginning of any movement.
var (
	anyAction = []string{"act", "acts", "acting", "declare", "declares"}
	anyMove   = []string{"move", "moves", "moving"}
)

// splitClauses splits a trigger at commas and at "or", each part into its words.
func splitClauses(text string) (list [][]string) {
	for part := range strings.SplitSeq(text, ",") {
		var clause []string
		for _, word := range splitWords(part) {
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

// isActorName reports whether a word is part of the name of an actor present.
func (g *Game) isActorName(word string) bool {
	return slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool { return isNameOf(a, word) })
}

// isNameOf reports whether a word in lower case is part of the name or the key of an actor.
func isNameOf(a *rules.Actor, word string) bool {
	return slices.Contains(splitWords(a.Name+" "+a.Key), word)
}

// isActionWord reports whether a word names an action.
func (g *Game) isActionWord(word string) bool {
	return slices.ContainsFunc(g.Rules.Actions.All, func(a *rules.Action) bool { return message.HasForm(word, firstNameWords(a)) })
}

// firstNameWords lists the first words of the names of an action, such as "draw" of "Draw a weapon".
func firstNameWords(a *rules.Action) (list []string) {
	for _, name := range append([]string{a.Name, a.Label}, a.Also...) {
		list = append(list, strings.Fields(strings.ToLower(rules.ReadableName(name)))[:1]...)
	}
	return list
}

// minSignificant is the minimum length in letters of a significant word that isn't a name.
const minSignificant = 3

// isSignificantWord reports whether a word in the trigger of the actor with the key who is significant: part of another actor's name, or a
// word of at least minSignificant letters that isn't a function word of English.
func isSignificantWord(g *Game, who, word string) bool {
	for _, a := range g.State.Actors {
		if isNameOf(a, word) {
			return a.Key != who
		}
	}
	switch word {
	case "the", "and", "for", "any", "his", "her", "him", "she", "its", "our", "out", "off", "are", "was", "has", "who", "all", "not", "but",
		"when", "whenever", "once", "soon", "with", "from", "into", "onto", "that", "this", "then", "than", "they", "them", "their", "there", "here",
		"somebody", "someone", "anybody", "anyone", "anything", "something", "comes", "will", "does", "have", "been", "over", "near", "about", "after", "before", "until":
		return false
	}
	return utf8.RuneCountInString(word) >= minSignificant
}

// splitWords splits text into words in lower case.
func splitWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// WaitsFor reports whether a's prepared action depends on other: every clause of its trigger names other and no one else, or the planned
// reaction is aimed at other.
func (g *Game) WaitsFor(a *rules.Actor, text string, other *rules.Actor) bool {
	trigger, planned := CutReaction(text)
	if l, err := g.Parse(a.Key + ": " + planned); planned != "" && err == nil && l.IsDeclaration() {
		if d, err := g.DeclaredAction(&l, a); err == nil && d.Whom == other.Key {
			return true
		}
	}
	namesOther := func(word string) bool { // reports whether word names other and no one else
		return isNameOf(other, word) && !slices.ContainsFunc(g.State.Actors, func(b *rules.Actor) bool { return b != other && isNameOf(b, word) })
	}
	clauses := splitClauses(trigger)
	return len(clauses) > 0 && !slices.ContainsFunc(clauses, func(clause []string) bool { return !slices.ContainsFunc(clause, namesOther) })
}
