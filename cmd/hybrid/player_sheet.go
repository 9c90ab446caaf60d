package main

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/sheet"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid sheet`: a character's sheet as text, as an HTML page or as JSON. Package gm/sheet collects the contents and makes the page; here
// they become text and JSON. The contents are in sections, such as skills or attacks. A section is a table: it has columns, and rows with a
// cell for each column. Its rows can be in groups.

// Formats of a sheet.
const (
	formatText = "text"
	formatHTML = "html"
	formatJSON = "json"
)

// sheetCommand returns the command `sheet`.
func sheetCommand(p *program) *cobra.Command {
	var format, file string
	cmd := &cobra.Command{
		Use:   "sheet WHO",
		Short: "Show or print a character sheet",
		Long: "Show a character sheet: statistics, pools, skills with the roll they need, weapons, attacks, defences, armour. The\n" +
			"chances of attacks don't count the target yet. --format html makes a page that any browser prints on A4 or Letter, with\n" +
			"pools as boxes to tick, and lines for notes.",
		Example:           "  hybrid sheet {who}\n  hybrid sheet {who} --format html --to {who}.html",
		Args:              wantArgs("WHO"),
		ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			formats := []string{formatText, formatHTML, formatJSON}
			if format != "" && !slices.Contains(formats, format) {
				return message.NotOneOf("--format", format, formats)
			}
			s, err := p.presentState(args[0])
			if err != nil {
				return err
			}
			a := s.Actors[0]
			view, err := sheet.New(p.campaign.Rules, s, a, false)
			if err != nil {
				return err
			}
			view.Portrait = portraitURL(p.campaign, a.Portrait)
			if format == formatJSON {
				p.flags.json = true
			}
			var out bytes.Buffer
			stdout := p.stdout
			if file != "" { // collect the output; the file is written only if there is no error
				p.stdout = &out
			}
			if format == formatHTML && !p.isReadByPrograms() {
				err = view.WriteHTML(p.stdout, p.campaign.Label)
			} else {
				err = p.write(report{facts: sheetJSON(p.campaign.Rules, a, view), text: func(w *textWriter) { w.writeSheet(view) }})
			}
			p.stdout = stdout
			if err != nil || file == "" {
				return err
			}
			return writeAtomically(file, out.Bytes())
		},
	}
	addFreshFlag(p, cmd.Flags())
	cmd.Flags().StringVar(&format, "format", "", "`format`: text, html or json (default text)")
	cmd.Flags().StringVar(&file, "to", "", "`file` to write (default standard output)")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{formatText, formatHTML, formatJSON}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// portraitURL returns a portrait as a data URL, so that the page needs no other file, or "" if there is none.
func portraitURL(c *campaign.Campaign, name string) template.URL {
	if name == "" {
		return ""
	}
	portrait, err := c.Portrait(name)
	if err != nil {
		return ""
	}
	return template.URL("data:" + portrait.Kind + ";base64," + base64.StdEncoding.EncodeToString(portrait.Data))
}

// writeSheet writes the sheet as text.
func (w *textWriter) writeSheet(v *sheet.Sheet) error {
	w.writeTitle("%s", v.Title)
	w.writeWrapped(v.Notes)
	w.writeTables(poolRows(v))
	if len(v.Conditions) > 0 {
		w.writeWrapped("Has: " + strings.Join(v.Conditions, ", "))
	}
	for _, t := range v.Sections {
		switch t.Key {
		case "armour": // the list of worn armour contains it
		case "stats", "movement":
			w.writeTables(w.groupsInColumns(t)...)
		case "worn":
			w.writeLine("%s", w.paintText(bold, t.Title))
			for _, row := range t.Rows {
				w.writeHanging("  ", plain, "    ", strings.TrimSuffix(row.Label+" ("+row.Cells[0].Text+"): "+row.Note, ": "))
			}
		case "gear":
			w.writeWrapped(t.Title + ": " + strings.Join(collect.Map(t.Rows, func(row sheet.Row) string { return row.Label }), ", "))
		case "attacks": // the section of weapons has these columns already
			w.writeChances(t, "skill", "counts")
		case "skills":
			w.writeChances(t, "target", "counts", "rolls")
		default:
			w.writeChances(t)
		}
	}
	return w.err
}

// writeChances writes a section as one or more tables, without the given columns, followed by a note about the influences that its chances
// leave out.
func (w *textWriter) writeChances(t sheet.Section, without ...string) {
	tables := w.splitColumns(tableRows(t.Without(without...)))
	last := len(tables) - 1
	if last < 0 {
		return
	}
	w.writeTables(tables[:last]...)
	w.writeTable(tables[last])
	if before := t.Before(); before != "" {
		w.writeLine("  %s", w.paintText(dim, before))
	}
	w.writeLine("")
}

// writeTables writes tables, each followed by an empty line.
func (w *textWriter) writeTables(tables ...[][]cell) {
	for _, rows := range tables {
		if len(rows) > 0 {
			w.writeTable(rows)
			w.writeLine("")
		}
	}
}

