package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"hybrid/campaigns"
	"hybrid/gm/campaign"
	"hybrid/rules/source"
)

// comments gathers the doc comments of the structs of a package that have fields in YAML.
func comments(t *testing.T, docs fieldDocumentation, name, folder string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, spec := range gen.Specs {
				own := spec.(*ast.TypeSpec)
				if fields, ok := own.Type.(*ast.StructType); ok && inYAML(fields) {
					typeComments(docs, name+"."+own.Name.Name, about(gen.Doc.Text(), own.Name.Name), fields)
				}
			}
		}
	}
}

// about is a doc comment without the name it begins with.
func about(doc, name string) string {
	for _, beginning := range []string{name + " is ", name + " are ", name + " "} {
		if rest, found := strings.CutPrefix(doc, beginning); found {
			return rest
		}
	}
	return doc
}

func inYAML(fields *ast.StructType) bool {
	for _, f := range fields.Fields.List {
		if f.Tag != nil && strings.Contains(f.Tag.Value, "yaml:") {
			return true
		}
	}
	return false
}

func typeComments(docs fieldDocumentation, name, doc string, fields *ast.StructType) {
	if doc = oneLine(doc); doc != "" {
		docs[name] = doc
	}
	for _, f := range fields.Fields.List {
		if f.Tag == nil || len(f.Names) == 0 || !strings.Contains(f.Tag.Value, `yaml:"`) || strings.Contains(f.Tag.Value, `yaml:",`) {
			continue
		}
		text := f.Comment.Text()
		if text == "" {
			text = f.Doc.Text()
		}
		docs[name+"."+f.Names[0].Name] = oneLine(text)
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// What editors show is what stands in the Go files. UPDATE=1 brings fields.json up to date.
func TestFieldsAreInStep(t *testing.T) {
	docs := fieldDocumentation{}
	comments(t, docs, "rules", "../../rules")
	comments(t, docs, "phrase", "../../rules/phrase")
	comments(t, docs, "campaign", "../../gm/campaign")
	for name, text := range docs {
		if text == "" {
			t.Errorf("%s has no comment", name)
		}
	}
	var want bytes.Buffer
	if err := encodeJSON(&want, docs, " "); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(want.Bytes(), fieldsJSON) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatal("fields.json is not in step with the types; run UPDATE=1 go test ./cmd/hybrid -run FieldsAreInStep")
	}
	if err := os.WriteFile("fields.json", want.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sampleCampaign(t testing.TB) *campaign.Campaign { return campaignNamed(t, campaign.Sample) }

func campaignNamed(t testing.TB, name string) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// schemasRead holds what compiled returned, by campaign.
var schemasRead sync.Map

// compiled returns the schemas of the campaign called name, by kind of file, compiled once for all tests.
func compiled(t *testing.T, name string) map[string]*jsonschema.Schema {
	t.Helper()
	if all, ok := schemasRead.Load(name); ok {
		return all.(map[string]*jsonschema.Schema)
	}
	texts, err := campaignSchemas(campaignNamed(t, name))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*jsonschema.Schema{}
	for kind, text := range texts {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(kind+".json", doc); err != nil {
			t.Fatal(err)
		}
		schema, err := c.Compile(kind + ".json")
		if err != nil {
			t.Fatal(err)
		}
		all[kind] = schema
	}
	schemasRead.Store(name, all)
	return all
}

// valid validates YAML as an editor does.
func valid(schema *jsonschema.Schema, text []byte) error {
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		return err
	}
	data, err := json.Marshal(withKeys(value))
	if err != nil {
		return err
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(instance)
}

// withKeys is a value of YAML with every key as text, as editors read them.
func withKeys(value any) any {
	switch value := value.(type) {
	case map[any]any:
		keyed := map[string]any{}
		for key, below := range value {
			keyed[fmt.Sprint(key)] = withKeys(below)
		}
		return keyed
	case map[string]any:
		for key, below := range value {
			value[key] = withKeys(below)
		}
	case []any:
		for i, below := range value {
			value[i] = withKeys(below)
		}
	}
	return value
}

func kindOfSchema(path string) string {
	switch {
	case filepath.Base(path) == "campaign.yaml":
		return "campaign"
	case filepath.Base(filepath.Dir(path)) == "encounters":
		return "encounter"
	case filepath.Base(filepath.Dir(path)) == "characters":
		return "character"
	}
	return "pack"
}

// fits validates every YAML file below a folder, and tells how many there were.
func fits(t *testing.T, all map[string]*jsonschema.Schema, root string) (files int) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := valid(all[kindOfSchema(path)], text); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestShippedFilesFitTheSchemas(t *testing.T) {
	all := compiled(t, campaign.Sample)
	files := fits(t, all, "../../tables/hybrid") + fits(t, all, "../../characters")
	for name, pack := range map[string]string{"two_tribes": "wastelands", "catacombs": "tombs", "heresiarch": "laboratories"} {
		files += fits(t, compiled(t, name), "../../tables/"+pack)
	}
	for _, name := range campaign.Folders(campaigns.Files) {
		files += fits(t, compiled(t, name), "../../campaigns/"+name)
	}
	if files < 30 {
		t.Errorf("only %d files", files)
	}
}

// TestSchemasEnd checks that no definition of a schema refers to itself for the same value: validators would never end.
func TestSchemasEnd(t *testing.T) {
	var refersTo func(schema any, name string) bool
	refersTo = func(schema any, name string) bool {
		switch s := schema.(type) {
		case []any:
			return slices.ContainsFunc(s, func(part any) bool { return refersTo(part, name) })
		case map[string]any:
			return s["$ref"] == "#/definitions/"+name || refersTo(s["anyOf"], name) || refersTo(s["allOf"], name) || refersTo(s["oneOf"], name)
		}
		return false
	}
	texts, err := campaignSchemas(campaignNamed(t, campaign.Sample))
	if err != nil {
		t.Fatal(err)
	}
	for kind, text := range texts {
		var schema struct{ Definitions map[string]any }
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(err)
		}
		for name, definition := range schema.Definitions {
			if refersTo(definition, name) {
				t.Errorf("%s of %s refers to itself", name, kind)
			}
		}
	}
}

func TestSchemasFindMistakes(t *testing.T) {
	all := compiled(t, campaign.Sample)
	for name, row := range map[string]struct {
		kind, good, bad string
	}{
		"key of a skill":       {"pack", "skills: {a: {basis: PST, type: art, interaction: unassisted, tools: simple, scope: specific}}", "skills: {a: {baiss: PST, type: art, interaction: unassisted, tools: simple, scope: specific}}"},
		"row of an aspect":     {"pack", "skills: {a: {basis: PST, type: art, interaction: unassisted, tools: simple, scope: general}}", "skills: {a: {basis: PST, type: art, interaction: unassisted, tools: simple, scope: genral}}"},
		"key of a section":     {"pack", "stats: {A: {typical: 5-25}}", "stat: {A: {typical: 5-25}}"},
		"key of a line":        {"pack", "numbers: {n: {a: {add: 1}, b: 2}}", "numbers: {n: {a: {ad: 1}}}"},
		"key of a step":        {"pack", "actions: {a: {steps: {s: {do: [{lose: PFT, by: 1}]}}}}", "actions: {a: {steps: {s: {do: [{loose: PFT, by: 1}]}}}}"},
		"how to round":         {"pack", "numbers: {n: {a: {round: up}}}", "numbers: {n: {a: {round: upwards}}}"},
		"yes or no":            {"pack", "conditions: {c: {many: true}}", "conditions: {c: {many: often}}"},
		"removed, and after":   {"pack", "conditions: {c: removed, d: {after: prone, give: removed}}", "conditions: {c: [removed]}"},
		"modifier in a give":   {"pack", "conditions: {a: {give: {df: 1}}}", "conditions: {a: {give: {fd: 1}}}"},
		"modifier of a row":    {"pack", "tables: {t: {rows: {a: {give: {df: removed}}}}}", "tables: {t: {rows: {a: {give: {fd: 1}}}}}"},
		"modifier of a phase":  {"pack", "actions: {a: {phases: [{counts: 2, give: {df: 1}}]}}", "actions: {a: {phases: [{counts: 2, give: {dff: 1}}]}}"},
		"tag in a give":        {"pack", "items: {a: {give: {df: {targeted: -2, else: 0}}}}", "items: {a: {give: {df: {targetted: -2}}}}"},
		"basis by tag":         {"pack", "actions: {a: {basis: {mental: MST, else: PST}}}", "actions: {a: {basis: {mentl: MST}}}"},
		"degree of a ladder":   {"pack", "ladders: {l: {steps: {plain_success: made}}}", "ladders: {l: {steps: {plain_sucess: made}}}"},
		"step of a ladder":     {"pack", "ladders: {l: {steps: {plain_success: {when: made, after: solid_success}}}}", "ladders: {l: {steps: {plain_success: {wen: made}}}}"},
		"degree of a task":     {"pack", "tasks: {t: {basis: PST, results: {plain_success: done}}}", "tasks: {t: {basis: PST, results: {plain_sucess: done}}}"},
		"outcome of a step":    {"pack", "actions: {a: {steps: {s: {check: percent, results: {made: [{tell: x}], plain_failure: [{wait: true}]}}}}}", "actions: {a: {steps: {s: {check: percent, results: {mad: [{tell: x}]}}}}}"},
		"related skill":        {"pack", "skills: {sword: {related: {knife: similar}}}", "skills: {sword: {related: {knive: similar}}}"},
		"pool of a cost":       {"pack", "activities: {a: {cost: {PEX: 1/min}}}", "activities: {a: {cost: {PXE: 1/min}}}"},
		"field of an item":     {"pack", "items: {a: {damage: 2d6 + 1}}", "items: {a: {damge: 2d6 + 1}}"},
		"skill of a character": {"character", "character: {name: A}\nstats: {PST: 10}\nskills: {sword: 4}", "character: {name: A}\nstats: {PST: 10}\nskills: {swrod: 4}"},
		"rank of a character":  {"character", "character: {name: A}\nstats: {PST: 10}\nskills: {sword: 4}", "character: {name: A}\nstats: {PST: 10}\nskills: {sword: four}"},
		"gear of a character":  {"character", "character: {name: A}\nstats: {PST: 10}\ngear: [sabre]", "character: {name: A}\nstats: {PST: 10}\ngear: [saber]"},
		"place of armour":      {"character", "character: {name: A}\nstats: {PST: 10}\narmour: {head: iron_cap}", "character: {name: A}\nstats: {PST: 10}\narmour: {haed: iron_cap}"},
		"situation":            {"encounter", "encounter: {situations: [light_half]}", "encounter: {situations: [light_haf]}"},
		"combatant":            {"encounter", "combatants: {a: {from: grell, side: x}}", "combatants: {a: {form: grell, side: x}}"},
		"cast":                 {"campaign", "cast: [kira]", "cast: [kyra]"},
		"ruling":               {"campaign", "rulings: {failures: margin}", "rulings: {failurs: margin}"},
		"choice of a ruling":   {"campaign", "rulings: {failures: margin}", "rulings: {failures: margn}"},
		"key of a campaign":    {"campaign", "campaign: {label: A}", "campaign: {lable: A}"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := valid(all[row.kind], []byte(row.good)); err != nil {
				t.Errorf("%s: %v", row.good, err)
			}
			if valid(all[row.kind], []byte(row.bad)) == nil {
				t.Errorf("%s: no mistake found", row.bad)
			}
		})
	}
}

// Every property of every schema is explained.
func TestSchemasExplain(t *testing.T) {
	texts, err := campaignSchemas(sampleCampaign(t))
	if err != nil {
		t.Fatal(err)
	}
	for kind, text := range texts {
		if n := strings.Count(string(text), `"description"`); n < 8 {
			t.Errorf("%s: only %d descriptions", kind, n)
		}
	}
	for kind, wanted := range map[string][]string{ // names are proposed, with what they mean, where others may stand, too
		"campaign":  {`"enum":["bands","margin"]`, `"enum":["hybrid",`, `margin: a failure is bad only`, `"hazards":{"anyOf":[{"items":{"enum":["accident","blast"`},
		"encounter": {`"description":"Kira Vance"`},
		"pack": {`"properties":{"choice":{"anyOf":[{"enum":["bands","margin"]},{"type":"string"}]}}`, `"enum":["used","action","turn","declaration","sequence","round","encounter"]`, `"description":"Evade: `,
			`{"const":"carried.counts","description":"The sum of counts over everything carried`},
	} {
		var text bytes.Buffer
		if err := json.Compact(&text, texts[kind]); err != nil {
			t.Fatal(err)
		}
		for _, part := range wanted {
			if !strings.Contains(text.String(), part) {
				t.Errorf("the schema of a %s lacks %s", kind, part)
			}
		}
	}
	docs, err := fieldDocs()
	if err != nil {
		t.Fatal(err)
	}
	if got := docs.sentenceFor(reflect.TypeOf(source.Text{}), ""); got != "" {
		t.Errorf("a text is described as %q", got)
	}
}
