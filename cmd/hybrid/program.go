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

// The environment of a command: streams, flags and the campaign. root.go adds commands, program_session.go reads sessions. A session is the
// saved course of a campaign's play; most commands only need an empty one in memory, which parses names and options as the prompt does.

// program is one run of the command line: its streams, the flags that every command has, and its campaign. It has many methods because most
// commands and their helpers need these.
type program struct {
	stdin         io.Reader          // answers to questions
	stdout        io.Writer          // results
	stderr        io.Writer          // notes, questions and errors
	flags         globals            // flags that every command has
	campaign      *campaign.Campaign // loaded campaign, the one that --campaign names; nil if it could not be loaded
	session       *gm.Session        // empty session in memory, which parses input
	cachedSession sessionCache       // state of the campaign's saved session, read on demand
	loadError     error              // error that keeps the campaign from being played; campaign is then a substitute, or nil
	hasRulings    bool               // whether --ruling was given, so that its choices might have caused loadError
	campaignName  string             // campaign that couldn't be loaded, as named on the command line
	command       string             // path of the command being carried out, such as session list
	theme         string             // colours of the dashboard; "" for the default
	plain         bool               // whether the dashboard draws only characters that every font has
	noMouse       bool               // whether the dashboard leaves the mouse to the terminal
	seats         seatFlags          // flags for players' seats

	ruleWords map[string]int // number of rules and characters by name, aliases of actions included; nil until needed
	helpIndex *searchIndex   // index of the help; nil until the first search

	ctx context.Context // context that cancels long work; nil if nothing cancels it

	forAssistant bool     // whether an assistant runs it (hybrid mcp), so that schemas on disk are not updated
	wantsHelp    bool     // whether help is requested
	completing   bool     // whether a shell requests completions
	commandLine  []string // words of the command line; nil if help is requested (commands that it doesn't name need no flags)
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
	dice     []string       // numbers rolled at the table, as typed
	seed     uint64         // number from which the dice are derived; meaningful only if the flag is given
	json     bool           // whether to write JSON
	csv      bool           // whether to write CSV; only some commands have the flag
	fresh    bool           // whether to take characters from their files instead of the session; only commands about characters have it
	flagSet  *pflag.FlagSet // flags that every command has; it also knows which of them were given
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

// defaultCampaign returns the name of the campaign used if none is named: "." if the current folder is a campaign's, otherwise the sample.
func defaultCampaign() string {
	if _, err := os.Stat("campaign.yaml"); err == nil || campaign.FindMisnamedFile(".") != "" {
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
	return campaign.OpenDespiteMistakes(name, choices)
}

// parseRulings parses the values of --ruling, each NAME=CHOICE, and returns the choices by name of the ruling.
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
