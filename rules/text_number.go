package rules

import (
	"math"
	"strconv"
	"strings"
)

// formatNumber writes a number without needless digits.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// trimNoise takes off the dust that thirds and tenths leave behind; a zero has no sign.
func trimNoise(x float64) float64 {
	if math.Abs(x) < 1e6 && x == math.Floor(x) {
		return x + 0
	}
	return math.Round(x*1e9)/1e9 + 0
}

// trimShare takes off what adding up many parts leaves behind.
func trimShare(p float64) float64 { return math.Round(p*1e12) / 1e12 }

// formatMinus writes a number with a true minus, and without noise.
func formatMinus(x float64) string { return strings.Replace(formatNumber(trimNoise(x)), "-", "−", 1) }

// slack is how near two numbers are the same number, so that thirds and tenths do not slip a boundary.
const slack = 1e-9
