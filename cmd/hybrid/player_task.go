package main

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// `hybrid task`: rolls a task, a ready-made check such as picking a lock. A task with a goal needs several tries: the degree of each adds
// to the progress, or subtracts from it, until the sum that the goal needs is reached or can't be reached any more. player_tasklist.go
// lists the tasks.

// taskCommand returns the command `task`.
func taskCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "task [WHO [TASK… [with TOOL]]]", Short: "Roll a ready-made task, or list them",
		Long: "Roll a ready-made task. Without a task, list them: with WHO, with the chance of each.",
		Args: cobra.ArbitraryArgs, ValidArgsFunction: p.completeWho(1, p.taskCompletions),
	}
	p.addRollFlags(cmd)
	addTaskFlags(p, cmd)
	do := addDoFlag(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if args = p.withActorFirst(args); len(args) < 2 {
			return listTasks(p, args)
		}
		sub, task, err := parseAttempt(p, cmd, args)
		if err != nil {
			return err
		}
		if *do {
			options, err := optionTexts(p, cmd)
			if err != nil {
				return err
			}
			if len(sub.doing.Help) > 0 {
				options = append(options, "help "+strings.Join(sub.doing.Help, " "))
			}
			return doInSession(p, sub.actor.Key+": task "+strings.Join(args[1:], " "), options)
		}
		if task.Goal != nil {
			return rollUntilGoal(p, sub)
		}
		return rollCheck(p, sub, nil)
	}
	return cmd
}

// helpersFlag is the name of the flag for helpers.
const helpersFlag = "helped"

// addTaskFlags adds the flags of a task: the skill to be rolled, and the helpers.
func addTaskFlags(p *program, cmd *cobra.Command) {
	cmd.Flags().String("skill", "", "`skill` to roll a task on (default the best)")
	cmd.Flags().Lookup("skill").Hidden = len(p.campaign.Rules.Tasks.All) == 0
	cmd.Flags().StringSlice(helpersFlag, nil, "`characters` who help, separated by commas")
	p.completePeople(cmd, helpersFlag)
}

// isTask reports whether words name a task, optionally with a tool.
func isTask(p *program, words []string) bool {
	if at := slices.Index(words, "with"); at > 0 {
		words = words[:at]
	}
	_, err := p.session.Game().Task(strings.Join(words, " "))
	return err == nil
}

// parseAttempt parses args, WHO TASK with an optional tool, and the flags for helpers and options. It returns the check to be rolled and
// its task.
func parseAttempt(p *program, cmd *cobra.Command, args []string) (*subject, *rules.Task, error) {
	helpers, err := cmd.Flags().GetStringSlice(helpersFlag)
	if err != nil {
		return nil, nil, err
	}
	s, err := p.presentState(append([]string{args[0]}, helpers...)...)
	if err != nil {
		return nil, nil, err
	}
	sub := &subject{state: s, actor: s.Actors[0]}
	task, err := command.ReadTask(p.session.Game(), sub.actor, &sub.doing, args[1:])
	if err != nil {
		return nil, nil, badInput(err)
	}
	sub.doing.Help = append(sub.doing.Help, collect.Map(s.Actors[1:], func(helper *rules.Actor) string { return helper.Key })...)
	sub.label, sub.task = task.Label, task
	return sub, task, p.readOptions(cmd, &sub.doing)
}

