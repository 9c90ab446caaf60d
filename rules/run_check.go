package rules

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// The section `checks`: a roll's dice, numbers and results, its chance, and its degree. Several dice are in run_checkdice.go.

// Check is a dice roll: its chance, its die, and the formulas that judge the result. The last of its numbers is the
// chance. A check that throws faces has the share of successful throws as its chance.
type Check struct {
	Head    `yaml:",inline"`
	Numbers source.Map[Tally] `yaml:"numbers"`              // Tallies worked out before the roll. The last one is the chance.
	Roll    source.Text       `yaml:"roll" pattern:"faces"` // The die, such as `d100`, or `d(FORMULA)`: `d(DIE)` has as many faces as DIE says.
	Throw   source.Text       `yaml:"throw" of:"dice"`      // A die with symbols, instead of `roll`.
	Dice    source.Text       `yaml:"dice" formula:"yes"`   // The number of dice, rounded down: a formula. Default: 1.
	// The dice that count, of several: `lowest`, `highest`, or a formula such as `edge < 0 ? lowest : highest`.
	Keep       source.Text             `yaml:"keep" formula:"yes"`
	KeepCount  source.Text             `yaml:"kept" formula:"yes"`    // The number of dice that count, added up: a formula, such as `kept: 2`. Default: 1.
	Again      *Reroll                 `yaml:"again"`                 // Makes the dice explode: the face on which a die is rolled again and added.
	Results    source.Map[source.Text] `yaml:"results" formula:"yes"` // Formulas worked out after the roll, at least `made` and `margin`: `made: roll <= chance`.
	Ladder     source.Text             `yaml:"ladder" of:"ladders"`   // The ladder that picks the degree of success.
	numbers    []*Tally
	results    []anyFormula
	ladder     *Ladder
	die        int
	faced      *FacedDie  // the faced die that it throws; nil for plain dice
	dice       *Formula   // the number of dice; nil for one
	sides      *Formula   // the number of faces of the die; nil if always `die`
	keep       *Formula   // above 0: the highest dice count, else the lowest; nil for one die
	counting   *Formula   // the number of dice that count; nil for one
	counted    []linePart // modifiers read by the formulas of `dice` and `keep`
	facesLater faceCounts // the faces read after the throw
	addends    []int      // indexes of numbers before the last that results read, and which can shift the requirement
	made       int        // index of the result `made`
	margin     int        // index of the result `margin`
	high       bool       // high rolls succeed, not low ones
	direct     bool       // the roll is compared with the last number, not with another random one
	closed     bool       // the result of a roll depends only on the check's own numbers
	bare       bool       // the result of a roll depends only on the chance
}

// Reroll is the rule of an exploding die: the face on which it is rolled again and added.
type Reroll struct {
	At   int  `yaml:"at"`   // The face on which a die is rolled again, such as 100. Default: the highest.
	Most *int `yaml:"most"` // The highest number of extra rolls, such as 3. Default: no limit.

	Pos source.Pos `yaml:",pos"`
}

// maxAgain is the default limit of rerolls of an exploding die, too high to be met in play.
const maxAgain = 1000

// maxRerolls returns the highest number of rerolls.
func (a *Reroll) maxRerolls() int {
	if a.Most == nil {
		return maxAgain
	}
	return *a.Most
}

// maxNumbers is the limit of a check's numbers, and of its results.
const maxNumbers = 6

// checkFrame holds the numbers of the check under way.
type checkFrame struct {
	numbers [maxNumbers]float64
	shift   float64 // sum that the numbers before the last add to the requirement
	results [maxNumbers]float64
	roll    float64
	draw    float64
	against float64
	thrown  []Die      // the dice that were rolled for its numbers
	faces   faceCounts // the faces thrown, for a check that throws faces
	dice    checkDice
}

