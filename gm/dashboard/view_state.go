package dashboard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The state of a combatant, the last column of the table: its conditions and actions in progress, in order of importance, cut to the
// available room. A condition that a combatant has (rules.HeldCondition) can have words added to it, its remark; the remark of a prepared
// action is the trigger for which it waits and the planned reaction. It can end at a count (Limit) or have a next effect (NextTick);
// counts are the game's units of time. Equal conditions are shown once, with their number.

// The kinds of parts of a state, in the order in which they are shown.
const (
	stateOut     = iota // a condition that prevents acting
	stateActs           // an action in progress, or a prepared action
	stateHinders        // another bad condition
	stateStance         // any other condition, an activity or a note
)

// stateRoles are the roles of the texts of parts, by kind.
var stateRoles = [...]draw.Role{stateOut: draw.RoleOut, stateActs: draw.RoleText, stateHinders: draw.RoleLow, stateStance: draw.RoleText}

// statePart is one condition or action of a combatant.
type statePart struct {
	kind          int     // stateOut, stateActs, stateHinders or stateStance
	text          string  // whole text, including the remark
	short         string  // text if there is too little room; "" for text
	remark        string  // words added to the condition, such as a trigger; the end of text, where it can be cut off; "" for none
	next          string  // count of its next effect or its end, in brackets; "" if there is none
	weight        float64 // contribution to the burden, usually negative; within a kind, the lowest comes first
	endsWithRound bool    // whether it ends when the next round begins
	since         int     // rank among stances, highest first: the ID of a condition, which rises with time; 0 or math.MaxInt for other parts
}

// stateText returns the state of a combatant as text, in full but without its actions.
func (v *view) stateText(a *rules.Actor) string {
	var b strings.Builder
	_, burden := v.burdenOf(a)
	const anyWidth = 1 << 20
	for _, s := range stateSpans(v.stateParts(a, false, burden), anyWidth, "") {
		b.WriteString(s.Text)
	}
	return b.String()
}

// awayTexts describe, by the value of rules.Actor.Absent, how a character is played while its player is away.
var awayTexts = map[string]string{rules.AbsentByTactic: "away · by tactic", rules.AbsentLeftOut: "away · out of the scenes"}

// stateParts returns the parts of a combatant's state in the order in which they are shown: its conditions, requests for checks, activities
// and, if doing is set, its actions and its journey. burden has the terms of its burden, the modifier to all its rolls.
func (v *view) stateParts(a *rules.Actor, doing bool, burden []rules.Term) []statePart {
	var list []statePart
	for i := range a.Conditions {
		if !isShownEarlier(a, i) {
			list = append(list, v.heldPart(a, &a.Conditions[i], burden))
		}
	}
	for i := range a.Outranked {
		// A condition outranked by a secret one has no effect, but players continue to see it.
		part := v.heldPart(a, &a.Outranked[i], nil)
		part.text += " " + command.ShownMark
		list = append(list, part)
	}
	list = append(list, collect.Map(a.FormulaConditions(v.session.Rules()), func(c *rules.Condition) statePart { return v.conditionPart(c, nil, "", 0) })...)
	for d := a.Doing; d != nil && doing; d = d.Beside {
		list = append(list, v.doingPart(a, d))
	}
	for _, request := range v.session.Asks() {
		switch {
		case v.isInPast(): // requests belong to the present
		case slices.Contains(request.PendingKeys(v.session.State()), a.Key):
			list = append(list, statePart{kind: stateStance, text: "asked: " + request.Label})
		case slices.Contains(v.session.KeysAskedAloud(&request), a.Key):
			list = append(list, statePart{kind: stateStance, text: "ask aloud: " + request.Label})
		}
	}
	for _, activity := range a.Activities {
		list = append(list, statePart{kind: stateStance, text: rules.MidSentence(activity.Label)})
	}
	if j, ok := v.journeyOf(v.shownState(), a); ok && j.Remaining > 0 && doing {
		list = append(list, statePart{kind: stateStance, since: math.MaxInt, text: "» " + v.journeyText(a, j)}) // harm comes first
	}
	if a.Absent != "" {
		list = append(list, statePart{kind: stateStance, since: math.MaxInt, text: awayTexts[a.Absent]})
	}
	inRounds := len(list) > 1 && v.inRounds()
	slices.SortStableFunc(list, func(x, y statePart) int { return x.compare(&y, inRounds) })
	return list
}

