package source

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// maxNumber is the largest number allowed. Above it, a float64 can no longer represent fractions.
const maxNumber = 1e15

// ReadNumber parses a number as people write it: 3, -0.5, −2, 1e3, or a fraction such as 5/7. ok is false for any other text, such as NaN,
// infinities, hexadecimals and numbers beyond 1e15. If the number is too large, x is infinite.
func ReadNumber(text string) (x float64, ok bool) {
	text = strings.ReplaceAll(text, "−", "-")
	numerator, denominator, isFraction := strings.Cut(text, "/")
	if strings.Trim(text, "+-.0123456789eE/") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(numerator, 64)
	if err == nil && isFraction {
		var divisor float64
		if divisor, err = strconv.ParseFloat(denominator, 64); err != nil {
			return 0, false
		}
		x /= divisor
	}
	switch {
	case math.Abs(x) > maxNumber:
		return math.Inf(1), false
	case err != nil || math.IsNaN(x):
		return 0, false
	}
	return x, true
}

// WarnOfOctal adds a warning to r if t is a whole number that begins with a zero, such as 017, which is 17 here but octal to other readers
// of YAML.
func WarnOfOctal(t Text, r *Report) {
	text := strings.TrimSpace(t.Text)
	digits := strings.TrimLeft(text, "+-")
	if plain := strings.TrimLeft(digits, "0"); !t.Quoted && len(digits) > 1 && plain != digits && strings.Trim(digits, "0123456789") == "" {
		r.Warn(OddValue, t.Pos, "%s is read as a decimal number. Write %s.", text, strings.TrimSuffix(text, digits)+cmp.Or(plain, "0"))
	}
}
