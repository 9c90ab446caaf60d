package rules

import (
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Dice with symbols instead of numbers, called faced dice. A face is a symbol; a side is one of the sides of the die, and several sides can
// show the same face. A die that shows an exploding face throws one more die. A throw is stored as one number, faceCounts, that contains a
// count for each face, so that equal throws are equal values. A mask of faces is a faceCounts in which all bits of these faces are set.
//
// A typed die is the entry that the game master types for one die: a number or a word, the beginning of a face. Both are stored in one int
// (ParseTypedDie), since a word has no meaning until its die is known.

// FacedDie is a die with symbols instead of numbers.
type FacedDie struct {
	Head  `yaml:",inline"`
	Faces source.Map[int] `yaml:"faces"` // The number of sides that show each face: `{hit: 2, save: 2, rage: 1}`.
	// The faces that explode: each die that shows one of them throws one more die, which can explode too.
	Again     []source.Text `yaml:"again"`
	names     []string      // one for each face, in the order of Faces
	lastSides []int         // highest side that shows each face, by index in names; sides are counted from 1

	exploding faceCounts // mask of the faces on which one more die is rolled
}

// explodes reports whether a face throws one more die.
func (d *FacedDie) explodes(face int) bool { return d.exploding&maskOfOneFace(face) != 0 }

// binomial returns the number of ways to choose n of the given number of dice, at most maxThrown.
func binomial(dice, n int) int64 { return new(big.Int).Binomial(int64(dice), int64(n)).Int64() }

// throwSize holds the numbers of dice in a complete throw, by the face that they show.
type throwSize struct {
	ending    int // number of dice that show a face that doesn't explode
	exploding int // number of dice that show an exploding face
}

// throwSizes yields the possible sizes of a throw that begins with the given number of dice, each with the number of possible orders of its
// dice. At most maxThrown dice are thrown.
func (d *FacedDie) throwSizes(dice int) iter.Seq2[throwSize, int64] {
	return func(yield func(throwSize, int64) bool) {
		if d.exploding == 0 || dice == 0 {
			yield(throwSize{dice, 0}, 1)
			return
		}
		for more := 0; dice+more <= maxThrown; more++ { // the last die thrown shows a face that doesn't explode
			if !yield(throwSize{dice, more}, binomial(dice+more-1, more)) {
				return
			}
		}
		for ending := range dice { // the throw ends at the limit of dice although exploding dice would add more
			if !yield(throwSize{ending, maxThrown - ending}, binomial(maxThrown, ending)) {
				return
			}
		}
	}
}

// shareWithout returns the probability that no die of a throw of the given number of dice shows face, and the average number of dice thrown
// in such throws, multiplied by that probability. If face is noFace, it returns 1 and the average of all throws.
func (d *FacedDie) shareWithout(face, dice int) (share, thrown float64) {
	ends, more := 0.0, 0.0 // probabilities that a die shows a face other than face that doesn't explode, and one that does
	for i := range d.names {
		switch {
		case i == face: // belongs to neither
		case d.explodes(i):
			more += d.faceShare(i)
		default:
			ends += d.faceShare(i)
		}
	}
	for size, orders := range d.throwSizes(dice) {
		p := float64(orders) * math.Pow(ends, float64(size.ending)) * math.Pow(more, float64(size.exploding))
		share, thrown = share+p, thrown+p*float64(size.ending+size.exploding)
	}
	return share, thrown
}

// maxKinds is the highest number of different faces of a die. A faceCounts has room for that many counts.
const maxKinds = 10

// maxThrown is the highest number of dice thrown at once.
const maxThrown = 20

// faceCounts holds the number of dice that show each face in a throw: five bits per face, the first face lowest.
type faceCounts int64

const (
	bitsOfFace = 5                                        // width of the count of one face
	countMask  = 1<<bitsOfFace - 1                        // mask of the count of the first face
	everyFace  = faceCounts(1)<<(bitsOfFace*maxKinds) - 1 // mask of the counts of all faces
	noFace     = -1                                       // in place of the index of a face: no face
)

// maskOfOneFace returns the bit mask of a face's count.
func maskOfOneFace(face int) faceCounts { return countMask << (bitsOfFace * face) }

// count returns the number of dice that show face.
func (c faceCounts) count(face int) int { return int(c >> (bitsOfFace * face) & countMask) }

// withDice returns c with the given number of dice, which may be negative, added to a face.
func (c faceCounts) withDice(face, dice int) faceCounts {
	return c + faceCounts(dice)<<(bitsOfFace*face)
}

// diceCount returns the number of dice thrown.
func (c faceCounts) diceCount() (n int) {
	for ; c > 0; c >>= bitsOfFace {
		n += int(c & countMask)
	}
	return n
}

// sideCount returns the number of sides of the die.
func (d *FacedDie) sideCount() int { return d.lastSides[len(d.lastSides)-1] }

// faceOfSide returns the index of the face that a side shows. Sides are counted from 1.
func (d *FacedDie) faceOfSide(side int) int {
	for i, upTo := range d.lastSides {
		if side <= upTo {
			return i
		}
	}
	return len(d.lastSides) - 1
}

// faceShare returns the probability of the face with the given index.
func (d *FacedDie) faceShare(face int) float64 {
	return float64(d.Faces[face].Value) / float64(d.sideCount())
}

// findFace returns the index of a face by name, or noFace.
func (d *FacedDie) findFace(name string) int {
	for i, known := range d.names {
		if known == name {
			return i
		}
	}
	return noFace
}

// faceWords returns the name of a face for display.
func faceWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

// NumberedFaces returns the faces, each with the sides that show it, such as “hit 1–2”.
func (d *FacedDie) NumberedFaces() (list []string) {
	from := 1
	for i, name := range d.names {
		sides := strconv.Itoa(from)
		if d.lastSides[i] > from {
			sides += "–" + strconv.Itoa(d.lastSides[i])
		}
		list, from = append(list, faceWords(name)+" "+sides), d.lastSides[i]+1
	}
	return list
}

// DescribeTyped describes the throw that a list of typed dice stands for, such as “2 hit, 1 savagery”. Dice that don't fit are ignored.
func (d *FacedDie) DescribeTyped(list []int) string {
	var c faceCounts
	for _, typed := range list {
		if side, err := d.TypedSide(typed); err == nil {
			c = c.withDice(d.faceOfSide(side), 1)
		}
	}
	return d.throwText(c)
}

// throwText describes a throw, such as “2 hit, 1 savagery”.
func (d *FacedDie) throwText(c faceCounts) string {
	var parts []string
	for i, name := range d.names {
		if n := c.count(i); n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+faceWords(name))
		}
	}
	if len(parts) == 0 {
		return "no dice"
	}
	return strings.Join(parts, ", ")
}

