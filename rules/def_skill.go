package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The sections `skill`, `skills` and `skill_pools`: the rules for all skills, and each skill. An aspect is a table in which each skill
// names a row, such as its scope; the costs of skills are calculated from these rows. The basis of a skill is the statistic, or the formula
// over statistics, on which its chance is based. A DF is a number that makes a roll easier or, if negative, harder. num_skilluse.go applies
// the rules in rolls.

// SkillRules is the section for ranks and costs of skills.
type SkillRules struct {
	Head       `yaml:",inline"`
	Aspects    []string    `yaml:"aspects" of:"tables"`      // The tables in which each skill names a row, such as `[type, scope]`.
	Cost       source.Text `yaml:"cost" formula:"yes"`       // The cost of a skill: a formula over its aspects.
	Difficulty source.Text `yaml:"difficulty" formula:"yes"` // The DF of each use: a formula over the aspects.
	Percent    source.Text `yaml:"percent" formula:"yes"`    // Percent per rank: a formula, such as `scope.percent`.
	Raise      source.Text `yaml:"raise" formula:"yes"`      // The cost of rank `to` from the one below: a formula.
	Generation source.Text `yaml:"start" formula:"yes"`      // The cost of rank `to` for a new character: a formula.
	Least      int         `yaml:"least"`                    // The lowest rank.
	Most       int         `yaml:"most"`                     // The highest rank.
	Currency   string      `yaml:"currency"`                 // The pool that pays for ranks, such as experience points.
	Give       Gives       `yaml:"give"`                     // Changes of modifiers by every skill.
	Rank       *Tally      `yaml:"rank"`                     // The rank that counts in a check: a tally, such as `rank: {own: {label: Rank, add: rank}}`.
	Pool       *Tally      `yaml:"pool"`                     // The bonus from a skill pool: a tally, such as `pool: {best: {label: Best, add: best / 2}}`.
	Likeness   string      `yaml:"likeness" of:"tables"`     // The table of how closely skills are related.
	Training   string      `yaml:"training" of:"tables"`     // The table of training hours per point of experience.
	Names      string      `yaml:"names" of:"tables"`        // The table of titles for ranks.
	Stands     source.Text `yaml:"stands" formula:"yes"`     // True if the reduced rank of a related skill counts as a rank: a yes/no formula.
	cost       *Formula    // compiled form of Cost
	difficulty *Formula    // compiled form of Difficulty
	percent    *Formula    // compiled form of Percent
	raise      *Formula    // compiled form of Raise
	generation *Formula    // compiled form of Generation
	likeness   *Table      // table that Likeness names; nil for none
	training   *Table      // table that Training names; nil for none
	names      *Table      // table that Names names; nil for none
	stands     *Formula    // compiled form of Stands; nil if it isn't set, which counts as true
	giver                  // compiled form of Give
}

// Skill is a skill that characters can learn.
type Skill struct {
	Head     `yaml:",inline"`
	Basis    source.Text              `yaml:"basis" formula:"yes" need:"yes"`         // Its statistic, or a formula: `(PST + DEX) / 2`.
	Speed    source.Text              `yaml:"speed" formula:"yes"`                    // The duration of one use, in counts: a formula.
	Tags     []source.Text            `yaml:"tags" of:"tags"`                         // Tags for its rolls, such as `[physical]`.
	For      []source.Text            `yaml:"for" of:"tags"`                          // For a supporting skill: it helps only in rolls with one of these tags.
	Related  source.Map[source.Text]  `yaml:"related" names:"skills" of:"likenesses"` // Skills that can replace it, and how close they are: `{knife: similar}`.
	Covers   []source.Text            `yaml:"covers" of:"skills"`                     // Skills that it replaces for a character who hasn't learnt them.
	Supports []source.Text            `yaml:"supports" of:"skills"`                   // Skills whose chance it adds to.
	Filter   string                   `yaml:"filter"`                                 // Makes it a skill that caps others in this environment, such as `on horseback`.
	Rest     source.Map[*source.Node] `yaml:",rest" names:"aspects" need:"yes"`

	Cost       float64 // base cost in points, by the pack's formula
	Difficulty float64 // difficulty of each use, as a DF
	Percent    float64 // percentage for each rank

	basis         *Formula     // compiled form of Basis
	counts        float64      // duration of one use, in counts; 0 if the skill has no speed of its own
	aspects       []*Row       // row of each aspect's table, in the order of SkillRules.Aspects
	related       []relation   // compiled form of Related
	bonus         []skillBonus // bonuses from ranks in other skills, from a character's file; nil for none
	points        *Adjust      // adjustment to the speed points per use, from a character's file; nil for none
	supportSkills []*Skill     // support skills that add to this skill
	supportTags   giver        // tags of the rolls in which it supports others; the gifts aren't used
	substitutes   []*Skill     // skills that can replace this one
	tags          tagSet       // tags that its rolls have
	giver                      // gifts of SkillRules.Give
}