// splitColumns splits a table that is too wide for the output. Columns that don't fit become further tables, each with the first column
// repeated.
func (w *textWriter) splitColumns(rows [][]cell) (tables [][][]cell) {
	for len(rows) > 0 && len(rows[0]) > 1 {
		n := len(rows[0]) // number of columns that fit
		for ; n > 2; n-- {
			part := collect.Map(rows, func(row []cell) []cell { return row[:n] })
			if _, whole := columnWidths(part); whole-n < w.width { // a table that is only slightly too wide gets narrower gaps
				break
			}
		}
		part, rest := make([][]cell, len(rows)), make([][]cell, len(rows))
		for i, row := range rows {
			part[i], rest[i] = row[:n], append([]cell{row[0]}, row[n:]...)
		}
		tables, rows = append(tables, part), rest
	}
	return tables
}

// groupsInColumns returns tables in which the groups of a section, such as physical and mental statistics, are side by side. A long group
// gets several blocks of columns. A block that doesn't fit to the right of the others begins the next table.
func (w *textWriter) groupsInColumns(t sheet.Section) (tables [][][]cell) {
	const maxRows = 8 // maximum number of rows of a block
	room := 0         // columns of the terminal left to the right of the last table
	for _, group := range t.Groups() {
		blocks := (len(group.Rows) + maxRows - 1) / maxRows
		for part := range slices.Chunk(group.Rows, (len(group.Rows)+blocks-1)/blocks) {
			var block [][]cell
			for _, row := range part {
				cells := []cell{{text: row.Short, style: bold}, rightCell(row.Cells[0].Text), {text: row.Label, style: dim}}
				if row.Short == "" {
					cells = []cell{{text: row.Label}, cells[1], {text: row.Unit, style: dim}}
				}
				block = append(block, cells)
			}
			_, width := columnWidths(block)
			if room -= width; room < 0 {
				tables, room = append(tables, nil), w.width-width
			}
			tables[len(tables)-1] = addBlock(tables[len(tables)-1], block)
		}
	}
	return tables
}

// addBlock returns table with block added at its right. All rows of block must have the same number of cells.
func addBlock(table, block [][]cell) [][]cell {
	for i, cells := range block {
		if i == len(table) {
			table = append(table, nil)
		}
		if i > 0 { // fill up a row in which the blocks to the left have ended; the first row, which is complete already, never has gaps
			missing := len(table[0]) - len(cells) - len(table[i])
			table[i] = append(table[i], make([]cell, missing)...)
		}
		table[i] = append(table[i], cells...)
	}
	return table
}

// poolRows returns the rows of the sheet's pools: the current points and, if the pool has a maximum, the maximum and a bar.
func poolRows(v *sheet.Sheet) (rows [][]cell) {
	for _, pool := range v.Pools {
		row := []cell{{text: pool.Name, style: bold}, rightCell(oneDecimal(pool.Now)), {}, {}, {text: pool.Label, style: dim}}
		if pool.Max > 0 {
			row[2], row[3] = cell{text: "of " + oneDecimal(pool.Max)}, cell{text: bar(pool.Now/pool.Max, 10)}
		}
		rows = append(rows, row)
	}
	return rows
}

// tableRows returns a section as a table, with a heading.
func tableRows(t sheet.Section) [][]cell {
	rows := [][]cell{{{text: t.Label, style: bold}}}
	rows[0] = append(rows[0], collect.Map(t.Columns, func(column sheet.Column) cell { return cell{text: column.Head, right: !column.Words} })...)
	for _, line := range t.Rows {
		row := []cell{{text: line.Label}}
		for i, c := range line.Cells {
			row = append(row, cell{text: c.Text, right: !t.Columns[i].Words, none: c.Text == ""})
		}
		rows = append(rows, row)
	}
	return clearEmptyColumns(rows)
}

// sheetJSON returns the sheet of an actor as an object for --json.
func sheetJSON(rs *rules.Ruleset, a *rules.Actor, v *sheet.Sheet) object {
	var stats, numbers, rates object
	for _, number := range rs.SheetNumbers() {
		numbers.setKey(number.Name, a.Number(rs, number))
	}
	for _, stat := range rs.Stats.All {
		stats.setKey(stat.Name, rules.TrimNoise(a.Sheet.Stat(stat)))
	}
	for _, rate := range a.Speeds(rs) {
		rates.setKey(rate.Activity.Name, rate.Pace)
	}
	o := object{{"who", v.Key}, {"name", v.Name}, {"stats", stats}, {"numbers", numbers}, {"pools", poolsJSON(rs, a, nil)}, {"conditions", conditionsJSON(rs, a)}, {"rates", rates}}
	for _, key := range []string{"skills", "skill_pools", "caps", "weapons", "armour", "attacks", "defences"} {
		o.setKey(key, sectionJSON(v.Section(key)))
	}
	gear := []string{}
	gear = append(gear, collect.Map(v.Section("gear").Rows, func(row sheet.Row) string { return row.Label })...)
	o.setKey("gear", gear)
	return o
}

// sectionJSON returns the rows of a section as objects for --json, with the keys of the columns.
func sectionJSON(t sheet.Section) []object {
	list := []object{}
	for _, row := range t.Rows {
		o := object{{"label", row.Label}}
		switch t.Key {
		case "skills":
			o = object{{"skill", row.Key}, o[0]}
		case "armour":
			o[0].key = "place"
		}
		for i, c := range row.Cells {
			if c.Value != nil {
				o.setKey(t.Columns[i].Key, c.Value)
			} else if c.Text != "" {
				o.setKey(t.Columns[i].Key, c.Text)
			}
		}
		o.addBefore(rules.Likelihood{Before: row.Before()})
		list = append(list, o)
	}
	return list
}
