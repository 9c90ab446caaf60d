package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"hybrid/campaigns"
	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
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
try say attack
try say
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
follow --seat kira
character write kira --to own.yaml
check kira sword --do
roll 2d6 --do
log kira
rest kira
session list
session recap
session show
session verify
session stats
session analyse --within 30%
session analyse --all --within 30%
session whatif 8 next --within 40%
session reveal
session restore
session pack party.zip
session unpack party.zip --state other
new campaign mine
new game iron_sky
new character Rook --campaign mine
import wren.xlsx --campaign mine
new encounter dock --campaign mine
new adversaries 1 --like rook --campaign mine
new skill juggling --campaign mine
new weapon torch --campaign mine
new task juggle --campaign mine
new table omen --campaign mine
help tables
help check
help help
help
check --help
session
--version
`

// outputSchema returns the schema that schema --output prints.
func outputSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
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
	return schema
}

// fitsSchema holds an object to the schema of output.
func fitsSchema(t *testing.T, schema *jsonschema.Schema, o object) error {
	t.Helper()
	var text bytes.Buffer
	if err := encodeJSON(&text, o, ""); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(&text)
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// eventKinds returns every constant of type EventKind in package rules.
func eventKinds(t *testing.T) (kinds []string) {
	t.Helper()
	files, err := filepath.Glob("../../rules/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil && fmt.Sprint(spec.Type) == "EventKind" && len(spec.Values) == 1 {
				text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				kinds = append(kinds, text)
			}
			return true
		})
	}
	return kinds
}

// TestEveryKindOfEventFitsTheSchema holds each kind of event, with all of its fields and with none, to the schema, and the kinds
// that the schema names to those that there are.
func TestEveryKindOfEventFitsTheSchema(t *testing.T) {
	schema := outputSchema(t)
	kinds := eventKinds(t)
	if len(kinds) < 30 {
		t.Fatalf("only %d kinds of events are found", len(kinds))
	}
	p := &program{command: "script"}
	for _, kind := range kinds {
		for name, e := range map[string]rules.Event{
			"bare": {What: "PFT", Doing: &rules.OngoingAction{}},
			"full": {Who: "kira", What: "PFT", Value: 2, Carry: 1, By: -1.5, At: 12, ID: 3, Other: "grell", Tool: "sabre", Text: "so", Words: []string{"a"}, Sheet: "x", How: rules.HowPasses,
				Doing: &rules.OngoingAction{Action: "attack", Whom: "grell", Tool: "sabre", Skill: "sword", Stat: "PST", Task: "climb", Words: "so", Points: 2, From: 1, At: 2}, Going: &rules.Destination{}},
		} {
			e.Kind = rules.EventKind(kind)
			if err := fitsSchema(t, schema, p.envelope(object{{"events", eventsJSON([]rules.Event{e})}})); err != nil {
				t.Errorf("%s, %s: %v", kind, name, err)
			}
		}
	}
	var own struct {
		Defs struct {
			Event struct {
				Properties struct {
					Kind struct{ Enum []string }
				}
			}
		} `json:"$defs"`
	}
	if err := json.Unmarshal(outputJSON, &own); err != nil {
		t.Fatal(err)
	}
	want := append(kinds, beginsToHold, endsToHold)
	for _, kind := range own.Defs.Event.Properties.Kind.Enum {
		if !slices.Contains(want, kind) {
			t.Errorf("the schema has a kind %s, and there is none", kind)
		}
	}
}

// TestPlayFitsItsSchema plays every campaign with lines at random, and holds what script --json writes of each to the schema.
func TestPlayFitsItsSchema(t *testing.T) {
	schema := outputSchema(t)
	for i, name := range campaign.Folders(campaigns.Files) {
		t.Run(name, func(t *testing.T) {
			c := campaignNamed(t, name)
			s, _, err := gm.Open(c, gm.Options{Dice: rules.NewSeededDice([32]byte{byte(i)})})
			if err != nil {
				t.Fatal(err)
			}
			p := &program{command: "script", campaign: c}
			random := gmtest.NewRandom(uint64(i), s.Game)
			played := 0
			for range 150 {
				before := s.State()
				entry, err := gmtest.DoAtRandom(t, random, s, random.Line())
				if err != nil || entry.Seq == 0 {
					continue
				}
				played++
				if err := fitsSchema(t, schema, p.envelope(entryJSON(c.Rules, &entry, "", "", before, s.State()))); err != nil {
					t.Fatalf("%s: %v", entry.Line, err)
				}
			}
			if played < 50 {
				t.Errorf("only %d lines are played", played)
			}
		})
	}
}

// TestOutputFitsItsSchema holds what every command writes with --json to the schema that schema --output prints.
func TestOutputFitsItsSchema(t *testing.T) {
	gmtest.SkipIfShort(t)
	schema := outputSchema(t)
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
		args := append([]string{"--state", "kept"}, append(strings.Fields(line), "--json")...)
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
	p.loadCampaign(nil)
	silent := func(cmd *cobra.Command) bool {
		_, silent := jsonAlternative(cmd)
		return silent
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		name := strings.TrimPrefix(cmd.CommandPath(), "hybrid ")
		switch {
		case cmd.GroupID == groupActions:
			return
		case silent(cmd):
			if code := carryOut(name); code != exitBad {
				t.Errorf("%s: code %d", name, code)
			}
			return
		case cmd.Runnable() && len(cmd.Commands()) == 0 && said[name] == 0:
			t.Errorf("%s has said nothing", name)
		}
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	for _, cmd := range p.commandTree().Commands() {
		walk(cmd)
	}
	done := 0
	for _, action := range p.campaign.Rules.Actions.All {
		if !action.IsDeclaredByName(p.campaign.Rules) {
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
