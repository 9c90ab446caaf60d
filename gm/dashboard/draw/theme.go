package draw

import "github.com/gdamore/tcell/v2"

// Role is what a text is; a [Theme] says how it looks. No role carries a meaning that the text, or a sign next to it,
// does not carry, too.
type Role int

const (
	RoleText   Role = iota // plain text
	RoleDim                // what matters less
	RoleStrong             // what matters more
	RoleTitle              // a heading
	RoleRule               // lines between panels
	RoleKey                // a key, or a sign
	RoleOurs               // the first side
	RoleTheirs             // all other sides
	RoleGood               // made, or nearly full
	RoleFair               // half full
	RoleLow                // missed, or nearly empty
	RoleBad                // refused, or empty
	RoleBusy               // an action in the making
	RoleAnswer             // an answer to an action
	RoleCursor             // reversed
	RoleChosen             // under the cursor
	roleCount
)

// Theme is the styles of the roles. The background is always the terminal's own.
type Theme struct {
	Name   string
	Text   string // what it is for
	styles [roleCount]tcell.Style
}

// Themes lists the themes; the first is the default.
func Themes() []Theme {
	return []Theme{
		{"dark", "for dark terminals", colourStyles(colours{
			dim: 0x8a8f98, rule: 0x4b515c, key: 0xe5c07b, title: 0xffffff, ours: 0x7fc8f8, theirs: 0xf2a97e,
			good: 0x8cc265, fair: 0xd9c66b, low: 0xf0944d, bad: 0xff6b6b, busy: 0x7fc8f8, answer: 0xc8a6f0})},
		{"light", "for light terminals", colourStyles(colours{
			dim: 0x6a6f78, rule: 0xb4b9c2, key: 0x8a5a00, title: 0x000000, ours: 0x00558c, theirs: 0x9a3d00,
			good: 0x2c6e13, fair: 0x6b5b00, low: 0xa34700, bad: 0xb00020, busy: 0x00558c, answer: 0x6a2fb0})},
		{"safe", "blue and orange, safe for colour-blind eyes", colourStyles(colours{
			dim: 0x8a8f98, rule: 0x4b515c, key: 0xe69f00, title: 0xffffff, ours: 0x56b4e9, theirs: 0xe69f00,
			good: 0x56b4e9, fair: 0xb9d7ea, low: 0xf0c060, bad: 0xe69f00, busy: 0x56b4e9, answer: 0xf0e442})},
		{"mono", "without colours", monoStyles()},
	}
}

// colours are the foreground colours of a theme, as 0xRRGGBB.
type colours struct {
	dim, rule, key, title, ours, theirs, good, fair, low, bad, busy, answer int32
}

func colourStyles(p colours) [roleCount]tcell.Style {
	in := func(colour int32) tcell.Style { return tcell.StyleDefault.Foreground(tcell.NewHexColor(colour)) }
	return [roleCount]tcell.Style{
		RoleText:   tcell.StyleDefault,
		RoleDim:    in(p.dim),
		RoleStrong: tcell.StyleDefault.Bold(true),
		RoleTitle:  in(p.title).Bold(true),
		RoleRule:   in(p.rule),
		RoleKey:    in(p.key).Bold(true),
		RoleOurs:   in(p.ours),
		RoleTheirs: in(p.theirs),
		RoleGood:   in(p.good),
		RoleFair:   in(p.fair),
		RoleLow:    in(p.low),
		RoleBad:    in(p.bad).Bold(true),
		RoleBusy:   in(p.busy),
		RoleAnswer: in(p.answer),
		RoleCursor: tcell.StyleDefault.Reverse(true),
		RoleChosen: tcell.StyleDefault.Bold(true),
	}
}

func monoStyles() (styles [roleCount]tcell.Style) {
	for _, r := range []Role{RoleStrong, RoleTitle, RoleKey, RoleBad, RoleChosen} {
		styles[r] = tcell.StyleDefault.Bold(true)
	}
	for _, r := range []Role{RoleDim, RoleRule} {
		styles[r] = tcell.StyleDefault.Dim(true)
	}
	styles[RoleCursor] = tcell.StyleDefault.Reverse(true)
	return styles
}

// ThemeIndex returns the index of a theme in [Themes], 0 for an unknown name.
func ThemeIndex(name string) int {
	for i, t := range Themes() {
		if t.Name == name {
			return i
		}
	}
	return 0
}
