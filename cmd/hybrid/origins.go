package main

import (
	"fmt"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/source"
)

// showOrigins writes which entry of a campaign's game comes from which layer, and what it replaced there. As JSON it is
// every entry; for people, those that a layer over the pack brings or changes.
func (v *vet) showOrigins(args []string) error {
	name := v.flags.campaign
	if len(args) > 0 {
		name = args[0]
		if home := campaignOf(name); home != "" {
			name = home
		}
	}
	choices, err := choicesOf(v.flags.rulings)
	if err != nil {
		return err
	}
	list, err := campaign.Origins(name, choices)
	if err != nil {
		return err
	}
	if v.flags.json {
		return v.writeJSON(originsJSON(list))
	}
	return v.writeOrigins(list)
}

func (v *vet) writeOrigins(list []rules.Origin) error {
	w := v.paper()
	var rows [][]cell
	count := map[string]int{}
	var layers []string
	for _, o := range list {
		if count[o.Layer] == 0 {
			layers = append(layers, o.Layer)
		}
		count[o.Layer]++
		entry := o.Section + "." + o.Name
		if o.Layer != list[0].Layer {
			rows = append(rows, []cell{{text: entry, look: bold}, {text: string(source.Added)}, {text: o.Layer}, {text: place(o.Pos.String()), look: dim}})
		}
		for _, c := range o.Changes {
			rows = append(rows, changeRow(c))
		}
	}
	if len(rows) > 0 {
		w.table(rows)
		w.line("")
	}
	var parts []string
	for _, layer := range layers {
		parts = append(parts, fmt.Sprintf("%d from %s", count[layer], layer))
	}
	w.line("%s: %s", amountOf(len(list), "entry", "entries"), strings.Join(parts, ", "))
	return w.err
}

func amountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// changeRow is one change: what, how, by which layer and where, and what it was.
func changeRow(c rules.LaidChange) []cell {
	was := ""
	if c.Was.Line > 0 {
		was = place(c.Was.String())
	}
	how := string(c.Kind)
	if c.Old != "" && c.Kind == source.Replaced {
		how += " " + c.Old
	}
	if c.Kind == source.Moved {
		how += " " + c.Text
		c.Text = ""
	}
	return []cell{{text: strings.Join(c.Path, "."), look: bold}, {text: c.Text}, {text: c.Layer}, {text: where(c.Pos), look: dim}, {text: how}, {text: was, look: dim}}
}

// where is a place as file:line; empty for what stands in no file.
func where(pos source.Pos) string {
	if pos.Line == 0 {
		return ""
	}
	return place(pos.String())
}

func originsJSON(list []rules.Origin) object {
	entries := make([]object, len(list))
	for i, o := range list {
		changes := []object{}
		for _, c := range o.Changes {
			changes = append(changes, object{{"path", strings.Join(c.Path, ".")}, {"kind", c.Kind}, {"layer", c.Layer}, {"at", where(c.Pos)},
				{"value", c.Text}, {"was", c.Old}, {"was_at", where(c.Was)}})
		}
		entries[i] = object{{"section", o.Section}, {"name", o.Name}, {"layer", o.Layer}, {"at", where(o.Pos)}, {"removed", o.Gone}, {"changes", changes}}
	}
	return object{{"entries", entries}}
}
