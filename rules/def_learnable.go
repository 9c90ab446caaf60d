package rules

import "hybrid/rules/collect"

// A common type for skills and statistics that experience can raise, used by package purchase.

// Raise is the cost of reaching a rank, or a value of a statistic, from the one below.
type Raise struct {
	Rank float64 `json:"rank"` // rank or value that is reached
	Cost float64 `json:"cost"` // price in points of the pack's currency, such as experience
}

// Learnable is a skill, or a statistic with `raise`, that experience can raise. Exactly one of the fields is set.
type Learnable struct {
	Skill *Skill // skill; nil for a statistic
	Stat  *Stat  // statistic; nil for a skill
}

// Name returns the name that files and rules use.
func (l Learnable) Name() string {
	if l.Stat != nil {
		return l.Stat.Name
	}
	return l.Skill.Name
}

// Label returns the label of the skill or statistic.
func (l Learnable) Label() string {
	if l.Stat != nil {
		return l.Stat.Label
	}
	return l.Skill.Label
}

// CurrentValue returns a character's rank in the skill, Unranked without one, or its value of the statistic, before adjustments.
func (l Learnable) CurrentValue(s *Sheet) float64 {
	if l.Stat != nil {
		return s.UnadjustedValue(l.Stat)
	}
	return float64(s.Rank(l.Skill))
}

// Highest returns the highest value that experience can buy; limited is false if there is no limit.
func (l Learnable) Highest(rs *Ruleset) (maximum float64, limited bool) {
	switch {
	case l.Stat == nil:
		return float64(rs.Skill.Most), true
	case l.Stat.Most != nil:
		return *l.Stat.Most, true
	}
	return 0, false
}

// RaiseCosts returns the costs of raising the skill or statistic to the given rank or value, one for each step. It returns an error if to
// is out of range.
func (l Learnable) RaiseCosts(rs *Ruleset, s *Sheet, to float64) ([]Raise, error) {
	if l.Stat == nil {
		return s.SkillOf(l.Skill).RaiseCosts(rs, s.Rank(l.Skill), int(to))
	}
	stat, from := l.Stat, s.UnadjustedValue(l.Stat)
	if stat.raise == nil {
		return nil, refuse("Experience doesn't raise %s in this game.", stat.Name)
	}
	if maximum, limited := l.Highest(rs); limited && to > maximum {
		return nil, refuse("%s can't be %s. Experience raises it to %s at most.", stat.Name, formatNumber(to), formatNumber(maximum))
	}
	if to < from+1-slack {
		return nil, refuse("%s is already %s. Choose a higher value.", stat.Name, formatNumber(from))
	}
	f, actor := rs.newFrame(nil), Actor{Sheet: s, stats: s.stats}
	f.sides[0] = &side{actor: &actor}
	var steps []Raise
	for value := from + 1; value <= to+slack; value++ {
		f.givenValue = value
		steps = append(steps, Raise{Rank: value, Cost: max(0, TrimNoise(stat.raise.Num(f)))})
	}
	return steps, nil
}

// NextRaise returns the cost of the next rank, or the next point of the statistic. It returns an error if there is none.
func (l Learnable) NextRaise(rs *Ruleset, s *Sheet) (Raise, error) {
	steps, err := l.RaiseCosts(rs, s, l.CurrentValue(s)+1)
	if err != nil {
		return Raise{}, err
	}
	return steps[0], nil
}

// RaisableStats lists the statistics that experience can raise.
func (rs *Ruleset) RaisableStats() (list []Learnable) {
	return collect.MapIf(rs.Stats.All, func(stat *Stat) bool { return stat.raise != nil }, func(stat *Stat) Learnable { return Learnable{Stat: stat} })
}

// Learnables converts skills to Learnables.
func Learnables(skills []*Skill) (list []Learnable) {
	return collect.Map(skills, func(skill *Skill) Learnable { return Learnable{Skill: skill} })
}

// PoolGain is the increase of a pool's maximum.
type PoolGain struct {
	Pool *Pool   // pool whose maximum changes
	By   float64 // difference in points; negative for a decrease
}

// PoolGains returns the differences between the pool maxima of two sheets.
func (rs *Ruleset) PoolGains(old, raised *Sheet) (list []PoolGain) {
	for _, pool := range rs.Pools.All {
		before, _ := old.Max(pool)
		after, _ := raised.Max(pool)
		if gain := TrimNoise(after - before); gain != 0 && !pool.BelongsToItem() && !pool.BelongsToSide() {
			list = append(list, PoolGain{pool, gain})
		}
	}
	return list
}
