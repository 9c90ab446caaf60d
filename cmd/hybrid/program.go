package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/campaign"
)

// The environment of a command: streams, flags and the campaign. root.go adds commands, program_session.go reads sessions.

// program is one run of the command line: its streams, the flags that every command has, and its campaign. It has many methods because most
// commands and their helpers need these.
type program struct {
	stdin        io.Reader
	stdout       io.Writer
	stderr       io.Writer
	flags        globals
	campaign     *campaign.Campaign
	session      *gm.Session  // in memory, to parse input
	now          sessionCache // current state of the campaign's session
	loadError    error        // error because of which the campaign can't be played; campaign is then a substitute, or nil
	hasRulings   bool         // whether --ruling was given when the campaign was opened, so that the choices may be to blame for the error
	campaignName string       // campaign that couldn't be loaded, as named on the command line
	command      string       // path of the command being carried out, such as session list
	theme        string       // colours of the dashboard; "" for the default
	plain        bool         // whether to draw only characters that every font has
	noMouse      bool         // whether the dashboard leaves the mouse to the terminal
	seats        seatFlags    // flags for players' seats

	ruleWords map[string]int // number of rules that have a word as their name, or as an alias of an action
	helpIndex *searchIndex   // index of the help; nil until something is searched for

	ctx context.Context // cancels long work; nil if nothing does

	forAssistant bool     // whether it runs for an assistant: schemas on disk are not updated
	wantsHelp    bool     // whether help is requested
	completing   bool     // whether a shell requests completions
	commandLine  []string // command line; nil if it asks for help. Only commands that occur in it need flags
}

// workContext returns the context for long work.
func (p *program) workContext() context.Context {
	if p.ctx == nil {
		return context.Background()
	}
	return p.ctx
}

// globals holds the flags that every command has.
type globals struct {
	campaign string         // name or folder of the campaign
	rulings  []string       // choices of rule variants, each NAME=CHOICE
	state    string         // folder of sessions; "" for the default
	dice     []string       // numbers rolled at the table
	seed     uint64         // number that the dice are made from, if the flag is given
	json     bool           // whether to write JSON
	csv      bool           // whether to write CSV; only for commands that can
	fresh    bool           // whether to take characters from their files instead of the session; only for commands about characters
	flagSet  *pflag.FlagSet // all flags of the command, to see which are given
}

// addFlags adds the flags that every command has.
func (g *globals) addFlags(flags *pflag.FlagSet) {
	g.flagSet = flags
	flags.StringVar(&g.campaign, "campaign", defaultCampaign(), "`campaign`: a built-in one, or a folder")
	flags.StringArrayVar(&g.rulings, "ruling", nil, "rule variant: `NAME=CHOICE` (repeatable)")
	flags.StringVar(&g.state, "state", "", "`folder` for sessions (default $HYBRID_STATE, else the user's state folder)")
	flags.StringSliceVar(&g.dice, "dice", nil, "`numbers` rolled at the table, in order, such as 17,33")
	flags.Uint64Var(&g.seed, "seed", 0, "`number` that the dice are made from; the same number gives the same dice (default random)")
	flags.BoolVar(&g.json, "json", false, "JSON output")
}

// defaultCampaign returns the name of the campaign used if none is named: the one in the current folder, otherwise the sample.
func defaultCampaign() string {
	if _, err := os.Stat("campaign.yaml"); err == nil || campaign.FindMisnamed(".") != "" {
		return "."
	}
	return campaign.Sample
}

// openCampaign opens a campaign by name or folder, with choices of rulings written NAME=CHOICE.
func openCampaign(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := parseRulings(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.Open(name, choices)
}

// openDespiteMistakes opens a campaign even if it has mistakes, provided that something new can be created for it.
func openDespiteMistakes(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := parseRulings(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.OpenDespite(name, choices)
}

// parseRulings parses the values of --ruling.
func parseRulings(rulings []string) (map[string]string, error) {
	choices := map[string]string{}
	for _, text := range rulings {
		ruling, choice, found := strings.Cut(text, "=")
		if !found {
			return nil, fmt.Errorf("“--ruling %s” has no choice. Write NAME=CHOICE.", text)
		}
		choices[ruling] = choice
	}
	return choices, nil
}
