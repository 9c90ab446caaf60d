package dashboard

import (
	"math"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// metres formats a distance.
func metres(x float64) string { return draw.Tenths(x) + " m" }

// anyPlaced reports whether any combatant has a place on the line.
func anyPlaced(s *rules.State) bool {
	for _, a := range s.Actors {
		if a.Placed {
			return true
		}
	}
	return false
}

// distanceText returns the distance between two combatants, empty if one of them has no place.
func distanceText(a, b *rules.Actor) string {
	if a == nil || b == nil || a == b || !a.Placed || !b.Placed {
		return ""
	}
	return metres(math.Abs(a.Place - b.Place))
}

// journey is the way of a combatant along the line.
type journey struct {
	to      string  // a combatant or a place
	left    float64 // metres to go
	covered float64 // metres covered
	at      float64 // the count at which it is over; -1 without a pace
}

// journeyOf returns the way that a combatant is on; ok is false if it is on none.
func (v *view) journeyOf(s *rules.State, a *rules.Actor) (j journey, ok bool) {
	if a.Going == nil || !a.Placed {
		return j, false
	}
	to := a.Going.To
	j.to = metres(to)
	rs := v.session.Rules()
	pace := a.Pace(rs)
	if whom := s.Find(a.Going.Whom); whom != nil {
		to, j.to = whom.Place, whom.Name
		if whom.Going != nil { // it gets nearer or farther by itself
			there := whom.Going.To
			if other := s.Find(whom.Going.Whom); other != nil {
				there = other.Place
			}
			pace -= math.Copysign(whom.Pace(rs), (there-whom.Place)*(to-a.Place))
		}
	}
	j.left, j.covered, j.at = math.Abs(to-a.Place), math.Abs(a.Place-a.Going.From), -1
	if pace > 0 && rs.Pack.Count > 0 {
		j.at = math.Ceil(s.Count + j.left/pace/rs.Pack.Count - 1e-9)
	}
	return j, true
}

// text puts a journey into a few words.
func (j *journey) text() string {
	text := metres(j.left) + " to " + j.to
	if j.covered > 0 {
		text += ", " + metres(j.covered) + " done"
	}
	return text
}

// goingMark is a journey as it stands on the timeline.
func (t *timelinePanel) goingMark(s *rules.State, a *rules.Actor) (laneMark, bool) {
	j, ok := t.journeyOf(s, a)
	if !ok || j.at < 0 || j.left == 0 {
		return laneMark{}, false
	}
	return laneMark{from: s.Count, at: j.at, sign: "»", line: "╌", text: j.text() + " (" + draw.Tenths(j.at) + ")", role: draw.RoleText}, true
}

// placeLines says where a combatant is and goes.
func (ps pages) placeLines(p *draw.Page, a *rules.Actor) {
	if !a.Placed {
		return
	}
	p.Pair(draw.RoleText, "stands at", metres(a.Place))
	if j, ok := ps.journeyOf(ps.shownState(), a); ok {
		p.Pair(draw.RoleText, "goes", j.text())
	}
	if pace := a.Pace(ps.session.Rules()); pace > 0 {
		p.Pair(draw.RoleText, "pace", draw.Tenths(pace)+" m/s")
	}
}

// arrival says when the move of a line would be over.
func (v *view) arrival(text string) string {
	f, err := v.foresee(text)
	if err != nil {
		return "–"
	}
	who := strings.Fields(text)[1]
	a := f.After.Find(who)
	if a == nil {
		return ""
	}
	j, ok := v.journeyOf(f.After, a)
	if !ok || j.at < 0 {
		return ""
	}
	return "there at " + draw.Tenths(j.at)
}
