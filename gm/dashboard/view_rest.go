package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The desk (the screen with nothing open) at rest, that is, while no one takes turns. Rows of coming events and of the scene's goals then
// replace the timeline. A scene is an encounter of the campaign. A goal is a task that several checks accomplish.

// isResting reports whether the desk shows coming events instead of a timeline, since no one takes turns. In a game in rounds the desk
// never does, since the columns of the sides stay.
func (v *view) isResting() bool {
	return !v.inRounds() && v.session.Rules().IsAtRest(v.shownState())
}

// isBeforeTurns reports whether no one takes turns, or no round has begun yet, so that the scene is shown in the inspector.
func (v *view) isBeforeTurns() bool {
	s := v.shownState()
	return v.isResting() || v.inRounds() && (!s.Running || s.Round == nil)
}

// restRows returns the rows above the combatants at rest, of width cells: coming events, and the state of the scene. They share a row if
// there is room.
func (v *view) restRows(width int) (rows [][]draw.StyledText) {
	coming, scene := v.comingRow(), v.sceneRow()
	if gap := width - draw.SpanWidth(coming) - draw.SpanWidth(scene); len(coming) > 0 && len(scene) > 0 && gap >= 2 {
		return [][]draw.StyledText{append(append(coming, draw.StyledText{Text: strings.Repeat(" ", gap), Role: draw.RoleText}), scene...)}
	}
	for _, row := range [][]draw.StyledText{coming, scene} {
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// sceneRow returns a row with the state of the scene: its goals, the number of known secrets, and the open threads (questions that the
// story has left open), with the scene's threads first. It returns nil if there is none of these.
func (v *view) sceneRow() []draw.StyledText {
	var list []draw.StyledText
	s := v.shownState()
	e, ok := v.session.Campaign().Encounter(s.Encounter)
	for i := 0; ok && i < len(e.Goals); i++ {
		goal := &e.Goals[i]
		list = append(list, draw.StyledText{Text: goalText(goal, s), Role: draw.RoleStrong})
	}
	if ok && len(e.Secrets) > 0 {
		learnt := collect.Filter(verbs.SecretsOf(e), func(c verbs.Secret) bool { return len(c.Knowers(s)) > 0 })
		list = append(list, draw.StyledText{Text: "secrets " + strconv.Itoa(len(learnt)) + "/" + strconv.Itoa(len(e.Secrets)), Role: draw.RoleText})
	}
	open := collect.Filter(s.Threads(), func(t rules.Thread) bool { return t.Open })
	slices.SortStableFunc(open, func(a, b rules.Thread) int {
		return falseFirst(a.Owner.Where != s.Encounter) - falseFirst(b.Owner.Where != s.Encounter)
	})
	if len(open) > 0 {
		list = append(list, draw.StyledText{Text: "open: " + strings.Join(collect.Map(open, func(t rules.Thread) string { return t.Text }), " · "), Role: draw.RoleText})
	}
	return joinSpans(list, "   ")
}

// goalText describes a goal of the scene with its progress in the state s, such as "talk: Orlo gives in 2/3, try 3/5", and the way it
// ended, if it has.
func goalText(goal *campaign.Goal, s *rules.State) string {
	progress := s.Progress(goal.Key)
	text := goal.Key + ": " + goal.Label + " " + goal.BriefText(progress)
	if fate := goal.OutcomeWord(progress); fate != "" {
		text += ", " + fate
	}
	return text
}

// comingRow returns a row with the coming events in order of time: reminders, ends of conditions, and their next effects. It returns nil if
// there are none.
func (v *view) comingRow() []draw.StyledText {
	s, rs := v.shownState(), v.session.Rules()
	type coming struct {
		at   float64         // count at which it happens
		text draw.StyledText // the event as shown
	}
	var events []coming
	add := func(at float64, text string, role draw.Role) {
		events = append(events, coming{at, draw.StyledText{Text: text, Role: role}})
	}
	for _, m := range s.Reminders {
		add(rs.CountAt(s, m.At), reminderMark+" "+v.endings().TimeText(m.At)+" "+m.Text, draw.RoleStrong)
	}
	for _, a := range s.Actors {
		for i := range a.Conditions {
			held := &a.Conditions[i]
			if held.Limit > 0 {
				add(held.Limit, a.Short+" not "+held.Condition.StateWord()+" in "+dueText(rs, s, held.Limit), draw.RoleText)
			}
			if held.Expires() || held.Next < 0 || isShownEarlier(a, i) {
				continue
			}
			add(held.Next, a.Short+" "+v.nextEffectText(held)+timesText(timesHeld(a, held)), draw.RoleLow)
		}
	}
	slices.SortStableFunc(events, func(a, b coming) int { return cmp.Compare(a.at, b.at) })
	return joinSpans(collect.Map(events, func(e coming) draw.StyledText { return e.text }), " │ ")
}

// joinSpans joins texts into one row, separated by separator.
func joinSpans(list []draw.StyledText, separator string) (row []draw.StyledText) {
	for i, span := range list {
		if i > 0 {
			row = append(row, draw.StyledText{Text: separator, Role: draw.RoleRule})
		}
		row = append(row, span)
	}
	return row
}

// sidePools returns two texts: one with the pools of all sides and those from which the party can pay, such as "party purse 25", and a
// shorter one with only the party's pools. It returns nil if there are no such pools, and in rounds, where the columns show them.
func (v *view) sidePools() []string {
	if v.inRounds() {
		return nil
	}
	list, partyPools := v.session.SidePools(v.shownState())
	return nonEmpty(strings.Join(list, " · "), strings.Join(partyPools, " · "))
}

// textToRead returns the text to read aloud in the current scene, as long as no one takes turns, or "" if there is none.
func (v *view) textToRead() string {
	e, ok := v.session.Campaign().Encounter(v.shownState().Encounter)
	if !ok || v.isInPast() || !v.shownState().Running || !v.isBeforeTurns() {
		return ""
	}
	return e.Read
}

// isFightPrepared reports whether the scene is likely to become a fight: combatants of different sides are present, and its file doesn't
// mark it as talk only.
func (v *view) isFightPrepared() bool {
	s := v.session.State()
	if e, ok := v.session.Campaign().Encounter(s.Encounter); ok && e.ExpectsNoFight {
		return false
	}
	return len(s.Actors) > 0 && slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool { return a.Side != s.Actors[0].Side })
}

// endings returns a wrapper of the current game with the methods for the end of an encounter and the hours after it.
func (v *view) endings() verbs.Endings { return verbs.Endings{Game: v.session.Game()} }
