package gm

import (
	"fmt"
	"maps"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Dice that players roll at the table and type, instead of letting the program roll them. They are used in order; a missing die becomes a
// question.

// typedDice holds the faces entered by players who roll their own dice.
type typedDice struct {
	typed map[string][]int      // typed faces in order, by key of the actor; command.ByProgram for a die of the program
	asks  func(who string) bool // function that reports whether to ask for a missing die of an actor, given by key; nil to ask for none
	faced *rules.FacedDie       // faced die of the next roll; nil for a numbered die
	taken map[string]int        // number of faces in typed that were used, by key of the actor; nil for none
}

// typedDiceOf returns the dice that players type for the command c. If withCommand is set, faces were typed with the command itself, and
// the program rolls the rest instead of asking.
func typedDiceOf(s *Session, c *command.Command, withCommand bool) typedDice {
	d := typedDice{typed: c.Dice}
	if c.Typed && !withCommand {
		d.asks = s.TypesDice
	}
	return d
}

// cloneUnused returns a copy of d; dice that are taken from the copy stay unused in d.
func (d typedDice) cloneUnused() typedDice {
	d.taken = maps.Clone(d.taken)
	return d
}

// nextTyped returns the next face that was typed for an actor's die with the given number of faces. who is the actor's key. typed is
// false if the program rolls the die. A *rules.Need as the error asks for a die that wasn't typed yet.
func (d *typedDice) nextTyped(who string, faces int, purpose string) (face int, typed bool, err error) {
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
		face, ok := rules.FaceOnDie(list[at], faces)
		if !ok {
			return 0, false, refusal("A d%[2]d has no %[1]s. Type 1 to %[3]d.", rules.TypedDieText(list[at]), faces, faces)
		}
		return face, true, nil
	}
	if d.asks == nil || !d.asks(who) {
		return 0, false, nil
	}
	return 0, false, &rules.Need{Key: "dice", Die: faces, For: purpose, Text: fmt.Sprintf("%s: d%d", purpose, faces)}
}
