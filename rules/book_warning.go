package rules

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/layer"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// Warnings about valid entries that look wrong: unused entries, steps of a ladder (degrees of success) that no roll reaches, tags that
// nothing carries. Mistakes are found where a section is compiled; the warnings that Vet calls and that aren't here are in the files of the
// sections that they check.

// Vet compiles a game as Load does and also warns of valid entries that look wrong: unused, unreachable or repeated ones, and formulas
// that go below zero. After mistakes it returns the game without the broken entries, so that characters can still be read, or nil if
// there is none.
func Vet(layers []Layer, choices map[string]string) (rs *Ruleset, warnings source.Mistakes, err error) {
	stack := layer.Read(layers)
	c, err := compileStack(stack, choices)
	if err != nil {
		rs = compilePartial(stack, layers, choices)
		return rs, stack.Report.Warnings(), stack.Err()
	}
	c.warnRepeats()
	c.warnUnused()
	c.warnUnreached()
	c.warnBelowZero()
	c.warnUnanswered(layers[0])
	c.warnUnoffered()
	c.warnUnreachableTag()
	c.warnFreeRepeatedOffers()
	c.warnReservedThrows()
	c.warnNamesakes()
	c.warnHidden()
	c.warnMissingBasis()
	c.warnUnpaired()
	c.warnBracedRows()
	c.warnPatterns()
	c.warnMissingKinds()
	c.warnUnasked()
	c.warnEmptyPools()
	c.warnUnusedLadders()
	c.warnOddNames()
	c.warnMissingHealth()
	c.warnDoubledWords(c.root)
	return c.rs, stack.Report.Warnings(), nil
}

// warnRepeats warns of values in a layer that repeat a lower layer.
func (c *compiler) warnRepeats() {
	c.stack.EachChange(func(change source.Change) {
		if change.Kind == source.Same {
			c.report.Warn(source.SameAsBelow, change.Pos, "%s repeats %s. Remove it.", strings.Join(change.Path, "."), change.OldPos)
		}
	})
}

// warnUnused warns of entries that nothing refers to, in sections whose entries are useless alone. Skills, for example, aren't checked,
// since character files name them.
func (c *compiler) warnUnused() {
	mentions := map[string]map[string]bool{} // entries that mention a word, by word
	for _, section := range c.root.Fields {
		for _, entry := range section.Value.Fields {
			layer.EachMention(entry.Value, func(word string) {
				if mentions[word] == nil {
					mentions[word] = map[string]bool{}
				}
				mentions[word][section.Key+"."+entry.Key] = true
			})
		}
	}
	for _, name := range []string{"tags", "modifiers", "numbers", "dice", "tables", "checks", "degrees", "ladders", "conditions", "sequences"} {
		section := c.root.Get(name)
		if section == nil {
			continue
		}
		for _, entry := range section.Fields {
			own := name + "." + entry.Key
			others := len(mentions[entry.Key])
			for _, former := range entry.Value.Get("formerly").Words() {
				others += len(mentions[former])
			}
			if mentions[entry.Key][own] {
				others--
			}
			if others == 0 && !hasOwnEffect(entry.Value) && !c.stack.IsFromSelection(entry.Pos) {
				c.report.Warn(source.Unused, entry.Pos, "Nothing refers to %s of %s.", entry.Key, name)
			}
		}
	}
}

// hasOwnEffect reports whether an entry has an effect although nothing names it: it applies or acts automatically, belongs to a group,
// hides something once the game master gives it to an actor, or is shown on sheets.
func hasOwnEffect(entry *source.Node) bool {
	if sheet := entry.Get("sheet"); sheet != nil && sheet.Text == "true" {
		return true
	}
	for _, key := range []string{"holds", "group", "when", "hides", "every", "at_turn"} {
		if entry.Get(key) != nil {
			return true
		}
	}
	return false
}

// warnUnreached warns of ladder steps that no roll reaches at any tried chance.
func (c *compiler) warnUnreached() {
	for _, check := range c.rs.Checks.All {
		if check.ladder == nil || len(check.numbers) == 0 || !check.readsOnlyOwnNames {
			continue // the ladder depends on the actor
		}
		reached := check.reachedDegrees(c.rs)
		for i, rung := range check.ladder.rungs {
			if i > 0 && check.ladder.Steps[i-1].Value.When.Text == otherwiseName {
				break // the steps below have their own warning
			}
			if !reached[rung.degree] {
				c.report.Warn(source.Unreachable, check.ladder.Steps[i].Pos, "No roll of check %s results in %s, %s.", check.Name, rung.degree.Name, check.triedRange())
			}
		}
	}
}

