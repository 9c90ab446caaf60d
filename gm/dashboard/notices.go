package dashboard

// notices are what went wrong with the session's file. They stand until they are acknowledged.
type notices struct {
	texts []string
	view  pager
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
func (v *notices) draw(p pen, edge bool) {
	of := &page{}
	rows := 0
	for _, text := range v.texts {
		l := line{left: "! " + text, role: roleBad}
		of.add(l)
		rows += l.height(p.w - 4)
	}
	need := min(p.h, rows+2)
	box := p.part(0, p.h-need, p.w, need).popup("The session", edge)
	v.view.draw(box.part(2, 0, box.w-3, box.h), of)
}
