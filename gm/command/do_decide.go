package command

import (
	"errors"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
)

// Decide asks the rules, again and again as the answers in the line become due.
func (g *Game) Decide(c *Command, l *Line, dice RewindableDice) (Decided, error) {
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	for {
		dice.Rewind()
		w, err := g.DecideOnce(l, rules.Known{Dice: dice, Answers: answers, Overrule: l.overrule, Because: l.Reason})
		var need *rules.Need
		if err == nil || !errors.As(err, &need) || !need.Asks() || len(l.Answers) == 0 {
			c.Answers = nil
			if len(answers) > 0 {
				c.Answers = answers
			}
			if err == nil {
				err = w.heeds(l)
			}
			return w, err
		}
		if answers[need.Key], err = FindAnswer(g.Rules, need, l.Answers[0]); err != nil {
			return Decided{}, err
		}
		l.Answers = l.Answers[1:]
	}
}

// DecideOnce decides what a line asks for. It changes nothing.
func (g *Game) DecideOnce(l *Line, k rules.Known) (Decided, error) {
	if err := l.surplus(); err != nil {
		return Decided{}, err
	}
	switch l.Verb {
	case "begin":
		return timeline{g}.begin(l, k)
	case "note":
		return timeline{g}.note(l)
	case "clock":
		return timeline{g}.clock(l)
	case "pass":
		return downtime{g}.pass(l, k)
	case "roll":
		return downtime{g}.roll(l, k)
	case "contest":
		return downtime{g}.contest(l, k)
	case "award":
		return downtime{g}.award(l, k)
	case "train":
		return downtime{g}.train(l, k)
	case "raise":
		return downtime{g}.raise(l, k)
	case "favourite":
		return timeline{g}.favourite(l)
	case "reveal":
		return knowledge{g}.reveal(l)
	case "conceal":
		return knowledge{g}.conceal(l)
	case "whisper":
		return knowledge{g}.whisper(l)
	case "show":
		return knowledge{g}.show(l)
	case "scene":
		return timeline{g}.scene(l)
	case "replace":
		return timeline{g}.replace(l)
	case "hurt":
		return timeline{g}.hurt(l, k)
	}
	if !g.State.Running && len(g.State.Actors) > 0 && l.afterwards() {
		return downtime{g}.attend(l, k)
	}
	if between := slices.Contains([]string{"set", "put", "end"}, l.Verb) && len(g.State.Actors) > 0 || l.Verb == "finish" && (Endings{g}).Owed(); !g.State.Running && !between {
		return Decided{}, g.IdleRefusal()
	}
	switch l.Verb {
	case "finish":
		return timeline{g}.finish(l)
	case "initiative":
		return timeline{g}.initiative(l, k)
	case "next":
		return timeline{g}.next(k)
	case "wait":
		return timeline{g}.wait(l)
	case "set":
		return timeline{g}.set(l, k)
	case "put", "end":
		w, err := timeline{g}.condition(l, k)
		if len(l.Options) > 0 {
			w.secretly()
		}
		return w, err
	case "add":
		return timeline{g}.add(l, nil, k)
	case "remove":
		return timeline{g}.remove(l)
	case "hold":
		return timeline{g}.hold(l)
	case verbDone:
		return inRounds{g}.done(l, k)
	case "turn":
		return timeline{g}.turn(l, k)
	case "waive":
		return timeline{g}.waive(l, k)
	case "tick":
		return timeline{g}.tick(l)
	case "act":
		return timeline{g}.act(l)
	case "do":
		return timeline{g}.activity(l, k)
	case "give":
		return timeline{g}.giveUp(l, k)
	case "place":
		return downtime{g}.place(l)
	case "move":
		return downtime{g}.move(l, k)
	}
	return timeline{g}.declare(l, k)
}

// surplus refuses what a verb has no use for.
func (l *Line) surplus() error {
	switch l.Verb {
	case "", "check", "task", "roll", "contest", "scene", "note", "hurt", "initiative":
		return nil
	case "put":
		if slices.Equal(l.Options, []string{rules.Secretly}) {
			return nil
		}
	case "pass":
		if slices.Equal(l.Options, []string{anyway}) {
			return nil
		}
	case "finish":
		if len(l.Words) == 0 && l.Who == "" {
			return nil
		}
		return Refusal("say behind a comma what is over, or goes on: finish, end NAME CONDITION, keep NAME CONDITION")
	case "next":
		if len(l.Words) > 0 || l.Who != "" {
			return Refusal("%s stands by itself; leave out the rest", l.Verb)
		}
	}
	return l.plain()
}

// plain refuses options.
func (l *Line) plain() error {
	if len(l.Options) > 0 {
		return Refusal("%s takes no options; leave out: %s", l.Verb, strings.Join(l.Options, ", "))
	}
	return nil
}

// Rejoin lets those come in again who came in with these events, with their sheets as they were read then.
func (g *Game) Rejoin(list []rules.Event, title, who string, l *Line, k rules.Known) (Decided, error) {
	if l.Verb == "begin" && g.State.Running {
		return timeline{g}.begin(l, k) // which says why not
	}
	if l.Verb == "add" {
		if !g.State.Running {
			return Decided{}, g.IdleRefusal()
		}
		var joins []rules.Event
		for _, e := range list {
			if e.Kind == rules.EventJoin {
				joins = append(joins, e)
			}
		}
		return timeline{g}.add(l, joins, k)
	}
	for i := range list {
		e := &list[i]
		if e.Kind == rules.EventJoin && e.Sheet == "" && !g.known(campaign.Combatant{Key: e.Who}) {
			return timeline{g}.begin(l, k) // it was in no earlier encounter now
		}
	}
	return titled(title, who, list...), nil
}
