package command

import (
	"math"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/source"
)

// Number writes a number as people read it: at most two decimals, and a true minus; what rounds to nothing is 0.
func Number(x float64) string {
	x = math.Round(x*100)/100 + 0
	if n := int64(x); float64(n) == x && n >= 0 && n < 1<<53 {
		return strconv.FormatInt(n, 10)
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	return strings.Replace(text, "-", "−", 1)
}

// Chance writes a chance: per cent where the die of a check has a hundred faces.
func Chance(rs *rules.Ruleset, x float64) string { return Number(x) + ChanceUnit(rs) }

// Percent writes the chance of a throw of dice with faces, which is in percent.
func Percent(x float64) string { return strconv.Itoa(int(math.Round(x))) + " %" }

// ChanceUnit is what stands behind a chance.
func ChanceUnit(rs *rules.Ruleset) string {
	if rs.Die() == 100 {
		return " %"
	}
	return ""
}

// Signed writes a number with its sign; what rounds to nothing has none.
func Signed(x float64) string {
	text := Number(x)
	if x < 0 || text == "0" {
		return text
	}
	return "+" + text
}

// Changed writes what an event changed a pool by, the name of the pool and the signed change; it is empty if that rounds to nothing.
func Changed(e *rules.Event) string {
	if by := Signed(e.By); by != "0" {
		return pooled(e) + " " + by
	}
	return ""
}

// pooled is the pool that an event is about, with the thing that it is of.
func pooled(e *rules.Event) string {
	if e.Tool != "" {
		return strings.ToLower(rules.Words(e.Tool)) + " " + e.What
	}
	return e.What
}

// most is the largest number that may be typed.
const most = 1e6

// Amount reads a typed number, from -1,000,000 to 1,000,000; a *rules.Refusal says what it is needed for.
func Amount(text, of string) (float64, error) {
	value, ok := source.ReadNumber(text)
	switch {
	case math.Abs(value) > most:
		return 0, Refusal("%s is too much for %s; at most %d", text, of, int(most))
	case !ok:
		return 0, Refusal("%s needs a number, such as %s 2", of, of)
	}
	return value, nil
}

// Faces reads typed dice: numbers with spaces or commas between. 0 and 00 are the highest face of the die that is
// asked for, see rules.Shown. Where the game has dice whose faces are named, their beginnings may be typed as well.
func Faces(text string, named bool) ([]int, error) {
	var faces []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		face, ok := rules.TypedFace(word)
		if !ok || face < 0 && !named {
			return nil, Refusal("%s is not a die; type numbers such as 17 5", word)
		}
		faces = append(faces, face)
	}
	return faces, nil
}

// ParseDice reads typed dice: a face, or the two dice of a percentage, tens first; more are those of the next rolls.
func ParseDice(text string, need *rules.Need) ([]int, error) {
	faces := need.Die
	if need.Of != nil {
		return thrownFaces(text, need.Of)
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(fields) == 0 {
		return nil, Refusal("type what the die shows, 1 to %d", faces)
	}
	if faces == 100 && len(fields) == 2 {
		if face, ok := readPair(fields[0], fields[1]); ok {
			return []int{face}, nil
		}
	}
	list := make([]int, len(fields))
	for i, field := range fields {
		typed, err := strconv.Atoi(field)
		face, ok := rules.Shown(typed, faces)
		if i > 0 {
			face, ok = typed, typed >= 0 // which die it is for is known when it is rolled
		}
		if err != nil || !ok {
			return nil, Refusal("%.12s is not on a d%d; type 1 to %d", field, faces, faces)
		}
		list[i] = face
	}
	return list, nil
}

// thrownFaces reads typed dice with faces, the first of them this one; the rest may be others.
func thrownFaces(text string, die *rules.FacedDie) ([]int, error) {
	list, err := Faces(text, true)
	if err != nil || len(list) == 0 {
		return nil, Refusal("type what the die shows: %s", die.Named())
	}
	if _, err := die.Shown(list[0]); err != nil {
		return nil, err
	}
	return list, nil
}

// readPair reads a die of tens and a die of ones; it reports whether these are two.
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

// Counted is a number of counts, or of what a game in rounds calls a round: "5 counts", "1 turn".
func Counted(rs *rules.Ruleset, n float64) string {
	if n == 1 && rs.Order.InRounds() {
		return Number(n) + " " + rules.CountWord(rs)
	}
	return Number(n) + " " + rules.Several(rules.CountWord(rs))
}
