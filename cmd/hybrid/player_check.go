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

// `hybrid check`: rolls a check on a skill or a statistic, or against a given chance.

func checkCommand(p *program) *cobra.Command {
	cmd := skillRollCommand(p, "check", "Roll a check")
	do := doFlag(cmd.Flags())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("chance") {
			return bareCheck(p, cmd)
		}
		on, err := newSubject(p, cmd, p.whoFirst(args))
		if err != nil {
			return err
		}
		if *do {
			options, err := optionTexts(p, cmd)
			if err != nil {
				return err
			}
			return rollInSession(p, strings.TrimSpace(on.doing.Skill+on.doing.Stat), on.actor.Key, options)
		}
		return rollCheck(p, on)
	}
	return cmd
}

// rollCheck rolls the check of a subject.
func rollCheck(p *program, on *subject) error {
	decision, err := p.perform(on.state, on.actor.Key, on.doing, nil)
	if err != nil {
		return err
	}
	on.filters = collect.Filter(decision.Outcomes, func(o rules.Outcome) bool { return o.Kind == rules.KindFilter })
	check := checkOf(decision.Outcomes, on.actor.Key)
	if check == nil {
		return fmt.Errorf("%s needs no roll.", on.label)
	}
	for _, e := range decision.Events {
		if e.Kind == rules.EventTell {
			on.meaning = e.Text
		}
	}
	return writeCheck(p, on, check, &decision)
}

// skillRollCommand returns a command whose arguments are WHO SKILL, or --chance without arguments.
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
	unit := collect.Choose(p.campaign.Rules.Die() == 100, "chance in `percent`", "`number` for the chance")
	numberFlag(cmd.Flags(), "chance", unit+", instead of WHO SKILL")
	_, rolls := p.campaign.Rules.Checks.Get(p.campaign.Rules.Pack.Check)
	cmd.Flags().Lookup("chance").Hidden = !rolls || throwsFaces(p.campaign.Rules)
	p.rollFlags(cmd)
	return cmd
}

// subject holds the actor, the skill or task, and the options of a check to be rolled: the actor, the skill or task, and the options.
type subject struct {
	state   *rules.State
	actor   *rules.Actor
	label   string
	skill   *rules.Skill // nil for a task or a statistic
	task    *rules.Task  // nil for a skill or a statistic
	doing   rules.OngoingAction
	meaning string // text about the degree of the task

	filters []rules.Outcome // checks on filter skills that were rolled first
}

// newSubject parses the actor and the subject of a check from args and the flags: a skill, a statistic or a task. If args name an action,
// it refuses them and suggests the action's command.
func newSubject(p *program, cmd *cobra.Command, args []string) (*subject, error) {
	s, err := p.presentState(args[0])
	if err != nil {
		return nil, err
	}
	on := &subject{state: s, actor: s.Actors[0]}
	if err = p.session.Game().Checked(&on.doing, strings.Join(args[1:], " ")); err != nil {
		if cmd.Flags().Lookup(helpedName) != nil && isTask(p, args[1:]) {
			on, _, err := parseAttempt(p, cmd, args)
			return on, err
		}
		if action, ok := p.session.Rules().Actions.Get(strings.Join(args[1:], "_")); ok && action.ByName(p.session.Rules()) {
			whom := collect.Choose(action.Whom, " WHOM", "")
			return nil, fmt.Errorf("%s is an action, not a %s. Type `hybrid odds %s %s%s`.", action.Name, command.CheckWord(p.campaign.Rules), action.Name, args[0], whom)
		}
		if own, wrong := addAnswerRoll(p, on, args[1:]); wrong != nil {
			return nil, wrong
		} else if own {
			return on, p.readOptions(cmd, &on.doing)
		}
		return nil, notCheckedError(p, cmd, args, err)
	}
	on.skill, _ = p.session.Rules().Skills.Get(on.doing.Skill)
	on.label = checkedLabel(p.session.Rules(), &on.doing)
	return on, p.readOptions(cmd, &on.doing)
}

