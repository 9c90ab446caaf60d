package command

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The odds of a whole line of the prompt and of the answers to its questions, computed exactly by the rules. ask_foresee.go decides a line
// with imagined dice instead. A question (rules.Need) is asked while an action is carried out, for example how its target defends; an
// answer can cost time and points, and lead to further questions.

// LineOdds holds the odds of all results of a line.
type LineOdds struct {
	*rules.ActionOdds
	Worths  []rules.Contribution // contribution of each term of the chance; nil unless the caller requested everything
	Replies []AnswerOdds         // answers that the line gives, without odds of their own; nil unless the caller requested everything
	Answers []AnswerTable        // odds for each answer to each open question; nil unless the caller requested everything
	First   *LineOdds            // odds of the first of two simultaneous actions, if this is the second; otherwise nil
}

// AnswerOdds holds the odds for one answer to one question, without answers to the others.
type AnswerOdds struct {
	Need              *rules.Need // question that it answers
	Name, Label       string      // name and label of the answer
	Effort                        // time and prices of the answer and of the same actor's earlier answers
	Next              *rules.Need // question that the same actor can answer next; nil if there is none
	*rules.ActionOdds             // odds of the action with the answer; nil if not computed
}

// Effort is the cost of answers.
type Effort struct {
	Counts float64       // time, in counts
	Prices []rules.Price // points, by pool
}

// addEffort returns the sum of f and the effort of another answer, which takes the given counts and costs the given prices.
func (f Effort) addEffort(counts float64, prices []rules.Price) Effort {
	return Effort{f.Counts + counts, rules.SumPrices(slices.Concat(f.Prices, prices))}
}

// Text describes the effort, or returns "" if there is none.
func (f Effort) Text(rs *rules.Ruleset) string {
	text := rules.PricesText(f.Prices)
	if f.Counts == 0 || rs.Order.InRounds() {
		return text
	}
	return strings.TrimPrefix(text+", "+FormatCounts(rs, f.Counts), ", ")
}

// EffortsWithSecond lists the costs of the answer combined with each possible second answer of the same actor.
func (a *AnswerOdds) EffortsWithSecond() []Effort {
	if a.Next == nil {
		return nil
	}
	return collect.Map(a.Next.Choices, func(c rules.Answer) Effort { return a.addEffort(c.Counts, c.Prices) })
}

// Costs describes the cost of the answer, alone and with a second one, or returns "" if it is free.
func (a *AnswerOdds) Costs(rs *rules.Ruleset) string {
	text, sums := a.Text(rs), []string(nil)
	for _, f := range a.EffortsWithSecond() {
		if sum := f.Text(rs); sum != text && !slices.Contains(sums, sum) {
			sums = append(sums, sum)
		}
	}
	if len(sums) == 0 {
		return text
	}
	return strings.TrimPrefix(text+"; two: "+message.JoinOr(sums), "; ")
}

// setOdds sets the odds of the answer and the question that can follow it. answers holds the answers given before it, by key of the
// question, and unanswered the odds with only these. odds computes the odds with the given answers.
func (a *AnswerOdds) setOdds(unanswered *rules.ActionOdds, answers map[string]string, odds func(answers map[string]string) (*rules.ActionOdds, error)) (err error) {
	if a.ActionOdds, err = odds(a.Need.WithAnswer(answers, a.Name)); err != nil {
		return err
	}
	place := slices.Index(unanswered.Unanswered, a.Need)
	for _, next := range a.Unanswered { // find a question to the same actor that is new, or was open after this one
		at := slices.IndexFunc(unanswered.Unanswered, func(n *rules.Need) bool { return n.Key == next.Key })
		if a.Next == nil && next.Who == a.Need.Who && (at < 0 || at > place) {
			a.Next = next
		}
	}
	return nil
}

