package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// openPalette opens the list of everything that can be done or looked at, to be found by a few letters.
func (d *Dashboard) openPalette() {
	f := palette{d: d, actorKey: d.selected, actor: d.session.State().Find(d.selected)}
	f.collect()
	l := &picker{title: "Find", load: func() []listItem { return f.items }, fixed: true}
	l.line = func() string { return currentLine(l) }
	l.inspect = d.pages.itemPage
	d.push(l)
}

// currentLine returns the prompt line of the item under the cursor, empty if it has none.
func currentLine(l *picker) string {
	if it := l.current(); it != nil {
		return it.line
	}
	return ""
}

// palette collects what can be found: favourites, actions, combatants, attempts, rolls of a group, changes by hand, the
// scene, keys and verbs.
type palette struct {
	d        *Dashboard
	actorKey string
	actor    *rules.Actor // the selected combatant; nil for none
	items    []listItem
}

func (p *palette) collect() {
	if p.actor != nil {
		p.favourites()
		p.actions()
	}
	p.people()
	if p.actor != nil {
		p.attempts()
	}
	p.groups()
	if p.actor != nil {
		p.state()
	}
	p.scene()
	p.notes()
	p.bindings()
	p.promptVerbs()
	for _, e := range p.d.session.Campaign().Encounters() {
		p.add(listItem{name: e.Name, label: "Begin: " + e.Label, inspect: func() *draw.Page { return p.d.pages.encounterPage(e) }, run: func() { p.d.do("begin " + e.Name) }}, "encounter")
	}
}

func (p *palette) add(it listItem, kind string) {
	it.note = func() string { return kind }
	p.items = append(p.items, it)
}

func (p *palette) favourites() {
	for i, text := range p.actor.Favourites {
		it := listItem{name: "at hand " + strconv.Itoa(i+1), label: text, run: func() { p.d.compose.runFavourite(i) }}
		if draft, whole := p.d.compose.draftOf(text); draft != nil && whole {
			it.line = draft.prefix + text
			it.inspect = func() *draw.Page { return p.d.pages.previewLine(it.line) }
		}
		p.add(it, "at hand, key "+strconv.Itoa(i+1))
	}
}

// actions lists what the selected combatant may declare, first what has a key.
func (p *palette) actions() {
	for _, keyed := range []bool{true, false} {
		for _, action := range p.d.session.Rules().Actions.All {
			if action.Answers != "" || keyed != (action.Key != "") {
				continue
			}
			it := listItem{name: action.Name, label: action.Label, favourite: action.Name, run: func() { p.d.compose.declare(action) }}
			it.line = p.d.prefix() + action.Name
			if action.Whom {
				if list := p.d.likelyTargets(p.actorKey, p.d.lastTargets[p.actorKey+" "+action.Name]); len(list) > 0 {
					it.line += " " + list[0].Key
				}
			}
			it.inspect = func() *draw.Page { return p.d.pages.actionPage(it.line, action) }
			it.lateHint = func() string { return p.d.costText(it.line) }
			p.add(it, "action")
		}
	}
}

func (p *palette) people() {
	for _, actor := range p.d.session.State().Actors {
		p.add(listItem{name: actor.Key, label: actor.Name, role: p.d.sideRole(actor), inspect: func() *draw.Page { return p.d.pages.actorPage(actor) },
			run: func() { p.d.overlays = nil; p.d.selectKey(actor.Key) }}, "combatant")
	}
}

// attempts lists the tasks and the checks of the selected combatant.
func (p *palette) attempts() {
	rs := p.d.session.Rules()
	deed := func(verb, name, label string) {
		draft := &actionDraft{prefix: p.d.prefix(), verb: verb, object: name}
		it := listItem{name: verb + " " + name, label: label, line: draft.line(), favourite: draft.favouriteLine(), run: func() { p.d.compose.optionMenu(draft, label) }}
		it.inspect = func() *draw.Page { return p.d.pages.previewLine(it.line) }
		it.lateHint = func() string { return p.d.costText(it.line) }
		p.add(it, verb)
	}
	for _, skill := range p.actor.Sheet.Skills {
		deed("check", skill.Name, skill.Label)
	}
	for _, task := range rs.Tasks.All {
		deed("task", task.Name, task.Label)
	}
	for _, skill := range rs.Skills.All {
		if p.actor.Sheet.Rank(skill) == rules.Unranked {
			deed("check", skill.Name, skill.Label)
		}
	}
}

// groups lists what several combatants do at once: a side rolls, or time passes.
func (p *palette) groups() {
	rs := p.d.session.Rules()
	if len(p.d.session.State().Actors) == 0 {
		return
	}
	sides := p.d.sides()
	for _, skill := range rs.Skills.All {
		for _, side := range sides {
			text := "roll " + skill.Name + " by " + side
			p.add(listItem{name: text, label: "Roll " + strings.ToLower(skill.Label) + ": " + side, line: text,
				inspect: func() *draw.Page { return p.d.pages.rollPage(skill, side) }, run: func() { p.d.do(text) }}, "no time passes")
		}
	}
	for _, activity := range rs.Activities.All {
		text := "pass 10 min " + activity.Name + " by all"
		p.add(listItem{name: "pass " + activity.Name, label: "Time passes: " + strings.ToLower(activity.Label), line: text,
			run: func() { p.d.promptAt(text, len("pass 10")) }}, "say how long")
	}
}

