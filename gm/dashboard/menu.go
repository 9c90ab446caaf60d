package dashboard

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Lists that a key opens for the selected combatant, or for the ticked ones: conditions, activities, items, and the scene. Each composes
// a line, the text of a command such as "put kira prone", and passes it to ask_flow.go.
//
// A condition is a state such as prone or bleeding. An activity continues over time, such as walking or resting. A situation is a
// circumstance that modifies rolls, such as dim light; it applies to one roll or, while it is in force, to the whole scene. Of situations
// with the same Group, such as the levels of light, only one is in force. A scene is an encounter of the campaign. A row of a list
// (listItem, ask_picker.go) can have a lateHint: a text at its right end that is computed when it is drawn, such as the effect of its line.

// menus creates the lists that keys open. It has many methods because each list has its own, as has each function that lists need.
type menus struct {
	d                *Dashboard
	happenedTriggers []command.Trigger // triggers of prepared actions that have just happened; nil if there are none
	endTurnState     *rules.State      // state in which pressing n a second time ends a turn; nil if it ends none

	intendedLine string // line composed while no one took turns, to be offered in its actor's turn; "" if there is none
}

// giveCondition carries out the line that gives a condition. If the condition has a number or a partner, the user types it.
func (m menus) giveCondition(c *rules.Condition, line string) {
	if isGivenByTyping(c) {
		m.d.overlays = nil
		m.d.prompt.openWith(line + collect.Choose(c.IsPaired(), " by ", " "))
		return
	}
	m.d.doLine(line)
}

// isGivenByTyping reports whether the line that gives a condition needs more words: a number or a partner.
func isGivenByTyping(c *rules.Condition) bool { return c.Number.Text != "" || c.IsPaired() }

// conditionLimits returns the durations offered for a new condition, as typed after “for”. The first is "", for no limit. A game whose
// counts have no length in seconds offers counts.
func conditionLimits(rs *rules.Ruleset) []string {
	if rs.Pack.Seconds() == 0 {
		word := rs.CountWord()
		return []string{"", "1 " + word, "2 " + word + "s", "3 " + word + "s"}
	}
	return []string{"", "10 s", "1 min", "10 min", "1 h", "8 h", "1 d"}
}

// openConditionMenu lists the conditions of a combatant, to end one, and all conditions of the game, to add one. ← and → change how long an added
// condition lasts.
func (m menus) openConditionMenu(actor *rules.Actor) {
	limits, limit := conditionLimits(m.d.session.Rules()), 0 // limit: index of the chosen one
	var held []listItem
	for i := range actor.Conditions {
		c := &actor.Conditions[i]
		text := "end " + m.d.targetWords(actor) + " " + c.PromptName()
		held = append(held, listItem{name: c.Condition.Name, label: c.Label(m.d.actorName(c.Other)) + c.Condition.FormatNumber(c.ShownNumber()), sign: "−",
			group: "take away", line: text, lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.d.doLine(text) }})
	}
	conditions := m.d.rankingOf(actor.Key).ListConditions()
	l := &picker{}
	l.load = func() (items []listItem) {
		l.title = m.d.tickedNames(actor) + " › conditions: add or remove · for ◂ " + cmp.Or(limits[limit], "no limit") + " ▸"
		items = slices.Clone(held)
		for _, c := range conditions {
			text := "put " + m.d.targetWords(actor) + " " + c.Name
			if limits[limit] != "" && !isGivenByTyping(c) {
				text += " for " + limits[limit]
			}
			items = append(items, listItem{name: c.Name, label: c.Label, sign: "+", group: "give", aliases: c.Also, note: func() string { return c.Text },
				line: text, lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.giveCondition(c, text) }})
		}
		return items
	}
	l.onArrow = func(by int) { limit = (limit + by + len(limits)) % len(limits) }
	m.openLineMenu(l)
}

// openLineMenu opens a list whose items have lines; the inspector shows the effect of the current item's line.
func (m menus) openLineMenu(l *picker) {
	l.line = func() string { return currentLine(l) }
	l.inspect = m.d.pages.itemPage
	m.d.openOverlay(l)
}

