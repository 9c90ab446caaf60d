package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Modifiers and the entries that give them (`give`): their syntax, their compilation, and the sum of everything that affects a roll. A gift
// is the value that one entry gives to one modifier. In a Frame, side 0 is the actor who rolls, and side 1 the other actor. A situation is
// ticked if it was chosen for the roll, and automatic if its formula `holds` is true. Of the situations of a group only the worst counts,
// the one listed last. The basis of a roll is the statistic, or the formula over statistics, on which its chance is based.
// live_specialsum.go computes the same sums for simulated fights.

// Modifier is a number that entries can change in a roll, by addition or multiplication.
type Modifier struct {
	Head            `yaml:",inline"`
	Combine         string       `yaml:"combine" one:"add times"` // `add` or `times`. Default: add.
	Flag            string       `yaml:"flag"`                    // The name of the command-line option that sets it.
	multiplies      bool         // whether values are multiplied instead of added
	automatic       []*Situation // situations that apply automatically and give this modifier, worst first
	givenElsewhere  bool         // whether rows, activities or phases of an action also give it
	readByOpponents bool         // whether rolls of an opponent can read it
}

// FlagModifier returns the first modifier that can be given on the command line, or nil.
func (rs *Ruleset) FlagModifier() *Modifier {
	for _, m := range rs.Modifiers.All {
		if m.Flag != "" {
			return m
		}
	}
	return nil
}

// PercentPerPoint returns the number of percentage points that one point of the modifier adds to the chance of the pack's check: the factor
// in a line such as 5 * mod.df, or 0 if there is no such line.
func (m *Modifier) PercentPerPoint(rs *Ruleset) float64 {
	check, ok := rs.Checks.Get(rs.Pack.Check)
	if !ok || len(check.Numbers) == 0 {
		return 0
	}
	for _, line := range check.Numbers[len(check.Numbers)-1].Value.Lines {
		a, b, found := strings.Cut(line.Add.Text, "*")
		if strings.TrimSpace(a) == "mod."+m.Name {
			a, b = b, a
		}
		if factor, err := strconv.ParseFloat(strings.TrimSpace(a), 64); found && err == nil && strings.TrimSpace(b) == "mod."+m.Name {
			return factor
		}
	}
	return 0
}

// Gives holds the changes that an entry makes to modifiers in a roll: for each modifier one value, or one per tag.
type Gives struct {
	Pos  source.Pos        // position in the YAML
	list source.Map[ByTag] // values, by modifier
}

// DecodeNode reads the map of modifiers.
func (g *Gives) DecodeNode(n *source.Node, r *source.Report) {
	g.Pos = n.Pos
	source.Decode(n, &g.list, r)
}

// ModifierText returns the explanation of the modifier with this label, or "" if there is none.
func (rs *Ruleset) ModifierText(label string) string {
	for _, m := range rs.Modifiers.All {
		if m.Label == label {
			return m.Text
		}
	}
	return ""
}

// GiveText is one gift as written: a change of a modifier in rolls with the tag Tag, or in all other rolls if Tag is "".
type GiveText struct {
	Modifier string   // name of the modifier
	Tag      string   // tag; "" for all other rolls
	Value    string   // value as written: a number or a formula
	Formula  *Formula // compiled form of Value; nil if it has a mistake
	IsOnly   bool     // whether it is the only value for its modifier
}

// Texts lists the gifts in the order in which they are written.
func (g *Gives) Texts() (list []GiveText) {
	for _, m := range g.list {
		for _, text := range m.Value.texts {
			about := text.Name
			if about == elseKey {
				about = ""
			}
			list = append(list, GiveText{m.Name, about, text.Value.Text, m.Value.formulaForTag(text.Name), len(m.Value.texts) == 1})
		}
	}
	return list
}

// ByTag is a value that can depend on the tags of a roll: the value of the first listed tag that the roll has, or of `else` if it has none.
// The position of `else` doesn't matter.
type ByTag struct {
	Pos     source.Pos              // position in the YAML
	texts   source.Map[source.Text] // values as written, by tag or `else`
	cases   []tagCase               // compiled values in the order in which they are tried
	isBasis bool                    // whether it is the basis of a roll; the text toolBasis has a meaning only in a basis
}

// tagCase is a compiled value of a ByTag, with the tag that selects it.
type tagCase struct {
	word          string   // tag that selects the value, or `else`
	bit           int      // tag's bit; -1 matches every roll
	formula       *Formula // value for rolls with the tag
	usesToolBasis bool     // whether the basis of the tool's skill, if there is one, replaces formula
}

