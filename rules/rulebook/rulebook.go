package rulebook

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// The entries of a game as text, with facts derived from their numbers. A fact is one line about an effect, such as “costs 4 mana”. find.go
// finds entries by words.

// Rule is an entry of the game for display: its text and facts with the current numbers.
type Rule struct {
	Kind  string      // kind of entry, such as condition
	Head  *rules.Head // entry's name, label and source
	Text  string      // description, in full sentences
	Facts []string    // effects on the numbers, one line each
	Entry any         // entry itself, such as a *rules.Condition
}

// List returns every rule of the game by section, in the order in which players encounter them; rulings come last.
func List(rs *rules.Ruleset) []Rule {
	b := &lister{rs: rs}
	b.addDeeds()
	b.addRolls()
	b.addCharacters()
	b.addChoices()
	return b.list
}

// lister collects the rules of a game.
type lister struct {
	rs   *rules.Ruleset // the game
	list []Rule         // rules so far
}

// addRule adds an entry. Empty facts are omitted.
func (b *lister) addRule(kind string, h *rules.Head, entry any, facts ...string) {
	facts = slices.DeleteFunc(facts, func(f string) bool { return f == "" })
	b.list = append(b.list, Rule{kind, h, clausesToSentences(entryText(b.rs, h, entry)), facts, entry})
}

// renamedHead returns a copy of a section's head for a number that the section defines.
func renamedHead(head rules.Head, name, label, text string) *rules.Head {
	head.Name, head.Label, head.Text, head.Also = name, label, text, nil
	return &head
}

// addDeeds adds conditions, situations, actions, sequences, hazards and tasks.
func (b *lister) addDeeds() {
	for _, x := range b.rs.Conditions.All {
		b.addRule("condition", &x.Head, x, conditionFacts(b.rs, x)...)
	}
	for _, x := range b.rs.Situations.All {
		b.addRule("situation", &x.Head, x, factText("applies while", x.Holds.Text), factText("can be declared if", x.When.Text),
			giveFacts(b.rs, &x.Give), factText("puts", rules.JoinWords(x.Put)), questionText(x), factText("about", aboutWords(b.rs, x.For)))
	}
	for _, x := range b.rs.Actions.All {
		b.addRule("action", &x.Head, x, append([]string{actionTime(b.rs, x.Counts.Text), factText("costs", priceText(x.Cost)),
			ownerText("declared by", x.Of), factText("rolled on", rules.JoinWords(x.Skill)), factText("possible if", x.When.Text),
			factText("answers", x.Answers), giveFacts(b.rs, &x.Give), factText("puts", rules.JoinWords(x.Put)), factText("with", rules.JoinWords(x.With))}, stepFacts(b.rs, x.Steps)...)...)
	}
	for _, x := range b.rs.Sequences.All {
		b.addRule("sequence", &x.Head, x, stepFacts(b.rs, x.Steps)...)
	}
	for _, x := range b.rs.Hazards.All {
		b.addRule("hazard", &x.Head, x, stepFacts(b.rs, x.Steps)...)
	}
	for _, x := range b.rs.Tasks.All {
		facts := []string{factText("takes", x.Time.Text), factText("rolled on", rules.JoinWords(x.Skill)), giveFacts(b.rs, &x.Give)}
		for _, r := range x.Results {
			facts = append(facts, rules.ReadableName(r.Name)+": "+r.Value.Text)
		}
		b.addRule("task", &x.Head, x, facts...)
	}
}

