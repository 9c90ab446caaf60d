package dashboard

import (
	"math"
	"slices"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The queue: pending events in order of time, in a few rows. It replaces the timeline (view_timeline.go) if there is no room for one. The
// kinds of pending events are effects of conditions (PendingTick), actions in progress (PendingAct) and turns. Counts are the game's
// units of time. A span is a text with a role, the meaning by which the theme colours it.

// queuePanel shows the pending events in order of time, each with its combatant.
type queuePanel struct {
	*view

	hits []queueHit // cells of the events, as last drawn
}

// queueHit holds the cells of an event in the queue.
type queueHit struct {
	y, from, to int    // row, first cell, and cell after the last one
	who         string // key of the combatant; "" for a reminder
}

// queueItem is one event in the queue.
type queueItem struct {
	at            float64           // count at which it happens
	who           string            // key of the combatant; "" for a reminder
	spans         []draw.StyledText // text, usually with the combatant's name
	repeatedSpans []draw.StyledText // text if the previous event has the same combatant and count; nil for spans
	short         []draw.StyledText // text if there isn't room for all events; nil for spans
}

// maxCountGap is the largest difference between two consecutive counts without a break drawn between them.
const maxCountGap = 20

// queueItems returns the coming events in order of time: pending events, reminders, ends of conditions, arrivals, and the action that line
// declares. The effect of a condition that a combatant has several times is listed once, at its next count.
func (q *queuePanel) queueItems(line string) []queueItem {
	s := q.shownState()
	events := q.pendingEvents()
	if s != q.session.State() {
		events = q.session.Rules().ListPending(s)
	}
	var list []queueItem
	ticked := map[string]bool{} // effects listed so far, by the combatant's key and the condition's name
	for i := range events {
		o := &events[i]
		if o.Kind == rules.PendingTick {
			id := o.Actor.Key + " " + o.Held.Condition.Name
			if ticked[id] {
				continue
			}
			ticked[id] = true
		}
		list = append(list, q.eventItem(o))
	}
	insert := func(it queueItem) { // inserts an item after those at the same count or earlier
		at := 0
		for at < len(list) && list[at].at <= it.at {
			at++
		}
		list = slices.Insert(list, at, it)
	}
	for _, m := range s.Reminders {
		insert(queueItem{at: q.session.Rules().CountAt(s, m.At), spans: []draw.StyledText{{Text: reminderMark + " ", Role: draw.RoleKey},
			{Text: m.Text, Role: draw.RoleStrong}}})
	}
	for _, a := range s.Actors {
		for _, it := range q.actorItems(s, a) {
			insert(it)
		}
	}
	if plan := q.findPlannedAction(line); plan != nil {
		for _, m := range plan.marks {
			insert(queueItem{at: m.at, who: plan.who, spans: []draw.StyledText{{Text: "┄▷ ", Role: draw.RoleKey}, {Text: m.ownText, Role: draw.RoleStrong}}})
		}
	}
	return list
}

// actorItems returns the items of a combatant that aren't pending events: the ends of its conditions, and its arrival, or its journey at
// the current count if it never arrives.
func (q *queuePanel) actorItems(s *rules.State, a *rules.Actor) (items []queueItem) {
	add := func(at float64, text string, r draw.Role) {
		items = append(items, queueItem{at: at, who: a.Key, spans: []draw.StyledText{{Text: a.Short, Role: q.sideOf(a).role()}, {Text: text, Role: r}}})
	}
	for i := range a.Conditions {
		if held := &a.Conditions[i]; held.Limit > 0 && !held.Expires() {
			add(held.Limit, " no longer "+held.Condition.StateWord(), draw.RoleDim)
		}
	}
	switch j, ok := q.journeyOf(s, a); {
	case !ok || j.Remaining == 0: // the combatant isn't moving
	case math.IsInf(j.At, 1): // the combatant never arrives
		add(s.Count, " » "+q.journeyText(a, j), draw.RoleDim)
	default:
		add(j.At, " ╌» "+q.journeyDestination(j), draw.RoleText)
	}
	return items
}

// eventItem returns the item of a pending event: the effect of a condition, an action with its target, or a turn.
func (q *queuePanel) eventItem(o *rules.PendingEvent) queueItem {
	side := q.sideOf(o.Actor)
	name := draw.StyledText{Text: o.Actor.Short, Role: side.role()}
	it := queueItem{at: o.At, who: o.Actor.Key}
	switch o.Kind {
	case rules.PendingTick:
		text := q.nextEffectText(o.Held)
		if n := timesHeld(o.Actor, o.Held); n > 1 {
			text += " ×" + draw.Tenths(float64(n))
		}
		it.spans = []draw.StyledText{name, {Text: " " + text, Role: draw.RoleLow}}
		it.repeatedSpans = []draw.StyledText{{Text: text, Role: draw.RoleLow}}
		if trigger, planned := command.CutReaction(o.Held.Text); planned != "" { // the short text omits the plan, which the table shows
			it.short = []draw.StyledText{name, {Text: " " + o.Held.Condition.EffectText() + ": " + trigger, Role: draw.RoleLow}}
		}
	case rules.PendingAct:
		arrow := draw.StyledText{Text: " " + side.line() + "▶", Role: side.role()}
		deed := draw.StyledText{Text: " " + q.withSign(q.doingName(o.Doing), o.Doing), Role: draw.RoleText}
		whom := q.shownState().Find(o.Doing.Whom)
		if it.spans = []draw.StyledText{name, deed, arrow}; whom == nil {
			it.spans = []draw.StyledText{name, arrow, deed}
			break
		}
		target := []draw.StyledText{{Text: " "}, {Text: whom.Short, Role: q.sideOf(whom).role()}}
		if whom.Key == q.selected && o.Actor.Key != q.selected { // the selected combatant is in danger
			target = append(target, draw.StyledText{Text: " "}, draw.StyledText{Text: "!", Role: draw.RoleBad})
		}
		it.spans = append(it.spans, target...)
		if sign := o.Doing.Sign(q.session.Rules()); sign != "" {
			it.short = append([]draw.StyledText{name, {Text: " " + sign, Role: draw.RoleText}, arrow}, target...)
		}
	default:
		it.spans = []draw.StyledText{{Text: "○ ", Role: draw.RoleKey}, name}
	}
	return it
}

// nextEffectText describes the next effect of a condition, or its end.
func (v *view) nextEffectText(held *rules.HeldCondition) string {
	if held.Expires() {
		return "no longer " + held.Condition.StateWord()
	}
	text := held.Condition.EffectText()
	if held.Text != "" {
		text += ": " + heldRemark(held)
	}
	return text
}

// draw draws as much of the queue as fits, including the action that line declares. If not all events fit, it uses their short texts.
func (q *queuePanel) draw(c draw.Canvas, line string) {
	q.hits, q.lanes = q.hits[:0], q.lanes[:0]
	list := q.queueItems(line)
	if len(list) == 0 {
		c.Fit(1, 0, c.W-2, q.standstillText(), draw.RoleDim)
		return
	}
	if q.drawItems(c, list) {
		return
	}
	hasShort := false
	for i := range list {
		if list[i].short != nil {
			list[i].spans, hasShort = list[i].short, true
		}
	}
	if hasShort {
		c.Clear()
		q.drawItems(c, list)
	}
}

// drawItems draws as many events as fit, and the number of the others. Events at the same count share the count. It reports whether all
// fit.
func (q *queuePanel) drawItems(c draw.Canvas, list []queueItem) bool {
	q.hits = q.hits[:0]
	s := q.shownState()
	x, y := 1, 0
	for i := range list {
		it := &list[i]
		showsCount := i == 0 || list[i-1].at != it.at
		spans, count := it.spans, q.countLabel(s, it.at)
		if !showsCount && it.repeatedSpans != nil && list[i-1].who == it.who {
			spans = it.repeatedSpans
		}
		need, separator := draw.SpanWidth(spans), ", "
		if showsCount {
			need += draw.Width(count)
			separator = collect.Choose(i > 0 && it.at-list[i-1].at > maxCountGap, " ┊ ", " │ ")
		}
		isLastRow := y == c.H-1
		more := 0 // cells for the number of remaining events
		if isLastRow && i+1 < len(list) {
			more = draw.Width(moreText(len(list) - i - 1))
		}
		switch {
		case x == 1: // the first event in its row needs no separator, and is drawn even if the row is too short
		case x+draw.Width(separator)+need+more <= c.W-1:
			x = c.Text(x, y, separator, draw.RoleRule)
		case isLastRow:
			c.Fit(x, y, c.W-1-x, moreText(len(list)-i), draw.RoleDim)
			return false
		default: // the event begins the next row, with its count and its full text
			if !showsCount {
				c.Text(x, y, ",", draw.RoleRule)
			}
			x, y, showsCount, spans = 1, y+1, true, it.spans
		}
		from := x
		if showsCount {
			role := collect.Choose(it.at <= s.Count, draw.RoleStrong, draw.RoleDim)
			x = c.Text(x, y, count, role)
		}
		x = c.Spans(x, y, c.W-x, spans)
		q.hits = append(q.hits, queueHit{y, from, x, it.who})
	}
	return true
}

// countLabel returns the text before the events at a count: the count or, if it is far ahead, the time of day.
func (q *queuePanel) countLabel(s *rules.State, at float64) string {
	if rs := q.session.Rules(); !rs.IsAtRest(s) && !isCounted(rs, s, at) {
		return q.endings().TimeText(s.Elapsed+(at-s.Count)*rs.Pack.CountSpan()) + " "
	}
	return draw.Tenths(at) + " "
}

// moreText formats the number of events that don't fit.
func moreText(n int) string { return " ┊ " + draw.Tenths(float64(n)) + " more" }

// hitAt returns the event at a cell of the queue, or nil if there is none.
func (q *queuePanel) hitAt(x, y int) *queueHit {
	return collect.FindPointer(q.hits, func(h *queueHit) bool { return h.y == y && x >= h.from && x < h.to })
}
