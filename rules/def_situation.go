package rules

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/source"
)

// The section `situations`: modifiers that are ticked for a roll or apply by a formula. A situation gives values to modifiers, its gifts,
// which def_modifier.go adds up. A situation with an `ask` is ticked with an answer: a number, a row of a table, or cards, which are
// encoded in a number (Ask.chosenCards).

// Situation is a modifier of a roll: chosen for it, or automatic while `holds` is true.
type Situation struct {
	Head  `yaml:",inline"`
	For   []source.Text `yaml:"for" of:"tags"`       // Tags of the rolls in which it counts, at least one of them. Default: all rolls.
	Holds source.Text   `yaml:"holds" formula:"yes"` // Applies it automatically while this formula is true, such as `wears.heavy`.
	When  source.Text   `yaml:"when" formula:"yes"`  // The condition for choosing it: a formula.
	// The message if `when` isn't true. A list has one message for each part of a `when` joined by `and`.
	Refuse []string `yaml:"refuse"`
	Group  string   `yaml:"group"` // Only one situation of a group counts: the last in the file.
	Ask    *Ask     `yaml:"ask"`   // A question to answer with it. Formulas read the answer as `asked`.
	// True: the capping skills are rolled first. A skill whose roll succeeds caps nothing. Default: false.
	Lifts bool          `yaml:"lifts"`
	Flag  string        `yaml:"flag"`                // The name of its option on the command line.
	Short string        `yaml:"short" text:"line"`   // Names an action with this option on timelines and in tables: `short: aim`.
	Give  Gives         `yaml:"give"`                // Changes of modifiers, such as `give: {df: -2}`.
	Put   []source.Text `yaml:"put" of:"conditions"` // Conditions that start with it.
	Tags  []source.Text `yaml:"tags" of:"tags"`      // Tags that it adds to the roll.
	Limit source.Text   `yaml:"filter" of:"skills"`  // The skill that caps others while this applies, such as `mounted_combat`.
	Scene bool          `yaml:"scene"`               // True: it describes the scene (light, ground, weather), so it lasts. Default: false.
	GM    bool          `yaml:"gm"`                  // True: only the game master says that it applies, so players' phones don't offer it. Default: false.
	// True: the character sheet shows the chances of attacks with it. Default: false.
	Sheet   bool           `yaml:"sheet"`
	holds   *Formula       // compiled form of Holds; nil for a situation that must be ticked
	when    *Formula       // compiled form of When; nil if it can always be ticked
	reasons refusalReasons // messages of Refuse, with the parts of When that they explain
	puts    []*Condition   // conditions that Put names
	tags    tagSet         // tags that it adds to the roll
	harms   []*harmTag     // tags that are kinds of harm
	filter  *Skill         // skill that Limit names; nil for none
	task    *Task          // only task that offers it; nil if any roll can have it
	ordinal int            // rank within its group; only the highest that applies counts
	giver                  // compiled form of For and Give
}

// CanLast reports whether a situation can last for more than one roll: it has no question and doesn't apply automatically.
func (s *Situation) CanLast() bool { return s.Ask == nil && s.Holds.Text == "" }

// compile compiles a situation for all rolls or for one task.
func (s *Situation) compile(c *compiler) {
	s.Ask.compile(c, nil)
	if s.Holds.Text != "" {
		s.holds = c.compileFlag(s.Holds, nameScope{})
	}
	if s.holds != nil && s.task != nil {
		c.addMistake(source.BadValue, s.Holds.Pos, "%s belongs to task %s and can't apply automatically. Move it to situations, with `for`.", s.Name, s.task.Name)
	}
	p := nameScope{readsAction: true, readsSkill: true, readsAsked: true, ask: s.Ask}
	s.when = c.compileFlag(s.When, p)
	s.reasons = c.compileReasons("when", s.When, "and", s.Refuse, p)
	s.puts = c.findConditions(s.Put)
	s.filter = findEntry(c, &c.rs.Skills, s.Limit, "skill")
	c.compileTags(&s.tags, "", s.Tags)
	s.harms = c.findHarmTags(s.Tags)
	c.compileGiver(&s.giver, s.For, &s.Give, nameScope{readsAsked: true, ask: s.Ask, readsSkill: true, readsAction: true})
}

