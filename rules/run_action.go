package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `actions`: compiling an action, and finding the reasons that prevent it. Checks, ladders, tables and the section `stages` are
// also compiled here, since actions need them. turn_declare.go declares actions. An answer is an action with the key `answers`: an actor
// chooses it in reply to an offer, a step of an action in progress. An option is a situation that is ticked when an action is declared. A
// nameScope holds the names that a formula can read at its place in the YAML.

// Action is something that an actor can declare: its time, its limits and its steps.
type Action struct {
	Head `yaml:",inline"`
	Of   string `yaml:"of" one:"side"` // `side`: a side declares it. Default: an actor does.
	// True: it needs a target. A number, such as 3, allows several. `any` also allows targets that have left the
	// fight. Default: no target.
	At source.Text `yaml:"whom" pattern:"targets"`
	// The usual targets: `theirs`, `ours` or `anyone`. They come first in lists of targets. With `theirs`, an actor can't be its own
	// target. Default: anyone.
	Toward source.Text   `yaml:"toward" one:"anyone theirs ours"`
	May    bool          `yaml:"may_whom"`             // True: a target can be named, but isn't required. Default: false.
	With   []source.Text `yaml:"with" of:"tags"`       // Tags of the items that it needs, at least one of them, such as `[melee]`.
	Tags   []source.Text `yaml:"tags" of:"tags"`       // Tags for its rolls, such as `[physical, offence]`.
	When   source.Text   `yaml:"when" formula:"yes"`   // A formula that must be true to declare it, such as `MANA.now >= 4`.
	Counts source.Text   `yaml:"counts" formula:"yes"` // The time that the action takes, in counts: a formula, such as `tool.counts`.
	// Points paid from pools, a formula each: `cost: {MANA: 4}`. They are paid when it is declared or given as an
	// answer.
	Cost  source.Map[source.Text] `yaml:"cost" names:"pools" formula:"yes"`
	Skill []source.Text           `yaml:"skill" of:"skills toolskill"` // The skill to roll: the first of the list that the actor has, or `tool.skill`.
	// The statistic to roll on instead of the skill's own, by tag: `basis: {mental: MST, else: PST}`.
	Basis *ByTag `yaml:"basis"`
	Give  Gives  `yaml:"give"` // Changes of modifiers, such as `give: {df: -2}`.
	// A question that the player answers when declaring the action. Formulas read the answer as `asked`.
	Ask     *Ask   `yaml:"ask"`
	Answers string `yaml:"answers"` // Makes it an answer to the offer of this name, such as `answers: blow`.
	// The deck with a card of the action's name. The action needs that card, in hand or open, and discards it.
	Card  source.Text   `yaml:"card" of:"tables"`
	Flag  string        `yaml:"flag"`                // The name of its option on the command line.
	Key   string        `yaml:"key"`                 // Its key on the dashboard: one character.
	Short string        `yaml:"short" text:"line"`   // A shorter name for timelines and narrow columns: `short: tend`. Default: the label.
	Put   []source.Text `yaml:"put" of:"conditions"` // Conditions that the actor gets when it declares the action.
	// True: the tool is in hand when the action takes effect, so it isn't drawn first. Default: false.
	Hold    bool      `yaml:"hold"`
	Phases  []*Phase  `yaml:"phases"`   // The parts of its time, instead of `counts`. Each can give modifiers while it lasts.
	First   []*Effect `yaml:"first"`    // Effects that happen when the action is declared or given as an answer.
	AnyTime bool      `yaml:"any_time"` // True: it needs no turn. Default: false.
	GM      bool      `yaml:"gm"`       // True: only the game master declares it, so players' phones don't offer it. Default: false.
	// True: it's also possible outside an encounter. Default: only if it helps the actor's own side.
	Outside bool   `yaml:"outside"`
	Own     bool   `yaml:"own_tool"`         // True: the answer uses its own tool rather than that of the attack. Default: false.
	Hint    string `yaml:"hint" text:"line"` // The effect of an answer, in one sentence, for the player who is asked.
	// The message if `when` isn't true, such as `too far`. A list has one message for each part of a `when` joined by `and`.
	Refuse []string `yaml:"refuse"`
	// Reasons that prevent it, by name: `unless: {bound: {when: is.bound, refuse: it is bound}}`.
	Unless source.Map[*Hindrance]  `yaml:"unless"`
	While  source.Text             `yaml:"while" formula:"yes"` // As soon as this formula is false, its remaining steps don't run, except those with `always`.
	Steps  source.Map[Step]        `yaml:"steps"`               // Checks and effects, run in order when the action takes effect.
	Report source.Map[source.Text] `yaml:"report"`              // Values for scripts and JSON, by name: `report: {hit: blow.hit.made}`.
	// The sentences that describe it, by case: deed, declared, asked, question, stops, gives_up, alone.
	Say                *phrase.Say    `yaml:"say"`
	Whom               bool           // whether it has another actor as its target
	allowsOut          bool           // whether targets can be actors that have left the fight
	targets            int            // highest number of targets; 0 for the default
	when               *Formula       // compiled `when`; nil if the action is always possible
	reasons            refusalReasons // messages of `when`
	counts             *Formula       // compiled `counts`; nil if it takes no time or has phases
	cost               costs          // compiled `cost`
	skills             []*Skill       // skills that it can roll, in order of preference
	usesToolSkill      bool           // whether it can roll the skill of its tool
	report             []reportEntry  // compiled `report`
	puts               []*Condition   // conditions of `put`
	body               *Sequence      // its steps, as a sequence
	card               *Row           // card that the action plays; nil for none
	canBeTool          []bool         // whether an item can be its tool, by Item.index
	tags               tagSet         // compiled `tags`
	modifierReadsSkill bool           // whether it is an answer that gives a modifier which depends on the skill used
	affectsOpponents   bool           // whether it gives a modifier that an opponent's roll can read, as a guard does
	canHarm            bool           // whether it can take points from its target
	ownConditions      []*Condition   // conditions of the actor that `when` reads
	stages             []stagePlace   // steps of stages that list it; nil if it isn't limited to stages
	targetConditions   []*Condition   // conditions of the target that `when` reads
	giver                             // compiled `give`
}

