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

// The compiler that all sections share: it registers their names, calls their compile methods in order, and collects mistakes. load.go
// creates it for the layers. A tag is a word that describes a roll; it has a bit if a formula or a `for` reads it (def_tag.go). A scope is
// the set of names that formulas can use in one place of the YAML (num_place.go).

// compiler turns a pack as written into a ruleset and collects its mistakes. It has many methods because each kind of YAML value has one
// that reads it.
type compiler struct {
	rs             *Ruleset                             // ruleset that is being filled
	root           *source.Node                         // YAML of all layers, merged
	report         *source.Report                       // mistakes and warnings
	tagBits        map[string]int                       // bit numbers of the tags that formulas read
	words          []string                             // tags that a roll can have
	wordSet        map[string]bool                      // words as a set, with the keys of presentNames
	presentNames   map[string]string                    // current names of words that layers renamed
	indexes        map[string]*message.Index            // names for suggestions, by kind of entry; filled on demand
	rulings        map[string]bool                      // rulings that a formula reads
	stack          *layer.Stack                         // layers; nil if a formula is compiled alone
	scopes         map[nameScope]*formula.Scope[*Frame] // names that formulas can read in each place; filled on demand
	readConditions map[*Condition]bool                  // conditions that formulas read; false if only formulas that limit declarations read it
	compilesLimits bool                                 // whether a formula that limits declarations is being compiled
	removals       map[[2]string]source.Pos             // positions where a layer removed an entry, by section and name
	compiling      []string                             // sequences being compiled, to find cycles
	afterNames     []func()                             // calls to make after every name has its entry
	afterTags      []func()                             // calls to make after every tag has its bit
	tagGifts       map[*Modifier][]*ByTag               // values that entries give, which can depend on tags, by modifier
	readsWorld     bool                                 // whether a formula reads other actors of the scene, or the count
}

// compile compiles the decoded sections into a ruleset. Names are registered first, so that any section can refer to any other. Mistakes
// are added to c.report.
func (c *compiler) compile(s *sections) *Ruleset {
	rs := newRulesetOf(s)
	c.rs = rs
	c.addNumbersAndFields(s)
	c.chooseLanguage(newEntrySet(s.Languages))
	c.prepareEntries()
	for _, action := range rs.Actions.All {
		action.parseTargets()
	}
	c.collectWords()
	c.compileValues()
	c.compileFacedDice()
	c.compileTables()
	c.compileSkillRules()
	c.compileChecks()
	c.compileLastingEntries()
	c.compileActions()
	c.compileBareCheck()
	c.compileTasks()
	c.compileTactics()
	c.compileStages()
	c.compileOrder()
	c.compileKnowledge()
	c.compileItems()
	for _, hazard := range rs.Hazards.All {
		hazard.compile(c)
	}
	c.compilePackages()
	c.compileGeneration()
	c.compileSayings()
	c.finishCompile()
	rs.markGuards()
	rs.sidesAct = sidesHaveDeeds(rs)
	rs.hasSides = rs.sidesAct || slices.ContainsFunc(rs.Pools.All, (*Pool).BelongsToSide)
	rs.readsWorld = c.readsWorld || rs.hasSides
	if c.report.Len() == 0 {
		c.warnUnusedItemPools()
		c.checkCycles()
		c.checkPoolCycles()
		c.checkSideReads()
	}
	if c.report.Len() == 0 {
		c.computeSkillCosts()
	}
	return rs
}

// newRulesetOf returns a Ruleset with the entries of the sections, which are not compiled yet.
func newRulesetOf(s *sections) *Ruleset {
	return &Ruleset{
		spare: make(freeList[arena], maxFree), pooledFrames: make(freeList[pooledFrame], maxFree),
		Pack: s.Pack, Rulings: newEntrySet(s.Rulings), Tags: newEntrySet(s.Tags), Modifiers: newEntrySet(s.Modifiers),
		Stats: newEntrySet(s.Stats), Pools: newEntrySet(s.Pools), Tables: newEntrySet(s.Tables), Checks: newEntrySet(s.Checks),
		Degrees: newEntrySet(s.Degrees), Ladders: newEntrySet(s.Ladders), FacedDice: newEntrySet(s.FacedDice), Skill: s.Skill, Skills: newEntrySet(s.Skills),
		SkillPools: newEntrySet(s.SkillPools), Packages: newEntrySet(s.Packages), Situations: newEntrySet(s.Situations), Conditions: newEntrySet(s.Conditions),
		Activities: newEntrySet(s.Activities), Actions: newEntrySet(s.Actions), Sequences: newEntrySet(s.Sequences), Stages: newEntrySet(s.Stages),
		Items: newEntrySet(s.Items), Hazards: newEntrySet(s.Hazards), Tasks: newEntrySet(s.Tasks), Tactics: newEntrySet(s.Tactics),
		Order: s.Order, Generation: s.Generation, Knowledge: s.Knowledge, automaticByGroup: map[string][]*Situation{},
	}
}