// compare returns a negative number if p is shown before q, a positive one if after, and 0 if their order doesn't matter. It orders parts
// by kind and weight. Among equal ones, parts with a next effect or an end come first; then, in a game in rounds (inRounds is set), those
// that outlast the round; finally stances are ordered by since, the highest first.
func (p *statePart) compare(q *statePart, inRounds bool) int {
	order := cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(p.weight, q.weight), cmp.Compare(falseFirst(p.next == ""), falseFirst(q.next == "")))
	if inRounds && order == 0 {
		order = cmp.Compare(falseFirst(p.endsWithRound), falseFirst(q.endsWithRound)) // parts that end with the round come after lasting ones
	}
	if p.kind == stateStance && order == 0 {
		order = cmp.Compare(q.since, p.since) // the newest first
	}
	return order
}

// heldPart returns the part of the state for a condition that an actor has been given: with its remark, how many times the actor has it,
// and the time of its end or next effect.
func (v *view) heldPart(a *rules.Actor, held *rules.HeldCondition, burden []rules.Term) statePart {
	part := v.conditionPart(held.Condition, held.Tool, v.shortNameOf(held.Other), held.ShownNumber())
	part.since = held.ID
	if held.Text != "" {
		part.short = cmp.Or(part.short, part.text)
		part.remark = v.remarkText(a, held)
		part.text += ": " + part.remark
		if held.Condition.Says {
			part.kind = stateActs // a prepared action counts as an action of its actor
		}
	}
	if times := timesHeld(a, held); times > 1 {
		part.text = held.Condition.SentenceLabelOf(held.Tool, v.shortNameOf(held.Other)) + " ×" + draw.Tenths(float64(times))
	}
	if held.Secret {
		part.text += " " + secretMark
	}
	next := held.NextTick // earliest next effect among equal conditions, which are shown together
	for j := range a.Conditions {
		other := &a.Conditions[j]
		if !isSameCondition(other, held) || other.NextTick < 0 {
			continue
		}
		if next < 0 || other.NextTick < next {
			next = other.NextTick
		}
	}
	if held.Limit > 0 {
		part.next = " (" + limitText(v.session.Rules(), v.shownState(), held.Limit) + ")"
	} else if next >= 0 {
		part.next = " (" + dueText(v.session.Rules(), v.shownState(), next) + ")"
	}
	for _, term := range burden {
		if term.Label == held.Condition.Label {
			part.weight += term.Value
		}
	}
	return part
}

// doingPart returns the part of the state for an action in progress.
func (v *view) doingPart(a *rules.Actor, d *rules.OngoingAction) statePart {
	part := statePart{kind: stateActs, text: v.textWithSign(d)}
	if d.Whom != "" {
		part.short = v.shortDoingText(d)
		if sign := d.Sign(v.session.Rules()); d != a.Doing && sign != "" {
			part.short = sign + " → " + v.shortNameOf(d.Whom) // even shorter, so that two simultaneous actions fit
		}
	}
	if v.hasLane(a.Key) { // the timeline shows the action, so harm can come first in the state
		part.kind, part.since = stateStance, math.MaxInt
	}
	return part
}

// heldRemark returns the words added to a condition; for a prepared action, the trigger and the planned reaction.
func heldRemark(held *rules.HeldCondition) string {
	trigger, planned := command.CutReaction(held.Text)
	return strings.TrimSuffix(trigger+" → "+planned, " → ")
}

// remarkText returns the words added to an actor's condition, as heldRemark does, with a question mark before a trigger that contains a
// word unknown to the rules.
func (v *view) remarkText(a *rules.Actor, held *rules.HeldCondition) string {
	marked := *held
	if trigger, _ := command.CutReaction(held.Text); held.Condition.Says && len(command.VagueTriggers(v.session.Game(), a.Key, trigger)) > 0 {
		marked.Text = "? " + held.Text
	}
	return heldRemark(&marked)
}

// isCounted reports whether the count at is shown as a count and not as the time until then. It returns true in rounds, or if turns are
// taken and the count is near.
func isCounted(rs *rules.Ruleset, s *rules.State, at float64) bool {
	return !rs.IsAtRest(s) && (rs.Order.InRounds() || (at-s.Count)*rs.Pack.Seconds() < command.NearbySeconds)
}

