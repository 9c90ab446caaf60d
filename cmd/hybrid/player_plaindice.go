package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/rules"
)

// rollName is the name of the command.
const rollName = "roll"

// rollCommand returns the command `roll`, which rolls plain dice: dice that aren't part of a check. With --do they are rolled in the
// session, where --by can name the character who rolls.
func rollCommand(p *program) *cobra.Command {
	var roller string
	cmd := &cobra.Command{
		Use:   rollName + " DICE",
		Short: "Roll plain dice, such as 2d6+4 or 4d6kh3",
		Args:  wantArgs("DICE…"),
	}
	do := addDoFlag(cmd.Flags())
	cmd.Flags().StringVar(&roller, "by", "", "`character` who rolls, with --do")
	p.completePeople(cmd, "by")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		text := strings.Join(args, " ")
		plain, isDice, err := rules.ReadPlainDice(text)
		if err != nil {
			return err
		}
		if !isDice {
			return fmt.Errorf("“%s” isn't dice. Write 2d6+1, 4d6kh3, d%% or d20 adv.", text)
		}
		if *do {
			return rollInSession(p, text, roller, nil)
		}
		if roller != "" {
			return errors.New("--by names who rolls in the session. Add --do.")
		}
		dice, err := p.newDice()
		if err != nil {
			return err
		}
		d, thrown, err := plain.Throw(p.campaign.Rules, &rules.State{}, rules.DecisionInput{Dice: dice.replayDice()})
		if err != nil {
			return err
		}
		p.noteUnusedDice(dice)
		return p.write(report{facts: object{{"total", thrown.Total}, {"dice", d.Dice}}, text: func(w *textWriter) { w.writeLine("%s: %s", plain, thrown.Text(plain)) }})
	}
	return cmd
}
