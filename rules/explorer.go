package rules

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

// explorer follows every branch of a decision instead of rolling dice. It carries the steps out with the run's own code,
// in every branch at once, step by step: a step that leaves something to chance forks a branch, and branches in which
// everything that still matters is the same are merged.
type explorer struct {
	r        *Run
	now      *branch // loaded into the run; nil where each way it can go has come to the end of its stretch
	fork     *fork   // the step being carried out
	forks    []*fork
	depth    int      // of steps within each other that left something to chance
	next     arrivals // that have come to the end of the stretch of steps under way
	base     []*Actor // how those were whom the run has copies of, before anything
	loaded   []*Actor // what was loaded into those copies
	hashed   []hashedActor
	dirty    uint64     // which of them have changed since, a bit each
	last     bool       // nothing comes after the innermost sequence
	doer     *Actor     // whose action, or answer, is carried out
	only     string     // whose end alone counts; every actor's without it
	live     []liveness // by sequence under way, what its later steps still read
	answered bool       // the caller said how an offer is answered
	fallen   []Die      // dice that fell already, which come before all that is left to chance
	first    *firstRoll
	explain  bool                                                 // the terms of the first roll are wanted
	instead  func(f *Frame, chance float64, terms []Term) float64 // the chance of the first roll, instead of the one it has
	sums     map[[2]int][]float64
	throws   map[throwKey]*throwWays
	evens    map[int][]float64
	rows     map[*Step]*rowClasses
	terms    []Term  // of the first roll in the way that is taken now, where they are wanted
	told     string  // likewise what must be said first
	calm     fork    // of steps that leave nothing to chance
	tags     tagSet  // of a roll before the step that is carried out
	degree   int     // of the first roll, where this step made it; -1
	asked    []*Need // unanswered questions
	count    oddsCounter
	alone    map[string]bool // those whose end is taken from branches of their own
}

// firstRoll is the first check of the one who acts, in all the ways it comes to be made.
type firstRoll struct {
	check   *Check
	step    *Step
	chk     checkFrame // of one of the ways
	skill   string
	told    string
	mean    float64 // of the chance, times reached
	least   float64 // of the chance
	most    float64
	reached float64   // how likely it is made at all
	made    float64   // how likely it is made and succeeds
	shares  []float64 // how likely it is made and has each degree
	mixed   bool      // it is not the same in all ways
	simple  bool      // what follows depends on nothing of it but the degree and whether it succeeds
	terms   averageTerms
}

// mostSteps is how many steps are carried out before it is given up.
const mostSteps = 300_000

var (
	errTooMany = errors.New("it can go in too many ways to count them all; with fewer answers given ahead they are counted, and a simulation fights it out")
	errDice    = errors.New("dice are rolled where its odds are not counted")
)

// takeFallen is what the next of the dice shows that fell already; ok is false where none is left.
func (x *explorer) takeFallen() (result int, ok bool) {
	if len(x.fallen) == 0 {
		return 0, false
	}
	result, x.fallen = x.fallen[0].Result, x.fallen[1:]
	return result, true
}

// die is one of the faces of a die.
func (x *explorer) die(faces int, _ string) int {
	if result, ok := x.takeFallen(); ok {
		return result
	}
	if x.evens[faces] == nil {
		x.evens[faces] = evenWeights(faces)
	}
	return x.fork.of(x.evens[faces]) + 1
}

// sum is one of the sums of some dice.
func (x *explorer) sum(count, faces int) float64 {
	if len(x.fallen) > 0 {
		sum := 0
		for range count {
			sum += x.die(faces, "")
		}
		return float64(sum)
	}
	key := [2]int{count, faces}
	if x.sums[key] == nil {
		x.sums[key] = sumWeights(count, faces)
	}
	return float64(x.fork.of(x.sums[key]) + count)
}

// rowClasses is the rows of a rolled table, those that come to the same together, and how likely they are.
type rowClasses struct {
	rows    []*Row // one that stands for those like it
	sides   []string
	weights []float64
	all     [][]Possibility // those like it, with their shares of it
}

