package rules

import (
	"math"
	"slices"
	"sort"
	"strings"

	"hybrid/rules/source"
)

// The skill and rank that count in a roll: the skill itself, a related skill, bonuses from skill pools, or a statistic alone. A stand-in is
// a related skill that is used in place of one that the actor hasn't learnt. A skill pool is a group of skills learnt together, which
// raises the rank of each. A filter skill limits the rank in some situations (def_filter.go).

// skillUse is the use of a skill, or of a statistic alone, in a roll.
type skillUse struct {
	skill    *Skill   // skill used; nil for a statistic alone
	basis    *Formula // formula of statistics that the roll is based on
	isNamed  bool     // whether the roll names a skill, even one that the actor has not learnt
	trained  bool     // whether the actor has learnt the skill, or a stand-in that counts as learnt
	rank     float64  // rank that counts
	plain    float64  // learnt rank; for a stand-in, its rank as it counts here
	standIn  *Skill   // related skill used in its place, or nil
	likeness float64  // stand-in's likeness; 1 for none
}

// rankFrame holds the numbers that the rules for ranks and skill pools read.
type rankFrame struct {
	rank    float64 // learnt rank, or the stand-in's
	related float64 // likeness of the stand-in; 1 for none
	pool    float64 // bonus from the best skill pool
	filter  float64 // lowest rank in a filter skill, which limits the rank; infinite for none
	best    float64 // highest rank in the skill pool whose bonus is computed
	others  float64 // sum of that pool's other ranks
}

// useSkill prepares the roll of one of the skills for the frame's actor: the first that the actor has learnt, else a learnt skill that
// covers one of them, else the first. standIn is the related skill to use if none of these is learnt; nil for none.
func (f *Frame) useSkill(skills []*Skill, standIn *Skill) {
	f.use = skillUse{isNamed: len(skills) > 0, likeness: 1}
	if len(skills) == 0 {
		return
	}
	sheet := f.sides[0].actor.Sheet
	f.use.skill = skills[0]
	for _, skill := range skills {
		if sheet.ranks[skill.index] > Unranked {
			f.use.skill = skill
			break
		}
	}
	if sheet.ranks[f.use.skill.index] == Unranked {
		if covering := coveringSkill(sheet, skills, standIn); covering != nil {
			f.use.skill, standIn = covering, nil
		}
	}
	f.use.skill = sheet.SkillOf(f.use.skill)
	f.use.basis = f.use.skill.basis
	rank := sheet.ranks[f.use.skill.index]
	if rank == Unranked && standIn != nil {
		if relation := f.use.skill.relationTo(standIn); relation != nil && sheet.ranks[standIn.index] > Unranked {
			f.use.standIn, f.use.likeness = standIn, relation.columnValue(f, 0, 0)
			rank = sheet.ranks[standIn.index]
		}
	}
	if rank == Unranked {
		return
	}
	f.use.trained, f.use.plain = true, float64(rank)
	if f.use.standIn != nil {
		f.use.plain = f.effectiveRank(rank, 0, math.Inf(1))
		f.use.trained = f.isTrue(f.rs.Skill.stands)
	}
	f.use.rank = f.effectiveRank(rank, sheet.poolBonuses[f.use.skill.index], f.filterRank())
}

// standInError returns an error if a related skill was named that the prepared roll does not use: the actor has learnt the skill
// itself, or has not learnt the related skill, or the two are not related, or the roll is on that skill anyway.
func (f *Frame) standInError() error {
	side := f.sides[0]
	standIn := side.standIn
	if standIn == nil || f.use.standIn == standIn {
		return nil
	}
	if f.use.skill != nil && f.use.skill.index == standIn.index {
		skill := side.skill
		if skill == nil && side.tool != nil {
			skill = side.tool.skill
		}
		if side.task == nil && skill != nil && skill.index == standIn.index {
			return refuse("%s is rolled anyway. Remove the related skill.", standIn.Label)
		}
		return nil
	}
	name := side.actor.Name
	switch {
	case side.actor.Sheet.ranks[standIn.index] == Unranked:
		return refuse("%s can't replace the skill: %s hasn't learnt it. Choose another related skill.", standIn.Label, name)
	case f.use.trained && f.use.skill != nil:
		return refuse("%s isn't needed: %s has learnt %s. Remove the related skill.", standIn.Label, name, MidSentence(f.use.skill.Label))
	case f.use.skill != nil:
		return refuse("%s can't replace %s: they aren't related. Choose another related skill.", standIn.Label, MidSentence(f.use.skill.Label))
	}
	return refuse("%s can't replace a skill: none is used here. Remove the related skill.", standIn.Label)
}

// givenModifierError returns an error if the game master gave a modifier for an action that always takes the same time and has the same
// result.
func (f *Frame) givenModifierError(action *Action) error {
	modifiers := f.sides[0].manual
	if _, fixed := source.ReadNumber(action.Counts.Text); len(modifiers) == 0 || !fixed || !action.body.isCertain() {
		return nil
	}
	m, _ := f.rs.Modifiers.Get(modifiers[0].Modifier)
	return refuse("%s doesn't apply: %s rolls nothing. Remove it.", m.Label, MidSentence(action.Label))
}

