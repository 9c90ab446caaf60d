package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid odds`: the chance and the odds of each degree of a check, or of a contest between two checks. Its subcommands, one for each
// action, are in player_actionodds.go; the odds of hazards and initiative are in files of their own. A preview is a check before it is
// rolled, with its chance.

// oddsCommand returns the command `odds`.
func oddsCommand(p *program) *cobra.Command {
	cmd := skillRollCommand(p, "odds", "Show exact odds of a check or action")
	p.addCSVFlag(cmd)
	addTaskFlags(p, cmd)
	cmd.AddGroup(&cobra.Group{ID: groupActions, Title: "Odds of actions:"})
	cmd.AddCommand(actionOddsCommands(p)...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("chance") {
			chance, err := chanceFlag(cmd, checkWord(p.campaign.Rules))
			if err != nil {
				return err
			}
			preview := p.campaign.Rules.BarePreview(nil, chance)
			preview.Terms = withGivenChance(chance, preview.Terms)
			return writeOdds(p, nil, &preview)
		}
		if who := p.initiativeOf(args); who != nil {
			return writeInitiativeOdds(p, who)
		}
		if split := splitContest(args); split > 0 {
			return writeContestOdds(p, cmd, args[:split], args[split+1:])
		}
		args = p.withActorFirst(args)
		if p.namesHazard(args) {
			return writeHazardOdds(p, args)
		}
		sub, err := newSubject(p, cmd, args)
		if err != nil {
			return err
		}
		preview, err := previewCheck(p.campaign.Rules, sub)
		if err != nil {
			return err
		}
		return writeOdds(p, sub, preview)
	}
	cmd.Use += " [against WHO SKILL…]"
	if len(p.campaign.Rules.Tasks.All) > 0 {
		cmd.Use += " | WHO TASK…"
	}
	if cmd.Long = cmd.Short + "."; len(p.campaign.Rules.Hazards.All) > 0 {
		cmd.Use += " | WHO HAZARD…"
		cmd.Long += "\nHazards and damage are written as after `hurt`: odds WHO HAZARD 6, odds WHO 2d6 TAG PLACE."
	}
	return cmd
}

// writeContestOdds writes the odds of a contest, one roll against another. Each side's words are WHO and a skill or statistic, then options
// after commas. The flags of cmd apply to the first roll.
func writeContestOdds(p *program, cmd *cobra.Command, firstSide, secondSide []string) error {
	if len(firstSide) < 2 || len(secondSide) < 2 {
		return message.Missing("Name both sides and their skills", fmt.Sprintf("odds WHO %[1]s against WHO %[1]s", checkWord(p.campaign.Rules)))
	}
	words, options := splitOptions(firstSide)
	first, err := newSubject(p, cmd, words)
	if err != nil {
		return err
	}
	if err := p.addOptions(&first.doing, options); err != nil {
		return err
	}
	s, err := p.presentState(firstSide[0], secondSide[0])
	if err != nil {
		return err
	}
	words, options = splitOptions(secondSide)
	var second rules.OngoingAction
	if err := p.session.Game().SetAbility(&second, strings.Join(words[1:], " ")); err != nil {
		return badInput(err)
	}
	if err := p.addOptions(&second, options); err != nil {
		return err
	}
	for i, d := range []*rules.OngoingAction{&first.doing, &second} { // check that both can be rolled
		if _, err := previewCheck(p.campaign.Rules, &subject{state: s, actor: s.Actors[i], doing: *d}); err != nil {
			return err
		}
	}
	c, err := p.campaign.Rules.Contest(s, s.Actors[0].Key, first.doing, s.Actors[1].Key, second)
	if err != nil {
		return err
	}
	sides := [2]string{s.Actors[0].Name + ": " + first.label, s.Actors[1].Name + ": " + checkedLabel(p.session.Rules(), &second)}
	return writeContest(p, c, sides)
}

// splitContest returns the index of the `against` between the two sides of a contest, or 0 if there is none. An `against` that gives the
// margin of an option, as in `against 3`, doesn't count.
func splitContest(args []string) int {
	for i := 1; i < len(args); i++ {
		if args[i] != "against" {
			continue
		}
		if i+1 < len(args) {
			if _, err := command.ParseAmount(args[i+1], ""); err == nil {
				continue
			}
		}
		return i
	}
	return 0
}

// splitOptions separates the words before the first comma from the options, each of which follows a comma.
func splitOptions(args []string) (words, options []string) {
	parts := strings.Split(strings.Join(args, " "), ",")
	return strings.Fields(parts[0]), parts[1:]
}

// addOptions adds the options in list to d. It parses them as the prompt does, and skips empty ones.
func (p *program) addOptions(d *rules.OngoingAction, list []string) error {
	for _, text := range list {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if err := p.session.Game().ReadOption(d, text); err != nil {
			return badInput(err)
		}
	}
	return nil
}

// writeContest writes the odds of each result of a contest. sides are the headings of the two sides, “NAME: SKILL”.
func writeContest(p *program, c *rules.Contest, sides [2]string) error {
	rows := []object{} // results and their probabilities
	for _, row := range []struct {
		name        string
		probability float64
	}{{sides[0] + " only", c.FirstOnly}, {sides[1] + " only", c.SecondOnly}, {"both", c.Both}, {"neither", c.Neither}} {
		rows = append(rows, object{{"result", row.name}, {"probability", row.probability}})
	}
	var facts object
	for _, side := range []struct {
		name string
		roll *rules.CheckPreview
		made float64
	}{{"first", c.First, c.FirstMade}, {"second", c.Second, c.SecondMade}} {
		rollObject := object{}
		rollObject.addChance(side.roll)
		rollObject.setKey("terms", termsJSON(side.roll.Terms))
		rollObject.setKey("made", side.made)
		rollObject.addFilterChecks(side.roll)
		facts.setKey(side.name, rollObject)
	}
	facts.setKey("odds", c)
	return p.write(report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		for i, preview := range []*rules.CheckPreview{c.First, c.Second} {
			name, _, _ := strings.Cut(sides[i], ": ")
			w.writeCheckPreview(sides[i], name, preview)
		}
		withHeading := tableFromRows(rows, column{"result", "", asText}, column{"probability", "", asPercent}, column{"probability", "", asBar(1, 20)})
		w.writeTable(withHeading[1:]) // the headings are empty
		w.writeLine("")
		w.writeLine("  the margin of the first lowers the second, which then succeeds in %s", percent(c.SecondMade))
	}})
}

// previewCheck returns the preview of a subject's roll. It fails if one of the options has no effect on the roll, or if nothing is rolled.
func previewCheck(rs *rules.Ruleset, sub *subject) (*rules.CheckPreview, error) {
	preview, err := rs.Preview(sub.state, sub.actor.Key, sub.doing, nil)
	if err != nil {
		return nil, err
	}
	if err := preview.CheckOptions(rs, &sub.doing); err != nil {
		return nil, err
	}
	if preview.Roll == nil {
		return nil, fmt.Errorf("%s needs no roll.", cmp.Or(sub.label, "this"))
	}
	return preview.Roll, nil
}

// writeOdds writes the odds of each degree of a check and, for a task with a goal, the odds of reaching the goal by further tries. sub is
// nil for a bare chance.
func writeOdds(p *program, sub *subject, preview *rules.CheckPreview) error {
	odds, _ := preview.Odds()
	likely := preview.Likelihood()
	lines := [][]any{{likely.Word, "degree", "factor", "probability"}}
	lines = append(lines, collect.Map(odds, func(odd rules.Odd) []any { return []any{likely.Number, odd.Name, odd.Factor, odd.Probability} })...)
	var facts object
	facts.addChance(preview)
	facts.addToldText(preview.Notice)
	facts.setKey("degrees", odds)
	facts.setKey("terms", termsJSON(preview.Terms))
	facts.addFilterChecks(preview)
	if sub != nil && sub.task != nil && sub.task.Goal != nil {
		goal := sub.task.Goal.Odds(odds, sub.task.Progress(sub.actor))
		facts.setKey("goal", object{{"reached", goal.Reached}, {"by_try", goal.ByTry}, {"tries", goal.Tries}})
	}
	return p.write(report{facts: facts, csv: lines, text: func(w *textWriter) {
		if sub != nil {
			w.writeCheckPreview(sub.actor.Name+": "+sub.label, sub.actor.Name, preview)
		} else {
			w.writeChance(preview)
		}
		w.writeOdds(odds, preview.Bands())
		writeTaskOdds(w, sub, odds)
		writeStandIns(p.campaign.Rules, w, sub)
	}})
}
