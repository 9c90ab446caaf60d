package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules/message"
)

// `hybrid mcp`: the program as tools for an assistant, each a command line. Writing files is in root_mcpwrite.go.

func mcpCommand(p *program) *cobra.Command {
	a := &assistant{program: p}
	cmd := &cobra.Command{
		Use:   mcpName,
		Short: "Serve an assistant over the Model Context Protocol",
		Long: "Serve an assistant, such as one in an editor, over the Model Context Protocol on standard input and output. It can\n" +
			"only look: rules, odds, sheets, YAML, vet, try, simulate, balance, the log. With --seat, it has one tool: the\n" +
			"knowledge of that character, as follow --seat shows it. With --write DIR, it can also write the YAML files of that\n" +
			"campaign, if the campaign has no mistakes then.",
		Args: wantArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.seat != "" && a.folder != "" {
				return message.Conflict("--seat", "--write", "Remove one")
			}
			server, err := a.server()
			if err != nil {
				return err
			}
			out := p.stdout
			if visible, ok := out.(*visibleWriter); ok {
				out = visible.out // JSON has its own escapes
			}
			return server.Run(cmd.Context(), &mcp.IOTransport{Reader: io.NopCloser(p.stdin), Writer: openWriter{out}})
		},
	}
	cmd.Flags().StringVar(&a.seat, "seat", "", "`character` whose knowledge is all that the assistant sees")
	cmd.Flags().StringVar(&a.folder, "write", "", "`folder` of a campaign whose files the assistant can write")
	return cmd
}

// openWriter is a writer that stays open when the server closes it.
type openWriter struct{ io.Writer }

func (openWriter) Close() error { return nil }

// assistant serves tools that carry command lines out, one at a time, with --json.
type assistant struct {
	*program
	seat, folder string
	one          sync.Mutex
}

// The arguments of the tools. The comments of their fields are what an assistant reads.
type (
	wordsAsked struct {
		Words string `json:"words" jsonschema:"the words to look up"`
	}
	oddsAsked struct {
		Words      string   `json:"words" jsonschema:"WHO SKILL, WHO ACTION WHOM, WHO SKILL against WHO SKILL, WHO TASK, WHO HAZARD 6, or WHO initiative"`
		Situations []string `json:"situations,omitempty" jsonschema:"situations that apply, NAME or NAME=VALUE"`
		Answers    []string `json:"answers,omitempty" jsonschema:"answers of the target, in the order in which they are asked for"`
		Weapon     string   `json:"weapon,omitempty" jsonschema:"the item used; all, or names separated by commas, compares them"`
		Wears      string   `json:"wears,omitempty" jsonschema:"armour that the target might wear, or all"`
	}
	whoAsked struct {
		Who string `json:"who" jsonschema:"the name of a character"`
	}
	noneAsked struct{}
	showAsked struct {
		Words string `json:"words,omitempty" jsonschema:"SECTION, SECTION ENTRY or SECTION ENTRY KEY of the YAML; empty lists the sections"`
	}
	vetAsked struct {
		Path string `json:"path,omitempty" jsonschema:"a campaign folder or a file; empty for the campaign of the server"`
	}
	tryAsked struct {
		What  string `json:"what" jsonschema:"skill, weapon, task, table, ladder or formula"`
		Words string `json:"words" jsonschema:"its name, or the formula"`
		Who   string `json:"who,omitempty" jsonschema:"the character to try it with"`
	}
	fightAsked struct {
		Encounter string   `json:"encounter" jsonschema:"the name of the encounter"`
		Runs      int      `json:"runs,omitempty" jsonschema:"the number of fights, at most 10000; default 500"`
		Win       string   `json:"win,omitempty" jsonschema:"of balance: the wanted chance that the players' side wins, such as 70%"`
		With      []string `json:"with,omitempty" jsonschema:"of simulate CHARACTER=SIDE, of balance CHARACTER=0..6"`
	}
	sessionAsked struct {
		Number int `json:"number,omitempty" jsonschema:"the number of the session; 0 for the last"`
	}
	helpAsked struct {
		Topic string `json:"topic,omitempty" jsonschema:"a page of the manual or a command, such as: actions; empty lists the pages"`
	}
)

// The limits of the fights that an assistant has simulated.
const usualFights, maxFights = 500, 10_000

