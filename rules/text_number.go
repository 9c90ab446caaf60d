package rules

import (
	"math"
	"strconv"
	"strings"
)

// Formats of numbers and probabilities, and the rounding that removes the noise of floating-point arithmetic.

// formatNumber formats a number without trailing zeros.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// TrimNoise rounds x to nine decimals, which removes rounding errors of thirds and tenths. A zero has no sign.
func TrimNoise(x float64) float64 {
	if math.Abs(x) < 1e6 && x == math.Floor(x) {
		return x + 0
	}
	return math.Round(x*1e9)/1e9 + 0
}

// trimShare rounds p to twelve decimals, which removes the rounding errors of long sums.
func trimShare(p float64) float64 { return math.Round(p*1e12) / 1e12 }

// FormatMinus formats a number, without rounding errors, with the minus sign − instead of a hyphen.
func FormatMinus(x float64) string { return strings.Replace(formatNumber(TrimNoise(x)), "-", "−", 1) }

// FormatPercent formats a probability from 0 to 1 in whole per cent, rounded down to match a d100: "47%". A probability above 0 is shown as
// "<1%" rather than 0%, and one below 1 is never shown as 100%.
func FormatPercent(p float64) string {
	whole := math.Floor(p*100 + slack)
	switch {
	case p > noProbability && whole == 0:
		return "<1%"
	case p < 1-noProbability:
		whole = min(whole, 99)
	}
	return formatNumber(whole) + "%"
}

// FormatPercentTo formats a probability from 0 to 1 in per cent with the given number of decimals, rounded to the nearest: "46.67%". A
// probability above 0 is never shown as 0%, but as "<0.01%", and one below 1 never as 100%, but as ">99.99%". With 0 decimals it returns
// the text of FormatPercent.
func FormatPercentTo(p float64, decimals int) string {
	if decimals < 1 {
		return FormatPercent(p)
	}
	step := math.Pow10(-decimals)
	format := func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) + "%" }
	switch rounded := math.Round(100 * p / step); { // in units of step
	case p > noProbability && rounded == 0:
		return "<" + format(step)
	case p < 1-noProbability && rounded >= math.Round(100/step):
		return ">" + format(100-step)
	}
	return format(100 * p)
}

// noProbability is the largest difference from 0 or 1 that rounding can cause in a sum of probabilities.
const noProbability = 1e-12

// slack is the difference below which two numbers count as equal, so that sums of thirds or tenths do not miss a threshold.
const slack = 1e-9
