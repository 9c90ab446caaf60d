package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Pool is a current value with a maximum.
type Pool struct {
	Head   `yaml:",inline"`
	Max    source.Text `yaml:"max"`                      // a formula, or none: no maximum
	Of     string      `yaml:"of" one:"side item"`       // whose it is: side, or each item's; an actor's own without it
	Refill source.Text `yaml:"refill" formula:"yes"`     // what it is set to when a round begins
	Start  source.Text `yaml:"start" formula:"yes"`      // what it starts at; the maximum without it
	Least  source.Text `yaml:"least"`                    // where a loss stops: 0 without it, none: nowhere
	Beyond source.Text `yaml:"beyond" of:"pools beyond"` // where a loss goes when it is empty: drain, another pool, or none
	Drain  *Drain      `yaml:"drain"`                    // what losses take from another pool
	Say    *Say        `yaml:"say"`                      // how changes are told: lost, gained
	max    *Formula
	start  *Formula
	refill *Formula
	least  float64
	beyond beyond
}

// Refilled reports whether the pool is set anew when a round begins.
func (p *Pool) Refilled() bool { return p.refill != nil }

// Drain is what each so many points lost of a pool take from another one; remainders are remembered.
type Drain struct {
	Every float64     `yaml:"every"`           // for each so many points lost
	Lose  source.Text `yaml:"lose" of:"pools"` // one point of this pool
	Pos   source.Pos  `yaml:",pos"`
	pool  *Pool
}

// word is what points of it are called in a price.
func (p *Pool) word(rs *Ruleset) string {
	if p.OfItem() || slices.Contains(rs.Pack.Watch, p.Name) {
		return p.Name
	}
	return Within(p.Label)
}

// carries refuses what cannot be left over of the drain: from 0 to less than what it draws at.
func (p *Pool) carries(over float64) error {
	switch {
	case p.Drain == nil:
		return refuse("%s drains no other pool, so nothing of it is left over", p.Name)
	case over < 0 || over >= p.Drain.Every:
		return refuse("what is left over of %s is from 0 to less than %s", p.Name, formatNumber(p.Drain.Every))
	}
	return nil
}

// beyond is where a loss goes on when a pool is empty: to its own drain, to another pool, or nowhere.
type beyond struct {
	drain bool
	pool  *Pool
}

func (p *Pool) compile(c *compiler) {
	sheet := nameScope{stats: len(c.rs.Stats.All) + 1, thing: p.OfItem()}
	if p.ofThings(c); p.Max.Text != "none" {
		p.max = c.num(p.Max, sheet)
	}
	if p.Refill.Text != "" {
		p.refill = c.num(p.Refill, nameScope{})
	}
	p.start = c.num(p.Start, sheet)
	switch {
	case p.Least.Text == "none":
		p.least = math.Inf(-1)
	case p.Least.Text != "":
		p.least, _ = c.num(p.Least, nameScope{}).Const()
	}
	switch {
	case p.Beyond.Text == "drain":
		p.beyond.drain = true
	case p.Beyond.Text != "" && p.Beyond.Text != "none":
		p.beyond.pool = findEntry(c, &c.rs.Pools, p.Beyond, "pool")
	}
	if p.Drain != nil {
		p.Drain.pool = findEntry(c, &c.rs.Pools, p.Drain.Lose, "pool")
		if p.Drain.Every <= 0 {
			c.mistake(source.OutOfRange, p.Drain.Pos, "drain of pool %s needs `every` above 0", p.Name)
		}
		if p.Drain.pool == nil {
			p.Drain = nil
		}
	}
}

// Shows reports whether a pool of an actor belongs on its sheet: not one without room for a point, or one that is refilled
// and stands at 0 where it began there, too.
func (p *Pool) Shows(a *Actor) bool {
	if most, limited := a.Sheet.Max(p); limited && most > 0 || !limited && p.refill == nil {
		return true
	}
	return a.Now(p) != 0 || a.Sheet.start[p.index] != 0
}

// rings reports pools that drain each other, or whose losses go on to each other, in a ring: what is lost would go round
// for ever.
func (c *compiler) rings() {
	done := map[*Pool]bool{}
	var way []*Pool
	var visit func(p *Pool, pos source.Pos)
	visit = func(p *Pool, pos source.Pos) {
		if i := slices.Index(way, p); i >= 0 {
			names := make([]string, 0, len(way)-i+1)
			for _, on := range append(way[i:len(way):len(way)], p) {
				names = append(names, on.Name)
			}
			c.mistake(source.Circle, pos, "what is lost here goes round for ever: %s", strings.Join(names, " → "))
			return
		}
		if done[p] {
			return
		}
		done[p], way = true, append(way, p)
		if p.Drain != nil {
			visit(p.Drain.pool, p.Drain.Lose.Pos)
		}
		if p.beyond.pool != nil {
			visit(p.beyond.pool, p.Beyond.Pos)
		}
		way = way[:len(way)-1]
	}
	for _, p := range c.rs.Pools.All {
		visit(p, p.Pos)
	}
}
