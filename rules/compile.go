package rules

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// compiler turns a pack as written into a ruleset, and collects what is wrong with it.
type compiler struct {
	rs      *Ruleset
	report  *source.Report
	bits    map[string]int  // words that something asks about, by bit
	words   []string        // every word a roll can be about
	rulings map[string]bool // read by a formula
	scopes  map[place]*formula.Scope[*Frame]
	under   []string // sequences being compiled, to find circles
	soon    []func() // once every name has its entry
	late    []func() // once every word that is asked about is known
}

func (c *compiler) errorf(pos source.Pos, format string, args ...any) {
	c.report.Addf(pos, format, args...)
}

func (c *compiler) compile(s *sections) *Ruleset {
	rs := &Ruleset{
		Pack: s.Pack, Rulings: settled(s.Rulings), Tags: settled(s.Tags), Modifiers: settled(s.Modifiers),
		Stats: settled(s.Stats), Pools: settled(s.Pools), Tables: settled(s.Tables), Checks: settled(s.Checks),
		Degrees: settled(s.Degrees), Ladders: settled(s.Ladders), Skill: s.Skill, Skills: settled(s.Skills),
		SkillPools: settled(s.SkillPools), Situations: settled(s.Situations), Conditions: settled(s.Conditions),
		Activities: settled(s.Activities), Actions: settled(s.Actions), Sequences: settled(s.Sequences),
		Items: settled(s.Items), Tasks: settled(s.Tasks), Order: s.Order, holding: map[string][]*Situation{},
	}
	c.rs = rs
	numbers := settled(s.Numbers)
	rs.Numbers = numbers.All
	for _, entry := range s.Field.Item {
		rs.fields = append(rs.fields, field{entry.Name, entry.Value.Text == "dice"})
	}
	c.index()
	c.vocabulary()
	c.base()
	c.tables()
	c.learning()
	c.checks()
	c.lasting()
	c.acting()
	c.tasks()
	c.order()
	c.items()
	c.finish()
	return rs
}

// index numbers everything that has a slot.
func (c *compiler) index() {
	rs := c.rs
	for i, m := range rs.Modifiers.All {
		m.index, m.times = i, m.Combine == "times"
	}
	for i, s := range rs.Stats.All {
		s.index = i
		s.least, s.most = c.typical(s)
	}
	for i, p := range rs.Pools.All {
		p.index = i
	}
	for i, d := range rs.Degrees.All {
		d.index = i
	}
	for i, s := range rs.Skills.All {
		s.index = i
	}
	for i, x := range rs.Items.All {
		x.index = i
	}
	for i, x := range rs.Actions.All {
		x.index = i
	}
	for i, x := range rs.Sequences.All {
		x.index = i
	}
	for i, x := range rs.Activities.All {
		x.index = i
	}
	groups := map[string]int{}
	for i, x := range rs.Conditions.All {
		x.index = i
		groups[x.Group]++
		x.ordinal = groups[x.Group]
	}
	groups = map[string]int{}
	for _, x := range rs.Situations.All {
		groups[x.Group]++
		x.ordinal = groups[x.Group]
	}
}

func (c *compiler) typical(s *Stat) (least, most float64) {
	low, high, found := strings.Cut(s.Typical, "-")
	least, err1 := strconv.ParseFloat(low, 64)
	most, err2 := strconv.ParseFloat(high, 64)
	if s.Typical != "" && (!found || err1 != nil || err2 != nil || most < least) {
		c.errorf(s.Pos, "typical of %s is a range like 5-25, found %s", s.Name, s.Typical)
	}
	return least, most
}

// vocabulary lists the words a roll can be about.
func (c *compiler) vocabulary() {
	rs := c.rs
	c.words = append(c.words, rs.Tags.Names()...)
	c.words = append(c.words, rs.Skills.Names()...)
	c.words = append(c.words, rs.Actions.Names()...)
	c.words = append(c.words, rs.Items.Names()...)
	for _, table := range rs.Tables.All {
		if table.Roll != "" {
			for _, row := range table.Rows {
				c.words = append(c.words, row.Name)
			}
		}
	}
}

// bit is the place of a word in a tag set; asking for one makes it known.
func (c *compiler) bit(word string, pos source.Pos) int {
	if bit, ok := c.bits[word]; ok {
		return bit
	}
	if len(c.bits) == mostWords {
		c.errorf(pos, "%s is one word too many: rolls can be asked about %d words", word, mostWords)
		return -1
	}
	for _, known := range c.words {
		if known == word {
			c.bits[word] = len(c.bits)
			return c.bits[word]
		}
	}
	c.errorf(pos, "no tag, skill, action, item or row is called %s%s", word, source.Suggest(word, c.words))
	c.bits[word] = len(c.bits)
	return c.bits[word]
}

