package dashboard

import (
	"fmt"
	"time"

	"hybrid/gm/dashboard/draw"
)

// The progress of long work that the session does in the event loop, during which no frame can be drawn. An example is replaying the
// entries of the log after a change of the past; a plan is the preview of such a change. Work in the background is in ask_beside.go.

// progress shows, in place of the keys, the progress of work that takes longer than progressDelay. Until the work is finished, keys are
// dropped, except Esc, which cancels the replay for a plan to change the past.
type progress struct {
	d       *Dashboard
	now     func() time.Time // returns the current time; replaced in tests
	began   time.Time        // time of the first report since the last frame; zero if there was none
	drawnAt time.Time        // time when the line of progress was last drawn; zero if it isn't on the screen
}

// progressDelay is the time that work takes before its progress is shown; progressInterval is the minimum time between two updates.
const (
	progressDelay    = time.Second / 2
	progressInterval = time.Second / 10
)

// reportProgress shows that done of total entries are processed, if it is time for an update; total is 0 if it isn't known. plan is set
// if the work is for a plan to change the past, which Esc cancels; cancel is then set once Esc was pressed. reportProgress is passed to
// [gm.OnProgress].
func (p *progress) reportProgress(done, total int, plan bool) (cancel bool) {
	if p.d.screen == nil {
		return false
	}
	now := p.now()
	switch {
	case p.drawnAt.IsZero() && done == total:
		p.began = time.Time{} // finished before it was shown; the next work is timed from its own first report
	case p.began.IsZero():
		p.began = now
	case now.Sub(p.began) >= progressDelay && now.Sub(p.drawnAt) >= progressInterval:
		p.drawnAt = now
		p.draw(done, total, plan)
	}
	return plan && p.d.screen.WasEscapePressed()
}

// draw draws the line of progress over the last frame, and has the screen drop keys until finish is called or progressDelay has passed.
func (p *progress) draw(done, total int, plan bool) {
	p.d.screen.Hold(progressDelay)
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

// finish ends the progress once a frame was drawn over its line, and lets keys through again.
func (p *progress) finish() {
	if !p.drawnAt.IsZero() {
		p.d.screen.Release()
	}
	p.began, p.drawnAt = time.Time{}, time.Time{}
}
