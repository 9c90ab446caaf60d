package rules

import (
	"maps"
	"slices"
	"sync"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// A sheet is a character compiled against a ruleset: ranks, maxima, gear. All states share it, and it never changes. A statistic or maximum
// in the file can be adjusted: replaced, multiplied or increased (Adjust). The skills of a skill pool were learnt together, which gives
// each a bonus to its rank. A pool with a drain passes part of its losses on to another pool. A side also has a sheet (state_side.go).

// Sheet is a character compiled against a ruleset. It never changes. The values that change in play are in Actor.
type Sheet struct {
	Key      string          // key of the character
	Person   Person          // name, looks, player and the like
	Warnings source.Mistakes // warnings about the character's file
	Skills   []*Skill        // skills that the character has learnt, in the order of the file
	Items    []*Item         // gear, in the order of the file
	Armour   []Armour        // armour worn, one entry for each item and place of the body

	stats           []float64         // value of each statistic, by stat index
	isStated        []bool            // whether the file gives or adjusts the statistic, by stat index
	maxima          []float64         // maximum of each pool, by pool index; -1 for none
	startValues     []float64         // starting value of each pool, by pool index
	undrained       []float64         // losses not yet passed on to the pool that it drains, by pool index
	ranks           []int             // rank in each skill, by skill index; Unranked if not learnt
	poolBonuses     []float64         // bonus to the rank from the best skill pool, by skill index
	personalSkills  map[int]*Skill    // skills with personal changes, by skill index
	pools           []LearntPool      // skill pools
	worn            []wornItem        // armour worn, like Armour, with tags instead of rows
	startConditions []HeldCondition   // conditions that the character has from the start
	givenPools      []*Pool           // pools of a side whose values the encounter file gives
	itemPools       []sheetItemPool   // pools of carried items, whose levels follow those of the actor's own pools
	situations      []string          // names of the character's own situations
	wins            *Formula          // formula for whether a side has won; nil for never
	adjust          map[string]Adjust // the file's adjustments of statistics and maxima, by name

	fileStats map[string]float64 // statistics given in the file, before adjustment, by name
}

// sheetCache caches the sheets of events by their text, because sessions are read repeatedly and the same actors join again. It is safe for
// concurrent use.
type sheetCache struct {
	mu     sync.Mutex           // guards sheets
	sheets map[sheetText]*Sheet // cached sheets; emptied at maxSheets entries
}

// sheetText identifies a sheet by the key of its actor and the text of its file.
type sheetText struct{ key, text string }

// maxSheets is the number of cached sheets at which the cache is emptied.
const maxSheets = 1 << 10

// readThrough returns the sheet of an event from the cache, or reads and caches it.
func (c *sheetCache) readThrough(key, text string, read func(*source.Report) (*Sheet, error)) (*Sheet, error) {
	c.mu.Lock()
	sheet := c.sheets[sheetText{key, text}]
	c.mu.Unlock()
	if sheet != nil {
		return sheet, nil
	}
	sheet, err := read(&source.Report{AnyText: true})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sheets == nil || len(c.sheets) >= maxSheets {
		c.sheets = map[sheetText]*Sheet{}
	}
	c.sheets[sheetText{key, text}] = sheet
	return sheet, nil
}

// Armour is an item worn at one place of the body.
type Armour struct {
	At   *Row  // body part: row of the pack's table of body parts
	Item *Item // item worn there
}

// wornItem is an item worn at one place of the body.
type wornItem struct {
	item *Item // item worn there
	bit  int   // index of the place's tag in a tagSet
}

// Rank returns the plain rank in a skill, or Unranked if it is not learnt.
func (s *Sheet) Rank(skill *Skill) int { return s.ranks[skill.index] }

// Stat returns the value of a statistic, including fractions.
func (s *Sheet) Stat(stat *Stat) float64 { return s.stats[stat.index] }

// Max returns the maximum of a pool. limited is false if it has none.
func (s *Sheet) Max(pool *Pool) (maximum float64, limited bool) {
	return s.maxima[pool.index], s.maxima[pool.index] >= 0
}

// addCondition adds a condition to a sheet, with the conditions that it puts.
func (s *Sheet) addCondition(c *Condition) {
	if !c.Many && slices.ContainsFunc(s.startConditions, func(held HeldCondition) bool { return held.Condition == c }) {
		return
	}
	s.startConditions = append(s.startConditions, HeldCondition{ID: len(s.startConditions) + 1, Condition: c, Next: noCount, NextTick: noCount})
	for _, more := range c.puts {
		s.addCondition(more)
	}
}

// withRank returns a copy of a sheet with the given rank in one skill, and with the resulting bonuses of skill pools.
func (s *Sheet) withRank(rs *Ruleset, skill *Skill, rank int) *Sheet {
	copied := *s
	copied.ranks = append([]int(nil), s.ranks...)
	copied.poolBonuses = make([]float64, len(s.poolBonuses))
	if copied.ranks[skill.index] == Unranked {
		copied.Skills = append(s.Skills[:len(s.Skills):len(s.Skills)], skill)
	}
	copied.ranks[skill.index] = rank
	copied.pools = nil
	for _, pool := range s.pools {
		copied.addSkillPool(rs, pool.Label, pool.Skills)
	}
	return &copied
}

// withStat returns a copy of a sheet with the given value of one statistic, before adjustment, and with everything that is derived from it.
func (s *Sheet) withStat(rs *Ruleset, stat *Stat, value float64) *Sheet {
	copied := *s
	copied.fileStats = maps.Clone(s.fileStats)
	copied.fileStats[stat.Name] = value
	copied.stats, copied.isStated = make([]float64, len(s.stats)), make([]bool, len(s.isStated))
	copied.deriveNumbers(rs)
	for i, start := range s.startValues {
		if start != s.maxima[i] { // the file gives the current value
			copied.startValues[i] = start
		}
	}
	return &copied
}

// UnadjustedValue returns the value of a statistic before it is adjusted: the one in the file, else the usual one of the rules, else 0.
func (s *Sheet) UnadjustedValue(stat *Stat) float64 {
	if x, written := s.fileStats[stat.Name]; written || stat.Usual == nil {
		return x
	}
	return *stat.Usual
}

// LearntPool is a skill pool of a character: skills that were learnt together.
type LearntPool struct {
	Label  string   // label of the skill pool
	Skills []*Skill // skills in it, learnt or not
	Bonus  float64  // bonus to the rank of each learnt skill
}

// SkillPools lists the skill pools of the character.
func (s *Sheet) SkillPools() []LearntPool { return s.pools }

// PoolBonus returns the bonus of the best skill pool to the rank of a skill, or 0.
func (s *Sheet) PoolBonus(skill *Skill) float64 { return s.poolBonuses[skill.index] }

// bestPoolLabel returns the label of the skill pool with the highest bonus for skill, or "" if the skill is not in a pool.
func (s *Sheet) bestPoolLabel(skill *Skill) (label string) {
	best := 0.0
	for _, pool := range s.pools {
		if pool.Bonus > best && slices.ContainsFunc(pool.Skills, func(member *Skill) bool { return member.index == skill.index }) {
			label, best = pool.Label, pool.Bonus
		}
	}
	return label
}

// addSkillPool adds a skill pool with a label and members, and raises the bonus of its learnt skills to the pool's bonus.
func (s *Sheet) addSkillPool(rs *Ruleset, label string, members []*Skill) {
	ranks := collect.MapIf(members, func(skill *Skill) bool { return s.ranks[skill.index] > Unranked }, func(skill *Skill) int { return s.ranks[skill.index] })
	bonus := rs.poolBonus(rs.newFrame(nil), ranks)
	s.pools = append(s.pools, LearntPool{label, members, bonus})
	for _, skill := range members {
		if s.ranks[skill.index] > Unranked {
			s.poolBonuses[skill.index] = max(s.poolBonuses[skill.index], bonus)
		}
	}
}

// NewActor returns an actor for a character, with the starting values of its sheet.
func (rs *Ruleset) NewActor(key string, s *Sheet) *Actor {
	a := &Actor{Key: key, Name: s.Person.Name, Short: shortName(key, s.Person.Name, s.Person.Short), Looks: s.Person.Looks,
		Portrait: s.Person.Portrait.Text, Sheet: s, Turn: noCount, Situations: s.situations, stats: s.stats, worn: s.worn, serial: len(s.startConditions)}
	a.Levels = make([]Level, len(rs.Pools.All), len(rs.Pools.All)+len(s.itemPools))
	for i := range a.Levels {
		a.Levels[i] = Level{Now: s.startValues[i], Carry: s.undrained[i]}
	}
	for _, t := range s.itemPools {
		a.Levels = append(a.Levels, Level{Now: t.start})
	}
	a.Conditions = append(a.Conditions, s.startConditions...)
	a.equipDefault()
	return a
}

// HasPlayer reports whether a character has a player, even one who is away; [Actor.IsPlayed] excludes those.
func (s *Sheet) HasPlayer() bool { return s.Person.Player != "" }

// HasStartCondition reports whether a character has a condition from the start.
func (s *Sheet) HasStartCondition(c *Condition) bool {
	return slices.ContainsFunc(s.startConditions, func(h HeldCondition) bool { return h.Condition == c })
}

// Explain returns the value of the statistic, or the maximum of the pool, with the given name, and the terms that explain it. ok is false
// if there is neither.
func (s *Sheet) Explain(rs *Ruleset, name string) (value float64, terms []Term, ok bool) {
	var head *Head
	var formula *Formula
	if stat, found := rs.Stats.Get(name); found {
		head, formula, value = &stat.Head, stat.formula, s.stats[stat.index]
	} else if pool, found := rs.Pools.Get(name); found && pool.max != nil {
		head, formula, value = &pool.Head, pool.max, s.maxima[pool.index]
	} else {
		return 0, nil, false
	}
	if base, written := s.fileStats[name]; written || formula == nil {
		terms = []Term{{Label: head.Label, Value: base, Source: head.where, Guide: head.Src}}
		return value, append(terms, s.adjustmentTerms(name, value-base)...), true
	}
	term := s.termOf(rs, nil, head, formula)
	return value, append(append(terms, term), s.adjustmentTerms(name, value-term.Value)...), true
}

// termOf returns a term for the value of a formula, with the names that it reads. The formula is evaluated for the sheet and for tool, an
// item or nil.
func (s *Sheet) termOf(rs *Ruleset, tool *Item, head *Head, formula *Formula) Term {
	actor := Actor{Sheet: s, stats: s.stats}
	f := &Frame{rs: rs, sides: [2]*side{{actor: &actor, tool: tool}, rs.nobody}}
	term := Term{Label: head.Label + " = " + formula.Text, Value: TrimNoise(formula.Num(f)), Source: head.where, Guide: head.Src}
	for i := range formula.Reads {
		if formula.Reads[i].Num != nil && !formula.Reads[i].Each { // Each: in a sum over actors, where the name has no single value
			term.Inputs = append(term.Inputs, Input{formula.Reads[i].Path, TrimNoise(formula.Reads[i].Num(f))})
		}
	}
	return term
}

// adjustmentTerms returns a list with the term for the file's adjustment of the number with the given name, or nil if there is none. amount
// is the change.
func (s *Sheet) adjustmentTerms(name string, amount float64) []Term {
	adjust, changed := s.adjust[name]
	if !changed {
		return nil
	}
	return []Term{{Label: "Own adjustment", Value: TrimNoise(amount), Source: adjust.Pos.String(), Guide: adjust.Src}}
}

// deriveNumbers calculates the statistics, and the maxima and starting values of pools, from the numbers that the file gives and adjusts.
func (s *Sheet) deriveNumbers(rs *Ruleset) {
	f := rs.newFrame(nil)
	actor := *rs.nobody.actor
	actor.stats = s.stats
	f.sides[0] = &side{actor: &actor}
	for _, stat := range rs.Stats.All {
		x, written := s.fileStats[stat.Name]
		_, adjusted := s.adjust[stat.Name]
		s.isStated[stat.index] = written || adjusted
		if !written && stat.Usual != nil {
			x, written = *stat.Usual, true
		}
		if !written && stat.IsGiven() {
			continue
		}
		if !written {
			x = stat.formula.Num(f)
		}
		s.stats[stat.index] = s.adjust[stat.Name].adjustNumber(x) // not rounded, so that three thirds add up to a whole number
	}
	s.derivePools(rs, f)
}

// derivePools calculates the maxima and starting values of the actor's own pools, whose formulas are evaluated in f. It omits pools of
// sides and of items.
func (s *Sheet) derivePools(rs *Ruleset, f *Frame) {
	s.maxima, s.startValues = make([]float64, len(rs.Pools.All)), make([]float64, len(rs.Pools.All))
	for _, pool := range rs.Pools.All {
		if s.maxima[pool.index] = -1; pool.BelongsToItem() {
			continue
		}
		if pool.BelongsToSide() {
			s.maxima[pool.index] = 0
			continue
		}
		if pool.max != nil {
			s.maxima[pool.index] = TrimNoise(s.adjust[pool.Name].adjustNumber(pool.max.Num(f)))
			s.startValues[pool.index] = s.maxima[pool.index]
		}
		if pool.start != nil {
			s.startValues[pool.index] = TrimNoise(pool.start.Num(f))
		}
	}
}

// WithArmour returns a copy of an actor that wears item at every location instead of its armour.
func (a *Actor) WithArmour(rs *Ruleset, item *Item) *Actor {
	other, sheet := a.clone(), *a.Sheet
	other.Sheet, sheet.Armour, sheet.worn = &sheet, nil, nil
	if rs.worn != nil {
		for _, row := range rs.worn.rows {
			sheet.Armour = append(sheet.Armour, Armour{row, item})
			sheet.worn = append(sheet.worn, wornItem{item, rs.bits[row.Name]})
		}
	}
	other.worn = sheet.worn
	return other
}

// WithItem returns a copy of an actor that also carries an item.
func (a *Actor) WithItem(rs *Ruleset, item *Item) *Actor {
	other, sheet := a.clone(), *a.Sheet
	sheet.Items, sheet.itemPools = append(slices.Clone(sheet.Items), item), slices.Clone(sheet.itemPools)
	other.Sheet = &sheet
	sheet.addItemPools(rs)
	for _, t := range sheet.itemPools[len(a.Sheet.itemPools):] {
		other.Levels = append(other.Levels, Level{Now: t.start})
	}
	return other
}

// ExplainStock returns the terms that explain the maximum of a pool of the item tool that an actor carries; nil if the pool has no maximum.
func (rs *Ruleset) ExplainStock(a *Actor, tool *Item, pool *Pool) []Term {
	if pool.max == nil {
		return nil
	}
	return []Term{a.Sheet.termOf(rs, tool, &pool.Head, pool.max)}
}

// RaisedSheet returns a copy of a sheet with value as the rank in the skill, or as the unadjusted value of the statistic.
func (l Learnable) RaisedSheet(rs *Ruleset, s *Sheet, value float64) *Sheet {
	if l.Stat != nil {
		return s.withStat(rs, l.Stat, value)
	}
	return s.withRank(rs, l.Skill, int(value))
}

// WithRaise returns a state in which an actor's rank in a skill, or unadjusted value of a statistic, is value. who is the key of the actor,
// which must be present.
func (s *State) WithRaise(rs *Ruleset, who string, l Learnable, value float64) *State {
	next := *s
	next.Actors = slices.Clone(s.Actors)
	i := s.indexNear(who, 0)
	a := next.Actors[i].clone()
	a.Sheet = l.RaisedSheet(rs, a.Sheet, value)
	a.stats = a.Sheet.stats
	next.Actors[i] = a
	return &next
}

// IsGiven reports whether the statistic is given in the character file instead of derived.
func (s *Stat) IsGiven() bool { return s.Formula.Text == "" }

// Unranked is the rank of a skill that a character has not learnt. It is not rank 0.
const Unranked = -1
