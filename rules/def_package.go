package rules

import "hybrid/rules/source"

// Package is a bundle of skills that a new character takes together, all at the same rank.
type Package struct {
	Head   `yaml:",inline"`
	Price  float64       `yaml:"price" min:"0.001" need:"yes"`  // Its price, as a multiple of the price of one of its skills.
	Skills []source.Text `yaml:"skills" of:"skills" need:"yes"` // The skills in it.
	skills []*Skill      // skills that Skills names
}

// AllSkills lists the skills of the package.
func (p *Package) AllSkills() []*Skill { return p.skills }

// Cost returns the cost of a package for a new character with a rank in each of its skills.
func (p *Package) Cost(rs *Ruleset, rank int) float64 {
	if len(p.skills) == 0 {
		return 0
	}
	return TrimNoise(p.Price * p.skills[0].StartCost(rs, rank))
}

// compilePackages compiles the packages, each of which needs a price and skills.
func (c *compiler) compilePackages() {
	for _, p := range c.rs.Packages.All {
		if p.Price <= 0 {
			c.addMistake(source.OutOfRange, p.Pos, "Package %s needs a price above 0, in prices of one skill.", p.Name)
		}
		if len(p.Skills) == 0 {
			c.addMistake(source.Missing, p.Pos, "Package %s needs `skills`, a list of the skills it gives.", p.Name)
		}
		for _, text := range p.Skills {
			if skill := findEntry(c, &c.rs.Skills, text, "skill"); skill != nil {
				p.skills = append(p.skills, skill)
			}
		}
	}
}