// maxChance is the highest chance tried to find the possible degrees of a check, in per cent.
const maxChance = 200

// reachedDegrees returns the degrees that a roll of the check can have, at any chance up to maxChance. If a roll also depends on other
// numbers of the check, several values of these are tried.
func (check *Check) reachedDegrees(rs *Ruleset) map[*Degree]bool {
	seen, f := map[*Degree]bool{}, rs.previewAt(check, 0).frame
	if check.facedDie != nil {
		check.noteThrowDegrees(f, seen)
		return seen
	}
	check.addDegrees(f, seen)
	for part := 0; part <= 8 && !check.readsOnlyChance; part++ { // the other numbers, from 0 to twice the highest roll, in steps of a quarter of it
		x := float64(part*check.highestRoll()) / 4
		for i := range len(check.numbers) - 1 {
			f.chk.numbers[i] = x
		}
		f.chk.against = x
		check.addDegrees(f, seen)
	}
	return seen
}

// highestRoll returns the highest roll of plain dice without rerolls, at most maxHighest.
func (check *Check) highestRoll() int {
	bound := func(f *Formula, maximum float64) float64 {
		_, high := f.Bounds()
		return math.Max(1, math.Min(high, maximum))
	}
	sides, count := float64(check.die), 1.0
	if check.sides != nil {
		sides = bound(check.sides, maxFaces)
	}
	if check.counting != nil {
		count = bound(check.counting, maxThrown)
	}
	return int(math.Min(sides*count, maxHighest))
}

// maxHighest is the highest roll tried to find the possible degrees of a check.
const maxHighest = 1000

// addDegrees adds the degrees of all rolls at all chances to seen.
func (check *Check) addDegrees(f *Frame, seen map[*Degree]bool) {
	for chance := 1; chance <= maxChance && len(seen) < len(check.ladder.rungs); chance++ {
		f.chk.numbers[len(check.numbers)-1] = float64(chance)
		for roll := 1; roll <= 2*check.highestRoll(); roll++ { // more than the highest roll, since dice that are rolled again add up
			check.noteRollDegrees(f, roll, seen)
		}
	}
}

// warnBelowZero warns of pools, times and derived statistics that can be negative within the usual ranges of statistics.
func (c *compiler) warnBelowZero() {
	rs := c.rs
	for _, s := range rs.Stats.All {
		if !s.Negative {
			c.warnNegativeWithFix(" Write `negative: true` if that is intended.", "stat "+s.Name, s.Formula, s.formula, nil)
		}
	}
	for _, p := range rs.Pools.All {
		c.warnNegative("The maximum of pool "+p.Name, p.Max, p.max, nil)
	}
	for _, a := range rs.Actions.All {
		tools := []*Item{nil}
		if len(a.With) > 0 {
			tools = a.usableItems(rs)
		}
		for _, tool := range tools {
			if c.warnNegative("The time of action "+a.Name, a.Counts, a.counts, tool) {
				break
			}
		}
	}
	for _, a := range rs.Activities.All {
		c.warnNegative("The pace of activity "+a.Name, a.Pace, a.pace, nil)
	}
}

// usableItems returns the items that the action can be done with.
func (a *Action) usableItems(rs *Ruleset) (list []*Item) {
	return collect.Filter(rs.Items.All, func(item *Item) bool { return item.HasAnyTag(a.With) })
}

// warnNegative warns if a formula is negative for some combination of the usual minima and maxima of the statistics that it depends on, and
// reports whether it is.
func (c *compiler) warnNegative(noun string, text source.Text, expr *Formula, tool *Item) bool {
	return c.warnNegativeWithFix("", noun, text, expr, tool)
}

// warnNegativeWithFix warns like warnNegative. The text ends with fix, a second way to correct the entry.
func (c *compiler) warnNegativeWithFix(fix, noun string, text source.Text, expr *Formula, tool *Item) bool {
	if expr == nil || expr.Text == "" {
		return false
	}
	inputs := map[*Stat]bool{}
	if !c.addInputs(expr, inputs) {
		return false
	}
	minimum, corner := c.findLowest(expr, inputs, tool)
	if minimum >= -slack || math.IsInf(minimum, 0) { // slack allows for rounding errors
		return false
	}
	c.report.Warn(source.BelowZero, text.Pos, "%s is %s with %s. Write max(0, %s).%s", noun, strings.Replace(formatNumber(TrimNoise(minimum)), "-", "−", 1), corner, expr.Text, fix)
	return true
}