// rollUntilGoal rolls a task until it is over: its goal is reached or missed, the actor can't act any more, or maxRolls tries were made. It
// writes each try at once.
func rollUntilGoal(p *program, sub *subject) error {
	dice, err := p.newDice()
	if err != nil {
		return err
	}
	var all rules.Decision   // results of all tries together
	var check *rules.Outcome // result of the latest try
	w := p.liveWriter()
	initialState := sub.state
	inputs := rules.DecisionInput{Dice: dice.replayDice()}
	for try := 1; ; try++ {
		decision, err := p.campaign.Rules.Perform(sub.state, sub.actor.Key, sub.doing, inputs)
		var need *rules.Need
		if errors.As(err, &need) {
			return badInput(err)
		}
		if err != nil {
			return err
		}
		if check = firstCheckOf(decision.Outcomes, sub.actor.Key); check == nil {
			return errors.New("This game has no skill rolls.")
		}
		all.Events, all.Outcomes, all.Dice = append(all.Events, decision.Events...), append(all.Outcomes, decision.Outcomes...), append(all.Dice, decision.Dice...)
		isOver := false
		if try == 1 {
			w.writeTitle("%s: %s", sub.actor.Name, sub.label)
			w.writeComparison(check)
		}
		w.writeRoll(check, check.Dice)
		for _, e := range decision.Events {
			isOver = isOver || e.Kind == rules.EventGoal && e.At == 0 // At is the number of tries so far; 0 ends the task
			if e.Kind == rules.EventTell {
				sub.meaning = e.Text
				w.writeLine("  %s", e.Text)
			}
		}
		if sub.state, err = p.campaign.Rules.Apply(sub.state, decision.Events); err != nil {
			return err
		}
		sub.actor = sub.state.Find(sub.actor.Key)
		if able, _ := sub.actor.CanAct(p.campaign.Rules); isOver || !able || try >= maxRolls {
			break
		}
	}
	p.noteUnusedDice(dice)
	sub.state = initialState // the JSON compares the states before and after all tries
	return cmp.Or(w.err, p.write(report{facts: checkJSON(p, sub, &all)}))
}

// maxRolls is the maximum number of tries for a goal that has no limit of its own.
const maxRolls = 100

// writeTaskOdds writes the meaning of each degree for a task, and the odds of reaching its goal by each try. odds are those of the degrees.
// It writes nothing if sub isn't a task.
func writeTaskOdds(w *textWriter, sub *subject, odds []rules.Odd) {
	if sub == nil || sub.task == nil {
		return
	}
	w.writeLine("")
	var labels []string // successive degrees with the same meaning, by their labels
	for i, odd := range odds {
		meaning := sub.task.ResultText(odd.Degree)
		if odd.Probability > 0 && meaning != "" {
			labels = append(labels, odd.Degree.Label)
		}
		if len(labels) > 0 && (i+1 == len(odds) || sub.task.ResultText(odds[i+1].Degree) != meaning) {
			w.writeIndented("  ", strings.Join(labels, ", ")+": "+meaning)
			labels = nil
		}
	}
	if sub.task.Goal != nil {
		w.writeLine("")
		w.writeGoalOdds(sub.task, sub.task.Progress(sub.actor), odds)
	}
}

// writeGoalOdds writes the probability that the goal of a task is reached by each further try, after the given progress. odds are those of
// the degrees of each try.
func (w *textWriter) writeGoalOdds(task *rules.Task, progress rules.GoalProgress, odds []rules.Odd) {
	goalOdds := task.Goal.Odds(odds, progress)
	w.writeLine("%s", w.paintText(bold, "Goal: "+task.Goal.Text(rules.GoalProgress{Sum: progress.Sum, Tries: progress.Tries + 1})))
	var rows [][]cell
	last := 0.0 // probability in the last row
	for i, probability := range goalOdds.ByTry {
		const invisible = 0.00005 // below 0.01 per cent
		if probability < invisible || i > 0 && probability-last < invisible {
			continue // the row would show 0, or the same as the last one
		}
		last = probability
		rows = append(rows, []cell{{text: "by try " + command.Number(float64(progress.Tries+i+1))}, rightCell(percent(probability)), {text: bar(probability, 20)}})
	}
	w.writeTable(rows)
	text := "  reached: " + percent(goalOdds.Reached) + ", after " + command.Number(math.Round(goalOdds.Tries*10)/10) + " tries on average"
	if task.Seconds > 0 {
		text += ", " + rules.SpanText(task.Seconds*goalOdds.Tries)
	}
	w.writeLine("%s", text)
}