// row is one of the rows of the table that a step rolls on. The sides of a paired row count as one, unless a later step asks.
func (x *explorer) row(f *Frame, step *Step) (row *Row, side string, face int) {
	if len(x.fallen) > 0 {
		row, side, face = step.table.rolled(x.r, step.Label)
		if x.now.row == nil {
			x.now.row = row
		}
		return row, side, face
	}
	s := x.rows[step]
	if s == nil {
		s = x.rowClasses(step.table, step.asks != nil, step.asks != nil && step.asks.side)
		x.rows[step] = s
	}
	i := x.fork.of(s.weights)
	if x.now.row == nil {
		x.now.row = s.rows[i]
	}
	return s.rows[i], s.sides[i], 0
}

func (x *explorer) rowClasses(t *Table, asked, sided bool) *rowClasses {
	s := &rowClasses{}
	for _, row := range t.rows {
		p := t.Share(row)
		if row.To == 0 {
			continue
		}
		if sided {
			s.bySide(t, row)
			continue
		}
		i := slices.IndexFunc(s.rows, func(other *Row) bool { return !asked && x.sameRow(row, other) })
		if i < 0 {
			i = len(s.rows)
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, ""), append(s.weights, 0), append(s.all, nil)
		}
		s.weights[i] += p
		s.all[i] = append(s.all[i], Possibility{row.Label, row.From, p})
	}
	for i := range s.all {
		for k := range s.all[i] {
			s.all[i][k].Probability /= s.weights[i]
		}
	}
	return s
}

// bySide adds a row, its sides apart.
func (s *rowClasses) bySide(t *Table, row *Row) {
	first := len(s.rows)
	for face := int(row.From); face <= int(row.To); face++ {
		side := t.side(row, face)
		i := first
		for ; i < len(s.rows) && s.sides[i] != side; i++ {
		}
		if i == len(s.rows) {
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, side), append(s.weights, 0), append(s.all, []Possibility{{row.Label, row.From, 0}})
		}
		s.weights[i] += 1 / float64(t.die)
		s.all[i][0].Probability = s.weights[i]
	}
}

// sameRow reports whether it comes to the same which of two rows is drawn: they give and do nothing, no formula asks for
// them by name, they have the same tags, and every actor wears the same at both.
func (x *explorer) sameRow(a, b *Row) bool {
	for _, row := range []*Row{a, b} {
		if len(row.gifts) > 0 || len(row.Do) > 0 || x.r.rs.named[row.Name] {
			return false
		}
	}
	p, q := a.tags, b.tags
	one, isOne := x.r.rs.bits[a.Name]
	other, isOther := x.r.rs.bits[b.Name]
	if isOne {
		p.drop(one)
	}
	if isOther {
		q.drop(other)
	}
	if p != q || isOne != isOther {
		return false
	}
	for _, person := range x.r.copies {
		if !slices.Equal(person.wornAt(one), person.wornAt(other)) {
			return false
		}
	}
	return true
}

// wornAt is what is worn at a place, by its bit.
func (a *Actor) wornAt(bit int) (list []*Item) {
	for _, worn := range a.worn {
		if worn.bit == bit {
			list = append(list, worn.item)
		}
	}
	return list
}

// judge is one of the classes of the rolls of a check.
func (x *explorer) judge(g *Frame, check *Check, _ string, result *CheckResult) {
	first := x.isFirst(g)
	chance := g.chk.numbers[len(check.numbers)-1]
	classes := x.classify(g, check, first)
	if check.faced != nil {
		chance = percent * classes.made
	}
	if first && x.fork.fresh() {
		x.countFirst(g, check, chance, classes)
	}
	if g.step != nil && x.fork.fresh() {
		x.count.check(x, g, check, chance, x.fork.weight(), classes)
	}
	if len(x.fallen) > 0 {
		result.Roll = check.throw(x.r, g, "")
		result.Success, result.Margin, result.Degree = check.judge(g, result.Roll, func(die int) int { return x.die(die, "") })
		if first {
			x.now.rolled, x.degree = true, result.Degree.index
		}
		return
	}
	if x.r.laid != nil {
		result.Roll, g.chk.dice = int(*x.r.laid), x.r.laid.dice()
		result.Success, result.Margin, result.Degree = check.judge(g, result.Roll, func(die int) int { return (die + 1) / 2 })
		return
	}
	if x.fork == &x.calm {
		x.count.quiet(x, g, classes)
		return
	}
	c := &classes.list[x.fork.of(classes.weights)]
	result.Roll, result.Success, result.Margin, result.Degree = c.roll, c.made, c.margin, c.degree
	if check.faced != nil {
		g.chk.faces = faceCounts(c.roll)
	}
	if g.step != nil && len(g.step.Results) > 0 {
		check.judge(g, c.roll, func(int) int { return c.draw })
	}
	if first {
		x.now.rolled, x.degree = true, c.degree.index
	}
}

