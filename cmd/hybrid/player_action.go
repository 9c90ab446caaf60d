package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// A command for each action of the game, with its flags and arguments, such as `hybrid attack kira grell with dagger`. An action can have
// targets, use an item (its tool), and ask for a number or for words; while it is carried out, it can ask questions, above all how the
// target answers. player_actionresult.go writes the result, player_actionodds.go the odds.

// addActionCommands adds a command for every action that can be declared by name. The program's own commands keep their names.
func addActionCommands(p *program, root *cobra.Command) {
	rs := p.campaign.Rules
	root.AddGroup(&cobra.Group{ID: groupActions, Title: "Actions of " + rs.Pack.Label + ":"})
	programWords := map[string]bool{}
	for _, cmd := range root.Commands() {
		programWords[cmd.Name()] = true
	}
	for _, action := range rs.Actions.All {
		if action.IsDeclaredByName(rs) && !programWords[action.Name] {
			cmd := p.actionCommand(action)
			cmd.Aliases = slices.DeleteFunc(cmd.Aliases, func(word string) bool { return programWords[word] || word == helpName })
			root.AddCommand(assignGroup(groupActions, cmd)...)
		}
	}
}

// uniqueAliases returns the aliases of an action, such as shoot for attack, that aren't also the name or alias of another action, skill,
// task, hazard or character. It omits aliases of several words.
func (p *program) uniqueAliases(action *rules.Action) (words []string) {
	if p.ruleWords == nil {
		rs := p.campaign.Rules
		p.ruleWords = map[string]int{}
		names := slices.Concat(rs.Skills.Names(), rs.Tasks.Names(), rs.Hazards.Names(), p.campaign.Characters())
		for _, other := range rs.Actions.All {
			names = append(append(names, other.Name), other.Also...)
		}
		for _, name := range names {
			p.ruleWords[name]++
		}
	}
	return collect.Filter(action.Also, func(word string) bool { return p.ruleWords[word] == 1 && !strings.Contains(word, " ") })
}

// maxShort is the maximum number of words in the short help of a command.
const maxShort = 8

// actionCommand returns the command that carries out an action.
func (p *program) actionCommand(action *rules.Action) *cobra.Command {
	names := []string{"WHO"}
	switch {
	case action.TargetLimit() > 1:
		names = append(names, "WHOM…")
	case action.Whom:
		names = append(names, "WHOM")
	}
	use, args := action.Name+" "+strings.Join(names, " "), wantArgs(names...)
	if asksNumber(action) {
		use, args = use+" [NUMBER]", wantArgsAndNumber(args, len(names))
	}
	if len(action.With) > 0 {
		use += " [with ITEM]"
	}
	checkNames := args // checks the arguments without the item and further targets, which are cut off first
	args = func(cmd *cobra.Command, args []string) error {
		words, _ := cutTool(action, args)
		words, _ = cutOtherTargets(action, words)
		if limit := action.TargetLimit(); limit > 1 && !asksNumber(action) && len(words) > limit+1 {
			return usageError(cmd, "%s takes up to %d targets, not %d. Name fewer.", action.Label, limit, len(words)-1)
		}
		return checkNames(cmd, words)
	}
	cmd := &cobra.Command{
		Use: use, Short: action.Label, Args: args,
		ValidArgsFunction: p.completeWho(max(len(names), 1+action.TargetLimit()), nil),
	}
	if action.Text != "" {
		cmd.Long = action.Label + ": " + action.Text + "."
		if short := action.Label + ": " + action.Text; len(strings.Fields(short)) <= maxShort {
			cmd.Short = short
		}
	}
	if dashed := strings.ReplaceAll(action.Name, "_", "-"); dashed != action.Name {
		cmd.Aliases = []string{dashed}
	}
	cmd.Aliases = append(cmd.Aliases, p.uniqueAliases(action)...)
	if mayBeCalled(p, cmd) {
		p.addActionFlags(cmd, action)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.carryOutAction(cmd, action, args) }
	if action.BelongsToSide() { // sides exist only in an encounter
		cmd.Hidden, cmd.DisableFlagParsing = true, true
		cmd.Args = func(*cobra.Command, []string) error {
			return command.Refusal("%s is done by a side, in a session. Type: `SIDE: %s`.", action.Label, strings.Join(append([]string{action.Name}, names[1:]...), " "))
		}
	}
	return cmd
}

