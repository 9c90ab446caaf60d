package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// listTasks writes the game's tasks (ready-made checks) as a table. who holds at most one name. Without one, the table has the skills and
// the duration of each task; for a character, it has that character's chances, the best first.
func listTasks(p *program, who []string) error {
	rs := p.campaign.Rules
	if len(rs.Tasks.All) == 0 {
		return command.Refusal("This game has no tasks. Roll a %s instead: `hybrid check WHO %s`.", command.CheckWord(rs), strings.ToUpper(command.CheckWord(rs)))
	}
	// rows are for --json, lines for the terminal
	rows, lines := []object{}, [][]cell{{{text: "Task", style: bold}, {text: "rolled on", style: dim}, {text: "takes", style: dim}}}
	if len(who) == 0 {
		for _, task := range rs.Tasks.All {
			skills := taskLabels(rs, task)
			rows = append(rows, object{{"task", task.Name}, {"label", task.Label}, {"skills", skills}, {"seconds", task.Seconds}})
			lines = append(lines, []cell{{text: task.Name}, {text: strings.Join(skills, ", "), style: dim}, {text: task.Time.Text, style: dim}})
		}
		return writeTasks(p, "Tasks", rows, lines)
	}
	s, err := p.presentState(who[0])
	if err != nil {
		if _, notTask := p.session.Game().Task(who[0]); notTask == nil { // a task, in place of an actor
			return command.Refusal("Name who does it: `hybrid task WHO %s`.", who[0])
		}
		isPath := strings.ContainsAny(who[0], "/.") // whether it names a character file
		if len(p.campaign.Characters()) > 0 && !isPath {
			return command.RefusalOf(message.UnknownOr("task or character", who[0], append(rs.Tasks.Names(), p.campaign.Characters()...), "Type `hybrid task` to list the tasks"))
		}
		return err
	}
	a := s.Actors[0] // the only one
	type chance struct {
		task   *rules.Task
		roll   *rules.CheckPreview
		likely rules.Likelihood
	}
	var all []chance
	for _, task := range rs.Tasks.All {
		preview, err := rs.Preview(s, a.Key, rules.OngoingAction{Action: rs.Pack.Use, Task: task.Name}, nil)
		if refused := (*rules.Refusal)(nil); errors.As(err, &refused) || err == nil && preview.Roll == nil {
			continue // the actor can't do it now, for example without a tool, or it needs no roll
		}
		if err != nil {
			return err
		}
		all = append(all, chance{task, preview.Roll, preview.Roll.Likelihood()})
	}
	slices.SortStableFunc(all, func(x, y chance) int { return cmp.Compare(y.likely.InPercent(), x.likely.InPercent()) })
	lines[0] = slices.Insert(lines[0], 1, cell{text: "chance", style: dim, right: true})
	for _, c := range all {
		rolledOn := c.task.Basis.Text
		if skill, ok := rs.Skills.Get(c.roll.Skill); ok {
			rolledOn = skill.Label
		}
		rows = append(rows, object{{"task", c.task.Name}, {"label", c.task.Label}, {"skill", c.roll.Skill}, {"chance", rules.TrimNoise(c.likely.InPercent())}, {"seconds", c.task.Seconds}})
		lines = append(lines, []cell{{text: c.task.Name}, rightCell(c.likely.PercentText()), {text: rolledOn, style: dim}, {text: c.task.Time.Text, style: dim}})
	}
	return writeTasks(p, "Tasks of "+a.Name, rows, lines)
}

// taskLabels returns the labels of the skills that a task can be rolled on, or its statistic.
func taskLabels(rs *rules.Ruleset, task *rules.Task) (labels []string) {
	for _, name := range task.Skill {
		if skill, ok := rs.Skills.Get(name.Text); ok {
			labels = append(labels, skill.Label)
		}
	}
	if labels == nil {
		labels = []string{task.Basis.Text}
	}
	return labels
}

// writeTasks writes lines, a table of tasks, under a title. rows holds the same data for --json.
func writeTasks(p *program, title string, rows []object, lines [][]cell) error {
	return p.write(report{facts: object{{"rows", rows}}, text: func(w *textWriter) {
		w.writeTitle("%s", title)
		w.writeTable(lines)
	}})
}