// tagsOf sets the tags of something once all words are known: its own name and those written.
func (c *compiler) tagsOf(into *tagSet, own string, texts []source.Text) {
	for _, text := range texts {
		known := false
		for _, word := range c.words {
			known = known || word == text.Text
		}
		if !known {
			c.errorf(text.Pos, "no tag is called %s%s", text.Text, source.Suggest(text.Text, c.words))
		}
	}
	c.late = append(c.late, func() {
		if bit, ok := c.bits[own]; ok {
			into.add(bit)
		}
		for _, text := range texts {
			if bit, ok := c.bits[text.Text]; ok {
				into.add(bit)
			}
		}
	})
}

func (c *compiler) giver(g *giver, only []source.Text, gives *Gives, p place) {
	for _, text := range only {
		g.only = append(g.only, c.bit(text.Text, text.Pos))
	}
	for i := range gives.list {
		entry := &gives.list[i]
		modifier, ok := c.rs.Modifiers.Get(entry.Name)
		if !ok {
			c.errorf(entry.Pos, "unknown modifier %s%s", entry.Name, source.Suggest(entry.Name, c.rs.Modifiers.Names()))
			continue
		}
		c.byTag(&entry.Value, p)
		g.gifts = append(g.gifts, gift{modifier, &entry.Value})
	}
}

func (c *compiler) byTag(b *ByTag, p place) {
	if b == nil {
		return
	}
	for _, text := range b.texts {
		bit := -1
		if text.Name != otherwise {
			bit = c.bit(text.Name, text.Pos)
		}
		if by := c.num(text.Value, p); by != nil {
			b.cases = append(b.cases, tagCase{bit, by})
		}
	}
}

func (c *compiler) num(t source.Text, p place) *Formula {
	return formula.Compile(t, formula.Number, c.scope(p), c.report)
}

func (c *compiler) flag(t source.Text, p place) *Formula {
	return formula.Compile(t, formula.Flag, c.scope(p), c.report)
}

// any compiles a formula of whatever type it has.
func (c *compiler) any(t source.Text, p place) typed {
	for _, want := range []formula.Type{formula.Number, formula.Flag, formula.Text} {
		var quiet source.Report
		by := formula.Compile(t, want, c.scope(p), &quiet)
		if quiet.Len() > 0 {
			continue
		}
		switch want {
		case formula.Number:
			return typed{num: by}
		case formula.Flag:
			return typed{flag: by}
		}
		return typed{text: by}
	}
	return typed{num: c.num(t, p)}
}

func (c *compiler) tally(t *Tally, p place) {
	if t == nil {
		return
	}
	p.dice = true
	for _, line := range t.Lines {
		line.when = c.flag(line.When, p.plain())
		c.line(line, p)
	}
}

func (c *compiler) line(line *Line, p place) {
	given := 0
	for _, each := range []struct {
		text source.Text
		kind lineKind
	}{{line.Add, lineAdd}, {line.Times, lineTimes}, {line.Least, lineLeast}, {line.Most, lineMost}} {
		if each.text.Text != "" {
			given++
			line.kind, line.by = each.kind, c.num(each.text, p)
		}
	}
	if line.Round != "" {
		given++
		kinds := map[string]lineKind{"nearest": lineNearest, "down": lineDown, "up": lineUp}
		kind, ok := kinds[line.Round]
		if !ok {
			c.errorf(line.Pos, "a line rounds nearest, down or up, not %s", line.Round)
		}
		line.kind = kind
	}
	if given != 1 {
		c.errorf(line.Pos, "line %s needs exactly one of add, times, least, most and round", line.Name)
	}
	if line.by != nil {
		c.parts(line)
	}
}

// parts sorts what a line reads: what can be explained further, and plain inputs.
func (c *compiler) parts(line *Line) {
	for i := range line.by.Reads {
		path := strings.TrimPrefix(line.by.Reads[i].Path, "other.")
		other := path != line.by.Reads[i].Path
		if modifier, ok := c.rs.Modifiers.Get(strings.TrimPrefix(path, "mod.")); ok && strings.HasPrefix(path, "mod.") {
			line.parts = append(line.parts, part{modifier: modifier, other: other})
			continue
		}
		if number := c.number(path); number != nil {
			line.parts = append(line.parts, part{number: number, other: other})
			continue
		}
		if path == "skill.support" {
			line.parts = append(line.parts, part{})
			continue
		}
		if line.by.Reads[i].Num != nil && !c.throws(path) {
			line.inputs = append(line.inputs, i)
		}
	}
}

// throws tells whether reading a name rolls dice, so that explaining it would roll them twice.
func (c *compiler) throws(path string) bool {
	for _, field := range c.rs.fields {
		if field.dice && path == "tool."+field.name {
			return true
		}
	}
	return false
}

func (c *compiler) number(name string) *Tally {
	for _, number := range c.rs.Numbers {
		if number.Name == name {
			return number
		}
	}
	return nil
}