// formulaForTag returns the formula for rolls with tag word, or nil.
func (b *ByTag) formulaForTag(word string) *Formula {
	for _, c := range b.cases {
		if c.word == word {
			return c.formula
		}
	}
	return nil
}

// DecodeNode reads one value, or a map from tag to value.
func (b *ByTag) DecodeNode(n *source.Node, r *source.Report) {
	b.Pos = n.Pos
	if n.Kind == source.Scalar {
		b.texts = source.Map[source.Text]{{Name: elseKey, Pos: n.Pos, Value: source.Text{Text: n.Text, Pos: n.Pos, Quoted: n.Quoted}}}
		return
	}
	source.Decode(n, &b.texts, r)
}

// elseKey is the key of the value for rolls that have none of the tags.
const elseKey = "else"

// matchFormula returns the formula for the tags of the frame's roll, or nil if no case matches.
func (b *ByTag) matchFormula(f *Frame) *Formula {
	if b == nil {
		return nil
	}
	for i := range b.cases {
		if bit := b.cases[i].bit; bit < 0 || f.hasTag(bit) {
			if b.cases[i].usesToolBasis {
				return cmp.Or(f.toolBasis(), b.cases[i].formula)
			}
			return b.cases[i].formula
		}
	}
	return nil
}

// giver is the compiled `give` of an entry: its gifts, and the tags of the rolls to which they are limited.
type giver struct {
	tagBits []int  // bits of the tags, one of which a roll must have; empty for all rolls
	gifts   []gift // gifts, at most one for each modifier
}

// gift is a compiled value for a modifier.
type gift struct {
	modifier *Modifier // modifier that is changed
	value    *ByTag    // amount to add or multiply by; it can depend on the tags of the roll
}

// markGivenElsewhere marks the entry's modifiers as given by a row, an activity or a phase of an action.
func (g *giver) markGivenElsewhere() {
	for i := range g.gifts {
		g.gifts[i].modifier.givenElsewhere = true
	}
}

// dependsOnSkill reports whether a gift reads the skill of the roll.
func (g *giver) dependsOnSkill() bool {
	for _, gift := range g.gifts {
		for _, c := range gift.value.cases {
			if c.formula != nil && slices.ContainsFunc(c.formula.Reads, func(read formula.ReadName[*Frame]) bool {
				return read.Path == "basis" || strings.HasPrefix(read.Path, "skill.")
			}) {
				return true
			}
		}
	}
	return false
}

// countsInRoll reports whether the entry counts in the frame's roll.
func (g *giver) countsInRoll(f *Frame) bool {
	if len(g.tagBits) == 0 {
		return true
	}
	for _, bit := range g.tagBits {
		if f.hasTag(bit) {
			return true
		}
	}
	return false
}

// giftFormula returns the formula of the entry's gift to m in the frame's roll, or nil.
func (g *giver) giftFormula(f *Frame, m *Modifier) *Formula {
	for i := range g.gifts {
		if g.gifts[i].modifier != m || !g.countsInRoll(f) {
			continue
		}
		if expr := g.gifts[i].value.matchFormula(f); expr != nil {
			return expr
		}
	}
	return nil
}

// giftSum is the running sum, or product, of the gifts to one modifier.
type giftSum struct {
	frame    *Frame     // context of the roll
	modifier *Modifier  // the summed modifier
	sum      float64    // sum so far, or product if modifier multiplies
	trace    *termTrace // trace to which terms are added; nil if none are recorded
}

// add adds the gift of an entry, if it has one for the modifier, under the label of head.
func (g *giftSum) add(head *Head, entry *giver) {
	if len(entry.gifts) == 0 {
		return
	}
	if expr := entry.giftFormula(g.frame, g.modifier); expr != nil {
		g.addValue(head.Label, expr.Num(g.frame), head.where, head.Src, expr)
	}
}

// combine adds value to the sum, or multiplies the sum by it.
func (g *giftSum) combine(value float64) {
	if g.modifier.multiplies {
		g.sum *= value
	} else {
		g.sum += value
	}
}

// addValue combines a value with the sum or product and, if terms are recorded, adds a Term for it. where, guide and expr become the Term's
// file position, chapter and formula; they may be empty. A value without effect (0, or 1 for a factor) gets no Term.
func (g *giftSum) addValue(label string, value float64, where, guide string, expr *Formula) {
	g.combine(value)
	neutral := 0.0
	if g.modifier.multiplies {
		neutral = 1
	}
	if g.trace != nil && value != neutral {
		g.trace.add(Term{Label: label, Value: TrimNoise(value), Source: where, Guide: guide, Times: g.modifier.multiplies, formula: expr})
	}
}

