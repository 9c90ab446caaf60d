package command

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules"
)

// The odds of a whole line and of the answers to the question it stopped at, counted by the rules without deciding anything.
// What a line would come to with imagined dice is in ask_foresee.go.

// LineOdds is how likely everything is that a line can come to, and what makes it so.
type LineOdds struct {
	*rules.ActionOdds
	Worths   []rules.Contribution // what each term of the chance is worth; only where all was asked for
	Answered []Answered           // by how each question could be answered; only where all was asked for
	First    *LineOdds            // that of the first of two actions at the same time, where this is the second's
}

// Answered is how it goes if one question is answered in one way, and nothing else is.
type Answered struct {
	Need        *rules.Need
	Name, Label string
	Counts      float64       // how long it takes, with the answers of the same one before it
	Prices      []rules.Price // prices, with those of the answers of the same one before it
	Further     bool          // the same one may give another answer then
	*rules.ActionOdds
}

// Costs returns what the answer costs, in words; empty for nothing.
func (a *Answered) Costs(rs *rules.Ruleset) string {
	text := rules.PricesText(a.Prices)
	if a.Counts == 0 || rs.Order.InRounds() {
		return text
	}
	return strings.TrimPrefix(text+", "+Counted(rs, a.Counts), ", ")
}

// WorkOut sets the odds of the answer. answers are those given before it, and none the odds with these alone.
func (a *Answered) WorkOut(none *rules.ActionOdds, answers map[string]string, odds func(answers map[string]string) (*rules.ActionOdds, error)) (err error) {
	if a.ActionOdds, err = odds(a.Need.WithAnswer(answers, a.Name)); err != nil {
		return err
	}
	place := slices.Index(none.Unanswered, a.Need)
	a.Further = slices.ContainsFunc(a.Unanswered, func(next *rules.Need) bool {
		at := slices.IndexFunc(none.Unanswered, func(n *rules.Need) bool { return n.Key == next.Key })
		return next.Who == a.Need.Who && (at < 0 || at > place)
	})
	return nil
}

// AnswersTo lists the answers to all questions that odds leave open, those of one actor together, and still without odds of their
// own. answers are those given before, to the questions answered.
func AnswersTo(odds *rules.ActionOdds, answered []*rules.Need, answers map[string]string) (list []Answered) {
	for _, need := range odds.Unanswered {
		for _, choice := range need.Choices {
			a := Answered{Need: need, Name: choice.Name, Label: choice.Label, Counts: choice.Counts, Prices: choice.Prices}
			for _, before := range answered {
				at := slices.IndexFunc(before.Choices, func(c rules.Answer) bool { return c.Name == answers[before.Key] })
				if at >= 0 && before.Who == need.Who {
					a.Counts += before.Choices[at].Counts
					a.Prices = rules.SumPrices(slices.Concat(before.Choices[at].Prices, a.Prices))
				}
			}
			list = append(list, a)
		}
	}
	first := func(a Answered) int {
		return slices.IndexFunc(odds.Unanswered, func(n *rules.Need) bool { return n.Who == a.Need.Who })
	}
	slices.SortStableFunc(list, func(a, b Answered) int { return first(a) - first(b) })
	return list
}

// LineOdds works out how likely everything is that a line can come to, as things are, but for what ends for the other one
// before it lands; without any roll there is none. Answers in the line count; what else is asked stays unanswered.
// Nothing happens. With all it is worked out, too, for each answer that could be given first, and what each term of the
// chance is worth. Of two actions at the same time it is that of the second.
func (g *Game) LineOdds(text string, all bool) (LineOdds, error) {
	l, err := g.ParseFirst(text)
	if err != nil {
		return LineOdds{}, err
	}
	if odds := g.VerbOf(&l).Odds; odds != nil {
		odds, err := odds(g, &l)
		return LineOdds{ActionOdds: odds}, err
	}
	if x, d, ok := g.setsOff(&l); ok {
		return g.oddsOf(x.Who, d, nil, all)
	}
	if !l.Rolled() {
		return LineOdds{}, Refusal("“%s” involves no roll.", text)
	}
	a, d, err := g.Declaration(&l)
	if err != nil {
		return LineOdds{}, err
	}
	first, err := g.oddsOf(a, d, l.Answers, all)
	if err != nil || d.Beside == nil {
		return first, err
	}
	o, err := g.oddsOf(a, *d.Beside, nil, all)
	o.First = &first
	return o, err
}

// answerOdds returns the odds of everything that a command can result in with one answer to the question it stopped at,
// after the dice that are shown with the question. It returns nil if they can't be counted, or if no one
// waits for them any more.
func (g *Game) answerOdds(c Command, need *rules.Need, name string) *rules.ActionOdds {
	u, ok := g.Underway(&c)
	if !ok {
		return nil
	}
	answers := need.WithAnswer(c.Answers, name)
	var key oddsInput
	if g.AnswerOdds != nil {
		key = oddsInput{g.Rules, g.State, fmt.Sprint(c.Line, answers, need.DiceBefore)}
		if odds, known := g.AnswerOdds.Load(key); known {
			return odds.(*rules.ActionOdds)
		}
	}
	odds, err := g.Rules.OddsAfter(g.State, u.Who, u.Doing, answers, need.DiceBefore, g.Stale)
	if err != nil {
		return nil
	}
	if g.AnswerOdds != nil {
		g.AnswerOdds.Store(key, odds)
	}
	return odds
}

// oddsInput is what the odds of an answer follow from.
type oddsInput struct {
	rules  *rules.Ruleset
	state  *rules.State
	inputs string // the line, the answers and the dice
}

// OwnOdds returns the odds of the rolls that answers make for the one who gives them, by the names of the answers to need, that c
// stopped at, after the dice that are shown with it. Answers that can't be given, and those without such a roll, are left out.
func (g *Game) OwnOdds(c Command, need *rules.Need) map[string]rules.StepOdds {
	u, ok := g.Underway(&c)
	if !ok {
		return nil
	}
	names := slices.DeleteFunc(need.Names(), func(name string) bool {
		if name == rules.NoAnswer {
			return true
		}
		_, possible := g.tried(c, need, name, tryDice{})
		return !possible
	})
	return g.Rules.AnswerOdds(g.State, u.Who, u.Doing, c.Answers, need, names, g.Stale)
}

// AnswersByKey adds texts to answers, by key: each answers the next question that an action asks. odds returns the odds with the
// answers so far, and so what is still unanswered. It returns the questions that are answered.
func AnswersByKey(rs *rules.Ruleset, answers map[string]string, texts []string, odds func(answers map[string]string) (*rules.ActionOdds, error)) (answered []*rules.Need, err error) {
	for len(texts) > 0 {
		o, err := odds(answers)
		if err != nil {
			return nil, err
		}
		if len(o.Unanswered) == 0 {
			return nil, Unasked(texts[0])
		}
		need := o.Unanswered[0]
		if answers[need.Key], texts, _, err = TakeAnswer(rs, need, texts); err != nil {
			return nil, err
		}
		answered = append(answered, need)
	}
	return answered, nil
}
