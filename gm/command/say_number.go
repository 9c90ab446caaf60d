package command

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Numbers as people read and type them: amounts, counts, percentages; and short texts that contain them, about changes, times and
// situations. read_typeddice.go reads typed dice.

// Number formats a number for people: at most two decimals, and a true minus sign. A number that rounds to zero is 0.
func Number(x float64) string {
	x = math.Round(x*100)/100 + 0
	if n := int64(x); float64(n) == x && n >= 0 && n < 1<<53 {
		return strconv.FormatInt(n, 10)
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	return strings.Replace(text, "-", "−", 1)
}

// SceneText describes a situation of the scene, given by name. It adds the situation's modifier for all rolls, as in "half light −3", or
// for some rolls only, as in "poor light −3 (perception)". terms are the parts of the modifier that applies to all rolls.
func SceneText(rs *rules.Ruleset, name string, terms []rules.Term) string {
	situation, ok := rs.Situations.Get(name)
	if !ok {
		return rules.ReadableName(name)
	}
	text := rules.MidSentence(situation.Label)
	for _, term := range terms {
		if term.Label == situation.Label && term.Value != 0 {
			return text + " " + FormatSigned(term.Value)
		}
	}
	if rolls, value, isFixed := situation.FixedGift(); isFixed {
		text += " " + FormatSigned(value) + " (" + rules.MidSentence(rolls) + ")" // for some rolls only, so it isn't in terms
	}
	return text
}

// FormatSigned formats a number with its sign; a number that rounds to 0 has none.
func FormatSigned(x float64) string {
	text := Number(x)
	if x < 0 || text == "0" {
		return text
	}
	return "+" + text
}

// FormatChange describes how an event changed a pool: its name and the signed change. It is empty if the change rounds to zero.
func FormatChange(rs *rules.Ruleset, e *rules.Event) string {
	if by := FormatSigned(e.By); by != "0" {
		return poolName(rs, e) + " " + by
	}
	return ""
}

// poolName returns the name of an event's pool, preceded by the item that the pool belongs to, if any. A pool without a column on the
// dashboard is named by its label, any other by its short name.
func poolName(rs *rules.Ruleset, e *rules.Event) string {
	name := e.What
	if pool, ok := rs.Pools.Get(name); ok && !slices.Contains(rs.Pack.Watch, name) {
		name = rules.MidSentence(pool.Label)
	}
	if e.Tool != "" {
		return strings.ToLower(rules.ReadableName(e.Tool)) + " " + name
	}
	return name
}

// maxAmount is the largest number that can be typed.
const maxAmount = 1e6

// ParseAmount reads a typed number, from -1,000,000 to 1,000,000. For any other text it returns a *rules.Refusal. noun is the text in front of
// the number, for the example in the refusal; "" for none.
func ParseAmount(text, noun string) (float64, error) {
	value, ok := source.ReadNumber(text)
	if err := RejectDecimalComma(text); err != nil {
		return 0, err
	}
	switch {
	case math.Abs(value) > maxAmount:
		return 0, Refusal("“%s” is too large. Enter at most 1,000,000.", text)
	case !ok && noun == "":
		return 0, RefusalOf(message.NotA(text, "a number", "Write it in digits"))
	case !ok:
		return 0, Refusal("“%s” needs a number, such as `%s 2`.", noun, noun)
	}
	return value, nil
}

// decimalComma matches digits, a comma and digits that are not part of a longer word; its groups are the digits before and after the comma.
var decimalComma = regexp.MustCompile(`(?:^|[\s=+−-])([0-9]+),([0-9]+)(?:$|[\s%,])`)

// RejectDecimalComma refuses a text with a number that has a decimal comma, since a comma separates options.
func RejectDecimalComma(text string) error {
	found := decimalComma.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	whole, decimals := found[1], found[2]
	fix := "Write " + whole + "." + decimals + " with a point"
	if len(decimals) == 3 {
		fix += ", or " + whole + decimals + " without a comma"
	}
	return RefusalOf(message.NotA(whole+","+decimals, "a number", fix))
}

// FormatCounts formats a number of counts, or of rounds, with the game's word: "5 counts", "1 turn".
func FormatCounts(rs *rules.Ruleset, n float64) string {
	if n == 1 {
		return Number(n) + " " + rs.CountWord()
	}
	return Number(n) + " " + rules.Plural(rs.CountWord())
}

// JoinNames joins names as in a sentence: “Bram, Dov and Kira”.
func JoinNames(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// IsNumber reports whether word can be read as an amount.
func IsNumber(word string) bool {
	_, err := ParseAmount(word, "")
	return err == nil
}

// ShownMark marks a condition that only the players still see, since a secret condition has replaced it.
const ShownMark = "(players see it)"

// NearbySeconds is the number of seconds up to which a time in a fight is given as its count.
const NearbySeconds = 600

// LimitText describes when something ends. now is the current count, at the count of the end. In a game in rounds, or if the end is less
// than NearbySeconds ahead, the text gives the count; otherwise, and if atRest is set (no one takes turns), the remaining time.
func LimitText(rs *rules.Ruleset, atRest bool, now, at float64) string {
	if !atRest && (rs.Order.InRounds() || (at-now)*rs.Pack.Seconds() < NearbySeconds) {
		return "until " + rs.CountWord() + " " + Number(at)
	}
	return "for " + rs.CountsText(at-now)
}

// NoTime is the time of an entry outside encounters in a campaign without a calendar.
const NoTime = "–"

// NewDay returns the day that began between two states, such as "day 2", or "" if none did or the campaign has no calendar.
func (g *Game) NewDay(before, after *rules.State) string {
	if g.Campaign.Begins == nil {
		return ""
	}
	old, _, _ := strings.Cut(rules.DateText(*g.Campaign.Begins+before.Elapsed), ",")
	day, _, _ := strings.Cut(rules.DateText(*g.Campaign.Begins+after.Elapsed), ",")
	return collect.Choose(day == old, "", day)
}

// TimeOf returns the time of an entry that has no count: the time of day while no one takes turns, or NoTime. It returns "" if the entry
// has a count. before and after are the states before and after the entry.
func (g *Game) TimeOf(before, after *rules.State) string {
	switch {
	case g.Campaign.Begins != nil && g.Rules.IsAtRest(before) && g.Rules.IsAtRest(after):
		return rules.TimeOfDay(*g.Campaign.Begins + after.Elapsed)
	case !before.Running && !after.Running:
		return NoTime
	}
	return ""
}
