package main

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

// CSV output (--csv): a table of a command's results for spreadsheets.

// csvName is the name of the flag for CSV output.
const csvName = "csv"

// addCSVFlag adds the flag --csv, which sets p.flags.csv, to the given commands.
func (p *program) addCSVFlag(list ...*cobra.Command) {
	for _, cmd := range list {
		cmd.Flags().BoolVar(&p.flags.csv, csvName, false, "CSV output: a header line, then plain numbers")
	}
}

// writeCSV writes lines of values, the first of which has the headings, as CSV to stdout.
func (p *program) writeCSV(lines [][]any) error {
	w := csv.NewWriter(p.stdout)
	for _, line := range lines {
		row := make([]string, len(line))
		for i, value := range line {
			switch value := value.(type) {
			case float64:
				row[i] = strconv.FormatFloat(rules.TrimNoise(value), 'f', -1, 64)
			case string:
				row[i] = escapeFormula(value)
			default:
				row[i] = fmt.Sprint(value)
			}
		}
		if err := w.Write(row); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// escapeFormula returns text, preceded by an apostrophe if a spreadsheet would read it as a formula.
func escapeFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// csvLines returns rows, objects that have the same keys in the same order, as lines of values below a line with the keys.
func csvLines(rows []object) [][]any {
	var lines [][]any
	for _, row := range rows {
		var head, line []any
		for _, m := range row {
			head, line = append(head, m.key), append(line, m.value)
		}
		if lines == nil {
			lines = append(lines, head)
		}
		lines = append(lines, line)
	}
	return lines
}
