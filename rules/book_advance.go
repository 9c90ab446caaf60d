package rules

// Raise is the cost of reaching one rank, or one value of a statistic, from the one below.
type Raise struct {
	Rank float64 `json:"rank"`
	Cost float64 `json:"cost"`
}

// Advance returns the cost of raising a skill, step by step. from is Unranked for a skill that is still to be learnt. It
// refuses ranks outside the range of the pack. Guide, chapter 7.
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

// RankName returns the name of a rank; empty if the pack names no ranks.
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

// TrainingHours returns how many hours of training in a way give one point of experience. Guide, chapter 7.
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
