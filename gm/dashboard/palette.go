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
	l := &picker{title: "Find", load: func() []item { return f.items }, fixed: true}
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
	items    []item
}

func (f *palette) collect() {
	if f.actor != nil {
		f.favourites()
		f.actions()
	}
	f.people()
	if f.actor != nil {
		f.attempts()
	}
	f.groups()
	if f.actor != nil {
		f.state()
	}
	f.scene()
	f.bindings()
	f.promptVerbs()
	for _, e := range f.d.session.Campaign().Encounters() {
		f.add(item{name: e.Name, label: "Begin: " + e.Label, inspect: func() *draw.Page { return notesPage(e) }, run: func() { f.d.do("begin " + e.Name) }}, "encounter")
	}
}

func (f *palette) add(it item, kind string) {
	it.note = func() string { return kind }
	f.items = append(f.items, it)
}

func (f *palette) favourites() {
	for i, text := range f.actor.Favourites {
		it := item{name: "at hand " + strconv.Itoa(i+1), label: text, run: func() { f.d.compose.runFavourite(i) }}
		if draft, whole := f.d.compose.draftOf(text); draft != nil && whole {
			it.line = draft.prefix + text
			it.inspect = func() *draw.Page { return f.d.pages.previewLine(it.line) }
		}
		f.add(it, "at hand, key "+strconv.Itoa(i+1))
	}
}

// actions lists what the selected combatant may declare, first what has a key.
func (f *palette) actions() {
	for _, keyed := range []bool{true, false} {
		for _, action := range f.d.session.Rules().Actions.All {
			if action.Answers != "" || keyed != (action.Key != "") {
				continue
			}
			it := item{name: action.Name, label: action.Label, favourite: action.Name, run: func() { f.d.compose.declare(action) }}
			it.line = f.d.prefix() + action.Name
			if action.Whom {
				if list := f.d.likelyTargets(f.actorKey, f.d.lastTargets[f.actorKey+" "+action.Name]); len(list) > 0 {
					it.line += " " + list[0].Key
				}
			}
			it.inspect = func() *draw.Page { return f.d.pages.actionPage(it.line, action) }
			it.lateHint = func() string { return f.d.costText(it.line) }
			f.add(it, "action")
		}
	}
}

func (f *palette) people() {
	for _, actor := range f.d.session.State().Actors {
		f.add(item{name: actor.Key, label: actor.Name, role: f.d.sideRole(actor), inspect: func() *draw.Page { return f.d.pages.actorPage(actor) },
			run: func() { f.d.overlays = nil; f.d.selectKey(actor.Key) }}, "combatant")
	}
}

// attempts lists the tasks and the checks of the selected combatant.
func (f *palette) attempts() {
	rs := f.d.session.Rules()
	deed := func(verb, name, label string) {
		draft := &actionDraft{prefix: f.d.prefix(), verb: verb, object: name}
		it := item{name: verb + " " + name, label: label, line: draft.line(), favourite: draft.favouriteLine(), run: func() { f.d.compose.optionMenu(draft, label) }}
		it.inspect = func() *draw.Page { return f.d.pages.previewLine(it.line) }
		it.lateHint = func() string { return f.d.costText(it.line) }
		f.add(it, verb)
	}
	for _, skill := range f.actor.Sheet.Skills {
		deed("check", skill.Name, skill.Label)
	}
	for _, task := range rs.Tasks.All {
		deed("task", task.Name, task.Label)
	}
	for _, skill := range rs.Skills.All {
		if f.actor.Sheet.Rank(skill) == rules.Unranked {
			deed("check", skill.Name, skill.Label)
		}
	}
}

// groups lists what several combatants do at once: a side rolls, or time passes.
func (f *palette) groups() {
	rs := f.d.session.Rules()
	if len(f.d.session.State().Actors) == 0 {
		return
	}
	sides := f.d.sides()
	for _, skill := range rs.Skills.All {
		for _, side := range sides {
			text := "roll " + skill.Name + " by " + side
			f.add(item{name: text, label: "Roll " + strings.ToLower(skill.Label) + ": " + side, line: text,
				inspect: func() *draw.Page { return f.d.pages.rollPage(skill, side) }, run: func() { f.d.do(text) }}, "no time passes")
		}
	}
	for _, activity := range rs.Activities.All {
		text := "pass 10 min " + activity.Name + " by all"
		f.add(item{name: "pass " + activity.Name, label: "Time passes: " + strings.ToLower(activity.Label), line: text,
			run: func() { f.d.promptAt(text, len("pass 10")) }}, "say how long")
	}
}

