package dashboard

import "hybrid/gm/dashboard/draw"

// notices are what went wrong with the session's file. They stand until they are acknowledged.
type notices struct {
	texts []string
	view  draw.Pager
}

func (v *notices) place() place { return atNotices }

// noticesOpen is the notices on top. They are there where their keys count.
func (d *Dashboard) noticesOpen() *notices { return d.over[len(d.over)-1].(*notices) }

// announce opens the notices that nobody has acknowledged yet, as soon as nothing else is open.
func (d *Dashboard) announce() {
	if list := d.session.Notices(); len(list) > 0 && !d.Busy() {
		d.push(&notices{texts: list})
	}
}

// acknowledge closes the notices for good.
func (d *Dashboard) acknowledge() {
	d.close()
	d.session.Acknowledge()
}

// draw draws the notices at the bottom of a region.
func (v *notices) draw(p draw.Canvas, edge bool) {
	of := &draw.Page{}
	rows := 0
	for _, text := range v.texts {
		l := draw.Line{Left: "! " + text, Role: draw.RoleBad}
		of.Add(l)
		rows += l.Height(p.W - 4)
	}
	need := min(p.H, rows+2)
	box := p.Part(0, p.H-need, p.W, need).Popup("The session", edge)
	v.view.Draw(box.Part(2, 0, box.W-3, box.H), of)
}