// addInputs adds to inputs the statistics without a formula that expr depends on. It returns false if expr depends on anything that isn't
// on a character sheet.
func (c *compiler) addInputs(expr *Formula, inputs map[*Stat]bool) bool {
	for _, read := range expr.Reads {
		root, field, _ := strings.Cut(read.Path, ".")
		if read.Const || root == "tool" && !throwsDice(c, read.Path) {
			continue
		}
		stat, ok := c.rs.Stats.Get(read.Path)
		if !ok {
			if _, pool := c.rs.Pools.Get(root); pool && field != "" {
				continue
			}
			return false
		}
		if stat.IsGiven() {
			inputs[stat] = true
		} else if stat.formula != nil && !c.addInputs(stat.formula, inputs) {
			return false
		}
	}
	return true
}

// maxCorners is the number of statistics whose minimum and maximum are tried in every combination. Further ones stay at their minimum.
const maxCorners = 10

// findLowest returns the lowest value of a formula with each of its statistics at its minimum or maximum, and those statistics in words.
func (c *compiler) findLowest(expr *Formula, inputs map[*Stat]bool, tool *Item) (minimum float64, corner string) {
	var stats []*Stat
	for stat := range inputs {
		if stat.maximum > 0 {
			stats = append(stats, stat)
		}
	}
	sort.Slice(stats, func(i, j int) bool { return stats[i].index < stats[j].index })
	stats = stats[:min(len(stats), maxCorners)]
	rs := c.rs
	actor := *rs.nobody.actor
	actor.stats = make([]float64, len(rs.Stats.All))
	f := rs.newFrame(nil)
	f.sides[0] = &side{actor: &actor, tool: tool}
	minimum = math.Inf(1)
	for combination := 0; combination < 1<<len(stats); combination++ { // a set bit means the maximum of that statistic
		for i, stat := range rs.Stats.All {
			actor.stats[i] = stat.minimum
		}
		for i, stat := range stats {
			if combination>>i&1 == 1 {
				actor.stats[stat.index] = stat.maximum
			}
		}
		for _, stat := range rs.Stats.All {
			if stat.formula != nil {
				actor.stats[stat.index] = stat.formula.Num(f)
			}
		}
		if x := expr.Num(f); x < minimum-slack {
			minimum, corner = x, cornersText(stats, actor.stats)
		}
	}
	return minimum, corner
}

// cornersText returns the statistics with their values, for a warning.
func cornersText(stats []*Stat, values []float64) string {
	parts := make([]string, len(stats))
	for i, stat := range stats {
		parts[i] = stat.Name + " " + formatNumber(values[stat.index])
	}
	if len(parts) == 0 {
		return "any statistics"
	}
	return strings.Join(parts, ", ")
}

// warnNamesakes warns of skills with the same label, which would be ambiguous when typed.
func (c *compiler) warnNamesakes() {
	first := map[string]*Skill{}
	for _, skill := range c.rs.Skills.All {
		label := MidSentence(skill.Label)
		if other := first[label]; other != nil {
			c.report.Warn(source.Hidden, skill.Pos, "Skills %s and %s have the same label, %s. Rename one.", other.Name, skill.Name, skill.Label)
			continue
		}
		first[label] = skill
	}
}

// warnUnanswered warns of a new kind of damage that no armour stops: a tag that a layer over the pack gives a tool, and for which no worn
// item gives a modifier, although worn items give it for most tools.
func (c *compiler) warnUnanswered(pack Layer) {
	inPack := func(pos source.Pos) bool {
		return slices.ContainsFunc(pack.Files, func(f source.File) bool { return f.Name == pos.File })
	}
	for _, m := range c.rs.Modifiers.All {
		covered, words := c.coveredTags(m)
		if matching, total := c.countToolsWith(covered); len(words) < 2 || 2*matching < total {
			continue // m isn't armour: worn items distinguish no tools, or fewer than half of them
		}
		warned := map[string]bool{}
		for _, item := range c.rs.Items.All {
			for _, text := range item.Tags {
				tag, ok := c.rs.Tags.Get(text.Text)
				isTool := item.skill != nil
				if !isTool || item.tags.overlaps(&covered) || !ok || inPack(tag.Pos) || warned[tag.Name] {
					continue
				}
				warned[tag.Name] = true
				c.report.Warn(source.Unanswered, text.Pos, "No armour names %s in its %s, so it counts as %s. Name it, or tag %s with one of %s too.",
					tag.Name, m.Name, elseKey, item.Name, strings.Join(words, ", "))
			}
		}
	}
}