// base compiles statistics, pools, tags and numbers.
func (c *compiler) base() {
	rs := c.rs
	for i, s := range rs.Stats.All {
		s.formula = c.num(s.Formula, place{stats: i + 1})
	}
	for _, p := range rs.Pools.All {
		c.pool(p)
	}
	for _, tag := range rs.Tags.All {
		tag.bit = -1
		if tag.When.Text != "" {
			tag.bit = c.bit(tag.Name, tag.Pos)
			tag.when = c.flag(tag.When, place{})
			rs.derived = append(rs.derived, tag)
		}
		if tag.Secret {
			rs.secret.add(c.bit(tag.Name, tag.Pos))
		}
	}
	rs.steady = steady(rs.derived)
	for _, number := range rs.Numbers {
		c.tally(number, place{action: true, check: nil, skill: true})
	}
}

// steady tells whether tags follow from other words alone, so that nothing that happens changes them.
func steady(tags []*Tag) bool {
	for _, tag := range tags {
		if tag.when == nil {
			return false
		}
		for _, read := range tag.when.Reads {
			if !read.Const && !strings.HasPrefix(read.Path, "tag.") {
				return false
			}
		}
	}
	return true
}

func (c *compiler) pool(p *Pool) {
	if p.Max.Text != "none" {
		p.max = c.num(p.Max, place{stats: len(c.rs.Stats.All) + 1})
	}
	p.start = c.num(p.Start, place{stats: len(c.rs.Stats.All) + 1})
	switch {
	case p.Least.Text == "none":
		p.least = math.Inf(-1)
	case p.Least.Text != "":
		p.least, _ = c.num(p.Least, place{}).Const()
	}
	switch {
	case p.Beyond == "drain":
		p.beyond.drain = true
	case p.Beyond != "" && p.Beyond != "none":
		p.beyond.pool = find(c, &c.rs.Pools, source.Text{Text: p.Beyond, Pos: p.Pos}, "pool")
	}
	if p.Drain != nil {
		p.Drain.pool = find(c, &c.rs.Pools, source.Text{Text: p.Drain.Lose, Pos: p.Pos}, "pool")
		if p.Drain.Every <= 0 {
			c.errorf(p.Pos, "drain of pool %s needs `every` above 0", p.Name)
		}
		if p.Drain.pool == nil {
			p.Drain = nil
		}
	}
}

// find looks up an entry by name; a name nobody defined is a mistake.
func find[T any](c *compiler, set *Set[T], t source.Text, what string) (entry T) {
	if t.Text == "" {
		return entry
	}
	entry, ok := set.Get(t.Text)
	if !ok {
		c.errorf(t.Pos, "unknown %s %s%s", what, t.Text, source.Suggest(t.Text, set.Names()))
	}
	return entry
}

func (c *compiler) die(text string, pos source.Pos) int {
	if text == "" {
		return 0
	}
	faces, err := strconv.Atoi(strings.TrimPrefix(text, "d"))
	if err != nil || faces < 2 || !strings.HasPrefix(text, "d") {
		c.errorf(pos, "expected one die like d100, found %s", text)
		return 0
	}
	return faces
}

func (c *compiler) tables() {
	for _, t := range c.rs.Tables.All {
		t.columns = map[string]int{}
		for _, name := range append(append([]string(nil), t.Columns...), t.Texts...) {
			t.columns[name] = len(t.columns)
		}
		if len(t.columns) == 0 {
			for _, row := range t.Rows {
				for _, entry := range row.Value.Rest {
					if _, known := t.columns[entry.Name]; !known {
						t.columns[entry.Name] = len(t.columns)
					}
				}
			}
		}
		t.die = c.die(t.Roll, t.Pos)
		for i := range t.Rows {
			row := &t.Rows[i].Value
			row.settle(t.Rows[i].Name, t.Rows[i].Pos)
			if row.Src == "" {
				row.Src = t.Src
			}
			t.rows = append(t.rows, row)
			c.row(t, row)
		}
		t.numeric = t.die == 0 && len(t.rows) > 0 && strings.HasSuffix(t.rows[0].Name, "+")
		if t.die > 0 || t.numeric {
			for _, row := range t.rows {
				t.span(c, row)
			}
			t.cover(c)
		}
	}
}

func (c *compiler) row(t *Table, row *Row) {
	row.cells = make([]cell, len(t.columns))
	p := place{to: t.By}
	for _, entry := range row.Rest {
		i, ok := t.columns[entry.Name]
		if !ok {
			names := append(append([]string(nil), t.Columns...), t.Texts...)
			c.errorf(entry.Pos, "table %s has no column %s%s", t.Name, entry.Name, source.Suggest(entry.Name, names))
			continue
		}
		text := source.Text{Text: entry.Value.Text, Pos: entry.Value.Pos, Quoted: entry.Value.Quoted}
		row.cells[i].given, row.cells[i].text = true, text.Text
		if !t.words(entry.Name) {
			row.cells[i].by = c.num(text, p)
		}
	}
	c.tagsOf(&row.tags, row.Name, row.Tags)
	c.soon = append(c.soon, func() {
		c.giver(&row.giver, row.For, &row.Give, place{})
		c.effects(row.Do, place{})
	})
}

func (t *Table) words(column string) bool {
	for _, name := range t.Texts {
		if name == column {
			return true
		}
	}
	return false
}