// Hindrance is a reason that prevents an action.
type Hindrance struct {
	// The action is refused while this formula is true. The formula is read at the declaration and when the action takes effect.
	When   source.Text `yaml:"when" formula:"yes"`
	Refuse string      `yaml:"refuse"` // The message, such as `it is bound`.
	when   *Formula    // compiled When
}

// firstHindrance returns the first reason that prevents the action in f, or nil. It tries a missing card, then `when`, then `unless`. For
// `when` the result is &unexplainedHindrance, because most callers need no reason; refusalFor finds it.
func (a *Action) firstHindrance(f *Frame) *Hindrance {
	if bar := a.cardHindrance(f); bar != nil {
		return bar
	}
	if !f.holdsOr(a.when, true) {
		return &unexplainedHindrance
	}
	return a.unlessHindrance(f)
}

// refusalFor returns the error for an action that x, the result of firstHindrance, prevents in f.
func (a *Action) refusalFor(x *Hindrance, f *Frame) error {
	if x == &unexplainedHindrance {
		x = a.reasons.firstUnmet(f)
	}
	if x.Refuse == "" {
		return refuse("%s isn't possible now.", a.Label)
	}
	return &Refusal{Text: message.Capitalise(a.Label) + " isn't possible: " + x.Refuse + ".", Why: x.Refuse + "."}
}

// unlessHindrance returns the first entry of `unless` that holds in f, or nil. a may be nil.
func (a *Action) unlessHindrance(f *Frame) *Hindrance {
	if a == nil {
		return nil
	}
	for i := range a.Unless {
		if bar := a.Unless[i].Value; f.holdsOr(bar.when, false) {
			return bar
		}
	}
	return nil
}

// Phase is a part of an action's time, with its modifiers.
type Phase struct {
	Head `yaml:",inline"`
	// Its length in counts. A last phase without a length is the count at which the action takes effect.
	Counts float64 `yaml:"counts" min:"0"`
	Give   Gives   `yaml:"give"` // Changes of modifiers, such as `give: {df: -2}`.
	giver
}

// reportEntry is a value of an action's report for scripts and JSON.
type reportEntry struct {
	name    string     // key of the value
	formula anyFormula // formula for the value, read after the action's steps
}

// compileActions compiles sequences and actions.
func (c *compiler) compileActions() {
	rs := c.rs
	for _, seq := range rs.Sequences.All {
		seq.path = sequencesPrefix + seq.Name
		seq.compile(c)
	}
	for _, action := range rs.Actions.All {
		action.compile(c)
	}
}

