package dashboard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// Places, distances and journeys as text. Places are metres along one line; a combatant can have none. A journey is a movement in progress
// towards a place or another combatant; its arrival (At) is a count, the game's unit of time, and infinite if it never arrives.

// metres formats a distance or a place in metres.
func metres(x float64) string { return draw.Tenths(x) + " m" }

// hasPlacedActor reports whether any combatant has a place on the line.
func hasPlacedActor(s *rules.State) bool {
	return slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool { return a.Placed })
}

// metresBetween returns the distance between two combatants in metres, or 0 if either has no place.
func metresBetween(a, b *rules.Actor) float64 {
	if a == nil || b == nil || !a.Placed || !b.Placed {
		return 0
	}
	return math.Abs(a.Place - b.Place)
}

// distanceText returns the distance between two combatants, or "" if either has no place.
func distanceText(a, b *rules.Actor) string {
	if a == nil || b == nil || a == b || !a.Placed || !b.Placed {
		return ""
	}
	return metres(metresBetween(a, b))
}

// journeyOf returns the journey of a combatant in the state s; ok is false if it isn't moving.
func (v *view) journeyOf(s *rules.State, a *rules.Actor) (j rules.Journey, ok bool) {
	return v.session.Rules().JourneyOf(s, a)
}

// journeyDestination names the destination of a journey: a combatant, an exit or a place.
func (v *view) journeyDestination(j rules.Journey) string {
	if j.Whom != nil {
		return j.Whom.Name
	}
	if e, ok := v.session.Campaign().Encounter(v.shownState().Encounter); ok {
		for _, exit := range e.Exits {
			if exit.Place == j.To { // the exit's name, in words, is shorter than its label
				return strings.ReplaceAll(exit.Name, "_", " ")
			}
		}
	}
	return metres(j.To)
}

// journeyText summarizes a combatant's journey: the distance left, the destination, and whether the combatant gets any
// nearer.
func (v *view) journeyText(a *rules.Actor, j rules.Journey) string {
	text := metres(j.Remaining) + " to " + v.journeyDestination(j)
	switch {
	case a.Pace(v.session.Rules()) == 0:
		text += ", still standing"
	case math.IsInf(j.At, 1): // the combatant whom it follows is at least as fast
		text += ", not gaining"
	}
	return text
}

// journeyMark returns the mark of a combatant's journey on the timeline: at the count of its arrival, or at the current count if it never
// arrives. ok is false if it isn't moving.
func (t *timelinePanel) journeyMark(s *rules.State, a *rules.Actor) (mark laneMark, ok bool) {
	j, ok := t.journeyOf(s, a)
	switch {
	case !ok || j.Remaining == 0:
		return laneMark{}, false
	case math.IsInf(j.At, 1):
		return laneMark{from: s.Count, at: s.Count, sign: "»", text: t.journeyText(a, j), role: draw.RoleDim, textRole: draw.RoleDim}, true
	}
	return laneMark{from: s.Count, at: j.At, sign: "»", line: "╌", text: t.journeyText(a, j) + " (" + draw.Tenths(j.At) + ")", role: draw.RoleText}, true
}

// addPlaceLines adds a combatant's named place, its place on the line, destination and pace to p, if it has them.
func (ps pages) addPlaceLines(p *draw.Page, a *rules.Actor) {
	if a.Spot != "" {
		p.Pair(draw.RoleText, "is at", a.Spot)
	}
	if !a.Placed {
		return
	}
	p.Pair(draw.RoleText, "stands at", metres(a.Place))
	if j, ok := ps.journeyOf(ps.shownState(), a); ok {
		p.Pair(draw.RoleText, "goes", ps.journeyText(a, j))
	}
	if pace := a.Pace(ps.session.Rules()); pace > 0 {
		p.Pair(draw.RoleText, "pace", draw.Tenths(pace)+" m/s")
	}
}

// arrivalText describes when a combatant's movement would end after the line text: or the earliest possible time if its pace requires
// rolls. who is the combatant's key. It returns "" if the combatant isn't moving or never arrives.
func (v *view) arrivalText(text, who string) string {
	f, err := v.dryRun(text)
	if err != nil {
		return "–"
	}
	s := cmp.Or(f.AtBest, f.After) // AtBest, set if the pace requires rolls, is the state if all of them succeed
	a := s.Find(who)
	if a == nil {
		return ""
	}
	j, ok := v.journeyOf(s, a)
	if !ok || math.IsInf(j.At, 1) {
		return ""
	}
	text = "there at " + draw.Tenths(j.At)
	if f.AtBest != nil {
		text += " at best"
	}
	return text
}
