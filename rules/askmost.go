package rules

import (
	"math"

	"hybrid/rules/source"
)

// compileMost reads the highest number of what is asked: a number, or at a place a formula.
func (a *Ask) compileMost(c *compiler, p *nameScope) {
	if a.Upto.Text == "" {
		return
	}
	x, ok := source.ReadNumber(a.Upto.Text)
	switch {
	case ok:
		a.Most = &x
	case p == nil:
		c.mistake(source.BadValue, a.Upto.Pos, "most is a number here, found %s", a.Upto.Text)
	default:
		a.most = c.num(a.Upto, *p)
	}
}

// within is what is asked where a frame is: with the highest number that a formula comes to there, rounded down, the least at
// least.
func (a *Ask) within(f *Frame) *Ask {
	if a == nil || a.most == nil {
		return a
	}
	most := math.Floor(a.most.Num(f) + slack)
	if a.Least != nil {
		most = math.Max(most, *a.Least)
	}
	here := *a
	here.Most, here.usual = &most, math.Min(a.usual, most)
	return &here
}

// ask is what an answer asks of whoever gives it.
func (o Offer) ask(answer *Action) *Ask {
	kept := *o.f
	o.f.flip()
	ask := answer.Ask.within(o.f)
	*o.f = kept
	return ask
}
