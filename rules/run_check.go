package rules

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// The section `checks`: a roll's dice, numbers and results, its chance, and its degree. run_checkdice.go handles several dice.
//
// A check first computes its numbers, the last of which is compared with the roll: a chance, or a target number. The results, formulas that
// read the numbers and the roll, give its success and its margin. The requirement is the number that the roll really has to reach: the last
// number, shifted by other numbers that the results add. A ladder then picks the degree; it can roll a die of its own. Faced dice show
// symbols instead of numbers, and their roll is stored as faceCounts, the number of dice showing each face.
//
// A chance can be computed from what one actor knows of the state (num_unknown.go). The run then records the unknown facts that formulas
// read, and Frame.takeUnknown returns the first one since its last call, so that terms can say what they lack.

// Check is a dice roll: its chance, its die, and the formulas that judge the result. Its last number is the chance. The chance of a check
// that throws faced dice is the share of successful throws.
type Check struct {
	Head    `yaml:",inline"`
	Numbers source.Map[Tally] `yaml:"numbers"`              // Tallies worked out before the roll. The last one is the chance.
	Roll    source.Text       `yaml:"roll" pattern:"faces"` // The die, such as `d100`, or `d(FORMULA)`: `d(DIE)` has as many faces as DIE says.
	Throw   source.Text       `yaml:"throw" of:"dice"`      // A die with symbols, instead of `roll`.
	Dice    source.Text       `yaml:"dice" formula:"yes"`   // The number of dice, rounded down: a formula. Default: 1.
	// The dice that count, of several: `lowest`, `highest`, or a formula such as `edge < 0 ? lowest : highest`.
	Keep      source.Text `yaml:"keep" formula:"yes"`
	KeepCount source.Text `yaml:"kept" formula:"yes"` // The number of dice that count, added up: a formula, such as `kept: 2`. Default: 1.
	Again     *Reroll     `yaml:"again"`              // Makes the dice explode: the face on which a die is rolled again and added.
	// Further dice, by name, rolled with it: `extra: {wild: {roll: d6}}`. `keep` chooses among all the dice.
	Extra             source.Map[ExtraDie]    `yaml:"extra"`
	Results           source.Map[source.Text] `yaml:"results" formula:"yes"` // Formulas worked out after the roll, at least `made` and `margin`: `made: roll <= chance`.
	Ladder            source.Text             `yaml:"ladder" of:"ladders"`   // The ladder that picks the degree of success.
	numbers           []*Tally                // compiled form of the check's numbers, at most maxNumbers
	results           []anyFormula            // compiled results, at most maxNumbers
	ladder            *Ladder                 // ladder that picks the degree, compiled for this check
	die               int                     // number of faces of the die; 0 if sides computes it, or for faced dice
	facedDie          *FacedDie               // faced die that it throws; nil for plain dice
	dice              *Formula                // number of dice; nil for a single die
	sides             *Formula                // formula of the number of faces; nil if that is always die
	keep              *Formula                // dice that count: the highest if above 0, else the lowest; nil for a single die
	counting          *Formula                // number of dice that count; nil for one
	diceModifiers     []linePart              // modifiers read by the formulas of `dice` and `keep`
	facesLater        faceCounts              // faces that are read after the throw
	addends           []int                   // indexes of the numbers (except the last) that results read and that can shift the requirement
	madeIndex         int                     // index of the result `made`
	marginIndex       int                     // index of the result `margin`
	rollsHigh         bool                    // whether high rolls succeed instead of low ones
	movesOneToOne     bool                    // whether a change of the last number by one point changes the needed roll by one point
	readsOnlyOwnNames bool                    // whether the result of a roll depends only on the check's own numbers
	readsOnlyChance   bool                    // whether the result of a roll depends only on the chance
}

// Reroll is the rule of an exploding die: the face on which it is rolled again and added.
type Reroll struct {
	At   source.Text `yaml:"at" pattern:"facespan"` // The faces on which a die is rolled again: `100`, `96-100` or `9+`. Default: the highest.
	Most *int        `yaml:"most"`                  // The highest number of extra rolls, such as 3. Default: no limit.

	Pos      source.Pos `yaml:",pos"`
	from, to int        // lowest and highest of the faces; 0 stands for the highest face of the die
}

