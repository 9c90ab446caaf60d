package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules/source"
)

// The formats of a sheet.
const (
	sheetText = "text"
	sheetHTML = "html"
	sheetJSON = "json"
)

func sheetCommand(p *program) *cobra.Command {
	var format, file string
	cmd := &cobra.Command{
		Use:   "sheet WHO",
		Short: "Show or print a character sheet",
		Long: "Show a character sheet: statistics, pools, skills with the roll they need, weapons, armour. --format html makes a page\n" +
			"that any browser prints on A4 or Letter, with pools as boxes to tick, and lines for notes.",
		Example:           "  hybrid sheet {who}\n  hybrid sheet {who} --format html --to {who}.html",
		Args:              wantArgs("WHO"),
		ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			formats := []string{sheetText, sheetHTML, sheetJSON}
			if format != "" && !slices.Contains(formats, format) {
				return fmt.Errorf("--format is one of %s, not %s%s", strings.Join(formats, ", "), format, source.Suggest(format, formats))
			}
			s, err := p.present(args[0])
			if err != nil {
				return err
			}
			s.Situations = nil // the light of a scene is not the character's
			view, err := viewSheet(p.campaign.Rules, s)
			if err != nil {
				return err
			}
			if format == sheetJSON {
				p.flags.json = true
			}
			var out bytes.Buffer
			to := p.stdout
			if file != "" {
				p.stdout = &out
			}
			switch {
			case p.flags.json:
				err = p.writeJSON(view.json(p.campaign.Rules))
			case format == sheetHTML:
				err = view.writeHTML(p.stdout, p.campaign.Label)
			default:
				err = view.write(p.textWriter())
			}
			if p.stdout = to; err != nil || file == "" {
				return err
			}
			return writeWhole(file, out.Bytes())
		},
	}
	freshFlag(p, cmd.Flags())
	cmd.Flags().StringVar(&format, "format", "", "`format`: text, html or json (default text)")
	cmd.Flags().StringVar(&file, "to", "", "`file` to write (default standard output)")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{sheetText, sheetHTML, sheetJSON}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// write writes the sheet as text.
func (v *sheetView) write(w *textWriter) error {
	w.title("%s", v.Title)
	w.wrapped(v.Notes)
	for _, rows := range append(v.statTables(w.width), v.poolRows(), v.rateRows()) {
		if len(rows) > 0 {
			w.table(rows)
			w.line("")
		}
	}
	if len(v.Conditions) > 0 {
		w.wrapped("Has: " + strings.Join(v.Conditions, ", "))
	}
	for _, rows := range [][][]cell{w.rankRows(v.Skills), v.rollRows(), v.weaponRows()} {
		if len(rows) > 1 {
			w.table(rows)
			w.line("")
		}
	}
	if len(v.Gear) > 0 {
		w.wrapped("Carries: " + strings.Join(v.Gear, ", "))
	}
	for i, text := range v.wornAs() {
		if i == 0 {
			w.line("%s", w.paint(bold, "Wears"))
		}
		w.hanging("  ", plain, "    ", text)
	}
	return w.err
}

// statTables returns the columns of statistics; those that do not fit beside each other stand below.
func (v *sheetView) statTables(width int) (tables [][][]cell) {
	room := 0
	for _, group := range v.Stats {
		wide := 0
		for _, stat := range group.Stats {
			wide = max(wide, uniseg.StringWidth(stat.Name+stat.Label)+len("  12.5    "))
		}
		if room -= wide; room < 0 {
			tables, room = append(tables, nil), width-wide
		}
		rows := tables[len(tables)-1]
		before := 0
		if len(rows) > 0 {
			before = len(rows[0])
		}
		for i, stat := range group.Stats {
			if i == len(rows) {
				rows = append(rows, make([]cell, before))
			}
			rows[i] = append(rows[i], cell{text: stat.Name, style: bold}, right(stat.Value), cell{text: stat.Label, style: dim})
		}
		for i := len(group.Stats); i < len(rows); i++ {
			rows[i] = append(rows[i], cell{}, cell{}, cell{})
		}
		tables[len(tables)-1] = rows
	}
	return tables
}

// rateRows returns how fast the actor moves, each group of activities in columns of its own.
func (v *sheetView) rateRows() (rows [][]cell) {
	for i, group := range v.Rates {
		for j, rate := range group.Rates {
			if j == len(rows) {
				rows = append(rows, nil)
			}
			for len(rows[j]) < 3*i {
				rows[j] = append(rows[j], cell{})
			}
			rows[j] = append(rows[j], cell{text: rate.Label}, right(rate.Pace), cell{text: "m/s", style: dim})
		}
	}
	return rows
}

func (v *sheetView) poolRows() (rows [][]cell) {
	for _, pool := range v.Pools {
		row := []cell{{text: pool.Name, style: bold}, right(oneDecimal(pool.Now)), {}, {}, {text: pool.Label, style: dim}}
		if pool.Limited {
			row[2], row[3] = cell{text: "of " + oneDecimal(pool.Most)}, cell{text: bar(pool.Now/max(1, pool.Most), 10)}
		}
		rows = append(rows, row)
	}
	return rows
}

func (w *textWriter) rankRows(ranks []rankLine) [][]cell {
	rows := [][]cell{{{text: "Skill", style: bold}, right("rank"), {text: "basis"}, right(""), right("cost"), right("DF"), right("chance"), right("speed")}}
	for _, r := range ranks {
		rows = append(rows, []cell{{text: r.Label}, right(command.Number(float64(r.Rank))), {text: r.Basis, style: dim}, right(oneDecimal(r.Worth)),
			right(command.Number(r.Cost)), right(command.Number(r.DF)), right(command.Number(r.Chance) + w.unit), right(command.Number(r.Points))})
	}
	return rows
}

// rollRows returns what the die must show for each degree with which a skill is made.
func (v *sheetView) rollRows() [][]cell {
	rows := [][]cell{{{text: "To roll", style: bold}}}
	for _, degree := range v.Degrees {
		if degree.Factor > 0 {
			rows[0] = append(rows[0], right(shortDegree(degree)))
		}
	}
	for _, skill := range v.Skills {
		row := []cell{{text: skill.Label}}
		for _, degree := range v.Degrees {
			if degree.Factor > 0 {
				row = append(row, right(skill.Rolled(degree)))
			}
		}
		rows = append(rows, row)
	}
	if len(rows[0]) == 1 {
		return nil
	}
	return rows
}

func (v *sheetView) weaponRows() [][]cell {
	head := []cell{{text: "Weapon", style: bold}, {text: "skill"}, right("chance")}
	for _, field := range v.Fields {
		head = append(head, right(field))
	}
	rows := [][]cell{head}
	for _, weapon := range v.Weapons {
		row := []cell{{text: weapon.Label}, {text: weapon.Skill, style: dim, none: weapon.Skill == ""}, {text: weapon.Chance, right: true, none: weapon.Chance == ""}}
		for _, text := range weapon.Fields {
			row = append(row, right(text))
		}
		rows = append(rows, row)
	}
	return dropEmpty(rows)
}
