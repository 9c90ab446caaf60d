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

// Ways to flee: through an exit of the scene, or away from a side or a combatant, each with the time of arrival and the opponents who
// could catch up. Places are metres along one line. If a combatant has no place yet, the user is first asked for it. A pace is an
// activity by which a combatant moves, such as running. A combatant that is moving has a destination (Going); once its turn has come, it
// is Open.

// fleeList is the open list of ways in which a combatant can flee, and of combatants that it can follow.
type fleeList struct {
	m     menus
	state *rules.State      // state when the list was opened
	actor *rules.Actor      // combatant that flees or follows, in that state
	paces []*rules.Activity // paces at which it can move, in the order of Actor.Speeds
	pace  int               // index of the pace that the rows use; ← and → change it
}

// openFleeMenu lists the ways in which a combatant can flee, the best exit (command.EscapeExit) first, each with the time and the opponents who
// could catch up or intercept. If the combatant is moving, a row to continue comes first. Combatants that it can follow come last, those of
// other sides before its own. ← and → change the pace.
func (m menus) openFleeMenu(a *rules.Actor) {
	switch {
	case !a.Placed && hasPlacedActor(m.d.session.State()):
		m.openPlaceForm(a)
		return
	case !a.Placed:
		m.openDistanceForm(a)
		return
	}
	rs := m.d.session.Rules()
	if ok, why := a.CanMove(rs); !ok {
		m.d.showRefusal(a.Short + " can't move: " + rules.MidSentence(why.Label))
		return
	}
	f := &fleeList{m: m, state: m.d.session.State(), actor: a}
	for _, speed := range a.Speeds(rs) {
		if speed.Activity.Stays {
			continue
		}
		if speed.Activity == command.UsualPace(rs, a) {
			f.pace = len(f.paces)
		}
		f.paces = append(f.paces, speed.Activity)
	}
	if len(f.paces) == 0 {
		m.d.showRefusal(a.Short + " can't move away.")
		return
	}
	l := &picker{}
	l.load = func() []listItem {
		l.title = a.Name + " › flee or follow ◂ " + rules.MidSentence(f.paces[f.pace].Label) + " ▸"
		return slices.Concat(m.continueMoveItems(a), f.wayItems(), f.followItems())
	}
	l.onArrow = func(by int) { f.pace = (f.pace + by + len(f.paces)) % len(f.paces) }
	m.openLineMenu(l)
}

// wayItems returns a row for each exit, the best first, or, in a scene without exits, for each side and combatant to flee from.
func (f *fleeList) wayItems() (items []listItem) {
	s, a := f.state, f.actor
	pursuers := command.Pursuers(f.m.d.session.Rules(), s, a)
	e, ok := f.m.d.session.Campaign().Encounter(s.Encounter)
	if !ok || len(e.Exits) == 0 {
		others := f.m.otherSideWord(a)
		items = append(items, f.wayItem("from "+others, "away from "+collect.Choose(others == "all", others, command.SideText(s, others))))
		return append(items, collect.Map(pursuers, func(o *rules.Actor) listItem { return f.wayItem("from "+o.Key, "away from "+o.Name) })...)
	}
	way := command.EscapeExit(e.Exits, a, pursuers)
	for i := range e.Exits {
		exit := f.wayItem("to "+e.Exits[i].Name, e.Exits[i].Label+", "+metres(math.Abs(e.Exits[i].Place-a.Place)))
		if &e.Exits[i] == way {
			items = slices.Insert(items, 0, exit)
		} else {
			items = append(items, exit)
		}
	}
	return items
}

