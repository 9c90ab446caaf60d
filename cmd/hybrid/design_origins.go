package main

import (
	"fmt"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules/collect"
	"hybrid/rules/layer"
	"hybrid/rules/source"
)

// showOrigins writes the origin of each entry of a campaign's game (`hybrid vet --origins`). A game is read from layers: the pack, and
// above it files that add or change entries, such as the campaign's tables. For each entry it writes its layer and file, and the values
// that later layers changed. JSON has every entry; text has only the entries that a layer above the pack adds or changes. args can name a
// campaign in place of --campaign.
func (v *vetRun) showOrigins(args []string) error {
	name := v.flags.campaign
	if len(args) > 0 {
		name = args[0]
		if home := campaignOf(name); home != "" {
			name = home
		}
	}
	choices, err := parseRulings(v.flags.rulings)
	if err != nil {
		return err
	}
	list, err := campaign.Origins(name, choices)
	if err != nil {
		return err
	}
	return v.write(report{facts: originsJSON(list), text: func(w *textWriter) { w.writeOrigins(list) }})
}

// writeOrigins writes the entries in list that a layer above the first one adds or changes.
func (w *textWriter) writeOrigins(list []layer.Origin) {
	var rows [][]cell
	count := map[string]int{} // number of entries by the layer that adds them
	var layers []string
	for _, o := range list {
		if count[o.Layer] == 0 {
			layers = append(layers, o.Layer)
		}
		count[o.Layer]++
		entry := o.Section + "." + o.Name
		if o.Layer != list[0].Layer {
			rows = append(rows, []cell{{text: entry, style: bold}, {text: string(source.Added)}, {text: o.Layer}, {text: fileLine(o.Pos.String()), style: dim}})
		}
		rows = append(rows, collect.Map(o.Changes, changeRow)...)
	}
	if len(rows) > 0 {
		w.writeTable(rows)
		w.writeLine("")
	}
	parts := collect.Map(layers, func(layer string) string { return fmt.Sprintf("%d from %s", count[layer], layer) })
	w.writeLine("%s: %s", countText(len(list), "entry", "entries"), strings.Join(parts, ", "))
}

// changeRow returns a change as a row of a table: key, new value, layer, position, kind with the old value, and the position of the old
// value. For a moved entry, the row has no value; the kind says where the entry is now, as in “moves behind sword”.
func changeRow(c layer.LayerChange) []cell {
	kind := string(c.Kind)
	if c.Old != "" && c.Kind == source.Replaced {
		kind += " " + c.Old
	}
	if c.Kind == source.Moved {
		kind += " " + c.Text
		c.Text = ""
	}
	return []cell{{text: strings.Join(c.Path, "."), style: bold}, {text: c.Text}, {text: c.Layer}, {text: positionText(c.Pos), style: dim}, {text: kind}, {text: positionText(c.OldPos), style: dim}}
}

// positionText returns a position as file:line, or "" if it isn't in a file.
func positionText(pos source.Pos) string {
	if pos.Line == 0 {
		return ""
	}
	return fileLine(pos.String())
}

// originsJSON returns the entries as JSON, each with its first layer and the changes by later layers.
func originsJSON(list []layer.Origin) object {
	entries := make([]object, len(list))
	for i, o := range list {
		changes := []object{}
		for _, c := range o.Changes {
			changes = append(changes, object{{"path", strings.Join(c.Path, ".")}, {"kind", c.Kind}, {"layer", c.Layer}, {"at", positionText(c.Pos)},
				{"value", c.Text}, {"was", c.Old}, {"was_at", positionText(c.OldPos)}})
		}
		entries[i] = object{{"section", o.Section}, {"name", o.Name}, {"layer", o.Layer}, {"at", positionText(o.Pos)}, {"removed", o.Gone}, {"changes", changes}}
	}
	return object{{"entries", entries}}
}
