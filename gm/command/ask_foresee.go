package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// What a line would come to: decided with the real functions and imagined dice, and never written down. Answers to questions
// are weighed the same way.

// DryRun is what a line would come to, decided without doing it.
type DryRun struct {
	Title  string
	Before *rules.State
	After  *rules.State
	Rolls  bool         // it rolls dice, so that After is not known and is Before
	AtBest *rules.State // where an actor takes up a pace by rolls: as it is if all of them succeed at once; else nil
}

// Foresee decides line l without doing it. A line for the session to decide changes nothing here.
func (g *Game) Foresee(l *Line) (DryRun, error) {
	seen := DryRun{Title: l.Text, Before: g.State, After: g.State}
	if g.VerbOf(l).Session {
		return seen, nil
	}
	w, err := g.DecideOnce(l, rules.Known{Dice: noDice{}})
	seen.Title = w.Title
	var need *rules.Need
	if errors.As(err, &need) {
		seen.Rolls = true
		if x, _, ok := g.setsOff(l); ok {
			seen.AtBest, err = g.atFullPace(x)
			return seen, err
		}
		return seen, nil
	}
	if err != nil {
		return seen, err
	}
	seen.After, err = g.Rules.Apply(g.State, w.Events)
	return seen, err
}

// noDice has no dice: each roll is a *rules.Need.
type noDice struct{}