// wayItem returns the row of a way to flee; words name the way in a line, such as "to gate" or "from goblins".
func (f *fleeList) wayItem(words, label string) listItem {
	m := f.m
	line := strings.Join([]string{"flee", f.actor.Key, words, f.paces[f.pace].Name}, " ")
	return m.offerFightInstead("Fleeing", listItem{name: words, label: label, line: line, lateHint: func() string { return m.d.journeyForecast(line, f.actor.Key) },
		run: func() { m.d.doLine(line) }, inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
}

// followItems returns a row for each combatant at another place, to move there: those of other sides first.
func (f *fleeList) followItems() (items []listItem) {
	m, a := f.m, f.actor
	others := slices.Clone(f.state.Actors)
	slices.SortStableFunc(others, func(x, y *rules.Actor) int { return command.FalseFirst(x.Side == a.Side, y.Side == a.Side) })
	for _, o := range others {
		if o == a || !o.Placed || o.Place == a.Place {
			continue
		}
		line := strings.Join([]string{"move", a.Key, "to", o.Key, f.paces[f.pace].Name}, " ")
		items = append(items, listItem{name: "after " + o.Key, label: "after " + o.Short + ", " + metres(math.Abs(o.Place-a.Place)), line: line, group: "follow",
			lateHint: func() string { return m.d.journeyForecast(line, a.Key) }, run: func() { m.d.doLine(line) }, inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
	}
	return items
}

// offerFightInstead makes row offer to begin a fight while no one takes turns, and returns it. need names what needs turns, such as
// “Fleeing”.
func (m menus) offerFightInstead(need string, row listItem) listItem {
	if m.d.session.Game().AtRest() && !m.d.inRounds() {
		row.lateHint = func() string { return "needs a fight" }
		row.run = func() { m.beginTurns(needsFightText(need), "") }
	}
	return row
}

// openPlaceForm asks for the place of a combatant that has none, while others have one, and then opens openFleeMenu. It suggests the place of an
// ally.
func (m menus) openPlaceForm(a *rules.Actor) {
	place := &formField{label: "at", number: true}
	near := collect.First(m.d.session.State().Actors, func(o *rules.Actor) bool { return o.Placed && o.Side == a.Side })
	place.setValue("0")
	if near != nil {
		place.setValue(draw.Tenths(near.Place))
	}
	place.suffix = func() string { return "metres" }
	f := &form{d: m.d, title: "Where is " + a.Short + "?", fields: []*formField{place}}
	f.line = func() string { return "place " + a.Key + " " + place.edit.Text }
	f.onSubmit = func() { m.openFleeMenuForKey(a.Key) }
	f.below = func() string {
		x, err := command.ParseAmount(place.edit.Text, "place")
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

// openFleeMenuForKey closes all overlays and opens openFleeMenu for the combatant with the given key, as it is in the current state.
func (m menus) openFleeMenuForKey(key string) {
	m.d.overlays = nil
	m.openFleeMenu(m.d.session.State().Find(key))
}

// openDistanceForm asks how far another side is from a combatant's own if no one has a place yet, places both sides, and then opens openFleeMenu.
func (m menus) openDistanceForm(a *rules.Actor) {
	distance := &formField{label: "the others at", number: true}
	distance.setValue("20")
	distance.suffix = func() string { return "metres" }
	own := collect.Choose(a.ApparentSide() == "", a.Short, command.SideText(m.d.session.State(), a.ApparentSide()))
	f := &form{d: m.d, title: "How far are the others from " + own + "?", fields: []*formField{distance}}
	f.line = func() string { return "place " + m.otherSideWord(a) + " " + distance.edit.Text }
	f.onSubmit = func() {
		if m.d.doLine("place " + cmp.Or(a.ApparentSide(), a.Key) + " 0") {
			m.openFleeMenuForKey(a.Key)
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

// fasterLine returns the line that raises the pace of a moving combatant to the one that was declared when it set out, according to the
// log, or "" if it already moves at that pace or can't reach it yet.
func (m menus) fasterLine(a *rules.Actor) string {
	log := m.d.session.Log()
	for i := len(log) - 1; i >= 0; i-- {
		entry, err := m.d.session.Entry(log[i].Seq())
		setsOut := func(e rules.Event) bool { return e.Kind == rules.EventPlace && e.Going != nil && e.Who == a.Key }
		if err != nil || entry.Who != a.Key || entry.Undone || !slices.ContainsFunc(entry.Events, setsOut) {
			continue
		}
		pace := m.d.session.Game().Pace(entry.Line)
		to := cmp.Or(a.Going.Whom, draw.Tenths(a.Going.To)) // destination in a line: a combatant, metres or an exit
		if e, known := m.d.session.Campaign().Encounter(m.d.session.State().Encounter); known {
			for _, exit := range e.Exits {
				if a.Going.Whom == "" && exit.Label == a.Going.Name {
					to = exit.Name
				}
			}
		}
		line := "move " + a.Key + " to " + to + " "
		if pace != nil && !slices.Contains(a.Activities, pace) {
			if _, err := m.d.dryRun(line + pace.Name); err == nil {
				return line + pace.Name
			}
		}
		return ""
	}
	return ""
}

// continueMove lets a moving combatant continue, faster if it can, and ends its turn by waiving (skipping) the declaration. A message about
// the movement stays visible.
func (m menus) continueMove(a *rules.Actor) {
	if line := m.fasterLine(a); line != "" && !m.d.doLine(line) {
		return
	}
	message := m.d.message
	if now := m.d.session.State().Find(a.Key); now != nil && now.Open && m.d.doLine("waive "+a.Key) && message.text != "" {
		m.d.message = message
	}
}

// otherSideWord returns the word for the first side that isn't, as far as the players know, the combatant's own, or "all" if there is none.
func (m menus) otherSideWord(a *rules.Actor) string {
	return collect.First(m.d.sideWords(), func(side string) bool { return side != a.ApparentSide() })
}

// journeyForecast describes the movement of a combatant after a line: when it arrives, and which opponents could catch up. who is the
// combatant's key. If the line is impossible, it returns the reason.
func (v *view) journeyForecast(line, who string) string {
	f, err := v.dryRun(line)
	if err != nil {
		text, _ := errorText(err)
		return text
	}
	s := cmp.Or(f.AtBest, f.After) // AtBest, set if rolls decide when the pace is reached, is the state if all of them succeed
	a := s.Find(who)
	if a == nil {
		return ""
	}
	pursuit := command.PursuitText(v.session.Rules(), s, a)
	if f.AtBest != nil && pursuit == command.NoPursuit {
		pursuit = "" // NoPursuit holds only if every roll for the pace succeeds, so it isn't shown
	}
	if j, ok := v.journeyOf(s, a); ok && j.Whom != nil && pursuit != "" { // follows a combatant; pursuit has the count of arrival
		if f.AtBest != nil && !strings.HasPrefix(pursuit, command.TooSlow) {
			pursuit += " at best" // if every roll for the pace succeeds
		}
		return pursuit
	}
	parts := []string{v.arrivalText(line, who), pursuit}
	return strings.Join(slices.DeleteFunc(parts, func(text string) bool { return text == "" }), " · ")
}

// reportJourney shows a message about a movement in an entry: which opponents could catch up with a combatant that set out, or the
// exit that a combatant has reached.
func (d *Dashboard) reportJourney(entry *gm.Entry) {
	s := d.session.State()
	for i := range entry.Events {
		e := &entry.Events[i]
		a := s.Find(e.Who)
		if e.Kind != rules.EventPlace || a == nil {
			continue
		}
		if e.Going != nil && a.Going != nil && e.Who == entry.Who {
			if text := command.PursuitText(d.session.Rules(), s, a); text != "" && a.Pace(d.session.Rules()) > 0 {
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
