package message

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Comparison of names by their appearance, ignoring case and the encoding of accents.

// joiners removes the invisible characters that join or separate letters.
var joiners = strings.NewReplacer("\u200C", "", "\u200D", "")

// FoldName returns the form of a name for comparison: composed accents (NFC), lower case, without joiners or surrounding spaces.
func FoldName(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			name = norm.NFC.String(joiners.Replace(name))
			break
		}
	}
	return strings.ToLower(strings.TrimSpace(name))
}

// SameName reports whether two names look the same, ignoring case and the encoding of accents.
func SameName(a, b string) bool { return a == b || FoldName(a) == FoldName(b) }

// FindNamed returns the index of the entry, out of n, that name refers to, or -1: the entry with exactly that key or, failing that, one
// whose key or name is the same by [SameName]. entry returns the key and the name of entry i. If several entries match, the error lists
// their keys.
func FindNamed(name string, n int, entry func(i int) (key, name string)) (int, error) {
	found, keys := -1, []string(nil)
	for i := range n {
		key, entryName := entry(i)
		if key == name {
			return i, nil
		}
		if SameName(key, name) || SameName(entryName, name) {
			found, keys = i, append(keys, key)
		}
	}
	if len(keys) > 1 {
		return -1, AmbiguousName(name, keys)
	}
	return found, nil
}
