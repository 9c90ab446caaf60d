package command

import (
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Completions of the word at the cursor of a line. Type Completions, at the end of this file, wraps a game and adds the methods that list
// them. Package verbs adds the completions of each verb (Verb.Next), and package gm those of lines that change the past (amendWords).

// Completion is a possible continuation of a line.
type Completion struct {
	Text  string // text to insert
	Label string // name to show; "" to show Text
	Hint  string // explanation to show next to the name; "" for none
}

// Complete lists completions of the word at the cursor. cursor and from, where that word begins, are indexes of bytes in text. amend lists
// completions of a line that changes the past.
func (g Completions) Complete(text string, cursor int, amend amendWords) (from int, words []Completion) {
	cursor = max(0, min(cursor, len(text)))
	head := text[:cursor]
	from = strings.LastIndexAny(head, " ,:") + 1
	typed := strings.ToLower(head[from:])
	for _, c := range g.Candidates(strings.TrimLeft(head[:from], " "), amend) {
		if strings.HasPrefix(strings.ToLower(c.Text), typed) || strings.HasPrefix(strings.ToLower(c.Label), typed) {
			words = append(words, c)
		}
	}
	return from, words
}

// amendWords lists completions after head, the beginning of a line that changes the past.
type amendWords func(head string) []Completion

// Candidates lists all words that can follow head, the beginning of a line up to its last complete word.
func (g Completions) Candidates(head string, amend amendWords) []Completion {
	if g.isProse(head) {
		return nil
	}
	if who, rest, found := strings.Cut(head, ":"); found {
		g.NamedSubject, _ = g.Actor(strings.TrimSpace(who))
		return g.completionsAfter(strings.TrimLeft(rest, " "), amend)
	}
	if strings.TrimSpace(head) == "" {
		list := g.LineStarts()
		list = append(list, collect.Map(append(g.People(), g.OwnSides()...), func(c Completion) Completion { return Completion{c.Text + ":", c.Label, c.Hint} })...)
		return list
	}
	return g.completionsAfter(head, amend)
}

// isProse reports whether head ends in free text, such as a note or a reason.
func (g Completions) isProse(head string) bool {
	if strings.Contains(head, reasonWord) {
		return true
	}
	subject, _, found := strings.Cut(head, ":")
	words := strings.Fields(subject)
	if len(words) == 0 {
		return false
	}
	l := Line{Words: words[:1]}
	return g.ReadVerb(&l) == nil && l.Verb == "note" && (found || len(words) > 1) // the text of a note can contain a colon
}

// LineStarts lists the words that can begin a line.
func (g Completions) LineStarts() (list []Completion) {
	for _, action := range g.Rules.Actions.All {
		if action.Answers == "" {
			list = append(list, Completion{action.Name, action.Label, action.Text})
		}
	}
	list = append(list, collect.Map(g.Verbs.UsedBy(g.Rules), func(v *Verb) Completion { return Completion{Text: v.Name} })...)
	return append(list, Completion{Text: whatIfWord, Hint: "where another choice would have led"})
}

// whatIfWord is the first word of a what-if line, followed by the number of a past entry and the line to replace it with. Such a line shows
// how the game would have continued.
const whatIfWord = "whatif"

// completionsAfter returns completions after the words of head, which has no subject before a colon. amend lists completions of a line that
// changes the past.
func (g Completions) completionsAfter(head string, amend amendWords) []Completion {
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return g.LineStarts()
	}
	if fields[0] == whatIfWord {
		if len(fields) < 2 {
			return amend(head)
		}
		_, line, _ := strings.Cut(strings.TrimLeft(head, " ")[len(whatIfWord)+1:], " ")
		return g.Candidates(line, amend)
	}
	if i := strings.LastIndex(head, ","); i >= 0 {
		if second, found := strings.CutPrefix(strings.TrimSpace(head[i+1:])+" ", secondWord+" "); found {
			return g.completionsAfter(second, amend)
		}
		return g.optionWords(strings.Fields(head[i+1:]))
	}
	l := Line{Words: fields[:1]}
	if err := g.ReadVerb(&l); err != nil && l.readAlias(g.Game, err) != nil { // neither a verb nor an alias
		return nil
	}
	if l.Verb == "amend" {
		return amend(strings.TrimLeft(head, " "))
	}
	next := g.VerbOf(&l).Next
	switch {
	case fields[len(fields)-1] == "with":
		return g.carriedItems()
	case l.Action == nil && next != nil:
		fields[0] = l.Verb
		return next(g, fields)
	case l.Action != nil && l.Action.Ask.AsksCards() && (!l.Action.Whom || len(fields) > 1):
		return g.cardsFor(l.Action.Ask)
	case len(fields) == 1 && (l.Action == nil || l.Action.Whom || l.Action.May):
		return g.People()
	case l.Action != nil && len(l.Action.With) > 0:
		return append(g.carriedItems(), Completion{Text: "with"})
	}
	return nil
}