// compile compiles the action's conditions, time and costs, and its body: the sequence of its steps.
func (a *Action) compile(c *compiler) {
	a.Ask.compile(c, &nameScope{readsAction: true, readsSkill: true})
	p := nameScope{readsAction: true, readsSkill: true, ask: a.Ask, readsAsked: true}
	a.compileHindrances(c, p)
	a.counts = c.compileNumber(a.Counts, p)
	a.cost = c.compileCosts(a.Cost, p, a.Name)
	a.compilePhases(c, p)
	c.compileEffects(a.First, a.Label, p)
	c.findSkills(a.Skill, &a.skills, &a.usesToolSkill)
	a.compileCard(c)
	a.puts = c.findConditions(a.Put)
	a.Basis.compileBasis(c, p)
	c.compileGiver(&a.giver, nil, &a.Give, p)
	a.body = &Sequence{Head: a.Head, While: a.While, Steps: a.Steps, Ask: a.Ask, path: actionsPrefix + a.Name}
	a.body.compile(c)
	a.verifyTargets(c)
	c.compileTags(&a.tags, a.Name, a.Tags)
	c.checkWords(a.With)
	p.seq, p.steps = a.body, len(a.body.steps)
	for _, entry := range a.Report {
		a.report = append(a.report, reportEntry{entry.Name, c.compileAny(entry.Value, p)})
	}
}

// compileHindrances compiles the reasons that prevent the action: `when`, with its messages, and `unless`.
func (a *Action) compileHindrances(c *compiler, p nameScope) {
	c.compilesLimits = true // so that conditions read only here don't count as read during an action (compiler.readConditions)
	a.when = c.compileFlag(a.When, p)
	a.ownConditions, a.targetConditions = c.conditionsRead(a.when, false), c.conditionsRead(a.when, true)
	c.compileToward(a)
	a.reasons = c.compileReasons("when", a.When, "and", a.Refuse, p)
	for i := range a.Unless {
		bar := a.Unless[i].Value
		bar.Refuse = cmp.Or(bar.Refuse, ReadableName(a.Unless[i].Name))
		if bar.when = c.compileFlag(bar.When, p); bar.When.Text == "" {
			c.addMistake(source.Missing, a.Unless[i].Pos, "%s needs `when`, the formula under which it applies.", a.Unless[i].Name)
		}
	}
	c.compilesLimits = false
}

// compilePhases compiles the modifiers given by the phases of the action.
func (a *Action) compilePhases(c *compiler, p nameScope) {
	for i, phase := range a.Phases {
		if phase.Counts < 0 || phase.Counts == 0 && i < len(a.Phases)-1 {
			c.addMistake(source.OutOfRange, phase.Pos, "Each part of an action's time needs counts. Only the last part, the count of its effect, can do without.")
		}
		phase.where = phase.Pos.String()
		phase.Label = cmp.Or(phase.Label, a.Label)
		c.compileGiver(&phase.giver, nil, &phase.Give, p)
	}
}

// markGuards sets guards on the actions with a modifier that an opponent's roll can read, directly or in one of its numbers.
func (rs *Ruleset) markGuards() {
	for _, number := range rs.Numbers {
		for _, line := range number.Lines {
			for _, part := range line.parts {
				if part.modifier != nil {
					part.modifier.readByOpponents = true
				}
			}
		}
	}
	for _, action := range rs.Actions.All {
		action.affectsOpponents = slices.ContainsFunc(action.gifts, func(g gift) bool { return g.modifier.readByOpponents })
	}
}

// maxTargets is the highest number of targets that an action can allow.
const maxTargets = 20

// parseTargets reads `whom`: whether the action has targets, how many, and whether they can be out of the fight.
func (a *Action) parseTargets() {
	a.allowsOut = a.At.Text == "any"
	a.Whom = a.allowsOut || a.At.Text == "true"
	if n, err := strconv.Atoi(a.At.Text); err == nil && n >= 2 && n <= maxTargets {
		a.Whom, a.targets = true, n
	}
}

// TargetLimit returns the highest number of targets, the first one included.
func (a *Action) TargetLimit() int {
	if a.Whom && a.targets == 0 {
		return 1
	}
	return a.targets
}

