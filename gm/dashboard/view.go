package dashboard

import (
	"slices"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// State shared by all panels: session, moment and selected combatant. Nothing here draws or changes the session.
//
// Time in a fight passes in counts, the game's units of time. A combatant whose turn has come is open: it may declare an action,
// which takes effect at a later count. In a game in rounds, sides take turns instead.

// view holds the data shared by the panels: the session, the moment and the combatant that are shown, and texts about them. Panels draw
// from it; it never changes the session. The dashboard, its panels and its pages embed the same view. It has many methods because every
// panel gets its data from it.
type view struct {
	previewCache                     // the session, and results that are computed once for each of its states
	moment       *rules.State        // earlier state being shown; nil for the current one
	selected     string              // key of the selected combatant; "" if there is none
	ticked       []string            // actor keys of the ticked combatants, on whom key presses and lines act; nil for none
	focus        focus               // panel in which the arrow keys move
	showSources  bool                // whether to show, with each term of a number, the place of its rule in the rules' files
	showAllOdds  bool                // whether to show the full odds of the current choice
	lanes        []string            // key of the combatant in each lane of the timeline, as last drawn
	markedState  *rules.State        // state for which marks were computed; nil if they must be computed again
	marks        map[string]turnMark // status of the turn, by key of the combatant; nil in a game without rounds
	pageW        int                 // width of a page in the inspector, in cells, as last drawn
	pageH        int                 // height of a page in the inspector, in rows, as last drawn
	chances      chances             // each side's chance to win after each entry of the log, computed in the background
}

// newView returns the view of a session.
func newView(session *gm.Session) *view {
	return &view{previewCache: previewCache{session: session, lineOdds: (*command.Game).LineOdds}}
}

// isInPast reports whether an earlier moment is shown.
func (v *view) isInPast() bool { return v.moment != nil }

// shownState returns the state being shown: the current or an earlier one.
func (v *view) shownState() *rules.State {
	if v.isInPast() {
		return v.moment
	}
	return v.session.State()
}

// declarer returns the key of the combatant who may declare now, or "" if none may. If several may, it is the one whose event comes first.
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
	for _, event := range v.pendingEvents() {
		if event.Actor.Open {
			return event.Actor.Key
		}
	}
	return open[0]
}

// selectedAt returns the index of the selected combatant in the shown state, or -1 if there is none.
func (v *view) selectedAt() int {
	return slices.IndexFunc(v.shownState().Actors, func(actor *rules.Actor) bool { return actor.Key == v.selected })
}

// subjectPrefix returns the beginning of a line that makes the selected combatant its subject, or "" if none is needed, since it may
// declare now.
func (v *view) subjectPrefix() string {
	if v.selected == "" || v.selected == v.declarer() {
		return ""
	}
	return v.selected + ": "
}

// actorName returns the name of a combatant, or its key if it isn't present.
func (v *view) actorName(key string) string {
	if actor := v.shownState().Find(key); actor != nil {
		return actor.Name
	}
	return key
}

// shortNameOf returns the short name of a combatant, present or away, by key, or the key itself if there is none.
func (v *view) shortNameOf(key string) string {
	if actor := v.shownState().FindAnywhere(key); actor != nil {
		return actor.Short
	}
	return key
}

// hasLane reports whether a combatant has a lane on the timeline.
func (v *view) hasLane(key string) bool { return slices.Contains(v.lanes, key) }

// sides returns the keys of the sides, the players' side first, and last "all".
func (v *view) sides() []string {
	return v.sidesBy(func(a *rules.Actor) string { return a.Side })
}

// sideWords returns the words that a line uses for the sides as they appear to the players, and "all".
func (v *view) sideWords() []string { return v.sidesBy((*rules.Actor).ApparentSide) }

// sidesBy returns the sides of the actors, as name returns them for an actor: the players' side first, then the others in the order of
// the actors, and last "all".
func (v *view) sidesBy(name func(*rules.Actor) string) (list []string) {
	if played := v.session.State().Protagonists(); len(played) > 0 {
		list = nonEmpty(name(played[0]))
	}
	for _, actor := range v.session.State().Actors {
		if side := name(actor); side != "" && !slices.Contains(list, side) {
			list = append(list, side)
		}
	}
	return append(list, "all")
}

// panelRole returns the role of the title of a panel, which shows whether that panel has the focus.
func (v *view) panelRole(which focus) draw.Role {
	if v.focus == which {
		return draw.RoleStrong
	}
	return draw.RoleDim
}

// followTurn selects the combatant who may declare now, unless it was already that combatant's turn to declare. before is the key of the
// combatant who could declare previously, and previous the state at that time; at the start, they are "" and nil.
func (v *view) followTurn(before string, previous *rules.State) {
	now := v.declarer()
	if v.inRounds() {
		v.followSideTurn(previous)
	} else if now != "" && now != before {
		v.selected = now
	}
	v.ensureSelection()
}

// ensureSelection selects the first combatant if the selected one is gone.
func (v *view) ensureSelection() {
	s := v.shownState()
	if s.Find(v.selected) == nil {
		v.selected = ""
		if len(s.Actors) > 0 {
			v.selected = s.Actors[0].Key
		}
	}
}
