package rules

import (
	"fmt"
	"math/big"
	"slices"

	"hybrid/rules/collect"
)

// The roller settles what a run leaves to chance. Here are those of play (thrown), of play in place (unrecorded) and of
// previews (unrolled); the explorer is in odds_explorer.go.

// roller settles what a run leaves to chance: by dice, by going on in every branch, or not at all.
type roller interface {
	// step carries out a step of a sequence, for each whom it is about; it reports whether the sequence ends here.
	step(f *Frame, step *Step, result *stepResult) (stop bool)
	// die is the face that a die shows.
	die(faces int, purpose string) int
	// face is what a die with faces shows.
	face(die *FacedDie, purpose string) int
	// throwing throws dice with faces for a step, at first or more.
	throwing(step *Step, die *FacedDie, dice int) faceCounts
	// sum is what some dice of a formula add up to.
	sum(count, faces int) float64
	// chance works out the numbers of a check on a frame; the last is its chance.
	chance(g *Frame, check *Check, trace *termTrace) (chance float64, notice string)
	// judge rolls a check whose chance is in the frame, and completes its result by what came of it.
	judge(g *Frame, check *Check, purpose string, result *CheckResult)
	// rolls reports whether a check is rolled, whose frame is ready; a preview stops there instead.
	rolls(f *Frame, step *Step) bool
	// runsResults reports whether the effects of a check's result are carried out.
	runsResults() bool
	// settlesFilters reports whether checks on filter skills before a check are settled without rolling them.
	settlesFilters(f *Frame, step *Step, list []*Skill) bool
	// rejectsImpossible reports whether an impossible answer is an error; odds skip it instead.
	rejectsImpossible() bool
	// unanswered is a question, by its key, to which no answer is known.
	unanswered(key string, need func() *Need)
	// later reports whether what comes at later counts is settled, such as initiative.
	runsFuture() bool
	// setEffort says whose effort costs points from here on, and returns whose did; nil for none.
	setEffort(a *Actor) (before *Actor)
	// notePoints notes points that an actor loses, or with less than 0 gains.
	notePoints(a *Actor, pool *Pool, points float64)
	// notePrice notes points that an actor pays for what it does.
	notePrice(a *Actor, pool *Pool, points float64)
	// row is the row of a table that a step rolls on, with the face that fell, 0 for none; nil where the run has come to its
	// end.
	row(f *Frame, step *Step) (row *Row, side string, face int)
}

// thrown is the roller of what is played: dice fall, and are written down unless it is played in place.
type thrown struct{ r *Run }

// step carries out a step, once for each actor concerned if it concerns several.
func (t thrown) step(f *Frame, step *Step, result *stepResult) (stop bool) {
	r := t.r
	if !step.several() {
		return t.carryOut(f, step, result)
	}
	saved, depth := *f, len(r.stack)
	for _, a := range r.concerned(f, step) {
		f.sides[1] = r.side(a)
		r.tagged(f, true, nil)
		t.carryOut(f, step, result)
		if len(r.stack) > depth {
			r.carry()
			r.pop(depth)
			endExpired(r)
		}
		*f = saved
	}
	return false
}

// carryOut carries out a step for one.
func (t thrown) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if t.r.steps++; t.r.steps > maxSteps {
		t.r.err = errEndless
		return true
	}
	return t.r.carryOut(f, step, result)
}

// die throws a die and records it. Without a die the run's error is a Need, and 0 is returned.
func (t thrown) die(faces int, purpose string) int {
	r := t.r
	face, typed := t.throw(faces, purpose)
	if r.err != nil {
		return 0
	}
	if len(r.rolledDice) == maxSteps {
		r.err = errEndless
		return 0
	}
	r.rolledDice = append(r.rolledDice, Die{Die: dieName(faces), Result: face, Typed: typed, For: purpose, Who: r.rolling})
	return face
}

