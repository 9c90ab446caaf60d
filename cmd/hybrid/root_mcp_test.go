package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/pflag"
)

// assisted starts `hybrid mcp` as a program of its own and connects the SDK's client to it. State is the folder of sessions.
func assisted(t *testing.T, state string, args ...string) *mcp.ClientSession {
	t.Helper()
	cmd := exec.Command("hybrid", append([]string{"mcp", "--state", state}, args...)...)
	cmd.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// ask calls a tool and returns its text, and whether it is an error.
func ask(t *testing.T, session *mcp.ClientSession, tool string, args map[string]any) (text string, wrong bool) {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	for _, content := range result.Content {
		text += content.(*mcp.TextContent).Text
	}
	return text, result.IsError
}

// inFolder returns the text of every file below a folder, by path.
func inFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			var data []byte
			data, err = os.ReadFile(filepath.Join(folder, name))
			files[name] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// playedCampaign makes a campaign and plays two lines of it.
func playedCampaign(t *testing.T) (campaign, state string) {
	t.Helper()
	campaign, state = filepath.Join(t.TempDir(), "mine"), t.TempDir()
	lines := filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(lines, []byte("begin first\nput kira bleeding\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	fight := "encounter: {label: Yard}\ncombatants:\n  kira: {side: party, tactic: press_on}\n  grell: {side: gang, tactic: press_on}\n"
	for _, args := range [][]string{{"new", "campaign", campaign}, {"write"}, {"script", lines, "--campaign", campaign, "--state", state, "--seed", "1"}, {"schema", filepath.Join(campaign, ".schemas"), "--campaign", campaign}} {
		if args[0] == "write" {
			if err := os.WriteFile(filepath.Join(campaign, "encounters", "first.yaml"), []byte(fight), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		var out bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &out); code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, code, &out)
		}
	}
	return campaign, state
}

// strictSchema returns the output schema of a tool, without room for keys that it does not name.
func strictSchema(t *testing.T, tools []*mcp.Tool, name string) *jsonschema.Schema {
	t.Helper()
	i := slices.IndexFunc(tools, func(tool *mcp.Tool) bool { return tool.Name == name })
	if i < 0 || tools[i].OutputSchema == nil {
		t.Fatalf("%s has no output schema", name)
	}
	doc := maps.Clone(tools[i].OutputSchema.(map[string]any))
	doc["additionalProperties"] = false
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile(name)
}

// TestAssistantLooks holds every tool to the shape of --json, and to the folders as they were.
func TestAssistantLooks(t *testing.T) {
	campaign, state := playedCampaign(t)
	before := [2]map[string]string{inFolder(t, campaign), inFolder(t, state)}
	session := assisted(t, state, "--campaign", campaign)
	tools, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, row := range []struct {
		tool, key string
		args      map[string]any
	}{
		{"rule", "rules", map[string]any{"words": "shock"}},
		{"odds", "chance", map[string]any{"words": "kira sword", "situations": []string{"dark"}}},
		{"odds", "ends", map[string]any{"words": "kira attack grell", "answers": []string{"parry"}}},
		{"odds", "rows", map[string]any{"words": "attack kira grell", "weapon": "all", "wears": "plate"}},
		{"odds", "odds", map[string]any{"words": "kira sword against grell sword"}},
		{"odds", "chance", map[string]any{"words": "kira barter"}},
		{"odds", "ends", map[string]any{"words": "kira fall 6"}},
		{"odds", "degrees", map[string]any{"words": "kira forge_blade"}},
		{"sheet", "stats", map[string]any{"who": "kira"}},
		{"show", "value", map[string]any{"words": "items sabre"}},
		{"show", "value", map[string]any{}},
		{"vet", "mistakes", nil},
		{"try", "ranks", map[string]any{"what": "skill", "words": "sword"}},
		{"try", "task", map[string]any{"what": "task", "words": "barter", "who": "kira"}},
		{"try", "rows", map[string]any{"what": "table", "words": "shock_result"}},
		{"try", "ladder", map[string]any{"what": "ladder", "words": "severity"}},
		{"try", "rows", map[string]any{"what": "weapon", "words": "sabre"}},
		{"try", "value", map[string]any{"what": "formula", "words": "-PST", "who": "kira"}},
		{"simulate", "runs", map[string]any{"encounter": "first", "runs": 20}},
		{"balance", "rows", map[string]any{"encounter": "first", "runs": 20, "win": "70%", "seconds": 5, "with": []string{"grell=0..2"}}},
		{"session_show", "entries", nil},
		{"seat", "lines", map[string]any{"who": "kira"}},
		{"help", "text", map[string]any{"topic": "actions"}},
	} {
		asked[row.tool] = true
		text, wrong := ask(t, session, row.tool, row.args)
		if wrong {
			t.Errorf("%s %v: %s", row.tool, row.args, text)
			continue
		}
		var value map[string]any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Errorf("%s: %v", row.tool, err)
		} else if err := strictSchema(t, tools.Tools, row.tool).Validate(value); err != nil {
			t.Errorf("%s: %v", row.tool, err)
		} else if value[row.key] == nil {
			t.Errorf("%s: no %s in %.200s", row.tool, row.key, text)
		}
	}
	for tool, args := range map[string]map[string]any{
		"sheet": {"who": "--to=" + filepath.Join(campaign, "kira.html")},
		"odds":  {"words": "kira swrod"},
		"rule":  {"words": "shock --all"},
	} {
		if text, wrong := ask(t, session, tool, args); !wrong {
			t.Errorf("%s %v was taken: %s", tool, args, text)
		}
	}
	for _, tool := range tools.Tools {
		if !asked[tool.Name] {
			t.Errorf("nothing was asked of %s", tool.Name)
		}
		if tool.Name == "write" || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s writes, without --write", tool.Name)
		}
	}
	for i, folder := range []string{campaign, state} {
		if after := inFolder(t, folder); len(after) != len(before[i]) {
			t.Errorf("%d files in %s, %d before", len(after), folder, len(before[i]))
		} else {
			for name, text := range before[i] {
				if after[name] != text {
					t.Errorf("%s changed", name)
				}
			}
		}
	}
}

