package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// `hybrid try`: the command group, and the parsing of number ranges in its flags. Each of its commands is in a file of its own,
// design_try….go. Without a session, they show designers the consequences of a rule.

// tryCommand returns the command `try`.
func tryCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "try",
		Short: "Show the odds and costs of a rule",
		RunE:  wantSubcommand,
	}
	cmd.AddCommand(tryLadderCommand(p), trySkillCommand(p), tryWeaponCommand(p), tryTableCommand(p), tryTaskCommand(p), trySayCommand(p), tryFormulaCommand(p), tryChangesCommand(p))
	p.addCSVFlag(cmd.Commands()...)
	return cmd
}

// parseNumberRange returns the numbers of a range: 5..150 with the given step, or 5..150/10 with a step of its own. A single number is a
// range, too. A range of more than 1001 numbers is refused.
func parseNumberRange(text string, step float64) (list []float64, err error) {
	bounds, stepText, hasStep := strings.Cut(text, "/")
	low, high, isRange := strings.Cut(bounds, "..")
	if !isRange {
		high = low
	}
	from, err1 := command.ParseAmount(low, text)
	to, err2 := command.ParseAmount(high, text)
	var err3 error
	if hasStep {
		step, err3 = command.ParseAmount(stepText, text)
	}
	if errors.Join(err1, err2, err3) != nil || !(step > 0 && to >= from && (to-from)/step <= 1000) {
		return nil, message.NotA(text, "a range", "Write 5..150, or 5..150/10 with a step")
	}
	for i := 0; from+float64(i)*step <= to; i++ {
		list = append(list, from+float64(i)*step)
	}
	return list, nil
}

// usualChances returns the default range of chances as text. It runs from a twentieth of the die's faces to one and a half times the faces,
// in about the given number of steps.
func usualChances(faces, steps int) string {
	return fmt.Sprintf("%d..%d/%d", max(1, faces/20), faces*3/2, max(1, faces*3/2/steps))
}

// usualStep returns the default step between chances, a twentieth of the die's faces.
func usualStep(faces int) float64 { return max(1, float64(faces)/20) }

// usualRoll returns the roll of the pack's default check, for a character without skills or modifiers, and the number of faces of its die.
// The roll is empty if the pack has no check.
func usualRoll(rs *rules.Ruleset) (roll rules.CheckPreview, faces int) {
	if _, ok := rs.Checks.Get(rs.Pack.Check); !ok {
		return roll, rs.DefaultDieFaces()
	}
	roll = rs.BarePreview(nil, 0)
	return roll, cmp.Or(roll.DieFaces(), rs.DefaultDieFaces())
}

// numberKey returns the JSON key for the number that a die is compared with: a chance if it is a percentage, otherwise a target.
func numberKey(l *rules.Likelihood) string {
	if l.Percent {
		return "chance"
	}
	return "target"
}