// classify is the classes of the rolls of a check; those of the first of a step are sorted once for all the ways it goes.
func (x *explorer) classify(g *Frame, check *Check, first bool) *rollClasses {
	fork := x.fork
	if fork.known() {
		return fork.classes
	}
	classes := x.r.rs.classify(g, check, first, x.answered, &x.tags)
	if fork.at == 0 {
		fork.classes = classes
	}
	return classes
}

// known reports whether the step begins with a check whose chance leaves nothing to chance, and which was worked out in
// an earlier one of the ways it goes.
func (w *fork) known() bool { return w.at == 0 && !w.fresh() && w.classes != nil }

// follows reports whether what follows a check is carried out: it is not where all of it is counted already.
func (x *explorer) follows() bool { return x.fork != &x.calm }

// isFirst reports whether a roll is the first check of the one who acts.
func (x *explorer) isFirst(g *Frame) bool {
	return !x.now.rolled && g.step != nil && g.sides[0].actor == x.r.copies[0]
}

// chance is the chance of a check; it is worked out once for all the ways it can go.
func (x *explorer) chance(g *Frame, check *Check, _ *termTrace) (chance float64, told string) {
	fork := x.fork
	if !fork.known() {
		used := len(x.r.usedUp)
		if x.isFirst(g) && (x.explain || x.instead != nil) {
			chance, told = x.explainedChance(g, check)
		} else {
			chance, told = check.chance(g, nil)
		}
		if fork.at == 0 {
			fork.dice = g.chk.dice
			fork.numbers, fork.usedUp = g.chk.numbers, append(fork.usedUp[:0], x.r.usedUp[used:]...)
		}
		return chance, told
	}
	g.chk.numbers, g.chk.dice = fork.numbers, fork.dice
	x.r.usedUp = append(x.r.usedUp, fork.usedUp...)
	return fork.numbers[len(check.numbers)-1], ""
}

// explainedChance is the chance of the first roll, with its terms.
func (x *explorer) explainedChance(g *Frame, check *Check) (chance float64, told string) {
	trace := &x.r.trace
	first := trace.begin()
	chance, told = check.chance(g, trace)
	terms := trace.end(first)
	if x.instead != nil {
		chance = x.instead(g, chance, terms)
		g.chk.numbers[len(check.numbers)-1] = chance
	}
	if x.explain && x.fork.fresh() {
		x.terms, x.told = terms, told
	}
	return chance, told
}

// countFirst counts the first roll of the one who acts, whose chance is in the frame, in one of the ways it comes to be made.
func (x *explorer) countFirst(g *Frame, check *Check, chance float64, classes *rollClasses) {
	first := x.first
	if first == nil {
		asks := g.step.asks
		first = &firstRoll{check: check, step: g.step, chk: g.chk, told: x.told, least: chance, most: chance, shares: make([]float64, len(classes.shares))}
		first.simple = check.closed && (asks == nil || !asks.raw && len(asks.list) == 0 && !(asks.outer && x.answered))
		if g.use.skill != nil {
			first.skill = g.use.skill.Name
		}
		x.first = first
	}
	weight := x.fork.weight() * x.now.weights[0]
	first.mixed = first.mixed || first.check != check || first.step != g.step || first.chk.numbers != g.chk.numbers || first.chk.against != g.chk.against
	first.least, first.most = min(first.least, chance), max(first.most, chance)
	first.reached += weight
	first.mean += weight * chance
	first.made += weight * classes.made
	for i, share := range classes.shares {
		first.shares[i] += weight * share
	}
	if first.told != x.told {
		first.told = ""
	}
	first.terms.add(x.terms, weight)
}

