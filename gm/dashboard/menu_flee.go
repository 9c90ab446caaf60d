package dashboard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Ways to flee: exits and sides, with when one is there and who could catch up.

// fleeMenu lists the ways by which a combatant can flee, the likeliest first, each with when it is out and who could
// catch up or head it off. ← and → turn the pace.
func (m menus) fleeMenu(a *rules.Actor) {
	s := m.d.session.State()
	if !a.Placed {
		m.d.refuse(a.Short + " has no place on the line. Press M to set one, or - to remove " + a.Short + ".")
		return
	}
	if ok, why := a.CanMove(m.d.session.Rules()); !ok {
		m.d.refuse(a.Short + " can't move: " + rules.MidSentence(why.Label))
		return
	}
	var paces []*rules.Activity
	at := 0
	for _, speed := range a.Speeds(m.d.session.Rules()) {
		if speed.Activity.Stays {
			continue
		}
		if speed.Activity == command.UsualPace(m.d.session.Rules(), a) {
			at = len(paces)
		}
		paces = append(paces, speed.Activity)
	}
	if len(paces) == 0 {
		m.d.refuse(a.Short + " can't move away.")
		return
	}
	l := &picker{}
	item := func(words, label string) listItem {
		line := strings.Join([]string{"flee", a.Key, words, paces[at].Name}, " ")
		return listItem{name: words, label: label, line: line, lateHint: func() string { return m.d.wayText(line, a.Key) }, run: func() { m.d.do(line) },
			inspect: func() *draw.Page { return m.d.pages.previewLine(line) }}
	}
	l.load = func() (items []listItem) {
		l.title = a.Name + " › flee ◂ " + rules.MidSentence(paces[at].Label) + " ▸"
		pursuers := command.Pursuers(m.d.session.Rules(), s, a)
		e, ok := m.d.session.Campaign().Encounter(s.Encounter)
		if !ok || len(e.Exits) == 0 {
			items = append(items, item("from "+m.othersOf(a), "away from "+m.othersOf(a)))
			items = append(items, collect.Map(pursuers, func(o *rules.Actor) listItem { return item("from "+o.Key, "away from "+o.Name) })...)
			return items
		}
		way := command.WayOut(e.Exits, a, pursuers)
		for i := range e.Exits {
			exit := item("to "+e.Exits[i].Name, e.Exits[i].Label+", "+metres(math.Abs(e.Exits[i].Place-a.Place)))
			if &e.Exits[i] == way {
				items = slices.Insert(items, 0, exit)
			} else {
				items = append(items, exit)
			}
		}
		return items
	}
	l.turn = func(by int) { at = (at + by + len(paces)) % len(paces) }
	m.pushLineMenu(l)
}

// othersOf returns a side that a combatant is not of, as a line names it.
func (m menus) othersOf(a *rules.Actor) string {
	return collect.First(m.d.sides(), func(side string) bool { return side != a.Side })
}

// wayText says when a combatant would be where a line lets it go, and who could catch up.
func (v *view) wayText(line, who string) string {
	f, err := v.foresee(line)
	if err != nil {
		text, _ := errorText(err)
		return text
	}
	s := cmp.Or(f.AtBest, f.After)
	a := s.Find(who)
	if a == nil {
		return ""
	}
	pursuit := command.Pursuit(v.session.Rules(), s, a)
	if f.AtBest != nil && pursuit == command.NoPursuit {
		pursuit = "" // it depends on the rolls
	}
	if j, ok := v.journeyOf(s, a); ok && j.Whom != nil && pursuit != "" { // it has the count
		if f.AtBest != nil && !strings.HasPrefix(pursuit, command.TooSlow) {
			pursuit += " at best"
		}
		return pursuit
	}
	parts := []string{v.arrival(line, who), pursuit}
	return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · ")
}

// sayWay says what comes of the way on which an entry lets a combatant go: who could catch up with it; and that it has come to
// an exit.
func (d *Dashboard) sayWay(entry *gm.Entry) {
	s := d.session.State()
	for i := range entry.Events {
		e := &entry.Events[i]
		a := s.Find(e.Who)
		if e.Kind != rules.EventPlace || a == nil {
			continue
		}
		if e.Going != nil && a.Going != nil && e.Who == entry.Who {
			if text := command.Pursuit(d.session.Rules(), s, a); text != "" {
				d.say(a.Short + ": " + text)
			}
			return
		}
		encounter, ok := d.session.Campaign().Encounter(s.Encounter)
		if !ok || e.Going != nil || a.Going != nil {
			continue
		}
		for _, exit := range encounter.Exits {
			if exit.Place == a.Place {
				d.say(a.Short + " got out at " + exit.Label + ". Select " + a.Short + ", then press - to remove.")
			}
		}
	}
}
