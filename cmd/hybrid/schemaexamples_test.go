package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/source"
)

// exampleWidth is how many characters an example has; the longest that fits is the one shown. If none fits, it is the shortest
// of at most maxExample characters.
const exampleWidth, maxExample = 56, 110

// exampleCollector gathers an example for each key of files, by the names of fields.json.
type exampleCollector struct {
	docs, found fieldDocumentation
}

// visit notes the keys below n, which is decoded into a type t.
func (c *exampleCollector) visit(t reflect.Type, n *source.Node) {
	for t.Kind() == reflect.Pointer && t != reflect.TypeFor[*source.Node]() {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[*source.Node]() || t == reflect.TypeFor[source.Text]():
	case reflect.PointerTo(t).Implements(reflect.TypeFor[source.FormProvider]()):
		for _, form := range reflect.New(t).Interface().(source.FormProvider).Forms() {
			if keyed, ok := form.(source.Keyed); ok {
				form = keyed.Form
			}
			if kind := reflect.TypeOf(form); kind == t {
				c.fields(t, n)
			} else if kind.Kind() == reflect.Slice && kind.Elem() == t && n.Kind != source.List {
				continue // several of it, and this is one
			} else if kind != reflect.TypeFor[source.FormulaForm]() {
				c.visit(kind, n)
			}
		}
	case t.Kind() == reflect.Struct:
		c.fields(t, n)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && t.Elem().NumField() == 3 && n.Kind == source.Mapping && strings.HasPrefix(t.Name(), "Map["):
		for _, field := range n.Fields {
			c.visit(t.Elem().Field(2).Type, field.Value)
		}
	case t.Kind() == reflect.Slice && n.Kind == source.List:
		for _, item := range n.Items {
			c.visit(t.Elem(), item)
		}
	case t.Kind() == reflect.Slice:
		c.visit(t.Elem(), n)
	}
}

// fields notes the keys of n, a map that is decoded into a struct t.
func (c *exampleCollector) fields(t reflect.Type, n *source.Node) {
	if n.Kind != source.Mapping {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch key, ok := f.Tag.Lookup("yaml"); {
		case !ok || key == ",pos":
		case key == ",inline":
			c.fields(f.Type, n)
		case key == ",rest":
			if each := f.Type.Elem().Field(2).Type; each != reflect.TypeFor[*source.Node]() {
				for _, field := range n.Fields {
					c.visit(each, field.Value)
				}
			}
		default:
			if field, found := n.Find(key); found && field.Value.Text != "removed" {
				c.note(t.String()+"."+f.Name, key, field.Value, f.Type.Kind() == reflect.Slice && field.Value.Kind == source.Mapping)
				c.visit(f.Type, field.Value)
			}
		}
	}
}

// note keeps an example of a key if it is better than the one there: longer, but not too long. Of entries it may be one.
func (c *exampleCollector) note(name, key string, value *source.Node, entries bool) {
	doc, known := c.docs[name]
	text := key + ": " + source.FormatFlow(value)
	if entries && utf8.RuneCountInString(text) > exampleWidth && len(value.Fields) > 1 {
		for _, field := range value.Fields {
			one := *value
			one.Fields = []source.Field{field}
			c.note(name, key, &one, false)
		}
		return
	}
	old, width := c.found[name], utf8.RuneCountInString(text)
	had := utf8.RuneCountInString(old)
	switch {
	case !known || strings.Contains(doc, "`"+key+":") || strings.ContainsAny(text, "`\n") || width > maxExample:
	case old == "", width <= exampleWidth && had > exampleWidth:
		c.found[name] = text
	case width <= exampleWidth == (width > had) && (width > exampleWidth) == (had > exampleWidth):
		c.found[name] = text
	case width == had && text < old:
		c.found[name] = text
	}
}

// file notes the keys of a file of one of the kinds of schemas.
func (c *exampleCollector) file(t *testing.T, path string, text []byte) {
	t.Helper()
	var report source.Report
	root := source.Parse(path, text, &report)
	if report.Err() != nil && path == "game.yaml" {
		return // an example of the manual that is no YAML
	}
	if err := report.Err(); err != nil {
		t.Fatal(err)
	}
	if root != nil {
		c.visit(reflect.TypeOf(fileFields(kindOfSchema(path))), root)
	}
}

