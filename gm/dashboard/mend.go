package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
)

// mendView shows what a change of the past would come to, before and after side by side, to be accepted or refused.
type mendView struct {
	plan *gm.Mended
	top  int
	rows int
	room int
}

func (v *mendView) place() place { return atMend }

// mendOpen is the plan on top. There is one where its keys count.
func (d *Dashboard) mendOpen() *mendView { return d.over[len(d.over)-1].(*mendView) }

func (v *mendView) scroll(by int) { v.top = max(0, min(v.top+by, v.rows-v.room)) }

// pair is one row of the comparison: what was, and what is now; or one text across.
type pair struct {
	was, now string
	across   string
	role     draw.Role
}

// draw draws the plan over the whole region.
func (v *mendView) draw(p draw.Canvas) {
	p.Clear()
	p.Rule(0, v.plan.Title, draw.RoleTitle)
	body := p.Part(1, 1, p.W-2, p.H-1)
	list := v.pairs(body.W)
	v.rows, v.room = len(list), body.H
	v.scroll(0)
	half := body.W/2 - 1
	for y, row := range list[v.top:min(len(list), v.top+body.H)] {
		if row.was == "" && row.now == "" {
			body.Fit(0, y, body.W, row.across, row.role)
			continue
		}
		body.Fit(0, y, half, row.was, draw.RoleDim)
		body.Text(half, y, "│", draw.RoleRule)
		body.Fit(half+2, y, body.W-half-2, row.now, row.role)
	}
	if v.top > 0 {
		p.Text(p.W-1, 1, "▲", draw.RoleKey)
	}
	if v.top+v.room < v.rows {
		p.Text(p.W-1, p.H-1, "▼", draw.RoleKey)
	}
}

// pairs is the comparison in rows of a width: what it comes to in the end first, then entry by entry.
func (v *mendView) pairs(wide int) (list []pair) {
	across := func(text string, r draw.Role) {
		for _, row := range draw.Wrap(text, wide) {
			list = append(list, pair{across: row, role: r})
		}
	}
	across("In the end", draw.RoleTitle)
	if len(v.plan.Effects) == 0 {
		across("nothing is different", draw.RoleDim)
	}
	for _, text := range v.plan.Effects {
		across(text, draw.RoleStrong)
	}
	same := 0
	for i := range v.plan.Entries {
		e := &v.plan.Entries[i]
		if e.Same && e.Was == e.Now {
			same++
			continue
		}
		across("", draw.RoleText)
		list = append(list, v.entry(e, wide/2-2)...)
	}
	across("", draw.RoleText)
	if same > 0 {
		across(draw.Number(float64(same))+" more stay as they were", draw.RoleDim)
	}
	return list
}

// entry is one entry before and after, in columns of a width.
func (v *mendView) entry(e *gm.Remade, wide int) (list []pair) {
	head := "new"
	if e.Seq > 0 {
		head = "entry " + draw.Number(float64(e.Seq))
	}
	list = append(list, pair{across: head, role: draw.RoleKey})
	now, r := e.Now, draw.RoleStrong
	switch {
	case e.Refused != "":
		now, r = "! not any more: "+e.Refused, draw.RoleBad
	case e.Now == "":
		now, r = "! never happened", draw.RoleBad
	case e.Same:
		r = draw.RoleText
	}
	for _, die := range e.New {
		how := " rolled "
		if die.Typed {
			how = " typed "
		}
		now += " · new die: " + die.Die + " for " + strings.ToLower(die.For) + how + draw.Number(float64(die.Result))
	}
	was := e.Was
	if was == "" {
		was = "–"
	}
	before, after := draw.Wrap(was, wide), draw.Wrap(now, wide)
	for i := range max(len(before), len(after)) {
		row := pair{role: r, was: " ", now: " "}
		if i < len(before) {
			row.was = before[i]
		}
		if i < len(after) {
			row.now = after[i]
		}
		list = append(list, row)
	}
	return list
}

// told shows what a line that only looks has to say: a plan to change the past, or its lines.
func (d *Dashboard) told(e *gm.Entry) {
	if plan := d.session.Plan(); plan != nil && plan.Title == e.Title {
		d.push(&mendView{plan: plan})
		return
	}
	if len(e.Lines) == 1 {
		d.say(e.Lines[0])
		return
	}
	p := &draw.Page{Title: e.Title}
	for _, text := range e.Lines {
		p.Text(draw.RoleText, text)
	}
	d.show(p)
}

// mendFurther leaves the plan as it is, so that the next change comes to it.
func (d *Dashboard) mendFurther() {
	d.close()
	d.say("what was planned stays: the next change comes to it; : accept or : refuse ends it")
}
