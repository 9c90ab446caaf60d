package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// `hybrid try formula`: the value of a formula of the rules, for a character or over a range. A formula reads names. The names of
// statistics, pools and other properties take their values from the character (--who), its opponent (--other) and the skill (--skill); any
// name can be set to a number (--set) or run through a range (--over).

// formulaFlags holds the flags that supply values for the names in a formula.
type formulaFlags struct {
	who, other, skill string   // names of the character, its opponent and the skill; each "" for none
	set               []string // values of names, each NAME=NUMBER
	over              string   // range of a name, NAME=0..20; "" for none
}

// tryFormulaCommand returns the command `try formula`.
func tryFormulaCommand(p *program) *cobra.Command {
	var flags formulaFlags
	cmd := &cobra.Command{
		Use:   "formula FORMULA",
		Short: "Show the value of a formula",
		Long: "Show the value of a formula, the names that it reads, and its values over a range of one of them. It can use all\n" +
			"names; hybrid help formulas lists them. Values come from --who, --other and --skill, or from --set.",
		Example: `  hybrid try formula "3 * basis + 4 * rank" --who {who} --skill {skill} --over rank=0..20` + "\n" +
			`  hybrid try formula "max(1, x / 2) * 2d6" --over x=0..10`,
		Args: wantArgs("FORMULA…"),
		RunE: p.runReport(func(args []string) (report, error) {
			return p.tryFormula(strings.ReplaceAll(strings.Join(args, " "), "−", "-"), &flags)
		}),
	}
	set := cmd.Flags()
	set.StringVar(&flags.who, "who", "", "`character` whose statistics, pools and gear it reads")
	set.StringVar(&flags.other, "other", "", "`opponent` of that character")
	set.StringVar(&flags.skill, "skill", "", "`skill` that is rolled")
	set.StringArrayVar(&flags.set, "set", nil, "value of a name: `NAME=NUMBER` (repeatable)")
	set.StringVar(&flags.over, "over", "", "range of a name: `NAME=0..20`, or 0..20/5 with a step")
	p.completePeople(cmd, "who", "other")
	_ = cmd.RegisterFlagCompletionFunc("skill", cobra.FixedCompletions(p.skillCompletions(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// formulaFile takes the place of the file name in messages about a formula that was typed as an argument.
const formulaFile = "formula"

// tryFormula reports the value of a formula, or its values over the range in flags.
func (p *program) tryFormula(text string, flags *formulaFlags) (r report, err error) {
	evalContext, over, values, err := formulaContext(p, flags)
	if err != nil {
		return r, err
	}
	eval, err := p.campaign.Rules.Eval(source.Text{Text: text, Pos: source.Pos{File: formulaFile, Line: 1, Col: 1}}, evalContext)
	var mistakes source.Mistakes
	var refusal *rules.Refusal // a name has no value
	switch {
	case errors.As(err, &mistakes):
		for _, m := range mistakes {
			writeMistake(newTextWriter(p.stderr), m, func(source.Pos) (string, bool) { return text, true })
		}
		return r, exitStatus(exitBad)
	case errors.As(err, &refusal):
		return r, fmt.Errorf("%w Flags: --who, --other, --skill, --set.", badInput(err))
	}
	inputs := eval.Inputs()
	if over == "" {
		return valueReport(text, eval, inputs), nil
	}
	names := []string{}
	for _, input := range inputs {
		names = append(names, input.Name)
		if input.Name == over {
			return rangeReport(text, eval, over, values), nil
		}
	}
	return r, message.Lacking("the formula", "value", over, names)
}

// formulaContext returns the context that supplies values for the names in a formula, and the name that --over varies with its values.
// The context holds the first of these values. Without --over, over is "".
func formulaContext(p *program, flags *formulaFlags) (evalContext rules.EvalContext, over string, values []float64, err error) {
	evalContext.Set = map[string]float64{}
	for _, text := range flags.set {
		name, value, _ := strings.Cut(text, "=")
		if evalContext.Set[name], err = command.ParseAmount(value, "--set "+name); err != nil {
			return evalContext, "", nil, badInput(err)
		}
	}
	if flags.over != "" {
		if !strings.Contains(flags.over, "=") {
			return evalContext, "", nil, fmt.Errorf("“--over %s” has no range. Write NAME=0..20.", flags.over)
		}
		if over, values, err = parseNamedRange(flags.over); err != nil {
			return evalContext, "", nil, err
		}
		evalContext.Set[over] = values[0]
	}
	if flags.skill != "" {
		if evalContext.Skill, err = p.session.Game().Skill(flags.skill); err != nil {
			return evalContext, "", nil, badInput(err)
		}
	}
	var names []string
	if flags.who != "" {
		names = append(names, flags.who)
	}
	if flags.other != "" {
		names = append(names, flags.other)
	}
	s, err := p.sceneOf(names...)
	if err != nil {
		return evalContext, "", nil, err
	}
	if flags.other != "" {
		evalContext.Other = s.Actors[len(s.Actors)-1]
	}
	if flags.who != "" {
		evalContext.Who = s.Actors[0]
	}
	return evalContext, over, values, nil
}

// formatValue formats the value of a formula: a number, yes or no, or a quoted word.
func formatValue(value any) string {
	switch value := value.(type) {
	case float64:
		return command.Number(value)
	case bool:
		if value {
			return "yes"
		}
		return "no"
	}
	return strconv.Quote(fmt.Sprint(value))
}

// valueReport reports the value of a formula and of the names that it reads.
func valueReport(text string, eval *rules.Eval, inputs []rules.EvalInput) report {
	value := eval.Value()
	var row object
	for _, input := range inputs {
		row = append(row, member{input.Name, input.Value})
	}
	return report{
		facts: object{{"formula", text}, {"type", eval.Type.String()}, {"value", value}, {"reads", append([]rules.EvalInput{}, inputs...)}},
		csv:   csvLines([]object{append(row, member{"value", value})}),
		text: func(w *textWriter) {
			w.writeTitle("%s: %s%s", text, eval.Type, diceNote(eval))
			if len(inputs) > 0 {
				w.writeTable(collect.Map(inputs, func(input rules.EvalInput) []cell {
					return []cell{{text: input.Name}, rightCell(formatValue(input.Value))}
				}))
				w.writeLine("")
			}
			w.writeLine("  = %s", w.paintText(bold, formatValue(value)))
		},
	}
}

// diceNote returns a note that dice count as their averages, or "" if the formula has no dice.
func diceNote(eval *rules.Eval) string {
	if eval.Rolls() {
		return ", every die at its average"
	}
	return ""
}

// rangeReport reports the value of a formula for each of the given values of the name over.
func rangeReport(text string, eval *rules.Eval, over string, values []float64) report {
	var rows []object
	var low, high float64 // ends of the axis for bars, which includes 0
	for _, x := range values {
		eval.SetValue(over, x)
		value := eval.Value()
		if number, ok := value.(float64); ok {
			low, high = min(low, number), max(high, number)
		}
		rows = append(rows, object{{over, x}, {"value", value}})
	}
	inputs := eval.Inputs()
	facts := object{{"formula", text}, {"type", eval.Type.String()}, {"over", over}, {"reads", inputs}, {"rows", rows}}
	return report{facts: facts, csv: csvLines(rows), text: func(w *textWriter) {
		w.writeTitle("%s: %s%s", text, eval.Type, diceNote(eval))
		table := [][]cell{{rightCell(over), rightCell("value")}}
		for _, row := range rows {
			line := []cell{rightCell(formatValue(row[0].value)), rightCell(formatValue(row[1].value))}
			if number, ok := row[1].value.(float64); ok {
				line = append(line, cell{text: signedBar(number, low, high, 40)})
			}
			table = append(table, line)
		}
		w.writeTable(table)
		var parts []string
		for _, input := range inputs {
			if input.Name != over {
				parts = append(parts, input.Name+" "+formatValue(input.Value))
			}
		}
		if len(parts) > 0 {
			w.writeLine("")
			w.writeLine("  with %s", strings.Join(parts, ", "))
		}
	}}
}

// signedBar draws a bar from 0 to x on an axis from low to high, which is the given number of cells wide. low must be at most 0, high at
// least 0. If both are 0, it returns "".
func signedBar(x, low, high float64, cells int) string {
	span := high - low
	if span == 0 {
		return ""
	}
	before := int(float64(cells) * -low / span) // cells left of 0
	if x >= 0 {
		return strings.Repeat(" ", before) + bar(x/span, cells)
	}
	length := int(float64(cells)*-x/span + 0.5)
	return strings.Repeat(" ", max(0, before-length)) + strings.Repeat("█", min(length, before))
}
