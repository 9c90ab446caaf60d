package rules

import (
	"math"
	"slices"
)

// A filter skill limits the ranks of other skills in some situations, its environments, such as riding on horseback. A check on it, rolled
// before the check that it limits, can lift the limit: it is then a lifted filter.

// KindFilter is the kind of outcome of a check on a filter skill.
const KindFilter = "filter"

// filterRank returns the highest rank that the filter skills of the current environments allow, or infinity if there are none.
func (f *Frame) filterRank() float64 {
	maximum := math.Inf(1)
	for s := range f.limitingSituations {
		if !f.run.hasLifted(s.filter) {
			maximum = math.Min(maximum, math.Max(0, float64(f.sides[0].actor.Sheet.ranks[s.filter.index])))
		}
	}
	return maximum
}

// filterSkills lists the filter skills of the situations that limit the skill used.
func (f *Frame) filterSkills() (list []*Skill) {
	for s := range f.limitingSituations {
		list = append(list, s.filter)
	}
	return list
}

// limitingSituations yields the situations with a filter skill that are ticked or apply automatically, and that limit the skill used.
func (f *Frame) limitingSituations(yield func(*Situation) bool) {
	for i := range f.sides[0].tickedSituations {
		if s := f.sides[0].tickedSituations[i].Situation; s.filter != nil && s.limitsSkill(f.use.skill) && !yield(s) {
			return
		}
	}
	for _, s := range f.rs.limiting {
		if s.limitsSkill(f.use.skill) && f.isTrue(s.holds) && !yield(s) {
			return
		}
	}
}

// limitsSkill reports whether a situation with a filter skill limits skill.
func (s *Situation) limitsSkill(skill *Skill) bool {
	return len(s.tagBits) == 0 || skill != nil && slices.ContainsFunc(s.tagBits, skill.tags.has)
}

// filterFrame returns the frame of a check on a filter skill. Situations of the scene affect it, and so do ticked situations that are
// environments or name this roll in `for`; other ticks apply only to the roll after it.
func (r *Run) filterFrame(s *side, skill *Skill) *Frame {
	f := r.newFrame(s.actor, nil)
	f.useSkill([]*Skill{skill}, nil)
	r.tagRoll(f, true, nil)
	own := f.sides[0]
	scene := len(own.tickedSituations) // number of the scene's situations, which come first both here and in s.ticked
	for i := range s.tickedSituations[scene:] {
		t := &s.tickedSituations[scene+i]
		if t.Situation.filter != nil || len(t.Situation.tagBits) > 0 && t.Situation.countsInRoll(f) {
			own.tickedSituations = append(own.tickedSituations, *t)
		}
	}
	if len(own.tickedSituations) > scene {
		f.useSkill([]*Skill{skill}, nil)
		r.tagRoll(f, true, nil)
	}
	return f
}

// hasLifted reports whether a check on the filter skill has succeeded in this run, which lifts its limit. It returns false for a nil run.
func (r *Run) hasLifted(skill *Skill) bool {
	if r == nil {
		return false
	}
	for _, lifted := range r.liftedFilters {
		if lifted == skill {
			return true
		}
	}
	return false
}