// openActivityMenu lists the activities that a combatant can begin. It omits those with a plan for the parts of a day (DayPlan).
func (m menus) openActivityMenu(actor *rules.Actor) {
	var items []listItem
	for _, a := range m.d.session.Rules().Activities.All {
		if len(a.DayPlan()) > 0 {
			continue
		}
		sign := collect.Choose(slices.Contains(actor.Activities, a), "●", " ")
		text := "do " + m.d.targetWords(actor) + " " + a.Name
		items = append(items, listItem{name: a.Name, label: a.Label, sign: sign, group: rules.ReadableName(a.Group), line: text,
			lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.d.doLine(text) }})
	}
	m.openLineMenu(&picker{title: m.d.tickedNames(actor) + ": which activity?", load: func() []listItem { return items }, empty: "These rules have no activities."})
}

// openItemMenu lists the items that a combatant carries, to take one in hand.
func (m menus) openItemMenu(actor *rules.Actor) {
	var items []listItem
	for _, it := range actor.Sheet.Items {
		sign := collect.Choose(it == actor.Tool || slices.Contains(actor.OffHand, it), "●", " ")
		text := "hold " + actor.Key + " " + it.Name
		items = append(items, listItem{name: it.Name, label: rules.LabelWithStock(actor, it), sign: sign, hint: actor.ItemPlace(it),
			line: text, run: func() { m.d.doLine(text) }})
	}
	text := "hold " + actor.Key + " nothing"
	items = append(items, listItem{name: "nothing", label: "Nothing", line: text, run: func() { m.d.doLine(text) }})
	m.openLineMenu(&picker{title: actor.Name + " › in hand, at once", load: func() []listItem { return items }, empty: "Carries nothing",
		at: max(0, slices.IndexFunc(items, func(it listItem) bool { return it.sign == " " }))}) // the cursor skips items already in hand
}

// openSceneMenu lists the situations that a scene can have, such as light and ground, to tick those that apply.
func (m menus) openSceneMenu() { m.openSceneMenuAt("") }

// openSceneMenuAt opens openSceneMenu with the cursor on the situation with the given name.
func (m menus) openSceneMenuAt(name string) {
	ticked := slices.Clone(m.d.session.State().Situations)
	before := slices.Clone(ticked) // those that applied when the list was opened stay at the top
	l := &picker{title: m.d.bindings.findBinding(modeDesk, "S").help}
	l.load = func() []listItem {
		var items, first []listItem
		for _, situation := range m.d.session.Rules().Situations.All {
			if !situation.CanLast() {
				continue
			}
			sign := collect.Choose(slices.Contains(ticked, situation.Name), "[x]", "[ ]")
			it := listItem{name: situation.Name, label: situation.Label, sign: sign, aliases: situation.Also, group: rules.ReadableName(situation.Group)}
			if slices.Contains(before, situation.Name) {
				it.group = "in force"
				first = append(first, it)
				continue
			}
			if !situation.Scene {
				it.group, it.fold = "", "of one roll"
			}
			items = append(items, it)
		}
		return append(first, items...)
	}
	l.line = func() string { return sceneLine(m.d.session.State(), ticked) }
	l.inspect = func(*listItem) *draw.Page { return m.d.pages.changePage(l.line()) }
	l.toggle = func(it *listItem) { ticked = tickSituation(m.d.session.Rules(), ticked, it.name) }
	l.commit = func() { m.d.doLine(l.line()) }
	m.d.openOverlay(l)
	l.selectItem(name)
}

// tickSituation adds the named situation to inForce, the names of the situations in force, or removes it if it is one of them, and
// returns the result. It removes other situations of the same group. It can overwrite the array of inForce.
func tickSituation(rs *rules.Ruleset, inForce []string, name string) []string {
	if at := slices.Index(inForce, name); at >= 0 {
		return slices.Delete(inForce, at, at+1)
	}
	if added, ok := rs.Situations.Get(name); ok && added.Group != "" {
		inForce = slices.DeleteFunc(inForce, func(held string) bool {
			other, known := rs.Situations.Get(held)
			return known && other.Group == added.Group
		})
	}
	return append(inForce, name)
}

// cycleSituation changes the situation of the scene's first group, such as the light, to the next one, or from the last one to none.
func (m menus) cycleSituation() {
	s := m.d.session.State()
	group := sceneGroup(m.d.session.Rules())
	if group == nil {
		m.d.showMessage("This game has no light or ground. Press S for its situations.")
		return
	}
	next := 0 // index in group of the next one; len(group) for none
	for i, situation := range group {
		if slices.Contains(s.Situations, situation.Name) {
			next = i + 1
		}
	}
	inForce := slices.DeleteFunc(slices.Clone(s.Situations), func(name string) bool {
		return slices.ContainsFunc(group, func(other *rules.Situation) bool { return other.Name == name })
	})
	if next < len(group) {
		inForce = slices.Insert(inForce, 0, group[next].Name)
	}
	m.d.doLine(sceneLine(s, inForce))
}