// throw throws a die; it comes to 0 where that stops the run.
func (t thrown) throw(faces int, purpose string) (face int, typed bool) {
	r := t.r
	if dice, ok := r.dice.(Asker); ok {
		dice.Asks(r.rolling, r.hushed || r.secret)
	}
	face, typed, err := r.dice.Roll(faces, purpose)
	if err != nil {
		r.err = err
		if need, ok := err.(*Need); ok && need.Who == "" {
			need.Who, need.Secret = r.rolling, r.hushed || r.secret
		}
		return 0, false
	}
	return face, typed
}

// sum throws count dice and returns their sum. A Need for one of them says which it is, and what those before it came to.
func (t thrown) sum(count, faces int) float64 {
	sum := 0
	for i := range count {
		sum += t.r.die(faces, t.r.purpose)
		if need, ok := t.r.err.(*Need); ok && count > 1 {
			if need.Nth, need.Count = i+1, count; i > 0 {
				need.Thrown = fmt.Sprintf("%d so far", sum)
			}
		}
		if t.r.err != nil {
			break
		}
	}
	return float64(sum)
}

// chance returns the chance of a check and a notice if the chance was limited. For dice with named faces it is the share of
// successes.
func (t thrown) chance(g *Frame, check *Check, trace *termTrace) (chance float64, notice string) {
	before := len(t.r.rolledDice)
	chance, notice = check.chance(g, trace)
	g.chk.thrown = t.r.rolledDice[before:len(t.r.rolledDice):len(t.r.rolledDice)]
	if t.r.laid != nil {
		g.chk.dice.count = t.r.laid.dice()
	}
	if check.faced != nil && t.r.record && t.r.err == nil {
		chance = t.r.rs.sharedChance(g, check)
	}
	return chance, notice
}

// judge throws the dice of a check, or takes those laid by hand, and fills in result.
func (t thrown) judge(g *Frame, check *Check, purpose string, result *CheckResult) {
	r := t.r
	added := check.faced == nil && g.chk.dice.counting > 1 && r.err == nil
	if r.laid != nil {
		result.Roll = int(*r.laid)
	} else if r.err == nil { // else a die of its numbers is missing
		result.Roll = check.throw(r, g, purpose)
	}
	if r.err != nil {
		if need, ok := r.err.(*Need); ok {
			need.fell = collect.Map(g.chk.thrown, func(d Die) int { return d.Result })
			if check.faced != nil {
				need.Versus, need.Chance = check.versus(&g.chk), result.Chance
			} else if need.Added = added; added {
				likely := (&CheckPreview{Check: check, at: g, Chance: result.Chance, Least: result.Chance, Most: result.Chance}).Likelihood()
				need.Versus, need.Chance = likely.NumberText(), percent*likely.Made
			}
		}
		r.names(g)
		return
	}
	result.Success, result.Margin, result.Degree = check.judge(g, result.Roll, func(die int) int {
		return r.die(die, purpose)
	})
	if r.err != nil {
		roll := result.Roll
		r.shows(func(die int) []Band { return check.ladderBands(g, roll, die) })
		sayBefore(r.err, roll)
		r.names(g)
	}
	if r.record && r.err == nil && (check != r.rs.check || !check.bare || len(g.chk.thrown) > 0 || !check.inPercent()) {
		saved := g.chk
		odds, made := r.oddsBefore(g, check)
		result.Likely, result.Beyond = made, Beyond(odds, result.Degree.Label, result.Success)
		g.chk = saved
	}
}

