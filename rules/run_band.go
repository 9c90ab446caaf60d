package rules

import (
	"cmp"
	"slices"
	"strconv"
)

// What the faces of a die come to, as a question, a preview and a sheet show it.

// Band is faces of a die, from one to another, that come to the same: to a degree of a check, or to a row of a table.
type Band struct {
	From, To int
	Made     bool    // the check succeeds
	Again    bool    // further dice: From is the least that they and the first add up to, and To is 0
	Open     bool    // one more die says which degree it is
	Degree   *Degree // of a check; nil where that is open
	Row      *Row    // of a table
}

// Text returns the faces, such as "10–22", "22", or "9+" of dice rolled again.
func (b *Band) Text() string {
	switch {
	case b.Again:
		return strconv.Itoa(b.From) + "+"
	case b.From == b.To:
		return strconv.Itoa(b.To)
	}
	return strconv.Itoa(b.From) + "–" + strconv.Itoa(b.To)
}

// bandsOf puts the faces of a die that come to the same together, in their order.
func bandsOf(faces int, of func(face int) Band) (list []Band) {
	for face := 1; face <= faces; face++ {
		b := of(face)
		if n := len(list); n > 0 && list[n-1].Made == b.Made && list[n-1].Open == b.Open && list[n-1].Degree == b.Degree && list[n-1].Row == b.Row {
			list[n-1].To = face
			continue
		}
		b.From, b.To = face, face
		list = append(list, b)
	}
	return list
}

// bands returns the results of the faces of the check's die at the chance in a frame, added to what fell before. A face that
// would be rerolled counts as if it were not.
func (c *Check) bands(f *Frame, before int) []Band {
	switch {
	case c.faced != nil:
		return nil // one die of a throw says little
	case c.several():
		return c.keptBands(f, nil, 0)
	}
	saved := f.chk
	defer func() { f.chk = saved }()
	return bandsOf(c.die, func(face int) (b Band) {
		b.Made, _, b.Degree = c.judge(f, before+face, func(int) int { b.Open = true; return 1 })
		if b.Open {
			b.Degree = nil
		}
		return b
	})
}

// ladderBands returns the results of the faces of the ladder's own die after a roll.
func (c *Check) ladderBands(f *Frame, roll, faces int) []Band {
	saved := f.chk
	defer func() { f.chk = saved }()
	return bandsOf(faces, func(face int) (b Band) {
		b.Made, _, b.Degree = c.judge(f, roll, func(int) int { return face })
		return b
	})
}

// bands returns the rows of the faces of the table's die.
func (t *Table) bands() []Band {
	return bandsOf(t.die, func(face int) Band { return Band{Row: t.reach(float64(face))} })
}

// Bands returns the results of the faces of the die, from the first: what it must show. It is empty if dice that fall before
// it decide the chance.
func (p *CheckPreview) Bands() []Band {
	if p.Check == nil || p.at == nil || p.Varies() || p.mixed || len(p.Ways) > 0 {
		return nil
	}
	return p.Check.explodedBands(p.at, 0, p.Check.bands(p.at, 0))
}

// explodedBands adds the degrees to list, the bands of a check's die after others that came to a sum, that only dice rolled again come to.
func (c *Check) explodedBands(f *Frame, before int, list []Band) []Band {
	if c.Again == nil || c.faced != nil || len(list) == 0 || cmp.Or(c.Again.At, list[len(list)-1].To) != list[len(list)-1].To {
		return list
	}
	saved := f.chk
	defer func() { f.chk = saved }()
	die := list[len(list)-1].To
	for roll := before + die + 1; roll <= before+die*min(c.Again.limit()+1, manyAgain); roll++ {
		b := Band{From: roll, Again: true}
		b.Made, _, b.Degree = c.judge(f, roll, func(int) int { b.Open = true; return 1 })
		if !b.Open && !slices.ContainsFunc(list, func(of Band) bool { return of.Degree == b.Degree }) {
			list = append(list, b)
		}
	}
	return list
}

// manyAgain is how many dice rolled again are tried for further degrees.
const manyAgain = 6

// MadeFaces returns which faces make a check, such as "6 or less"; it is empty where these are not all up to one, nor all from
// one on.
func MadeFaces(list []Band) string {
	turns, at := 0, 0
	for i := 1; i < len(list); i++ {
		if list[i].Made != list[i-1].Made {
			turns, at = turns+1, i
		}
	}
	switch {
	case turns != 1:
		return ""
	case list[0].Made:
		return strconv.Itoa(list[at-1].To) + " or less"
	}
	return strconv.Itoa(list[at].From) + " or more"
}
