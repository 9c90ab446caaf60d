package rules

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
)

// The clock and the calendar of a campaign. Days are counted from day 1; outside fights, time is counted in seconds.

// Clock holds the time that has passed in a campaign, in seconds. Outside an encounter each actor has its own time, so that several can
// do different things at the same time.
type Clock struct {
	Elapsed    float64            // seconds since the campaign began, for the actor who is furthest ahead
	commonTime float64            // time in seconds at which the last encounter ended or the clock was set
	livedTo    map[string]float64 // time in seconds up to which each actor has been played since commonTime, by key; nil for none
}

// TimeLived returns the time up to which an actor has been played outside an encounter, in seconds.
func (c *Clock) TimeLived(key string) float64 {
	if at, known := c.livedTo[key]; known {
		return at
	}
	return c.commonTime
}

// setClock sets the time of every actor.
func (c *Clock) setClock(seconds float64) { c.Elapsed, c.commonTime, c.livedTo = seconds, seconds, nil }

// applyTime moves the clock of the actor that an event names or, without an actor, sets the time of all actors.
func (c *Clock) applyTime(e *Event) {
	if e.Who == "" {
		c.setClock(e.At)
		return
	}
	lived := maps.Clone(c.livedTo)
	if lived == nil {
		lived = map[string]float64{}
	}
	lived[e.Who] = e.At
	c.livedTo, c.Elapsed = lived, max(c.Elapsed, e.At)
}

// Lengths of the units of time, in seconds.
const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// DateText returns as text a time of the calendar that is given in seconds from the start of day 1: "day 2, 06:05".
func DateText(seconds float64) string {
	days := math.Floor((seconds + slack) / day)
	return fmt.Sprintf("day %d, %s", int(days)+1, TimeOfDay(seconds))
}

// TimeOfDay returns the time of day as a clock shows it: "06:05".
func TimeOfDay(seconds float64) string {
	sinceMidnight := int(math.Mod(seconds+slack, day))
	return fmt.Sprintf("%02d:%02d", sinceMidnight/hour, sinceMidnight%hour/minute)
}

// ParseDate parses a time of the calendar such as "day 1 21:40" and returns it in seconds from the start of day 1. ok is false for any
// other text.
func ParseDate(text string) (seconds float64, ok bool) {
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	if len(words) != 3 || words[0] != "day" {
		return 0, false
	}
	days, err := strconv.Atoi(words[1])
	at, ok := parseTimeOfDay(words[2])
	return float64(days-1)*day + at, ok && err == nil && days >= 1 && days <= 1e6
}

// NextTimeOfDay returns the first time after now at which a clock shows text, such as "21:40"; the result and now are in seconds from the
// start of day 1. ok is false if text is not a time of day.
func NextTimeOfDay(now float64, text string) (seconds float64, ok bool) {
	at, ok := parseTimeOfDay(text)
	if at += math.Floor(now/day) * day; at <= now+slack {
		at += day
	}
	return at, ok
}

// EndOfDay returns the last second of the day of a time; both are in seconds from the start of day 1.
func EndOfDay(now float64) float64 { return (math.Floor(now/day)+1)*day - 1 }

// parseTimeOfDay parses a time of day such as "21:40" and returns it in seconds since midnight. ok is false for any other text.
func parseTimeOfDay(text string) (seconds float64, ok bool) {
	hours, minutes, found := strings.Cut(text, ":")
	h, err := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	isTime := found && err == nil && err2 == nil && len(minutes) == 2
	return float64(h*hour + m*minute), isTime && h >= 0 && h < 24 && m >= 0 && m < 60
}