func (c *compiler) learning() {
	rs, rules := c.rs, &c.rs.Skill
	p := place{skill: true, to: "to"}
	rules.cost = c.num(rules.Cost, p)
	rules.difficulty = c.num(rules.Difficulty, p)
	rules.percent = c.num(rules.Percent, p)
	rules.raise = c.num(rules.Raise, p)
	rules.generation = c.num(rules.Generation, p)
	rules.stands = c.flag(rules.Stands, p)
	rules.settle("skill", rules.Pos)
	c.giver(&rules.giver, nil, &rules.Give, p)
	c.tally(rules.Rank, place{ranks: true, skill: true})
	c.tally(rules.Pool, place{ranks: true, skill: true})
	if rules.Training != "" {
		rules.training = find(c, &rs.Tables, source.Text{Text: rules.Training, Pos: rules.Pos}, "table")
	}
	if rules.Likeness != "" {
		rules.likeness = find(c, &rs.Tables, source.Text{Text: rules.Likeness, Pos: rules.Pos}, "table")
	}
	for _, s := range rs.Skills.All {
		c.skill(s)
	}
	for _, pool := range rs.SkillPools.All {
		for _, text := range pool.Members {
			if member := find(c, &rs.Skills, text, "skill"); member != nil {
				pool.members = append(pool.members, member)
			}
		}
	}
	f := &Frame{rs: rs, sides: [2]*side{{}, {}}}
	if c.report.Len() > 0 {
		return
	}
	for _, s := range rs.Skills.All {
		f.use.skill = s
		s.Cost, s.Difficulty, s.Percent = tidy(rules.cost.Num(f)), tidy(rules.difficulty.Num(f)), tidy(rules.percent.Num(f))
	}
}

func (c *compiler) skill(s *Skill) {
	rs := c.rs
	s.basis = c.num(s.Basis, place{})
	s.counts, _ = c.num(s.Speed, place{}).Const()
	if s.Basis.Text == "" {
		c.errorf(s.Pos, "skill %s needs a basis, such as the name of a stat", s.Name)
	}
	for _, text := range s.For {
		s.only = append(s.only, c.bit(text.Text, text.Pos))
	}
	s.gifts = rs.Skill.gifts
	s.aspects = make([]*Row, len(rs.Skill.Aspects))
	for i, aspect := range rs.Skill.Aspects {
		table, ok := rs.Tables.Get(aspect)
		if !ok {
			c.errorf(rs.Skill.Pos, "aspect %s is not a table%s", aspect, source.Suggest(aspect, rs.Tables.Names()))
			continue
		}
		for _, entry := range s.Rest {
			if entry.Name != aspect {
				continue
			}
			s.aspects[i] = table.row(entry.Value.Text)
			if s.aspects[i] == nil {
				c.errorf(entry.Value.Pos, "table %s has no row %s%s", aspect, entry.Value.Text, source.Suggest(entry.Value.Text, table.rowNames()))
			}
		}
		if s.aspects[i] == nil && c.report.Len() == 0 {
			c.errorf(s.Pos, "skill %s needs %s: one of %s", s.Name, aspect, strings.Join(table.rowNames(), ", "))
		}
	}
	for _, entry := range s.Rest {
		if !contains(rs.Skill.Aspects, entry.Name) {
			keys := append([]string{"label", "src", "basis", "speed", "tags", "for", "related", "supports", "filter"}, rs.Skill.Aspects...)
			c.errorf(entry.Pos, "unknown key %s%s", entry.Name, source.Suggest(entry.Name, keys))
		}
	}
	for _, entry := range s.Related {
		skill := find(c, &rs.Skills, source.Text{Text: entry.Name, Pos: entry.Pos}, "skill")
		if skill == nil || rs.Skill.likeness == nil {
			continue
		}
		how := rs.Skill.likeness.row(entry.Value.Text)
		if how == nil {
			c.errorf(entry.Value.Pos, "table %s has no row %s%s", rs.Skill.Likeness, entry.Value.Text, source.Suggest(entry.Value.Text, rs.Skill.likeness.rowNames()))
			continue
		}
		s.related = append(s.related, relation{skill, how})
	}
	for _, text := range s.Supports {
		if skill := find(c, &rs.Skills, text, "skill"); skill != nil {
			skill.helped = append(skill.helped, s)
		}
	}
	c.tagsOf(&s.tags, s.Name, s.Tags)
}

func (t *Table) rowNames() []string {
	names := make([]string, len(t.rows))
	for i, row := range t.rows {
		names[i] = row.Name
	}
	return names
}

func contains(list []string, word string) bool {
	for _, each := range list {
		if each == word {
			return true
		}
	}
	return false
}

func (c *compiler) checks() {
	rs := c.rs
	for _, ladder := range rs.Ladders.All {
		if ladder.Draw != nil {
			ladder.Draw.die = c.die(ladder.Draw.Roll, ladder.Pos)
		}
	}
	for _, check := range rs.Checks.All {
		c.check(check)
	}
	rs.check = find(c, &rs.Checks, source.Text{Text: rs.Pack.Check, Pos: rs.Pack.Pos}, "check")
}

