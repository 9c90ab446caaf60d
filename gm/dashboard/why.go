package dashboard

import (
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// whyMenu lists the numbers of the selected one; the one under the cursor is explained beside it.
func (m menus) whyMenu() {
	actor := m.d.session.State().Find(m.d.selected)
	if actor == nil {
		m.d.say("nobody is here yet; b begins an encounter")
		return
	}
	l := &picker{title: actor.Name + ": why?", load: func() []item { return m.whyItems(actor) }}
	l.inspect = func(it *item) *draw.Page {
		if it == nil {
			return &draw.Page{}
		}
		return it.inspect()
	}
	l.choose = func(it *item) {
		look := it.inspect
		m.d.close()
		m.d.inspector.shown = inspected{page: look()}
		m.d.inspector.Home()
	}
	m.d.push(l)
}

// whyItems lists what can be asked about somebody: what weighs on him, when he acts, what his actions take and how
// likely they are, statistics, pools and skills.
func (m menus) whyItems(a *rules.Actor) []item {
	rs := m.d.session.Rules()
	var items []item
	add := func(name, label, hint, group string) {
		items = append(items, item{name: name, label: label, hint: hint, group: group,
			inspect: func() *draw.Page { return m.d.pages.explained(a.Key + " " + name) }})
	}
	value, _ := m.d.session.Burden(a.Key)
	items = append(items, item{name: "burden", label: m.d.burdenLabel(), hint: draw.Number(value), group: "now",
		inspect: func() *draw.Page { return m.d.pages.burdenPage(a) }})
	add("initiative", "Initiative", turnText(a), "now")
	for _, action := range rs.Actions.All {
		if action.Key == "" {
			continue
		}
		items = append(items, item{name: action.Name, label: action.Label + ": chance and time", group: "actions",
			inspect: func() *draw.Page { return m.d.pages.actionWhy(a, action) }})
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
func (ps pages) burdenPage(a *rules.Actor) *draw.Page {
	value, parts := ps.session.Burden(a.Key)
	p := &draw.Page{Title: ps.whyTitle(a.Key + " " + ps.burdenLabel())}
	for _, part := range parts {
		p.Add(draw.Line{Left: part.Label, Right: draw.Signed(part.Value)})
		addSource(p, part, 2)
	}
	p.Rule()
	p.Pair(draw.RoleTitle, a.Name+"'s "+ps.burdenLabel(), draw.Number(value))
	return p
}

// actionWhy explains the time of an action, and its chance against whoever it would most likely be done to.
func (ps pages) actionWhy(a *rules.Actor, action *rules.Action) *draw.Page {
	text := a.Key + ": " + action.Name
	if action.Whom {
		if list := ps.likelyTargets(a.Key, ps.lastTargets[a.Key+" "+action.Name]); len(list) > 0 {
			text += " " + list[0].Key
		}
	}
	v, err := ps.preview(text)
	if err != nil {
		reason, _ := errorText(err)
		p := &draw.Page{Title: text}
		p.Text(draw.RoleBad, "! "+reason)
		return p
	}
	p := &draw.Page{Title: v.Title}
	ps.explainedTerms(p, v.Time, action.Label+" takes", draw.Number(v.Counts)+" counts")
	if v.Prospect != nil {
		p.Gap()
		ps.explainedTerms(p, v.Prospect.Terms, "chance", ps.previewChance(v.Prospect))
	}
	return p
}

// explainedTerms lists terms with where each stands, and what they come to.
func (ps pages) explainedTerms(p *draw.Page, terms []rules.Term, what, sum string) {
	detail := ps.showSources
	ps.showSources = true
	ps.terms(p, terms, 0)
	ps.showSources = detail
	p.Rule()
	p.Pair(draw.RoleTitle, what, sum)
}

// whyPage explains a number: "kira pdf".
func (ps pages) whyPage(subject string) (*draw.Page, error) {
	terms, text, err := ps.session.Why(subject)
	if err != nil {
		return nil, err
	}
	p := &draw.Page{Title: ps.whyTitle(subject)}
	detail := ps.showSources
	ps.showSources = true
	ps.terms(p, terms, 0)
	ps.showSources = detail
	if text != "" {
		p.Rule()
		for _, row := range strings.Split(text, "\n") {
			p.Text(draw.RoleTitle, row)
		}
	}
	return p, nil
}

// whyTitle is what is asked, with the name of whom it is about.
func (ps pages) whyTitle(subject string) string {
	who, what, _ := strings.Cut(subject, " ")
	return "Why: " + ps.nameOf(who) + ", " + what
}

// explained is a number explained, or why it cannot be.
func (ps pages) explained(subject string) *draw.Page {
	p, err := ps.whyPage(subject)
	if err != nil {
		reason, _ := errorText(err)
		p = &draw.Page{Title: ps.whyTitle(subject)}
		p.Text(draw.RoleDim, reason)
	}
	return p
}

// showWhy keeps an explanation in view beside the combatants.
func (i *inspectorPanel) showWhy(subject string) {
	i.shown = inspected{page: i.pages.explained(subject)}
	i.Home()
}
