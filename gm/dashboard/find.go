package dashboard

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// find lists everything that can be done or looked at, to be found by a few letters. What the one under the cursor
// would do stands beside it, and on the timeline.
func (d *Dashboard) find() {
	f := finder{d: d, who: d.selected, actor: d.session.State().Find(d.selected)}
	f.collect()
	l := &picker{title: "Find", load: func() []item { return f.items }, fixed: true}
	l.line = func() string { return currentLine(l) }
	l.page = d.itemPage
	d.push(l)
}

// currentLine is the prompt line of what is under the cursor; empty if it has none.
func currentLine(l *picker) string {
	if it := l.current(); it != nil {
		return it.line
	}
	return ""
}

// itemPage is what an item would do.
func (d *Dashboard) itemPage(it *item) *draw.Page {
	switch {
	case it == nil:
		return &draw.Page{}
	case it.look != nil:
		return it.look()
	case it.line != "":
		return d.linePage(it.line)
	}
	p := &draw.Page{Title: it.label}
	if it.middle != nil {
		p.Text(draw.RoleDim, it.middle())
	}
	return p
}

// finder collects what can be found.
type finder struct {
	d     *Dashboard
	who   string
	actor *rules.Actor // the selected one; nil for nobody
	items []item
}

func (f *finder) collect() {
	if f.actor != nil {
		f.favourites()
		f.actions()
	}
	f.people()
	if f.actor != nil {
		f.deeds()
	}
	f.groups()
	if f.actor != nil {
		f.state()
	}
	f.scene()
	f.keys()
	f.typed()
	for _, e := range f.d.session.Campaign().Encounters() {
		f.add(item{name: e.Name, label: "Begin: " + e.Label, look: func() *draw.Page { return notesPage(e) }, do: func() { f.d.do("begin " + e.Name) }}, "encounter")
	}
}

func (f *finder) add(it item, kind string) {
	it.middle = func() string { return kind }
	f.items = append(f.items, it)
}

func (f *finder) favourites() {
	for i, text := range f.actor.Favourites {
		it := item{name: "at hand " + strconv.Itoa(i+1), label: text, do: func() { f.d.runFavourite(i) }}
		if e, whole := f.d.deedOf(text); e != nil && whole {
			it.line = e.prefix + text
			it.look = func() *draw.Page { return f.d.previewLine(it.line) }
		}
		f.add(it, "at hand, key "+strconv.Itoa(i+1))
	}
}

// actions lists what the selected one may declare, those with a key first.
func (f *finder) actions() {
	for _, keyed := range []bool{true, false} {
		for _, action := range f.d.session.Rules().Actions.All {
			if action.Answers != "" || keyed != (action.Key != "") {
				continue
			}
			it := item{name: action.Name, label: action.Label, keep: action.Name, do: func() { f.d.declare(action) }}
			it.line = f.d.prefix() + action.Name
			if action.Whom {
				if list := f.d.likely(f.who, f.d.aims[f.who+" "+action.Name]); len(list) > 0 {
					it.line += " " + list[0].Key
				}
			}
			it.look = func() *draw.Page { return f.d.actionPage(it.line, action) }
			it.late = func() string { return f.d.effectText(it.line) }
			f.add(it, "action")
		}
	}
}

// actionPage is what an action would do, and what the pack says about it.
func (d *Dashboard) actionPage(line string, action *rules.Action) *draw.Page {
	p := d.previewLine(line)
	if action.Text != "" {
		p.Gap()
		p.Text(draw.RoleDim, action.Text)
	}
	return p
}

// effectText is the chance and the time of a line in a few cells.
func (d *Dashboard) effectText(line string) string {
	v, err := d.preview(line)
	if err != nil {
		return "–"
	}
	var parts []string
	if v.Counts > 0 {
		parts = append(parts, "+"+d.lasting(v.Counts))
	}
	if v.Prospect != nil {
		parts = append(parts, draw.PadLeft(d.prospect(v.Prospect), 7))
	}
	return strings.Join(parts, " ")
}

// lasting is how long some counts are: as counts in a fight, as time where they are many.
func (d *Dashboard) lasting(counts float64) string {
	const many = 1200
	if unit := d.session.Rules().Pack.Count; counts >= many && unit > 0 {
		return rules.Span(counts * unit)
	}
	return draw.Number(counts)
}

