package rules

import (
	"slices"
)

// Worth is what one thing that makes a chance up is worth: how much less likely everything would be without it.
type Worth struct {
	Label  string  `json:"label"`
	Chance float64 `json:"chance"` // by how much it changes the chance
	Made   float64 `json:"made"`   // by how much it changes how likely the roll is made, part of 1
	Out    float64 `json:"out"`    // by how much it changes how likely it is that the one it is done to cannot act afterwards
}

// Worths is what each of the terms of a chance is worth, and each of their parts; what the chance begins with is left
// out. The chance is worked out again without it, line by line.
func (o *Outlook) Worths(rs *Ruleset, terms []Term) (list []Worth) {
	if o.check == nil || len(terms) == 0 {
		return nil
	}
	made, out := o.At(rs, o.Chance)
	put := func(label string, chance float64) {
		otherMade, otherOut := o.At(rs, chance)
		w := Worth{label, tidy(o.Chance - chance), neat(made - otherMade), neat(out - otherOut)}
		if w.Chance != 0 {
			list = append(list, w)
		}
	}
	for i := range terms[1:] {
		term := &terms[i+1]
		if len(term.Parts) == 0 {
			put(term.Label, o.check.without(rs, terms, i+1, -1))
			continue
		}
		for k := range term.Parts {
			put(term.Parts[k].Label, o.check.without(rs, terms, i+1, k))
		}
	}
	return list
}

// without is what the chance would be without one of its terms, or without one part of it.
func (c *Check) without(rs *Ruleset, terms []Term, which, part int) float64 {
	lines := c.numbers[len(c.numbers)-1].Lines
	was, is := 0.0, 0.0
	for i := range terms {
		at := slices.IndexFunc(lines, func(line *Line) bool { return line.where == terms[i].Source })
		kind := lineAdd
		if at >= 0 {
			kind = lines[at].kind
		}
		after := was + terms[i].Value
		if i != which {
			is = again(kind, was, after, is)
		} else if part >= 0 {
			is = again(kind, was, was+terms[i].left(part, kind, was), is)
		}
		was = after
	}
	first := len(lines)
	for first > 0 && (lines[first-1].kind == lineLeast || lines[first-1].kind == lineMost) {
		first--
	}
	chance, _ := goOn(lines[first:], is, rs.frame(nil), nil)
	return chance
}

// again is what a line makes of another number than the one that it made something of.
func again(kind lineKind, was, after, is float64) float64 {
	switch {
	case kind == lineAdd:
		return kind.apply(is, after-was)
	case kind == lineTimes && was == 0:
		return is
	case kind == lineTimes:
		return kind.apply(is, after/was)
	}
	return kind.apply(is, after)
}

// left is what a term changes without one of its parts. Parts add up, or are factors.
func (t *Term) left(part int, kind lineKind, was float64) float64 {
	sum, product := 0.0, 1.0
	for i := range t.Parts {
		if t.Parts[i].Times {
			product *= t.Parts[i].Value
		} else {
			sum += t.Parts[i].Value
		}
	}
	p := &t.Parts[part]
	switch {
	case p.Times && kind == lineTimes && p.Value != 0:
		return was * (product/p.Value - 1)
	case p.Times && p.Value != 0:
		return t.Value / p.Value
	case sum != 0:
		return t.Value * (sum - p.Value) / sum
	}
	return 0
}

// Wearing is somebody who wears an item at every place instead of what is worn there, all else the same.
func (rs *Ruleset) Wearing(a *Actor, item *Item) *Actor {
	other, sheet := a.clone(), *a.Sheet
	other.Sheet, sheet.Armour, sheet.worn = &sheet, nil, nil
	if rs.worn != nil {
		for _, row := range rs.worn.rows {
			sheet.Armour = append(sheet.Armour, Armour{row, item})
			sheet.worn = append(sheet.worn, worn{item, rs.bits[row.Name]})
		}
	}
	other.worn = sheet.worn
	return other
}

// Wearable lists the items that have a tag in common with one that some of these people wear, in the order of the pack.
func (rs *Ruleset) Wearable(sheets []*Sheet) (list []*Item) {
	var words []string
	for _, sheet := range sheets {
		for _, armour := range sheet.Armour {
			words = append(words, armour.Item.words...)
		}
	}
	for _, item := range rs.Items.All {
		if item.Is(words...) {
			list = append(list, item)
		}
	}
	return list
}
