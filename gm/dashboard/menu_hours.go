package dashboard

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/logtext"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The end of an encounter and the hours after it: which conditions continue, who can help, and time that passes. A verbs.Ending lists the
// consequences of the end of the encounter: texts about conditions that end (Over) and about losses that stay (Stays), actors whose
// action in progress is lost (Away), and Lines about conditions that can continue, such as bleeding, each with a proposal for whether it
// ends (Over). A helper is an actor who can treat such a condition; a fold hides the less likely ones. At rest means that no one takes
// turns.
//
// Time passes by a line such as "pass 8 h sleep by party": a span (length of time), an activity and the side for which time
// passes. A verbs.PassedTime describes its result.

// pendingEnding returns the decisions to make at the end of the current encounter, computed once for each state.
func (p *previewCache) pendingEnding() *verbs.Ending {
	game := p.presentGame()
	return p.ends.get("", func() *verbs.Ending {
		e := verbs.Endings{Game: game}.Ending()
		return &e
	})
}

// endingsAfter returns the verbs.Endings for the state after the current encounter, as if it ended as proposed, or for the current
// state if no encounter is running. It is computed once for each state.
func (p *previewCache) endingsAfter() verbs.Endings {
	now := verbs.Endings{Game: p.presentGame()}
	return p.after.get("", func() verbs.Endings {
		if now.State.Running {
			if then, _, err := now.CarryOut(); err == nil {
				return then
			}
		}
		return now
	})
}

// settleEncounterThen asks which conditions continue after the current encounter, or still continue after the last one, and then calls
// next, for example to begin another scene. If no encounter is running and there is nothing to ask, it calls next at once. purpose
// describes next in the list. If the user presses q, it calls leave instead, unless that is nil.
func (m menus) settleEncounterThen(purpose string, next, leave func()) {
	if m.d.session.Game().AtRest() && !m.d.endings().HasPendingDecision() {
		next()
		return
	}
	m.openEndMenu(purpose, next, leave)
}

// isUntouched reports whether an encounter is running whose end leaves nothing to decide, since no one takes part or no one has
// acted yet.
func (m menus) isUntouched() bool {
	s := m.d.session.State()
	if !s.Running || len(s.Actors) == 0 {
		return s.Running
	}
	e := m.d.pendingEnding()
	hasActed := slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool { return a.Turn >= 0 || a.Doing != nil })
	return s.Count == 0 && len(e.Lines)+len(e.EndingTexts)+len(e.Busy) == 0 && !hasActed
}

// sceneEndTitle is the title of the list of conditions that can continue at the end of a scene without turns.
const sceneEndTitle = "The scene ends. What continues?"

// openEndMenu asks which conditions end with the encounter and which continue, carries out the line "finish" with the answers, and then calls
// next, which purpose describes. If the user presses q, it calls leave instead. Both functions may be nil. Without a running encounter it
// asks about conditions left from the last one.
func (m menus) openEndMenu(purpose string, next, leave func()) {
	s := m.d.session.State()
	if !s.Running && !s.IsSceneOn() && !m.d.endings().HasPendingDecision() {
		m.d.showError(m.d.session.Game().NoFightRefusal())
		return
	}
	if next == nil && m.isUntouched() {
		m.d.doLine("finish")
		return
	}
	e := *m.d.pendingEnding()
	if !s.Running {
		e.EndingTexts = nil
	}
	title, enter, back := m.endTexts(next, leave)
	over := collect.Map(e.Lines, func(line verbs.EndingLine) bool { return line.ProposesEnd })
	list := &endList{m: m, ending: e, over: over, next: next}
	if title != sceneEndTitle { // at the end of a scene without turns, another scene follows anyway
		list.choices = m.endChoices(purpose, leave)
	}
	head := m.endHeader(&e)
	l := &picker{title: title, empty: "Nothing is left to decide.", load: list.items, line: list.line, toggle: list.toggle, commit: list.commit}
	list.picker = l
	l.onArrow = func(int) { list.flip() }
	l.header = func() []draw.PageLine { return head }
	if len(list.choices) > 0 && s.Running && (s.Won != "" || len(s.AbleSides(m.d.session.Rules())) < 2) {
		l.at = 1 // the fight is decided, so the cursor is on the row that ends the encounter
	}
	if purpose != "" {
		enter += ", " + purpose
	}
	if len(list.choices) > 0 {
		enter = "choose"
	}
	l.bar = append([]barKey{{name: "Enter", label: enter}, {name: "Esc", label: back}}, list.keys(leave)...)
	if leave != nil {
		l.title += " (q quits without ending it)"
	}
	m.d.openOverlay(l)
}

