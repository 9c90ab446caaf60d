package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid check`: rolls a check on a skill or a statistic, or against a given chance (a bare check, without a character). Some checks are
// limited by filter skills, which are checked first. A decision (rules.Decision) is the result of a roll: an outcome for each step, such as
// the check or a filter, and the events that change the state.

// checkCommand returns the command `check`.
func checkCommand(p *program) *cobra.Command {
	cmd := skillRollCommand(p, "check", "Roll a check")
	do := addDoFlag(cmd.Flags())
	use, _ := p.campaign.Rules.Actions.Get(p.campaign.Rules.Pack.Use)
	canAsk := use != nil && use.CanAsk()
	if canAsk {
		addAnswerFlag(cmd.Flags())
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("chance") {
			return rollBareCheck(p, cmd)
		}
		sub, err := newSubject(p, cmd, p.withActorFirst(args))
		if err != nil {
			return err
		}
		var answers []string
		if canAsk {
			if answers, err = p.readAnswers(cmd); err != nil {
				return err
			}
		}
		if *do {
			options, err := optionTexts(p, cmd)
			if err != nil {
				return err
			}
			for _, answer := range answers {
				options = append(options, "answer "+answer)
			}
			return rollInSession(p, strings.TrimSpace(sub.doing.Skill+sub.doing.Stat), sub.actor.Key, options) // only one of the two is set
		}
		return rollCheck(p, sub, answers)
	}
	return cmd
}

// addAnswerFlag adds the flag --answer of a command whose own actor is asked.
func addAnswerFlag(flags *pflag.FlagSet) {
	flags.StringArray("answer", nil, "answer to a question: `NAME` or a number (repeatable, in order)")
}

// rollCheck rolls the check of a subject and writes the result. answers are for the check's questions, in order.
func rollCheck(p *program, sub *subject, answers []string) error {
	decision, err := p.perform(sub.state, sub.actor.Key, sub.doing, answers)
	if err != nil {
		return err
	}
	sub.filters = collect.Filter(decision.Outcomes, func(o rules.Outcome) bool { return o.Kind == rules.KindFilter })
	check := firstCheckOf(decision.Outcomes, sub.actor.Key)
	if check == nil {
		return fmt.Errorf("%s needs no roll.", sub.label)
	}
	for _, e := range decision.Events {
		if e.Kind == rules.EventTell {
			sub.meaning = e.Text
		}
	}
	return writeCheck(p, sub, check, &decision)
}

// skillRollCommand returns a command for a check, which takes the arguments WHO SKILL, or --chance and no arguments. The caller sets its
// RunE.
func skillRollCommand(p *program, name, short string) *cobra.Command {
	cmd := &cobra.Command{Use: name + " WHO SKILL…", Short: short, ValidArgsFunction: p.completeSkills(nil)}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("chance") {
			return wantArgs("WHO", checkWord(p.campaign.Rules)+"…")(cmd, args)
		}
		if len(args) > 0 {
			return message.Conflict("--chance", "a name", "Remove "+args[0]+" or --chance")
		}
		return nil
	}
	unit := collect.Choose(p.campaign.Rules.DefaultDieFaces() == 100, "chance in `percent`", "`number` for the chance")
	addNumberFlag(cmd.Flags(), "chance", unit+", instead of WHO SKILL")
	_, hasCheck := p.campaign.Rules.Checks.Get(p.campaign.Rules.Pack.Check)
	cmd.Flags().Lookup("chance").Hidden = !hasCheck || throwsFaces(p.campaign.Rules)
	p.addRollFlags(cmd)
	return cmd
}

// subject is a check to be rolled: its actor, its options, and the skill, statistic or task on which it is rolled.
type subject struct {
	state   *rules.State        // state in which it is rolled
	actor   *rules.Actor        // actor that rolls
	label   string              // heading: the label of the skill, the task or the statistic
	skill   *rules.Skill        // skill rolled; nil for a task or a statistic
	task    *rules.Task         // task rolled; nil for a skill or a statistic
	doing   rules.OngoingAction // check as an action, with its options
	meaning string              // consequence of the rolled degree for the task; "" before the roll, or without a task
	filters []rules.Outcome     // checks on filter skills, which are rolled first; nil before the roll
}

// newSubject parses a check: from args, its actor and then the name of a skill, a statistic, a task or an answer (such as a parry), and
// from the flags its options. Tasks are accepted only if cmd has their flags. If args name an action, the error suggests the action's
// command.
func newSubject(p *program, cmd *cobra.Command, args []string) (*subject, error) {
	s, err := p.presentState(args[0])
	if err != nil {
		return nil, err
	}
	sub := &subject{state: s, actor: s.Actors[0]}
	if err = p.session.Game().SetAbility(&sub.doing, strings.Join(args[1:], " ")); err != nil {
		if cmd.Flags().Lookup(helpersFlag) != nil && isTask(p, args[1:]) { // cmd has the flags of tasks
			sub, _, err := parseAttempt(p, cmd, args)
			return sub, err
		}
		if action, ok := p.session.Rules().Actions.Get(strings.Join(args[1:], "_")); ok && action.IsDeclaredByName(p.session.Rules()) {
			whom := collect.Choose(action.Whom, " WHOM", "")
			return nil, fmt.Errorf("%s is an action, not a %s. Type `hybrid odds %s %s%s`.", action.Name, command.AbilityWord(p.campaign.Rules), action.Name, args[0], whom)
		}
		// the roll of an answer, such as a parry
		if isAnswer, refusal := addAnswerRoll(p, sub, args[1:]); refusal != nil {
			return nil, refusal
		} else if isAnswer {
			return sub, p.readOptions(cmd, &sub.doing)
		}
		return nil, notCheckedError(p, cmd, args, err)
	}
	sub.skill, _ = p.session.Rules().Skills.Get(sub.doing.Skill)
	sub.label = checkedLabel(p.session.Rules(), &sub.doing)
	return sub, p.readOptions(cmd, &sub.doing)
}

// notCheckedError returns the error for args whose words after WHO don't name a check. If they name a character, it suggests an action
// against that character; otherwise it is based on err, the reason why the name was rejected.
func notCheckedError(p *program, cmd *cobra.Command, args []string, err error) error {
	what, word := strings.Join(args[1:], " "), command.AbilityWord(p.campaign.Rules)
	if slices.Contains(p.campaign.Characters(), what) {
		for _, action := range p.campaign.Rules.Actions.All {
			if action.Whom && action.Key != "" {
				return fmt.Errorf("“%s” is a character, not a %s. Try `hybrid odds %s %s %[1]s`.", what, word, action.Name, args[0])
			}
		}
	}
	if strings.HasSuffix(err.Error(), "named “"+what+"”.") {
		return fmt.Errorf("%w `hybrid show skills` lists them.", err)
	}
	return badInput(err)
}

// checkedLabel returns the label of the skill or the statistic of a check without a task.
func checkedLabel(rs *rules.Ruleset, d *rules.OngoingAction) string {
	if skill, ok := rs.Skills.Get(d.Skill); ok {
		return skill.Label
	}
	stat, _ := rs.Stats.Get(d.Stat)
	return stat.Label
}

// chanceFlag returns the value of --chance. It fails if another flag of the roll is set, which needs a character. word is the word for a
// skill in usage lines.
func chanceFlag(cmd *cobra.Command, word string) (chance float64, err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "chance" && flag.Name != csvName && cmd.InheritedFlags().Lookup(flag.Name) == nil {
			err = message.Conflict("--chance", "--"+flag.Name, "Remove it, or name WHO and "+word)
		}
	})
	if err != nil {
		return 0, err
	}
	return cmd.Flags().GetFloat64("chance")
}

// withGivenChance returns terms with the typed chance as the first one.
func withGivenChance(chance float64, terms []rules.Term) []rules.Term {
	return append([]rules.Term{{Label: "Given", Value: chance, Source: "--chance"}}, terms...)
}

// rollBareCheck rolls against a typed chance, without a character.
func rollBareCheck(p *program, cmd *cobra.Command) error {
	chance, err := chanceFlag(cmd, checkWord(p.campaign.Rules))
	if err != nil {
		return err
	}
	dice, err := p.newDice()
	if err != nil {
		return err
	}
	decision, err := p.campaign.Rules.RollPlainCheck(nil, chance, rules.DecisionInput{Dice: dice.replayDice()})
	if err != nil {
		return err
	}
	p.noteUnusedDice(dice)
	check := &decision.Outcomes[0]
	check.Terms = withGivenChance(chance, check.Terms)
	return writeCheck(p, nil, check, &decision)
}

// filtersJSON returns the outcomes of checks on filter skills as objects for --json.
func filtersJSON(list []rules.Outcome) (objects []object) {
	for i := range list {
		var o object
		o.setKey("label", list[i].Label)
		o.addCheck(&list[i])
		o.addToldText(list[i].Text)
		o.setKey("terms", termsJSON(list[i].Terms))
		objects = append(objects, o)
	}
	return objects
}

// writeCheck writes the result of a check in the requested format; sub is nil for a bare chance.
func writeCheck(p *program, sub *subject, check *rules.Outcome, decision *rules.Decision) error {
	return p.write(report{facts: checkJSON(p, sub, decision), text: func(w *textWriter) { p.writeCheckText(w, sub, check, decision) }})
}

// writeCheckText writes the result of a check; sub is nil for a bare chance.
func (p *program) writeCheckText(w *textWriter, sub *subject, check *rules.Outcome, decision *rules.Decision) {
	dice := decision.Dice // dice to write with the check: all of the decision's, unless some of them are written with other outcomes
	if sub != nil {
		for i := range sub.filters {
			w.writeTitle("%s: %s, before %s", sub.actor.Name, sub.filters[i].Label, lowerLabel(sub.label))
			w.writeComparison(&sub.filters[i])
			w.writeRoll(&sub.filters[i], sub.filters[i].Dice)
			w.writeLine("")
			dice = check.Dice
		}
		w.writeTitle("%s: %s", sub.actor.Name, sub.label)
	}
	rest := laterRolls(sub, check, decision)
	if len(rest) > 0 {
		dice = check.Dice
	}
	w.writeComparison(check)
	w.writeRoll(check, dice)
	if sub != nil && sub.meaning != "" {
		w.writeLine("")
		for _, d := range p.campaign.Rules.Degrees.All {
			if d.Label == check.Degree {
				w.writeLine("  %s", d.Heading())
			}
		}
		w.writeLine("  %s", sub.meaning)
	}
	writeStandIns(p.campaign.Rules, w, sub)
	if len(rest) > 0 {
		w.writeLine("")
	}
	for _, o := range rest {
		result := actionResult{program: p, state: sub.state, actor: sub.actor, target: sub.actor, decision: decision, shortLived: shortLivedConditions(decision.Events)}
		result.writeStep(w, o, map[string]int{})
	}
}

// laterRolls returns the outcomes after check for which dice were rolled. A skill check is a step of an action (the pack's `use`), which
// can have further steps. sub is nil for a bare chance, after which there are none.
func laterRolls(sub *subject, check *rules.Outcome, decision *rules.Decision) (rest []*rules.Outcome) {
	after := false
	for i := range decision.Outcomes {
		o := &decision.Outcomes[i]
		if after && sub != nil && len(o.Dice) > 0 {
			rest = append(rest, o)
		}
		after = after || o == check
	}
	return rest
}

// checkJSON returns the result of a check as a JSON object. sub is nil for a bare chance, which belongs to no actor and has no events.
func checkJSON(p *program, sub *subject, decision *rules.Decision) (o object) {
	record := decisionRecord{decision: decision, before: &rules.State{}, after: &rules.State{}}
	if sub != nil {
		record.who, record.ongoing, record.before, record.after = sub.actor.Key, &sub.doing, sub.state, sub.state
		if after, err := p.campaign.Rules.Apply(sub.state, decision.Events); err == nil {
			record.after = after
		}
		if sub.skill != nil {
			o.setKey("skill", sub.skill.Name)
		} else {
			o.setKey("task", sub.doing.Task)
		}
		if sub.filters != nil {
			o.setKey("filters", filtersJSON(sub.filters))
		}
		if sub.meaning != "" {
			o.setKey("means", sub.meaning)
		}
	}
	addDecision(p.campaign.Rules, &o, &record)
	return o
}

// writeStandIns writes a note for each related skill that the actor could use in place of a skill not learnt.
func writeStandIns(rs *rules.Ruleset, w *textWriter, sub *subject) {
	if sub == nil || sub.skill == nil || sub.doing.StandIn != "" || sub.actor.Sheet.Rank(sub.skill) > rules.Unranked {
		return
	}
	for _, other := range sub.actor.StandIns(rs, sub.skill) {
		rank := sub.actor.StandInRank(rs, sub.skill, other)
		w.writeLine("hint: %s can be used instead, at rank %s: --related %s", other.Label, command.Number(rank), other.Name)
	}
}
