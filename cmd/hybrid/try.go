package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/source"
)

func tryCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "try",
		Short: "See what a ladder, a skill, a weapon, a table, a task, a formula or a change comes to",
		RunE:  wantSubcommand,
	}
	cmd.AddCommand(tryLadderCommand(p), trySkillCommand(p), tryWeaponCommand(p), tryTableCommand(p), tryTaskCommand(p), tryFormulaCommand(p), tryChangesCommand(p))
	p.csvFlag(cmd.Commands()...)
	return cmd
}

// numberRange reads a range of numbers: 5..150, or 5..150/10 with another step than the usual one.
func numberRange(text string, step float64) (list []float64, err error) {
	bounds, stepped, found := strings.Cut(text, "/")
	low, high, ranged := strings.Cut(bounds, "..")
	if !ranged {
		high = low
	}
	from, err1 := command.Amount(low, text)
	to, err2 := command.Amount(high, text)
	var err3 error
	if found {
		step, err3 = command.Amount(stepped, text)
	}
	if errors.Join(err1, err2, err3) != nil || !(step > 0 && to >= from && (to-from)/step <= 1000) {
		return nil, fmt.Errorf("%s is no range; write 5..150, or 5..150/10 with a step", text)
	}
	for i := 0; from+float64(i)*step <= to; i++ {
		list = append(list, from+float64(i)*step)
	}
	return list, nil
}

// usualChances returns a range from a twentieth of the faces that the die has to half as many again, in so many steps.
func usualChances(rs *rules.Ruleset, steps int) string {
	faces := rs.Die()
	return fmt.Sprintf("%d..%d/%d", max(1, faces/20), faces*3/2, max(1, faces*3/2/steps))
}

// usualStep is the step between chances where none is typed.
func usualStep(rs *rules.Ruleset) float64 { return max(1, float64(rs.Die())/20) }

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

// percentCell formats a probability in percent with one decimal; 0 is a dot.
func percentCell(x float64) string {
	if x == 0 {
		return "·"
	}
	if x < 0.0005 {
		return "<0.1"
	}
	return strconv.FormatFloat(100*x, 'f', 1, 64)
}

func trimNoise(x float64) float64 { return math.Round(x*1e9) / 1e9 }

func trySkillCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "skill SKILL…",
		Short:             "What the ranks of a skill cost, and what they are worth",
		Args:              wantArgs("SKILL…"),
		ValidArgsFunction: p.completeWho(0, p.skillCompletions),
		RunE: func(_ *cobra.Command, args []string) error {
			skill, err := p.session.Skill(strings.Join(args, " "))
			if err != nil {
				return badInput(err)
			}
			return writeSkill(p, skill)
		},
	}
}

func writeSkill(p *program, skill *rules.Skill) error {
	rs := p.campaign.Rules
	var rows []object
	steps := map[int]float64{}
	if list, err := rs.Advance(skill, rs.Skill.Least, rs.Skill.Most); err == nil {
		for _, step := range list {
			steps[step.Rank] = step.Cost
		}
	}
	sum, most := 0.0, 0.0
	for rank := rs.Skill.Least; rank <= rs.Skill.Most; rank++ {
		sum += steps[rank]
		most = max(most, steps[rank])
		rows = append(rows, object{{"rank", rank}, {"name", rs.RankName(rank)}, {"start", rs.StartCost(skill, rank)}, {"raise", steps[rank]}, {"sum", sum}, {"percent", trimNoise(skill.Percent * float64(rank))}})
	}
	if p.flags.csv {
		return p.writeCSV(csvLines(rows))
	}
	if p.flags.json {
		return p.writeJSON(object{{"skill", skill.Name}, {"cost", skill.Cost}, {"difficulty", skill.Difficulty}, {"percent", skill.Percent}, {"says", append([]string{}, rs.Means(skill)...)}, {"ranks", rows}})
	}
	w := p.textWriter()
	w.title("%s: base cost %s, inherent modifier %s, %s %% a rank", skill.Label, command.Number(skill.Cost), command.Signed(skill.Difficulty), command.Number(skill.Percent))
	for _, text := range rs.Means(skill) {
		w.wrapped(text)
	}
	table := [][]cell{{right("rank"), right("at the start"), right("raise, " + rs.Skill.Currency), right("in all"), right("percent"), {}, {}}}
	for _, row := range rows {
		number := func(i int) cell { return right(command.Number(row[i].value.(float64))) }
		raise := row[3].value.(float64)
		table = append(table, []cell{right(fmt.Sprint(row[0].value)), number(2), number(3), number(4), number(5), {text: bar(raise/max(most, 1e-9), 20)}, {text: row[1].value.(string), style: dim}})
	}
	w.table(table)
	return w.err
}

