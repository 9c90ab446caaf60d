package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/rulebook"
	"hybrid/rules/source"
)

// `hybrid schema`: JSON Schemas for editors, with descriptions of keys. The descriptions are the comments of the Go types that the files
// are decoded into; a test (TestFieldsAreInStep) copies them into fields.json, which the build embeds.

// schemaName is the name of the command.
const schemaName = "schema"

// schemaFolder is the folder of a campaign that holds the schemas of its files.
const schemaFolder = ".schema"

// schemaCommand returns the command `schema`.
func schemaCommand(p *program) *cobra.Command {
	var output bool
	cmd := &cobra.Command{
		Use:   schemaName + " [DIR]",
		Short: "Write JSON Schemas for editors",
		Long: "Write JSON Schemas of pack files, characters, encounters and campaigns into a folder, by default " + schemaFolder + "\n" +
			"in the campaign. Editors use them to complete and explain keys and names; inside { }, type the first letter. Once a\n" +
			"campaign has them, vet and play keep them up to date. Files made by `hybrid new` begin with the comment that tells\n" +
			"editors where the schema is.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError(cmd, "Unexpected argument “%s”.", args[1])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if output {
				if len(args) > 0 || p.flags.json {
					return message.Conflict("--output", "a folder or --json", "Remove one")
				}
				_, err := p.stdout.Write(outputJSON)
				return err
			}
			folder := filepath.Join(p.campaign.Home(), schemaFolder)
			if len(args) > 0 {
				folder = args[0]
			}
			written, err := writeSchemas(p.campaign, folder)
			if err != nil {
				return err
			}
			if p.loadError != nil {
				p.writeNote("the campaign has mistakes, so the schemas may lack names. Run `%s`.", p.vetLine())
			}
			return listFiles(p, written)
		},
	}
	cmd.Flags().BoolVar(&output, "output", false, "the JSON Schema of the output of --json, to standard output")
	return cmd
}

// outputJSON is the JSON Schema of the output of commands; a test checks the output against it.
//
//go:embed output.json
var outputJSON []byte

// schemaKinds returns the kinds of file that have a schema.
func schemaKinds() []string { return []string{"pack", "character", "encounter", "campaign"} }

// campaignSchemas returns the JSON Schemas of a campaign's files, by kind. Each describes the keys of the Go types that a file is decoded
// into, and lists the names of the campaign's game as suggestions.
func campaignSchemas(c *campaign.Campaign) (map[string][]byte, error) {
	docs, err := fieldDocsWithExamples()
	if err != nil {
		return nil, err
	}
	files := map[string]any{"pack": rules.PackFields(), "character": rules.CharacterFields(), "encounter": campaign.EncounterFields(), "campaign": campaign.CampaignFields()}
	all, about := map[string][]byte{}, map[string]string{} // about describes each entry, by section and name
	for _, rule := range rulebook.List(c.Rules) {
		// the section is the plural of the kind, except for these two kinds
		section := cmp.Or(map[string]string{"statistic": "stats", "die": "dice"}[rule.Kind], pluralOfKind(rule.Kind))
		text := strings.TrimSuffix(rule.Head.Label+": "+rule.Head.Text, ": ")
		if ruling, ok := rule.Entry.(*rules.Ruling); ok {
			for _, choice := range ruling.Choices.Words() {
				if meaning := ruling.ChoiceText(choice); meaning != "" {
					text += "\n\n" + choice + ": " + meaning
				}
			}
		}
		about[section+"."+rule.Head.Name] = text
		switch name := "formula." + rule.Head.Name; section {
		case "stats", "numbers":
			about[name] = text
		case "pools":
			about[name+".now"], about[name+".max"], about[name+".lost"] = text+"\n\nThe points left.", text+"\n\nThe maximum.", text+"\n\nThe points lost."
		}
	}
	for _, field := range c.Vocabulary()["fields"] {
		about["formula.tool."+field] = "The " + field + " of the item in use."
		about["formula.worn."+field] = "The sum of " + field + " over everything worn."
		about["formula.carried."+field] = "The sum of " + field + " over everything carried: gear that isn't on the ground, and anything worn."
	}
	for _, name := range c.Characters() {
		if sheet, _, err := c.Character(name); err == nil {
			about["characters."+name] = sheet.Person.Name
		}
	}
	for _, kind := range schemaKinds() {
		isLayer := kind == "pack" // a pack file is a layer: it can change entries of the layers below
		schema := source.Schema("hybrid "+kind+" file", files[kind], source.Vocabulary{Doc: docs.sentenceFor, Names: c.Vocabulary(), About: about, Layers: isLayer, Below: c.PackEntries(), Ranges: c.Rules.Ranges()})
		var b bytes.Buffer
		if err := encodeJSON(&b, schema, " "); err != nil {
			return nil, fmt.Errorf("write schema: %w", err)
		}
		all[kind] = b.Bytes()
	}
	return all, nil
}