// CheckResult is the result of a check that was rolled.
type CheckResult struct {
	Chance  float64  `json:"chance"`
	Roll    int      `json:"roll"`
	Margin  float64  `json:"margin"`
	Success bool     `json:"success"`
	High    bool     `json:"-"` // as in Outcome
	Number  string   `json:"-"`
	Degree  *Degree  `json:"-"`
	Likely  float64  `json:"-"` // as in Outcome
	Beyond  float64  `json:"-"`
	Told    string   `json:"told,omitempty"` // the notice before the roll if its chance is limited
	Skill   *Skill   `json:"-"`
	Rank    float64  `json:"-"`
	Trained bool     `json:"-"`
	Terms   []Term   `json:"-"`
	throw   string   // the faces thrown; empty for plain dice
	versus  string   // number of dice and difficulty, in words
	points  *float64 // the first result of a throw of faces; nil for plain dice
	counted float64  // the face of die, if another die than the check's decided
	needed  float64  // the requirement of a high roll that its margin doesn't tell; else 0
	die     string   // the die that decided, in words; empty if it could only be the check's own
}

// computeChance computes the numbers of the check in f and returns the requirement: the last number plus the shift by other numbers that
// results read. trace gets the terms of each.
func (check *Check) computeChance(f *Frame, trace *termTrace) (chance float64, notice string) {
	last := len(check.numbers) - 1
	var parts *[maxNumbers][]Term // the terms of the addends
	if trace != nil && check.direct && len(check.addends) > 0 {
		parts = new([maxNumbers][]Term)
	}
	f.takeUnknown()
	unknown := f.unknownRecord()
	if unknown != nil {
		unknown.numbers = [maxNumbers]string{}
	}
	for i, number := range check.numbers {
		var into *termTrace
		first, adds := trace.beginList(), parts != nil && slices.Contains(check.addends, i)
		if i == last || adds {
			into = trace
		}
		f.chk.numbers[i], notice = number.total(f, into)
		lacks := ""
		if adds {
			parts[i] = trace.endList(first)
			lacks = firstUnknown(parts[i])
		}
		if i < last && unknown != nil {
			unknown.numbers[i] = cmp.Or(f.takeUnknown(), lacks)
		}
	}
	if check.hasSeveralDice() {
		f.chk.dice = check.computeDice(f)
	}
	f.chk.shift = 0
	if check.direct && len(check.addends) > 0 {
		check.computeShift(f, trace, parts)
	}
	return check.requirement(&f.chk), notice
}

// requirement returns the number that the roll is compared with, once the numbers are computed.
func (check *Check) requirement(chk *checkFrame) float64 {
	if chk.shift == 0 { // no rounding: a third of a per cent stays exact
		return chk.numbers[len(check.numbers)-1]
	}
	return TrimNoise(chk.numbers[len(check.numbers)-1] + chk.shift)
}

// setRequirement sets the last number so that the requirement is number.
func (check *Check) setRequirement(chk *checkFrame, number float64) {
	if chk.numbers[len(check.numbers)-1] = number; chk.shift != 0 {
		chk.numbers[len(check.numbers)-1] = TrimNoise(number - chk.shift)
	}
}

// farShift is the amount added to rolls and numbers to measure their influence on the margin. It is beyond any bound of a margin.
const farShift = 1 << 20

// computeShift sets the frame's shift: how far the numbers before the last move the requirement, such as a bonus that results add to the
// roll. It notes a term for each. A number that replaces the roll, such as another die, shifts nothing.
func (check *Check) computeShift(f *Frame, trace *termTrace, parts *[maxNumbers][]Term) {
	var change [maxNumbers]float64
	f.unknownRecord().readsUnknown(func() {
		for _, i := range check.addends {
			change[i] = TrimNoise(check.shiftPerPoint(f, i) * f.chk.numbers[i])
		}
	})
	for _, i := range check.addends {
		if f.chk.shift += change[i]; parts == nil {
			continue
		}
		if lacks := firstUnknown(parts[i]); change[i] != 0 || lacks != "" {
			number := check.numbers[i]
			trace.add(Term{Label: number.Label, Value: change[i], Source: number.where, Guide: check.Src, Parts: parts[i], Unknown: lacks != "", Lacks: lacks})
		}
	}
}

// shiftPerPoint returns by how much the needed roll rises for each point of the number at the given index.
func (check *Check) shiftPerPoint(f *Frame, number int) float64 {
	saved := f.chk
	defer func() { f.chk = saved }()
	roll := 4 * farShift * collect.Choose(check.high, 1.0, -1)
	at := check.marginAt(f, roll)
	slope := check.marginAt(f, roll+farShift) - at
	f.chk.numbers[number] += farShift
	if by := math.Round((at-check.marginAt(f, roll))/slope*1000) / 1000; !math.IsNaN(by) && !math.IsInf(by, 0) {
		return by
	}
	return 0
}

