package rules

import (
	"slices"
	"strings"

	"hybrid/rules/source"
)

// The section `stats`: the statistics of characters. def_character.go reads a character's values, and num_actornames.go makes them
// available to formulas. A statistic can be rolled on alone, without a skill: it is then the basis of the roll.

// Stat is a statistic of a character: given, or derived by a formula.
type Stat struct {
	Head    `yaml:",inline"`
	Typical string `yaml:"typical" pattern:"span"` // The usual range, such as `5-25`.
	Unit    string `yaml:"unit"`                   // Its unit, such as `kg`.
	Group   string `yaml:"group"`                  // Its section on the sheet, such as `mental`.
	// Derives it from the statistics above, such as `(PSI + MAW) / 4`. Without it, each character gives the number.
	Formula  source.Text `yaml:"formula" formula:"yes"`
	Negative bool        `yaml:"negative"` // `negative: true`: it can be below zero, as a modifier can. Default: false.
	Optional bool        `yaml:"optional"` // True: the sheet shows it only for characters whose file has it. Default: false.
	// The cost of raising it by one, to the value `to`: a formula. Without it, experience can't raise it.
	Raise   source.Text `yaml:"raise" formula:"yes"`
	Most    *float64    `yaml:"most"`  // The highest value that experience can buy.
	Usual   *float64    `yaml:"usual"` // The value if a file has none. The sheet shows it only if it differs.
	formula *Formula    // compiled form of Formula; nil if each character gives the number
	raise   *Formula    // compiled form of Raise; nil if experience can't raise it
	asBasis *Formula    // formula that reads its value, as the basis of a roll on it alone
	tags    tagSet      // tags that a roll on the statistic alone has
	minimum float64     // lower end of Typical; 0 if that isn't set
	maximum float64     // upper end of Typical; 0 if that isn't set
}

// ShowsStat reports whether a sheet shows a stat.
func (s *Sheet) ShowsStat(stat *Stat) bool {
	if stat.Usual != nil {
		return s.stats[stat.index] != *stat.Usual
	}
	return !stat.Optional || s.isStated[stat.index]
}

// readTypical reads the typical range of a statistic, such as 5-25, or returns 0 and 0 if none is given.
func (s *Stat) readTypical(c *compiler) (minimum, maximum float64) {
	if s.Usual != nil && s.Formula.Text != "" {
		c.addMistake(source.OneKind, s.Formula.Pos, "%s is computed by its formula. Remove usual.", s.Name)
	}
	low, high, found := strings.Cut(s.Typical, "-")
	minimum, ok1 := source.ReadNumber(low)
	maximum, ok2 := source.ReadNumber(high)
	if s.Typical != "" && (!found || !ok1 || !ok2 || maximum < minimum) {
		c.addMistake(source.BadValue, s.Pos, "typical of %s must be a range such as 5-25, not %s.", s.Name, s.Typical)
	}
	return minimum, maximum
}

// compileRaise compiles the cost of raising the statistic by experience.
func (s *Stat) compileRaise(c *compiler) {
	s.raise = c.compileNumber(s.Raise, nameScope{stats: len(c.rs.Stats.All) + 1, to: "to"})
	switch {
	case s.Raise.Text == "" && s.Most != nil:
		c.addMistake(source.Missing, s.Pos, "most of %s limits what experience buys. Add its price, such as `raise: 5 * to`.", s.Name)
	case s.Raise.Text == "": // nothing to check
	case !s.IsGiven():
		c.addMistake(source.OneKind, s.Raise.Pos, "%s is computed by its formula. Remove raise, or give it to the statistics in the formula.", s.Name)
	case c.rs.Skill.Currency == "":
		c.addMistake(source.Missing, s.Raise.Pos, "raise needs a currency. Add `skill: {currency: POOL}`.")
	}
}

// compileRoll compiles the basis and tags of a roll on the statistic alone. The tag is the statistic's group or, for a derived statistic,
// the group that its parts share.
func (s *Stat) compileRoll(c *compiler) {
	s.asBasis = c.compileNumber(source.Text{Text: s.Name, Pos: s.Pos}, nameScope{})
	if group := s.groupTag(c.rs); group != "" {
		c.compileTags(&s.tags, "", []source.Text{{Text: group, Pos: s.Pos}})
	}
}

// groupTag returns the group of the statistic, or of all its parts, if the group is a tag. It returns "" if there is no group or more than
// one.
func (s *Stat) groupTag(rs *Ruleset) string {
	if _, ok := rs.Tags.Get(s.Group); ok {
		return s.Group
	} else if s.formula == nil {
		return ""
	}
	shared := ""
	for _, read := range s.formula.Reads {
		part, ok := rs.Stats.Get(read.Path)
		if !ok {
			continue
		}
		switch group := part.groupTag(rs); {
		case shared == "":
			shared = group
		case group != shared:
			return ""
		}
	}
	return shared
}

// UsualValue returns the value of a formula for an actor with usual statistics. ok is false if the formula reads nothing, or anything other
// than statistics with a usual or constant value.
func (rs *Ruleset) UsualValue(expr *Formula) (x float64, ok bool) {
	if expr == nil || len(expr.Reads) == 0 {
		return 0, false
	}
	actor := *rs.nobody.actor
	actor.stats = slices.Clone(actor.stats)
	for _, read := range expr.Reads {
		stat, known := rs.Stats.Get(read.Path)
		if !known {
			return 0, false
		}
		value, constant := 0.0, stat.Usual != nil
		if constant {
			value = *stat.Usual
		} else if value, constant = stat.formula.Const(); !constant {
			return 0, false
		}
		actor.stats[stat.index] = value
	}
	return TrimNoise(expr.Num(rs.newFrame(&actor))), true
}
