package rules

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/formula"
	"hybrid/rules/layer"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The compiler that all sections share: it enters their names, calls their compile methods in order, and collects mistakes.
// load.go makes one for the layers.

// compiler turns a pack as written into a ruleset and collects its mistakes. It has many methods because each kind of YAML value is
// read by its own.
type compiler struct {
	rs        *Ruleset
	root      *source.Node // the decoded YAML of all layers
	report    *source.Report
	bits      map[string]int  // bit numbers of the tags that something reads
	words     []string        // all tags that a roll can have
	wordSet   map[string]bool // the same as words, as a set
	indexes   map[string]*message.Index
	rulings   map[string]bool // rulings that a formula reads
	stack     *layer.Stack    // the layers, or nil if a formula is compiled alone
	scopes    map[nameScope]*formula.Scope[*Frame]
	noticed   map[*Condition]bool      // conditions that a formula reads, except formulas that limit what can be declared
	declaring bool                     // whether a formula that limits what can be declared is being compiled
	removals  map[[2]string]source.Pos // positions of entries that a layer removed, by section and name
	under     []string                 // sequences being compiled, to find cycles
	soon      []func()                 // calls to make once every name has its entry
	late      []func()                 // calls to make once the bit of every tag is known
	tagGifts  map[*Modifier][]*ByTag   // gifts that depend on tags, by modifier
	worldly   bool                     // whether a formula reads all actors, or the count
}

// compile compiles the decoded sections into a ruleset. Names are entered first, so that any section can refer to any other. Mistakes
// go into c.report.
func (c *compiler) compile(s *sections) *Ruleset {
	rs := &Ruleset{
		spare: make(freeList[arena], maxFree), pooledFrames: make(freeList[pooledFrame], maxFree),
		Pack: s.Pack, Rulings: setOf(s.Rulings), Tags: setOf(s.Tags), Modifiers: setOf(s.Modifiers),
		Stats: setOf(s.Stats), Pools: setOf(s.Pools), Tables: setOf(s.Tables), Checks: setOf(s.Checks),
		Degrees: setOf(s.Degrees), Ladders: setOf(s.Ladders), FacedDice: setOf(s.FacedDice), Skill: s.Skill, Skills: setOf(s.Skills),
		SkillPools: setOf(s.SkillPools), Packages: setOf(s.Packages), Situations: setOf(s.Situations), Conditions: setOf(s.Conditions),
		Activities: setOf(s.Activities), Actions: setOf(s.Actions), Sequences: setOf(s.Sequences), Stages: setOf(s.Stages),
		Items: setOf(s.Items), Hazards: setOf(s.Hazards), Tasks: setOf(s.Tasks), Tactics: setOf(s.Tactics),
		Order: s.Order, Generation: s.Generation, Knowledge: s.Knowledge, holding: map[string][]*Situation{},
	}
	c.rs = rs
	numbers := setOf(s.Numbers)
	for _, number := range numbers.All {
		rs.Numbers = append(rs.Numbers, number.tally())
	}
	for _, entry := range s.Field.Item {
		if kinds := []string{"number", "dice"}; !slices.Contains(kinds, entry.Value.Text) {
			c.mistake(source.BadValue, entry.Value.Pos, "%s", message.NotOneOf("A field of items", entry.Value.Text, kinds))
		}
		rs.fields = append(rs.fields, itemField{entry.Name, entry.Value.Text == "dice"})
	}
	c.languages(setOf(s.Languages))
	c.index()
	for _, action := range rs.Actions.All {
		action.doneTo()
	}
	c.vocabulary()
	c.base()
	c.faced()
	c.tables()
	c.compileSkillRules()
	c.checks()
	c.compileLasting()
	c.acting()
	c.bareCheck()
	c.tasks()
	c.tactics()
	c.compileStages()
	c.order()
	c.knowledge()
	c.items()
	for _, hazard := range rs.Hazards.All {
		hazard.compile(c)
	}
	c.packages()
	c.generation()
	c.sayings()
	c.finish()
	rs.findGuards()
	rs.sided = sidedBy(rs)
	rs.worldly = c.worldly || rs.sided
	if c.report.Len() == 0 {
		c.poolsOfNoThing()
		c.cycles()
		c.checkPoolCycles()
		c.checkSideReads()
	}
	if c.report.Len() == 0 {
		c.computeSkillCosts()
	}
	return rs
}