// endTexts returns the title of the list that openEndMenu opens for next and leave, and the labels of the keys Enter (in a list without
// choices) and Esc.
func (m menus) endTexts(next, leave func()) (title, enter, back string) {
	s := m.d.session.State()
	title, enter, back = "End the fight at "+countText(m.d.session.Rules(), s)+"?", "end it", "fight on"
	title = strings.Replace(title, " at before ", " before ", 1) // countText can begin with "before"
	switch {
	case !s.Running && next == nil && !m.d.endings().HasPendingDecision():
		return "End the scene?", enter, "play on"
	case !s.Running:
		return "What continues?", "confirm", "back"
	case next != nil && leave == nil && m.d.session.Game().AtRest():
		return sceneEndTitle, enter, "back"
	case !m.d.session.Rules().IsFightOn(s):
		return "End the scene?", enter, "play on"
	case m.d.session.Rules().IsOver(s):
		return title, enter, "not yet"
	}
	return title, enter, back
}

// endList is the open list of conditions that can continue after an encounter. Before them, it can have rows to choose whether the
// encounter ends at all.
type endList struct {
	m       menus
	picker  *picker      // list of rows on the screen
	ending  verbs.Ending // decisions to make at the end of the encounter
	choices []listItem   // rows before the conditions: first to change nothing, then to end the encounter; nil for none
	over    []bool       // whether the condition of each of ending.Lines ends
	next    func()       // called once the encounter has ended; nil if nothing follows
}

// items returns the rows.
func (e *endList) items() []listItem {
	return append(slices.Clone(e.choices), endingItems(e.ending.Lines, e.over)...)
}

// isStaying reports whether the cursor is on the row that changes nothing.
func (e *endList) isStaying() bool { return len(e.choices) > 0 && e.picker.at == 0 }

// endsScene reports whether the cursor is on the row that ends the scene after a fight in it.
func (e *endList) endsScene() bool {
	return len(e.choices) > 0 && e.picker.at == 1 && !e.m.d.session.State().Running
}

// line returns the line for the current row, or "" if the encounter continues.
func (e *endList) line() string {
	switch {
	case e.isStaying():
		return ""
	case e.endsScene():
		return "finish"
	}
	return e.finishLine()
}

// finishLine returns the line that ends the encounter and the chosen conditions, or "" if there is nothing to carry out: the encounter
// is over already, and every condition continues.
func (e *endList) finishLine() string {
	if !e.m.d.session.State().Running && !slices.Contains(e.over, true) {
		return ""
	}
	parts := []string{"finish"}
	for i := range e.ending.Lines {
		parts = append(parts, e.ending.Lines[i].Options(e.over[i])...)
	}
	return strings.Join(parts, ", ")
}

// settle carries out finishLine, and reports whether that succeeded.
func (e *endList) settle() bool { return e.finishLine() == "" || e.m.d.doLine(e.finishLine()) }

// flip changes whether the condition under the cursor ends.
func (e *endList) flip() {
	if at := e.picker.at - len(e.choices); at >= 0 && at < len(e.over) {
		e.over[at] = !e.over[at]
	}
}

// toggle handles Space and number keys: it chooses the row under the cursor if it is one of the choices, otherwise it calls flip.
func (e *endList) toggle(it *listItem) {
	if slices.ContainsFunc(e.choices, func(c listItem) bool { return c.name == it.name }) {
		e.commit()
		return
	}
	e.flip()
}

// commit handles Enter: it leaves everything as it is, or ends the encounter and calls next.
func (e *endList) commit() {
	switch hasEffect, endsScene := e.finishLine() != "", e.endsScene(); {
	case e.isStaying():
		e.choices[0].run()
	case !e.settle(): // refused, or a question is open
	case endsScene:
		e.m.d.doLine("finish")
	case e.next != nil:
		e.m.d.overlays = nil
		e.next()
	case !hasEffect:
		e.m.d.closeOverlay()
	}
}

