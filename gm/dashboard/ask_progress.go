package dashboard

import (
	"fmt"
	"time"

	"hybrid/gm/dashboard/draw"
)

// progress shows, in place of the keys, the progress of work that takes longer than half a second. Keys do nothing until it is finished,
// except Esc, which cancels replaying the past.
type progress struct {
	d       *Dashboard
	now     func() time.Time // returns the current time; replaced in tests
	began   time.Time        // time of the first report since the last frame; zero if there was none
	drawnAt time.Time        // time when the line was last drawn; zero if there is none
}

// patience is the time after which progress is shown; pause is the minimum time between two updates.
const (
	patience = time.Second / 2
	pause    = time.Second / 10
)

// reportProgress shows that done of the given number of entries are processed, and reports whether to cancel. It is passed to
// [gm.OnProgress].
func (p *progress) reportProgress(done, total int, plan bool) (leave bool) {
	if p.d.screen == nil {
		return false
	}
	now := p.now()
	switch {
	case p.drawnAt.IsZero() && done == total:
		p.began = time.Time{} // the next work is separate, and shows nothing until it has taken as long
	case p.began.IsZero():
		p.began = now
	case now.Sub(p.began) >= patience && now.Sub(p.drawnAt) >= pause:
		p.drawnAt = now
		p.draw(done, total, plan)
	}
	return plan && p.d.screen.Escaped()
}

// draw draws the line over the last frame.
func (p *progress) draw(done, total int, plan bool) {
	p.d.screen.Hold(patience)
	text := fmt.Sprintf("%d of %d entries", done, total)
	if total == 0 {
		text = fmt.Sprintf("%d entries", done)
	}
	w, h := p.d.screen.Size()
	c := draw.NewCanvas(p.d.screen, &p.d.themes[p.d.theme], draw.NewRect(0, 0, w, h)).In(p.d.layout.keys)
	c.Clear()
	x := c.Text(1, 0, text, draw.RoleStrong) + 2
	if plan {
		x = c.Text(x, 0, "Esc", draw.RoleKey) + 1
		x = c.Text(x, 0, "cancel", draw.RoleDim) + 2
	}
	if total > 0 {
		c.Text(x, 0, draw.Bar(float64(done)/float64(total), min(30, c.W-x-1)), draw.RoleStrong)
	}
	p.d.screen.Show()
}

// finish removes the line when a frame is drawn.
func (p *progress) finish() {
	if !p.drawnAt.IsZero() {
		p.d.screen.Release()
	}
	p.began, p.drawnAt = time.Time{}, time.Time{}
}
