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

// Dice thrown ahead: a player throws dice before their purpose is known, and the program stores the faces. Secret rolls for the player's
// character then use them in order. The result combines the thrown face with one from a seed, so that neither the player nor the program
// chooses it. An evening is a session of play.

// aheadRolls holds the dice thrown ahead, as the journal stores them.
type aheadRolls struct {
	Evening int64            `json:"evening"` // number of the evening on which they were thrown; other evenings don't use them
	Faces   map[string][]int `json:"faces"`   // faces in the order in which they were thrown, by key of the actor
	Used    map[string]int   `json:"used"`    // number of faces already used, from the first, by key of the actor
}

// settingAhead is the key of the setting that stores the dice thrown ahead.
const settingAhead = "ahead"

// Limits of dice thrown ahead.
const (
	maxAheadDice = 100  // maximum number of dice for a character per evening
	maxAheadFace = 1000 // highest face that can be typed
)

// aheadWord separates the actor from the faces in a line: `dice kira ahead 37 4`.
const aheadWord = "ahead"

// diceThrownBy returns the dice that an actor, by key, has thrown ahead on the given evening.
func (t *aheadRolls) diceThrownBy(evening int64, who string) []int {
	if t.Evening != evening {
		return nil
	}
	return t.Faces[who]
}

// nextUnused returns the actor's first unused die thrown ahead on the given evening. taken is the number of dice that the current command
// has already used; they are skipped. ok is false if no die is left.
func (t *aheadRolls) nextUnused(evening int64, who string, taken int) (face int, ok bool) {
	list, at := t.diceThrownBy(evening, who), t.Used[who]+taken
	if at >= len(list) {
		return 0, false
	}
	return list[at], true
}

// combineFaces returns the face that counts on a die with the given number of faces: the sum of early, the face thrown ahead, and face,
// the one from the seed, modulo faces, in the range 1 to faces.
func combineFaces(early, face, faces int) int { return (early+face-1)%faces + 1 }

// CountDiceAhead returns the number of dice thrown ahead this evening for a character, and how many of them are still unused. who is the
// character's key. Never show the second number to the player: it would reveal secret rolls.
func CountDiceAhead(s *Session, who string) (all, unused int) {
	all = len(s.aheadRolls.diceThrownBy(s.evenings.current, who))
	if all == 0 {
		return 0, 0
	}
	return all, all - s.aheadRolls.Used[who]
}

// ThrowAhead stores dice that a player has thrown ahead. who is the key of the player's character, and faces are the faces as typed.
func ThrowAhead(s *Session, who string, faces []string) error {
	_, err := throwAhead(s, who, faces)
	return err
}

// throwAhead carries out the line `dice kira ahead 37 4`, where who is the name and words are the faces. It returns a reply that isn't
// stored as an entry.
func throwAhead(s *Session, who string, words []string) (Entry, error) {
	a, err := s.game.Actor(who)
	if err != nil {
		return Entry{}, err
	}
	if len(words) == 0 {
		return Entry{}, refusal("Type what the dice show: dice %s %s 37 4 91", a.Key, aheadWord)
	}
	updated := aheadRolls{Evening: s.evenings.current, Faces: map[string][]int{}, Used: map[string]int{}}
	if s.aheadRolls.Evening == updated.Evening {
		updated.Faces, updated.Used = maps.Clone(s.aheadRolls.Faces), s.aheadRolls.Used
	}
	list := slices.Clone(updated.Faces[a.Key])
	for _, word := range words {
		face, err := strconv.Atoi(word)
		if err != nil || face < 0 || face > maxAheadFace {
			return Entry{}, command.RefusalOf(message.NotA(fmt.Sprintf("%.12s", word), "a die's face", fmt.Sprintf("Type numbers up to %d", maxAheadFace)))
		}
		if face == 0 {
			face = 100 // a pair of ten-sided dice shows 100 as 00
		}
		list = append(list, face)
	}
	if len(list) > maxAheadDice {
		return Entry{}, refusal("%d dice were typed ahead this session. The limit is %d.", len(list)-len(words), maxAheadDice)
	}
	updated.Faces[a.Key] = list
	if err := storeDiceAhead(s, updated); err != nil {
		return Entry{}, err
	}
	all, left := CountDiceAhead(s, a.Key)
	text := fmt.Sprintf("%s has rolled %s ahead this session; %d are left for hidden rolls", a.Name, command.CountText(all, "die", "dice"), left)
	return Entry{Line: "dice " + a.Key + " " + aheadWord + " " + strings.Join(words, " "), Title: "dice ahead", Count: s.game.State.Count, Lines: []string{text}}, nil
}

