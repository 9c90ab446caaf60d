package rules

import (
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Entries with `of: item` belong to an item, such as the shots in a gun. A pool belongs to each carried item for which its maximum isn't 0,
// a condition belongs to the item that it was put on. Formulas, costs and effects refer to the tool of the roll or, if that has no such
// pool, to a worn item. In Actor.Levels, the levels of item pools follow the levels of the bearer's own pools, in the order of
// Sheet.itemPools; events name the bearer and the item. The stock of an item is the value of its pool.

// OfItem is the word for an entry that belongs to an item.
const OfItem = "item"

// BelongsToItem reports whether the pool belongs to an item rather than to an actor or a side.
func (p *Pool) BelongsToItem() bool { return p.Of == OfItem }

// sheetItemPool is a pool of an item that an actor carries.
type sheetItemPool struct {
	item    *Item   // item that the pool belongs to
	pool    *Pool   // pool as the rules define it
	maximum float64 // highest value; -1 for none
	start   float64 // starting value
}

// addItemPools adds the pools of the items that the sheet's character carries and wears.
func (s *Sheet) addItemPools(rs *Ruleset) {
	if rs.nobody == nil {
		return
	}
	// A maximum may read the bearer's statistics. Since no actor exists yet, a stand-in with these statistics is used.
	f, bearer := rs.newFrame(nil), *rs.nobody.actor
	bearer.stats = s.stats
	f.sides[0] = &side{actor: &bearer}
	add := func(item *Item) {
		for _, pool := range rs.Pools.All {
			if !pool.BelongsToItem() || s.itemPoolIndex(pool, item) >= 0 {
				continue
			}
			f.sides[0].tool = item
			if maximum, start := pool.maximumAndStart(f); maximum != 0 {
				s.itemPools = append(s.itemPools, sheetItemPool{item, pool, maximum, start})
			}
		}
	}
	for _, item := range s.Items {
		add(item)
	}
	for _, armour := range s.Armour {
		add(armour.Item)
	}
}

// PoolNow is the value of a pool in a character file, or the values of the pools of an item.
type PoolNow struct {
	Value  float64             // value of the pool; 0 for an item
	Things source.Map[float64] // values of an item's pools, by pool; nil for a pool
}

// DecodeNode reads a number, or numbers by pool.
func (p *PoolNow) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		source.Decode(n, &p.Value, r)
		return
	}
	source.Decode(n, &p.Things, r)
}

// Forms implements [source.FormProvider]: the value of a pool is a number, and of an item numbers by pool.
func (*PoolNow) Forms() []any {
	return []any{float64(0), source.Keyed{Form: source.Map[float64]{}, Names: "pools"}}
}

// readItemPools reads the values of an item's pools from a character file.
func (s *Sheet) readItemPools(c *compiler, entry source.MapItem[PoolNow]) {
	item := findEntry(c, &c.rs.Items, source.Text{Text: entry.Name, Pos: entry.Pos}, "item")
	for _, now := range entry.Value.Things {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: now.Name, Pos: now.Pos}, "pool")
		if item == nil || pool == nil {
			continue
		}
		i := s.itemPoolIndex(pool, item)
		switch {
		case !pool.BelongsToItem():
			c.addMistake(source.BadValue, now.Pos, "Pool %s belongs to no item. Move it out of %s.", pool.Name, item.Name)
		case i < 0:
			c.addMistake(source.BadValue, now.Pos, "%s carries no %s with any %s.", s.Person.Name, item.Name, pool.Name)
		case s.itemPools[i].maximum >= 0 && now.Value > s.itemPools[i].maximum:
			c.addMistake(source.OutOfRange, now.Pos, "%s %g is above its maximum, %g.", now.Name, now.Value, s.itemPools[i].maximum)
		default:
			s.itemPools[i].start = now.Value
		}
	}
}

// itemPoolIndex returns the index of an item's pool in s.itemPools, or -1.
func (s *Sheet) itemPoolIndex(pool *Pool, item *Item) int {
	for i := range s.itemPools {
		if s.itemPools[i].pool == pool && s.itemPools[i].item == item {
			return i
		}
	}
	return -1
}

// levelIndex returns the index in a.Levels of the pool or, if it belongs to items, of tool's pool; -1 if there is none.
func (p *Pool) levelIndex(a *Actor, tool *Item) int {
	if !p.BelongsToItem() {
		return p.index
	}
	if i := a.Sheet.itemPoolIndex(p, tool); i >= 0 {
		return len(a.Sheet.maxima) + i
	}
	return -1
}

// itemFor returns the item whose pool is used when an actor uses tool: tool or, if it has no such pool, the first worn item that has one.
func (p *Pool) itemFor(a *Actor, tool *Item) *Item {
	if !p.BelongsToItem() || a.Sheet.itemPoolIndex(p, tool) >= 0 {
		return tool
	}
	for _, armour := range a.Sheet.Armour {
		if a.Sheet.itemPoolIndex(p, armour.Item) >= 0 {
			return armour.Item
		}
	}
	return tool
}

// levelAndMax returns the level of a pool of an actor, of its side, or of an item that it uses, and its maximum, or -1 for none.
func (p *Pool) levelAndMax(a *Actor, tool *Item) (level Level, maximum float64) {
	if a = ownerOf(a, p.BelongsToSide()); a == nil {
		return Level{}, 0
	}
	index := p.levelIndex(a, tool)
	switch {
	case index < 0:
		return Level{}, 0
	case p.BelongsToItem():
		return a.Levels[index], a.Sheet.itemPools[index-len(a.Sheet.maxima)].maximum
	}
	return a.Levels[index], a.Sheet.maxima[index]
}

