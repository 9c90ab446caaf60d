package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
)

// drawTitleBar draws the title, the count and its time, and whether all is on disk.
func (d *Dashboard) drawTitleBar(c draw.Canvas) {
	if d.inPast() {
		c.Fit(0, 0, c.W, draw.PadRight(d.past.title(), c.W), draw.RoleCursor)
		return
	}
	s, pack := d.shownState(), d.session.Rules().Pack
	right := "saved"
	r := draw.RoleDim
	if d.session.LooksOn() {
		right = "looking on"
	}
	if d.session.Refuge() != "" {
		right, r = "! file gone, saved anew", draw.RoleBad
	}
	if err := d.session.Saved(); err != nil {
		right, r = "! not saved", draw.RoleBad
	}
	if d.staleRules != "" && r == draw.RoleDim {
		right, r = "! rules as before (R) · "+right, draw.RoleLow
	}
	if text := d.menus.typedNote(); text != "" {
		right = text + " · " + right
	}
	if text := d.phones.note(); text != "" {
		right = text + " · " + right
	}
	c.Right(c.W-1, 0, right, r)
	title := s.Label
	if title == "" {
		title = d.session.Campaign().Label
	}
	middle := "no encounter"
	if s.Running {
		middle = countText(d.session.Rules(), s)
		if s.Round != nil && s.Find(s.Round.Side()) != nil {
			middle += " · " + s.Find(s.Round.Side()).Name
		}
		if pack.Count > 0 {
			middle += " · " + strings.TrimSpace(draw.Tenths(s.Count*pack.Count)+" "+pack.Unit)
		}
	} else if s.Encounter != "" {
		middle = "over"
	}
	if date := d.endings().Date(s); date != "" {
		middle += " · " + date
	}
	x := c.W - 2 - draw.Width(right) - 3 - draw.Width(middle)
	x = min(x, max(c.W*5/8-draw.Width(middle)/2, 2))
	c.Text(x, 0, middle, draw.RoleStrong)
	c.Fit(1, 0, x-3, title, draw.RoleTitle)
}
