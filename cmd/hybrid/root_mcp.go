package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/gm/seats"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid mcp`: the program as tools for an AI assistant, over the Model Context Protocol (MCP). Each tool runs a command line of this
// program with --json. All tools only read, except the one in root_mcpwrite.go, which writes files. A seat is the place of one character's
// player: from it, the session can be seen as far as that character knows it. The table screen is a seat for all players together.

// mcpCommand returns the command `mcp`.
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
			if err := a.checkSeat(); err != nil {
				return err
			}
			server, err := a.newServer()
			if err != nil {
				return err
			}
			out := p.stdout
			if visible, ok := out.(*visibleWriter); ok {
				out = visible.out // JSON has escapes of its own
			}
			return server.Run(cmd.Context(), &mcp.IOTransport{Reader: newMessageReader(p.stdin, p.writeNote), Writer: nopCloseWriter{out}})
		},
	}
	cmd.Flags().StringVar(&a.seat, "seat", "", "`character` whose knowledge is all that the assistant sees")
	cmd.Flags().StringVar(&a.folder, "write", "", "`folder` of a campaign whose files the assistant can write")
	return cmd
}

// nopCloseWriter is a writer with a Close that does nothing, so that the server doesn't close standard output.
type nopCloseWriter struct{ io.Writer }

func (nopCloseWriter) Close() error { return nil }

// assistant serves tools that run command lines with --json, concurrently.
type assistant struct {
	*program
	seat      string     // character to whose knowledge the assistant is limited; "" for no limit
	folder    string     // campaign's folder that the assistant can write to; "" for none
	writeLock sync.Mutex // lock that is held while files are written
}

// Arguments of the tools. The tags of their fields contain descriptions for the assistant.
type (
	wordsArgs struct {
		Words string `json:"words" jsonschema:"the words to look up"`
	}
	oddsArgs struct {
		Words      string   `json:"words" jsonschema:"WHO SKILL, WHO ACTION WHOM, WHO SKILL against WHO SKILL, WHO TASK, WHO HAZARD 6, or WHO initiative"`
		Situations []string `json:"situations,omitempty" jsonschema:"situations that apply, NAME or NAME=VALUE"`
		Answers    []string `json:"answers,omitempty" jsonschema:"answers of the target, in the order in which they are asked for"`
		Weapon     string   `json:"weapon,omitempty" jsonschema:"the item used; all, or names separated by commas, compares them"`
		Wears      string   `json:"wears,omitempty" jsonschema:"armour that the target might wear, or all"`
	}
	whoArgs struct {
		Who string `json:"who" jsonschema:"the name of a character"`
	}
	noArgs   struct{}
	showArgs struct {
		Words string `json:"words,omitempty" jsonschema:"SECTION, SECTION ENTRY or SECTION ENTRY KEY of the YAML; empty lists the sections"`
	}
	vetArgs struct {
		Path string `json:"path,omitempty" jsonschema:"a campaign folder or a file; empty for the campaign of the server"`
	}
	tryArgs struct {
		What  string `json:"what" jsonschema:"skill, weapon, task, table, ladder or formula"`
		Words string `json:"words" jsonschema:"its name, or the formula"`
		Who   string `json:"who,omitempty" jsonschema:"the character to try it with"`
	}
	fightArgs struct {
		Encounter string   `json:"encounter" jsonschema:"the name of the encounter"`
		Runs      *int     `json:"runs,omitempty" jsonschema:"the number of fights, 1 to 10000; default 500"`
		Seconds   *float64 `json:"seconds,omitempty" jsonschema:"of balance: the time after which the search is cut short; default 20, at most 600"`
		Win       string   `json:"win,omitempty" jsonschema:"of balance: the wanted chance that the players' side wins, such as 70%"`
		With      []string `json:"with,omitempty" jsonschema:"of simulate CHARACTER=SIDE, of balance CHARACTER=0..6"`
	}
	sessionArgs struct {
		Number int `json:"number,omitempty" jsonschema:"the number of the session; 0 for the last"`
	}
	helpArgs struct {
		Topic string `json:"topic,omitempty" jsonschema:"a page of the manual or a command, such as: actions; empty lists the pages"`
	}
)

// Limits of simulations and searches for an assistant.
const (
	defaultFights = 500    // number of simulated fights if the assistant gives none
	maxFights     = 10_000 // maximum number of fights that it can request
	maxSeconds    = 600    // maximum duration of a search, in seconds
)

// checkSeat returns an error if --seat names neither a character of the campaign or its session nor the table screen.
func (a *assistant) checkSeat() error {
	names := append(a.campaign.Characters(), seats.TableScreen)
	if played := playedState(a.program); played != nil {
		names = append(names, collect.Map(played.Actors, func(actor *rules.Actor) string { return actor.Key })...)
	}
	if a.seat == "" || slices.ContainsFunc(names, func(name string) bool { return message.SameName(name, a.seat) }) {
		return nil
	}
	return message.UnknownOr("character", a.seat, names, "Name one of the campaign, or "+seats.TableScreen)
}

