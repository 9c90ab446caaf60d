package rules

// Raise is the cost of reaching one rank, or one value of a statistic, from the one below.
type Raise struct {
	Rank float64 `json:"rank"`
	Cost float64 `json:"cost"`
}

// Advance is what raising a skill costs, step by step. From is Unranked for a skill that is still to be learnt.
// It refuses ranks outside the range of the pack. G 7.
func (skill *Skill) Advance(rs *Ruleset, from, to int) ([]Raise, error) {
	if to > rs.Skill.Most || to < rs.Skill.Least {
		return nil, refuse("rank %d is out of range; ranks go from %d to %d", to, rs.Skill.Least, rs.Skill.Most)
	}
	if to <= from {
		return nil, refuse("%s is at rank %d already; name a higher one", skill.Label, from)
	}
	f := rs.frame(nil)
	f.use.skill = skill
	var steps []Raise
	for rank := from + 1; rank <= to; rank++ {
		f.to = float64(rank)
		steps = append(steps, Raise{Rank: float64(rank), Cost: trimNoise(rs.Skill.raise.Num(f))})
	}
	return steps, nil
}

// RankName is what a rank is called; empty where the pack has no names for ranks.
func (r *SkillRules) RankName(rank int) string {
	if r.names == nil {
		return ""
	}
	row := r.names.reach(float64(rank))
	if row == nil || len(row.cells) == 0 {
		return ""
	}
	return row.cells[0].text
}

// TrainingWays lists the ways to train.
func (r *SkillRules) TrainingWays() []string {
	if r.training == nil {
		return nil
	}
	return r.training.rowNames()
}

// TrainingHours is how many hours of training in some way give one point of experience. G 7.
func (rs *Ruleset) TrainingHours(way string) (hours float64, ok bool) {
	if rs.Skill.training == nil {
		return 0, false
	}
	row := rs.Skill.training.row(way)
	if row == nil {
		return 0, false
	}
	return row.number(rs.frame(nil), 0, 0), true
}