// sumModifier returns the value of a modifier for the frame's actor, and adds its terms to trace.
func (f *Frame) sumModifier(m *Modifier, trace *termTrace) float64 {
	g := giftSum{frame: f, modifier: m, trace: trace}
	if m.multiplies {
		g.sum = 1
	}
	f.gatherRoll(&g)
	f.gatherSituations(&g)
	f.gatherActorGifts(&g)
	return g.sum
}

// giftSource is an entry with gifts.
type giftSource struct {
	head  *Head  // the entry's head, with its label
	giver *giver // gifts of the entry
}

// rollGivers returns the entries that give modifiers only in this roll, in the order in which they are applied: skill, action, step, task
// and tool. room is the memory for the list.
func (f *Frame) rollGivers(room *[5]giftSource) []giftSource {
	list, side := room[:0], f.sides[0]
	if s := f.use.skill; s != nil && len(s.gifts) > 0 {
		list = append(list, giftSource{&s.Head, &s.giver})
	}
	if a := side.action; a != nil && len(a.gifts) > 0 {
		list = append(list, giftSource{&a.Head, &a.giver})
	}
	if f.step != nil && len(f.step.gifts) > 0 {
		list = append(list, giftSource{&f.step.Head, &f.step.giver})
	}
	if t := side.task; t != nil && (len(t.gifts) > 0 || len(t.lumps) > 0) {
		list = append(list, giftSource{&t.Head, &t.giver})
	}
	if t := side.tool; t != nil && len(t.gifts) > 0 {
		list = append(list, giftSource{&t.Head, &t.giver})
	}
	return list
}

// gatherRoll adds the gifts of entries that count only in this roll, the helpers' gifts, the gifts of drawn rows, and values entered
// manually.
func (f *Frame) gatherRoll(g *giftSum) {
	var room [5]giftSource
	for _, entry := range f.rollGivers(&room) {
		g.add(entry.head, entry.giver)
		if task := f.sides[0].task; task != nil && entry.giver == &task.giver {
			task.gatherLumps(g)
		}
	}
	f.gatherHelp(g)
	f.gatherDrawnAndManualGifts(g)
}

// gatherDrawnAndManualGifts adds the gifts of the rows drawn so far and of open cards, and the values entered manually.
func (f *Frame) gatherDrawnAndManualGifts(g *giftSum) {
	side := f.sides[0]
	for seq := f.seq; seq != nil; seq = seq.parent {
		for _, row := range seq.rows {
			g.add(&row.Head, &row.giver)
		}
	}
	g.gatherOpenCards()
	for i := range side.manual {
		if side.manual[i].Modifier == g.modifier.Name {
			g.addValue(side.manual[i].Label, side.manual[i].Value, "", "", nil)
		}
	}
}

// gatherSituations adds the gifts of ticked and automatic situations. Only the worst of each group counts.
func (f *Frame) gatherSituations(g *giftSum) {
	f.gatherTicked(g)
	group := ""
	for _, s := range g.modifier.automatic { // by group, the worst of each first
		if s.Group != "" && s.Group == group || !s.countsInRoll(f) || !f.isTrue(s.holds) {
			continue // another of its group counts, or it doesn't apply
		}
		group = s.Group
		if s.Group != "" && f.hasWorseSituation(s) || f.isTicked(s) {
			continue
		}
		g.add(&s.Head, &s.giver)
	}
}

// gatherTicked adds the gifts of the situations that the actor has ticked. Only the worst of each group counts.
func (f *Frame) gatherTicked(g *giftSum) {
	side := f.sides[0]
	for i := range side.tickedSituations {
		t := &side.tickedSituations[i]
		if t.Situation.Group != "" && f.hasWorseSituation(t.Situation) {
			continue
		}
		number, row := f.askedNumber, f.row
		f.askedNumber, f.row = t.Number, t.Row
		g.add(&t.Situation.Head, &t.Situation.giver)
		f.askedNumber, f.row = number, row
	}
}

// hasWorseSituation reports whether a worse situation of the same group, ticked or automatic, counts in the roll.
func (f *Frame) hasWorseSituation(situation *Situation) bool {
	if f.hasWorseTicked(situation) {
		return true
	}
	for _, s := range f.rs.automaticByGroup[situation.Group] {
		if s.ordinal > situation.ordinal && s.countsInRoll(f) && f.isTrue(s.holds) {
			return true
		}
	}
	return false
}

// hasWorseTicked reports whether the actor has ticked a later situation of the same group that applies now.
func (f *Frame) hasWorseTicked(situation *Situation) bool {
	side := f.sides[0]
	for i := range side.tickedSituations {
		s := side.tickedSituations[i].Situation
		if s.Group == situation.Group && s.ordinal > situation.ordinal && s.countsInRoll(f) {
			return true
		}
	}
	return false
}