// rollsAgain reports whether a die with the given number of sides that shows face is rolled again and added, after rerolls
// rerolls.
func (check *Check) rollsAgain(face, sides, rerolls int) bool {
	return check.Again != nil && face == cmp.Or(check.Again.At, sides) && rerolls < check.Again.maxRerolls()
}

// judgeRoll judges a roll: success, margin and degree. The numbers must be in the frame. severity rolls the ladder's own die and is
// called only if that die is needed.
func (check *Check) judgeRoll(f *Frame, roll int, severity func(die int) int) (made bool, margin float64, degree *Degree) {
	if f.chk.roll, f.chk.draw = float64(roll), 0; check.faced != nil {
		f.chk.roll, f.chk.faces = 0, faceCounts(roll)
	}
	for i := range check.results {
		f.chk.results[i] = check.results[i].numericValue(f)
	}
	if draw := check.ladder.Draw; draw != nil && f.isTrue(draw.when) {
		f.chk.draw = float64(severity(draw.die))
	}
	for i := range check.ladder.rungs {
		if f.isTrue(check.ladder.rungs[i].when) {
			degree = check.ladder.rungs[i].degree
			break
		}
	}
	return f.chk.results[check.made] != 0, TrimNoise(f.chk.results[check.margin]), degree
}

// decidingDie returns the die that decided the roll, in words, and its face, if a number such as another die can replace the roll.
// The better of the two decides, the check's own if they are equal. Without such a number it returns "".
func (check *Check) decidingDie(f *Frame) (die string, face float64) {
	saved := f.chk
	defer func() { f.chk = saved }()
	better, worst := math.Min, float64(farRoll)
	if check.high {
		better, worst = math.Max, -worst
	}
	for i, number := range check.numbers[:len(check.numbers)-1] {
		roll, other := saved.roll, saved.numbers[i]
		best := better(roll, other)
		margin := func(roll, number float64) float64 {
			f.chk.numbers[i] = number
			return check.marginAt(f, roll)
		}
		if m := saved.results[check.margin]; margin(best, worst) != m || margin(worst, best) != m || margin(worst, worst) == m {
			continue
		}
		if best == roll {
			sides := check.die
			if check.hasSeveralDice() {
				sides = saved.dice.sides
			}
			return cmp.Or(check.keptDice(saved.dice), dieName(sides)), roll
		}
		return number.sentenceName(), other
	}
	return "", 0
}

// untoldRequirement returns the requirement of a high roll if the margin doesn't tell it, as in a check that counts by fours; else 0.
func (check *Check) untoldRequirement(f *Frame, result *CheckResult) float64 {
	if needed := check.requirement(&f.chk); check.high && check.direct && result.die == "" && needed != TrimNoise(float64(result.Roll)-result.Margin) {
		return needed
	}
	return 0
}

// marginAt returns the margin of a roll and leaves its results in the frame. The numbers must be in the frame.
func (check *Check) marginAt(f *Frame, roll float64) float64 {
	f.chk.roll = roll
	for i := range check.results {
		f.chk.results[i] = check.results[i].numericValue(f)
	}
	return f.chk.results[check.margin]
}