// coveringSkill returns the learnt skill that replaces skills, none of which is learnt; nil if there is none. It is a skill that covers the
// first of skills that any learnt skill covers, and of several such, the one with the highest percentage. If standIn isn't nil, only that
// skill can replace them.
func coveringSkill(sheet *Sheet, skills []*Skill, standIn *Skill) (best *Skill) {
	worth := func(s *Skill) float64 { return float64(sheet.ranks[s.index]) * sheet.SkillOf(s).Percent }
	for _, skill := range skills {
		for _, substitute := range skill.substitutes {
			// Learnt, not excluded by standIn, and the best so far.
			if sheet.ranks[substitute.index] > Unranked && (standIn == nil || standIn == substitute) && (best == nil || worth(substitute) > worth(best)) {
				best = substitute
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// HasLearntAny reports whether a character has learnt one of these skills, or a skill that covers them.
func (s *Sheet) HasLearntAny(skills []*Skill) bool {
	return slices.ContainsFunc(skills, func(skill *Skill) bool { return s.ranks[skill.index] > Unranked }) || coveringSkill(s, skills, nil) != nil
}

// effectiveRank returns the rank that counts in a check: rank adjusted by likeness and bonus, and limited by filter. If the game has no
// rule for ranks, it returns rank.
func (f *Frame) effectiveRank(rank int, bonus, filter float64) float64 {
	if f.rs.Skill.Rank == nil {
		return float64(rank)
	}
	f.ranks = rankFrame{rank: float64(rank), related: f.use.likeness, pool: bonus, filter: filter}
	total, _ := f.rs.Skill.Rank.total(f, nil)
	return total
}

// rankTerms returns the rank that counts in the prepared roll. If it differs from the learnt rank, the reasons are added to trace: the
// related skill, the pool, and the filter skills.
func (f *Frame) rankTerms(trace *termTrace) float64 {
	if trace == nil || f.rs.Skill.Rank == nil || f.use.rank == f.ranks.rank && f.use.standIn == nil {
		return f.use.rank
	}
	first := trace.beginList()
	total, _ := f.rs.Skill.Rank.total(f, trace)
	for i := range trace.open[first:] {
		t := &trace.open[first+i]
		switch {
		case t.line == nil: // nothing to add
		case t.line.formula.ReadsName("filter"):
			t.Label += ": " + f.cappingSkills()
		case t.line.formula.ReadsName("pool"):
			t.Label += ": " + f.sides[0].actor.Sheet.bestPoolLabel(f.use.skill)
		case t.line.formula.ReadsName("related") && f.use.standIn != nil:
			t.Label += ": " + f.use.standIn.Label + " × " + formatNumber(f.ranks.related)
		}
	}
	return total
}

// RankCap is a limit on the rank that counts in a roll.
type RankCap struct {
	Reason string  // reason; "" for no limit
	Rank   float64 // rank that counts because of the limit; 0 for no limit
}

// Text returns the rank that counts and the reason, or "" if nothing limits it.
func (c RankCap) Text() string {
	if c.Reason == "" {
		return ""
	}
	return "counts as " + formatNumber(c.Rank) + ": " + c.Reason
}

// RankCap returns the limit of the rank that counts in the roll.
func (p *CheckPreview) RankCap() RankCap { return findRankCap(p.Terms) }

// findRankCap finds the limit of a rank among terms and their parts.
func findRankCap(terms []Term) RankCap {
	rank := 0.0
	for i := range terms {
		t := &terms[i]
		if rank += t.Value; t.line != nil && t.Value < 0 && t.line.formula.ReadsName("filter") {
			_, reason, _ := strings.Cut(t.Label, ": ")
			return RankCap{reason, TrimNoise(rank)}
		}
		if c := findRankCap(t.Parts); c.Reason != "" {
			return c
		}
	}
	return RankCap{}
}

// cappingSkills names the filter skills that set the lowest limit, each with its rank and, if the filter applies automatically, the
// situation that causes it, such as armour.
func (f *Frame) cappingSkills() string {
	var names []string
	for s := range f.limitingSituations {
		filter := s.filter
		if rank := max(0, f.sides[0].actor.Sheet.ranks[filter.index]); float64(rank) == f.ranks.filter && !f.run.hasLifted(filter) {
			name := filter.Label + " rank " + formatNumber(float64(rank))
			if s.holds != nil {
				name += " (" + MidSentence(s.Label) + ")"
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// poolBonus returns the bonus of a skill pool whose skills have the given ranks. It sorts ranks.
func (rs *Ruleset) poolBonus(f *Frame, ranks []int) float64 {
	if len(ranks) == 0 || rs.Skill.Pool == nil {
		return 0
	}
	sort.Sort(sort.Reverse(sort.IntSlice(ranks)))
	f.ranks = rankFrame{best: float64(ranks[0])}
	for _, rank := range ranks[1:] {
		f.ranks.others += float64(rank)
	}
	bonus, _ := rs.Skill.Pool.total(f, nil)
	return bonus
}

// StandIns lists the skills of an actor that can stand in for a skill that it lacks, the best first.
func (a *Actor) StandIns(rs *Ruleset, skill *Skill) []*Skill {
	var list []*Skill
	for _, related := range skill.related {
		if a.Sheet.ranks[related.skill.index] > Unranked {
			list = append(list, related.skill)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return a.StandInRank(rs, skill, list[i]) > a.StandInRank(rs, skill, list[j]) })
	return list
}

// StandInRank returns the rank at which other, a related skill, stands in for skill.
func (a *Actor) StandInRank(rs *Ruleset, skill, other *Skill) float64 {
	f := rs.newFrame(a)
	f.useSkill([]*Skill{skill}, other)
	return f.use.rank
}

// BasisOf returns the basis of a skill for an actor, from its statistics.
func (a *Actor) BasisOf(rs *Ruleset, skill *Skill) float64 {
	return TrimNoise(a.Sheet.SkillOf(skill).basis.Num(rs.newFrame(a)))
}
