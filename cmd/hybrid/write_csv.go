package main

import (
	"encoding/csv"
	"fmt"
	"hybrid/rules"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// csvName is the name of the flag for CSV output.
const csvName = "csv"

// csvFlag adds --csv to commands that can write their numbers for a spreadsheet.
func (p *program) csvFlag(list ...*cobra.Command) {
	for _, cmd := range list {
		cmd.Flags().BoolVar(&p.flags.csv, csvName, false, "CSV output: a header line, then plain numbers")
	}
}

// writeCSV writes lines of values as CSV; the first line has the headings.
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

// escapeFormula puts an apostrophe before a text that a spreadsheet would read as a formula.
func escapeFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// csvLines returns objects with the same keys as lines of values, below a line with the keys.
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
