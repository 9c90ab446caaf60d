package dashboard

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/source"
)

// actionDraft is an action, or a check, while it is put together.
type actionDraft struct {
	action   *rules.Action // nil for a check
	prefix   string        // who, if it is not the one whose turn it is
	verb     string
	object   string // to whom, or on what
	given    string // what the action asks
	tool     string // empty for what is in hand
	ticks    []tickedOption
	points   int
	isSecond bool // of two actions at the same time; the first stands in the prefix
}

// tickedOption is a ticked option with what it was given.
type tickedOption struct{ name, value string }

// line is the deed as a prompt line.
func (draft *actionDraft) line() string {
	text := draft.prefix + draft.verb
	if draft.object != "" {
		text += " " + draft.object
	}
	if draft.given != "" {
		text += " " + draft.given
	}
	if draft.tool != "" {
		text += " with " + draft.tool
	}
	for _, t := range draft.ticks {
		text += strings.TrimRight(", "+t.name+" "+t.value, " ")
	}
	if draft.points > 0 {
		text += ", points " + strconv.Itoa(draft.points)
	}
	return text
}

// with is the deed with one more option ticked, if it is not already.
func (draft *actionDraft) with(name, value string) *actionDraft {
	given := *draft
	if draft.ticked(name) < 0 {
		given.ticks = append(append([]tickedOption(nil), draft.ticks...), tickedOption{name, value})
	}
	return &given
}

func (draft *actionDraft) ticked(name string) int {
	for i, t := range draft.ticks {
		if t.name == name {
			return i
		}
	}
	return -1
}

// declare begins an action of the selected one: to whom, then how.
func (d *Dashboard) declare(action *rules.Action) {
	if d.selected == "" {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	draft := &actionDraft{action: action, prefix: d.prefix(), verb: action.Name}
	if action.Whom {
		d.targetMenu(draft, action)
		return
	}
	d.optionMenu(draft, action.Label)
}

// targetMenu lets the one be chosen to whom an action is done, the likeliest first, each with the chance it would have.
func (d *Dashboard) targetMenu(draft *actionDraft, action *rules.Action) {
	rs, who := d.session.Rules(), d.selected
	own, pools := d.session.State().Find(who), watchedPools(rs)
	list := d.likelyTargets(who, d.lastTargets[who+" "+action.Name])
	load := func() []item {
		items := make([]item, len(list))
		for i, actor := range list {
			aimed := *draft
			aimed.object = actor.Key
			items[i] = item{
				name: actor.Key, label: actor.Name, role: d.sideRole(actor), group: actor.Side,
				note:     func() string { return d.combatantBrief(own, actor, pools) },
				lateHint: func() string { return d.chanceText(aimed.line()) },
			}
		}
		return items
	}
	l := &picker{title: d.nameOf(who) + ": " + strings.ToLower(action.Label) + ", whom?", load: load, empty: "nobody else is here"}
	l.line = func() string {
		aimed := *draft
		if it := l.current(); it != nil {
			aimed.object = it.name
		}
		return aimed.line()
	}
	l.inspect = func(*item) *draw.Page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		aimed := *draft
		aimed.object = it.name
		d.optionMenu(&aimed, action.Label)
	}
	d.push(l)
}

// likelyTargets lists those an action may be done to: the last one, those of other sides who can still act, those who
// cannot, then one's own side and oneself.
func (d *Dashboard) likelyTargets(who, last string) []*rules.Actor {
	s := d.session.State()
	own := s.Find(who)
	rank := func(a *rules.Actor) int {
		able, _ := d.session.Rules().CanAct(a)
		switch {
		case a.Key == who:
			return 4
		case a.Key == last && able:
			return 0
		case own != nil && a.Side == own.Side:
			return 3
		case !able:
			return 2
		}
		return 1
	}
	list := append([]*rules.Actor(nil), s.Actors...)
	sort.SliceStable(list, func(i, j int) bool { return rank(list[i]) < rank(list[j]) })
	return list
}

