package rules

import (
	"slices"
)

// The effect of each part of a chance on the odds, calculated by removing the part. A chance is explained by terms, one for each line of
// its number (num_tally.go), and a term can have parts, such as the entries that give a modifier.

// Contribution is the effect of one part of a chance: the values with it minus the values without it.
type Contribution struct {
	Label  string  // label of the part
	Number float64 // change of the number that the die is compared with; for faced dice, of the chance in percent
	Made   float64 // change of the probability that the roll is made, -1 to 1
	Out    float64 // change of the probability that the target cannot act afterwards, -1 to 1
}

// Contributions returns the contribution of each term of the first roll and of each of its parts. It omits the starting value of the
// chance, and returns none for sampled odds, where small differences are not significant. roll is the roll from the Preview of the same
// action; a nil roll has no contributions. For each term the chance is recalculated without it, line by line, for all results of the dice
// before the roll.
func (o *ActionOdds) Contributions(rs *Ruleset, roll *CheckPreview) (list []Contribution, err error) {
	if roll == nil || o.first == nil || o.Samples > 0 {
		return nil, nil
	}
	for i := 1; i < len(roll.Terms) && err == nil; i++ { // the term at 0 is the starting value
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

// addContribution appends to list the contribution of the term with index i in roll.Terms or, if part is 0 or more, of that part of the
// term. It appends nothing if the contribution does not change the number.
func (o *ActionOdds) addContribution(rs *Ruleset, list []Contribution, label string, roll *CheckPreview, i, part int) ([]Contribution, error) {
	var chance, made, out float64
	if roll.shares != nil { // the chance varies with dice before the roll, so it is recalculated in each branch
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
	if roll.Check.facedDie != nil {
		contribution.Number = 100 * contribution.Made // the requirement of faced dice is their target number, not a chance
	}
	if contribution.Number != 0 {
		list = append(list, contribution)
	}
	return list, nil
}

// requirementWithout returns the number that the die is compared with without the term at index or, if part is 0 or more, without that part
// of it. Lines that had no effect are evaluated in the frame of the roll.
func (check *Check) requirementWithout(f *Frame, terms []Term, index, part int) float64 {
	if t := &terms[index]; t.line == nil && t.Source != "" { // the term of a number before the check's last, which shifts its requirement (Check.computeShift)
		change := t.Value
		if part >= 0 {
			change -= t.changeWithout(f, part, lineAdd, 0)
		}
		return TrimNoise(check.requirement(&f.chk) - change)
	}
	// Replace each line that has a term by one with a fixed value, omit the term's own line or part, and apply the lines again.
	before, lines := 0.0, []compiledLine(nil)
	for _, line := range check.numbers[len(check.numbers)-1].lines {
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Source == line.origin.where })
		if i < 0 {
			if line.kind != lineAdd && !line.origin.formula.Rolls() { // a limit that had no effect might have one without the term
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

// settledLine returns a line of the given kind with a fixed value that changes the sum from before to after.
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

// changeWithout returns the change that a term would make without one of its parts. kind is the kind of the term's line and before the sum
// before that line. Parts are summands or factors. If they are the lines of a number, the formula of the term's line is evaluated in f with
// that number reduced by the part. Otherwise the change is assumed to be proportional to the sum, or to the product, of the parts.
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
	if t.line != nil && t.line.byNumberPart != nil && !p.Times {
		whole := f.explainedPart
		f.explainedPart = sum - p.Value
		value := t.line.byNumberPart.Num(f)
		f.explainedPart = whole
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
