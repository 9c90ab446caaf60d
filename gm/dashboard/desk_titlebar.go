package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules/collect"
)

// The title bar: encounter or campaign, scene, count, clock, chances and whether everything is saved, shortened to fit.

// drawTitleBar draws, from left to right: the title and the situations of the scene, the count with the stage, time and date, the sides'
// chances to win, whose dice are typed, the phones, and whether everything is saved. If there isn't room, it shortens the title and the
// scene, omits the date, the time and the stage, in this order, and then the scene. In the past it draws only the title of the history.
func (d *Dashboard) drawTitleBar(c draw.Canvas) {
	if d.isInPast() {
		c.Fit(0, 0, c.W, draw.PadRight(d.past.titleText(), c.W), draw.RoleCursor)
		return
	}
	s, pack := d.shownState(), d.session.Rules().Pack
	right := "saved"
	r := draw.RoleDim
	if d.session.IsReadOnly() {
		right = "read-only"
	}
	if d.session.Refuge() != "" {
		right, r = "! file gone, saved again", draw.RoleBad
	}
	if err := d.session.SaveError(); err != nil {
		right, r = "! not saved", draw.RoleBad
	}
	if d.staleRules != "" && r == draw.RoleDim {
		right, r = "! old rules (R) · "+right, draw.RoleLow
	}
	if text := d.menus.typedDiceNote(); text != "" {
		right = text + " · " + right
	}
	if text := d.phones.titleNote(); text != "" {
		right = text + " · " + right
	}
	c.TextRight(c.W-1, 0, right, r)
	if text := d.chanceTitle(collect.Choose(c.W < wideWidth, minSpark, maxSpark)); text != "" {
		c.TextRight(c.W-3-draw.Width(right), 0, text, draw.RoleStrong)
		right += "  " + text
	}
	title := s.Label
	if title == "" {
		title = d.session.Campaign().Label
	}
	parts := []string{"no fight"} // the first ones are kept if there isn't room for all
	if s.Running && !d.isResting() {
		parts[0] = countText(d.session.Rules(), s)
		const gaps = 12 // cells between the parts
		taken := draw.Width(right) + min(draw.Width(title), 2*minTitle) + draw.Width(parts[0]) + gaps
		if line := d.session.Rules().StageLine(s, func(line string) bool { return taken+draw.Width(line) <= c.W }); line != "" {
			parts = append(parts, line)
		} else if s.Round != nil && s.Find(s.Round.Side()) != nil {
			parts = append(parts, s.Find(s.Round.Side()).Name)
		}
		if pack.Count > 0 {
			parts = append(parts, strings.TrimSpace(draw.Tenths(s.Count*pack.Count)+" "+pack.Unit))
		}
	}
	if date := d.endings().Date(s); date != "" {
		parts = append(parts, date)
	}
	room := c.W - 5 - draw.Width(right) // column at which the middle text must end
	// The scene is shown if its minimum fits between the title's minimum and the first part; indent is then the first column of the middle
	// text.
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

// minTitle and minScene are the widths, in cells, to which the title and the scene can be shortened, so that the parts of the middle text
// fit.
const (
	minTitle = 10
	minScene = 20
)
