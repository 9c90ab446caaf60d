package dashboard

import (
	"strings"

	"hybrid/rules"
)

// pickWhy lists the numbers of the selected one; the one under the cursor is explained beside it.
func (d *Dashboard) pickWhy() {
	actor := d.session.State().Find(d.selected)
	if actor == nil {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	l := &picker{title: actor.Name + ": why?", load: func() []item { return d.whyItems(actor) }}
	l.page = func(it *item) *page {
		if it == nil {
			return &page{}
		}
		return it.look()
	}
	l.choose = func(it *item) {
		look := it.look
		d.close()
		d.shown = shownEntry{page: look()}
		d.inspector.top = 0
	}
	d.push(l)
}

// whyItems lists what can be asked about somebody: what weighs on him, when he acts, what his actions take and how
// likely they are, statistics, pools and skills.
func (d *Dashboard) whyItems(a *rules.Actor) []item {
	rs := d.session.Rules()
	var items []item
	add := func(name, label, hint, group string) {
		items = append(items, item{name: name, label: label, hint: hint, group: group,
			look: func() *page { return d.explained(a.Key + " " + name) }})
	}
	value, _ := d.session.Burden(a.Key)
	items = append(items, item{name: "burden", label: d.burdenLabel(), hint: number(value), group: "now",
		look: func() *page { return d.burdenPage(a) }})
	add("initiative", "Initiative", turnText(a), "now")
	for _, action := range rs.Actions.All {
		if action.Key == "" {
			continue
		}
		items = append(items, item{name: action.Name, label: action.Label + ": chance and time", group: "actions",
			look: func() *page { return d.actionWhy(a, action) }})
	}
	for _, stat := range rs.Stats.All {
		if !a.Sheet.Shows(stat) {
			continue
		}
		add(stat.Name, stat.Label, number(a.Sheet.Stat(stat)), "statistics")
	}
	for _, pool := range rs.Pools.All {
		add(pool.Name, pool.Label, number(a.Now(pool)), "pools")
	}
	for _, skill := range a.Sheet.Skills {
		add(skill.Name, skill.Label, number(float64(a.Sheet.Rank(skill))), "skills")
	}
	return items
}

// burdenPage says what weighs on somebody, and where the rules say so.
func (d *Dashboard) burdenPage(a *rules.Actor) *page {
	value, parts := d.session.Burden(a.Key)
	p := &page{title: d.whyTitle(a.Key + " " + d.burdenLabel())}
	for _, part := range parts {
		p.add(line{left: part.Label, right: signed(part.Value)})
		p.source(part, 2)
	}
	p.rule()
	p.pair(roleTitle, a.Name+"'s "+d.burdenLabel(), number(value))
	return p
}

// actionWhy explains the time of an action, and its chance against whoever it would most likely be done to.
func (d *Dashboard) actionWhy(a *rules.Actor, action *rules.Action) *page {
	text := a.Key + ": " + action.Name
	if action.Whom {
		if list := d.likely(a.Key, d.aims[a.Key+" "+action.Name]); len(list) > 0 {
			text += " " + list[0].Key
		}
	}
	v, err := d.preview(text)
	if err != nil {
		reason, _ := trouble(err)
		p := &page{title: text}
		p.text(roleBad, "! "+reason)
		return p
	}
	p := &page{title: v.Title}
	d.explainedTerms(p, v.Time, action.Label+" takes", number(v.Counts)+" counts")
	if v.Prospect != nil {
		p.gap()
		d.explainedTerms(p, v.Prospect.Terms, "chance", d.prospect(v.Prospect))
	}
	return p
}

// explainedTerms lists terms with where each stands, and what they come to.
func (d *Dashboard) explainedTerms(p *page, terms []rules.Term, what, sum string) {
	detail := d.detail
	d.detail = true
	d.terms(p, terms, 0)
	d.detail = detail
	p.rule()
	p.pair(roleTitle, what, sum)
}

// whyPage explains a number: "kira pdf".
func (d *Dashboard) whyPage(subject string) (*page, error) {
	terms, text, err := d.session.Why(subject)
	if err != nil {
		return nil, err
	}
	p := &page{title: d.whyTitle(subject)}
	detail := d.detail
	d.detail = true
	d.terms(p, terms, 0)
	d.detail = detail
	if text != "" {
		p.rule()
		for _, row := range strings.Split(text, "\n") {
			p.text(roleTitle, row)
		}
	}
	return p, nil
}

// whyTitle is what is asked, with the name of whom it is about.
func (d *Dashboard) whyTitle(subject string) string {
	who, what, _ := strings.Cut(subject, " ")
	return "Why: " + d.nameOf(who) + ", " + what
}

// explained is a number explained, or why it cannot be.
func (d *Dashboard) explained(subject string) *page {
	p, err := d.whyPage(subject)
	if err != nil {
		reason, _ := trouble(err)
		p = &page{title: d.whyTitle(subject)}
		p.text(roleDim, reason)
	}
	return p
}

// showWhy keeps an explanation in view beside the combatants.
func (d *Dashboard) showWhy(subject string) {
	d.shown = shownEntry{page: d.explained(subject)}
	d.inspector.top = 0
}