// isTicked reports whether the actor has ticked s for this roll.
func (f *Frame) isTicked(s *Situation) bool {
	for i := range f.sides[0].tickedSituations {
		if f.sides[0].tickedSituations[i].Situation == s {
			return true
		}
	}
	return false
}

// gatherConditions adds the gifts of actor's conditions; actor is the frame's actor or its side.
func (f *Frame) gatherConditions(g *giftSum, actor *Actor) {
	number := f.number
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		if !held.countsWith(f.sides[0].tool) {
			continue
		}
		f.number = held.Number // the number that the condition's formulas read
		if expr := held.Condition.giftFormula(f, g.modifier); expr != nil && held.countsAgainst(f.sides[1].actor) {
			g.addValue(held.Label(""), expr.Num(f), held.Condition.where, held.Condition.Src, expr)
			f.noteUsed(held)
		}
	}
	f.number = number
}

// gatherActorGifts adds the gifts of the actor's activities, conditions, side and worn items.
func (f *Frame) gatherActorGifts(g *giftSum) {
	actor := f.sides[0].actor
	f.gatherActionGifts(g)
	f.gatherConditions(g, actor)
	if f.rs.hasSides {
		if side := ownerOf(actor, true); side != nil && side != actor {
			f.gatherConditions(g, side)
		}
	}
	for _, worn := range actor.worn {
		if f.tags.has(worn.bit) { // the body part is hit
			g.add(&worn.item.Head, &worn.item.giver)
		}
	}
}

// gatherActionGifts adds the gifts of the phase that an action has reached, and of the actor's activities.
func (f *Frame) gatherActionGifts(g *giftSum) {
	actor := f.sides[0].actor
	if phase := f.phaseReached(actor); phase != nil {
		g.add(&phase.Head, &phase.giver)
	}
	for _, activity := range actor.Activities {
		g.add(&activity.Head, &activity.giver)
	}
}

// changeBetween returns the difference, or the factor, between two values of a modifier.
func (m *Modifier) changeBetween(from, to float64) float64 {
	switch {
	case !m.multiplies:
		return to - from
	case from == 0:
		return to
	}
	return to / from
}

// hintFormula returns the formula of a gift if it can be evaluated before a question is answered, or nil. A nil frame allows only a
// constant.
func (g gift) hintFormula(f *Frame) *Formula {
	if f == nil {
		if len(g.value.cases) != 1 {
			return nil
		}
		if _, fixed := g.value.cases[0].formula.Const(); !fixed {
			return nil
		}
		return g.value.cases[0].formula
	}
	expr := g.value.matchFormula(f)
	if expr == nil {
		return nil
	}
	for _, read := range expr.Reads {
		if strings.HasPrefix(read.Path, "asked") {
			return nil
		}
	}
	return expr
}

// compileGiver compiles a `give` into g. only holds the tags of the rolls to which it is limited. p is the scope: the names that its
// formulas can use.
func (c *compiler) compileGiver(g *giver, only []source.Text, gives *Gives, p nameScope) {
	for _, text := range only {
		g.tagBits = append(g.tagBits, c.tagBit(text.Text, text.Pos))
	}
	for i := range gives.list {
		entry := &gives.list[i]
		modifier, ok := c.rs.Modifiers.Get(entry.Name)
		if !ok {
			c.addMistake(source.UnknownName, entry.Pos, "%s", message.Unknown("modifier", entry.Name, c.rs.Modifiers.Names()))
			continue
		}
		entry.Value.compile(c, p)
		c.tagGifts[modifier] = append(c.tagGifts[modifier], &entry.Value)
		g.gifts = append(g.gifts, gift{modifier, &entry.Value})
	}
}

// compile compiles the values of b, one per tag. The value under `else` goes last, because the first match counts.
func (b *ByTag) compile(c *compiler, p nameScope) {
	if b == nil {
		return
	}
	var last []tagCase // the values under else, which stay last even if a layer adds tags after them
	for _, text := range b.texts {
		bit, isElse := -1, text.Name == elseKey
		if !isElse {
			bit = c.tagBit(text.Name, text.Pos)
		}
		value, tool := text.Value, b.isBasis && text.Value.Text == toolBasis
		if tool {
			value.Text = "0"
		}
		switch expr := c.compileNumber(value, p); {
		case expr == nil: // a mistake, already reported
		case isElse:
			last = append(last, tagCase{text.Name, bit, expr, tool})
		default:
			b.cases = append(b.cases, tagCase{text.Name, bit, expr, tool})
		}
	}
	b.cases = append(b.cases, last...)
}

