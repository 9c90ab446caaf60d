package command

import (
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Previews of a single action before it is declared: its tools, skills, options and chance. ask_preview.go previews whole lines.

// PreviewAction previews one action of an actor. It sets the tool of d if the action takes one and d names none.
func (g *Game) PreviewAction(a *rules.Actor, d *rules.OngoingAction) (Preview, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, *d); err != nil {
		return Preview{}, err
	}
	outlook, err := g.Rules.Preview(g.stateAtLanding(a, d), a.Key, *d, nil)
	if err != nil {
		return Preview{}, err
	}
	if outlook.Tool != nil && d.Tool == "" && len(outlook.Action.With) > 0 {
		d.Tool = outlook.Tool.Name
	}
	p := Preview{Doing: d, Who: a.Key, Whom: d.Whom, Action: outlook.Action, Check: outlook.Roll, Time: outlook.Time,
		Counts: outlook.Counts, At: g.State.Count + outlook.Counts, Points: outlook.Points, Prices: outlook.Prices, Limited: outlook.Limited, Ends: outlook.Ends}
	if len(outlook.Action.With) > 0 {
		p.Tool, p.Tools = d.Tool, g.toolsFor(outlook.Action, a)
	}
	if p.Check != nil {
		p.Odds, _ = p.Check.Odds()
	}
	p.Options = append(g.taskSkills(a, d), g.relatedSkills(a, d)...)
	p.Options = append(p.Options, collect.Map(outlook.Options, func(situation rules.OptionPreview) Option { return optionFrom(situation, d.Options) })...)
	return p, nil
}

// stateAtLanding returns the state in which an action takes effect, as far as it can be known when the action is declared.
func (g *Game) stateAtLanding(a *rules.Actor, d *rules.OngoingAction) *rules.State {
	if other := g.State.Find(d.Whom); other == nil || !rules.ChangesAtTurn(other) {
		return g.State
	}
	outlook, err := g.Rules.Preview(g.State, a.Key, *d, nil)
	if err != nil {
		return g.State
	}
	return g.Rules.StateAtLanding(g.State, a.Key, d.Whom, outlook.Counts)
}

// taskSkills lists the skills of a task that an actor has learnt, each with its chance; nil if there is no choice.
func (g *Game) taskSkills(a *rules.Actor, d *rules.OngoingAction) (list []Option) {
	task, ok := g.Rules.Tasks.Get(d.Task)
	if !ok {
		return nil
	}
	for _, skill := range task.Skills() {
		if !a.Sheet.Trained([]*rules.Skill{skill}) {
			continue
		}
		with := *d
		with.Skill = skill.Name
		outlook, err := g.Rules.PlainPreview(g.State, a.Key, with)
		if err != nil || outlook.Roll == nil {
			continue
		}
		list = append(list, Option{Name: "skill " + skill.Name, Label: "By " + rules.MidSentence(skill.Label), Hint: outlook.Roll.Likelihood().PercentText(),
			Ticked: d.Skill == skill.Name})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// relatedSkills lists the skills that can replace one that an actor lacks, best first.
func (g *Game) relatedSkills(a *rules.Actor, d *rules.OngoingAction) (list []Option) {
	skill, ok := g.Rules.Skills.Get(d.Skill)
	if !ok || a.Sheet.Rank(skill) > rules.Unranked {
		return nil
	}
	for _, related := range a.StandIns(g.Rules, skill) {
		list = append(list, Option{Name: "related " + related.Name, Label: "With " + rules.MidSentence(related.Label), Hint: skill.LikenessText(related),
			Ticked: d.StandIn == related.Name})
	}
	return list
}

// toolsFor lists the tools that an actor could use for an action, those in hand first.
func (g *Game) toolsFor(action *rules.Action, a *rules.Actor) (list []Completion) {
	return collect.Map(action.Tools(a), func(item *rules.Item) Completion {
		return Completion{item.Name, rules.LabelWithStock(a, item), item.HarmDice(g.Rules, a)}
	})
}

// optionFrom returns a situation as an option to tick, with the value it asks for.
func optionFrom(situation rules.OptionPreview, ticked []rules.TickedOption) Option {
	c := Option{Name: situation.Name, Label: situation.Label, Hint: situation.Gives, Untimed: situation.Untimed, Also: situation.Also, Rows: CompletionsOf(situation.Ask.Rows())}
	if situation.Ask != nil {
		c.Ask, c.Bounds, c.Of = situation.Ask.What, situation.Ask.BoundsText(), situation.Ask
	}
	for _, option := range ticked {
		c.Ticked = c.Ticked || option.Situation == situation.Name
	}
	return c
}

// RowsOption returns the option of a situation that asks for a row, with its rows.
func RowsOption(s *rules.Situation) Option {
	return optionFrom(rules.OptionPreview{Situation: s}, nil)
}