func (c *compiler) check(check *Check) {
	check.die = c.die(check.Roll, check.Pos)
	check.made, check.margin = -1, -1
	if len(check.Numbers) == 0 || len(check.Numbers) > mostNumbers || len(check.Results) > mostNumbers {
		c.errorf(check.Pos, "a check has 1 to %d numbers and as many results", mostNumbers)
		return
	}
	p := place{check: check, skill: true, action: true, asked: true}
	for i := range check.Numbers {
		number := &check.Numbers[i].Value
		number.settle(check.Numbers[i].Name, check.Numbers[i].Pos)
		p.numbers = i
		c.tally(number, p)
		for _, line := range number.Lines {
			if line.Src == "" {
				line.Src = check.Src
			}
		}
		check.numbers = append(check.numbers, number)
	}
	p.numbers, p.rolled = len(check.Numbers), true
	for i, entry := range check.Results {
		p.results = i
		check.results = append(check.results, c.any(entry.Value, p))
		switch entry.Name {
		case "made":
			check.made = i
		case "margin":
			check.margin = i
		}
	}
	if check.made < 0 || check.margin < 0 {
		c.errorf(check.Pos, "check %s needs the results made and margin", check.Name)
	}
	p.results = len(check.Results)
	check.ladder = find(c, &c.rs.Ladders, check.Ladder, "ladder")
	if check.ladder != nil {
		c.ladder(check.ladder, p)
	}
}

func (c *compiler) ladder(l *Ladder, p place) {
	if l.Draw != nil {
		l.Draw.when = c.flag(l.Draw.When, p)
		p.draw = l.Draw.Name
	}
	l.rungs = nil
	for _, entry := range l.Steps {
		degree := find(c, &c.rs.Degrees, source.Text{Text: entry.Name, Pos: entry.Pos}, "degree")
		when := c.flag(entry.Value, p)
		if degree != nil {
			l.rungs = append(l.rungs, rung{degree, when})
		}
	}
	if len(l.rungs) == 0 || l.Steps[len(l.Steps)-1].Value.Text != "otherwise" {
		c.errorf(l.Pos, "the last step of ladder %s must be `otherwise`, so that every roll has a degree", l.Name)
	}
}

// lasting compiles situations, conditions and activities.
func (c *compiler) lasting() {
	rs := c.rs
	for _, s := range rs.Situations.All {
		c.ask(s.Ask)
		p := place{asked: true, ask: s.Ask, skill: true, action: true}
		s.holds, s.when = c.flag(s.Holds, place{}), c.flag(s.When, place{action: true, skill: true})
		for _, text := range s.Put {
			if condition := find(c, &rs.Conditions, text, "condition"); condition != nil {
				s.puts = append(s.puts, condition)
			}
		}
		s.filter = find(c, &rs.Skills, s.Limit, "skill")
		c.tagsOf(&s.tags, "", s.Tags)
		c.giver(&s.giver, s.For, &s.Give, p)
		if s.Holds.Text == "" {
			s.holds = nil
			continue
		}
		if s.Group != "" {
			rs.holding[s.Group] = append(rs.holding[s.Group], s)
		}
		for _, gift := range s.gifts {
			gift.modifier.holding = append(gift.modifier.holding, s)
		}
	}
	for _, m := range rs.Modifiers.All {
		sort.SliceStable(m.holding, func(i, j int) bool {
			a, b := m.holding[i], m.holding[j]
			return a.Group < b.Group || a.Group == b.Group && a.Group != "" && a.ordinal > b.ordinal
		})
	}
	for _, condition := range rs.Conditions.All {
		c.condition(condition)
	}
	for _, activity := range rs.Activities.All {
		c.giver(&activity.giver, activity.For, &activity.Give, place{})
		activity.pace = c.num(activity.Pace, place{})
		if activity.Until.Text != "" {
			activity.until = c.flag(activity.Until, place{})
		}
		activity.cost, activity.gain = c.rates(activity.Cost), c.rates(activity.Gain)
	}
}

func (c *compiler) ask(ask *Ask) {
	if ask != nil && ask.Row.Text != "" {
		ask.table = find(c, &c.rs.Tables, ask.Row, "table")
	}
}

func (c *compiler) condition(x *Condition) {
	p := place{number: true}
	x.holds = c.flag(x.Holds, place{})
	if x.Holds.Text == "" {
		x.holds = nil
	}
	x.number = c.num(x.Number, p)
	c.giver(&x.giver, x.For, &x.Give, p)
	x.atTurn = find(c, &c.rs.Sequences, x.AtTurn, "sequence")
	for _, text := range x.Cannot {
		switch text.Text {
		case "act":
			x.cannot |= cannotAct
		case "notice":
			x.cannot |= cannotNotice
		case "defend":
			x.cannot |= cannotDefend
		default:
			c.errorf(text.Pos, "cannot takes act, notice and defend, not %s", text.Text)
		}
	}
	if x.holds != nil && x.cannot != 0 {
		c.rs.hindering = append(c.rs.hindering, x)
	}
	switch x.Until.Text {
	case "":
	case "used":
		x.until = untilUsed
	case "action":
		x.until = untilAction
	case "turn":
		x.until = untilTurn
	case "declaration":
		x.until = untilDeclaration
	case "sequence":
		x.until = untilSequence
	default:
		x.until, x.over = untilFormula, c.flag(x.Until, p)
	}
	if x.Every != nil {
		q := p
		q.dice = true
		x.Every.counts = c.num(x.Every.Counts, q)
		x.Every.sequence = find(c, &c.rs.Sequences, x.Every.Sequence, "sequence")
		c.effects(x.Every.Do, p)
	}
}