// toolBasis stands for the basis of the tool's skill in the text of a basis; it is 0 without a tool.
const toolBasis = "tool.basis"

// toolBasis returns the basis of the skill that the acting side's tool is used with, or nil without a tool or a skill.
func (f *Frame) toolBasis() *Formula {
	side := f.sides[0]
	if side.tool == nil || side.tool.skill == nil {
		return nil
	}
	return side.actor.Sheet.SkillOf(side.tool.skill).basis
}

// sumSupportBonus returns the bonus of the support skills to the skill used, in percentage points, and adds a term for each to trace.
func (f *Frame) sumSupportBonus(trace *termTrace) (sum float64) {
	if f.use.skill == nil {
		return 0
	}
	sheet := f.sides[0].actor.Sheet
	sum = f.use.skill.sumRankBonuses(sheet.ranks, trace)
	for _, skill := range f.use.skill.supportSkills {
		rank := sheet.ranks[skill.index]
		if rank <= 0 || !skill.supportTags.countsInRoll(f) {
			continue
		}
		value := sheet.SkillOf(skill).Percent * float64(rank)
		sum += value
		if trace != nil {
			trace.add(Term{Label: skill.Label, Value: value, Source: skill.where, Guide: skill.Src})
		}
	}
	return sum
}

// gatherHelp adds the gifts of a task's helpers.
func (f *Frame) gatherHelp(g *giftSum) {
	side := f.sides[0]
	if len(side.help) == 0 {
		return
	}
	for i := range side.task.Help.gifts {
		gift := &side.task.Help.gifts[i]
		if gift.modifier != g.modifier {
			continue
		}
		expr := gift.value.matchFormula(f)
		if expr == nil {
			continue
		}
		for _, a := range side.help {
			if x := f.rs.numberOf(a, expr); x != 0 {
				g.addValue(a.Name+" helps", x, side.task.Help.Pos.String(), side.task.Src, nil)
			}
		}
	}
}

// compileBasis compiles the basis of a roll.
func (b *ByTag) compileBasis(c *compiler, p nameScope) {
	if b != nil {
		b.isBasis = true
	}
	b.compile(c, p)
}

// noSteps is a sequence without steps, for rolls that belong to no sequence.
var noSteps = &Sequence{}

// tagRoll sets the tags of a roll from the sequence, the step, the rows drawn and the frame's actor. If acting is set, that actor carries
// out the action, so that the tags of the action, of its tool, and of its task or statistic count. Otherwise the action affects the actor,
// and only the tags of the tool count.
func (r *Run) tagRoll(f *Frame, acting bool, step *Step) {
	f.tags = tagSet{}
	if f.seq != nil && acting {
		f.tags = f.seq.actionTags
	} else if f.seq != nil {
		f.tags = f.seq.toolTags
	}
	for seq := f.seq; seq != nil; seq = seq.parent {
		for _, row := range seq.rows {
			f.tags.addAll(&row.tags)
		}
	}
	if step != nil {
		f.tags.addAll(&step.tags)
	}
	if task := f.sides[0].task; acting && task != nil {
		f.tags.addAll(&task.tags)
	}
	if stat := f.sides[0].stat; acting && stat != nil {
		f.tags.addAll(&stat.tags)
	}
	if f.use.skill != nil {
		f.tags.addAll(&f.use.skill.tags)
	}
	for i := range f.sides[0].tickedSituations {
		f.tags.addAll(&f.sides[0].tickedSituations[i].Situation.tags)
	}
	if r.rs.cardsHaveTags {
		f.sides[0].actor.eachOpenCard(r.rs, func(row *Row) { f.tags.addAll(&row.tags) })
	}
	f.addDerivedTags()
}

// gatherLumps adds the average gift of t.lumps, the tasks that t combines.
func (t *Task) gatherLumps(g *giftSum) {
	if len(t.lumps) == 0 {
		return
	}
	sum, found := 0.0, false
	for _, part := range t.lumps {
		if expr := part.giftFormula(g.frame, g.modifier); expr != nil {
			sum, found = sum+expr.Num(g.frame), true
		}
	}
	if found {
		g.addValue(t.Label+" (average)", sum/float64(len(t.lumps)), t.where, t.Src, nil)
	}
}

// gatherOpenCards adds the gifts of the open cards of the actor and its side.
func (g *giftSum) gatherOpenCards() {
	f := g.frame
	if len(f.rs.decks) == 0 {
		return
	}
	f.sides[0].actor.eachOpenCard(f.rs, func(row *Row) { g.add(&row.Head, &row.giver) })
}
