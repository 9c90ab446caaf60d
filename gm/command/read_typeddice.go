package command

import (
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Dice rolled at the table and typed by the game master or a player. A face is a number or, on a faced die, a name, such as “skull”.

// ParseFaces reads typed dice, separated by spaces or commas, before it is known which dice they are. Each is a number, in which 0 and 00
// are the highest face of the die (see rules.FaceOnDie), or, if named is set, the beginning of a face's name, which rules.ParseTypedDie
// encodes as a negative number. An extra die of a check is preceded by its name, as in wild=6; in the result, the code of the name precedes
// the face.
func ParseFaces(text string, named bool) ([]int, error) {
	var faces []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if name, rest, ok := strings.Cut(word, "="); ok {
			if dieName, ok := rules.ParseDieName(name); ok {
				faces, word = append(faces, dieName), rest
			}
		}
		face, ok := rules.ParseTypedDie(word)
		if !ok || face < 0 && !named {
			return nil, RefusalOf(message.NotA(word, "a die", "Type numbers such as 17 5"))
		}
		faces = append(faces, face)
	}
	return faces, nil
}

// ParseDice reads the dice typed for need. The first is the face of the requested die, and the others are for the next rolls. For a d100,
// two typed dice, tens and ones, can also be one face.
func ParseDice(text string, need *rules.Need) ([]int, error) {
	highest := need.Die // highest face of the requested die
	if need.Faced != nil {
		return parseFacedDice(text, need.Faced)
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		return nil, Refusal("Type the roll, 1 to %d.", highest)
	}
	if highest == 100 && len(fields) == 2 {
		if face, ok := readPair(fields[0], fields[1]); ok {
			return []int{face}, nil
		}
	}
	list := make([]int, len(fields))
	for i, field := range fields {
		typed, err := strconv.Atoi(field)
		face, ok := rules.FaceOnDie(typed, highest)
		if i > 0 {
			face, ok = typed, typed >= 0 // the die is known only when it is rolled
		}
		if err != nil || !ok {
			return nil, Refusal("“%.12s” isn't on a d%d. Type 1 to %d.", field, highest, highest)
		}
		list[i] = face
	}
	return list, nil
}

// parseFacedDice reads typed dice with named faces. The first must be a face of die; the others are for dice not known yet.
func parseFacedDice(text string, die *rules.FacedDie) ([]int, error) {
	list, err := ParseFaces(text, true)
	if err != nil || len(list) == 0 {
		return nil, Refusal("Type the roll: %s.", die.FaceList())
	}
	if _, err := die.TypedSide(list[0]); err != nil {
		return nil, err
	}
	return list, nil
}

// readPair reads a die for tens, typed as 3 or 30, and a die for ones, and returns the face of a d100: 100 for two zeros. ok is false if
// they aren't such a pair.
func readPair(tens, ones string) (face int, ok bool) {
	tensFace, tensErr := strconv.Atoi(tens)
	onesFace, onesErr := strconv.Atoi(ones)
	isTens := tensFace >= 0 && (tensFace <= 9 || tensFace <= 90 && tensFace%10 == 0)
	isOnes := onesFace >= 0 && onesFace <= 9
	if tensErr != nil || onesErr != nil || !isTens || !isOnes {
		return 0, false
	}
	if tensFace < 10 {
		tensFace *= 10
	}
	if tensFace+onesFace == 0 {
		return 100, true
	}
	return tensFace + onesFace, true
}