// RepliesTo returns the answers that were given to the questions in needs, without odds of their own. answers holds them by key of the
// question. Questions without an answer are omitted.
func RepliesTo(needs []*rules.Need, answers map[string]string) (list []AnswerOdds) {
	for _, need := range needs {
		reply, choices := answers[need.Key], slices.Concat(need.Choices, need.PossibleWithOption)
		at := slices.IndexFunc(choices, func(c rules.Answer) bool { return c.Name == reply })
		for i := range choices {
			if at < 0 && strings.HasPrefix(reply, choices[i].Name+" ") { // followed by a number or options
				at = i
			}
		}
		if at >= 0 {
			c := &choices[at]
			list = append(list, AnswerOdds{Need: need, Name: reply, Label: c.Label, Effort: Effort{c.Counts, c.Prices}})
		}
	}
	return list
}

// AnswerTable lists the answers of one actor, to one question or to several that have no answer in common.
type AnswerTable struct {
	Who             string       // key of the actor who answers
	HasEarlierTable bool         // whether an earlier table has answers of the same actor
	AffectedKey     string       // key of the actor whose odds the answers change, usually the target
	None            Effort       // effort if the actor gives no further answer: the sum for its earlier answers
	List            []AnswerOdds // possible answers
}

// AnswersTo lists the answers to all questions that odds leave open, grouped by actor. replies are the answers given so far, and answers
// holds their names by key of the question. oddsWith computes the odds with the given answers. each must call setOdds for every answer in
// list; it can do so concurrently.
func AnswersTo(odds *rules.ActionOdds, replies []AnswerOdds, answers map[string]string,
	oddsWith func(answers map[string]string) (*rules.ActionOdds, error), each func(list []AnswerOdds, setOdds func(*AnswerOdds) error) error) (tables []AnswerTable, err error) {
	earlier := map[string]Effort{} // effort of the earlier answers, by key of the actor
	for _, reply := range replies {
		earlier[reply.Need.Who] = earlier[reply.Need.Who].addEffort(reply.Counts, reply.Prices)
	}
	var list []AnswerOdds
	for _, need := range odds.Unanswered {
		for _, choice := range need.Choices {
			list = append(list, AnswerOdds{Need: need, Name: choice.Name, Label: choice.Label, Effort: earlier[need.Who].addEffort(choice.Counts, choice.Prices)})
		}
	}
	placeOfActor := func(a AnswerOdds) int { // in the order of the questions
		return slices.IndexFunc(odds.Unanswered, func(n *rules.Need) bool { return n.Who == a.Need.Who })
	}
	slices.SortStableFunc(list, func(a, b AnswerOdds) int { return placeOfActor(a) - placeOfActor(b) })
	if err := each(list, func(a *AnswerOdds) error { return a.setOdds(odds, answers, oddsWith) }); err != nil {
		return nil, err
	}
	tables = groupIntoTables(list, earlier)
	for i := range tables {
		tables[i].AffectedKey = affectedKey(odds, tables[i].List)
	}
	return tables, nil
}

// groupIntoTables groups answers, sorted by actor, into tables without AnswerTable.AffectedKey. If two questions to an actor have answers
// of the same name, the questions are in different tables. earlier holds the effort of each actor's earlier answers, by key.
func groupIntoTables(list []AnswerOdds, earlier map[string]Effort) (tables []AnswerTable) {
	for _, a := range list {
		last := len(tables) - 1
		hasTable := last >= 0 && tables[last].Who == a.Need.Who
		hasSameName := func(b AnswerOdds) bool { return b.Need != a.Need && slices.Contains(a.Need.ChoiceNames(), b.Name) }
		if !hasTable || slices.ContainsFunc(tables[last].List, hasSameName) {
			tables = append(tables, AnswerTable{Who: a.Need.Who, HasEarlierTable: hasTable, None: earlier[a.Need.Who]})
			last++
		}
		tables[last].List = append(tables[last].List, a)
	}
	return tables
}

// affectedKey returns the key of the actor whose odds the answers in list change, preferably the target. If they change none, it returns
// the target's. unanswered holds the odds without these answers.
func affectedKey(unanswered *rules.ActionOdds, list []AnswerOdds) string {
	whom := unanswered.TargetOdds()
	for _, end := range append([]rules.EndOdds{whom}, unanswered.Ends...) {
		if slices.ContainsFunc(list, func(a AnswerOdds) bool { return !a.OddsOfActor(end.Who).HasSameOdds(end) }) {
			return end.Who
		}
	}
	return whom.Who
}

