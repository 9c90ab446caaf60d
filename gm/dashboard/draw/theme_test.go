package draw

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// look says what a style looks like: a colour and how it is set off.
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
		"dark":  {"7fc8f8", "f2a97e", "c8a6f0", "d9c66b", "ff8533 underlined", "ff6b6b bold"},
		"light": {"00558c", "7a3b12", "6a2fb0", "6b5b00", "c24000 underlined", "b00020 bold"},
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

// apart is how far two colours lie apart to the eye, in units of the CIE's L*a*b*: 2 can just be told apart side by side.
func apart(a, b int32) float64 {
	lab := func(colour int32) (l [3]float64) {
		var rgb [3]float64
		for i := range rgb {
			if rgb[i] = float64(colour>>(8*(2-i))&0xff) / 255; rgb[i] > 0.04045 {
				rgb[i] = math.Pow((rgb[i]+0.055)/1.055, 2.4)
			} else {
				rgb[i] /= 12.92
			}
		}
		var xyz [3]float64
		for i, row := range [3][3]float64{{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8728}} {
			xyz[i] = math.Cbrt(row[0]*rgb[0] + row[1]*rgb[1] + row[2]*rgb[2])
		}
		return [3]float64{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
	}
	x, y := lab(a), lab(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

// No side has nearly the colour of a harm, and no harm that of another.
func TestColoursAreApart(t *testing.T) {
	for _, theme := range Themes(false) {
		harms := []Role{RoleLow, RoleHalf, RoleQuarter, RoleOut}
		for i, harm := range harms {
			for _, other := range append([]Role{RoleOurs, RoleTheirs, RoleThird}, harms[i+1:]...) {
				a, _, _ := theme.styles[harm].Decompose()
				b, _, _ := theme.styles[other].Decompose()
				if a == tcell.ColorDefault || b == tcell.ColorDefault || harm == RoleLow && other == RoleQuarter {
					continue
				}
				if got := apart(a.Hex(), b.Hex()); got < 25 {
					t.Errorf("%s: roles %d and %d, %06x and %06x, are only %.0f apart", theme.Name, harm, other, a.Hex(), b.Hex(), got)
				}
			}
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
	for _, sign := range strings.Split("─ │ █ ━ ○ ╎ − · → ┃ ┄ ╌ × ▸ – ✗ … ▶ ≤ ┬ † ◎ ◊ › ▉ ◂ ┊ ▷ ▊ ▋ ▌ ▼ ▏ ═ ▍ ½ ▎ ◌ ┴ ┐ ← ¼ ● ↓ ↑ » ± ┘ └ ┌ ↶", " ") {
		if got := asciiSign(sign); len(got) != 1 {
			t.Errorf("%s: got %s", sign, got)
		}
	}
}

// contrast is the ratio of two colours by WCAG 2, from 1 to 21.
func contrast(a, b int32) float64 {
	light := func(colour int32) float64 {
		sum := 0.0
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			c := float64(colour>>(8*i)&0xff) / 255
			if c <= 0.04045 {
				c /= 12.92
			} else {
				c = math.Pow((c+0.055)/1.055, 2.4)
			}
			sum += weight * c
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Whatever is read has a contrast of 4.5 to 1 at least on the backgrounds its theme is for: black and the greys of usual dark
// terminals, white and near white for light ones. Lines between panels are no text and have 1.8 at least. What has no colour
// of its own is in the terminal's. The theme safe for colour-blind eyes is for dark terminals: no yellow is read on white;
// mono is for any.
func TestContrast(t *testing.T) {
	dark, light := []int32{0x000000, 0x121212, 0x1e1e1e}, []int32{0xffffff, 0xfafafa, 0xf5f5f5}
	grounds := map[string][]int32{"dark": dark, "light": light, "safe": dark, "mono": append(dark, light...)}
	coloured := map[string]int{}
	for _, theme := range Themes(false) {
		for role := range roleCount {
			foreground, background, _ := theme.styles[role].Decompose()
			if background != tcell.ColorDefault {
				t.Errorf("%s: role %d has a background", theme.Name, role)
			}
			if foreground == tcell.ColorDefault {
				continue
			}
			coloured[theme.Name]++
			least := 4.5
			if role == RoleRule {
				least = 1.8
			}
			for _, ground := range grounds[theme.Name] {
				if got := contrast(foreground.Hex(), ground); got < least {
					t.Errorf("%s: role %d, %06x on %06x has a contrast of %.2f, %.1f at least", theme.Name, role, foreground.Hex(), ground, got, least)
				}
			}
		}
	}
	if coloured["dark"] < 12 || coloured["mono"] != 0 {
		t.Errorf("so many roles have colours: %v", coloured)
	}
}
