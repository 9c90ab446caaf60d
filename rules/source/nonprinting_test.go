package source

import (
	"testing"
	"unicode"
)

// TestNonPrintingIsAsListed holds the short way for most text to the tables of Unicode, character by character.
func TestNonPrintingIsAsListed(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		joiner := c == zeroWidthNonJoiner || c == zeroWidthJoiner
		if want := isListedNonPrinting(c) && !joiner && c != '\n' && c != '\t'; IsNonPrinting(c) != want {
			t.Errorf("%U: got %v", c, !want)
		}
		if got := IsPrinting(string(c)); c != unicode.ReplacementChar && (c < 0xD800 || c > 0xDFFF) && got == IsNonPrinting(c) {
			t.Errorf("%U: a text of it is printing: %v", c, got)
		}
	}
	for text, want := range map[string]bool{"": true, "a×b": true, "×"[:1]: false, "a\x9bb": false, "a\x1b[2J": false, "\uFFFD": true} {
		if IsPrinting(text) != want || IsPrinting([]byte(text)) != want || (EscapeNonPrinting(text) == text) != want {
			t.Errorf("%q: printing %v, want %v", text, !want, want)
		}
	}
}

// TestJoinersInNames: a joiner may stand in a name where its script is spelt with it, and only there.
func TestJoinersInNames(t *testing.T) {
	for name, want := range map[string]bool{
		"\u0D1A\u0D3F\u0D28\u0D4D\u200D":       true, // Malayalam, after a virama
		"\u0DC1\u0DCA\u200D\u0DBB\u0DD3":       true, // Sinhala
		"\u0645\u06CC\u200C\u0631\u0648\u062F": true, // Persian
		"\u0645\u064E\u200C\u0631":             true, // behind a vowel sign
		"\U0001F469\u200D\U0001F680":           true, // an emoji of two
		"\U0001F469\U0001F3FD\u200D\U0001F680": true, // with a tone of skin
		"Zo\u200De":                            false,
		"Zoe\u200D":                            false,
		"\u200DZoe":                            false,
		"\U0001F469\u200C\U0001F680":           false,
		"\u0645\u200D":                         false,
		"Zo\u00ADe":                            false,
		"two\nlines":                           false,
	} {
		var r Report
		var into struct {
			Name string `yaml:"name" text:"line"`
		}
		Decode(&Node{Kind: Mapping, Fields: []Field{{Key: "name", Value: &Node{Kind: Scalar, Text: name}}}}, &into, &r)
		if got := r.Err() == nil; got != want {
			t.Errorf("%q: allowed %v, want %v (%v)", name, got, want, r.Err())
		}
	}
}

// TestComposed: a file has the same names however its accents are stored, and a name that is then repeated is a mistake.
func TestComposed(t *testing.T) {
	n := parse(t, "f", "zoe\u0308: {\"e\u0301\": \"\\u0065\\u0301\", a: [o\u0308, ö]}")
	if got, want := show(n), "{zoë: {é: <é>, a: [ö, ö]}}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var r Report
	if Parse("f", []byte("a: 1\nö: 1\no\u0308: 2"), &r) != nil || r.Err().Error() != "f:3:1: Key ö is repeated; the first is at f:2:1. Keep one." {
		t.Error(r.Err())
	}
	for text, want := range map[string]bool{"": true, " \t\u00A0": true, "\u2800\u200D": true, "a": false, "・": false} {
		if IsBlank(text) != want {
			t.Errorf("%q is blank: %v", text, !want)
		}
	}
}