func (c *compiler) effects(list []*Effect, p place) {
	for _, effect := range list {
		c.effect(effect, p)
	}
}

func (c *compiler) effect(e *Effect, p place) {
	e.where = e.Pos.String()
	e.when = c.flag(e.When, p)
	given := 0
	set := func(t source.Text, v verb) bool {
		if t.Text == "" {
			return false
		}
		given++
		e.verb = v
		return true
	}
	if set(e.Lose, verbLose) {
		e.pool, e.rest, e.by = find(c, &c.rs.Pools, e.Lose, "pool"), find(c, &c.rs.Pools, e.Rest, "pool"), c.num(e.By, p)
	}
	if set(e.Gain, verbGain) {
		e.pool, e.by = find(c, &c.rs.Pools, e.Gain, "pool"), c.num(e.By, p)
	}
	if set(e.Put, verbPut) {
		e.condition, e.by = find(c, &c.rs.Conditions, e.Put, "condition"), c.num(e.Number, p)
	}
	if set(e.End, verbEnd) {
		e.condition = find(c, &c.rs.Conditions, e.End, "condition")
	}
	if set(e.Change, verbChange) {
		e.condition, e.by = find(c, &c.rs.Conditions, e.Change, "condition"), c.num(e.By, p)
	}
	if set(e.Up, verbUp) {
		c.group(e, e.Up)
		e.by = c.num(e.By, p)
	}
	if set(e.Down, verbDown) {
		c.group(e, e.Down)
		e.by = c.num(e.By, p)
	}
	if set(e.Delay, verbDelay) {
		e.by = c.num(e.Delay, p)
	}
	if set(e.Again, verbAgain) && e.Again.Text != againInitiative {
		c.errorf(e.Again.Pos, "again takes %s, not %s", againInitiative, e.Again.Text)
	}
	if e.Tell != "" {
		given++
		e.verb = verbTell
	}
	if e.Wait {
		given++
		e.verb = verbWait
	}
	if e.Drop {
		given++
		e.verb = verbDrop
	}
	if given != 1 {
		c.errorf(e.Pos, "an effect needs exactly one of lose, gain, put, end, change, up, down, delay, again, wait, drop and tell")
	}
	if (e.verb == verbLose || e.verb == verbGain || e.verb == verbChange) && e.By.Text == "" {
		c.errorf(e.Pos, "this effect needs `by`, how much")
	}
}

// group finds the conditions, or the activities, that an effect goes through.
func (c *compiler) group(e *Effect, t source.Text) {
	var names []string
	for _, condition := range c.rs.Conditions.All {
		names = append(names, condition.Group)
		if condition.Group == t.Text {
			e.group = append(e.group, condition)
		}
	}
	for _, activity := range c.rs.Activities.All {
		names = append(names, activity.Group)
		if activity.Group == t.Text {
			e.moves = append(e.moves, activity)
		}
	}
	if e.group == nil && e.moves == nil {
		c.errorf(t.Pos, "no condition or activity is of group %s%s", t.Text, source.Suggest(t.Text, names))
	}
}

