package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The flags of rolls, most of which have the names of the pack's situations and modifiers, and perform, which carries out an action with
// the answers that were given as flags. Situations, such as poor light, are ticked and have effects of their own; modifiers are numbers
// that the game master adds to a roll. A flag of a roll corresponds to an option at the prompt: --aim 2 is “, aim 2”.

// addRollFlags adds the flags of a roll: the program's own, and those named after the pack's situations and modifiers. If several would
// have the same name, only the first one gets a flag.
func (p *program) addRollFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	addFreshFlag(p, flags)
	flags.StringArray("situation", nil, "situation that applies: `NAME` or NAME=VALUE (repeatable)")
	addNumberFlag(flags, "against", "`margin` of the opposed roll")
	flags.String("related", "", "related `skill` to use instead of an unlearnt one")
	flags.Lookup("related").Hidden = len(p.campaign.Rules.Skills.All) == 0
	for _, situation := range p.campaign.Rules.Situations.All {
		addSituationFlag(flags, situation)
	}
	for _, modifier := range p.campaign.Rules.Modifiers.All {
		if isFlagFree(flags, modifier.Flag) {
			addNumberFlag(flags, modifier.Flag, lowerLabel(modifier.Label)+": a `number` to add")
			_ = flags.SetAnnotation(modifier.Flag, packAnnotation, nil)
		}
	}
}

// addSituationFlag adds the flag that ticks a situation, unless its name is taken. It is marked with packAnnotation, since only this game
// has it.
func addSituationFlag(flags *pflag.FlagSet, situation *rules.Situation) {
	if !isFlagFree(flags, situation.Flag) {
		return
	}
	defer func() { _ = flags.SetAnnotation(situation.Flag, packAnnotation, nil) }()
	label := lowerLabel(situation.Label)
	switch {
	case situation.Ask == nil:
		flags.Bool(situation.Flag, false, label)
	case len(situation.Ask.Rows()) > 0:
		flags.String(situation.Flag, "", label+": "+situation.Ask.What+", one of a `list`")
	default:
		addNumberFlag(flags, situation.Flag, label+": "+situation.Ask.What+": a `number`")
	}
}

// percentValue is a flag whose value is a percentage, stored as a share: 3% or 3 is 0.03.
type percentValue float64

// Set parses a percentage between 0 and 100, with or without the sign.
func (n *percentValue) Set(text string) error {
	value, err := command.ParseAmount(strings.TrimSpace(strings.TrimSuffix(text, "%")), "")
	if err != nil || !(value > 0 && value < 100) {
		return message.NotA(text, "a percentage from 0 to 100", "Write, for example, 3%")
	}
	*n = percentValue(value / 100)
	return nil
}

func (n *percentValue) String() string { return command.Number(100*float64(*n)) + "%" }
func (*percentValue) Type() string     { return "share" }

// timeValue is a flag whose value is a duration: a number of seconds, or a number with a unit, such as 2m.
type timeValue time.Duration

// Set parses a duration from 0 to a day.
func (n *timeValue) Set(text string) error {
	value, err := time.ParseDuration(text)
	if seconds, notNumber := command.ParseAmount(text, ""); notNumber == nil {
		value, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || value < 0 || value > 24*time.Hour {
		return message.NotA(text, "a time", "Write, for example, 20, 90s or 2m")
	}
	*n = timeValue(value)
	return nil
}

func (n *timeValue) String() string { return command.Number(time.Duration(*n).Seconds()) }
func (*timeValue) Type() string     { return "seconds" }

// numberValue is a flag whose value is a number, as [command.ParseAmount] parses it.
type numberValue float64

// addNumberFlag adds a flag whose value is a number.
func addNumberFlag(flags *pflag.FlagSet, name, usage string) {
	flags.Var(new(numberValue), name, usage)
}

// Set parses a number from -1,000,000 to 1,000,000.
func (n *numberValue) Set(text string) error {
	value, err := command.ParseAmount(text, "")
	*n = numberValue(value)
	return err
}

func (n *numberValue) String() string { return strconv.FormatFloat(float64(*n), 'g', -1, 64) }

// numberType is the type name of a numberValue, which [pflag.FlagSet.GetFloat64] requires.
const numberType = "float64"

func (*numberValue) Type() string { return numberType }

// countValue is a flag whose value is a whole number of at least 1; 0 if it was not given.
type countValue int

// Set parses a whole number of at least 1.
func (n *countValue) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < 1 {
		return message.NotA(text, "a whole number from 1", "")
	}
	*n = countValue(value)
	return nil
}

// countType is the type name of a countValue.
const countType = "count"

func (n *countValue) String() string { return strconv.Itoa(int(*n)) }
func (*countValue) Type() string     { return countType }

// isFlagFree reports whether a name can be used for a new flag.
func isFlagFree(flags *pflag.FlagSet, name string) bool {
	return name != "" && !strings.ContainsAny(name, " =") && flags.Lookup(name) == nil && !isOwnFlag(name)
}

// packAnnotation is the annotation of flags that come from the pack; the program's own flags don't have it.
const packAnnotation = "of the pack"

// isOwnFlag reports whether every command that rolls has a flag of this name: a flag of globals.addFlags, --fresh or help.
func isOwnFlag(name string) bool {
	switch name {
	case "campaign", "ruling", "state", "dice", "seed", "json", freshName, helpName:
		return true
	}
	return false
}

