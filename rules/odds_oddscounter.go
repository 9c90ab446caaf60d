package rules

import (
	"cmp"
	"math"
	"slices"

	"hybrid/rules/collect"
)

// Sums over the branches of an explorer, by step, by degree, and by the final states of the actors. odds_actionodds.go turns them into
// odds.

// oddsCounter sums the probabilities of results over the branches of an explorer (odds_explorer.go) and turns the sums into ActionOdds.
// Each sum is kept as a list of parts, like branch.weights: at index 0 the part of the branches without a first roll, then a part for each
// degree of the first roll. nil is a sum of 0.
type oddsCounter struct {
	rs     *Ruleset             // the game
	memory *arenaSlice[float64] // arena for the parts
	steps  []*stepCount         // results by step, and by rolling actor for checks and throws
	ends   []*endCount          // final states, by index in Run.copies; nil for an actor that isn't counted
	rows   []*rowCount          // results of the first table rolled
}

// stepCount sums the results of one step. Its []float64 fields are sums, each kept as a list of parts.
type stepCount struct {
	step    *Step             // step that is counted
	who     string            // key of the rolling actor; "" for steps without a roll
	outer   [maxNesting]*Step // steps that enclose a throw, innermost first
	reached []float64         // probability that the step is carried out
	made    []float64         // probability that its check succeeds
	chances []float64         // sums of the check's chance times its probability
	before  float64           // chance of an opposed check without the opponent's margin
	terms   []Term            // explanation of that chance; nil if not wanted
	minimum float64           // lowest chance with which the check is rolled
	maximum float64           // highest such chance
	degrees [][]float64       // for each degree, by index, the probability that the check has it
	rows    sums[*Row]        // probabilities of table rows
	totals  sums[float64]     // probabilities of a tally's totals, or of a throw's numbers of dice
}

// endCount sums the final states of one actor. Its []float64 fields are sums, each kept as a list of parts.
type endCount struct {
	actor       *Actor          // actor as it was before the action
	couldAct    bool            // whether it could act then
	out         []float64       // probability that it can no longer act
	hurt        []float64       // probability that it loses points
	loss        []float64       // average points that it loses
	puts        [][]float64     // for each condition, by index, the probability of getting it
	cards       sums[Card]      // cards gained, by card and pile
	losses      []sums[float64] // for each pool, by index, the probabilities of the points lost
	own         [][]float64     // for each pool, by index, the average points spent by the actor's own actions
	lastLevels  []Level         // pool levels of the last branches counted, which are equal; flushActorPools counts them together
	lastWeights []float64       // sums of the weights of these branches, as a list of parts
	lastLoss    float64         // points lost in these branches, from pools that harm can reduce
}

// rowCount sums the branches with one row of the first table rolled. Its []float64 fields are sums, each kept as a list of parts.
type rowCount struct {
	row  *Row      // row that represents its equivalent rows
	all  []float64 // probability of the row
	hurt []float64 // probability that the target loses points, with this row
	out  []float64 // probability that it can no longer act, with this row
	loss []float64 // average points that it loses, with this row
}

// addWeights adds parts, multiplied by factor, to the sums in dst. Most parts are 0, but adding a 0 is faster than testing for it.
func addWeights(dst, parts []float64, factor float64) {
	dst = dst[:len(parts)]
	for i, part := range parts {
		dst[i] += part * factor
	}
}

// addParts adds parts, multiplied by factor, to the sums in dst, which it allocates if nil.
func (t *oddsCounter) addParts(dst *[]float64, parts []float64, factor float64) {
	if *dst == nil {
		*dst = t.memory.allocN(len(parts))
	}
	addWeights(*dst, parts, factor)
}

// sums holds a list of parts for each key, in the order in which the keys were added.
type sums[K comparable] struct {
	list    []keySum[K] // one for each key
	indexes map[K]int   // index in list, by key; nil while there is no sum
	last    int         // index of the last sum added to
}