// relation is a related skill, with its likeness: how much of a rank in it counts.
type relation struct {
	skill       *Skill // related skill
	likenessRow *Row   // row of the table SkillRules.likeness
}

// SkillPool is a group of skills that are learnt together.
type SkillPool struct {
	Head    `yaml:",inline"`
	Members []source.Text `yaml:"members" of:"skills"` // The skills of the group.
	members []*Skill      // skills of Members
}

// relationTo returns the row of the likeness between two skills, or nil if they are not related.
func (s *Skill) relationTo(other *Skill) *Row {
	for _, near := range s.related {
		if near.skill == other {
			return near.likenessRow
		}
	}
	return nil
}

// LikenessText describes the likeness of a related skill, or returns "" if it is not related.
func (s *Skill) LikenessText(other *Skill) string {
	how := s.relationTo(other)
	if how == nil {
		return ""
	}
	return MidSentence(how.Label)
}

// AspectRows returns the rows of the skill's aspects in their order, with nil for an aspect that it lacks.
func (s *Skill) AspectRows() []*Row { return s.aspects }

// HasAspect reports whether row is the skill's row in an aspect.
func (s *Skill) HasAspect(rs *Ruleset, aspect, row string) bool {
	i := slices.Index(rs.Skill.Aspects, aspect)
	return i >= 0 && s.aspects[i].Name == row
}

// AspectExplanations returns sentences that explain a skill by its aspects, one for each row that has a text.
func (s *Skill) AspectExplanations(rs *Ruleset) (list []string) {
	for i, aspect := range rs.Skill.Aspects {
		table, _ := rs.Tables.Get(aspect)
		for _, column := range table.Texts {
			if text := s.aspects[i].cells[table.columns[column]].text; text != "" {
				list = append(list, s.aspects[i].Label+": "+text)
			}
		}
	}
	return list
}

// compileSkillRules compiles the section `skill`: costs, ranks, skill pools and so on.
func (c *compiler) compileSkillRules() {
	rs, rules := c.rs, &c.rs.Skill
	p := nameScope{readsSkill: true, to: "to"}
	rules.cost = c.compileNumber(rules.Cost, p)
	rules.difficulty = c.compileNumber(rules.Difficulty, p)
	rules.percent = c.compileNumber(rules.Percent, p)
	rules.raise = c.compileNumber(rules.Raise, p)
	rules.generation = c.compileNumber(rules.Generation, p)
	rules.stands = c.compileFlag(rules.Stands, p)
	rules.setName("skill", rules.Pos)
	c.compileGiver(&rules.giver, nil, &rules.Give, p)
	rules.Rank.compile(c, nameScope{readsRanks: true, readsSkill: true})
	rules.Pool.compile(c, nameScope{readsRanks: true, readsSkill: true})
	findEntry(c, &rs.Pools, c.scalarAt("skill", "currency", rules.Currency), "pool")
	if rules.Training != "" {
		rules.training = findEntry(c, &rs.Tables, c.scalarAt("skill", "training", rules.Training), "table")
	}
	if rules.Names != "" {
		rules.names = findEntry(c, &rs.Tables, c.scalarAt("skill", "names", rules.Names), "table")
	}
	if rules.Likeness != "" {
		rules.likeness = findEntry(c, &rs.Tables, c.scalarAt("skill", "likeness", rules.Likeness), "table")
	}
	for _, s := range rs.Skills.All {
		s.compile(c)
	}
	for _, pool := range rs.SkillPools.All {
		for _, text := range pool.Members {
			if member := findEntry(c, &rs.Skills, text, "skill"); member != nil {
				pool.members = append(pool.members, member)
			}
		}
	}
	reportActorReads(c, map[*Formula]bool{}, rules.cost, rules.difficulty, rules.percent)
}

