package gm

import (
	"maps"

	"hybrid/rules"
)

// Outlook is how likely everything is that a line can come to, and what makes it so.
type Outlook struct {
	*rules.ActionOdds
	Worths   []rules.Contribution // what each term of the chance is worth; only where all was asked for
	Answered []Answered           // by how it could be answered; only where all was asked for
	Beside   *Outlook             // that of the first of two actions at the same time, where this is the second's
}

// Answered is how it goes if it is answered in one way.
type Answered struct {
	Name, Label string
	*rules.ActionOdds
}

// Outlook works out how likely everything is that a line can come to if it took effect now; without any roll there is
// none. Nothing happens. With all it is worked out, too, for each answer that somebody could give first, and what each
// term of the chance is worth. Of two actions at the same time it is that of the second.
func (g *Game) Outlook(text string, all bool) (Outlook, error) {
	l, err := g.parse(text)
	if err != nil {
		return Outlook{}, err
	}
	if !l.rolled() {
		return Outlook{}, refusal("%s is nothing that is rolled", text)
	}
	a, d, err := g.deed(&l)
	if err != nil {
		return Outlook{}, err
	}
	first, err := preview{g}.outlookOf(a, d, all)
	if err != nil || d.Beside == nil {
		return first, err
	}
	o, err := preview{g}.outlookOf(a, *d.Beside, all)
	o.Beside = &first
	return o, err
}

// outlookOf is how likely everything is that one action can come to.
func (g preview) outlookOf(a *rules.Actor, d rules.Doing, all bool) (Outlook, error) {
	odds, err := g.Rules.ActionOdds(g.State, a.Key, d, nil)
	if err != nil {
		return Outlook{}, err
	}
	o := Outlook{ActionOdds: odds}
	if !all {
		return o, nil
	}
	cast, err := g.Rules.Preview(g.State, a.Key, d, nil)
	if err != nil {
		return Outlook{}, err
	}
	if o.Worths, err = odds.Contributions(g.Rules, cast.Roll); err != nil {
		return Outlook{}, err
	}
	if len(odds.Asked) == 0 {
		return o, nil
	}
	for _, choice := range odds.Asked[0].Choices {
		with, err := g.Rules.ActionOdds(g.State, a.Key, d, map[string]string{odds.Asked[0].Key: choice.Name})
		if err != nil {
			return Outlook{}, err
		}
		o.Answered = append(o.Answered, Answered{choice.Name, choice.Label, with})
	}
	return o, nil
}

// under is the action that a command stopped in: the one it declares, or the one in the making that takes effect.
func (g preview) under(l *line) (who string, d rules.Doing, ok bool) {
	if l.rolled() {
		a, d, err := g.deed(l)
		if err != nil {
			return "", d, false
		}
		return a.Key, d, true
	}
	if owed := g.Owed(); l.verb == "next" && len(owed) > 0 && owed[0].Kind == rules.OwedAct {
		return owed[0].Actor.Key, *owed[0].Doing, true
	}
	return "", d, false
}

// expected is how likely everything is that a command can come to with one answer to the question it stopped at.
func (g *Game) expected(c Command, need *rules.Need, name string) *rules.ActionOdds {
	l, err := g.parse(c.Line)
	if err != nil {
		return nil
	}
	who, d, ok := preview{g}.under(&l)
	if !ok {
		return nil
	}
	answers := maps.Clone(c.Answers)
	if answers == nil {
		answers = map[string]string{}
	}
	answers[need.Key] = name
	odds, err := g.Rules.ActionOdds(g.State, who, d, answers)
	if err != nil {
		return nil
	}
	return odds
}