// Roll asks for the die.
func (noDice) Roll(faces int, purpose string) (int, bool, error) {
	return 0, false, &rules.Need{Key: "dice", Die: faces, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}

// Answering is what one answer to a question would do.
type Answering struct {
	Odds    *rules.ActionOdds // with this answer; nil where they cannot be counted
	Own     *rules.StepOdds   // the roll of the answer; nil where it rolls nothing
	GivesUp bool              // an action in progress is given up, and initiative rolled for the next
	Again   bool              // initiative is rolled again where it does not avert the blow; an action in progress is lost then, too
	Lands   float64           // when the action in progress of who answers takes effect; 0 without one, or where it is given up
	Turn    float64           // when who answers acts next; -1 where it is not known or has no turn
	Acting  bool              // who answers is carrying out its own action, which goes on; initiative is rolled after it
	Later   float64           // counts that the answer adds to that initiative
}

// Answers weighs the answers to a question that a command stopped at, by name. A command that cannot be weighed has
// none.
func (g *Game) Answers(c Command, need *rules.Need) map[string]Answering {
	return g.AnswersAhead(c, need, nil)
}

// AnswersAhead weighs the answers as Answers, and counts on the answers to the questions that may follow: planned returns those that
// follow on the answer called name, by the keys of the questions. It may be nil.
func (g *Game) AnswersAhead(c Command, need *rules.Need, planned func(name string) map[string]string) map[string]Answering {
	list := map[string]Answering{}
	with := func(name string) Command {
		c := c
		answers := map[string]string{}
		if planned != nil {
			maps.Copy(answers, planned(name))
		}
		maps.Copy(answers, c.Answers)
		c.Answers = answers
		return c
	}
	none := g.answerOdds(with(rules.NoAnswer), need, rules.NoAnswer)
	unanswered, _ := g.tried(with(rules.NoAnswer), need, rules.NoAnswer, lowDice{})
	for _, choice := range append([]rules.Answer{{Name: rules.NoAnswer}}, need.Choices...) {
		if _, known := list[choice.Name]; known || g.IsStale() {
			continue
		}
		c := with(choice.Name)
		w, ok := g.tried(c, need, choice.Name, tryDice{})
		if !ok {
			continue
		}
		low, a := unanswered, Answering{Odds: none}
		if choice.Name != rules.NoAnswer {
			low, _ = g.tried(c, need, choice.Name, lowDice{})
			a.Odds = g.answerOdds(c, need, choice.Name)
		}
		if a.Odds != nil && none != nil {
			if own, rolls := a.Odds.Own(need.Who, none); rolls {
				a.Own = &own
			}
		}
		g.answered(&a, need.Who, w.Outcomes)
		if a.Acting = c.performs(g, need.Who); a.Acting {
			a.Later = max(0, nextTurn(need.Who, low.Events)-nextTurn(need.Who, unanswered.Events))
		}
		a.Again = !a.GivesUp && rollsInitiative(need.Who, low.Outcomes) && !rollsInitiative(need.Who, unanswered.Outcomes)
		list[choice.Name] = a
	}
	return list
}

// FollowUps returns the questions that an answer to need may lead to between the same two actors, such as whether to press on
// through a fend, in the order in which they come. Usual returns the answer by which each is passed; it is added to those of c.
func (g *Game) FollowUps(c Command, need *rules.Need, name string, usual func(Command, *rules.Need) string) (list []*rules.Need) {
	l, err := g.Parse(c.Line)
	if err != nil || need.Whom == "" {
		return nil
	}
	c.Answers = need.WithAnswer(c.Answers, name)
	for low := maxLowDice; low >= 0; low-- {
		for {
			_, err := g.DecideOnce(&l, rules.Known{Dice: &firstLow{low: low}, Answers: c.Answers})
			var next *rules.Need
			if !errors.As(err, &next) || !next.Asks() || next.Wants != nil || next.Many || next.Own {
				break
			}
			if _, known := c.Answers[next.Key]; known {
				break
			}
			between := next.Who == need.Who && next.Whom == need.Whom || next.Who == need.Whom && next.Whom == need.Who
			if !between {
				break
			}
			list = append(list, next)
			c.Answers[next.Key] = usual(c, next)
		}
	}
	return list
}

// maxLowDice is how many dice in a row a trial lets fall low before the others fall high.
const maxLowDice = 3

// firstLow are dice for a trial: the first of them show the least they have, all others nearly the most.
type firstLow struct{ low int }

// Roll gives a die its face.
func (f *firstLow) Roll(faces int, purpose string) (int, bool, error) {
	if f.low--; f.low >= 0 {
		return 1, false, nil
	}
	return tryDice{}.Roll(faces, purpose)
}

// answered reads what an answer does to the time of who gives it.
func (g *Game) answered(a *Answering, who string, outcomes []rules.Outcome) {
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
			if o.Choice == "" || e.Who != who {
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

// performs reports whether a command carries out an action of the actor.
func (c *Command) performs(g *Game, who string) bool {
	u, ok := g.Underway(c)
	return ok && u.Who == who
}

// nextTurn returns the count of an actor's next turn after some events; 0 if none of them is about it.
func nextTurn(who string, events []rules.Event) (at float64) {
	for i := range events {
		if e := &events[i]; e.Kind == rules.EventTurn && e.Who == who {
			at = e.At
		}
	}
	return at
}

// rollsInitiative reports whether an actor rolls initiative in some steps.
func rollsInitiative(who string, outcomes []rules.Outcome) bool {
	return slices.ContainsFunc(outcomes, func(o rules.Outcome) bool { return o.Kind == KindInitiative && o.Who == who })
}

// tried decides a command with an answer and dice that are not real.
func (g *Game) tried(c Command, need *rules.Need, name string, dice rules.Dice) (Decided, bool) {
	l, err := g.Parse(c.Line)
	if err != nil {
		return Decided{}, false
	}
	answers := map[string]string{}
	for key, answer := range c.Answers {
		answers[key] = answer
	}
	answers[need.Key] = name
	for {
		w, err := g.DecideOnce(&l, rules.Known{Dice: dice, Answers: answers})
		var other *rules.Need
		if !errors.As(err, &other) || !other.Asks() {
			return w, err == nil
		}
		answers[other.Key] = other.Unsaid()
	}
}

// AtOffer decides a command up to the question need, that it stopped at, and calls look with it. What look returns is the answer as
// for [rules.Known].Choose; nothing of it is kept.
func (g *Game) AtOffer(c Command, need *rules.Need, look func(who *rules.Actor, offer rules.Offer) int) {
	l, err := g.Parse(c.Line)
	if err != nil {
		return
	}
	choose := func(who *rules.Actor, offer rules.Offer) int {
		if offer.Key() != need.Key {
			return -1
		}
		return look(who, offer)
	}
	dice := rules.Typed{More: tryDice{}}
	dice.Faces = append(dice.Faces, collect.Map(need.DiceBefore, func(die rules.Die) int { return die.Result })...)
	g.DecideOnce(&l, rules.Known{Dice: &dice, Answers: c.Answers, Choose: choose, Brief: true})
}

// tryDice are dice for a trial: they fall near the top, so that what can be missed is missed.
type tryDice struct{}

// Roll gives a die its face.
func (tryDice) Roll(faces int, _ string) (int, bool, error) { return max(1, faces-2), false, nil }

// lowDice are dice for a trial that show the least they have.
type lowDice struct{}

// Roll gives a die its face.
func (lowDice) Roll(int, string) (int, bool, error) { return 1, false, nil }
