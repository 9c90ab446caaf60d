package dashboard

import (
	"math"
	"strings"

	"hybrid/rules"
)

// endLines says in short what is likely to become of the one an action is done to; nothing where nothing does.
func endLines(o *rules.Outlook) (list []line) {
	if o == nil {
		return nil
	}
	end := o.Whom()
	if end.Hurt > 0 {
		list = append(list, line{left: "hurts " + end.Name + ", on average by " + number(math.Round(end.Loss)), right: share(end.Hurt)})
	}
	if end.Out > 0 {
		list = append(list, line{left: end.Name + " cannot act afterwards", right: share(end.Out), role: roleStrong})
	}
	return list
}

// outlookLines says how likely everything is that a line can come to.
func (d *Dashboard) outlookLines(p *page, text string) {
	o := d.outlook(text, true)
	if o.Outlook == nil {
		p.text(roleDim, "there are no odds of this")
		return
	}
	p.add(line{left: "chance", right: d.chance(o.Chance), role: roleTitle})
	p.add(line{left: "made", right: share(o.Made)})
	for _, end := range o.Ends {
		d.endOdds(p, &end)
	}
	if len(o.Rows) > 0 {
		p.gap()
		p.add(line{left: "where", note: "how likely · hurts · loses", right: "cannot act", role: roleTitle})
		for _, row := range o.Rows {
			p.add(line{left: row.Row, note: strings.Join([]string{share(row.Probability), share(row.Hurt), number(math.Round(row.Loss))}, " · "), right: share(row.Out), indent: 2})
		}
	}
	if len(o.Answered) > 0 {
		p.gap()
		p.add(line{left: "if it is answered", note: "hurts · loses", right: "cannot act", role: roleTitle})
		p.variant("not at all", o.Outlook)
		for _, answered := range o.Answered {
			p.variant(strings.ToLower(answered.Label), answered.Outlook)
		}
	}
	if len(o.Worths) > 0 {
		p.gap()
		p.add(line{left: "what it is worth", note: "chance · made", right: "cannot act", role: roleTitle})
		for _, w := range o.Worths {
			p.add(line{left: w.Label, note: signed(w.Chance) + " · " + sharePoints(w.Made), right: sharePoints(w.Out), indent: 2})
		}
	}
	if len(o.Degrees) > 0 {
		p.gap()
		p.add(line{left: "by degree", note: "how likely · then loses", right: "cannot act", role: roleTitle})
		for _, degree := range o.Degrees {
			if degree.Probability > 0 {
				p.add(line{left: degree.Name, note: share(degree.Probability) + " · " + number(math.Round(degree.Loss)), right: share(degree.Out), indent: 2})
			}
		}
	}
}

// endOdds says what is likely to become of somebody.
func (d *Dashboard) endOdds(p *page, end *rules.EndOdds) {
	if end.Hurt == 0 && end.Out == 0 && len(end.Puts) == 0 && len(end.Pools) == 0 {
		return
	}
	p.gap()
	p.text(roleTitle, end.Name)
	add := func(left string, x float64) {
		if x > 0 {
			p.add(line{left: left, right: share(x), indent: 2})
		}
	}
	add("hurt", end.Hurt)
	add("cannot act afterwards", end.Out)
	for _, put := range end.Puts {
		add(strings.ToLower(put.Name), put.Probability)
	}
	for _, pool := range end.Pools {
		p.add(line{left: pool.Pool + " on average", right: signed(-math.Round(10*pool.Mean) / 10), indent: 2})
	}
}

// variant says how it goes in one of several ways.
func (p *page) variant(label string, o *rules.Outlook) {
	end := o.Whom()
	p.add(line{left: label, note: share(end.Hurt) + " · " + number(math.Round(end.Loss)), right: share(end.Out), indent: 2})
}

// sharePoints is a change of a part, in whole per cent.
func sharePoints(x float64) string {
	if x < 0 {
		return "−" + share(-x)
	}
	return "+" + share(x)
}
