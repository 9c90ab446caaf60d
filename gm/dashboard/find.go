package dashboard

import (
	"slices"
	"strings"

	"hybrid/rules"
)

// find lists everything that can be done or looked at, to be found by a few letters.
func (d *Dashboard) find() {
	rs, s := d.session.Rules(), d.session.State()
	var items []item
	add := func(name, label, hint string, do func()) {
		items = append(items, item{name: name, label: label, hint: hint, do: func() {
			d.over = nil
			do()
		}})
	}
	for _, actor := range s.Actors {
		add(actor.Key, actor.Name, "combatant", func() { d.selected = actor.Key })
	}
	for _, action := range rs.Actions.All {
		add(action.Name, action.Label, "action", func() { d.declare(action) })
	}
	d.findWithin(add)
	for _, k := range builtIn() {
		if k.place == atDesk && len(k.names[0]) == 1 {
			add(k.label, k.help, "key "+k.names[0], func() { k.run(d) })
		}
	}
	for _, e := range d.session.Campaign().Encounters() {
		add(e.Name, e.Label, "encounter", func() { d.do("begin " + e.Name) })
	}
	d.push(&picker{title: "Find", load: func() []item { return items }})
}

// findWithin adds what is found about the selected one.
func (d *Dashboard) findWithin(add func(name, label, hint string, do func())) {
	rs, who := d.session.Rules(), d.selected
	if who == "" {
		return
	}
	for _, skill := range rs.Skills.All {
		add(skill.Name, skill.Label, "check", func() {
			d.pickOptions(&deed{prefix: d.prefix(), verb: "check", object: skill.Name}, skill.Label)
		})
	}
	for _, c := range rs.Conditions.All {
		if c.Holds.Text == "" {
			add(c.Name, c.Label, "condition", func() { d.put(c) })
		}
	}
	for _, a := range rs.Activities.All {
		add(a.Name, a.Label, "activity", func() { d.do("do " + who + " " + a.Name) })
	}
	for _, stat := range rs.Stats.All {
		add(stat.Name, stat.Label, "why", func() { d.showWhy(who + " " + stat.Name) })
	}
}

// put gives the selected one a condition; where it has a number, the number is typed.
func (d *Dashboard) put(c *rules.Condition) {
	line := "put " + d.selected + " " + c.Name
	if c.Number.Text != "" {
		d.over = nil
		d.prompt.open(line + " ")
		return
	}
	d.do(line)
}

// edit lists the conditions that the selected one has, to end them, and all others, to put them.
func (d *Dashboard) edit() {
	actor := d.session.State().Find(d.selected)
	if actor == nil {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	var items []item
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		items = append(items, item{name: held.Condition.Name, label: held.Condition.Label + numberBehind(held.Number), sign: "−",
			group: "ends", do: func() { d.do("end " + actor.Key + " " + held.Condition.Name) }})
	}
	for _, c := range d.session.Rules().Conditions.All {
		if c.Holds.Text == "" {
			items = append(items, item{name: c.Name, label: c.Label, sign: "+", group: "is put", middle: func() string { return c.Text }, do: func() { d.put(c) }})
		}
	}
	d.push(&picker{title: actor.Name + ": which condition?", load: func() []item { return items }})
}

// pickActivity lists what the selected one may do over time.
func (d *Dashboard) pickActivity() {
	actor := d.session.State().Find(d.selected)
	if actor == nil {
		return
	}
	var items []item
	for _, a := range d.session.Rules().Activities.All {
		sign := " "
		if slices.Contains(actor.Activities, a) {
			sign = "●"
		}
		items = append(items, item{name: a.Name, label: a.Label, sign: sign, group: a.Group,
			do: func() { d.do("do " + actor.Key + " " + a.Name) }})
	}
	d.push(&picker{title: actor.Name + ": does what?", load: func() []item { return items }, empty: "these rules know no activities"})
}

// pickItem lists what the selected one carries.
func (d *Dashboard) pickItem() {
	actor := d.session.State().Find(d.selected)
	if actor == nil {
		return
	}
	var items []item
	for _, it := range actor.Sheet.Items {
		sign := " "
		if it == actor.Tool {
			sign = "●"
		}
		items = append(items, item{name: it.Name, label: it.Label, sign: sign,
			do: func() { d.do("hold " + actor.Key + " " + it.Name) }})
	}
	d.push(&picker{title: actor.Name + ": takes what in hand?", load: func() []item { return items }, empty: "carries nothing"})
}

// pickScene ticks what holds for everybody.
func (d *Dashboard) pickScene() {
	holding := slices.Clone(d.session.State().Situations)
	l := &picker{title: "What holds for everybody?"}
	l.load = func() []item {
		var items []item
		for _, situation := range d.session.Rules().Situations.All {
			if situation.Holds.Text != "" || situation.Ask != nil {
				continue
			}
			sign := "[ ]"
			if slices.Contains(holding, situation.Name) {
				sign = "[x]"
			}
			items = append(items, item{name: situation.Name, label: situation.Label, sign: sign, group: situation.Group})
		}
		return items
	}
	l.line = func() string { return strings.TrimSpace("scene " + strings.Join(holding, " ")) }
	l.tick = func(it *item) {
		if at := slices.Index(holding, it.name); at >= 0 {
			holding = slices.Delete(holding, at, at+1)
			return
		}
		holding = append(holding, it.name)
	}
	l.commit = func() { d.do(l.line()) }
	d.push(l)
}

// readNotes shows what the game master wrote about the encounter under way, or else about the campaign.
func (d *Dashboard) readNotes() {
	for _, e := range d.session.Campaign().Encounters() {
		if e.Name == d.session.State().Encounter {
			p := &page{title: e.Label}
			p.text(roleText, e.Notes)
			d.show(p)
			return
		}
	}
	d.show(d.campaignPage())
}

// pickEncounter lists the encounters of the campaign; what the game master wrote about one is shown beside it.
func (d *Dashboard) pickEncounter() {
	encounters := d.session.Campaign().Encounters()
	items := make([]item, len(encounters))
	for i, e := range encounters {
		items[i] = item{name: e.Name, label: e.Label, do: func() { d.do("begin " + e.Name) }}
	}
	l := &picker{title: "Begin which encounter?", load: func() []item { return items }, empty: "this campaign has none"}
	l.page = func(it *item) *page {
		for _, e := range encounters {
			if it != nil && e.Name == it.name {
				p := &page{title: e.Label}
				p.text(roleText, e.Notes)
				return p
			}
		}
		return &page{}
	}
	d.push(l)
}
