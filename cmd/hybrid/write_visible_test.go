package main

import (
	"strings"
	"testing"
)

// TestVisible: whatever is printed, and however it is cut into pieces, a terminal gets no orders from a name.
func TestVisible(t *testing.T) {
	const name = "\x1b]0;PWN\a\x9bA\u202EB\u200BC\U000E0041 Zoë \U0001F469\u200D\U0001F467\t\n"
	const seen = `\u001b]0;PWN\u0007\x9bA\u202eB\u200bC\udb40\udc41` + " Zoë \U0001F469\u200D\U0001F467\t\n"
	for _, row := range []struct {
		name     string
		coloured bool
		text     string
		want     string
	}{
		{"plain", false, name, seen},
		{"coloured", true, "\x1b[1m" + name + "\x1b[0m\x1b[2J", "\x1b[1m" + seen + "\x1b[0m" + `\u001b[2J`},
		{"looks where there is no colour", false, "\x1b[1m", `\u001b[1m`},
	} {
		t.Run(row.name, func(t *testing.T) {
			var out strings.Builder
			v := &visibleWriter{out: &out, coloured: row.coloured}
			if _, err := v.Write([]byte(row.text)); err != nil || out.String() != row.want {
				t.Errorf("got %q, %v\nwant %q", out.String(), err, row.want)
			}
			if row.coloured {
				return
			}
			out.Reset()
			for i := range len(row.text) {
				if n, err := v.Write([]byte{row.text[i]}); n != 1 || err != nil {
					t.Fatal(n, err)
				}
			}
			if out.String() != row.want {
				t.Errorf("byte by byte: got %q\nwant %q", out.String(), row.want)
			}
		})
	}
}