// dueText formats the time of an event at the count at: as the count or, if isCounted returns false, as the time until then.
func dueText(rs *rules.Ruleset, s *rules.State, at float64) string {
	switch counted := isCounted(rs, s, at); {
	case counted && rs.Order.InRounds():
		return rs.CountWord() + " " + draw.Tenths(at)
	case counted:
		return draw.Tenths(at)
	}
	return rs.CountsText(at - s.Count)
}

// limitText formats the end of a condition at the count at, as "until COUNT" or as the time until then.
func limitText(rs *rules.Ruleset, s *rules.State, at float64) string {
	if isCounted(rs, s, at) {
		return "until " + dueText(rs, s, at)
	}
	return dueText(rs, s, at)
}

// repeatTimeText formats the next effect of a condition at the count at, as "again at COUNT" or "again in TIME".
func repeatTimeText(rs *rules.Ruleset, s *rules.State, at float64) string {
	if isCounted(rs, s, at) {
		return "again at " + dueText(rs, s, at)
	}
	return "again in " + dueText(rs, s, at)
}

// conditionPart returns the part of the state for a condition. tool is its item, partner the name of its partner, and number its number;
// they are nil, "" and 0 if it has none.
func (v *view) conditionPart(c *rules.Condition, tool *rules.Item, partner string, number float64) statePart {
	p := statePart{kind: stateStance, text: c.SentenceLabelOf(tool, partner), endsWithRound: c.EndsWithRound()}
	switch {
	case c.ForbidsActing():
		p.kind = stateOut
	case c.Bad:
		p.kind = stateHinders
	}
	switch {
	case number == 0: // it has none
	case c.Unit != "":
		p.text, p.short = p.text+c.FormatNumber(number), p.text
	case c.IsPaired():
		p.text, p.short = p.text+" ("+draw.Tenths(number)+")", p.text
	default:
		p.text += c.FormatNumber(number)
	}
	return p
}

// doingText describes an action in progress, with its tool and its target.
func (v *view) doingText(doing *rules.OngoingAction) string {
	return v.withTarget(doing.Describe(v.session.Rules()), doing)
}

// textWithSign returns doingText after the sign of the action: "† sabre → Grell".
func (v *view) textWithSign(doing *rules.OngoingAction) string {
	return v.withSign(v.doingText(doing), doing)
}

// shortDoingText describes an action in progress briefly enough for a lane, after its sign: "+ tend → Ilse", "† sabre → Grell".
func (v *view) shortDoingText(doing *rules.OngoingAction) string {
	return v.withSign(v.withTarget(v.doingName(doing), doing), doing)
}

// doingName returns a short name for an action in progress: the words that declare it in a line or, if there are none, its means, such as
// the tool.
func (v *view) doingName(doing *rules.OngoingAction) string {
	return cmp.Or(doing.CommandWords(v.session.Rules()), doing.MeansText(v.session.Rules()))
}

// withTarget appends the target of an action to text.
func (v *view) withTarget(text string, doing *rules.OngoingAction) string {
	if doing.Whom != "" {
		text += " → " + v.shortNameOf(doing.Whom)
	}
	return text
}

// withSign puts the sign of an action before text.
func (v *view) withSign(text string, doing *rules.OngoingAction) string {
	return strings.TrimSpace(doing.Sign(v.session.Rules()) + " " + text)
}

// stateSpans formats the parts of a state in the given number of cells, after the text before. If there is too little room, it first omits
// the counts of next effects and ends, then uses short texts, then omits parts from the end and counts them. Any remaining room gets the
// beginning of a remark.
func stateSpans(parts []statePart, cells int, before string) []draw.StyledText {
	spans := joinState(parts, before, true, nil)
	if draw.SpanWidth(spans) <= cells {
		return spans
	}
	if spans = joinState(parts, before, false, nil); draw.SpanWidth(spans) <= cells {
		return spans
	}
	parts = shortenParts(parts, cells-draw.Width(before))
	for n := len(parts); n > 0; n-- { // n is the number of parts shown
		shownParts, omittedParts := parts[:n], parts[n:]
		if spans = joinState(shownParts, before, false, omittedParts); draw.SpanWidth(spans) > cells {
			continue
		}
		room := cells - draw.SpanWidth(spans) - len(": ")
		if at := slices.IndexFunc(shownParts, func(p statePart) bool { return p.remark != "" }); at >= 0 && room >= minRemark {
			shownParts[at].text += ": " + draw.Clip(shownParts[at].remark, room)
			spans = joinState(shownParts, before, false, omittedParts)
		}
		break
	}
	return spans
}