// sceneGroup returns the situations of the first group that a scene can have, such as the levels of light, or nil if there is none.
func sceneGroup(rs *rules.Ruleset) (group []*rules.Situation) {
	for _, situation := range rs.Situations.All {
		if situation.Scene && situation.Group != "" && situation.CanLast() && (group == nil || situation.Group == group[0].Group) {
			group = append(group, situation)
		}
	}
	return group
}

// sceneLine returns the line that sets the scene to the situations named in inForce; those that are secret in s stay secret.
func sceneLine(s *rules.State, inForce []string) string {
	words := slices.Clone(inForce)
	for i, name := range words {
		if slices.Contains(s.SecretSituations, name) {
			words[i] += " " + rules.HowSecret
		}
	}
	return strings.TrimSpace("scene " + strings.Join(words, ", "))
}

// showNotes shows the game master's notes on the current encounter, or else the campaign's page. If changed rules could not be loaded, it
// shows the reason above the notes.
func (m menus) showNotes() {
	e, ok := m.d.session.Campaign().Encounter(m.d.session.State().Encounter)
	switch {
	case m.d.staleRules != "":
		p := m.d.pages.overviewPage(-1)
		if ok {
			p = m.d.pages.encounterPage(e)
		}
		lines := []draw.PageLine{{Left: m.d.staleRules, Role: draw.RoleBad}, {Left: "The earlier rules stay in use. Fix the file and save it again."}, {Rule: true}}
		p.Lines = append(lines, p.Lines...)
		m.d.showPage(p)
	case ok:
		m.showBriefing(e)
	default:
		m.openCampaignScreen()
	}
}

// openBeginMenu lists the encounters, to begin one. It first asks which conditions and activities continue after the current encounter, which
// ends.
func (m menus) openBeginMenu() { m.settleEncounterThen("begin the next", m.openEncounterMenu, nil) }

// openEncounterMenu lists the campaign's encounters with their notes, to begin one. The cursor is on the first one that wasn't played.
func (m menus) openEncounterMenu() { m.openEncounterMenuAt("") }

// openEncounterMenuAt opens openEncounterMenu with the cursor on the encounter with the given name or, if name is "", on the first that hasn't
// been played.
func (m menus) openEncounterMenuAt(name string) {
	encounters, played := m.d.session.Campaign().Encounters(), m.d.pages.playedScenes()
	items := make([]listItem, len(encounters))
	for i, e := range encounters {
		items[i] = listItem{name: e.Name, label: e.Label, inspect: func() *draw.Page { return m.d.pages.encounterPage(e) },
			run: func() { m.d.closeOverlay(); m.d.doLine("begin " + e.Name) }}
		if scene, begun := played[e.Name]; begun {
			items[i].hint = m.d.pages.endingText(scene)
		} else if name == "" {
			name = e.Name
		}
	}
	l := &picker{title: "Begin which scene?", load: func() []listItem { return items }, empty: noScenesText}
	l.inspect = m.d.pages.itemPage
	m.d.openOverlay(l)
	l.selectItem(name)
}

// openDestinationMenu lists the destinations of a combatant: other combatants, exits and places. A place is a number of metres along one
// line.
func (m menus) openDestinationMenu(actor *rules.Actor) {
	s := m.d.session.State()
	if !actor.Placed {
		m.d.showMessage(actor.Short + " has no place yet. Type metres")
		m.d.prompt.openWith("place " + actor.Key + " ")
		return
	}
	var items []listItem
	targets := slices.Clone(s.Actors)
	slices.SortStableFunc(targets, func(a, b *rules.Actor) int { return destinationRank(actor, a) - destinationRank(actor, b) })
	for _, other := range targets {
		if other != actor && other.Placed {
			items = append(items, listItem{name: other.Key, label: other.Name, role: m.d.sideRole(other), group: other.Side, hint: distanceText(actor, other),
				run: func() { m.openPaceMenu(actor, other.Key, other.Name) }})
		}
	}
	if e, ok := m.d.session.Campaign().Encounter(s.Encounter); ok {
		for _, exit := range e.Exits {
			items = append(items, listItem{name: exit.Name, label: exit.Label, group: "exits", hint: metres(math.Abs(exit.Place - actor.Place)),
				run: func() { m.openPaceMenu(actor, exit.Name, exit.Label) }})
		}
	}
	items = append(items,
		listItem{name: "metres", label: "To a place on the line …", group: "else", run: func() { m.openPlaceDialog(actor) }},
		listItem{name: "place", label: "Place there at once …", group: "else", run: func() { m.d.overlays = nil; m.d.prompt.openWith("place " + actor.Key + " ") }})
	m.d.openOverlay(&picker{title: actor.Name + ": where to?", load: func() []listItem { return items }})
}

