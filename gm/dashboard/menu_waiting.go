package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Combatants who wait, with a prepared action, for a trigger such as “hanne shoots”. If an entry of the log matches the trigger, the game
// master is asked whether the action is released. Other lists offer lines, texts of commands, that were stored for later: by reminders, by
// goals of the scene, and for a combatant's turn.

// offerTriggers asks whether the combatants in list, whose triggers an entry matched, release their prepared actions. who is the key of the
// entry's actor. Esc closes the list; the key P opens it again.
func (m *menus) offerTriggers(list []command.Trigger, who string) {
	if m.happenedTriggers = list; len(list) == 0 {
		return
	}
	parts := collect.Map(list, func(t command.Trigger) string {
		return m.d.actorName(t.Who) + " was waiting for this (" + t.Words + ")"
	})
	later := "P: " + strings.Join(parts, ", ")
	m.d.showMessage(later)
	m.openWaitingMenu(list, "A prepared action is triggered. Release it? Esc keeps it", who, later)
}

// openPresetsMenu lists all prepared actions, to release one. Those that the last entry triggered come first.
func (m *menus) openPresetsMenu() {
	waits := command.ReleasableTriggers(m.d.session.Game())
	if len(waits) == 0 {
		m.d.showMessage("No one has a prepared action. Name its trigger when you declare one.")
		return
	}
	slices.SortStableFunc(waits, func(a, b command.Trigger) int { return command.FalseFirst(!m.hasHappened(a), !m.hasHappened(b)) })
	log, who := m.d.session.Log(), ""
	if last, err := m.d.session.Entry(log[len(log)-1].Seq()); err == nil {
		who = last.Who
	}
	m.openWaitingMenu(waits, "Which trigger has come?", who, "")
}

// hasHappened reports whether t is among the triggers that have just happened.
func (m *menus) hasHappened(t command.Trigger) bool {
	return slices.ContainsFunc(m.happenedTriggers, func(o command.Trigger) bool { return o.Who == t.Who && o.Words == t.Words })
}

// openWaitingMenu lists the ways to release the prepared actions in waits, each with the chance that the reaction comes before the
// action in progress of the combatant with the key who. later is the message if the user releases none; "" for none.
func (m *menus) openWaitingMenu(waits []command.Trigger, title, who, later string) {
	var items []listItem
	for _, t := range waits {
		group := m.d.actorName(t.Who) + " waits: " + t.Words
		if m.hasHappened(t) {
			group = m.d.actorName(t.Who) + " was waiting for this: " + t.Words
		}
		if t.Planned != "" {
			group += " → " + t.Planned
		}
		for _, line := range t.Lines {
			_, name, _ := strings.Cut(line, ": ")
			label := name
			if action, ok := m.d.session.Rules().Actions.Get(name); ok {
				label = action.Label
			}
			hint := ""
			if chance, ok := command.ChanceToFireFirst(m.d.session.Game(), &t, line, who); ok {
				hint = "fires first " + rules.FormatPercent(chance)
			}
			items = append(items, listItem{name: line, label: label, hint: hint, group: group, line: line, run: func() { m.releasePreset(t.Who, line) },
				inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
		}
	}
	m.openLineMenu(&picker{title: title, closedMessage: later, load: func() []listItem { return items }})
}

// releasePreset carries out line, which releases the prepared action of the combatant with the key who, and then asks about the others
// whose triggers have happened.
func (m *menus) releasePreset(who, line string) {
	others := slices.DeleteFunc(slices.Clone(m.happenedTriggers), func(t command.Trigger) bool { return t.Who == who })
	if log := m.d.session.Log(); m.d.doLine(line) && len(others) > 0 && len(m.d.overlays) == 0 {
		cause, err := m.d.session.Entry(log[len(log)-1].Seq())
		if err != nil {
			cause.Who = ""
		}
		m.offerTriggers(others, cause.Who)
	}
}

// offerReminderLines offers the lines that are stored with the reminders in events. If a reminder, or a condition that has reached its
// limit, stopped a span of time, it also offers to continue that span. before is the state before the events.
func (m menus) offerReminderLines(before *rules.State, events []rules.Event) {
	var lines, texts []string
	for _, r := range before.Reminders {
		if slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == rules.EventRemind && e.ID == r.ID }) {
			texts, lines = append(texts, r.Text), append(lines, r.Lines...)
		}
	}
	continuing := m.continueSpanItems()
	texts = append(texts, verbs.ExpiredConditions(before, m.d.session.State())...)
	if len(texts) == 0 || len(lines)+len(continuing) == 0 || len(m.d.overlays) > 0 {
		return
	}
	m.offerLines(reminderMark+" "+strings.Join(texts, " · ")+collect.Choose(len(lines) > 0, " › do this now? Esc for nothing", " › continue?"), lines, continuing)
}

