package gm

import (
	"fmt"
	"maps"

	"hybrid/gm/command"
	"hybrid/rules"
)

// typedDice is the dice of those who type theirs: what each typed, in order.
type typedDice struct {
	typed map[string][]int
	asks  func(who string) bool // whether one that is missing is asked for; nil asks for none
	faced *rules.FacedDie       // the next die, where it has faces
	taken map[string]int        // how many of those typed were taken, by who rolls
}

// typedDiceOf is the dice of those who type theirs, for a command. Dice typed ahead leave the rest to the program.
func typedDiceOf(s *Session, c *command.Command, ahead bool) typedDice {
	h := typedDice{typed: c.Dice}
	if c.Typed && !ahead {
		h.asks = s.Types
	}
	return h
}

func (h typedDice) clone() typedDice {
	h.taken = maps.Clone(h.taken)
	return h
}

// next is the next die of one who types; typed is false where the program rolls it.
func (h *typedDice) next(who string, faces int, purpose string) (face int, typed bool, err error) {
	if list, at := h.typed[who], h.taken[who]; at < len(list) {
		if h.taken == nil {
			h.taken = map[string]int{}
		}
		h.taken[who] = at + 1
		if list[at] == command.ByProgram {
			return 0, false, nil
		}
		if h.faced != nil {
			face, err := h.faced.Shown(list[at])
			return face, true, err
		}
		face, ok := rules.Shown(list[at], faces)
		if !ok {
			return 0, false, refusal("%s is not on a d%d; type 1 to %d", rules.TypedText(list[at]), faces, faces)
		}
		return face, true, nil
	}
	if h.asks == nil || !h.asks(who) {
		return 0, false, nil
	}
	return 0, false, &rules.Need{Key: "dice", Die: faces, For: purpose, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}
