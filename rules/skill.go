package rules

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"hybrid/rules/source"
)

// SkillRules is how skills work in this game: the tables their aspects are rows of, and the formulas over them.
type SkillRules struct {
	Head       `yaml:",inline"`
	Aspects    []string    `yaml:"aspects"`    // tables of which every skill names a row
	Cost       source.Text `yaml:"cost"`       // what a skill costs, from its aspects
	Difficulty source.Text `yaml:"difficulty"` // the DF every use of the skill has
	Percent    source.Text `yaml:"percent"`    // per rank
	Raise      source.Text `yaml:"raise"`      // what reaching rank `to` from the one below costs
	Generation source.Text `yaml:"start"`      // what rank `to` costs at generation
	Least      int         `yaml:"least"`      // the lowest rank
	Most       int         `yaml:"most"`       // the highest rank
	Currency   string      `yaml:"currency"`   // what raising is paid in
	Give       Gives       `yaml:"give"`       // what every skill changes, by modifier
	Rank       *Tally      `yaml:"rank"`       // the rank that counts in a check
	Pool       *Tally      `yaml:"pool"`       // the bonus of skills learnt together
	Likeness   string      `yaml:"likeness"`   // the table of how near related skills are
	Training   string      `yaml:"training"`   // the table of hours for one point of experience
	Names      string      `yaml:"names"`      // the table of what ranks are called
	Stands     source.Text `yaml:"stands"`     // whether what is left of a related skill is a rank at all
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
	Basis    source.Text              `yaml:"basis"`                  // the statistic, or a formula over several
	Speed    source.Text              `yaml:"speed"`                  // the counts a use takes
	Tags     []source.Text            `yaml:"tags" of:"tags"`         // what a roll with it is about
	For      []source.Text            `yaml:"for" of:"tags"`          // a support skill that helps only in some rolls
	Related  source.Map[source.Text]  `yaml:"related" names:"skills"` // skills that may stand in, and how near they are
	Covers   []source.Text            `yaml:"covers" of:"skills"`     // the skills in whose place it serves by itself, as it is
	Supports []source.Text            `yaml:"supports" of:"skills"`   // the skills whose checks it adds to
	Filter   string                   `yaml:"filter"`                 // the environment in which it limits other skills
	Rest     source.Map[*source.Node] `yaml:",rest" names:"aspects"`

	Cost       float64 // base cost, the sum of its components
	Difficulty float64 // inherent DF
	Percent    float64 // per rank

	basis   *Formula
	counts  float64 // its own speed; 0 without one
	aspects []*Row
	related []relation
	helped  []*Skill // support skills that support this one
	general []*Skill // skills that cover this one
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

// Unranked is the rank of a skill a character has no entry for; it is not rank 0.
const Unranked = -1

// skillUse is how a skill, or a bare statistic, enters a roll.
type skillUse struct {
	skill   *Skill
	basis   *Formula
	asked   bool // a skill was asked for, whether the actor has it or not
	trained bool
	rank    float64 // effective
	plain   float64
	standIn *Skill // the related skill that stands in
	likes   float64
}

// rankFrame is what the rank and pool rules read.
type rankFrame struct{ rank, related, pool, filter, best, others float64 }

// useSkill prepares the roll of one of the skills for the frame's actor: the first that the actor has, else one that
// covers them, else the first.
func (f *Frame) useSkill(skills []*Skill, standIn *Skill) {
	f.use = skillUse{asked: len(skills) > 0, likes: 1}
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
		if general := covering(sheet, skills, standIn); general != nil {
			f.use.skill, standIn = general, nil
		}
	}
	f.use.basis = f.use.skill.basis
	rank := sheet.ranks[f.use.skill.index]
	if rank == Unranked && standIn != nil {
		if how := f.use.skill.relation(standIn); how != nil && sheet.ranks[standIn.index] > Unranked {
			f.use.standIn, f.use.likes = standIn, how.number(f, 0, 0)
			rank = sheet.ranks[standIn.index]
		}
	}
	if rank == Unranked {
		return
	}
	f.use.trained, f.use.plain = true, float64(rank)
	if f.use.standIn != nil {
		f.use.plain = f.effective(rank, 0, math.Inf(1))
		f.use.trained = f.holds(f.rs.Skill.stands)
	}
	f.use.rank = f.effective(rank, sheet.bonus[f.use.skill.index], f.filter())
}

