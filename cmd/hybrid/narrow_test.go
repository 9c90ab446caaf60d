package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

// A table that is too wide has shorter bars, then columns nearer to each other, then no bars.
func TestNarrowTables(t *testing.T) {
	rows := func(text string) [][]cell {
		return [][]cell{{{text: "of"}, {text: "share"}}, {{text: text}, {text: strings.Repeat("█", 40)}}, {{text: "half"}, {text: strings.Repeat("█", 20)}}}
	}
	for _, test := range []struct{ name, text, want string }{
		{"room", "a", "  half  " + strings.Repeat("█", 20)},
		{"shorter bars", strings.Repeat("a", 50), "  half" + strings.Repeat(" ", 46) + "  " + strings.Repeat("█", 13)},
		{"no bars", strings.Repeat("a", 74), "  half"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			newTextWriter(&out).table(rows(test.text))
			lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
			for _, line := range lines {
				if n := uniseg.StringWidth(line); n > usualWidth {
					t.Errorf("%d cells: %s", n, line)
				}
			}
			if got := strings.TrimRight(lines[2], " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