// reportActorReads reports names that depend on an actor in the formulas of a skill's numbers and in tables that they read, because these
// numbers are the same for all actors. done holds the formulas that were already checked.
func reportActorReads(c *compiler, done map[*Formula]bool, list ...*Formula) {
	for _, expr := range list {
		if expr == nil || done[expr] {
			continue
		}
		done[expr] = true
		for _, name := range expr.Tables {
			table, _ := c.rs.Tables.Get(name)
			for _, row := range table.rows {
				reportActorReads(c, done, row.cells[0].formula)
			}
		}
		for _, read := range expr.Reads {
			parts := strings.Split(read.Path, ".")
			table, ok := c.rs.Tables.Get(parts[0])
			if slices.Contains(c.rs.Skill.Aspects, parts[0]) && ok {
				for _, row := range table.rows {
					reportActorReads(c, done, row.cells[table.columns[parts[1]]].formula)
				}
			} else if _, ofActor := c.resolveActorName(0, parts); ofActor || slices.Contains([]string{"other", "skill", "basis", "tag"}, parts[0]) {
				pos := expr.Pos
				pos.Col += utf8.RuneCountInString(expr.Text[:strings.Index(expr.Text, read.Path)])
				c.addMistake(source.BadFormula, pos, "%s can't be used here: a skill's cost, difficulty and percent per rank are the same for all characters.", read.Path)
			}
		}
	}
}

// computeSkillCosts calculates the cost, the difficulty and the percentage per rank of every skill.
func (c *compiler) computeSkillCosts() {
	f, rules := c.rs.newFrame(nil), &c.rs.Skill
	for _, s := range c.rs.Skills.All {
		f.use.skill = s
		s.Cost, s.Difficulty, s.Percent = TrimNoise(rules.cost.Num(f)), TrimNoise(rules.difficulty.Num(f)), TrimNoise(rules.percent.Num(f))
	}
}

// firstStat returns the name of the game's first statistic, as an example of a basis, or "10" if it has none.
func firstStat(rs *Ruleset) string {
	if names := rs.Stats.Names(); len(names) > 0 {
		return names[0]
	}
	return "10"
}

// compile compiles a skill: its basis, its duration, its rows in the tables of the aspects, its relations to other skills, and its tags.
func (s *Skill) compile(c *compiler) {
	rs := c.rs
	s.basis = c.compileNumber(s.Basis, nameScope{})
	s.counts, _ = c.compileNumber(s.Speed, nameScope{}).Const()
	if s.Basis.Text == "" {
		c.addMistake(source.Missing, s.Pos, "Skill %s needs a basis. Write `basis: %s`.", s.Name, firstStat(rs))
	}
	for _, text := range s.For {
		s.supportTags.tagBits = append(s.supportTags.tagBits, c.tagBit(text.Text, text.Pos))
	}
	s.gifts = rs.Skill.gifts
	s.compileAspects(c)
	s.compileRelations(c)
	c.compileTags(&s.tags, s.Name, s.Tags)
}

// compileAspects finds the skill's row of each aspect's table, and reports keys that aren't aspects.
func (s *Skill) compileAspects(c *compiler) {
	rs := c.rs
	s.aspects = make([]*Row, len(rs.Skill.Aspects))
	for i, aspect := range rs.Skill.Aspects {
		table, ok := rs.Tables.Get(aspect)
		if !ok {
			c.addMistake(source.UnknownName, c.scalarAt("skill", "aspects", aspect).Pos, "%s", message.UnknownOr("table", aspect, rs.Tables.Names(), "Each aspect of a skill is a table"))
			continue
		}
		found := false
		for _, entry := range s.Rest {
			if entry.Name != aspect {
				continue
			}
			found = true
			s.aspects[i] = table.rowNamed(entry.Value.Text)
			if s.aspects[i] == nil {
				c.addMistake(source.UnknownName, entry.Value.Pos, "%s", message.Lacking("table "+aspect, "row", entry.Value.Text, table.rowNames()))
			}
		}
		if !found {
			c.addMistake(source.Missing, s.Pos, "Skill %s needs `%s`. Choose: %s.", s.Name, aspect, strings.Join(table.rowNames(), ", "))
		}
	}
	for _, entry := range s.Rest {
		if !slices.Contains(rs.Skill.Aspects, entry.Name) {
			keys := append([]string{"label", "src", "basis", "speed", "tags", "for", "related", "covers", "supports", "filter"}, rs.Skill.Aspects...)
			if c.lacksValue(entry) {
				continue
			}
			c.addMistake(source.UnknownKey, entry.Pos, "%s", message.UnknownOr("key", entry.Name, keys, "Choose: "+strings.Join(keys, ", ")))
		}
	}
}

