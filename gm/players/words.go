package players

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/gm/command"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Names and initials of people on a seat, the page of one character's player. A person whose name isn't known is identified by looks, a
// description such as “sailor”, with a number if others have the same. seen.go decides which facts are shown.

// you is the name of the seat's character on its own page.
const you = "you"

// reader is the seat's character as a person in sentences for its own player.
var reader = story.Person{Name: you, Named: true, You: true}

// MidSentence returns a label of the game as it is written in the middle of a sentence (see [rules.MidSentence]).
func MidSentence(label string) string { return rules.MidSentence(label) }

// appearanceOf returns a person's appearance for narrow columns. number, such as " (2)", distinguishes people with the same name, and is
// empty if the name is unique.
func appearanceOf(rs *rules.Ruleset, p story.Person, number string) Appearance {
	whole, noun := p.Name, p.Name
	if !p.Named {
		whole, noun = story.BareLooks(rs, p.Name)
	}
	k := Appearance{Short: message.Capitalise(whole) + number, Whom: story.Pronoun(rs, p, "other"), Whose: story.Pronoun(rs, p, "own")}
	for _, word := range strings.Fields(noun) {
		if utf8.RuneCountInString(k.Initials) == 2 || rs.Language.IsMinorWord(word) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(first) || unicode.IsDigit(first) {
			k.Initials += string(unicode.ToUpper(first))
		}
	}
	// a number at the end of the name, as in “Guard 2”
	if i := strings.LastIndexByte(noun, ' '); number == "" && i > 0 && strings.Trim(noun[i:], " 0123456789") == "" {
		number = noun[i:]
	}
	if digits := strings.Trim(number, " ()"); digits != "" && k.Initials != "" {
		first, _ := utf8.DecodeRuneInString(k.Initials)
		k.Initials = string(first) + digits
	}
	return k
}

// distinguishInitials gives each person in list initials that differ from own and from those of the people before, by using another letter
// of the name or a number.
func distinguishInitials(own string, list []*OtherActor) {
	taken := make([]string, 1, len(list)+1)
	taken[0] = own
	for _, o := range list {
		k := &o.Appearance
		first, n := utf8.DecodeRuneInString(k.Initials)
		if n > 0 && slices.Contains(taken, k.Initials) {
			for _, letter := range k.Short[min(n, len(k.Short)):] {
				if unicode.IsLetter(letter) && slices.Contains(taken, k.Initials) {
					k.Initials = string([]rune{first, unicode.ToUpper(letter)})
				}
			}
			for number := 2; slices.Contains(taken, k.Initials); number++ {
				k.Initials = k.Initials[:n] + strconv.Itoa(number)
			}
		}
		taken = append(taken, k.Initials)
	}
}

// learntText returns a learnt fact about an actor, as text that follows the actor's name. If before is set, it is in the past tense.
func learntText(rs *rules.Ruleset, k *rules.Belief, before bool) string {
	now, then, text := "", "", k.Text
	if text == "" {
		text = command.Number(k.Value)
	}
	switch rules.AspectOf(k.What) {
	case rules.KnowThere:
		return "is here"
	case rules.KnowName:
		return "is " + text
	case rules.KnowHand:
		now, then = "holds", "had"
	case rules.KnowDeed:
		now, then = "does:", "did:"
	case rules.KnowTurn:
		now, then = "acts at", "was to act at"
	case rules.KnowHealth:
		now, then = "is", "was"
	case rules.KnowCondition:
		if text == "none" {
			text = "free of conditions"
		}
		now, then = "is", "was"
	case rules.KnowPlace:
		now, then, text = "stands at", "stood at", text+" m"
	case rules.KnowSide:
		now, then = "is of", "was of"
	case rules.KnowWorn:
		now, then = "wears", "wore"
	default:
		if pool, ok := rs.Pools.Get(k.What); ok {
			now, then = "has "+rules.MidSentence(pool.Label), "had "+rules.MidSentence(pool.Label)
		} else {
			now = strings.ReplaceAll(k.What, "_", " ")
			then = now
		}
	}
	if before {
		now = then
	}
	return now + " " + text
}

// numberPointer returns a pointer to a copy of x, for fields that are nil if there is no number.
func numberPointer(x float64) *float64 { return &x }