// notCheckedError explains why the words after WHO name no check: they name another character, or the reason is err.
func notCheckedError(p *program, cmd *cobra.Command, args []string, err error) error {
	what, word := strings.Join(args[1:], " "), command.CheckWord(p.campaign.Rules)
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

// chanceFlag returns --chance. It fails if a flag is set that would change the chance.
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

// withGivenChance puts the typed chance before the terms that change it.
func withGivenChance(chance float64, terms []rules.Term) []rules.Term {
	return append([]rules.Term{{Label: "Given", Value: chance, Source: "--chance"}}, terms...)
}

// bareCheck rolls against a typed chance, without a character.
func bareCheck(p *program, cmd *cobra.Command) error {
	chance, err := chanceFlag(cmd, checkWord(p.campaign.Rules))
	if err != nil {
		return err
	}
	dice, err := p.newDice()
	if err != nil {
		return err
	}
	decision, err := p.campaign.Rules.Throw(nil, chance, rules.DecisionInput{Dice: dice.replayDice()})
	if err != nil {
		return err
	}
	p.noteUnusedDice(dice)
	check := &decision.Outcomes[0]
	check.Terms = withGivenChance(chance, check.Terms)
	return writeCheck(p, nil, check, &decision)
}

// filtersJSON returns the checks on filter skills as JSON objects.
func filtersJSON(list []rules.Outcome) (objects []object) {
	for i := range list {
		var o object
		o.setKey("label", list[i].Label)
		o.addCheck(&list[i])
		o.addTold(list[i].Text)
		o.setKey("terms", termsJSON(list[i].Terms))
		objects = append(objects, o)
	}
	return objects
}

func writeCheck(p *program, on *subject, check *rules.Outcome, decision *rules.Decision) error {
	return p.write(report{facts: checkJSON(p, on, decision), text: func(w *textWriter) { p.writeCheckText(w, on, check, decision) }})
}

// writeCheckText writes the result of a check; on is nil for a bare chance.
func (p *program) writeCheckText(w *textWriter, on *subject, check *rules.Outcome, decision *rules.Decision) {
	dice := decision.Dice
	if on != nil {
		for i := range on.filters {
			w.writeTitle("%s: %s, before %s", on.actor.Name, on.filters[i].Label, lowerLabel(on.label))
			w.writeRolledNumber(&on.filters[i])
			w.writeRoll(&on.filters[i], on.filters[i].Dice)
			w.writeLine("")
			dice = check.Dice
		}
		w.writeTitle("%s: %s", on.actor.Name, on.label)
	}
	w.writeRolledNumber(check)
	w.writeRoll(check, dice)
	if on != nil && on.meaning != "" {
		w.writeLine("")
		for _, d := range p.campaign.Rules.Degrees.All {
			if d.Label == check.Degree {
				w.writeLine("  %s", d.Heading())
			}
		}
		w.writeLine("  %s", on.meaning)
	}
	writeStandIns(p.campaign.Rules, w, on)
}

// checkJSON returns the result of a check as a JSON object. on is nil for a bare chance, which belongs to no actor and has no events.
func checkJSON(p *program, on *subject, decision *rules.Decision) (o object) {
	done := decisionRecord{decision: decision, before: &rules.State{}, after: &rules.State{}}
	if on != nil {
		done.who, done.doing, done.before, done.after = on.actor.Key, &on.doing, on.state, on.state
		if after, err := p.campaign.Rules.Apply(on.state, decision.Events); err == nil {
			done.after = after
		}
		if on.skill != nil {
			o.setKey("skill", on.skill.Name)
		} else {
			o.setKey("task", on.doing.Task)
		}
		if on.filters != nil {
			o.setKey("filters", filtersJSON(on.filters))
		}
		if on.meaning != "" {
			o.setKey("means", on.meaning)
		}
	}
	addPlayed(p.campaign.Rules, &o, &done)
	return o
}

// writeStandIns writes a note on the related skills that could replace a missing one.
func writeStandIns(rs *rules.Ruleset, w *textWriter, on *subject) {
	if on == nil || on.skill == nil || on.doing.StandIn != "" || on.actor.Sheet.Rank(on.skill) > rules.Unranked {
		return
	}
	for _, other := range on.actor.Stands(rs, on.skill) {
		rank := on.actor.StandIn(rs, on.skill, other)
		w.writeLine("hint: %s can be used instead, at rank %s: --related %s", other.Label, command.Number(rank), other.Name)
	}
}
