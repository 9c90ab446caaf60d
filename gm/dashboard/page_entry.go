package dashboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// An entry of the log in full. An entry has events, the changes that it made, and outcomes: the results of its steps, such as a roll,
// each with the terms of its number, its dice and the events that it led to. A step's address (Outcome.UniqueName) identifies it within
// its entry. In the history, where the past is shown and amended, a step with a number can be overruled, which replaces its result.

// entryPage returns a page with the result of an entry, step by step. If terms is set, every number is explained below its step.
func (ps pages) entryPage(e *gm.Entry, terms bool) *draw.Page {
	title := cmp.Or(e.Title, e.Line)
	p := &draw.Page{Title: cmp.Or(e.When, draw.Tenths(e.Count)) + " " + title}
	if e.Undone {
		p.Text(draw.RoleBad, "↶ undone")
	}
	if group, ok := logtext.GroupRolls(e.Outcomes, e.Events, e.Who); ok && !terms {
		ps.addGroupRollLines(p, &group)
		ps.addChanceLines(p, e.Seq)
		return p
	}
	shownBy := map[string]int{} // step that shows an event, the innermost one of nested steps
	for i := range e.Outcomes {
		for _, ev := range e.Outcomes[i].Events {
			shownBy[eventIdentity(ev)] = i
		}
	}
	var numbered []*rules.Outcome // steps that a number key overrules in the past
	if ps.isInPast() && !e.Undone {
		numbered = overrulableSteps(e)
	}
	addStepless := func(onlyPrices bool) { // adds the events that belong to no step: the prices of turns, or all others
		for _, ev := range e.Events {
			_, isInStep := shownBy[eventIdentity(ev)]
			isPrice := ev.Kind == rules.EventPaid
			if isInStep || isPrice != onlyPrices || ps.isUsualTurn(&ev, e.Count) {
				continue
			}
			if text := ps.eventText(ev); text != "" {
				p.Add(draw.PageLine{Left: text, Role: eventRole(ev)})
			}
		}
	}
	addStepless(true)
	for i := range e.Outcomes {
		ps.addOutcome(p, e, &e.Outcomes[i], slices.Index(numbered, &e.Outcomes[i])+1, terms, func(ev rules.Event) bool { return shownBy[eventIdentity(ev)] == i })
	}
	addStepless(false)
	ps.addChanceLines(p, e.Seq)
	return p
}

// overrulableSteps returns the steps of an entry whose results can be overruled, one for each address. It omits initiative rolls that
// only set a turn.
func overrulableSteps(e *gm.Entry) (list []*rules.Outcome) {
	seen := map[string]bool{}
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		hasResult := o.Degree != "" || o.Row != "" || o.Total != nil || o.Choice != "" || o.Throw != ""
		if o.Step == "" || seen[o.UniqueName()] || !hasResult {
			continue
		}
		if _, setsTurn := turnOnlyCount(o); setsTurn {
			continue
		}
		seen[o.UniqueName()] = true
		list = append(list, o)
	}
	return list
}

// turnOnlyCount returns the count of the turn that o sets, or false if o isn't the result of an initiative roll.
func turnOnlyCount(o *rules.Outcome) (float64, bool) {
	if o.Step != o.Kind || o.Total == nil { // a step of an action has a name other than its kind
		return 0, false
	}
	for _, e := range o.Events {
		if e.Kind == rules.EventTurn {
			return e.At, true
		}
	}
	return 0, false
}

// isUsualTurn reports whether an event in a game in rounds is self-evident: a turn is taken, or the next one comes in the next round at the
// latest. count is the round of the entry.
func (ps pages) isUsualTurn(e *rules.Event, count float64) bool {
	if !ps.session.Rules().Order.InRounds() {
		return false
	}
	return e.Kind == rules.EventOpen || e.Kind == rules.EventTurn && e.At <= count+1
}

// eventIdentity returns a text that is the same for equal events, since an entry and its steps hold copies.
func eventIdentity(e rules.Event) string {
	return fmt.Sprint(e.Kind, " ", e.Who, " ", e.What, " ", e.Value, e.By, e.At, e.ID, e.Text)
}

