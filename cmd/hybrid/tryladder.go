package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

func tryLadderCommand(p *program) *cobra.Command {
	var chances string
	cmd := &cobra.Command{
		Use:   "ladder [LADDER]",
		Short: "How likely each degree of a ladder is, over chances",
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := numberRange(chances, usualStep(p.campaign.Rules))
			if err != nil {
				return err
			}
			check, ladder, err := checkWithLadder(p.campaign.Rules, args)
			if err != nil {
				return err
			}
			return writeLadder(p, check, ladder, list)
		},
	}
	cmd.Flags().StringVar(&chances, "chances", usualChances(p.campaign.Rules, 30), "the `range` of chances, with its step")
	return cmd
}

// checkWithLadder returns the usual check with the ladder that is named, and the ladder's name.
func checkWithLadder(rs *rules.Ruleset, args []string) (*rules.Check, string, error) {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	if !ok {
		return nil, "", errors.New("this pack has no check")
	}
	if len(args) == 0 {
		return check, check.Ladder.Text, nil
	}
	ladder, ok := rs.Ladders.Get(args[0])
	if !ok {
		return nil, "", fmt.Errorf("no ladder is called %s%s", args[0], cmp.Or(source.Suggest(args[0], rs.Ladders.Names()), "; there are "+strings.Join(rs.Ladders.Names(), ", ")))
	}
	if check = rs.With(check, ladder); check == nil {
		return nil, "", fmt.Errorf("ladder %s reads numbers that check %s does not have", ladder.Name, rs.Pack.Check)
	}
	return check, ladder.Name, nil
}

func writeLadder(p *program, check *rules.Check, ladder string, chances []float64) error {
	rs := p.campaign.Rules
	if p.flags.json && !p.flags.csv {
		rows := []object{}
		for _, chance := range chances {
			factor, made := rs.Factor(check, chance)
			rows = append(rows, object{{"chance", chance}, {"made", trimNoise(made)}, {"factor", trimNoise(factor)}, {"degrees", rs.Odds(check, chance)}})
		}
		return p.writeJSON(object{{"check", check.Name}, {"ladder", ladder}, {"rows", rows}})
	}
	used := usedDegrees(rs, check, chances)
	if p.flags.csv {
		var rows []object
		for _, chance := range chances {
			factor, made := rs.Factor(check, chance)
			row, odds := object{{"chance", chance}, {"made", made}, {"factor", factor}}, rs.Odds(check, chance)
			for _, i := range used {
				row.set(rs.Degrees.All[i].Name, odds[i].Probability)
			}
			rows = append(rows, row)
		}
		return p.writeCSV(csvLines(rows))
	}
	w := p.textWriter()
	w.title("Check %s, ladder %s: percent of rolls by chance", check.Name, ladder)
	short := abbreviations(rs)
	head := []cell{right("chance"), right("made"), right("factor")}
	for _, i := range used {
		head = append(head, right(short[i]))
	}
	rows := [][]cell{append(head, cell{text: "average factor"})}
	most := 0.0
	for _, chance := range chances {
		factor, _ := rs.Factor(check, chance)
		most = max(most, factor)
	}
	for _, chance := range chances {
		factor, made := rs.Factor(check, chance)
		odds := rs.Odds(check, chance)
		row := []cell{right(command.Number(chance)), right(percentCell(made)), right(strconv.FormatFloat(factor, 'f', 3, 64))}
		for _, i := range used {
			row = append(row, right(percentCell(odds[i].Probability)))
		}
		rows = append(rows, append(row, cell{text: bar(factor/max(most, 1e-9), 24)}))
	}
	w.table(rows)
	w.line("")
	var key []string
	for _, i := range used {
		degree := rs.Degrees.All[i]
		key = append(key, fmt.Sprintf("%s %s ×%s", short[i], degree.Label, command.Number(degree.Factor)))
	}
	w.wrappedAt("  ", strings.Join(key, ", "))
	return w.err
}

// usedDegrees returns the indices of the degrees that come up at all, best to worst.
func usedDegrees(rs *rules.Ruleset, check *rules.Check, chances []float64) (used []int) {
	comes := make([]bool, len(rs.Degrees.All))
	for _, chance := range chances {
		for i, odd := range rs.Odds(check, chance) {
			comes[i] = comes[i] || odd.Probability > 0
		}
	}
	for i, come := range comes {
		if come {
			used = append(used, i)
		}
	}
	return used
}

// abbreviations returns the labels of the degrees, each as short as a column and unlike the others: VNS for "Very Notable
// Success", or, where two would read alike, more letters of each word.
func abbreviations(rs *rules.Ruleset) []string {
	short := make([]string, len(rs.Degrees.All))
	for letters := 1; letters < 6; letters++ {
		count := map[string]int{}
		for _, degree := range rs.Degrees.All {
			count[initials(degree.Label, letters)]++
		}
		for i, degree := range rs.Degrees.All {
			if text := initials(degree.Label, letters); short[i] == "" && (count[text] == 1 || letters == 5) {
				short[i] = text
			}
		}
	}
	return short
}

// initials returns the first letters of each word of a label.
func initials(label string, letters int) string {
	var b strings.Builder
	for _, word := range strings.Fields(label) {
		runes := []rune(word)
		b.WriteString(strings.ToUpper(string(runes[:1])) + string(runes[1:min(letters, len(runes))]))
	}
	return b.String()
}
