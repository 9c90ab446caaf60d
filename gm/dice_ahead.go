package gm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Dice that players threw before it was known for what: stored, used in their order, and combined with the seed.

// thrownAhead is the dice that players threw before it was known what for. Rolls that their players must not see take them in
// order: what counts is the thrown number and that of the evening's seed, added up, so that neither of the two who made them
// chose it.
type thrownAhead struct {
	Evening int64            `json:"evening"` // on which they were thrown; they are of no use on another
	Faces   map[string][]int `json:"faces"`   // by who threw them
	Used    map[string]int   `json:"used"`    // how many of them, the first ones, counted already
}

// settingAhead is the setting that has what was thrown ahead.
const settingAhead = "ahead"

// The limits of what is thrown ahead.
const (
	maxAhead     = 100  // dice of one player on an evening
	largestAhead = 1000 // what a die may show
)

// aheadWord parts who threw from what was thrown, in a line.
const aheadWord = "ahead"

// of returns the dice that who has thrown ahead on an evening.
func (t *thrownAhead) of(evening int64, who string) []int {
	if t.Evening != evening {
		return nil
	}
	return t.Faces[who]
}

// next returns the first die that who has thrown ahead on an evening and that is not used yet, after the taken ones of the
// same command. ok is false if none is left.
func (t *thrownAhead) next(evening int64, who string, taken int) (face int, ok bool) {
	list, at := t.of(evening, who), t.Used[who]+taken
	if at >= len(list) {
		return 0, false
	}
	return list[at], true
}

// combineFaces returns the face of a die that combines one thrown ahead with one of the seed: their sum, modulo faces.
func combineFaces(early, face, faces int) int { return (early+face-1)%faces + 1 }

// ThrownAhead returns how many dice the player of who has thrown ahead this evening, and how many of them are still unused.
// The latter is not for that player: it would reveal secret rolls.
func ThrownAhead(s *Session, who string) (all, unused int) {
	all = len(s.thrown.of(s.evenings.now, who))
	if all == 0 {
		return 0, 0
	}
	return all, all - s.thrown.Used[who]
}

// ThrowAhead has the player of an actor have thrown dice ahead, by what they show.
func ThrowAhead(s *Session, who string, faces []string) error {
	_, err := throwAhead(s, who, faces)
	return err
}

// throwAhead carries out what follows the name in `dice kira ahead 37 4`.
func throwAhead(s *Session, who string, words []string) (Entry, error) {
	a, err := s.game.Actor(who)
	if err != nil {
		return Entry{}, err
	}
	if len(words) == 0 {
		return Entry{}, refusal("Type what the dice show: dice %s %s 37 4 91", a.Key, aheadWord)
	}
	updated := thrownAhead{Evening: s.evenings.now, Faces: map[string][]int{}, Used: map[string]int{}}
	if s.thrown.Evening == updated.Evening {
		updated.Faces, updated.Used = maps.Clone(s.thrown.Faces), s.thrown.Used
	}
	list := slices.Clone(updated.Faces[a.Key])
	for _, word := range words {
		face, err := strconv.Atoi(word)
		if err != nil || face < 0 || face > largestAhead {
			return Entry{}, command.RefusalOf(message.NotA(fmt.Sprintf("%.12s", word), "a die's face", fmt.Sprintf("Type numbers up to %d", largestAhead)))
		}
		if face == 0 {
			face = 100 // as a die shows it that has no more places
		}
		list = append(list, face)
	}
	if len(list) > maxAhead {
		return Entry{}, refusal("%d dice were typed ahead this session. The limit is %d.", len(list)-len(words), maxAhead)
	}
	updated.Faces[a.Key] = list
	if err := keepAhead(s, updated); err != nil {
		return Entry{}, err
	}
	all, left := ThrownAhead(s, a.Key)
	text := fmt.Sprintf("%s has rolled %s ahead this session; %d are left for hidden rolls", a.Name, command.Plural(all, "die", "dice"), left)
	return Entry{Line: "dice " + a.Key + " " + aheadWord + " " + strings.Join(words, " "), Title: "dice ahead", Count: s.game.State.Count, Lines: []string{text}}, nil
}

// keepAhead stores dice in the journal and then in the session.
func keepAhead(s *Session, dice thrownAhead) error {
	if err := s.keepSetting(settingAhead, dice); err != nil {
		return err
	}
	s.thrown = dice
	return nil
}

// takenAhead counts the dice thrown ahead among dice, by who threw them.
func takenAhead(dice []rules.Die) (taken map[string]int) {
	for i := range dice {
		if dice[i].Ahead > 0 {
			if taken == nil {
				taken = map[string]int{}
			}
			taken[dice[i].Who]++
		}
	}
	return taken
}

// useAhead writes down which of the dice thrown ahead count in an entry, before the entry is: none counts twice.
func useAhead(s *Session, taken map[string]int) error {
	if len(taken) == 0 {
		return nil
	}
	dice := s.thrown
	dice.Used = maps.Clone(dice.Used)
	for who, n := range taken {
		if dice.Used == nil {
			dice.Used = map[string]int{}
		}
		dice.Used[who] += n
	}
	return keepAhead(s, dice)
}

// aheadDice is which dice of a command come of ones thrown ahead.
type aheadDice struct {
	thrown  *thrownAhead
	evening int64
	secret  bool           // what the next die shows is not for who rolls it
	at      map[int]int    // what was thrown ahead, by the place of the die
	taken   map[string]int // how many, by who threw them
}

// add adds the next die that one threw ahead to one of the seed, at a place among the dice, where it is a roll that is not
// seen.
func (d *aheadDice) add(who string, place, face, faces int) int {
	if d.thrown == nil || !d.secret || who == "" {
		return face
	}
	die, ok := d.thrown.next(d.evening, who, d.taken[who])
	if !ok {
		return face
	}
	if d.at == nil {
		d.at, d.taken = map[int]int{}, map[string]int{}
	}
	d.at[place] = die
	d.taken[who]++
	return combineFaces(die, face, faces)
}

// rewind begins with the first die.
func (d *aheadDice) rewind() {
	clear(d.at)
	clear(d.taken)
}

// mark writes at the dice that fell which of them come of ones thrown ahead.
func (d *aheadDice) mark(dice []rules.Die) {
	for i := range dice {
		dice[i].Ahead = d.at[i]
	}
}

// BlindDie is a die of a roll that its player was not to see, and what she had thrown for it ahead.
type BlindDie struct {
	Entry  int64  `json:"entry"`
	Who    string `json:"who"`
	For    string `json:"for"`
	Die    string `json:"die"`
	Ahead  int    `json:"ahead"`  // what was thrown
	Seed   int    `json:"seed"`   // what the seed gives
	Result int    `json:"result"` // what counted: the remainder of both, where it goes beyond the highest face
}

// BlindDice lists the dice of an evening that come of ones thrown ahead, once their seeds are revealed.
func BlindDice(s *Session, evening int64) (list []BlindDie) {
	for _, k := range s.entries {
		if k.Session != evening {
			continue
		}
		for i, die := range k.payload().Dice {
			at := k.origin(i)
			of := s.seeds.of(at.Entry)
			if die.Ahead == 0 || of == nil || of.Shown.IsZero() {
				continue
			}
			faces := die.Of()
			if faces < 1 {
				continue
			}
			if face, err := s.seeds.face(at, faces); err == nil {
				one := BlindDie{k.Seq, "", die.For, die.Die, die.Ahead, face, die.Result}
				if whose := k.payload().Whose; i < len(whose) {
					one.Who = whose[i]
				}
				list = append(list, one)
			}
		}
	}
	return list
}
