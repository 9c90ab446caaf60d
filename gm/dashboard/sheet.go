package dashboard

import (
	"strconv"
	"strings"

	"hybrid/rules"
)

// sheetView is a page over the whole screen, in as many columns as there is room for.
type sheetView struct {
	page *page
	view pager
}

func (v *sheetView) place() place { return atPage }

// sheetOpen is the page on top. There is one where its keys count.
func (d *Dashboard) sheetOpen() *sheetView { return d.over[len(d.over)-1].(*sheetView) }

// show opens a page.
func (d *Dashboard) show(p *page) { d.push(&sheetView{page: p}) }

const columnCells = 54

func (v *sheetView) draw(p pen) {
	p.clear()
	p.rule(0, v.page.title, roleTitle)
	body := p.part(1, 1, p.w-1, p.h-1)
	v.view.columns(body, v.page, max(1, min(3, (body.w-1)/columnCells)))
}

// columns draws a page in columns, each going on where the one before ends. The last cell of the rows is for marks.
func (v *pager) columns(p pen, of *page, columns int) {
	wide := (p.w - 1 - 3*(columns-1)) / columns
	v.rows, v.room = 0, p.h*columns
	for _, l := range of.lines {
		v.rows += l.height(wide)
	}
	v.top = max(0, min(v.top, v.rows-v.room))
	for column := range columns {
		part := p.part(column*(wide+3), 0, wide, p.h)
		y := -v.top - column*p.h
		for _, l := range of.lines {
			high := l.height(wide)
			if y+high > 0 && y < p.h {
				l.draw(part, y)
			}
			y += high
		}
	}
	if v.top > 0 {
		p.text(p.w-1, 0, "▲", roleKey)
	}
	if v.top+v.room < v.rows {
		p.text(p.w-1, p.h-1, "▼", roleKey)
	}
}

// sheet shows the sheet of the selected one.
func (d *Dashboard) sheet() {
	if actor := d.now().Find(d.selected); actor != nil {
		d.show(d.sheetPage(actor))
		return
	}
	d.say("nobody is here yet; b begins an encounter")
}

func (d *Dashboard) sheetPage(a *rules.Actor) *page {
	rs, person := d.session.Rules(), a.Sheet.Person
	p := &page{title: a.Name}
	p.text(roleDim, strings.Join(nonEmpty(person.Name, person.Player, person.Kind, a.Side), " · "))
	if person.Notes != "" {
		p.text(roleText, person.Notes)
	}
	p.gap()
	for _, pool := range rs.Pools.All {
		most, limited := a.Sheet.Max(pool)
		l := line{left: pool.Label, right: number(a.Now(pool))}
		if limited && most > 0 {
			l.right += "/" + pad(number(most), 2)
			l.bar, l.share, l.role = 10, a.Now(pool)/most, levelRole(a.Now(pool)/most)
		}
		p.add(l)
	}
	d.stateLines(p, a)
	favouriteLines(p, a)
	d.statLines(p, a)
	p.gap()
	p.text(roleTitle, "Skills")
	for _, skill := range a.Sheet.Skills {
		p.pair(roleText, skill.Label, strconv.Itoa(a.Sheet.Rank(skill)))
	}
	p.gap()
	p.text(roleTitle, "Gear")
	for _, it := range a.Sheet.Items {
		right := ""
		if it == a.Tool {
			right = "in hand"
		}
		p.pair(roleText, it.Label, right)
	}
	for _, armour := range a.Sheet.Armour {
		p.pair(roleText, armour.Item.Label, strings.ToLower(armour.At.Label))
	}
	return p
}

// statLines lists the stats, by group.
func (d *Dashboard) statLines(p *page, a *rules.Actor) {
	group := "\x00"
	for _, stat := range d.session.Rules().Stats.All {
		if !a.Sheet.Shows(stat) {
			continue
		}
		if stat.Group != group {
			group = stat.Group
			p.gap()
			title := group
			if title == "" {
				title = "stats"
			}
			p.text(roleTitle, rules.Words(title))
		}
		label := stat.Label
		if !strings.EqualFold(label, stat.Name) {
			label = pad2(stat.Name, 5) + label
		}
		p.pair(roleText, label, strings.TrimSpace(number(a.Sheet.Stat(stat))+" "+stat.Unit))
	}
}

// stateLines lists what an actor has and does.
func (d *Dashboard) stateLines(p *page, a *rules.Actor) {
	p.gap()
	for i := range a.Conditions {
		held := &a.Conditions[i]
		d.conditionLine(p, held.Condition, numberBehind(held.Number), held.Next)
	}
	for _, c := range d.session.Rules().Holding(a) {
		d.conditionLine(p, c, "", -1)
	}
	for _, activity := range a.Activities {
		p.text(roleText, activity.Label)
	}
}

func (d *Dashboard) conditionLine(p *page, c *rules.Condition, behind string, next float64) {
	l := line{left: c.Label + behind, note: c.Text}
	if c.Bad {
		l.left, l.role = "! "+l.left, roleLow
	}
	if next >= 0 {
		l.right = "again at " + number(next)
	}
	p.add(l)
}

func nonEmpty(texts ...string) []string {
	var list []string
	for _, text := range texts {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}