// promptAt opens the prompt with a line and the cursor within it.
func (d *Dashboard) promptAt(text string, at int) {
	d.overlays = nil
	d.prompt.open(text)
	d.prompt.edit.At = at
}

// state lists what changes the selected combatant by hand: conditions, activities, what is in hand.
func (f *palette) state() {
	rs, actor := f.d.session.Rules(), f.actor
	changing := func(name, label, text, kind string) {
		it := item{name: name, label: label, line: text, run: func() { f.d.do(text) }}
		it.lateHint = func() string { return f.d.burdenText(text) }
		f.add(it, kind)
	}
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		changing("end "+held.Named(), "End: "+held.Words(f.d.nameOf(held.Other)), "end "+f.actorKey+" "+held.Named(), "condition")
	}
	for _, c := range rs.Conditions.All {
		if c.Holds.Text != "" {
			continue
		}
		it := item{name: "put " + c.Name, label: c.Label, line: "put " + f.actorKey + " " + c.Name, run: func() { f.d.menus.putCondition(c) }}
		it.lateHint = func() string { return f.d.burdenText(it.line) }
		f.add(it, "condition")
	}
	for _, a := range rs.Activities.All {
		changing("do "+a.Name, a.Label, "do "+f.actorKey+" "+a.Name, "activity")
	}
	for _, it := range actor.Sheet.Items {
		changing("hold "+it.Name, "Take in hand: "+strings.ToLower(it.Label), "hold "+f.actorKey+" "+it.Name, "thing")
	}
	for _, stat := range rs.Stats.All {
		if !actor.Sheet.Shows(stat) {
			continue
		}
		name := stat.Name
		f.add(item{name: name, label: "Why: " + stat.Label, inspect: func() *draw.Page { return f.d.pages.explained(f.actorKey + " " + name) },
			run: func() { f.d.overlays = nil; f.d.inspector.showWhy(f.actorKey + " " + name) }}, "number")
	}
}

// scene lists the situations of the scene, each as a switch.
func (f *palette) scene() {
	s := f.d.session.State()
	for _, situation := range f.d.session.Rules().Situations.All {
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
		it := item{name: "scene " + situation.Name, label: label, line: text, run: func() { f.d.do(text) }}
		it.lateHint = func() string { return f.d.burdenText(text) }
		f.add(it, "for everybody")
	}
}

func sceneLine(holding []string) string {
	return strings.TrimSpace("scene " + strings.Join(holding, ", "))
}

func (f *palette) bindings() {
	for _, k := range builtInBindings() {
		if k.mode == modeDesk && k.run != nil && len([]rune(k.names[0])) == 1 && k.names[0] != "↑" && k.names[0] != "↓" {
			label := strings.ToUpper(k.help[:1]) + k.help[1:]
			f.add(item{name: k.label, label: label, run: func() { f.d.overlays = nil; k.run(f.d) }}, "key "+k.names[0])
		}
	}
}

// promptVerbs lists the verbs of the prompt that have no key, each with what it does and what is typed after it.
func promptVerbs() [][3]string {
	return [][3]string{
		{"contest", "one skill against another", "WHO SKILL against WHOM SKILL"},
		{"roll", "a check without time, for one or many", "SKILL by WHO"},
		{"pass", "time outside a fight", "20 min ACTIVITY by WHO"},
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

func (f *palette) promptVerbs() {
	for _, verb := range promptVerbs() {
		head := verb[0] + " "
		if strings.HasPrefix(verb[2], "WHO") && f.actorKey != "" {
			head += f.actorKey + " "
		}
		label := strings.ToUpper(verb[1][:1]) + verb[1][1:]
		f.add(item{name: verb[0], label: label, run: func() { f.d.promptAt(head, len(head)) }}, verb[0]+" "+verb[2])
	}
}