// addRolls adds checks, numbers, dice, degrees, ladders and tables.
func (b *lister) addRolls() {
	for _, x := range b.rs.Checks.All {
		facts := []string{factText("rolled with", diceWords(x.Dice.Text, x.Roll.Text, x.Keep.Text, x.KeepCount.Text)), factText("throws", diceWords(x.Dice.Text, x.Throw.Text, "", ""))}
		for i := range x.Numbers {
			facts = append(facts, tallyFacts(&x.Numbers[i].Value)...)
		}
		for _, r := range x.Results {
			facts = append(facts, rules.ReadableName(r.Name)+": "+readableFormula(r.Value.Text))
		}
		b.addRule("check", &x.Head, x, facts...)
	}
	for _, x := range b.rs.Numbers {
		b.addRule("number", &x.Head, x, tallyFacts(x)...)
	}
	if skill := &b.rs.Skill; skill.Rank != nil {
		b.addRule("number", renamedHead(skill.Head, "skill_rank", "Rank in a check", "the rank that counts in a check"), skill.Rank, tallyFacts(skill.Rank)...)
	}
	if skill := &b.rs.Skill; skill.Pool != nil {
		b.addRule("number", renamedHead(skill.Head, "skill_pool", "Bonus of a skill pool", "what the other skills of a pool add to the rank"), skill.Pool, tallyFacts(skill.Pool)...)
	}
	if order := &b.rs.Order; order.Initiative != nil {
		head := renamedHead(order.Head, "initiative", "Initiative", "how many counts until the next turn")
		if order.InRounds() {
			head.Label, head.Text = order.InitiativeWord(), "the lowest side starts the "+b.rs.CountWord()
		}
		b.addRule("number", head, order.Initiative, tallyFacts(order.Initiative)...)
	}
	for _, x := range b.rs.FacedDice.All {
		faces := collect.Map(x.Faces, func(face source.MapItem[int]) string {
			return rules.ReadableName(face.Name) + " " + rules.FormatMinus(float64(face.Value))
		})
		b.addRule("die", &x.Head, x, factText("sides", strings.Join(faces, ", ")))
	}
	for _, x := range b.rs.Degrees.All {
		b.addRule("degree", &x.Head, x, "factor "+rules.FormatMinus(x.Factor), factText("needs", x.Needed))
	}
	for _, x := range b.rs.Ladders.All {
		facts := collect.Map(x.Steps, func(step source.MapItem[rules.Rung]) string {
			return rules.ReadableName(step.Name) + ": " + readableFormula(step.Value.When.Text)
		})
		b.addRule("ladder", &x.Head, x, facts...)
	}
	for _, x := range b.rs.Tables.All {
		b.addRule("table", &x.Head, x, tableFacts(b.rs, x)...)
	}
}

// addCharacters adds activities, pools, statistics, skills and items.
func (b *lister) addCharacters() {
	for _, x := range b.rs.Activities.All {
		b.addRule("activity", &x.Head, x, factText("metres per second", x.Pace.Text), factText("takes", joinPairs(x.Cost)), factText("gives back", joinPairs(x.Gain)), giveFacts(b.rs, &x.Give), factText("until", x.Until.Text))
	}
	for _, x := range b.rs.Pools.All {
		b.addRule("pool", &x.Head, x, poolFacts(b.rs, x)...)
	}
	for _, x := range b.rs.Stats.All {
		b.addRule("statistic", &x.Head, x, factText("is", x.Formula.Text), factText("usually", x.Typical), factText("experience raises it for", readableFormula(x.Raise.Text)))
	}
	for _, x := range b.rs.Skills.All {
		facts := []string{factText("rolled on", x.Basis.Text), factText("takes", countsText(b.rs, x.Speed.Text)),
			factText("supports", rules.JoinWords(x.Supports)), factText("replaces", rules.JoinWords(x.Covers)), factText("related to", joinPairs(x.Related))}
		for i, row := range x.AspectRows() {
			if row != nil && i < len(b.rs.Skill.Aspects) {
				facts = append(facts, rules.ReadableName(b.rs.Skill.Aspects[i])+": "+rules.MidSentence(row.Label))
			}
		}
		b.addRule("skill", &x.Head, x, append(facts, "cost "+rules.FormatMinus(x.Cost)+", "+rules.FormatMinus(x.Percent)+" per rank, difficulty "+rules.FormatMinus(x.Difficulty))...)
	}
	for _, x := range b.rs.Items.All {
		facts := []string{factText("used with", x.Skill.Text), factText("tags", rules.JoinWords(x.Tags)), giveFacts(b.rs, &x.Give)}
		for _, field := range x.Rest {
			facts = append(facts, rules.ReadableName(field.Name)+": "+readableFormula(field.Value.Text))
		}
		b.addRule("item", &x.Head, x, facts...)
	}
}