// keys returns the list's keys other than Enter and Esc. q calls leave, unless that is nil.
func (e *endList) keys(leave func()) (bar []barKey) {
	if len(e.over) > 0 {
		bar = append(bar, barKey{name: "→", shownName: "←→", label: "change"})
	}
	if who, _ := e.m.firstTreatable(&e.ending); who != nil {
		bar = append(bar, barKey{name: "t", label: "help now", run: func() {
			if e.settle() {
				e.m.reopenHelp()
			}
		}})
	}
	if s := e.m.d.session.State(); !s.Running && s.IsSceneOn() && e.next == nil && len(e.choices) == 0 {
		bar = append(bar, barKey{name: "e", label: "end scene", run: func() {
			if e.settle() {
				e.m.d.doLine("finish")
			}
		}})
	}
	if leave != nil {
		bar = append(bar, barKey{name: "q", label: "quit", run: leave})
	}
	if len(e.over) > 0 {
		// With the cursor on one of the choices above the conditions, o ends the first condition.
		bar = append(bar, barKey{name: "o", label: "end condition", run: func() { e.over[max(0, e.picker.at-len(e.choices))] = true }})
	}
	return bar
}

// endingItems returns a row for each of lines, which are about conditions that can continue. over has, for each line, whether the condition
// ends.
func endingItems(lines []verbs.EndingLine, over []bool) (items []listItem) {
	width := 0
	for i := range lines {
		width = max(width, draw.Width(endingNames(&lines[i])))
	}
	width = min(width, endingNamesCells) // longer names move only the text of their own row
	for i := range lines {
		items = append(items, endingItem(&lines[i], over[i], width))
	}
	return items
}

// endChoices returns the rows before the conditions while an encounter is running, or if there is only the end of the scene to decide: the
// first changes nothing, the second ends the encounter. Otherwise it returns none.
func (m menus) endChoices(purpose string, leave func()) []listItem {
	if s := m.d.session.State(); !s.Running && (!s.IsSceneOn() || purpose != "" || m.d.endings().HasPendingDecision()) {
		return nil
	}
	fight := m.d.session.Rules().IsFightOn(m.d.session.State())
	stay := listItem{name: "stay", label: collect.Choose(fight, "Fight on", "Play on"), run: m.d.closeOverlay}
	if m.d.session.Rules().IsOver(m.d.session.State()) {
		stay.label = "Not yet"
	}
	if leave != nil {
		stay = listItem{name: "stay", label: "Quit; the " + collect.Choose(fight, "fight", "scene") + " continues next time", run: leave}
	}
	end := "End it"
	if purpose != "" {
		end += ", " + purpose
	}
	return []listItem{stay, {name: "finish", label: end}}
}

// firstTreatable returns the first combatant whom another combatant could help after the fight, and the condition to treat, or nil if
// there is none.
func (m menus) firstTreatable(e *verbs.Ending) (*rules.Actor, *rules.Condition) {
	for i := range e.Lines {
		line := &e.Lines[i]
		if a := line.Who[0]; !line.ProposesEnd && m.d.endingsAfter().HasHelpers(a, line.Condition) {
			return a, line.Condition
		}
	}
	return nil, nil
}

// endingNamesCells is the maximum width, in cells, of the column of names in the list of conditions.
const endingNamesCells = 24

// endingRowCells is the maximum width, in cells, of a row in the list of conditions. In a longer row the condition comes first, so that
// only the names are cut off.
const endingRowCells = 50

// endingNames names the combatants who have the condition of a line. If there are several, it also says how many times
// each has it.
func endingNames(line *verbs.EndingLine) string {
	names := make([]string, len(line.Who))
	for i, a := range line.Who {
		names[i] = a.Short
		if len(names) > 1 {
			names[i] += timesText(line.Times[i])
		}
	}
	return strings.Join(names, ", ")
}

// countCondition returns the number of times that a combatant has a condition.
func countCondition(a *rules.Actor, c *rules.Condition) (n int) {
	for i := range a.Conditions {
		if a.Conditions[i].Condition == c {
			n++
		}
	}
	return n
}

// endingItem returns the row of a condition that can continue: the names, padded to nameWidth cells, the condition, its result if nothing
// is done, and, at the right, whether it ends (over).
func endingItem(line *verbs.EndingLine, over bool, nameWidth int) listItem {
	state := line.Condition.StateWord()
	if len(line.Who) == 1 {
		state += timesText(line.Times[0])
	}
	label := draw.PadRight(endingNames(line)+" ", nameWidth+2) + state
	if draw.Width(label) > endingRowCells {
		label = state + ": " + endingNames(line)
	}
	return listItem{name: line.Condition.Name, label: label, note: func() string { return line.Next },
		hint: "◂ " + line.Condition.AfterwardsText(over) + " ▸"}
}

