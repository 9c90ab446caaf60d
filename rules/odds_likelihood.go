package rules

// How likely the rolls are that an action comes to; run_odds.go has those of a roll alone.

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
