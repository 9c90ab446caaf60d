package gm

import (
	"fmt"
	"maps"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The dice of an entry that is replayed after the past was changed: each die keeps its face if the same combatant rolls it for the same
// purpose. The earlier decision is the entry as it was before the change; its dice are tried first. A die thrown ahead is one that a player
// threw before its purpose was known (dice_ahead.go).

// origin is where a die was rolled: the entry, and the place among its dice.
type origin struct {
	Entry int64 `json:"e"` // number of the entry
	Place int   `json:"p"` // place among the dice of the entry, from 1
}

// rolledDie is a rolled die with its origin.
type rolledDie struct {
	rules.Die
	From  origin `json:"from"`            // entry and place for which it was rolled
	Whose string `json:"whose,omitempty"` // key of the actor who rolled it; empty if unknown
}

// reusedDice provides the dice of an entry that is replayed after the past was changed. Each is the first unused die of the earlier
// decision with the same name and purpose, preferably rolled by the same combatant; a new die is rolled only if there is none.
type reusedDice struct {
	subject      string          // key of the actor who declared the entry
	who          string          // key of the actor who rolls the next die
	faced        *rules.FacedDie // faced die of the next roll; nil for a numbered die
	dice         []rolledDie     // the earlier decision's dice, then new ones
	used         []int           // indices in dice of the used dice, in the order in which they were used
	isTaken      []bool          // whether the die in dice with the same index is used; missing elements mean false
	firstFree    int             // index in dice of the first unused die
	earlierCount int             // number of dice, from the first, that the earlier decision rolled
	hasWrongFace bool            // whether a die can't show the face that was typed for it
	retyped      []int           // indices in dice of earlier dice whose faces were typed again; these dice must be used

	reserved  map[string]bool      // keys of actors whose dice no one else may take
	borrowed  map[borrowedDie]bool // dice that actors other than their rollers have taken; nil for none
	displaced map[string]bool      // keys of actors who had to roll a new die because another actor took theirs; nil for none

	typed         []int                                   // newly typed faces not used yet, in order
	optionalCount int                                     // number of faces, at the end of typed, that can be left for other entries
	typedDice     typedDice                               // new dice typed by players who roll their own
	roll          func(at origin, faces int) (int, error) // function that returns the seed's face for a new die with the given origin
	rootEntry     int64                                   // number of the entry to which new dice belong
	nextPlace     int                                     // place of the next new die among that entry's dice, from 1
}

// borrowedDie identifies dice that can be taken by an actor other than their roller.
type borrowedDie struct {
	whose   string // key of the actor who rolled them
	die     string // name of the die, such as d100
	purpose string // label of the roll, such as a skill's
}

// rolledDice returns all dice rolled for the entry k: the dice it uses, then those that it no longer uses because the past
// was amended.
func rolledDice(k *record) (list []rolledDie) {
	content := k.payload()
	for i, die := range content.Dice {
		list = append(list, rolledDie{die, k.dieOrigin(i), die.Who})
	}
	return append(list, content.Spare...)
}

// Rewind starts again at the first die, since the entry is decided again; new dice rolled so far keep their faces.
func (d *reusedDice) Rewind() {
	d.used, d.isTaken, d.firstFree = d.used[:0], d.isTaken[:0], 0
	d.borrowed = nil
}

// SetNextFacedDie sets the faced die of the next roll; nil stands for a numbered die.
func (d *reusedDice) SetNextFacedDie(die *rules.FacedDie) { d.faced, d.typedDice.faced = die, die }

// Asks sets the key of the actor who rolls the next die.
func (d *reusedDice) Asks(who string, _ bool) { d.who = who }

// Roll returns the face of the next die, which has the given number of faces, and whether it was typed. It records whether a typed face was
// wrong.
func (d *reusedDice) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := d.reuseOrRoll(faces, purpose)
	d.hasWrongFace = d.hasWrongFace || err != nil
	return face, typed, err
}

// reuseOrRoll returns the next die with this number of faces and purpose from the earlier decision or, if there is none, a new one, and
// whether it was typed.
func (d *reusedDice) reuseOrRoll(faces int, purpose string) (int, bool, error) {
	name := fmt.Sprintf("d%d", faces)
	if d.faced != nil {
		name = d.faced.Name
	}
	if i := d.findUnused(name, purpose); i >= 0 {
		die := &d.dice[i]
		face, err := d.faced.Side(die.Result, faces, i+1, purpose)
		if err != nil {
			return 0, false, err
		}
		die.Result = face
		d.markUsed(i)
		d.recordBorrowed(borrowedDie{die.Whose, name, purpose})
		return die.Result, die.Typed, nil
	}
	d.recordDisplaced(borrowedDie{d.who, name, purpose})
	face, typed, err := d.rollNewDie(faces, purpose)
	if err != nil {
		return 0, false, err
	}
	d.markUsed(len(d.dice))
	d.dice = append(d.dice, rolledDie{rules.Die{Die: name, Result: face, Typed: typed, For: purpose}.WithFacedDie(d.faced), origin{d.rootEntry, d.nextPlace}, d.who})
	d.nextPlace++
	return face, typed, nil
}

// recordBorrowed records that die was taken, if it was rolled by another actor.
func (d *reusedDice) recordBorrowed(die borrowedDie) {
	if die.whose == "" || die.whose == d.who {
		return
	}
	if d.borrowed == nil {
		d.borrowed = map[borrowedDie]bool{}
	}
	d.borrowed[die] = true
}

