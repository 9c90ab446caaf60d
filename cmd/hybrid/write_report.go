package main

import (
	"errors"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules/collect"
)

// A report: the result of a command, written as text, JSON or CSV. Only this file reads the flags of formats.

// report is the result of a command in each form of output.
type report struct {
	facts object            // keys after the command's name, for --json
	csv   [][]any           // line of headings and lines of values, for --csv; nil if the command lacks that flag
	text  func(*textWriter) // function that writes the text for people; nil if they have read it already, see program.liveWriter
	code  error             // error returned after the report is written, such as an exitStatus; nil for none
}

// write writes r in the form that the flags specify. It returns r.code, or the error of writing.
func (p *program) write(r report) error {
	var err error
	switch {
	case p.flags.csv && p.flags.json:
		err = errors.New("--csv or --json, not both")
	case p.flags.csv:
		err = p.writeCSV(r.csv)
	case p.flags.json:
		err = p.writeJSON(r.facts)
	case r.text != nil:
		w := p.textWriter()
		r.text(w)
		err = w.err
	}
	if err != nil {
		return err
	}
	return r.code
}

// runReport returns the RunE function of a command whose output is only the report that run returns.
func (p *program) runReport(run func(args []string) (report, error)) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		r, err := run(args)
		if err != nil {
			return err
		}
		return p.write(r)
	}
}

// writeOne writes the result of one line of the prompt, for a command that can carry out several. With --json it writes facts() as one
// line, otherwise it calls text, which writes to w.
func (p *program) writeOne(w *textWriter, facts func() object, text func()) error {
	if p.flags.json {
		return encodeJSON(p.stdout, p.envelope(facts()), "")
	}
	text()
	return w.err
}

// isReadByPrograms reports whether programs read the output, as JSON or CSV. If so, nothing is asked and no text precedes the output.
func (p *program) isReadByPrograms() bool { return p.flags.json || p.flags.csv }

// liveWriter returns a writer of text for people to read while a command is still at work. If programs read the output, the writer discards
// the text.
func (p *program) liveWriter() *textWriter {
	w := p.textWriter()
	if p.isReadByPrograms() {
		w.out = io.Discard
	}
	return w
}

// column describes a column of a table that is built from rows.
type column struct {
	key, head string         // column's key in a row, and its heading
	show      func(any) cell // function that returns the cell for a value, or for nil if it is missing
}

// tableFromRows returns a table with a line of headings and a line for each row, in the given columns. A key that a row lacks gives an
// empty cell.
func tableFromRows(rows []object, columns ...column) [][]cell {
	lines := make([][]cell, 1, len(rows)+1)
	for _, c := range columns {
		lines[0] = append(lines[0], cell{text: c.head, right: c.show(nil).right})
	}
	lines = append(lines, collect.Map(rows, func(row object) []cell {
		return collect.Map(columns, func(c column) cell { return c.show(row.valueOf(c.key)) })
	})...)
	return lines
}

// asText returns the cell for a text.
func asText(value any) cell { text, _ := value.(string); return cell{text: text} }

// asDim returns the cell for a text, dimmed.
func asDim(value any) cell { text, _ := value.(string); return cell{text: text, style: dim} }

// asNumber returns the cell for a number, aligned to the right. Anything else becomes an empty cell.
func asNumber(value any) cell {
	switch value := value.(type) {
	case float64:
		return rightCell(command.Number(value))
	case int:
		return rightCell(strconv.Itoa(value))
	}
	return rightCell("")
}

// asPercent returns the cell for a share, in per cent with two decimals.
func asPercent(value any) cell { return asFormatted(value, percent) }

// asPercentCell returns the cell for a share in a table with little room; see percentCell.
func asPercentCell(value any) cell { return asFormatted(value, percentCell) }

// asFixed returns a function that returns the cell for a number with the given number of decimals.
func asFixed(decimals int) func(any) cell {
	return func(value any) cell {
		return asFormatted(value, func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) })
	}
}

// asBar returns a function that returns the cell for a number as a bar. The bar for maximum is the given number of cells wide.
func asBar(maximum float64, cells int) func(any) cell {
	return func(value any) cell {
		x, _ := value.(float64)
		return cell{text: bar(x/maximum, cells)}
	}
}

// asFormatted returns the cell for a number that format formats, aligned to the right. Anything but a float64 becomes an empty cell.
func asFormatted(value any, format func(float64) string) cell {
	if x, ok := value.(float64); ok {
		return rightCell(format(x))
	}
	return rightCell("")
}
