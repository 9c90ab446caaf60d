package dashboard

import (
	"math"
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// endLines says in short what is likely to become of the one an action is done to; nothing where nothing does.
func endLines(o *rules.Outlook) (list []line) {
	if o == nil {
		return nil
	}
	end, goes := o.Whom(), map[string]string{"lost": "loses", "spent": "spends", "gained": "gains"}
	if end.Hurt > 0 {
		list = append(list, line{left: "hurts " + end.Name + ", then by " + points(end.Loss/end.Hurt), right: share(end.Hurt)})
	}
	for _, pool := range end.Pools {
		for _, part := range pool.Words() {
			if end.Hurt == 0 || part.Name != "lost" {
				list = append(list, line{left: end.Name + " " + goes[part.Name] + " " + pool.Pool + ", on average", right: number(math.Round(10*part.Value) / 10)})
			}
		}
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
	for _, end := range o.Ends {
		d.endOdds(p, &end)
	}
	where := grid{{strings.ToLower(o.Table()), "likely", "hurts", "loses", "out"}}
	for _, row := range o.Rows {
		where = append(where, []string{row.Row, percent(row.Probability), percent(row.Hurt), points(row.Loss), percent(row.Out)})
	}
	p.grid(where)
	if len(o.Answered) > 0 {
		p.grid(answered(&o))
	}
	worth := grid{{"worth", "chance", "made", "out"}}
	for _, w := range o.Worths {
		worth = append(worth, []string{w.Label, signed(w.Chance), percentPoints(w.Made), percentPoints(w.Out)})
	}
	p.grid(worth)
	degrees := grid{{"degree", "likely", "loses", "out"}}
	for _, degree := range o.Degrees {
		if degree.Probability > 0 {
			degrees = append(degrees, []string{degree.Name, percent(degree.Probability), points(degree.Loss), percent(degree.Out)})
		}
	}
	p.grid(degrees)
	then := grid{{"then rolled", "likely", "made"}}
	for _, s := range o.Later() {
		then = append(then, []string{strings.ToLower(s.Label) + ", " + d.nameOf(s.Who), percent(s.Reached), percent(s.Made)})
	}
	p.grid(then)
	if p.gap(); o.Whom().Hurt > 0 || o.Whom().Out > 0 {
		p.text(roleDim, "In per cent, but the points it loses on average. Out: cannot act.")
	} else {
		p.text(roleDim, "In per cent.")
	}
}

// grid is a table to read: a heading, then rows, each of a name and numbers.
type grid [][]string

// grid adds a table with its numbers one below the other. Columns in which nothing happens are left out, and a table
// without any other.
func (p *page) grid(g grid) {
	rights := make([]string, len(g))
	for i := 1; i < len(g[0]); i++ {
		wide, some := 0, false
		for y, row := range g {
			wide = max(wide, width(row[i]))
			some = some || y > 0 && row[i] != "0"
		}
		for y := range g {
			if some && rights[y] == "" {
				rights[y] = pad(g[y][i], wide)
			} else if some {
				rights[y] += " " + pad(g[y][i], wide)
			}
		}
	}
	if rights[0] == "" {
		return
	}
	p.gap()
	for y, row := range g {
		if y == 0 {
			p.add(line{left: row[0], right: rights[y], role: roleTitle})
		} else {
			p.add(line{left: row[0], right: rights[y], indent: 1})
		}
	}
}

// answered is how it goes by how it is answered: how likely it hurts, or where it cannot, what else it does.
func answered(o *gm.Outlook) grid {
	whom := o.Whom()
	heads := []string{"if answered", "hurts", "loses", "out"}
	puts := whom.Puts
	if whom.Hurt > 0 {
		puts = nil // they are many then
	}
	for _, put := range puts {
		heads = append(heads, strings.ToLower(put.Name))
	}
	table := grid{heads}
	add := func(label string, o *rules.Outlook) {
		end := o.Whom()
		row := []string{label, percent(end.Hurt), points(end.Loss), percent(end.Out)}
		for _, put := range puts {
			row = append(row, percent(end.Put(put.Name)))
		}
		table = append(table, row)
	}
	add("not at all", o.Outlook)
	for _, answer := range o.Answered {
		add(strings.ToLower(answer.Label), answer.Outlook)
	}
	return table
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
		for _, part := range pool.Words() {
			p.add(line{left: pool.Pool + " " + part.Name + ", on average", right: number(math.Round(10*part.Value) / 10), indent: 2})
		}
	}
}

// points is a number of points that is an average.
func points(x float64) string { return number(math.Round(x)) }

// percentPoints is a change of a part, in whole hundredths.
func percentPoints(x float64) string {
	switch {
	case x < 0:
		return "−" + percent(-x)
	case x > 0:
		return "+" + percent(x)
	}
	return "0"
}