// shortenParts returns parts with their short texts. A prepared action keeps as much of its trigger as fits in the given number of cells.
func shortenParts(parts []statePart, cells int) []statePart {
	parts = slices.Clone(parts)
	for i := range parts {
		part := &parts[i]
		if part.kind == stateActs && part.remark != "" {
			part.text, part.remark = clipPlan(part.text, part.remark, cells), ""
			continue
		}
		part.text = cmp.Or(part.short, part.text)
	}
	return parts
}

// clipPlan shortens the text of a prepared action so that it fits in the given number of cells together with the number of omitted parts.
// It keeps the beginnings of both the trigger and the planned reaction, if there is one. remark is the end of text.
func clipPlan(text, remark string, cells int) string {
	if draw.Width(text)+len(" +1") <= cells {
		return text
	}
	trigger, planned, ok := strings.Cut(remark, " → ")
	if !ok {
		label := strings.TrimSuffix(text, remark)
		return label + draw.Clip(remark, cells-draw.Width(label)-len(" +1"))
	}
	room := cells - draw.Width("~  → ") - len(" +1")
	planned = draw.Clip(planned, max(room-draw.Width(trigger), room/2))
	return "~ " + draw.Clip(trigger, room-draw.Width(planned)) + " → " + planned
}

// minRemark is the minimum number of cells of a remark worth showing.
const minRemark = 5

// joinState joins the text before and the texts of parts, with their counts of next effects if withCounts is set. The parts in omitted
// are only counted; their number follows the sign ! if one of them is a bad condition.
func joinState(parts []statePart, before string, withCounts bool, omitted []statePart) []draw.StyledText {
	spans := make([]draw.StyledText, 0, 2*len(parts)+2)
	add := func(text string, r draw.Role) { spans = append(spans, draw.StyledText{Text: text, Role: r}) }
	if before != "" {
		add(before, draw.RoleText)
	}
	for i, p := range parts {
		isFirst := i == 0
		lead := " · "
		switch {
		case p.kind == stateHinders && isFirst:
			lead = "! "
		case p.kind == stateHinders && parts[i-1].kind != stateHinders:
			lead = " ! "
		case isFirst:
			lead = ""
		}
		r := stateRoles[p.kind]
		add(lead, r)
		add(p.text, r)
		if withCounts && p.next != "" {
			add(p.next, draw.RoleDim)
		}
	}
	if len(omitted) > 0 {
		if slices.ContainsFunc(omitted, func(p statePart) bool { return p.kind == stateHinders }) {
			add(" !", draw.RoleLow)
		}
		add(" +"+draw.Tenths(float64(len(omitted))), draw.RoleKey)
	}
	return spans
}

// timesHeld returns the number of a combatant's conditions that are shown together with held, including held itself.
func timesHeld(a *rules.Actor, held *rules.HeldCondition) (times int) {
	for i := range a.Conditions {
		if isSameCondition(&a.Conditions[i], held) {
			times++
		}
	}
	return times
}

// isShownEarlier reports whether the condition of a with the index at is shown together with an earlier one.
func isShownEarlier(a *rules.Actor, at int) bool {
	return slices.ContainsFunc(a.Conditions[:at], func(h rules.HeldCondition) bool { return isSameCondition(&h, &a.Conditions[at]) })
}

// isSameCondition reports whether two conditions of a combatant are shown as one.
func isSameCondition(x, y *rules.HeldCondition) bool {
	samePartner := !x.Condition.IsPaired() || x.Other == y.Other
	return x.Condition == y.Condition && x.Tool == y.Tool && x.Text == y.Text && x.Secret == y.Secret && samePartner
}

// cannotAct reports whether a condition prevents a combatant from acting.
func (v *view) cannotAct(a *rules.Actor) bool {
	able, _ := a.CanAct(v.session.Rules())
	return !able
}