// maxAgain is the highest limit on the rerolls of an exploding die, and the default. It is too high to be reached in play.
const maxAgain = 1000

// maxRerolls returns the highest number of rerolls.
func (a *Reroll) maxRerolls() int {
	if a.Most == nil {
		return maxAgain
	}
	return *a.Most
}

// rollsAgain reports whether a die with the given number of sides that shows face is rolled again and added, after
// the given number of rerolls. A nil rule never rolls again.
func (a *Reroll) rollsAgain(face, sides, rerolls int) bool {
	return a != nil && face >= cmp.Or(a.from, sides) && face <= cmp.Or(a.to, sides) && rerolls < a.maxRerolls()
}

// compile reads the faces on which a die is rolled again, and reports impossible ones. sides is the die's number of faces, or 0 if that
// number varies.
func (a *Reroll) compile(c *compiler, sides int) {
	text := strings.TrimSpace(a.At.Text)
	if low, high, ok := strings.Cut(text, "-"); ok {
		a.from, a.to = parseFace(low), parseFace(high)
	} else if low, ok := strings.CutSuffix(text, "+"); ok {
		a.from = parseFace(low)
	} else if text != "" && text != "0" { // 0 stands for the highest face
		a.from = parseFace(text)
		a.to = a.from
	}
	highest := cmp.Or(sides, maxFaces)
	from, to := cmp.Or(a.from, highest), cmp.Or(a.to, highest)
	switch {
	case a.from < 0 || a.to < 0 || from > to:
		c.addMistake(source.BadValue, a.At.Pos, "Expected a face or faces, such as 6, 5-6 or 5+, not %s.", text)
	case to > highest || a.maxRerolls() < 0 || a.maxRerolls() > maxAgain:
		c.addMistake(source.OutOfRange, cmp.Or(a.Pos, a.At.Pos), "The die can be rolled again on faces 1 to %d, at most %d times.", highest, maxAgain)
	case from == 1 && to == highest && a.Most == nil:
		c.addMistake(source.OutOfRange, a.At.Pos, "The die would be rolled again without end. Remove a face, or add `most`.")
	}
}

// parseFace reads a face; -1 for anything but a whole number above 0.
func parseFace(text string) int {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n > 0 {
		return n
	}
	return -1
}

// ExtraDie is a die with a name that is rolled with a check's own, such as a wild die.
type ExtraDie struct {
	Label string      `yaml:"label" text:"line"`    // The name on the screen.
	Roll  source.Text `yaml:"roll" pattern:"faces"` // The die, such as `d6`, or `d(FORMULA)`.
	Dice  source.Text `yaml:"dice" formula:"yes"`   // The number of these dice, rounded down: a formula. 0: none. Default: 1.
	Again *Reroll     `yaml:"again"`                // Makes it explode: the faces on which it is rolled again and added.
	Pos   source.Pos  `yaml:",pos"`
	die   int         // number of faces; 0 if sides computes it
	sides *Formula    // formula of the number of faces; nil if that is always die
	dice  *Formula    // number of these dice; nil for one
}

// maxNumbers is the limit of a check's numbers, and of its results.
const maxNumbers = 6

// checkFrame holds the numbers of the check in progress.
type checkFrame struct {
	numbers [maxNumbers]float64 // values of the numbers
	shift   float64             // requirement minus the last number, see Check.computeShift
	results [maxNumbers]float64 // values of the results
	roll    float64             // roll that is judged
	draw    float64             // roll of the ladder's own die; 0 if it isn't rolled
	against float64             // margin of the opposing check; 0 if unopposed
	thrown  []Die               // dice rolled within the formulas of its numbers
	faces   faceCounts          // faces thrown, for faced dice
	dice    checkDice           // own and extra dice of the check
	decider string              // die whose value counts, in words; "" for a check without named dice
}

