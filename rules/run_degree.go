package rules

import (
	"errors"
	"slices"
	"strconv"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Degrees of success, and the ladders that pick one: formulas tried in order. Each check that shares a ladder compiles its own copy. This
// file also groups the faces of a die into bands, ranges of faces with the same result. A die explodes if it is rolled again on some of its
// faces, and its rolls are added (Reroll in run_check.go). In a frame f, f.chk holds the numbers of the check in progress.

// Degree is a degree of success or failure, with the factor that it applies to the result.
type Degree struct {
	Head   `yaml:",inline"`
	Factor float64 `yaml:"factor"`             // The factor for the result: 1 for full effect, 0 for none, below 0 for a bad failure.
	Needed string  `yaml:"needed" text:"line"` // The roll it needs, as a short column heading: `1/10`.
	Say    string  `yaml:"say" text:"line"`    // An adverb for sentences: `wildly`.
}

// Heading returns the degree's label with the roll that it needs, such as "Success [1]".
func (d *Degree) Heading() string {
	if d.Needed == "" {
		return d.Label
	}
	return d.Label + " [" + d.Needed + "]"
}

// Ladder is the rule that picks the degree of success: the first step whose formula is true.
type Ladder struct {
	Head `yaml:",inline"`
	Draw *Draw `yaml:"draw"` // An extra die, for the rolls that need one.
	// A formula for each degree, best first; the first true one counts. The last step is `otherwise`.
	Steps source.Map[Rung] `yaml:"steps" names:"degrees"`
	rungs []rung           // compiled Steps, in order
}

// Draw is the extra die of a ladder.
type Draw struct {
	Name string      `yaml:"name"` // Its name in formulas.
	Roll source.Text `yaml:"roll"` // The die, such as `d100`.
	When source.Text `yaml:"when"` // The condition for rolling it: a formula.
	when *Formula    // compiled `when`
	die  int         // number of faces
}

// Rung is a step of a ladder: a formula. Write it as `when` to add `after`.
type Rung struct {
	When source.Text `yaml:"when" formula:"yes"` // The degree applies if this formula is true, such as `made and roll <= chance / 20`.
	Pos  source.Pos  `yaml:",pos"`
}

// DecodeNode reads a step. A bare value is its formula.
func (r *Rung) DecodeNode(n *source.Node, report *source.Report) {
	if n.Kind == source.Scalar {
		r.Pos, r.When = n.Pos, source.Text{Text: n.Text, Pos: n.Pos, Quoted: n.Quoted}
		return
	}
	type plain Rung
	source.Decode(n, (*plain)(r), report)
	if r.When == (source.Text{}) && n.Kind == source.Mapping {
		report.Add(source.Missing, n.Pos, "This step needs `when`, a yes/no formula.")
	}
}

// rung is a compiled step of a ladder.
type rung struct {
	degree *Degree  // degree that the step gives
	when   *Formula // formula that must be true
}

// compileForCheck returns a copy of the ladder compiled for one check, with scope p, since each check has its own numbers and results.
func (l *Ladder) compileForCheck(c *compiler, p nameScope) *Ladder {
	own := l.clone()
	own.verifySteps(c)
	own.compile(c, p)
	return own
}

// clone returns a copy of the ladder that can be compiled separately.
func (l *Ladder) clone() *Ladder {
	own := *l
	if l.Draw != nil {
		draw := *l.Draw
		own.Draw = &draw
	}
	return &own
}

// compile compiles the formula of each degree, in the order in which they are tried.
func (l *Ladder) compile(c *compiler, p nameScope) {
	if l.Draw != nil {
		l.Draw.when = c.compileFlag(l.Draw.When, p)
		p.draw = l.Draw.Name
	}
	l.rungs = nil
	for _, entry := range l.Steps {
		when := c.compileFlag(entry.Value.When, p)
		if degree, known := c.rs.Degrees.Get(entry.Name); known {
			l.rungs = append(l.rungs, rung{degree, when})
		}
	}
}

// verifyUnused reports mistakes in a ladder, even if no check uses it. It skips a ladder that a layer removed, since a choice can still
// change its steps.
func (l *Ladder) verifyUnused(c *compiler) {
	if !l.isRemoved(c) {
		l.verifySteps(c)
	}
}

// isRemoved reports whether a layer removed the ladder.
func (l *Ladder) isRemoved(c *compiler) bool {
	return slices.ContainsFunc(c.stack.WrittenLayers(), func(layer *source.Node) bool {
		return slices.ContainsFunc(layer.Get("ladders").Removals(), func(f source.Field) bool { return f.Key == l.Name })
	})
}

// verifyFormulas reports mistakes in the formulas of a ladder that no check uses, unless they are valid for one of the checks.
func (l *Ladder) verifyFormulas(c *compiler) {
	report, first := c.report, (*source.Report)(nil)
	defer func() { c.report = report }()
	for _, check := range c.rs.Checks.All {
		if check.Ladder.Text == l.Name || l.isRemoved(c) {
			return
		}
		c.report = &source.Report{}
		l.clone().compile(c, check.ladderScope())
		if c.report.Len() == 0 {
			return
		}
		if first == nil {
			first = c.report
		}
	}
	if mistakes := (source.Mistakes)(nil); first != nil && errors.As(first.Err(), &mistakes) {
		for _, m := range mistakes {
			report.Adopt(m)
		}
	}
}

// ladderScope returns the scope of the formulas of a check's ladder.
func (check *Check) ladderScope() nameScope {
	return nameScope{check: check, readsSkill: true, readsAction: true, readsAsked: true, numbers: len(check.Numbers), readsRoll: true, results: len(check.Results)}
}

// verifySteps reports unknown degrees, and ladder steps in the wrong order.
func (l *Ladder) verifySteps(c *compiler) {
	for i, entry := range l.Steps {
		if i > 0 && l.Steps[i-1].Value.When.Text == otherwiseName {
			c.report.Warn(source.Unreachable, entry.Pos, "No roll reaches %s: the step before it is `%s`. Put that one last.", entry.Name, otherwiseName)
		}
		findEntry(c, &c.rs.Degrees, source.Text{Text: entry.Name, Pos: entry.Pos}, "degree")
	}
	if len(l.Steps) == 0 || l.Steps[len(l.Steps)-1].Value.When.Text != otherwiseName {
		c.addMistake(source.Hole, l.Pos, "The last step of ladder %s must be `otherwise`, so that every roll has a degree.", l.Name)
	}
}

// WithLadder returns a copy of check with another ladder of the game, for a comparison of the odds. It returns nil if the ladder reads a
// name that the check doesn't have. A nil check is the pack's default.
func (rs *Ruleset) WithLadder(check *Check, ladder *Ladder) *Check {
	if check == nil {
		check = rs.check
	}
	other := *check
	c := &compiler{rs: rs, report: &source.Report{}, tagBits: rs.bits, rulings: map[string]bool{}, scopes: map[nameScope]*formula.Scope[*Frame]{}}
	c.collectWords()
	other.ladder = ladder.compileForCheck(c, other.ladderScope())
	if c.report.Err() != nil {
		return nil
	}
	other.readsOnlyOwnNames = other.isClosed()
	other.readsOnlyChance = other.isBare()
	return &other
}

// Band is a range of a die's faces with the same result: a degree of a check, or a row of a table.
type Band struct {
	From, To int     // lowest and highest face
	Made     bool    // whether the check succeeds
	Again    bool    // whether only rerolls lead to the result; From is then the lowest sum of all rolls that has it, and To is 0
	Open     bool    // whether the ladder's own die still decides the degree
	Degree   *Degree // degree of a check; nil if Open, and for a table
	Row      *Row    // row of a table; nil for a check
	Share    float64 // probability of the result, with rerolls; set only by CheckPreview.Bands
}

// Text returns the faces: "10–22", "22", or "9+" for rerolled dice.
func (b *Band) Text() string {
	switch {
	case b.Again:
		return strconv.Itoa(b.From) + "+"
	case b.From == b.To:
		return strconv.Itoa(b.To)
	}
	return strconv.Itoa(b.From) + "–" + strconv.Itoa(b.To)
}

// hasSameResult reports whether the two bands have the same result.
func (b *Band) hasSameResult(other *Band) bool {
	return b.Made == other.Made && b.Open == other.Open && b.Degree == other.Degree && b.Row == other.Row
}

// groupBands returns the band of each face, as returned by bandOf, with neighbouring faces of the same result merged.
func groupBands(faces int, bandOf func(face int) Band) (list []Band) {
	for face := 1; face <= faces; face++ {
		b := bandOf(face)
		if n := len(list); n > 0 && list[n-1].hasSameResult(&b) {
			list[n-1].To = face
			continue
		}
		b.From, b.To = face, face
		list = append(list, b)
	}
	return list
}

// dieBands returns the results of the faces of the check's die. before is the sum of its earlier rolls if it exploded, to be added to the
// face. The numbers must be in the frame. If the highest face explodes, it counts as the lowest sum that it leads to.
func (check *Check) dieBands(f *Frame, before int) []Band {
	switch {
	case check.facedDie != nil:
		return nil // the single dice of a throw have no result
	case check.hasSeveralDice():
		return check.keptBands(f, f.chk.dice.maxSides(), nil, 0)
	}
	saved := f.chk
	defer func() { f.chk = saved }()
	return groupBands(check.die, func(face int) (b Band) {
		roll := before + face
		if face == check.die && check.Again.rollsAgain(face, check.die, before/check.die) { // the rolls before showed the highest face
			roll++
		}
		return check.bandOf(f, roll)
	})
}

// bandOf returns the result of a roll as a band without faces. The numbers must be in the frame.
func (check *Check) bandOf(f *Frame, roll int) (b Band) {
	// judgeRoll calls the function only if the ladder's own die decides; its face 1 is then arbitrary, so the degree is discarded.
	if b.Made, _, b.Degree = check.judgeRoll(f, roll, func(int) int { b.Open = true; return 1 }); b.Open {
		b.Degree = nil
	}
	return b
}

// ladderBands returns the results of the faces of the ladder's own die, for a given roll of the check.
func (check *Check) ladderBands(f *Frame, roll, faces int) []Band {
	saved := f.chk
	defer func() { f.chk = saved }()
	return groupBands(faces, func(face int) (b Band) {
		b.Made, _, b.Degree = check.judgeRoll(f, roll, func(int) int { return face })
		return b
	})
}

// rowBands returns the rows by the faces of the table's die.
func (t *Table) rowBands() []Band {
	return groupBands(t.die, func(face int) Band { return Band{Row: t.rowFor(float64(face))} })
}

// Bands returns the results of the faces of the die, from the lowest. It is empty if there is no roll, or if dice that are rolled before it
// decide its chance.
func (p *CheckPreview) Bands() []Band {
	// Dice that are rolled first can change its numbers (p.numbersVary) or its chance (p.Varies).
	if p.Check == nil || p.frame == nil || p.Varies() || p.numbersVary || len(p.Ways) > 0 {
		return nil
	}
	list := p.Check.appendExploded(p.frame, 0, p.Check.dieBands(p.frame, 0))
	p.Check.addShares(p.frame, list)
	return list
}

// addShares sets the probability of each band of a check's die.
func (check *Check) addShares(f *Frame, list []Band) {
	if len(list) == 0 {
		return
	}
	faces := 0 // number of faces of the die: the last face of its bands
	for i := range list {
		if !list[i].Again {
			faces = list[i].To
		}
	}
	isSingleDie := !check.hasSeveralDice() || f.chk.dice.plainCount() == 1
	if !isSingleDie && !slices.ContainsFunc(list, func(b Band) bool { return b.Open || b.Degree == nil }) {
		shares := slices.Clone(f.rs.classesByDegree(f, check).shares)
		for i := range list {
			// The first band of a degree gets its whole probability, since all dice together decide the degree, not a single face.
			list[i].Share, shares[list[i].Degree.index] = shares[list[i].Degree.index], 0
		}
		return
	}
	onlyHighestExplodes := check.Again.rollsAgain(faces, faces, 0) && !check.Again.rollsAgain(faces-1, faces, 0)
	if !isSingleDie || !onlyHighestExplodes { // rerolls are not followed
		for i := range list {
			list[i].Share = float64(max(0, list[i].To-list[i].From+1)) / float64(faces)
		}
		return
	}
	saved := f.chk
	defer func() { f.chk = saved }()
	// level is the number of highest faces rolled so far, and share the probability of each face of the next roll.
	for level, share := 0, 1/float64(faces); level <= maxTriedRerolls; level, share = level+1, share/float64(faces) {
		again := level < maxTriedRerolls && check.Again.rollsAgain(faces, faces, level)
		for face := 1; face <= faces; face++ {
			if face == faces && again {
				continue
			}
			b := check.bandOf(f, level*faces+face)
			k := slices.IndexFunc(list, func(other Band) bool { return other.Made == b.Made && other.Open == b.Open && other.Degree == b.Degree })
			if k >= 0 {
				list[k].Share += share
			}
		}
		if !again {
			return
		}
	}
}

// appendExploded appends to list, the bands of a check's die, a band for each degree that only rerolls can reach. before is the sum of
// earlier rolls.
func (check *Check) appendExploded(f *Frame, before int, list []Band) []Band {
	if check.facedDie != nil || len(list) == 0 || !check.Again.rollsAgain(list[len(list)-1].To, list[len(list)-1].To, 0) {
		return list
	}
	saved := f.chk
	defer func() { f.chk = saved }()
	die := list[len(list)-1].To
	for roll := before + die + 1; roll <= before+die*min(check.Again.maxRerolls()+1, maxTriedRerolls); roll++ {
		b := check.bandOf(f, roll)
		if b.From, b.Again = roll, true; !b.Open && !slices.ContainsFunc(list, func(other Band) bool { return other.Degree == b.Degree }) {
			list = append(list, b)
		}
	}
	return list
}

// maxTriedRerolls is the highest number of rerolls that are followed when looking for further degrees and their probabilities.
const maxTriedRerolls = 6

// SuccessFacesText returns the faces with which a check succeeds, such as "6 or less", or "" if they are neither the lowest nor the highest
// faces.
func SuccessFacesText(list []Band) string {
	turns, last := 0, 0 // number of changes between success and failure, and index of the band after the last change
	for i := 1; i < len(list); i++ {
		if list[i].Made != list[i-1].Made {
			turns, last = turns+1, i
		}
	}
	switch {
	case turns != 1:
		return ""
	case list[0].Made:
		return orLessText(list[last-1].To)
	case last == len(list)-1 && list[last].To == list[last].From: // only the highest face
		return strconv.Itoa(list[last].To)
	}
	return strconv.Itoa(list[last].From) + " or more"
}
