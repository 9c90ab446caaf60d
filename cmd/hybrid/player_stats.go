package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/gm/export"
	"hybrid/rules"
)

// `hybrid session stats`: how the session's rolls compare with their odds. Package export collects the numbers.

// statsCommand returns the command `session stats`.
func statsCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "stats [NAME]",
		Short: "Compare rolls with their odds",
		Long: "Show for each character and skill the number of rolls, the successes expected by the exact chances, and the\n" +
			"actual successes, with the luckiest and the unluckiest roll. Secret rolls count, so this is for the game\n" +
			"master. Throws that aren't checks don't count: they have no chance.",
		Args: wantAtMost("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			return p.withPastSession(func(s *gm.Session) error { return writeStats(p, s, strings.ToLower(strings.Join(args, ""))) })
		},
	}
}

// writeStats writes statistics of the session's rolls: those of all actors, or of the actors whose key or name begins with name, which must
// be in lower case.
func writeStats(p *program, s *gm.Session, name string) error {
	all, err := export.Statistics(s)
	if err != nil {
		return err
	}
	rows := []export.RollStatistics{}
	for _, row := range all {
		if name == "" || strings.HasPrefix(row.Who, name) || strings.HasPrefix(strings.ToLower(row.Name), name) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 && name != "" {
		return &rules.Refusal{Text: fmt.Sprintf("No rolls by “%s” yet.", name)}
	}
	return p.write(report{facts: object{{"rolls", rows}}, text: func(w *textWriter) { w.writeRollStatistics(rows) }})
}

// writeRollStatistics writes rows as a table and as a chart. A row without a label is about all rolls of an actor.
func (w *textWriter) writeRollStatistics(rows []export.RollStatistics) {
	head := []cell{{}, rightCell("rolls"), rightCell("made"), rightCell("expected"), rightCell("typed"), {text: "luckiest"}, {text: "worst"}}
	for i := range head {
		head[i].style = dim
	}
	table := [][]cell{head}
	for _, row := range rows {
		label := cell{text: row.Name, style: bold}
		if row.Label != "" {
			label = cell{text: "  " + row.Label}
		}
		table = append(table, []cell{label, rightCell(strconv.Itoa(row.Rolls)), rightCell(strconv.Itoa(row.Successes)), rightCell(oneDecimal(row.ExpectedSuccesses)), rightCell(strconv.Itoa(row.TypedRolls)),
			{text: w.notableRollText(row.Best)}, {text: w.notableRollText(row.Worst)}})
	}
	w.writeTable(table)
	w.writeLine("")
	for _, text := range strings.Split(strings.TrimRight(export.Chart(rows, w.width-2), "\n"), "\n") {
		w.writeLine("  %s", text)
	}
}

// notableRollText describes an actor's luckiest or unluckiest roll in a few words, or returns "" if there is none.
func (w *textWriter) notableRollText(m export.NotableRoll) string {
	if m.Seq == 0 {
		return ""
	}
	return fmt.Sprintf("%s at %s (%s; entry %d)", m.Degree, m.Likely.NumberText(), percent(m.Probability), m.Seq)
}