// promptAt opens the prompt with a line and the cursor within it.
func (d *Dashboard) promptAt(text string, at int) {
	d.overlays = nil
	d.prompt.open(text)
	d.prompt.edit.At = at
}

// state lists what changes the selected combatant by hand: conditions, activities, what is in hand.
func (p *palette) state() {
	rs, actor := p.d.session.Rules(), p.actor
	changing := func(name, label, text, kind string) {
		it := listItem{name: name, label: label, line: text, run: func() { p.d.do(text) }}
		it.lateHint = func() string { return p.d.burdenText(text) }
		p.add(it, kind)
	}
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		changing("end "+held.Named(), "End: "+held.Words(p.d.nameOf(held.Other)), "end "+p.actorKey+" "+held.Named(), "condition")
	}
	for _, c := range rs.Conditions.All {
		if c.Holds.Text != "" {
			continue
		}
		it := listItem{name: "put " + c.Name, label: c.Label, line: "put " + p.actorKey + " " + c.Name, run: func() { p.d.menus.putCondition(c) }}
		it.lateHint = func() string { return p.d.burdenText(it.line) }
		p.add(it, "condition")
	}
	for _, a := range rs.Activities.All {
		changing("do "+a.Name, a.Label, "do "+p.actorKey+" "+a.Name, "activity")
	}
	for _, it := range actor.Sheet.Items {
		changing("hold "+it.Name, "Take in hand: "+strings.ToLower(it.Label), "hold "+p.actorKey+" "+it.Name, "thing")
	}
	for _, stat := range rs.Stats.All {
		if !actor.Sheet.Shows(stat) {
			continue
		}
		name := stat.Name
		p.add(listItem{name: name, label: "Why: " + stat.Label, inspect: func() *draw.Page { return p.d.pages.explained(p.actorKey + " " + name) },
			run: func() { p.d.overlays = nil; p.d.inspector.showWhy(p.actorKey + " " + name) }}, "number")
	}
}

// scene lists the situations of the scene, each as a switch.
func (p *palette) scene() {
	s := p.d.session.State()
	for _, situation := range p.d.session.Rules().Situations.All {
		if situation.Holds.Text != "" || situation.Ask != nil {
			continue
		}
		label, holding := situation.Label, slices.Clone(s.Situations)
		if at := slices.Index(holding, situation.Name); at >= 0 {
			holding, label = slices.Delete(holding, at, at+1), label+" (holds; ends)"
		} else {
			holding = append(holding, situation.Name)
		}
		text := sceneLine(holding)
		it := listItem{name: "scene " + situation.Name, label: label, line: text, run: func() { p.d.do(text) }}
		it.lateHint = func() string { return p.d.burdenText(text) }
		p.add(it, "for everybody")
	}
}

func sceneLine(holding []string) string {
	return strings.TrimSpace("scene " + strings.Join(holding, ", "))
}

func (p *palette) bindings() {
	for _, k := range builtInBindings() {
		if k.mode == modeDesk && k.run != nil && len([]rune(k.names[0])) == 1 && k.names[0] != "↑" && k.names[0] != "↓" {
			label := strings.ToUpper(k.help[:1]) + k.help[1:]
			p.add(listItem{name: k.label, label: label, run: func() { p.d.overlays = nil; k.run(p.d) }}, "key "+k.names[0])
		}
	}
}

// promptVerbs lists the verbs of the prompt that have no key, each with what it does and what is typed after it.
func promptVerbs() [][3]string {
	return [][3]string{
		{"contest", "one skill against another", "WHO SKILL against WHOM SKILL"},
		{"roll", "a check without time, for one or many", "SKILL by WHO"},
		{"pass", "time outside a fight", "20 min ACTIVITY by WHO"},
		{"hurt", "what hurts without an action: a hazard, bare damage", "WHO HAZARD NUMBER, or DICE TAG PLACE"},
		{"place", "put somebody somewhere on the line", "WHO METRES"},
		{"move", "somebody goes somewhere", "WHO to WHOM ACTIVITY"},
		{"turn", "move somebody's turn to a count", "WHO COUNT"},
		{"award", "give experience", "POINTS WHO"},
		{"train", "turn hours into experience", "WHO 40 h HOW"},
		{"raise", "buy the next rank of a skill", "WHO SKILL"},
		{"favourite", "keep a line at hand on a number key", "WHO LINE, or WHO drop 1"},
		{"replace", "say what stands for what somebody has", "conditions OLD with NEW"},
		{"odds", "the odds of a line", "LINE"},
		{"why", "why a number is what it is", "WHO NUMBER"},
		{"simulate", "how the fight will likely end, as it is or with others", "NAME NAME to SIDE, or WHO by TACTIC, or nothing"},
	}
}

func (p *palette) promptVerbs() {
	for _, verb := range promptVerbs() {
		head := verb[0] + " "
		if strings.HasPrefix(verb[2], "WHO") && p.actorKey != "" {
			head += p.actorKey + " "
		}
		label := strings.ToUpper(verb[1][:1]) + verb[1][1:]
		p.add(listItem{name: verb[0], label: label, run: func() { p.d.promptAt(head, len(head)) }}, verb[0]+" "+verb[2])
	}
}
