package source

import (
	"math"
	"strconv"
	"strings"
)

// maxNumber is the largest number that may be written. Beyond it fractions and neighbours begin to blur.
const maxNumber = 1e15

// ReadNumber reads a number as people write it: 3, -0.5, −2, 1e3, or a fraction such as 5/7. It reports whether the text is
// one; NaN, infinities, hexadecimals and what is beyond 1e15 are none. Where only the size is wrong, x is infinite.
func ReadNumber(text string) (x float64, ok bool) {
	text = strings.ReplaceAll(text, "−", "-")
	above, below, fraction := strings.Cut(text, "/")
	if strings.Trim(text, "+-.0123456789eE/") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(above, 64)
	if err == nil && fraction {
		var by float64
		if by, err = strconv.ParseFloat(below, 64); err != nil {
			return 0, false
		}
		x /= by
	}
	switch {
	case math.Abs(x) > maxNumber:
		return math.Inf(1), false
	case err != nil || math.IsNaN(x):
		return 0, false
	}
	return x, true
}
