package dashboard

import (
	"slices"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// view is what the panels have in common: the session, the moment and the combatant that are looked at, and how numbers
// and combatants are put into words. It changes nothing.
type view struct {
	previewCache
	moment      *rules.State // an earlier state that is looked at; nil for the present
	selected    string       // the key of the combatant under the cursor; empty for none
	focus       focus
	showSources bool              // every number shows where its rule stands
	showAllOdds bool              // all the odds of what is being chosen are shown
	lastTargets map[string]string // to whom a combatant last did an action, by both
	pageW       int               // the room for a page in the inspector
	pageH       int
}

func newView(session *gm.Session) *view {
	return &view{previewCache: previewCache{session: session}, lastTargets: map[string]string{}}
}

// inPast reports whether an earlier moment is looked at.
func (v *view) inPast() bool { return v.moment != nil }

// shownState is the state that is shown.
func (v *view) shownState() *rules.State {
	if v.inPast() {
		return v.moment
	}
	return v.session.State()
}

// declarer is the one whose turn has come; empty if nobody's has.
func (v *view) declarer() string {
	open := make([]string, 0, 4)
	for _, actor := range v.session.State().Actors {
		if actor.Open {
			open = append(open, actor.Key)
		}
	}
	switch len(open) {
	case 0:
		return ""
	case 1:
		return open[0]
	}
	for _, owed := range v.session.Owed() {
		if owed.Actor.Open {
			return owed.Actor.Key
		}
	}
	return open[0]
}

func (v *view) selectedAt() int {
	for i, actor := range v.shownState().Actors {
		if actor.Key == v.selected {
			return i
		}
	}
	return -1
}

// prefix is what makes the selected one the subject of a line; nothing for the one whose turn it is.
func (v *view) prefix() string {
	if v.selected == "" || v.selected == v.declarer() {
		return ""
	}
	return v.selected + ": "
}

func (v *view) nameOf(key string) string {
	if actor := v.shownState().Find(key); actor != nil {
		return actor.Name
	}
	return key
}

// sideRole tells the side that came first from all others.
func (v *view) sideRole(a *rules.Actor) draw.Role {
	s := v.shownState()
	if len(s.Actors) == 0 || s.Actors[0].Side == a.Side {
		return draw.RoleOurs
	}
	return draw.RoleTheirs
}

// sides lists the sides, and all together.
func (v *view) sides() []string {
	var list []string
	for _, actor := range v.session.State().Actors {
		if actor.Side != "" && !slices.Contains(list, actor.Side) {
			list = append(list, actor.Side)
		}
	}
	return append(list, "all")
}

// panelRole is the role of the title of a panel: strong where the arrow keys move.
func (v *view) panelRole(which focus) draw.Role {
	if v.focus == which {
		return draw.RoleStrong
	}
	return draw.RoleDim
}

// followTurn selects the one whose turn it is, if that is another one than before.
func (v *view) followTurn(before string) {
	now := v.declarer()
	if now != "" && now != before {
		v.selected = now
	}
	v.keepSelected()
}

// keepSelected keeps the cursor on somebody who is there.
func (v *view) keepSelected() {
	s := v.shownState()
	if s.Find(v.selected) == nil {
		v.selected = ""
		if len(s.Actors) > 0 {
			v.selected = s.Actors[0].Key
		}
	}
}
