package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
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

// nonPrintingInLine reports whether c must not stand in a name or a label: NonPrinting, a line break, a tab, or a joiner
// that makes one name look like another.
func nonPrintingInLine(c rune) bool {
	return NonPrinting(c) || c == '\n' || c == '\t' || c == zeroWidthNonJoiner || c == zeroWidthJoiner
}

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

// nonPrintingCharacter says what to do about the first such character of a text; empty without one.
func nonPrintingCharacter(text string, in func(rune) bool) string {
	i := strings.IndexFunc(text, in)
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

// nonPrinting reports the keys and values below a node that hold a non-printing character.
func (p *parser) nonPrinting(n *Node) {
	if text := nonPrintingCharacter(n.Text, NonPrinting); text != "" {
		p.report.Add(BadValue, n.Pos, "%s", text)
	}
	for _, item := range n.Items {
		p.nonPrinting(item)
	}
	for _, f := range n.Fields {
		if text := nonPrintingCharacter(f.Key, nonPrintingInLine); text != "" {
			p.report.Add(BadValue, f.Pos, "%s", text)
		}
		p.nonPrinting(f.Value)
	}
}