// asksNumber reports whether an action asks for a number, which can be typed after WHO as at the prompt. Other actions ask for words, for
// the result of dice, or for a choice from rows.
func asksNumber(action *rules.Action) bool {
	return action.Ask != nil && !action.Ask.Words && !action.Ask.Dice && action.Ask.Rows() == nil
}

// wantArgsAndNumber accepts the n arguments that checkNames accepts, and optionally a number after them.
func wantArgsAndNumber(checkNames cobra.PositionalArgs, n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n+1 {
			if _, err := command.ParseAmount(args[n], cmd.Name()); err == nil {
				args = args[:n]
			}
		}
		return checkNames(cmd, args)
	}
}

// cutTool separates the item of an action, which follows “with” as at the prompt, from the arguments: attack kira grell with dagger. item
// is "" if there is none.
func cutTool(action *rules.Action, args []string) (words []string, item string) {
	at := slices.Index(args, "with")
	if at < 1 || at == len(args)-1 || len(action.With) == 0 {
		return args, ""
	}
	return args[:at], strings.Join(args[at+1:], " ")
}

// cutOtherTargets separates the further targets of an action that affects an area, which follow “among” as at the prompt, from the
// arguments: burst kira dov among bram.
func cutOtherTargets(action *rules.Action, args []string) (words, among []string) {
	at := slices.Index(args, "among")
	if at < 2 || at == len(args)-1 || !action.Whom {
		return args, nil
	}
	return args[:at], args[at+1:]
}

// takeNumber removes the number that an action asks for from the arguments, if they contain one, and sets the flag for it.
func takeNumber(cmd *cobra.Command, action *rules.Action, args []string) ([]string, error) {
	index := 1 + action.TargetLimit() // index of the number: it follows the actor and the targets
	if action.TargetLimit() > 1 {
		index = len(args) - 1 // the number of targets varies, so it is the last argument, if that is a number
	}
	if !asksNumber(action) || len(args) <= index {
		return args, nil
	}
	if _, err := command.ParseAmount(args[index], cmd.Name()); err != nil && action.TargetLimit() > 1 {
		return args, nil
	}
	name := answerFlagName(cmd, action)
	if cmd.Flags().Changed(name) {
		return nil, message.Conflict(args[index], "--"+name, "Remove one")
	}
	return args[:index], cmd.Flags().Set(name, args[index])
}

// answerFlagName returns the name of the flag for the number that an action asks for: the game's own name for it, or askedName if another
// flag of the command has that name.
func answerFlagName(cmd *cobra.Command, action *rules.Action) string {
	if cmd.Flags().Lookup(askedName) != nil {
		return askedName
	}
	return action.Ask.Flag
}

// mayBeCalled reports whether the command line contains the name of a command, and so might call that command or ask for help on it. Other
// commands need no flags, which saves time at the start.
func mayBeCalled(p *program, cmd *cobra.Command) bool {
	return p.commandLine == nil || slices.ContainsFunc(p.commandLine, func(word string) bool { return word == cmd.Name() || cmd.HasAlias(word) })
}

// addActionFlags adds the flags of an action: for its tool, speed points, answers, situations and modifiers, and for the number or words
// that it asks for. They depend on the loaded game.
func (p *program) addActionFlags(cmd *cobra.Command, action *rules.Action) {
	flags := cmd.Flags()
	if len(action.With) > 0 {
		flags.String("weapon", "", "carried `item` to use (default the one in hand)")
		flags.String("with", "", "`item`: the same as --weapon")
	}
	addNumberFlag(flags, "points", "`number` of speed points to spend")
	flags.Lookup("points").Hidden = p.campaign.Rules.Order.Points.Text == ""
	if !action.Whom && action.CanAsk() {
		addAnswerFlag(flags)
	}
	if action.Whom {
		flags.StringArray("answer", nil, "answer to a question: `NAME`, NAME with ITEM, or \"NAME (OPTION)\" (repeatable, in order)")
		for _, answer := range p.campaign.Rules.Actions.All {
			if answer.Answers != "" && isFlagFree(flags, answer.Flag) {
				flags.Bool(answer.Flag, false, "defender's answer: "+lowerLabel(answer.Label))
			}
		}
	}
	if action.Ask != nil && action.Ask.Words {
		flags.String("words", "", action.Ask.What+", in `words`")
	}
	p.addRollFlags(cmd)
	if ask := action.Ask; ask != nil && !ask.Words {
		name := ask.Flag
		if !isFlagFree(flags, name) {
			name = askedName
		}
		addNumberFlag(flags, name, ask.WantedText()+", a `number`")
	}
}