// TestAssistantOfASeat gives a player's assistant what follow --seat shows, and nothing else.
func TestAssistantOfASeat(t *testing.T) {
	campaign, state := playedCampaign(t)
	session := assisted(t, state, "--campaign", campaign, "--seat", "kira")
	tools, err := session.ListTools(context.Background(), nil)
	if err != nil || len(tools.Tools) != 1 {
		t.Fatalf("tools: %v, %v", tools, err)
	}
	text, wrong := ask(t, session, "seat", nil)
	var out bytes.Buffer
	run([]string{"follow", "--seat=kira", "--json", "--campaign", campaign, "--state", state}, strings.NewReader(""), &out, &out)
	if wrong || text != strings.TrimSpace(out.String()) {
		t.Errorf("the tool shows\n%s\nfollow --seat\n%s", text, &out)
	}
	if _, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "sheet", Arguments: map[string]any{"who": "grell"}}); err == nil {
		t.Error("a seat looked at another's sheet")
	}
}

// TestAssistantWrites lets only files into the campaign with which it has no mistake.
func TestAssistantWrites(t *testing.T) {
	campaign, state := playedCampaign(t)
	session := assisted(t, state, "--write", campaign)
	write := func(files map[string]string) (string, bool) {
		return ask(t, session, "write", map[string]any{"files": files})
	}
	before := inFolder(t, campaign)
	for name, row := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a mistake":   {map[string]string{"tables/house.yaml": "skill: {raise: skill.cots * to}\n"}, "tables/house.yaml:1:"},
		"one of two":  {map[string]string{"tables/a.yaml": "skill: {raise: skill.cost * to}\n", "tables/b.yaml": "items: {x: {skill: swrd}}\n"}, "tables/b.yaml:1:"},
		"outside":     {map[string]string{"../x.yaml": "a: 1\n"}, "isn't a path inside"},
		"from above":  {map[string]string{"/tmp/x.yaml": "a: 1\n"}, "isn't a path inside"},
		"windows":     {map[string]string{`..\x.yaml`: "a: 1\n"}, "isn't a path inside"},
		"no YAML":     {map[string]string{"tables/x.sh": "rm\n"}, "isn't a YAML file"},
		"hidden":      {map[string]string{".git/config.yaml": "a: 1\n", "tables/.x.yaml": "a: 1\n"}, "isn't a path inside"},
		"nothing":     {map[string]string{}, "No file was given"},
		"not as YAML": {map[string]string{"tables/x.yaml": "a: [\n"}, "tables/x.yaml"},
	} {
		text, wrong := write(row.files)
		if !wrong || !strings.Contains(text, row.want) {
			t.Errorf("%s: %v %s", name, wrong, text)
		}
		if after := inFolder(t, campaign); len(after) != len(before) {
			t.Fatalf("%s: files were written: %d, not %d", name, len(after), len(before))
		}
	}
	if text, wrong := write(map[string]string{"tables/house.yaml": "items:\n  torch: {skill: club, counts: 6, damage: 1d6 + 2, tags: [physical, melee, energy]}\n"}); wrong {
		t.Fatal(text)
	}
	if text, wrong := ask(t, session, "odds", map[string]any{"words": "attack kira grell", "weapon": "sabre,torch"}); wrong || !strings.Contains(text, `"torch"`) {
		t.Errorf("the torch is not there: %s", text)
	}
	// links and modes stay; a link that leads out of the campaign is not followed
	real, link, away := filepath.Join(campaign, "tables", "real.yaml"), filepath.Join(campaign, "tables", "link.yaml"), filepath.Join(campaign, "tables", "away.yaml")
	left := filepath.Join(t.TempDir(), "left.yaml")
	if os.WriteFile(real, []byte("{}\n"), 0o600) == nil && os.Symlink("real.yaml", link) == nil {
		text := "items:\n  lamp: {skill: club, counts: 6, damage: 1d6, tags: [physical, melee]}\n"
		if said, wrong := write(map[string]string{"tables/link.yaml": text}); wrong {
			t.Error(said)
		}
		info, err := os.Stat(real)
		at, broken := os.Readlink(link)
		if data, _ := os.ReadFile(real); err != nil || broken != nil || info.Mode().Perm() != 0o600 || at != "real.yaml" || string(data) != text {
			t.Errorf("%v, %v, %v, %s: %s", err, broken, info.Mode(), at, data)
		}
		if err := errors.Join(os.WriteFile(left, []byte("{}\n"), 0o644), os.Symlink(left, away)); err != nil {
			t.Fatal(err)
		}
		said, wrong := write(map[string]string{"tables/away.yaml": text})
		if data, _ := os.ReadFile(left); !wrong || string(data) != "{}\n" {
			t.Errorf("written through a link: %s", said)
		}
		if err := errors.Join(os.Remove(link), os.Remove(away)); err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(campaign, "characters")); err == nil {
		if text, wrong := write(map[string]string{"characters/x.yaml": "character: {name: X}\nstats: {PST: 10}\n"}); !wrong {
			t.Errorf("written through a link: %s", text)
		}
		if files := inFolder(t, outside); len(files) > 0 {
			t.Errorf("outside: %v", files)
		}
	}
}