// newServer returns the server with its tools.
func (a *assistant) newServer() (*mcp.Server, error) {
	s := mcp.NewServer(&mcp.Implementation{Name: "hybrid", Title: "hybrid", Version: versionLine()}, nil)
	if a.seat != "" {
		addReadTool(a, s, "seat", "The session as this character knows it: statistics, conditions, the log, open questions.",
			"lines log name said text",
			func(noArgs) []string { return []string{followName, "--seat=" + a.seat} })
		return s, nil
	}
	a.addRuleTools(s)
	a.addFightTools(s)
	a.addSessionTools(s)
	addReadTool(a, s, helpName, "A page of the manual: the keys of the YAML, the commands.",
		"text",
		func(args helpArgs) []string { return commandWords(helpName, args.Topic) })
	return s, a.addWriter(s)
}

// addRuleTools adds the tools that look up rules, characters and files, and compute odds.
func (a *assistant) addRuleTools(s *mcp.Server) {
	addReadTool(a, s, "rule", "Look up a rule, a skill, an item, a condition or any other entry of the game.",
		"rules",
		func(args wordsArgs) []string { return commandWords("rule", args.Words) })
	addReadTool(a, s, "odds", "Exact odds of a check or an action, with the terms of the chance and the results for the target.",
		"answers chance costs counts degrees drawn ends filters first given goal least made margin most odds rows second skill step_odds task target terms told wears ways who worth",
		func(args oddsArgs) []string {
			line := commandWords("odds", args.Words)
			line = withRepeatedFlag(line, "situation", args.Situations...)
			line = withRepeatedFlag(line, "answer", args.Answers...)
			return withRepeatedFlag(withRepeatedFlag(line, "weapon", args.Weapon), "wears", args.Wears)
		})
	addReadTool(a, s, "sheet", "A character's sheet, as the session of the campaign left it.",
		"armour attacks caps conditions defences gear name numbers pools rates skill_pools skills stats weapons who",
		func(args whoArgs) []string { return []string{"sheet", args.Who} })
	addReadTool(a, s, "show", "The YAML of a section or an entry of the game, with the file that it is from.",
		"entries value",
		func(args showArgs) []string { return commandWords("show", args.Words) })
	addReadTool(a, s, vetName, "Check a campaign's files for mistakes, with file, line, column and code of each.",
		"files mistakes warnings",
		func(args vetArgs) []string {
			if args.Path == "" {
				return []string{vetName, a.campaignHome()}
			}
			return []string{vetName, args.Path}
		})
	addReadTool(a, s, "try", "The odds and costs of a rule: a skill by rank, a weapon's damage, a task for each character, a formula's values.",
		"against average chance characters check cost degrees die difficulty entries formula item label ladder over percent ranks reads results rows says seconds situations situations_for skill table task terms type value who",
		func(args tryArgs) []string {
			if args.What == "formula" { // in parentheses, so that -x isn't taken for a flag
				return withRepeatedFlag([]string{"try", args.What, "(" + args.Words + ")"}, "who", args.Who)
			}
			return withRepeatedFlag(commandWords("try", args.What+" "+args.Words), "who", args.Who)
		})
}

// addFightTools adds the tools that simulate fights.
func (a *assistant) addFightTools(s *mcp.Server) {
	addReadTool(a, s, simulateName, "Fight an encounter many times by its tactics: wins, losses, length.",
		"counts fighters note runs seconds seed sides sure turns undecided",
		func(args fightArgs) []string {
			return withRepeatedFlag([]string{simulateName, args.Encounter, "--runs=" + fightCount(args.Runs)}, "with", args.With...)
		})
	addReadTool(a, s, balanceName, "Find the opponents that give a wanted chance to win.",
		"fights label mixes note rows ruled sampled seconds seed side stopped wishes",
		func(args fightArgs) []string {
			line := withRepeatedFlag([]string{balanceName, args.Encounter, "--runs=" + fightCount(args.Runs)}, "win", args.Win)
			if args.Seconds != nil {
				line = append(line, "--time="+strconv.FormatFloat(*args.Seconds, 'f', -1, 64))
			}
			return withRepeatedFlag(line, "with", args.With...)
		})
}

// addSessionTools adds the tools that read sessions.
func (a *assistant) addSessionTools(s *mcp.Server) {
	addReadTool(a, s, "session_show", "A session of the campaign, entry by entry.",
		"count day dice doing encounters entries first hashes last line lines log note number people report said scenes seq steps text undone who",
		func(args sessionArgs) []string {
			line := []string{"session", "show"}
			if args.Number > 0 {
				line = append(line, strconv.Itoa(args.Number))
			}
			return line
		})
	addReadTool(a, s, "seat", "The session as one character knows it, as that player's phone shows it.",
		"lines log name said text",
		func(args whoArgs) []string { return []string{followName, "--seat=" + args.Who} })
}