// writeSchemas writes the schemas of a campaign's files into a folder, and returns their paths.
func writeSchemas(c *campaign.Campaign, folder string) (written []string, err error) {
	all, err := campaignSchemas(c)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, message.Unwritable(folder, err)
	}
	for _, kind := range schemaKinds() {
		name := filepath.Join(folder, kind+".json")
		if err := writeAtomically(name, all[kind]); err != nil {
			return nil, err
		}
		written = append(written, name)
	}
	return written, nil
}

// refreshSchemas updates the schemas of a campaign if its folder has any. A failure is only noted. It does nothing for an assistant (an MCP
// client).
func refreshSchemas(p *program, c *campaign.Campaign) {
	if p.forAssistant {
		return
	}
	if err := rewriteSchemas(c); err != nil {
		p.writeNote("the schemas were not updated: %v", err)
	}
}

// rewriteSchemas rewrites the schema files of the campaign that exist and are out of date.
func rewriteSchemas(c *campaign.Campaign) error {
	folder := filepath.Join(c.Home(), schemaFolder)
	if info, err := os.Stat(folder); c.Home() == "" || err != nil || !info.IsDir() {
		return nil
	}
	all, err := campaignSchemas(c)
	if err != nil {
		return err
	}
	for _, kind := range schemaKinds() {
		name := filepath.Join(folder, kind+".json")
		if old, err := os.ReadFile(name); err != nil || bytes.Equal(old, all[kind]) {
			continue // it doesn't exist, or is up to date
		}
		if err := writeAtomically(name, all[kind]); err != nil {
			return err
		}
	}
	return nil
}

// fieldsJSON holds the doc comments of the types that files are decoded into; a test keeps it up to date.
//
//go:embed fields.json
var fieldsJSON []byte

// examplesJSON holds an example of each key, named as in fieldsJSON. A test takes them from the built-in games.
//
//go:embed examples.json
var examplesJSON []byte

// fieldDocumentation holds doc comments by package, type and field ("rules.Stat.Typical"), or by type ("rules.Stat").
type fieldDocumentation map[string]string

// fieldDocs returns the comments of the types read from YAML, which the build embeds.
func fieldDocs() (docs fieldDocumentation, err error) {
	if err := json.Unmarshal(fieldsJSON, &docs); err != nil {
		return nil, fmt.Errorf("read the descriptions of fields: %w", err)
	}
	return docs, nil
}

// fieldDocsWithExamples returns the descriptions of fields with the examples in examplesJSON added.
func fieldDocsWithExamples() (docs fieldDocumentation, err error) {
	if docs, err = fieldDocs(); err != nil {
		return nil, err
	}
	var examples map[string]string
	if err := json.Unmarshal(examplesJSON, &examples); err != nil {
		return nil, fmt.Errorf("read the examples of fields: %w", err)
	}
	for name, example := range examples {
		docs[name] = asSentence(docs[name]) + " Example: `" + example + "`."
	}
	return docs, nil
}

// sentenceFor returns the description of a field, or of a type if field is "", as a sentence. Fields of an unnamed type are described with
// the type that contains it.
func (d fieldDocumentation) sentenceFor(t reflect.Type, field string) string {
	name := t.String()
	if field != "" {
		name += "." + field
	}
	return asSentence(d[name])
}

// asSentence returns text with a capital letter and a full stop, or "" if it is empty.
func asSentence(text string) string {
	if text == "" {
		return ""
	}
	text = message.Capitalise(text)
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
