package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// shownEntry is what the inspector was asked to show.
type shownEntry struct {
	entry *gm.Entry
	terms bool
	page  *page // something else than an entry
}

// showEntry shows an entry in the inspector, with or without the terms of its numbers.
func (d *Dashboard) showEntry(e *gm.Entry, terms bool) {
	d.shown = shownEntry{entry: e, terms: terms}
	d.inspector.top = 0
}

// asked is the page that somebody wants to see now; nil if nobody asked for one.
func (d *Dashboard) asked() *page {
	for i := len(d.over) - 1; i >= 0; i-- {
		if list, ok := d.over[i].(*picker); ok && list.page != nil {
			return list.page(list.current())
		}
	}
	if d.past != nil {
		return d.pastPage()
	}
	if d.prompt.active && d.place() == atPrompt {
		if p := d.typedPage(); p != nil {
			return p
		}
	}
	if d.shown.page != nil {
		return d.shown.page
	}
	if e := d.shown.entry; e != nil && (d.shown.terms || len(e.Outcomes) > 0) {
		return d.entryPage(e, d.shown.terms)
	}
	return nil
}

// typedPage is what the line at the prompt would do; nil if it says nothing yet.
func (d *Dashboard) typedPage() *page {
	text := strings.TrimSpace(d.prompt.edit.text)
	if text == "" {
		return nil
	}
	v, err := d.preview(text)
	if err == nil && (v.Prospect != nil || v.Counts > 0) {
		return d.previewPage(&v, text, d.lay.inspector.w-2, d.lay.inspector.h-1)
	}
	f, err := d.foresee(text)
	if err != nil || f.Rolls {
		return nil
	}
	if p := d.linePage(text); len(p.lines) > 0 && f.Before != f.After {
		return p
	}
	return nil
}

// idlePage is about the selected one, or about the campaign.
func (d *Dashboard) idlePage() *page {
	if a := d.now().Find(d.selected); a != nil {
		return d.actorPage(a)
	}
	return d.campaignPage()
}

// actorPage is somebody in short: what is in hand, what comes next, and what burdens.
func (d *Dashboard) actorPage(a *rules.Actor) *page {
	p := &page{title: a.Name}
	if text := strings.Join(nonEmpty(a.Sheet.Person.Player, a.Side), " · "); text != "" {
		p.text(roleDim, text)
	}
	if a.Tool != nil {
		p.pair(roleText, "in hand", a.Tool.Label)
	}
	p.pair(roleText, "next", turnText(a))
	for doing := a.Doing; doing != nil; doing = doing.Beside {
		p.text(roleBusy, d.doingMark(doing).text)
	}
	d.placeLines(p, a)
	value, parts := d.session.Burden(a.Key)
	if d.now() != d.session.State() {
		value, parts = d.burdenOf(a), nil
	}
	p.gap()
	p.pair(roleStrong, d.burdenLabel(), signed(value))
	for _, part := range parts {
		p.add(line{left: part.Label, note: part.Guide, right: signed(part.Value), indent: 2})
		d.source(p, part, 4)
	}
	d.stateLines(p, a)
	favouriteLines(p, a)
	if a.Sheet.Person.Notes != "" {
		p.gap()
		p.text(roleDim, a.Sheet.Person.Notes)
	}
	return p
}

func (d *Dashboard) campaignPage() *page {
	campaign := d.session.Campaign()
	p := &page{title: campaign.Label}
	p.text(roleText, campaign.Notes)
	return p
}

// turnText says when somebody acts next.
func turnText(a *rules.Actor) string {
	switch {
	case a.Open:
		return "declares now"
	case a.Waiting:
		return "waits"
	case a.Doing != nil:
		return "acts at " + number(a.Doing.At)
	case a.Turn >= 0:
		return "ready at " + number(a.Turn)
	}
	return "nothing"
}

// drawInspector draws a page in the panel on the right. A long title goes on in a second row.
func (d *Dashboard) drawInspector(p pen, of *page) {
	if d.focus == onInspector {
		p.text(0, 0, "▸", roleKey)
	}
	room := p.w - 2
	right := of.right
	if width(of.title)+width(right)+1 > room {
		right, _, _ = strings.Cut(right, " (")
	}
	if right != "" {
		p.right(p.w-1, 0, right, roleDim)
		room -= width(right) + 1
	}
	rows := []string{of.title}
	if width(of.title) > room {
		rows = wrap(of.title, room)
	}
	if len(rows) > 2 {
		rows = []string{rows[0], strings.Join(rows[1:], " ")}
	}
	for y, row := range rows {
		p.fit(1, y, room, row, roleTitle)
	}
	d.inspector.draw(p.part(1, len(rows), p.w-1, p.h-len(rows)), of)
}