// offerLines opens a list of lines to carry out one after another: after each, the list opens again with the rest. The rows in more
// follow the lines.
func (m menus) offerLines(title string, lines []string, more []listItem) {
	var items []listItem
	for i, line := range lines {
		others := slices.Delete(slices.Clone(lines), i, i+1)
		items = append(items, listItem{name: line, label: line, line: line, inspect: func() *draw.Page { return m.d.pages.previewLine(line) }, run: func() {
			if m.d.doLine(line) && len(others) > 0 && len(m.d.overlays) == 0 {
				m.offerLines(title, others, more)
			}
		}})
	}
	items = append(items, more...)
	m.openLineMenu(&picker{title: title, load: func() []listItem { return items }})
}

// openReminderMenu lists the reminders, to delete one or set another. If there are none, it opens the prompt to set one.
func (m menus) openReminderMenu() {
	game := m.d.session.Game()
	if len(game.State.Reminders) == 0 {
		m.d.prompt.openWith("remind ")
		return
	}
	items := []listItem{{name: "new", label: "A new reminder …", hint: "typed", run: func() { m.d.prompt.openWith("remind ") }}}
	for i, r := range game.State.Reminders {
		line := "remind drop " + strconv.Itoa(i+1)
		items = append(items, listItem{name: line, label: "Drop: " + r.Text, hint: verbs.Endings{Game: game}.TimeText(r.At), line: line, run: func() { m.d.doLine(line) }})
	}
	m.openLineMenu(&picker{title: "Reminders", load: func() []listItem { return items }})
}

// openGoalMenu lists the ways to advance a goal of the scene, a task that several checks accomplish: the selected combatant's check for it, and
// manual steps.
func (m menus) openGoalMenu(goal *campaign.Goal) {
	var items []listItem
	add := func(line, label string) {
		items = append(items, listItem{name: line, label: label, line: line, lateHint: func() string { return m.d.chanceText(line) }, run: func() { m.d.doLine(line) }})
	}
	if a := m.d.shownState().Find(m.d.selected); a != nil && goal.OutcomeWord(m.d.session.State().Progress(goal.Key)) == "" {
		action := &rules.OngoingAction{Task: goal.Task, Skill: goal.Skill}
		add(a.Key+": "+collect.Choose(goal.Task != "", "task "+goal.Task, "check "+goal.Skill), a.Short+": "+action.MeansText(m.d.session.Rules()))
	}
	for _, step := range []string{"+1", "+0.5", "−0.5", "−1"} {
		if strings.HasPrefix(step, "+") || m.d.session.State().Progress(goal.Key).Sum > 0 { // progress can't fall below 0
			add("goal "+goal.Key+" "+step, step+" by hand")
		}
	}
	m.openLineMenu(&picker{title: goalText(goal, m.d.session.State()), load: func() []listItem { return items }})
}

// offerPlannedLine offers a combatant whose turn has come a line: the one planned for the release of its prepared action, or the one
// composed for it before the fight began. It does nothing if there is neither or an overlay is open.
func (m *menus) offerPlannedLine(a *rules.Actor) {
	line := command.PlannedLine(m.d.session.Game(), a)
	if l, err := m.d.session.Game().Parse(m.intendedLine); line == "" && err == nil && l.Who == a.Key {
		line, m.intendedLine = m.intendedLine, ""
	}
	if line == "" || len(m.d.overlays) > 0 {
		return
	}
	_, text, _ := strings.Cut(line, ": ")
	items := []listItem{{name: line, label: m.d.withNames(text), line: line, lateHint: func() string { return m.d.chanceText(line) }, run: func() { m.d.doLine(line) },
		inspect: func() *draw.Page { return m.d.pages.previewLine(line) }}}
	m.openLineMenu(&picker{title: a.Name + " planned this; Esc for something else", load: func() []listItem { return items }})
}
