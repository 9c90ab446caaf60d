package main

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// `hybrid show`: the game as YAML, with all layers merged: the pack, the rulings (variants of rules that the campaign chose), and the
// campaign's tables. A source.Node is a value of the YAML; that of a whole game has a field for each section, which maps names to entries.

// showName is the name of the command.
const showName = "show"

// showCommand returns the command `show`.
func showCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   showName + " [SECTION [ENTRY [KEY]]]",
		Short: "Show the YAML of a section or entry",
		Long: "Show the YAML of the campaign's game with all layers merged, and the file of each entry. Without a section, it lists\n" +
			"the names of all entries. Add keys to show a part of an entry, separated by spaces or dots.",
		RunE: func(_ *cobra.Command, args []string) error {
			choices, err := parseRulings(p.flags.rulings)
			if err != nil {
				return err
			}
			game, err := campaign.ReadYAML(p.flags.campaign, choices)
			if err != nil {
				return err
			}
			path := strings.FieldsFunc(strings.Join(args, " "), func(r rune) bool { return r == ' ' || r == '.' })
			if p.loadError != nil {
				p.noteMistakes()
			}
			fields, err := fieldsAlong(game, path)
			if err != nil {
				return err
			}
			node, text := game, func(w *textWriter) { w.writeNames(game) }
			if len(fields) > 0 {
				node, text = fields[len(fields)-1].Value, func(w *textWriter) { w.writePart(fields) }
			}
			return p.write(report{facts: object{{"value", lazyValue(func() (any, error) { return nodeJSON(node), nil })}}, text: text})
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			game, err := campaign.ReadYAML(p.flags.campaign, nil)
			for i := 0; err == nil && game != nil && i < len(args); i++ {
				game = game.Get(args[i])
			}
			if game != nil {
				names = game.Keys()
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// writeNames lists the entries of every section of a game.
func (w *textWriter) writeNames(game *source.Node) {
	for _, section := range game.Fields {
		w.writeLine("%s", w.paintText(bold, section.Key))
		w.writeIndented("  ", strings.Join(section.Value.Keys(), " "))
	}
}

// fieldsAlong follows a path of keys into the game and returns the field of each key, the outermost first.
func fieldsAlong(game *source.Node, path []string) (fields []source.Field, err error) {
	for i, key := range path {
		field, ok := game.Find(key)
		if !ok {
			keys := game.Keys()
			return nil, message.Lacking(cmp.Or(strings.Join(path[:i], "."), "the game"), "entry", key, keys)
		}
		fields, game = append(fields, field), field.Value
	}
	return fields, nil
}

// writePart writes the last of fields with its content as YAML, below the keys of the fields that contain it.
func (w *textWriter) writePart(fields []source.Field) {
	last, indent := len(fields)-1, ""
	for _, field := range fields[:last] {
		w.writeLine("%s%s:", indent, field.Key)
		indent += "  "
	}
	if last > 0 {
		w.writeLine("%s", w.paintText(dim, indent+"# "+fileLine(fields[last].Pos.String())))
	}
	for _, line := range source.FormatLines(&source.Node{Kind: source.Mapping, Fields: fields[last:]}, indent, w.width-1) {
		w.writeLine("%s", line)
	}
}

// nodeJSON returns a part of the game as JSON. Maps keep their order, unquoted numbers and booleans keep their types, and every other value
// is a string, as written.
func nodeJSON(n *source.Node) any {
	switch n.Kind {
	case source.Mapping:
		all := object{}
		for _, field := range n.Fields {
			all = append(all, member{field.Key, nodeJSON(field.Value)})
		}
		return all
	case source.List:
		list := []any{}
		list = append(list, collect.Map(n.Items, nodeJSON)...)
		return list
	case source.Null:
		return nil
	}
	if n.Quoted {
		return n.Text
	}
	if n.Text == "true" || n.Text == "false" {
		return n.Text == "true"
	}
	if x, ok := source.ReadNumber(n.Text); ok && json.Valid([]byte(n.Text)) {
		return x
	}
	return n.Text
}