// storeDiceAhead stores the dice thrown ahead in the session's journal, and then in memory.
func storeDiceAhead(s *Session, dice aheadRolls) error {
	if err := s.keepSetting(settingAhead, dice); err != nil {
		return err
	}
	s.aheadRolls = dice
	return nil
}

// countAheadDice returns how many dice in the list used a die thrown ahead, by key of the actor, or nil if none did.
func countAheadDice(dice []rules.Die) (taken map[string]int) {
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

// consumeAheadDice stores that an entry has used up dice that were thrown ahead; taken is their number by key of the actor. It must be
// called before the entry is stored, so that no die can count twice.
func consumeAheadDice(s *Session, taken map[string]int) error {
	if len(taken) == 0 {
		return nil
	}
	dice := s.aheadRolls
	dice.Used = maps.Clone(dice.Used)
	for who, n := range taken {
		if dice.Used == nil {
			dice.Used = map[string]int{}
		}
		dice.Used[who] += n
	}
	return storeDiceAhead(s, dice)
}

// aheadDice applies dice thrown ahead to the dice of one command.
type aheadDice struct {
	rolls        *aheadRolls    // stored dice; nil for none
	evening      int64          // number of the current evening
	secret       bool           // whether the next die belongs to a secret roll
	facesByPlace map[int]int    // faces thrown ahead that this command uses, by index of its die, from 0; nil for none
	taken        map[string]int // number of dice thrown ahead that this command uses, by key of the actor; nil for none
}

// addToSeed returns the result of a die with the given number of faces. who is the key of the actor who rolls it. place is the index of the
// die in the command, from 0, and face is the seed's face for it. If the roll is secret, the actor's next die thrown ahead, if there is
// one, is combined with that face.
func (d *aheadDice) addToSeed(who string, place, face, faces int) int {
	if d.rolls == nil || !d.secret || who == "" {
		return face
	}
	die, ok := d.rolls.nextUnused(d.evening, who, d.taken[who])
	if !ok {
		return face
	}
	if d.facesByPlace == nil {
		d.facesByPlace, d.taken = map[int]int{}, map[string]int{}
	}
	d.facesByPlace[place] = die
	d.taken[who]++
	return combineFaces(die, face, faces)
}

// rewind marks all dice as unused by this command, since it is carried out again from its first die.
func (d *aheadDice) rewind() {
	clear(d.facesByPlace)
	clear(d.taken)
}

// markDice sets the field Ahead of each die to the face thrown ahead, or to 0 if there is none. dice holds all dice of the command.
func (d *aheadDice) markDice(dice []rules.Die) {
	for i := range dice {
		dice[i].Ahead = d.facesByPlace[i]
	}
}

// BlindDie is a die of a secret roll that used a die thrown ahead, so that players can verify it after the evening.
type BlindDie struct {
	Entry  int64  `json:"entry"`  // number of the entry
	Who    string `json:"who"`    // key of the actor who rolled it
	For    string `json:"for"`    // purpose of the roll
	Die    string `json:"die"`    // kind of die, such as d100
	Ahead  int    `json:"ahead"`  // face that was thrown ahead
	Seed   int    `json:"seed"`   // face that the seed gave
	Result int    `json:"result"` // face that counted; see combineFaces
}

// BlindDice lists the dice of an evening that used dice thrown ahead, if the seeds of their entries have been revealed.
func BlindDice(s *Session, evening int64) (list []BlindDie) {
	for _, k := range s.entries {
		if k.Session != evening {
			continue
		}
		for i, die := range k.payload().Dice {
			at := k.dieOrigin(i)
			seed := s.seeds.seedFor(at.Entry)
			if die.Ahead == 0 || seed == nil || seed.Shown.IsZero() {
				continue
			}
			faces := die.FaceCount()
			if faces < 1 {
				continue
			}
			if face, err := s.seeds.faceFor(at, faces); err == nil {
				blind := BlindDie{Entry: k.Seq, For: die.For, Die: die.Die, Ahead: die.Ahead, Seed: face, Result: die.Result}
				if whose := k.payload().Whose; i < len(whose) {
					blind.Who = whose[i]
				}
				list = append(list, blind)
			}
		}
	}
	return list
}
