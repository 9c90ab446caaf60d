package formula

import "math"

// span is the range of a number, both ends included. lo is never +Inf, hi never -Inf, and neither is NaN. The range of a result can be
// wider than necessary, but never too narrow.
type span struct{ lo, hi float64 }

// unboundedSpan returns the range of a number that can be anything.
func unboundedSpan() span { return span{math.Inf(-1), math.Inf(1)} }

// hasZero reports whether s contains zero, or a number that counts as zero.
func (s span) hasZero() bool { return s.lo < epsilon && s.hi > -epsilon }

// isFinite reports whether both ends of s are finite.
func (s span) isFinite() bool { return !math.IsInf(s.lo, 0) && !math.IsInf(s.hi, 0) }

// join returns the smallest range that contains s and t.
func (s span) join(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// add returns the range of the sums of numbers in s and numbers in t.
func (s span) add(t span) span { return span{s.lo + t.lo, s.hi + t.hi} }

// negate returns the range of the negatives of numbers in s.
func (s span) negate() span { return span{-s.hi, -s.lo} }

// mul returns the range of the products of numbers in s and numbers in t.
func (s span) mul(t span) span {
	a, b, c, d := product(s.lo, t.lo), product(s.lo, t.hi), product(s.hi, t.lo), product(s.hi, t.hi)
	return span{min(a, b, c, d), max(a, b, c, d)}
}

// product returns x times y, with 0 times infinity as 0: the infinite end of a range is never reached.
func product(x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return x * y
}

// div returns the range of s divided by t, which must not contain zero.
func (s span) div(t span) span {
	return s.mul(span{1 / t.hi, 1 / t.lo})
}

// mod returns the range of the remainders of s divided by t. A remainder has the sign of the dividend, and its absolute value is at most
// that of the dividend and that of the divisor.
func (s span) mod(t span) span {
	maximum := max(math.Abs(t.lo), math.Abs(t.hi))
	return span{-min(maximum, max(0, -s.lo)), min(maximum, max(0, s.hi))}
}

// abs returns the range of the absolute values of numbers in s.
func (s span) abs() span {
	if s.lo >= 0 {
		return s
	}
	if s.hi <= 0 {
		return s.negate()
	}
	return span{0, max(-s.lo, s.hi)}
}

// pow returns the range of s to the power of t: the exact range if the power rises with both or t is a single even number, else an
// unbounded one.
func (s span) pow(t span) span {
	even := t.lo == t.hi && math.Mod(t.lo, 2) == 0
	if even {
		s = s.abs()
	}
	if s.lo < 0 || t.lo < 0 || !s.isFinite() || !t.isFinite() {
		return unboundedSpan()
	}
	a, b, c, d := math.Pow(s.lo, t.lo), math.Pow(s.lo, t.hi), math.Pow(s.hi, t.lo), math.Pow(s.hi, t.hi)
	if math.IsInf(max(a, b, c, d), 1) {
		return unboundedSpan()
	}
	return span{min(a, b, c, d), max(a, b, c, d)}
}

// applyToEnds returns the range of the values of f, which must not decrease.
func (s span) applyToEnds(f func(float64) float64) span { return span{f(s.lo), f(s.hi)} }