// destinationRank ranks another combatant as a destination, the lowest first: those of other sides come first, then those of the actor's
// own side, then those at the same place.
func destinationRank(actor, other *rules.Actor) (rank int) {
	if other.Side == actor.Side {
		rank++
	}
	if other.Place == actor.Place {
		rank += 2
	}
	return rank
}

// openPlaceDialog asks for a combatant's destination in metres along the line of places, and then for the pace.
func (m menus) openPlaceDialog(actor *rules.Actor) {
	m.d.openOverlay(&dialog{d: m.d, number: true, title: actor.Name + ": where to?", label: "to metres",
		hint: "stands at " + metres(actor.Place), take: func(text string) error {
			if _, err := strconv.ParseFloat(text, 64); err != nil {
				return command.Refusal("A place is a number of metres along the line, such as %s.", draw.Tenths(actor.Place+10))
			}
			m.d.closeOverlay()
			m.openPaceMenu(actor, text, text+" m")
			return nil
		}})
}

// openPaceMenu lists the paces at which a combatant can move to a destination, each with the time of arrival. to is the destination in a
// prompt line, label its name for the user. If no pace is possible, it shows the reason.
func (m menus) openPaceMenu(actor *rules.Actor, to, label string) {
	var items []listItem
	var refused []error
	for _, activity := range m.d.session.Rules().Activities.All {
		text := "move " + actor.Key + " to " + to + " " + activity.Name
		isPace := activity.Pace.Text != "" && !activity.Stays // whether the combatant moves by this activity
		if !isPace || actor.PaceBy(m.d.session.Rules(), activity) <= 0 || m.d.journeyForecast(text, actor.Key) == "" {
			continue
		}
		items = append(items, listItem{name: activity.Name, label: activity.Label, line: text,
			lateHint: func() string { return m.d.journeyForecast(text, actor.Key) }, run: func() { m.d.doLine(text) }})
		if _, err := m.d.dryRun(text); err != nil {
			refused = append(refused, err)
		}
	}
	if len(refused) > 0 && len(refused) == len(items) { // refused at every pace
		m.d.showError(refused[0])
		return
	}
	l := &picker{title: actor.Name + " › to " + label + " › how?", load: func() []listItem { return items }, empty: "These rules have no paces."}
	m.openLineMenu(l)
	if usual := m.d.session.Rules().Tactic(""); usual != nil && usual.ApproachActivity() != nil { // the default tactic has the usual pace
		l.selectItem(usual.ApproachActivity().Name)
	}
}

// openWhyMenu lists the numbers of a combatant that can be explained; choosing one shows the explanation in the inspector.
func (m menus) openWhyMenu(actor *rules.Actor) {
	l := &picker{title: actor.Name + ": why?", load: func() []listItem { return m.whyItems(actor) }}
	l.inspect = m.d.pages.itemPage
	l.choose = func(it *listItem) {
		page := it.inspect
		m.d.closeOverlay()
		m.d.inspector.content = inspectorContent{page: page()}
		m.d.inspector.ScrollToTop()
	}
	m.d.openOverlay(l)
}