// verifyTargets reports an invalid number of targets, and additional targets that no step of the action reaches.
func (a *Action) verifyTargets(c *compiler) {
	switch {
	case a.At.Text != "" && a.At.Text != "false" && !a.Whom:
		c.addMistake(source.BadValue, a.At.Pos, "Write true, false, any, or a number from 2 to %d.", maxTargets)
	case a.targets > 0 && !a.body.reachesSeveral():
		c.report.Warn(source.Unused, a.At.Pos, "No step of %s has `who: among`, so it reaches only the first target. Add who.", a.Name)
	}
}

// reachesSeveral reports whether a step of the sequence, or of a nested one, concerns all chosen targets.
func (seq *Sequence) reachesSeveral() bool {
	return slices.ContainsFunc(seq.steps, func(s *Step) bool { return s.Who == whoAmong || s.sub != nil && s.sub.reachesSeveral() })
}

// compileBareCheck compiles, for a pack without `use`, the action that only rolls the pack's check on a statistic of the player's choice.
func (c *compiler) compileBareCheck() {
	check := c.rs.check
	if c.rs.Pack.Use != "" || check == nil {
		return
	}
	if len(c.rs.Skills.All) > 0 {
		c.report.Warn(source.Missing, check.Pos, "No action rolls skills, so sheets and checks are refused. Add `pack: {use: NAME}`; a step of it has `check: %s`.", check.Name)
	}
	step := Step{Head: Head{Label: check.Label, Src: check.Src}, Check: source.Text{Text: check.Name, Pos: check.Pos}}
	action := &Action{Head: Head{Label: check.Label, Pos: check.Pos, where: check.where}}
	action.body = &Sequence{Head: action.Head, Steps: source.Map[Step]{{Name: check.Name, Pos: check.Pos, Value: step}}}
	action.body.compile(c)
	c.rs.bareAction = action
}

// compileChecks compiles checks and their ladders, and looks up the pack's default check.
func (c *compiler) compileChecks() {
	rs := c.rs
	for _, ladder := range rs.Ladders.All {
		ladder.verifyUnused(c)
		if ladder.Draw != nil {
			ladder.Draw.die = c.dieFaces(ladder.Draw.Roll)
		}
	}
	for _, check := range rs.Checks.All {
		check.compile(c)
		check.readsOnlyOwnNames = check.ladder != nil && check.isClosed()
		if check.ladder != nil {
			check.facesLater = check.facesRead()
		}
		check.readsOnlyChance = check.ladder != nil && check.isBare()
	}
	for _, ladder := range rs.Ladders.All {
		ladder.verifyFormulas(c)
	}
	rs.check = findEntry(c, &rs.Checks, c.scalarAt("pack", "check", rs.Pack.Check), "check")
}

// prepareEntries numbers conditions and situations within their groups, reads the ranges of statistics, and verifies the unit and the length
// of a count and the names of numbers.
func (c *compiler) prepareEntries() {
	rs := c.rs
	for _, m := range rs.Modifiers.All {
		m.multiplies = m.Combine == "times"
	}
	for _, s := range rs.Stats.All {
		s.minimum, s.maximum = s.readTypical(c)
	}
	if !rs.Order.InRounds() && rs.Pack.Unit != "" && !slices.Contains(timeUnits, rs.Pack.Unit) {
		c.addMistake(source.BadValue, c.scalarAt("pack", "unit", "").Pos, "%s", message.NotOneOf("unit", rs.Pack.Unit, timeUnits))
	}
	if rs.Pack.Count <= 0 && len(rs.Actions.All) > 0 && !rs.Order.InRounds() {
		c.addMistake(source.OutOfRange, cmp.Or(c.scalarAt("pack", "count", "").Pos, rs.Pack.Pos), "A count needs a length, for example `pack: {count: 0.1, unit: s}`.")
	}
	for _, number := range rs.Numbers {
		if stat, twice := rs.Stats.Get(number.Name); twice {
			c.addMistake(source.Repeated, number.Pos, "%s is already a statistic, at %s. Rename the number.", number.Name, stat.Pos)
		}
	}
	groups := map[string]int{}
	for _, x := range rs.Conditions.All {
		rs.hasOutConditions = rs.hasOutConditions || x.Out
		groups[x.Group]++
		x.ordinal = groups[x.Group]
	}
	groups = map[string]int{}
	for _, x := range rs.Situations.All {
		groups[x.Group]++
		x.ordinal = groups[x.Group]
	}
}

