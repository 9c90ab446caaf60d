package dashboard

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/source"
)

// actionDraft is an action or a check that is being composed.
type actionDraft struct {
	action   *rules.Action // nil for a check
	prefix   string        // names the subject if it is not the one who may declare now; see view.prefix
	verb     string
	object   string // the target, or the skill or task
	given    string // the answer to what the action itself asks
	tool     string // empty for the one in hand
	ticks    []tickedOption
	points   int
	isSecond bool // the second of two actions at the same time; the first is the prefix
}

// tickedOption is an option that is ticked, with its value if it asks for one.
type tickedOption struct{ name, value string }

// line returns the prompt line that declares the draft.
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

// with returns the draft with one more option ticked, if it is not already.
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

// composer composes actions: it asks for the target, then for the options, and shows the chance of every choice.
type composer struct{ d *Dashboard }

// declare begins an action of the selected combatant.
func (c *composer) declare(action *rules.Action) {
	if c.d.selected == "" {
		c.d.say("nobody is here yet; b begins an encounter")
		return
	}
	draft := &actionDraft{action: action, prefix: c.d.prefix(), verb: action.Name}
	if action.Whom {
		c.targetMenu(draft, action)
		return
	}
	c.optionMenu(draft, action.Label)
}

// targetMenu lists the targets of an action, the likeliest first, each with the chance against it.
func (c *composer) targetMenu(draft *actionDraft, action *rules.Action) {
	rs, who := c.d.session.Rules(), c.d.selected
	own, pools := c.d.session.State().Find(who), watchedPools(rs)
	list := c.d.likelyTargets(who, c.d.lastTargets[who+" "+action.Name])
	load := func() []listItem {
		items := make([]listItem, len(list))
		for i, actor := range list {
			aimed := *draft
			aimed.object = actor.Key
			items[i] = listItem{
				name: actor.Key, label: actor.Name, role: c.d.sideRole(actor), group: actor.Side,
				note:     func() string { return c.d.combatantBrief(own, actor, pools) },
				lateHint: func() string { return c.d.chanceText(aimed.line()) },
			}
		}
		return items
	}
	l := &picker{title: c.d.nameOf(who) + " › " + strings.ToLower(action.Label) + " › whom?", load: load, empty: "nobody else is here"}
	l.line = func() string {
		aimed := *draft
		if it := l.current(); it != nil {
			aimed.object = it.name
		}
		return aimed.line()
	}
	l.inspect = func(*listItem) *draw.Page { return c.d.pages.previewLine(l.line()) }
	l.choose = func(it *listItem) {
		aimed := *draft
		aimed.object = it.name
		c.optionMenu(&aimed, action.Label)
	}
	c.d.push(l)
}

// optionMenu lists the options of a draft, whose chance changes with every tick. Enter declares it.
func (c *composer) optionMenu(draft *actionDraft, label string) {
	who := c.d.selected
	l := &picker{title: label, line: draft.line, empty: "nothing to tick; Enter does it"}
	l.load = func() []listItem { return c.optionItems(draft) }
	l.inspect = func(*listItem) *draw.Page { return c.d.pages.previewLine(draft.line()) }
	l.header = func() []draw.Line { return c.draftHeader(draft) }
	l.toggle = func(it *listItem) { c.toggleOption(draft, it.name) }
	l.adjust = func(tools, points int) { c.adjustDraft(draft, tools, points) }
	l.favourite = draft.favouriteLine
	if !draft.isSecond {
		l.second = func() { c.secondMenu(draft) }
	}
	l.commit = func() {
		c.d.lastTargets[who+" "+draft.verb] = draft.object
		c.d.do(draft.line())
	}
	c.d.push(l)
}

