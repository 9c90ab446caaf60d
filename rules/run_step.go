package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// A step of an action or sequence: its keys, and the compilation of each kind. run_stepper.go carries out steps. Where a formula belongs to
// a step, plain names refer to the acting actor, and `other.` to the target. An offer is a step that asks an actor for an answer, which is
// an action with the key `answers`; a reply is a later step that runs the answer. A nameScope holds the names that a formula can read at
// its place in the YAML: in a step, for example, the results of earlier steps.

// Step is a step of an action or sequence. It has exactly one of Check, Table, Tally, Value, Do, Offer, Reply,
// Sequence, Ask, Stop, Throw and Pick.
type Step struct {
	Head   `yaml:",inline"`
	When   source.Text   `yaml:"when" formula:"yes"`                          // The condition under which it runs: a formula.
	Always bool          `yaml:"always"`                                      // True: it runs even if the actor is out by then. Default: false.
	Who    string        `yaml:"who" one:"other onlookers among ours theirs"` // The subject: other, onlookers, among, ours or theirs. Default: the actor.
	Check  source.Text   `yaml:"check" of:"checks"`                           // Rolls this check, such as `percent`.
	Skill  []source.Text `yaml:"skill" of:"skills toolskill"`                 // The skill to roll: the first of the list that the actor has, or `tool.skill`.
	Basis  *ByTag        `yaml:"basis"`                                       // The statistic to roll on instead of the skill's own. On its own, it rolls without a skill.
	Tags   []source.Text `yaml:"tags" of:"tags"`                              // Tags for its roll, such as `[targeted]`.
	// The radius of `who: among` or `onlookers` in metres, if positions are tracked: a formula.
	Within  source.Text           `yaml:"within" formula:"yes"`
	Give    Gives                 `yaml:"give"`                             // Changes of modifiers by the step, such as `give: {df: -2}`.
	Against source.Text           `yaml:"against"`                          // An earlier check whose margin is subtracted from the chance: an opposed roll.
	Results source.Map[[]*Effect] `yaml:"results" names:"degrees outcomes"` // Effects by result: made, missed or a degree.
	Table   source.Text           `yaml:"table" of:"tables"`                // The table to roll on or look up.
	// The row to use instead of rolling: a situation that asked for a row, or words that name a row.
	Row     source.Text `yaml:"row"`
	By      source.Text `yaml:"by" formula:"yes"`    // The number to look up in the table: a formula.
	Tally   *Tally      `yaml:"tally"`               // A number worked out line by line. Read its result as NAME.total.
	Believe bool        `yaml:"believe"`             // True: the actor believes the number, right or wrong. Default: false.
	Value   source.Text `yaml:"value" formula:"yes"` // A formula with a name, for later steps.
	Do      []*Effect   `yaml:"do"`                  // Effects, such as `[{lose: PFT, by: 1d6}]`.
	// Asks the target (`who: other`) or the actor for an answer: an action with this word under `answers`.
	Offer source.Text `yaml:"offer" of:"offers"`
	// True: the question repeats after each answer until it is declined, at most 12 times. Default: false.
	Many bool `yaml:"many"`
	// The question of an offer or an ask in words, instead of its label or `what`, with values and people in braces: `soak {harm.total}
	// damage`.
	Question source.Text `yaml:"question"`
	// Runs the answer that was given to this earlier step.
	Reply    source.Text `yaml:"reply"`
	Sequence source.Text `yaml:"sequence" of:"sequences"` // Runs this sequence.
	// The pile for a card drawn from a deck. Default: discard.
	To    string                  `yaml:"to" one:"hand aside open ground top bottom discard gone"`
	With  source.Map[source.Text] `yaml:"with" formula:"yes"` // The numbers that the sequence takes: `{factor: 1/2}`.
	Stop  source.Text             `yaml:"stop" formula:"yes"` // Ends the action or sequence here if this formula is true.
	Throw source.Text             `yaml:"throw" of:"dice"`    // Throws this die with symbols.
	Ask   *Ask                    `yaml:"ask"`                // A question during the action: for a number or faces.
	Dice  source.Text             `yaml:"dice" formula:"yes"` // The number of dice to throw, rounded down: a formula. Default: 1.
	Pick  source.Text             `yaml:"pick" formula:"yes"` // A die picks one of the combatants for whom this formula is true. Later steps see the result as `other`.
	// The sentences that describe it, by case: made, missed, a degree, whole or then. If the step runs a sequence: sentences for that
	// sequence's steps, by name.
	Say *phrase.Say `yaml:"say"`

	kind          stepKind              // kind, given by the one key that is set
	index         int                   // index in its sequence
	id            int                   // index among all steps of the game
	when          *Formula              // compiled `when`; nil if it always runs
	check         *Check                // check that it rolls; nil for none
	skills        []*Skill              // skills for the check, in order of preference
	usesToolSkill bool                  // whether the tool's skill is used
	against       int                   // index of the opposing check; -1 for none
	radius        *Formula              // compiled `within`; nil for no limit
	madeEffects   []*Effect             // effects if the check succeeds
	missedEffects []*Effect             // effects if it fails
	degrees       map[*Degree][]*Effect // effects, by the check's degree
	table         *Table                // table that it rolls on or looks up; nil for none
	rowSituation  *Situation            // situation whose question is answered with the row; nil for none
	row           *Formula              // formula whose text names the row; nil for none
	lookup        *Formula              // number to look up; nil for none
	value         anyFormula            // formula of a `value` step
	stop          *Formula              // formula of a `stop` step; nil for other steps
	pick          *Formula              // formula of a `pick` step; nil for other steps
	answers       []*Action             // actions that answer its offer
	offer         int                   // index of a reply's offer; -1 for other steps
	sub           *Sequence             // sequence that it runs; nil for none
	with          []*Formula            // arguments of that sequence, by parameter
	faced         *FacedDie             // faced die that it throws; nil for none
	dice          *Formula              // number of these dice; nil for a single one
	tags          tagSet                // compiled `tags`
	reads         []stepRead            // results of earlier steps that it reads
	changedThrows []stepRead            // throws of earlier steps that nested steps or answers change, with the faces on which the change depends
	paramsRead    uint64                // set of the sequence's parameters that it reads, one bit each
	tagGuarded    bool                  // whether `when` depends only on the tags of the roll
	isRandom      bool                  // whether it can have a random result
	changesThrow  bool                  // whether it changes a throw of an earlier step, for example by rolling dice again
	isRemark      bool                  // whether it only shows a text that no step reads
	resultUnread  bool                  // whether the result of the check never matters afterwards
	laterReads    *rollReads            // reads of its roll by later steps; nil for none
	question      []labelPiece          // pieces of Question; nil if it has no braces
	giver                               // compiled `give`
}