// endHeader returns the lines above the conditions: conditions that end and actions that are lost, losses that stay, and who needs help
// first.
func (m menus) endHeader(e *verbs.Ending) (list []draw.PageLine) {
	away := collect.Map(e.Busy, func(key string) string { return m.d.session.State().Find(key).Short })
	over := strings.Join(e.EndingTexts, ", ")
	if len(away) > 0 {
		over = strings.Join(nonEmpty(over, "actions of "+strings.Join(away, ", ")), " · ")
	}
	if over != "" {
		list = append(list, draw.PageLine{Left: "over   " + over, Role: draw.RoleDim})
	}
	if len(e.StayingTexts) > 0 {
		list = append(list, draw.PageLine{Left: "stays  " + strings.Join(e.StayingTexts, " · "), Role: draw.RoleDim})
	}
	if a, c := m.firstTreatable(e); a != nil {
		list = append(list, draw.PageLine{Left: "! " + a.Short + " needs help before anyone rests · " + m.helpText(a, c), Role: draw.RoleBad})
	}
	return list
}

// maxHelpers is the maximum number of helpers that a line names.
const maxHelpers = 3

// helpText names the actors who could treat the condition c of a, with their chances: all who need no roll, and the best of the others.
func (m menus) helpText(a *rules.Actor, c *rules.Condition) string {
	var parts []string
	for _, h := range m.d.endingsAfter().Helpers(a, c) {
		if h.Check == nil || !isHopelessRoll(h.Check) && len(parts) < maxHelpers {
			parts = append(parts, strings.TrimSpace(h.Who.Short+" "+m.helpChance(&h)))
		}
	}
	if len(parts) == 0 {
		return "no one here has a real chance"
	}
	return "can help: " + strings.Join(parts, ", ")
}

// helpChance formats the chance of a helper's check, or returns "" if nothing is rolled.
func (m menus) helpChance(h *verbs.Helper) string {
	if h.Check == nil {
		return ""
	}
	return shortChance(h.Check)
}

// openHelpMenu lists, after an encounter, all conditions that still harm someone, the most urgent first, each with the actions that treat it.
// If only isn't nil, it lists just the condition c of that combatant. After each action the list opens again, as long as there is such a
// condition.
func (m menus) openHelpMenu(only *rules.Actor, c *rules.Condition) {
	hurts := m.currentHurts()
	if only != nil {
		hurts = []hurtCombatant{{only, c}}
	}
	m.findHelpers(hurts, func(*picker) {})
}

// openEmergencyMenu lists, during a fight and after it, all conditions that harm someone or would continue after the fight, the most
// urgent first, with their results and possible helpers. Enter and t let the helper under the cursor act.
func (m menus) openEmergencyMenu() {
	hurts := m.currentHurts()
	for _, line := range m.d.pendingEnding().Lines {
		for _, a := range line.Who {
			if h := (hurtCombatant{a, line.Condition}); !line.ProposesEnd && !slices.Contains(hurts, h) {
				hurts = append(hurts, h)
			}
		}
	}
	if len(hurts) == 0 {
		m.d.showMessage("No one is in danger.")
		return
	}
	m.findHelpers(hurts, func(l *picker) {
		l.bar = append(l.bar, barKey{name: "Enter", label: "do it"}, barKey{name: "Esc", label: "back"}, barKey{name: "t", label: "treat", run: l.chooseCurrent})
	})
}

// findHelpers computes the helpers for hurts in the background, then opens their list, and calls opened with it.
func (m menus) findHelpers(hurts []hurtCombatant, opened func(*picker)) {
	ends := m.d.endingsAfter()
	if m.d.session.State().Running {
		ends = m.d.endings()
	}
	m.d.computeAndWait(func(ctx context.Context) func() {
		ends := verbs.Endings{Game: ends.WithContext(ctx)}
		helpers := collect.Map(hurts, func(h hurtCombatant) []verbs.Helper { return ends.Helpers(h.actor, h.condition) })
		return func() { opened(m.openHelperList(hurts, helpers)) }
	})
}

// openHelperList opens the list of helpers for hurts, which isn't empty, and returns it. helpers holds the helpers for each of
// hurts.
func (m menus) openHelperList(hurts []hurtCombatant, helpers [][]verbs.Helper) *picker {
	var items []listItem
	for i, h := range hurts {
		items = append(items, m.helpItems(h, helpers[i], len(hurts) > 1)...)
	}
	title := "Who helps whom?"
	if len(hurts) == 1 {
		title = items[0].group + " · who helps?"
		for i := range items {
			items[i].group = ""
		}
	}
	l := &picker{title: title, load: func() []listItem { return items }, fixed: true, empty: "No one needs help any more."}
	l.line = func() string { return currentLine(l) }
	m.d.openOverlay(l)
	return l
}