// addReadTool adds a tool that only reads. The tool runs the command line that makeLine returns for its arguments; that command line must
// not change anything. about is the tool's description for the assistant, and outputKeys lists the keys of its output, separated by spaces.
func addReadTool[In any](a *assistant, s *mcp.Server, name, about, outputKeys string, makeLine func(In) []string) {
	openWorld := false // the tool doesn't reach outside systems
	tool := &mcp.Tool{Name: name, Description: about, OutputSchema: toolOutputSchema(strings.Fields(outputKeys)), Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &openWorld}}
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, args In) (*mcp.CallToolResult, any, error) {
		if fights, ok := any(args).(fightArgs); ok {
			if err := fights.checkLimits(); err != nil {
				return nil, nil, err
			}
		}
		text, err := a.carryOut(ctx, makeLine(args))
		if err != nil {
			return nil, nil, err
		}
		return jsonResult(text), nil, nil
	})
}

// checkLimits returns an error if too many fights or too long a search are requested.
func (args *fightArgs) checkLimits() error {
	if args.Runs != nil && (*args.Runs < 1 || *args.Runs > maxFights) {
		return fmt.Errorf("“runs” must be 1–%d, not %d.", maxFights, *args.Runs)
	}
	if args.Seconds != nil && !(*args.Seconds > 0 && *args.Seconds <= maxSeconds) { // also if it isn't a number
		return fmt.Errorf("“seconds” must be over 0 and at most %d, not %v.", maxSeconds, *args.Seconds)
	}
	return nil
}

// toolOutputSchema returns the part of the output's JSON Schema (output.json) for the given keys, with the definitions that it refers to.
// It allows other keys, so that the assistant's client rejects no answer.
func toolOutputSchema(keys []string) map[string]any {
	var whole struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Parts      map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(outputJSON, &whole); err != nil {
		panic(err) // it is built in, and a test parses it
	}
	properties, parts := map[string]any{}, map[string]any{}
	var addReferences func(text json.RawMessage)
	addReferences = func(text json.RawMessage) {
		for name, part := range whole.Parts {
			if parts[name] == nil && bytes.Contains(text, []byte(`"#/$defs/`+name+`"`)) {
				parts[name] = part
				addReferences(part)
			}
		}
	}
	for _, key := range append(keys, "command", "events") {
		properties[key] = whole.Properties[key]
		addReferences(whole.Properties[key])
	}
	return map[string]any{"type": "object", "required": []string{"command", "events"}, "properties": properties, "$defs": parts}
}

// jsonResult returns a tool's result with the given JSON, both as text and as structured content.
func jsonResult(text []byte) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}
}

// carryOut runs a command line with --json and returns its output. Output that isn't JSON is returned as an error. When ctx is done,
// carryOut returns at once, and a simulation stops.
func (a *assistant) carryOut(ctx context.Context, line []string) ([]byte, error) {
	for _, word := range line[1:] {
		if strings.HasPrefix(word, "-") && !isOwnWord(word) {
			return nil, command.RefusalOf(message.NotA(word, "a name", "Flags can't be used here"))
		}
	}
	if err := a.checkPaths(line); err != nil {
		return nil, err
	}
	line = append(line, "--json", "--campaign="+a.campaignHome())
	if a.flags.state != "" {
		line = append(line, "--state="+a.flags.state)
	}
	line = append(line, collect.Map(a.flags.rulings, func(choice string) string { return "--ruling=" + choice })...)
	var out, errorText bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		runReadOnly(ctx, line, &out, &errorText)
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-done:
	}
	if text := bytes.TrimSpace(out.Bytes()); json.Valid(text) {
		return text, nil
	}
	return nil, errors.New(strings.TrimPrefix(strings.TrimSpace(errorText.String()), "hybrid: "))
}

// checkPaths refuses a command line with a path that leads out of the campaign's folder, whether or not the file exists.
func (a *assistant) checkPaths(line []string) error {
	allowsBareNames := false // whether a name without a folder can be a path, too
	switch line[0] {
	case "rule", "show", helpName:
		return nil // their arguments are not paths
	case vetName, simulateName, balanceName:
		allowsBareNames = true
	}
	for _, word := range line[1:] {
		for _, name := range possiblePaths(word) {
			if (isPath(name) || allowsBareNames && fileExists(name)) && !a.inCampaign(name) {
				return fmt.Errorf("%s is outside the campaign. Name a file or folder in %s.", name, a.campaignHome())
			}
		}
	}
	return nil
}