// stepKind is the kind of a step, such as check or table. text_stepkinds.go has the constants.
type stepKind int

// asksQuestion reports whether a step of the sequence, or a nested step, can ask an actor for an answer or a number.
func (seq *Sequence) asksQuestion() bool {
	return slices.ContainsFunc(seq.steps, func(s *Step) bool {
		return s.kind == stepOffer || s.kind == stepAsk || s.sub != nil && s.sub.asksQuestion()
	})
}

// needsNamedRow reports whether the row of the step must be named because its table has no dice.
func (s *Step) needsNamedRow() bool {
	return s.table.isOnlyLookedUp() && s.rowSituation != nil && s.row == nil && s.lookup == nil
}

// isOnlyLookedUp reports whether rows of the table are neither drawn nor rolled: it isn't a deck and has no die. It returns false for nil.
func (t *Table) isOnlyLookedUp() bool { return t != nil && t.Deck == "" && t.Roll.Text == "" }

// missingRowError returns the error for an action or check that lacks the row which the step needs. label is the label of the action or
// check. If the action is already in progress and must be given up first, key is the key of its actor, else "".
func (s *Step) missingRowError(label, key string) error {
	if key != "" {
		return refuse("%s needs %s. Type `%s: give up`, then declare it with this.", label, s.rowSituation.Ask.What, key)
	}
	return refuse("%s needs %s. Add it after a comma: `%s %s`.", label, s.rowSituation.Ask.What, s.rowSituation.Name, s.rowSituation.Ask.Rows()[0])
}