// hurtOutcome returns the outcome of a condition that isn't treated, such as "down in 28 s", or "" if it isn't known.
func (m menus) hurtOutcome(hurt hurtCombatant) string {
	for _, line := range m.d.pendingEnding().Lines {
		if line.Condition == hurt.condition && slices.Contains(line.Who, hurt.actor) {
			return line.Next
		}
	}
	return ""
}

// hurtCombatant is a combatant with a condition that still harms it.
type hurtCombatant struct {
	actor     *rules.Actor     // combatant who has the condition
	condition *rules.Condition // condition that harms, such as bleeding
}

// currentHurts returns the conditions that harm someone now, the most urgent first.
func (m menus) currentHurts() (list []hurtCombatant) {
	add := func(h hurtCombatant) {
		if slices.Contains(list, h) || !slices.Contains(m.d.endings().HarmfulConditions(h.actor), h.condition) {
			return
		}
		list = append(list, h)
	}
	for _, line := range m.d.pendingEnding().Lines {
		for _, a := range line.Who {
			add(hurtCombatant{a, line.Condition})
		}
	}
	for _, a := range m.d.session.State().Actors {
		for _, c := range m.d.endings().HarmfulConditions(a) {
			add(hurtCombatant{a, c})
		}
	}
	return list
}

// maxReach is the largest distance in metres at which a combatant can help another without moving there first.
const maxReach = 2

// helpItems returns rows for the actions of helpers that treat hurt, best first, or a row for the line that ends the condition manually
// if there are none. several reports whether the list is also about other conditions; helpers without a real chance are then omitted if
// others have one.
func (m menus) helpItems(hurt hurtCombatant, helpers []verbs.Helper, several bool) (items []listItem) {
	group := hurt.actor.Name + ": " + rules.MidSentence(hurt.condition.Label) + timesText(countCondition(hurt.actor, hurt.condition))
	if next := m.hurtOutcome(hurt); next != "" {
		group += " · " + next
	}
	running := m.d.session.State().Running
	do := func(line string) func() { // returns a function that carries out line and, after a fight, opens the list again
		return func() {
			if m.d.doLine(line) && !running {
				m.reopenHelp()
				log := m.d.session.Log()
				m.d.showMessage(logLineText(log[len(log)-1])) // since the reopened list may cover the log
			}
		}
	}
	distance := func(verbs.Helper) float64 { return 0 } // in metres; distances matter only while turns are taken
	if running {
		distance = func(h verbs.Helper) float64 { return metresBetween(h.Who, hurt.actor) }
		slices.SortStableFunc(helpers, func(x, y verbs.Helper) int { // own side first; then those within reach, then the nearest
			bySide := command.FalseFirst(x.Who.Side != hurt.actor.Side, y.Who.Side != hurt.actor.Side)
			return cmp.Or(bySide, cmp.Compare(max(distance(x), maxReach), max(distance(y), maxReach)))
		})
	}
	if firstHopeless := slices.IndexFunc(helpers, lacksChance); several && firstHopeless > 0 {
		helpers = helpers[:firstHopeless]
	}
	for _, h := range helpers {
		fold := helperFold(h, helpers[0], running)
		if fold != "" && several {
			fold += ", for " + hurt.actor.Short
		}
		note := func() string {
			text := "takes " + rules.SpanText(h.Seconds)
			if d := distance(h); d > maxReach {
				text += ", " + metres(d) + " away"
			}
			return text
		}
		items = append(items, listItem{name: h.Who.Key, label: h.Who.Name, role: m.d.sideRole(h.Who), line: h.Line, group: group, fold: fold,
			note: note, hint: m.helpChance(&h), run: do(h.Line)})
	}
	if len(items) == 0 {
		line := "end " + hurt.actor.Key + " " + hurt.condition.Name
		items = append(items, listItem{name: hurt.condition.Name, label: "No action helps. Remove the condition.", line: line, group: group, run: do(line)})
	}
	return items
}

// helperFold returns the name of the fold that hides a helper who is less likely to succeed than first, the best helper, or "" if none
// does. running reports whether turns are taken.
func helperFold(h, first verbs.Helper, running bool) string {
	switch {
	case lacksChance(h) && !lacksChance(first):
		return "no real chance"
	case (running || h.Check == nil) && h.Who.Side != first.Who.Side:
		return "other sides"
	}
	return ""
}

