package rules

import (
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
)

// Prices: the points of a pool that something costs, and the points available to pay it. A pool is a number that is lost and regained in
// play, such as hit points or arrows; it can belong to an actor, an item or a side. A fact is unknown if it is about another actor and the
// payer's player doesn't know it (num_unknown.go).

// cost is the number of points paid from one pool; 0 or less costs nothing.
type cost struct {
	pool    *Pool    // pool that pays
	formula *Formula // formula for the number of points
	where   string   // position in the YAML, such as actions.yaml:12
}

// Price is the number of points from one pool that something costs an actor now.
type Price struct {
	Pool   *Pool   // pool that pays
	Points float64 // points that it costs; if Unknown, with unknown facts counted as 0
	Has    float64 // points that the payer has left
	Word   string  // name of the points: the pool's name for watched pools and pools of items, else a noun from its label

	Unknown bool // whether the cost depends on something that the payer doesn't know
}

// IsShort reports whether there are too few points to pay the price.
func (p Price) IsShort() bool { return !p.Unknown && p.Points > p.Has+slack }

// Text returns the price as shown with an action: "2 AP", "2 AP, has 1" if that is not enough, or "? AP" if it isn't known.
func (p Price) Text() string {
	if p.Unknown {
		return "? " + p.Word
	}
	text := formatNumber(p.Points) + " " + p.Word
	if p.IsShort() {
		text += ", has " + formatNumber(p.Has)
	}
	return text
}

// SumPrices adds up prices of the same pool and returns the sums, in the order in which the pools first appear.
func SumPrices(list []Price) []Price {
	return mergePrices(list, func(a, b *Price) bool { return a.Pool == b.Pool })
}

// mergePrices adds up prices of one kind and returns the sums, in the order in which the kinds first appear. same reports whether two
// prices are of one kind.
func mergePrices(list []Price, same func(a, b *Price) bool) (sums []Price) {
	for _, price := range list {
		i := slices.IndexFunc(sums, func(p Price) bool { return same(&p, &price) })
		if i < 0 {
			sums = append(sums, price)
			continue
		}
		sum := &sums[i]
		if sum.Points += price.Points; sum.Pool != price.Pool { // another pool whose points have the same name
			sum.Has += price.Has
		}
		if sum.Word != sum.Pool.Name {
			sum.Word = sum.Pool.Noun(sum.Points)
		}
	}
	return sums
}

// PricesText returns a list of prices as text; prices that can't be paid include the points left. Payable prices of pools with the
// same name are added up.
func PricesText(list []Price) string {
	list = mergePrices(list, func(a, b *Price) bool {
		return a.Word != a.Pool.Name && a.Pool.Noun(1) == b.Pool.Noun(1) && !a.IsShort() && !b.IsShort() && !a.Unknown && !b.Unknown
	})
	parts := make([]string, len(list))
	for i, price := range list {
		parts[i] = price.Text()
	}
	return strings.Join(parts, ", ")
}

// PricesInWords returns a list of prices like PricesText, for readers who don't see the short names of pools.
func PricesInWords(list []Price) string {
	return PricesText(collect.Map(list, func(p Price) Price {
		if p.Word == p.Pool.Name && !p.Pool.BelongsToItem() {
			p.Word = p.Pool.Noun(p.Points)
		}
		return p
	}))
}

// priceFor returns the price for the frame's actor.
func (c *cost) priceFor(f *Frame) (p Price) {
	payer := f.sides[0]
	has, _ := c.pool.levelAndMax(payer.actor, c.pool.itemFor(payer.actor, payer.tool))
	p = Price{Pool: c.pool, Has: max(0, has.Now-c.pool.minimum)}
	p.Unknown = f.unknownRecord().unknownReadIn(func() { p.Points = TrimNoise(max(0, c.formula.Num(f))) }) != ""
	p.Word = c.pool.pointsWord(f.rs, p.Points)
	return p
}

// payFrom limits Has to the points in purse: the side's points at the start of its turn minus its payments since.
func (p *Price) payFrom(purse map[string]float64) {
	if points, known := purse[p.Pool.Name]; known {
		p.Has = math.Min(p.Has, math.Max(0, points))
	}
}