// checkAnswer checks the answer of a ticked situation and sets its row in t.
func (s *Situation) checkAnswer(t *TickedSituation, option TickedOption) error {
	if s.Ask == nil {
		return nil
	}
	if s.Ask.table == nil {
		if s.Ask.AsksCards() && option.Number == 0 {
			return refuse("%s: name %s.", s.Label, s.Ask.LimitText())
		}
		return s.Ask.checkNumber(s.Label, option.Number)
	}
	t.Row = s.Ask.table.rowNamed(option.Row)
	rows := s.Ask.Rows()
	if t.Row == nil || !slices.Contains(rows, option.Row) {
		return refuse("%s must be one of %s, not “%s”.", s.Label, strings.Join(rows, ", "), option.Row)
	}
	return nil
}

// canTick reports whether a situation can be ticked for the roll of a frame with number as its answer.
func (s *Situation) canTick(f *Frame, number float64) bool {
	return s.barReasonFor(f, number) == notBarred
}

// barReason is the reason why a situation cannot be ticked.
type barReason int

// The reasons.
const (
	notBarred     barReason = iota
	barredByHolds           // because it applies automatically
	barredByTags            // because it is for other rolls
	barredByWhen            // because its `when` or that of a card isn't true, or it belongs to another task
	barredByCards           // because the cards aren't in the pile
)

// barReasonFor returns the reason why a situation cannot be ticked for the roll of a frame with number as its answer.
func (s *Situation) barReasonFor(f *Frame, number float64) barReason {
	switch {
	case s.holds != nil:
		return barredByHolds
	case s.task != nil && s.task != f.sides[0].task:
		return barredByWhen
	case !s.countsInRoll(f):
		return barredByTags
	}
	if s.checkCardsThere(f, number) != nil {
		return barredByCards
	}
	saved := f.askedNumber
	f.askedNumber = number
	side := f.sides[0]
	f.sides[0] = f.sideAfterDeclaring() // the option will be used once the action is declared
	isMet := f.holdsOr(s.when, true)
	f.sides[0] = side
	if f.askedNumber = saved; !isMet || s.unplayableCard(f, number) != nil {
		return barredByWhen
	}
	return notBarred
}

// unplayableCard returns the first of the chosen cards that can't be played now, or nil.
func (s *Situation) unplayableCard(f *Frame, code float64) *Row {
	if !s.Ask.AsksCards() {
		return nil
	}
	for _, row := range s.Ask.chosenCards(code) {
		if !f.holdsOr(row.when, true) {
			return row
		}
	}
	return nil
}

// checkCardsThere returns an error if chosen cards aren't in the pile or, if none is chosen, if the pile is empty.
func (s *Situation) checkCardsThere(f *Frame, code float64) error {
	if !s.Ask.AsksCards() {
		return nil
	}
	limited := s.Ask.limitIn(f) // the question with the cards that can be chosen now
	if code == 0 && len(limited.ChoosableCards()) > 0 {
		return nil
	}
	return limited.checkCards(s.Label, code)
}

// sideAfterDeclaring returns the acting side without the conditions that end when an action that takes time is declared.
func (f *Frame) sideAfterDeclaring() *side {
	acting := f.sides[0]
	ends := func(held HeldCondition) bool {
		return held.Condition.until == untilDeclaration && held.Since < f.run.count()
	}
	if f.run == nil || f.counts <= 0 || !slices.ContainsFunc(acting.actor.Conditions, ends) {
		return acting
	}
	declared, actor := *acting, *acting.actor
	actor.Conditions = slices.DeleteFunc(slices.Clone(actor.Conditions), ends)
	declared.actor = &actor
	return &declared
}

// checkTicked returns an error if a ticked situation doesn't apply to the roll of a frame.
func (t *TickedSituation) checkTicked(rs *Ruleset, f *Frame) error {
	s := t.Situation
	switch s.barReasonFor(f, t.Number) {
	case notBarred:
		return nil
	case barredByHolds:
		return refuse("%s counts automatically. Remove it.", s.Label)
	case barredByTags:
		return refuse("%s doesn't apply: it's for %s. Remove it.", s.Label, s.rollWords(rs))
	}
	if err := s.checkCardsThere(f, t.Number); err != nil {
		return err
	}
	saved, side := f.askedNumber, f.sides[0]
	f.askedNumber, f.sides[0] = t.Number, f.sideAfterDeclaring()
	why := s.reasons.firstUnmet(f).Refuse
	f.askedNumber, f.sides[0] = saved, side
	if row := s.unplayableCard(f, t.Number); row != nil && row.Refuse != "" {
		why = row.Refuse
	}
	if why == "" {
		return refuse("%s isn't possible here. Remove it.", s.Label)
	}
	return refuse("%s isn't possible: %s.", s.Label, why)
}

