package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"hybrid/gm/gmtest"
	"hybrid/rules/source"
)

// outputs is command lines of every command that writes JSON, in the order in which they are carried out.
const outputs = `
check kira sword --dice 20
check --chance 50 --dice 20
check ilse archery --situation on_horseback --filter-check --dice 15,50
task dov force_plain_door --dice 16
roll 2d6+4 --seed 1
odds kira sword
odds --chance 50
odds ilse archery --situation on_horseback --filter-check
odds attack kira grell --wears all
odds kira sneaking against grell combat_perception
sheet kira
advance kira sword --to 12
advance kira swimming
advance kira
advance kira --spend 60 --for sword,climbing
rule shock
try ladder bands
try skill sword
try weapon sabre
try table hit_location
try task force_plain_door
try formula PST --who kira
try formula PST --over PST=1..3
try changes
simulate warehouse --runs 2
simulate warehouse --runs 2 --vary grell.skills.sword=4..5
simulate warehouse --runs 2 --shard 1/2
simulate merge part.json
balance warehouse --win 70% --with dock_cutter=1..2 --runs 2
vet
vet --origins
show
show degrees
schema out
script fight.txt
character write kira --to own.yaml
check kira sword --do
roll 2d6 --do
log kira
rest kira
session list
session show
session verify
session stats
session reveal
session restore
new campaign mine
new character Rook --campaign mine
import wren.xlsx --campaign mine
new encounter dock --campaign mine
new adversaries 1 --like rook --campaign mine
new skill juggling --campaign mine
new weapon torch --campaign mine
new task juggle --campaign mine
new table omen --campaign mine
`

// silent is the commands that write no JSON of their own: a dashboard, an account in a format of its own, help.
var silent = []string{"play", "serve", "session resume", "session export", "follow", "help", "completion"}

// TestOutputFitsItsSchema holds what every command writes with --json to the schema that schema --output prints.
func TestOutputFitsItsSchema(t *testing.T) {
	gmtest.Sequential(t)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(outputJSON))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("output.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("output.json")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	fight := "begin warehouse\nturn kira 10\nturn grell 60\nput grell bleeding\nend grell bleeding\nset grell PFT 1\nset grell PBD 1\nnext\n" +
		"attack grell with sabre\nnext, answer none, dice 1 20 6 6 90 90\nundo\nnote so it goes\nhistory\nkira: scene light_bad\n"
	if err := os.WriteFile("fight.txt", []byte(fight), 0o666); err != nil {
		t.Fatal(err)
	}
	writeWorkbook(t, "wren.xlsx")
	var part bytes.Buffer
	if run([]string{"simulate", "warehouse", "--runs", "2", "--shard", "1/2", "--json"}, strings.NewReader(""), &part, &part) != 0 {
		t.Fatal(part.String())
	}
	if err := os.WriteFile("part.json", part.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	said := map[string]int{}
	carryOut := func(line string) (code int) {
		var out, trouble bytes.Buffer
		args := append(strings.Fields(line), "--json", "--state", "kept")
		code = run(args, strings.NewReader(""), &out, &trouble)
		decoder := json.NewDecoder(&out)
		for decoder.More() {
			var text json.RawMessage
			if err := decoder.Decode(&text); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			object := value.(map[string]any)
			command, _ := object["command"].(string)
			said[command]++
			for _, event := range object["events"].([]any) {
				said["event "+event.(map[string]any)["kind"].(string)]++
			}
		}
		if code != 0 && trouble.Len() == 0 {
			t.Errorf("%s: code %d and not a word", line, code)
		}
		return code
	}
	for _, line := range strings.Split(strings.TrimSpace(outputs), "\n") {
		if code := carryOut(line); code != 0 {
			t.Errorf("%s: code %d", line, code)
		}
	}
	for _, kind := range []string{"begin", "join", "turn", "put", "end", "pool", "doing", "done", "clock", "tell", "scene", "holds"} {
		if said["event "+kind] == 0 {
			t.Errorf("nothing of kind %s has happened", kind)
		}
	}
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	p.open(nil)
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "hybrid ")
		switch {
		case slices.Contains(silent, name) || cmd.GroupID == groupActions:
			return
		case cmd.Runnable() && len(cmd.Commands()) == 0 && said[name] == 0:
			t.Errorf("%s has said nothing", name)
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	for _, cmd := range p.root().Commands() {
		walk(cmd)
	}
	done := 0
	for _, action := range p.campaign.Rules.Actions.All {
		if !action.ByName(p.campaign.Rules) {
			continue
		}
		line := action.Name + " kira"
		if action.Whom {
			line += " grell"
		}
		if carryOut(line+" --seed 3") == 0 {
			done++
		}
	}
	if done < 10 {
		t.Errorf("%d actions could be carried out", done)
	}
}

func TestPlainNumbersAreNumbers(t *testing.T) {
	for _, row := range []struct {
		node source.Node
		want any
	}{
		{source.Node{Text: "1.25"}, 1.25}, {source.Node{Text: "-2"}, -2.0}, {source.Node{Text: "true"}, true},
		{source.Node{Text: "1.25", Quoted: true}, "1.25"}, {source.Node{Text: "7-30"}, "7-30"}, {source.Node{Text: "1/2"}, "1/2"},
		{source.Node{Text: "010"}, "010"}, {source.Node{Text: "PST"}, "PST"}, {source.Node{Text: "NaN"}, "NaN"},
	} {
		row.node.Kind = source.Scalar
		if got := nodeJSON(&row.node); got != row.want {
			t.Errorf("%q is %v (%T), want %v", row.node.Text, got, got, row.want)
		}
	}
}
