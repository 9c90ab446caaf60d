package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The program: the tree of commands, the campaign that is opened first, and the exit code. The campaign comes first because its data adds
// commands and flags. To add a command, add a line to commandTree.

// commandTree returns the tree of commands, including those that the loaded pack adds.
func (p *program) commandTree() *cobra.Command {
	root := &cobra.Command{
		Use:   "hybrid",
		Short: "Run or roll " + p.gameName(),
		Long: "Run a session of " + p.gameName() + " on a dashboard, or roll on the command line.\nWithout a command, the dashboard opens.\n\n" +
			newHere + " `hybrid manual` lists all pages, and `hybrid help` answers questions:\n" +
			"hybrid help how do I heal.",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	asksVersion := root.Flags().BoolP(versionName, "v", false, "show the version")
	root.RunE = func(*cobra.Command, []string) error {
		if *asksVersion {
			return p.writeVersion()
		}
		return playSession(p)
	}
	root.Args = p.refuseArgs
	root.DisableSuggestions = true
	root.SetFlagErrorFunc(p.flagError)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if p.command = strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), root.Name()), " "); *asksVersion {
			p.command = versionName
			return nil
		}
		if advice, hasNoJSON := jsonAlternative(cmd); hasNoJSON && p.flags.json {
			return fmt.Errorf("%s writes no JSON. %s.", cmp.Or(p.command, root.Name()), advice)
		}
		return nil
	}
	p.flags.addFlags(root.PersistentFlags())
	p.addLookFlags(root)
	root.AddGroup(&cobra.Group{ID: groupSession, Title: "The session:"}, &cobra.Group{ID: groupRolls, Title: "Rolls and characters:"}, &cobra.Group{ID: groupDesign, Title: "Designing campaigns:"})
	root.AddCommand(assignGroup(groupSession, playCommand(p), tourCommand(p), serveCommand(p), followCommand(p), scriptCommand(p), sessionCommand(p))...)
	root.AddCommand(assignGroup(groupDesign, vetCommand(p), showCommand(p))...)
	help := helpCommand(p, root)
	root.SetHelpCommand(help)
	root.AddCommand(help)
	root.AddCommand(assignGroup(groupDesign, schemaCommand(p), mcpCommand(p))...)
	if p.campaign != nil {
		root.AddCommand(assignGroup(groupRolls, checkCommand(p), rollCommand(p), taskCommand(p), oddsCommand(p),
			sheetCommand(p), characterCommand(p), advanceCommand(p), ruleCommand(p), restCommand(p), logCommand(p))...)
		root.AddCommand(assignGroup(groupDesign, newCommand(p), importCommand(p), tryCommand(p), simulateCommand(p), balanceCommand(p))...)
		hideUnusedCommands(root, p.campaign.Rules)
		addActionCommands(p, root)
		p.registerCompletions(root)
	}
	fitHelp(p, root)
	return root
}

// refuseArgs returns an error for words that aren't a command, or nil if args is empty. For a character, it suggests a command about it:
// the odds if the next word is an action, otherwise the sheet.
func (p *program) refuseArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && p.campaign != nil && slices.Contains(p.campaign.Characters(), args[0]) {
		line := "sheet " + args[0]
		if len(args) > 1 {
			if _, isAction := p.campaign.Rules.Actions.Get(args[1]); isAction {
				line = strings.Join(append([]string{"odds", args[1], args[0]}, args[2:]...), " ")
			}
		}
		return fmt.Errorf("“%s” is a character. Begin with a command, such as `hybrid %s`.", args[0], line)
	}
	return unknownCommand(cmd, args)
}

// jsonAlternative reports whether a command has no output for --json, because it opens a screen, serves pages, or writes a format of its
// own. advice says what to do instead.
func jsonAlternative(cmd *cobra.Command) (advice string, hasNoJSON bool) {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	name, _, _ := strings.Cut(path, " ")
	switch {
	case path == "session export":
		return "Use --format jsonl", true
	case path == "", name == playName, name == tourName, name == serveName, name == mcpName, path == "session resume", name == completionName:
		return "Remove --json", true
	}
	return "", false
}

