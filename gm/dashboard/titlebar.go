package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
)

// titleBar is the top line.
type titleBar struct{ d *Dashboard }

// draw draws the title, the count and its time, and whether all is on disk.
func (b titleBar) draw(c draw.Canvas) {
	if b.d.inPast() {
		c.Fit(0, 0, c.W, draw.PadRight(b.d.past.title(), c.W), draw.RoleCursor)
		return
	}
	s, pack := b.d.shownState(), b.d.session.Rules().Pack
	right := "saved"
	r := draw.RoleDim
	if b.d.session.LooksOn() {
		right = "looking on"
	}
	if b.d.session.Refuge() != "" {
		right, r = "! file gone, saved anew", draw.RoleBad
	}
	if err := b.d.session.Saved(); err != nil {
		right, r = "! not saved", draw.RoleBad
	}
	if b.d.staleRules != "" && r == draw.RoleDim {
		right, r = "! rules as before (R) · "+right, draw.RoleLow
	}
	if text := b.d.menus.typedNote(); text != "" {
		right = text + " · " + right
	}
	if text := b.d.phones.note(); text != "" {
		right = text + " · " + right
	}
	c.Right(c.W-1, 0, right, r)
	title := s.Label
	if title == "" {
		title = b.d.session.Campaign().Label
	}
	middle := "no encounter"
	if s.Running {
		middle = countText(b.d.session.Rules(), s)
		if s.Round != nil && s.Find(s.Round.Side()) != nil {
			middle += " · " + s.Find(s.Round.Side()).Name
		}
		if pack.Count > 0 {
			middle += " · " + strings.TrimSpace(draw.Tenths(s.Count*pack.Count)+" "+pack.Unit)
		}
	} else if s.Encounter != "" {
		middle = "over"
	}
	if date := b.d.endings().Date(s); date != "" {
		middle += " · " + date
	}
	x := c.W - 2 - draw.Width(right) - 3 - draw.Width(middle)
	x = min(x, max(c.W*5/8-draw.Width(middle)/2, 2))
	c.Text(x, 0, middle, draw.RoleStrong)
	c.Fit(1, 0, x-3, title, draw.RoleTitle)
}