func fileFields(kind string) any {
	return map[string]any{"pack": rules.PackFields(), "character": rules.CharacterFields(), "encounter": campaign.EncounterFields(), "campaign": campaign.CampaignFields()}[kind]
}

// What editors show of a key has an example from a game that comes along, and it is valid there. UPDATE=1 brings
// examples.json up to date.
func TestHoversHaveExamples(t *testing.T) {
	docs, err := fieldDocs()
	if err != nil {
		t.Fatal(err)
	}
	all := fieldDocumentation{}
	type game struct {
		campaign string
		roots    []string
	}
	for _, g := range []game{
		{"saltmarket", []string{"../../tables/hybrid", "../../characters", "../../campaigns/saltmarket"}},
		{"cold_lantern", []string{"../../campaigns/cold_lantern"}},
		{"two_tribes", []string{"../../tables/wastelands", "../../campaigns/two_tribes"}},
		{"catacombs", []string{"../../tables/tombs", "../../campaigns/catacombs"}},
		{"heresiarch", []string{"../../tables/laboratories", "../../campaigns/heresiarch"}},
	} {
		c := exampleCollector{docs, fieldDocumentation{}}
		for _, root := range g.roots {
			err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
				if err != nil || filepath.Ext(path) != ".yaml" {
					return err
				}
				text, err := os.ReadFile(path)
				if err == nil {
					c.file(t, path, text)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		var texts map[string][]byte
		for name, example := range c.found {
			if all[name] != "" {
				continue // the first game's
			}
			all[name] = example
			if texts == nil {
				if texts, err = campaignSchemas(campaignNamed(t, g.campaign)); err != nil {
					t.Fatal(err)
				}
			}
		}
		checkExamples(t, texts, c.found)
	}
	manual := exampleCollector{docs, fieldDocumentation{}}
	for _, chapter := range rules.Manual() {
		for _, part := range chapter.Parts {
			path, text := "game.yaml", part.Text
			if first, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "# ") && strings.HasSuffix(first, ".yaml") {
				path = strings.TrimPrefix(first, "# ")
			}
			if part.IsExample && !strings.Contains(text, "$ ") {
				manual.file(t, path, []byte(text))
			}
		}
	}
	for name, example := range manual.found {
		if all[name] == "" {
			all[name] = example // TestManual vets it
		}
	}
	var want bytes.Buffer
	if err := encodeJSON(&want, all, " "); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("examples.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(want.Bytes(), examplesJSON) {
		t.Error("examples.json is not in step with the games; run UPDATE=1 go test ./cmd/hybrid -run HoversHaveExamples")
	}
	without := 0
	for name, doc := range docs {
		if strings.Count(name, ".") == 2 && all[name] == "" && !strings.Contains(doc, "`") {
			without++
			t.Logf("%s has no example", name)
		}
	}
	if without > 0 {
		t.Errorf("%d keys have no example", without)
	}
}

// checkExamples validates examples against the schema of the key that each is for.
func checkExamples(t *testing.T, texts map[string][]byte, examples map[string]string) {
	t.Helper()
	tested := 0
	for kind, text := range texts {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var raw struct {
			Definitions map[string]struct{ Properties map[string]any }
		}
		if err := json.Unmarshal(text, &raw); err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(kind+".json", doc); err != nil {
			t.Fatal(err)
		}
		for name, example := range examples {
			parts := strings.Split(name, ".")
			key, value, _ := strings.Cut(example, ": ")
			if raw.Definitions[parts[1]].Properties[key] == nil {
				continue
			}
			schema, err := c.Compile(kind + ".json#/definitions/" + parts[1] + "/properties/" + key)
			if err != nil {
				t.Fatal(err)
			}
			if err := valid(schema, []byte(value)); err != nil {
				t.Errorf("%s: %s: %v", name, example, err)
			}
			tested++
		}
	}
	if len(texts) > 0 && tested < len(examples)/2 {
		t.Errorf("only %d of %d examples were validated", tested, len(examples))
	}
}
