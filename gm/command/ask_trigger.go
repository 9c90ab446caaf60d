package command

import (
	"slices"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Triggers, the events that actors wait for with a prepared reaction, and the search for triggers that an entry of the session matches. A
// trigger is written in words, such as “Hanne attacks, or the door opens”; its clauses are the alternatives (read_reaction.go splits them).
// Releasing a reaction means that it happens now.

// Trigger is an event that an actor waits for.
type Trigger struct {
	Who     string   // key of the actor that waits
	Words   string   // description of the event, as typed
	Planned string   // line that the actor plans to declare then; "" for none
	Lines   []string // lines that release the reaction
}

// ReleasableTriggers lists the triggers of actors whose reactions can be released now.
func ReleasableTriggers(g *Game) (list []Trigger) {
	for _, a := range g.State.Actors {
		for i := range a.Conditions {
			h := &a.Conditions[i]
			if !h.Condition.Says || h.Text == "" { // Text has the words of a prepared action: the trigger and the planned reaction
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

// MatchTriggers lists the triggers that an entry matches. events are the entry's events, who is the key of its actor, and text is its line
// of the log. An actor's own entries don't match its triggers.
func MatchTriggers(g *Game, events []rules.Event, who, text string) (list []Trigger) {
	if !slices.ContainsFunc(events, isSignificant) {
		return nil
	}
	isNote := len(events) == 1 && events[0].Kind == rules.EventTell
	e := happening{g: g, who: g.State.Find(who), words: splitWords(text), isNote: isNote}
	for i := range events {
		e.completesAction = e.completesAction || events[i].Kind == rules.EventDone && events[i].Who == who
		e.startsMoving = e.startsMoving || events[i].Kind == rules.EventPlace && events[i].Who == who && events[i].Going != nil
		for d := events[i].Doing; d != nil && events[i].Kind == rules.EventDoing; d = d.Beside {
			if action, ok := g.Rules.Actions.Get(d.Action); ok {
				e.actions = append(e.actions, action)
			}
		}
	}
	for _, t := range ReleasableTriggers(g) {
		if t.Who != who && slices.ContainsFunc(splitClauses(t.Words), func(clause []string) bool { return e.matchesClause(t.Who, clause) }) {
			list = append(list, t)
		}
	}
	return list
}

// happening is an entry in the form against which triggers are matched.
type happening struct {
	g               *Game           // game in which the triggers are read
	who             *rules.Actor    // actor of the entry; nil if there is none
	actions         []*rules.Action // actions that it declares
	startsMoving    bool            // whether the actor starts to move
	completesAction bool            // whether the actor completed an action
	isNote          bool            // whether it is only a note of the game master
	words           []string        // text as words in lower case
}

// matchesClause reports whether the entry matches a clause of a trigger, given as words. waiting is the key of the actor that waits. Every
// actor named in the clause must take part, and one named before an action, as in "Hanne attacks", must be the one acting. If the clause
// has no word for an action, it matches if that actor acts or moves, if the entry is a note about the actor, or if the text contains one of
// the clause's other words. A clause without a name matches if the text contains any of its words.
func (e *happening) matchesClause(waiting string, words []string) bool {
	c := e.g.readClause(waiting, words)
	isInText := func(word string) bool { return message.HasForm(word, e.words) }
	if !c.hasName {
		return slices.ContainsFunc(c.words, isInText)
	}
	// c.firstAction is the index of the first word for an action, c.firstOther that of the first word that is neither one for an action nor
	// a name; -1 stands for none.
	acts := true // whether every actor named before the other words is the one acting
	for i, word := range c.words {
		if !e.g.isActorName(word) {
			continue
		}
		isActing := e.who != nil && isNameOf(e.who, word)
		if !isActing && (i < c.firstAction || !isInText(word)) { // it must act if the name precedes the action, or else take part
			return false
		}
		acts = acts && (isActing || i > c.firstOther)
	}
	switch {
	case c.firstAction < 0 && c.firstOther < 0: // nothing but names
		return true
	case c.firstAction < 0:
		hasDone := e.startsMoving || e.completesAction || len(e.actions) > 0 // whether the actor does anything
		isOtherWordInText := func(word string) bool { return !e.g.isActorName(word) && isInText(word) }
		return e.isNote || acts && hasDone || slices.ContainsFunc(c.words[c.firstOther:], isOtherWordInText)
	case slices.Contains(anyAction, c.words[c.firstAction]):
		return len(e.actions) > 0
	case slices.Contains(anyMove, c.words[c.firstAction]):
		return e.startsMoving
	}
	isNamed := func(a *rules.Action) bool { return message.HasForm(c.words[c.firstAction], firstNameWords(a)) }
	return isInText(c.words[c.firstAction]) || slices.ContainsFunc(e.actions, isNamed)
}

// isSignificant reports whether an event can trigger a reaction. Events that only advance the time or change numbers can't.
func isSignificant(e rules.Event) bool {
	switch e.Kind {
	case rules.EventClock, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventPool, rules.EventPaid, rules.EventScene, rules.EventFavour, rules.EventPin:
		return false
	}
	return true
}