// compileValues compiles statistics, pools, tags and numbers.
func (c *compiler) compileValues() {
	rs := c.rs
	for i, s := range rs.Stats.All {
		s.formula = c.compileNumber(s.Formula, nameScope{stats: i + 1})
	}
	for _, x := range rs.Conditions.All {
		x.Tool = x.Tool || x.Of == OfItem
	}
	for _, p := range rs.Pools.All {
		p.compile(c)
	}
	for _, tag := range rs.Tags.All {
		tag.bit = -1
		if tag.When.Text != "" {
			tag.bit = c.tagBit(tag.Name, tag.Pos)
			tag.when = c.compileFlag(tag.When, nameScope{})
			rs.derived = append(rs.derived, tag)
		}
		if tag.Secret {
			rs.secret.add(c.tagBit(tag.Name, tag.Pos))
		}
	}
	rs.tagsSteady = readOnlyOtherTags(rs.derived)
	for _, s := range rs.Stats.All {
		s.compileRoll(c)
		s.compileRaise(c)
	}
	for _, number := range rs.Numbers {
		number.compile(c, nameScope{readsAction: true, check: nil, readsSkill: true})
		number.checkSheet(c)
	}
}

// readsOnlyOwnPools reports whether a formula reads only the actor's own pools.
func (c *compiler) readsOnlyOwnPools(compiled *Formula) bool {
	own := collect.MapIf(c.rs.Pools.All, func(pool *Pool) bool { return !pool.BelongsToSide() && !pool.BelongsToItem() }, func(pool *Pool) string { return pool.Name + "." })
	return anyFormula{flag: compiled}.readsOnly(nil, own...)
}

// compileTables compiles all tables.
func (c *compiler) compileTables() {
	for _, t := range c.rs.Tables.All {
		t.compile(c)
	}
}

// compile compiles the table: its columns, its die and its rows.
func (t *Table) compile(c *compiler) {
	t.indexColumns()
	if t.faced, t.dice = t.readRoll(c); t.faced == nil && !strings.Contains(t.Roll.Text, " ") {
		t.die = c.dieFaces(t.Roll)
	}
	t.compileSides(c)
	for i := range t.Rows {
		row := &t.Rows[i].Value
		row.setName(t.Rows[i].Name, t.Rows[i].Pos)
		if row.Src == "" {
			row.Src = t.Src
		}
		t.rows = append(t.rows, row)
		row.compile(c, t)
	}
	if t.compileDeck(c); t.Deck != "" {
		return
	}
	if t.faced != nil {
		t.compileFaces(c)
		return
	}
	t.numeric = t.die == 0 && len(t.rows) > 0 && strings.HasSuffix(t.rows[0].Name, "+") // rows such as 10+ are looked up by a number
	if t.die > 0 || t.numeric {
		allValid := true
		for _, row := range t.rows {
			allValid = t.readRange(c, row) && allValid
		}
		if allValid {
			t.checkCoverage(c)
		}
	}
}

// indexColumns sets t.columns: the declared columns or, if none are declared, the keys of the rows' cells in order of appearance.
func (t *Table) indexColumns() {
	t.columns = map[string]int{}
	for _, name := range append(append([]string(nil), t.Columns...), t.Texts...) {
		t.columns[name] = len(t.columns)
	}
	if len(t.columns) > 0 {
		return
	}
	for _, row := range t.Rows {
		for _, entry := range row.Value.Rest {
			if _, known := t.columns[entry.Name]; !known {
				t.columns[entry.Name] = len(t.columns)
			}
		}
	}
}

// IsDeclaredByName reports whether the action is declared by its own name: it is neither an answer nor the pack's `use`, the action for
// plain checks.
func (a *Action) IsDeclaredByName(rs *Ruleset) bool { return a.Answers == "" && a.Name != rs.Pack.Use }

// ThrowsDice reports whether the actor throws faced dice for the action.
func (a *Action) ThrowsDice() bool {
	return slices.ContainsFunc(a.body.steps, func(s *Step) bool { return s.kind == stepThrow && s.Who == "" })
}

// Harms reports whether the action can take points from its target.
func (a *Action) Harms() bool { return a.canHarm }

// RollsCheck reports whether the actor rolls a check for the action.
func (a *Action) RollsCheck() bool {
	return slices.ContainsFunc(a.body.steps, func(s *Step) bool { return s.kind == stepCheck && s.Who == "" })
}

