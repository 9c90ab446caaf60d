package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// `hybrid try task`: a task's odds for some or all characters, and the effect of situations (modifiers that can be ticked, such as haste)
// on the character with the best chance.

// tryTaskCommand returns the command `try task`.
func tryTaskCommand(p *program) *cobra.Command {
	var who []string
	cmd := &cobra.Command{
		Use:   "task TASK…",
		Short: "Show each character's odds of a task",
		Args:  wantArgs("TASK…"), ValidArgsFunction: p.completeWho(0, p.taskCompletions),
		RunE: p.runReport(func(args []string) (report, error) {
			task, err := p.session.Game().Task(strings.Join(args, " "))
			if err != nil {
				return report{}, badInput(err)
			}
			return p.tryTask(task, who)
		}),
	}
	cmd.Flags().StringSliceVar(&who, "who", nil, "`characters` to show, separated by commas (default the whole campaign)")
	p.completePeople(cmd, "who")
	return cmd
}

// taskOdds holds the odds of a task for one character.
type taskOdds struct {
	actor   *rules.Actor        // character that attempts the task, in a state of its own
	preview rules.ActionPreview // attempt before anything is rolled, with its roll and the situations that can be ticked
	odds    []rules.Odd         // probability of each degree of the game, best first
	skill   string              // text of the skill and rank, or of the basis of an unskilled attempt
}

// taskOddsOf computes the odds of a task for the named character with the given options ticked. It fails if the task needs no roll.
func taskOddsOf(p *program, task *rules.Task, name string, options ...rules.TickedOption) (taskOdds, error) {
	s, err := p.sceneOf(name)
	if err != nil {
		return taskOdds{}, err
	}
	rs, actor := p.campaign.Rules, s.Actors[0]
	preview, err := rs.Preview(s, actor.Key, rules.OngoingAction{Action: rs.Pack.Use, Task: task.Name, Options: options}, nil)
	if err != nil {
		return taskOdds{}, err
	}
	if preview.Roll == nil {
		return taskOdds{}, fmt.Errorf("%s needs no roll here.", task.Label)
	}
	a := taskOdds{actor: actor, preview: preview, skill: task.Basis.Text}
	a.odds, _ = preview.Roll.Odds()
	if skill, ok := rs.Skills.Get(preview.Roll.Skill); ok && actor.Sheet.Rank(skill) > rules.Unranked {
		a.skill = skill.Label + " " + command.Number(float64(actor.Sheet.Rank(skill)))
	}
	return a, nil
}

// taskOddsByCharacter returns the odds of a task for each character in who. best is the index of the one with the highest chance.
func taskOddsByCharacter(p *program, task *rules.Task, who []string) (all []taskOdds, best int, err error) {
	meter := newProgress(p.stderr)
	defer meter.clear()
	for i, name := range who {
		meter.show(i, len(who), "characters")
		attempt, err := taskOddsOf(p, task, name)
		if err != nil {
			return nil, 0, err
		}
		if all = append(all, attempt); percentOf(attempt.preview.Roll) > percentOf(all[best].preview.Roll) {
			best = i
		}
	}
	return all, best, nil
}

// tryTask reports the odds of a task for each character in who, or in the whole campaign, and the effects of its situations and degrees.
func (p *program) tryTask(task *rules.Task, who []string) (report, error) {
	if len(who) == 0 {
		who = p.campaign.People()
	}
	if len(who) == 0 { // a campaign without characters: use the built-in ones
		who = p.campaign.Characters()
	}
	all, best, err := taskOddsByCharacter(p, task, who)
	if err != nil {
		return report{}, err
	}
	situations, err := situationWorths(p, task, who[best], all[best])
	if err != nil {
		return report{}, err
	}
	rs, rows := p.campaign.Rules, taskOddsJSON(all)
	facts := object{{"task", task.Name}, {"seconds", task.Seconds}, {"characters", rows}, {"situations_for", who[best]}, {"situations", worthJSON(situations)}, {"results", resultsJSON(rs, task)}}
	return report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s%s", task.Label, timeSuffix(task))
		w.writeWrapped(task.Text)
		w.writeTable(taskOddsRows(rs, all))
		w.writeLine("")
		if len(situations) > 0 {
			w.writeLine("%s", w.paintText(bold, "Situations, for "+all[best].actor.Name))
			w.writeTable(worthLines(situations))
			w.writeLine("")
		}
		w.writeLine("%s", w.paintText(bold, "Degrees"))
		for _, degree := range rs.Degrees.All {
			w.writeIndented("  ", degree.Label+" ×"+command.Number(degree.Factor)+": "+task.ResultText(degree))
		}
	}}, nil
}

// timeSuffix returns the time that a task takes, after a comma, or "" if it takes none.
func timeSuffix(task *rules.Task) string {
	if task.Time.Text == "" {
		return ""
	}
	return ", " + task.Time.Text
}

