package command

import (
	"strings"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Pools of items, such as the charges of a wand: pools that belong to a carried item instead of the actor. The content of such a pool is a
// stock.

// ItemOfPool finds the item that words refer to. words are POOL VALUE or ITEM POOL VALUE, such as wand charges 20. It also returns the
// words from the pool on. The item is nil if the words name no pool of items.
func (g *Game) ItemOfPool(a *rules.Actor, words []string) (*rules.Item, []string, error) {
	n := len(words)
	if n < 2 {
		return nil, words, nil
	}
	pool, ok := g.Rules.Pools.Get(strings.ToUpper(words[n-2]))
	if !ok {
		pool, ok = g.Rules.Pools.Get(words[n-2])
	}
	if !ok || !pool.BelongsToItem() {
		return nil, words, nil
	}
	var names []string   // carried items with such a pool, by name
	var last *rules.Item // last item with such a pool
	for _, stock := range rules.ItemPoolsOf(a) {
		if stock.Pool == pool {
			names, last = append(names, stock.Item.Name), stock.Item
		}
	}
	rest := words[n-2:]
	switch {
	case len(names) == 0:
		return nil, nil, Refusal("%s carries no item with %s.", a.Name, pool.Name)
	case n == 2 && len(names) == 1:
		return last, rest, nil
	case n == 2:
		return nil, nil, Refusal("Several items have %s. Name one before it: %s.", pool.Name, message.JoinOr(names))
	}
	item, err := g.Item(a, strings.Join(words[:n-2], " "))
	if err != nil {
		return nil, nil, err
	}
	if _, maximum := rules.StockOf(a, item, pool); maximum == 0 {
		return nil, nil, Refusal("%s has no “%s”. Choose: %s.", item.Label, pool.Name, strings.Join(names, ", "))
	}
	return item, rest, nil
}

// explainStock explains the stock of an item that a carries. words name the stock as ITEM POOL, or as POOL if only one item has that pool. It
// returns the terms that add up to the pool's maximum, and the stock as text. found is false if words name no such pool.
func (g *Game) explainStock(a *rules.Actor, words []string) (terms []rules.Term, text string, found bool, err error) {
	item, rest, err := g.ItemOfPool(a, append(words[:len(words):len(words)], "now")) // any word in place of the value
	if err != nil {
		return nil, "", true, err
	}
	for _, stock := range rules.ItemPoolsOf(a) {
		if stock.Item == item && strings.EqualFold(stock.Pool.Name, rest[0]) {
			text = a.Name + "'s " + rules.MidSentence(item.Label) + ": " + stock.Pool.Name + " " + stock.Text()
			return g.Rules.ExplainStock(a, item, stock.Pool), text, true, nil
		}
	}
	return nil, "", false, nil
}
