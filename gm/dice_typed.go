package gm

import (
	"fmt"
	"maps"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Dice that players type instead of letting the program roll, in their order; a missing one becomes a question.

// typedDice is the dice of those who type theirs: what each typed, in order.
type typedDice struct {
	typed map[string][]int
	asks  func(who string) bool // whether one that is missing is asked for; nil asks for none
	faced *rules.FacedDie       // the next die, where it has faces
	taken map[string]int        // how many of those typed were taken, by who rolls
}

// typedDiceOf returns the dice for a command that players type. If dice are typed ahead, the program rolls the rest.
func typedDiceOf(s *Session, c *command.Command, ahead bool) typedDice {
	d := typedDice{typed: c.Dice}
	if c.Typed && !ahead {
		d.asks = s.Types
	}
	return d
}

// clone returns a copy whose use of dice does not count in d.
func (d typedDice) clone() typedDice {
	d.taken = maps.Clone(d.taken)
	return d
}

// next returns the next die that who types; typed is false if the program rolls it. It returns a *rules.Need if the die must
// be typed first.
func (d *typedDice) next(who string, faces int, purpose string) (face int, typed bool, err error) {
	if list, at := d.typed[who], d.taken[who]; at < len(list) {
		if d.taken == nil {
			d.taken = map[string]int{}
		}
		if list[at] == command.RestByProgram {
			return 0, false, nil
		}
		d.taken[who] = at + 1
		if list[at] == command.ByProgram {
			return 0, false, nil
		}
		if d.faced != nil {
			face, err := d.faced.TypedSide(list[at])
			return face, true, err
		}
		face, ok := rules.FaceOf(list[at], faces)
		if !ok {
			return 0, false, refusal("A d%[2]d has no %[1]s. Type 1 to %[3]d.", rules.TypedText(list[at]), faces, faces)
		}
		return face, true, nil
	}
	if d.asks == nil || !d.asks(who) {
		return 0, false, nil
	}
	return 0, false, &rules.Need{Key: "dice", Die: faces, For: purpose, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}