// recordDisplaced records that the roller of die must roll a new one, if another actor has taken the roller's earlier die.
func (d *reusedDice) recordDisplaced(die borrowedDie) {
	if !d.borrowed[die] {
		return
	}
	if d.displaced == nil {
		d.displaced = map[string]bool{}
	}
	d.displaced[die.whose] = true
}

// findUnused returns the index of the first unused die with this name and purpose, or -1 if there is none. It prefers a die that the same
// actor rolled. A die of the entry's subject is the last choice, since the subject is likely to need it later.
func (d *reusedDice) findUnused(name, purpose string) int {
	best, minimum := -1, 3 // index of the best die so far, and its rank
	for i := d.firstFree; i < len(d.dice) && minimum > 0; i++ {
		die := &d.dice[i]
		if die.Die.Die != name || die.For != purpose || d.isUsed(i) || die.Whose != d.who && d.reserved[die.Whose] {
			continue
		}
		rank := 1 // a die of another actor
		switch die.Whose {
		case d.who, "":
			rank = 0
		case d.subject:
			rank = 2
		}
		if rank < minimum {
			best, minimum = i, rank
		}
	}
	return best
}

// isUsed reports whether the die with the index i is used.
func (d *reusedDice) isUsed(i int) bool { return i < len(d.isTaken) && d.isTaken[i] }

// markUsed marks the die with the index i as used.
func (d *reusedDice) markUsed(i int) {
	d.used = append(d.used, i)
	for len(d.isTaken) <= i {
		d.isTaken = append(d.isTaken, false)
	}
	d.isTaken[i] = true
	for d.isUsed(d.firstFree) {
		d.firstFree++
	}
}

// rollNewDie returns a new die: the next newly typed die, otherwise the next die that the roller's player typed or, if there is none,
// a die from the seed.
func (d *reusedDice) rollNewDie(faces int, purpose string) (face int, typed bool, err error) {
	if len(d.typed) > 0 {
		face, ok := rules.FaceOnDie(d.typed[0], faces)
		if d.faced != nil {
			if face, err = d.faced.TypedSide(d.typed[0]); err != nil {
				return 0, false, err
			}
		} else if !ok {
			return 0, false, refusal("The new die is a d%d for %s. Type 1 to %[4]d, not %[3]s.", faces, rules.MidSentence(purpose), rules.TypedDieText(face), faces)
		}
		d.typed = d.typed[1:]
		return face, true, nil
	}
	if face, typed, err := d.typedDice.nextTyped(d.who, faces, purpose); typed || err != nil {
		return face, typed, err
	}
	face, err = d.roll(origin{d.rootEntry, d.nextPlace}, faces)
	return face, false, err
}

// setTypedFaces sets newly typed faces, by the index of the die. Faces with an index below n replace those of the earlier decision's dice;
// the others are for new dice, in order. more holds typed faces without an index, which can be left for other entries.
func (d *reusedDice) setTypedFaces(faces map[int]int, n int, more []int) {
	places := slices.Sorted(maps.Keys(faces))
	for _, place := range places {
		if place >= n {
			d.typed = append(d.typed, faces[place])
			continue
		}
		d.dice[place].Result, d.dice[place].Typed, d.dice[place].Ahead = faces[place], true, 0
		d.retyped = append(d.retyped, place)
	}
	d.typed, d.optionalCount = append(d.typed, more...), len(more)
}

// checkAllUsed returns a refusal if the entry didn't use all faces that were typed for it.
func (d *reusedDice) checkAllUsed() error {
	for _, i := range d.retyped {
		if !d.isUsed(i) {
			return refusal("Die %d, a %s for %s, is no longer rolled. Remove it.", i+1, d.dice[i].Die.Die, rules.MidSentence(d.dice[i].For))
		}
	}
	if extra := len(d.typed) - d.optionalCount; extra > 0 {
		if len(d.used) == 0 {
			return refusal("This rolls no dice. Remove them.")
		}
		return refusal("This rolls %s. Remove %s.", command.CountText(len(d.used), "die", "dice"), lastDiceText(extra))
	}
	return nil
}

// usedOrigins returns the origin of each used die, or nil if the used dice are the entry's own first dice in order. It also returns the
// dice of the earlier decision that are no longer used.
func (d *reusedDice) usedOrigins(entry int64) (from []origin, spare []rolledDie) {
	isOwn := true
	for n, i := range d.used {
		from = append(from, d.dice[i].From)
		isOwn = isOwn && d.dice[i].From == origin{entry, n + 1}
	}
	for i := range d.dice[:d.earlierCount] {
		if !d.isUsed(i) {
			spare = append(spare, d.dice[i])
		}
	}
	if isOwn {
		from = nil
	}
	return from, spare
}

// markAhead sets Ahead, the face rolled in advance, of each die of the replayed entry, to that of the reused die. dice are those of the
// replayed entry.
func (d *reusedDice) markAhead(dice []rules.Die) {
	for n, i := range d.used {
		if n < len(dice) {
			dice[n].Ahead = d.dice[i].Ahead
		}
	}
}

// newDice returns the used dice that the earlier decision did not roll.
func (d *reusedDice) newDice() (list []rules.Die) {
	return collect.MapIf(d.used, func(i int) bool { return i >= d.earlierCount }, func(i int) rules.Die { return d.dice[i].Die })
}
