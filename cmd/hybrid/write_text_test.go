package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// Whatever the widths of a beginning and of an indent are, no line of wrapped text is wider than the terminal.
func TestHangingTextFits(t *testing.T) {
	text := strings.Repeat("Dov, Ilse, Bram and Hanne notice nothing and are caught. ", 4)
	for wide := range 40 {
		for _, indent := range []string{"", "    ", "             "} {
			var out bytes.Buffer
			w := &textWriter{out: &out, width: usualWidth}
			w.writeHanging(strings.Repeat("→", wide), plain, indent, text)
			for line := range strings.Lines(out.String()) {
				if n := uniseg.StringWidth(strings.TrimRight(line, "\n")); n > usualWidth {
					t.Errorf("a beginning of %d cells, an indent of %d: %d cells: %s", wide, len(indent), n, line)
				}
			}
		}
	}
}
