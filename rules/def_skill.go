package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"hybrid/rules/source"
)

// SkillRules is how skills work in this game: the tables their aspects are rows of, and the formulas over them.
type SkillRules struct {
	Head       `yaml:",inline"`
	Aspects    []string    `yaml:"aspects" of:"tables"`      // tables of which every skill names a row
	Cost       source.Text `yaml:"cost" formula:"yes"`       // what a skill costs, from its aspects
	Difficulty source.Text `yaml:"difficulty" formula:"yes"` // the DF every use of the skill has
	Percent    source.Text `yaml:"percent" formula:"yes"`    // per rank
	Raise      source.Text `yaml:"raise" formula:"yes"`      // what reaching rank `to` from the one below costs
	Generation source.Text `yaml:"start" formula:"yes"`      // what rank `to` costs at generation
	Least      int         `yaml:"least"`                    // the lowest rank
	Most       int         `yaml:"most"`                     // the highest rank
	Currency   string      `yaml:"currency"`                 // what raising is paid in
	Give       Gives       `yaml:"give"`                     // what every skill changes, by modifier
	Rank       *Tally      `yaml:"rank"`                     // the rank that counts in a check
	Pool       *Tally      `yaml:"pool"`                     // the bonus of skills learnt together
	Likeness   string      `yaml:"likeness" of:"tables"`     // the table of how near related skills are
	Training   string      `yaml:"training" of:"tables"`     // the table of hours for one point of experience
	Names      string      `yaml:"names" of:"tables"`        // the table of what ranks are called
	Stands     source.Text `yaml:"stands" formula:"yes"`     // whether what is left of a related skill is a rank at all
	cost       *Formula
	difficulty *Formula
	percent    *Formula
	raise      *Formula
	generation *Formula
	likeness   *Table
	training   *Table
	names      *Table
	stands     *Formula
	giver
}

// Skill is one skill of the catalogue.
type Skill struct {
	Head     `yaml:",inline"`
	Basis    source.Text              `yaml:"basis" formula:"yes" need:"yes"`         // the statistic, or a formula over several
	Speed    source.Text              `yaml:"speed" formula:"yes"`                    // the counts a use takes
	Tags     []source.Text            `yaml:"tags" of:"tags"`                         // what a roll with it is about
	For      []source.Text            `yaml:"for" of:"tags"`                          // a support skill that helps only in some rolls
	Related  source.Map[source.Text]  `yaml:"related" names:"skills" of:"likenesses"` // skills that may stand in, and how near they are
	Covers   []source.Text            `yaml:"covers" of:"skills"`                     // the skills in whose place it serves by itself, as it is
	Supports []source.Text            `yaml:"supports" of:"skills"`                   // the skills whose checks it adds to
	Filter   string                   `yaml:"filter"`                                 // the environment in which it limits other skills
	Rest     source.Map[*source.Node] `yaml:",rest" names:"aspects" need:"yes"`

	Cost       float64 // base cost, the sum of its components
	Difficulty float64 // inherent DF
	Percent    float64 // per rank

	basis   *Formula
	counts  float64 // its own speed; 0 without one
	aspects []*Row
	related []relation
	bonus   []skillBonus // of a character's own
	points  *Adjust      // of a character's own; nil where it adds what the rules say
	helped  []*Skill     // support skills that support this one
	general []*Skill     // skills that cover this one
	tags    tagSet
	giver
}

type relation struct {
	skill *Skill
	how   *Row
}

// SkillPool is a group of skills learnt together.
type SkillPool struct {
	Head    `yaml:",inline"`
	Members []source.Text `yaml:"members" of:"skills"` // the skills learnt together
	members []*Skill
}

// relation is how near another skill is to this one; nil if it is not related.
func (s *Skill) relation(other *Skill) *Row {
	for _, near := range s.related {
		if near.skill == other {
			return near.how
		}
	}
	return nil
}

// Nearness is in words how near a related skill is; empty if it is not related.
func (skill *Skill) Nearness(other *Skill) string {
	how := skill.relation(other)
	if how == nil {
		return ""
	}
	return Within(how.Label)
}

// Has reports whether a skill has a row in one of its aspects.
func (skill *Skill) Has(rs *Ruleset, aspect, row string) bool {
	i := slices.Index(rs.Skill.Aspects, aspect)
	return i >= 0 && skill.aspects[i].Name == row
}

// Means is what the aspects of a skill say it is, a sentence for each that has words: the texts of its rows.
func (skill *Skill) Means(rs *Ruleset) (list []string) {
	for i, aspect := range rs.Skill.Aspects {
		table, _ := rs.Tables.Get(aspect)
		for _, column := range table.Texts {
			if text := skill.aspects[i].cells[table.columns[column]].text; text != "" {
				list = append(list, skill.aspects[i].Label+": "+text)
			}
		}
	}
	return list
}