// compile compiles the dice, numbers, results and ladder of the check. A number can read those before it.
func (check *Check) compile(c *compiler) {
	check.compileDice(c)
	check.verifyFaceNames(c)
	if reroll := check.Again; reroll != nil && check.die > 0 && (reroll.At < 0 || reroll.At > check.die || reroll.maxRerolls() < 0 || reroll.maxRerolls() > maxAgain) {
		c.addMistake(source.OutOfRange, cmp.Or(reroll.Pos, check.Pos), "The die can be rolled again on faces 1 to %d, at most %d times.", check.die, maxAgain)
	}
	check.made, check.margin = -1, -1
	if len(check.Numbers) == 0 || len(check.Numbers) > maxNumbers || len(check.Results) > maxNumbers {
		c.addMistake(source.OutOfRange, check.Pos, "A check has 1 to %d numbers, and as many results.", maxNumbers)
		return
	}
	p := nameScope{check: check, skill: true, action: true, asked: true}
	for i := range check.Numbers {
		number := &check.Numbers[i].Value
		number.setName(check.Numbers[i].Name, check.Numbers[i].Pos)
		p.numbers = i
		number.compile(c, p)
		for _, line := range number.Lines {
			if line.Src == "" {
				line.Src = check.Src
			}
		}
		check.numbers = append(check.numbers, number)
	}
	p.numbers = len(check.Numbers)
	check.compileCount(c, p)
	p.rolled = true
	for i, entry := range check.Results {
		p.results = i
		check.results = append(check.results, c.compileAny(entry.Value, p))
		switch entry.Name {
		case "made":
			check.made = i
		case "margin":
			check.margin = i
		}
	}
	check.findAddends()
	if check.made < 0 || check.margin < 0 {
		c.addMistake(source.Missing, check.Pos, "Check %s needs the results made and margin.", check.Name)
		return // its ladder reads them
	}
	p.results = len(check.Results)
	ladder := findEntry(c, &c.rs.Ladders, check.Ladder, "ladder")
	switch {
	case ladder != nil:
		check.ladder = ladder.compileForCheck(c, p)
	case check.Ladder.Text == "":
		c.addMistake(source.Missing, check.Pos, "Check %s needs a ladder, which names its degrees.", check.Name)
	}
}

// findAddends finds the numbers before the last that the results read.
func (check *Check) findAddends() {
	if check.faced != nil || slices.ContainsFunc(check.results, func(r anyFormula) bool { return r.num.Rolls() || r.flag.Rolls() }) {
		return
	}
	for i := range check.numbers[:len(check.numbers)-1] {
		if slices.ContainsFunc(check.results, func(r anyFormula) bool { return slices.Contains(r.readPaths(), check.numbers[i].Name) }) {
			check.addends = append(check.addends, i)
		}
	}
}

// Throw rolls a check against a chance that the caller gives. A nil check is the pack's usual one.
func (rs *Ruleset) Throw(check *Check, chance float64, k Known) (Decision, error) {
	used := cmp.Or(check, rs.check)
	if used == nil {
		return Decision{}, refuse("%s has no check, so no roll against a chance. Name one with `pack: {check: NAME}`.", rs.Pack.Label)
	}
	if used.faced != nil {
		return Decision{}, refuse("%s is rolled with faced dice and has no fixed chance. Name a character and an action.", used.Label)
	}
	p := rs.Bare(check, chance)
	r := rs.newRun(nil, k)
	result := &CheckResult{Chance: p.Chance, Told: p.Notice, Terms: p.Terms}
	r.roller.judgeCheck(p.at, p.Check, p.Check.Label, result)
	if r.err != nil {
		return Decision{}, r.err
	}
	out := Outcome{Step: p.Check.Name, Label: p.Check.Label, Kind: kindNames[stepCheck], Source: p.Check.where, Guide: p.Check.Src, Dice: r.rolledDice}
	if r.record {
		result.copyInto(&out)
	}
	return Decision{Outcomes: []Outcome{out}, Dice: r.rolledDice}, nil
}

// rollCheck computes the chance of a check, rolls it and judges it. The result is overwritten by the next roll.
func (r *Run) rollCheck(g *Frame, check *Check, purpose string) *CheckResult {
	trace, first := r.startTrace()
	r.rollingActor, r.purpose = g.sides[0].actor.Key, purpose
	result := &r.previewRoll
	*result = CheckResult{}
	result.Chance, result.Told = r.roller.checkChance(g, check, trace)
	result.Terms = trace.endList(first)
	r.roller.judgeCheck(g, check, purpose, result)
	if r.record && r.err == nil && result.Degree != nil {
		result.Number = check.comparedName()
		if result.High = check.high && check.faced == nil; check.faced != nil {
			result.noteThrow(g, check)
		} else {
			result.die, result.counted = check.decidingDie(g)
			result.needed = check.untoldRequirement(g, result)
		}
	}
	result.Skill, result.Rank, result.Trained = g.use.skill, g.use.rank, g.use.trained
	return result
}
