package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `hybrid try ladder`: the odds of each degree of success. A ladder is the table by which a check turns the rolled number into a degree.
// The odds are listed by chance; for a check that throws several dice with symbols, by number of dice and difficulty.

// tryLadderCommand returns the command `try ladder`.
func tryLadderCommand(p *program) *cobra.Command {
	var chances string
	roll, faces := usualRoll(p.campaign.Rules)
	cmd := &cobra.Command{
		Use:   "ladder [LADDER]",
		Short: "Show the odds of each degree of success",
		RunE: p.runReport(func(args []string) (report, error) {
			check, ladder, err := checkWithLadder(p.campaign.Rules, args)
			if err != nil {
				return report{}, err
			}
			if check.Throw.Text != "" { // it throws several dice with symbols
				return throwsReport(p.campaign.Rules, check, object{{"check", check.Name}, {"ladder", ladder}}, "Check "+check.Name+", ladder "+ladder+":"), nil
			}
			list, err := parseNumberRange(chances, usualStep(faces))
			return ladderReport(p.campaign.Rules, check, ladder, list), err
		}),
	}
	if throwsFaces(p.campaign.Rules) {
		cmd.Short = "Odds of each degree of a ladder, over dice and difficulties"
		return cmd
	}
	likely := roll.Likelihood()
	const steps = 30
	cmd.Flags().StringVar(&chances, "chances", usualChances(faces, steps), "`range` of "+likely.Word+"s, with its step")
	return cmd
}

// errNoCheck is returned if the pack has no default check, so that there are no odds.
var errNoCheck = errors.New("This pack has no check. Add `check:` to its tables.")

// checkWithLadder returns the default check with the ladder named in args, and the ladder's name.
func checkWithLadder(rs *rules.Ruleset, args []string) (*rules.Check, string, error) {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	if !ok {
		return nil, "", errNoCheck
	}
	if len(args) == 0 {
		return check, check.Ladder.Text, nil
	}
	ladder, ok := rs.Ladders.Get(args[0])
	if !ok {
		return nil, "", message.Unknown("ladder", args[0], rs.Ladders.Names())
	}
	if check = rs.WithLadder(check, ladder); check == nil {
		return nil, "", fmt.Errorf("Ladder %s reads numbers that check %s doesn't have. Choose another ladder.", ladder.Name, rs.Pack.Check)
	}
	return check, ladder.Name, nil
}

// ladderReport reports the probability of each degree of a check at each of the given chances. ladder is the name of the check's ladder.
// The report also has the probability of success (made), and the average factor by which degrees multiply an effect.
func ladderReport(rs *rules.Ruleset, check *rules.Check, ladder string, chances []float64) report {
	used, short := usedDegrees(rs, check, chances), abbreviations(rs) // indices of degrees, and their column headings
	bare := rs.BarePreview(check, 0)
	likely := bare.Likelihood()
	key := numberKey(&likely)
	var all, rows []object // rows for --json, with the odds as objects, and for tables, with the odds as columns
	columns := []column{{key, likely.Word, asNumber}, {"made", "made", asPercentCell}, {"factor", "factor", asFixed(3)}}
	columns = append(columns, collect.Map(used, func(i int) column { return column{rs.Degrees.All[i].Name, short[i], asPercentCell} })...)
	highest := 1e-9 // above 0, since bars are relative to it
	for _, chance := range chances {
		factor, made := rs.Factor(check, chance)
		odds := rs.Odds(check, chance)
		highest = max(highest, factor)
		row := object{{key, chance}, {"made", made}, {"factor", rules.TrimNoise(factor)}}
		for _, i := range used {
			row.setKey(rs.Degrees.All[i].Name, odds[i].Probability)
		}
		all, rows = append(all, object{{key, chance}, {"made", rules.TrimNoise(made)}, {"factor", rules.TrimNoise(factor)}, {"degrees", odds}}), append(rows, row)
	}
	return report{facts: object{{"check", check.Name}, {"ladder", ladder}, {"rows", all}}, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("Check %s, ladder %s: percent of rolls by %s", check.Name, ladder, likely.Word)
		w.writeTable(tableFromRows(rows, append(columns, column{"factor", "average factor", asBar(highest, 24)})...))
		w.writeLine("")
		var legend []string
		for _, i := range used {
			degree := rs.Degrees.All[i]
			legend = append(legend, fmt.Sprintf("%s %s ×%s", short[i], degree.Label, command.Number(degree.Factor)))
		}
		w.writeIndented("  ", strings.Join(legend, ", "))
	}}
}

