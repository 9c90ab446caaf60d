package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/source"
)

const (
	groupRolls   = "rolls"
	groupActions = "actions"
	groupSession = "session"
	groupDesign  = "design"
)

// root returns the tree of commands, with those that the loaded pack adds.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "hybrid",
		Short:         "Run a session of " + p.gameName() + ", or roll for it",
		Long:          "Run a session of " + p.gameName() + " on a dashboard, or roll for it on the command line.\nWithout a command the dashboard opens.",
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(*cobra.Command, []string) error { return playSession(p) },
	}
	root.Args = func(cmd *cobra.Command, args []string) error { return unknownCommand(cmd, args) }
	root.DisableSuggestions = true
	root.Version = version()
	root.SetVersionTemplate("hybrid {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		p.command = strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), root.Name()), " ")
	}
	p.flags.register(root.PersistentFlags())
	p.lookFlags(root)
	root.AddGroup(&cobra.Group{ID: groupSession, Title: "The session:"}, &cobra.Group{ID: groupRolls, Title: "One roll, one character:"}, &cobra.Group{ID: groupDesign, Title: "Making campaigns:"})
	root.AddCommand(inGroup(groupSession, playCommand(p), serveCommand(p), followCommand(p), scriptCommand(p), sessionCommand(p))...)
	root.AddCommand(inGroup(groupDesign, vetCommand(p), showCommand(p))...)
	help := helpCommand(p, root)
	root.SetHelpCommand(help)
	root.AddCommand(help)
	if p.trouble == nil {
		root.AddCommand(inGroup(groupRolls, checkCommand(p), rollCommand(p), taskCommand(p), oddsCommand(p), sheetCommand(p), characterCommand(p), advanceCommand(p), ruleCommand(p), restCommand(p), logCommand(p))...)
		root.AddCommand(inGroup(groupDesign, newCommand(p), importCommand(p), tryCommand(p), simulateCommand(p), balanceCommand(p), schemaCommand(p))...)
		hideUnplayed(root, p.campaign.Rules)
		addActionCommands(p, root)
		p.registerCompletions(root)
	}
	fitHelp(p, root)
	return root
}

// throwsFaces reports whether the check of the game throws dice with faces.
func throwsFaces(rs *rules.Ruleset) bool {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	return ok && check.Throw.Text != ""
}

// gameName is what the game of the campaign is called.
func (p *program) gameName() string {
	if p.trouble != nil {
		return "a campaign"
	}
	return p.campaign.Rules.Pack.Label
}

func inGroup(group string, list ...*cobra.Command) []*cobra.Command {
	for _, cmd := range list {
		cmd.GroupID = group
	}
	return list
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("no command is called %s%s", args[0], cmp.Or(source.Suggest(args[0], commandNames(cmd)), "; "+cmd.CommandPath()+" --help lists them"))
}

// wantSubcommand returns the error of a command that was given none of its subcommands.
func wantSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("what is missing: %s %s", cmd.CommandPath(), strings.Join(commandNames(cmd), "|"))
	}
	return unknownCommand(cmd, args)
}

func commandNames(cmd *cobra.Command) (names []string) {
	for _, below := range cmd.Commands() {
		names = append(names, below.Name())
	}
	return names
}

// flagError describes in one line what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var lacking *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
		name := unknown.GetSpecifiedName()
		return fmt.Errorf("%s has no flag --%s%s", cmd.Name(), name, strings.Replace(source.Suggest(name, names), "mean ", "mean --", 1))
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == numberType:
		_, err := command.Amount(invalid.GetValue(), "--"+invalid.GetFlag().Name)
		return badInput(err)
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == new(simulate.Shard).Type():
		return fmt.Errorf("--%s: %w", invalid.GetFlag().Name, errors.Unwrap(invalid))
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s needs %s, not %q", invalid.GetFlag().Name, kindOf(invalid.GetFlag()), invalid.GetValue())
	case errors.As(err, &lacking):
		return fmt.Errorf("--%s needs a value", lacking.GetFlag().Name)
	}
	return err
}

func kindOf(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "bool":
		return "true or false"
	case "int", "uint64":
		return "a whole number"
	}
	return "another value"
}

// wantArgs accepts exactly these arguments. The last one may be of several words if its name ends in …
func wantArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return fmt.Errorf("%s is missing: %s", names[len(args)], usage(cmd))
		}
		if len(args) > len(names) && (len(names) == 0 || !strings.HasSuffix(names[len(names)-1], "…")) {
			return fmt.Errorf("%s is one too many: %s", args[len(names)], usage(cmd))
		}
		return nil
	}
}

// usage is a command with what it takes, from the program's name on.
func usage(cmd *cobra.Command) string {
	path := "hybrid"
	if cmd.HasParent() {
		path = cmd.Parent().CommandPath()
	}
	return path + " " + cmd.Use
}
