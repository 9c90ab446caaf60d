package main

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/sheet"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `hybrid sheet`: a character's sheet as text, page or JSON. The model is gm/sheet.

// The formats of a sheet.
const (
	formatText = "text"
	formatHTML = "html"
	formatJSON = "json"
)

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
			s, err := p.present(args[0])
			if err != nil {
				return err
			}
			s.Situations = nil // the light of a scene is not the character's
			view, err := sheet.New(p.campaign.Rules, s)
			if err != nil {
				return err
			}
			view.Portrait = portraitURL(p.campaign, view.Actor.Portrait)
			if format == formatJSON {
				p.flags.json = true
			}
			var out bytes.Buffer
			to := p.stdout
			if file != "" {
				p.stdout = &out
			}
			if format == formatHTML && !p.forPrograms() {
				err = view.WriteHTML(p.stdout, p.campaign.Label)
			} else {
				err = p.write(report{facts: sheetJSON(p.campaign.Rules, view), text: func(w *textWriter) { w.sheet(view) }})
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
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{formatText, formatHTML, formatJSON}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// portraitURL returns a portrait as a page has it that needs no other file; empty without one that can be shown.
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

// write writes the sheet as text.
func (w *textWriter) sheet(v *sheet.Sheet) error {
	w.title("%s", v.Title)
	w.wrapped(v.Notes)
	for _, rows := range append(statTables(v, w.width), poolRows(v), rateRows(v)) {
		if len(rows) > 0 {
			w.table(rows)
			w.line("")
		}
	}
	if len(v.Conditions) > 0 {
		w.wrapped("Has: " + strings.Join(v.Conditions, ", "))
	}
	tables := [][][]cell{w.rankRows(v.Skills), poolsOfSkills(v), rollRows(v), weaponRows(v)}
	for _, t := range []sheet.Table{v.Attacks.Without("skill", "counts"), v.Defences} { // the weapons have them
		tables = append(tables, w.splitColumns(tableRows(t))...)
	}
	for _, rows := range tables {
		if len(rows) > 1 {
			w.table(rows)
			w.line("")
		}
	}
	if len(v.Gear) > 0 {
		w.wrapped("Carries: " + strings.Join(v.Gear, ", "))
	}
	for i, text := range v.Worn() {
		if i == 0 {
			w.line("%s", w.paint(bold, "Wears"))
		}
		w.hanging("  ", plain, "    ", text)
	}
	return w.err
}

// splitColumns splits a table that is too wide by columns: those that do not fit stand below, with the first column again.
func (w *textWriter) splitColumns(rows [][]cell) (tables [][][]cell) {
	for len(rows) > 0 && len(rows[0]) > 1 {
		n := len(rows[0])
		for ; n > 2; n-- {
			part := make([][]cell, len(rows))
			for i, row := range rows {
				part[i] = row[:n]
			}
			if _, whole := columnWidths(part); whole-n < w.width { // a table that is hardly too wide has narrower gaps
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

// statTables returns the columns of statistics; those that do not fit beside each other stand below.
func statTables(v *sheet.Sheet, width int) (tables [][][]cell) {
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
func rateRows(v *sheet.Sheet) (rows [][]cell) {
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

// poolRows returns the rows of the sheet's pools: the current points and, if the pool has a maximum, that and a bar.
func poolRows(v *sheet.Sheet) (rows [][]cell) {
	for _, pool := range v.Pools {
		row := []cell{{text: pool.Name, style: bold}, right(oneDecimal(pool.Now)), {}, {}, {text: pool.Label, style: dim}}
		if pool.Limited {
			row[2], row[3] = cell{text: "of " + oneDecimal(pool.Most)}, cell{text: bar(pool.Now/max(1, pool.Most), 10)}
		}
		rows = append(rows, row)
	}
	return rows
}

// rankRows returns the table of skills, with a head.
func (w *textWriter) rankRows(ranks []sheet.Skill) [][]cell {
	rows := [][]cell{{{text: "Skill", style: bold}, right("rank"), {text: "basis"}, right(""), right("cost"), right("DF"), right("chance"), right("speed")}}
	for _, r := range ranks {
		rows = append(rows, []cell{{text: r.Label}, right(command.Number(float64(r.Rank))), {text: r.Basis, style: dim}, right(oneDecimal(r.Worth)),
			right(command.Number(r.Cost)), right(command.Number(r.DF)), right(r.Likely.Share()), right(command.Number(r.Points))})
	}
	return rows
}

// poolsOfSkills returns the table of skill pools, with a head.
func poolsOfSkills(v *sheet.Sheet) [][]cell {
	rows := [][]cell{{{text: "Skill pool", style: bold}, right("adds to rank"), {text: "of"}}}
	for _, pool := range v.SkillPools {
		rows = append(rows, []cell{{text: pool.Label}, right("+" + command.Number(pool.Adds)), {text: strings.Join(pool.Skills, ", "), style: dim}})
	}
	return rows
}

// rollRows returns what the die must show for each degree with which a skill is made.
func rollRows(v *sheet.Sheet) [][]cell {
	rows := [][]cell{{{text: "To roll", style: bold}}}
	for _, degree := range v.Degrees {
		if degree.Factor > 0 {
			rows[0] = append(rows[0], right(sheet.ShortDegree(degree)))
		}
	}
	for _, skill := range v.Skills {
		row := []cell{{text: skill.Label}}
		for _, degree := range v.Degrees {
			if degree.Factor > 0 {
				row = append(row, right(skill.RollRange(degree)))
			}
		}
		rows = append(rows, row)
	}
	if len(rows[0]) == 1 {
		return nil
	}
	return rows
}

// weaponRows returns the table of weapons, without the columns that are empty in all rows.
func weaponRows(v *sheet.Sheet) [][]cell {
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

// tableRows returns a table of a sheet as text.
func tableRows(t sheet.Table) [][]cell {
	rows := [][]cell{{{text: t.Title, style: bold}}}
	for i, head := range t.Heads {
		rows[0] = append(rows[0], cell{text: head, right: t.Right(i)})
	}
	for _, line := range t.Rows {
		row := []cell{{text: line.Label}}
		for i, text := range line.Cells {
			row = append(row, cell{text: text, right: t.Right(i), none: text == ""})
		}
		rows = append(rows, row)
	}
	return dropEmpty(rows)
}

// sheetJSON returns a sheet as an object for scripts.
func sheetJSON(rs *rules.Ruleset, v *sheet.Sheet) object {
	var o, stats, numbers, rates object
	for _, number := range rules.SheetNumbers(rs) {
		numbers.set(number.Name, math.Round(rules.NumberOf(rs, v.Actor, number)*1e9)/1e9)
	}
	for _, stat := range rs.Stats.All {
		stats.set(stat.Name, math.Round(v.Actor.Sheet.Stat(stat)*1e9)/1e9)
	}
	for _, rate := range v.Actor.Speeds(rs) {
		rates.set(rate.Activity.Name, rate.Pace)
	}
	weapons, armour := []object{}, []object{}
	for _, weapon := range v.Weapons {
		one := object{{"label", weapon.Label}, {"skill", weapon.Skill}, {"chance", weapon.Chance}}
		for i, field := range v.Fields {
			one.set(field, weapon.Fields[i])
		}
		weapons = append(weapons, one)
	}
	for _, place := range v.Armour {
		one := object{{"place", place.Place}, {"roll", place.Roll}, {"item", place.Item}}
		for i, head := range v.Protects {
			one.set(strings.ToLower(head), place.Protects[i])
		}
		armour = append(armour, one)
	}
	o.set("who", v.Key)
	o.set("name", v.Name)
	o.set("stats", stats)
	o.set("numbers", numbers)
	o.set("pools", poolsJSON(rs, v.Actor, nil))
	o.set("conditions", conditionsJSON(rs, v.Actor))
	o.set("rates", rates)
	o.set("skills", append([]sheet.Skill{}, v.Skills...))
	o.set("skill_pools", append([]sheet.SkillPool{}, v.SkillPools...))
	o.set("weapons", weapons)
	o.set("armour", armour)
	o.set("attacks", tableJSON(v.Attacks))
	o.set("defences", tableJSON(v.Defences))
	o.set("gear", append([]string{}, v.Gear...))
	return o
}

// tableJSON returns the rows of a table, with its heads as keys.
func tableJSON(t sheet.Table) []object {
	list := []object{}
	for _, line := range t.Rows {
		one := object{{"label", line.Label}}
		for i, text := range line.Cells {
			if text != "" {
				one.set(t.Keys[i], text)
			}
		}
		list = append(list, one)
	}
	return list
}
