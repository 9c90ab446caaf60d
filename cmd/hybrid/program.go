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

// The environment of a command: streams, flags, the campaign. Commands are added in root.go, sessions are read in program_session.go.

// program is one run of the command line: its streams, the flags that every command has, and its campaign. It has many methods because
// each subcommand is one, and all share streams, flags and the campaign.
type program struct {
	stdin        io.Reader
	stdout       io.Writer
	stderr       io.Writer
	flags        globals
	campaign     *campaign.Campaign
	session      *gm.Session // in memory, to parse input
	now          presence    // the present state of the campaign's session
	trouble      error       // reason why the campaign cannot be played; campaign is then a substitute, or nil
	chosen       bool        // whether --ruling was given when the campaign was opened, so trouble may not be the campaign's
	campaignName string      // campaign with trouble, as named on the command line
	command      string      // command that is carried out, such as session list
	theme        string
	plain        bool
	noMouse      bool
	seats        seating

	words map[string]int // number of rules that have a word as their name, or as another word for an action

	ctx context.Context // cancels long work; nil never does

	looks      bool     // whether an assistant is looking: schemas on the disk are not updated
	helps      bool     // whether help is requested
	completing bool     // whether a shell requests completions
	typed      []string // the command line, or nil if it asks for help; only commands that appear in it need flags
}

// workContext returns the context of long work.
func (p *program) workContext() context.Context {
	if p.ctx == nil {
		return context.Background()
	}
	return p.ctx
}

// globals holds the flags that every command has.
type globals struct {
	campaign string
	rulings  []string
	state    string
	dice     []string
	seed     uint64
	json     bool
	csv      bool // only for commands that can write CSV
	fresh    bool // only for commands about characters
	set      *pflag.FlagSet
}

// addFlags adds the flags that every command has.
func (g *globals) addFlags(flags *pflag.FlagSet) {
	g.set = flags
	flags.StringVar(&g.campaign, "campaign", defaultCampaign(), "`campaign`: a built-in one, or a folder")
	flags.StringArrayVar(&g.rulings, "ruling", nil, "rule variant: `NAME=CHOICE` (repeatable)")
	flags.StringVar(&g.state, "state", "", "`folder` for sessions (default $HYBRID_STATE, else the user's state folder)")
	flags.StringSliceVar(&g.dice, "dice", nil, "`numbers` rolled at the table, in order, such as 17,33")
	flags.Uint64Var(&g.seed, "seed", 0, "`number` that the dice are made from; the same number gives the same dice (default random)")
	flags.BoolVar(&g.json, "json", false, "JSON output")
}

// defaultCampaign returns the campaign used if none is named: the one in this folder, else the sample.
func defaultCampaign() string {
	if _, err := os.Stat("campaign.yaml"); err == nil || campaign.Misnamed(".") != "" {
		return "."
	}
	return campaign.Sample
}

// openCampaign opens a campaign by name or folder, with rulings written NAME=CHOICE.
func openCampaign(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := parseRulings(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.Open(name, choices)
}

// openForAdding opens a campaign even if it has mistakes, as long as something new can be created for it.
func openForAdding(name string, rulings []string) (*campaign.Campaign, error) {
	choices, err := parseRulings(rulings)
	if err != nil {
		return nil, err
	}
	return campaign.OpenDespite(name, choices)
}

// parseRulings parses --ruling.
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
