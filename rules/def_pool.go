package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `pools`: numbers such as hit points, with their maximum, refill, and the pools that take losses beyond them. run_subject.go
// changes them in play.

// Pool is a number that is lost and regained in play, such as hit points.
type Pool struct {
	Head     `yaml:",inline"`
	One      string      `yaml:"one" text:"line"`          // The singular of the label, such as `bolt` for bolts. Default: the label.
	Max      source.Text `yaml:"max"`                      // The highest value: a formula, such as `3 * MEN`, or `none`.
	Of       string      `yaml:"of" one:"side item"`       // The owner: `side`, or `item` if each item has points of its own. Default: an actor.
	Refill   source.Text `yaml:"refill" formula:"yes"`     // The value at the start of each round, or with `scheme: counts` of each turn: a formula.
	Start    source.Text `yaml:"start" formula:"yes"`      // The starting value: a formula. Default: the maximum.
	Least    source.Text `yaml:"least"`                    // The lowest value. `none` means no limit. Default: 0.
	Beyond   source.Text `yaml:"beyond" of:"pools beyond"` // The pool that takes losses when this one is empty: `drain`, another pool, or `none`.
	Drain    *Drain      `yaml:"drain"`                    // The loss of another pool that goes with losses here: `{every: 10, lose: PEX}`.
	AtZero   []*Effect   `yaml:"at_zero"`                  // Effects that happen when a loss brings it to 0 or below: `[{put: dying}]`.
	AtFull   []*Effect   `yaml:"at_full"`                  // Effects that happen when a gain brings it to its maximum: `[{gain: RES, by: 3}]`.
	Paid     bool        `yaml:"paid"`                     // True: its points can be paid to others with `pay`, such as coins.
	Score    bool        `yaml:"score"`                    // True: everyone sees the side's points, on phones and on the table screen, such as goals.
	Say      *phrase.Say `yaml:"say"`                      // The sentences for changes: lost, gained, and paid for a payment to another.
	max      *Formula    // compiled form of Max; nil for no maximum
	start    *Formula    // compiled form of Start; nil for the maximum
	refill   *Formula    // compiled form of Refill; nil if it isn't refilled
	minimum  float64     // lowest value; negative infinity for none
	harmful  bool        // whether actions take its points from other actors, which makes a loss count as harm
	beyond   lossTarget  // compiled form of Beyond
	restPool *Pool       // pool that takes the rest of a loss, as set by the first effect that names one; nil for none
}

// OverflowPool returns the pool that takes the rest of a loss when p is empty: the pool named by an effect, else by p; nil for none.
func (p *Pool) OverflowPool() *Pool { return cmp.Or(p.restPool, p.beyond.pool) }

// Refills reports whether the pool is set to its `refill` when a round begins or, in counts, when a turn comes.
func (p *Pool) Refills() bool { return p.refill != nil }

// StartsAtZero reports whether the pool starts at 0, so that its points are gains instead of a remainder.
func (p *Pool) StartsAtZero() bool { return p.Start.Text == "0" }

// Minimum returns the lowest value of the pool.
func (p *Pool) Minimum() float64 { return p.minimum }

// Drain makes losses of one pool reduce another. Remainders are carried over.
type Drain struct {
	Every float64     `yaml:"every"`           // The points lost here for each point of the other pool, such as 10.
	Lose  source.Text `yaml:"lose" of:"pools"` // The pool that loses one point.
	Pos   source.Pos  `yaml:",pos"`
	pool  *Pool       // pool that Lose names
}

// Noun returns the noun for n points of the pool in a sentence: the singular of the label if n is 1.
func (p *Pool) Noun(n float64) string {
	if n == 1 && p.One != "" {
		return p.One
	}
	return MidSentence(p.Label)
}

// pointsWord returns the word for n points of the pool in a price.
func (p *Pool) pointsWord(rs *Ruleset, n float64) string {
	if p.BelongsToItem() && p.One == "" || slices.Contains(rs.Pack.Watch, p.Name) {
		return p.Name
	}
	return p.Noun(n)
}

