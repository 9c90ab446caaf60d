package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Dry runs: the result of a line, decided by the same functions as in play, but with imagined dice, and never stored. The effects of the
// answers to a question, such as a parry or a dodge, are computed in the same way. A question (rules.Need) is asked while a command is
// decided.

// DryRun is the result of a line that was decided but not carried out.
type DryRun struct {
	Title  string       // short description of the decision
	Before *rules.State // current state
	After  *rules.State // state after the line; the same as Before if it isn't known
	Rolls  bool         // whether the line rolls dice, so that After isn't known
	AtBest *rules.State // state if the actor's new pace is reached at once; nil if the line doesn't start a pace that requires rolls
}

// DryRun decides line l without carrying it out. For a line that only the session can decide, such as an undo, it returns the current
// state.
func (g *Game) DryRun(l *Line) (DryRun, error) {
	result := DryRun{Title: l.Text, Before: g.State, After: g.State}
	if g.VerbOf(l).Session {
		return result, nil
	}
	w, err := g.DecideOnce(l, rules.DecisionInput{Dice: noDice{}})
	result.Title = w.Title
	var need *rules.Need
	if errors.As(err, &need) {
		result.Rolls = true
		if x, _, ok := g.declareDeparture(l); ok {
			result.AtBest, err = g.stateAtFullPace(x)
			return result, err
		}
		return result, nil
	}
	if err != nil {
		return result, err
	}
	result.After, err = g.Rules.Apply(g.State, w.Events)
	return result, err
}

// noDice is a source of dice without any dice: each roll returns a *rules.Need.
type noDice struct{}

// Roll returns a *rules.Need for the die.
func (noDice) Roll(faces int, purpose string) (int, bool, error) {
	return 0, false, &rules.Need{Key: "dice", Die: faces, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}

// AnswerEffect is the effect of one answer to a question.
type AnswerEffect struct {
	Odds              *rules.ActionOdds // odds of the command's action with this answer; nil if they can't be computed
	Own               *rules.StepOdds   // odds of the roll that the answer itself requires; nil if it requires none
	GivesUp           bool              // whether the actor gives up an action in progress to answer, and rolls initiative for its next turn
	RerollsInitiative bool              // whether the actor must roll initiative again, and loses an action in progress, unless the answer averts the blow
	Lands             float64           // count at which the actor's own action in progress takes effect; 0 if it has none or gives it up
	Turn              float64           // count of the actor's next turn; -1 if it is unknown or there is none
	Acting            bool              // whether the command carries out the actor's own action; the actor then rolls initiative after it
	AddedCounts       float64           // number of counts that the answer adds to that initiative; 0 unless Acting is set
}

// AnswerEffects returns the effects of the answers to need, a question at which command c stopped, by name of the answer. Answers that can't be
// tried are missing.
func (g *Game) AnswerEffects(c Command, need *rules.Need) map[string]AnswerEffect {
	return g.AnswerEffectsWithPlan(c, need, nil)
}

// AnswerEffectsWithPlan returns the effects of the answers like AnswerEffects, but assumes answers to the questions that can follow. planned, which can
// be nil, returns these for the answer with the given name, by key of the question.
func (g *Game) AnswerEffectsWithPlan(c Command, need *rules.Need, planned func(name string) map[string]string) map[string]AnswerEffect {
	list := map[string]AnswerEffect{}
	withPlan := func(name string) Command { // c with the answers planned for this one
		c := c
		answers := map[string]string{}
		if planned != nil {
			maps.Copy(answers, planned(name))
		}
		maps.Copy(answers, c.Answers)
		c.Answers = answers
		return c
	}
	none := g.answerOdds(withPlan(rules.NoAnswer), need, rules.NoAnswer)
	unanswered, _ := g.decideTrial(withPlan(rules.NoAnswer), need, rules.NoAnswer, lowDice{})
	for _, choice := range append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...) {
		if _, known := list[choice.Name]; known || g.IsStale() {
			continue
		}
		if a, ok := g.answerEffect(withPlan(choice.Name), need, choice.Name, none, &unanswered); ok {
			list[choice.Name] = a
		}
	}
	return list
}

// answerEffect returns the effect of one answer, given by name, to need, the question at which command c stopped, compared with giving no
// answer: none holds the odds without an answer, and unanswered the decision without an answer and with low dice. ok is false if the answer
// can't be tried.
func (g *Game) answerEffect(c Command, need *rules.Need, name string, none *rules.ActionOdds, unanswered *DecidedCommand) (a AnswerEffect, ok bool) {
	w, ok := g.decideTrial(c, need, name, highDice{})
	if !ok {
		return a, false
	}
	a.Odds = none
	low := *unanswered // decision with this answer and low dice
	if name != rules.NoAnswer {
		low, _ = g.decideTrial(c, need, name, lowDice{})
		a.Odds = g.answerOdds(c, need, name)
	}
	if a.Odds != nil && none != nil {
		if own, rolls := a.Odds.OwnCheck(need.Who, none); rolls {
			a.Own = &own
		}
	}
	g.setAnswerTimes(&a, need.Who, w.Outcomes)
	if a.Acting = c.carriesOutAction(g, need.Who); a.Acting {
		a.AddedCounts = max(0, nextTurnOf(need.Who, low.Events)-nextTurnOf(need.Who, unanswered.Events))
	}
	a.RerollsInitiative = !a.GivesUp && rollsInitiative(need.Who, low.Outcomes) && !rollsInitiative(need.Who, unanswered.Outcomes)
	return a, true
}