// meet takes in those whom the run has copies of since.
func (x *explorer) meet() {
	for i := len(x.base); i < len(x.r.copies); i++ {
		x.base, x.loaded = append(x.base, x.r.state.Find(x.r.copies[i].Key)), append(x.loaded, nil)
	}
}

// load makes a branch the one that the run is in.
func (x *explorer) load(b *branch) {
	x.meet()
	for i, a := range x.r.copies {
		from := b.actor(i)
		if from == nil {
			from = x.base[i]
		}
		if x.loaded[i] != from || x.dirty&(1<<i) != 0 {
			restoreActor(a, from)
			x.loaded[i] = from
		}
	}
	x.now, x.dirty = b, 0
	x.r.lifted = b.lifted
	for l := range b.frames {
		sf, from := x.r.stack[l], &b.frames[l]
		sf.results, sf.rows, sf.takes = from.results, from.rows, from.takes
		sf.frame.sides[0], sf.frame.sides[1] = from.sides[0], from.sides[1]
		if sf.words.rows = 0; from.known {
			sf.frame.tags, sf.frame.tagKey = from.tags, from.tagKey
			sf.words.note(x.r, sf)
		}
	}
	if len(b.frames) > 0 {
		x.r.reword(x.r.top())
	}
}

// save keeps in the branch that is loaded how far it has come, and what has become of the actors.
func (x *explorer) save() {
	b := x.now
	x.meet()
	for l := range b.frames {
		sf, to := x.r.stack[l], &b.frames[l]
		to.rows, to.sides[0], to.sides[1] = sf.rows, sf.frame.sides[0], sf.frame.sides[1]
		if to.known = sf.words.fits(x.r, sf); to.known {
			to.tags, to.tagKey = sf.frame.tags, sf.frame.tagKey
		}
	}
	b.lifted = x.r.lifted
	for i, a := range x.r.copies {
		if x.dirty&(1<<i) == 0 {
			continue
		}
		for len(b.actors) <= i {
			b.actors = append(b.actors, nil)
		}
		kept := x.r.arena.copyActor(a, 0)
		b.actors[i], x.loaded[i] = kept, kept
	}
	x.dirty = 0
}

// rolls reports whether a check is rolled: each in every way.
func (x *explorer) rolls(*Frame, *Step) bool { return true }

// lifts reports whether checks on filter skills are settled: they are rolled, as others are.
func (x *explorer) lifts(*Frame, *Step, []*Skill) bool { return false }

// later reports whether what comes at later counts is settled; the odds leave it out.
func (x *explorer) later() bool { return false }

// does says whose action, or answer, is carried out from here on, and whose was.
func (x *explorer) does(a *Actor) (before *Actor) {
	before, x.doer = x.doer, a
	return before
}

// paid notes points that an actor loses, or with less than 0 gains, by its own doing.
func (x *explorer) paid(a *Actor, pool *Pool, points float64) {
	if x.doer == a {
		a.Levels[pool.index].own += points
	}
}

// priced notes points that an actor pays, which are no loss.
func (x *explorer) priced(a *Actor, pool *Pool, points float64) { a.Levels[pool.index].price += points }

// mostActors is how many may be in one action.
const mostActors = 64

// runSequence carries a sequence out in all these branches, whose innermost frame it is: stretch by stretch, so that
// branches that have become alike are one from there on.
func (x *explorer) runSequence(f *Frame, c call, branches []*branch) []*branch {
	r, seq, depth := x.r, c.seq, len(x.r.stack)
	r.push(f, &c)
	for at := 0; at < len(seq.steps) && r.err == nil; {
		x.live = append(x.live[:depth], seq.later[at+1])
		if step := seq.steps[at]; step.nested() {
			branches = x.merge(x.nestedStep(branches, step))
			at++
			continue
		}
		end := seq.stretches[at]
		branches, at = x.stretch(branches, at, end), end
	}
	r.pop(depth)
	for _, b := range branches {
		b.ended = false
	}
	return branches
}