// addChoices adds tactics, rulings and modifiers.
func (b *lister) addChoices() {
	for _, x := range b.rs.Tactics.All {
		facts := []string{factText("attacks the", x.Target), factText("prefers the highest", readableFormula(x.Prefer.Text)),
			factText("for its side", rules.JoinWords(x.Side)), factText("first tries", rules.JoinWords(x.Aims)), factText("does", rules.JoinWords(x.Do))}
		for _, when := range x.When {
			facts = append(facts, factText(rules.ReadableName(when.Name)+" when", readableFormula(when.Value.Text)))
		}
		for _, whom := range x.Whom {
			who := map[string]string{"ours": "the friend who is worst off", "theirs": "any opponent, even if it can't act"}[whom.Value.Text]
			facts = append(facts, rules.ReadableName(whom.Name)+": to "+who)
		}
		for _, card := range x.Cards.Which {
			facts = append(facts, factText(rules.ReadableName(card.Name)+": plays the card that is", card.Value.Text))
		}
		b.addRule("tactic", &x.Head, x, append(facts, factText("plays cards when", readableFormula(x.Cards.When.Text)),
			factText("answers", x.Answer), factText("leaves when", readableFormula(x.Leave.Text)))...)
	}
	for _, x := range b.rs.Rulings.All {
		facts := []string{factText("as played", rules.ReadableName(x.Choice.Text))}
		if x.ChoiceText(x.Choice.Text) != "" {
			facts = append([]string{factText("decides", x.Text)}, facts...)
		}
		for _, other := range x.Choices.Words() {
			if other != x.Choice.Text {
				facts = append(facts, strings.TrimSuffix(factText("otherwise", other)+": "+x.ChoiceText(other), ": "))
			}
		}
		b.addRule("ruling", &x.Head, x, facts...)
	}
	for _, x := range b.rs.Modifiers.All {
		byFlag := ""
		if x.Flag != "" {
			byFlag = "given manually with --" + x.Flag
		}
		b.addRule("modifier", &x.Head, x, byFlag)
	}
}

// poolFacts returns the facts of a pool; facts that don't apply are "". If the pool is empty, another pool can take its losses: the pool
// that an effect names takes the rest of one loss, the pool under `beyond` takes all losses. A drain reduces another pool along with this
// one.
func poolFacts(rs *rules.Ruleset, x *rules.Pool) []string {
	drain, beyond, remainder := "", x.Beyond.Text, ""
	if next := x.OverflowPool(); next != nil && next.Name != beyond {
		remainder = next.Name
	}
	if x.Drain != nil {
		beyond = ""
		drain = "for each " + rules.FormatMinus(x.Drain.Every) + " lost, 1 of " + x.Drain.Lose.Text
	}
	return []string{ownerText("of", x.Of), factText("at most", x.Max.Text), factText("starts at", x.Start.Text),
		factText("reset each "+refillTime(rs)+" to", x.Refill.Text), factText("when it is empty, the rest of a loss goes to", remainder),
		factText("when it is empty, losses go to", beyond), drain}
}

// conditionFacts returns the facts of a condition.
func conditionFacts(rs *rules.Ruleset, x *rules.Condition) []string {
	out := ""
	if x.Out {
		out = "out of the fight: can't act, notice or defend"
	}
	list := []string{ownerText("of", x.Of), giveFacts(rs, &x.Give), out, factText("cannot", rules.JoinWords(x.Cannot)), factText("applies while", x.Holds.Text),
		factText("brings", rules.JoinWords(x.Put)), factText("lasts until", durationText(rs, x.Until.Text)), factText("number", x.Number.Text),
		factText("each turn", strings.ReplaceAll(x.AtTurn.Text, "_", " "))}
	if x.Group != "" {
		list = append(list, "one of "+strings.ReplaceAll(x.Group, "_", " ")+"; the worst counts")
	}
	if every := x.Every; every != nil {
		effect := cmp.Or(every.Label, strings.ReplaceAll(every.Sequence.Text, "_", " "))
		if do := effectFacts(every.Do); do != "" {
			effect = strings.TrimPrefix(effect+": "+do, ": ")
		}
		list = append(list, "every "+countsText(rs, every.Counts.Text)+" "+effect)
	}
	return list
}

// questionText returns the question of a situation, with the values of its table rows; "" if it has none.
func questionText(s *rules.Situation) string {
	if s.Ask == nil {
		return ""
	}
	var rows []string
	for _, name := range s.Ask.Rows() {
		label, value := s.Ask.RowText(name)
		rows = append(rows, strings.TrimSpace(label+" "+readableFormula(value)))
	}
	return factText("asked:", strings.TrimSuffix(s.Ask.WantedText()+": "+strings.Join(rows, ", "), ": "))
}

