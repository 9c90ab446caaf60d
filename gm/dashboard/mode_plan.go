package dashboard

import (
	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"

	"cmp"
)

// The plan of a changed past: the entries of the log as they were and as they would be, side by side, to accept or discard. A plan
// (gm.Amendment) has the effects on the current state, and for each replayed entry its text before (Was) and after the change (Now). Now is
// "" if the entry doesn't happen any more; Refused is then the reason, unless the entry was deleted.

// planView is the overlay with the consequences of a change of the past. It is built for one plan and scrolled by rows.
type planView struct {
	plan    *gm.Amendment // the change and its consequences
	winText string        // text about the chance to win, without and with the plan; "" if chances are off or it isn't computed yet
	top     int           // index of the first visible row
	rows    int           // number of rows of the comparison, as last drawn
	room    int           // number of rows available for the comparison, as last drawn
}

// mode returns the mode whose keys a plan uses.
func (v *planView) mode() mode { return modePlan }

// wheel scrolls three rows at a time.
func (v *planView) wheel(by int) { v.scroll(3 * by) }

// screenful returns the number of rows shown at once.
func (v *planView) screenful() int { return v.room }

// scroll scrolls by a number of rows, down if by is positive.
func (v *planView) scroll(by int) { v.top = max(0, min(v.top+by, v.rows-v.room)) }

// planRow is one row of the comparison: a text before and after the change, or one across both columns.
type planRow struct {
	oldText, newText string    // texts of the two columns; both "" in a row across both
	across           string    // text across both columns
	role             draw.Role // style of newText or across; oldText is always dimmed
}

// draw draws the plan on the whole screen.
func (v *planView) draw(c draw.Canvas, lay *layout) {
	c = c.In(lay.page)
	c.Clear()
	c.Rule(0, v.plan.Title, draw.RoleTitle)
	body := c.Part(1, 1, c.W-2, c.H-1)
	list := v.planRows(body.W)
	v.rows, v.room = len(list), body.H
	v.scroll(0)
	half := body.W/2 - 1
	for y, row := range list[v.top:min(len(list), v.top+body.H)] {
		if row.oldText == "" && row.newText == "" { // across, which can be empty
			body.Fit(0, y, body.W, row.across, row.role)
			continue
		}
		body.Fit(0, y, half, row.oldText, draw.RoleDim)
		body.Text(half, y, "│", draw.RoleRule)
		body.Fit(half+2, y, body.W-half-2, row.newText, row.role)
	}
	if v.top > 0 {
		c.Text(c.W-1, 1, "▲", draw.RoleKey)
	}
	if v.top+v.room < v.rows {
		c.Text(c.W-1, c.H-1, "▼", draw.RoleKey)
	}
}

// planRows returns the comparison in rows of width cells: first how the current state changes, then how each entry changes. Unchanged
// entries are only counted.
func (v *planView) planRows(width int) (list []planRow) {
	addAcross := func(text string, r draw.Role) {
		list = append(list, collect.Map(draw.Wrap(text, width), func(row string) planRow { return planRow{across: row, role: r} })...)
	}
	addAcross("Changes now", draw.RoleTitle)
	if len(v.plan.Effects) == 0 {
		addAcross("nothing", draw.RoleDim)
	}
	for _, effect := range v.plan.Effects {
		addAcross(effect.String(), draw.RoleStrong)
	}
	if v.winText != "" {
		addAcross(v.winText, draw.RoleText)
	}
	same := 0 // number of unchanged entries
	for i := range v.plan.Entries {
		e := &v.plan.Entries[i]
		if e.Same && e.Was == e.Now {
			same++
			continue
		}
		addAcross("", draw.RoleText)
		list = append(list, v.entryRows(e, width/2-2)...)
	}
	addAcross("", draw.RoleText)
	if same > 0 {
		addAcross(command.CountText(same, "later entry", "later entries")+" unchanged", draw.RoleDim)
	}
	return list
}

// entryRows returns the rows of one entry, before and after the change, with each of the two columns width cells wide.
func (v *planView) entryRows(e *gm.Redecision, width int) (list []planRow) {
	head := "new"
	if e.Seq > 0 {
		head = "entry " + draw.Tenths(float64(e.Seq))
	}
	list = append(list, planRow{across: head, role: draw.RoleKey})
	newText, r := e.Now, draw.RoleStrong
	switch {
	case e.Refused != "":
		newText, r = "! cancelled: "+e.Refused, draw.RoleBad
	case e.Now == "":
		newText, r = "! deleted", draw.RoleBad
	case e.Same:
		r = draw.RoleText
	}
	withoutResult := func(d rules.Die) rules.Die { d.Result, d.Face = 0, ""; return d }
	for i, die := range e.New { // dice that differ only in their results share a text
		if i == 0 || withoutResult(e.New[i-1]) != withoutResult(die) {
			newText += " · new die: " + die.Die + " for " + rules.MidSentence(die.For) + collect.Choose(die.Typed, " typed", " rolled")
		}
		newText += " " + draw.Tenths(float64(die.Result))
	}
	oldText := cmp.Or(e.Was, "–")
	before, after := draw.Wrap(oldText, width), draw.Wrap(newText, width)
	for i := range max(len(before), len(after)) {
		row := planRow{role: r, oldText: " ", newText: " "} // spaces, since two empty texts would stand for across
		if i < len(before) {
			row.oldText = before[i]
		}
		if i < len(after) {
			row.newText = after[i]
		}
		list = append(list, row)
	}
	return list
}

// planKeptText is the message shown if a plan is kept for further changes.
const planKeptText = "The plan is kept. Amend more, then type `accept` or `refuse`."