// stretch carries the steps of the innermost sequence from one up to another out in these branches, in every way they can
// go. Of those that are alike then one is left.
func (x *explorer) stretch(branches []*branch, at, end int) []*branch {
	outer := x.next
	x.next = arrivals{}
	for _, b := range branches {
		if b.ended {
			x.arrive(b, end)
			continue
		}
		x.load(b)
		x.carry(at, end)
	}
	branches, x.next = x.next.done(x), outer
	return branches
}

// arrive adds a branch to those that have come to the end of the stretch, before this step of the innermost sequence.
func (x *explorer) arrive(b *branch, end int) {
	top := len(x.r.stack) - 1
	live := x.live[top]
	x.live[top] = x.r.stack[top].seq.later[end]
	x.next.add(x, b)
	x.live[top] = live
}

// carry carries these steps out in the branch that is loaded.
func (x *explorer) carry(at, end int) {
	sf, b := x.r.top(), x.now
	if sf.at, sf.end = at, end; b.ended {
		sf.at = end
	}
	x.r.carry()
	switch {
	case x.r.err != nil || x.now == nil:
	case x.last && (end == len(sf.seq.steps) || b.ended):
		x.count.end(x, b)
		x.release(b)
	default:
		x.save()
		x.arrive(b, end)
	}
}

// step carries a step out in the branch that is loaded. One that may leave something to chance is carried out in every
// way it can go, each with all that follows in its stretch.
func (x *explorer) step(_ *Frame, step *Step, _ *stepResult) (stop bool) {
	switch {
	case step.several():
		x.apart(step)
		return false
	case step.rolls && !step.quiet:
		x.inEveryWay(step)
		return true
	}
	x.fork = &x.calm
	x.now.ended = x.carryOut(step)
	x.surprised()
	return x.now.ended
}

// surprised gives up where dice fell outside a fork.
func (x *explorer) surprised() {
	if len(x.calm.picks) > 0 && x.r.err == nil {
		x.r.err = errDice
	}
}

// carryOut carries one step out in the branch that is loaded, in one way.
func (x *explorer) carryOut(step *Step) (over bool) {
	r, sf := x.r, x.r.top()
	if r.steps++; r.steps > mostSteps || len(r.copies) > mostActors {
		r.err = errTooMany
		return true
	}
	x.tags = sf.frame.tags
	over = r.carryOut(&sf.frame, step, &sf.results[step.index])
	x.now.frames[len(x.now.frames)-1].rows = sf.rows // and its memory, with the branch
	x.markDirty()
	return over
}

// markDirty notes whom the events since have changed, and forgets them.
func (x *explorer) markDirty() {
	for i := range x.r.events {
		for k, a := range x.r.copies {
			if a.Key == x.r.events[i].Who {
				x.dirty |= 1 << k
			}
		}
	}
	x.r.events = x.r.events[:0]
}

// inEveryWay carries a step out that may leave something to chance, and those after it up to the end of the stretch, in
// every way they can go. No branch is loaded after it.
func (x *explorer) inEveryWay(step *Step) {
	if x.depth++; x.depth > len(x.forks) {
		x.forks = append(x.forks, &fork{})
	}
	fork, sf := x.forks[x.depth-1], x.r.top()
	at, end := sf.at, sf.end
	fork.chooser, fork.classes = chooser{picks: fork.picks[:0]}, nil
	x.save()
	for {
		b := x.now
		before := branchMark{b.row, b.rolled, len(sf.rows)}
		var other *branch // as this one was, for the next of the ways
		if step.rethrown {
			other = x.copyBranch(b, step.index)
		}
		x.fork, x.degree = fork, -1
		b.ended = x.carryOut(step)
		if x.r.err != nil {
			return
		}
		more := fork.more()
		if more && other == nil {
			other = x.copyBranch(b, step.index)
			other.back(before)
		}
		b.weigh(fork.weight(), x.degree)
		x.count.step(x, b, step)
		if x.carry(at, end); x.r.err != nil {
			return
		}
		if !more {
			if other != nil {
				x.release(other)
			}
			break
		}
		fork.next()
		x.load(other)
	}
	x.depth--
	x.now = nil
}

