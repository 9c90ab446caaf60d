package gm

import (
	"fmt"
	"maps"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The dice of an entry that is decided again: each die keeps its face if the same person rolls it for the same purpose.

// origin is where a die fell: for which entry, and at which place among its dice.
type origin struct {
	Entry int64 `json:"e"`
	Place int   `json:"p"`
}

// fallenDie is a die that fell, and where.
type fallenDie struct {
	rules.Die
	From  origin `json:"from"`
	Whose string `json:"whose,omitempty"`
}

// reusedDice is the dice of an entry that is decided again: for each die the one that fell then for the same thing, the
// first that is left, one of the same person rather than another's; a new one only where there is none.
type reusedDice struct {
	subject   string          // whose entry it is
	who       string          // who rolls the next one
	faced     *rules.FacedDie // the next one, where it has faces
	fell      []fallenDie
	used      []int  // which of those are taken, in the order in which they are asked for
	isTaken   []bool // whether each of those is taken; those at the end that are not are left out
	firstFree int    // the first that is not taken
	olds      int    // how many of those that fell were there before
	wrong     bool   // one of them cannot be what was typed
	retyped   []int  // those of them that are typed now, and that must be taken

	keeps    map[string]bool      // actors whose dice stay their own
	borrowed map[borrowedDie]bool // which dice of others were taken
	robbed   map[string]bool      // who then had to roll a new one

	typed     []int     // typed dice that were not there before, in order
	more      int       // how many of them, the last ones, may be for other entries
	typedDice typedDice // such dice of those who type theirs
	roll      func(at origin, faces int) (int, error)
	root      int64 // the entry that such dice are of
	next      int   // the place of the next one
}

// borrowedDie identifies the dice of one combatant that were rolled for one purpose.
type borrowedDie struct{ whose, die, purpose string }

// fallenDice returns the dice that fell for entry k: those that it uses, then those it has no use for any more.
func fallenDice(k *record) (list []fallenDie) {
	content := k.payload()
	for i, die := range content.Dice {
		list = append(list, fallenDie{die, k.origin(i), die.Who})
	}
	return append(list, content.Spare...)
}

// Rewind begins with the first die; those that were new stay as they fell.
func (d *reusedDice) Rewind() {
	d.used, d.isTaken, d.firstFree = d.used[:0], d.isTaken[:0], 0
	d.borrowed = nil
}

// Faced sets the faced die that the next roll is of, or nil.
func (d *reusedDice) Faced(die *rules.FacedDie) { d.faced, d.typedDice.faced = die, die }

// Asks sets who rolls the next die.
func (d *reusedDice) Asks(who string, _ bool) { d.who = who }

// Roll gives the next die.
func (d *reusedDice) Roll(faces int, purpose string) (int, bool, error) {
	face, typed, err := d.fall(faces, purpose)
	d.wrong = d.wrong || err != nil
	return face, typed, err
}

// fall returns the next die of this name and purpose from the earlier decision, or a new one, and reports whether it was typed.
func (d *reusedDice) fall(faces int, purpose string) (int, bool, error) {
	name := fmt.Sprintf("d%d", faces)
	if d.faced != nil {
		name = d.faced.Name
	}
	if i := d.like(name, purpose); i >= 0 {
		die := &d.fell[i]
		face, err := d.faced.Side(die.Result, faces, i+1, purpose)
		if err != nil {
			return 0, false, err
		}
		die.Result = face
		d.take(i)
		d.borrow(borrowedDie{die.Whose, name, purpose})
		return die.Result, die.Typed, nil
	}
	d.displace(borrowedDie{d.who, name, purpose})
	face, typed, err := d.another(faces, purpose)
	if err != nil {
		return 0, false, err
	}
	d.take(len(d.fell))
	d.fell = append(d.fell, fallenDie{rules.Die{Die: name, Result: face, Typed: typed, For: purpose}.With(d.faced), origin{d.root, d.next}, d.who})
	d.next++
	return face, typed, nil
}

// borrow records that a die is taken by a combatant other than the one who rolled it.
func (d *reusedDice) borrow(die borrowedDie) {
	if die.whose == "" || die.whose == d.who {
		return
	}
	if d.borrowed == nil {
		d.borrowed = map[borrowedDie]bool{}
	}
	d.borrowed[die] = true
}

// displace records a combatant who has to roll anew because another one took its die.
func (d *reusedDice) displace(die borrowedDie) {
	if !d.borrowed[die] {
		return
	}
	if d.robbed == nil {
		d.robbed = map[string]bool{}
	}
	d.robbed[die.whose] = true
}

// like returns the index of the first unused die with this name and purpose, or -1: preferably one that the same actor
// rolled, then one of an actor who is not the subject and may have nothing to roll any more, then any.
func (d *reusedDice) like(name, purpose string) int {
	best, minimum := -1, 3
	for i := d.firstFree; i < len(d.fell) && minimum > 0; i++ {
		die := &d.fell[i]
		if die.Die.Die != name || die.For != purpose || d.taken(i) || die.Whose != d.who && d.keeps[die.Whose] {
			continue
		}
		far := 2
		switch die.Whose {
		case d.who, "":
			far = 0
		case d.subject:
		default:
			far = 1
		}
		if far < minimum {
			best, minimum = i, far
		}
	}
	return best
}

func (d *reusedDice) taken(i int) bool { return i < len(d.isTaken) && d.isTaken[i] }

// take takes a die that is not taken.
func (d *reusedDice) take(i int) {
	d.used = append(d.used, i)
	for len(d.isTaken) <= i {
		d.isTaken = append(d.isTaken, false)
	}
	d.isTaken[i] = true
	for d.taken(d.firstFree) {
		d.firstFree++
	}
}

// another returns a new die: the next typed one, or else one from the seed.
func (d *reusedDice) another(faces int, purpose string) (face int, typed bool, err error) {
	if len(d.typed) > 0 {
		face, ok := rules.FaceOf(d.typed[0], faces)
		if d.faced != nil {
			if face, err = d.faced.TypedSide(d.typed[0]); err != nil {
				return 0, false, err
			}
		} else if !ok {
			return 0, false, refusal("The new die is a d%d for %s. Type 1 to %[4]d, not %[3]s.", faces, rules.MidSentence(purpose), rules.TypedText(face), faces)
		}
		d.typed = d.typed[1:]
		return face, true, nil
	}
	if face, typed, err := d.typedDice.next(d.who, faces, purpose); typed || err != nil {
		return face, typed, err
	}
	face, err = d.roll(origin{d.root, d.next}, faces)
	return face, false, err
}

// typing sets dice that are typed now, by their place: the first n are there already.
func (d *reusedDice) typing(faces map[int]int, n int, more []int) {
	places := slices.Sorted(maps.Keys(faces))
	for _, place := range places {
		if place >= n {
			d.typed = append(d.typed, faces[place])
			continue
		}
		d.fell[place].Result, d.fell[place].Typed, d.fell[place].Ahead = faces[place], true, 0
		d.retyped = append(d.retyped, place)
	}
	d.typed, d.more = append(d.typed, more...), len(more)
}

// all refuses dice that were typed and that nothing asked for.
func (d *reusedDice) all() error {
	for _, i := range d.retyped {
		if !d.taken(i) {
			return refusal("Die %d, a %s for %s, is no longer rolled. Remove it.", i+1, d.fell[i].Die.Die, rules.MidSentence(d.fell[i].For))
		}
	}
	if extra := len(d.typed) - d.more; extra > 0 {
		if len(d.used) == 0 {
			return refusal("This rolls no dice. Remove them.")
		}
		return refusal("This rolls %s. Remove %s.", command.Plural(len(d.used), "die", "dice"), lastOf(extra))
	}
	return nil
}

// origins returns where each used die fell, or nil if all fell for the entry itself, and the old dice that are not used.
func (d *reusedDice) origins(entry int64) (from []origin, spare []fallenDie) {
	own := true
	for n, i := range d.used {
		from = append(from, d.fell[i].From)
		own = own && d.fell[i].From == origin{entry, n + 1}
	}
	for i := range d.fell[:d.olds] {
		if !d.taken(i) {
			spare = append(spare, d.fell[i])
		}
	}
	if own {
		from = nil
	}
	return from, spare
}

// mark writes at the dice that were taken what was thrown for them ahead.
func (d *reusedDice) mark(dice []rules.Die) {
	for n, i := range d.used {
		if n < len(dice) {
			dice[n].Ahead = d.fell[i].Ahead
		}
	}
}

// others returns the used dice that were not there before.
func (d *reusedDice) others() (list []rules.Die) {
	return collect.MapIf(d.used, func(i int) bool { return i >= d.olds }, func(i int) rules.Die { return d.fell[i].Die })
}
