package rules

import (
	"math"
	"slices"
	"strings"
)

// What something costs, as a price: of which pool, how much, and what there is to pay it from.

// cost is how many points of one pool are paid; 0 or less costs nothing.
type cost struct {
	pool  *Pool
	by    *Formula
	where string
}

// Price is what something costs an actor now, of one pool.
type Price struct {
	Pool   *Pool
	Points float64
	Has    float64 // of those that it may be paid from
	Word   string  // what the points are called: the pool by its name where it is always seen or a thing's, else by its label

	Unknown bool // it depends on something that the one who pays doesn't know; Points leave that out
}

// Short reports whether there is not enough to pay it from.
func (p Price) Short() bool { return !p.Unknown && p.Points > p.Has+slack }

// Text returns the price as it stands behind an action: "2 AP", "2 AP, has 1" if that is not enough, or "? AP" if it isn't known.
func (p Price) Text() string {
	if p.Unknown {
		return "? " + p.Word
	}
	text := formatNumber(p.Points) + " " + p.Word
	if p.Short() {
		text += ", has " + formatNumber(p.Has)
	}
	return text
}

// SumPrices returns prices with those of one pool added up, in the order in which the pools come.
func SumPrices(list []Price) []Price {
	return sumPrices(list, func(a, b *Price) bool { return a.Pool == b.Pool })
}

// sumPrices returns prices with those that are the same added up.
func sumPrices(list []Price, same func(a, b *Price) bool) (sums []Price) {
	for _, price := range list {
		at := slices.IndexFunc(sums, func(p Price) bool { return same(&p, &price) })
		if at < 0 {
			sums = append(sums, price)
			continue
		}
		sum := &sums[at]
		if sum.Points += price.Points; sum.Pool != price.Pool {
			sum.Has += price.Has
		}
		if sum.Word != sum.Pool.Name {
			sum.Word = sum.Pool.Noun(sum.Points)
		}
	}
	return sums
}

// PricesText lists prices; those that cannot be paid say how much there is. Those of pools with one name that can be paid are added up.
func PricesText(list []Price) string {
	list = sumPrices(list, func(a, b *Price) bool {
		return a.Word != a.Pool.Name && a.Pool.Noun(1) == b.Pool.Noun(1) && !a.Short() && !b.Short() && !a.Unknown && !b.Unknown
	})
	parts := make([]string, len(list))
	for i, price := range list {
		parts[i] = price.Text()
	}
	return strings.Join(parts, ", ")
}

// of returns the price of one of the costs for the actor that the frame looks from.
func (c *cost) of(f *Frame) (p Price) {
	one := f.sides[0]
	has, _ := c.pool.of(one.actor, c.pool.itemFor(one.actor, one.tool))
	p = Price{Pool: c.pool, Has: max(0, has.Now-c.pool.minimum)}
	p.Unknown = f.unknown().reads(func() { p.Points = TrimNoise(max(0, c.by.Num(f))) }) != ""
	p.Word = c.pool.word(f.rs, p.Points)
	return p
}

// payFrom leaves of what there is to pay a price from no more than a side had as its turn came, and has not paid since.
func (p *Price) payFrom(purse map[string]float64) {
	if rest, known := purse[p.Pool.Name]; known {
		p.Has = math.Min(p.Has, math.Max(0, rest))
	}
}
