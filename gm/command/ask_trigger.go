package command

import (
	"slices"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Triggers, the events that actors wait for with a prepared reaction, and how entries of the session are matched with their words.

// Trigger is an event that an actor waits for.
type Trigger struct {
	Who, Words string   // key of the actor; words, at least one of which must occur in the event
	Planned    string   // line that the actor plans to declare then; empty if there is none
	Lines      []string // lines that release the prepared action
}

// Waits lists the triggers of actors who have something that can be released now.
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
				isRelease := action.AnyTime && !action.Whom && action.SuggestingCondition(a) == h
				if isRelease && g.Rules.CheckPossible(g.State, a.Key, rules.OngoingAction{Action: action.Name}) == nil {
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

// Triggers lists the triggers that an entry matches by its events, its text and its actor, by key. An actor's own actions don't match its
// triggers.
func Triggers(g *Game, events []rules.Event, who, text string) (list []Trigger) {
	if !slices.ContainsFunc(events, isSignificant) {
		return nil
	}
	isNote := len(events) == 1 && events[0].Kind == rules.EventTell
	e := happening{g: g, who: g.State.Find(who), words: splitWords(text), isNote: isNote}
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
		if t.Who != who && slices.ContainsFunc(splitClauses(t.Words), func(clause []string) bool { return e.matchesClause(t.Who, clause) }) {
			list = append(list, t)
		}
	}
	return list
}

// happening is an entry in the form in which triggers are matched.
type happening struct {
	g       *Game
	who     *rules.Actor    // acting actor; nil if there is none
	actions []*rules.Action // actions that were declared
	moves   bool            // whether the actor starts to move
	done    bool            // whether the actor completed an action
	isNote  bool            // whether it is a note of the game master
	words   []string        // lower-case words of the text
}

// matchesClause reports whether one clause of a trigger matches. Every actor named in it must take part; an actor named before an action,
// as in "Hanne attacks", must be the one acting. A word after a name that is not an action matches whenever that actor acts or moves, in
// notes about the actor, and if the text contains it. A clause without a name matches by any of its words.
func (e *happening) matchesClause(waiting string, words []string) bool {
	c := e.g.readClause(waiting, words)
	isInText := func(word string) bool { return message.HasForm(word, e.words) }
	if !c.named {
		return slices.ContainsFunc(c.words, isInText)
	}
	acts := true // whether every actor named before the verb is acting
	for i, word := range c.words {
		if !e.g.isActorName(word) {
			continue
		}
		isActing := e.who != nil && isNameOf(e.who, word)
		if !isActing && (i < c.act || !isInText(word)) {
			return false
		}
		acts = acts && (isActing || i > c.other)
	}
	switch {
	case c.act < 0 && c.other < 0:
		return true
	case c.act < 0:
		hasDone := e.moves || e.done || len(e.actions) > 0
		isMentioned := func(word string) bool { return !e.g.isActorName(word) && isInText(word) }
		return e.isNote || acts && hasDone || slices.ContainsFunc(c.words[c.other:], isMentioned)
	case slices.Contains(anyAction, c.words[c.act]):
		return len(e.actions) > 0
	case slices.Contains(anyMove, c.words[c.act]):
		return e.moves
	}
	isNamed := func(a *rules.Action) bool { return message.HasForm(c.words[c.act], firstNameWords(a)) }
	return isInText(c.words[c.act]) || slices.ContainsFunc(e.actions, isNamed)
}

// isSignificant reports whether an event is more than an advance of the timeline.
func isSignificant(e rules.Event) bool {
	switch e.Kind {
	case rules.EventClock, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventPool, rules.EventPaid, rules.EventScene, rules.EventFavour, rules.EventPin:
		return false
	}
	return true
}