// secondMenu lists the actions that can be declared at the same time as a draft.
func (c *composer) secondMenu(draft *actionDraft) {
	second := func(action *rules.Action) *actionDraft {
		return &actionDraft{action: action, prefix: draft.line() + ", and ", verb: action.Name, isSecond: true}
	}
	line := func(action *rules.Action) string {
		other := second(action)
		if list := c.d.likelyTargets(c.d.selected, draft.object); action.Whom && len(list) > 0 {
			other.object = list[0].Key
		}
		return other.line()
	}
	actions := slices.Clone(c.d.session.Rules().Actions.All)
	slices.SortStableFunc(actions, func(a, b *rules.Action) int { return secondRank(a, draft) - secondRank(b, draft) })
	var items []listItem
	for _, action := range actions {
		if action.Answers != "" || action.AnyTime {
			continue
		}
		if v, err := c.d.preview(line(action)); err != nil || v.Counts <= 0 {
			continue
		}
		items = append(items, listItem{name: action.Name, label: action.Label, line: line(action),
			lateHint: func() string { return c.d.costText(line(action)) }, run: func() {
				if action.Whom {
					c.targetMenu(second(action), action)
					return
				}
				c.optionMenu(second(action), action.Label)
			}})
	}
	l := &picker{title: "and at the same time", load: func() []listItem { return items }, fixed: true, empty: "nothing else goes at the same time"}
	l.line = func() string { return currentLine(l) }
	l.inspect = func(it *listItem) *draw.Page { return c.d.pages.previewLine(l.line()) }
	c.d.push(l)
}

// secondRank sorts second actions: the same action first, then those that have a key.
func secondRank(action *rules.Action, first *actionDraft) int {
	switch {
	case action == first.action:
		return 0
	case action.Key != "":
		return 1
	}
	return 2
}

// optionItems lists what may be ticked: what the action asks, the situations that fit it, and modifiers by hand.
func (c *composer) optionItems(draft *actionDraft) []listItem {
	var items []listItem
	for _, o := range c.draftOptions(draft) {
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
		it := listItem{name: o.Name, label: label, sign: sign, note: func() string { return o.Hint }}
		if at < 0 && slices.Contains(c.d.session.State().Situations, o.Name) {
			it.sign, it.role, it.note = " ● ", draw.RoleDim, func() string { return "holds for everybody" }
		} else if o.Ask == "" {
			it.lateHint = func() string { return c.d.chanceText(draft.with(o.Name, "").line()) }
		}
		items = append(items, it)
	}
	return items
}

// draftOptions lists the options of a draft. The one that the action itself asks has no name.
func (c *composer) draftOptions(draft *actionDraft) []command.Option {
	v, err := c.d.preview(draft.line())
	if err != nil {
		bare := *draft
		bare.ticks, bare.points = nil, 0
		v, _ = c.d.preview(bare.line())
	}
	var list []command.Option
	if draft.action != nil && draft.action.Ask != nil {
		list = append(list, command.Option{Label: rules.Words(draft.action.Ask.What), Ask: draft.action.Ask.What})
	}
	list = append(list, c.sortOptions(draft, v.Options)...)
	for _, m := range c.d.session.Rules().Modifiers.All {
		if m.Flag != "" {
			list = append(list, command.Option{Name: m.Flag, Label: m.Label + " by hand", Ask: m.Label})
		}
	}
	return list
}

