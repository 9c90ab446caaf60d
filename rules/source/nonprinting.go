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

// Characters that may not stand in files or messages, since they give orders to a terminal or turn the text around.

// NonPrinting reports whether a character gives an order to a terminal, changes the direction of the text beside it, or
// is not seen at all. Line ends, tabs, and the joiners that some scripts and emoji are spelt with are printing.
func NonPrinting(c rune) bool {
	switch {
	case c == '\n' || c == '\t' || c == zeroWidthNonJoiner || c == zeroWidthJoiner:
		return false
	case c >= ' ' && c < 0x7F || c > 0xAD && c < 0x300 || c >= 0x2010 && c < 0x2028 || c >= 0x2070 && c < 0x3000:
		return false // most text, where there are none
	}
	return listedNonPrinting(c)
}

// listedNonPrinting reports whether Unicode's tables list c as NonPrinting; it is the slow form.
func listedNonPrinting(c rune) bool {
	return c >= 0x7F && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, c) || c < ' '
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// nonPrintingInLine returns the index in text of the first character that must not stand in a name or a label: NonPrinting, a line
// break, a tab, or a joiner that joins nothing there; -1 without one.
func nonPrintingInLine(text string) int {
	for i, c := range text {
		if NonPrinting(c) || c == '\n' || c == '\t' || isJoiner(c) && !joins(c, text[:i], text[i+utf8.RuneLen(c):]) {
			return i
		}
	}
	return -1
}

// isJoiner reports whether c is seen only by how it shapes the letters next to it.
func isJoiner(c rune) bool { return c == zeroWidthNonJoiner || c == zeroWidthJoiner }

// viramaClass is the combining class of the signs that join consonants in the scripts of India and its neighbours.
const viramaClass = 9

// joins reports whether a joiner belongs to the spelling between two texts: after a virama, between letters of a cursive script,
// and, if it joins, between emoji.
func joins(joiner rune, before, after string) bool {
	last, size := utf8.DecodeLastRuneInString(before)
	if size == 0 {
		return false
	}
	if norm.NFC.PropertiesString(before[len(before)-size:]).CCC() == viramaClass {
		return true
	}
	first, _ := utf8.DecodeRuneInString(after)
	if joiner == zeroWidthJoiner && unicode.In(last, unicode.So, unicode.Sk, unicode.Variation_Selector) && unicode.Is(unicode.So, first) {
		return true
	}
	trimmed := strings.TrimRightFunc(before, func(c rune) bool { return unicode.Is(unicode.Mn, c) })
	last, _ = utf8.DecodeLastRuneInString(trimmed)
	return unicode.In(last, cursive...) && unicode.In(first, cursive...)
}

// cursive are the scripts whose letters join each other.
var cursive = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Phags_Pa, unicode.Adlam}

// Composed returns a text with each accent in one character with its letter, where there is one (NFC), as keyboards type it.
func Composed(text string) string { return norm.NFC.String(text) }

// IsBlank reports whether nothing of a text can be seen.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return !unicode.IsSpace(c) && !isJoiner(c) && !NonPrinting(c) && c != brailleBlank }) < 0
}

// brailleBlank is a pattern without dots.
const brailleBlank = '\u2800'

// Printing reports whether a text is UTF-8 without any non-printing character.
func Printing[T ~string | ~[]byte](text T) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F || c == '\n' {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(string(text[i:min(len(text), i+utf8.UTFMax)]))
		if c == utf8.RuneError && size == 1 || NonPrinting(c) {
			return false
		}
		i += size
	}
	return true
}

// Visible writes each non-printing character as JSON does: \u001b, \u202e; a byte that is no UTF-8 as \x9b.
func Visible(text string) string {
	if Printing(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case !NonPrinting(c):
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

// nonPrintingCharacter says what to do about the first such character of a text, whose index find returns; empty without one.
func nonPrintingCharacter(text string, find func(string) int) string {
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

// firstNonPrinting returns the index of the first NonPrinting character of a text, or -1.
func firstNonPrinting(text string) int { return strings.IndexFunc(text, NonPrinting) }

// nonPrinting reports the non-printing character of a key or a value whose index find returns.
func (p *parser) nonPrinting(y *yaml.Node, find func(string) int) {
	if text := nonPrintingCharacter(y.Value, find); text != "" && !p.report.AnyText {
		p.add(BadValue, y, "%s", text)
	}
}
