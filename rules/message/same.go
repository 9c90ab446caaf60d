package message

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Names as those who read them compare them.

// joiners are the characters that shape the letters beside them and are not seen themselves.
var joiners = strings.NewReplacer("\u200C", "", "\u200D", "")

// Fold returns the form in which names are compared: with each accent in its letter (NFC), in lower case, without joiners or
// spaces around.
func Fold(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			name = norm.NFC.String(joiners.Replace(name))
			break
		}
	}
	return strings.ToLower(strings.TrimSpace(name))
}

// SameName reports whether two names are the same to those who read them, in whatever case and however their accents are stored.
func SameName(a, b string) bool { return a == b || Fold(a) == Fold(b) }

// FindNamed returns which of n things a name means: the one with exactly that key, or else with that key or name as [SameName] has
// it; -1 for none. A name of several is refused with their keys.
func FindNamed(name string, n int, at func(i int) (key, name string)) (int, error) {
	found, same := -1, []string(nil)
	for i := range n {
		key, own := at(i)
		if key == name {
			return i, nil
		}
		if SameName(key, name) || SameName(own, name) {
			found, same = i, append(same, key)
		}
	}
	if len(same) > 1 {
		return -1, Namesakes(name, same)
	}
	return found, nil
}
