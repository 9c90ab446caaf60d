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

// `hybrid task` without a task: the list of the game's tasks, which are ready-made checks such as picking a lock.

// listTasks writes the game's tasks as a table. who holds at most one name. Without one, the table has the skills and the duration of each
// task; for a character, it has that character's chances, the best first.
func listTasks(p *program, who []string) error {
	rs := p.campaign.Rules
	if len(rs.Tasks.All) == 0 {
		return command.Refusal("This game has no tasks. Roll a %s instead: `hybrid check WHO %s`.", command.AbilityWord(rs), strings.ToUpper(command.AbilityWord(rs)))
	}
	if len(who) == 0 {
		return listTasksForAnyone(p)
	}
	s, err := p.presentState(who[0])
	if err != nil {
		return notCharacterError(p, who[0], err)
	}
	return listTasksOf(p, s)
}

// notCharacterError returns the error for a name that isn't a character's. If it is a task's, the character who attempts the task is
// missing; any other name could be a misspelt task or character. If neither can be, as for the path of a file, the error is err, that of
// reading the character.
func notCharacterError(p *program, name string, err error) error {
	if _, notTask := p.session.Game().Task(name); notTask == nil {
		return command.Refusal("Name who does it: `hybrid task WHO %s`.", name)
	}
	isFile := strings.ContainsAny(name, "/.") // it names a character file
	if len(p.campaign.Characters()) > 0 && !isFile {
		names := append(p.campaign.Rules.Tasks.Names(), p.campaign.Characters()...)
		return command.RefusalOf(message.UnknownOr("task or character", name, names, "Type `hybrid task` to list the tasks"))
	}
	return err
}

// taskListHeading returns the heading of a table of tasks.
func taskListHeading() []cell {
	return []cell{{text: "Task", style: bold}, {text: "rolled on", style: dim}, {text: "takes", style: dim}}
}

// listTasksForAnyone writes the skills and the duration of each task.
func listTasksForAnyone(p *program) error {
	rows, lines := []object{}, [][]cell{taskListHeading()} // for --json, and for the terminal
	for _, task := range p.campaign.Rules.Tasks.All {
		skills := taskLabels(p.campaign.Rules, task)
		rows = append(rows, object{{"task", task.Name}, {"label", task.Label}, {"skills", skills}, {"seconds", task.Seconds}})
		lines = append(lines, []cell{{text: task.Name}, {text: strings.Join(skills, ", "), style: dim}, {text: task.Time.Text, style: dim}})
	}
	return writeTasks(p, "Tasks", rows, lines)
}

// listTasksOf writes the tasks that the first actor in s can attempt, with its chances, the best first.
func listTasksOf(p *program, s *rules.State) error {
	rs, a := p.campaign.Rules, s.Actors[0]
	type chance struct {
		task   *rules.Task
		roll   *rules.CheckPreview // the check before it is rolled
		likely rules.Likelihood    // chance of that check
	}
	var all []chance
	for _, task := range rs.Tasks.All {
		preview, err := rs.Preview(s, a.Key, rules.OngoingAction{Action: rs.Pack.Use, Task: task.Name}, nil)
		if refused := (*rules.Refusal)(nil); errors.As(err, &refused) || err == nil && preview.Roll == nil {
			continue // the actor can't attempt it now, for example without a tool, or it needs no roll
		}
		if err != nil {
			return err
		}
		all = append(all, chance{task, preview.Roll, preview.Roll.Likelihood()})
	}
	slices.SortStableFunc(all, func(x, y chance) int { return cmp.Compare(y.likely.InPercent(), x.likely.InPercent()) })
	rows := []object{}                                                                                    // for --json
	lines := [][]cell{slices.Insert(taskListHeading(), 1, cell{text: "chance", style: dim, right: true})} // for the terminal
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

// taskLabels returns the labels of the skills that a task can be rolled on or, if there are none, its statistic.
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
