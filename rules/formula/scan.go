package formula

import (
	"strconv"
	"strings"
	"unicode"
)

// The step before the parser: it finds dice such as 2d6, and rejects parts of expr's language that formulas don't have, with messages of
// our own.

const (
	maxCharacters = 4000   // longest formula
	maxTotal      = 10_000 // largest total of dice that can still be enumerated
	maxNumber     = 1e15   // largest number in a formula; above it, rounding loses fractions and neighbouring numbers
)

// noDice is the message about dice in a scope without them.
const noDice = "Dice can't be used here. They belong in tallies, effects, intervals and some fields of items."

// dice is a roll such as 2d6 or d6. A count of 0 means a call of dice or d with computed arguments.
type dice struct {
	count, faces int    // number of dice, and of faces of each
	explodes     bool   // whether the highest face is rolled again and added: 2d6!
	written      string // text of the dice
}

// parsePlain returns the node for a plain number, a fraction of two numbers, true or false; nil for any other text.
func parsePlain[E any](written string) *node[E] {
	if written == "true" || written == "false" {
		return fixedFlag[E](written == "true")
	}
	digits, negative := strings.CutPrefix(written, "-")
	above, below, fraction := strings.Cut(digits, "/")
	x, ok := parseDecimal(strings.TrimSpace(above))
	if !ok {
		return nil
	}
	if negative {
		x = -x
	}
	if !fraction {
		return fixedNumber[E](x)
	}
	y, ok := parseDecimal(strings.TrimSpace(below))
	if !ok || isNearZero(y) {
		return nil
	}
	return fixedNumber[E](x / y)
}

// parseDecimal parses digits with an optional decimal point between them.
func parseDecimal(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.") != "" || s[0] == '.' || s[len(s)-1] == '.' {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && x <= maxNumber
}

// scanText scans a formula before expr parses it: it finds dice and calls, and rejects symbols that formulas don't have. It returns the
// text for expr, with dice replaced by names of the same length, and false after a mistake.
func (c *compiler[E]) scanText() (string, bool) {
	if len(c.runes) > maxCharacters {
		c.addMistake(0, "The formula has %d characters; at most %d are allowed.", len(c.runes), maxCharacters)
		return "", false
	}
	masked := []rune(c.text.Text)
	var open []int // indices of the brackets that are still open
	for i := 0; i < len(c.runes); {
		r := c.runes[i]
		switch {
		case r == '\n' || r == '\r':
			c.addMistake(i, "A formula must be on one line.")
			return "", false
		case r == '"' || r == '\'':
			end := c.closingQuote(i)
			if end < 0 {
				c.addMistake(i, "%c is never closed.", r)
				return "", false
			}
			i = end
		case r == '(':
			open = append(open, i)
		case r == ')' && len(open) == 0:
			c.addMistake(i, ") has no matching (.")
		case r == ')':
			start := open[len(open)-1]
			open = open[:len(open)-1]
			if c.isExploding(i + 1) {
				c.recordExploding(start, i+1, masked)
			}
		case isWordRune(r):
			end := c.wordEnd(i)
			c.scanWord(i, end, masked)
			i = end - 1
		default:
			c.checkSymbol(i)
		}
		i++
	}
	for _, i := range open {
		c.addMistake(i, "( has no matching ).")
	}
	return string(masked), !c.hasMistake
}

// closingQuote returns the index of the quotation mark that closes the one at i, or -1.
func (c *compiler[E]) closingQuote(i int) int {
	for j := i + 1; j < len(c.runes); j++ {
		if c.runes[j] == '\\' {
			j++
			continue
		}
		if c.runes[j] == c.runes[i] {
			return j
		}
	}
	return -1
}

// isWordRune reports whether r can be part of a word: a letter, a digit or an underscore.
func isWordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// wordEnd returns the index after the word that contains rune i.
func (c *compiler[E]) wordEnd(i int) int {
	for i < len(c.runes) && isWordRune(c.runes[i]) {
		i++
	}
	return i
}

// scanWord handles the word from i to end: dice, which it replaces in masked, the name of a call, or a number.
func (c *compiler[E]) scanWord(i, end int, masked []rune) {
	written := string(c.runes[i:end])
	member := c.runeBefore(i) == '.'
	count, faces, hasD := strings.Cut(written, "d")
	if isDice := hasD && isDigits(count) && faces != "" && isDigits(faces); isDice && !member {
		explodes := c.isExploding(end)
		if explodes {
			masked[end] = ' '
		}
		c.recordDice(i, count, faces, explodes)
		for j := range count {
			masked[i+j] = '_'
		}
		return
	}
	if c.runeAfter(end) == '(' {
		c.recordCall(written)
	}
	if '0' <= written[0] && written[0] <= '9' && !isNumeric(written) {
		at, number := c.numberAround(i)
		c.addMistake(at, "%s", notNumber(number))
	}
}

