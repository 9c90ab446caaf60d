package gm

import (
	"errors"
	"fmt"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
)

// The dice of one command: typed dice first, then the dice of an earlier attempt, then dice from the seed. The rules roll them one by one
// while the command is decided, that is, while its events are worked out. A command that stops at a question is decided again with the
// answer, and must get the same dice. The place of a die is its index among the command's dice. dice_reuse.go has the dice of entries
// replayed after a change of the past.
//
// A faced die shows symbols instead of numbers. A die thrown ahead is one that a player threw before its purpose was known (dice_ahead.go).
// Scripted dice are a source that replaces the seed, for scripts and tests.

// pendingDice holds the dice that were rolled for a command before it stopped at a question or a refused answer. The command gets the
// same dice when it is decided again.
type pendingDice struct {
	line string     // the command as typed
	dice []tableDie // dice rolled so far, by place
}

// commandDice rolls the dice of one command. It first uses the dice typed with the command, then those of players who roll their own
// dice. Any other die keeps the face that an earlier attempt rolled at its place, or is rolled.
type commandDice struct {
	typed        []int                               // faces typed with the command
	typedDice    typedDice                           // dice of players who roll their own
	who          string                              // key of the actor who rolls the next die
	faced        *rules.FacedDie                     // faced die of the next roll; nil for a numbered die
	firstSource  rules.Dice                          // source tried before the seed; nil if there is none
	seed         func(place, faces int) (int, error) // returns the seed's face for a place, from 1; nil if there is no seed
	rolledDice   []tableDie                          // dice rolled so far, including those of an earlier attempt at the command, by place
	place        int                                 // position of the next die, from 0
	typedUsed    int                                 // number of dice in typed that were used
	isForPassage bool                                // whether the next rolls are for time that passes before the action of the line
	thrownAhead  aheadDice                           // dice thrown ahead, for secret rolls
}

// tableDie is a die that was rolled for a command.
type tableDie struct {
	faces, face int  // number of faces, and the face rolled
	typed       bool // whether a person typed the face
	isFixed     bool // whether a later attempt keeps the face; false for typed dice and dice of the seed, which give the same face again
}

// diceFor returns the dice for the command c, whose parsed line is l.
func (s *Session) diceFor(c *command.Command, l *command.Line) *commandDice {
	d := &commandDice{typed: append(append([]int(nil), c.Faces...), l.Faces...)}
	if s.pendingDice.line == c.Line {
		d.rolledDice = append([]tableDie(nil), s.pendingDice.dice...)
	}
	d.thrownAhead = aheadDice{rolls: &s.aheadRolls, evening: s.evenings.current}
	d.typedDice, d.firstSource = typedDiceOf(s, c, len(d.typed) > 0), s.scriptedDice
	if s.scriptedDice == nil || s.journal != nil {
		d.seed = func(place, faces int) (int, error) {
			if err := s.ensureSeed(); err != nil {
				return 0, err
			}
			return s.seeds.faceFor(origin{s.seq + 1, place}, faces)
		}
	}
	return d
}

// Rewind starts again at the first die, since the command is decided again.
func (d *commandDice) Rewind() {
	d.place, d.typedUsed, d.isForPassage, d.typedDice.taken = 0, 0, false, nil
	d.thrownAhead.rewind()
}

// SetNextFacedDie sets the faced die of the next roll; nil stands for a numbered die.
func (d *commandDice) SetNextFacedDie(die *rules.FacedDie) { d.faced, d.typedDice.faced = die, die }

// SetPassing sets whether the next rolls are for the passage of time; such rolls don't use the dice typed with the command.
func (d *commandDice) SetPassing(on bool) { d.isForPassage = on }

// Asks sets the key of the actor who rolls the next die, and whether that roll is secret.
func (d *commandDice) Asks(who string, secret bool) { d.who, d.thrownAhead.secret = who, secret }

// Roll returns the face of the next die, which has the given number of faces, and whether it was typed. The error is a refusal of a typed
// face, or a *rules.Need for a die that has yet to be typed.
func (d *commandDice) Roll(faces int, purpose string) (int, bool, error) {
	// skip is the number of typed values before the face: 1 if the name of an extra die precedes it, otherwise 0.
	if skip, found := rules.MatchesNextTyped(d.typed[min(d.typedUsed, len(d.typed)):], purpose); found && !d.isForPassage {
		d.typedUsed += skip
		face, err := d.faced.Side(d.typed[d.typedUsed], faces, d.typedUsed+1, purpose)
		if err != nil {
			return 0, false, err
		}
		d.typedUsed++
		d.record(tableDie{faces: faces, face: face, typed: true})
		return face, true, nil
	}
	switch face, typed, err := d.typedDice.nextTyped(d.who, faces, purpose); {
	case err != nil:
		return 0, false, err
	case typed:
		d.record(tableDie{faces: faces, face: face, typed: true})
		return face, true, nil
	}
	if d.place < len(d.rolledDice) {
		if before := d.rolledDice[d.place]; before.faces == faces && before.isFixed { // keep the die of an earlier attempt
			d.place++
			return before.face, before.typed, nil
		}
	}
	die, err := d.rollNewDie(faces, purpose)
	if err != nil {
		return 0, false, err
	}
	d.record(die)
	return die.face, die.typed, nil
}

// rollNewDie rolls a new die: from d.firstSource or, if that is nil or asks for a typed die, from the seed. Without a seed, the error of
// d.firstSource is returned.
func (d *commandDice) rollNewDie(faces int, purpose string) (tableDie, error) {
	if d.firstSource != nil {
		if first, ok := d.firstSource.(rules.Asker); ok {
			first.Asks(d.who, d.thrownAhead.secret)
		}
		if first, ok := d.firstSource.(rules.FaceDice); ok {
			first.SetNextFacedDie(d.faced)
		}
		face, typed, err := d.firstSource.Roll(faces, purpose)
		var need *rules.Need
		if d.seed == nil || !errors.As(err, &need) {
			return tableDie{faces, face, typed, true}, err
		}
	}
	face, err := d.seed(d.place+1, faces)
	if err != nil {
		return tableDie{}, err
	}
	return tableDie{faces, d.thrownAhead.addToSeed(d.who, d.place, face, faces), false, false}, nil
}

// record stores die at the current place, and moves to the next place.
func (d *commandDice) record(die tableDie) {
	if d.place < len(d.rolledDice) {
		d.rolledDice[d.place] = die
	} else {
		d.rolledDice = append(d.rolledDice, die)
	}
	d.place++
}

// checkUnused returns a refusal if work, the decided command, didn't use all dice typed with it.
func checkUnused(dice *commandDice, work *command.DecidedCommand) error {
	// index of the event that begins an action, which rolls its dice only when it takes effect; -1 if there is none
	begins := slices.IndexFunc(work.Events, func(e rules.Event) bool { return e.Kind == rules.EventDoing })
	switch extra := len(dice.typed) - dice.typedUsed; {
	case extra <= 0:
		return nil
	case dice.typedUsed == 0 && begins >= 0:
		return refusal("This rolls when it takes effect, at count %s. Type then: next, dice %s", command.Number(work.Events[begins].Doing.At), rules.TypedDiceText(dice.typed))
	case dice.typedUsed == 0:
		return refusal("This rolls no dice. Remove them.")
	default:
		return refusal("This rolls %s. Remove %s.", command.CountText(dice.typedUsed, "die", "dice"), lastDiceText(extra))
	}
}

// lastDiceText returns the words for the last n dice.
func lastDiceText(n int) string {
	if n == 1 {
		return "the last"
	}
	return fmt.Sprintf("the last %d", n)
}