func tryWeaponCommand(p *program) *cobra.Command {
	var chances, who string
	cmd := &cobra.Command{
		Use:   "weapon ITEM…",
		Short: "What a weapon does on average, over chances",
		Args:  wantArgs("ITEM…"),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := numberRange(chances, usualStep(p.campaign.Rules))
			if err != nil {
				return err
			}
			item, err := p.itemNamed(strings.Join(args, " "))
			if err != nil {
				return err
			}
			hand, err := weaponHolder(p, who)
			if err != nil {
				return err
			}
			return writeWeapon(p, item, hand, list)
		},
	}
	cmd.Flags().StringVar(&chances, "chances", usualChances(p.campaign.Rules, 15), "the `range` of chances, with its step")
	cmd.Flags().StringVar(&who, "who", "", "in `whose` hand, where that matters; the first of the cast without it")
	p.completePeople(cmd, "who")
	return cmd
}

// weaponHolder returns the actor that holds the weapon: the one named, else the first of the campaign whose sheet fits.
func weaponHolder(p *program, who string) (*rules.Actor, error) {
	names := []string{who}
	if who == "" {
		names = append(p.campaign.Cast(), p.campaign.Characters()...)
	}
	var first error
	for _, name := range names { // who came along may not fit this game
		s, err := p.scene(name)
		if err == nil {
			return s.Actors[0], nil
		}
		first = cmp.Or(first, err)
	}
	return nil, first
}

func writeWeapon(p *program, item *rules.Item, hand *rules.Actor, chances []float64) error {
	rs := p.campaign.Rules
	fields := map[string]float64{}
	for _, field := range rs.DiceFields() {
		if average, ok := rs.Average(hand, item, field); ok {
			fields[field] = average
		}
	}
	if len(fields) == 0 {
		return fmt.Errorf("%s says nothing with dice in it (%s)", item.Label, strings.Join(rs.DiceFields(), ", "))
	}
	check, _, err := checkWithLadder(p.campaign.Rules, nil)
	if err != nil {
		return err
	}
	var rows []object
	table := [][]cell{{right("chance"), right("made"), right("factor")}}
	for _, field := range rs.DiceFields() {
		if _, ok := fields[field]; ok {
			table[0] = append(table[0], right(field), cell{})
		}
	}
	most, _ := rs.Factor(check, chances[len(chances)-1])
	for _, chance := range chances {
		factor, made := rs.Factor(check, chance)
		row := object{{"chance", chance}, {"made", trimNoise(made)}, {"factor", trimNoise(factor)}}
		line := []cell{right(command.Number(chance)), right(percentCell(made)), right(strconv.FormatFloat(factor, 'f', 3, 64))}
		for _, field := range rs.DiceFields() {
			if average, ok := fields[field]; ok {
				row.set(field, trimNoise(average*factor))
				line = append(line, right(strconv.FormatFloat(average*factor, 'f', 2, 64)), cell{text: bar(factor/max(most, 1e-9), 24)})
			}
		}
		rows, table = append(rows, row), append(table, line)
	}
	if p.flags.csv {
		return p.writeCSV(csvLines(rows))
	}
	if p.flags.json {
		return p.writeJSON(object{{"item", item.Name}, {"who", hand.Key}, {"average", fields}, {"rows", rows}})
	}
	w := p.textWriter()
	w.title("%s in the hand of %s: %s; on average, misses included", item.Label, hand.Name, rs.Note(item))
	w.table(table)
	return w.err
}