// typedThrow returns a throw as it would be typed, such as “hit hit savagery”.
func (d *FacedDie) typedThrow(c faceCounts) string {
	var words []string
	for i, name := range d.names {
		for range c.count(i) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// FaceNames returns the names of the faces of the die, in order.
func (d *FacedDie) FaceNames() []string { return slices.Clone(d.names) }

// FaceList returns the faces of the die for a question, such as “hit, save or wild”.
func (d *FacedDie) FaceList() string {
	words := make([]string, len(d.names))
	for i, name := range d.names {
		words[i] = faceWords(name)
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// parseFaces parses a list of typed dice: beginnings of names of faces, or numbers of sides.
func (d *FacedDie) parseFaces(text string) (c faceCounts, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) > maxThrown {
		return 0, refuse("At most %d dice can be rolled together.", maxThrown)
	}
	for _, word := range words {
		typed, ok := ParseTypedDie(word)
		if !ok {
			return 0, refuse("%s", message.NotA(word, "a face of "+d.labelWithArticle(), "Choose: "+d.FaceList()))
		}
		side, err := d.TypedSide(typed)
		if err != nil {
			return 0, err
		}
		c = c.withDice(d.faceOfSide(side), 1)
	}
	return c, nil
}

// FitsTyped reports whether text is a list of typed dice that fit the die.
func (d *FacedDie) FitsTyped(text string) bool {
	_, err := d.parseFaces(text)
	return err == nil
}

// labelWithArticle returns the label of the die with an article, such as “a war die”.
func (d *FacedDie) labelWithArticle() string {
	article := "a"
	if strings.ContainsAny(d.Label[:1], "AEIOUaeiou") {
		article = "an"
	}
	return article + " " + d.NameFor(1)
}

// NameFor returns the plural name of the dice for a sentence, such as “war dice”, or the singular if dice is 1. The label can end in “die”.
func (d *FacedDie) NameFor(dice float64) string {
	kind := strings.TrimSuffix(MidSentence(d.Label), " die")
	if dice == 1 {
		return kind + " die"
	}
	return kind + " dice"
}

// Side returns the side, from 1, that a typed die stands for. d is nil for a plain die, which has the given number of faces. An error names
// the die by its purpose and by place, its position among the typed dice.
func (d *FacedDie) Side(typed, faces, place int, purpose string) (side int, err error) {
	if d != nil {
		if side, err = d.TypedSide(typed); err != nil {
			return 0, refuse("die %d, for %s: %s", place, MidSentence(purpose), err)
		}
		return side, nil
	}
	if side, ok := FaceOnDie(typed, faces); ok {
		return side, nil
	}
	return 0, refuse("Die %d is a d%d for %s and has no %s. Type 1 to %d.", place, faces, MidSentence(purpose), TypedDieText(typed), faces)
}

// TypedSide returns the side, from 1, that a typed die stands for: the typed number, as in FaceOnDie, or the last side that shows the face
// whose name begins with the typed word.
func (d *FacedDie) TypedSide(typed int) (side int, err error) {
	if typed >= -beforeWords { // a number
		side, ok := FaceOnDie(typed, d.sideCount())
		if !ok {
			return 0, refuse("“%d” isn't on %s. Type %s, or 1 to %d.", typed, d.labelWithArticle(), d.FaceList(), d.sideCount())
		}
		return side, nil
	}
	word := typedWord(typed)
	found := noFace
	for i, name := range d.names {
		switch {
		case name == word:
			return d.lastSides[i], nil
		case strings.HasPrefix(name, word) && found != noFace:
			return 0, refuse("%s", message.Ambiguous(word, []string{d.names[found], name}))
		case strings.HasPrefix(name, word):
			found = i
		}
	}
	if found == noFace {
		return 0, refuse("%s", message.NotA(word, "a face of "+d.labelWithArticle(), "Choose: "+d.FaceList()))
	}
	return d.lastSides[found], nil
}

// FaceOnDie returns the face that a typed number stands for on a die with the given number of faces: 0 is the highest, as on dice whose
// faces begin at 0. ok is false if the number is not on the die.
func FaceOnDie(typed, faces int) (face int, ok bool) {
	if typed == 0 {
		return faces, true
	}
	return typed, typed >= 1 && typed <= faces
}

// faceLetters are the letters allowed in names of faces.
const faceLetters = "abcdefghijklmnopqrstuvwxyz_"

// maxLetters is the number of letters of a typed word that count; further letters are ignored.
const maxLetters = 12

// ParseTypedDie parses a typed die. A number is returned unchanged. The beginning of a face is returned as a negative number that encodes
// its first letters, five bits for each, since the die is not known until it is rolled.
func ParseTypedDie(word string) (typed int, ok bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return n, n >= 0 && word[0] != '+'
	}
	for i, r := range strings.ToLower(word) {
		letter := strings.IndexRune(faceLetters, r)
		if letter < 0 {
			return 0, false
		}
		if i < maxLetters {
			typed |= (letter + 1) << (bitsOfFace * i)
		}
	}
	return -typed - beforeWords, typed != 0
}

// beforeWords is the number of negative numbers, from -1 down, that encode no letters. Code that stores typed dice can use them for its own
// purposes.
const beforeWords = 8

// typedWord returns the word that a typed die, or the name of one, encodes.
func typedWord(typed int) string {
	var b strings.Builder
	for typed = (-typed - beforeWords) &^ dieNameBit; typed > 0; typed >>= bitsOfFace {
		b.WriteByte(faceLetters[(typed&countMask)-1])
	}
	return b.String()
}

// dieNameBit marks a typed word as the name of the die that follows, as in wild=6. It lies above the bits of all letters.
const dieNameBit = 1 << (bitsOfFace*maxLetters + 1)

// ParseDieName parses a word such as wild in wild=6, which names the die that is typed after it. The result is in the form of
// ParseTypedDie, with dieNameBit.
func ParseDieName(word string) (typed int, ok bool) {
	typed, ok = ParseTypedDie(word)
	if !ok || typed >= -beforeWords {
		return 0, false
	}
	return -((-typed - beforeWords) | dieNameBit) - beforeWords, true
}

// isDieName reports whether a typed number is the name of the die that follows.
func isDieName(typed int) bool { return typed < -beforeWords && (-typed-beforeWords)&dieNameBit != 0 }

// MatchesNextTyped reports whether the next of the typed dice in list is for a die with the given purpose. skip is the number of entries
// before that die: 1 if the die is typed with a name, which must fit the last part of purpose, else 0.
func MatchesNextTyped(list []int, purpose string) (skip int, ok bool) {
	if len(list) == 0 || !isDieName(list[0]) {
		return 0, len(list) > 0
	}
	label := purpose[strings.LastIndex(purpose, ", ")+1:]
	return 1, len(list) > 1 && strings.HasPrefix(strings.ToLower(strings.TrimSpace(label)), typedWord(list[0]))
}

// TypedDiceText returns typed dice as they were typed: "5 wild=6".
func TypedDiceText(list []int) string {
	text := ""
	for i, typed := range list {
		if i > 0 && !isDieName(list[i-1]) {
			text += " "
		}
		if text += TypedDieText(typed); isDieName(typed) {
			text += "="
		}
	}
	return text
}

// TypedDieText returns a typed die as it was typed.
func TypedDieText(typed int) string {
	if typed < -beforeWords {
		return typedWord(typed)
	}
	return strconv.Itoa(typed)
}

// allThrows yields every possible throw of the given number of dice, with its probability. distinct is the mask of the faces to
// distinguish; all other faces that don't explode count as the first of those other faces.
func (d *FacedDie) allThrows(dice int, distinct faceCounts) iter.Seq2[faceCounts, float64] {
	var faces, more []int            // indexes of the faces to distinguish that don't explode, and of the exploding ones
	var shares, shareAgain []float64 // their probabilities
	rest := noFace                   // index in faces of the face that the others count as
	for i := range d.names {
		switch {
		case d.explodes(i):
			more, shareAgain = append(more, i), append(shareAgain, d.faceShare(i))
		case distinct&maskOfOneFace(i) != 0:
			faces, shares = append(faces, i), append(shares, d.faceShare(i))
		case rest == noFace:
			rest = len(faces)
			faces, shares = append(faces, i), append(shares, d.faceShare(i))
		default:
			shares[rest] += d.faceShare(i)
		}
	}
	return func(yield func(faceCounts, float64) bool) {
		for size, orders := range d.throwSizes(dice) {
			isWanted := eachThrow(faces, shares, size.ending, 0, float64(orders), func(c faceCounts, weight float64) bool {
				if size.exploding == 0 {
					return yield(c, weight)
				}
				return eachThrow(more, shareAgain, size.exploding, c, weight, yield)
			})
			if !isWanted { // the caller has stopped the iteration
				return
			}
		}
	}
}

// eachThrow yields every possible throw of the given number of further dice, all of which show one of faces, whose probabilities are
// shares. c holds the counts of the earlier dice, and weight is their probability times the number of ways to choose them. It returns false
// if yield does.
func eachThrow(faces []int, shares []float64, dice int, c faceCounts, weight float64, yield func(faceCounts, float64) bool) bool {
	if len(faces) == 1 {
		return yield(c.withDice(faces[0], dice), weight*math.Pow(shares[0], float64(dice)))
	}
	part := weight // weight * binomial(dice, n) * share^n
	for n := 0; n <= dice; n++ {
		if !eachThrow(faces[1:], shares[1:], dice-n, c.withDice(faces[0], n), part, yield) {
			return false
		}
		part *= shares[0] * float64(dice-n) / float64(n+1)
	}
	return true
}

// compileFacedDice compiles the section dice.
func (c *compiler) compileFacedDice() {
	for _, die := range c.rs.FacedDice.All {
		die.compile(c)
	}
}

// compile verifies the die, and sets its names, the sides that show each face and the exploding faces.
func (d *FacedDie) compile(c *compiler) {
	if len(d.Faces) < 2 || len(d.Faces) > maxKinds {
		c.addMistake(source.OutOfRange, d.Pos, "A die must have 2 to %d different faces; %s has %d.", maxKinds, d.Name, len(d.Faces))
	}
	if len(d.Faces) == 0 {
		d.Faces = source.Map[int]{{Name: "none", Value: 1}}
	}
	sides := 0
	for _, face := range d.Faces {
		switch {
		case strings.Trim(face.Name, faceLetters) != "":
			c.addMistake(source.BadValue, face.Pos, "%s", message.NotA(face.Name, "a name for a face", "Use only small letters and _"))
		case face.Name == diceName:
			c.addMistake(source.BadValue, face.Pos, "dice already means the number of dice rolled. Rename the face.")
		}
		if face.Value < 1 || sides+face.Value > maxFaces {
			c.addMistake(source.OutOfRange, face.Pos, "Face %s is on %d sides of the die. It must be on 1 to %d.", face.Name, face.Value, maxFaces)
		}
		sides += max(1, face.Value)
		d.names, d.lastSides = append(d.names, face.Name), append(d.lastSides, sides)
	}
	for _, again := range d.Again {
		face := d.findFace(again.Text)
		if face == noFace {
			c.addMistake(source.UnknownName, again.Pos, "%s", message.Lacking(d.Name, "face", again.Text, d.names))
			continue
		}
		d.exploding |= maskOfOneFace(face)
	}
	if len(d.Again) > 0 && !slices.ContainsFunc(d.Faces, func(f source.MapItem[int]) bool { return !d.explodes(d.findFace(f.Name)) }) {
		c.addMistake(source.OutOfRange, d.Again[0].Pos, "Every face of %s explodes, without end. Remove one.", d.Name)
	}
}

// diceName is the formula name for the number of dice thrown.
const diceName = "dice"

// exactProbability returns the probability of the throw c as a fraction. c must be a throw that FacedDie.allThrows yields for the same
// number of dice and the same distinct faces.
func (d *FacedDie) exactProbability(c faceCounts, dice int, distinct faceCounts) *big.Rat {
	p, rest := big.NewRat(1, 1), noFace
	shares := make([]int64, len(d.names)) // number of sides for each face, including the sides of faces that count as this one
	var remaining throwSize               // numbers of dice whose face is still to be chosen; at first, all dice
	for i := range d.names {
		*remaining.ofFace(d, i) += c.count(i)
		sides := int64(d.Faces[i].Value)
		if d.explodes(i) || distinct&maskOfOneFace(i) != 0 || rest == noFace {
			shares[i] = sides
			if !d.explodes(i) && distinct&maskOfOneFace(i) == 0 {
				rest = i
			}
			continue
		}
		shares[rest] += sides
	}
	for size, orders := range d.throwSizes(dice) {
		if size == remaining {
			p.SetInt64(orders)
		}
	}
	// multiply by the number of ways to choose the n dice that show the face, and by the probability that they show it
	for i := range d.names {
		n, unchosen := int64(c.count(i)), remaining.ofFace(d, i)
		p.Mul(p, new(big.Rat).SetInt64(binomial(*unchosen, int(n))))
		p.Mul(p, new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(shares[i]), big.NewInt(n), nil), new(big.Int).Exp(big.NewInt(int64(d.sideCount())), big.NewInt(n), nil)))
		*unchosen -= int(n)
	}
	return p
}

// ofFace returns the count in s that dice showing face belong to: s.exploding if this face of die d explodes, else s.ending.
func (s *throwSize) ofFace(d *FacedDie, face int) *int {
	if d.explodes(face) {
		return &s.exploding
	}
	return &s.ending
}