// refuseMissingRow returns an error if a step that always runs, in seq or in a nested sequence, needs a row that the player hasn't named.
func (m act) refuseMissingRow(seq *Sequence) error {
	for _, s := range seq.steps {
		if s.When.Text != "" {
			continue
		}
		if s.sub != nil {
			if err := m.refuseMissingRow(s.sub); err != nil {
				return err
			}
		} else if s.needsNamedRow() && m.f.tickedWithRow(s.rowSituation) == nil {
			return s.missingRowError(m.action.Label, "")
		}
	}
	return nil
}

// compile compiles the steps of a sequence and of the sequences that it calls, unless that was done before. It reports cycles of sequences
// that call each other.
func (seq *Sequence) compile(c *compiler) {
	if seq.compiled {
		return
	}
	for _, name := range c.compiling {
		if name == seq.Name {
			c.addMistake(source.Circle, seq.Pos, "Sequences call each other in a circle: %s → %s. Remove one of these steps.", strings.Join(c.compiling, " → "), seq.Name)
			return
		}
	}
	seq.while = c.compileFlag(seq.While, nameScope{readsAction: true})
	c.compiling = append(c.compiling, seq.Name)
	for i := range seq.Steps {
		step := &seq.Steps[i].Value
		step.setName(seq.Steps[i].Name, seq.Steps[i].Pos)
		if step.Src == "" {
			step.Src = seq.Src
		}
		step.index, step.id = i, c.rs.counted.steps
		c.rs.counted.steps++
		seq.steps = append(seq.steps, step)
		step.compile(c, seq, nameScope{seq: seq, steps: i, readsAction: true, readsAsked: true, ask: seq.Ask}) // steps: only earlier ones can be read
	}
	c.compiling = c.compiling[:len(c.compiling)-1]
	seq.compiled = true
}

// compile finds the kind of the step, which must be the only one, and compiles its keys.
func (s *Step) compile(c *compiler, seq *Sequence, p nameScope) {
	s.when = c.compileFlag(s.When, p)
	s.against, s.offer = -1, -1
	kinds := s.compileKind(c, seq, p)
	if kinds != 1 {
		c.addMistake(source.OneKind, s.Pos, "Step %s needs exactly one of %s.", s.Name, strings.Join(stepKindNames[1:], ", "))
	}
	if s.kind == stepOffer && kinds == 1 {
		s.verifyAsksOne(c, s.Offer.Pos, " for an answer")
	}
	if s.Many && s.kind != stepOffer {
		c.addMistake(source.BadValue, s.Pos, "Step %s offers nothing to repeat. Remove many.", s.Name)
	}
	s.compileQuestion(c, p)
	s.radius = c.compileNumber(s.Within, p)
	c.compileGiver(&s.giver, nil, &s.Give, p)
	c.compileTags(&s.tags, "", s.Tags)
}