// declaredAction is an action from the command line, before anything is rolled.
type declaredAction struct {
	state   *rules.State        // current state, whose actors are the acting one, then its targets
	action  rules.OngoingAction // action with its options
	answers []string            // answers to its questions, in the order in which they are asked
	preview rules.ActionPreview // cost and chance of the action before any answers
}

// parseAction parses an action from the command line. It returns a *rules.Refusal if the actor can't carry it out.
func (p *program) parseAction(cmd *cobra.Command, action *rules.Action, args []string) (*declaredAction, error) {
	args, item := cutTool(action, args)
	if item != "" {
		if cmd.Flags().Changed("weapon") || cmd.Flags().Changed("with") {
			return nil, message.Conflict("with "+item, "--weapon", "Remove one")
		}
		if err := cmd.Flags().Set("weapon", item); err != nil {
			return nil, err
		}
	}
	args, among := cutOtherTargets(action, args)
	args, err := takeNumber(cmd, action, args)
	if err != nil {
		return nil, err
	}
	s, err := p.presentState(append(args, among...)...)
	if err != nil {
		return nil, err
	}
	e := &declaredAction{state: s, action: rules.OngoingAction{Action: action.Name}}
	if action.Whom {
		e.action.Whom = s.Actors[1].Key
		e.action.Among = append(e.action.Among, collect.Map(s.Actors[2:], func(further *rules.Actor) string { return further.Key })...)
	}
	if err := p.readActionFlags(cmd, action, s, &e.action); err != nil {
		return nil, err
	}
	if action.Whom || action.CanAsk() {
		if e.answers, err = p.readAnswers(cmd); err != nil {
			return nil, err
		}
	}
	if e.preview, err = p.campaign.Rules.Preview(s, s.Actors[0].Key, e.action, nil); err != nil {
		return nil, err
	}
	if err := e.preview.CheckPoints(s.Actors[0], &e.action); err != nil {
		return nil, err
	}
	return e, nil
}

// firstTarget returns the first target, or the actor itself if there is none.
func (e *declaredAction) firstTarget() *rules.Actor {
	return e.state.Actors[min(1, len(e.state.Actors)-1)]
}

// carryOutAction carries out an action at once and writes the result.
func (p *program) carryOutAction(cmd *cobra.Command, action *rules.Action, args []string) error {
	e, err := p.parseAction(cmd, action, args)
	if err != nil {
		return err
	}
	actors := e.state.Actors
	decision, err := p.perform(e.state, actors[0].Key, e.action, e.answers)
	if err != nil {
		return err
	}
	done := &actionResult{program: p, state: e.state, actor: actors[0], target: e.firstTarget(), preview: &e.preview, doing: &e.action, decision: &decision, shortLived: shortLivedConditions(decision.Events)}
	return p.write(report{facts: done.resultJSON(), text: done.writeText})
}

// readActionFlags sets the tool, the requested number or words and the options of d, an action of the first actor in s, from the flags of
// cmd. An unknown name is an input error (badInput).
func (p *program) readActionFlags(cmd *cobra.Command, action *rules.Action, s *rules.State, d *rules.OngoingAction) error {
	flags := cmd.Flags()
	for _, name := range []string{"weapon", "with"} {
		if !flags.Changed(name) {
			continue
		}
		text, err := flags.GetString(name)
		if err != nil {
			return err
		}
		item, err := p.session.Game().Item(s.Actors[0], text)
		if err != nil {
			return badInput(err)
		}
		d.Tool = item.Name
	}
	if action.Ask != nil && action.Ask.Words {
		d.Words, _ = flags.GetString("words")
	}
	if ask := action.Ask; ask != nil && !ask.Words {
		name := answerFlagName(cmd, action)
		if d.Asked, _ = flags.GetFloat64(name); !flags.Changed(name) && action.CheckAnswered() != nil {
			return fmt.Errorf("%w Use --%s.", action.CheckAnswered(), name)
		}
		if ask.IsOptional() && !flags.Changed(name) {
			d.Asked = ask.UsualNumber()
		}
	}
	return p.readOptions(cmd, d)
}
