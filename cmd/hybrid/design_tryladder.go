package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

func tryLadderCommand(p *program) *cobra.Command {
	var chances string
	cmd := &cobra.Command{
		Use:   "ladder [LADDER]",
		Short: "Show the odds of each degree of success",
		RunE: func(_ *cobra.Command, args []string) error {
			check, ladder, err := checkWithLadder(p.campaign.Rules, args)
			if err != nil {
				return err
			}
			if check.Throw.Text != "" {
				return writeThrows(p, check, ladder)
			}
			list, err := numberRange(chances, usualStep(p.campaign.Rules))
			if err != nil {
				return err
			}
			return writeLadder(p, check, ladder, list)
		},
	}
	if throwsFaces(p.campaign.Rules) {
		cmd.Short = "How likely each degree of a ladder is, over dice and difficulties"
		return cmd
	}
	cmd.Flags().StringVar(&chances, "chances", usualChances(p.campaign.Rules, 30), "`range` of chances, with its step")
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
		return nil, "", message.Unknown("ladder", args[0], rs.Ladders.Names())
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

// mostLaidOut is how many dice, and how high a difficulty, a check that throws is laid out over.
const mostLaidOut = 10

// writeThrows writes how likely each degree of a check that throws is, for every number of dice against every difficulty: a
// table for what is made, and one for each degree where there are more than two.
func writeThrows(p *program, check *rules.Check, ladder string) error {
	rs := p.campaign.Rules
	var rows []object
	var odds [mostLaidOut][mostLaidOut][]rules.Odd
	var made [mostLaidOut][mostLaidOut]float64
	used := make([]bool, len(rs.Degrees.All))
	degrees := 0
	for d := range mostLaidOut {
		for n := range mostLaidOut {
			list, share := rules.ThrowOdds(rs, check, d+1, n+1)
			odds[d][n], made[d][n] = list, share
			row := object{{"dice", d + 1}, {"difficulty", n + 1}, {"made", trimNoise(share)}}
			if p.flags.csv {
				for _, odd := range list {
					row.set(odd.Degree.Name, odd.Probability)
				}
			} else {
				row.set("degrees", list)
			}
			rows = append(rows, row)
			for i, odd := range list {
				if odd.Probability > 0 && !used[i] {
					used[i] = true
					degrees++
				}
			}
		}
	}
	switch {
	case p.flags.csv:
		return p.writeCSV(csvLines(rows))
	case p.flags.json:
		return p.writeJSON(object{{"check", check.Name}, {"ladder", ladder}, {"rows", rows}})
	}
	w := p.textWriter()
	w.title("Check %s, ladder %s: percent of throws, by dice and difficulty", check.Name, ladder)
	layOut := func(what string, share func(d, n int) float64) {
		head := []cell{{text: what}}
		for n := range mostLaidOut {
			head = append(head, right(strconv.Itoa(n+1)))
		}
		table := [][]cell{head}
		for d := range mostLaidOut {
			line := []cell{right(command.Plural(d+1, "die", "dice"))}
			for n := range mostLaidOut {
				line = append(line, right(percentCell(share(d, n))))
			}
			table = append(table, line)
		}
		w.table(table)
	}
	layOut("made", func(d, n int) float64 { return made[d][n] })
	for i, degree := range rs.Degrees.All {
		if used[i] && degrees > 2 {
			w.line("")
			layOut(degree.Label, func(d, n int) float64 { return odds[d][n][i].Probability })
		}
	}
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
