package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

// Characters that are not allowed in files or messages, since they control terminals or reverse text.

// IsNonPrinting reports whether a character controls a terminal, changes the direction of text, or is invisible. Line ends, tabs, and the
// joiners used in the spelling of some scripts and emoji count as printing.
func IsNonPrinting(c rune) bool {
	switch {
	case c == '\n' || c == '\t' || c == zeroWidthNonJoiner || c == zeroWidthJoiner:
		return false
	case c >= ' ' && c < 0x7F || c > 0xAD && c < 0x300 || c >= 0x2010 && c < 0x2028 || c >= 0x2070 && c < 0x3000:
		return false // fast path for most text
	}
	return isListedNonPrinting(c)
}

// isListedNonPrinting reports whether c is non-printing by the Unicode tables, which are slow to search.
func isListedNonPrinting(c rune) bool {
	return c >= 0x7F && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, c) || c < ' '
}

// The joiners: invisible characters that change the shape of the letters next to them.
const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// nonPrintingInLine returns the index in text of the first character that is not allowed in a name or a label: a non-printing one, a line
// break, a tab, or a joiner without letters to join; -1 if there is none.
func nonPrintingInLine(text string) int {
	for i, c := range text {
		if IsNonPrinting(c) || c == '\n' || c == '\t' || isJoiner(c) && !joinsLetters(c, text[:i], text[i+utf8.RuneLen(c):]) {
			return i
		}
	}
	return -1
}

// isJoiner reports whether c is a joiner, which is visible only in the shape of the letters next to it.
func isJoiner(c rune) bool { return c == zeroWidthNonJoiner || c == zeroWidthJoiner }

// viramaClass is the combining class of the signs that join consonants in the scripts of India and its neighbours.
const viramaClass = 9

// joinsLetters reports whether a joiner is part of the spelling between the texts before and after it. It is after a virama, a sign that
// joins consonants, and between letters of a cursive script. The joiner, unlike the non-joiner, is also part of the spelling between emoji.
func joinsLetters(joiner rune, before, after string) bool {
	last, size := utf8.DecodeLastRuneInString(before)
	if size == 0 {
		return false
	}
	if norm.NFC.PropertiesString(before[len(before)-size:]).CCC() == viramaClass {
		return true
	}
	first, _ := utf8.DecodeRuneInString(after)
	// This is an emoji composed of several, such as a family.
	if joiner == zeroWidthJoiner && unicode.In(last, unicode.So, unicode.Sk, unicode.Variation_Selector) && unicode.Is(unicode.So, first) {
		return true
	}
	trimmed := strings.TrimRightFunc(before, func(c rune) bool { return unicode.Is(unicode.Mn, c) })
	last, _ = utf8.DecodeLastRuneInString(trimmed)
	return unicode.In(last, cursive...) && unicode.In(first, cursive...)
}

// cursive lists the scripts whose letters are joined.
var cursive = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Adlam}

// ComposeAccents returns a text with each letter and its accents composed to a single character if such a character exists (NFC), as
// keyboards type it.
func ComposeAccents(text string) string { return norm.NFC.String(text) }

// IsBlank reports whether a text has no visible characters.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return !unicode.IsSpace(c) && !isJoiner(c) && !IsNonPrinting(c) && c != brailleBlank
	}) < 0
}

// brailleBlank is the Braille pattern without dots.
const brailleBlank = '\u2800'

// IsPrinting reports whether a text is UTF-8 without non-printing characters.
func IsPrinting[T ~string | ~[]byte](text T) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F || c == '\n' {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
		if c == utf8.RuneError && size == 1 || IsNonPrinting(c) {
			return false
		}
		i += size
	}
	return true
}

// EscapeNonPrinting returns text with each non-printing character as JSON writes it: \u001b, \u202e; and invalid bytes as \x9b.
func EscapeNonPrinting(text string) string {
	if IsPrinting(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case !IsNonPrinting(c):
			b.WriteRune(c)
		default:
			for _, unit := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
		i += size
	}
	return b.String()
}

// nonPrintingMessage returns a message about the character at the index in text that find returns; "" if find returns -1.
func nonPrintingMessage(text string, find func(string) int) string {
	i := find(text)
	if i < 0 {
		return ""
	}
	c, _ := utf8.DecodeRuneInString(text[i:])
	kind := "Invisible"
	switch {
	case unicode.IsControl(c):
		kind = "Control"
	case unicode.Is(unicode.Bidi_Control, c):
		kind = "Bidirectional control"
	}
	return fmt.Sprintf("%s character U+%04X. Remove it.", kind, c)
}

// firstNonPrinting returns the index of the first non-printing character of a text, or -1.
func firstNonPrinting(text string) int { return strings.IndexFunc(text, IsNonPrinting) }

// reportNonPrinting reports a non-printing character of a key or a value. find returns its index in a text, or -1.
func (p *parser) reportNonPrinting(y *yaml.Node, find func(string) int) {
	if text := nonPrintingMessage(y.Value, find); text != "" && !p.report.AnyText {
		p.addMistake(BadValue, y, "%s", text)
	}
}