// coveredTags returns the tags for which worn items give the modifier m, as a set and as words.
func (c *compiler) coveredTags(m *Modifier) (covered tagSet, words []string) {
	for _, item := range c.rs.Items.All {
		for i := range item.gifts {
			if item.skill != nil || item.gifts[i].modifier != m { // a tool, or another modifier
				continue
			}
			for _, value := range item.gifts[i].value.cases {
				if value.bit >= 0 && !covered.has(value.bit) {
					covered.add(value.bit)
					words = append(words, value.word)
				}
			}
		}
	}
	return covered, words
}

// countToolsWith returns the number of tools with one of the tags, and the number of all tools.
func (c *compiler) countToolsWith(tags tagSet) (matching, total int) {
	for _, item := range c.rs.Items.All {
		if item.skill == nil { // worn, not a tool
			continue
		}
		total++
		if item.tags.overlaps(&tags) {
			matching++
		}
	}
	return matching, total
}

// warnUnoffered warns of answers that no step offers, of offers that no action answers, and of answers whose steps never run.
func (c *compiler) warnUnoffered() {
	var offers, answers []string
	for _, action := range c.rs.Actions.All {
		if action.Answers != "" && !slices.Contains(answers, action.Answers) {
			answers = append(answers, action.Answers)
		}
	}
	for _, seq := range c.allSequences() {
		for _, step := range seq.steps {
			if step.kind != stepOffer {
				continue
			}
			if !slices.Contains(offers, step.Offer.Text) {
				offers = append(offers, step.Offer.Text)
			}
			if len(step.answers) == 0 {
				c.report.Warn(source.Unanswered, step.Offer.Pos, "No action answers “%s”, offered by step %s%s", step.Offer.Text, step.Name, cmp.Or(message.SuggestOrList(step.Offer.Text, answers), "."))
			}
			if ignored := step.unrepliedAnswer(seq); ignored != nil {
				c.report.Warn(source.Unanswered, step.Offer.Pos, "The steps of %s, which answers step %s, never run. Add `{reply: %s}` after it, or `many: true`.", ignored.Name, step.Name, step.Name)
			}
		}
	}
	for _, action := range c.rs.Actions.All {
		if action.Answers != "" && !slices.Contains(offers, action.Answers) {
			c.report.Warn(source.Unused, action.Pos, "No step offers “%s”, answered by action %s%s", action.Answers, action.Name, cmp.Or(message.SuggestOrList(action.Answers, offers), "."))
		}
	}
}

// unrepliedAnswer returns an answer to the step's offer, if it has steps that no step of seq carries out, or nil.
func (s *Step) unrepliedAnswer(seq *Sequence) *Action {
	if s.Many || slices.ContainsFunc(seq.steps, func(step *Step) bool { return step.kind == stepReply && step.Reply.Text == s.Name }) {
		return nil
	}
	for _, a := range s.answers {
		if len(a.Steps) > 0 {
			return a
		}
	}
	return nil
}

// warnHidden warns of steps named like something that formulas can read, so that later steps can read only one of the two.
func (c *compiler) warnHidden() {
	for _, seq := range c.allSequences() {
		for _, step := range seq.steps {
			for _, path := range c.stepResultNames(step) {
				parts := strings.Split(path, ".")
				if _, ok := c.resolveActorName(0, parts); ok {
					c.report.Warn(source.Hidden, step.Pos, "From here, %s is the result of step %s and hides the usual value. Rename the step.", path, step.Name)
					break
				}
				if _, ok := c.resolvePlaceName(nameScope{seq: seq, readsAction: true, readsAsked: true, ask: seq.Ask}, path, parts); ok {
					c.report.Warn(source.Hidden, step.Pos, "Formulas can't read step %s: %s already means something else. Rename the step.", step.Name, path)
					break
				}
			}
		}
	}
}

