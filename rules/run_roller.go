package rules

import (
	"fmt"
	"math/big"
	"slices"

	"hybrid/rules/collect"
)

// The roller decides what a run leaves to chance. Here are those of play (thrown), of play in place (unrecorded) and of previews
// (unrolled); the explorer is in odds_explorer.go.

// roller decides what a run leaves to chance: by dice, by going on in every branch, or not at all.
type roller interface {
	// step carries out a step of a sequence, for each actor it concerns, and reports whether the sequence ends here.
	step(f *Frame, step *Step, result *stepResult) (stop bool)
	// die returns the face of a plain die.
	die(faces int, purpose string) int
	// face returns the face of a faced die.
	face(die *FacedDie, purpose string) int
	// throwing throws faced dice for a step, the first or additional ones.
	throwing(step *Step, die *FacedDie, dice int) faceCounts
	// sum returns the sum of the dice of a formula.
	sum(count, faces int) float64
	// chance computes the numbers of a check on a frame and returns its chance.
	chance(g *Frame, check *Check, trace *termTrace) (chance float64, notice string)
	// judge rolls a check whose chance is in the frame, and completes result.
	judge(g *Frame, check *Check, purpose string, result *CheckResult)
	// rolls reports whether a check, whose frame is ready, is rolled; a preview stops there instead.
	rolls(f *Frame, step *Step) bool
	// runsResults reports whether the effects of a check's result are carried out.
	runsResults() bool
	// settlesFilters reports whether checks on filter skills before a check are settled without rolling them.
	settlesFilters(f *Frame, step *Step, list []*Skill) bool
	// rejectsImpossible reports whether an impossible answer is an error; odds skip it instead.
	rejectsImpossible() bool
	// unanswered handles a question, by its key, without a known answer.
	unanswered(key string, need func() *Need)
	// runsFuture reports whether later counts are decided, such as initiative.
	runsFuture() bool
	// setEffort sets the actor whose lost points count as effort from here on, nil for none, and returns the previous one.
	setEffort(a *Actor) (before *Actor)
	// notePoints notes points that an actor loses, or gains if below 0.
	notePoints(a *Actor, pool *Pool, points float64)
	// notePrice notes points that an actor pays for an action.
	notePrice(a *Actor, pool *Pool, points float64)
	// row returns the row of a table that a step rolls on, with its side and the face rolled, 0 for none. row is nil if the run has
	// ended.
	row(f *Frame, step *Step) (row *Row, side string, face int)
}

// thrown is the roller of play: dice are rolled and recorded.
type thrown struct{ r *Run }

// step carries out a step, once for each actor if it concerns several.
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

// carryOut carries out a step for one actor, and ends a run with too many steps.
func (t thrown) carryOut(f *Frame, step *Step, result *stepResult) (stop bool) {
	if t.r.steps++; t.r.steps > maxSteps {
		t.r.err = errEndless
		return true
	}
	return t.r.carryOut(f, step, result)
}

// die rolls a die and records it. If the die is missing, the run's error is a Need, and 0 is returned.
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

// throw rolls a die. It returns 0 if that stops the run.
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

// sum rolls count dice and returns their sum. A Need for one of them tells its number, and the sum of those before it.
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

// chance returns the chance of a check and a notice if the chance was limited. For faced dice it is the share of successes.
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

// judge rolls the dice of a check, or takes those laid by hand, and fills in result.
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

// oddsBefore returns the odds of a check that was rolled as they were before its first die, one of its numbers included. If the
// dice of the numbers have too many ways, they count as they were rolled.
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

// maxWays is the highest number of ways of a check's number dice that oddsBefore enumerates.
const maxWays = 4096

// numberRoller is the roller of a check's numbers: it enumerates the ways of their dice.
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

// row rolls the row of a step's table. side is set for a paired row, face is the number rolled.
func (t thrown) row(f *Frame, step *Step) (row *Row, side string, face int) {
	t.r.rolling = f.sides[0].actor.Key
	return step.table.rollRow(t.r, step.Label)
}

// rollRow rolls on the table and returns the row with its side and the face rolled, 0 for faced dice; row is nil if the run has
// ended.
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

// shows adds to the Need that stopped the run, if any, the results of its die's faces.
func (r *Run) shows(bands func(die int) []Band) {
	if need, ok := r.err.(*Need); ok && need.Die > 0 {
		need.Bands = bands(need.Die)
	}
}

// names adds to the Need that stopped the run at a check's die, if any, its step, skill and tool.
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

// carryOut carries out a step for one actor. stop reports whether the sequence ends there. Steps don't nest, so they share one
// outcome; without a record it is not read.
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

// unrecorded is the roller of play in place: dice are rolled but not recorded.
type unrecorded struct{ thrown }

// die rolls a die and returns its face.
func (u unrecorded) die(faces int, purpose string) int {
	face, _ := u.throw(faces, purpose)
	return face
}

// face rolls a faced die and returns its face, or 0 if the run has ended.
func (u unrecorded) face(die *FacedDie, purpose string) int {
	side, _ := u.throw(die.sides(), purpose)
	if side == 0 {
		return 0
	}
	return die.face(side)
}

// unrolled is the roller of a preview: it rolls no die. It computes the first roll of an actor and stops the run there.
type unrolled struct {
	thrown
	of      *Actor        // the actor whose first roll it is
	preview *CheckPreview // the preview of that roll
	at      *Frame        // the frame of the roll; nil before it is reached
	unsure  bool          // dice come before the roll
	keeps   bool          // the preview still reads this run
	rates   bool          // true to compute rated
	rated   ratedRoll     // the rating of the roll
	soFar   []Outcome     // outcomes of the steps carried out already; nil if none
	fell    []int         // faces of the number dice that were rolled already, in order
}

// die returns the next face that was rolled already. Without one it returns 0 and marks the preview as unsure.
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

// rolls computes the check of the previewed actor without rolling, and stops the run there. Another actor's check makes the preview
// unsure.
func (u *unrolled) rolls(f *Frame, step *Step) bool {
	if f.sides[0].actor == u.of {
		u.check(f, step.check)
	} else {
		u.unsure = u.unsure || !step.quiet
	}
	return false
}

// check computes the chance of a roll that is not made.
func (u *unrolled) check(g *Frame, check *Check) {
	r, p := u.r, u.preview
	if r.unknown != nil {
		r.unknown.ever = false // earlier reads don't belong to this number
	}
	if lying := u.fell; len(lying) > 0 {
		unsure := u.unsure
		u.unsure = false
		if check.chance(g, nil); len(u.fell) > 0 || u.unsure {
			lying = nil // the known dice belong to other numbers
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
		if u.at, p.at = &at, &at; check.closed { // judging its rolls needs only its numbers
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

// settlesFilters computes the filter checks, and returns true as none is rolled.
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

// lift computes the checks on the filter skills in list, and the roll for every combination of their results. weight is the
// probability of reaching these checks.
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

// sayBefore adds to the Need that stopped the run, if any, the roll so far; 0 for the first die.
func sayBefore(err error, roll int) {
	if need, ok := err.(*Need); ok && need.Die > 0 && roll > 0 {
		need.Thrown, need.sumSoFar = "after "+formatNumber(float64(roll)), roll
	}
}

// throw rolls the die of the check, with its rerolls, and returns the sum.
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

// throwAll rolls the dice of a check with several, and returns the counts of the faces, or the sum of the dice that count.
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
