package dashboard

import (
	"slices"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// menus are the lists that a key opens.
type menus struct{ d *Dashboard }

// putCondition gives the selected one a condition; where it has a number, or is between two, the rest is typed.
func (m menus) putCondition(c *rules.Condition) {
	line := "put " + m.d.selected + " " + c.Name
	if c.Paired() {
		line += " by"
	}
	if c.Number.Text != "" || c.Paired() {
		m.d.overlays = nil
		m.d.prompt.open(line + " ")
		return
	}
	m.d.do(line)
}

// conditionMenu lists the conditions that the selected one has, to end them, and all others, to put them.
func (m menus) conditionMenu() {
	actor := m.d.session.State().Find(m.d.selected)
	if actor == nil {
		m.d.say("nobody is here yet; b begins an encounter")
		return
	}
	var items []item
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		text := "end " + actor.Key + " " + held.Named()
		items = append(items, item{name: held.Condition.Name, label: held.Label(m.d.nameOf(held.Other)) + numberSuffix(held.Number), sign: "−",
			group: "ends", line: text, lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.d.do(text) }})
	}
	for _, c := range m.d.session.Rules().Conditions.All {
		if c.Holds.Text == "" {
			text := "put " + actor.Key + " " + c.Name
			items = append(items, item{name: c.Name, label: c.Label, sign: "+", group: "is put", note: func() string { return c.Text },
				line: text, lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.putCondition(c) }})
		}
	}
	m.pushLineMenu(&picker{title: actor.Name + ": which condition?", load: func() []item { return items }})
}

// pushLineMenu opens a list whose items are lines, with what the one under the cursor would do.
func (m menus) pushLineMenu(l *picker) {
	l.line = func() string { return currentLine(l) }
	l.inspect = m.d.pages.itemPage
	m.d.push(l)
}

// activityMenu lists what the selected one may do over time.
func (m menus) activityMenu() {
	actor := m.d.session.State().Find(m.d.selected)
	if actor == nil {
		return
	}
	var items []item
	for _, a := range m.d.session.Rules().Activities.All {
		sign := " "
		if slices.Contains(actor.Activities, a) {
			sign = "●"
		}
		text := "do " + actor.Key + " " + a.Name
		items = append(items, item{name: a.Name, label: a.Label, sign: sign, group: a.Group, line: text,
			lateHint: func() string { return m.d.burdenText(text) }, run: func() { m.d.do(text) }})
	}
	m.pushLineMenu(&picker{title: actor.Name + ": does what?", load: func() []item { return items }, empty: "these rules know no activities"})
}

// itemMenu lists what the selected one carries.
func (m menus) itemMenu() {
	actor := m.d.session.State().Find(m.d.selected)
	if actor == nil {
		return
	}
	var items []item
	for _, it := range actor.Sheet.Items {
		sign := " "
		if it == actor.Tool {
			sign = "●"
		}
		text := "hold " + actor.Key + " " + it.Name
		items = append(items, item{name: it.Name, label: it.Label, sign: sign, line: text, run: func() { m.d.do(text) }})
	}
	m.pushLineMenu(&picker{title: actor.Name + ": takes what in hand?", load: func() []item { return items }, empty: "carries nothing"})
}

// sceneMenu ticks what holds for everybody.
func (m menus) sceneMenu() {
	holding := slices.Clone(m.d.session.State().Situations)
	held := slices.Clone(holding)
	l := &picker{title: "What holds for everybody?"}
	l.load = func() []item {
		var items, first []item
		for _, situation := range m.d.session.Rules().Situations.All {
			if situation.Holds.Text != "" || situation.Ask != nil {
				continue
			}
			sign := "[ ]"
			if slices.Contains(holding, situation.Name) {
				sign = "[x]"
			}
			it := item{name: situation.Name, label: situation.Label, sign: sign, group: situation.Group}
			if slices.Contains(held, situation.Name) {
				it.group = "holds now"
				first = append(first, it)
				continue
			}
			items = append(items, it)
		}
		return append(first, items...)
	}
	l.line = func() string { return sceneLine(holding) }
	l.inspect = func(*item) *draw.Page { return m.d.pages.changePage(l.line()) }
	l.toggle = func(it *item) {
		if at := slices.Index(holding, it.name); at >= 0 {
			holding = slices.Delete(holding, at, at+1)
			return
		}
		holding = append(holding, it.name)
	}
	l.commit = func() { m.d.do(l.line()) }
	m.d.push(l)
}
