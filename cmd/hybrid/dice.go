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

// hand is the dice of one command. However often the command is decided, it gets the same ones.
type hand struct {
	faces []int
	typed bool // --dice was there
	rest  bool // what is not typed is rolled
	seed  [32]byte
	last  *rules.Typed
}

// dice reads --dice and --seed.
func (p *program) dice() (*hand, error) {
	seeded := p.flags.set.Changed("seed")
	h := &hand{typed: p.flags.set.Changed("dice"), rest: seeded}
	binary.LittleEndian.PutUint64(h.seed[:], p.flags.seed)
	if !seeded {
		if _, err := rand.Read(h.seed[:]); err != nil {
			return nil, fmt.Errorf("seed the dice: %w", err)
		}
	}
	var err error
	h.faces, err = command.Faces(strings.Join(p.flags.dice, ","))
	return h, mistyped(err)
}

// again are the dice from the first one on. Typed ones that run out are a *rules.Need, unless --seed rolls the rest.
func (h *hand) again() rules.Dice {
	if !h.typed {
		return rules.NewRolled(h.seed)
	}
	h.last = &rules.Typed{Faces: h.faces}
	if h.rest {
		h.last.More = rules.NewRolled(h.seed)
	}
	return strict{h.last}
}

// strict are typed dice; a face that is not on the die is a mistake of who typed it.
type strict struct{ *rules.Typed }

// Roll gives the next typed die.
func (s strict) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := s.Typed.Roll(faces, purpose)
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		err = mistyped(err)
	}
	return face, typed, err
}

// leftOver notes typed dice that nothing asked for.
func (p *program) leftOver(h *hand) {
	if h.last == nil || len(h.last.Left()) == 0 {
		return
	}
	text := strings.Trim(fmt.Sprint(h.last.Left()), "[]")
	p.note("not needed of --dice: %s", strings.ReplaceAll(text, " ", ", "))
}
