package command

import (
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Faces reads typed dice: numbers separated by spaces or commas. 0 and 00 are the highest face of the die, see rules.FaceOnDie. With named,
// prefixes of the names of faces are allowed, too. An extra die of a check is typed by its name: wild=6.
func Faces(text string, named bool) ([]int, error) {
	var faces []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if name, rest, ok := strings.Cut(word, "="); ok {
			if typed, named := rules.ParseDieName(name); named {
				faces, word = append(faces, typed), rest
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

// ParseDice reads typed dice: a face, or the two dice of a percentage, tens first. Further dice are for the next rolls.
func ParseDice(text string, need *rules.Need) ([]int, error) {
	faces := need.Die
	if need.Faced != nil {
		return thrownFaces(text, need.Faced)
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		return nil, Refusal("Type the roll, 1 to %d.", faces)
	}
	if faces == 100 && len(fields) == 2 {
		if face, ok := readPair(fields[0], fields[1]); ok {
			return []int{face}, nil
		}
	}
	list := make([]int, len(fields))
	for i, field := range fields {
		typed, err := strconv.Atoi(field)
		face, ok := rules.FaceOnDie(typed, faces)
		if i > 0 {
			face, ok = typed, typed >= 0 // the die is known only when it is rolled
		}
		if err != nil || !ok {
			return nil, Refusal("“%.12s” isn't on a d%d. Type 1 to %d.", field, faces, faces)
		}
		list[i] = face
	}
	return list, nil
}

// thrownFaces reads typed dice with named faces. The first belongs to die; the others may belong to other dice.
func thrownFaces(text string, die *rules.FacedDie) ([]int, error) {
	list, err := Faces(text, true)
	if err != nil || len(list) == 0 {
		return nil, Refusal("Type the roll: %s.", die.FaceList())
	}
	if _, err := die.TypedSide(list[0]); err != nil {
		return nil, err
	}
	return list, nil
}

// readPair reads a die for tens and a die for ones; ok is false if they aren't a pair.
func readPair(tens, ones string) (face int, ok bool) {
	t, err1 := strconv.Atoi(tens)
	o, err2 := strconv.Atoi(ones)
	if err1 != nil || err2 != nil || t < 0 || o < 0 || o > 9 || t > 90 || t > 9 && t%10 != 0 {
		return 0, false
	}
	if t < 10 {
		t *= 10
	}
	if t+o == 0 {
		return 100, true
	}
	return t + o, true
}
