package dashboard

import (
	"strconv"
	"strings"

	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
)

// The sheet of a combatant as a page. Other layouts of a sheet are in gm/sheet.

// sheet shows the sheet of the selected combatant.
func (d *Dashboard) sheet() {
	if actor := d.shownState().Find(d.selected); actor != nil {
		d.showPage(d.pages.sheetPage(actor))
		return
	}
	d.say(noCombatants)
}

// sheetPage returns the sheet of a: person, pools, conditions, skills, items.
func (ps pages) sheetPage(a *rules.Actor) *draw.Page {
	rs, person := ps.session.Rules(), a.Sheet.Person
	p := &draw.Page{Title: a.Name}
	player, side := whose(ps.view, a)
	p.Text(draw.RoleDim, strings.Join(nonEmpty(person.Name, player, person.Kind, side), " · "))
	if person.Notes != "" {
		p.Paragraphs(draw.RoleText, person.Notes)
	}
	ps.noteLines(p, rules.Pinned{Who: a.Key}, "Noted")
	p.Gap()
	for _, pool := range rules.PoolsOf(rs, a) {
		if !pool.Shows(a) {
			continue
		}
		maximum, limited := a.Sheet.Max(pool)
		l := draw.PageLine{Left: pool.Label, Right: draw.Tenths(a.Now(pool))}
		if limited && maximum > 0 {
			l.Right += "/" + draw.PadLeft(draw.Tenths(maximum), 2)
			l.Bar, l.Share, l.Role = 10, a.Now(pool)/maximum, poolRole(a.Now(pool)/maximum)
		}
		p.Add(l)
	}
	ps.stateLines(p, a)
	favouriteLines(p, a)
	ps.statLines(p, a)
	p.Gap()
	for _, rate := range a.Speeds(rs) {
		p.Pair(draw.RoleText, rate.Activity.Label, draw.Tenths(rate.Pace)+" m/s")
	}
	p.Gap()
	if len(a.Sheet.Skills) > 0 {
		p.Text(draw.RoleTitle, "Skills")
	}
	for _, skill := range a.Sheet.Skills {
		p.Pair(draw.RoleText, skill.Label, strconv.Itoa(a.Sheet.Rank(skill)))
	}
	p.Gap()
	if len(a.Sheet.Items)+len(a.Sheet.Armour) > 0 {
		p.Text(draw.RoleTitle, "Gear")
	}
	for _, it := range a.Sheet.Items {
		p.Pair(draw.RoleText, rules.Called(a, it), a.Where(it))
	}
	for _, armour := range a.Sheet.Armour {
		p.Pair(draw.RoleText, rules.Called(a, armour.Item), rules.MidSentence(armour.At.Label))
	}
	return p
}

// favouriteLines lists the favourites of a combatant by their number keys.
func favouriteLines(p *draw.Page, a *rules.Actor) {
	if len(a.Favourites) == 0 {
		return
	}
	p.Gap()
	p.Text(draw.RoleTitle, "At hand")
	for i, text := range a.Favourites {
		p.Add(draw.PageLine{Left: strconv.Itoa(i+1) + " " + text, Indent: 1})
	}
}

// statLines lists the stats, by group.
func (ps pages) statLines(p *draw.Page, a *rules.Actor) {
	group := "\x00"
	for _, stat := range ps.session.Rules().Stats.All {
		if !a.Sheet.Shows(stat) {
			continue
		}
		if stat.Group != group {
			group = stat.Group
			p.Gap()
			title := group
			if title == "" {
				title = "stats"
			}
			p.Text(draw.RoleTitle, rules.Words(title))
		}
		label := stat.Label
		if !strings.EqualFold(label, stat.Name) {
			label = draw.PadRight(stat.Name, 5) + label
		}
		p.Pair(draw.RoleText, label, strings.TrimSpace(draw.Tenths(a.Sheet.Stat(stat))+" "+stat.Unit))
	}
	numbers := rules.SheetNumbers(ps.session.Rules())
	if len(numbers) > 0 {
		p.Gap()
		p.Text(draw.RoleTitle, "Numbers")
	}
	for _, number := range numbers {
		p.Pair(draw.RoleText, number.Label, draw.Tenths(rules.NumberOf(ps.session.Rules(), a, number)))
	}
}

// stateLines lists the conditions and activities of a combatant.
func (ps pages) stateLines(p *draw.Page, a *rules.Actor) {
	p.Gap()
	for i := range a.Conditions {
		held := &a.Conditions[i]
		behind := held.Condition.Numbered(held.ShownNumber())
		if held.Hidden() && a.Sheet.Person.Player != "" {
			behind += " " + secretMark + " not told to " + a.Sheet.Person.Player
		}
		due := ""
		if held.Next >= 0 {
			due = againText(ps.session.Rules(), ps.shownState(), held.Next)
		}
		conditionLine(p, held.Condition, held.Label(ps.nameOf(held.Other)), behind, due)
	}
	for _, c := range a.Holding(ps.session.Rules()) {
		conditionLine(p, c, c.Label, "", "")
	}
	for _, activity := range a.Activities {
		p.Text(draw.RoleText, activity.Label)
	}
}

// conditionLine adds a condition to p; behind follows its label, and due is when it ends or acts.
func conditionLine(p *draw.Page, c *rules.Condition, label, behind, due string) {
	l := draw.PageLine{Left: label + behind, Right: due, Note: c.Text}
	if c.Bad {
		l.Left, l.Role = "! "+l.Left, draw.RoleLow
	}
	p.Add(l)
}