// compileRelations compiles the relations of the skill to others: related skills, skills that it replaces, and skills that it supports.
func (s *Skill) compileRelations(c *compiler) {
	rs := c.rs
	for _, entry := range s.Related {
		skill := findEntry(c, &rs.Skills, source.Text{Text: entry.Name, Pos: entry.Pos}, "skill")
		if skill == nil || rs.Skill.likeness == nil {
			continue
		}
		how := rs.Skill.likeness.rowNamed(entry.Value.Text)
		if how == nil {
			c.addMistake(source.UnknownName, entry.Value.Pos, "%s", message.Lacking("table "+rs.Skill.Likeness, "row", entry.Value.Text, rs.Skill.likeness.rowNames()))
			continue
		}
		s.related = append(s.related, relation{skill, how})
	}
	for _, text := range s.Covers {
		if text.Text == s.Name {
			c.addMistake(source.BadValue, text.Pos, "Skill %s can't replace itself. Name another skill.", s.Name)
		} else if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
			skill.substitutes = append(skill.substitutes, s)
		}
	}
	for _, text := range s.Supports {
		if text.Text == s.Name {
			c.addMistake(source.BadValue, text.Pos, "Skill %s can't add to itself. Name another skill.", s.Name)
		} else if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
			skill.supportSkills = append(skill.supportSkills, s)
		}
	}
}

// toolSkill stands for the tool's skill in lists of skills.
const toolSkill = "tool.skill"

// findSkills appends the skills with the names in texts to into. For toolSkill it sets *tool instead.
func (c *compiler) findSkills(texts []source.Text, into *[]*Skill, tool *bool) {
	for _, text := range texts {
		if text.Text == toolSkill {
			*tool = true
			continue
		}
		if skill := findEntry(c, &c.rs.Skills, text, "skill"); skill != nil {
			*into = append(*into, skill)
		}
	}
}

// unlearntRanks returns the ranks of a character who has learnt none of n skills.
func unlearntRanks(n int) []int {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = Unranked
	}
	return ranks
}

// RaiseCosts returns the costs of raising a skill from one rank to another, one for each step. from is Unranked for a skill that is not
// learnt yet. It returns an error for ranks outside the range of the pack. Guide, chapter 7.
func (s *Skill) RaiseCosts(rs *Ruleset, from, to int) ([]Raise, error) {
	if to > rs.Skill.Most || to < rs.Skill.Least {
		return nil, refuse("Rank must be %d to %d, not %d.", rs.Skill.Least, rs.Skill.Most, to)
	}
	if to <= from {
		return nil, refuse("%s already has rank %d. Choose a higher one.", s.Label, from)
	}
	f := rs.newFrame(nil)
	f.use.skill = s
	var steps []Raise
	for rank := from + 1; rank <= to; rank++ {
		f.givenValue = float64(rank)
		steps = append(steps, Raise{Rank: float64(rank), Cost: TrimNoise(rs.Skill.raise.Num(f))})
	}
	return steps, nil
}

// RankName returns the name of a rank, or "" if the pack gives ranks no names.
func (r *SkillRules) RankName(rank int) string {
	if r.names == nil {
		return ""
	}
	row := r.names.rowFor(float64(rank))
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

// TrainingHours returns the hours of training that earn one point of experience in the given way; ok is false if there is no such way.
// Guide, chapter 7.
func (rs *Ruleset) TrainingHours(way string) (hours float64, ok bool) {
	if rs.Skill.training == nil {
		return 0, false
	}
	row := rs.Skill.training.rowNamed(way)
	if row == nil {
		return 0, false
	}
	return row.columnValue(rs.newFrame(nil), 0, 0), true
}
