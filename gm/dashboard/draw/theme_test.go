package draw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// style says what a style looks like: a colour and how it is set off.
func look(style tcell.Style) string {
	colour, _, set := style.Decompose()
	text := "text"
	if colour != tcell.ColorDefault {
		text = fmt.Sprintf("%06x", colour.Hex())
	}
	for _, one := range []struct {
		mask tcell.AttrMask
		word string
	}{{tcell.AttrBold, " bold"}, {tcell.AttrDim, " dim"}, {tcell.AttrReverse, " reverse"}} {
		if set&one.mask != 0 {
			text += one.word
		}
	}
	if style.GetUnderlineStyle() != tcell.UnderlineStyleNone {
		text += " underlined"
	}
	return text
}

// The sides and the harm of each theme: nothing that says a side says harm.
func TestSidesAndHarm(t *testing.T) {
	want := map[string][6]string{
		"dark":  {"7fc8f8", "f2a97e", "c8a6f0", "d9c66b", "f0944d underlined", "ff6b6b bold"},
		"light": {"00558c", "9a3d00", "6a2fb0", "6b5b00", "a34700 underlined", "b00020 bold"},
		"safe":  {"56b4e9", "e69f00", "cc79a7", "text", "text underlined", "text reverse"},
		"mono":  {"text", "text dim", "text dim", "text", "text underlined", "text bold reverse"},
	}
	for _, theme := range Themes(false) {
		for i, r := range []Role{RoleOurs, RoleTheirs, RoleThird, RoleHalf, RoleQuarter, RoleOut} {
			if got := look(theme.styles[r]); got != want[theme.Name][i] {
				t.Errorf("%s, role %d: got %s, want %s", theme.Name, r, got, want[theme.Name][i])
			}
		}
	}
	for _, style := range Themes(false)[ThemeIndex("mono")].styles {
		if fg, bg, _ := style.Decompose(); fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			t.Errorf("a colour in the theme without colours")
		}
	}
}

// What a plain theme draws takes the same cells as the sign it stands for.
func TestPlainSigns(t *testing.T) {
	for sign, want := range map[string]string{"╎": ":", "┊": "|", "✗": "x", "┄": "-", "▷": ">", "─": "─", "é": "é"} {
		if got := plainSign(sign); got != want || Width(got) != Width(sign) {
			t.Errorf("%s: got %s, want %s", sign, got, want)
		}
	}
}

// Every sign of the dashboard has one of ASCII.
func TestASCIISigns(t *testing.T) {
	for _, sign := range strings.Split("─ │ █ ━ ○ ╎ − · → ┃ ┄ ╌ × ▸ – ✗ … ▶ ≤ ┬ › ▉ ◂ ┊ ▷ ▊ ▋ ▌ ▼ ▏ ═ ▍ ½ ▎ ◌ ┴ ┐ ← ¼ ● ↓ ↑ » ± ┘ └ ┌ ↶", " ") {
		if got := asciiSign(sign); len(got) != 1 {
			t.Errorf("%s: got %s", sign, got)
		}
	}
}
