package dashboard

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// endings are the words of the session for the end of an encounter and the hours after it.
func (v *view) endings() command.Endings { return command.Endings{Game: v.session.Game()} }

// endMenu asks what ends with the encounter and what goes on. then follows once it is over; leave is what q does instead,
// nil for nothing.
func (m menus) endMenu(then, leave func()) {
	s := m.d.session.State()
	if !s.Running {
		m.d.warn(m.d.session.Game().IdleRefusal())
		return
	}
	e := m.d.endings().Ending()
	over := make([]bool, len(e.Lines))
	for i := range e.Lines {
		over[i] = e.Lines[i].Over
	}
	l := &picker{title: "end the fight at count " + draw.Number(s.Count) + "?", empty: "nothing goes on after it"}
	l.load = func() (items []listItem) {
		for i := range e.Lines {
			items = append(items, m.endItem(&e.Lines[i], over[i]))
		}
		return items
	}
	l.line = func() string {
		parts := []string{"finish"}
		for i := range e.Lines {
			parts = append(parts, e.Lines[i].Option(over[i])...)
		}
		return strings.Join(parts, ", ")
	}
	l.toggle = func(*listItem) { over[l.at] = !over[l.at] }
	l.turn = func(int) {
		if l.at < len(over) && l.at >= 0 {
			over[l.at] = !over[l.at]
		}
	}
	l.header = func() []draw.Line { return m.endHeader(&e) }
	l.commit = func() {
		if m.d.do(l.line()) && then != nil {
			m.d.overlays = nil
			then()
		}
	}
	if leave != nil {
		l.title += " (q leaves it as it stands)"
		l.keys = map[string]func(){"q": leave}
	}
	m.d.push(l)
}

// endItem is a condition that may go on, and what is said of it.
func (m menus) endItem(line *command.EndingLine, over bool) listItem {
	names := make([]string, len(line.Who))
	for i, a := range line.Who {
		names[i] = a.Short
	}
	what := strings.ToLower(line.Condition.Label)
	if line.Times > 1 {
		what += fmt.Sprintf(" ×%d", line.Times)
	}
	hint := "◂ goes on ▸"
	if over {
		hint = "◂ over ▸"
	}
	return listItem{name: line.Condition.Name, label: strings.Join(names, ", ") + "  " + what, note: func() string { return line.Next }, hint: hint}
}

// endHeader says what is over by its nature, and who would have acted.
func (m menus) endHeader(e *command.Ending) (list []draw.Line) {
	var parts []string
	if len(e.Over) > 0 {
		parts = append(parts, "over: "+strings.Join(e.Over, ", "))
	}
	var away []string
	for _, key := range e.Away {
		away = append(away, m.d.session.State().Find(key).Short)
	}
	if len(away) > 0 {
		parts = append(parts, "on the way: "+strings.Join(away, ", "))
	}
	if len(parts) > 0 {
		list = append(list, draw.Line{Left: strings.Join(parts, " · "), Role: draw.RoleDim})
	}
	for i := range e.Lines {
		if line := &e.Lines[i]; strings.HasPrefix(line.Next, "down in") {
			list = append(list, draw.Line{Left: "! " + line.Who[0].Short + " is " + line.Next + ": Esc, and help first", Role: draw.RoleBad})
		}
	}
	return list
}

// hoursMenu asks how time passes: what is done usually, and how long, with what comes of it. ← → say for whom.
func (m menus) hoursMenu() {
	if len(m.d.session.State().Actors) == 0 {
		m.d.say("nobody is here yet; b begins an encounter")
		return
	}
	sides, at := m.d.sides(), 0
	var items []listItem
	var stops []string
	l := &picker{empty: "these rules have no activity with spans"}
	load := func() error {
		items, stops = nil, nil
		for _, activity := range m.d.session.Rules().Activities.All {
			for _, span := range activity.Spans {
				text := "pass " + span.Text + " " + activity.Name + " by " + sides[at]
				p, err := m.d.endings().Passing(text)
				if err != nil {
					return err
				}
				items = append(items, m.hoursItem(activity, span.Text, text, &p))
				if p.Stops != "" {
					stops = append(stops, p.Stops)
				}
			}
		}
		items = append(items, listItem{name: "else", label: "Walk, work, study …", note: func() string { return "what else can be done over time" }, run: func() { m.longMenu(sides[at]) }},
			listItem{name: "how long", label: "How long …", note: func() string { return "typed" }, run: func() { m.d.promptAt("pass  by "+sides[at], len("pass ")) }})
		l.title = "time passes for ◂ " + sides[at] + " ▸"
		if date := m.d.endings().Date(m.d.session.State()); date != "" {
			l.title += " · it is " + date
		}
		return nil
	}
	if err := load(); err != nil {
		m.d.warn(err)
		return
	}
	l.load = func() []listItem { return items }
	l.turn = func(by int) {
		at = (at + by + len(sides)) % len(sides)
		if err := load(); err != nil {
			m.d.close()
			m.d.warn(err)
		}
	}
	l.line = func() string { return currentLine(l) }
	l.header = func() []draw.Line {
		if len(stops) == 0 {
			return nil
		}
		return []draw.Line{{Left: "! " + stops[0] + ": it stops there and asks", Role: draw.RoleBad}}
	}
	m.d.push(l)
}

// hoursItem is an activity for some time, with the time it is then and what it restores.
func (m menus) hoursItem(activity *rules.Activity, span, text string, p *command.Passing) listItem {
	effect := p.Effect
	if p.Ends != "" {
		effect = p.Ends + "  " + effect
	}
	if p.Stops != "" {
		effect = "! " + effect
	}
	return listItem{name: activity.Name, label: activity.Label + " " + span, hint: strings.TrimSpace(effect), line: text, also: activity.Also, run: func() { m.d.do(text) }}
}

// longMenu lists the activities that have no usual span, to be done for as long as is typed.
func (m menus) longMenu(side string) {
	var items []listItem
	for _, activity := range m.d.session.Rules().Activities.All {
		if len(activity.Spans) == 0 && !activity.Plain {
			text := "pass 1 h " + activity.Name + " by " + side
			items = append(items, listItem{name: activity.Name, label: activity.Label, line: text, also: activity.Also, run: func() { m.d.promptAt(text, len("pass 1")) }})
		}
	}
	m.d.push(&picker{title: "what does " + side + " do?", load: func() []listItem { return items }})
}
