package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Groups of commands, numbers of arguments, and messages about wrong usage.

// IDs of the groups of commands. root.go has the titles that the help shows for them.
const (
	groupRolls   = "rolls"
	groupActions = "actions"
	groupSession = "session"
	groupDesign  = "design"
)

// assignGroup assigns the commands in list to a group and returns them.
func assignGroup(group string, list ...*cobra.Command) []*cobra.Command {
	for _, cmd := range list {
		cmd.GroupID = group
	}
	return list
}

// wantArgs returns a function that accepts exactly the named arguments. The last one can consist of several words if its name ends in “…”.
func wantArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return usageError(cmd, "%s is missing.", names[len(args)])
		}
		if len(args) > len(names) && (len(names) == 0 || !strings.HasSuffix(names[len(names)-1], "…")) {
			return usageError(cmd, "Unexpected argument “%s”.", args[len(names)])
		}
		return nil
	}
}

// wrongUsage is an error about the arguments of a command. It is shown with the usage line and an example.
type wrongUsage struct {
	cmd  *cobra.Command // command that was used wrongly
	text string         // problem, without the usage line
}

// Error returns the text.
func (e *wrongUsage) Error() string { return e.text }

// usageError returns an error about the arguments of a command.
func usageError(cmd *cobra.Command, format string, args ...any) error {
	return &wrongUsage{cmd, fmt.Sprintf(format, args...)}
}

// writeUsage writes the usage line of a command, and its first example if it has one.
func (p *program) writeUsage(cmd *cobra.Command) {
	fmt.Fprintln(p.stderr, "usage:", usageLine(cmd))
	giveExamples(p, cmd.Root())
	if example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n"); example != "" {
		fmt.Fprintln(p.stderr, "example:", example)
	}
}

// usageLine returns the full name of a command and its arguments: hybrid odds WHO SKILL….
func usageLine(cmd *cobra.Command) string {
	path := "hybrid"
	if cmd.HasParent() {
		path = cmd.Parent().CommandPath()
	}
	return path + " " + cmd.Use
}

// wantSubcommand returns an error for a command that was called without a known subcommand. If args is empty, the error lists the
// subcommands; otherwise it suggests one that is similar to args[0].
func wantSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("Choose: %s %s.", cmd.CommandPath(), strings.Join(commandNames(cmd), "|"))
	}
	return unknownCommand(cmd, args)
}

// unknownCommand returns an error if args isn't empty, as args[0] isn't a subcommand of cmd, which takes no arguments of its own. The error
// suggests a similar subcommand.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return message.UnknownOr("command", args[0], commandNames(cmd), "`"+cmd.CommandPath()+" --help` lists them.")
}

// commandNames returns the names of the subcommands of cmd.
func commandNames(cmd *cobra.Command) (names []string) {
	return collect.Map(cmd.Commands(), func(child *cobra.Command) string { return child.Name() })
}

// wantAtMost returns a function that accepts at most one argument, with the given name.
func wantAtMost(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return wantArgs(name)(cmd, args)
	}
}

// Names of commands that work with any campaign, even one with mistakes.
const (
	helpName       = "help"
	completionName = "completion"
)
