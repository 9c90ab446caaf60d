package rules

import (
	"math"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Durations in words, as they are typed in lines of the prompt and shown in texts. Dates and times of day are in state_clock.go.

// timeUnits lists the short names of the units in which a duration can be given.
var timeUnits = []string{"s", "min", "h", "d"}

// SecondsInDay is the number of seconds in a day.
const SecondsInDay = 24 * 60 * 60

// unitSeconds returns the number of seconds in a unit of time; 0 for an unknown word.
func unitSeconds(unit string) float64 {
	switch unit {
	case "s", "sec", "second", "seconds":
		return 1
	case "min", "minute", "minutes":
		return 60
	case "h", "hour", "hours":
		return 3600
	case "d", "day", "days":
		return SecondsInDay
	}
	return 0
}

// ParseSpan parses a duration in words, such as "20 min", "1 h 30 min" or "45 s", and returns it in seconds.
func ParseSpan(text string) (seconds float64, err error) {
	const fix = "Write, for example, 20 min, 45 s, 1 h 30 min or 2 d"
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0, refuse("No duration. %s.", fix)
	}
	for i := 0; i+1 < len(words); i += 2 {
		n, ok := source.ReadNumber(words[i])
		unit := unitSeconds(words[i+1])
		if !ok || n < 0 || unit == 0 || n*unit > 1e10 { // 1e10 s are three centuries
			return 0, refuse("%s", message.NotA(text, "a duration", fix))
		}
		seconds += n * unit
	}
	if len(words)%2 != 0 {
		return 0, refuse("%s", message.NotA(text, "a duration", fix))
	}
	return seconds, nil
}

// SpanScale returns the length in seconds of the smallest unit used in a duration in words; 0 for none.
func SpanScale(text string) (minimum float64) {
	words := strings.Fields(text)
	for i := 1; i < len(words); i += 2 {
		if unit := unitSeconds(words[i]); minimum == 0 || unit < minimum {
			minimum = unit
		}
	}
	return minimum
}

// SpanText formats a number of seconds as a duration in at most two units, such as "20 min" or "2 h 15 min". It rounds to tenths of a
// second below two minutes, to seconds below an hour, to minutes below two days, and otherwise to hours.
func SpanText(seconds float64) string {
	switch {
	case seconds < 120:
		return formatNumber(math.Round(seconds*10)/10) + " s"
	case seconds < 3600:
		return ExactSpanText(math.Round(seconds))
	case seconds < 7200 && math.Mod(math.Round(seconds/60), 60) != 0:
		return formatNumber(math.Round(seconds/60)) + " min"
	case seconds < 2*SecondsInDay:
		minutes := math.Round(seconds / 60)
		return joinUnits(math.Floor(minutes/60), "h", math.Mod(minutes, 60), "min")
	}
	hours := math.Round(seconds / 3600)
	return joinUnits(math.Floor(hours/24), "d", math.Mod(hours, 24), "h")
}

// joinUnits formats a duration of n units and a remainder in a smaller unit, which is omitted if it is zero.
func joinUnits(n float64, unit string, remainder float64, smaller string) string {
	text := formatNumber(n) + " " + unit
	if remainder > 0 {
		text += " " + formatNumber(remainder) + " " + smaller
	}
	return text
}

// ExactSpanText formats a number of seconds as a duration that can be typed in a line, such as "6 h 15 min". ParseSpan reads it as the same
// number.
func ExactSpanText(seconds float64) string {
	var parts []string
	for _, unit := range []string{"d", "h", "min"} {
		if n := math.Floor(seconds / unitSeconds(unit)); n > 0 {
			parts = append(parts, formatNumber(n)+" "+unit)
			seconds -= n * unitSeconds(unit)
		}
	}
	if seconds > 0 || len(parts) == 0 {
		parts = append(parts, formatNumber(TrimNoise(seconds))+" s")
	}
	return strings.Join(parts, " ")
}
