package balance

import (
	"math"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Wish is the wished range of a number, such as the share of fights that a side wins. Low and High are equal for a wished single value. The
// zero value is the empty wish.
type Wish struct {
	Low, High float64 // bounds, inclusive; infinite for none
	text      string  // wish as written; "" for none
}

// ReadWish parses a wish: 70, 60..75, <1, >=2. Bounds are always inclusive, so < means the same as <=. If share is set, the numbers are
// percentages, with or without the sign, and the result is a share from 0 to 1.
func ReadWish(text string, share bool) (Wish, error) {
	w := Wish{math.Inf(-1), math.Inf(1), strings.TrimSpace(text)}
	expression := strings.ReplaceAll(strings.ReplaceAll(w.text, "%", ""), " ", "")
	number := func(text string) float64 {
		x, ok := source.ReadNumber(text)
		if !ok || x < 0 || share && x > 100 {
			return math.NaN()
		}
		if share {
			x /= 100
		}
		return x
	}
	low, high, isRange := strings.Cut(expression, "..")
	switch {
	case isRange:
		w.Low, w.High = number(low), number(high)
	case strings.HasPrefix(expression, "<"):
		w.High = number(strings.TrimLeft(expression, "<="))
	case strings.HasPrefix(expression, ">"):
		w.Low = number(strings.TrimLeft(expression, ">="))
	default:
		w.Low = number(expression)
		w.High = w.Low
	}
	if !(w.Low <= w.High) { // also if a bound is NaN
		example := collect.Choose(share, "70%, 60..75% or >60%", "1, 1..2 or <1")
		return Wish{}, message.NotA(text, "a target", "Write "+example)
	}
	return w, nil
}

// IsSet reports whether the wish is not empty.
func (w Wish) IsSet() bool { return w.text != "" }

// String returns the wish as it was written.
func (w Wish) String() string { return w.text }

// distanceTo returns the distance of x from the wished range; 0 if x is in it, or the wish is empty.
func (w Wish) distanceTo(x float64) float64 {
	if !w.IsSet() {
		return 0
	}
	return max(0, w.Low-x, x-w.High)
}

// minDistance returns the minimum distance from the wished range of the numbers between low and high; 0 if the wish is empty.
func (w Wish) minDistance(low, high float64) float64 {
	if !w.IsSet() {
		return 0
	}
	return max(0, w.Low-high, low-w.High)
}

// meanDistance returns the average distance from the wish, by Simpson's rule, of a number that is probably x and almost certainly between
// low and high. Thus a result that is uncertain, because few fights were simulated, counts as farther from the wish.
func (w Wish) meanDistance(low, x, high float64) float64 {
	return (w.distanceTo(low) + 4*w.distanceTo(x) + w.distanceTo(high)) / 6
}

// isSurelyMet reports whether x meets the wish or, if the wish is a single value, whether the confidence interval of x contains it.
func (w Wish) isSurelyMet(x, low, high float64) bool {
	return w.distanceTo(x) == 0 || w.Low == w.High && low <= w.Low && w.Low <= high
}
