package rules

import (
	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// With is a check that finds its degree by another ladder of the game, to see what that would do. Nil where the ladder
// reads what the check does not have.
func (rs *Ruleset) With(check *Check, ladder *Ladder) *Check {
	if check == nil {
		check = rs.check
	}
	other, laid := *check, *ladder
	if ladder.Draw != nil {
		draw := *ladder.Draw
		laid.Draw = &draw
	}
	c := &compiler{rs: rs, report: &source.Report{}, bits: rs.bits, rulings: map[string]bool{}, scopes: map[place]*formula.Scope[*Frame]{}}
	c.vocabulary()
	p := place{check: &other, skill: true, action: true, asked: true, numbers: len(check.Numbers), rolled: true, results: len(check.Results)}
	c.ladder(&laid, p)
	if c.report.Err() != nil {
		return nil
	}
	other.ladder = &laid
	other.closed = other.isClosed()
	other.bare = other.isBare()
	return &other
}

// DiceFields lists what items say of themselves with dice in it.
func (rs *Ruleset) DiceFields() (names []string) {
	for _, field := range rs.fields {
		if field.dice {
			names = append(names, field.name)
		}
	}
	return names
}

// Average is what an item says of itself in somebody's hands, with every die at the average of its faces. It is exact
// where dice are only added; ok is false where the item does not say.
func (rs *Ruleset) Average(a *Actor, item *Item, field string) (average float64, ok bool) {
	for i := range rs.fields {
		if rs.fields[i].name != field || item.fields[i] == nil {
			continue
		}
		f := rs.frame(a)
		f.average = true
		return trimNoise(item.fields[i].Num(f)), true
	}
	return 0, false
}

// Factor is the average factor of a check at a chance, failures counted as nothing: what an effect is worth on the
// whole, those that miss included. Made is how likely it is made at all.
func (rs *Ruleset) Factor(check *Check, chance float64) (factor, made float64) {
	odds, made := rs.at(check, chance).odds()
	for _, odd := range odds {
		factor += odd.Probability * max(0, odd.Factor)
	}
	return factor, made
}

// Number is what one of Numbers is for somebody who does nothing in particular.
func (rs *Ruleset) Number(a *Actor, of *Tally) float64 {
	total, _ := of.total(rs.frame(a), nil)
	return trimNoise(total)
}