// loadCampaign loads the campaign that the command line args names, and opens an empty session for it. This happens before the commands are
// created, since they depend on its data. An error is kept in p.loadError, since some commands work despite it.
func (p *program) loadCampaign(args []string) {
	var early globals // flags parsed in advance, without knowing the commands
	flags := pflag.NewFlagSet("early", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.BoolP("help", "h", false, "")
	early.addFlags(flags)
	new(seatFlags).addFlags(flags)
	_ = flags.Parse(args) // mistakes are reported later, when cobra parses the flags
	name := early.campaign
	if rest := flags.Args(); len(rest) > 1 && (rest[0] == playName || rest[0] == serveName || rest[0] == followName) {
		name = rest[1]
	}
	open := openCampaign
	if rest := flags.Args(); len(rest) > 0 && rest[0] == newName { // something new can be created despite mistakes
		open = openDespiteMistakes
	}
	newProgress(p.stderr).showWhile("reading "+name, func() {
		if p.campaign, p.loadError = open(name, early.rulings); p.loadError != nil {
			p.campaignName, p.campaign, p.hasRulings = name, p.substituteCampaign(name), len(early.rulings) > 0
		}
	})
	if p.completing { // the campaign or ruling might be typed only in part
		p.loadError = nil
	}
	if p.campaign == nil {
		return
	}
	var err error
	if p.session, _, err = gm.Open(p.campaign, gm.Options{}); err != nil && p.loadError == nil {
		p.loadError = err
	}
}

// substituteCampaign returns the campaign from which commands, completions and schemas are created if the one with the given name can't be
// opened. It is the valid part of that campaign. If there is none, it is the sample for help and completions, and nil for other commands.
func (p *program) substituteCampaign(name string) *campaign.Campaign {
	if c, err := campaign.OpenPartial(name); err == nil {
		return c
	}
	if !p.wantsHelp && !p.completing {
		return nil
	}
	c, err := openCampaign(campaign.Sample, nil)
	if err != nil {
		panic(err) // it is built in
	}
	return c
}

// flagError returns an error that describes err, pflag's error about a flag of cmd, in one line, with a suggestion if possible.
func (p *program) flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var withoutValue *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
		name, dashes := unknown.GetSpecifiedName(), "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		suggestion := strings.Replace(message.Suggest(name, names), "mean “", "mean “--", 1)
		if p.campaign != nil && cmd.Flags().Lookup("situation") != nil {
			if s, ok := p.campaign.Rules.Situations.Get(toSnakeCase(name)); ok {
				suggestion = ". Write `--situation " + s.Name + collect.Choose(s.Ask != nil, "=VALUE", "") + "`."
			}
		}
		return fmt.Errorf("%s has no flag %s%s%s", cmd.Name(), dashes, name, cmp.Or(suggestion, ". `"+cmd.CommandPath()+" --help` lists them."))
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == numberType:
		_, err := command.ParseAmount(invalid.GetValue(), "--"+invalid.GetFlag().Name)
		return badInput(err)
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == new(simulate.Shard).Type():
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, errors.Unwrap(invalid))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s needs %s, not “%s”.", invalid.GetFlag().Name, valueKind(invalid.GetFlag()), invalid.GetValue())
	case errors.As(err, &withoutValue):
		return fmt.Errorf("--%s needs a value.", withoutValue.GetFlag().Name)
	}
	return err
}

// valueKind returns the kind of value that a flag takes, for a message about a wrong value.
func valueKind(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "uint64":
		return "a whole number"
	case countType:
		return "a whole number from 1"
	}
	return "another value"
}

// run carries out a command line and returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&program{stdin: stdin, stdout: &visibleWriter{out: stdout}, stderr: &visibleWriter{out: stderr}}).run(args)
}

// runReadOnly runs a command line for an assistant. It reads no input and changes no schemas on disk. A simulation stops when ctx is done.
func runReadOnly(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	p := &program{stdin: strings.NewReader(""), stdout: &visibleWriter{out: stdout}, stderr: &visibleWriter{out: stderr}, forAssistant: true, ctx: ctx}
	return p.run(args)
}

// run carries out a command line and returns the exit code.
func (p *program) run(args []string) int {
	args = keepMinuses(joinAddress(args))
	p.completing = len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	p.wantsHelp = slices.ContainsFunc(args, func(arg string) bool {
		return slices.Contains([]string{"--help", "-h", "--" + versionName, "-v", helpName, completionName}, arg)
	})
	p.loadCampaign(args)
	if !p.wantsHelp && !p.completing {
		p.commandLine = args
	}
	root := p.commandTree()
	words := args
	if p.completing { // args[0] is cobra's request; the words to complete follow it
		words = args[1:]
	}
	if p.campaign != nil {
		// if the words must be reordered, the tree is built again, since only commands named in the command line have flags
		if reordered, ok := p.moveActionFirst(root, words); ok {
			if args = slices.Concat(args[:len(args)-len(words)], reordered); p.commandLine != nil {
				p.commandLine = args
			}
			root = p.commandTree()
		}
	}
	if p.wantsHelp {
		giveExamples(p, root)
	}
	root.SetArgs(args)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	if p.loadError != nil && !p.worksWithMistakes(root, args) {
		return p.exitCode(p.loadError)
	}
	err := root.Execute()
	code := p.exitCode(err)
	if usage := (*wrongUsage)(nil); errors.As(err, &usage) {
		p.writeUsage(usage.cmd)
	}
	return code
}

// worksWithMistakes reports whether a command line works even if the campaign has mistakes: it asks for help, or names a command for
// finding or correcting mistakes.
func (p *program) worksWithMistakes(root *cobra.Command, args []string) bool {
	if p.wantsHelp {
		return true
	}
	cmd, _, err := root.Find(args)
	if err != nil {
		return false
	}
	switch cmd.Name() {
	case vetName, showName, mcpName:
		return true
	case schemaName:
		return p.campaign != nil || slices.Contains(args, "--output")
	}
	return false
}
