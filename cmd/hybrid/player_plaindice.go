package main

import (
	"errors"
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
		Long:  "Roll plain dice. 4d6kh3 keeps the highest three, d20 adv the better of two, and\n2d6! rolls a die again that shows its highest face, and adds it.",
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
			return rules.NotDice(text)
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
