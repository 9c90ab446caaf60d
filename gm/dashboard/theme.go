package dashboard

import "github.com/gdamore/tcell/v2"

// role is what a text is, which says how it looks. No role carries a meaning that the text or a sign does not carry
// too.
type role int

const (
	roleText role = iota
	roleDim
	roleStrong
	roleTitle
	roleRule
	roleKey
	roleOurs
	roleTheirs
	roleGood
	roleFair
	roleLow
	roleBad
	roleBusy
	roleAnswer
	roleCursor
	roleChosen
	roles
)

// theme is how the roles look. The background is the terminal's own.
type theme struct {
	name   string
	text   string
	styles [roles]tcell.Style
}

// themes lists the looks one can choose from; the first is meant where none is named.
func themes() []theme {
	return []theme{
		{"dark", "for dark terminals", looks(palette{
			dim: 0x8a8f98, rule: 0x4b515c, key: 0xe5c07b, title: 0xffffff, ours: 0x7fc8f8, theirs: 0xf2a97e,
			good: 0x8cc265, fair: 0xd9c66b, low: 0xf0944d, bad: 0xff6b6b, busy: 0x7fc8f8, answer: 0xc8a6f0})},
		{"light", "for light terminals", looks(palette{
			dim: 0x6a6f78, rule: 0xb4b9c2, key: 0x8a5a00, title: 0x000000, ours: 0x00558c, theirs: 0x9a3d00,
			good: 0x2c6e13, fair: 0x6b5b00, low: 0xa34700, bad: 0xb00020, busy: 0x00558c, answer: 0x6a2fb0})},
		{"safe", "blue and orange, safe for colour-blind eyes", looks(palette{
			dim: 0x8a8f98, rule: 0x4b515c, key: 0xe69f00, title: 0xffffff, ours: 0x56b4e9, theirs: 0xe69f00,
			good: 0x56b4e9, fair: 0xb9d7ea, low: 0xf0c060, bad: 0xe69f00, busy: 0x56b4e9, answer: 0xf0e442})},
		{"mono", "without colours", plainLooks()},
	}
}

type palette struct {
	dim, rule, key, title, ours, theirs, good, fair, low, bad, busy, answer int32
}

func looks(p palette) [roles]tcell.Style {
	in := func(colour int32) tcell.Style { return tcell.StyleDefault.Foreground(tcell.NewHexColor(colour)) }
	return [roles]tcell.Style{
		roleText:   tcell.StyleDefault,
		roleDim:    in(p.dim),
		roleStrong: tcell.StyleDefault.Bold(true),
		roleTitle:  in(p.title).Bold(true),
		roleRule:   in(p.rule),
		roleKey:    in(p.key).Bold(true),
		roleOurs:   in(p.ours),
		roleTheirs: in(p.theirs),
		roleGood:   in(p.good),
		roleFair:   in(p.fair),
		roleLow:    in(p.low),
		roleBad:    in(p.bad).Bold(true),
		roleBusy:   in(p.busy),
		roleAnswer: in(p.answer),
		roleCursor: tcell.StyleDefault.Reverse(true),
		roleChosen: tcell.StyleDefault.Bold(true),
	}
}

func plainLooks() (styles [roles]tcell.Style) {
	for _, r := range []role{roleStrong, roleTitle, roleKey, roleBad, roleChosen} {
		styles[r] = tcell.StyleDefault.Bold(true)
	}
	for _, r := range []role{roleDim, roleRule} {
		styles[r] = tcell.StyleDefault.Dim(true)
	}
	styles[roleCursor] = tcell.StyleDefault.Reverse(true)
	return styles
}

// themeAt finds a theme by name; the first where there is none of that name.
func themeAt(name string) int {
	for i, t := range themes() {
		if t.name == name {
			return i
		}
	}
	return 0
}
