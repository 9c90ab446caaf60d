package rules

import (
	"math"
	"strconv"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// timeUnits lists the units in which a duration can be given.
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
		if !ok || n < 0 || unit == 0 || n*unit > 1e10 {
			return 0, refuse("%s", message.NotA(text, "a duration", fix))
		}
		seconds += n * unit
	}
	if len(words)%2 != 0 {
		return 0, refuse("%s", message.NotA(text, "a duration", fix))
	}
	return seconds, nil
}

// SpanScale returns the smallest unit in a duration in words, in seconds; 0 for none.
func SpanScale(text string) (minimum float64) {
	words := strings.Fields(text)
	for i := 1; i < len(words); i += 2 {
		if unit := unitSeconds(words[i]); minimum == 0 || unit < minimum {
			minimum = unit
		}
	}
	return minimum
}

// SpanText formats a number of seconds as a duration, such as "20 min".
func SpanText(seconds float64) string {
	whole := func(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }
	switch {
	case seconds < 120:
		return whole(seconds) + " s"
	case seconds < 7200 && math.Round(seconds) != 3600:
		return whole(seconds/60) + " min"
	case seconds < 172800:
		return whole(seconds/3600) + " h"
	}
	return whole(seconds/SecondsInDay) + " d"
}
