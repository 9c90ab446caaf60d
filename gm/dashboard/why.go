package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// whyMenu lists the numbers of the selected one; the one under the cursor is explained beside it.
func (d *Dashboard) whyMenu() {
	actor := d.session.State().Find(d.selected)
	if actor == nil {
		d.say("nobody is here yet; b begins an encounter")
		return
	}
	l := &picker{title: actor.Name + ": why?", load: func() []item { return d.whyItems(actor) }}
	l.inspect = func(it *item) *draw.Page {
		if it == nil {
			return &draw.Page{}
		}
		return it.inspect()
	}
	l.choose = func(it *item) {
		look := it.inspect
		d.close()
		d.inspected = inspected{page: look()}
		d.inspector.Home()
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
			inspect: func() *draw.Page { return d.explained(a.Key + " " + name) }})
	}
	value, _ := d.session.Burden(a.Key)
	items = append(items, item{name: "burden", label: d.burdenLabel(), hint: draw.Number(value), group: "now",
		inspect: func() *draw.Page { return d.burdenPage(a) }})
	add("initiative", "Initiative", turnText(a), "now")
	for _, action := range rs.Actions.All {
		if action.Key == "" {
			continue
		}
		items = append(items, item{name: action.Name, label: action.Label + ": chance and time", group: "actions",
			inspect: func() *draw.Page { return d.actionWhy(a, action) }})
	}
	for _, stat := range rs.Stats.All {
		if !a.Sheet.Shows(stat) {
			continue
		}
		add(stat.Name, stat.Label, draw.Number(a.Sheet.Stat(stat)), "statistics")
	}
	for _, pool := range rs.Pools.All {
		add(pool.Name, pool.Label, draw.Number(a.Now(pool)), "pools")
	}
	for _, skill := range a.Sheet.Skills {
		add(skill.Name, skill.Label, draw.Number(float64(a.Sheet.Rank(skill))), "skills")
	}
	return items
}

// burdenPage says what weighs on somebody, and where the rules say so.
func (d *Dashboard) burdenPage(a *rules.Actor) *draw.Page {
	value, parts := d.session.Burden(a.Key)
	p := &draw.Page{Title: d.whyTitle(a.Key + " " + d.burdenLabel())}
	for _, part := range parts {
		p.Add(draw.Line{Left: part.Label, Right: draw.Signed(part.Value)})
		addSource(p, part, 2)
	}
	p.Rule()
	p.Pair(draw.RoleTitle, a.Name+"'s "+d.burdenLabel(), draw.Number(value))
	return p
}

// actionWhy explains the time of an action, and its chance against whoever it would most likely be done to.
func (d *Dashboard) actionWhy(a *rules.Actor, action *rules.Action) *draw.Page {
	text := a.Key + ": " + action.Name
	if action.Whom {
		if list := d.likelyTargets(a.Key, d.lastTargets[a.Key+" "+action.Name]); len(list) > 0 {
			text += " " + list[0].Key
		}
	}
	v, err := d.preview(text)
	if err != nil {
		reason, _ := errorText(err)
		p := &draw.Page{Title: text}
		p.Text(draw.RoleBad, "! "+reason)
		return p
	}
	p := &draw.Page{Title: v.Title}
	d.explainedTerms(p, v.Time, action.Label+" takes", draw.Number(v.Counts)+" counts")
	if v.Prospect != nil {
		p.Gap()
		d.explainedTerms(p, v.Prospect.Terms, "chance", d.previewChance(v.Prospect))
	}
	return p
}

// explainedTerms lists terms with where each stands, and what they come to.
func (d *Dashboard) explainedTerms(p *draw.Page, terms []rules.Term, what, sum string) {
	detail := d.showSources
	d.showSources = true
	d.terms(p, terms, 0)
	d.showSources = detail
	p.Rule()
	p.Pair(draw.RoleTitle, what, sum)
}

// whyPage explains a number: "kira pdf".
func (d *Dashboard) whyPage(subject string) (*draw.Page, error) {
	terms, text, err := d.session.Why(subject)
	if err != nil {
		return nil, err
	}
	p := &draw.Page{Title: d.whyTitle(subject)}
	detail := d.showSources
	d.showSources = true
	d.terms(p, terms, 0)
	d.showSources = detail
	if text != "" {
		p.Rule()
		for _, row := range strings.Split(text, "\n") {
			p.Text(draw.RoleTitle, row)
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
func (d *Dashboard) explained(subject string) *draw.Page {
	p, err := d.whyPage(subject)
	if err != nil {
		reason, _ := errorText(err)
		p = &draw.Page{Title: d.whyTitle(subject)}
		p.Text(draw.RoleDim, reason)
	}
	return p
}

// showWhy keeps an explanation in view beside the combatants.
func (d *Dashboard) showWhy(subject string) {
	d.inspected = inspected{page: d.explained(subject)}
	d.inspector.Home()
}
