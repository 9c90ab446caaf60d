package rules

import (
	"errors"
	"math"
	"slices"
)

// fan follows every way a decision can go instead of rolling dice. It carries the steps out with the run's own code,
// in every world at once, step by step: a step that leaves something to chance makes several worlds of one, and
// worlds in which everything that still matters is the same become one again.
type fan struct {
	r        *Run
	now      *world  // loaded into the run
	way      *forked // the step being carried out
	forks    []*forked
	depth    int      // of steps within each other that left something to chance
	outer    Frame    // around all sequences
	base     []*Actor // how those were whom the run has copies of, before anything
	loaded   []*Actor // what was loaded into those copies
	dirty    uint64   // which of them have changed since, a bit each
	last     bool     // nothing comes after the innermost sequence
	doer     *Actor   // whose action, or answer, is carried out
	only     string   // whose end alone counts; everybody's without it
	frames   []Frame  // of the sequences under way, the outermost first
	seqs     []*seqFrame
	live     []wanted // by sequence under way, what its later steps still read
	answered bool     // somebody said how an offer is answered
	first    *firstRoll
	explain  bool                                                 // the terms of the first roll are wanted
	instead  func(f *Frame, chance float64, terms []Term) float64 // the chance of the first roll, instead of the one it has
	sums     map[[2]int][]float64
	evens    map[int][]float64
	rows     map[*Step]*spreadRows
	terms    []Term  // of the first roll in the way that is taken now, where they are wanted
	told     string  // likewise what must be said first
	calm     forked  // of steps that leave nothing to chance
	tags     tagSet  // of a roll before the step that is carried out
	degree   int     // of the first roll, where this step made it; -1
	asked    []*Need // questions that nobody answered
	count    tallied
	alone    map[string]bool // those whose end is taken from worlds of their own
	done     int             // steps carried out
}

// forked is a step that is carried out in every way it can go.
type forked struct {
	ways
	numbers [mostNumbers]float64 // of the check it begins with
	used    []spent              // what counted in these
	rolls   *sorted              // of that check; nil where dice fall before it
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
	terms   means
}

// world is one way things can be. Its parts, by the degree of the first roll from 1 on, and before it at 0, are how
// likely it is.
type world struct {
	parts  []float64
	people []*Actor // by copy of the run; nil as it came in
	levels []level
	lifted []*Skill
	row    *Row // of the first table rolled; it stands for those like it
	past   bool // the first roll is made
	over   bool // its sequence has ended
	next   *world
}

// level is a sequence under way in one world.
type level struct {
	results []stepResult
	rows    []*Row
	takes   []float64
	sides   [2]*side
	tags    tagSet // of a roll
	known   bool   // tags is; it holds as long as nothing happens that words depend on
}

// mostSteps is how many steps are carried out before it is given up.
const mostSteps = 300_000

var (
	errTooMany = errors.New("it can go in too many ways to count them all")
	errDice    = errors.New("dice are rolled where its odds are not counted")
)

// face is one of the faces of a die.
func (x *fan) face(faces int) int {
	if x.evens[faces] == nil {
		x.evens[faces] = even(faces)
	}
	return x.way.of(x.evens[faces]) + 1
}

// sum is one of the sums of some dice.
func (x *fan) sum(count, faces int) float64 {
	key := [2]int{count, faces}
	if x.sums[key] == nil {
		x.sums[key] = sums(count, faces)
	}
	return float64(x.way.of(x.sums[key]) + count)
}

// spreadRows is the rows of a rolled table, those that come to the same together, and how likely they are.
type spreadRows struct {
	rows    []*Row // one that stands for those like it
	sides   []string
	weights []float64
	all     [][]Likely // those like it, with their shares of it
}

// look is one of the rows of the table that a step rolls on. Left and right count as one, unless a later step asks.
func (x *fan) look(step *Step) (row *Row, side string) {
	s := x.rows[step]
	if s == nil {
		s = x.spread(step.table, step.asks != nil, step.asks != nil && step.asks.side)
		x.rows[step] = s
	}
	i := x.way.of(s.weights)
	if x.now.row == nil {
		x.now.row = s.rows[i]
	}
	return s.rows[i], s.sides[i]
}