// checkLeftOver returns an error unless over is a possible remainder of the drain, from 0 to less than `every`.
func (p *Pool) checkLeftOver(over float64) error {
	switch {
	case p.Drain == nil:
		return refuse("%s drains no other pool, so it leaves no remainder.", p.Name)
	case over < 0 || over >= p.Drain.Every:
		return refuse("The remainder of %s must be at least 0 and less than %s.", p.Name, formatNumber(p.Drain.Every))
	}
	return nil
}

// lossTarget is the destination of further losses when a pool is empty: its drain, another pool, or none.
type lossTarget struct {
	isDrain bool  // whether it is the drain
	pool    *Pool // other pool; nil for the drain or none
}

// compile compiles the formulas of a pool and checks the keys that its owner (actor, side or item) allows.
func (p *Pool) compile(c *compiler) {
	sheet := nameScope{stats: len(c.rs.Stats.All) + 1, inItemPool: p.BelongsToItem()} // with all statistics, but no values that change in play
	if p.checkItemPool(c); p.Max.Text != "none" {
		p.max = c.compileNumber(p.Max, sheet)
	}
	if p.Refill.Text != "" {
		p.refill = c.compileNumber(p.Refill, nameScope{})
		if order := &c.rs.Order; p.BelongsToSide() && order.Scheme != "" && !order.InRounds() {
			c.addMistake(source.BadValue, p.Refill.Pos, "%s is never refilled, because a side has no turn in counts. Remove refill.", p.Name)
		}
	}
	p.start = c.compileNumber(p.Start, sheet)
	if p.Score && !p.BelongsToSide() {
		c.addMistake(source.BadValue, p.Pos, "%s can't be a score, because it belongs to no side. Add `of: side`, or remove score.", p.Name)
	}
	switch {
	case p.Least.Text == "none":
		p.minimum = math.Inf(-1)
	case p.Least.Text != "":
		p.minimum, _ = c.compileNumber(p.Least, nameScope{}).Const()
	}
	switch {
	case p.Beyond.Text == "drain":
		p.beyond.isDrain = true
	case p.Beyond.Text != "" && p.Beyond.Text != "none":
		p.beyond.pool = findEntry(c, &c.rs.Pools, p.Beyond, "pool")
	}
	if p.Drain != nil {
		p.Drain.pool = findEntry(c, &c.rs.Pools, p.Drain.Lose, "pool")
		if p.Drain.Every <= 0 {
			c.addMistake(source.OutOfRange, p.Drain.Pos, "drain of pool %s needs `every` above 0.", p.Name)
		}
		if p.Drain.pool == nil {
			p.Drain = nil
		}
	}
}

// isUnlimited reports whether the pool is defined without a maximum.
func (p *Pool) isUnlimited() bool { return p.Max.Text == "" || p.Max.Text == "none" }

// IsShownFor reports whether an actor's sheet shows the pool. A pool that started at 0 and still is 0 is hidden if its maximum is 0, or if
// it has no maximum and is refilled.
func (p *Pool) IsShownFor(a *Actor) bool {
	if maximum, limited := a.Sheet.Max(p); limited && maximum > 0 || !limited && p.refill == nil {
		return true
	}
	return a.PoolValue(p) != 0 || a.Sheet.startValues[p.index] != 0
}

// checkPoolCycles reports pools whose drains or further losses form a cycle, in which a loss would never end.
func (c *compiler) checkPoolCycles() {
	done := map[*Pool]bool{}
	var path []*Pool // pools from the first visited to the current one
	var visit func(p *Pool, pos source.Pos)
	visit = func(p *Pool, pos source.Pos) {
		if i := slices.Index(path, p); i >= 0 {
			names := make([]string, 0, len(path)-i+1)
			for _, pool := range append(path[i:len(path):len(path)], p) {
				names = append(names, pool.Name)
			}
			c.addMistake(source.Circle, pos, "These losses go round in a circle: %s. Remove one of them.", strings.Join(names, " → "))
			return
		}
		if done[p] {
			return
		}
		done[p], path = true, append(path, p)
		if p.Drain != nil {
			visit(p.Drain.pool, p.Drain.Lose.Pos)
		}
		if p.beyond.pool != nil {
			visit(p.beyond.pool, p.Beyond.Pos)
		}
		path = path[:len(path)-1]
	}
	for _, p := range c.rs.Pools.All {
		visit(p, p.Pos)
	}
}