// CanAsk reports whether the action can ask an actor for an answer or a number while it runs.
func (a *Action) CanAsk() bool { return a.body.asksQuestion() }

// Tools lists the items that the actor can use for the action, items in hand first. For an answer, items that need hands must be in hand.
// If the action needs no tool, the list holds only the item in the main hand, which can be nil.
func (a *Action) Tools(actor *Actor) []*Item { return a.appendTools(nil, actor, false) }

// appendTools appends the action's tools to list. If the action itself takes its tool in hand (`hold`), items that are already in hand are
// skipped, unless includeHeld is set.
func (a *Action) appendTools(list []*Item, actor *Actor, includeHeld bool) []*Item {
	if len(a.With) == 0 {
		return append(list, actor.Tool)
	}
	if !a.Hold || includeHeld {
		if actor.Tool != nil && a.canBeTool[actor.Tool.index] {
			list = append(list, actor.Tool)
		}
		for _, item := range actor.OffHand {
			if a.canBeTool[item.index] {
				list = append(list, item)
			}
		}
	}
	for _, item := range actor.Sheet.Items {
		// An answer leaves no time to draw an item, and items in the off hand are listed above.
		onlyInHand := item.needsHands() && (a.Answers != "" || slices.Contains(actor.OffHand, item))
		if item != actor.Tool && !onlyInHand && a.canBeTool[item.index] && carriesItem(actor, item) {
			list = append(list, item)
		}
	}
	return list
}

// tagsOfTool returns the tags of the action's tool, or the action's own tags if it needs no tool.
func (a *Action) tagsOfTool(tool *Item) tagSet {
	if tool != nil && len(a.With) > 0 {
		return tool.tags
	}
	return a.tags
}

// totalCounts returns the duration of the action by its formula and phases, in counts.
func (a *Action) totalCounts(f *Frame) float64 {
	counts := a.counts.Num(f)
	for _, phase := range a.Phases {
		counts += phase.Counts
	}
	return counts
}

// CheckAnswered returns an error if the action has a question that must be answered with a number. A question without bounds, or with a
// default, needs no number.
func (a *Action) CheckAnswered() error {
	if ask := a.Ask; ask != nil && !ask.IsOptional() && (ask.Least != nil || ask.Most != nil) {
		return refuse("%s: enter %s.", a.Label, ask.WantedText())
	}
	return nil
}

// MeansText returns the label of the tool or, without one, of the task, skill, statistic or action, for the middle of a sentence:
// "hatchet", "tend a wound". If the action is not the tool's usual one, both are named: "disarm (hatchet)".
func (d *OngoingAction) MeansText(rs *Ruleset) string {
	if item, ok := rs.Items.Get(d.Tool); ok {
		if action, known := rs.Actions.Get(d.Action); known && action != rs.usualAction(item) && d.Task == "" && d.Skill == "" {
			return MidSentence(action.Label) + " (" + MidSentence(item.Label) + ")"
		}
		return MidSentence(item.Label)
	}
	if task, ok := rs.Tasks.Get(d.Task); ok {
		return MidSentence(task.Label)
	}
	if skill, ok := rs.Skills.Get(d.Skill); ok {
		return MidSentence(skill.Label)
	}
	if stat, ok := rs.Stats.Get(d.Stat); ok {
		return MidSentence(stat.Label)
	}
	if action, ok := rs.Actions.Get(d.Action); ok {
		return MidSentence(action.Label)
	}
	return d.actionWords()
}

// usualAction returns the usual action for item: the first action that has a key and can use the item, or else the first one that can use
// it, or nil.
func (rs *Ruleset) usualAction(item *Item) (usual *Action) {
	for _, action := range rs.Actions.All {
		if !item.HasAnyTag(action.With) || action.Answers != "" {
			continue
		}
		if action.Key != "" {
			return action
		}
		if usual == nil {
			usual = action
		}
	}
	return usual
}

// CommandWords returns the short names of the options, and of the action unless it is the usual one for its tool, separated by commas, for
// the middle of a sentence: "aim", "aim, tend".
func (d *OngoingAction) CommandWords(rs *Ruleset) string {
	names := d.optionNames(rs)
	action, known := rs.Actions.Get(d.Action)
	if item, ok := rs.Items.Get(d.Tool); known && !(ok && action == rs.usualAction(item)) {
		names = append(names, MidSentence(cmp.Or(action.Short, action.Label)))
	}
	return strings.Join(names, ", ")
}

