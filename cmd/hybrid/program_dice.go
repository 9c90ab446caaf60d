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

// commandDice holds the dice of one command, which are the same each time the command is decided.
type commandDice struct {
	faces     []int            // numbers of --dice
	typed     bool             // whether --dice was given
	rollsRest bool             // whether to roll the dice that are not typed
	seed      [32]byte         // source of the dice that are rolled
	latest    *rules.TypedDice // dice of the last replay; nil if none are typed
}

// newDice returns the dice according to --dice and --seed.
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
	d.faces, err = command.Faces(strings.Join(p.flags.dice, ","), true)
	return d, badInput(err)
}

// replayDice returns the dice from the first one on. When typed dice run out, rolling returns a *rules.Need, unless --seed rolls the rest.
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

// strictDice are typed dice. A face that doesn't exist on the die is bad input, not a refusal.
type strictDice struct{ *rules.TypedDice }

// Roll returns the next typed die.
func (s strictDice) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := s.TypedDice.Roll(faces, purpose)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		err = badInput(err)
	}
	return face, typed, err
}

// noteUnusedDice writes a note if typed dice were not needed.
func (p *program) noteUnusedDice(d *commandDice) {
	if d.latest == nil || len(d.latest.UnusedFaces()) == 0 {
		return
	}
	p.writeNote("Unused numbers in --dice: %s. Remove them.", strings.ReplaceAll(rules.TypedDiceText(d.latest.UnusedFaces()), " ", ", "))
}