// sortOptions puts the options that are about this action, or its tags, before those that fit any.
func (c *composer) sortOptions(draft *actionDraft, options []command.Option) []command.Option {
	if draft.action == nil {
		return options
	}
	about := func(o *command.Option) bool {
		situation, ok := c.d.session.Rules().Situations.Get(o.Name)
		return ok && slices.ContainsFunc(situation.For, func(word source.Text) bool {
			return word.Text == draft.action.Name || slices.ContainsFunc(draft.action.Tags, func(tag source.Text) bool { return tag.Text == word.Text })
		})
	}
	sorted := slices.Clone(options)
	slices.SortStableFunc(sorted, func(a, b command.Option) int {
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

// draftHeader shows the tool of the draft and the points that may be spent, where there is a choice.
func (c *composer) draftHeader(draft *actionDraft) []draw.Line {
	v, err := c.d.preview(draft.line())
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

// adjustDraft takes another tool in hand, or spends more or fewer points.
func (c *composer) adjustDraft(draft *actionDraft, tools, points int) {
	v, err := c.d.preview(draft.line())
	if err != nil {
		draft.points = max(0, draft.points+min(points, 0))
		return
	}
	if n := len(v.Tools); n > 1 && tools != 0 {
		draft.tool = v.Tools[(toolAt(&v)+tools+n)%n].Text
	}
	draft.points = max(0, min(draft.points+points, int(v.Points)))
}

// toolAt returns the index of the tool that a preview uses.
func toolAt(v *command.Preview) int {
	for i, tool := range v.Tools {
		if tool.Text == v.Tool {
			return i
		}
	}
	return 0
}

// toggleOption ticks an option or takes the tick away. An option that asks for something asks now.
func (c *composer) toggleOption(draft *actionDraft, name string) {
	if name == "" && draft.given != "" {
		draft.given = ""
		return
	}
	if at := draft.ticked(name); at >= 0 {
		draft.ticks = append(draft.ticks[:at], draft.ticks[at+1:]...)
		return
	}
	for _, o := range c.draftOptions(draft) {
		if o.Name == name {
			c.tickOption(draft, o)
		}
	}
}

func (c *composer) tickOption(draft *actionDraft, o command.Option) {
	if slices.Contains(c.d.session.State().Situations, o.Name) {
		c.d.say(o.Label + " holds for everybody already; S changes the scene")
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
		c.rowMenu(draft, o, set)
	case o.Ask != "":
		if o.Name == "" && draft.action.Ask.Words {
			c.askWords(o, set)
			return
		}
		c.askNumber(o, set)
	default:
		set("")
	}
}

// askWords asks for what is said with an action in words.
func (c *composer) askWords(o command.Option, set func(string)) {
	c.d.push(&dialog{d: c.d, title: o.Label, label: o.Ask + ":", hint: "in words", take: func(text string) error {
		if text == "" {
			return errors.New("say it in a few words; Esc leaves it")
		}
		c.d.close()
		set(text)
		return nil
	}})
}

// askNumber asks for the number that an option wants.
func (c *composer) askNumber(o command.Option, set func(string)) {
	c.d.push(&dialog{d: c.d, title: o.Label, label: o.Ask + ":", hint: o.Hint, take: func(text string) error {
		if _, err := command.Amount(text, o.Name); err != nil {
			return err
		}
		c.d.close()
		set(text)
		return nil
	}})
}

// rowMenu lists the rows that an option asks for, with the chance that each would leave.
func (c *composer) rowMenu(draft *actionDraft, o command.Option, set func(string)) {
	with := func(value string) string { return draft.with(o.Name, value).line() }
	l := &picker{title: o.Label}
	l.load = func() []listItem {
		items := make([]listItem, len(o.Rows))
		for i, row := range o.Rows {
			items[i] = listItem{name: row.Text, label: row.Label, lateHint: func() string { return strings.TrimSpace(row.Hint + "  " + c.d.chanceText(with(row.Text))) }}
		}
		return items
	}
	l.line = func() string {
		if it := l.current(); it != nil {
			return with(it.name)
		}
		return draft.line()
	}
	l.inspect = func(*listItem) *draw.Page { return c.d.pages.previewLine(l.line()) }
	l.choose = func(it *listItem) {
		c.d.close()
		set(it.name)
	}
	c.d.push(l)
}

// skillMenu lists the skills for a check, first those that the selected combatant has.
func (c *composer) skillMenu() {
	if c.d.selected == "" {
		c.d.say("nobody is here yet; b begins an encounter")
		return
	}
	e := actionDraft{prefix: c.d.prefix(), verb: "check"}
	actor := c.d.session.State().Find(c.d.selected)
	var items []listItem
	add := func(skill *rules.Skill, group, hint string) {
		with := e
		with.object = skill.Name
		items = append(items, listItem{name: skill.Name, label: skill.Label, group: group,
			note: func() string { return hint }, lateHint: func() string { return c.d.chanceText(with.line()) }})
	}
	for _, skill := range actor.Sheet.Skills {
		add(skill, "has", "rank "+strconv.Itoa(actor.Sheet.Rank(skill)))
	}
	for _, skill := range c.d.session.Rules().Skills.All {
		if actor.Sheet.Rank(skill) == rules.Unranked {
			add(skill, "has not", "unranked")
		}
	}
	l := &picker{title: actor.Name + ": check on which skill?", load: func() []listItem { return items }}
	l.line = func() string {
		with := e
		if it := l.current(); it != nil {
			with.object = it.name
		}
		return with.line()
	}
	l.inspect = func(*listItem) *draw.Page { return c.d.pages.previewLine(l.line()) }
	l.choose = func(it *listItem) {
		with := e
		with.object = it.name
		c.optionMenu(&with, it.label)
	}
	c.d.push(l)
}