// aboutWords returns tags in words: the text of a tag that applies by a formula, else its name.
func aboutWords(rs *rules.Ruleset, list []source.Text) string {
	var parts []string
	for _, text := range list {
		tag, ok := rs.Tags.Get(text.Text)
		if ok && tag.When.Text != "" && tag.Text != "" {
			parts = append(parts, tag.Text)
			continue
		}
		parts = append(parts, strings.ReplaceAll(text.Text, "_", " "))
	}
	return strings.Join(parts, ", ")
}

// durationText describes when a condition ends.
func durationText(rs *rules.Ruleset, until string) string {
	switch until {
	case "used":
		return "it has been used once"
	case "action":
		return "the next action has taken effect"
	case "turn", "declaration":
		return "the next " + until
	case "sequence":
		return "this ends"
	case "round":
		return "the next " + rs.CountWord() + " begins"
	case "encounter":
		return "the end of the encounter"
	}
	return until
}

// tableFacts returns descriptions of the rows of a table.
func tableFacts(rs *rules.Ruleset, t *rules.Table) []string {
	list := []string{factText("rolled with", t.Roll.Text)}
	for i := range t.Rows {
		row := &t.Rows[i].Value
		parts := []string{giveFacts(rs, &row.Give), effectFacts(row.Do)}
		for _, cell := range row.Rest {
			parts = append(parts, strings.ReplaceAll(cell.Name, "_", " ")+" "+readableFormula(cell.Value.Text))
		}
		parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
		list = append(list, strings.TrimSuffix(strings.TrimSpace(row.Roll.Text+" "+row.Label)+": "+strings.Join(parts, ", "), ": "))
	}
	return list
}

// factText returns noun followed by value, or "" if value is empty.
func factText(noun, value string) string {
	if value == "" {
		return ""
	}
	return noun + " " + readableFormula(value)
}

// readableFormula returns a formula in readable form: × for *, ≤ for <=, spaces in names, and shortened paths.
func readableFormula(formula string) string {
	if strings.Contains(formula, ".") {
		formula = impliedPrefix.ReplaceAllString(formula, "")
		formula = levelNow.ReplaceAllString(formula, "$1")
		formula = levelPart.ReplaceAllString(formula, "$1 $2")
	}
	return readableSigns.Replace(formula)
}

// Prefixes of paths that are dropped, and fields of a pool in a path.
var (
	impliedPrefix = regexp.MustCompile(`\b(?:is|with|tag|mod)\.`)
	levelNow      = regexp.MustCompile(`\b(\w+)\.now\b`)
	levelPart     = regexp.MustCompile(`\b(\w+)\.(lost|max)\b`)

	readableSigns = strings.NewReplacer("*", "×", "<=", "≤", ">=", "≥", "_", " ", "other.", "the other's ")
)

// inBrackets returns a space and src in brackets, or "" if src is empty.
func inBrackets(src string) string {
	if src == "" {
		return ""
	}
	return " (" + src + ")"
}

// joinPairs joins the entries of list as “name value”, separated by commas.
func joinPairs(list source.Map[source.Text]) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name + " " + list[i].Value.Text
	}
	return strings.Join(names, ", ")
}

// actionTime describes the time of an action or, if sides take turns, whether it ends the turn.
func actionTime(rs *rules.Ruleset, text string) string {
	if rs.Order.InRounds() && text == "0" {
		return "leaves the turn open"
	}
	if rs.Order.InRounds() && text == "1" {
		return "ends the turn"
	}
	return factText("takes", countsText(rs, text))
}

// countsText returns a formula of counts, followed by the game's word for counts.
func countsText(rs *rules.Ruleset, text string) string {
	switch word := rs.CountWord(); {
	case text == "" || strings.HasSuffix(text, "counts"):
		return text
	case text == "1" && rs.Order.InRounds():
		return text + " " + word
	default:
		return text + " " + rules.Plural(word)
	}
}

// priceText describes prices: each formula with its pool.
func priceText(list source.Map[source.Text]) string {
	prices := make([]string, len(list))
	for i := range list {
		prices[i] = list[i].Value.Text + " " + list[i].Name
	}
	return strings.Join(prices, ", ")
}

