package rules

// Raise is the cost of reaching one rank, or one value of a statistic, from the one below.
type Raise struct {
	Rank float64 `json:"rank"`
	Cost float64 `json:"cost"`
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