// combatantBrief is an actor in a few words: how far off, pools, and what is wrong.
func (d *Dashboard) combatantBrief(from, a *rules.Actor, pools []*rules.Pool) string {
	var parts []string
	if far := distanceText(from, a); far != "" {
		parts = append(parts, draw.PadLeft(far, 5))
	} else if anyPlaced(d.session.State()) {
		parts = append(parts, draw.PadLeft("", 5))
	}
	for _, pool := range pools {
		parts = append(parts, draw.PadLeft(draw.Number(a.Now(pool)), 2))
	}
	state, _ := d.stateText(a)
	return strings.TrimRight(strings.Join(parts, " ")+"  "+state, " ")
}

// chanceText is the chance that a line would have; empty without one.
func (d *Dashboard) chanceText(line string) string {
	v, err := d.preview(line)
	if err != nil {
		return "–"
	}
	if v.Prospect == nil {
		return ""
	}
	return d.previewChance(v.Prospect)
}

// previewLine shows what a line would do, or why it cannot be done.
func (d *Dashboard) previewLine(line string) *draw.Page {
	v, err := d.preview(line)
	if err != nil {
		text, _ := errorText(err)
		p := &draw.Page{}
		p.Text(draw.RoleBad, "! "+text)
		return p
	}
	p := d.previewPage(&v, line, d.layout.inspector.W-2, d.layout.inspector.H-1)
	return p
}

// optionMenu shows what may be ticked for a deed, its chance changing with every tick; Enter does it.
func (d *Dashboard) optionMenu(draft *actionDraft, label string) {
	who := d.selected
	l := &picker{title: label, line: draft.line, empty: "nothing to tick; Enter does it"}
	l.load = func() []item { return d.optionItems(draft) }
	l.inspect = func(*item) *draw.Page { return d.previewLine(draft.line()) }
	l.header = func() []draw.Line { return d.draftHeader(draft) }
	l.toggle = func(it *item) { d.toggleOption(draft, it.name) }
	l.adjust = func(tools, points int) { d.adjustDraft(draft, tools, points) }
	l.favourite = draft.favouriteLine
	if !draft.isSecond {
		l.second = func() { d.secondMenu(draft) }
	}
	l.commit = func() {
		d.lastTargets[who+" "+draft.verb] = draft.object
		d.do(draft.line())
	}
	d.push(l)
}

// secondMenu lets a second action be chosen that goes at the same time.
func (d *Dashboard) secondMenu(draft *actionDraft) {
	second := func(action *rules.Action) *actionDraft {
		return &actionDraft{action: action, prefix: draft.line() + ", and ", verb: action.Name, isSecond: true}
	}
	line := func(action *rules.Action) string {
		other := second(action)
		if list := d.likelyTargets(d.selected, draft.object); action.Whom && len(list) > 0 {
			other.object = list[0].Key
		}
		return other.line()
	}
	actions := slices.Clone(d.session.Rules().Actions.All)
	slices.SortStableFunc(actions, func(a, b *rules.Action) int { return secondRank(a, draft) - secondRank(b, draft) })
	var items []item
	for _, action := range actions {
		if action.Answers != "" || action.AnyTime {
			continue
		}
		if v, err := d.preview(line(action)); err != nil || v.Counts <= 0 {
			continue
		}
		items = append(items, item{name: action.Name, label: action.Label, line: line(action),
			lateHint: func() string { return d.costText(line(action)) }, run: func() {
				if action.Whom {
					d.targetMenu(second(action), action)
					return
				}
				d.optionMenu(second(action), action.Label)
			}})
	}
	l := &picker{title: "and at the same time", load: func() []item { return items }, fixed: true, empty: "nothing else goes at the same time"}
	l.line = func() string { return currentLine(l) }
	l.inspect = func(it *item) *draw.Page { return d.previewLine(l.line()) }
	d.push(l)
}

// secondRank puts first what somebody does twice, then what has a key of its own.
func secondRank(action *rules.Action, first *actionDraft) int {
	switch {
	case action == first.action:
		return 0
	case action.Key != "":
		return 1
	}
	return 2
}