// oddsBefore returns the odds of a check that was rolled as they were before its first die, one of its numbers included. Too many ways
// for these to fall count as they fell.
func (r *Run) oddsBefore(g *Frame, check *Check) (odds []Odd, made float64) {
	if len(g.chk.thrown) == 0 {
		return (&CheckPreview{Check: check, at: g}).Odds()
	}
	saved, each, roller, used := g.chk, &numberRoller{thrown: thrown{r}}, r.roller, len(r.usedUp)
	shares := make([]float64, len(r.rs.Degrees.All))
	r.roller = each
	defer func() { r.roller = roller }()
	for ways, more := 0, true; more; ways++ {
		if ways == maxWays {
			g.chk = saved
			return (&CheckPreview{Check: check, at: g}).Odds()
		}
		check.chance(g, nil)
		r.usedUp = r.usedUp[:used]
		classes, weight := r.rs.classify(g, check, true, false, &tagSet{}), each.ways.weight()
		made += weight * classes.made
		for i, share := range classes.shares {
			shares[i] += weight * share
		}
		more = each.ways.next()
	}
	for i, degree := range r.rs.Degrees.All {
		odds = append(odds, Odd{Degree: degree, Name: degree.Label, Factor: degree.Factor, Probability: trimShare(shares[i])})
	}
	return odds, trimShare(made)
}

// maxWays is how many ways the dice of the numbers of a check may fall for its odds to be counted.
const maxWays = 4096

// numberRoller is the roller of the numbers of a check: their dice fall in every way, one after another.
type numberRoller struct {
	thrown
	ways chooser
}

// die returns the face of a die in the present way.
func (e *numberRoller) die(faces int, _ string) int { return e.ways.of(evenWeights(faces)) + 1 }

// sum returns the sum of count dice in the present way.
func (e *numberRoller) sum(count, faces int) float64 {
	return float64(e.ways.of(sumWeights(count, faces)) + count)
}

// row rolls the row of a step's table. side is set for a die with faces, face is the number rolled.
func (t thrown) row(f *Frame, step *Step) (row *Row, side string, face int) {
	t.r.rolling = f.sides[0].actor.Key
	return step.table.rollRow(t.r, step.Label)
}

// rollRow returns the row that dice result in, with the face that fell, 0 for none; row is nil if the run has ended.
func (t *Table) rollRow(r *Run, purpose string) (row *Row, side string, face int) {
	if t.faced != nil {
		faces := r.throwFaced(t.faced, t.dice, purpose)
		if r.err != nil {
			return nil, "", 0
		}
		return t.shownBy(faces), "", 0
	}
	face = r.roller.die(t.die, purpose)
	if r.err != nil || face == 0 {
		r.shows(func(int) []Band { return t.bands() })
		return nil, "", 0
	}
	row = t.reach(float64(face))
	return row, t.side(row, face), face
}

// shows says of the die that a run stopped at, if it did, what its faces come to.
func (r *Run) shows(bands func(die int) []Band) {
	if need, ok := r.err.(*Need); ok && need.Die > 0 {
		need.Bands = bands(need.Die)
	}
}

// names says of the die of a check that a run stopped at, if it did, which step asks for it, on what it is rolled, and with what.
func (r *Run) names(g *Frame) {
	need, ok := r.err.(*Need)
	if !ok || need.Die == 0 {
		return
	}
	if len(r.stack) > 0 {
		need.In, need.Step = r.top().in, r.top().seq.steps[r.top().at-1].Name
	}
	if g.use.skill != nil {
		need.Skill = g.use.skill.Name
	}
	if side := g.sides[0]; side.tool != nil && side.action != nil && (side.action.tool || len(side.action.With) > 0) {
		need.Tool = side.tool.Name
	}
}

// carryOut carries out a step for one actor; stop is true where the sequence ends there. No step is carried out within
// another one, so that all have one outcome in turn; where nothing is recorded it is not read.
func (r *Run) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if r.record {
		r.outcome = Outcome{}
	}
	return stepper{r, f, step, result, &r.outcome}.carryOut()
}

func (t thrown) rolls(*Frame, *Step) bool { return true }

func (t thrown) runsResults() bool { return true }

func (t thrown) settlesFilters(*Frame, *Step, []*Skill) bool { return false }

func (t thrown) unanswered(_ string, need func() *Need) { t.r.err = need() }

func (t thrown) runsFuture() bool { return true }

func (t thrown) setEffort(*Actor) *Actor { return nil }

