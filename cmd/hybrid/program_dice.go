package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// commandDice holds the dice of one command: those that were rolled at the table and typed (--dice), or those of the program, which are
// derived from a seed. The rules carry out a command up to its first question and start again once that is answered; the dice are then
// replayed, so that they are the same each time.
type commandDice struct {
	faces     []int            // numbers of --dice, in order; empty without that flag
	typed     bool             // whether --dice was given
	rollsRest bool             // whether the program rolls the dice beyond those of --dice, as with --seed
	seed      [32]byte         // bytes from which the program's dice are derived
	latest    *rules.TypedDice // typed dice of the last replay; nil if none are typed
}

// newDice returns the dice for a command, as --dice and --seed determine them.
func (p *program) newDice() (*commandDice, error) {
	seeded := p.flags.flagSet.Changed("seed")
	d := &commandDice{typed: p.flags.flagSet.Changed("dice"), rollsRest: seeded}
	binary.LittleEndian.PutUint64(d.seed[:], p.flags.seed)
	if !seeded {
		if _, err := rand.Read(d.seed[:]); err != nil {
			return nil, fmt.Errorf("seed the dice: %w", err)
		}
	}
	var err error
	d.faces, err = command.ParseFaces(strings.Join(p.flags.dice, ","), true)
	return d, badInput(err)
}

// replayDice returns the dice, starting again with the first one. When typed dice run out, Roll returns a *rules.Need, unless the rest is
// rolled.
func (d *commandDice) replayDice() rules.Dice {
	if !d.typed {
		return rules.NewSeededDice(d.seed)
	}
	d.latest = &rules.TypedDice{Faces: d.faces}
	if d.rollsRest {
		d.latest.More = rules.NewSeededDice(d.seed)
	}
	return strictDice{d.latest}
}

// strictDice are typed dice for which a face that doesn't exist on the die is bad input rather than a refusal by the rules, so that the
// exit code is 2.
type strictDice struct{ *rules.TypedDice }

// Roll returns the face of the next typed die, as rules.TypedDice does.
func (s strictDice) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := s.TypedDice.Roll(faces, purpose)
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		err = badInput(err)
	}
	return face, typed, err
}

// noteUnusedDice writes a note that lists the typed dice which the last replay didn't use, if any.
func (p *program) noteUnusedDice(d *commandDice) {
	if d.latest == nil || len(d.latest.UnusedFaces()) == 0 {
		return
	}
	p.writeNote("Unused numbers in --dice: %s. Remove them.", strings.ReplaceAll(rules.TypedDiceText(d.latest.UnusedFaces()), " ", ", "))
}
