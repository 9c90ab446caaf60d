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
		return d.explained(actor.Key + " " + it.name)
	}
	l.choose = func(it *item) {
		d.close()
		d.showWhy(actor.Key + " " + it.name)
	}
	d.push(l)
}

func (d *Dashboard) whyItems(a *rules.Actor) []item {
	rs := d.session.Rules()
	var items []item
	for _, stat := range rs.Stats.All {
		items = append(items, item{name: stat.Name, label: stat.Label, hint: number(a.Sheet.Stat(stat)), group: "stats"})
	}
	for _, pool := range rs.Pools.All {
		items = append(items, item{name: pool.Name, label: pool.Label, hint: number(a.Now(pool)), group: "pools"})
	}
	items = append(items, item{name: "initiative", label: "Initiative", group: "time"})
	for _, skill := range a.Sheet.Skills {
		items = append(items, item{name: skill.Name, label: skill.Label, hint: number(float64(a.Sheet.Rank(skill))), group: "skills"})
	}
	return items
}

// whyPage explains a number: "kira pdf".
func (d *Dashboard) whyPage(subject string) (*page, error) {
	terms, text, err := d.session.Why(subject)
	if err != nil {
		return nil, err
	}
	p := &page{title: "Why " + subject}
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

// explained is a number explained, or why it cannot be.
func (d *Dashboard) explained(subject string) *page {
	p, err := d.whyPage(subject)
	if err != nil {
		p = &page{}
		p.text(roleDim, err.Error())
	}
	return p
}

// showWhy keeps an explanation in view beside the combatants.
func (d *Dashboard) showWhy(subject string) {
	d.shown = shownEntry{page: d.explained(subject)}
	d.inspector.top = 0
}
