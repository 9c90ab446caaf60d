package rules

import (
	"slices"
)

// The effect of each part of a chance on the odds, calculated by removing the part.

// Contribution is the effect of one part of a chance: the values with it minus the values without it.
type Contribution struct {
	Label  string  // label of the part
	Number float64 // change of the chance or target number that the die is compared with
	Made   float64 // change of the probability that the roll is made, -1 to 1
	Out    float64 // change of the probability that the target cannot act afterwards, -1 to 1
}

// Contributions returns the contribution of each term of the first roll and of each of its parts. It omits the starting value of the chance,
// and returns none for sampled odds, where small differences are not significant. roll is the roll from the Preview of the same action. For
// each term the chance is recalculated without it, line by line, for all results of the dice before the roll.
func (o *ActionOdds) Contributions(rs *Ruleset, roll *CheckPreview) (list []Contribution, err error) {
	if roll == nil || o.first == nil || o.Drawn > 0 {
		return nil, nil
	}
	for i := 1; i < len(roll.Terms) && err == nil; i++ {
		term := &roll.Terms[i]
		if len(term.Parts) == 0 {
			list, err = o.addContribution(rs, list, term.Label, roll, i, -1)
		}
		for k := 0; k < len(term.Parts) && err == nil; k++ {
			list, err = o.addContribution(rs, list, term.Parts[k].Label, roll, i, k)
		}
	}
	return list, err
}

// addContribution appends the contribution of one term, or of one part of it, if it changes the chance.
func (o *ActionOdds) addContribution(rs *Ruleset, list []Contribution, label string, roll *CheckPreview, i, part int) ([]Contribution, error) {
	var chance, made, out float64
	if roll.shares != nil {
		other, err := o.withChance(func(f *Frame, chance float64, own []Term) float64 {
			if k := slices.IndexFunc(own, roll.Terms[i].isSameLine); k >= 0 {
				return roll.Check.requirementWithout(f, own, k, part)
			}
			return chance
		})
		if err != nil {
			return nil, err
		}
		chance, made, out = other.Chance, other.Made, other.TargetOdds().Out
	} else {
		var err error
		chance = roll.Check.requirementWithout(roll.frame, roll.Terms, i, part)
		if made, out, err = o.OddsAtChance(rs, chance); err != nil {
			return nil, err
		}
	}
	contribution := Contribution{label, TrimNoise(o.Chance - chance), trimShare(o.Made - made), trimShare(o.TargetOdds().Out - out)}
	if roll.Check.faced != nil {
		contribution.Number = 100 * contribution.Made // the number is the target number to reach
	}
	if contribution.Number != 0 {
		list = append(list, contribution)
	}
	return list, nil
}

// requirementWithout returns the number that the die is compared with without the term at index or, if part is 0 or more, without that part
// of it. Lines that had no effect are evaluated in the frame of the roll.
func (check *Check) requirementWithout(f *Frame, terms []Term, index, part int) float64 {
	if t := &terms[index]; t.line == nil && t.Source != "" { // a number before the last
		change := t.Value
		if part >= 0 {
			change -= t.changeWithout(f, part, lineAdd, 0)
		}
		return TrimNoise(check.requirement(&f.chk) - change)
	}
	before, lines := 0.0, []compiledLine(nil)
	for _, line := range check.numbers[len(check.numbers)-1].lines {
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Source == line.origin.where })
		if i < 0 {
			if line.kind != lineAdd && !line.origin.formula.Rolls() {
				line.origin = nil
				lines = append(lines, line)
			}
			continue
		}
		after := before + terms[i].Value
		if i != index {
			lines = append(lines, settledLine(line.kind, before, after))
		} else if part >= 0 {
			lines = append(lines, settledLine(line.kind, before, before+terms[i].changeWithout(f, part, line.kind, before)))
		}
		before = after
	}
	result, _ := applyLines(lines, 0, f, nil)
	return TrimNoise(result + f.chk.shift)
}

// settledLine returns a line with a fixed value that changes before to after.
func settledLine(kind lineKind, before, after float64) compiledLine {
	switch {
	case kind == lineAdd:
		return compiledLine{kind: kind, value: after - before}
	case kind == lineTimes && before == 0:
		return compiledLine{kind: kind, value: 1}
	case kind == lineTimes:
		return compiledLine{kind: kind, value: after / before}
	}
	return compiledLine{kind: kind, value: after}
}

// changeWithout returns the change that a term would make without one of its parts. Parts are summands or factors. If they are the lines of
// a number, the formula of the term's line is evaluated in f with that number, less one line.
func (t *Term) changeWithout(f *Frame, part int, kind lineKind, before float64) float64 {
	sum, product := 0.0, 1.0
	for i := range t.Parts {
		if t.Parts[i].Times {
			product *= t.Parts[i].Value
		} else {
			sum += t.Parts[i].Value
		}
	}
	p := &t.Parts[part]
	if t.line != nil && t.line.byLess != nil && !p.Times {
		whole := f.part
		f.part = sum - p.Value
		value := t.line.byLess.Num(f)
		f.part = whole
		return kind.apply(before, value) - before
	}
	switch {
	case p.Times && kind == lineTimes && p.Value != 0:
		return before * (product/p.Value - 1)
	case p.Times && p.Value != 0:
		return t.Value / p.Value
	case sum != 0:
		return t.Value * (sum - p.Value) / sum
	}
	return 0
}