// optionNames returns the short names of the chosen options, skipping options that have none.
func (d *OngoingAction) optionNames(rs *Ruleset) (names []string) {
	for _, option := range d.Options {
		if situation, ok := rs.Situations.Get(option.Situation); ok && situation.Short != "" {
			names = append(names, situation.Short)
		}
	}
	return names
}

// Describe returns the short names of the action's options, followed by [OngoingAction.MeansText], separated by colons: "aim: longbow",
// "sabre", "disarm (sabre)".
func (d *OngoingAction) Describe(rs *Ruleset) string {
	return strings.Join(append(d.optionNames(rs), d.MeansText(rs)), ": ")
}

// Sign returns the first of the pack's signs whose tag the action, its tool or an option has; "" if none matches.
func (d *OngoingAction) Sign(rs *Ruleset) string {
	for _, sign := range rs.Pack.Signs {
		if d.matchesTag(rs, sign.Name) {
			return sign.Value
		}
	}
	return ""
}

// matchesTag reports whether the action, its tool or one of its options has the tag, or whether tag is the name of the action.
func (d *OngoingAction) matchesTag(rs *Ruleset, tag string) bool {
	has := func(tags []source.Text) bool {
		return slices.ContainsFunc(tags, func(t source.Text) bool { return t.Text == tag })
	}
	if action, ok := rs.Actions.Get(d.Action); ok && (action.Name == tag || has(action.Tags)) {
		return true
	}
	if item, ok := rs.Items.Get(d.Tool); ok && item.HasTag(tag) {
		return true
	}
	return slices.ContainsFunc(d.Options, func(option TickedOption) bool {
		situation, ok := rs.Situations.Get(option.Situation)
		return ok && has(situation.Tags)
	})
}

// WithActorName returns the action with its actor's name: "Scar's hatchet", "Dov: get up".
func (d *OngoingAction) WithActorName(name string, rs *Ruleset) string {
	if d.Tool != "" {
		return name + "'s " + d.MeansText(rs)
	}
	return name + ": " + d.MeansText(rs)
}

// The section `stages`: phases of play, such as the aftermath of a battle, that consist of steps; each step can list the actions that are
// possible in it. turn_stage.go runs them.

// Stage is a list of steps in order, such as the aftermath of a battle.
type Stage struct {
	Head `yaml:",inline"`
	At   string `yaml:"at" one:"won round"` // When it begins: when a side has won, or with each round.
	// The side for which this formula is true goes first in each step. Default: the order of the encounter.
	First source.Text           `yaml:"first" formula:"yes"`
	Steps source.Map[StageStep] `yaml:"steps"` // The steps, in order.
	first *Formula              // compiled `first`; nil for the usual order of the sides
	steps []*StageStep          // compiled steps, in order
}

// StageStep is a step of a stage.
type StageStep struct {
	Head `yaml:",inline"`
	// Actions restricted to the steps that list them: only the side whose step it is can take them.
	Actions  []source.Text `yaml:"actions" of:"actions"`
	Do       []*Effect     `yaml:"do"`                      // Effects when the step starts, for each side.
	Sequence source.Text   `yaml:"sequence" of:"sequences"` // The sequence that runs when the step starts, for each side.
	Omit     source.Text   `yaml:"omit" formula:"yes"`      // Sides for which this formula is true skip the step.
	Until    source.Text   `yaml:"until" formula:"yes"`     // A side can end the step only when this formula is true.
	Refuse   string        `yaml:"refuse"`                  // The message if `until` isn't true.
	Sides    string        `yaml:"sides" one:"together"`    // `together`: all sides at once. Default: one after the other.
	Each     string        `yaml:"each" one:"order"`        // `order`: figures of all sides take the step one by one, in the order of their turns in this round. Default: as in `sides`.
	// True: the step consists of the turns of the round, in a stage `at: round`. Default: false.
	Turns    bool        `yaml:"turns"`
	Orders   source.Text `yaml:"orders" of:"conditions"` // The condition whose number is a figure's place in the order that its side gives.
	omit     *Formula    // formula for sides that skip the step; nil for never
	until    *Formula    // formula that must be true before a side can end the step; nil for none
	sequence *Sequence   // compiled `sequence`; nil for none
	orders   *Condition  // condition whose number gives a figure's place in its side's order; nil if sides give no orders
	at       int         // index in the stage
}