// lacksChance reports whether a helper's check has no real chance, or the check's notice says that it is impossible.
func lacksChance(h verbs.Helper) bool {
	return h.Check != nil && (h.Check.Notice != "" || isHopelessRoll(h.Check))
}

// logLineText returns an entry of the log as one line.
func logLineText(line gm.LogLine) (text string) {
	entry := line.LogEntry()
	separators := []string{"", "", "  ", " · "} // texts between the parts
	for i, part := range [][]logtext.Span{entry.SentenceSpans, entry.Head, entry.Main, entry.Then} {
		if text != "" && len(part) > 0 {
			text += separators[i]
		}
		for _, s := range part {
			text += s.Text
		}
	}
	return text
}

// reopenHelp reopens the list of conditions that still harm, if there are any.
func (m menus) reopenHelp() {
	if len(m.currentHurts()) > 0 {
		m.d.overlays = nil
		m.openHelpMenu(nil, nil)
	}
}

// helpTarget returns the first combatant whom the action could help after the fight, and the condition that it treats, or nil if there is
// none. Conditions to decide at the end of the encounter are considered first, in order of urgency.
func (m menus) helpTarget(action *rules.Action) (*rules.Actor, *rules.Condition) {
	for _, line := range m.d.pendingEnding().Lines {
		for _, a := range line.Who {
			if action.HelpsWith(line.Condition) && m.d.endingsAfter().HasHelpers(a, line.Condition) {
				return a, line.Condition
			}
		}
	}
	for _, a := range m.d.session.State().Actors {
		for _, c := range m.d.endings().HarmfulConditions(a) {
			if action.HelpsWith(c) && m.d.endingsAfter().HasHelpers(a, c) {
				return a, c
			}
		}
	}
	return nil, nil
}

// openHoursMenu lists ways to pass time: activities for their usual spans (lengths of time), each with its effect, the time until a
// reminder, and others. ← and → change the side for which time passes. During a fight, it only shows a message.
func (m menus) openHoursMenu() {
	if len(m.d.session.State().Actors) == 0 {
		m.d.showMessage(m.d.nobodyText())
		return
	}
	needsTurn := func(o rules.PendingEvent) bool { return o.Kind != rules.PendingTick } // an effect of a condition needs no turn
	if m.d.session.State().Running && slices.ContainsFunc(m.d.pendingEvents(), needsTurn) {
		m.d.showRefusal("Time can't be passed during a fight. Press n to continue it, F to end it.")
		return
	}
	h := &hoursList{m: m, sides: m.d.sideWords()}
	if list := m.d.tickedActors(); len(list) > 0 {
		whom := m.d.targetWords(list[0])
		h.sides = append([]string{whom}, slices.DeleteFunc(h.sides, func(side string) bool { return strings.EqualFold(side, whom) })...)
	}
	l := &picker{empty: "No activity in these rules has usual durations.", load: func() []listItem { return h.items }}
	h.picker = l
	if err := h.compute(); err != nil {
		m.d.showError(err)
		return
	}
	l.onArrow = func(step int) {
		h.side = (h.side + step + len(h.sides)) % len(h.sides)
		if err := h.compute(); err != nil {
			m.d.closeOverlay()
			m.d.showError(err)
		}
	}
	l.line = func() string { return currentLine(l) }
	l.header = func() []draw.PageLine { return h.head }
	l.bar = []barKey{{name: "Enter", label: "do it"}, {name: "→", shownName: "←→", label: "for whom"}, {name: "*", label: "keep"}, {name: "Esc", label: "back"}}
	if len(m.currentHurts()) > 0 {
		l.bar = append(l.bar, barKey{name: "t", label: "help now", run: m.reopenHelp})
	}
	m.d.openOverlay(l)
}

// hoursList is the open list of ways to pass time.
type hoursList struct {
	m      menus
	picker *picker         // list of rows on the screen
	sides  []string        // groups for which time can pass, as named in a line: the ticked combatants, if any, and then the sides
	side   int             // index in sides of the chosen one
	items  []listItem      // rows for that side
	head   []draw.PageLine // lines above the rows
}