// burdenText is how a line changes what weighs on the selected one.
func (d *Dashboard) burdenText(line string) string {
	f, err := d.foresee(line)
	if err != nil || f.Rolls {
		return ""
	}
	was, now := f.Before.Find(d.selected), f.After.Find(d.selected)
	if was == nil || now == nil {
		return ""
	}
	if x, y := d.burdenIn(f.Before, was), d.burdenIn(f.After, now); x != y {
		return d.burdenLabel() + " " + draw.Number(x) + " → " + draw.Number(y)
	}
	return ""
}

func (f *finder) people() {
	for _, actor := range f.d.session.State().Actors {
		f.add(item{name: actor.Key, label: actor.Name, role: f.d.sideRole(actor), look: func() *draw.Page { return f.d.actorPage(actor) },
			do: func() { f.d.over = nil; f.d.selectKey(actor.Key) }}, "combatant")
	}
}

// deeds lists what the selected one can try: tasks, and checks on skills.
func (f *finder) deeds() {
	rs := f.d.session.Rules()
	deed := func(verb, name, label string) {
		e := &deed{prefix: f.d.prefix(), verb: verb, object: name}
		it := item{name: verb + " " + name, label: label, line: e.line(), keep: e.kept(), do: func() { f.d.pickOptions(e, label) }}
		it.look = func() *draw.Page { return f.d.previewLine(it.line) }
		it.late = func() string { return f.d.effectText(it.line) }
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

// sides lists the sides, and all together.
func (d *Dashboard) sides() []string {
	var list []string
	for _, actor := range d.session.State().Actors {
		if actor.Side != "" && !slices.Contains(list, actor.Side) {
			list = append(list, actor.Side)
		}
	}
	return append(list, "all")
}

// groups lists what several do at once: everybody of a side rolls, and time goes by.
func (f *finder) groups() {
	rs := f.d.session.Rules()
	if len(f.d.session.State().Actors) == 0 {
		return
	}
	sides := f.d.sides()
	for _, skill := range rs.Skills.All {
		for _, side := range sides {
			text := "roll " + skill.Name + " by " + side
			f.add(item{name: text, label: "Roll " + strings.ToLower(skill.Label) + ": " + side, line: text,
				look: func() *draw.Page { return f.d.rollPage(skill, side) }, do: func() { f.d.do(text) }}, "no time passes")
		}
	}
	for _, activity := range rs.Activities.All {
		text := "pass 10 min " + activity.Name + " by all"
		f.add(item{name: "pass " + activity.Name, label: "Time passes: " + strings.ToLower(activity.Label), line: text,
			do: func() { f.d.openAt(text, len("pass 10")) }}, "say how long")
	}
}

// openAt opens the prompt with a line and the cursor within it.
func (d *Dashboard) openAt(text string, at int) {
	d.over = nil
	d.prompt.open(text)
	d.prompt.edit.At = at
}

// rollPage is the chance of everybody of a side.
func (d *Dashboard) rollPage(skill *rules.Skill, side string) *draw.Page {
	p := &draw.Page{Title: "everybody: " + strings.ToLower(skill.Label)}
	for _, actor := range d.session.State().Actors {
		if side == "all" || strings.EqualFold(actor.Side, side) {
			p.Pair(draw.RoleText, actor.Name, d.chanceText(actor.Key+": check "+skill.Name))
		}
	}
	return p
}

// state lists what changes the selected one by hand: conditions, activities, what is in hand.
func (f *finder) state() {
	rs, actor := f.d.session.Rules(), f.actor
	changing := func(name, label, text, kind string) {
		it := item{name: name, label: label, line: text, do: func() { f.d.do(text) }}
		it.late = func() string { return f.d.burdenText(text) }
		f.add(it, kind)
	}
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		changing("end "+held.Words(), "End: "+strings.ToLower(held.Label()), "end "+f.who+" "+held.Words(), "condition")
	}
	for _, c := range rs.Conditions.All {
		if c.Holds.Text != "" {
			continue
		}
		it := item{name: "put " + c.Name, label: c.Label, line: "put " + f.who + " " + c.Name, do: func() { f.d.put(c) }}
		it.late = func() string { return f.d.burdenText(it.line) }
		f.add(it, "condition")
	}
	for _, a := range rs.Activities.All {
		changing("do "+a.Name, a.Label, "do "+f.who+" "+a.Name, "activity")
	}
	for _, it := range actor.Sheet.Items {
		changing("hold "+it.Name, "Take in hand: "+strings.ToLower(it.Label), "hold "+f.who+" "+it.Name, "thing")
	}
	for _, stat := range rs.Stats.All {
		if !actor.Sheet.Shows(stat) {
			continue
		}
		name := stat.Name
		f.add(item{name: name, label: "Why: " + stat.Label, look: func() *draw.Page { return f.d.explained(f.who + " " + name) },
			do: func() { f.d.over = nil; f.d.showWhy(f.who + " " + name) }}, "number")
	}
}

// scene lists what may hold for everybody, each as a switch.
func (f *finder) scene() {
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
		it := item{name: "scene " + situation.Name, label: label, line: text, do: func() { f.d.do(text) }}
		it.late = func() string { return f.d.burdenText(text) }
		f.add(it, "for everybody")
	}
}

