package command

import (
	"fmt"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Explanations of numbers, for the command `why`: the terms that add up to a number of a character or an action.

// Explain explains a number of an actor, such as "kira pdf" or "grell sword". It returns the terms that add up to the number, and a text with
// its name and value. subject names the actor or side, and then the number: a statistic, a pool, a skill's chance, the duration of an
// action, or initiative. initiative is a function that explains an actor's last initiative roll, which only the session knows.
func (g *Game) Explain(subject string, initiative func(*rules.Actor) ([]rules.Term, string, error)) ([]rules.Term, string, error) {
	a, rest, err := g.WithSideNames().ParseLeadingActor(strings.Fields(CleanLine(subject)))
	if err != nil {
		return nil, "", err
	}
	name := strings.Join(rest, " ")
	if terms, text, found, err := g.explainStock(a, rest); found {
		return terms, text, err
	}
	for _, known := range append(g.Rules.Stats.Names(), g.Rules.Pools.Names()...) {
		if strings.EqualFold(known, name) {
			value, terms, _ := a.Sheet.Explain(g.Rules, known)
			text := Number(value)
			if pool, ok := g.Rules.Pools.Get(known); ok {
				now, maximum := rules.StockOf(a, nil, pool)
				text = rules.ItemPool{Pool: pool, Now: now, Maximum: maximum}.Text()
			}
			return terms, fmt.Sprintf("%s's %s is %s", a.Name, known, text), nil
		}
	}
	if terms, text, found, err := g.whyMoment(a, name, initiative); found {
		return terms, text, err
	}
	skill, err := g.Skill(name)
	if err != nil {
		return nil, "", RefusalOf(message.UnknownOr("value", name, g.Rules.Stats.Names(), "Name a statistic, a pool, a skill, an action or initiative"))
	}
	preview, err := g.Rules.Preview(g.State, a.Key, rules.OngoingAction{Skill: skill.Name}, nil)
	if err != nil {
		return nil, "", err
	}
	if preview.Roll == nil {
		return nil, "", Refusal("%s isn't rolled. Ask for another skill.", skill.Label)
	}
	likely := preview.Roll.Likelihood()
	text := fmt.Sprintf("%s's %s with %s is %s", a.Name, likely.Word, rules.MidSentence(skill.Label), likely.FormatComparison())
	if !likely.Percent {
		text += ", made in " + likely.PercentText()
	}
	return preview.Roll.Terms, strings.Join(append([]string{text}, skill.AspectExplanations(g.Rules)...), "\n"), nil
}

// whyMoment explains a time that isn't on the sheet: the count of an actor's turn, if name begins the word for initiative, or the duration
// of the action with that name. found is false for any other name. See Explain for the other results.
func (g *Game) whyMoment(a *rules.Actor, name string, initiative func(*rules.Actor) ([]rules.Term, string, error)) (terms []rules.Term, text string, found bool, err error) {
	if HasPrefixFold(KindInitiative, name) && len(name) > 2 { // any beginning of the word from `ini` on
		terms, text, err = initiative(a)
		return terms, text, true, err
	}
	action, ok := g.Rules.Actions.Get(Underscore(name))
	if !ok {
		return nil, "", false, nil
	}
	preview := func(whom string) (Preview, error) {
		l, err := g.ParseFirst(a.Key + ": " + action.Name + whom)
		if err != nil {
			return Preview{}, err
		}
		return g.previewInTurn(&l)
	}
	p, err := preview("")
	for _, other := range g.State.Actors {
		if action.Whom && other != a && (err != nil || p.Whom == "") { // the action needs a target; any will do
			p, err = preview(" " + other.Key)
		}
	}
	if err != nil {
		return nil, "", true, err
	}
	return p.Time, fmt.Sprintf("%s: %s takes %s", a.Name, rules.MidSentence(action.Label), FormatCounts(g.Rules, p.Counts)), true, nil
}