// ownerText returns text followed by the owner, if the owner is a side or an item, else "".
func ownerText(text, owner string) string {
	switch owner {
	case rules.OfSide:
		return text + " a side"
	case rules.OfItem:
		return text + " a thing"
	}
	return ""
}

// refillTime returns the word for the time at which pools are refilled.
func refillTime(rs *rules.Ruleset) string {
	if rs.Order.InRounds() {
		return rs.CountWord()
	}
	return "turn"
}

// diceWords returns a roll of several dice in words, including which dice count.
func diceWords(dice, die, keep, count string) string {
	if dice == "" || die == "" {
		return die
	}
	switch {
	case keep == "":
		return dice + " × " + die
	case keep != rules.KeepLowest && keep != rules.KeepHighest:
		return dice + " × " + die + ", of which " + cmp.Or(count, "1") + " counts: " + keep
	case count != "":
		return dice + " × " + die + ", of the " + keep + " " + count + " count"
	}
	return dice + " × " + die + ", the " + keep + " counts"
}

// giveFacts describes the modifiers that an entry gives, each with the rolls to which it applies. Values without effect are omitted: a
// factor of 1, and a summand of 0 that doesn't override another value.
func giveFacts(rs *rules.Ruleset, g *rules.Gives) string {
	var list []string
	for _, give := range g.Texts() {
		modifier, known := rs.Modifiers.Get(give.Modifier)
		times, label := known && modifier.Combine == "times", strings.ToUpper(give.Modifier)
		if known {
			label = modifier.Label
		}
		value := give.Value
		if x, ok := rs.UsualValue(give.Formula); ok {
			value = rules.FormatMinus(x) + " ordinarily"
		}
		value = strings.Replace(readableFormula(value), "-", "−", 1)
		text := label + " " + value
		isDefaultZero := value == "0" && give.Tag == "" && !give.IsOnly
		switch {
		case times && value == "1", !times && isDefaultZero:
			continue
		case times && value == "0":
			text = "no " + label
		case times:
			text = label + " × " + value
		case value != "" && value[0] >= '1' && value[0] <= '9' && !strings.Contains(value, "/"):
			text = label + " +" + value
		}
		if give.Tag != "" {
			text += " (" + strings.ReplaceAll(give.Tag, "_", " ") + ")"
		} else if !give.IsOnly {
			text += " (otherwise)"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// tallyFacts describes the lines of a number.
func tallyFacts(t *rules.Tally) (list []string) {
	for _, line := range t.Lines {
		text := ""
		for _, part := range []string{factText("+", line.Add.Text), factText("×", line.Times.Text), factText("at least", line.Least.Text), factText("at most", line.Most.Text), factText("if", line.When.Text)} {
			if part != "" {
				text += " " + part
			}
		}
		list = append(list, rules.LabelPlaces(line.Label)+":"+text+inBrackets(line.Src))
	}
	return list
}

// stepFacts describes steps.
func stepFacts(rs *rules.Ruleset, steps source.Map[rules.Step]) (list []string) {
	for i := range steps {
		s := &steps[i].Value
		parts := []string{factText("roll", rules.JoinWords(s.Skill)), factText("throw", diceWords(s.Dice.Text, s.Throw.Text, "", "")),
			factText("against", s.Against.Text), factText("by", s.Table.Text), factText("if", s.When.Text), giveFacts(rs, &s.Give), effectFacts(s.Do)}
		if s.Check.Text != "" && len(s.Skill) == 0 {
			parts[0] = "a roll"
		}
		for _, r := range s.Results {
			parts = append(parts, strings.ReplaceAll(r.Name, "_", " ")+": "+effectFacts(r.Value))
		}
		parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
		label := cmp.Or(s.Label, rules.ReadableName(steps[i].Name))
		list = append(list, strings.TrimSuffix(label+": "+strings.Join(parts, ", "), ": ")+inBrackets(s.Src))
		if s.Tally != nil {
			for _, line := range tallyFacts(s.Tally) {
				list = append(list, "  "+line)
			}
		}
	}
	return list
}

// effectFacts describes effects.
func effectFacts(list []*rules.Effect) string {
	var parts []string
	for _, e := range list {
		part := e.Tell
		if part == "" {
			part = strings.TrimSpace(factText(e.Phrase()))
		}
		if part != "" {
			parts = append(parts, part+inBrackets(e.Src))
		}
	}
	return strings.Join(parts, ", ")
}