// readsBasis reports whether a check depends on the basis of the roll, and not only on statistics of its own.
func (check *Check) readsBasis() bool {
	if check == nil || len(check.Numbers) == 0 {
		return true
	}
	for _, number := range check.Numbers {
		for i := range number.Value.Lines {
			if line := number.Value.Lines[i]; strings.Contains(line.Add.Text+line.Times.Text+line.When.Text, "basis") {
				return true
			}
		}
	}
	return strings.Contains(check.Dice.Text, "basis")
}

// triedRange returns the range of chances tried by reachedDegrees, for a warning.
func (check *Check) triedRange() string {
	if check.facedDie != nil {
		return fmt.Sprintf("with 1 to %d dice against a difficulty of 1 to %d", maxTried, maxTried)
	}
	return fmt.Sprintf("at no chance from 1 to %d", maxChance)
}

// warnMissingBasis warns of checks in the steps of actions that have no skill and no basis, neither the step's nor the action's.
func (c *compiler) warnMissingBasis() {
	for _, action := range c.rs.Actions.All {
		if action == c.rs.useAction { // the action for skill checks, for which the user names the skill
			continue
		}
		for _, step := range action.body.steps {
			own := step.skills != nil || step.usesToolSkill || step.Basis != nil
			inherited := step.Who == "" && (action.skills != nil || action.usesToolSkill || action.Basis != nil)
			if step.kind == stepCheck && !own && !inherited && step.check.readsBasis() {
				c.report.Warn(source.NoBasis, step.Pos, "Step %s of action %s has nothing to roll on. Add a skill or a basis.", step.Name, action.Name)
			}
		}
	}
}

// warnUnpaired warns of tables with sides and no paired row, and of paired rows in tables without sides.
func (c *compiler) warnUnpaired() {
	for _, table := range c.rs.Tables.All {
		i := slices.IndexFunc(table.rows, func(row *Row) bool { return row.Paired })
		switch {
		case i < 0 && len(table.Sides) > 0:
			c.report.Warn(source.Unused, table.Sides[0].Pos, "No row of table %s is paired, so its sides are never used. Pair a row, or remove the sides.", table.Name)
		case i >= 0 && len(table.Sides) == 0:
			row := table.rows[i]
			c.report.Warn(source.Unused, row.Pos, "Row %s is paired, but table %s has no sides. Write, for example, `sides: {left: odd, right: even}`.", row.Name, table.Name)
		}
	}
}

// warnBracedRows warns of rows whose say has braces other than those of a possessive, since it is a name and not a pattern.
func (c *compiler) warnBracedRows() {
	for _, table := range c.rs.Tables.All {
		for _, row := range table.rows {
			if strings.ContainsAny(strings.Replace(row.Say.Text, phrase.Whose, "", 1), "{}") {
				c.report.Warn(source.PlainText, row.Say.Pos, "say of row %s is plain text, so its braces are shown as they are. Remove them.", row.Name)
			}
		}
	}
}

// warnMissingKinds warns of actions that can be declared in a pair, two actions at once, and have none of the kinds that a pair consists
// of.
func (c *compiler) warnMissingKinds() {
	rs := c.rs
	pair := rs.Order.Pair
	if pair == nil || len(pair.kinds) == 0 {
		return
	}
	hasKind := func(set *tagSet) bool { return pair.kindsAmong(set) != (tagSet{}) }
	for _, action := range rs.Actions.All {
		if action == rs.useAction || action.Of != "" || action.Answers != "" || !action.takesTime() || hasKind(&action.tags) {
			continue // not declared in a pair, or of a kind
		}
		if len(action.With) == 0 && action.skills != nil && !slices.ContainsFunc(action.skills, func(s *Skill) bool { return !hasKind(&s.tags) }) {
			continue // each of its skills has a kind
		}
		if len(action.With) > 0 && !slices.ContainsFunc(rs.Items.All, func(i *Item) bool {
			return action.canBeTool[i.index] && !hasKind(&i.tags) && (i.skill == nil || !hasKind(&i.skill.tags))
		}) {
			continue // each of its tools, or the tool's skill, has a kind
		}
		kinds := collect.Map(pair.Kinds, func(text source.Text) string { return text.Text })
		c.report.Warn(source.NoKind, action.Pos, "Action %s isn't %s. Add one of them to its tags.", action.Name, strings.Join(kinds, " or "))
	}
}