func (t thrown) notePoints(*Actor, *Pool, float64) {}

func (t thrown) notePrice(*Actor, *Pool, float64) {}

// unrecorded is the roller of what is played in place: dice fall, and are not written down.
type unrecorded struct{ thrown }

// die throws a die and returns its face.
func (u unrecorded) die(faces int, purpose string) int {
	face, _ := u.throw(faces, purpose)
	return face
}

// face throws a die with faces and returns its face, or 0 if the run has ended.
func (u unrecorded) face(die *FacedDie, purpose string) int {
	side, _ := u.throw(die.sides(), purpose)
	if side == 0 {
		return 0
	}
	return die.face(side)
}

// unrolled is the roller of a preview: no die falls. The first roll of an actor is worked out, and there the run stops.
type unrolled struct {
	thrown
	of      *Actor        // whose first roll it is
	preview *CheckPreview // of that
	at      *Frame        // in which it would be made
	unsure  bool          // dice would fall before it
	keeps   bool          // the preview goes on reading this run
	rates   bool          // true to work rated out
	rated   ratedRoll
	soFar   []Outcome // what the steps before came to, where some were carried out already
	fell    []int     // faces of the dice of the check's numbers that lie already, in order
}

// die returns the next of the faces that lie already. Without one it returns 0 and marks the preview as unsure.
func (u *unrolled) die(int, string) int {
	if len(u.fell) == 0 {
		u.unsure = true
		return 0
	}
	face := u.fell[0]
	u.fell = u.fell[1:]
	return face
}

func (u *unrolled) unanswered(string, func() *Need) {}

// rolls works the check of the previewed actor out without a throw, and stops the run there. Another's check makes the preview
// uncertain.
func (u *unrolled) rolls(f *Frame, step *Step) bool {
	if f.sides[0].actor == u.of {
		u.check(f, step.check)
	} else {
		u.unsure = u.unsure || !step.quiet
	}
	return false
}

// check works out the chance of a roll that is not made.
func (u *unrolled) check(g *Frame, check *Check) {
	r, p := u.r, u.preview
	if r.unknown != nil {
		r.unknown.ever = false // what was read before does not count in this number
	}
	if lying := u.fell; len(lying) > 0 {
		unsure := u.unsure
		u.unsure = false
		if check.chance(g, nil); len(u.fell) > 0 || u.unsure {
			lying = nil // what is known of the numbers has other dice
		}
		u.fell, u.unsure = lying, unsure
	}
	trace, first := r.tracing()
	p.Chance, p.Notice = check.chance(g, trace)
	if check.faced != nil {
		p.Chance = r.rs.sharedChance(g, check)
	}
	p.Least, p.Most = p.Chance, p.Chance
	p.Terms = trace.end(first)
	p.Versus, p.KeptDice = check.versus(&g.chk), check.explainedDice(g, trace)
	p.Check = check
	if u.rates {
		u.rated = r.rating(g, check)
	}
	if r.record {
		at := *g
		if u.at, p.at = &at, &at; check.closed { // no more than its numbers is asked for to judge a roll
			p.at = r.rs.frame(nil)
			p.at.chk = g.chk
		}
		u.keeps = u.keeps || !check.closed
	}
	if g.use.skill != nil {
		p.Skill = g.use.skill.Name
	}
	r.stopped = true
}

// settlesFilters works out the filter checks and reports that nothing is rolled for them.
func (u *unrolled) settlesFilters(f *Frame, step *Step, list []*Skill) bool {
	list = slices.DeleteFunc(list, func(by *Skill) bool {
		fell := slices.IndexFunc(u.soFar, func(o Outcome) bool { return o.Kind == KindFilter && o.Step == by.Name })
		if fell >= 0 && u.soFar[fell].Success {
			u.r.lifted = append(u.r.lifted, by)
		}
		return fell >= 0
	})
	if len(list) > 0 {
		u.lift(f, step, list, big.NewRat(1, 1))
	}
	return true
}

