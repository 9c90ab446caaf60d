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
	if d.prompt.active && d.place() == atPrompt {
		if p := d.typedPage(); p != nil {
			return p
		}
	}
	if d.shown.page != nil {
		return d.shown.page
	}
	if e := d.shown.entry; e != nil && len(e.Outcomes)+len(e.Events) > 0 {
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
	v, err := d.session.Preview(text)
	if err != nil || v.Prospect == nil {
		return nil
	}
	return d.previewPage(&v, d.lay.inspector.h-1)
}

// idlePage is about the selected one.
func (d *Dashboard) idlePage() *page {
	a := d.session.State().Find(d.selected)
	if a == nil {
		return d.campaignPage()
	}
	p := &page{title: a.Name}
	if text := strings.Join(nonEmpty(a.Sheet.Person.Player, a.Side), " · "); text != "" {
		p.text(roleDim, text)
	}
	if a.Tool != nil {
		p.pair(roleText, "in hand", a.Tool.Label)
	}
	p.pair(roleText, "next", turnText(a))
	value, parts := d.session.Burden(a.Key)
	p.gap()
	p.pair(roleStrong, d.burdenLabel(), signed(value))
	for _, part := range parts {
		p.add(line{left: part.Label, note: part.Guide, right: signed(part.Value), indent: 2})
		d.source(p, part, 4)
	}
	d.stateLines(p, a)
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

// owedText is an owed item in a few words, behind the name of the one it is about.
func owedText(o rules.Owed) string {
	switch {
	case o.Kind == rules.OwedTick && o.Held != nil:
		return "· " + strings.ToLower(o.Held.Condition.Label)
	case o.Kind == rules.OwedAct:
		return "acts"
	}
	return "is ready"
}

// drawInspector draws a page in the panel on the right.
func (d *Dashboard) drawInspector(p pen, of *page) {
	r := roleTitle
	x := 1
	if d.focus == onInspector {
		x = p.text(0, 0, "▸", roleKey)
	}
	room := p.w - x - 1
	if of.right != "" && room > width(of.right)+8 {
		p.right(p.w-1, 0, of.right, roleDim)
		room -= width(of.right) + 2
	}
	p.fit(x, 0, room, of.title, r)
	d.inspector.draw(p.part(1, 1, p.w-2, p.h-1), of)
}