func (x *fan) spread(t *Table, asked, sided bool) *spreadRows {
	s := &spreadRows{}
	for _, row := range t.rows {
		p := (row.To - row.From + 1) / float64(t.die)
		if row.To == 0 {
			continue
		}
		if sided {
			s.bySide(t, row)
			continue
		}
		i := slices.IndexFunc(s.rows, func(other *Row) bool { return !asked && x.equal(row, other) })
		if i < 0 {
			i = len(s.rows)
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, ""), append(s.weights, 0), append(s.all, nil)
		}
		s.weights[i] += p
		s.all[i] = append(s.all[i], Likely{row.Label, row.From, p})
	}
	for i := range s.all {
		for k := range s.all[i] {
			s.all[i][k].Probability /= s.weights[i]
		}
	}
	return s
}

// bySide adds a row, left and right apart.
func (s *spreadRows) bySide(t *Table, row *Row) {
	first := len(s.rows)
	for face := int(row.From); face <= int(row.To); face++ {
		side := t.side(row, face)
		i := first
		for ; i < len(s.rows) && s.sides[i] != side; i++ {
		}
		if i == len(s.rows) {
			s.rows, s.sides, s.weights, s.all = append(s.rows, row), append(s.sides, side), append(s.weights, 0), append(s.all, []Likely{{row.Label, row.From, 0}})
		}
		s.weights[i] += 1 / float64(t.die)
		s.all[i][0].Probability = s.weights[i]
	}
}