// isFlagOfPack reports whether the flag with the given name comes from a situation or a modifier of the pack.
func isFlagOfPack(flags *pflag.FlagSet, name string) bool {
	_, marked := flags.Lookup(name).Annotations[packAnnotation]
	return marked
}

// readOptions adds the options that the flags of a roll select to d.
func (p *program) readOptions(cmd *cobra.Command, d *rules.OngoingAction) error {
	options, err := optionTexts(p, cmd)
	if err != nil {
		return err
	}
	return p.addOptions(d, options)
}

// optionTexts returns the options that the flags of a roll select, as they would be typed at the prompt.
func optionTexts(p *program, cmd *cobra.Command) (options []string, err error) {
	flags := cmd.Flags()
	// flagValue returns the value of a flag, or "" for a flag without a value, and whether the flag is set
	flagValue := func(name string) (string, bool) {
		flag := flags.Lookup(name)
		if name == "" || flag == nil || !flag.Changed || flag.Value.String() == "false" {
			return "", false
		}
		return strings.TrimSuffix(flag.Value.String(), "true"), true
	}
	for _, situation := range p.campaign.Rules.Situations.All {
		if value, ok := flagValue(situation.Flag); ok && isFlagOfPack(flags, situation.Flag) {
			options = append(options, situation.Flag+" "+value)
		}
	}
	for _, modifier := range p.campaign.Rules.Modifiers.All {
		if value, ok := flagValue(modifier.Flag); ok && isFlagOfPack(flags, modifier.Flag) {
			options = append(options, modifier.Flag+" "+value)
		}
	}
	for _, name := range []string{"against", "skill", "related", "points"} {
		if value, ok := flagValue(name); ok {
			options = append(options, name+" "+value)
		}
	}
	situations, err := flags.GetStringArray("situation")
	return append(options, situations...), err
}

// perform carries out an action of the actor with the key who in state s. answers are for its questions, in the order in which they are
// asked; questions beyond them get their default answer. The rules stop at each question with a *rules.Need, so the action is performed
// again, with the same dice, until all are answered.
func (p *program) perform(s *rules.State, who string, action rules.OngoingAction, answers []string) (rules.Decision, error) {
	dice, err := p.newDice()
	if err != nil {
		return rules.Decision{}, err
	}
	byKey, remaining := map[string]string{}, answers // answers by the key of the question, and answers not used yet
	var passedOver []string                          // notes about questions that the next answer doesn't fit
	for {
		decision, err := p.campaign.Rules.Perform(s, who, action, rules.DecisionInput{Dice: dice.replayDice(), Answers: byKey})
		var need *rules.Need
		if errors.As(err, &need) && need.IsQuestion() {
			byKey[need.Key] = need.DefaultAnswer()
			if len(remaining) > 0 {
				var isPassed bool
				if byKey[need.Key], remaining, isPassed, err = command.TakeAnswer(p.campaign.Rules, need, remaining); err != nil {
					return decision, err
				}
				if isPassed {
					passedOver = append(passedOver, fmt.Sprintf("“%s” is answered with none. “%s” answers the next question.", need.Text, remaining[0]))
				}
			}
			continue
		}
		if errors.As(err, &need) { // a die without a result, not a question
			need.Text = strings.TrimSuffix(need.Text, ".") + "."
			return decision, fmt.Errorf("%w Add it to --dice.", need)
		}
		if err == nil && len(remaining) > 0 {
			return decision, command.RefuseUnasked(remaining[0])
		}
		if err == nil {
			p.noteUnusedDice(dice)
			for _, text := range passedOver {
				p.writeNote("%s", text)
			}
		}
		return decision, err
	}
}

// toSnakeCase returns text as it would be written as a name in YAML: lower-case words joined by underscores.
func toSnakeCase(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), " ", "_"), "-", "_")
}

// readAnswers returns the answers to an action's questions: those of --answer, then those given by flags of their own, such as --parry.
func (p *program) readAnswers(cmd *cobra.Command) ([]string, error) {
	list, err := cmd.Flags().GetStringArray("answer")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, action := range p.campaign.Rules.Actions.All {
		if action.Answers == "" {
			continue
		}
		names = append(names, action.Name, action.Label)
		if set, err := cmd.Flags().GetBool(action.Flag); action.Flag != "" && err == nil && set {
			list = append(list, action.Name)
		}
	}
	for _, text := range list {
		if p.isNumberOrFaces(text) {
			continue
		}
		if err := checkAnswerName(text, names); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// isNumberOrFaces reports whether text is a number, or names faces of a die with symbols, so that it can answer a question for these.
func (p *program) isNumberOrFaces(text string) bool {
	if _, number := source.ReadNumber(text); number {
		return true
	}
	return slices.ContainsFunc(p.campaign.Rules.FacedDice.All, func(die *rules.FacedDie) bool { return die.FitsTyped(text) })
}

// checkAnswerName returns an error unless text begins with one of names or is NoAnswer. The rest of text is checked later.
func checkAnswerName(text string, names []string) error {
	lower := strings.ToLower(text)
	for _, name := range append(names, rules.NoAnswer) {
		name = strings.ToLower(name)
		if lower == name || toSnakeCase(text) == name || strings.HasPrefix(lower, name+" ") {
			return nil
		}
	}
	typed := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return toSnakeCase(name) != name }) // without labels
	return message.UnknownOr("answer", text, names, "Choose: "+strings.Join(typed, ", "))
}
