package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

// Exit codes: a refused action is not a mistake in what was typed or written.
const (
	exitDone    = 0
	exitRefused = 1
	exitBad     = 2
)

// exitStatus is an error that has been reported already, as an exit code.
type exitStatus int

func (t exitStatus) Error() string { return fmt.Sprintf("exit %d", int(t)) }

// program is one run of the command line: its streams, what every command takes, and the campaign it is about.
type program struct {
	stdin    io.Reader
	stdout   io.Writer
	stderr   io.Writer
	flags    globals
	campaign *campaign.Campaign
	session  *gm.Session // in memory; it reads what people write
	now      presence    // what was played
	trouble  error       // why there is no campaign
	command  string      // what is carried out, such as session list
	theme    string
	plain    bool
	noMouse  bool
	seats    seating

	completing bool     // a shell asks what may be typed
	typed      []string // the command line, where it asks for no help; only a command that stands in it needs flags
}

// globals are the flags that every command takes.
type globals struct {
	campaign string
	rulings  []string
	state    string
	dice     []string
	seed     uint64
	json     bool
	csv      bool // of the commands that can
	fresh    bool // of the commands that are about characters
	set      *pflag.FlagSet
}

func (g *globals) register(flags *pflag.FlagSet) {
	g.set = flags
	flags.StringVar(&g.campaign, "campaign", defaultCampaign(), "a `campaign`: one that comes along, or its folder; without it the one in this folder")
	flags.StringArrayVar(&g.rulings, "ruling", nil, "read a rule otherwise, as `NAME=CHOICE` (repeatable)")
	flags.StringVar(&g.state, "state", "", "the `folder` sessions are kept in (default $HYBRID_STATE, else the user's state folder)")
	flags.StringSliceVar(&g.dice, "dice", nil, "dice rolled at the table, in `order`, such as 17,33")
	flags.Uint64Var(&g.seed, "seed", 0, "roll dice from this `number`: the same number, the same dice")
	flags.BoolVar(&g.json, "json", false, "write JSON")
}

// defaultCampaign returns the campaign that is meant where none is named: the one in this folder, else the sample.
func defaultCampaign() string {
	if _, err := os.Stat("campaign.yaml"); err == nil {
		return "."
	}
	return campaign.Sample
}

// run is the whole program but for the exit: it returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	args = joinAddress(args)
	p := &program{stdin: stdin, stdout: &visibleWriter{out: stdout}, stderr: &visibleWriter{out: stderr}}
	p.completing = len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	p.open(args)
	helps := slices.ContainsFunc(args, func(arg string) bool { return arg == "--help" || arg == "-h" || arg == helpName })
	if !helps && !p.completing {
		p.typed = args
	}
	root := p.root()
	if helps {
		giveExamples(p, root)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	if p.trouble != nil && !worksWithoutCampaign(root, args) {
		return p.exitCode(p.trouble)
	}
	return p.exitCode(root.Execute())
}

// worksWithoutCampaign reports whether a command line needs no campaign.
func worksWithoutCampaign(root *cobra.Command, args []string) bool {
	cmd, _, err := root.Find(args)
	return err == nil && slices.Contains([]string{vetName, showName, helpName}, cmd.Name())
}

// open loads the campaign that the command line is about, before the commands are made: they depend on its data.
func (p *program) open(args []string) {
	var early globals
	flags := pflag.NewFlagSet("early", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.BoolP("help", "h", false, "")
	early.register(flags)
	new(seating).register(flags)
	_ = flags.Parse(args) // the commands report what is wrong with it
	name := early.campaign
	if rest := flags.Args(); len(rest) > 1 && (rest[0] == playName || rest[0] == serveName || rest[0] == followName) {
		name = rest[1]
	}
	open := openCampaign
	if rest := flags.Args(); len(rest) > 0 && rest[0] == newName {
		open = openDespite
	}
	newProgress(p.stderr).while("reading "+name, func() { p.campaign, p.trouble = open(name, early.rulings) })
	if p.trouble != nil && p.completing { // what is being typed is no campaign yet, and no ruling
		if p.campaign, p.trouble = openCampaign(name, nil); p.trouble != nil {
			p.campaign, p.trouble = openCampaign(defaultCampaign(), nil)
		}
	}
	if p.trouble != nil {
		return
	}
	p.session, _, p.trouble = gm.Open(p.campaign, gm.Options{})
}

func openCampaign(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := choicesOf(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.Open(name, choices)
}

// openDespite opens a campaign with mistakes, too, as far as something new can be made for it.
func openDespite(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := choicesOf(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.OpenDespite(name, choices)
}

// choicesOf reads --ruling.
func choicesOf(rulings []string) (map[string]string, error) {
	choices := map[string]string{}
	for _, text := range rulings {
		ruling, choice, found := strings.Cut(text, "=")
		if !found {
			return nil, fmt.Errorf("--ruling %s: write NAME=CHOICE", text)
		}
		choices[ruling] = choice
	}
	return choices, nil
}

// exitCode writes an error, one line for each mistake, and returns the exit code.
func (p *program) exitCode(err error) int {
	if err == nil {
		return exitDone
	}
	var code exitStatus
	if errors.As(err, &code) {
		return int(code)
	}
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		fmt.Fprintln(p.stderr, mistakes)
		return exitBad
	}
	fmt.Fprintln(p.stderr, "hybrid:", strings.ReplaceAll(err.Error(), "\n", " "))
	if p.campaign != nil && p.campaign.TablesLeftOut {
		p.note("the campaign's own tables have mistakes, and count only when these are mended: hybrid vet")
	}
	var refused *rules.Refusal
	var need *rules.Need
	if errors.As(err, &refused) || errors.As(err, &need) {
		return exitRefused
	}
	return exitBad
}

// badInput turns a refusal to read what was typed into bad input.
func badInput(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(err.Error())
}

// note writes a note to stderr, beside the result.
func (p *program) note(format string, args ...any) {
	fmt.Fprintf(p.stderr, "note: "+format+"\n", args...)
}

// textWriter returns a writer of text on stdout, as wide as the terminal.
func (p *program) textWriter() *textWriter {
	w := newTextWriter(p.stdout)
	if p.campaign != nil {
		w.unit = command.ChanceUnit(p.campaign.Rules)
	}
	if file := terminalOf(p.stdout); file != nil {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil {
			w.width = min(max(columns, leastWidth), mostWidth)
		}
	}
	return w
}