// keySum is the sum for one key.
type keySum[K comparable] struct {
	key   K         // result that is counted, such as a row or a number
	parts []float64 // the sum, as a list of parts
}

// add adds parts to the sum for key. Branches usually add keys in the same order, so the sum after the last one is tried first.
func (s *sums[K]) add(t *oddsCounter, key K, parts []float64) {
	switch next := s.last + 1; {
	case s.hasKeyAt(s.last, key): // the same key again; s.last stays
	case s.hasKeyAt(next, key):
		s.last = next
	default:
		s.last = s.indexOrAdd(t, key, len(parts))
	}
	addWeights(s.list[s.last].parts, parts, 1)
}

// hasKeyAt reports whether the sum at index i is for key.
func (s *sums[K]) hasKeyAt(i int, key K) bool {
	return i < len(s.list) && s.list[i].key == key
}

// partsOf returns the sum for key, or nil.
func (s *sums[K]) partsOf(key K) []float64 {
	if i, known := s.indexes[key]; known {
		return s.list[i].parts
	}
	return nil
}

// indexOrAdd returns the index of the sum for key. It adds a sum of n parts if there is none.
func (s *sums[K]) indexOrAdd(t *oddsCounter, key K, n int) int {
	i, known := s.indexes[key]
	if !known {
		if i = len(s.list); s.indexes == nil {
			s.indexes = map[K]int{}
		}
		s.indexes[key] = i
		s.list = append(s.list, keySum[K]{key, t.memory.allocN(n)})
	}
	return i
}

// findOrAddStep returns the counts for a step of the actor with key who, which is "" for steps without a roll. It adds them if they are
// new.
func (t *oddsCounter) findOrAddStep(step *Step, who string) *stepCount {
	for _, c := range t.steps {
		if c.step == step && c.who == who {
			return c
		}
	}
	c := &stepCount{step: step, who: who}
	t.steps = append(t.steps, c)
	return c
}

// countCheck counts a check in the loaded branch, with the probability of each degree from its roll classes. weight is the probability of
// the dice that the current step rolled before the check.
func (t *oddsCounter) countCheck(x *explorer, g *Frame, check *Check, chance, weight float64, classes *rollClasses) {
	b, c := x.loaded, t.findOrAddCheck(g.step, g.sides[0].actor.Key)
	c.noteChance(x, g, check, chance)
	t.addParts(&c.chances, b.weights, weight*chance)
	t.addParts(&c.reached, b.weights, weight)
	t.addParts(&c.made, b.weights, weight*classes.made)
	for i, share := range classes.shares {
		if share > 0 {
			t.addParts(&c.degrees[i], b.weights, weight*share)
		}
	}
}

// countIsolatedCheck counts the conditions that a check puts. It is used if nothing else depends on the check, so that the branch needn't
// be forked. The conditions are counted at once, or become pending conditions if a formula may end them.
func (t *oddsCounter) countIsolatedCheck(x *explorer, g *Frame, classes *rollClasses) {
	a := g.sides[0].actor
	i := slices.Index(x.r.copies, a)
	if i < 0 {
		return
	}
	for _, part := range []struct {
		effects []*Effect
		weight  float64
	}{{g.step.madeEffects, classes.made}, {g.step.missedEffects, 1 - classes.made}} {
		for _, effect := range part.effects {
			switch c := effect.condition; {
			case c.until == untilFormula:
				x.loaded.addPending(i, c, x.loaded.weights, part.weight)
			case x.countsEnd(a.Key):
				t.addParts(&t.findOrAddEnd(i, x.original[i]).puts[c.index], x.loaded.weights, part.weight)
			}
		}
	}
}

// countsEnd reports whether an actor's final state counts in the current branches.
func (x *explorer) countsEnd(who string) bool {
	return x.onlyActor == "" && !x.separate[who] || x.onlyActor == who
}

