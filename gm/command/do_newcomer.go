package command

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `add`: who comes in, how many, on which side and when.

// maxAtOnce is how many may come in by one line.
const maxAtOnce = 50

// newcomers is who comes in by a line, and when.
type newcomers struct {
	from, name, side string
	many             int      // how many of them, numbered; 0 for one alone
	now              bool     // they perceive and roll initiative at once
	at               *float64 // the count at which their turn is; nil without one
}

// The words of a line that brings an actor in.
const (
	asWord    = "as"
	sideWord  = "side"
	atWord    = "at"
	nowWord   = "now"
	laterWord = "later"
)

// newcomers reads `add FILE`, `add 4 FILE`, `… as NAME`, `… side SIDE`, and when their turn is: `now`, `at COUNT`, or
// `later`, which is when time comes to it.
func (l *Line) newcomers() (n newcomers, err error) {
	words := l.Words
	if len(words) > 1 && isNumber(words[0]) {
		many, _ := Amount(words[0], l.Verb)
		if many < 1 || many > maxAtOnce || many != math.Trunc(many) {
			return n, Refusal("Enter the number of combatants, 1 to %d, not “%s”.", maxAtOnce, words[0])
		}
		n.many, words = int(many), words[1:]
	}
	into := &n.from
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == asWord:
			into = &n.name
		case word == sideWord:
			into = &n.side
		case word == nowWord && i > 0:
			n.now = true
		case word == laterWord && i > 0:
		case word == atWord && i > 0 && i+1 < len(words) && isNumber(words[i+1]):
			at, _ := Amount(words[i+1], l.Verb)
			n.at, i = &at, i+1
		default:
			*into = strings.TrimSpace(*into + " " + word)
		}
	}
	if n.from == "" || l.Who != "" {
		return n, RefusalOf(message.Missing("Name a character file", "add [NUMBER] FILE [as NAME] [side SIDE] [now]"))
	}
	return n, nil
}

// add brings actors in. events, if not nil, are joins of an earlier time: these
// come in with the sheets that were read then.
func (g timeline) add(l *Line, events []rules.Event, k rules.Known) (Decided, error) {
	n, err := l.newcomers()
	if err != nil {
		return Decided{}, err
	}
	if n.at != nil && *n.at < g.State.Count {
		return Decided{}, g.over(*n.at)
	}
	joins := events
	if joins == nil {
		if joins, err = g.coming(&n); err != nil {
			return Decided{}, err
		}
	}
	var names, keys []string
	for _, e := range joins {
		if g.State.Find(e.Who) != nil {
			return Decided{}, Refusal("“%s” is already here. Choose another name: `add %s as NAME`.", e.Who, n.from)
		}
		name := e.Text
		if name == "" {
			name = rules.Words(e.Who)
		}
		names, keys = append(names, name), append(keys, e.Who)
	}
	w := titled(strings.Join(names, ", ")+" joins", joins[0].Who, roundGame(g).withSides(joins)...)
	if len(joins) > 1 {
		w.Title, w.Who = strings.Join(names, ", ")+" join", ""
	}
	if err := g.wake(&w, k); err != nil || !n.now && n.at == nil {
		return w, err
	}
	next, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return w, err
	}
	if n.at != nil {
		for _, key := range keys {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventTurn, Who: key, At: *n.at, By: *n.at - g.State.Count})
		}
		return w, nil
	}
	if g.unrolled() {
		return w, nil // the first `next` rolls initiative for everyone, newcomers included
	}
	entering, err := g.Rules.Enter(next, keys, k)
	w.Events, w.Dice = append(w.Events, entering.Events...), append(w.Dice, entering.Dice...)
	w.Outcomes = append(w.Outcomes, entering.Outcomes...)
	return w, err
}

// unrolled reports whether combatants are here of whom none has a turn or an action in progress, so that next rolls initiative.
func (g timeline) unrolled() bool {
	acts := slices.ContainsFunc(g.State.Actors, func(a *rules.Actor) bool { return a.Doing != nil || a.Turn >= 0 })
	return !g.Rules.Order.InRounds() && !acts && len(g.idle()) > 0
}

// coming returns the events that bring the newcomers in, each with a key and a name of its own.
func (g timeline) coming(n *newcomers) (list []rules.Event, err error) {
	key := underscored(n.name)
	if key != "" && n.many == 0 && g.State.Find(key) != nil {
		return nil, Refusal("“%s” is already here. Choose another name: `add %s as NAME`.", key, n.from)
	}
	e, err := g.joining(&campaign.Combatant{From: n.from, Key: key, Side: n.side})
	if one, many := strings.CutSuffix(n.from, "s"); err != nil && many && n.many > 1 {
		if e, err = g.joining(&campaign.Combatant{From: one, Key: key, Side: n.side}); err == nil {
			n.from = one
		}
	}
	if err != nil {
		return nil, err
	}
	taken := func(key string) bool {
		return g.State.Find(key) != nil || slices.ContainsFunc(list, func(e rules.Event) bool { return e.Who == key })
	}
	if e.Text = n.name; n.name != "" && n.name == key {
		e.Text = rules.Words(n.name)
	}
	base, name := e.Who, e.Text
	if name == "" {
		name = rules.Words(base)
	}
	first := 1
	if n.many == 0 {
		if !taken(base) {
			return []rules.Event{e}, nil
		}
		n.many, first = 1, 2
	}
	for at := first; len(list) < n.many; at++ {
		if e.Who, e.Text = fmt.Sprintf("%s_%d", base, at), fmt.Sprintf("%s %d", name, at); !taken(e.Who) {
			list = append(list, e)
		}
	}
	return list, nil
}