// copyBranch is another branch like this one before a step of its innermost sequence. What no step from there on reads is left
// out.
func (x *explorer) copyBranch(b *branch, at int) *branch {
	c := x.newBranch()
	c.weights = append(c.weights[:0], b.weights...)
	c.actors = append(c.actors[:0], b.actors...)
	c.lifted, c.row, c.rolled, c.ended = b.lifted, b.row, b.rolled, b.ended
	for _, p := range b.pending {
		c.put(p.who, p.condition, p.parts, 1)
	}
	for l := range b.frames {
		if l == len(c.frames) {
			if l < cap(c.frames) {
				c.frames = c.frames[:l+1]
			} else {
				c.frames = append(c.frames, branchFrame{})
			}
		}
		to, from := &c.frames[l], &b.frames[l]
		wants, next := x.live[l].steps, x.r.stack[l].at
		if l == len(b.frames)-1 {
			wants, next = x.r.stack[l].seq.later[at].steps, at
		}
		to.keepLive(from, wants, next)
		to.rows = append(to.rows[:0], from.rows...)
		to.takes, to.sides, to.tags, to.tagKey, to.known = from.takes, from.sides, from.tags, from.tagKey, from.known
	}
	return c
}

func (x *explorer) newBranch() *branch {
	if n := len(x.r.branches); n > 0 {
		b := x.r.branches[n-1]
		x.r.branches = x.r.branches[:n-1]
		b.frames, b.pending = b.frames[:0], b.pending[:0]
		return b
	}
	return &branch{}
}

// release gives the memory of a branch back.
func (x *explorer) release(b *branch) { x.r.branches = append(x.r.branches, b) }

// nestedStep carries a step out that is a sequence, or the answer that was chosen, in all these branches.
func (x *explorer) nestedStep(branches []*branch, step *Step) (list []*branch) {
	if step.Many {
		return x.manySteps(branches, step)
	}
	type body struct {
		call
		doer     *Actor
		branches []*branch
	}
	var groups []*body
	here := len(x.r.stack) - 1
	outer := x.r.stack[here]
	outer.at = step.index + 1
	f, seq := &outer.frame, outer.seq
	may := make([]bool, len(seq.steps)) // whether a later step that asks for nothing but words is carried out
	for _, b := range branches {
		if b.ended {
			list = append(list, b)
			continue
		}
		x.load(b)
		for i := step.index + 1; i < len(may); i++ {
			may[i] = may[i] || !seq.steps[i].wordy || f.holds(seq.steps[i].when)
		}
		if !f.holds(step.when) {
			list = append(list, b)
			continue
		}
		c, ok := f.callOf(step)
		if !ok {
			list = append(list, b)
			continue
		}
		group := body{call: c, doer: x.doer}
		if step.kind == stepReply && c.as == nil {
			group.doer = f.sides[1].actor
		}
		sides := f.sides
		if c.turned {
			sides[0], sides[1] = sides[1], sides[0]
		}
		if c.as != nil {
			sides[0] = c.as
		}
		b.push(len(c.seq.steps), c.takes, sides)
		at := slices.IndexFunc(groups, func(o *body) bool {
			return o.seq == group.seq && o.asked == group.asked && o.acting == group.acting && o.tool == group.tool && o.doer == group.doer
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, &group)
		}
		groups[at].branches = append(groups[at].branches, b)
	}
	x.live[here] = livenessAfter(seq, step.index, may)
	last, doer := x.last, x.doer
	x.last = last && !slices.Contains(may[step.index+1:], true)
	keep := slices.ContainsFunc(x.live[here].steps, func(read stepRead) bool { return read.step == step.index })
	for _, group := range groups {
		x.doer = group.doer
		for _, b := range x.runSequence(f, group.call, group.branches) {
			n := len(b.frames) - 1
			if keep {
				b.frames[n-1].results[step.index].sub = x.r.arena.keep(group.seq, b.frames[n].results)
			}
			b.frames = b.frames[:n]
			list = append(list, b)
		}
	}
	x.last, x.doer = last, doer
	return list
}