// FollowUps returns the questions that can follow the answer with the given name to need and concern the same two actors, in order. For
// example, the attacker can be asked whether to press on through a fend. usual returns the answer that is assumed for a question, given the
// command with the earlier answers. Different dice lead to different questions, so several are tried.
func (g *Game) FollowUps(c Command, need *rules.Need, name string, usual func(Command, *rules.Need) string) (list []*rules.Need) {
	l, err := g.Parse(c.Line)
	if err != nil || need.Whom == "" {
		return nil
	}
	c.Answers = need.WithAnswer(c.Answers, name)
	for low := maxLowDice; low >= 0; low-- {
		for {
			_, err := g.DecideOnce(&l, rules.DecisionInput{Dice: &lowFirstDice{low: low}, Answers: c.Answers})
			var next *rules.Need
			if !errors.As(err, &next) || !next.IsQuestion() || next.Wants != nil || next.Repeats || next.AsksActor {
				break
			}
			if _, known := c.Answers[next.Key]; known {
				break
			}
			isSamePair := next.Who == need.Who && next.Whom == need.Whom || next.Who == need.Whom && next.Whom == need.Who
			if !isSamePair {
				break
			}
			list = append(list, next)
			c.Answers[next.Key] = usual(c, next)
		}
	}
	return list
}

// maxLowDice is the maximum number of dice that roll low at the beginning of a trial of FollowUps, before the others roll high.
const maxLowDice = 3

// lowFirstDice is a source of trial dice, the first of which show their lowest face, and all others nearly their highest.
type lowFirstDice struct {
	low int // number of dice that still show their lowest face
}

// Roll returns the face of the next die.
func (f *lowFirstDice) Roll(faces int, purpose string) (int, bool, error) {
	if f.low--; f.low >= 0 {
		return 1, false, nil
	}
	return highDice{}.Roll(faces, purpose)
}

// setAnswerTimes sets GivesUp, Lands and Turn of a, the effect of an answer by the actor with the key who, from the outcomes of a trial.
func (g *Game) setAnswerTimes(a *AnswerEffect, who string, outcomes []rules.Outcome) {
	actor := g.State.Find(who)
	if actor == nil {
		return
	}
	a.Turn = actor.Turn
	if actor.Doing != nil {
		a.Lands = actor.Doing.At
	}
	for i := range outcomes {
		o := &outcomes[i]
		for j := range o.Events {
			e := &o.Events[j]
			if o.Choice == "" || e.Who != who { // only events of the answer itself
				continue
			}
			a.GivesUp = a.GivesUp || e.Kind == rules.EventDone && actor.Doing != nil
			switch e.Kind {
			case rules.EventTurn:
				a.Turn = e.At
			case rules.EventDelay:
				a.Lands = e.At
			}
		}
	}
	if a.GivesUp {
		a.Turn, a.Lands = -1, 0
	}
}

// carriesOutAction reports whether a command carries out an action of the actor with key who.
func (c *Command) carriesOutAction(g *Game, who string) bool {
	u, ok := g.ActionUnderway(c)
	return ok && u.Who == who
}

// nextTurnOf returns the count of the next turn that events set for the actor with the key who, or 0 if they set none.
func nextTurnOf(who string, events []rules.Event) (at float64) {
	for i := range events {
		if e := &events[i]; e.Kind == rules.EventTurn && e.Who == who {
			at = e.At
		}
	}
	return at
}

// rollsInitiative reports whether the actor with key who rolls initiative in outcomes.
func rollsInitiative(who string, outcomes []rules.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o rules.Outcome) bool { return o.Kind == KindInitiative && o.Who == who })
}

// decideTrial decides a command with an answer, given by name, to the question need, and with imagined dice. Further questions get their
// default answers. It returns false if the command can't be decided this way.
func (g *Game) decideTrial(c Command, need *rules.Need, name string, dice rules.Dice) (DecidedCommand, bool) {
	l, err := g.Parse(c.Line)
	if err != nil {
		return DecidedCommand{}, false
	}
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	answers[need.Key] = name
	for {
		w, err := g.DecideOnce(&l, rules.DecisionInput{Dice: dice, Answers: answers})
		var other *rules.Need
		if !errors.As(err, &other) || !other.IsQuestion() {
			return w, err == nil
		}
		answers[other.Key] = other.DefaultAnswer()
	}
}

// DecideUpTo decides command c again up to the question need, at which it stopped, and calls choose with the actor who is asked and the
// answers offered. choose returns the index of an answer, as [rules.DecisionInput].Choose does. The decision is discarded; only what choose
// has recorded is of use.
func (g *Game) DecideUpTo(c Command, need *rules.Need, choose func(who *rules.Actor, offer rules.Offer) int) {
	l, err := g.Parse(c.Line)
	if err != nil {
		return
	}
	chooseIfAsked := func(who *rules.Actor, offer rules.Offer) int {
		if offer.Key() != need.Key {
			return -1
		}
		return choose(who, offer)
	}
	dice := rules.TypedDice{More: highDice{}}
	dice.Faces = append(dice.Faces, collect.Map(need.DiceBefore, func(die rules.Die) int { return die.Result })...)
	g.DecideOnce(&l, rules.DecisionInput{Dice: &dice, Answers: c.Answers, Choose: chooseIfAsked, Brief: true})
}

// highDice is a source of trial dice that show nearly their highest face, with which, in most games, all checks fail.
type highDice struct{}

// Roll returns the face of the die.
func (highDice) Roll(faces int, _ string) (int, bool, error) { return max(1, faces-2), false, nil }

// lowDice is a source of trial dice that show their lowest face, with which, in most games, all checks succeed.
type lowDice struct{}

// Roll returns the face of the die.
func (lowDice) Roll(int, string) (int, bool, error) { return 1, false, nil }
