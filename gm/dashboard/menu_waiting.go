package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
)

// offer says who was waiting for what has just happened.
func (m *menus) offer(list []command.Trigger) {
	if m.offered = list; len(list) == 0 {
		return
	}
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = m.d.nameOf(t.Who) + " was waiting for this (" + t.Words + ")"
	}
	m.d.say("P: " + strings.Join(parts, ", "))
}

// waitingMenu lists what combatants wait for, to let go what they wait with; first those who waited for what happened
// last.
func (m *menus) waitingMenu() {
	waits := command.Waits(m.d.session.Game())
	if len(waits) == 0 {
		m.d.say("nobody waits for anything; the trigger is said with the action")
		return
	}
	offered := func(t command.Trigger) bool {
		return slices.ContainsFunc(m.offered, func(o command.Trigger) bool { return o.Who == t.Who && o.Words == t.Words })
	}
	slices.SortStableFunc(waits, func(a, b command.Trigger) int {
		switch x, y := offered(a), offered(b); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	var items []listItem
	for _, t := range waits {
		group := m.d.nameOf(t.Who) + " waits: " + t.Words
		if offered(t) {
			group = m.d.nameOf(t.Who) + " was waiting for this: " + t.Words
		}
		for _, line := range t.Lines {
			_, name, _ := strings.Cut(line, ": ")
			label := name
			if action, ok := m.d.session.Rules().Actions.Get(name); ok {
				label = action.Label
			}
			items = append(items, listItem{name: line, label: label, group: group, line: line, run: func() { m.d.do(line) },
				inspect: func() *draw.Page { return m.d.pages.previewLine(line) }})
		}
	}
	m.pushLineMenu(&picker{title: "What comes that somebody waits for?", load: func() []listItem { return items }})
}