// What lies outside the campaign isn't read, whatever names it; what is in it is, and so are built-in campaigns.
func TestAssistantStaysInCampaign(t *testing.T) {
	home, state := playedCampaign(t)
	secret := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(secret, []byte("character: {nam: Hidden}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(home, "characters", "link.yaml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(secret, link)); err != nil {
		t.Fatal(err)
	}
	session := assisted(t, state, "--campaign", home)
	for _, row := range []struct {
		tool string
		args map[string]any
	}{
		{"vet", map[string]any{"path": secret}},
		{"vet", map[string]any{"path": filepath.Dir(secret)}},
		{"vet", map[string]any{"path": link}},
		{"vet", map[string]any{"path": filepath.Join(home, "..")}},
		{"vet", map[string]any{"path": "/none/at/all.yaml"}},
		{"sheet", map[string]any{"who": secret}},
		{"odds", map[string]any{"words": secret + " sword"}},
		{"odds", map[string]any{"words": "kira sword", "weapon": secret}},
		{"try", map[string]any{"what": "skill", "words": "sword", "who": secret}},
		{"simulate", map[string]any{"encounter": secret}},
		{"simulate", map[string]any{"encounter": "yard", "with": []string{secret + "=gang"}}},
		{"balance", map[string]any{"encounter": secret}},
		{"seat", map[string]any{"who": secret}},
	} {
		if text, wrong := ask(t, session, row.tool, row.args); !wrong || !strings.Contains(text, "is outside the campaign. Name a file or folder in ") || strings.Contains(text, "nam ") {
			t.Errorf("%s %v: %s", row.tool, row.args, text)
		}
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", home, filepath.Join(home, "campaign.yaml"), "saltmarket"} {
		if text, wrong := ask(t, session, "vet", map[string]any{"path": path}); wrong {
			t.Errorf("vet %s: %s", path, text)
		}
	}
	if text, wrong := ask(t, session, "try", map[string]any{"what": "formula", "words": "6 / 4"}); wrong {
		t.Errorf("a formula: %s", text)
	}
}

// A simulation that is cancelled stops, others run beside it, and limits are said.
func TestAssistantSideBySide(t *testing.T) {
	session := assisted(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	slow := make(chan error)
	go func() {
		_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "simulate", Arguments: map[string]any{"encounter": "warehouse", "runs": maxFights}})
		slow <- err
	}()
	if text, wrong := ask(t, session, "sheet", map[string]any{"who": "kira"}); wrong {
		t.Error(text)
	}
	select {
	case err := <-slow:
		t.Errorf("the search ended before: %v", err)
	default:
		cancel()
		<-slow
	}
	for _, runs := range []int{0, -1, maxFights + 1} {
		if text, wrong := ask(t, session, "simulate", map[string]any{"encounter": "warehouse", "runs": runs}); !wrong || !strings.Contains(text, "must be 1–10000, not ") {
			t.Errorf("%d runs: %s", runs, text)
		}
	}
}

