package command

import (
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Previews of a single action before it is declared: its tools, skills, options and chance. A tool is the item that an action uses; an
// option is a situation, or a choice of skill, that can be ticked for it. ask_preview.go previews whole lines.

// PreviewAction previews action d of actor a. If the action uses a tool and d names none, it sets d.Tool to the default.
func (g *Game) PreviewAction(a *rules.Actor, d *rules.OngoingAction) (Preview, error) {
	if err := g.Rules.CheckPossible(g.State, a.Key, *d); err != nil {
		return Preview{}, err
	}
	preview, err := g.Rules.Preview(g.stateAtLanding(a, d), a.Key, *d, nil)
	if err != nil {
		return Preview{}, err
	}
	if preview.Tool != nil && d.Tool == "" && len(preview.Action.With) > 0 {
		d.Tool = preview.Tool.Name
	}
	p := Preview{Doing: d, Who: a.Key, Whom: d.Whom, Action: preview.Action, Check: preview.Roll, Time: preview.Time,
		Counts: preview.Counts, At: g.State.Count + preview.Counts, Points: preview.Points, Prices: preview.Prices, IsRankLimited: preview.Limited, ResultOdds: preview.Ends}
	if len(preview.Action.With) > 0 {
		p.Tool, p.Tools = d.Tool, g.toolsFor(preview.Action, a)
	}
	if p.Check != nil {
		p.Odds, _ = p.Check.Odds()
	}
	p.Options = append(g.taskSkills(a, d), g.relatedSkills(a, d)...)
	p.Options = append(p.Options, collect.Map(preview.Options, func(situation rules.OptionPreview) Option { return optionFrom(situation, d.Options) })...)
	return p, nil
}

// stateAtLanding returns the state in which action d of actor a will take effect, to the extent known when it is declared: conditions
// of the target that end before then are removed.
func (g *Game) stateAtLanding(a *rules.Actor, d *rules.OngoingAction) *rules.State {
	if other := g.State.Find(d.Whom); other == nil || !rules.HasConditionEndingAtTurn(other) {
		return g.State
	}
	preview, err := g.Rules.Preview(g.State, a.Key, *d, nil)
	if err != nil {
		return g.State
	}
	return g.Rules.StateAtLanding(g.State, a.Key, d.Whom, preview.Counts)
}

// taskSkills lists, as options, the skills on which actor a can roll the task of d, each with its chance. It returns nil if d is not a
// task, or there is no choice.
func (g *Game) taskSkills(a *rules.Actor, d *rules.OngoingAction) (list []Option) {
	task, ok := g.Rules.Tasks.Get(d.Task)
	if !ok {
		return nil
	}
	for _, skill := range task.Skills() {
		if !a.Sheet.HasLearntAny([]*rules.Skill{skill}) {
			continue
		}
		withSkill := *d
		withSkill.Skill = skill.Name
		preview, err := g.Rules.PlainPreview(g.State, a.Key, withSkill)
		if err != nil || preview.Roll == nil {
			continue
		}
		list = append(list, Option{Name: "skill " + skill.Name, Label: "By " + rules.MidSentence(skill.Label), Hint: preview.Roll.Likelihood().PercentText(),
			Ticked: d.Skill == skill.Name})
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// relatedSkills lists, as options, the skills that actor a can use in place of the skill of d, best first. It returns nil if a has that
// skill.
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

// toolsFor lists the tools that actor a could use for an action, those in hand first, with their damage dice.
func (g *Game) toolsFor(action *rules.Action, a *rules.Actor) (list []Completion) {
	return collect.Map(action.Tools(a), func(item *rules.Item) Completion {
		return Completion{item.Name, rules.LabelWithStock(a, item), item.HarmDice(g.Rules, a)}
	})
}

// optionFrom returns a situation as an option to tick, with the question that it asks, if any. ticked holds the situations that are already
// ticked.
func optionFrom(situation rules.OptionPreview, ticked []rules.TickedOption) Option {
	c := Option{Name: situation.Name, Label: situation.Label, Hint: situation.Gives, HintWithoutTime: situation.Untimed, Also: situation.Also, Rows: rowCompletions(situation.Ask)}
	if situation.Ask != nil {
		c.Ask, c.Bounds, c.Question = situation.Ask.What, situation.Ask.BoundsText(), situation.Ask
	}
	for _, option := range ticked {
		c.Ticked = c.Ticked || option.Situation == situation.Name
	}
	return c
}

// RowsOption returns the option for a situation that asks for a row of a table, with the rows to choose from.
func RowsOption(s *rules.Situation) Option {
	return optionFrom(rules.OptionPreview{Situation: s}, nil)
}
