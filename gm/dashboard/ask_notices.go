package dashboard

import "hybrid/gm/dashboard/draw"

// noticesView is an overlay that shows problems with the session's file, such as an unfinished last line, until they are acknowledged.
type noticesView struct {
	scrolledPage          // the scroll position and its keys
	texts        []string // problems, each in one or more sentences
}

// mode returns modeNotices, the mode whose keys notices use.
func (v *noticesView) mode() mode { return modeNotices }

// announceNotices opens the notices that are not acknowledged yet, unless another overlay or the prompt is open.
func (d *Dashboard) announceNotices() {
	if list := d.session.Notices(); len(list) > 0 && !d.IsBusy() {
		d.openOverlay(&noticesView{texts: list})
	}
}

// draw draws the notices above the prompt.
func (v *noticesView) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.popup)
	page := &draw.Page{}
	rows := 0
	for _, text := range v.texts {
		l := draw.PageLine{Left: "! " + text, Role: draw.RoleBad}
		page.Add(l)
		rows += l.Height(c.W - 4)
	}
	need := min(c.H, rows+2)
	box := c.Part(0, c.H-need, c.W, need).Popup("The session", false)
	v.pager.Draw(box.Part(2, 0, box.W-3, box.H), page)
}
