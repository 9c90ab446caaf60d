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

// What a command is carried out with: streams, flags, the campaign. Commands are added in root.go, sessions are read in
// program_session.go.

// program is one run of the command line: its streams, what every command takes, and the campaign it is about. It has many
// methods because each subcommand is one, and all share streams, flags and the campaign.
type program struct {
	stdin        io.Reader
	stdout       io.Writer
	stderr       io.Writer
	flags        globals
	campaign     *campaign.Campaign
	session      *gm.Session // in memory; it reads what people write
	now          presence    // what was played
	trouble      error       // why the campaign cannot be played; then campaign stands in for it, or is nil
	chosen       bool        // --ruling was given when the campaign was opened: what is wrong may be none of the campaign's
	campaignName string      // how the command line names the campaign that has trouble
	command      string      // what is carried out, such as session list
	theme        string
	plain        bool
	noMouse      bool
	seats        seating

	words map[string]int // how many rules have a word as their name, or as another word of an action

	ctx context.Context // ends what takes long; nil never does

	looks      bool     // an assistant looks: schemas on the disk stay as they are
	helps      bool     // help is asked for
	completing bool     // a shell asks what may be typed
	typed      []string // the command line, where it asks for no help; only a command that stands in it needs flags
}

// context returns the context of what takes long.
func (p *program) context() context.Context {
	if p.ctx == nil {
		return context.Background()
	}
	return p.ctx
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

// register adds the flags that every command has.
func (g *globals) register(flags *pflag.FlagSet) {
	g.set = flags
	flags.StringVar(&g.campaign, "campaign", defaultCampaign(), "`campaign`: a built-in one, or a folder")
	flags.StringArrayVar(&g.rulings, "ruling", nil, "rule variant: `NAME=CHOICE` (repeatable)")
	flags.StringVar(&g.state, "state", "", "`folder` for sessions (default $HYBRID_STATE, else the user's state folder)")
	flags.StringSliceVar(&g.dice, "dice", nil, "`numbers` rolled at the table, in order, such as 17,33")
	flags.Uint64Var(&g.seed, "seed", 0, "`number` that the dice are made from; the same number gives the same dice (default random)")
	flags.BoolVar(&g.json, "json", false, "JSON output")
}

// defaultCampaign returns the campaign that is meant where none is named: the one in this folder, else the sample.
func defaultCampaign() string {
	if _, err := os.Stat("campaign.yaml"); err == nil || campaign.Misnamed(".") != "" {
		return "."
	}
	return campaign.Sample
}

// openCampaign opens a campaign by name or folder, with rulings written NAME=CHOICE.
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
			return nil, fmt.Errorf("“--ruling %s” has no choice. Write NAME=CHOICE.", text)
		}
		choices[ruling] = choice
	}
	return choices, nil
}