// compileKind sets the kind of the step, compiles the keys of that kind, and returns the number of kinds whose keys are given.
func (s *Step) compileKind(c *compiler, seq *Sequence, p nameScope) (kinds int) {
	set := func(present bool, kind stepKind) bool { // sets the kind, and counts it, if its key is given
		if present {
			kinds++
			s.kind = kind
		}
		return present
	}
	if set(s.Check.Text != "", stepCheck) {
		s.compileCheck(c, seq, p)
	}
	if set(s.Table.Text != "", stepTable) {
		s.compileTable(c, p)
	}
	if set(s.Tally != nil, stepTally) {
		q := p
		q.readsSkill = true
		s.Tally.compile(c, q)
	}
	if set(s.Value.Text != "", stepValue) {
		s.value = c.compileAny(s.Value, p)
	}
	if set(s.Do != nil, stepDo) {
		c.compileEffects(s.Do, s.Label, p)
		for _, effect := range s.Do {
			effect.verifyNotRepeated(c, cmp.Or(effect.Who, s.Who))
		}
	}
	if set(s.Offer.Text != "", stepOffer) {
		for _, action := range c.rs.Actions.All {
			if action.Answers == s.Offer.Text {
				s.answers = append(s.answers, action)
			}
		}
	}
	if set(s.Reply.Text != "", stepReply) {
		s.verifyReply(c, seq)
	}
	if set(s.Sequence.Text != "", stepSequence) {
		s.compileSequence(c, p)
	}
	if set(s.Stop.Text != "", stepStop) {
		s.stop = c.compileFlag(s.Stop, p)
	}
	if set(s.Pick.Text != "", stepPick) {
		if s.pick = c.compileFlag(s.Pick, nameScope{}); s.Who != "" {
			c.addMistake(source.BadValue, s.Pick.Pos, "Step %s picks from all combatants. Remove who.", s.Name)
		}
	}
	if set(s.Throw.Text != "", stepThrow) {
		s.compileThrow(c, p)
	}
	if set(s.Ask != nil, stepAsk) {
		s.Ask.compile(c, &p)
		s.verifyAsksOne(c, s.Ask.Pos, "")
	}
	return kinds
}

// verifyReply reports a `reply` that doesn't name an earlier step with an offer whose answers are still to be run.
func (s *Step) verifyReply(c *compiler, seq *Sequence) {
	earlier := seq.earlierStep(s.Reply.Text, s.index)
	switch {
	case earlier == nil && !isStepAnywhere(c.rs, s.Reply.Text):
		c.addMistake(source.UnknownName, s.Reply.Pos, "%s", message.Unknown("step", s.Reply.Text, nil))
	case earlier == nil: // a step of another sequence
	case earlier.kind != stepOffer:
		c.addMistake(source.BadValue, s.Reply.Pos, "Step %s offers nothing, so it has no reply. Name a step with offer.", earlier.Name)
	case earlier.Many:
		c.addMistake(source.BadValue, s.Reply.Pos, "Answers to step %s run at once, because it is `many`. Remove reply.", earlier.Name)
	}
}

// verifyAsksOne reports a question to several actors, since one actor's answer would count for all. noun completes the message.
func (s *Step) verifyAsksOne(c *compiler, pos source.Pos, noun string) {
	if s.Who != whoOther && s.Who != "" {
		c.addMistake(source.BadValue, pos, "Step %s can ask only the target%s (`who: other`) or, without who, the actor.", s.Name, noun)
	}
}

// isStepAnywhere reports whether any action or sequence has a step with this name. In an answer, a name can refer to a step of any sequence
// that asks for the answer, so nothing more can be verified.
func isStepAnywhere(rs *Ruleset, name string) bool {
	for step := range rs.allSteps() {
		if step == name {
			return true
		}
	}
	return false
}

// compileCheck compiles a step that rolls a check: its skills, the check that it is rolled against, and its effects by result and
// degree.
func (s *Step) compileCheck(c *compiler, seq *Sequence, p nameScope) {
	s.check = findEntry(c, &c.rs.Checks, s.Check, "check")
	c.findSkills(s.Skill, &s.skills, &s.usesToolSkill)
	s.Basis.compileBasis(c, p)
	if s.Against.Text != "" {
		if earlier := seq.earlierStep(s.Against.Text, s.index); earlier != nil {
			s.against = earlier.index
		} else if !isStepAnywhere(c.rs, s.Against.Text) {
			c.addMistake(source.UnknownName, s.Against.Pos, "%s", message.Unknown("step", s.Against.Text, nil))
		}
	}
	if s.check == nil {
		return
	}
	p.check, p.numbers, p.results, p.readsRoll = s.check, len(s.check.Numbers), len(s.check.Results), true
	for i := range s.Results {
		name, effects := s.Results[i].Name, s.Results[i].Value
		c.compileEffects(effects, s.Label, p)
		switch name {
		case "made":
			s.madeEffects = effects
		case "missed":
			s.missedEffects = effects
		default:
			degree := findEntry(c, &c.rs.Degrees, source.Text{Text: name, Pos: s.Results[i].Pos}, "result (made, missed or a degree)")
			if s.degrees == nil {
				s.degrees = map[*Degree][]*Effect{}
			}
			s.degrees[degree] = effects
		}
	}
}

