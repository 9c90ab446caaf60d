package command

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The odds of a whole line and of the answers to the question it stopped at, counted by the rules without deciding anything.
// What a line would come to with imagined dice is in ask_foresee.go.

// LineOdds is how likely everything is that a line can come to, and what makes it so.
type LineOdds struct {
	*rules.ActionOdds
	Worths  []rules.Contribution // what each term of the chance is worth; only where all was asked for
	Replies []Answered           // the answers that the line gives, without odds of their own; only where all was asked for
	Answers []AnswerTable        // by how each question could be answered; only where all was asked for
	First   *LineOdds            // that of the first of two actions at the same time, where this is the second's
}

// Answered is how it goes if one question is answered in one way, and nothing else is.
type Answered struct {
	Need        *rules.Need
	Name, Label string
	Effort                  // time and prices, with those of the answers of the same one before it
	Next        *rules.Need // a question that the same one may answer then; nil for none
	*rules.ActionOdds
}

// Effort is how much answers cost.
type Effort struct {
	Counts float64
	Prices []rules.Price
}

// with returns the effort with that of another answer.
func (f Effort) with(counts float64, prices []rules.Price) Effort {
	return Effort{f.Counts + counts, rules.SumPrices(slices.Concat(f.Prices, prices))}
}

// Text returns the effort in words; empty for nothing.
func (f Effort) Text(rs *rules.Ruleset) string {
	text := rules.PricesText(f.Prices)
	if f.Counts == 0 || rs.Order.InRounds() {
		return text
	}
	return strings.TrimPrefix(text+", "+Counted(rs, f.Counts), ", ")
}

// Both lists what the answer costs together with each answer of the same one that may follow.
func (a *Answered) Both() []Effort {
	if a.Next == nil {
		return nil
	}
	return collect.Map(a.Next.Choices, func(c rules.Answer) Effort { return a.with(c.Counts, c.Prices) })
}

// Costs returns what the answer costs, and what it costs with a second one, in words; empty for nothing.
func (a *Answered) Costs(rs *rules.Ruleset) string {
	text, both := a.Text(rs), []string(nil)
	for _, f := range a.Both() {
		if two := f.Text(rs); two != text && !slices.Contains(both, two) {
			both = append(both, two)
		}
	}
	if len(both) == 0 {
		return text
	}
	return strings.TrimPrefix(text+"; two: "+message.Or(both), "; ")
}

// workOut sets the odds of the answer. answers are those given before it, and none the odds with these alone.
func (a *Answered) workOut(none *rules.ActionOdds, answers map[string]string, odds func(answers map[string]string) (*rules.ActionOdds, error)) (err error) {
	if a.ActionOdds, err = odds(a.Need.WithAnswer(answers, a.Name)); err != nil {
		return err
	}
	place := slices.Index(none.Unanswered, a.Need)
	for _, next := range a.Unanswered {
		at := slices.IndexFunc(none.Unanswered, func(n *rules.Need) bool { return n.Key == next.Key })
		if a.Next == nil && next.Who == a.Need.Who && (at < 0 || at > place) {
			a.Next = next
		}
	}
	return nil
}

// RepliesTo returns the answers that were given to questions, without odds of their own; questions that were left alone are not in it.
func RepliesTo(needs []*rules.Need, answers map[string]string) (list []Answered) {
	for _, need := range needs {
		reply, choices := answers[need.Key], slices.Concat(need.Choices, need.Raised)
		at := slices.IndexFunc(choices, func(c rules.Answer) bool { return c.Name == reply })
		for i := range choices {
			if at < 0 && strings.HasPrefix(reply, choices[i].Name+" ") { // with a number, or options
				at = i
			}
		}
		if at >= 0 {
			c := &choices[at]
			list = append(list, Answered{Need: need, Name: reply, Label: c.Label, Effort: Effort{c.Counts, c.Prices}})
		}
	}
	return list
}

// AnswerTable lists the answers of one actor, to one question or to several that have no answer in common.
type AnswerTable struct {
	Who   string
	Later bool   // the same one is asked before, too
	Of    string // the key of the one for whom the answers make a difference
	None  Effort // of the answers of the same one before
	List  []Answered
}

// AnswersTo lists the answers to all questions that odds leave open, by the actor who gives them. replies are the answers before, which
// answers holds by key; with works out the odds with others, and each carries work on a list out.
func AnswersTo(odds *rules.ActionOdds, replies []Answered, answers map[string]string,
	with func(answers map[string]string) (*rules.ActionOdds, error), each func(list []Answered, of func(*Answered) error) error) (tables []AnswerTable, err error) {
	none := map[string]Effort{}
	for _, g := range replies {
		none[g.Need.Who] = none[g.Need.Who].with(g.Counts, g.Prices)
	}
	var list []Answered
	for _, need := range odds.Unanswered {
		for _, choice := range need.Choices {
			list = append(list, Answered{Need: need, Name: choice.Name, Label: choice.Label, Effort: none[need.Who].with(choice.Counts, choice.Prices)})
		}
	}
	first := func(a Answered) int {
		return slices.IndexFunc(odds.Unanswered, func(n *rules.Need) bool { return n.Who == a.Need.Who })
	}
	slices.SortStableFunc(list, func(a, b Answered) int { return first(a) - first(b) })
	if err := each(list, func(a *Answered) error { return a.workOut(odds, answers, with) }); err != nil {
		return nil, err
	}
	for _, a := range list {
		last := len(tables) - 1
		later := last >= 0 && tables[last].Who == a.Need.Who
		if !later || slices.ContainsFunc(tables[last].List, func(b Answered) bool { return b.Need != a.Need && slices.Contains(a.Need.Names(), b.Name) }) {
			tables = append(tables, AnswerTable{Who: a.Need.Who, Later: later, None: none[a.Need.Who]})
			last++
		}
		tables[last].List = append(tables[last].List, a)
	}
	for i := range tables {
		tables[i].Of = affectedKey(odds, tables[i].List)
	}
	return tables, nil
}

// affectedKey returns the key of the one for whom answers make a difference, the target first; the target where they make none.
func affectedKey(none *rules.ActionOdds, list []Answered) string {
	whom := none.Whom()
	for _, end := range append([]rules.EndOdds{whom}, none.Ends...) {
		if slices.ContainsFunc(list, func(a Answered) bool { return !a.End(end.Who).Alike(end) }) {
			return end.Who
		}
	}
	return whom.Who
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
		return LineOdds{}, Refusal("“%s” has no odds. Name a check, a task, an action or what hurts.", text)
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