// apart carries a step out that is about several, for each of them alone, as if it were about that one only.
func (x *explorer) apart(step *Step) {
	b, sf, last, only, next := x.now, x.r.top(), x.last, x.only, x.next
	at, end := sf.at, sf.end
	x.save()
	for _, a := range x.r.concerned(&sf.frame, step) {
		alone := x.copyBranch(b, step.index)
		alone.frames[len(alone.frames)-1].sides[1] = x.r.side(a)
		alone.frames[len(alone.frames)-1].known = false
		x.load(alone)
		x.alone[a.Key], x.only = true, a.Key
		x.last, x.next = false, arrivals{}
		if step.kind == stepSequence {
			x.next.list = x.nestedStep([]*branch{alone}, step)
		} else {
			sf.at, sf.end = step.index+1, step.index+1
			x.inEveryWay(step)
		}
		for _, end := range x.next.done(x) {
			frames := end.frames
			end.frames = nil
			x.load(end)
			end.frames = frames
			x.count.end(x, end)
			x.release(end)
		}
	}
	x.last, x.only, x.next = last, only, next
	x.load(b)
	sf.at, sf.end = at, end
}

// arrivals are branches that are at the same step; of those that are alike in everything that still matters they keep one.
type arrivals struct {
	list  []*branch
	table []arrival // each at the place of its hash, or the next free one; nil before the second
}

// arrival is a branch that has come, with its hash.
type arrival struct {
	hash   uint64
	branch *branch
}

// leastArrivals is how many places the second branch finds, a power of two as all tables have; half of them stay free.
const leastArrivals = 16

func (l *arrivals) add(x *explorer, b *branch) {
	if len(l.list) == 0 {
		l.list = append(l.list, b)
		return
	}
	if l.table == nil {
		l.grow(x, []arrival{{x.hash(l.list[0]), l.list[0]}}, leastArrivals)
	}
	hash := x.hash(b)
	at := l.place(hash)
	for ; l.table[at].branch != nil; at = (at + 1) & (len(l.table) - 1) {
		if same := &l.table[at]; same.hash == hash && x.equal(same.branch, b) {
			same.branch.join(b)
			x.release(b)
			return
		}
	}
	l.table[at] = arrival{hash, b}
	if l.list = append(l.list, b); 2*len(l.list) > len(l.table) {
		before := l.table
		l.grow(x, before, 2*len(before))
		x.r.giveBack(before)
	}
}

// place is where a hash is looked for first.
func (l *arrivals) place(hash uint64) int { return int(hash & uint64(len(l.table)-1)) }

// grow makes a table of so many places, with those that were in another one.
func (l *arrivals) grow(x *explorer, before []arrival, places int) {
	if spare := len(x.r.tables) - 1; spare >= 0 && cap(x.r.tables[spare]) >= places {
		l.table, x.r.tables = x.r.tables[spare][:places], x.r.tables[:spare]
	} else {
		l.table = make([]arrival, places)
	}
	for _, a := range before {
		if a.branch == nil {
			continue
		}
		at := l.place(a.hash)
		for l.table[at].branch != nil {
			at = (at + 1) & (places - 1)
		}
		l.table[at] = a
	}
}

// giveBack keeps the memory of a table of arrivals for another one.
func (s *arena) giveBack(table []arrival) {
	if table != nil {
		clear(table)
		s.tables = append(s.tables, table)
	}
}

// done is the branches that have come, of which no more do.
func (l *arrivals) done(x *explorer) []*branch {
	x.r.giveBack(l.table)
	l.table = nil
	return l.list
}

// merge makes one of the branches that are alike.
func (x *explorer) merge(branches []*branch) []*branch {
	if len(branches) < 3 {
		return branches
	}
	var l arrivals
	for _, b := range branches {
		l.add(x, b)
	}
	return l.done(x)
}

