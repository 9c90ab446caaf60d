package dashboard

import (
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// The colours and signs that distinguish the sides of a fight.

// side is a combatant's side for drawing: 0 for the players' side, 1 for the first of the others, 2 for any other. It selects a colour and
// signs.
type side int

// sideOf returns the side of a combatant for drawing. Among the sides other than the players', the first is that of the first actor in the
// shown state.
func (v *view) sideOf(a *rules.Actor) side {
	s := v.shownState()
	playersSide := logtext.PlayersSide(s)
	if len(s.Actors) == 0 || a.Side == playersSide {
		return 0
	}
	for _, other := range s.Actors {
		if other.Side == a.Side {
			return 1
		}
		if other.Side != playersSide {
			return 2
		}
	}
	return 2
}

// role returns the role in which names of a side are drawn.
func (s side) role() draw.Role {
	return [...]draw.Role{draw.RoleOurs, draw.RoleTheirs, draw.RoleThird}[s]
}

// bar returns the vertical line drawn next to a name of a side.
func (s side) bar() string { return [...]string{"┃", "╎", "┊"}[s] }

// line returns the character of the horizontal line that leads to an action of a side on the timeline.
func (s side) line() string { return [...]string{"━", "═", "╍"}[s] }

// sideRole returns the role of a combatant's name.
func (v *view) sideRole(a *rules.Actor) draw.Role { return v.sideOf(a).role() }