// lift works out the checks on filter skills before a roll, and the roll in every way they may go. The weight is how
// likely it comes to these checks.
func (u *unrolled) lift(f *Frame, step *Step, list []*Skill, weight *big.Rat) {
	r, whole := u.r, u.preview
	if len(list) == 0 {
		way := FilterBranch{Lifted: slices.Clone(r.lifted), Roll: &CheckPreview{}, weight: weight}
		way.Probability, _ = weight.Float64()
		u.preview = way.Roll
		stepper{r, f, step, &stepResult{}, nil}.check()
		u.preview, r.stopped = whole, false
		whole.Ways = append(whole.Ways, way)
		return
	}
	by, rest := list[0], list[1:]
	if r.hasLifted(by) {
		u.lift(f, step, rest, weight)
		return
	}
	r.lifted = append(r.lifted, by)
	filter := Filter{Skill: by, Roll: &CheckPreview{}}
	u.preview = filter.Roll
	u.check(r.filtering(f.sides[0], by), step.check)
	u.preview, r.stopped = whole, false
	if !slices.ContainsFunc(whole.Filters, func(other Filter) bool { return other.Skill == by }) {
		whole.Filters = append(whole.Filters, filter)
	}
	sums := filter.Roll.sums()
	made := sums[len(sums)-1]
	if made.Sign() > 0 {
		u.lift(f, step, rest, new(big.Rat).Mul(weight, made))
	}
	r.lifted = r.lifted[:len(r.lifted)-1]
	if missed := new(big.Rat).Sub(big.NewRat(1, 1), made); missed.Sign() > 0 {
		u.lift(f, step, rest, missed.Mul(missed, weight))
	}
}

// sayBefore says of the die that a run stopped at, if it did, that it is one more after a roll; 0 for the first.
func sayBefore(err error, roll int) {
	if need, ok := err.(*Need); ok && need.Die > 0 && roll > 0 {
		need.Thrown, need.sumSoFar = "after "+formatNumber(float64(roll)), roll
	}
}

// throw rolls the die of the check, again where it says so.
func (c *Check) throw(r *Run, f *Frame, purpose string) int {
	if c.several() {
		return c.throwAll(r, f, purpose)
	}
	for sum, rerolls := 0, 0; ; rerolls++ {
		face := r.die(c.die, purpose)
		if r.err != nil {
			r.shows(func(int) []Band { return c.explodedBands(f, sum, c.bands(f, sum)) })
			sayBefore(r.err, sum)
			return sum
		}
		if sum += face; !c.rollsAgain(face, c.die, rerolls) {
			return sum
		}
	}
}

// throwAll rolls the dice of a check that has several, and gives its roll: the counts of the faces, or the sum of the dice
// that are kept.
func (c *Check) throwAll(r *Run, f *Frame, purpose string) (roll int) {
	dice := &f.chk.dice
	if c.faced != nil {
		counts := r.throwFaced(c.faced, dice.count, purpose)
		return int(counts)
	}
	values := make([]int, 0, maxThrown)
	for range dice.count {
		for sum, level := 0, 0; ; level++ {
			face := r.die(dice.sides, purpose)
			if r.err != nil {
				r.shows(func(int) []Band { return c.keptBands(f, values, sum) })
				sayBefore(r.err, sum)
				if need, ok := r.err.(*Need); ok && dice.counting > 1 && c.Again == nil {
					if need.Nth, need.Count = len(values)+1, dice.count; len(values) > 0 {
						need.Thrown = formatNumber(float64(dice.sum(slices.Clone(values)))) + " so far"
					}
				}
				if need, ok := r.err.(*Need); ok && len(values) > 0 {
					need.sumSoFar = dice.sum(append(values, sum))
				}
				return dice.sum(append(values, sum))
			}
			if sum += face; !c.rollsAgain(face, dice.sides, level) {
				values = append(values, sum)
				break
			}
		}
	}
	return dice.sum(values)
}
