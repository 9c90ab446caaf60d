package verbs

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Overrules by the game master: dropping an actor's pending event, or moving it to another count (the time unit of a fight). A pending
// event is an actor's next turn, the action it has in progress, or a tick, the next time that one of its conditions has an effect. A
// timeline (timeline.go) wraps a game and adds the verbs for fights and scenes.

// waivePending drops an actor's next pending event, `waive kira because it was a dream`, or the next effect of a condition: `waive kira
// bleeding`.
func (g timeline) waivePending(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	o, err := g.nextPending(a, strings.Join(rest, " "), func(o rules.PendingEvent) bool { return len(rest) == 0 || o.Kind == rules.PendingTick })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: "waived: " + g.PendingEventText(o), Who: a.Key}
	switch {
	case o.Kind == rules.PendingTurn && a.Going != nil:
		w.Title = a.Name + " keeps going"
	case o.Kind == rules.PendingTurn:
		w.Title = a.Name + " passes"
	}
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) { h.Waive(o) })
	return w, err
}

// nextPending returns an actor's next pending event for which fits returns true. If condition isn't empty, the event must be of the
// condition whose name or label begins with it.
func (g timeline) nextPending(a *rules.Actor, condition string, fits func(rules.PendingEvent) bool) (rules.PendingEvent, error) {
	var list []string
	for _, pending := range g.Rules.ListPending(g.State) {
		if pending.Actor.Key != a.Key {
			continue
		}
		isNamed := func(c *rules.Condition) bool {
			return command.HasPrefixFold(c.Name, command.Underscore(condition)) || command.HasPrefixFold(c.Label, condition)
		}
		if fits(pending) && (condition == "" || isNamed(pending.Held.Condition)) {
			return pending, nil
		}
		list = append(list, g.PendingEventText(pending))
	}
	if len(list) == 0 {
		return rules.PendingEvent{}, command.Refusal("%s has no pending event.", a.Name)
	}
	return rules.PendingEvent{}, command.Refusal("No such pending event. Choose: %s.", strings.Join(list, ", "))
}

// moveTick moves the next tick of an actor's condition, that is, the count at which the condition acts: `tick grell bleeding 14`.
func (g timeline) moveTick(l *command.Line) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	at, rest, err := g.readLaterCount(l, a, rest)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	o, err := g.nextPending(a, strings.Join(rest, " "), func(o rules.PendingEvent) bool { return o.Kind == rules.PendingTick })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	return titledDecision(fmt.Sprintf("%s is at %s", g.PendingEventText(o), g.countText(at)), a.Key,
		rules.Event{Kind: rules.EventTick, Who: a.Key, What: o.Held.Condition.Name, ID: o.Held.ID, At: at}), nil
}

// moveLanding moves the count at which an action in progress takes effect: `act kira 14`.
func (g timeline) moveLanding(l *command.Line) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	at, rest, err := g.readLaterCount(l, a, rest)
	if err == nil && len(rest) > 0 {
		err = command.Refusal("`act` takes a name and a %s. Remove: %s.", g.Rules.CountWord(), strings.Join(rest, " "))
	}
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if a.Doing == nil {
		return command.DecidedCommand{}, command.Refusal("%s has no action in progress.", a.Name)
	}
	return titledDecision(fmt.Sprintf("%s: %s at %s", a.Name, g.DoingText(a.Doing), g.countText(at)), a.Key,
		rules.Event{Kind: rules.EventDoing, Who: a.Key, Doing: a.Doing.MovedTo(at)}), nil
}

// readLaterCount reads a count at the end of a line, otherwise at its beginning. A count that has passed is refused.
func (g timeline) readLaterCount(l *command.Line, a *rules.Actor, words []string) (at float64, rest []string, err error) {
	if len(words) == 0 {
		return 0, nil, command.Refusal("Enter a %s: `%s %s %s`.", g.Rules.CountWord(), l.Verb, a.Key, command.Number(g.State.Count+5))
	}
	n := len(words) - 1
	rest = words[:n]
	if at, err = command.ParseAmount(words[n], l.Verb); err != nil {
		first, refused := command.ParseAmount(words[0], l.Verb)
		if refused != nil {
			return 0, nil, err
		}
		at, rest = first, words[1:]
	}
	if at < g.State.Count {
		return 0, nil, g.refusePassed(at)
	}
	return at, rest, nil
}