// acting compiles sequences and actions.
func (c *compiler) acting() {
	rs := c.rs
	for _, seq := range rs.Sequences.All {
		c.sequence(seq)
	}
	for _, action := range rs.Actions.All {
		c.ask(action.Ask)
		p := place{action: true, skill: true, ask: action.Ask, asked: true}
		action.when = c.flag(action.When, p)
		action.counts = c.num(action.Counts, p)
		for _, phase := range action.Phases {
			phase.where = phase.Pos.String()
			phase.Label = orElse(phase.Label, action.Label)
			c.giver(&phase.giver, nil, &phase.Give, p)
		}
		c.effects(action.First, p)
		c.skills(action.Skill, &action.skills, &action.tool)
		for _, text := range action.Put {
			if condition := find(c, &rs.Conditions, text, "condition"); condition != nil {
				action.puts = append(action.puts, condition)
			}
		}
		c.byTag(action.Basis, p)
		c.giver(&action.giver, nil, &action.Give, p)
		action.body = &Sequence{Head: action.Head, Steps: action.Steps, Ask: action.Ask}
		c.sequence(action.body)
		c.tagsOf(&action.tags, action.Name, action.Tags)
		p.seq, p.steps = action.body, len(action.body.steps)
		for _, entry := range action.Report {
			action.report = append(action.report, reported{entry.Name, c.any(entry.Value, p)})
		}
	}
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (c *compiler) skills(texts []source.Text, into *[]*Skill, tool *bool) {
	for _, text := range texts {
		if text.Text == "tool.skill" {
			*tool = true
			continue
		}
		if skill := find(c, &c.rs.Skills, text, "skill"); skill != nil {
			*into = append(*into, skill)
		}
	}
}

func (c *compiler) sequence(seq *Sequence) {
	if seq.done {
		return
	}
	for _, name := range c.under {
		if name == seq.Name {
			c.errorf(seq.Pos, "sequences call each other in a circle: %s → %s", strings.Join(c.under, " → "), seq.Name)
			return
		}
	}
	c.under = append(c.under, seq.Name)
	for i := range seq.Steps {
		step := &seq.Steps[i].Value
		step.settle(seq.Steps[i].Name, seq.Steps[i].Pos)
		if step.Src == "" {
			step.Src = seq.Src
		}
		step.index = i
		seq.steps = append(seq.steps, step)
		c.step(seq, step, place{seq: seq, steps: i, action: true, asked: true, ask: seq.Ask})
	}
	c.under = c.under[:len(c.under)-1]
	seq.done = true
}

func (c *compiler) step(seq *Sequence, s *Step, p place) {
	s.when = c.flag(s.When, p)
	s.against, s.offer = -1, -1
	given := 0
	set := func(there bool, kind stepKind) bool {
		if there {
			given++
			s.kind = kind
		}
		return there
	}
	if set(s.Check.Text != "", stepCheck) {
		c.checkStep(seq, s, p)
	}
	if set(s.Table.Text != "", stepTable) {
		c.tableStep(s, p)
	}
	if set(s.Tally != nil, stepTally) {
		q := p
		q.skill = true
		c.tally(s.Tally, q)
	}
	if set(s.Value.Text != "", stepValue) {
		s.value = c.any(s.Value, p)
	}
	if set(s.Do != nil, stepDo) {
		c.effects(s.Do, p)
	}
	if set(s.Offer.Text != "", stepOffer) {
		for _, action := range c.rs.Actions.All {
			if action.Answers == s.Offer.Text {
				s.answers = append(s.answers, action)
			}
		}
	}
	if set(s.Reply.Text != "", stepReply) && seq.step(s.Reply.Text, s.index) == nil && !c.anyStep(s.Reply.Text) {
		c.errorf(s.Reply.Pos, "no step is called %s", s.Reply.Text)
	}
	if set(s.Sequence.Text != "", stepSequence) {
		c.subStep(s, p)
	}
	if set(s.Stop.Text != "", stepStop) {
		s.stop = c.flag(s.Stop, p)
	}
	if given != 1 {
		c.errorf(s.Pos, "step %s needs exactly one of %s", s.Name, strings.Join(kindNames[1:], ", "))
	}
	if !contains([]string{"", whoOther, whoOnlookers, whoAmong}, s.Who) {
		c.errorf(s.Pos, "who is other, onlookers or among, or left out for the one who acts; found %s", s.Who)
	}
	s.within = c.num(s.Within, p)
	c.giver(&s.giver, nil, &s.Give, p)
	c.tagsOf(&s.tags, "", s.Tags)
}

func (c *compiler) anyStep(name string) bool {
	for _, action := range c.rs.Actions.All {
		for _, step := range action.Steps {
			if step.Name == name {
				return true
			}
		}
	}
	return false
}

// step finds an earlier step by name.
func (s *Sequence) step(name string, before int) *Step {
	for _, step := range s.steps[:before] {
		if step.Name == name {
			return step
		}
	}
	return nil
}

func (c *compiler) checkStep(seq *Sequence, s *Step, p place) {
	s.check = find(c, &c.rs.Checks, s.Check, "check")
	c.skills(s.Skill, &s.skills, &s.tool)
	c.byTag(s.Basis, p)
	if s.Against.Text != "" {
		if earlier := seq.step(s.Against.Text, s.index); earlier != nil {
			s.against = earlier.index
		} else if !c.anyStep(s.Against.Text) {
			c.errorf(s.Against.Pos, "no step is called %s", s.Against.Text)
		}
	}
	if s.check == nil {
		return
	}
	p.check, p.numbers, p.results, p.rolled = s.check, len(s.check.Numbers), len(s.check.Results), true
	for i := range s.Results {
		name, effects := s.Results[i].Name, s.Results[i].Value
		c.effects(effects, p)
		switch name {
		case "made":
			s.made = effects
		case "missed":
			s.missed = effects
		default:
			degree := find(c, &c.rs.Degrees, source.Text{Text: name, Pos: s.Results[i].Pos}, "result (made, missed or a degree)")
			if s.degrees == nil {
				s.degrees = map[*Degree][]*Effect{}
			}
			s.degrees[degree] = effects
		}
	}
}

func (c *compiler) tableStep(s *Step, p place) {
	s.table = find(c, &c.rs.Tables, s.Table, "table")
	if situation, ok := c.rs.Situations.Get(s.Row.Text); ok {
		s.asker = situation
		if situation.Ask == nil || situation.Ask.Row.Text == "" {
			c.errorf(s.Row.Pos, "situation %s asks for no row", s.Row.Text)
		}
	} else if s.Row.Text != "" {
		s.row = formula.Compile(s.Row, formula.Text, c.scope(p), c.report)
	}
	s.by = c.num(s.By, p)
	if s.table != nil && s.table.Roll == "" && s.Row.Text == "" && s.By.Text == "" {
		c.errorf(s.Table.Pos, "table %s is not rolled; say which row, or by what number", s.Table.Text)
	}
}

func (c *compiler) subStep(s *Step, p place) {
	s.sub = find(c, &c.rs.Sequences, s.Sequence, "sequence")
	if s.sub == nil {
		return
	}
	c.sequence(s.sub)
	for _, take := range s.sub.Takes {
		var by *Formula
		for _, entry := range s.With {
			if entry.Name == take {
				by = c.num(entry.Value, p)
			}
		}
		if by == nil && c.report.Len() == 0 {
			c.errorf(s.Pos, "sequence %s takes %s; say it under with", s.sub.Name, take)
		}
		s.with = append(s.with, by)
	}
	for _, entry := range s.With {
		if !contains(s.sub.Takes, entry.Name) {
			c.errorf(entry.Pos, "sequence %s takes no %s%s", s.sub.Name, entry.Name, source.Suggest(entry.Name, s.sub.Takes))
		}
	}
}

func (c *compiler) order() {
	o := &c.rs.Order
	if o.Scheme != "counts" {
		c.errorf(o.Pos, "order needs scheme: counts")
		return
	}
	p := place{action: true, skill: true}
	c.tally(o.Initiative, p)
	o.enter = find(c, &c.rs.Sequences, o.Enter, "sequence")
	o.excess = find(c, &c.rs.Pools, o.Excess, "pool")
	o.next = c.flag(o.Next, place{})
	o.time, o.points = c.number(o.Time.Text), c.number(o.Points.Text)
	if o.time == nil {
		c.errorf(o.Time.Pos, "order needs time: the number that says how many counts an action takes")
	}
	for _, text := range o.Ties {
		if by := c.num(text, place{}); by != nil {
			o.ties = append(o.ties, by)
		}
	}
}

func (c *compiler) items() {
	rs := c.rs
	var names []string
	for _, field := range rs.fields {
		names = append(names, field.name)
	}
	for _, item := range rs.Items.All {
		item.skill = find(c, &rs.Skills, item.Skill, "skill")
		c.giver(&item.giver, item.For, &item.Give, place{})
		item.fields = make([]*Formula, len(rs.fields))
		for _, entry := range item.Rest {
			i := indexOf(names, entry.Name)
			if i < 0 {
				known := append([]string{"label", "src", "skill", "tags", "for", "give"}, names...)
				c.errorf(entry.Pos, "unknown key %s%s", entry.Name, source.Suggest(entry.Name, known))
				continue
			}
			text := source.Text{Text: entry.Value.Text, Pos: entry.Value.Pos, Quoted: entry.Value.Quoted}
			item.fields[i] = c.num(text, place{dice: rs.fields[i].dice})
		}
		for _, tag := range item.Tags {
			item.words = append(item.words, tag.Text)
		}
		c.tagsOf(&item.tags, item.Name, item.Tags)
	}
}

func indexOf(list []string, word string) int {
	for i, each := range list {
		if each == word {
			return i
		}
	}
	return -1
}

// finish does what needs every word to be known.
func (c *compiler) finish() {
	rs := c.rs
	for _, do := range c.soon {
		do()
	}
	if rs.Pack.Worn != "" {
		rs.worn = find(c, &rs.Tables, source.Text{Text: rs.Pack.Worn, Pos: rs.Pack.Pos}, "table")
	}
	if rs.worn != nil {
		for _, row := range rs.worn.rows {
			c.bit(row.Name, row.Pos)
		}
	}
	for _, do := range c.late {
		do()
	}
	rs.bits = c.bits
	rs.use = find(c, &rs.Actions, source.Text{Text: rs.Pack.Use, Pos: rs.Pack.Pos}, "action")
	for _, name := range rs.Pack.Watch {
		find(c, &rs.Pools, source.Text{Text: name, Pos: rs.Pack.Pos}, "pool")
	}
	for _, ruling := range rs.Rulings.All {
		if !c.rulings[ruling.Name] && ruling.Choices != nil && ruling.Choices.Kind == source.List {
			c.errorf(ruling.Pos, "nothing reads ruling %s", ruling.Name)
		}
	}
	rs.nobody = &side{actor: rs.NewActor("", &Sheet{
		stats: make([]float64, len(rs.Stats.All)), maxima: make([]float64, len(rs.Pools.All)),
		start: make([]float64, len(rs.Pools.All)), ranks: unranked(len(rs.Skills.All)), bonus: make([]float64, len(rs.Skills.All)),
	})}
}

func unranked(n int) []int {
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = Unranked
	}
	return ranks
}
