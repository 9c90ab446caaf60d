package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"hybrid/rules/source"
)

// visibleWriter writes text that can't control a terminal: non-printing characters are written as visible escapes.
type visibleWriter struct {
	out      io.Writer // destination
	coloured bool      // whether the program's own colour codes are kept
	part     []byte    // first bytes of a character whose other bytes weren't written yet
}

// paintCodes matches the escape codes that paintText writes.
var paintCodes = regexp.MustCompile("\x1b\\[(0|1|2|3[123])m")

// Write writes text with its non-printing characters made visible. An incomplete character at the end is written with the next call.
func (v *visibleWriter) Write(text []byte) (int, error) {
	if len(v.part) == 0 && source.IsPrinting(text) {
		return v.out.Write(text)
	}
	all := append(v.part, text...)
	whole := completePrefixLen(all)
	v.part = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(v.out, v.makeVisible(string(all[:whole]))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// makeVisible returns text with visible escapes for characters that a terminal would interpret. The program's own colours are kept.
func (v *visibleWriter) makeVisible(text string) string {
	if !v.coloured {
		return source.EscapeNonPrinting(text)
	}
	var b strings.Builder
	done := 0
	for _, at := range paintCodes.FindAllStringIndex(text, -1) {
		b.WriteString(source.EscapeNonPrinting(text[done:at[0]]) + text[at[0]:at[1]])
		done = at[1]
	}
	return b.String() + source.EscapeNonPrinting(text[done:])
}

// completePrefixLen returns the length of text in bytes without an incomplete UTF-8 character at its end.
func completePrefixLen(text []byte) int {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return len(text)
}

// terminalOf returns the terminal that w writes to, or nil if w is not a terminal.
func terminalOf(w io.Writer) *os.File {
	if v, ok := w.(*visibleWriter); ok {
		w = v.out
	}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}