func sceneLine(holding []string) string {
	return strings.TrimSpace("scene " + strings.Join(holding, ", "))
}

func (f *finder) keys() {
	for _, k := range builtIn() {
		if k.place == atDesk && k.run != nil && len([]rune(k.names[0])) == 1 && k.names[0] != "↑" && k.names[0] != "↓" {
			label := strings.ToUpper(k.help[:1]) + k.help[1:]
			f.add(item{name: k.label, label: label, do: func() { f.d.over = nil; k.run(f.d) }}, "key "+k.names[0])
		}
	}
}

// typedVerbs are verbs of the prompt that have no key: each is opened there, the rest is typed.
func typedVerbs() [][3]string {
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

func (f *finder) typed() {
	for _, verb := range typedVerbs() {
		head := verb[0] + " "
		if strings.HasPrefix(verb[2], "WHO") && f.who != "" {
			head += f.who + " "
		}
		label := strings.ToUpper(verb[1][:1]) + verb[1][1:]
		f.add(item{name: verb[0], label: label, do: func() { f.d.openAt(head, len(head)) }}, verb[0]+" "+verb[2])
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
		text := "end " + actor.Key + " " + held.Words()
		items = append(items, item{name: held.Condition.Name, label: held.Label() + numberBehind(held.Number), sign: "−",
			group: "ends", line: text, late: func() string { return d.burdenText(text) }, do: func() { d.do(text) }})
	}
	for _, c := range d.session.Rules().Conditions.All {
		if c.Holds.Text == "" {
			text := "put " + actor.Key + " " + c.Name
			items = append(items, item{name: c.Name, label: c.Label, sign: "+", group: "is put", middle: func() string { return c.Text },
				line: text, late: func() string { return d.burdenText(text) }, do: func() { d.put(c) }})
		}
	}
	d.pushLines(&picker{title: actor.Name + ": which condition?", load: func() []item { return items }})
}

// pushLines opens a list whose items are lines, with what the one under the cursor would do.
func (d *Dashboard) pushLines(l *picker) {
	l.line = func() string { return currentLine(l) }
	l.page = d.itemPage
	d.push(l)
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
		text := "do " + actor.Key + " " + a.Name
		items = append(items, item{name: a.Name, label: a.Label, sign: sign, group: a.Group, line: text,
			late: func() string { return d.burdenText(text) }, do: func() { d.do(text) }})
	}
	d.pushLines(&picker{title: actor.Name + ": does what?", load: func() []item { return items }, empty: "these rules know no activities"})
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
		text := "hold " + actor.Key + " " + it.Name
		items = append(items, item{name: it.Name, label: it.Label, sign: sign, line: text, do: func() { d.do(text) }})
	}
	d.pushLines(&picker{title: actor.Name + ": takes what in hand?", load: func() []item { return items }, empty: "carries nothing"})
}

// pickScene ticks what holds for everybody.
func (d *Dashboard) pickScene() {
	holding := slices.Clone(d.session.State().Situations)
	held := slices.Clone(holding)
	l := &picker{title: "What holds for everybody?"}
	l.load = func() []item {
		var items, first []item
		for _, situation := range d.session.Rules().Situations.All {
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
	l.page = func(*item) *draw.Page { return d.linePage(l.line()) }
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