// server returns the server with its tools.
func (a *assistant) server() (*mcp.Server, error) {
	s := mcp.NewServer(&mcp.Implementation{Name: "hybrid", Title: "hybrid", Version: version()}, nil)
	if a.seat != "" {
		addLook(a, s, "seat", "The session as this character knows it: statistics, conditions, the log, open questions.", func(noneAsked) []string {
			return []string{followName, "--seat=" + a.seat}
		})
		return s, nil
	}
	addLook(a, s, "rule", "Look up a rule, a skill, an item, a condition or any other entry of the game.", func(in wordsAsked) []string { return split("rule", in.Words) })
	addLook(a, s, "odds", "Exact odds of a check or an action, with the terms of the chance and the results for the target.", func(in oddsAsked) []string {
		line := split("odds", in.Words)
		line = repeated(line, "situation", in.Situations...)
		line = repeated(line, "answer", in.Answers...)
		return repeated(repeated(line, "weapon", in.Weapon), "wears", in.Wears)
	})
	addLook(a, s, "sheet", "A character's sheet, as the session of the campaign left it.", func(in whoAsked) []string { return []string{"sheet", in.Who} })
	addLook(a, s, "show", "The YAML of a section or an entry of the game, with the file that it is from.", func(in showAsked) []string { return split("show", in.Words) })
	addLook(a, s, vetName, "Check a campaign's files for mistakes, with file, line, column and code of each.", func(in vetAsked) []string {
		if in.Path == "" {
			return []string{vetName, a.home()}
		}
		return []string{vetName, in.Path}
	})
	addLook(a, s, "try", "The odds and costs of a rule: a skill by rank, a weapon's damage, a task for each character, a formula's values.", func(in tryAsked) []string {
		if in.What == "formula" {
			return repeated([]string{"try", in.What, "(" + in.Words + ")"}, "who", in.Who)
		}
		return repeated(split("try", in.What+" "+in.Words), "who", in.Who)
	})
	addLook(a, s, simulateName, "Fight an encounter many times by its tactics: wins, losses, length.", func(in fightAsked) []string {
		return repeated([]string{simulateName, in.Encounter, "--runs=" + fights(in.Runs)}, "with", in.With...)
	})
	addLook(a, s, balanceName, "Find the opponents that give a wanted chance to win.", func(in fightAsked) []string {
		return repeated(repeated([]string{balanceName, in.Encounter, "--runs=" + fights(in.Runs)}, "win", in.Win), "with", in.With...)
	})
	addLook(a, s, "session_show", "A session of the campaign, entry by entry.", func(in sessionAsked) []string {
		line := []string{"session", "show"}
		if in.Number > 0 {
			line = append(line, strconv.Itoa(in.Number))
		}
		return line
	})
	addLook(a, s, "seat", "The session as one character knows it, as that player's phone shows it.", func(in whoAsked) []string {
		return []string{followName, "--seat=" + in.Who}
	})
	addLook(a, s, helpName, "A page of the manual: the keys of the YAML, the commands.", func(in helpAsked) []string { return split(helpName, in.Topic) })
	return s, a.addWriter(s)
}

// addLook adds a tool that carries out the command line of its arguments, which only looks.
func addLook[In any](a *assistant, s *mcp.Server, name, about string, line func(In) []string) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(s, tool, func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		text, err := a.carryOut(line(in))
		if err != nil {
			return nil, nil, err
		}
		return jsonResult(text), nil, nil
	})
}

// jsonResult returns a result of JSON, as text and structured.
func jsonResult(text []byte) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}
}

// carryOut carries a command line out with --json and returns what it writes. What it refuses is an error.
func (a *assistant) carryOut(line []string) ([]byte, error) {
	for _, word := range line[1:] {
		if strings.HasPrefix(word, "-") && !ownWord(word) {
			return nil, command.RefusalOf(message.NotA(word, "a name", "Flags can't be used here"))
		}
	}
	a.one.Lock()
	defer a.one.Unlock()
	line = append(line, "--json", "--campaign="+a.home())
	if a.flags.state != "" {
		line = append(line, "--state="+a.flags.state)
	}
	for _, choice := range a.flags.rulings {
		line = append(line, "--ruling="+choice)
	}
	var out, trouble bytes.Buffer
	runLooking(line, &out, &trouble)
	if text := bytes.TrimSpace(out.Bytes()); json.Valid(text) {
		return text, nil
	}
	return nil, errors.New(strings.TrimPrefix(strings.TrimSpace(trouble.String()), "hybrid: "))
}

// ownWord reports whether a word of a command line is a flag that a tool sets itself, or a number below zero.
func ownWord(word string) bool {
	if _, err := strconv.ParseFloat(word, 64); err == nil {
		return true
	}
	name, _, valued := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	switch name {
	case "situation", "answer", "weapon", "wears", "who", "with", "win", "runs", "seat":
		return valued
	}
	return false
}

// home returns the campaign that the tools are about: that of --campaign, else the folder that is written.
func (a *assistant) home() string {
	if a.folder != "" && !a.flags.set.Changed("campaign") {
		return filepath.Clean(a.folder)
	}
	return a.flags.campaign
}

// split returns a command line of a command and some words.
func split(name, words string) []string { return append([]string{name}, strings.Fields(words)...) }

// repeated adds a flag to a command line for each value that is not empty.
func repeated(line []string, flag string, values ...string) []string {
	for _, value := range values {
		if value != "" {
			line = append(line, "--"+flag+"="+value)
		}
	}
	return line
}

// fights returns how many fights to simulate of a wish.
func fights(wish int) string {
	if wish <= 0 {
		wish = usualFights
	}
	return strconv.Itoa(min(wish, maxFights))
}