// optionItems lists what may be ticked: what the action asks, the situations that fit it, and what a person may give
// by hand.
func (d *Dashboard) optionItems(draft *actionDraft) []item {
	var items []item
	for _, o := range d.draftOptions(draft) {
		at := draft.ticked(o.Name)
		sign, label, value := "[ ]", o.Label, ""
		if at >= 0 {
			value = draft.ticks[at].value
		} else if o.Name == "" {
			value = draft.given
		}
		if at >= 0 || o.Ticked || value != "" {
			sign = "[x]"
		}
		if value != "" {
			label += " " + strings.Replace(value, "-", "−", 1)
		} else if o.Ask != "" {
			label += " …"
		}
		it := item{name: o.Name, label: label, sign: sign, note: func() string { return o.Hint }}
		if at < 0 && slices.Contains(d.session.State().Situations, o.Name) {
			it.sign, it.role, it.note = " ● ", draw.RoleDim, func() string { return "holds for everybody" }
		} else if o.Ask == "" {
			it.lateHint = func() string { return d.chanceText(draft.with(o.Name, "").line()) }
		}
		items = append(items, it)
	}
	return items
}

// draftOptions lists the options of a deed. What the action itself asks has no name.
func (d *Dashboard) draftOptions(draft *actionDraft) []gm.Option {
	v, err := d.preview(draft.line())
	if err != nil {
		bare := *draft
		bare.ticks, bare.points = nil, 0
		v, _ = d.preview(bare.line())
	}
	var list []gm.Option
	if draft.action != nil && draft.action.Ask != nil {
		list = append(list, gm.Option{Label: rules.Words(draft.action.Ask.What), Ask: draft.action.Ask.What})
	}
	list = append(list, d.sortOptions(draft, v.Options)...)
	for _, m := range d.session.Rules().Modifiers.All {
		if m.Flag != "" {
			list = append(list, gm.Option{Name: m.Flag, Label: m.Label + " by hand", Ask: m.Label})
		}
	}
	return list
}

// sortOptions sorts options: those that are about what the action is about come before those that fit anything.
func (d *Dashboard) sortOptions(draft *actionDraft, options []gm.Option) []gm.Option {
	if draft.action == nil {
		return options
	}
	about := func(o *gm.Option) bool {
		situation, ok := d.session.Rules().Situations.Get(o.Name)
		return ok && slices.ContainsFunc(situation.For, func(word source.Text) bool {
			return word.Text == draft.action.Name || slices.ContainsFunc(draft.action.Tags, func(tag source.Text) bool { return tag.Text == word.Text })
		})
	}
	sorted := slices.Clone(options)
	slices.SortStableFunc(sorted, func(a, b gm.Option) int {
		switch near := about(&a); {
		case near == about(&b):
			return 0
		case near:
			return -1
		}
		return 1
	})
	return sorted
}

// draftHeader shows what the deed is done with and the points that may be spent, where there is a choice.
func (d *Dashboard) draftHeader(draft *actionDraft) []draw.Line {
	v, err := d.preview(draft.line())
	if err != nil {
		return nil
	}
	var head []draw.Line
	if n := len(v.Tools); n > 0 {
		at := toolAt(&v)
		text := "with " + v.Tools[at].Label
		if n > 1 {
			text = "with ◂ " + v.Tools[at].Label + " ▸"
		}
		head = append(head, draw.Line{Left: text, Right: v.Tools[at].Hint})
	}
	if v.Points >= 1 || draft.points > 0 {
		head = append(head, draw.Line{Left: "points − " + strconv.Itoa(draft.points) + " +", Right: "of " + draw.Number(v.Points)})
	}
	return head
}

// adjustDraft takes another thing in hand, or spends more or fewer points.
func (d *Dashboard) adjustDraft(draft *actionDraft, tools, points int) {
	v, err := d.preview(draft.line())
	if err != nil {
		draft.points = max(0, draft.points+min(points, 0))
		return
	}
	if n := len(v.Tools); n > 1 && tools != 0 {
		draft.tool = v.Tools[(toolAt(&v)+tools+n)%n].Text
	}
	draft.points = max(0, min(draft.points+points, int(v.Points)))
}