// maxTableSize is the maximum number of dice, and the maximum difficulty, in the tables for a check that throws dice.
const maxTableSize = 10

// throwsReport reports the probability of each degree of a check that throws dice, for every number of dice and every difficulty. Its text
// has a table for the chance of success, and one for each degree if there are more than two. facts are the first fields of the JSON, and
// title begins the text.
func throwsReport(rs *rules.Ruleset, check *rules.Check, facts object, title string) report {
	var all, rows []object                           // rows for --json, with the odds as objects, and for --csv, with the odds as columns
	var odds [maxTableSize][maxTableSize][]rules.Odd // probabilities of the degrees, by dice-1 and difficulty-1
	var made [maxTableSize][maxTableSize]float64     // probability of success, by the same indexes
	used := make([]bool, len(rs.Degrees.All))        // whether each degree ever occurs
	degrees := 0                                     // number of degrees that occur
	for d := range maxTableSize {
		for n := range maxTableSize {
			list, share := rs.ThrowOdds(check, d+1, n+1)
			odds[d][n], made[d][n] = list, share
			row := object{{"dice", d + 1}, {"difficulty", n + 1}, {"made", rules.TrimNoise(share)}}
			all = append(all, append(slices.Clip(row), member{"degrees", list}))
			for i, odd := range list {
				row.setKey(odd.Degree.Name, odd.Probability)
				if odd.Probability > 0 && !used[i] {
					used[i] = true
					degrees++
				}
			}
			rows = append(rows, row)
		}
	}
	return report{facts: append(facts, member{"rows", all}), csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s percent of throws, by dice and difficulty", title)
		w.writeThrowTable("made", func(d, n int) float64 { return made[d][n] })
		for i, degree := range rs.Degrees.All {
			if used[i] && degrees > 2 {
				w.writeLine("")
				w.writeThrowTable(degree.Label, func(d, n int) float64 { return odds[d][n][i].Probability })
			}
		}
	}}
}

// writeThrowTable writes a table of probabilities, with a row for each number of dice and a column for each difficulty. share returns the
// probability for d+1 dice and the difficulty n+1.
func (w *textWriter) writeThrowTable(heading string, share func(d, n int) float64) {
	head := []cell{{text: heading}}
	for n := range maxTableSize {
		head = append(head, rightCell(strconv.Itoa(n+1)))
	}
	table := [][]cell{head}
	for d := range maxTableSize {
		line := []cell{rightCell(command.CountText(d+1, "die", "dice"))}
		for n := range maxTableSize {
			line = append(line, rightCell(percentCell(share(d, n))))
		}
		table = append(table, line)
	}
	w.writeTable(table)
}

// usedDegrees returns the indices in rs.Degrees of the degrees that can occur at one of the given chances, best to worst.
func usedDegrees(rs *rules.Ruleset, check *rules.Check, chances []float64) (used []int) {
	isUsed := make([]bool, len(rs.Degrees.All))
	for _, chance := range chances {
		for i, odd := range rs.Odds(check, chance) {
			isUsed[i] = isUsed[i] || odd.Probability > 0
		}
	}
	for i := range isUsed {
		if isUsed[i] {
			used = append(used, i)
		}
	}
	return used
}

// abbreviations returns the labels of the degrees, abbreviated for the headings of columns: VNS for "Very Notable Success", or more letters
// of each word, up to five, if two would be equal.
func abbreviations(rs *rules.Ruleset) []string {
	const maxLetters = 5
	short := make([]string, len(rs.Degrees.All))
	for letters := 1; letters <= maxLetters; letters++ {
		count := map[string]int{}
		for _, degree := range rs.Degrees.All {
			count[initials(degree.Label, letters)]++
		}
		for i, degree := range rs.Degrees.All {
			if text := initials(degree.Label, letters); short[i] == "" && (count[text] == 1 || letters == maxLetters) {
				short[i] = text
			}
		}
	}
	return short
}

// initials returns the given number of first letters of each word of a label, the first one as a capital.
func initials(label string, letters int) string {
	var b strings.Builder
	for _, word := range strings.Fields(label) {
		runes := []rune(word)
		b.WriteString(strings.ToUpper(string(runes[:1])) + string(runes[1:min(letters, len(runes))]))
	}
	return b.String()
}