// StockOf returns the current value of a pool of an actor, or of an item that it carries, and its maximum, or -1 for none.
func StockOf(a *Actor, tool *Item, pool *Pool) (now, maximum float64) {
	level, maximum := pool.levelAndMax(a, tool)
	return level.Now, maximum
}

// toolName returns the name of the item in events about its pool, or "" for a pool that belongs to no item.
func (p *Pool) toolName(tool *Item) string {
	if !p.BelongsToItem() || tool == nil {
		return ""
	}
	return tool.Name
}

// withTool returns s with tool as the item in use.
func (s runActor) withTool(tool *Item) runActor {
	s.tool = tool
	return s
}

// resolveItemPool resolves a field (now, max or lost) of a pool of items. The item is the one used by the actor or, if k is 1 instead of 0,
// by the other actor.
func resolveItemPool(k int, pool *Pool, field string) (scopeValue, bool) {
	stock := func(f *Frame) (Level, float64) {
		a := f.sides[k].actor
		return pool.levelAndMax(a, pool.itemFor(a, f.sides[k].tool))
	}
	switch field {
	case "now":
		return numberValue(func(f *Frame) float64 { level, _ := stock(f); return level.Now })
	case "max":
		return numberValue(func(f *Frame) float64 { _, maximum := stock(f); return maximum })
	case "lost":
		return numberValue(func(f *Frame) float64 { level, maximum := stock(f); return maximum - level.Now })
	}
	return scopeValue{}, false
}

// ItemPool is a pool of an item with its current value.
type ItemPool struct {
	Item    *Item   // item that the pool belongs to
	Pool    *Pool   // pool as the rules define it
	Now     float64 // current value
	Maximum float64 // highest value; -1 for none
}

// Text formats the value for use after the name of the item: "5/6".
func (p ItemPool) Text() string {
	if p.Maximum < 0 {
		return formatNumber(p.Now)
	}
	return formatNumber(p.Now) + "/" + formatNumber(p.Maximum)
}

// ItemPoolsOf returns the pools of the items that an actor carries and wears, item by item.
func ItemPoolsOf(a *Actor) (list []ItemPool) {
	for i, t := range a.Sheet.itemPools {
		list = append(list, ItemPool{t.item, t.pool, a.Levels[len(a.Sheet.maxima)+i].Now, t.maximum})
	}
	return list
}

// StockText formats the values of an item's pools for use after its name: "5/6", or "" if it has none.
func StockText(a *Actor, item *Item) string {
	parts := collect.MapIf(ItemPoolsOf(a), func(stock ItemPool) bool { return stock.Item == item }, func(stock ItemPool) string { return stock.Text() })
	return strings.Join(parts, ", ")
}

// LabelWithStock returns the label of an actor's item with the values of its pools.
func LabelWithStock(a *Actor, item *Item) string {
	return strings.TrimSpace(item.Label + " " + StockText(a, item))
}

// checkItemPool checks the keys of a pool that belongs to items.
func (p *Pool) checkItemPool(c *compiler) {
	if !p.BelongsToItem() {
		return
	}
	for _, misplaced := range []struct {
		key string
		pos source.Pos
	}{{"drain", drainPos(p.Drain)}, {"beyond", p.Beyond.Pos}} {
		if misplaced.pos.Line > 0 {
			c.addMistake(source.BadValue, misplaced.pos, "%s belongs to items, whose losses can't pass to another pool. Remove %s.", p.Name, misplaced.key)
		}
	}
	if p.Paid {
		c.addMistake(source.BadValue, p.Pos, "%s belongs to items and can't be paid. Remove paid.", p.Name)
	}
}

// drainPos returns the position of d, or the zero position if d is nil.
func drainPos(d *Drain) source.Pos {
	if d == nil {
		return source.Pos{}
	}
	return d.Pos
}

// warnUnusedItemPools warns about pools of items that no item has, because their maximum is 0 for all of them.
func (c *compiler) warnUnusedItemPools() {
	f := c.rs.newFrame(nil)
	for _, p := range c.rs.Pools.All {
		if !p.BelongsToItem() || p.max == nil {
			continue
		}
		mayBeUsed := len(p.max.Reads) == 0 // includes a maximum that depends on values of the bearer, which are unknown here
		for _, read := range p.max.Reads {
			mayBeUsed = mayBeUsed || !strings.HasPrefix(read.Path, "tool.")
		}
		for _, item := range c.rs.Items.All {
			f.sides[0] = &side{actor: c.rs.nobody.actor, tool: item}
			mayBeUsed = mayBeUsed || p.max.Num(f) > 0
		}
		if !mayBeUsed {
			c.report.Warn(source.Unused, p.Max.Pos, "No item has any %s (max: %s). Add the field to an item.", p.Name, p.Max.Text)
		}
	}
}

// toolHasCondition reports whether the tool of side k has the condition c, which belongs to items and applies by its formula.
func (f *Frame) toolHasCondition(k int, c *Condition) bool {
	if f.sides[k].tool == nil {
		return false
	}
	if k == 0 {
		return c.holds.Flag(f)
	}
	holds := false
	f.evalForOther(func(f *Frame) float64 {
		holds = c.holds.Flag(f)
		return 0
	})
	return holds
}