// toolAt is which of the tools of a preview is used.
func toolAt(v *gm.Preview) int {
	for i, tool := range v.Tools {
		if tool.Text == v.Tool {
			return i
		}
	}
	return 0
}

// toggleOption ticks an option or takes the tick away. An option that asks for something asks now.
func (d *Dashboard) toggleOption(draft *actionDraft, name string) {
	if name == "" && draft.given != "" {
		draft.given = ""
		return
	}
	if at := draft.ticked(name); at >= 0 {
		draft.ticks = append(draft.ticks[:at], draft.ticks[at+1:]...)
		return
	}
	for _, o := range d.draftOptions(draft) {
		if o.Name == name {
			d.tickOption(draft, o)
		}
	}
}

func (d *Dashboard) tickOption(draft *actionDraft, o gm.Option) {
	if slices.Contains(d.session.State().Situations, o.Name) {
		d.say(o.Label + " holds for everybody already; S changes the scene")
		return
	}
	set := func(value string) {
		if o.Name == "" {
			draft.given = value
			return
		}
		draft.ticks = append(draft.ticks, tickedOption{o.Name, value})
	}
	switch {
	case len(o.Rows) > 0:
		d.rowMenu(draft, o, set)
	case o.Ask != "":
		d.askNumber(o, set)
	default:
		set("")
	}
}

// askNumber asks for the number that an option wants.
func (d *Dashboard) askNumber(o gm.Option, set func(string)) {
	d.push(&dialog{d: d, title: o.Label, label: o.Ask + ":", hint: o.Hint, take: func(text string) error {
		if _, err := gm.Amount(text, o.Name); err != nil {
			return err
		}
		d.close()
		set(text)
		return nil
	}})
}

// rowMenu lets a row be chosen that an option asks for, with the chance each would leave.
func (d *Dashboard) rowMenu(draft *actionDraft, o gm.Option, set func(string)) {
	with := func(value string) string { return draft.with(o.Name, value).line() }
	l := &picker{title: o.Label}
	l.load = func() []item {
		items := make([]item, len(o.Rows))
		for i, row := range o.Rows {
			items[i] = item{name: row.Text, label: row.Label, lateHint: func() string { return strings.TrimSpace(row.Hint + "  " + d.chanceText(with(row.Text))) }}
		}
		return items
	}
	l.line = func() string {
		if it := l.current(); it != nil {
			return with(it.name)
		}
		return draft.line()
	}
	l.inspect = func(*item) *draw.Page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		d.close()
		set(it.name)
	}
	d.push(l)
}

// skillMenu lets a skill be chosen for a check, those the selected one has first.
func (d *Dashboard) skillMenu() {
	if d.selected == "" {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	e := actionDraft{prefix: d.prefix(), verb: "check"}
	actor := d.session.State().Find(d.selected)
	var items []item
	add := func(skill *rules.Skill, group, hint string) {
		with := e
		with.object = skill.Name
		items = append(items, item{name: skill.Name, label: skill.Label, group: group,
			note: func() string { return hint }, lateHint: func() string { return d.chanceText(with.line()) }})
	}
	for _, skill := range actor.Sheet.Skills {
		add(skill, "has", "rank "+strconv.Itoa(actor.Sheet.Rank(skill)))
	}
	for _, skill := range d.session.Rules().Skills.All {
		if actor.Sheet.Rank(skill) == rules.Unranked {
			add(skill, "has not", "unranked")
		}
	}
	l := &picker{title: actor.Name + ": check on which skill?", load: func() []item { return items }}
	l.line = func() string {
		with := e
		if it := l.current(); it != nil {
			with.object = it.name
		}
		return with.line()
	}
	l.inspect = func(*item) *draw.Page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		with := e
		with.object = it.name
		d.optionMenu(&with, it.label)
	}
	d.push(l)
}