// findOrAddCheck returns the counts for a check step of the actor with key who, with a count for each degree.
func (t *oddsCounter) findOrAddCheck(step *Step, who string) *stepCount {
	c := t.findOrAddStep(step, who)
	if c.degrees == nil {
		c.degrees = make([][]float64, len(t.rs.Degrees.All))
		c.minimum, c.maximum = math.Inf(1), math.Inf(-1)
	}
	return c
}

// noteChance records the range of a check's chance. The first time, it also computes the chance before the opponent's margin is subtracted,
// with the average in place of dice in formulas, and its terms if the caller gave answers.
func (c *stepCount) noteChance(x *explorer, g *Frame, check *Check, chance float64) {
	if first := c.maximum < c.minimum; first && (x.hasAnswers || g.step.isOpposed()) {
		saved, used := g.chk, len(x.r.usedUp)
		g.chk.against, g.average = 0, true
		before := 0.0
		if trace := &x.r.trace; x.hasAnswers {
			begin := trace.beginList()
			before, _ = check.computeChance(g, trace)
			c.terms = trace.endList(begin)
		} else {
			before, _ = check.computeChance(g, nil)
		}
		if g.step.isOpposed() {
			c.before = before
		}
		g.average = false
		g.chk, x.r.usedUp = saved, x.r.usedUp[:used]
	}
	c.minimum, c.maximum = min(c.minimum, chance), max(c.maximum, chance)
}

// countStep counts the result of a step in a branch.
func (t *oddsCounter) countStep(b *branch, step *Step) {
	result := &b.frames[len(b.frames)-1].results[step.index]
	switch {
	case step.kind == stepTally:
		c := t.findOrAddStep(step, "")
		t.addParts(&c.reached, b.weights, 1)
		c.totals.add(t, result.total, b.weights)
	case step.kind == stepTable && result.row != nil:
		c := t.findOrAddStep(step, "")
		t.addParts(&c.reached, b.weights, 1)
		c.rows.add(t, result.row, b.weights)
	}
}

// countPending counts the pending conditions of a branch that no formula has ended. Testing once, here, is enough: the formulas read only
// pools, which have not changed since the action ended.
func (t *oddsCounter) countPending(x *explorer, b *branch) {
	for _, p := range b.pending {
		if a := x.r.copies[p.who]; x.countsEnd(a.Key) && !a.evalHolds(t.rs, p.condition.endFormula) {
			t.addParts(&t.findOrAddEnd(p.who, x.original[p.who]).puts[p.condition.index], p.parts, 1)
		}
	}
}

// findOrAddEnd returns the counts for the final state of actor i, and adds them if they are new. base is the actor before the action.
func (t *oddsCounter) findOrAddEnd(i int, base *Actor) *endCount {
	for len(t.ends) <= i {
		t.ends = append(t.ends, nil)
	}
	if t.ends[i] == nil {
		t.ends[i] = &endCount{actor: base, couldAct: base.forbiddenBy(t.rs, cannotAct) == nil,
			losses: make([]sums[float64], len(t.rs.Pools.All)), own: make([][]float64, len(t.rs.Pools.All)), puts: make([][]float64, len(t.rs.Conditions.All))}
	}
	return t.ends[i]
}

// countActorEnd adds the final state of actor a in branch b to c: points lost, conditions and cards received, and whether a can no longer
// act. Neighbouring branches often end with equal pools, which are counted together.
func (t *oddsCounter) countActorEnd(x *explorer, b *branch, c *endCount, a *Actor) {
	if c.lastLevels == nil || !slices.Equal(c.lastLevels, a.Levels) {
		t.flushActorPools(c)
		c.lastLevels = append(c.lastLevels[:0], a.Levels...)
		c.lastLoss = 0
		for _, pool := range t.rs.harmPools {
			before, after := &c.actor.Levels[pool.index], &a.Levels[pool.index]
			c.lastLoss += TrimNoise(before.Now - after.Now - after.own - after.price) // without what the actor spent itself
		}
	}
	t.addParts(&c.lastWeights, b.weights, 1)
	for i := range a.Conditions {
		if held := &a.Conditions[i]; c.actor.heldByID(held.ID) == nil || c.actor.heldByID(held.ID).Condition != held.Condition {
			t.addParts(&c.puts[held.Condition.index], b.weights, 1)
		}
	}
	t.countCards(b, c, a)
	out := c.couldAct && a.forbiddenBy(t.rs, cannotAct) != nil
	if out {
		t.addParts(&c.out, b.weights, 1)
	}
	if b.row != nil && a == x.r.copies[x.targetIndex] {
		t.countRow(b, c.lastLoss, out)
	}
}

