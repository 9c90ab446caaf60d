package dashboard

import (
	"strings"

	"hybrid/gm"
	"hybrid/rules"
)

// previewPage shows what a line would do: when it would land and who acts before, its chance term by term, the odds of
// every degree, and how long it takes, for so much room.
func (d *Dashboard) previewPage(v *gm.Preview, text string, wide, tall int) *page {
	p := &page{title: v.Title}
	if v.Counts > 0 {
		_, at := d.span(v)
		p.right = "at " + number(at) + " (+" + d.lasting(v.Counts) + ")"
		cells := wide
		if tall >= len(v.Odds)+12 {
			cells = 2*wide - 12
		}
		p.text(roleDim, betweenText(d.between(text, v, at), cells))
	}
	if v.Counts > 0 && d.detail {
		d.terms(p, v.Time, 2)
		p.gap()
	}
	if v.Beside != nil {
		d.besideLines(p, v.Beside, text)
	}
	if v.Prospect == nil {
		return p
	}
	if d.allOdds {
		if o := d.outlook(text, true); o.Outlook != nil && len(o.Degrees) > 0 {
			p.add(line{left: "chance", right: d.prospect(o.Roll), role: roleTitle})
			p.add(line{left: "made", right: share(o.Made)})
		}
		d.outlookLines(p, text)
		return p
	}
	d.terms(p, v.Prospect.Terms, 0)
	ends := endLines(d.outlook(text, false).Outlook)
	long := wide >= ladderCells && tall >= len(p.lines)+len(v.Odds)+len(ends)+3
	if long {
		p.rule()
	}
	p.add(line{left: "chance", right: d.prospect(v.Prospect), role: roleTitle})
	for _, f := range v.Prospect.Filters {
		p.add(line{left: strings.ToLower(f.Skill.Label) + ", before it", right: d.chance(f.Roll.Chance), indent: 1})
	}
	if v.Prospect.Told != "" {
		p.text(roleBad, "! "+v.Prospect.Told)
	}
	if long {
		p.gap()
		d.ladder(p, v.Odds)
		p.lines = append(p.lines, ends...)
		return p
	}
	p.lines = append(p.lines, ends...)
	p.lines = append(p.lines, oddsLines(v.Odds)...)
	return p
}

// besideLines says in short what the first of two actions at the same time would do.
func (d *Dashboard) besideLines(p *page, first *gm.Preview, text string) {
	_, at := d.span(first)
	_, what, _ := strings.Cut(first.Title, ": ")
	p.add(line{left: "at the same time " + what, right: "at " + number(at), role: roleStrong})
	if first.Prospect != nil {
		p.add(line{left: "chance", right: d.chance(first.Prospect.Chance), indent: 2})
	}
	if o := d.outlook(text, false); o.Beside != nil {
		for _, l := range endLines(o.Beside.Outlook) {
			l.indent = 2
			p.lines = append(p.lines, l)
		}
	}
	p.gap()
}

// ladderCells is how wide the list of the odds is at least.
const ladderCells = 38

// chance is a chance as it is shown.
func (d *Dashboard) chance(x float64) string { return number(x) + gm.ChanceUnit(d.session.Rules()) }

// prospect is the chance of a roll as it is shown, with a mark where it is an average.
func (d *Dashboard) prospect(p *rules.Prospect) string {
	if p.Varies() {
		return "~" + d.chance(p.Chance)
	}
	return d.chance(p.Chance)
}

// terms lists the terms of a number, with the numbers they are made of, their parts and where they stand.
func (d *Dashboard) terms(p *page, terms []rules.Term, indent int) {
	guide := func(t rules.Term) string {
		if d.detail {
			return "" // it stands with the source
		}
		return t.Guide
	}
	for _, t := range terms {
		p.add(line{left: t.Label + inputsText(t.Inputs), note: guide(t), right: number(t.Value), indent: indent})
		d.source(p, t, indent+2)
		for _, part := range t.Parts {
			p.add(line{left: part.Label, note: guide(part), right: signed(part.Value) + strings.Repeat(" ", 5), indent: indent + 2, role: roleDim})
			d.source(p, part, indent+4)
		}
	}
}

// source adds where a term stands, if one wants to see it.
func (d *Dashboard) source(p *page, t rules.Term, indent int) {
	if d.detail {
		p.source(t, indent)
	}
}

// source adds where a term stands.
func (p *page) source(t rules.Term, indent int) {
	if t.Source == "" {
		return
	}
	text := t.Source
	if t.Guide != "" {
		text += " · " + t.Guide
	}
	p.add(line{left: text, indent: indent, role: roleDim})
}

func inputsText(inputs []rules.Input) string {
	if len(inputs) == 0 {
		return ""
	}
	list := make([]string, len(inputs))
	for i, in := range inputs {
		list[i] = strings.TrimPrefix(in.Name, "skill.") + " " + number(in.Value)
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// ladder lists the odds one below the other, each with its bar.
func (d *Dashboard) ladder(p *page, odds []rules.Odd) {
	for _, odd := range odds {
		r := roleText
		if odd.Probability == 0 {
			r = roleDim
		}
		p.add(line{left: oddName(odd), right: pad(percent(odd.Probability), 3) + " %", bar: 8, share: odd.Probability, role: r})
	}
}

// oddsLines is the odds in a few rows, those that end on the same word together. What cannot happen is left out.
func oddsLines(odds []rules.Odd) []line {
	var lines []line
	for i := 0; i < len(odds); {
		word, j := lastWord(oddName(odds[i])), i
		var list []string
		for ; j < len(odds) && lastWord(oddName(odds[j])) == word; j++ {
			if odds[j].Probability == 0 {
				continue
			}
			name := strings.TrimSpace(strings.TrimSuffix(oddName(odds[j]), word))
			if name == "" {
				name = word
			}
			list = append(list, strings.ToLower(name)+" "+percent(odds[j].Probability))
		}
		if len(list) > 0 {
			lines = append(lines, line{left: strings.Join(list, " · ")})
		}
		i = j
	}
	return lines
}

func oddName(odd rules.Odd) string {
	if odd.Degree != nil && odd.Degree.Label != "" {
		return odd.Degree.Label
	}
	return odd.Name
}

func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// pad puts a text at the right end of so many cells.
func pad(text string, cells int) string {
	return strings.Repeat(" ", max(0, cells-width(text))) + text
}