func (c *compiler) learning() {
	rs, rules := c.rs, &c.rs.Skill
	p := nameScope{skill: true, to: "to"}
	rules.cost = c.num(rules.Cost, p)
	rules.difficulty = c.num(rules.Difficulty, p)
	rules.percent = c.num(rules.Percent, p)
	rules.raise = c.num(rules.Raise, p)
	rules.generation = c.num(rules.Generation, p)
	rules.stands = c.flag(rules.Stands, p)
	rules.setName("skill", rules.Pos)
	c.giver(&rules.giver, nil, &rules.Give, p)
	rules.Rank.compile(c, nameScope{ranks: true, skill: true})
	rules.Pool.compile(c, nameScope{ranks: true, skill: true})
	findEntry(c, &rs.Pools, c.said("skill", "currency", rules.Currency), "pool")
	if rules.Training != "" {
		rules.training = findEntry(c, &rs.Tables, c.said("skill", "training", rules.Training), "table")
	}
	if rules.Names != "" {
		rules.names = findEntry(c, &rs.Tables, c.said("skill", "names", rules.Names), "table")
	}
	if rules.Likeness != "" {
		rules.likeness = findEntry(c, &rs.Tables, c.said("skill", "likeness", rules.Likeness), "table")
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
	sameForAll(c, map[*Formula]bool{}, rules.cost, rules.difficulty, rules.percent)
}

// sameForAll reports what a number that a skill has for every actor cannot know, in the formulas and in the tables that
// they read.
func sameForAll(c *compiler, done map[*Formula]bool, list ...*Formula) {
	for _, by := range list {
		if by == nil || done[by] {
			continue
		}
		done[by] = true
		for _, name := range by.Calls {
			table, _ := c.rs.Tables.Get(name)
			for _, row := range table.rows {
				sameForAll(c, done, row.cells[0].by)
			}
		}
		for _, read := range by.Reads {
			parts := strings.Split(read.Path, ".")
			table, ok := c.rs.Tables.Get(parts[0])
			if slices.Contains(c.rs.Skill.Aspects, parts[0]) && ok {
				for _, row := range table.rows {
					sameForAll(c, done, row.cells[table.columns[parts[1]]].by)
				}
			} else if _, own := (actorNames{c}).actorName(0, parts); own || slices.Contains([]string{"other", "skill", "basis", "tag"}, parts[0]) {
				pos := by.Pos
				pos.Col += utf8.RuneCountInString(by.Text[:strings.Index(by.Text, read.Path)])
				c.mistake(source.BadFormula, pos, "%s cannot stand here: what a skill costs, how hard it is and its percent per rank are the same for everybody", read.Path)
			}
		}
	}
}

// price works out what every skill costs, how hard it is, and what a rank of it is worth.
func (c *compiler) price() {
	f, rules := c.rs.frame(nil), &c.rs.Skill
	for _, s := range c.rs.Skills.All {
		f.use.skill = s
		s.Cost, s.Difficulty, s.Percent = trimNoise(rules.cost.Num(f)), trimNoise(rules.difficulty.Num(f)), trimNoise(rules.percent.Num(f))
	}
}

func (s *Skill) compile(c *compiler) {
	rs := c.rs
	s.basis = c.num(s.Basis, nameScope{})
	s.counts, _ = c.num(s.Speed, nameScope{}).Const()
	if s.Basis.Text == "" {
		c.mistake(source.Missing, s.Pos, "skill %s needs a basis, such as the name of a stat", s.Name)
	}
	for _, text := range s.For {
		s.only = append(s.only, c.bit(text.Text, text.Pos))
	}
	s.gifts = rs.Skill.gifts
	s.aspects = make([]*Row, len(rs.Skill.Aspects))
	for i, aspect := range rs.Skill.Aspects {
		table, ok := rs.Tables.Get(aspect)
		if !ok {
			c.mistake(source.UnknownName, c.said("skill", "aspects", aspect).Pos, "aspect %s is not a table%s", aspect, source.Suggest(aspect, rs.Tables.Names()))
			continue
		}
		said := false
		for _, entry := range s.Rest {
			if entry.Name != aspect {
				continue
			}
			said = true
			s.aspects[i] = table.row(entry.Value.Text)
			if s.aspects[i] == nil {
				c.mistake(source.UnknownName, entry.Value.Pos, "table %s has no row %s%s", aspect, entry.Value.Text, source.Among(entry.Value.Text, table.rowNames()))
			}
		}
		if !said {
			c.mistake(source.Missing, s.Pos, "skill %s needs %s: one of %s", s.Name, aspect, strings.Join(table.rowNames(), ", "))
		}
	}
	for _, entry := range s.Rest {
		if !slices.Contains(rs.Skill.Aspects, entry.Name) {
			keys := append([]string{"label", "src", "basis", "speed", "tags", "for", "related", "covers", "supports", "filter"}, rs.Skill.Aspects...)
			if c.lacksValue(entry) {
				continue
			}
			c.mistake(source.UnknownKey, entry.Pos, "unknown key %s%s", entry.Name, cmp.Or(source.Suggest(entry.Name, keys), "; the keys here are "+strings.Join(keys, ", ")))
		}
	}
	for _, entry := range s.Related {
		skill := findEntry(c, &rs.Skills, source.Text{Text: entry.Name, Pos: entry.Pos}, "skill")
		if skill == nil || rs.Skill.likeness == nil {
			continue
		}
		how := rs.Skill.likeness.row(entry.Value.Text)
		if how == nil {
			c.mistake(source.UnknownName, entry.Value.Pos, "table %s has no row %s%s", rs.Skill.Likeness, entry.Value.Text, source.Among(entry.Value.Text, rs.Skill.likeness.rowNames()))
			continue
		}
		s.related = append(s.related, relation{skill, how})
	}
	for _, text := range s.Covers {
		if text.Text == s.Name {
			c.mistake(source.BadValue, text.Pos, "skill %s cannot stand in its own place; name others", s.Name)
		} else if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
			skill.general = append(skill.general, s)
		}
	}
	for _, text := range s.Supports {
		if text.Text == s.Name {
			c.mistake(source.BadValue, text.Pos, "skill %s cannot add to itself; name others", s.Name)
		} else if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
			skill.helped = append(skill.helped, s)
		}
	}
	c.tagsOf(&s.tags, s.Name, s.Tags)
}

// toolSkill stands for the skill of the tool.
const toolSkill = "tool.skill"

func (c *compiler) skills(texts []source.Text, into *[]*Skill, tool *bool) {
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

func unranked(n int) []int {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = Unranked
	}
	return ranks
}