// countCards adds to c the cards of which actor a has more in branch b than before the action. Identical cards in the same pile are counted
// once.
func (t *oddsCounter) countCards(b *branch, c *endCount, a *Actor) {
	for i := range a.Cards {
		card := Card{Deck: a.Cards[i].Deck, Name: a.Cards[i].Name, Pile: a.Cards[i].Pile}
		isSameCard := func(o Card) bool { return o.Deck == card.Deck && o.Name == card.Name && o.Pile == card.Pile }
		isFirst := slices.IndexFunc(a.Cards, isSameCard) == i
		if !isFirst || !isPersonalPile(card.Pile) {
			continue
		}
		if before := collect.Filter(c.actor.Cards, isSameCard); len(collect.Filter(a.Cards, isSameCard)) > len(before) {
			c.cards.add(t, card, b.weights)
		}
	}
}

// flushPools counts the pools of all actors in the branches that are not counted yet.
func (t *oddsCounter) flushPools() {
	for _, c := range t.ends {
		if c != nil {
			t.flushActorPools(c)
		}
	}
}

// flushActorPools counts an actor's pools in the last branches collected in c, all of which end with the levels c.lastLevels.
func (t *oddsCounter) flushActorPools(c *endCount) {
	if c.lastLevels == nil {
		return
	}
	for i := range t.rs.Pools.All {
		c.losses[i].add(t, TrimNoise(c.actor.Levels[i].Now-c.lastLevels[i].Now-c.lastLevels[i].price), c.lastWeights)
		t.addParts(&c.own[i], c.lastWeights, c.lastLevels[i].own)
	}
	t.addParts(&c.loss, c.lastWeights, c.lastLoss)
	if c.lastLoss > 0 {
		t.addParts(&c.hurt, c.lastWeights, 1)
	}
	clear(c.lastWeights)
}

// countRow counts a branch's loss for the target, and whether the target is out, by the row of the first table rolled.
func (t *oddsCounter) countRow(b *branch, loss float64, out bool) {
	i := slices.IndexFunc(t.rows, func(c *rowCount) bool { return c.row == b.row })
	if i < 0 {
		i = len(t.rows)
		t.rows = append(t.rows, &rowCount{row: b.row})
	}
	c := t.rows[i]
	t.addParts(&c.all, b.weights, 1)
	t.addParts(&c.loss, b.weights, loss)
	if loss > 0 {
		t.addParts(&c.hurt, b.weights, 1)
	}
	if out {
		t.addParts(&c.out, b.weights, 1)
	}
}

// equivalentRows returns the rows of the class that row represents (odds_rowclass.go), with their shares of it.
func (x *explorer) equivalentRows(row *Row) []Possibility {
	for _, s := range x.rows {
		if i := slices.Index(s.rows, row); i >= 0 {
			return s.all[i]
		}
	}
	return []Possibility{{row.Label, row.Name, row.From, 1}}
}

