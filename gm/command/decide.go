package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Deciding a line: computing its result by its verb (read_verb.go) without changing the state, and counting its checks towards the goals of
// the scene. A question stops the decision with a *rules.Need; the decision starts again, with the same dice, once the answer is known.

// Decide decides line l of command c. If the rules ask a question to which c.Answers has no answer, the next answer in the line is used.
// Afterwards c.Answers holds all answers that were used. A question without an answer is returned as a *rules.Need.
func (g *Game) Decide(c *Command, l *Line, dice RewindableDice) (DecidedCommand, error) {
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	for {
		dice.Rewind()
		w, err := g.DecideOnce(l, rules.DecisionInput{Dice: dice, Answers: answers, Overrule: l.overrule, Because: l.Reason, AsEarlier: g.OldDecisions})
		var need *rules.Need
		if err == nil || !errors.As(err, &need) || !need.IsQuestion() || len(l.Answers) == 0 {
			c.Answers = nil
			if len(answers) > 0 {
				c.Answers = answers
			}
			if err == nil {
				err = w.checkOverrules(l)
			}
			if err == nil {
				g.countTries(&w)
			}
			return w, err
		}
		if answers[need.Key], l.Answers, _, err = TakeAnswer(g.Rules, need, l.Answers); err != nil {
			return DecidedCommand{}, err
		}
	}
}

// DecideOnce decides a line with the answers and dice of k, up to the first question that has no answer. It changes nothing.
func (g *Game) DecideOnce(l *Line, k rules.DecisionInput) (DecidedCommand, error) {
	verb := g.VerbOf(l)
	if verb.Session { // only the session can carry it out, such as an undo
		return DecidedCommand{}, RefusalOf(message.NotA(l.Verb, "a command of this game", ""))
	}
	if err := verb.rejectOptions(l); err != nil {
		return DecidedCommand{}, cmp.Or(g.refuseListedNames(l), err)
	}
	// At rest, while no one takes turns, a verb may have a function of its own. Without a running encounter, Verb.AllowedOutside must allow it.
	isForAnyTime := g.State.Running && l.Action != nil && l.Action.AnyTime // an action that is also possible outside the actor's turn
	switch {
	case verb.DecideAtRest != nil && g.AtRest() && !isForAnyTime:
		return verb.DecideAtRest(g, l, k)
	case g.State.Running || verb.AllowedOutside != nil && verb.AllowedOutside(g):
		return verb.Decide(g, l, k)
	}
	return DecidedCommand{}, g.RestRefusal("“" + l.Verb + "”")
}

// refuseListedNames returns the refusal of a line such as `remove wren, swift`, whose options are names of actors, or nil if they aren't.
func (g *Game) refuseListedNames(l *Line) error {
	isOther := func(option string) bool { _, err := g.Actor(option); return err != nil }
	if len(l.Words) == 0 || len(l.Options) == 0 || slices.ContainsFunc(l.Options, isOther) {
		return nil
	}
	names := append([]string{l.Words[len(l.Words)-1]}, l.Options...)
	return Refusal("A comma begins an option. Join names with “and”: “%s”.", strings.Join(names, " and "))
}

// countTries adds to w the events that count its checks as tries for the goals of the scene that are still open.
func (g *Game) countTries(w *DecidedCommand) {
	e, ok := g.Campaign.Encounter(g.State.Encounter)
	if !ok {
		return
	}
	for i := range e.Goals {
		goal := &e.Goals[i]
		before := g.State.Progress(goal.Key)
		progress := before
		for _, factor := range w.triesForGoal(goal) {
			if reached, failed := goal.Outcome(progress); reached || failed {
				break
			}
			progress = goal.AddTry(progress, factor)
			w.Events = append(w.Events, GoalEvent(progress, factor))
		}
		if progress != before {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventTell, How: rules.HowGMOnly, Text: goal.ProgressText(progress)})
		}
	}
}

// GoalEvent returns the event that sets the progress of a goal of the scene to p. by is the contribution of the last try, such as the
// factor of a check's degree.
func GoalEvent(p rules.GoalProgress, by float64) rules.Event {
	return rules.Event{Kind: rules.EventGoal, What: p.Task, Value: p.Sum, By: by, At: float64(p.Tries)}
}

// triesForGoal lists the contributions of a decision's checks to a goal: the factors of their degrees. A contest of two checks is one try,
// if the first of them counts for the goal. It contributes the factor of the first check if its roller wins, minus the factor of the second
// if the other wins, and otherwise 0.
func (w *DecidedCommand) triesForGoal(goal *campaign.Goal) (factors []float64) {
	var checks []*rules.Outcome // the line's own checks, without filters and without checks for the time that passes before it
	for i := range w.Outcomes {
		if o := &w.Outcomes[i]; i >= w.LeadOutcomes && o.Degree != "" && o.Ability != "" && o.Kind != rules.KindFilter {
			checks = append(checks, o)
		}
	}
	at := slices.IndexFunc(w.Events, func(e rules.Event) bool { return e.Kind == rules.EventTell && e.How == rules.HowContest })
	if at >= 0 && len(checks) == 2 {
		if !goal.CountsOutcome(checks[0]) {
			return nil
		}
		switch w.Events[at].Other {
		case checks[0].Who:
			return []float64{checks[0].Factor}
		case checks[1].Who:
			return []float64{-checks[1].Factor}
		}
		return []float64{0}
	}
	for _, o := range checks {
		if goal.CountsOutcome(o) {
			factors = append(factors, o.Factor)
		}
	}
	return factors
}
