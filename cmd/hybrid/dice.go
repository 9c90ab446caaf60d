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

// commandDice holds the dice of one command, which are the same each time it is decided again.
type commandDice struct {
	faces  []int
	typed  bool // --dice was there
	rest   bool // what is not typed is rolled
	seed   [32]byte
	latest *rules.Typed
}

// newDice returns the dice that --dice and --seed ask for.
func (p *program) newDice() (*commandDice, error) {
	seeded := p.flags.set.Changed("seed")
	h := &commandDice{typed: p.flags.set.Changed("dice"), rest: seeded}
	binary.LittleEndian.PutUint64(h.seed[:], p.flags.seed)
	if !seeded {
		if _, err := rand.Read(h.seed[:]); err != nil {
			return nil, fmt.Errorf("seed the dice: %w", err)
		}
	}
	var err error
	h.faces, err = command.Faces(strings.Join(p.flags.dice, ","), true)
	return h, badInput(err)
}

// fromFirst returns the dice from the first one on. When typed ones run out that is a *rules.Need, unless --seed rolls the
// rest.
func (h *commandDice) fromFirst() rules.Dice {
	if !h.typed {
		return rules.NewSeededDice(h.seed)
	}
	h.latest = &rules.Typed{Faces: h.faces}
	if h.rest {
		h.latest.More = rules.NewSeededDice(h.seed)
	}
	return strictDice{h.latest}
}

// strictDice are typed dice; a face that is not on the die is bad input, not a refusal.
type strictDice struct{ *rules.Typed }

// Roll returns the next typed die.
func (s strictDice) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := s.Typed.Roll(faces, purpose)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		err = badInput(err)
	}
	return face, typed, err
}

// noteUnusedDice notes typed dice that nothing asked for.
func (p *program) noteUnusedDice(h *commandDice) {
	if h.latest == nil || len(h.latest.Left()) == 0 {
		return
	}
	text := strings.Trim(fmt.Sprint(h.latest.Left()), "[]")
	p.note("not needed of --dice: %s", strings.ReplaceAll(text, " ", ", "))
}
