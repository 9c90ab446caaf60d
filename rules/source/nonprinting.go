package source

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// NonPrinting reports whether a character gives an order to a terminal, changes the direction of the text beside it, or
// is not seen at all. Line ends, tabs, and the joiners that some scripts and emoji are spelt with are printing.
func NonPrinting(c rune) bool {
	switch c {
	case '\n', '\t', zeroWidthNonJoiner, zeroWidthJoiner:
		return false
	}
	return c >= 0x7F && unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, c) || c < ' '
}

const (
	zeroWidthNonJoiner = '\u200C'
	zeroWidthJoiner    = '\u200D'
)

// nonPrintingInLine is NonPrinting for a name or a label, which is one line and must not look like another one.
func nonPrintingInLine(c rune) bool {
	return NonPrinting(c) || c == '\n' || c == '\t' || c == zeroWidthNonJoiner || c == zeroWidthJoiner
}

// Visible writes each non-printing character as JSON does: \u001b, \u202e; a byte that is no UTF-8 as \x9b.
func Visible(text string) string {
	if strings.IndexFunc(text, NonPrinting) < 0 && utf8.ValidString(text) {
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
	kind := "invisible"
	switch {
	case unicode.IsControl(c):
		kind = "control"
	case unicode.Is(unicode.Bidi_Control, c):
		kind = "bidirectional control"
	}
	return fmt.Sprintf("%s character U+%04X; take it out", kind, c)
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
