package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// `hybrid try table`: the probability of each row of a table.

// tryTableCommand returns the command `try table`.
func tryTableCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "table [TABLE]",
		Short: "Show the odds and effects of a table",
		Args:  func(*cobra.Command, []string) error { return nil },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return p.campaign.Rules.Tables.Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: p.runReport(func(args []string) (report, error) {
			tables, name := &p.campaign.Rules.Tables, campaign.FileName(strings.Join(args, " "))
			table, ok := tables.Get(name)
			if len(tables.All) == 0 {
				return report{}, errors.New("This pack has no table. Create one with `hybrid new table NAME`.")
			}
			if name == "" {
				return report{}, errors.New("TABLE is missing. Choose: " + strings.Join(tables.Names(), ", "))
			}
			if !ok {
				return report{}, message.Unknown("table", name, tables.Names())
			}
			return p.tryTable(table)
		}),
	}
}

// tryTable reports the probability and the values of each row of a table. A table is rolled on with a die, or its rows are only looked up;
// in the latter case, there are no probabilities.
func (p *program) tryTable(table *rules.Table) (report, error) {
	root, err := p.campaign.ReadMerged()
	if err != nil {
		return report{}, err
	}
	written := root.Get("tables").Get(table.Name).Get("rows") // the rows as they are in the YAML
	var rows []object
	lines := [][]cell{{{text: "row"}}}
	if table.Roll.Text != "" {
		lines[0] = append(lines[0], rightCell(table.Roll.Text), rightCell("%"), cell{})
	}
	highest := 0.0
	for _, row := range table.SortedRows() {
		highest = max(highest, table.Probability(row))
	}
	keys := tableKeys(table, written)
	lines[0] = append(lines[0], collect.Map(keys, func(key string) cell { return cell{text: key} })...)
	for _, row := range table.SortedRows() {
		entry, line := object{{"row", row.Name}}, []cell{{text: row.Name}}
		if share := table.Probability(row); table.Roll.Text != "" {
			entry = append(entry, object{{"from", row.From}, {"to", row.To}, {"probability", rules.TrimNoise(share)}}...)
			if share == 0 { // no face leads to the row
				entry[1].value, entry[2].value = "", ""
			}
			const minHighest = 1e-9 // prevents a division by 0
			line = append(line, rightCell(row.Roll.Text), rightCell(percentCell(share)), cell{text: bar(share/max(highest, minHighest), 20)})
		}
		for _, key := range keys {
			text := rowText(written.Get(row.Name), key)
			entry.setKey(key, numberOrText(text))
			line = append(line, cell{text: text})
		}
		rows, lines = append(rows, entry), append(lines, line)
	}
	use := "looked up"
	if table.Roll.Text != "" {
		use = "rolled with " + table.Roll.Text
	}
	return report{facts: object{{"table", table.Name}, {"die", table.Roll.Text}, {"rows", rows}}, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s: %s", table.Label, use)
		w.writeTable(lines)
	}}, nil
}

// tableKeys returns the keys of a table's rows in order of first appearance, without src, label, and the roll of a table that is rolled on.
// written holds the rows as they are in the YAML. Rows that are bare values have the key bareColumn.
func tableKeys(table *rules.Table, written *source.Node) (keys []string) {
	skip := map[string]bool{"roll": table.Roll.Text != "", "src": true, "label": true} // keys to omit, and those found already
	for _, row := range written.Entries() {
		if row.Value.Kind == source.Scalar && !skip[bareColumn] {
			keys, skip[bareColumn] = append(keys, bareColumn), true
		}
		for _, f := range row.Value.Fields {
			if !skip[f.Key] {
				keys, skip[f.Key] = append(keys, f.Key), true
			}
		}
	}
	return keys
}

// bareColumn is the name of the column of a table whose rows are bare values.
const bareColumn = "value"

// rowText returns the value of a row under a key; a bare row has only bareColumn.
func rowText(row *source.Node, key string) string {
	if row.Kind == source.Scalar && key == bareColumn {
		return row.Text
	}
	if value := row.Get(key); value != nil {
		return value.Short()
	}
	return ""
}

// numberOrText returns the number that text represents, as a float64, or text itself if it isn't a number.
func numberOrText(text string) any {
	if x, ok := source.ReadNumber(text); ok {
		return x
	}
	return text
}
