package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Results that the game master sets in place of the dice, by the name of a step. They are checked against the step's possible results. If
// several steps have the name, a path distinguishes them: the names of the steps that run one another, joined by dots. The outcome of a
// step is its record in the log. A savepoint holds the lengths of a run's lists of dice and events when a step begins, so that the record
// gets only what the step added.

// Words that overrule a step. Checks also accept a degree, tables a row, and numbers another value.
const (
	overruleMade   = "made"
	overruleMissed = "missed"
	overruleSkip   = "skip"
)

// takeOverrule returns the result that the game master set for the step, and marks the step's outcome as overruled. ok is false if no
// result was set, or if the run has failed.
func (p stepper) takeOverrule() (text string, ok bool) {
	if len(p.overrule) == 0 {
		return "", false
	}
	if text, ok = p.findOverrule(); ok {
		p.out.Overruled, p.out.Because = true, p.overruleReason
		if _, byName := p.overrule[p.step.Name]; !byName {
			p.out.Way = p.stepPath()
		}
	}
	return text, ok && p.err == nil
}

// findOverrule returns the result that the game master set for the step: under its name, which applies to every step of that name, or under
// its path or the end of its path, such as guard.thrown.
func (p stepper) findOverrule() (text string, ok bool) {
	for path, result := range p.overrule {
		if strings.Contains(path, ".") && isPathEnd(p.stepPath(), path) {
			return result, true
		}
	}
	text, ok = p.overrule[p.step.Name]
	return text, ok
}

// stepPath returns the names of the steps in progress, from the outermost to the current step, joined by dots.
func (r *Run) stepPath() string {
	names := make([]string, 0, len(r.stack))
	for _, sf := range r.stack {
		if i := sf.at - 1; i >= 0 && i < len(sf.seq.steps) {
			names = append(names, sf.seq.steps[i].Name)
		}
	}
	return strings.Join(names, ".")
}

// isPathEnd reports whether path, the path of a step, is name or ends with it.
func isPathEnd(path, name string) bool { return path == name || strings.HasSuffix(path, "."+name) }

// IsNamed reports whether name refers to the step: its own name, or the end of its path.
func (o *Outcome) IsNamed(name string) bool {
	return o.Step == name || o.Way != "" && isPathEnd(o.Way, name)
}

// UniqueName returns a name that refers to this step only, even if several steps share its name.
func (o *Outcome) UniqueName() string { return cmp.Or(o.Way, o.Step) }

// skipsOverruled reports whether the game master skipped the step, and records the skip. For a step without a result, any word other than
// skip makes the run fail.
func (p stepper) skipsOverruled() bool {
	text, ok := p.findOverrule()
	if !ok || p.err != nil {
		return false
	}
	switch p.step.kind {
	case stepCheck, stepTable, stepTally, stepValue, stepThrow, stepAsk: // these kinds can also be given a result
	default:
		if text != overruleSkip {
			p.err = refuse("%s can only be skipped. Type `overrule %s %s`.", p.step.Label, p.step.Name, overruleSkip)
		}
	}
	if text != overruleSkip {
		return false
	}
	if p.record {
		out := Outcome{Text: "skipped", Overruled: true, Because: p.overruleReason}
		if _, byName := p.overrule[p.step.Name]; !byName {
			out.Way = p.stepPath()
		}
		p.out = &out
		p.recordStep(p.savepoint())
	}
	return true
}

// overruleCheck changes the result of a rolled check to the result that the game master set, with the smallest margin that fits it. The
// face that was rolled stays on record.
func (p stepper) overruleCheck(c *CheckResult) {
	text, ok := p.takeOverrule()
	if !ok {
		return
	}
	fits := p.step.check.parseVerdict(text)
	if fits == nil {
		p.err = refuse("%s must be %s, %s, %s, or one of: %s.", p.step.Label, overruleMade, overruleMissed, overruleSkip, p.step.check.degreeNames())
		return
	}
	if fits(c.Success, c.Degree) {
		return
	}
	if !p.step.check.imagineRoll(p.f, c, fits) {
		p.err = refuse("No roll of %s results in %s. Choose another.", MidSentence(p.step.Label), text)
	}
}

// parseVerdict parses a result of the check, which is made, missed or a degree, and returns a function that reports whether a roll fits it.
// It returns nil for any other text.
func (check *Check) parseVerdict(text string) func(made bool, degree *Degree) bool {
	if text == overruleMade || text == overruleMissed {
		return func(made bool, _ *Degree) bool { return made == (text == overruleMade) }
	}
	for _, rung := range check.ladder.rungs {
		if wanted := rung.degree; wanted.Name == text || strings.EqualFold(wanted.Label, text) {
			return func(_ bool, degree *Degree) bool { return degree == wanted }
		}
	}
	return nil
}

// degreeNames lists the names of the degrees that the check can reach.
func (check *Check) degreeNames() string {
	var names []string
	for _, rung := range check.ladder.rungs {
		if !slices.Contains(names, rung.degree.Name) {
			names = append(names, rung.degree.Name)
		}
	}
	return strings.Join(names, ", ")
}

// maxRollFactor is the highest roll that closestFittingRoll tries, in multiples of the die's faces.
const maxRollFactor = 4

