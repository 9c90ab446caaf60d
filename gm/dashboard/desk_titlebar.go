package dashboard

import (
	"cmp"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules/collect"
)

// The title bar: encounter or campaign, scene, count, clock, chances and whether everything is saved; it is shortened to fit. A count is
// the game's unit of time in a fight; in a game in rounds, each round has stages. The scene is described by its situations, such as dim
// light.

// drawTitleBar draws, from left to right: the title and the situations of the scene, the count with the stage, time and date, the sides'
// chances to win, whose dice are typed, the phones, and whether everything is saved. If there isn't room, it shortens the title and the
// scene, omits the date, the time and the stage, in this order, and then the scene. In the past it draws only the title of the history.
func (d *Dashboard) drawTitleBar(c draw.Canvas) {
	if d.isInPast() {
		c.Fit(0, 0, c.W, draw.PadRight(d.past.titleText(), c.W), draw.RoleCursor)
		return
	}
	right, r := d.statusText()
	c.TextRight(c.W-1, 0, right, r)
	if text := d.chanceTitle(collect.Choose(c.W < wideWidth, minSpark, maxSpark)); text != "" {
		c.TextRight(c.W-3-draw.Width(right), 0, text, draw.RoleStrong)
		right += "  " + text // from here on, right is used only to measure the cells taken at the right edge
	}
	title := cmp.Or(d.shownState().Label, d.session.Campaign().Label) + collect.Choose(d.shownState().SceneOver, ": over", "")
	const gaps = 12 // cells between the title, the parts of the middle text and the right edge
	parts := d.timeTexts(c.W - gaps - draw.Width(right) - min(draw.Width(title), 2*minTitle))
	room := c.W - 5 - draw.Width(right) // column at which the middle text must end
	// The scene is shown if it fits, shortened to minScene, between the title (minTitle) and the first part; indent is then the first
	// column of the middle text. Three cells separate two parts.
	scene, indent := strings.Join(d.sceneTexts(), " · "), 1
	if need := 1 + minTitle + 3 + min(draw.Width(scene), minScene) + 3; scene != "" && need+draw.Width(parts[0]) <= room {
		indent = need
	} else {
		scene = ""
	}
	middle := strings.Join(parts, " · ")
	for n := len(parts) - 1; n > 0 && indent+draw.Width(middle) > room; n-- {
		middle = strings.Join(parts[:n], " · ")
	}
	// The middle text is centred at 5/8 of the width, or to the right of the full title and scene, but always left of the text at the right
	// edge.
	x := max(1, room-draw.Width(middle))
	x = min(x, max(c.W*5/8-draw.Width(middle)/2, 2, 1+draw.Width(title)+3+draw.Width(scene)+3))
	c.Text(x, 0, middle, draw.RoleStrong)
	leftRoom := x - 3 // cells for the title and the scene
	if scene != "" {
		scene = draw.Clip(scene, leftRoom-minTitle-3)
		end := c.Fit(1, 0, leftRoom-3-draw.Width(scene), title, draw.RoleTitle)
		end = c.Text(end, 0, " · ", draw.RoleRule)
		c.Fit(end, 0, leftRoom, scene, draw.RoleText)
		return
	}
	c.Fit(1, 0, leftRoom, title, draw.RoleTitle)
}

// statusText returns the text at the right end of the title bar, and its role: the phones, whose dice are typed, whether the rules' newest
// files aren't in use, and whether everything is saved.
func (d *Dashboard) statusText() (text string, r draw.Role) {
	text, r = "saved", draw.RoleDim
	if d.session.IsReadOnly() {
		text = "read-only"
	}
	if d.session.Refuge() != "" {
		text, r = "! file gone, saved again", draw.RoleBad
	}
	if err := d.session.SaveError(); err != nil {
		text, r = "! not saved", draw.RoleBad
	}
	if d.staleRules != "" && r == draw.RoleDim {
		text, r = "! old rules (R) · "+text, draw.RoleLow
	}
	if note := d.menus.typedDiceNote(); note != "" {
		text = note + " · " + text
	}
	if note := d.phones.titleNote(); note != "" {
		text = note + " · " + text
	}
	return text, r
}

// timeTexts returns the parts of the text in the middle, the most important first: the count, the stage or the side whose turn it is, and
// the time during a fight, or else "no fight"; then the date. The count and the stage together must fit in the given number of cells.
func (d *Dashboard) timeTexts(cells int) []string {
	rs, s := d.session.Rules(), d.shownState()
	parts := []string{"no fight"}
	if s.Running && !d.isResting() {
		parts[0] = countText(rs, s)
		cells -= draw.Width(parts[0])
		if line := rs.StageLine(s, func(line string) bool { return draw.Width(line) <= cells }); line != "" {
			parts = append(parts, line)
		} else if s.Round != nil && s.Find(s.Round.Side()) != nil {
			parts = append(parts, s.Find(s.Round.Side()).Name)
		}
		if rs.Pack.Count > 0 { // length of a count in Pack.Unit
			parts = append(parts, strings.TrimSpace(draw.Tenths(s.Count*rs.Pack.Count)+" "+rs.Pack.Unit))
		}
	}
	if date := d.endings().Date(s); date != "" {
		parts = append(parts, date)
	}
	return parts
}

// minTitle and minScene are the widths, in cells, to which the title and the scene can be shortened, so that the parts of the middle text
// fit.
const (
	minTitle = 10
	minScene = 20
)
