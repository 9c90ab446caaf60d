package main

import (
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm"
	"hybrid/rules/collect"
)

// revealCommand returns `hybrid session reveal`. The dice of an evening (a session of play) come from a seed whose hash is known from the
// start, a commitment. Once the seed is revealed, everyone can check the dice.
func revealCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "reveal [NUMBER]",
		Short: "Reveal the seed of a session's dice",
		Long: "Reveal the seed of a session's dice, by default the last session's. `session show` shows its SHA-256 from the start,\n" +
			"so players who noted it can check every die. Later rolls use a new seed.",
		Args: wantAtMost("NUMBER"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := p.checkEvening(args); err != nil {
				return err
			}
			const readOnly = false
			return p.withSession(readOnly, func(s *gm.Session) error { return revealDice(p, s, args) })
		},
	}
}

// revealDice reveals the seeds of the evening whose number is in args, by default the last one, so that later dice use a new seed. It also
// lists the blind dice: secret dice whose result combines a number that a player rolled in advance (Ahead) with one from the seed (Seed).
func revealDice(p *program, s *gm.Session, args []string) error {
	e, err := eveningByNumber(s, args)
	if err != nil {
		return err
	}
	list, err := s.RevealSeeds(e.Number)
	if err != nil {
		return err
	}
	blind := gm.BlindDice(s, e.Number)
	return p.write(report{facts: object{{"seeds", list}, {"ahead", blind}}, text: func(w *textWriter) {
		for _, commitment := range list {
			w.writeLine("session %d, dice from entry %d on", commitment.Evening, commitment.From)
			w.writeLine("  seed     %s", commitment.Seed)
			w.writeLine("  SHA-256  %s", commitment.Hash)
		}
		for _, die := range blind {
			w.writeLine("  entry %d, %s: %s rolled %d ahead, the seed gives %d: a %s of %d", die.Entry, strings.ToLower(die.For), die.Who, die.Ahead, die.Seed, die.Die, die.Result)
		}
	}})
}

// eveningSeeds returns the commitments to the seeds of an evening's dice, or an empty list.
func eveningSeeds(s *gm.Session, number int64) []gm.Commitment {
	list := []gm.Commitment{}
	list = append(list, collect.Filter(s.Commitments(), func(commitment gm.Commitment) bool { return commitment.Evening == number })...)
	return list
}
