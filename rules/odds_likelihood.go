package rules

// The likelihoods of the rolls within an action; run_odds.go has the likelihood of a single roll.

// Likelihood returns the likelihood that a check in an action succeeds, with its average, lowest and highest chance.
func (s *StepOdds) Likelihood() Likelihood {
	l := Likelihood{Made: s.Made, Number: s.Mean, Least: s.Least, Most: s.Most, Percent: true, Word: chanceWord}
	if s.step != nil {
		l.Percent, l.Word = s.step.check.isInPercent(), comparedWord(s.step.check)
	}
	if s.Most == 0 { // no range was recorded
		l.Least, l.Most = l.Number, l.Number
	}
	return l
}

// Likelihood returns the likelihood that the actor's first roll succeeds, or the zero value if there is no such roll.
func (o *ActionOdds) Likelihood() (l Likelihood) {
	if o.Roll == nil {
		return l
	}
	l = o.Roll.Likelihood()
	l.Made = o.Made
	return l
}
