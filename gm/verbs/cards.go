package verbs

import (
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Cards moved manually: `give` moves one from its deck to a pile of an actor, `take` puts it back. The pile is the hand, unless the line's
// last word names another one. A timeline (timeline.go) wraps a game and adds the methods for verbs in fights and scenes.

// takeCard puts an actor's card back into its deck.
func (g timeline) takeCard(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	return g.moveCard(l, "", rules.PileDeck)
}

// moveCard moves a card manually from one pile to another. One of from and to is PileDeck; the other is "", which stands for the pile that
// the line names, or the hand.
func (g timeline) moveCard(l *command.Line, from, to string) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	pile := rules.PileHand
	if n := len(rest); n > 1 && rules.IsPile(rest[n-1]) {
		pile, rest = rest[n-1], rest[:n-1]
	}
	row, err := g.Rules.CardNamed(a, strings.Join(rest, "_"))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if from == "" {
		from = pile
	} else {
		to = pile
	}
	events, err := g.Rules.MoveCardEvents(g.State, a, row, from, to)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	name := rules.MidSentence(row.Label)
	if pile != rules.PileHand { // the title names the card
		return titledDecision(a.Name+": "+name+", "+from+" to "+to, a.Key, events...), nil
	}
	return titledDecision(a.Name+": "+rules.MidSentence(g.Rules.CardLabel(&events[0]))+", "+from+" to "+to, a.Key, events...), nil
}

// completeCard lists the cards that an actor can get, or has.
func completeCard(g command.Completions, fields []string) []command.Completion {
	if len(fields) == 1 {
		return completePeopleAndSides(g)
	}
	return command.CompletionsOf(g.Rules.CardNames())
}