// optionWords lists what can follow words, the part of a line after its last comma: all options of an action if words is empty, else the
// values of the option that they begin.
func (g Completions) optionWords(words []string) []Completion {
	if len(words) > 0 {
		if situation, _, err := FindTicked(g.Rules.Situations.All, words[0]); err == nil {
			if situation.Ask.AsksCards() {
				return g.cardsFor(situation.Ask)
			}
			return rowCompletions(situation.Ask)
		}
		if words[0] == "related" || words[0] == "skill" {
			return g.Skills()
		}
		return nil
	}
	list := g.Situations()
	for _, m := range g.Rules.Modifiers.All {
		if m.Flag != "" {
			list = append(list, Completion{m.Flag, m.Label, "a number"})
		}
	}
	if g.Rules.Order.Points.Text != "" {
		list = append(list, Completion{Text: "points", Hint: "a number"})
	}
	list = append(list, Completion{Text: "against", Hint: "a margin"})
	if len(g.Rules.Tasks.All) > 0 {
		list = append(list, Completion{Text: "skill", Hint: "that a task is rolled on"})
	}
	if len(g.Rules.Skills.All) > 0 {
		list = append(list, Completion{Text: "related", Hint: "a substitute skill"})
	}
	return append(list, Completion{Text: "dice", Hint: "typed, in order"})
}

// CompletionsOf returns a completion for each of names. Its label is the name with spaces for underscores.
func CompletionsOf(names []string) (list []Completion) {
	return collect.Map(names, func(name string) Completion { return Completion{Text: name, Label: strings.ReplaceAll(name, "_", " ")} })
}

// rowCompletions returns a completion for each row that can be chosen, with its label; nil if the question isn't for a row.
func rowCompletions(ask *rules.Ask) []Completion {
	return collect.Map(ask.Rows(), func(name string) Completion { return Completion{Text: name, Label: ask.RowLabel(name)} })
}

// People returns a completion for each actor of the state; the hint is the actor's side.
func (g Completions) People() (list []Completion) {
	return collect.Map(g.State.Actors, func(a *rules.Actor) Completion { return Completion{a.Key, a.Name, a.Side} })
}

// OwnSides lists the sides that take turns themselves; there are none unless the game is played in rounds.
func (g Completions) OwnSides() (list []Completion) {
	for _, side := range g.State.Sides {
		if g.Rules.Order.InRounds() {
			list = append(list, Completion{side.Key, side.Name, "a side"})
		}
	}
	return list
}

// carriedItems lists the items of the actors who can act now, each item once; the hint is the name of its first owner.
func (g Completions) carriedItems() (list []Completion) {
	seen := map[*rules.Item]bool{}
	for _, a := range g.State.Actors {
		for _, item := range a.Sheet.Items {
			if (a.Open || a.Waiting || g.Rules.CanActNow(g.State, a)) && !seen[item] {
				seen[item] = true
				list = append(list, Completion{item.Name, item.Label, a.Name})
			}
		}
	}
	return list
}

// cardsFor lists the cards that the subject of the line can name in answer to ask, the question of an action or option.
func (g Completions) cardsFor(ask *rules.Ask) []Completion {
	holder := g.NamedSubject
	if holder == nil {
		holder, _ = g.Subject(&Line{})
	}
	if holder == nil {
		return nil
	}
	return collect.Map(g.Rules.CardsFor(g.State, holder, ask), func(c rules.CardCount) Completion { return Completion{c.Name, c.Label, c.Text} })
}

// Skills returns all skills.
func (g Completions) Skills() (list []Completion) {
	return collect.Map(g.Rules.Skills.All, func(skill *rules.Skill) Completion { return Completion{skill.Name, skill.Label, ""} })
}

// Situations returns the situations that a line can choose as options. It omits situations with a `holds` formula, because the rules
// determine whether those apply.
func (g Completions) Situations() (list []Completion) {
	for _, situation := range g.Rules.Situations.All {
		if situation.Holds.Text == "" {
			list = append(list, Completion{situation.Name, situation.Label, situation.Hint()})
		}
	}
	return list
}

// Completions wraps a game and adds the methods that list completions.
type Completions struct {
	*Game
	NamedSubject *rules.Actor // subject that the line names before a colon; nil if it names none
}