// equal tells whether it comes to the same which of two rows is drawn: they give and do nothing, nobody asks for
// them by name, they have the same tags, and everybody wears the same at both.
func (x *fan) equal(a, b *Row) bool {
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
func (x *fan) judge(g *Frame, check *Check, result *CheckResult) {
	first := x.isFirst(g)
	chance := g.chk.numbers[len(check.numbers)-1]
	s := x.sorted(g, check, first)
	if first && x.way.fresh() {
		x.begins(g, check, s)
	}
	if g.step != nil && x.way.fresh() {
		x.count.check(x, g, check, chance, x.way.weight(), s)
	}
	if x.way == &x.calm {
		x.count.quiet(x, g, s)
		return
	}
	c := &s.list[x.way.of(s.weights)]
	result.Roll, result.Success, result.Margin, result.Degree = c.roll, c.made, c.margin, c.degree
	if g.step != nil && len(g.step.Results) > 0 {
		check.judge(g, c.roll, func(int) int { return c.draw })
	}
	if first {
		x.now.past, x.degree = true, c.degree.index
	}
}

// sorted is the classes of the rolls of a check; those of the first of a step are sorted once for all the ways it goes.
func (x *fan) sorted(g *Frame, check *Check, first bool) *sorted {
	way := x.way
	if way.known() {
		return way.rolls
	}
	s := x.r.rs.sort(g, check, first, x.answered)
	if way.at == 0 {
		way.rolls = s
	}
	return s
}

// known reports whether the step begins with a check whose chance leaves nothing to chance, and which was worked out in
// an earlier one of the ways it goes.
func (w *forked) known() bool { return w.at == 0 && !w.fresh() && w.rolls != nil }

// follow tells whether what follows a check is carried out: it is not where all of it is counted already.
func (x *fan) follow() bool { return x == nil || x.way != &x.calm }

// isFirst reports whether a roll is the first check of the one who acts.
func (x *fan) isFirst(g *Frame) bool {
	return !x.now.past && g.step != nil && g.sides[0].actor == x.r.copies[0]
}

// chance is the chance of a check; it is worked out once for all the ways it can go.
func (x *fan) chance(g *Frame, check *Check) (chance float64, told string) {
	way := x.way
	if !way.known() {
		used := len(x.r.spent)
		if x.isFirst(g) && (x.explain || x.instead != nil) {
			chance, told = x.explained(g, check)
		} else {
			chance, told = check.chance(g, nil)
		}
		if way.at == 0 {
			way.numbers, way.used = g.chk.numbers, append(way.used[:0], x.r.spent[used:]...)
		}
		return chance, told
	}
	g.chk.numbers = way.numbers
	x.r.spent = append(x.r.spent, way.used...)
	return way.numbers[len(check.numbers)-1], ""
}

// explained is the chance of the first roll, with its terms.
func (x *fan) explained(g *Frame, check *Check) (chance float64, told string) {
	n := &x.r.notes
	first := n.begin()
	chance, told = check.chance(g, n)
	terms := n.end(first)
	if x.instead != nil {
		chance = x.instead(g, chance, terms)
		g.chk.numbers[len(check.numbers)-1] = chance
	}
	if x.explain && x.way.fresh() {
		x.terms, x.told = terms, told
	}
	return chance, told
}

// begins counts the first roll of the one who acts, whose chance is in the frame, in one of the ways it comes to be made.
func (x *fan) begins(g *Frame, check *Check, s *sorted) {
	chance, one := g.chk.numbers[len(check.numbers)-1], x.first
	if one == nil {
		asks := g.step.asks
		one = &firstRoll{check: check, step: g.step, chk: g.chk, told: x.told, least: chance, most: chance, shares: make([]float64, len(s.shares))}
		one.simple = check.closed && (asks == nil || !asks.raw && len(asks.list) == 0 && !(asks.outer && x.answered))
		if g.use.skill != nil {
			one.skill = g.use.skill.Name
		}
		x.first = one
	}
	weight := x.way.weight() * x.now.parts[0]
	one.mixed = one.mixed || one.check != check || one.step != g.step || one.chk.numbers != g.chk.numbers || one.chk.against != g.chk.against
	one.least, one.most = min(one.least, chance), max(one.most, chance)
	one.reached += weight
	one.mean += weight * chance
	one.made += weight * s.made
	for i, share := range s.shares {
		one.shares[i] += weight * share
	}
	if one.told != x.told {
		one.told = ""
	}
	one.terms.add(x.terms, weight)
}

// meet takes in those whom the run has copies of since.
func (x *fan) meet() {
	for i := len(x.base); i < len(x.r.copies); i++ {
		x.base, x.loaded = append(x.base, x.r.state.Find(x.r.copies[i].Key)), append(x.loaded, nil)
	}
}

// load makes a world the one that the run is in.
func (x *fan) load(w *world) {
	x.meet()
	for i, a := range x.r.copies {
		from := w.person(i)
		if from == nil {
			from = x.base[i]
		}
		if x.loaded[i] != from || x.dirty&(1<<i) != 0 {
			restore(a, from)
			x.loaded[i] = from
		}
	}
	x.now, x.dirty = w, 0
	for l := range w.levels {
		sf := x.seqs[l]
		sf.results, sf.rows, sf.takes = w.levels[l].results, w.levels[l].rows, w.levels[l].takes
		x.frames[l].sides = w.levels[l].sides
	}
	x.r.lifted = w.lifted
	if len(w.levels) > 0 {
		x.words(&w.levels[len(w.levels)-1])
	}
}

// words makes the words of a roll those of a level.
func (x *fan) words(l *level) {
	f := x.top()
	if l.known {
		f.tags = l.tags
		return
	}
	x.r.tagged(f, true, nil)
	l.tags, l.known = f.tags, true
}

// keep keeps in a world, which is loaded, what has become of people since.
func (x *fan) keep(w *world) {
	for i, a := range x.r.copies {
		if x.dirty&(1<<i) == 0 {
			continue
		}
		for len(w.people) <= i {
			w.people = append(w.people, nil)
		}
		kept := x.r.scratch.copied(a, 0)
		w.people[i], x.loaded[i] = kept, kept
	}
	x.dirty = 0
}

func (w *world) person(i int) *Actor {
	if i < len(w.people) {
		return w.people[i]
	}
	return nil
}

// does says whose action, or answer, is carried out from here on, and whose was.
func (x *fan) does(a *Actor) (before *Actor) {
	if x != nil {
		before, x.doer = x.doer, a
	}
	return before
}

// paid notes points that somebody loses, or with less than 0 gains, by its own doing.
func (x *fan) paid(a *Actor, pool *Pool, points float64) {
	if x != nil && x.doer == a {
		a.Levels[pool.index].own += points
	}
}

// mostPeople is how many may be in one action.
const mostPeople = 64

// restore makes one actor what another one is, in its own memory.
func restore(a, from *Actor) {
	alone, levels, conditions := a.alone, a.Levels, a.Conditions
	*a = *from
	a.alone = alone
	a.Levels = append(levels[:0], from.Levels...)
	a.Conditions = append(conditions[:0], from.Conditions...)
}

// top is the frame of the innermost sequence under way.
func (x *fan) top() *Frame { return &x.frames[len(x.frames)-1] }

// carry carries the steps of a sequence out in all these worlds, whose innermost level it is.
func (x *fan) carry(worlds []*world, seq *Sequence, acting, tool tagSet) []*world {
	r := x.r
	sf := &seqFrame{seq: seq, acting: acting, tool: tool}
	frame := x.outer
	if len(x.frames) > 0 {
		frame, sf.parent = *x.top(), x.seqs[len(x.seqs)-1]
	}
	frame.seq, frame.use, frame.step = sf, skillUse{}, nil
	x.frames, x.seqs = append(x.frames, frame), append(x.seqs, sf)
	for i := 0; i < len(seq.steps) && r.err == nil; {
		step := seq.steps[i]
		x.live = append(x.live[:len(x.seqs)-1], seq.later[i+1])
		if step.nested() {
			worlds = x.merge(x.within(worlds, step))
			i++
			continue
		}
		next, end := make([]*world, 0, len(worlds)), stretch(seq, i)
		for _, w := range worlds {
			if w.over {
				next = append(next, w)
				continue
			}
			x.load(w)
			next = x.run(next, w, i, end)
		}
		x.live[len(x.seqs)-1] = seq.later[end]
		worlds, i = x.merge(next), end
	}
	x.frames, x.seqs = x.frames[:len(x.frames)-1], x.seqs[:len(x.seqs)-1]
	for _, w := range worlds {
		w.over = false
	}
	return worlds
}

// nested tells whether a step is a sequence or an answer, carried out once.
func (s *Step) nested() bool {
	return (s.kind == stepSequence || s.kind == stepReply) && s.Who != whoAmong && s.Who != whoOnlookers
}

// stretch is how far the steps from one on are carried out world by world: up to where what was left to chance is read
// for the last time, so that worlds become alike, or up to a sequence.
func stretch(seq *Sequence, from int) int {
	for i := from + 1; i < len(seq.steps); i++ {
		if seq.steps[i].nested() {
			return i
		}
		if !slices.ContainsFunc(seq.steps[i:], func(later *Step) bool { return later.nested() || later.mayRoll() }) {
			break
		}
		if slices.ContainsFunc(seq.steps[i-1].reads, func(read reading) bool {
			return seq.steps[read.step].mayRoll() && !slices.ContainsFunc(seq.later[i].steps, func(later reading) bool { return later.step == read.step })
		}) {
			return i
		}
	}
	return len(seq.steps)
}

// run carries the steps from i up to end out in one world, which is loaded, in every way they can go.
func (x *fan) run(next []*world, w *world, i, end int) []*world {
	r, seq := x.r, x.seqs[len(x.seqs)-1].seq
	for ; i < end && !w.over && r.err == nil; i++ {
		step := seq.steps[i]
		f := x.top()
		if !f.holds(step.when) {
			continue
		}
		if step.Who == whoAmong || step.Who == whoOnlookers {
			x.keep(w)
			x.apart(w, step)
			continue
		}
		if step.mayRoll() && !step.quiet {
			return x.fork(next, w, i, end)
		}
		x.way = &x.calm
		w.over = x.once(w, step)
		x.surprised()
	}
	switch {
	case r.err != nil:
		return next
	case x.last && (end == len(seq.steps) || w.over):
		x.count.end(x, w)
		x.forget(w)
		return next
	}
	x.keep(w)
	return append(next, w)
}

// surprised gives up where dice fell that nobody could foresee.
func (x *fan) surprised() {
	if len(x.calm.picks) > 0 && x.r.err == nil {
		x.r.err = errDice
	}
}

// mayRoll tells whether a step may leave something to chance.
func (s *Step) mayRoll() bool {
	if s.kind == stepCheck || s.kind == stepTable || s.kind == stepTally {
		return true
	}
	rolls := false
	s.formulas(func(by typed, _ *Table) { rolls = rolls || by.num.Rolls() })
	return rolls
}

// once carries one step out in a world, which is loaded.
func (x *fan) once(w *world, step *Step) (over bool) {
	r, f := x.r, x.top()
	if x.done++; x.done > mostSteps || len(r.copies) > mostPeople {
		r.err = errTooMany
		return true
	}
	x.tags = f.tags
	over = r.once(f, step, &f.seq.results[step.index])
	top := &w.levels[len(w.levels)-1]
	top.known = top.known && len(top.rows) == len(f.seq.rows) && top.sides == f.sides
	for l := range w.levels {
		w.levels[l].known = w.levels[l].known && (len(r.events) == 0 || r.rs.steady)
	}
	top.rows, top.sides, w.lifted = f.seq.rows, f.sides, r.lifted
	x.words(top)
	x.soil()
	return over
}

// soil notes whom the events since have changed, and forgets them.
func (x *fan) soil() {
	for i := range x.r.events {
		for k, a := range x.r.copies {
			if a.Key == x.r.events[i].Who {
				x.dirty |= 1 << k
			}
		}
	}
	x.r.events = x.r.events[:0]
}

// fork carries a step out that may leave something to chance, and those after it up to end, in every way they can go.
func (x *fan) fork(next []*world, w *world, i, end int) []*world {
	x.keep(w)
	if x.depth++; x.depth > len(x.forks) {
		x.forks = append(x.forks, &forked{})
	}
	way := x.forks[x.depth-1]
	way.ways, way.rolls = ways{picks: way.picks[:0]}, nil
	step := x.seqs[len(x.seqs)-1].seq.steps[i]
	began := x.copy(w, i)
	for {
		x.way, x.degree = way, -1
		w.over = x.once(w, step)
		if x.r.err != nil {
			return next
		}
		w.weigh(way.weight(), x.degree)
		x.count.step(x, w, step)
		next = x.run(next, w, i+1, end)
		if x.r.err != nil || !way.next() {
			break
		}
		w = x.copy(began, i)
		x.load(w)
	}
	x.depth--
	x.forget(began)
	return next
}

// weigh makes a world less likely; one in which the first roll was just made counts within its degree from now on.
func (w *world) weigh(weight float64, degree int) {
	if degree >= 0 {
		w.parts[degree+1], w.parts[0] = w.parts[0]*weight, 0
		return
	}
	if weight != 1 {
		for i := range w.parts {
			w.parts[i] *= weight
		}
	}
}

// copy is another world like this one before a step of its innermost sequence. What no step from there on reads is left
// out.
func (x *fan) copy(w *world, at int) *world {
	c := x.fresh()
	c.parts = append(c.parts[:0], w.parts...)
	c.people = append(c.people[:0], w.people...)
	c.lifted, c.row, c.past, c.over = w.lifted, w.row, w.past, w.over
	for l := range w.levels {
		if l == len(c.levels) {
			if l < cap(c.levels) {
				c.levels = c.levels[:l+1]
			} else {
				c.levels = append(c.levels, level{})
			}
		}
		to, from := &c.levels[l], &w.levels[l]
		wants := x.live[l].steps
		if l == len(w.levels)-1 {
			wants = x.seqs[l].seq.later[at].steps
		}
		to.hold(from, wants, at)
		to.rows = append(to.rows[:0], from.rows...)
		to.takes, to.sides, to.tags, to.known = from.takes, from.sides, from.tags, from.known
	}
	return c
}

// hold makes the results that are wanted of one level those of another one; those of steps from at on have none yet.
func (l *level) hold(from *level, wants []reading, at int) {
	if cap(l.results) < len(from.results) {
		l.results = make([]stepResult, len(from.results))
	}
	l.results = l.results[:len(from.results)]
	clear(l.results[min(at, len(l.results)):])
	for _, read := range wants {
		l.results[read.step] = from.results[read.step]
	}
}

func (x *fan) fresh() *world {
	if n := len(x.r.worlds); n > 0 {
		w := x.r.worlds[n-1]
		x.r.worlds = x.r.worlds[:n-1]
		w.levels, w.next = w.levels[:0], nil
		return w
	}
	return &world{}
}

// forget gives the memory of a world back.
func (x *fan) forget(w *world) { x.r.worlds = append(x.r.worlds, w) }

// push begins a sequence in a world.
func (w *world) push(steps int, takes []float64, sides [2]*side) {
	n := len(w.levels)
	if n < cap(w.levels) {
		w.levels = w.levels[:n+1]
	} else {
		w.levels = append(w.levels, level{})
	}
	top := &w.levels[n]
	if cap(top.results) < steps {
		top.results = make([]stepResult, steps)
	}
	top.results = top.results[:steps]
	clear(top.results)
	top.rows, top.takes, top.sides, top.known = top.rows[:0], takes, sides, false
}

// within carries a step out that is a sequence, or the answer that was chosen, in all these worlds.
func (x *fan) within(worlds []*world, step *Step) (list []*world) {
	type body struct {
		seq          *Sequence
		acting, tool tagSet
		doer         *Actor
		worlds       []*world
	}
	var bodies []*body
	here := len(x.seqs) - 1
	seq := x.seqs[here].seq
	may := make([]bool, len(seq.steps)) // whether a later step that asks for nothing but words is carried out
	for _, w := range worlds {
		if w.over {
			list = append(list, w)
			continue
		}
		x.load(w)
		f := x.top()
		for i := step.index + 1; i < len(may); i++ {
			may[i] = may[i] || !seq.steps[i].wordy || f.holds(seq.steps[i].when)
		}
		if !f.holds(step.when) {
			list = append(list, w)
			continue
		}
		b := body{acting: f.seq.acting, tool: f.seq.tool, doer: x.doer, seq: step.sub}
		sides := f.sides
		var takes []float64
		if step.kind == stepReply {
			offered := f.seq.find(step.Reply.Text)
			if offered == nil || offered.chosen == nil {
				list = append(list, w)
				continue
			}
			b.seq = offered.chosen.body
			if offered.chosen.Own && offered.tool != nil {
				b.tool = offered.tool.tags
			}
			b.acting = offered.chosen.tags
			b.acting.join(&b.tool)
			b.doer = sides[1].actor
			sides[0], sides[1] = sides[1], sides[0]
		} else {
			for i := range step.with {
				takes = append(takes, step.with[i].Num(f))
			}
			if step.turns() {
				sides[0], sides[1] = sides[1], sides[0]
			}
		}
		w.push(len(b.seq.steps), takes, sides)
		at := slices.IndexFunc(bodies, func(o *body) bool {
			return o.seq == b.seq && o.acting == b.acting && o.tool == b.tool && o.doer == b.doer
		})
		if at < 0 {
			at = len(bodies)
			bodies = append(bodies, &b)
		}
		bodies[at].worlds = append(bodies[at].worlds, w)
	}
	x.live[here] = readLater(seq, step.index, may)
	last, doer := x.last, x.doer
	x.last = last && !slices.Contains(may[step.index+1:], true)
	keep := slices.ContainsFunc(x.live[here].steps, func(read reading) bool { return read.step == step.index })
	for _, b := range bodies {
		x.doer = b.doer
		for _, w := range x.carry(b.worlds, b.seq, b.acting, b.tool) {
			n := len(w.levels) - 1
			if keep {
				w.levels[n-1].results[step.index].sub = &seqFrame{seq: b.seq, results: slices.Clone(w.levels[n].results)}
			}
			w.levels = w.levels[:n]
			list = append(list, w)
		}
	}
	x.last, x.doer = last, doer
	return list
}

// apart carries a step out that is about several, for each of them alone, as if it were about nobody else.
func (x *fan) apart(w *world, step *Step) {
	last, only := x.last, x.only
	for _, a := range x.r.concerned(x.top(), step) {
		alone := x.copy(w, step.index)
		alone.levels[len(alone.levels)-1].sides[1] = x.r.side(a)
		x.load(alone)
		x.alone[a.Key], x.only = true, a.Key
		x.last = false
		var ends []*world
		if step.kind == stepSequence {
			ends = x.within([]*world{alone}, step)
		} else {
			ends = x.fork(nil, alone, step.index, step.index+1)
		}
		for _, end := range ends {
			levels := end.levels
			end.levels = nil
			x.load(end)
			end.levels = levels
			x.count.end(x, end)
			x.forget(end)
		}
	}
	x.last, x.only = last, only
	x.load(w)
}

// wanted is what later steps of a sequence want to know of those before, and which of the numbers it was given.
type wanted struct {
	steps []reading
	takes uint64 // a bit each
}

// readLater is what the steps after one want to know, and the steps around the sequence. With may, a step that may not
// be carried out wants nothing, up to the next row that is drawn: that may bring words.
func readLater(seq *Sequence, at int, may []bool) (all wanted) {
	for _, read := range seq.outside {
		if read.step <= at {
			all.steps = append(all.steps, read)
		}
	}
	for _, later := range seq.steps[at+1:] {
		if may != nil && !may[later.index] {
			continue
		}
		all.takes |= later.takes
		for _, read := range later.reads {
			if read.step > at {
				continue
			}
			i := slices.IndexFunc(all.steps, func(other reading) bool { return other.step == read.step })
			if i < 0 {
				all.steps = append(all.steps, read)
				continue
			}
			all.steps[i].raw = all.steps[i].raw || read.raw
		}
		if later.kind == stepTable {
			may = nil
		}
	}
	return all
}

// merge makes one of the worlds that are alike in everything that still matters.
func (x *fan) merge(worlds []*world) []*world {
	if len(worlds) < 3 {
		return worlds
	}
	first := make(map[uint64]*world, len(worlds))
	list := worlds[:0]
	for _, w := range worlds {
		key := x.hash(w)
		same := first[key]
		for same != nil && !x.same(same, w) {
			same = same.next
		}
		if same == nil {
			w.next = first[key]
			first[key] = w
			list = append(list, w)
			continue
		}
		for i := range w.parts {
			same.parts[i] += w.parts[i]
		}
		x.forget(w)
	}
	return list
}

// hash is the same for worlds that are alike.
func (x *fan) hash(w *world) uint64 {
	h := uint64(14695981039346656037)
	add := func(v float64) { h = (h ^ math.Float64bits(v+0)) * 1099511628211 }
	for i, a := range w.people {
		if a == nil {
			continue
		}
		add(float64(i))
		for _, level := range a.Levels {
			add(level.Now)
			add(level.Carry)
		}
		for k := range a.Conditions {
			add(float64(a.Conditions[k].Condition.index))
			add(a.Conditions[k].Number)
		}
	}
	for l := range w.levels {
		for _, row := range w.levels[l].rows {
			add(row.From)
		}
		for _, read := range x.live[l].steps {
			add(w.levels[l].results[read.step].total)
		}
	}
	if w.row != nil {
		add(w.row.From)
	}
	return h ^ h>>32
}

// same tells whether two worlds are alike in everything that still matters.
func (x *fan) same(a, b *world) bool {
	if a.row != b.row || a.past != b.past || a.over != b.over || len(a.levels) != len(b.levels) || !slices.Equal(a.lifted, b.lifted) {
		return false
	}
	for i := range max(len(a.people), len(b.people)) {
		if p, q := a.person(i), b.person(i); p != q && (p == nil || q == nil || !p.like(q)) {
			return false
		}
	}
	for l := range a.levels {
		if !x.sameLevel(&a.levels[l], &b.levels[l], l) {
			return false
		}
	}
	return true
}

func (x *fan) sameLevel(a, b *level, l int) bool {
	if !slices.Equal(a.rows, b.rows) || a.sides != b.sides && !sameSides(a.sides, b.sides) {
		return false
	}
	for i := range a.takes {
		if x.live[l].takes&(1<<i) != 0 && a.takes[i] != b.takes[i] {
			return false
		}
	}
	for _, read := range x.live[l].steps {
		p, q := &a.results[read.step], &b.results[read.step]
		if p.row != q.row || p.side != q.side || p.total != q.total || p.chosen != q.chosen || p.tool != q.tool || p.check.degree != q.check.degree ||
			p.check.success != q.check.success || p.sub != q.sub || !slices.Equal(p.lost, q.lost) {
			return false
		}
		if read.raw && p.check != q.check {
			return false
		}
	}
	return true
}

func sameSides(a, b [2]*side) bool {
	for i := range a {
		if a[i].actor != b[i].actor || a[i].tool != b[i].tool || a[i].action != b[i].action || a[i].skill != b[i].skill || a[i].task != b[i].task ||
			len(a[i].ticked) != len(b[i].ticked) {
			return false
		}
	}
	return true
}

// like reports whether an actor of a run is in play as another copy of the same actor is.
func (a *Actor) like(b *Actor) bool {
	return slices.Equal(a.Levels, b.Levels) && slices.EqualFunc(a.Conditions, b.Conditions, alikeHeld) && a.Tool == b.Tool && a.Turn == b.Turn &&
		a.Open == b.Open && a.Waiting == b.Waiting && a.Doing == b.Doing && a.Place == b.Place && a.Placed == b.Placed && a.Going == b.Going &&
		a.Slow == b.Slow && a.Sheet == b.Sheet && a.Side == b.Side && slices.Equal(a.worn, b.worn) && slices.Equal(a.Activities, b.Activities) &&
		slices.Equal(a.Dropped, b.Dropped) && slices.Equal(a.Situations, b.Situations)
}

func alikeHeld(a, b Held) bool {
	return a.Condition == b.Condition && a.Number == b.Number && a.Other == b.Other && a.Since == b.Since && a.Next == b.Next && a.Tool == b.Tool
}