// addNumbersAndFields adds the numbers that every actor has, as tallies, and the fields that items can have.
func (c *compiler) addNumbersAndFields(s *sections) {
	rs := c.rs
	numbers := newEntrySet(s.Numbers)
	for _, number := range numbers.All {
		rs.Numbers = append(rs.Numbers, number.asTally())
	}
	for _, entry := range s.Field.Item {
		if kinds := []string{"number", "dice"}; !slices.Contains(kinds, entry.Value.Text) {
			c.addMistake(source.BadValue, entry.Value.Pos, "%s", message.NotOneOf("A field of items", entry.Value.Text, kinds))
		}
		rs.fields = append(rs.fields, itemField{entry.Name, entry.Value.Text == "dice"})
	}
}

// readOnlyOtherTags reports whether the formulas of tags read only other tags, so that they don't change during play.
func readOnlyOtherTags(tags []*Tag) bool {
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

// dieFaces returns the number of faces of a single die such as d100, or 0 if t is empty or, after reporting a mistake, not such a die.
func (c *compiler) dieFaces(t source.Text) int {
	if t.Text == "" {
		return 0
	}
	faces, err := strconv.Atoi(strings.TrimPrefix(t.Text, "d"))
	if err != nil || faces < 2 || faces > maxFaces || !strings.HasPrefix(t.Text, "d") {
		hint := ""
		if count, sides, found := strings.Cut(t.Text, "d"); found && count != "" && sides != "" {
			hint = ". `hybrid help dice` explains several dice"
		}
		c.addMistake(source.BadValue, t.Pos, "Expected one die such as d100, with 2 to %d faces, not %s%s.", maxFaces, t.Text, hint)
		return 0
	}
	return faces
}

// compileLastingEntries compiles situations, conditions and activities.
func (c *compiler) compileLastingEntries() {
	rs := c.rs
	for _, s := range rs.Situations.All {
		s.compile(c)
		if s.Scene && !s.CanLast() {
			c.addMistake(source.BadValue, s.Pos, "%s asks a question or applies automatically, so it can't belong to the scene. Remove scene.", s.Name)
		}
		if s.holds == nil {
			continue
		}
		if s.Group != "" {
			rs.automaticByGroup[s.Group] = append(rs.automaticByGroup[s.Group], s)
		}
		if s.filter != nil {
			rs.limiting = append(rs.limiting, s)
		}
		for _, gift := range s.gifts {
			gift.modifier.automatic = append(gift.modifier.automatic, s)
		}
	}
	for _, m := range rs.Modifiers.All { // by group; within a group the worst first, which is the one listed last
		sort.SliceStable(m.automatic, func(i, j int) bool {
			a, b := m.automatic[i], m.automatic[j]
			return a.Group < b.Group || a.Group == b.Group && a.Group != "" && a.ordinal > b.ordinal
		})
	}
	for _, condition := range rs.Conditions.All {
		condition.compile(c)
	}
	for _, activity := range rs.Activities.All {
		c.compileGiver(&activity.giver, activity.For, &activity.Give, nameScope{})
		activity.pace = c.compileNumber(activity.Pace, nameScope{})
		activity.compileBegin(c)
		if activity.Warn.Text != "" {
			activity.warn = c.compileFlag(activity.Warn, nameScope{})
		}
		if activity.Until.Text != "" {
			activity.until = c.compileFlag(activity.Until, nameScope{})
		}
		activity.compileDay(c)
		for _, span := range activity.Spans {
			if _, err := ParseSpan(span.Text); err != nil {
				c.addMistake(source.BadValue, span.Pos, "%s", err)
			}
		}
		activity.cost, activity.gain = c.compileRates(activity.Cost), c.compileRates(activity.Gain)
	}
}

// finishCompile compiles the parts that need all names and tags.
func (c *compiler) finishCompile() {
	rs := c.rs
	for _, deferred := range c.afterNames {
		deferred()
	}
	for _, pool := range rs.Pools.All {
		pool.compileLimits(c)
	}
	c.markModifiers()
	if rs.Pack.Worn != "" {
		rs.worn = findEntry(c, &rs.Tables, c.scalarAt("pack", "worn", rs.Pack.Worn), "table")
	}
	c.addLocationTags()
	for _, deferred := range c.afterTags {
		deferred()
	}
	if c.report.Len() == 0 {
		(&dependencyFinder{c: c}).findDependencies()
	}
	rs.bits = c.tagBits
	c.resolvePackEntries()
	rs.harmPools = findHarmPools(rs)
	rs.vital = vitalPools(rs)
	c.warnUnreadRulings()
	rs.nobody = rs.newNobody()
	c.findCheckProperties()
}

// markModifiers marks the modifiers that rows, activities and phases give, and the answers that depend on a skill.
func (c *compiler) markModifiers() {
	rs := c.rs
	for _, table := range rs.Tables.All {
		for _, row := range table.rows {
			row.markGivenElsewhere()
		}
	}
	for _, activity := range rs.Activities.All {
		activity.markGivenElsewhere()
	}
	for _, action := range rs.Actions.All {
		for _, phase := range action.Phases {
			phase.markGivenElsewhere()
		}
		action.modifierReadsSkill = action.Answers != "" && action.dependsOnSkill()
	}
}

// addLocationTags records in rowWords the tags that have bits so far, then gives bits to the wear locations.
func (c *compiler) addLocationTags() {
	rs := c.rs
	rs.rowWords = map[string]bool{} // the tags with bits so far; wear locations get theirs only now
	for word := range c.tagBits {
		rs.rowWords[word] = true
	}
	if rs.worn != nil {
		for _, row := range rs.worn.rows {
			c.tagBit(row.Name, row.Pos)
		}
	}
}

// newNobody returns the side that stands for a missing actor. It is the acting side of formulas that no actor evaluates.
func (rs *Ruleset) newNobody() *side {
	return &side{actor: rs.NewActor("", &Sheet{
		stats: make([]float64, len(rs.Stats.All)), maxima: make([]float64, len(rs.Pools.All)),
		startValues: make([]float64, len(rs.Pools.All)), undrained: make([]float64, len(rs.Pools.All)),
		ranks: unlearntRanks(len(rs.Skills.All)), poolBonuses: make([]float64, len(rs.Skills.All)),
	})}
}

// findCheckProperties sets the properties of checks that are found by trying rolls.
func (c *compiler) findCheckProperties() {
	rs := c.rs
	for _, check := range rs.Checks.All {
		if check.ladder != nil && c.report.Err() == nil {
			check.rollsHigh = check.highSucceeds(rs.newFrame(nil))
			check.movesOneToOne = check.facedDie == nil && check.shiftPerPoint(rs.newFrame(nil), len(check.numbers)-1) == 1
		}
	}
}

// resolvePackEntries finds the entries that the section `pack` names: the action for bare skill checks, signs of tags, and watched pools.
// It also makes the actions of tasks from the action for bare skill checks.
func (c *compiler) resolvePackEntries() {
	rs := c.rs
	use := c.scalarAt("pack", "use", rs.Pack.Use)
	if rs.useAction = findEntry(c, &rs.Actions, use, "action"); rs.useAction != nil && !slices.ContainsFunc(rs.useAction.body.steps, func(s *Step) bool { return s.kind == stepCheck }) {
		c.addMistake(source.Missing, use.Pos, "Action %s rolls nothing, but bare skill checks use it. Name an action with a check.", use.Text)
	}
	for _, task := range rs.Tasks.All {
		task.makeAction(rs)
	}
	for i, sign := range rs.Pack.Signs {
		rs.Pack.Signs[i].Name = c.currentWord(sign.Name)
		if !c.wordSet[sign.Name] {
			c.addMistake(source.UnknownName, sign.Pos, "%s", c.unknownTag(sign.Name))
		}
	}
	for _, name := range rs.Pack.Watch {
		if pool := findEntry(c, &rs.Pools, c.scalarAt("pack", "watch", name), "pool"); pool != nil {
			rs.watched = append(rs.watched, pool)
		}
	}
}

// warnUnreadRulings warns of rulings with choices that no formula reads.
func (c *compiler) warnUnreadRulings() {
	for _, ruling := range c.rs.Rulings.All {
		if !c.rulings[ruling.Name] && ruling.Choices != nil && ruling.Choices.Kind == source.List {
			c.report.Warn(source.Unread, ruling.Pos, "Nothing reads ruling %s, so its choice changes nothing. Remove it with `rulings: {%s: removed}`.", ruling.Name, ruling.Name)
		}
	}
}

// compileOrder compiles the section `order`: the order of turns, by counts or by rounds.
func (c *compiler) compileOrder() {
	o := &c.rs.Order
	p := nameScope{readsAction: true, readsSkill: true}
	if o.Scheme == "" {
		c.addMistake(source.Missing, cmp.Or(o.Pos, c.rs.Pack.Pos), "order needs `scheme: counts` or `scheme: rounds`.")
		return
	}
	o.Initiative.compile(c, p)
	c.afterTags = append(c.afterTags, func() {
		if bit, ok := c.tagBits[againInitiative]; ok && o.sidesRollInitiative() { // a tag of the sides' roll for the next round
			o.sideRollTags.add(bit)
		}
	})
	o.enter = findEntry(c, &c.rs.Sequences, o.Enter, "sequence")
	o.atTurn = findEntry(c, &c.rs.Sequences, o.AtTurn, "sequence")
	o.wins = c.compileFlagOr(o.Wins, nil)
	c.warnAlwaysTrue(o.Wins, o.wins)
	for _, name := range o.Score {
		if number := c.findNumber(name.Text); number != nil {
			o.score = append(o.score, number)
		} else {
			c.addMistake(source.UnknownName, name.Pos, "%s", message.Unknown("number", name.Text, collect.Map(c.rs.Numbers, func(t *Tally) string { return t.Name })))
		}
	}
	o.compileRounds(c)
	if o.InRounds() {
		return
	}
	o.excess = findEntry(c, &c.rs.Pools, o.Excess, "pool")
	o.next = c.compileFlag(o.Next, nameScope{})
	o.resume = c.compileFlag(o.Resume, nameScope{})
	o.time, o.points = c.findNumber(o.Time.Text), c.findNumber(o.Points.Text)
	if o.time == nil {
		c.addMistake(source.Missing, cmp.Or(o.Time.Pos, o.Pos), "order needs `time`, the number of counts that an action takes.")
	}
	c.compileEffects(o.Effort, effortStep, p)
	o.Pair.compile(c)
	for _, text := range o.Ties {
		if expr := c.compileNumber(text, nameScope{}); expr != nil {
			o.ties = append(o.ties, expr)
		}
	}
}

// isTimedBy reports whether the duration of an action depends on m.
func (o *Order) isTimedBy(m *Modifier) bool {
	return o.time != nil && slices.ContainsFunc(o.time.Lines, func(line *TallyLine) bool {
		return slices.ContainsFunc(line.parts, func(part linePart) bool { return part.modifier == m })
	})
}

// compileRounds compiles the keys of o that only `scheme: rounds` has, and reports keys that belong to the other scheme as mistakes.
func (o *Order) compileRounds(c *compiler) {
	keyPos := func(key string) (source.Pos, bool) {
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
		if pos, ok := keyPos(key); ok {
			c.addMistake(source.UnknownKey, pos, "%s belongs to `%s`. Remove it.", key, needs)
		}
	}
	if !o.InRounds() {
		return
	}
	if o.actsTogether = o.Figures.Text == allFigures; !o.actsTogether && o.Figures.Text != "" {
		o.figures = c.compileNumber(o.Figures, nameScope{})
		if n, fixed := o.figures.Const(); fixed && o.figures != nil && (n < 1 || n > maxFigures) {
			c.addMistake(source.OutOfRange, o.Figures.Pos, "figures must be 1 to %d, or all, not %s.", maxFigures, o.Figures.Text)
		}
	}
	if pos, ok := keyPos("last"); ok && (o.Last < 1 || o.Last != math.Floor(o.Last)) {
		c.addMistake(source.OutOfRange, pos, "last must be 1 turn or more. Remove it for no limit.")
	}
	o.cost = c.compileCosts(o.Cost, nameScope{}, "order")
	o.begins = c.compileFlag(o.Begins, nameScope{})
	o.over, o.reasons = c.compileFlagOr(o.Over, nil), c.compileReasons("over", o.Over, "or", o.Refuse, nameScope{})
	if over, fixed := o.over.Const(); fixed && o.over != nil && over == 1 {
		c.report.Warn(source.Unreachable, o.Over.Pos, "This is always true, so no actor ever has a turn.")
	}
	const oddlyLong = 3 // rounds; an action of this length is probably a mistake
	for _, action := range c.rs.Actions.All {
		if counts, fixed := action.counts.Const(); fixed && counts >= oddlyLong {
			c.report.Warn(source.OutOfRange, action.Counts.Pos, "%s prevents actions for %s rounds. Did you mean “cost”?", action.Name, formatNumber(counts))
		}
	}
}

// compile compiles the rules for two actions at once: the kinds that can be paired, and the situations that apply to the primary and the
// secondary action.
func (p *Pair) compile(c *compiler) {
	if p == nil {
		return
	}
	for _, text := range p.Kinds {
		p.kinds = append(p.kinds, c.tagBit(text.Text, text.Pos))
	}
	situations := func(key string, list []source.Text) (found []*Situation) {
		if len(list) != 2 {
			c.addMistake(source.WrongKind, p.Pos, "%s of a pair needs two situations: one for the primary and one for the secondary action.", key)
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
		p.later = c.compileFlag(p.Later, nameScope{})
	}
}
