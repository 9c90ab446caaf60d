package dashboard

import (
	"sort"
	"strconv"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// deed is an action, or a check, while it is put together.
type deed struct {
	prefix string // who, if it is not the one whose turn it is
	verb   string
	object string // to whom, or on what
	tool   string
	ticks  []tick
	points int
}

// tick is a ticked option with what it was given.
type tick struct{ name, value string }

// line is the deed as a prompt line.
func (e *deed) line() string {
	text := e.prefix + e.verb
	if e.object != "" {
		text += " " + e.object
	}
	if e.tool != "" {
		text += " with " + e.tool
	}
	for _, t := range e.ticks {
		text += strings.TrimRight(", "+t.name+" "+t.value, " ")
	}
	if e.points > 0 {
		text += ", points " + strconv.Itoa(e.points)
	}
	return text
}

func (e *deed) ticked(name string) int {
	for i, t := range e.ticks {
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
	e := &deed{prefix: d.prefix(), verb: action.Name}
	if action.Whom {
		d.pickWhom(e, action)
		return
	}
	d.pickOptions(e, action.Label)
}

// pickWhom lets the one be chosen to whom an action is done, the likeliest first, each with the chance it would have.
func (d *Dashboard) pickWhom(e *deed, action *rules.Action) {
	rs, who := d.session.Rules(), d.selected
	pools := watched(rs)
	list := d.likely(who, d.aims[who+" "+action.Name])
	load := func() []item {
		items := make([]item, len(list))
		for i, actor := range list {
			aimed := *e
			aimed.object = actor.Key
			items[i] = item{
				name: actor.Key, label: actor.Name, role: d.sideRole(actor), group: actor.Side,
				middle: func() string { return d.brief(actor, pools) },
				late:   func() string { return d.chanceText(aimed.line()) },
			}
		}
		return items
	}
	l := &picker{title: d.nameOf(who) + ": " + strings.ToLower(action.Label) + ", whom?", load: load, empty: "nobody else is here"}
	l.line = func() string {
		aimed := *e
		if it := l.current(); it != nil {
			aimed.object = it.name
		}
		return aimed.line()
	}
	l.page = func(*item) *page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		aimed := *e
		aimed.object = it.name
		d.pickOptions(&aimed, action.Label)
	}
	d.push(l)
}

// likely lists those an action may be done to: the last one, those of other sides who can still act, those who
// cannot, then one's own side and oneself.
func (d *Dashboard) likely(who, last string) []*rules.Actor {
	s := d.session.State()
	own := s.Find(who)
	rank := func(a *rules.Actor) int {
		able, _ := d.session.Rules().CanAct(a)
		switch {
		case a.Key == who:
			return 4
		case a.Key == last:
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

// brief is an actor in a few words: pools, and what is wrong.
func (d *Dashboard) brief(a *rules.Actor, pools []*rules.Pool) string {
	var parts []string
	for _, pool := range pools {
		parts = append(parts, pad(number(a.Now(pool)), 2))
	}
	state, _ := d.stateText(a)
	return strings.TrimSpace(strings.Join(parts, " ") + "  " + state)
}

// chanceText is the chance that a line would have; empty without one.
func (d *Dashboard) chanceText(line string) string {
	v, err := d.session.Preview(line)
	if err != nil {
		return "–"
	}
	if v.Prospect == nil {
		return ""
	}
	return number(v.Prospect.Chance) + chanceUnit(v.Prospect)
}

// previewLine shows what a line would do, or why it cannot be done.
func (d *Dashboard) previewLine(line string) *page {
	v, err := d.session.Preview(line)
	if err != nil {
		text, _ := trouble(err)
		p := &page{}
		p.text(roleBad, "! "+text)
		return p
	}
	return d.previewPage(&v, d.lay.inspector.h-1)
}

// pickOptions shows what may be ticked for a deed, its chance changing with every tick; Enter does it.
func (d *Dashboard) pickOptions(e *deed, label string) {
	who := d.selected
	l := &picker{title: label, line: e.line, empty: "nothing to tick; Enter does it"}
	l.load = func() []item { return d.optionItems(e) }
	l.page = func(*item) *page { return d.previewLine(e.line()) }
	l.head = func() []line { return d.deedHead(e) }
	l.tick = func(it *item) { d.tick(e, it.name) }
	l.turned = func(tools, points int) { d.turnDeed(e, tools, points) }
	l.commit = func() {
		d.aims[who+" "+e.verb] = e.object
		d.do(e.line())
	}
	d.push(l)
}

func (d *Dashboard) optionItems(e *deed) []item {
	v, err := d.session.Preview(e.line())
	if err != nil && len(e.ticks) > 0 {
		bare := *e
		bare.ticks = nil
		v, _ = d.session.Preview(bare.line())
	}
	items := make([]item, len(v.Options))
	for i, o := range v.Options {
		at := e.ticked(o.Name)
		sign := "[ ]"
		if at >= 0 || o.Ticked {
			sign = "[x]"
		}
		label := o.Label
		if at >= 0 && e.ticks[at].value != "" {
			label += " " + e.ticks[at].value
		} else if o.Ask != "" {
			label += " …"
		}
		items[i] = item{name: o.Name, label: label, hint: strings.ReplaceAll(o.Hint, "-", "−"), sign: sign}
	}
	return items
}

// deedHead shows what the deed is done with and the points that may be spent, where there is a choice.
func (d *Dashboard) deedHead(e *deed) []line {
	v, err := d.session.Preview(e.line())
	if err != nil {
		return nil
	}
	var head []line
	if len(v.Tools) > 0 {
		at := toolAt(&v, e.tool)
		text := "with " + v.Tools[at].Label
		if len(v.Tools) > 1 {
			text = "with ◂ " + v.Tools[at].Label + " ▸"
		}
		head = append(head, line{left: text, right: v.Tools[at].Hint})
	}
	if v.Points > 0 || e.points > 0 {
		head = append(head, line{left: "points spent  − " + strconv.Itoa(e.points) + " +", right: "of " + number(v.Points)})
	}
	return head
}

func toolAt(v *gm.Preview, name string) int {
	if name == "" {
		name = v.Tool
	}
	for i, tool := range v.Tools {
		if tool.Text == name {
			return i
		}
	}
	return 0
}

// turnDeed takes another thing in hand, or spends more or fewer points.
func (d *Dashboard) turnDeed(e *deed, tools, points int) {
	v, err := d.session.Preview(e.line())
	if err != nil {
		return
	}
	if n := len(v.Tools); n > 1 && tools != 0 {
		e.tool = v.Tools[(toolAt(&v, e.tool)+tools+n)%n].Text
	}
	e.points = max(0, min(e.points+points, int(v.Points)))
}

// tick ticks an option or takes the tick away. An option that asks for something asks now.
func (d *Dashboard) tick(e *deed, name string) {
	if at := e.ticked(name); at >= 0 {
		e.ticks = append(e.ticks[:at], e.ticks[at+1:]...)
		return
	}
	v, err := d.session.Preview(e.line())
	if err != nil {
		d.warn(err)
		return
	}
	for _, o := range v.Options {
		if o.Name == name {
			d.tickOption(e, o)
		}
	}
}

func (d *Dashboard) tickOption(e *deed, o gm.Option) {
	set := func(value string) { e.ticks = append(e.ticks, tick{o.Name, value}) }
	switch {
	case len(o.Rows) > 0:
		d.pickRow(e, o, set)
	case o.Ask != "":
		d.push(&dialog{d: d, title: o.Label, label: o.Ask + ":", hint: o.Hint, take: func(text string) error {
			if text != "" {
				d.close()
				set(strings.ReplaceAll(text, "−", "-"))
			}
			return nil
		}})
	default:
		set("")
	}
}

// pickRow lets a row be chosen that an option asks for, with the chance each would leave.
func (d *Dashboard) pickRow(e *deed, o gm.Option, set func(string)) {
	with := func(value string) string {
		given := *e
		given.ticks = append(append([]tick(nil), e.ticks...), tick{o.Name, value})
		return given.line()
	}
	l := &picker{title: o.Label}
	l.load = func() []item {
		items := make([]item, len(o.Rows))
		for i, row := range o.Rows {
			items[i] = item{name: row.Text, label: row.Label, hint: row.Hint, late: func() string {
				return strings.TrimSpace(row.Hint + "  " + d.chanceText(with(row.Text)))
			}}
		}
		return items
	}
	l.line = func() string {
		if it := l.current(); it != nil {
			return with(it.name)
		}
		return e.line()
	}
	l.page = func(*item) *page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		d.close()
		set(it.name)
	}
	d.push(l)
}

// pickSkill lets a skill be chosen for a check, those the selected one has first.
func (d *Dashboard) pickSkill() {
	if d.selected == "" {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	e := deed{prefix: d.prefix(), verb: "check"}
	actor := d.session.State().Find(d.selected)
	var items []item
	add := func(skill *rules.Skill, group, hint string) {
		with := e
		with.object = skill.Name
		items = append(items, item{name: skill.Name, label: skill.Label, group: group,
			middle: func() string { return hint }, late: func() string { return d.chanceText(with.line()) }})
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
	l.page = func(*item) *page { return d.previewLine(l.line()) }
	l.choose = func(it *item) {
		with := e
		with.object = it.name
		d.pickOptions(&with, it.label)
	}
	d.push(l)
}