// FixedGift returns the number that a situation gives in rolls with one tag, such as −3, and the tag in words, such as "perception". ok is
// false if it gives a formula or several numbers, or if its `for` doesn't name exactly one tag.
func (s *Situation) FixedGift() (about string, value float64, ok bool) {
	if len(s.For) != 1 || len(s.Give.list) != 1 || len(s.Give.list[0].Value.texts) != 1 {
		return "", 0, false
	}
	value, err := strconv.ParseFloat(s.Give.list[0].Value.texts[0].Value.Text, 64)
	return ReadableName(s.For[0].Text), value, err == nil
}

// rollWords describes the rolls that a situation applies to, by their tags.
func (s *Situation) rollWords(rs *Ruleset) string {
	if tag, ok := rs.Tags.Get(s.For[0].Text); ok && tag.Text != "" && len(s.For) == 1 {
		return tag.Text
	}
	words := make([]string, len(s.For))
	for i, text := range s.For {
		words[i] = ReadableName(text.Text)
		if tag, ok := rs.Tags.Get(text.Text); ok && tag.Label != "" {
			words[i] = MidSentence(tag.Label)
		}
	}
	return strings.Join(words, " or ")
}

// sharesGroup reports whether two situations are from the same group, so that only one of them can count.
func (s *Situation) sharesGroup(other *Situation) bool {
	return s.Group != "" && s.Group == other.Group
}

// exclusionError returns the error for two situations from the same group.
func exclusionError(one, other *Situation) error {
	return refuse("“%s” and “%s” exclude each other. Choose one.", one.Label, other.Label)
}

// CheckExclusive returns an error if two options are from the same group.
func (d *OngoingAction) CheckExclusive(rs *Ruleset) error {
	for i, tick := range d.Options {
		one, _ := rs.Situations.Get(tick.Situation)
		for _, before := range d.Options[:i] {
			if other, _ := rs.Situations.Get(before.Situation); one != nil && other != nil && one.sharesGroup(other) {
				return exclusionError(other, one)
			}
		}
	}
	return nil
}

// checkGroups returns an error if two situations from the same group apply to the roll of f.
func checkGroups(f *Frame, ticked []TickedSituation) error {
	for i := range ticked {
		for j := range ticked[:i] {
			one, other := ticked[j].Situation, ticked[i].Situation
			if one != other && one.sharesGroup(other) && one.countsInRoll(f) && other.countsInRoll(f) {
				return exclusionError(one, other)
			}
		}
	}
	return nil
}

// refusalReasons are the messages for the parts of a formula, in the order of the parts: why a `when` isn't true, or why an `over` is.
type refusalReasons []refusalReason

// refusalReason is the message for a part of the formula. It embeds a Hindrance, the type of all reasons that prevent an action; the
// message is its Refuse.
type refusalReason struct {
	Hindrance
	part *Formula // subformula that the message explains; nil for the entire formula
}

// unexplainedHindrance stands for a `when` that isn't true if its message is not looked up, or if it has none.
var unexplainedHindrance Hindrance

// compileReasons compiles the messages of a formula, which is the value of key: one message for the whole formula, or one for each of its
// parts, which are joined by word (`and` or `or`).
func (c *compiler) compileReasons(key string, when source.Text, word string, texts []string, p nameScope) (list refusalReasons) {
	parts := source.SplitParts(when.Text, word)
	switch {
	case len(texts) < 2 || len(texts) == len(parts):
	case len(parts) == 1:
		c.addMistake(source.BadValue, when.Pos, "refuse has %d messages, but `%s` has no parts joined by `%s`. Write one message.", len(texts), key, word)
		return nil
	default:
		c.addMistake(source.BadValue, when.Pos, "refuse has %d messages, and `%s` has %d parts joined by `%s`. Write one for each part, or one for all.", len(texts), key, len(parts), word)
		return nil
	}
	for i, text := range texts {
		reason := refusalReason{Hindrance: Hindrance{Refuse: text}}
		if len(texts) > 1 {
			reason.part = c.compileFlag(source.Text{Text: parts[i], Pos: when.Pos}, p)
		}
		list = append(list, reason)
	}
	return list
}

// firstUnmet returns the reason of the first part that isn't true in f.
func (list refusalReasons) firstUnmet(f *Frame) *Hindrance {
	for i := range list {
		if part := list[i].part; part == nil || !f.holdsOr(part, true) {
			return &list[i].Hindrance
		}
	}
	return &unexplainedHindrance
}