// compileTable compiles a step that takes a row of a table: rolled, looked up by name or number, or named in a situation.
func (s *Step) compileTable(c *compiler, p nameScope) {
	s.table = findEntry(c, &c.rs.Tables, s.Table, "table")
	if situation, ok := c.rs.Situations.Get(s.Row.Text); ok {
		s.rowSituation = situation
		if situation.Ask == nil || situation.Ask.Row.Text == "" {
			c.addMistake(source.BadValue, s.Row.Pos, "Situation %s asks for no row. Remove row.", s.Row.Text)
		}
	} else if s.Row.Text != "" {
		s.row = formula.Compile(s.Row, formula.Text, c.scopeAt(p), c.report)
		if name, fixed := s.row.ConstText(); fixed && s.table != nil && s.table.rowNamed(name) == nil {
			c.addMistake(source.UnknownName, s.Row.Pos, "%s", message.Lacking("table "+s.table.Name, "row", name, s.table.rowNames()))
		}
	}
	s.lookup = c.compileNumber(s.By, p)
	s.warnMissingRows(c, p)
	if s.table.isOnlyLookedUp() && s.Row.Text == "" && s.By.Text == "" {
		c.addMistake(source.Missing, s.Table.Pos, "Table %s isn't rolled. Add a row, or by with a number.", s.Table.Text)
	}
}

// warnMissingRows warns of each degree of an earlier check for which the step's table has no row with that name.
func (s *Step) warnMissingRows(c *compiler, p nameScope) {
	name, found := strings.CutSuffix(s.Row.Text, ".degree")
	earlier := p.seq.earlierStep(name, p.steps)
	if !found || earlier == nil || earlier.check == nil || earlier.check.ladder == nil || s.table == nil {
		return
	}
	for _, rung := range earlier.check.ladder.Steps {
		named := func(row source.MapItem[Row]) bool { return row.Name == rung.Name }
		if !slices.ContainsFunc(s.table.Rows, named) {
			c.report.Warn(source.NoRow, s.Row.Pos, "Table %s has no row %s, but %s can reach that degree. Add the row.", s.table.Name, rung.Name, name)
		}
		if rung.Value.When.Text == otherwiseName {
			break
		}
	}
}

// compileSequence compiles a step that calls a sequence, with a formula for each of its parameters.
func (s *Step) compileSequence(c *compiler, p nameScope) {
	s.sub = findEntry(c, &c.rs.Sequences, s.Sequence, "sequence")
	if s.sub == nil {
		return
	}
	s.sub.compile(c)
	for _, parameter := range s.sub.Takes {
		var argument *Formula
		for _, entry := range s.With {
			if entry.Name == parameter {
				argument = c.compileNumber(entry.Value, p)
			}
		}
		if argument == nil && c.report.Len() == 0 {
			c.addMistake(source.Missing, s.Pos, "Sequence %s needs %s. Add it under with.", s.sub.Name, parameter)
		}
		s.with = append(s.with, argument)
	}
	for _, entry := range s.With {
		if !slices.Contains(s.sub.Takes, entry.Name) {
			c.addMistake(source.UnknownName, entry.Pos, "%s", message.Lacking("sequence "+s.sub.Name, "parameter", entry.Name, s.sub.Takes))
		}
	}
}

// compileThrow compiles the keys `throw` and `dice` of a step.
func (s *Step) compileThrow(c *compiler, p nameScope) {
	s.faced = findEntry(c, &c.rs.FacedDice, s.Throw, "die")
	if s.Dice.Text != "" {
		s.dice = c.compileNumber(s.Dice, p)
		verifyDiceCount(c, s.dice, s.Dice)
	}
}

// isOpposed reports whether the step rolls against the margin of another check. A nil step counts as opposed, since nothing is
// known about it.
func (s *Step) isOpposed() bool { return s == nil || s.against >= 0 || s.Against.Text != "" }