// possiblePaths returns the parts of a word of a command line that can be a path. The value of a flag or argument can be a list, or
// NAME=VALUE, so each of its parts and the whole are returned. A formula, which is in parentheses, has none.
func possiblePaths(word string) []string {
	if strings.HasPrefix(word, "(") {
		return nil
	}
	_, value, hasValue := strings.Cut(word, "=")
	if !strings.HasPrefix(word, "--") || !hasValue {
		value = word
	}
	return append(strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == '=' }), value)
}

// inCampaign reports whether a path leads to the campaign's folder or into it, after following links. It returns false for a built-in
// campaign.
func (a *assistant) inCampaign(name string) bool {
	home, err := filepath.EvalSymlinks(absolutePath(a.campaignHome()))
	if err != nil {
		return false // built in
	}
	full, err := filepath.EvalSymlinks(absolutePath(name))
	if err != nil {
		full = absolutePath(name)
	}
	inside, err := filepath.Rel(home, full)
	return err == nil && filepath.IsLocal(inside)
}

// isOwnWord reports whether a word of a command line that begins with a dash is a flag set by the tool itself, or a negative number.
func isOwnWord(word string) bool {
	if _, err := strconv.ParseFloat(word, 64); err == nil {
		return true
	}
	name, _, hasValue := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	switch name {
	case "situation", "answer", "weapon", "wears", "who", "with", "win", "runs", "time", "seat":
		return hasValue
	}
	return false
}

// campaignHome returns the campaign that the tools use, as a value for --campaign: the folder that can be written to, unless --campaign was
// given.
func (a *assistant) campaignHome() string {
	if a.folder != "" && !a.flags.flagSet.Changed("campaign") {
		return filepath.Clean(a.folder)
	}
	return a.flags.campaign
}

// commandWords returns a command line that consists of a command and the words of a text.
func commandWords(name, words string) []string {
	return append([]string{name}, strings.Fields(words)...)
}

// withRepeatedFlag adds a flag to a command line for each value that is not empty.
func withRepeatedFlag(line []string, flag string, values ...string) []string {
	line = append(line, collect.MapIf(values, func(value string) bool { return value != "" }, func(value string) string { return "--" + flag + "=" + value })...)
	return line
}

// maxMessageBytes is the maximum length of an assistant's message in bytes, enough for several files.
const maxMessageBytes = 8 << 20

// messageID finds the ID of a message, a number or a name, in its beginning.
var messageID = regexp.MustCompile(`"id"\s*:\s*(\d+|"[^"\\]*")`)

// messageReader reads an assistant's messages, one per line. A message that is too long or isn't JSON would end the server. It is noted
// and, if it has an ID, replaced by a message that the server answers with an error.
type messageReader struct {
	lines *bufio.Reader                    // source of the messages
	note  func(format string, args ...any) // function that reports a bad message
	rest  []byte                           // part of the current message that wasn't returned by Read yet
}

// newMessageReader returns a reader of the messages in from.
func newMessageReader(from io.Reader, note func(string, ...any)) *messageReader {
	return &messageReader{lines: bufio.NewReaderSize(from, 1<<16), note: note}
}

// Read reads the next bytes of the current message or, when it has been read, of the next one. Empty lines are skipped.
func (r *messageReader) Read(buffer []byte) (int, error) {
	for len(r.rest) == 0 {
		line, complete, err := r.readLine()
		if len(line) == 0 && err != nil {
			return 0, err
		}
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case !complete:
			line = r.refusalFor(line, fmt.Sprintf("The message is longer than %d bytes. Send less at once.", maxMessageBytes))
		case !json.Valid(line):
			line = r.refusalFor(line, "The message isn't JSON. Send one message a line.")
		}
		r.rest = line
	}
	n := copy(buffer, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// readLine reads a line. If the line is too long, readLine returns its beginning, skips the rest, and returns false for complete.
func (r *messageReader) readLine() (line []byte, complete bool, err error) {
	complete = true
	for {
		part, err := r.lines.ReadSlice('\n')
		if complete = complete && len(line)+len(part) <= maxMessageBytes; complete {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, complete, err
		}
	}
}

// refusalFor notes the problem of a bad message, line, and returns the message that replaces it, which has the same ID and the problem as
// its method, so that the server's error contains it. It returns nil if line has no ID.
func (r *messageReader) refusalFor(line []byte, problem string) []byte {
	r.note("%s", problem)
	id := messageID.FindSubmatch(line[:min(len(line), 1<<10)])
	if id == nil {
		return nil
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%q}`+"\n", id[1], problem)
}

func (r *messageReader) Close() error { return nil }

// fightCount returns the number of fights to simulate as text: wanted, or defaultFights if it is nil.
func fightCount(wanted *int) string {
	if wanted == nil {
		return strconv.Itoa(defaultFights)
	}
	return strconv.Itoa(*wanted)
}