// compute computes the rows, the lines above them and the title for the chosen side.
func (h *hoursList) compute() error {
	m, side := h.m, h.sides[h.side]
	items := m.continueSpanItems()
	var question, barred string // first question that stops a span, and reason why someone can't rest
	stopsAll := true            // whether a question stops every span
	for _, activity := range m.d.session.Rules().Activities.All {
		for _, span := range activity.Spans {
			text := "pass " + span.Text + " " + activity.Name + " by " + side
			p, err := m.d.endings().PreviewTime(text)
			if err != nil {
				return err
			}
			items = append(items, m.hoursItem(activity, span.Text, text, &p))
			barred, question = cmp.Or(barred, p.CannotRest), cmp.Or(question, p.Question)
			stopsAll = stopsAll && p.Question != ""
		}
	}
	items = append(items, m.reminderItems(side)...)
	h.items = append(items, listItem{name: "else", label: "Walk, work, study, train …",
		note: func() string { return "other activities over time" }, run: func() { m.openLongActivityMenu(side) }},
		listItem{name: "how long", label: "How long …", note: func() string { return "typed" }, run: func() { m.d.openPromptAt("pass  by "+side, len("pass ")) }})
	h.picker.title = "Pass time for ◂ " + side + " ▸"
	if date := m.d.endings().Date(m.d.session.State()); date != "" {
		h.picker.title += " · it is " + date
	}
	if h.head = m.hoursHeader(side, question, stopsAll); barred != "" {
		h.head = []draw.PageLine{{Left: "! Can't rest: " + barred + ". Press t to help", Role: draw.RoleBad}}
	}
	return nil
}

// reminderItems returns rows that let time pass for a side until the next reminders; those at the same time share a row.
func (m menus) reminderItems(side string) (items []listItem) {
	reminders := m.d.session.State().Reminders
	for i, r := range reminders {
		if i > 0 && reminders[i-1].At == r.At {
			items[len(items)-1].hint += " · " + r.Text
			continue
		}
		text := "pass " + rules.ExactSpanText(r.At-m.d.session.State().Elapsed) + " by " + side
		items = append(items, listItem{name: r.Text, label: reminderMark + " until " + m.d.endings().TimeText(r.At), hint: r.Text, line: text, run: func() { m.d.doLine(text) }})
	}
	return items
}

// continueSpanItems returns a row, without a number, that continues the last span of time if something, such as a reminder, stopped it
// early and no other time has passed since. It returns nil if there is none within the last entries.
func (m menus) continueSpanItems() (items []listItem) {
	const maxEntries = 20 // entries without time after the span, such as notes and rolls
	lines := m.d.session.LinesInForce()
	if !m.d.session.Game().AtRest() {
		return nil
	}
	before := int64(0)
	if n := len(lines) - maxEntries; n > 0 {
		before = lines[n-1].Seq()
	}
	for e, err := range gm.NewCursor(m.d.session).EntriesAfter(before, maxEntries) {
		if err != nil {
			break
		}
		passed := e.After.Elapsed - e.Before.Elapsed
		if activity, seconds, line := m.d.endings().RestOfSpan(e.Line, passed); activity != nil {
			items = []listItem{{name: "the rest", label: activity.Label + ", the other " + rules.SpanText(seconds), line: line, unnumbered: true, run: func() { m.d.doLine(line) }}}
		} else if passed != 0 {
			items = nil
		}
	}
	return items
}

// hoursHeader returns the lines above the activities: the question at which time would stop, pools that take days to restore, and the
// members of a side whose conditions should be treated first. question is "" if nothing stops time; stopsAll reports whether every listed
// activity stops at a question.
func (m menus) hoursHeader(side, question string, stopsAll bool) (list []draw.PageLine) {
	if question != "" {
		which := collect.Choose(stopsAll, "each of these stops there and asks", "some of these stop there and ask")
		list = append(list, draw.PageLine{Left: "! " + question + ": " + which, Role: draw.RoleBad})
	}
	list = append(list, m.slowPoolLines(side)...)
	var parts []string
	members, _ := m.d.session.Game().ParseActors(strings.Fields(side))
	for _, a := range members {
		for _, c := range m.d.endings().HarmfulConditions(a) {
			parts = append(parts, a.Short+" "+rules.MidSentence(c.Label)+timesText(countCondition(a, c)))
		}
	}
	if len(parts) > 0 {
		list = append(list, draw.PageLine{Left: "! " + strings.Join(parts, ", ") + ". Press t to help", Role: draw.RoleBad})
	}
	return list
}

