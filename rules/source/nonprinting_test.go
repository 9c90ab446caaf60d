package source

import (
	"testing"
	"unicode"
)

// TestNonPrintingIsAsListed holds the short way for most text to the tables of Unicode, character by character.
func TestNonPrintingIsAsListed(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		joiner := c == zeroWidthNonJoiner || c == zeroWidthJoiner
		if want := listedNonPrinting(c) && !joiner && c != '\n' && c != '\t'; NonPrinting(c) != want {
			t.Errorf("%U: got %v", c, !want)
		}
		if got := Printing(string(c)); c != unicode.ReplacementChar && (c < 0xD800 || c > 0xDFFF) && got == NonPrinting(c) {
			t.Errorf("%U: a text of it is printing: %v", c, got)
		}
	}
	for text, want := range map[string]bool{"": true, "a×b": true, "×"[:1]: false, "a\x9bb": false, "a\x1b[2J": false, "\uFFFD": true} {
		if Printing(text) != want || Printing([]byte(text)) != want || (Visible(text) == text) != want {
			t.Errorf("%q: printing %v, want %v", text, !want, want)
		}
	}
}
