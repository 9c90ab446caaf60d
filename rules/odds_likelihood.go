package rules

import (
	"cmp"
	"slices"
)

// The only makers of a Likelihood: of a roll before it is made, of a check among the odds of an action, and of a roll that was made.

// Likelihood returns how likely the roll is made, and how its dice show that.
func (p *CheckPreview) Likelihood() Likelihood {
	l := Likelihood{Number: p.Chance, Least: p.Least, Most: p.Most, Percent: p.Check.inPercent(), Notice: p.Notice, Before: p.unknowns(), Word: wordOf(p.Check)}
	switch {
	case p.at == nil:
	case p.shares != nil:
		l.Made = p.made
	case len(p.Ways) > 0:
		_, l.Made = p.Odds()
	default:
		l.Made, l.Faces = trimShare(p.at.rs.classify(p.at, p.Check, true, false, &tagSet{}).made), p.faces()
	}
	return l
}

// faces returns the faces of its die that make the roll.
func (p *CheckPreview) faces() (f Faces) {
	list := p.Bands()
	bands := slices.DeleteFunc(slices.Clone(list), func(b Band) bool { return b.Again })
	if len(bands) == 0 {
		return f
	}
	f = Faces{Die: bands[len(bands)-1].To, High: p.Check.high, KeptDice: p.KeptDice}
	f.More = p.Check.Again != nil && cmp.Or(p.Check.Again.At, f.Die) == f.Die && f.High
	turns := 0
	for i, b := range bands {
		if b.Made {
			if f.From == 0 {
				f.From = b.From
			}
			f.To = b.To
		}
		if i > 0 && b.Made != bands[i-1].Made {
			turns++
		}
	}
	switch {
	case f.To == 0 && f.More && slices.ContainsFunc(list, func(b Band) bool { return b.Made }):
		f.To = f.Die // no face alone makes it
	case f.To == 0, turns > 1, f.High && f.To < f.Die, !f.High && f.From > 1:
		return Faces{}
	}
	return f
}

// unknowns lists what the number leaves out because it is not known.
func (p *CheckPreview) unknowns() (list []string) {
	for _, term := range p.Terms {
		if label := MidSentence(term.Label); term.Unknown && !slices.Contains(list, label) {
			list = append(list, label)
		}
	}
	if p.Unknown && len(list) == 0 {
		list = []string{"unknown modifiers"}
	}
	if p.Scenery {
		list = append(list, circumstances)
	}
	return list
}

// Likelihood returns how likely a check is made that an action comes to, with its chance on average.
func (s *StepOdds) Likelihood() Likelihood {
	l := Likelihood{Made: s.Made, Number: s.Mean, Least: s.Least, Most: s.Most, Percent: true, Word: chanceWord}
	if s.step != nil {
		l.Percent, l.Word = s.step.check.inPercent(), wordOf(s.step.check)
	}
	if s.Most == 0 {
		l.Least, l.Most = l.Number, l.Number
	}
	return l
}

// Likelihood returns how likely the first roll of the one who acts is made; the zero value without such a roll.
func (o *ActionOdds) Likelihood() (l Likelihood) {
	if o.Roll == nil {
		return l
	}
	l = o.Roll.Likelihood()
	l.Made = o.Made
	return l
}

// Likelihood returns how likely a roll was that was made, in the game rs; nil where its number is enough.
func (o *Outcome) Likelihood(rs *Ruleset) Likelihood {
	l := Likelihood{Made: o.Likely, Number: o.Chance, Least: o.Chance, Most: o.Chance, Word: o.Number, Notice: o.Text, Percent: o.Number == ""}
	if l.Percent && o.Throw == "" && len(o.Dice) > 0 && o.Dice[0].Die != "d100" { // of a session from before numbers had names
		l.Percent = false
	}
	if l.Word == "" {
		if l.Word = chanceWord; !l.Percent && o.High {
			l.Word = targetWord
		}
	}
	if o.Beyond == 0 && rs != nil && rs.check != nil {
		at := rs.Bare(nil, o.Chance)
		l.Made = at.Likelihood().Made
	}
	return l
}