// LineOdds returns the odds of all results of a line in the current state. It refuses a line that rolls nothing. Conditions of the target
// that end before the action takes effect are ignored. Answers in the line count; other questions stay unanswered. If all is set, it adds
// the odds for each possible answer, and the contribution of each term of the chance. For two simultaneous actions, it returns the odds of
// the second, with those of the first in First.
func (g *Game) LineOdds(text string, all bool) (LineOdds, error) {
	l, err := g.ParseFirst(text)
	if err != nil {
		return LineOdds{}, err
	}
	if odds := g.VerbOf(&l).Odds; odds != nil {
		odds, err := odds(g, &l)
		return LineOdds{ActionOdds: odds}, err
	}
	if x, d, ok := g.declareDeparture(&l); ok {
		return g.oddsOfAction(x.Who, d, nil, all)
	}
	if !l.IsDeclaration() {
		return LineOdds{}, Refusal("“%s” has no odds. Name a check, a task, an action or what hurts.", text)
	}
	a, d, err := g.Declaration(&l)
	if err != nil {
		return LineOdds{}, err
	}
	first, err := g.oddsOfAction(a, d, l.Answers, all)
	if err != nil || d.Beside == nil {
		return first, err
	}
	o, err := g.oddsOfAction(a, *d.Beside, nil, all)
	o.First = &first
	return o, err
}

// answerOdds returns the odds of all results of command c with an answer, given by name, to need, the question at which c stopped. Dice
// that were rolled before the question are kept. It returns nil if the odds can't be computed, or are no longer wanted. Results are cached
// in g.AnswerOdds.
func (g *Game) answerOdds(c Command, need *rules.Need, name string) *rules.ActionOdds {
	u, ok := g.ActionUnderway(&c)
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
	odds, err := g.Rules.OddsAfterDice(g.State, u.Who, u.Doing, answers, need.DiceBefore, g.Stale)
	if err != nil {
		return nil
	}
	if g.AnswerOdds != nil {
		g.AnswerOdds.Store(key, odds)
	}
	return odds
}

// oddsInput is the key of Game.AnswerOdds, a cache of odds: everything that the odds of an answer depend on.
type oddsInput struct {
	rules  *rules.Ruleset // the game's rules
	state  *rules.State   // state in which the action takes effect
	inputs string         // line, answers and dice, as text
}

// OwnOdds returns the odds of the rolls that the answers to need require of the actor who gives them, by name of the answer. need is the
// question at which command c stopped; dice rolled before it are kept. Answers that are impossible or require no such roll are omitted.
func (g *Game) OwnOdds(c Command, need *rules.Need) map[string]rules.StepOdds {
	u, ok := g.ActionUnderway(&c)
	if !ok {
		return nil
	}
	names := slices.DeleteFunc(need.ChoiceNames(), func(name string) bool {
		if name == rules.NoAnswer {
			return true
		}
		_, possible := g.decideTrial(c, need, name, highDice{})
		return !possible
	})
	return g.Rules.AnswerOdds(g.State, u.Who, u.Doing, c.Answers, need, names, g.Stale)
}

// AnswersByKey adds texts to answers, by key of the question. Each text answers the next question that an action asks; a text for which no
// question is left is refused. It returns the answered questions. odds returns the odds with the given answers, which contain the questions
// that are still open.
func AnswersByKey(rs *rules.Ruleset, answers map[string]string, texts []string, odds func(answers map[string]string) (*rules.ActionOdds, error)) (answered []*rules.Need, err error) {
	for len(texts) > 0 {
		o, err := odds(answers)
		if err != nil {
			return nil, err
		}
		if len(o.Unanswered) == 0 {
			return nil, RefuseUnasked(texts[0])
		}
		need := o.Unanswered[0]
		if answers[need.Key], texts, _, err = TakeAnswer(rs, need, texts); err != nil {
			return nil, err
		}
		answered = append(answered, need)
	}
	return answered, nil
}
