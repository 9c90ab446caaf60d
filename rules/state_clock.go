package rules

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
)

// Clock is how much time has passed in a campaign, in seconds. Outside an encounter time is that of those who are named,
// so that several may do several things at the same time.
type Clock struct {
	Elapsed float64            // since the campaign began, of the actor who has come furthest
	parted  float64            // when the last encounter ended, or the clock was set
	lived   map[string]float64 // by key how far an actor has come since
}

// Lived returns up to which time an actor has been played outside an encounter.
func (c *Clock) Lived(key string) float64 {
	if at, apart := c.lived[key]; apart {
		return at
	}
	return c.parted
}

// setClock makes it one and the same time for every actor.
func (c *Clock) setClock(to float64) { c.Elapsed, c.parted, c.lived = to, to, nil }

// apply moves the clock on to where an actor has come, or by hand where none is named.
func (c *Clock) apply(e *Event) {
	if e.Who == "" {
		c.setClock(e.At)
		return
	}
	lived := maps.Clone(c.lived)
	if lived == nil {
		lived = map[string]float64{}
	}
	lived[e.Who] = e.At
	c.lived, c.Elapsed = lived, max(c.Elapsed, e.At)
}

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// Date returns a time of the calendar, in seconds from the start of day 1, as text: "day 2, 06:05".
func Date(seconds float64) string {
	days := math.Floor(seconds / day)
	return fmt.Sprintf("day %d, %s", int(days)+1, TimeOfDay(seconds))
}

// TimeOfDay returns the time of day as a clock shows it: "06:05".
func TimeOfDay(seconds float64) string {
	rest := int(math.Mod(seconds+slack, day))
	return fmt.Sprintf("%02d:%02d", rest/hour, rest%hour/minute)
}

// ReadDate reads a time of the calendar, "day 1 21:40", in seconds since day 1 began; ok is false for anything else.
func ReadDate(text string) (seconds float64, ok bool) {
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	if len(words) != 3 || words[0] != "day" {
		return 0, false
	}
	days, err := strconv.Atoi(words[1])
	at, ok := readTimeOfDay(words[2])
	return float64(days-1)*day + at, ok && err == nil && days >= 1 && days <= 1e6
}

// NextTimeOfDay returns the first time after now at which a clock shows text, such as "21:40"; ok is false if that is no
// time of day.
func NextTimeOfDay(now float64, text string) (seconds float64, ok bool) {
	at, ok := readTimeOfDay(text)
	if at += math.Floor(now/day) * day; at <= now+slack {
		at += day
	}
	return at, ok
}

// readTimeOfDay reads what a clock shows, "21:40", in seconds since midnight; ok is false for anything else.
func readTimeOfDay(text string) (seconds float64, ok bool) {
	hours, minutes, found := strings.Cut(text, ":")
	h, err := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	return float64(h*hour + m*minute), found && err == nil && err2 == nil && len(minutes) == 2 && h >= 0 && h < 24 && m >= 0 && m < 60
}
