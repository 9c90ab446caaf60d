package rules

import (
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The section `generation`: power levels and costs of new characters, and queries that tools for character creation make.

// Generation is the section for character creation: power levels, and names for characters that have none.
type Generation struct {
	Head   `yaml:",inline"`
	Usual  source.Text       `yaml:"usual" of:"powers"` // The power level if none is named.
	Powers source.Map[Power] `yaml:"powers"`            // The power levels: what new characters can spend.
	Names  []string          `yaml:"names"`             // Names for new characters that have none: `names: [Ada, Bo]`.
}

// Power is a power level for new characters.
type Power struct {
	Head   `yaml:",inline"`
	Stats  float64 `yaml:"stats" min:"0"`  // The sum of all given statistics.
	Skills float64 `yaml:"skills" min:"0"` // The points for ranks, at the prices of character creation.
	Most   int     `yaml:"most" min:"0"`   // The highest rank.
}

// compileGeneration gives the power levels of the section `generation` their names, and checks that the default level exists.
func (c *compiler) compileGeneration() {
	g := &c.rs.Generation
	for i := range g.Powers {
		g.Powers[i].Value.setName(g.Powers[i].Name, g.Powers[i].Pos)
	}
	if g.Usual.Text != "" && g.Power("") == nil {
		c.addMistake(source.UnknownName, g.Usual.Pos, "%s", message.Unknown("power", g.Usual.Text, g.PowerNames()))
	}
}

// Power returns the power level named name, the default level for "", or nil if there is none.
func (g *Generation) Power(name string) *Power {
	if name == "" {
		name = g.Usual.Text
	}
	for i := range g.Powers {
		if g.Powers[i].Name == name {
			return &g.Powers[i].Value
		}
	}
	return nil
}

// PowerNames lists the names of the power levels, in the order of the file.
func (g *Generation) PowerNames() []string {
	return collect.Map(g.Powers, func(entry source.MapItem[Power]) string { return entry.Name })
}

// StartCost returns the cost of a rank in a skill for a new character, including all ranks below it, or 0 if the pack has no rule for
// it.
func (s *Skill) StartCost(rs *Ruleset, rank int) float64 {
	f := rs.newFrame(nil)
	f.use.skill, f.givenValue = s, float64(rank)
	return TrimNoise(rs.Skill.generation.Num(f))
}

// Range returns the typical range of a statistic, or 0 and 0 if the pack gives none.
func (s *Stat) Range() (minimum, maximum float64) { return s.minimum, s.maximum }

// StatShares returns the statistics that a skill's basis depends on, directly or through derived ones, with the share of each, from 0 to 1.
func (s *Skill) StatShares(rs *Ruleset) map[*Stat]float64 {
	found := map[*Stat]float64{}
	addStatShares(rs, s.basis, 1, found)
	return found
}

// addStatShares adds to found the share of each given statistic in a formula: share is divided equally among the names that the formula
// reads, and the part of a derived statistic is divided again among the names in its own formula.
func addStatShares(rs *Ruleset, expr *Formula, share float64, found map[*Stat]float64) {
	if expr == nil || len(expr.Reads) == 0 {
		return
	}
	share /= float64(len(expr.Reads))
	for _, read := range expr.Reads {
		stat, ok := rs.Stats.Get(read.Path)
		switch {
		case !ok: // not a statistic
		case stat.IsGiven():
			found[stat] += share
		default:
			addStatShares(rs, stat.formula, share, found)
		}
	}
}

// RelatedSkills lists the skills that can be used instead of s.
func (s *Skill) RelatedSkills() []*Skill {
	list := make([]*Skill, len(s.related))
	for i, near := range s.related {
		list[i] = near.skill
	}
	return list
}

// UsageSkill returns the skill that an item is used with, or nil.
func (item *Item) UsageSkill() *Skill { return item.skill }
