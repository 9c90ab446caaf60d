package command

import (
	"errors"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Deciding a line by its verb (read_verb.go), and counting its checks towards the goals of the scene.

// Decide decides a line with the answers and dice of its command c. When the rules ask a question that c doesn't answer, it takes the next
// of the line's own answers. Afterwards c has all answers that were used.
func (g *Game) Decide(c *Command, l *Line, dice RewindableDice) (DecidedCommand, error) {
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	for {
		dice.Rewind()
		w, err := g.DecideOnce(l, rules.DecisionInput{Dice: dice, Answers: answers, Overrule: l.overrule, Because: l.Reason, Earlier: g.OldDecisions})
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

// DecideOnce decides a line with the given answers and dice. It changes nothing.
func (g *Game) DecideOnce(l *Line, k rules.DecisionInput) (DecidedCommand, error) {
	verb := g.VerbOf(l)
	if verb.Session {
		return DecidedCommand{}, RefusalOf(message.NotA(l.Verb, "a command of this game", ""))
	}
	if err := verb.rejectOptions(l); err != nil {
		return DecidedCommand{}, err
	}
	isForAnyTime := g.State.Running && l.Action != nil && l.Action.AnyTime
	switch {
	case verb.AtRest != nil && g.AtRest() && !isForAnyTime:
		return verb.AtRest(g, l, k)
	case g.State.Running || verb.Idle != nil && verb.Idle(g):
		return verb.Decide(g, l, k)
	}
	return DecidedCommand{}, g.RestRefusal("“" + l.Verb + "”")
}

// countTries adds the results of a decision's checks to the goals of the scene that are still open.
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
			w.Events = append(w.Events, SceneGoal(progress, factor))
		}
		if progress != before {
			w.Events = append(w.Events, rules.Event{Kind: rules.EventTell, How: rules.ForGM, Text: goal.ProgressText(progress)})
		}
	}
}

// SceneGoal returns the event that sets the progress of a goal of the scene to p. by is the change, such as the factor of a check's degree.
func SceneGoal(p rules.GoalProgress, by float64) rules.Event {
	return rules.Event{Kind: rules.EventGoal, What: p.Task, Value: p.Sum, By: by, At: float64(p.Tries)}
}

// triesForGoal lists the factors of the checks that count for a goal. In a contest that begins with such a check, the factor of that check
// is added if the first roller wins; otherwise the winner's factor is subtracted.
func (w *DecidedCommand) triesForGoal(goal *campaign.Goal) (factors []float64) {
	var checks []*rules.Outcome
	for i := range w.Outcomes {
		if o := &w.Outcomes[i]; i >= w.LeadOutcomes && o.Degree != "" && o.Ability != "" && o.Kind != rules.KindFilter {
			checks = append(checks, o)
		}
	}
	at := slices.IndexFunc(w.Events, func(e rules.Event) bool { return e.Kind == rules.EventTell && e.How == rules.Contested })
	if at >= 0 && len(checks) == 2 {
		if !goal.Counts(checks[0]) {
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
		if goal.Counts(o) {
			factors = append(factors, o.Factor)
		}
	}
	return factors
}