// takesTime reports whether an action may take time, so that it can be declared in a pair.
func (a *Action) takesTime() bool {
	if len(a.Phases) > 0 || a.counts == nil {
		return len(a.Phases) > 0
	}
	counts, constant := a.counts.Const()
	return !constant || counts > 0
}

// warnOddNames warns of names that cannot be typed or read everywhere: those with dashes, spaces, other punctuation or, except where
// formulas use them, capitals; numerals; keywords; and names that hide a word of formulas.
func (c *compiler) warnOddNames() {
	reserved := []string{"dice", "d", "min", "max", "floor", "ceil", "round", "abs", "and", "or", "not", "ours", "theirs", "count", "foe", "aware"}
	for _, section := range c.root.Fields {
		if section.Key == layer.ItemFields || section.Key == "order" || !slices.Contains(Sections(), section.Key) {
			continue
		}
		inFormulas := slices.Contains([]string{"stats", "pools", "numbers"}, section.Key)
		for _, entry := range section.Value.Entries() {
			plain := invalidNameChars.ReplaceAllString(entry.Key, "_")
			if !inFormulas {
				plain = strings.ToLower(plain)
			}
			switch {
			case plain != entry.Key:
				c.report.Warn(source.OddName, entry.Pos, "“%s” can't be typed everywhere or read in a formula. Rename it %s.", entry.Key, strings.Trim(plain, "_"))
			case isNumeral(entry.Key) && section.Key != "degrees":
				c.report.Warn(source.OddName, entry.Pos, "“%s” would be read as a number. Rename it %s_%s.", entry.Key, strings.TrimSuffix(section.Key, "s"), entry.Key)
			case slices.Contains(reservedNames, entry.Key):
				c.report.Warn(source.OddName, entry.Pos, "“%s” is a keyword, or means true or false to other YAML readers. Rename it.", entry.Key)
			case inFormulas && slices.Contains(reserved, entry.Key):
				c.report.Warn(source.Hidden, entry.Pos, "“%s” is a word of formulas and would hide it. Rename it.", entry.Key)
			}
		}
	}
}

// isNumeral reports whether a name consists of digits.
func isNumeral(name string) bool { return strings.Trim(name, "0123456789") == "" }

// warnDoubledWords warns of entries below n that list the same tag or other word twice.
func (c *compiler) warnDoubledWords(n *source.Node) {
	for _, f := range n.Entries() {
		if f.Key == "tags" || f.Key == "also" {
			seen := map[string]bool{}
			for _, item := range f.Value.Items {
				if item.Kind == source.Scalar && seen[item.Text] {
					c.report.Warn(source.Doubled, item.Pos, "%s lists %s twice. Remove one.", f.Key, item.Text)
				}
				seen[item.Text] = true
			}
		}
		c.warnDoubledWords(f.Value)
	}
	for _, item := range n.Items {
		c.warnDoubledWords(item)
	}
}

// reservedNames are words that cannot be names: they are keywords, or not read as strings by all YAML readers.
var reservedNames = []string{"on", "off", "yes", "no", "true", "false", "null", source.After, elseKey, "other", layer.Removed}

// invalidNameChars matches the characters that are not allowed in a name.
var invalidNameChars = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// warnMissingHealth warns of a group of two or more bad conditions of which none has a `health`, so that actors with one of them look
// unhurt.
func (c *compiler) warnMissingHealth() {
	rs := c.rs
	for i, x := range rs.Conditions.All {
		isBadOfGroup := func(c *Condition) bool { return c.Group != "" && c.Group == x.Group && c.Bad }
		if !isBadOfGroup(x) || slices.ContainsFunc(rs.Conditions.All[:i], isBadOfGroup) {
			continue // not the first of a group
		}
		later := slices.IndexFunc(rs.Conditions.All[i+1:], isBadOfGroup)
		hasHealth := func(c *Condition) bool { return c.Group == x.Group && c.Health.Text != "" }
		if later >= 0 && !slices.ContainsFunc(rs.Conditions.All, hasHealth) {
			c.report.Warn(source.Unread, x.Pos, "%s and %s of group %s look unhurt. Add `health: 1/2` where it hurts, or `health: 1` where it does not.", x.Name, rs.Conditions.All[i+1+later].Name, x.Group)
		}
	}
}
