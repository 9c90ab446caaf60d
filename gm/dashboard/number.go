package dashboard

import (
	"math"
	"strconv"
	"strings"
)

// number is a number as people read it: at most one decimal, a real minus sign.
func number(x float64) string { return decimals(x, 1) }

// decimals is a number with at most so many decimals, none that say nothing.
func decimals(x float64, most int) string {
	scale := math.Pow10(most)
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

// signed is a change as people read it: +3, −4, 0.
func signed(x float64) string {
	if math.Round(x*10) > 0 {
		return "+" + number(x)
	}
	return number(x)
}

// percent is a probability from 0 to 1 in whole hundredths; what is there at all is never shown as 0.
func percent(p float64) string {
	if p > 0 && p < 0.005 {
		return "<1"
	}
	return strconv.Itoa(int(math.Floor(p*100 + 0.5)))
}

// bar is a fraction from 0 to 1 as blocks in so many cells, in eighths of a cell. Anything above 0 is visible.
func bar(fraction float64, cells int) string {
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
