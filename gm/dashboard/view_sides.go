package dashboard

import (
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// side is which side a combatant is on, as it is drawn: that of the players, the first of the others, or any other.
type side int

// sideOf returns the side of a combatant.
func (v *view) sideOf(a *rules.Actor) side {
	s := v.shownState()
	ours := logtext.PlayersSide(s)
	if len(s.Actors) == 0 || a.Side == ours {
		return 0
	}
	for _, other := range s.Actors {
		if other.Side == a.Side {
			return 1
		}
		if other.Side != ours {
			return 2
		}
	}
	return 2
}

// role returns the role of what belongs to a side.
func (s side) role() draw.Role {
	return [...]draw.Role{draw.RoleOurs, draw.RoleTheirs, draw.RoleThird}[s]
}

// bar returns the sign of a side beside a name.
func (s side) bar() string { return [...]string{"┃", "╎", "┊"}[s] }

// line returns what the way of a side's actions is drawn with.
func (s side) line() string { return [...]string{"━", "═", "╍"}[s] }

// sideRole returns the role of a combatant's name.
func (v *view) sideRole(a *rules.Actor) draw.Role { return v.sideOf(a).role() }