// taskOddsJSON returns a row for each character: its skill, its chance and the probability of each degree.
func taskOddsJSON(all []taskOdds) (rows []object) {
	for _, a := range all {
		row := object{{"who", a.actor.Key}, {"skill", a.skill}, {"chance", rules.TrimNoise(percentOf(a.preview.Roll))}}
		for _, odd := range a.odds {
			row = append(row, member{odd.Degree.Name, odd.Probability})
		}
		rows = append(rows, row)
	}
	return rows
}

// taskOddsRows returns a table with a row for each character: its skill, its chance and the probability of each degree that can occur.
func taskOddsRows(rs *rules.Ruleset, all []taskOdds) [][]cell {
	lines := [][]cell{{{text: "who"}, {text: "rolls"}, rightCell("odds")}}
	var used []int
	short := abbreviations(rs)
	for i := range rs.Degrees.All {
		if slices.ContainsFunc(all, func(a taskOdds) bool { return a.odds[i].Probability > 0 }) {
			used = append(used, i)
			lines[0] = append(lines[0], rightCell(short[i]))
		}
	}
	for _, a := range all {
		line := []cell{{text: a.actor.Name}, {text: a.skill, style: dim}, rightCell(command.Number(percentOf(a.preview.Roll)))}
		line = append(line, collect.Map(used, func(i int) cell { return rightCell(wholePercent(a.odds[i].Probability)) })...)
		lines = append(lines, line)
	}
	return lines
}

// wholePercent formats a share as a whole percentage, so that all degrees fit on a screen of 80 columns. A share that rounds to less than
// one per cent has a decimal.
func wholePercent(x float64) string {
	if x < 0.0095 {
		return percentCell(x)
	}
	return strings.TrimSuffix(rules.FormatPercent(x), "%")
}

// maxEffectRunes is the maximum number of characters of a situation's effect in the table of situations.
const maxEffectRunes = 27

// shortenEffect cuts text to maxEffectRunes characters, with an ellipsis at the end.
func shortenEffect(text string) string {
	if runes := []rune(text); len(runes) > maxEffectRunes {
		return string(runes[:maxEffectRunes-1]) + "…"
	}
	return text
}

// situationWorth is the effect of a task's situation on an actor's chance.
type situationWorth struct {
	rules.OptionPreview
	isOwn      bool    // whether only this task offers it
	needsValue bool    // whether it needs a value, so that its effect is unknown
	chance     float64 // change of the chance, in percentage points
}

// situationWorths returns the effect of each situation that can be ticked on the named character's chance. plain has the odds without them.
// Situations that other tasks offer, too, are included only if they have an effect.
func situationWorths(p *program, task *rules.Task, name string, plain taskOdds) (list []situationWorth, err error) {
	for _, option := range plain.preview.Options {
		own := slices.Contains(task.OwnSituations(), option.Situation)
		if option.Ask != nil {
			if own {
				list = append(list, situationWorth{OptionPreview: option, isOwn: own, needsValue: true})
			}
			continue
		}
		attempt, err := taskOddsOf(p, task, name, rules.TickedOption{Situation: option.Name})
		if err != nil {
			return nil, err
		}
		change := percentOf(attempt.preview.Roll) - percentOf(plain.preview.Roll)
		if own || math.Abs(change) > 1e-9 {
			list = append(list, situationWorth{OptionPreview: option, isOwn: own, chance: rules.TrimNoise(change)})
		}
	}
	return list, nil
}

// worthLines returns a table of situations with their effects on the chance; "?" stands for an unknown effect. Situations of the task
// itself are highlighted.
func worthLines(list []situationWorth) (lines [][]cell) {
	for _, s := range list {
		style, change := dim, command.FormatSigned(s.chance)
		if s.isOwn {
			style = plain
		}
		if s.needsValue {
			change = "?"
		}
		lines = append(lines, []cell{rightCell(change + "%"), {text: s.Label, style: style}, {text: shortenEffect(s.Gives), style: dim}})
	}
	return lines
}

// worthJSON returns the situations in list as objects for --json.
func worthJSON(list []situationWorth) []object {
	all := []object{}
	for _, s := range list {
		o := object{{"situation", s.Name}, {"own", s.isOwn}, {"gives", s.Gives}}
		if !s.needsValue {
			o = append(o, member{"chance", s.chance})
		}
		all = append(all, o)
	}
	return all
}

// resultsJSON returns the meaning of each degree for a task, by the degree's name.
func resultsJSON(rs *rules.Ruleset, task *rules.Task) (all object) {
	for _, degree := range rs.Degrees.All {
		all = append(all, member{degree.Name, task.ResultText(degree)})
	}
	return all
}
