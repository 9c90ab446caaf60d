package dashboard

import (
	"strings"

	"hybrid/rules"
)

// summary shows what the fight did to everybody so far.
func (d *Dashboard) summary() {
	began, err := d.session.Began()
	if err != nil {
		d.warn(err)
		return
	}
	if began == nil {
		d.say("no encounter is under way; b begins one")
		return
	}
	d.show(d.summaryPage(began, d.session.State()))
}

// summaryPage compares everybody with what they were when the encounter began: pools, conditions, and who can no
// longer act.
func (d *Dashboard) summaryPage(began, now *rules.State) *page {
	what := "so far"
	if !now.Running {
		what = "what it did"
	}
	p := &page{title: now.Label + ": " + what}
	p.text(roleDim, d.lasted(now))
	side := "\x00"
	for _, a := range now.Actors {
		if a.Side != side {
			side = a.Side
			p.gap()
			p.text(roleTitle, rules.Words(side))
		}
		d.summaryOf(p, began.Find(a.Key), a)
	}
	for _, a := range began.Actors {
		if now.Find(a.Key) == nil {
			p.gap()
			p.add(line{left: a.Name, right: "left", role: roleDim})
		}
	}
	return p
}

// lasted is how long the encounter took.
func (d *Dashboard) lasted(s *rules.State) string {
	text := "count " + number(s.Count)
	if pack := d.session.Rules().Pack; pack.Count > 0 {
		text += " · " + strings.TrimSpace(number(s.Count*pack.Count)+" "+pack.Unit)
	}
	return text
}

// counted is a list with what is in it several times once, and how often.
func counted(list []string) (short []string) {
	times := map[string]int{}
	for _, text := range list {
		times[text]++
		if times[text] == 1 {
			short = append(short, text)
		}
	}
	for i, text := range short {
		if n := times[text]; n > 1 {
			short[i] = text + " ×" + number(float64(n))
		}
	}
	return short
}

// summaryOf is what happened to one: a line for the name, and below it what was lost and what is left of it.
func (d *Dashboard) summaryOf(p *page, was, now *rules.Actor) {
	head := line{left: now.Name, role: roleStrong}
	if able, why := d.session.Rules().CanAct(now); !able {
		head.right, head.role = "! "+strings.ToLower(why.Label), roleBad
	}
	p.add(head)
	from := len(p.lines)
	for _, pool := range d.session.Rules().Pools.All {
		had := now.Now(pool)
		if was != nil {
			had = was.Now(pool)
		}
		by := now.Now(pool) - had
		if by == 0 {
			continue
		}
		l := line{left: pool.Label, right: signed(by) + " → " + number(now.Now(pool)), indent: 2}
		if most, limited := now.Sheet.Max(pool); limited && most > 0 {
			l.right += "/" + number(most)
			l.bar, l.share, l.role = 8, now.Now(pool)/most, levelRole(now.Now(pool)/most)
		}
		p.add(l)
	}
	var before []string
	if was != nil {
		before = d.has(was)
	}
	if gained := counted(lacking(d.has(now), before)); len(gained) > 0 {
		p.add(line{left: strings.Join(gained, " · "), indent: 2, role: roleLow})
	}
	if len(p.lines) == from {
		p.add(line{left: "unhurt", indent: 2, role: roleDim})
	}
}