// Values of `at`: the time when a stage begins.
const (
	stageAtWon   = "won"   // when a side has won
	stageAtRound = "round" // with each round
)

// stagePlace is a step that lists an action, with the stage that the step belongs to.
type stagePlace struct {
	stage *Stage     // stage to which the step belongs
	step  *StageStep // step that lists the action
}

// isForAllSides reports whether all sides share the step instead of taking it one after the other.
func (s *StageStep) isForAllSides() bool { return s.Sides != "" || s.Each != "" || s.orders != nil }

// StepLabel returns the label of the step at the given index, or "" for the turns of a round and for a step that ends automatically.
func (s *Stage) StepLabel(index int) string {
	if index >= len(s.steps) || !s.steps[index].waitsForSides() {
		return ""
	}
	return s.steps[index].Label
}

// waitsForSides reports whether the step lasts until the sides declare that they are done.
func (s *StageStep) waitsForSides() bool { return len(s.Actions) > 0 || s.orders != nil }

// stageAt returns the stage that begins at the given moment, stageAtWon or stageAtRound, or nil.
func (rs *Ruleset) stageAt(moment string) *Stage {
	for _, stage := range rs.Stages.All {
		if stage.At == moment {
			return stage
		}
	}
	return nil
}

// compileStages compiles the stages.
func (c *compiler) compileStages() {
	when := map[string]string{}
	for _, stage := range c.rs.Stages.All {
		if other := when[stage.At]; stage.At != "" && other != "" {
			c.addMistake(source.Repeated, stage.Pos, "Stages %s and %s both begin at %s. Put their steps into one.", other, stage.Name, stage.At)
		}
		when[stage.At] = stage.Name
		if stage.At == "" {
			c.addMistake(source.Missing, stage.Pos, "Stage %s doesn't say when it begins. Add `at: won` or `at: round`.", stage.Name)
		}
		if len(stage.Steps) == 0 {
			c.addMistake(source.Missing, stage.Pos, "Stage %s has no steps. Add some.", stage.Name)
		}
		stage.first = c.compileFlag(stage.First, nameScope{})
		c.checkSideFormula(stage.Name+".first", stage.first)
		turns := 0
		for i := range stage.Steps {
			step := &stage.Steps[i].Value
			step.setName(stage.Steps[i].Name, stage.Steps[i].Pos)
			if step.Src == "" {
				step.Src = stage.Src
			}
			step.at = i
			step.compile(c, stage)
			if step.Turns {
				turns++
			}
			stage.steps = append(stage.steps, step)
		}
		if stage.At == stageAtRound && (turns != 1 || !c.rs.Order.InRounds()) {
			c.addMistake(source.Missing, stage.Pos, "Stage %s begins with each round, so it needs `scheme: rounds` and one step with `turns: true`. Add them.", stage.Name)
		} else if stage.At != stageAtRound && turns > 0 {
			c.addMistake(source.BadValue, stage.Pos, "Only a stage `at: round` has the turns of a round. Remove turns from %s.", stage.Name)
		}
	}
}

// compile compiles a step of a stage.
func (s *StageStep) compile(c *compiler, stage *Stage) {
	s.omit, s.until = c.compileFlag(s.Omit, nameScope{}), c.compileFlag(s.Until, nameScope{})
	c.checkSideFormula(s.Name+".omit", s.omit)
	c.checkSideFormula(s.Name+".until", s.until)
	c.compileEffects(s.Do, s.Label, nameScope{})
	s.sequence = findEntry(c, &c.rs.Sequences, s.Sequence, "sequence")
	if s.orders = findEntry(c, &c.rs.Conditions, s.Orders, "condition"); s.orders != nil {
		s.orders.ordersFigures = true
	}
	for _, name := range s.Actions {
		if action := findEntry(c, &c.rs.Actions, name, "action"); action != nil {
			action.stages = append(action.stages, stagePlace{stage, s})
		}
	}
	if s.Turns && (s.waitsForSides() || s.sequence != nil || len(s.Do) > 0) {
		c.addMistake(source.BadValue, s.Pos, "Step %s has the turns of the round, so it can't have actions, orders, do or sequence. Move them to another step.", s.Name)
	}
	if s.Until.Text != "" && !s.waitsForSides() {
		c.addMistake(source.BadValue, s.Until.Pos, "Step %s ends on its own, because it has no actions. Remove until.", s.Name)
	}
}
