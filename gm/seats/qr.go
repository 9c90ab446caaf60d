package seats

import (
	"strings"

	"rsc.io/qr"
)

// QR returns text as a QR code in half blocks, a string for each row of the screen, with a margin of two modules. Dark
// modules are blank: draw it light on dark.
func QR(text string) []string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil // too long for any code
	}
	const margin = 2
	light := func(x, y int) bool { // reports whether a module is light; modules below and to the right of the margin aren't drawn
		return x < code.Size+margin && y < code.Size+margin && !code.Black(x, y)
	}
	var rows []string
	for y := -margin; y < code.Size+margin; y += 2 {
		var b strings.Builder
		for x := -margin; x < code.Size+margin; x++ {
			switch top, bottom := light(x, y), light(x, y+1); {
			case top && bottom:
				b.WriteRune('█')
			case top:
				b.WriteRune('▀')
			case bottom:
				b.WriteRune('▄')
			default:
				b.WriteRune(' ')
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}