// isExploding reports whether rune i is the ! of exploding dice.
func (c *compiler[E]) isExploding(i int) bool { return c.runeAt(i) == '!' && c.runeAt(i+1) != '=' }

// recordExploding records that the dice of a call explode: dice(…)! or d(…)!. open is the index of the call's bracket, i that of the !,
// which is masked by a space. Other brackets are ignored, so that the parser rejects the !.
func (c *compiler[E]) recordExploding(open, i int, masked []rune) {
	start := open
	for start > 0 && isWordRune(c.runes[start-1]) {
		start--
	}
	name := string(c.runes[start:open])
	if name != diceName && name != dieName {
		return
	}
	if c.dice == nil {
		c.dice = map[int]dice{}
	}
	c.dice[start], masked[i] = dice{explodes: true, written: name}, ' '
}

// isDigits reports whether s consists only of digits.
func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// isNumeric reports whether the whole word is a number such as 12 or 1e5; a sign can follow the e.
func isNumeric(s string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	return isDigits(mantissa) && isDigits(exponent)
}

// runeBefore returns the last character before i that is not a space, or 0.
func (c *compiler[E]) runeBefore(i int) rune {
	for i--; i >= 0; i-- {
		if !unicode.IsSpace(c.runes[i]) {
			return c.runes[i]
		}
	}
	return 0
}

// runeAfter returns the first character from i on that is not a space, or 0.
func (c *compiler[E]) runeAfter(i int) rune {
	for ; i < len(c.runes); i++ {
		if !unicode.IsSpace(c.runes[i]) {
			return c.runes[i]
		}
	}
	return 0
}

// recordCall records that the formula calls the function named name.
func (c *compiler[E]) recordCall(name string) {
	if c.calls == nil {
		c.calls = map[string]bool{}
	}
	c.calls[name] = true
}

// recordDice records dice such as 2d6 at position at, where the parser sees a name instead. again is whether they explode.
func (c *compiler[E]) recordDice(at int, count, faces string, again bool) {
	if count == "" {
		count = "1"
	}
	n, err := strconv.Atoi(count)
	f, err2 := strconv.Atoi(faces)
	if err != nil || err2 != nil || n < 1 || f < 1 || n > maxTotal/f {
		c.addMistake(at, "Expected dice such as 2d6, with a total of at most %d.", maxTotal)
		return
	}
	if again && f < 2 {
		c.addMistake(at, "A die of one face would explode without end. Use at least 2 faces.")
		return
	}
	if c.scope.Dice == nil {
		c.addMistake(at, noDice)
		return
	}
	if c.dice == nil {
		c.dice = map[int]dice{}
	}
	c.dice[at] = dice{count: n, faces: f, explodes: again, written: string(c.runes[at:c.wordEnd(at)])}
}

// checkSymbol reports a mistake if the character at i can't be part of a formula.
func (c *compiler[E]) checkSymbol(i int) {
	r, last, next := c.runes[i], c.runeAt(i-1), c.runeAt(i+1)
	switch {
	case unicode.IsSpace(r) || strings.ContainsRune("+-*%^<>!?:,.", r):
		return
	case r == '/' && (next == '/' || next == '*'):
		c.addMistake(i, "%c%c can't be used in a formula. Write / to divide.", r, next)
	case r == '/' || r == '=' && (next == '=' || strings.ContainsRune("=!<>", last)):
		return
	case r == '=':
		c.addMistake(i, "= can't be used in a formula. Write == to compare.")
	case (r == '|' || r == '&') && (next == r || last == r):
		return
	default:
		c.addMistake(i, "%c can't be used in a formula.%s", r, symbolHint(r))
	}
}

// runeAt returns the character at i, or a space if i is out of range.
func (c *compiler[E]) runeAt(i int) rune {
	if i < 0 || i >= len(c.runes) {
		return ' '
	}
	return c.runes[i]
}

// symbolHint returns the fix for a character that is commonly mistaken for another.
func symbolHint(r rune) string {
	switch r {
	case '|':
		return " Write or."
	case '&':
		return " Write and."
	case '{', '}':
		return " Write a choice as a ? b : c."
	case '[', ']':
		return " Write a part of a name as a.b."
	case '×', '·':
		return " Write *."
	case '÷':
		return " Write /."
	case '−', '–':
		return " Write -."
	case '≤':
		return " Write <=."
	case '≥':
		return " Write >=."
	case '≠':
		return " Write !=."
	case '“', '”', '‘', '’', '„':
		return ` It's a curly quote. Write ".`
	case '`':
		return ` Write ".`
	}
	return ""
}
