package dashboard

import (
	"slices"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// What all panels read: session, moment and selected combatant. Nothing here draws or changes the session.

// view is what the panels have in common: the session, the moment and the combatant that are looked at, and the words
// for them. It is drawn from and never changes the session. The dashboard, its panels and its pages embed the same one. It has
// many methods because every panel asks it for what it draws.
type view struct {
	previewCache
	moment      *rules.State // an earlier state that is looked at; nil for the present
	selected    string       // the key of the combatant under the cursor; empty for none
	ticked      []string     // the keys of those who are ticked, whom keys and lines are about
	focus       focus
	showSources bool                // every number shows where its rule stands
	showAllOdds bool                // all the odds of what is being chosen are shown
	lanes       []string            // the key of the combatant in each lane of the timeline, as drawn last
	marked      *rules.State        // the state of which marks are
	marks       map[string]turnMark // how it stands with the turn of each combatant, in a game of rounds
	pageW       int                 // the room for a page in the inspector
	pageH       int
	chances     chances
}

func newView(session *gm.Session) *view {
	return &view{previewCache: previewCache{session: session, lineOdds: (*command.Game).LineOdds}}
}

// inPast reports whether an earlier moment is looked at.
func (v *view) inPast() bool { return v.moment != nil }

// shownState returns the state that is shown: the present or an earlier one.
func (v *view) shownState() *rules.State {
	if v.inPast() {
		return v.moment
	}
	return v.session.State()
}

// declarer returns the key of the combatant who may declare now, empty if none may.
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
	for _, owed := range v.owedNow() {
		if owed.Actor.Open {
			return owed.Actor.Key
		}
	}
	return open[0]
}

// selectedAt returns the index of the selected combatant in the state that is shown, -1 for none.
func (v *view) selectedAt() int {
	return slices.IndexFunc(v.shownState().Actors, func(actor *rules.Actor) bool { return actor.Key == v.selected })
}

// prefix returns what makes the selected combatant the subject of a line, nothing if it may declare now.
func (v *view) prefix() string {
	if v.selected == "" || v.selected == v.declarer() {
		return ""
	}
	return v.selected + ": "
}

// nameOf returns the name of a combatant, or its key if it is not there.
func (v *view) nameOf(key string) string {
	if actor := v.shownState().Find(key); actor != nil {
		return actor.Name
	}
	return key
}

// shortNameOf returns the short name of a combatant, here or away, by its key; the key itself if there is none.
func (v *view) shortNameOf(key string) string {
	if actor := v.shownState().FindAnywhere(key); actor != nil {
		return actor.Short
	}
	return key
}

// onLane reports whether what a combatant does stands in a lane of the timeline.
func (v *view) onLane(key string) bool { return slices.Contains(v.lanes, key) }

// sides lists the sides, and "all".
func (v *view) sides() []string {
	return v.sidesBy(func(a *rules.Actor) string { return a.Side })
}

// sideWords lists the words by which a line names those who are seen to be of a side, and "all".
func (v *view) sideWords() []string { return v.sidesBy((*rules.Actor).OpenSide) }

// sidesBy lists the sides that actors are of, the players' first, the others in the order in which they came, and "all".
func (v *view) sidesBy(of func(*rules.Actor) string) (list []string) {
	if played := v.session.State().Protagonists(); len(played) > 0 {
		list = nonEmpty(of(played[0]))
	}
	for _, actor := range v.session.State().Actors {
		if side := of(actor); side != "" && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	return append(list, "all")
}

// panelRole returns the role of the title of a panel, which says whether it has the focus.
func (v *view) panelRole(which focus) draw.Role {
	if v.focus == which {
		return draw.RoleStrong
	}
	return draw.RoleDim
}

// followTurn selects the combatant who may declare now, if it is another one than before, when the state was that given.
func (v *view) followTurn(before string, was *rules.State) {
	now := v.declarer()
	if v.inRounds() {
		v.followSideTurn(was)
	} else if now != "" && now != before {
		v.selected = now
	}
	v.keepSelected()
}

// keepSelected selects the first combatant if the selected one is gone.
func (v *view) keepSelected() {
	s := v.shownState()
	if s.Find(v.selected) == nil {
		v.selected = ""
		if len(s.Actors) > 0 {
			v.selected = s.Actors[0].Key
		}
	}
}