// steady reports whether tags are worked out from other tags alone, so that nothing that happens in play changes them.
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

// die returns the faces of a single die such as d100, or 0 if t is empty or reports a mistake.
func (c *compiler) die(t source.Text) int {
	if t.Text == "" {
		return 0
	}
	faces, err := strconv.Atoi(strings.TrimPrefix(t.Text, "d"))
	if err != nil || faces < 2 || faces > maxFaces || !strings.HasPrefix(t.Text, "d") {
		added := ""
		if many, of, found := strings.Cut(t.Text, "d"); found && many != "" && of != "" {
			added = ". `hybrid help dice` explains several dice"
		}
		c.mistake(source.BadValue, t.Pos, "Expected one die such as d100, with 2 to %d faces, not %s%s.", maxFaces, t.Text, added)
		return 0
	}
	return faces
}

// compileLasting compiles situations, conditions and activities.
func (c *compiler) compileLasting() {
	rs := c.rs
	for _, s := range rs.Situations.All {
		s.compile(c)
		if s.Scene && !s.Lasting() {
			c.mistake(source.BadValue, s.Pos, "%s asks a question or applies automatically, so it can't belong to the scene. Remove scene.", s.Name)
		}
		if s.holds == nil {
			continue
		}
		if s.Group != "" {
			rs.holding[s.Group] = append(rs.holding[s.Group], s)
		}
		if s.filter != nil {
			rs.limiting = append(rs.limiting, s)
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
		condition.compile(c)
	}
	for _, activity := range rs.Activities.All {
		c.giver(&activity.giver, activity.For, &activity.Give, nameScope{})
		activity.pace = c.num(activity.Pace, nameScope{})
		activity.compileBegin(c)
		if activity.Warn.Text != "" {
			activity.warn = c.flag(activity.Warn, nameScope{})
		}
		if activity.Until.Text != "" {
			activity.until = c.flag(activity.Until, nameScope{})
		}
		activity.compileDay(c)
		for _, span := range activity.Spans {
			if _, err := Seconds(span.Text); err != nil {
				c.mistake(source.BadValue, span.Pos, "%s", err)
			}
		}
		activity.cost, activity.gain = c.rates(activity.Cost), c.rates(activity.Gain)
	}
}

// finish compiles what needs every name and tag to be known.
func (c *compiler) finish() {
	rs := c.rs
	for _, do := range c.soon {
		do()
	}
	for _, pool := range rs.Pools.All {
		pool.compileLimits(c)
	}
	for _, table := range rs.Tables.All {
		for _, row := range table.rows {
			row.passing()
		}
	}
	for _, activity := range rs.Activities.All {
		activity.passing()
	}
	for _, action := range rs.Actions.All {
		for _, phase := range action.Phases {
			phase.passing()
		}
		action.skilled = action.Answers != "" && action.bySkill()
	}
	if rs.Pack.Worn != "" {
		rs.worn = findEntry(c, &rs.Tables, c.scalarAt("pack", "worn", rs.Pack.Worn), "table")
	}
	rs.rowWords = map[string]bool{}
	for word := range c.bits {
		rs.rowWords[word] = true
	}
	if rs.worn != nil {
		for _, row := range rs.worn.rows {
			c.tagIndex(row.Name, row.Pos)
		}
	}
	for _, do := range c.late {
		do()
	}
	if c.report.Len() == 0 {
		(&dependencyFinder{c: c}).dependencies()
	}
	rs.bits = c.bits
	use := c.scalarAt("pack", "use", rs.Pack.Use)
	if rs.use = findEntry(c, &rs.Actions, use, "action"); rs.use != nil && !slices.ContainsFunc(rs.use.body.steps, func(s *Step) bool { return s.kind == stepCheck }) {
		c.mistake(source.Missing, use.Pos, "Action %s rolls nothing, but bare skill checks use it. Name an action with a check.", use.Text)
	}
	for _, task := range rs.Tasks.All {
		task.tooled(rs)
	}
	for _, sign := range rs.Pack.Signs {
		if !c.wordSet[sign.Name] {
			c.mistake(source.UnknownName, sign.Pos, "No tag named %s%s", sign.Name, cmp.Or(c.wordIndex().Suggest(sign.Name), listsTags))
		}
	}
	for _, name := range rs.Pack.Watch {
		if pool := findEntry(c, &rs.Pools, c.scalarAt("pack", "watch", name), "pool"); pool != nil {
			rs.watched = append(rs.watched, pool)
		}
	}
	rs.hurts = harmful(rs)
	rs.vital = vitalPools(rs)
	for _, ruling := range rs.Rulings.All {
		if !c.rulings[ruling.Name] && ruling.Choices != nil && ruling.Choices.Kind == source.List {
			c.report.Warn(source.Unread, ruling.Pos, "Nothing reads ruling %s, so its choice changes nothing. Remove it with `rulings: {%s: removed}`.", ruling.Name, ruling.Name)
		}
	}
	rs.nobody = &side{actor: rs.NewActor("", &Sheet{
		stats: make([]float64, len(rs.Stats.All)), maxima: make([]float64, len(rs.Pools.All)),
		start: make([]float64, len(rs.Pools.All)), over: make([]float64, len(rs.Pools.All)), ranks: unranked(len(rs.Skills.All)), bonus: make([]float64, len(rs.Skills.All)),
	})}
	for _, check := range rs.Checks.All {
		if check.ladder != nil && c.report.Err() == nil {
			check.high = check.highMakes(rs.frame(nil))
			check.direct = check.faced == nil && check.moves(rs.frame(nil), len(check.numbers)-1) == 1
		}
	}
}

// order compiles the section `order`: the order of turns, by counts or by rounds.
func (c *compiler) order() {
	o := &c.rs.Order
	p := nameScope{action: true, skill: true}
	if o.Scheme == "" {
		c.mistake(source.Missing, cmp.Or(o.Pos, c.rs.Pack.Pos), "order needs `scheme: counts` or `scheme: rounds`.")
		return
	}
	o.Initiative.compile(c, p)
	c.late = append(c.late, func() {
		if bit, ok := c.bits[againInitiative]; ok && o.rolledBySides() {
			o.about.add(bit)
		}
	})
	o.enter = findEntry(c, &c.rs.Sequences, o.Enter, "sequence")
	o.atTurn = findEntry(c, &c.rs.Sequences, o.AtTurn, "sequence")
	o.wins = c.flagOr(o.Wins, nil)
	c.checkAlways(o.Wins, o.wins)
	for _, name := range o.Score {
		if number := c.number(name.Text); number != nil {
			o.score = append(o.score, number)
		} else {
			c.mistake(source.UnknownName, name.Pos, "%s", message.Unknown("number", name.Text, collect.Map(c.rs.Numbers, func(t *Tally) string { return t.Name })))
		}
	}
	o.inRounds(c)
	if o.InRounds() {
		return
	}
	o.excess = findEntry(c, &c.rs.Pools, o.Excess, "pool")
	o.next = c.flag(o.Next, nameScope{})
	o.resume = c.flag(o.Resume, nameScope{})
	o.time, o.points = c.number(o.Time.Text), c.number(o.Points.Text)
	if o.time == nil {
		c.mistake(source.Missing, cmp.Or(o.Time.Pos, o.Pos), "order needs `time`, the number of counts that an action takes.")
	}
	c.effects(o.Effort, effortStep, p)
	o.Pair.compile(c)
	for _, text := range o.Ties {
		if by := c.num(text, nameScope{}); by != nil {
			o.ties = append(o.ties, by)
		}
	}
}

// timedBy reports whether the duration of an action depends on m.
func (o *Order) timedBy(m *Modifier) bool {
	return o.time != nil && slices.ContainsFunc(o.time.Lines, func(line *TallyLine) bool {
		return slices.ContainsFunc(line.parts, func(part linePart) bool { return part.modifier == m })
	})
}

// inRounds compiles the keys of o that rounds alone have and reports those of the other scheme.
func (o *Order) inRounds(c *compiler) {
	said := func(key string) (source.Pos, bool) {
		node := c.root.Get("order").Get(key)
		if node == nil {
			return source.Pos{}, false
		}
		return node.Pos, true
	}
	others, needs := []string{"figures", "cost", "over", "refuse", "last", "final", "score", "begins"}, "scheme: rounds"
	if o.InRounds() {
		others, needs = []string{"time", "first", "excess", "next", "resume", "back", "points", "ties", "effort", "pair"}, "scheme: counts"
	}
	for _, key := range others {
		if pos, ok := said(key); ok {
			c.mistake(source.UnknownKey, pos, "%s belongs to `%s`. Remove it.", key, needs)
		}
	}
	if !o.InRounds() {
		return
	}
	if o.all = o.Figures.Text == allFigures; !o.all && o.Figures.Text != "" {
		o.figures = c.num(o.Figures, nameScope{})
		if n, fixed := o.figures.Const(); fixed && o.figures != nil && (n < 1 || n > maxFigures) {
			c.mistake(source.OutOfRange, o.Figures.Pos, "figures must be 1 to %d, or all, not %s.", maxFigures, o.Figures.Text)
		}
	}
	if pos, ok := said("last"); ok && (o.Last < 1 || o.Last != math.Floor(o.Last)) {
		c.mistake(source.OutOfRange, pos, "last must be 1 turn or more. Remove it for no limit.")
	}
	o.cost = c.costs(o.Cost, nameScope{}, "order")
	o.begins = c.flag(o.Begins, nameScope{})
	o.over = c.flagOr(o.Over, nil)
	if over, fixed := o.over.Const(); fixed && o.over != nil && over == 1 {
		c.report.Warn(source.Unreachable, o.Over.Pos, "This is always true, so no actor ever has a turn.")
	}
	for _, action := range c.rs.Actions.All {
		if counts, fixed := action.counts.Const(); fixed && counts >= 3 {
			c.report.Warn(source.OutOfRange, action.Counts.Pos, "%s prevents actions for %s rounds. Did you mean “cost”?", action.Name, formatNumber(counts))
		}
	}
}

// compile compiles the rules for two actions at once: the kinds that may be paired, and the situations of the primary and the secondary
// action.
func (p *Pair) compile(c *compiler) {
	if p == nil {
		return
	}
	for _, text := range p.Kinds {
		p.kinds = append(p.kinds, c.tagIndex(text.Text, text.Pos))
	}
	situations := func(key string, list []source.Text) (found []*Situation) {
		if len(list) != 2 {
			c.mistake(source.WrongKind, p.Pos, "%s of a pair needs two situations: one for the primary and one for the secondary action.", key)
			return nil
		}
		for _, text := range list {
			if s := findEntry(c, &c.rs.Situations, text, "situation"); s != nil {
				found = append(found, s)
			}
		}
		return found
	}
	p.same, p.mixed = situations("same", p.Same), situations("mixed", p.Mixed)
	if p.Later.Text != "" {
		p.later = c.flag(p.Later, nameScope{})
	}
}