// slowPoolLines returns a line for each pool that takes more than a day to restore for some member of the side. It names the member who
// lacks most, and the number of days in which the best activity restores that. If no activity restores the pool, the line is the rules' text
// about the pool.
func (m menus) slowPoolLines(side string) (list []draw.PageLine) {
	rs := m.d.session.Rules()
	members, _ := m.d.session.Game().ParseActors(strings.Fields(side))
	for _, pool := range rs.Pools.All {
		lack, who := largestLack(members, pool)
		if lack <= 0 {
			continue
		}
		best, rate := fastestRestorer(rs, pool)
		if best == nil {
			if pool.Text != "" {
				list = append(list, draw.PageLine{Left: pool.Name + ": " + pool.Text, Role: draw.RoleDim})
			}
			continue
		}
		seconds, how := dailyUse(best)
		if days := lack / rate / seconds; days > 1 {
			text := who + " is full after " + command.CountText(int(math.Ceil(days)), "day", "days") + how
			list = append(list, draw.PageLine{Left: pool.Name + ": " + text, Role: draw.RoleDim})
		}
	}
	return list
}

// largestLack returns the largest number of points that any of members lacks in a pool, and the short name of the member who lacks them. The
// number is 0 if no one lacks any.
func largestLack(members []*rules.Actor, pool *rules.Pool) (lack float64, who string) {
	for _, a := range members {
		if !pool.IsOwnedBy(a) {
			continue
		}
		if top, limited := a.Sheet.Max(pool); limited && top-a.PoolValue(pool) > lack {
			lack, who = top-a.PoolValue(pool), a.Short
		}
	}
	return lack, who
}

// fastestRestorer returns the activity that restores a pool fastest, and its rate in points per second; it returns nil if there is none.
func fastestRestorer(rs *rules.Ruleset, pool *rules.Pool) (best *rules.Activity, rate float64) {
	for _, activity := range rs.Activities.All {
		if restored := activity.RestoreRate(pool); restored > rate {
			best, rate = activity, restored
		}
	}
	return best, rate
}

// dailyUse returns how long an activity can be done each day, in seconds and in words: for its longest usual span, such as 8 hours of
// sleep, or all day if it has no span of a day or less.
func dailyUse(activity *rules.Activity) (seconds float64, how string) {
	how = " of " + rules.MidSentence(activity.Label)
	for _, span := range activity.Spans {
		if length, err := rules.ParseSpan(span.Text); err == nil && length > seconds && length <= rules.SecondsInDay {
			seconds, how = length, ", "+rules.MidSentence(activity.Label)+" "+span.Text+" a day"
		}
	}
	if seconds == 0 {
		seconds = rules.SecondsInDay
	}
	return seconds, how
}

// hoursItem returns the row of an activity for a span. p has the results of text, its prompt line: the time afterwards, the points
// restored, and what stops or prevents it.
func (m menus) hoursItem(activity *rules.Activity, span, text string, p *verbs.PassedTime) listItem {
	effect := p.PoolChanges
	if p.EndTime != "" {
		effect = strings.TrimSpace(p.EndTime + "  " + effect)
	}
	switch {
	case p.Reminders != "": // reminders at its end or, if p.EndsEarly is set, before it
		effect = reminderMark + collect.Choose(p.EndsEarly, " stops ", " ") + effect + " · " + p.Reminders
	case p.CannotRest != "": // someone can't rest
		effect = "✗"
	case p.Question != "": // it stops at a question
		effect = "! " + effect
	}
	return listItem{name: activity.Name, label: activity.Label + " " + span, hint: effect, line: text, aliases: activity.Also, run: func() { m.d.doLine(text) }}
}

// openLongActivityMenu lists the activities without a usual span, whose duration is typed, and the ways to train. An activity is for side;
// training is for the selected combatant.
func (m menus) openLongActivityMenu(side string) {
	var items []listItem
	for _, activity := range m.d.session.Rules().Activities.All {
		if len(activity.Spans) == 0 && !activity.Plain { // a plain activity is the default of its group, so it needs no row
			text := "pass 1 h " + activity.Name + " by " + side
			items = append(items, listItem{name: activity.Name, label: activity.Label, line: text, aliases: activity.Also,
				run: func() { m.d.openPromptAt(text, len("pass 1")) }})
		}
	}
	skill := &m.d.session.Rules().Skill
	for _, way := range skill.TrainingWays() {
		hours, _ := m.d.session.Rules().TrainingHours(way)
		text := "train " + m.d.selected + " " + draw.Tenths(hours) + " h " + way
		items = append(items, listItem{name: way, label: "Train: " + rules.ReadableName(way), line: text, aliases: []string{"train", "learn"},
			note: func() string { return draw.Tenths(hours) + " h for a point of " + skill.Currency }, run: func() { m.d.openPromptAt(text, len("train "+m.d.selected+" ")) }})
	}
	m.d.openOverlay(&picker{title: "What does " + side + " do?", load: func() []listItem { return items }})
}
