/*
Command hybrid is the command line: checks, odds, sheets and attacks for players and scripts, tools for authors of campaigns, and the
dashboard of a running session. It contains no rules of the game: the actions and situations in the pack's data become commands and
flags of the same names.

# From the command line to the result

main calls run (root.go) with arguments and streams and exits with the code that it returns, so that tests can call run, too. run
loads the campaign first, since the commands depend on its data, and opens a session of it in memory, which parses names and options
as the prompt does. commandTree (root.go) builds the tree of commands, and cobra runs one.

A command ends in one of three ways. It writes a result to stdout, as text or with --json as one object. If the rules don't allow what was
asked, or a die's result is missing, it says so in one line and exits with code 1. Or it reports mistakes in the command line or in files,
one line for each, and exits with code 2.

# Parts

Each command is created by a function whose name ends in Command, in a file with the command's name: check, task, odds, sheet, advance;
play, script and session; vet, show, new, try, simulate, schema and help. The function gets the program, which holds the streams, flags and
campaign. Each subcommand of try has a file of its own. Every action of the pack is a command, too (player_action.go); player_roll.go makes
flags from situations and modifiers.

program_people.go finds a character by name, by the beginning of a name, or by the path of a file.

A command returns a report: facts for --json, lines for --csv, and a function that writes the text. program.write (write_report.go)
selects the requested one. Text is written in paragraphs and tables that fit the terminal (write_text.go); characters that would control
the terminal are made visible in the output (write_visible.go). write_json.go builds the objects that --json writes, and output.json is
their schema; write_csv.go writes tables for spreadsheets. words.json holds synonyms for the topics of help. fields.json holds the comments
of the YAML's fields, for help and schemas, and examples.json an example of each field for editors.

# Imports

cmd/hybrid imports everything and is imported by nothing. Rolls and odds come from rules, campaigns from gm/campaign,
sessions from gm, the screen from gm/dashboard. Functions that both a command and a line of the prompt need are in
gm/command.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  write_*.go  text, tables, JSON, CSV, exit codes
	2  program.go program_*.go  flags, campaign, session and people of one run; completion
	3  player_*.go  checks, odds, sheets, actions, rules
	4  design_*.go  new, import, vet, try, simulate, balance, schema, show
	5  table_*.go  play, serve, follow, session, script
	6  main.go root.go root_*.go  the tree of commands

# Where to begin

A new command is a function that returns its cobra.Command. Call it where the tree of commands is built (root.go), with its group:

	func omenCommand(p *program) *cobra.Command {
		return &cobra.Command{
			Use:     "omen WHO",
			Short:   "Show what the night holds for a character",
			Example: "  hybrid omen {who}",
			Args:    wantArgs("WHO"), ValidArgsFunction: p.completeWho(1, nil),
			RunE: p.reporting(func(args []string) (report, error) { return omenReport(p, args[0]) }),
		}
	}

Its test is a script in testdata, which TestScripts runs: `hybrid omen kira` within the test process, `exec hybrid omen kira` as a
separate program. If it writes JSON, add a line to outputs (output_test.go), and each new key to output.json. If the comment of a field of
the YAML changed, UPDATE=1 go test -run TestFieldsAreInStep rewrites fields.json. UPDATE=1 with TestManual and TestReadme updates the output
that the manual and the README show.
*/
package main