// hash is the same for branches that are alike.
func (x *explorer) hash(b *branch) uint64 {
	h := hash(0)
	for i, a := range b.actors {
		if a != nil {
			h.bits(x.hashActor(i, a))
		}
	}
	for l := range b.frames {
		for _, row := range b.frames[l].rows {
			h.add(row.From)
		}
		h.results(b.frames[l].results, x.live[l].steps)
	}
	if b.row != nil {
		h.add(b.row.From)
	}
	return uint64(h)
}

// hash is a number that others are added to one after the other.
type hash uint64

// bits adds 64 bits, of which each changes all of the hash.
func (h *hash) bits(v uint64) {
	high, low := bits.Mul64(uint64(*h)^v^0x2d358dccaa6c78a5, 0x9e3779b97f4a7c15)
	*h = hash(high ^ low)
}

func (h *hash) add(v float64) { h.bits(math.Float64bits(v + 0)) }

// hashedActor is the hash of an actor as one branch has it, which many others share.
type hashedActor struct {
	of  *Actor
	sum uint64
}

// hashActor is the same for actors that are alike.
func (x *explorer) hashActor(i int, a *Actor) uint64 {
	for len(x.hashed) <= i {
		x.hashed = append(x.hashed, hashedActor{})
	}
	was := &x.hashed[i]
	if was.of == a {
		return was.sum
	}
	h := hash(i)
	for _, level := range a.Levels {
		h.add(level.Now)
		h.add(level.Carry)
	}
	for k := range a.Conditions {
		h.bits(uint64(a.Conditions[k].Condition.index))
		h.add(a.Conditions[k].Number)
	}
	was.of, was.sum = a, uint64(h)
	return was.sum
}

// equal reports whether two branches are alike in everything that still matters.
func (x *explorer) equal(a, b *branch) bool {
	if a.row != b.row || a.rolled != b.rolled || a.ended != b.ended || len(a.frames) != len(b.frames) || !slices.Equal(a.lifted, b.lifted) {
		return false
	}
	for i := range max(len(a.actors), len(b.actors)) {
		if p, q := a.actor(i), b.actor(i); p != q && (p == nil || q == nil || !p.equal(q)) {
			return false
		}
	}
	for l := range a.frames {
		if !x.equalFrames(&a.frames[l], &b.frames[l], l) {
			return false
		}
	}
	return true
}

func (x *explorer) equalFrames(a, b *branchFrame, l int) bool {
	if !slices.Equal(a.rows, b.rows) || a.sides != b.sides && !equalSides(a.sides, b.sides) {
		return false
	}
	for i := range a.takes {
		if x.live[l].takes&(1<<i) != 0 && a.takes[i] != b.takes[i] {
			return false
		}
	}
	return equalResults(a.results, b.results, x.live[l].steps)
}

// equalResults reports whether what is read of the steps of a sequence is the same in two branches.
func equalResults(a, b []stepResult, reads []stepRead) bool {
	for _, read := range reads {
		p, q := &a[read.step], &b[read.step]
		if p.row != q.row || p.side != q.side || p.total != q.total || p.chosen != q.chosen || p.tool != q.tool || p.check.degree != q.check.degree ||
			p.check.success != q.check.success || (p.faces^q.faces)&read.faces != 0 || faceCounts(p.check.roll^q.check.roll)&read.faces != 0 || !slices.Equal(p.lost, q.lost) {
			return false
		}
		if read.raw && p.check != q.check {
			return false
		}
		if p.sub != q.sub && (p.sub == nil || q.sub == nil || p.sub.seq != q.sub.seq || !equalResults(p.sub.results, q.sub.results, p.sub.seq.outside)) {
			return false
		}
	}
	return true
}

// results adds what is read of the steps of a sequence.
func (h *hash) results(results []stepResult, reads []stepRead) {
	for _, read := range reads {
		result := &results[read.step]
		if h.add(result.total); read.faces != 0 {
			h.bits(uint64((result.faces | faceCounts(result.check.roll)) & read.faces))
		}
		if result.row != nil {
			h.add(result.row.From)
		}
		if result.check.degree != nil {
			h.bits(uint64(result.check.degree.index))
		}
		if result.sub != nil {
			h.bits(result.sub.hash)
		}
	}
}
