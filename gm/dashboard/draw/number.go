package draw

import (
	"math"
	"strconv"
	"strings"
)

// Numbers as the screens show them.

// Tenths formats x with at most one decimal and a real minus sign.
func Tenths(x float64) string { return Decimals(x, 1) }

// Decimals formats x with at most maximum decimals, without trailing zeros and with a real minus sign.
func Decimals(x float64, maximum int) string {
	scale := math.Pow10(maximum)
	x = math.Round(x*scale) / scale
	if x == 0 {
		return "0"
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
	if x < 0 {
		return "−" + text
	}
	return text
}

// FormatSigned formats a change with its sign and at most one decimal, such as +3, −4 or 0.
func FormatSigned(x float64) string {
	if math.Round(x*10) > 0 {
		return "+" + Tenths(x)
	}
	return Tenths(x)
}

// Bar returns a bar of block characters that fills the given fraction, from 0 to 1, of the given number of cells, to an eighth of a cell. A
// fraction above 0 fills at least an eighth.
func Bar(fraction float64, cells int) string {
	fraction = math.Max(0, math.Min(1, fraction))
	eighths := int(math.Round(fraction * float64(cells*8)))
	if eighths == 0 && fraction > 0 {
		eighths = 1
	}
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string([]rune(" ▏▎▍▌▋▊▉")[eighths%8])
	}
	return text
}