// covering is the skill that serves in place of skills that an actor has not learnt: of those that cover the first that
// is covered, the one whose ranks are worth most. Where a skill is to stand in, only that one does.
func covering(sheet *Sheet, skills []*Skill, standIn *Skill) (best *Skill) {
	worth := func(s *Skill) float64 { return float64(sheet.ranks[s.index]) * s.Percent }
	for _, skill := range skills {
		for _, general := range skill.general {
			if sheet.ranks[general.index] > Unranked && (standIn == nil || standIn == general) && (best == nil || worth(general) > worth(best)) {
				best = general
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// Trained reports whether an actor has learnt one of these skills, or one that covers them.
func (s *Sheet) Trained(skills []*Skill) bool {
	return slices.ContainsFunc(skills, func(skill *Skill) bool { return s.ranks[skill.index] > Unranked }) || covering(s, skills, nil) != nil
}

// effective is the rank that counts in a check: the plain rank, related, with the pool's bonus, up to the filter's. Where the
// game does not say how, it is the plain one.
func (f *Frame) effective(rank int, bonus, filter float64) float64 {
	if f.rs.Skill.Rank == nil {
		return float64(rank)
	}
	f.ranks = rankFrame{rank: float64(rank), related: f.use.likes, pool: bonus, filter: filter}
	total, _ := f.rs.Skill.Rank.total(f, nil)
	return total
}

// filter is the rank that the environments the skill is used in allow at the most.
func (f *Frame) filter() float64 {
	most := math.Inf(1)
	for _, by := range f.filters() {
		if !f.run.hasLifted(by) {
			most = math.Min(most, math.Max(0, float64(f.sides[0].actor.Sheet.ranks[by.index])))
		}
	}
	return most
}

// filters lists the filter skills of the situations that are ticked or hold, and that are about the skill used.
func (f *Frame) filters() (list []*Skill) {
	for i := range f.sides[0].ticked {
		if s := f.sides[0].ticked[i].Situation; s.filter != nil && s.limits(f.use.skill) {
			list = append(list, s.filter)
		}
	}
	for _, s := range f.rs.limiting {
		if s.limits(f.use.skill) && f.holds(s.holds) {
			list = append(list, s.filter)
		}
	}
	return list
}

// limits reports whether a situation with a filter skill is about a skill.
func (s *Situation) limits(skill *Skill) bool {
	return len(s.only) == 0 || skill != nil && slices.ContainsFunc(s.only, skill.tags.has)
}

// lift rolls the checks on filter skills that come before a check, where a ticked situation asks for them: one that
// is made lifts the cap for this use. R24.
func (r *Run) lift(f *Frame, step *Step) {
	asked := false
	for i := range f.sides[0].ticked {
		asked = asked || f.sides[0].ticked[i].Situation.Lifts
	}
	if !asked {
		return
	}
	kept := f.use
	r.skill(f, step, true)
	list := f.filters()
	f.use = kept
	if r.roller.lifts(f, step, list) {
		return
	}
	for _, by := range list {
		if r.err != nil || r.hasLifted(by) {
			continue
		}
		began := r.savepoint()
		r.lifted = append(r.lifted, by) // it does not limit itself
		c := r.roll(r.filtering(f.sides[0], by), step.check, by.Label)
		if !c.Success {
			r.lifted = r.lifted[:len(r.lifted)-1]
		}
		if r.record && r.err == nil {
			out := Outcome{Step: by.Name, Label: by.Label, Kind: KindFilter, Who: f.sides[0].actor.Key, Source: by.where, Guide: by.Src}
			r.report(&c, &out)
			r.insertRecord(out, began)
		}
	}
}

// KindFilter is the kind of an outcome that is a check on a filter skill, rolled before the check it serves.
const KindFilter = "filter"

// filtering is the frame of a check on a filter skill: a check of its own. What is said about the roll that it precedes
// does not touch it; what holds for every actor does, and of what was ticked the environments, and situations whose `for`
// says that they are about this roll, too.
func (r *Run) filtering(s *side, by *Skill) *Frame {
	f := r.frame(s.actor, nil)
	f.useSkill([]*Skill{by}, nil)
	r.tagged(f, true, nil)
	own := f.sides[0]
	scene := len(own.ticked)
	for i := range s.ticked[scene:] {
		t := &s.ticked[scene+i]
		if t.Situation.filter != nil || len(t.Situation.only) > 0 && t.Situation.about(f) {
			own.ticked = append(own.ticked, *t)
		}
	}
	if len(own.ticked) > scene {
		f.useSkill([]*Skill{by}, nil)
		r.tagged(f, true, nil)
	}
	return f
}

func (r *Run) hasLifted(skill *Skill) bool {
	if r == nil {
		return false
	}
	for _, lifted := range r.lifted {
		if lifted == skill {
			return true
		}
	}
	return false
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

// support is what the support skills of the skill used add to the chance; each is a part.
func (f *Frame) support(trace *termTrace) (sum float64) {
	if f.use.skill == nil {
		return 0
	}
	ranks := f.sides[0].actor.Sheet.ranks
	for _, skill := range f.use.skill.helped {
		rank := ranks[skill.index]
		if rank <= 0 || !skill.about(f) {
			continue
		}
		value := skill.Percent * float64(rank)
		sum += value
		if trace != nil {
			trace.add(Term{Label: skill.Label, Value: value, Source: skill.where, Guide: skill.Src})
		}
	}
	return sum
}

// poolBonus is the bonus of a skill pool with these ranks.
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

// Stands lists the skills an actor has that may stand in for one it lacks, best first.
func (a *Actor) Stands(rs *Ruleset, skill *Skill) []*Skill {
	var list []*Skill
	for _, near := range skill.related {
		if a.Sheet.ranks[near.skill.index] > Unranked {
			list = append(list, near.skill)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return a.StandIn(rs, skill, list[i]) > a.StandIn(rs, skill, list[j]) })
	return list
}

// StandIn is the rank at which a related skill stands in for one an actor lacks.
func (a *Actor) StandIn(rs *Ruleset, skill, other *Skill) float64 {
	f := rs.frame(a)
	f.useSkill([]*Skill{skill}, other)
	return f.use.rank
}

// BasisOf is the stat basis of a skill for an actor.
func (a *Actor) BasisOf(rs *Ruleset, skill *Skill) float64 {
	return trimNoise(skill.basis.Num(rs.frame(a)))
}

// Nearness is in words how near a related skill is; empty if it is not related.
func (skill *Skill) Nearness(other *Skill) string {
	how := skill.relation(other)
	if how == nil {
		return ""
	}
	return strings.ToLower(how.Label)
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
		if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
			skill.general = append(skill.general, s)
		}
	}
	for _, text := range s.Supports {
		if skill := findEntry(c, &rs.Skills, text, "skill"); skill != nil {
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
