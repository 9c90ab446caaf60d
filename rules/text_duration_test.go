package rules

import "testing"

// TestSpans: a span is said in at most two units, and a line says it so that it is read as the same number.
func TestSpans(t *testing.T) {
	for seconds, want := range map[float64][2]string{
		0: {"0 s", "0 s"}, 4.5: {"4.5 s", "4.5 s"}, 100: {"100 s", "1 min 40 s"}, 200: {"3 min 20 s", "3 min 20 s"}, 3600: {"1 h", "1 h"},
		5400: {"90 min", "1 h 30 min"}, 7199.6: {"2 h", "1 h 59 min 59.6 s"}, 21600: {"6 h", "6 h"}, 8130: {"2 h 16 min", "2 h 15 min 30 s"},
		172800: {"2 d", "2 d"}, 218000: {"2 d 13 h", "2 d 12 h 33 min 20 s"},
	} {
		if text, line := SpanText(seconds), ExactSpanText(seconds); text != want[0] || line != want[1] {
			t.Errorf("%v s are %s, in a line %s, want %v", seconds, text, line, want)
		}
		if read, err := ParseSpan(ExactSpanText(seconds)); err != nil || TrimNoise(read) != seconds {
			t.Errorf("%v s are read as %v, %v", seconds, read, err)
		}
	}
}