// addOutcome adds the step o of an entry to p: its number, unless that is 0; its actor, unless that is the entry's; its result; and
// those of its events for which isShown returns true. If terms is set, it also adds the dice and the terms that add up to the step's
// number.
func (ps pages) addOutcome(p *draw.Page, e *gm.Entry, o *rules.Outcome, number int, terms bool, isShown func(rules.Event) bool) {
	label := o.Label
	if o.Who != "" && o.Who != e.Who && ps.session.State().FindAnywhere(o.Who) != nil {
		label = ps.shortNameOf(o.Who) + ": " + rules.MidSentence(label)
	}
	if o.Secret {
		label += " (secret)"
	}
	if number > 0 {
		label = strconv.Itoa(number) + " " + label
	}
	if len(p.Lines) > 0 && terms {
		p.Gap()
	}
	index := len(p.Lines) // index of the line with the step's label
	p.Add(draw.PageLine{Left: label, Note: o.Guide, Right: outcomeResult(o), Role: outcomeRole(o)})
	defer func() {
		if !terms && ps.pageW >= widePage {
			p.Lines = joinLines(p.Lines, index, ps.pageW)
		}
	}()
	if text := outcomeDetail(o); text != "" {
		p.Add(draw.PageLine{Left: text, Indent: 2})
	}
	if o.Text != "" {
		p.Add(draw.PageLine{Left: "! " + o.Text, Indent: 2, Role: draw.RoleBad})
	}
	if terms {
		ps.addTerms(p, o.Terms, 4)
		addDiceLine(p, o)
	}
	for _, ev := range o.Events {
		if text := ps.eventText(ev); text != "" && isShown(ev) {
			p.Add(draw.PageLine{Left: "→ " + text, Role: eventRole(ev), Indent: 2})
		}
	}
}

// widePage is the minimum width of a page, in cells, at which a step and its result share a row, if they fit.
const widePage = 70

// joinLines appends the lines that follow lines[at] to its right-hand text, as long as they fit in w cells.
func joinLines(lines []draw.PageLine, at, w int) []draw.PageLine {
	head := &lines[at]
	used := draw.Width(head.Left) + 2 + draw.Width(head.Note) + 2
	for len(lines) > at+1 {
		below := lines[at+1]
		text := below.Left
		if head.Right != "" {
			text = head.Right + " · " + text
		}
		if below.Role == draw.RoleBad || used+draw.Width(text) > w {
			break
		}
		head.Right = text
		lines = slices.Delete(lines, at+1, at+2)
	}
	return lines
}

// outcomeRole returns the role of an outcome: good for a success, low for a failure, strong if it isn't a check.
func outcomeRole(o *rules.Outcome) draw.Role {
	if o.Degree == "" {
		return draw.RoleStrong
	}
	if o.Success {
		return draw.RoleGood
	}
	return draw.RoleLow
}

// outcomeResult formats the result of a step: its roll and what it was compared with, its row, throw, total or choice, or "" if it has
// none.
func outcomeResult(o *rules.Outcome) string {
	switch {
	case o.Versus != "":
		return o.Versus + ": " + draw.Tenths(*o.Total)
	case o.High:
		return "rolled " + logtext.FormatRoll(o)
	case o.Degree != "":
		return "rolled " + o.FaceText() + " of " + strings.TrimSuffix(o.Likelihood(nil).FormatTenths(), "%")
	case o.Row != "":
		return strings.TrimSpace(o.Side + " " + rules.MidSentence(o.Row))
	case o.Throw != "":
		return o.Throw
	case o.Total != nil && o.Step == command.KindInitiative:
		return logtext.FormatSideRoll(o)
	case o.Total != nil:
		return draw.Tenths(*o.Total)
	case o.Choice != "":
		return rules.MidSentence(o.Choice)
	}
	return ""
}

// outcomeDetail returns the details of a step: the degree, skill and margin of a check, or the roll on a table. It returns "" if there are
// none.
func outcomeDetail(o *rules.Outcome) string {
	if o.Degree == "" {
		if o.Row != "" && o.Roll > 0 {
			return "rolled " + draw.Tenths(float64(o.Roll))
		}
		return ""
	}
	text := o.Degree + " ×" + draw.Decimals(o.Factor, 2)
	if o.Versus != "" {
		text = o.Throw + " · " + o.Degree
	}
	if o.Skill != "" {
		text += " · " + o.Skill
	}
	if o.Margin != 0 {
		text += " · by " + draw.Tenths(math.Abs(o.Margin))
	}
	return text
}

// addDiceLine adds a line with the dice of a step, if it has any, and marks the typed ones.
func addDiceLine(p *draw.Page, o *rules.Outcome) {
	if len(o.Dice) == 0 {
		return
	}
	list := make([]string, len(o.Dice))
	for i, die := range o.Dice {
		list[i] = die.KindText() + " " + die.ResultText()
		if die.Typed {
			list[i] += " typed"
		}
	}
	p.Add(draw.PageLine{Left: strings.Join(list, ", "), Indent: 4, Role: draw.RoleDim})
}

// eventRole returns the role of an event: low for lost points and for a new condition.
func eventRole(e rules.Event) draw.Role {
	if e.Kind == rules.EventPool && e.By < 0 || e.Kind == rules.EventPut {
		return draw.RoleLow
	}
	return draw.RoleText
}

