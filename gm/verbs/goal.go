package verbs

import (
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// `goal`: changes goals of a scene manually. The progress made by checks is counted when a line is decided (gm/command). A timeline
// (timeline.go) wraps a game and adds the methods for verbs in fights and scenes.

// changeGoal changes the progress of a goal of the scene: `goal talk +1`, `goal talk -0.5`, `goal talk 2`. The number of tries is
// unchanged.
func (g timeline) changeGoal(l *command.Line) (command.DecidedCommand, error) {
	e, ok := g.Campaign.Encounter(g.State.Encounter)
	if !ok || len(e.Goals) == 0 {
		return command.DecidedCommand{}, command.Refusal("The scene has no goals. Add `goals: {KEY: {task: NAME, sum: 3}}` to its encounter.")
	}
	n := len(l.Words) - 1 // index of the change
	if n < 1 {
		return command.DecidedCommand{}, command.Refusal("Name a goal and a change: `goal %s +1`.", e.Goals[0].Key)
	}
	i, err := command.Pick("goal", strings.Join(l.Words[:n], " "), len(e.Goals), func(i int) (string, string) { return e.Goals[i].Names() })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	goal := &e.Goals[i]
	text := strings.ReplaceAll(l.Words[n], "−", "-")
	value, err := command.ParseAmount(text, l.Verb+" "+goal.Key)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	p := g.State.Progress(goal.Key)
	before := p.Sum
	if text[0] == '-' || text[0] == '+' {
		value += before
	}
	if p.Sum = max(0, rules.TrimNoise(value)); p.Sum == before {
		return command.DecidedCommand{}, command.Refusal("%s is at %s already. Enter another value.", goal.Label, command.Number(before))
	}
	title := goal.ProgressText(p)
	title += collect.Choose(strings.HasSuffix(title, "."), "", ", by hand")
	return titledDecision(title, "", command.GoalEvent(p, p.Sum-before)), nil
}