// stepOdds returns the counts as probabilities. probability returns the probability for a list of weights.
func (c *stepCount) stepOdds(x *explorer, probability func([]float64) float64) StepOdds {
	s := StepOdds{Step: c.step.Name, Label: c.step.Label, Who: c.who, Reached: probability(c.reached), Results: []Possibility{}, kind: c.step.kind, step: c.step}
	if c.minimum <= c.maximum {
		s.Before, s.Least, s.Most, s.Terms = c.before, c.minimum, c.maximum, c.terms
	}
	if s.Reached > 0 {
		s.Made, s.Mean = trimShare(probability(c.made)/s.Reached), trimShare(probability(c.chances)/s.Reached)
	}
	for i, parts := range c.degrees {
		if p := probability(parts); p > 0 {
			degree := x.r.rs.Degrees.All[i]
			s.Results = append(s.Results, Possibility{degree.Label, degree.Name, degree.Factor, p})
		}
	}
	if c.rows.list != nil {
		for _, row := range c.step.table.rows {
			for _, equivalent := range x.equivalentRows(row) {
				if p := trimShare(probability(c.rows.partsOf(row)) * equivalent.Probability); p > 0 {
					s.Results = append(s.Results, Possibility{equivalent.Name, equivalent.Key, equivalent.Value, p})
				}
			}
		}
		slices.SortStableFunc(s.Results, func(a, b Possibility) int { return cmp.Compare(a.Value, b.Value) })
	}
	if c.step.kind == stepThrow {
		s.Label = throwLabel(c.step, c.outer[0])
		c.addFaceOdds(&s, probability)
	} else if c.totals.list != nil {
		s.Results, s.Mean = sortedTotals(c.totals.list, probability)
		if s.Reached > 0 {
			s.Mean = trimShare(s.Mean / s.Reached)
		}
	}
	return s
}

// sortedTotals returns the keys of totals in ascending order, with their probabilities, and sum, the sum of key times probability.
func sortedTotals(totals []keySum[float64], probability func([]float64) float64) (list []Possibility, sum float64) {
	for _, total := range totals {
		if p := probability(total.parts); p > 0 {
			list = append(list, Possibility{formatNumber(total.key), "", total.key, p})
			sum += total.key * p
		}
	}
	slices.SortFunc(list, func(a, b Possibility) int { return cmp.Compare(a.Value, b.Value) })
	return list, sum
}

// endOdds returns the odds of an actor's final state. probability returns the probability for a list of weights.
func (c *endCount) endOdds(rs *Ruleset, probability func([]float64) float64) EndOdds {
	end := EndOdds{Who: c.actor.Key, Name: c.actor.Name, Out: probability(c.out), Hurt: probability(c.hurt), Loss: probability(c.loss), Puts: []Possibility{}, Pools: []PoolLoss{}}
	for i, condition := range rs.Conditions.All {
		if p := probability(c.puts[i]); p > 0 {
			end.Puts = append(end.Puts, Possibility{Name: condition.Label, Key: condition.Name, Probability: p})
		}
	}
	for _, gained := range c.cards.list {
		if deck, ok := rs.Tables.Get(gained.key.Deck); ok {
			end.Puts = append(end.Puts, Possibility{Name: deck.rowNamed(gained.key.Name).Label, Key: gained.key.Name, Value: deck.rowNamed(gained.key.Name).From, Probability: probability(gained.parts)})
		}
	}
	slices.SortStableFunc(end.Puts, func(a, b Possibility) int { return cmp.Compare(a.Value, b.Value) })
	for i, pool := range rs.Pools.All {
		points, mean := sortedTotals(c.losses[i].list, probability)
		if len(points) > 1 || len(points) == 1 && points[0].Value != 0 {
			end.Pools = append(end.Pools, PoolLoss{pool.Name, trimShare(mean), probability(c.own[i]), points})
		}
	}
	return end
}

// countThrow counts a throw of the given number of faced dice in the loaded branch, before their faces are chosen.
func (t *oddsCounter) countThrow(x *explorer, step *Step, dice int) {
	c := t.findOrAddThrow(step, x.r)
	parts := make([]float64, len(x.loaded.weights))
	addWeights(parts, x.loaded.weights, x.fork.probability())
	t.addParts(&c.reached, parts, 1)
	c.totals.add(t, float64(dice), parts)
}