// imagineRoll finds a roll near the chance whose result fits, and stores it in the frame and in result. If none fits, it tries a
// medium chance and then a certain one. The ladder's own die shows its middle face unless only another face fits. imagineRoll returns
// false if no roll fits.
func (check *Check) imagineRoll(f *Frame, result *CheckResult, fits func(bool, *Degree) bool) bool {
	if check.hasSeveralDice() {
		return check.imagineThrow(f, result, fits)
	}
	original := check.requirement(&f.chk)
	draws := []int{0} // faces to try of the ladder's own die, the middle one first; 0 without that die
	if check.ladder.Draw != nil {
		draws[0] = check.ladder.Draw.die / 2
		for face := range check.ladder.Draw.die {
			draws = append(draws, face+1)
		}
	}
	for _, draw := range draws {
		for _, chance := range []float64{original, float64(check.die / 2), float64(check.die)} {
			check.setRequirement(&f.chk, chance)
			severity := func(int) int { return draw } // returns the face of the ladder's own die, as in judgeRoll
			if roll := check.closestFittingRoll(f, severity, fits); roll > 0 {
				result.Success, result.Margin, result.Degree = check.judgeRoll(f, roll, severity)
				check.setRequirement(&f.chk, original)
				return true
			}
		}
	}
	return false
}

// closestFittingRoll returns the fitting roll with the smallest margin, even if the die can't show it; 0 if none fits. severity is as in
// judgeRoll.
func (check *Check) closestFittingRoll(f *Frame, severity func(int) int, fits func(bool, *Degree) bool) (best int) {
	minimum := math.Inf(1)
	for roll := 1; roll <= maxRollFactor*check.die; roll++ {
		made, margin, degree := check.judgeRoll(f, roll, severity)
		if fits(made, degree) && math.Abs(margin) < minimum {
			best, minimum = roll, math.Abs(margin)
		}
	}
	return best
}

// overruleRow replaces the row of a table with the row that the game master set, and with a side of the body if the row is paired.
func (p stepper) overruleRow() {
	text, ok := p.takeOverrule()
	if !ok {
		return
	}
	side, name := p.step.table.cutSide(text)
	var names []string
	for _, row := range p.step.table.rows {
		if row.Name == strings.ReplaceAll(name, " ", "_") || strings.EqualFold(row.Label, name) {
			p.result.row = row
			if side == "" && row.Paired {
				side = cmp.Or(p.step.table.sideOfFace(row, p.out.Roll), p.result.side)
			}
			p.result.side = side
			return
		}
		names = append(names, row.Name)
	}
	p.err = refuse("%s must be %s, or one of: %s.", p.step.Label, overruleSkip, strings.Join(names, ", "))
}

// overruleNumber replaces the number of a tally or a value with the number that the game master set. The difference becomes a term.
func (p stepper) overruleNumber() {
	total := &p.result.total
	text, ok := p.takeOverrule()
	if !ok {
		return
	}
	value, number := source.ReadNumber(text)
	if !number {
		p.err = refuse("%s must be %s or a number, not “%s”.", p.step.Label, overruleSkip, text)
		return
	}
	if p.record {
		p.out.Terms = append(p.out.Terms, Term{Label: "Overruled", Value: TrimNoise(value - *total)})
	}
	*total = value
}

// recordStep records the outcome of the step, with the dice and events since before, the savepoint at its start. A step without any effect,
// or an offer that was declined, leaves no record.
func (p stepper) recordStep(before savepoint) {
	p.out.Step, p.out.Label, p.out.Kind = p.step.Name, p.step.Label, stepKindNames[p.step.kind]
	switch p.step.kind {
	case stepThrow:
		p.out.Label, p.out.faces = throwLabel(p.step, callingStep(p.Run, 0)), p.result.faces
	case stepPick:
		p.out.pickedFrom = p.result.total
	}
	p.out.Source, p.out.Guide, p.out.Secret = p.step.where, p.step.Src, p.out.Secret || p.secret || p.f.tags.overlaps(&p.rs.secret)
	// sides[0] is the side of the acting actor, sides[1] the side of the other one. An actor without a key stands for nobody.
	p.out.Who, p.out.Whom = p.f.sides[0].actor.Key, p.f.sides[1].actor.Key
	p.out.Path, p.out.Doer = p.f.seq.path, p.out.Who
	if tool := p.f.sides[0].tool; p.out.Doer == "" {
		p.out.Asked = p.f.askedNumber
	} else if tool != nil {
		p.out.Tool = tool.Name
	}
	switch side := p.f.sides[0]; {
	case side.task != nil:
		p.out.Ability = side.task.Name
	case side.skill != nil:
		p.out.Ability = side.skill.Name
	case side.stat != nil:
		p.out.Ability = side.stat.Name
	}
	// A step for a whole side has the actor itself as its subject, unless it is carried out once for each actor of the side.
	isForSide := p.step.Who == whoOurs || p.step.Who == whoTheirs
	if p.step.Who != "" && (!isForSide || p.step.hasSeveralSubjects()) { // the subject isn't the actor
		p.out.Who, p.out.Whom = p.out.Whom, ""
	}
	if p.out.Whom != "" && p.f.sides[1].actor.IsSide() {
		p.out.Whom = "" // a side is not a target
	}
	hasNoEffect := p.step.kind == stepDo && len(p.events) == before.events && len(p.rolledDice) == before.dice
	isDeclined := p.step.kind == stepOffer && p.out.Choice == ""
	if !p.out.Overruled && (hasNoEffect || isDeclined) {
		return
	}
	p.insertRecord(*p.out, before)
}