// whyItems returns rows for the numbers of a combatant that can be explained: the burden (the modifier to all its rolls), the time of its
// turn, the chance and time of each action, and its statistics, pools and skills.
func (m menus) whyItems(a *rules.Actor) []listItem {
	rs := m.d.session.Rules()
	var items []listItem
	add := func(name, label, hint, group string) {
		items = append(items, listItem{name: name, label: label, hint: hint, group: group,
			inspect: func() *draw.Page { return m.d.pages.explainedPage(a.Key + " " + name) }})
	}
	value, _ := m.d.session.Game().Encumbrance(a.Key)
	items = append(items, listItem{name: "burden", label: m.d.burdenLabel(), hint: draw.Tenths(value), group: "now",
		inspect: func() *draw.Page { return m.d.pages.burdenPage(a) }})
	explained := "chance"
	if !rs.Order.InRounds() {
		explained = "chance and time"
		add("initiative", "Initiative", turnText(rs, m.d.session.State(), a), "now")
	}
	for _, action := range rs.Actions.All {
		if action.Key == "" { // only actions that can be declared with a key are listed
			continue
		}
		items = append(items, listItem{name: action.Name, label: action.Label + ": " + explained, group: "actions",
			inspect: func() *draw.Page { return m.d.pages.actionWhyPage(a, action) }})
	}
	for _, stat := range rs.Stats.All {
		if !a.Sheet.ShowsStat(stat) {
			continue
		}
		add(stat.Name, stat.Label, draw.Tenths(a.Sheet.Stat(stat)), "statistics")
	}
	for _, pool := range rs.PoolsOf(a) {
		add(pool.Name, pool.Label, draw.Tenths(a.PoolValue(pool)), "pools")
	}
	for _, stock := range rules.ItemPoolsOf(a) {
		add(stock.Item.Name+" "+stock.Pool.Name, stock.Item.Label+": "+stock.Pool.Label, stock.Text(), "pools")
	}
	for _, skill := range a.Sheet.Skills {
		add(skill.Name, skill.Label, draw.Tenths(float64(a.Sheet.Rank(skill))), "skills")
	}
	return items
}

// openWaivePrompt opens the prompt with a line that waives (skips) a combatant's next pending event, for the user to add the
// reason.
func (m menus) openWaivePrompt(a *rules.Actor) {
	if !slices.ContainsFunc(m.d.pendingEvents(), func(o rules.PendingEvent) bool { return o.Actor.Key == a.Key }) {
		m.d.showRefusal("No pending event of " + a.Short + " can be skipped. Select another combatant with j and k.")
		return
	}
	m.d.prompt.openWith("waive " + m.d.typedName(a.Key) + " because ")
}

// waitOrAttendance lets the selected combatant wait, if it can act now. While no one takes turns, it opens the attendance list instead.
func (m menus) waitOrAttendance() {
	if m.d.session.Game().AtRest() {
		m.openAttendanceMenu(false)
		return
	}
	if text := m.d.notDueText(m.d.selected, nil); text != "" && !m.d.inRounds() {
		m.d.showRefusal(text)
		return
	}
	m.d.doAsSelected("wait")
}

// openNote opens the prompt for a note on the selected combatant or, if none is selected, on the current encounter. Without
// either, it begins a note without a subject.
func (m menus) openNote() {
	switch d := m.d; {
	case d.selected != "":
		d.prompt.openWith("note " + d.typedName(d.selected) + ": ")
	case d.session.State().Encounter != "":
		d.prompt.openWith("note here: ")
	default:
		d.prompt.openWith("note ")
	}
}

// toggleTick ticks or unticks the combatant a, and selects the one after the selected combatant.
func (m menus) toggleTick(a *rules.Actor) {
	if at := slices.Index(m.d.ticked, a.Key); at >= 0 {
		m.d.ticked = slices.Delete(m.d.ticked, at, at+1)
	} else {
		m.d.ticked = append(m.d.ticked, a.Key)
	}
	list := m.d.session.State().Actors
	m.d.selectKey(list[moveIndex(m.d.selectedAt(), 1, len(list))].Key)
}

// toggleTickSide ticks all combatants who, as far as the players know, are on the same side as a, or unticks them if all are ticked.
func (m menus) toggleTickSide(a *rules.Actor) {
	members := command.KeysOf(collect.Filter(m.d.session.State().Actors, func(b *rules.Actor) bool { return b.ApparentSide() == a.ApparentSide() }))
	missing := slices.DeleteFunc(slices.Clone(members), m.d.isTicked)
	if len(missing) > 0 {
		m.d.ticked = append(m.d.ticked, missing...)
		return
	}
	m.d.ticked = slices.DeleteFunc(m.d.ticked, func(key string) bool { return slices.Contains(members, key) })
}
