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

// Ways to flee: through an exit of the scene, or away from a side or a combatant, each with the time of arrival and the opponents who could
// catch up. Places are metres along one line. A combatant can have no place yet; it is then asked for first.

// fleeMenu lists the ways in which a combatant can flee, the best exit (command.WayOut) first, each with the time and the opponents who
// could catch up or intercept. If the combatant is moving, a row to continue comes first. Combatants that it can follow come last, those of
// other sides before its own. ← and → change the pace.
func (m menus) fleeMenu(a *rules.Actor) {
	s := m.d.session.State()
	switch {
	case !a.Placed && anyPlaced(s):
		m.placeForm(a)
		return
	case !a.Placed:
		m.distanceForm(a)
		return
	}
	if ok, why := a.CanMove(m.d.session.Rules()); !ok {
		m.d.showRefusal(a.Short + " can't move: " + rules.MidSentence(why.Label))
		return
	}
	var paces []*rules.Activity
	paceIndex := 0
	for _, speed := range a.Speeds(m.d.session.Rules()) {
		if speed.Activity.Stays {
			continue
		}
		if speed.Activity == command.UsualPace(m.d.session.Rules(), a) {
			paceIndex = len(paces)
		}
		paces = append(paces, speed.Activity)
	}
	if len(paces) == 0 {
		m.d.showRefusal(a.Short + " can't move away.")
		return
	}
	l := &picker{}
	item := func(words, label string) listItem {
		line := strings.Join([]string{"flee", a.Key, words, paces[paceIndex].Name}, " ")
		return m.offerFightInstead("Fleeing", listItem{name: words, label: label, line: line, lateHint: func() string { return m.d.journeyForecast(line, a.Key) }, run: func() { m.d.doLine(line) },
			inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
	}
	followItems := func() (items []listItem) {
		for _, o := range s.Actors {
			if o == a || !o.Placed || o.Place == a.Place {
				continue
			}
			line := strings.Join([]string{"move", a.Key, "to", o.Key, paces[paceIndex].Name}, " ")
			items = append(items, listItem{name: "after " + o.Key, label: "after " + o.Short + ", " + metres(math.Abs(o.Place-a.Place)), line: line, group: "follow",
				lateHint: func() string { return m.d.journeyForecast(line, a.Key) }, run: func() { m.d.doLine(line) }, inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
		}
		slices.SortStableFunc(items, func(x, y listItem) int { // other sides first; the names of items are "after " and the key
			return command.FalseFirst(s.Find(strings.TrimPrefix(x.name, "after ")).Side == a.Side, s.Find(strings.TrimPrefix(y.name, "after ")).Side == a.Side)
		})
		return items
	}
	l.load = func() (items []listItem) {
		l.title = a.Name + " › flee or follow ◂ " + rules.MidSentence(paces[paceIndex].Label) + " ▸"
		defer func() { items = slices.Concat(m.continueMoveItems(a), items, followItems()) }()
		pursuers := command.Pursuers(m.d.session.Rules(), s, a)
		e, ok := m.d.session.Campaign().Encounter(s.Encounter)
		if !ok || len(e.Exits) == 0 {
			others := m.otherSide(a)
			items = append(items, item("from "+others, "away from "+collect.Choose(others == "all", others, command.SideText(s, others))))
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
	l.turn = func(by int) { paceIndex = (paceIndex + by + len(paces)) % len(paces) }
	m.openLineMenu(l)
}

// offerFightInstead makes row offer to begin a fight while no one takes turns, and returns it. need names what needs turns, such as
// “Fleeing”.
func (m menus) offerFightInstead(need string, row listItem) listItem {
	if m.d.session.Game().AtRest() && !m.d.inRounds() {
		row.lateHint = func() string { return "needs a fight" }
		row.run = func() { m.beginTurns(needsTurns(need), "") }
	}
	return row
}

// placeForm asks for the place of a combatant that has none, while others have one, and then opens fleeMenu. It suggests the place of an
// ally.
func (m menus) placeForm(a *rules.Actor) {
	place := &formField{label: "at", number: true}
	near := collect.First(m.d.session.State().Actors, func(o *rules.Actor) bool { return o.Placed && o.Side == a.Side })
	place.setValue("0")
	if near != nil {
		place.setValue(draw.Tenths(near.Place))
	}
	place.suffix = func() string { return "metres" }
	f := &form{d: m.d, title: "Where is " + a.Short + "?", fields: []*formField{place}}
	f.line = func() string { return "place " + a.Key + " " + place.edit.Text }
	f.onSubmit = func() { m.fleeMenuOf(a.Key) }
	f.below = func() string {
		x, err := command.Amount(place.edit.Text, "place")
		if err != nil {
			return "Then the ways to flee, and whom to follow"
		}
		var texts []string
		for _, o := range m.d.session.State().Actors {
			if o.Placed {
				texts = append(texts, metres(math.Abs(o.Place-x))+" from "+o.Short)
			}
		}
		return strings.Join(texts, ", ")
	}
	m.d.openOverlay(f)
}

// fleeMenuOf closes all overlays and opens fleeMenu for the combatant with the given key, as it is in the current state.
func (m menus) fleeMenuOf(key string) {
	m.d.overlays = nil
	m.fleeMenu(m.d.session.State().Find(key))
}

// distanceForm asks how far another side is from a combatant's own if no one has a place yet, places both sides, and then opens fleeMenu.
func (m menus) distanceForm(a *rules.Actor) {
	distance := &formField{label: "the others at", number: true}
	distance.setValue("20")
	distance.suffix = func() string { return "metres" }
	f := &form{d: m.d, title: "How far are the others from " + collect.Choose(a.OpenSide() == "", a.Short, command.SideText(m.d.session.State(), a.OpenSide())) + "?", fields: []*formField{distance}}
	f.line = func() string { return "place " + m.otherSide(a) + " " + distance.edit.Text }
	f.onSubmit = func() {
		if m.d.doLine("place " + cmp.Or(a.OpenSide(), a.Key) + " 0") {
			m.fleeMenuOf(a.Key)
		}
	}
	f.below = func() string { return "Then the ways to flee, and whom to follow" }
	m.d.openOverlay(f)
}

// continueMoveItems returns a row that lets a combatant continue its movement, or nil if it isn't moving or can't act now.
func (m menus) continueMoveItems(a *rules.Actor) []listItem {
	if a.Going == nil || !a.Open && !a.Waiting {
		return nil
	}
	return []listItem{{name: "keep going", label: "keep going", line: m.fasterLine(a), run: func() { m.continueMove(a) }}}
}

// fasterLine returns the line that raises the pace of a moving combatant to the one that it set out with, as found in the log, or "" if it
// already moves at that pace or can't reach it yet.
func (m menus) fasterLine(a *rules.Actor) string {
	log := m.d.session.Log()
	for i := len(log) - 1; i >= 0; i-- {
		entry, err := m.d.session.Entry(log[i].Seq())
		setsOut := func(e rules.Event) bool { return e.Kind == rules.EventPlace && e.Going != nil && e.Who == a.Key }
		if err != nil || entry.Who != a.Key || entry.Undone || !slices.ContainsFunc(entry.Events, setsOut) {
			continue
		}
		pace := m.d.session.Game().Pace(entry.Line)
		to := cmp.Or(a.Going.Whom, draw.Tenths(a.Going.To))
		if e, known := m.d.session.Campaign().Encounter(m.d.session.State().Encounter); known {
			for _, exit := range e.Exits {
				if a.Going.Whom == "" && exit.Label == a.Going.Name {
					to = exit.Name
				}
			}
		}
		line := "move " + a.Key + " to " + to + " "
		if pace != nil && !slices.Contains(a.Activities, pace) {
			if _, err := m.d.foresee(line + pace.Name); err == nil {
				return line + pace.Name
			}
		}
		return ""
	}
	return ""
}

// continueMove lets a moving combatant continue, faster if it can, and ends its turn by waiving the declaration. A message about the
// movement stays visible.
func (m menus) continueMove(a *rules.Actor) {
	if line := m.fasterLine(a); line != "" && !m.d.doLine(line) {
		return
	}
	message := m.d.message
	if now := m.d.session.State().Find(a.Key); now != nil && now.Open && m.d.doLine("waive "+a.Key) && message.text != "" {
		m.d.message = message
	}
}

// otherSide returns the word for the first side other than the one that the players know as a combatant's own, or "all" if there is none.
func (m menus) otherSide(a *rules.Actor) string {
	return collect.First(m.d.sideWords(), func(side string) bool { return side != a.OpenSide() })
}

// journeyForecast describes the movement of the combatant with the key who after a line: when it arrives, and which opponents could catch
// up. If the line is impossible, it returns the reason.
func (v *view) journeyForecast(line, who string) string {
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
		pursuit = "" // NoPursuit holds only if every roll for the pace succeeds, so it isn't shown
	}
	if j, ok := v.journeyOf(s, a); ok && j.Whom != nil && pursuit != "" { // a pursuit of a combatant, whose text contains the count
		if f.AtBest != nil && !strings.HasPrefix(pursuit, command.TooSlow) {
			pursuit += " at best"
		}
		return pursuit
	}
	parts := []string{v.arrivalText(line, who), pursuit}
	return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · ")
}

// reportJourney shows a message about a movement in an entry: which opponents could catch up with a combatant that set out, or that one has
// reached an exit.
func (d *Dashboard) reportJourney(entry *gm.Entry) {
	s := d.session.State()
	for i := range entry.Events {
		e := &entry.Events[i]
		a := s.Find(e.Who)
		if e.Kind != rules.EventPlace || a == nil {
			continue
		}
		if e.Going != nil && a.Going != nil && e.Who == entry.Who {
			if text := command.Pursuit(d.session.Rules(), s, a); text != "" && a.Pace(d.session.Rules()) > 0 {
				d.showMessage(a.Short + ": " + text)
			}
			return
		}
		encounter, ok := d.session.Campaign().Encounter(s.Encounter)
		if !ok || e.Going != nil || a.Going != nil {
			continue
		}
		for _, exit := range encounter.Exits {
			if exit.Place == a.Place {
				d.showMessage(a.Short + " got out at " + exit.Label + ". Select " + a.Short + ", then press - to remove.")
			}
		}
	}
}
