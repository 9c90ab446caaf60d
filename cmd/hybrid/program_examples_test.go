package main

import (
	"bytes"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"hybrid/campaigns"
	"hybrid/characters"
)

var long = flag.Bool("long", false, "try all examples of the helps, not some")

// examples are the examples of all helps, by command, as they stand with the campaign that is open.
func examples() (p *program, list [][2]string) {
	p = &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	p.loadCampaign(nil)
	root := p.commandTree()
	giveExamples(p, root)
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			if line = strings.TrimSpace(line); line != "" {
				list = append(list, [2]string{cmd.CommandPath(), line})
			}
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(root)
	return p, list
}

// copyFiles writes files of the program into a folder.
func copyFiles(t *testing.T, from fs.FS, to string) {
	t.Helper()
	if err := fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(from, path)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, path)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, path), data, 0o644)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// Whatever a help gives as an example can be typed as it stands there, in a campaign like that which comes along, once something
// was played; and what it writes fits a terminal of 80 columns. Of the examples of actions one of eight is tried, unless -long.
func TestExamplesOfTheHelps(t *testing.T) {
	home := t.TempDir()
	sample, err := fs.Sub(campaigns.Files, "saltmarket")
	if err != nil {
		t.Fatal(err)
	}
	copyFiles(t, sample, home)
	copyFiles(t, characters.Files, filepath.Join(home, "characters"))
	t.Chdir(home)
	t.Setenv("HYBRID_STATE", t.TempDir())
	writeWorkbook(t, "wren.xlsx")
	do := func(words []string) (code int, said, told string) {
		var out, errors bytes.Buffer
		code = run(words, strings.NewReader(""), &out, &errors)
		return code, out.String(), errors.String()
	}
	if err := os.WriteFile("session.txt", []byte("begin warehouse\nnext\naward 20 party\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"script session.txt --seed 7 --state " + os.Getenv("HYBRID_STATE"), "new campaign my_campaign"} {
		if code, _, told := do(strings.Fields(line)); code != exitDone {
			t.Fatalf("%s: %d\n%s", line, code, told)
		}
	}
	for _, part := range []string{"1", "2"} {
		_, said, _ := do(strings.Fields("simulate parlour --runs 4 --json --shard " + part + "/2"))
		if err := os.WriteFile(part+".json", []byte(said), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	onScreen := map[string]bool{"hybrid play": true, "hybrid tour": true, "hybrid serve": true, "hybrid follow": true, "hybrid session resume": true}
	lines := map[string]bool{"hybrid vet": true, "hybrid script": true, "hybrid schema": true} // a finding, an entry, a key is a line
	p, list := examples()
	var words []string
	sh := newShell(t, func(args []string, _, _ io.Writer) int {
		words = args
		return exitDone
	})
	for i, example := range list {
		_, isAction := p.campaign.Rules.Actions.Get(example[0][strings.LastIndexByte(example[0], ' ')+1:])
		if onScreen[example[0]] || strings.Contains(example[1], "|") || isAction && !*long && i%8 != 0 {
			continue
		}
		sh.do(example[1])
		if example[0] == "hybrid simulate" || example[0] == "hybrid balance" {
			words = append(words, "--runs", "2")
		}
		if example[0] == "hybrid balance" {
			words = append(words, "--mixes", "2")
		}
		if example[0] == "hybrid session analyse" || example[0] == "hybrid session whatif" {
			words = append(words, "--within", "40%")
		}
		made := []string{"characters/wren.yaml", "characters/rook.yaml", "tables/wren_skills.yaml"} // nothing is overwritten
		if example[0] == "hybrid new campaign" {
			made = []string{"my_campaign"}
		} else if example[0] == "hybrid new game" {
			made = []string{"my_game"}
		}
		for _, name := range made {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
		code, said, told := do(words)
		notNow := strings.Contains(told, "isn't possible: ") || strings.Contains(told, " has no item for this") || strings.Contains(told, "No backup of ")
		if code != exitDone && !(code == exitRefused && notNow) {
			t.Errorf("%s: code %d\n%s", example[1], code, told)
		}
		if strings.Contains(example[1], "--json") || lines[example[0]] {
			continue
		}
		for line := range strings.Lines(said) {
			if n := uniseg.StringWidth(strings.TrimRight(line, "\n")); n > usualWidth {
				t.Errorf("%s: %d cells: %s", example[1], n, line)
			}
		}
	}
}

// Every command has an example, with names of the campaign that is open.
func TestEveryHelpHasAnExample(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	p.loadCampaign(nil)
	seen := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			walk(below)
		}
		if !cmd.Runnable() || cmd.HasSubCommands() && cmd.Args == nil && cmd.Example == "" {
			return
		}
		seen++
		if cmd.Example == "" && cmd.HasParent() {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		if strings.ContainsAny(cmd.Example, "{}") {
			t.Errorf("%s has an example with a gap: %s", cmd.CommandPath(), cmd.Example)
		}
	}
	root := p.commandTree()
	giveExamples(p, root)
	walk(root)
	if seen < 40 {
		t.Errorf("only %d commands were looked at", seen)
	}
}
