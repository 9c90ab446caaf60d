package draw

import "github.com/gdamore/tcell/v2"

// Roles of text, and the themes that style them. Draw by role, never by colour.

// Role is the meaning of a text, such as a title, a key or something bad; a [Theme] styles it. The text itself, or a sign next to it, must
// convey the same meaning, since a theme may show no difference.
type Role int

const (
	RoleText    Role = iota // plain text
	RoleDim                 // less important text
	RoleStrong              // more important text
	RoleTitle               // a heading
	RoleRule                // lines between panels
	RoleKey                 // a key, or a sign
	RoleOurs                // the first side
	RoleTheirs              // the second side
	RoleThird               // any other side
	RoleGood                // succeeded, or better than before
	RoleLow                 // words that describe harm
	RoleHalf                // a pool at half or less
	RoleQuarter             // a pool at a quarter or less
	RoleOut                 // an empty pool, or a combatant who cannot act
	RoleBad                 // refused, or failed
	RoleCursor              // a title that must be noticed, in reverse video
	RoleChosen              // the row or value under the cursor
	roleCount               // number of roles
)

// Theme has a style for each role. The background is always the terminal's own.
type Theme struct {
	Name   string                 // name, as typed after the option --theme
	Text   string                 // intended use, such as "for dark terminals"
	styles [roleCount]tcell.Style // style of each role
	plain  bool                   // whether to replace signs that not every font has
}

// Themes returns the themes; the first is the default. If plain is set, they replace signs that not every terminal has.
func Themes(plain bool) []Theme {
	themes := []Theme{
		{Name: "dark", Text: "for dark terminals", styles: colourStyles(colours{
			dim: 0x8a8f98, rule: 0x4b515c, key: 0xe5c07b, title: 0xffffff, ours: 0x7fc8f8, theirs: 0xf2a97e, third: 0xc8a6f0,
			good: 0x8cc265, half: 0xd9c66b, quarter: 0xff8533, out: 0xff6b6b})},
		{Name: "light", Text: "for light terminals", styles: colourStyles(colours{
			dim: 0x6a6f78, rule: 0xb4b9c2, key: 0x8a5a00, title: 0x000000, ours: 0x00558c, theirs: 0x7a3b12, third: 0x6a2fb0,
			good: 0x2c6e13, half: 0x6b5b00, quarter: 0xc24000, out: 0xb00020})},
		{Name: "safe", Text: "blue and orange for colour-blind users, on dark terminals", styles: safeStyles()},
		{Name: "mono", Text: "without colours", styles: monoStyles()},
	}
	for i := range themes {
		themes[i].plain = plain
	}
	return themes
}

// colours are the foreground colours of a theme, as 0xRRGGBB. ours, theirs and third are for the sides of a fight; half, quarter and out
// are for pools at half or less, at a quarter or less, and empty.
type colours struct {
	dim, rule, key, title, ours, theirs, third, good, half, quarter, out int32
}

// colourStyles returns the style of each role in a theme with the given colours.
func colourStyles(p colours) [roleCount]tcell.Style {
	style := func(colour int32) tcell.Style { return tcell.StyleDefault.Foreground(tcell.NewHexColor(colour)) }
	return [roleCount]tcell.Style{
		RoleText:    tcell.StyleDefault,
		RoleDim:     style(p.dim),
		RoleStrong:  tcell.StyleDefault.Bold(true),
		RoleTitle:   style(p.title).Bold(true),
		RoleRule:    style(p.rule),
		RoleKey:     style(p.key).Bold(true),
		RoleOurs:    style(p.ours),
		RoleTheirs:  style(p.theirs),
		RoleThird:   style(p.third),
		RoleGood:    style(p.good),
		RoleLow:     style(p.quarter),
		RoleHalf:    style(p.half),
		RoleQuarter: style(p.quarter).Underline(true),
		RoleOut:     style(p.out).Bold(true),
		RoleBad:     style(p.out).Bold(true),
		RoleCursor:  tcell.StyleDefault.Reverse(true),
		RoleChosen:  tcell.StyleDefault.Bold(true),
	}
}

// safeStyles returns the style of each role in a theme for colour-blind users: colours distinguish the sides, while harm is underlined or
// reversed.
func safeStyles() [roleCount]tcell.Style {
	styles := colourStyles(colours{dim: 0x8a8f98, rule: 0x4b515c, key: 0xf0e442, title: 0xffffff, ours: 0x56b4e9, theirs: 0xe69f00, third: 0xcc79a7,
		good: 0x56b4e9})
	plain := monoStyles()
	for _, r := range []Role{RoleGood, RoleLow, RoleHalf, RoleQuarter} {
		styles[r] = plain[r]
	}
	styles[RoleOut], styles[RoleBad] = tcell.StyleDefault.Reverse(true), tcell.StyleDefault.Reverse(true)
	return styles
}

// monoStyles returns the style of each role in the theme without colours.
func monoStyles() (styles [roleCount]tcell.Style) {
	for _, r := range []Role{RoleStrong, RoleTitle, RoleKey, RoleBad, RoleChosen} {
		styles[r] = tcell.StyleDefault.Bold(true)
	}
	for _, r := range []Role{RoleDim, RoleRule, RoleTheirs, RoleThird} {
		styles[r] = tcell.StyleDefault.Dim(true)
	}
	styles[RoleQuarter] = tcell.StyleDefault.Underline(true)
	styles[RoleOut] = tcell.StyleDefault.Bold(true).Reverse(true)
	styles[RoleCursor] = tcell.StyleDefault.Reverse(true)
	return styles
}

// plainSign returns a replacement for a sign that some terminals' fonts lack, or the sign itself.
func plainSign(sign string) string {
	switch sign {
	case "╎":
		return ":"
	case "┊":
		return "|"
	case "✗":
		return "x"
	case "━":
		return "─"
	case "┃":
		return "│"
	case "┄", "╌", "╍":
		return "-"
	case "◎":
		return "o"
	case "†":
		return "/"
	case "◊":
		return "="
	case "▸", "▶", "▷":
		return ">"
	case "◂":
		return "<"
	case "◌":
		return "o"
	case "●":
		return "*"
	case "−":
		return "-"
	case "↶":
		return "<"
	case "▏", "▎", "▍":
		return "▌"
	case "▋", "▊", "▉":
		return "█"
	case "…":
		return "~"
	}
	return sign
}

// ThemeIndex returns the index in [Themes] of the theme with the given name, or 0 for an unknown name.
func ThemeIndex(name string) int {
	for i, t := range Themes(false) {
		if t.Name == name {
			return i
		}
	}
	return 0
}

// ThemeFor returns the index in [Themes] of the theme for a light or a dark background.
func ThemeFor(light bool) int {
	if light {
		return ThemeIndex("light")
	}
	return ThemeIndex("dark")
}

// asciiSign returns a replacement in ASCII for a sign of the dashboard; it returns any other sign as plainSign does.
func asciiSign(sign string) string {
	switch sign = plainSign(sign); sign {
	case "─", "–":
		return "-"
	case "│":
		return "|"
	case "┌", "┐", "└", "┘", "┬", "┴", "┼":
		return "+"
	case "═":
		return "="
	case "█", "▌":
		return "#"
	case "○":
		return "o"
	case "·", "◌":
		return "."
	case "→", "›", "»":
		return ">"
	case "←", "≤":
		return "<"
	case "↑":
		return "^"
	case "↓", "▼":
		return "v"
	case "×":
		return "x"
	case "±":
		return "~"
	case "½", "¼", "¾":
		return "/"
	}
	return sign
}