// CheckResult is the result of a check that was rolled.
type CheckResult struct {
	Chance       float64  `json:"chance"`         // number that the roll was compared with; a percentage for d100 and faced dice
	Roll         int      `json:"roll"`           // number rolled; for faced dice their faceCounts as a number
	Margin       float64  `json:"margin"`         // amount by which the check succeeded, or failed if negative
	Success      bool     `json:"success"`        // whether the check succeeded
	High         bool     `json:"-"`              // whether the roll had to be high
	Number       string   `json:"-"`              // name of Chance, for the middle of a sentence; "" for a percentage
	Degree       *Degree  `json:"-"`              // degree of success or failure
	Likely       float64  `json:"-"`              // probability of success, before the roll
	Beyond       float64  `json:"-"`              // probability of this degree or a more extreme one, before the roll
	ChanceNotice string   `json:"told,omitempty"` // notice before the roll if its chance is limited; "" for none
	Skill        *Skill   `json:"-"`              // skill used; nil for a statistic
	Rank         float64  `json:"-"`              // rank that counted
	Trained      bool     `json:"-"`              // whether the actor has learnt the skill
	Terms        []Term   `json:"-"`              // terms of the chance
	throw        string   // faces thrown, in words; "" for plain dice
	versus       string   // number of faced dice and the difficulty, such as "3 dice against 2"; "" for plain dice
	points       *float64 // first result of a throw of faced dice; nil for plain dice
	decidingFace float64  // face of the die that decided; 0 if it could only be the check's own
	requirement  float64  // number that a high roll must reach, if its margin doesn't imply it; else 0
	die          string   // die that decided, in words; "" if it could only be the check's own
}

// computeChance computes the numbers of the check in f. It returns the requirement, and a notice if a bound limits the last number. The
// terms are added to trace, which may be nil.
func (check *Check) computeChance(f *Frame, trace *termTrace) (required float64, notice string) {
	last := len(check.numbers) - 1
	var parts *[maxNumbers][]Term // terms of the addends
	if trace != nil && check.movesOneToOne && len(check.addends) > 0 {
		parts = new([maxNumbers][]Term)
	}
	f.takeUnknown()              // forget the unknown facts that were read before
	unknown := f.unknownRecord() // gets, for each number but the last, the first unknown fact that it reads
	if unknown != nil {
		unknown.numbers = [maxNumbers]string{}
	}
	for i, number := range check.numbers {
		var numberTrace *termTrace
		first, isAddend := trace.beginList(), parts != nil && slices.Contains(check.addends, i)
		if i == last || isAddend {
			numberTrace = trace
		}
		f.chk.numbers[i], notice = number.total(f, numberTrace)
		lacks := "" // unknown fact among the terms
		if isAddend {
			parts[i] = trace.endList(first)
			lacks = firstUnknown(parts[i])
		}
		if i < last && unknown != nil {
			unknown.numbers[i] = cmp.Or(f.takeUnknown(), lacks)
		}
	}
	if f.chk.decider = ""; check.hasSeveralDice() {
		f.chk.dice = check.computeDice(f)
	}
	f.chk.shift = 0
	if check.movesOneToOne && len(check.addends) > 0 {
		check.computeShift(f, trace, parts)
	}
	return check.requirement(&f.chk), notice
}

// requirement returns the number that the roll is compared with. The numbers must be computed.
func (check *Check) requirement(chk *checkFrame) float64 {
	if chk.shift == 0 { // no rounding: a third of a per cent stays exact
		return chk.numbers[len(check.numbers)-1]
	}
	return TrimNoise(chk.numbers[len(check.numbers)-1] + chk.shift)
}

// setRequirement sets the last number so that the requirement equals number.
func (check *Check) setRequirement(chk *checkFrame, number float64) {
	last := len(check.numbers) - 1
	chk.numbers[last] = number
	if chk.shift != 0 {
		chk.numbers[last] = TrimNoise(number - chk.shift)
	}
}

// farShift is the amount by which shiftPerPoint changes rolls and numbers to measure their influence on the margin. It exceeds any limit
// that a formula could put on the margin.
const farShift = 1 << 20

// computeShift sets the frame's shift: the amount by which numbers before the last move the requirement, such as a bonus that results add
// to the roll. If parts, the terms of these numbers by index, is given, it adds a term for each to trace. A number that can replace the
// roll, such as a second die, has no shift.
func (check *Check) computeShift(f *Frame, trace *termTrace, parts *[maxNumbers][]Term) {
	var change [maxNumbers]float64
	f.unknownRecord().unknownReadIn(func() { // so that facts read while measuring don't count as read
		for _, i := range check.addends {
			change[i] = TrimNoise(check.shiftPerPoint(f, i) * f.chk.numbers[i])
		}
	})
	for _, i := range check.addends {
		f.chk.shift += change[i]
		if parts == nil {
			continue
		}
		if lacks := firstUnknown(parts[i]); change[i] != 0 || lacks != "" {
			number := check.numbers[i]
			trace.add(Term{Label: number.Label, Value: change[i], Source: number.where, Guide: check.Src, Parts: parts[i], Unknown: lacks != "", Lacks: lacks})
		}
	}
}

