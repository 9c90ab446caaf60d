package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
)

func sheetCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use: "sheet WHO", Short: "Show a character sheet", Args: wantArgs("WHO"), ValidArgsFunction: p.completeWho(1, nil),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := p.present(args[0])
			if err != nil {
				return err
			}
			ranks, err := skillRanks(p.campaign.Rules, s)
			if err != nil {
				return err
			}
			if p.flags.json {
				return p.writeJSON(sheetJSON(p.campaign.Rules, s.Actors[0], ranks))
			}
			return writeSheet(p, s.Actors[0], ranks)
		},
	}
	p.freshFlag(cmd.Flags())
	return cmd
}

// rankLine is one skill of a sheet: its rank, basis and cost, and the chance of a plain check now.
type rankLine struct {
	Skill  string  `json:"skill"`
	Label  string  `json:"label"`
	Rank   int     `json:"rank"`
	Basis  string  `json:"basis"`
	Worth  float64 `json:"basis_value"`
	Cost   float64 `json:"cost"`
	DF     float64 `json:"df"`
	Chance float64 `json:"chance"`
}

func skillRanks(rs *rules.Ruleset, s *rules.State) ([]rankLine, error) {
	a := s.Actors[0]
	list := make([]rankLine, 0, len(a.Sheet.Skills))
	for _, skill := range a.Sheet.Skills {
		prospect, err := previewCheck(rs, &subject{state: s, actor: a, skill: skill, doing: rules.Doing{Skill: skill.Name}})
		if err != nil {
			return nil, err
		}
		list = append(list, rankLine{skill.Name, skill.Label, a.Sheet.Rank(skill), skill.Basis.Text,
			a.BasisOf(rs, skill), skill.Cost, skill.Difficulty, prospect.Chance})
	}
	return list, nil
}

func sheetJSON(rs *rules.Ruleset, a *rules.Actor, ranks []rankLine) object {
	var o, stats, rates object
	for _, stat := range rs.Stats.All {
		stats.set(stat.Name, math.Round(a.Sheet.Stat(stat)*1e9)/1e9)
	}
	for _, rate := range a.Speeds(rs) {
		rates.set(rate.Activity.Name, rate.Pace)
	}
	o.set("who", a.Key)
	o.set("name", a.Name)
	o.set("stats", stats)
	o.set("pools", poolsJSON(rs, a, nil))
	o.set("conditions", conditionsJSON(rs, a))
	o.set("rates", rates)
	o.set("skills", ranks)
	return o
}

func writeSheet(p *program, a *rules.Actor, ranks []rankLine) error {
	w, person := p.textWriter(), a.Sheet.Person
	title := a.Name
	if person.Kind != "" {
		title += ", " + person.Kind
	}
	if person.Player != "" {
		title += ", played by " + person.Player
	}
	w.title("%s", title)
	w.wrapped(person.Notes)
	w.table(statRows(p.campaign.Rules, a.Sheet))
	w.line("")
	w.table(poolRows(p.campaign.Rules, a))
	w.line("")
	if rows := rateRows(p.campaign.Rules, a); len(rows) > 0 {
		w.table(rows)
		w.line("")
	}
	w.table(w.rankRows(ranks))
	writeGear(p.campaign.Rules, w, a)
	return w.err
}

// statRows returns the statistics, each group in columns of its own.
func statRows(rs *rules.Ruleset, sheet *rules.Sheet) [][]cell {
	groups := map[string][]*rules.Stat{}
	var names []string
	most := 0
	for _, stat := range rs.Stats.All {
		if !sheet.Shows(stat) {
			continue
		}
		if groups[stat.Group] == nil {
			names = append(names, stat.Group)
		}
		groups[stat.Group] = append(groups[stat.Group], stat)
		most = max(most, len(groups[stat.Group]))
	}
	rows := make([][]cell, most)
	for i := range rows {
		for _, name := range names {
			if i >= len(groups[name]) {
				rows[i] = append(rows[i], cell{}, cell{}, cell{})
				continue
			}
			stat := groups[name][i]
			rows[i] = append(rows[i], cell{text: stat.Name, style: bold}, right(oneDecimal(sheet.Stat(stat))), cell{text: stat.Label, style: dim})
		}
	}
	return rows
}

// rateRows returns how fast the actor moves, each group of activities in columns of its own.
func rateRows(rs *rules.Ruleset, a *rules.Actor) (rows [][]cell) {
	groups, at := map[string]int{}, map[string]int{}
	for _, rate := range a.Speeds(rs) {
		group := rate.Activity.Group
		column, known := groups[group]
		if !known {
			column = len(groups)
			groups[group] = column
		}
		if at[group] == len(rows) {
			rows = append(rows, nil)
		}
		row := &rows[at[group]]
		at[group]++
		for len(*row) < 3*column {
			*row = append(*row, cell{})
		}
		*row = append(*row, cell{text: rate.Activity.Label}, right(command.Number(rate.Pace)), cell{text: "m/s", style: dim})
	}
	return rows
}

func poolRows(rs *rules.Ruleset, a *rules.Actor) (rows [][]cell) {
	for _, pool := range rs.Pools.All {
		most, limited := a.Sheet.Max(pool)
		row := []cell{{text: pool.Name, style: bold}, right(oneDecimal(a.Now(pool))), {}, {}, {text: pool.Label, style: dim}}
		if limited {
			row[2], row[3] = cell{text: "of " + oneDecimal(most)}, cell{text: bar(a.Now(pool)/max(1, most), 10)}
		}
		rows = append(rows, row)
	}
	return rows
}

func (w *textWriter) rankRows(ranks []rankLine) [][]cell {
	rows := [][]cell{{{text: "Skill", style: bold}, right("rank"), {text: "basis"}, right(""), right("cost"), right("DF"), right("chance")}}
	for _, r := range ranks {
		rows = append(rows, []cell{{text: r.Label}, right(command.Number(float64(r.Rank))), {text: r.Basis, style: dim}, right(oneDecimal(r.Worth)),
			right(command.Number(r.Cost)), right(command.Number(r.DF)), right(command.Number(r.Chance) + w.unit)})
	}
	return rows
}

func writeGear(rs *rules.Ruleset, w *textWriter, a *rules.Actor) {
	if len(a.Sheet.Items) > 0 {
		rows := [][]cell{}
		for _, item := range a.Sheet.Items {
			rows = append(rows, []cell{{text: item.Label}, {text: item.Note(rs), style: dim}})
		}
		w.line("")
		w.table(rows)
	}
	if len(a.Sheet.Armour) > 0 {
		var parts []string
		for _, worn := range a.Sheet.Armour {
			parts = append(parts, worn.At.Label+" "+strings.ToLower(worn.Item.Label))
		}
		w.line("")
		w.wrapped("Wears: " + strings.Join(parts, ", "))
	}
}