// eventText describes an event, with the resulting value or the count that it sets. It returns "" for an event that isn't shown.
func (ps pages) eventText(e rules.Event) string {
	rs, who := ps.session.Rules(), ps.actorName(e.Who)
	switch e.Kind {
	case rules.EventPool, rules.EventPaid, rules.EventRefill:
		if item, isItem := rs.Items.Get(e.Tool); isItem {
			who += ", " + rules.MidSentence(item.Label)
		}
		return who + ": " + poolLabel(rs, e.What) + " " + draw.FormatSigned(e.By) + " → " + draw.Tenths(e.Value)
	case rules.EventPut, rules.EventNumber:
		return who + ": " + ps.conditionText(&e) + ps.conditionNumber(&e)
	case rules.EventTurn:
		return ps.turnEventText(e, who)
	case rules.EventDelay:
		return who + ": takes effect at " + draw.Tenths(e.At) + ", " + draw.Tenths(e.By) + " later"
	case rules.EventHold:
		return who + " holds " + itemLabel(rs, e.What)
	case rules.EventPlace:
		if e.What != "" {
			return who + " is at " + cmp.Or(e.Text, "no named place")
		}
		if e.By == 0 {
			return who + " stands at " + metres(e.Value)
		}
		return who + ": " + metres(math.Abs(e.By)) + " covered, at " + metres(e.Value)
	case rules.EventKnow:
		if e.How == rules.LearntSeen {
			return ""
		}
		learnt := rules.Belief{What: e.What, Text: e.Text, Value: e.Value, How: e.How, Since: e.At}
		return who + " knows of " + cmp.Or(ps.actorName(e.Other), "it") + ": " + command.LearntText(&learnt)
	case rules.EventPin, rules.EventFavour:
		return strings.TrimSpace(who + " " + string(e.Kind) + ": " + strings.Join(e.Words, " · "))
	}
	state := ps.session.State()
	wording := logtext.NewWording(rs, state, state)
	return wording.EventText(&e, "")
}

// turnEventText describes the time of the next turn that an event sets for the named actor, or returns "" if it sets none.
func (ps pages) turnEventText(e rules.Event, who string) string {
	if e.At < 0 {
		return ""
	}
	if rs := ps.session.Rules(); rs.Order.InRounds() {
		return who + " has the next turn in " + rs.CountWord() + " " + draw.Tenths(e.At)
	}
	if e.By != 0 {
		return who + " is ready at " + draw.Tenths(e.At) + " (" + draw.FormatSigned(e.By) + ")"
	}
	return who + " is ready at " + draw.Tenths(e.At)
}

// poolLabel returns the label of a pool, or its name in words if the rules don't have it.
func poolLabel(rs *rules.Ruleset, name string) string {
	if pool, ok := rs.Pools.Get(name); ok {
		return pool.Label
	}
	return rules.ReadableName(name)
}

// conditionText returns the label of the condition that an event is about, including its item and partner if it is a condition
// between two actors.
func (ps pages) conditionText(e *rules.Event) string {
	if c, ok := ps.session.Rules().Conditions.Get(e.What); ok && c.IsPaired() && e.Other != "" {
		item, _ := ps.session.Rules().Items.Get(e.Tool)
		return c.LabelOf(item, ps.actorName(e.Other))
	}
	return conditionLabel(ps.session.Rules(), e.What)
}

// conditionNumber returns the number that an event sets for a condition, as a suffix of the condition's label.
func (ps pages) conditionNumber(e *rules.Event) string {
	if c, ok := ps.session.Rules().Conditions.Get(e.What); ok {
		return c.FormatNumber(e.Value)
	}
	return ""
}

// conditionLabel returns the label of a condition, or its name in words if the rules don't have it.
func conditionLabel(rs *rules.Ruleset, name string) string {
	if condition, ok := rs.Conditions.Get(name); ok {
		return condition.Label
	}
	return rules.ReadableName(name)
}

// addGroupRollLines adds the rolls of several combatants to p as one table: for each combatant, the count at which it acts, its roll,
// and the resulting conditions.
func (ps pages) addGroupRollLines(p *draw.Page, e *logtext.GroupRoll) {
	if len(e.Turns) > 0 {
		p.Text(draw.RoleTitle, "Acts at")
		for _, acting := range e.Turns {
			p.Add(draw.PageLine{Left: ps.actorName(acting.Who), Right: draw.Tenths(acting.At), Indent: 1})
		}
	}
	if len(e.Rolls) > 0 {
		p.Gap()
	}
	for _, rolled := range e.Rolls {
		o := rolled.Outcome
		p.Add(draw.PageLine{Left: ps.actorName(rolled.Who), Note: o.Label, Right: outcomeResult(o), Role: outcomeRole(o)})
		text := outcomeDetail(o)
		if o.Text != "" {
			text = o.Text + " · " + text
		}
		p.Add(draw.PageLine{Left: text, Indent: 2, Role: draw.RoleDim})
	}
	for _, group := range e.Conditions {
		who, what := make([]string, len(group.Who)), make([]string, len(group.Conditions))
		for i, key := range group.Who {
			who[i] = ps.actorName(key)
		}
		for i, name := range group.Conditions {
			what[i] = rules.MidSentence(conditionLabel(ps.session.Rules(), name))
		}
		p.Gap()
		p.Text(draw.RoleLow, "! "+strings.Join(what, ", "))
		p.Add(draw.PageLine{Left: strings.Join(who, ", "), Indent: 2})
	}
}