// shiftPerPoint returns the rise of the requirement for each point of the number at the given index, rounded to thousandths; 0 if the
// margin doesn't depend on the roll.
func (check *Check) shiftPerPoint(f *Frame, number int) float64 {
	saved := f.chk
	defer func() { f.chk = saved }()
	// Measure how the margin changes with the roll and with the number; the quotient is the rise. The roll is far on the successful side.
	roll := 4 * farShift * collect.Choose(check.rollsHigh, 1.0, -1)
	margin := check.marginAt(f, roll)
	slope := check.marginAt(f, roll+farShift) - margin
	f.chk.numbers[number] += farShift
	if rise := math.Round((margin-check.marginAt(f, roll))/slope*1000) / 1000; !math.IsNaN(rise) && !math.IsInf(rise, 0) {
		return rise
	}
	return 0
}

// judgeRoll judges a roll: success, margin and degree. The numbers must be in the frame. severity rolls the ladder's own die, which has the
// given number of faces; it is called only if that die is needed.
func (check *Check) judgeRoll(f *Frame, roll int, severity func(die int) int) (made bool, margin float64, degree *Degree) {
	if f.chk.roll, f.chk.draw = float64(roll), 0; check.facedDie != nil {
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
	return f.chk.results[check.madeIndex] != 0, TrimNoise(f.chk.results[check.marginIndex]), degree
}

// decidingDie returns the die that decided the roll, in words, and its face, if a number such as a second die can replace the roll. The
// better of the two decides, or the check's own die if they are equal. It returns "" if there is no such number.
func (check *Check) decidingDie(f *Frame) (die string, face float64) {
	saved := f.chk
	if saved.decider != "" {
		return saved.decider, saved.roll
	}
	defer func() { f.chk = saved }()
	better, worst := math.Min, float64(farRoll)
	if check.rollsHigh {
		better, worst = math.Max, -worst
	}
	for i, number := range check.numbers[:len(check.numbers)-1] {
		roll, other := saved.roll, saved.numbers[i]
		best := better(roll, other)
		margin := func(roll, number float64) float64 {
			f.chk.numbers[i] = number
			return check.marginAt(f, roll)
		}
		// The number can replace the roll if the better of the two always determines the margin, whichever of them it is.
		if m := saved.results[check.marginIndex]; margin(best, worst) != m || margin(worst, best) != m || margin(worst, worst) == m {
			continue
		}
		if best == roll {
			sides := check.die
			if check.hasSeveralDice() {
				sides = saved.dice.ownDice().sides
			}
			return cmp.Or(check.describeKeptDice(saved.dice), dieName(sides)), roll
		}
		return number.sentenceName(), other
	}
	return "", 0
}

// unstatedRequirement returns the requirement of a high roll if it isn't the roll minus the margin, as in a check whose margin counts steps
// of four; else 0.
func (check *Check) unstatedRequirement(f *Frame, result *CheckResult) float64 {
	if needed := check.requirement(&f.chk); check.rollsHigh && check.movesOneToOne && result.die == "" && needed != TrimNoise(float64(result.Roll)-result.Margin) {
		return needed
	}
	return 0
}

// marginAt returns the margin of a roll, and stores the check's results for that roll in the frame. The numbers must be in the frame.
func (check *Check) marginAt(f *Frame, roll float64) float64 {
	f.chk.roll = roll
	for i := range check.results {
		f.chk.results[i] = check.results[i].numericValue(f)
	}
	return f.chk.results[check.marginIndex]
}

// compile compiles the dice, numbers, results and ladder of the check.
func (check *Check) compile(c *compiler) {
	check.compileDice(c)
	check.verifyFaceNames(c)
	if check.Again != nil && check.facedDie == nil {
		check.Again.compile(c, check.die)
	}
	check.madeIndex, check.marginIndex = -1, -1
	if len(check.Numbers) == 0 || len(check.Numbers) > maxNumbers || len(check.Results) > maxNumbers {
		c.addMistake(source.OutOfRange, check.Pos, "A check has 1 to %d numbers, and as many results.", maxNumbers)
		return
	}
	p := nameScope{check: check, readsSkill: true, readsAction: true, readsAsked: true}
	c.compileCheckNumbers(check, p)
	p.numbers = len(check.Numbers)
	check.compileCount(c, p)
	p.readsRoll = true
	c.compileCheckResults(check, p)
	check.findAddends()
	if check.madeIndex < 0 || check.marginIndex < 0 {
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

// compileCheckNumbers compiles the numbers of a check, each of which can read the numbers before it.
func (c *compiler) compileCheckNumbers(check *Check, p nameScope) {
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
}

// compileCheckResults compiles the results of a check and finds `made` and `margin` among them. Each result can read the results before it.
func (c *compiler) compileCheckResults(check *Check, p nameScope) {
	for i, entry := range check.Results {
		p.results = i
		check.results = append(check.results, c.compileAny(entry.Value, p))
		switch entry.Name {
		case "made":
			check.madeIndex = i
		case "margin":
			check.marginIndex = i
		}
	}
}

// findAddends sets check.addends to the numbers before the last that the results read. It finds none for faced dice, or if the results
// themselves roll dice.
func (check *Check) findAddends() {
	if check.facedDie != nil || slices.ContainsFunc(check.results, func(r anyFormula) bool { return r.num.Rolls() || r.flag.Rolls() }) {
		return
	}
	for i := range check.numbers[:len(check.numbers)-1] {
		if slices.ContainsFunc(check.results, func(r anyFormula) bool { return slices.Contains(r.readPaths(), check.numbers[i].Name) }) {
			check.addends = append(check.addends, i)
		}
	}
}

// RollPlainCheck rolls a check against a given chance. A nil check is the pack's default.
func (rs *Ruleset) RollPlainCheck(check *Check, chance float64, k DecisionInput) (Decision, error) {
	used := cmp.Or(check, rs.check)
	if used == nil {
		return Decision{}, refuse("%s has no check, so no roll against a chance. Name one with `pack: {check: NAME}`.", rs.Pack.Label)
	}
	if used.facedDie != nil {
		return Decision{}, refuse("%s is rolled with faced dice and has no fixed chance. Name a character and an action.", used.Label)
	}
	p := rs.BarePreview(check, chance)
	r := rs.newRun(nil, k)
	result := &CheckResult{Chance: p.Chance, ChanceNotice: p.Notice, Terms: p.Terms}
	r.roller.judgeCheck(p.frame, p.Check, p.Check.Label, result)
	if r.err != nil {
		return Decision{}, r.err
	}
	out := Outcome{Step: p.Check.Name, Label: p.Check.Label, Kind: stepKindNames[stepCheck], Source: p.Check.where, Guide: p.Check.Src, Dice: r.rolledDice}
	if r.record {
		result.copyInto(&out)
	}
	return Decision{Outcomes: []Outcome{out}, Dice: r.rolledDice}, nil
}

// rollCheck computes the chance of a check on g, rolls it and judges it. purpose is the text that explains the use of its dice. The result
// is overwritten by the next roll.
func (r *Run) rollCheck(g *Frame, check *Check, purpose string) *CheckResult {
	trace, first := r.startTrace()
	r.rollingActor, r.purpose = g.sides[0].actor.Key, purpose
	result := &r.previewRoll
	*result = CheckResult{}
	result.Chance, result.ChanceNotice = r.roller.checkChance(g, check, trace)
	result.Terms = trace.endList(first)
	r.roller.judgeCheck(g, check, purpose, result)
	if r.record && r.err == nil && result.Degree != nil {
		result.Number = check.comparedName()
		if result.High = check.rollsHigh && check.facedDie == nil; check.facedDie != nil {
			result.noteThrow(g, check)
		} else {
			result.die, result.decidingFace = check.decidingDie(g)
			result.requirement = check.unstatedRequirement(g, result)
		}
	}
	result.Skill, result.Rank, result.Trained = g.use.skill, g.use.rank, g.use.trained
	return result
}