// Calls run side by side in one program, and what they read is whole while files are written.
func TestAssistantSharesNothing(t *testing.T) {
	home, state := playedCampaign(t)
	p := &program{stdout: io.Discard, stderr: io.Discard}
	p.flags.addFlags(pflag.NewFlagSet("test", pflag.ContinueOnError))
	p.flags.state = state
	a := &assistant{program: p, folder: home}
	server, err := a.newServer()
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go server.Run(ctx, there)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var wait sync.WaitGroup
	for _, call := range []mcp.CallToolParams{
		{Name: "sheet", Arguments: map[string]any{"who": "kira"}},
		{Name: "vet"},
		{Name: "show", Arguments: map[string]any{"words": "items torch"}},
		{Name: "simulate", Arguments: map[string]any{"encounter": "first", "runs": 2}},
		{Name: "odds", Arguments: map[string]any{"words": "attack kira grell"}},
		{Name: "write"}, {Name: "write"},
	} {
		wait.Go(func() {
			for i := range 3 {
				if call.Name == "write" {
					call.Arguments = map[string]any{"files": map[string]string{"tables/house.yaml": fmt.Sprintf("# %s\nitems:\n  torch: {skill: club, counts: %d, damage: 1d6, tags: [physical, melee]}\n", strings.Repeat("x", 1<<(8*i)), 6+i)}}
				}
				result, err := session.CallTool(ctx, &call)
				if err != nil || result.IsError && call.Name != "show" { // the torch may not be there yet
					t.Errorf("%s: %v, %+v", call.Name, err, result)
				}
			}
		})
	}
	wait.Wait()
}

// A message that is too long, or no JSON, is refused, and the next one is answered.
func TestAssistantLongMessage(t *testing.T) {
	session := assisted(t, t.TempDir())
	_, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "rule", Arguments: map[string]any{"words": strings.Repeat("x", 20<<20)}})
	if err == nil || !strings.Contains(err.Error(), "The message is longer than 8388608 bytes. Send less at once.") {
		t.Error(err)
	}
	if text, wrong := ask(t, session, "sheet", map[string]any{"who": "kira"}); wrong {
		t.Error(text)
	}
	var notes []string
	r := newMessageReader(strings.NewReader("{\"id\":1,\nnone\n\n{\"id\":2}\n"), func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) })
	got, err := io.ReadAll(r)
	if want := "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"The message isn't JSON. Send one message a line.\"}\n{\"id\":2}\n"; err != nil || string(got) != want || len(notes) != 2 {
		t.Errorf("%s, %v, %q", got, err, notes)
	}
}
