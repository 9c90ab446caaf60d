package rules

import (
	"hybrid/rules/source"
)

// Skills as changed by a character's file, which gives a rank alone, or a rank with a basis, aspects, cost or bonuses of the character's
// own. The DF is the difficulty of a roll, which modifies its chance.

// SkillRank is a character's rank in a skill, with personal changes.
type SkillRank struct {
	Rank  int         `yaml:"rank"`  // The rank: a whole number.
	Basis source.Text `yaml:"basis"` // Another basis for this character: a statistic or a formula.
	// The cost for this character, such as `cost: 40`. Default: computed from the skill's aspects.
	Cost *float64 `yaml:"cost"`
	// The DF for this character, such as `difficulty: -2`. Default: computed from the skill's aspects.
	Difficulty *float64                 `yaml:"difficulty"`
	Bonus      source.Map[float64]      `yaml:"bonus" names:"skills"`  // Percentage points added for each rank of another skill: `{searching: 1}`.
	Points     *Adjust                  `yaml:"points"`                // A change of the speed points that a use adds, by `plus`, `times` or `value`: `points: {plus: 1}`.
	Rest       source.Map[*source.Node] `yaml:",rest" names:"aspects"` // aspects of the skill that differ for this character
	Pos        source.Pos               `yaml:",pos"`

	hasRank bool // whether the file gives the rank
}

// DecodeNode reads a rank, either alone or with personal changes.
func (s *SkillRank) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		source.Decode(n, &s.Rank, r)
		s.hasRank = true
		return
	}
	type plain SkillRank
	source.Decode(n, (*plain)(s), r)
	s.hasRank = n.Get("rank") != nil
}

// Forms implements [source.FormProvider]: a rank is a number, or a map with the changes.
func (*SkillRank) Forms() []any { return []any{0, SkillRank{}} }

// skillBonus is the bonus to a chance for each rank of another skill, in percentage points.
type skillBonus struct {
	skill   *Skill  // the other skill
	perRank float64 // percentage points for each rank
}

// SkillOf returns the character's own version of a skill, if the file changes its basis, aspects, cost or difficulty; else skill itself.
func (s *Sheet) SkillOf(skill *Skill) *Skill {
	if own, has := s.personalSkills[skill.index]; has {
		return own
	}
	return skill
}

// pointsOf returns the speed points of one use of the skill: points, as changed by the character's file. s may be nil.
func (s *Skill) pointsOf(points float64) float64 {
	if s == nil || s.points == nil {
		return points
	}
	return TrimNoise(max(0, s.points.adjustNumber(points)))
}

// sumRankBonuses returns the bonus that the ranks of other skills add to the chance of the skill, in percentage points, and adds a term for
// each to trace, which may be nil. ranks holds the character's ranks by skill index.
func (s *Skill) sumRankBonuses(ranks []int, trace *termTrace) (sum float64) {
	for _, b := range s.bonus {
		rank := ranks[b.skill.index]
		if rank <= 0 {
			continue
		}
		value := b.perRank * float64(rank)
		sum += value
		if trace != nil {
			trace.add(Term{Label: b.skill.Label, Value: value, Source: s.where, Guide: s.Src})
		}
	}
	return sum
}

// adjustNumber returns x replaced by Value, multiplied by Times, and increased by Plus, in this order.
func (a Adjust) adjustNumber(x float64) float64 {
	if a.Value != nil {
		x = *a.Value
	}
	if a.Times != nil {
		x *= *a.Times
	}
	return x + a.Plus
}
