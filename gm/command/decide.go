package command

import (
	"errors"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Decide asks the rules, again and again as the answers in the line become due.
func (g *Game) Decide(c *Command, l *Line, dice RewindableDice) (Decided, error) {
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	for {
		dice.Rewind()
		w, err := g.DecideOnce(l, rules.Known{Dice: dice, Answers: answers, Overrule: l.overrule, Because: l.Reason, Earlier: g.Earlier})
		var need *rules.Need
		if err == nil || !errors.As(err, &need) || !need.Asks() || len(l.Answers) == 0 {
			c.Answers = nil
			if len(answers) > 0 {
				c.Answers = answers
			}
			if err == nil {
				err = w.checkOverrules(l)
			}
			return w, err
		}
		if answers[need.Key], l.Answers, _, err = TakeAnswer(g.Rules, need, l.Answers); err != nil {
			return Decided{}, err
		}
	}
}

// DecideOnce decides what a line asks for. It changes nothing.
func (g *Game) DecideOnce(l *Line, k rules.Known) (Decided, error) {
	verb := g.VerbOf(l)
	if verb.Session {
		return Decided{}, RefusalOf(message.NotA(l.Verb, "a command of this game", ""))
	}
	if err := verb.rejectOptions(l); err != nil {
		return Decided{}, err
	}
	switch {
	case verb.AtRest != nil && g.AtRest() && !(g.State.Running && l.Action != nil && l.Action.AnyTime):
		return verb.AtRest(g, l, k)
	case g.State.Running || verb.Idle != nil && verb.Idle(g):
		return verb.Decide(g, l, k)
	}
	return Decided{}, g.RestRefusal("“" + l.Verb + "”")
}
