package rules

import (
	"maps"
	"math"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/formula"
	"hybrid/rules/layer"
	"hybrid/rules/source"
)

// Resolving the names of a formula: the scope of a place compiles names to functions of a Frame (state_frame.go). num_actornames.go
// resolves names of actors, num_stepnames.go names of steps. A place is a kind of formula in the YAML, such as the formulas of a check; a
// nameScope describes it. Each function that resolves names returns false if it doesn't know the name. The Data of a resolved name, such as
// tagsInput, says what its value depends on; the helpers numberValue, staticValue, actorValue and skillValue set it (state_dependency.go).

// nameScope is the place of a formula, which decides the names that it can use. The zero value has only the names that are available
// everywhere.
type nameScope struct {
	stats        int       // in a stat's formula: index of the stat plus 1, since only earlier stats can be read; 0 elsewhere
	check        *Check    // in a check: the check; nil elsewhere
	numbers      int       // number of the check's numbers that can be read, counted from the first
	results      int       // number of the check's results that can be read, counted from the first
	readsRoll    bool      // whether the check's roll can be read
	draw         string    // name of the second die of the check's ladder, which decides between equal results; "" if it can't be read
	seq          *Sequence // in a step: its sequence; nil elsewhere
	steps        int       // number of the sequence's steps with results that can be read, counted from the first
	ask          *Ask      // question whose answer is `asked`; nil for none
	readsAsked   bool      // whether `asked` can be read
	readsNumber  bool      // whether the condition's own number can be read
	readsSkill   bool      // whether the skill in use and its aspects can be read
	readsRanks   bool      // whether the names of the rank and skill-pool rules can be read; set only in those rules
	readsAction  bool      // whether the duration of the action can be read
	to           string    // in a look-up: name under which the number looked up can be read; "" elsewhere
	allowsDice   bool      // whether the formula can roll dice
	readsTotal   bool      // in a line of a tally: whether the sum of the lines before it can be read
	inItemPool   bool      // in a pool of items: whether the item's fields can be read
	inVisibility bool      // in a rule for visibility: whether the situations of the scene can be read
	part         string    // in the line of an explained number: name of the part that is already calculated; "" elsewhere
	anyItem      bool      // whether a condition of items is looked up on all items of the actor, not only on the tool
	hasKeptDice  bool      // in a check's `keep`: whether the words for the kept dice can be used
	inTactic     bool      // in a formula of a tactic: whether the standing of the side can be read
	cast         *cast     // actors that can be referred to by their keys; nil for none
}

// withoutDice returns the same scope without dice.
func (p nameScope) withoutDice() nameScope {
	p.allowsDice = false
	return p
}

// A scopeValue is a resolved name: a function that reads its value from a frame, and what the value depends on. The functions return the
// value of a name or of a formula in a frame.
type (
	scopeValue = formula.Value[*Frame]
	numFunc    = func(*Frame) float64
	flagFunc   = func(*Frame) bool
	textFunc   = func(*Frame) string
)

// flagValue returns a flag whose value get returns.
func flagValue(get flagFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Flag, Flag: get}, true
}

// textValue returns a text whose value get returns: one of words, or any text if words is nil.
func textValue(words []string, get textFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Text, Text: get, Words: words}, true
}

// compilerOf returns a compiler of formulas outside the files of a game, such as those of an encounter.
func compilerOf(rs *Ruleset, report *source.Report) *compiler {
	c := &compiler{rs: rs, report: report, tagBits: maps.Clone(rs.bits), rulings: map[string]bool{}, scopes: map[nameScope]*formula.Scope[*Frame]{}}
	c.collectWords()
	return c
}

// scopeAt returns the scope of names that can be used at a place.
func (c *compiler) scopeAt(p nameScope) *formula.Scope[*Frame] {
	if s, ok := c.scopes[p]; ok {
		return s
	}
	s := &formula.Scope[*Frame]{
		Name:  func(path string) (scopeValue, bool) { return c.resolveName(p, path) },
		Func:  c.resolveTable,
		Each:  func(name string) (formula.Each[*Frame], bool) { return c.compileSideSum(p, name) },
		Lacks: func(path string) string { return c.hintElsewhere(p, path) },
		Words: func() []string { return c.listNames(p) },
	}
	if p.allowsDice {
		s.Dice, s.Many = rollDiceFunc, rollManyFunc
	}
	c.scopes[p] = s
	return s
}

// compileNumber compiles a formula whose value is a number, or returns nil if t is empty. Mistakes are added to c.report.
func (c *compiler) compileNumber(t source.Text, p nameScope) *Formula {
	if t == (source.Text{}) {
		return nil
	}
	return formula.Compile(t, formula.Number, c.scopeAt(p), c.report)
}

// compileFlag compiles a yes/no formula, or returns nil if t is empty, which counts as true.
func (c *compiler) compileFlag(t source.Text, p nameScope) *Formula {
	if t == (source.Text{}) {
		return nil
	}
	return formula.Compile(t, formula.Flag, c.scopeAt(p), c.report)
}

// scalarAt returns word with its position in the value of a section's key; the value is the word itself or a list that contains it.
func (c *compiler) scalarAt(section, key, word string) source.Text {
	node := c.root.Get(section).Get(key)
	if node == nil {
		return source.Text{Text: word}
	}
	for _, item := range node.Items {
		if item.Text == word {
			node = item
		}
	}
	return source.Text{Text: word, Pos: node.Pos}
}

// namesInAllLayers returns names and the words under path in every layer, so that lower layers can still use names that an upper layer
// removed. It is never nil.
func (c *compiler) namesInAllLayers(names []string, path ...string) []string {
	all := append([]string{}, names...)
	for _, layer := range c.stack.WrittenLayers() {
		node := layer.At(path...)
		for _, word := range node.Words() {
			if !slices.Contains(all, word) {
				all = append(all, word)
			}
		}
	}
	return all
}

// lacksValue reports whether a key has no value, and adds a mistake if so. Usually the key is really part of a value that contains a comma.
func (c *compiler) lacksValue(entry source.MapItem[*source.Node]) bool {
	if entry.Value.Kind != source.Null {
		return false
	}
	c.addMistake(source.UnknownKey, entry.Pos, "%s has no value. Inside { } a comma ends a value; put a value with a comma in quotes.", entry.Name)
	return true
}

// rollDiceFunc returns a function that rolls count dice and adds them up. With again, the highest face is rolled again and added.
func rollDiceFunc(count, faces int, again bool) numFunc {
	return func(f *Frame) float64 { return rollSum(f, count, faces, again) }
}

// rollManyFunc returns a function that rolls count dice, rounded down and at most maxDice, with the given number of faces, and adds them
// up.
func rollManyFunc(again bool) func(f *Frame, count, faces float64) float64 {
	lowest := float64(collect.Choose(again, 2, 1))
	return func(f *Frame, count, faces float64) float64 {
		n := int(math.Max(0, math.Min(maxDice, math.Floor(count+slack))))
		return rollSum(f, n, int(math.Max(lowest, math.Min(maxFaces, math.Floor(faces+slack)))), again)
	}
}

// rollSum rolls dice and adds them up, or returns their average if the frame asks for averages. Dice that explode (again) have a higher
// average, by the factor faces/(faces-1).
func rollSum(f *Frame, count, faces int, again bool) float64 {
	switch {
	case count == 0 || f.run == nil && !f.average:
		return 0
	case f.average && again:
		return float64(count) * float64(faces+1) / 2 * float64(faces) / float64(faces-1)
	case f.average:
		return float64(count) * float64(faces+1) / 2
	}
	return f.run.roller.sumDice(count, faces, again)
}

// maxDice is the highest number of dice in one roll of a formula.
const maxDice = 1000

// resolveTable returns the look-up function of a table with one number per row.
func (c *compiler) resolveTable(name string) (func(*Frame, float64) float64, bool) {
	table, ok := c.rs.Tables.Get(name)
	if !ok || table.Roll.Text != "" || table.Deck != "" {
		return nil, false
	}
	return table.lookUp, true
}

// resolveName resolves a name in a formula at place p: one that exists only there, the result of a step, or a name of the other actor or
// the actor.
func (c *compiler) resolveName(p nameScope, path string) (scopeValue, bool) {
	parts := strings.Split(path, ".")
	if p.stats > 0 {
		return c.resolveSheetName(p, parts)
	}
	if v, ok := c.resolvePlaceName(p, path, parts); ok {
		return v, true
	}
	if v, ok := c.resolveStep(p.seq, p.steps, parts, (*Frame).stepResults); ok {
		return v, true
	}
	if p.anyItem && len(parts) == 2 && parts[0] == "is" {
		if condition, ok := c.rs.Conditions.Get(parts[1]); ok && condition.Tool && condition.Holds.Text == "" {
			c.noteCondition(condition)
			return actorValue(flagValue(func(f *Frame) bool { return f.sides[0].actor.HasCondition(f.rs, condition) }))
		}
	}
	if parts[0] == "other" {
		return c.resolveOfOther(parts[1:])
	}
	return c.resolveActorName(0, parts)
}

// resolveSheetName resolves a name in the formula of a stat or of a pool's bounds: an earlier stat, a ruling, the value to reach (p.to), or
// a field of the item that has the pool.
func (c *compiler) resolveSheetName(p nameScope, parts []string) (scopeValue, bool) {
	if p.to != "" && len(parts) == 1 && parts[0] == p.to {
		v, _ := numberValue(func(f *Frame) float64 { return f.givenValue })
		return v, true
	}
	if len(parts) == 1 {
		if s, ok := c.rs.Stats.Get(parts[0]); ok && s.index < p.stats-1 {
			return c.resolveStat(0, s)
		}
	}
	if len(parts) == 2 && parts[0] == "ruling" {
		return c.resolveRuling(parts[1])
	}
	if len(parts) == 2 && p.inItemPool && parts[0] == "tool" {
		return c.resolveTool(0, parts[1])
	}
	return scopeValue{}, false
}

// resolveRuling resolves the name of a ruling with choices to a constant, and records that the ruling is used.
func (c *compiler) resolveRuling(name string) (scopeValue, bool) {
	ruling, ok := c.rs.Rulings.Get(name)
	if !ok || ruling.Choices == nil {
		return scopeValue{}, false
	}
	c.rulings[name] = true
	v, _ := textValue(c.namesInAllLayers(ruling.choiceWords(), layer.RulingsKey, name, layer.ChoicesKey), func(*Frame) string { return ruling.Choice.Text })
	v.Const = true
	return v, true
}

// resolvePlaceName resolves a name that exists only at this place.
func (c *compiler) resolvePlaceName(p nameScope, path string, parts []string) (scopeValue, bool) {
	switch {
	case parts[0] == "ruling" && len(parts) == 2:
		return c.resolveRuling(parts[1])
	case parts[0] == "tag" && len(parts) == 2:
		if !c.wordSet[parts[1]] {
			return scopeValue{}, false
		}
		bit := c.tagBit(parts[1], c.rs.Pack.Pos)
		v, _ := staticValue(flagValue(func(f *Frame) bool { return f.hasTag(bit) }))
		v.Data = tagsInput{}
		return v, true
	case p.inVisibility && (len(parts) == 2 && parts[0] == "scene" || len(parts) == 3 && parts[0] == "other" && parts[1] == "scene"):
		return c.resolveScene(len(parts)-2, parts[len(parts)-1])
	case path == otherwiseName:
		return flagValue(func(*Frame) bool { return true })
	case p.to != "" && path == p.to:
		v, _ := numberValue(func(f *Frame) float64 { return f.givenValue })
		return v, true
	case p.part != "" && path == p.part:
		return numberValue(func(f *Frame) float64 { return f.explainedPart })
	case p.hasKeptDice && path == KeepHighest:
		return keepValue(1)
	case p.hasKeptDice && path == KeepLowest:
		return keepValue(-1)
	case p.readsTotal && path == "total":
		return numberValue(func(f *Frame) float64 { return f.total })
	case p.readsNumber && path == "number":
		v, ok := numberValue(func(f *Frame) float64 { return f.number })
		v.Data = numberInput{}
		return v, ok
	case p.readsAsked && parts[0] == "asked":
		return c.resolveAsked(p, parts)
	}
	if p.readsAction {
		if v, ok := resolveActionValue(path); ok {
			return v, true
		}
	}
	if v, ok := c.resolveParameter(p, path); ok {
		return v, true
	}
	if v, ok := c.resolveNamed(p, path, parts); ok {
		return v, true
	}
	if p.readsRanks {
		if v, ok := resolveRankName(path); ok {
			return v, true
		}
	}
	if p.readsSkill || p.check != nil {
		if v, ok := c.resolveSkillName(path, parts); ok {
			return v, true
		}
	}
	if p.check != nil {
		return c.resolveCheckName(p, path)
	}
	return scopeValue{}, false
}

// resolveActionValue resolves a name for the action that is being carried out: its duration, its costs and its circumstances.
func resolveActionValue(path string) (scopeValue, bool) {
	switch path {
	case "action.counts":
		return staticValue(numberValue(func(f *Frame) float64 { return f.counts }))
	case "draws":
		return actorValue(flagValue(func(f *Frame) bool { return f.mustDraw() }))
	case "spent":
		return staticValue(numberValue(func(f *Frame) float64 { return f.spent }))
	case "window":
		return numberValue(func(f *Frame) float64 {
			if f.run == nil {
				return 0
			}
			return f.run.window
		})
	case "called":
		return flagValue(func(f *Frame) bool { return f.run != nil && f.run.calledByGM })
	}
	return scopeValue{}, false
}

// resolveScene resolves whether a situation holds for the scene or for one actor: the observer (k = 0) or the actor seen (k = 1).
func (c *compiler) resolveScene(k int, name string) (scopeValue, bool) {
	if _, ok := c.rs.Situations.Get(name); !ok {
		return scopeValue{}, false
	}
	return flagValue(func(f *Frame) bool {
		return f.scene != nil && slices.Contains(f.scene.Situations, name) || slices.Contains(f.sides[k].actor.Situations, name)
	})
}

// Names that exist in every check.
const (
	otherwiseName = "otherwise"      // ladder step that always applies
	rollName      = "roll"           // number rolled
	againstMargin = "against.margin" // margin of the opposing roll that the check is rolled against
)

// resolveParameter resolves the name of a parameter (`takes`) of the sequence at place p.
func (c *compiler) resolveParameter(p nameScope, path string) (scopeValue, bool) {
	if p.seq == nil {
		return scopeValue{}, false
	}
	i := slices.Index(p.seq.Takes, path)
	if i < 0 {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return f.seq.args[i] })
}

// resolveAsked resolves `asked` and its fields: the number, faces, dice or table row that was entered as an answer.
func (c *compiler) resolveAsked(p nameScope, parts []string) (scopeValue, bool) {
	if p.ask != nil && p.ask.Faces.Text != "" {
		return p.ask.resolveFaces(parts, func(f *Frame) float64 { return f.askedNumber })
	}
	if p.ask.AsksCards() {
		return p.ask.resolveCardField(parts, func(f *Frame) float64 { return f.askedNumber })
	}
	if len(parts) == 1 && p.ask != nil && p.ask.Dice {
		return numberValue(func(f *Frame) float64 { return f.givenDice.rollIn(f) })
	}
	if len(parts) == 1 {
		return numberValue(func(f *Frame) float64 { return f.askedNumber })
	}
	if p.ask == nil || p.ask.table == nil || len(parts) != 2 {
		return scopeValue{}, false
	}
	column, ok := p.ask.table.columns[parts[1]]
	if !ok {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return f.row.columnValue(f, column, 0) })
}

// resolveRankName resolves a name in the formulas of ranks: the skill's own rank and those of related skills.
func resolveRankName(path string) (scopeValue, bool) {
	switch path {
	case "rank":
		return rankValue(func(f *Frame) float64 { return f.ranks.rank })
	case "related":
		return rankValue(func(f *Frame) float64 { return f.ranks.related })
	case "pool":
		return rankValue(func(f *Frame) float64 { return f.ranks.pool })
	case "filter":
		return rankValue(func(f *Frame) float64 { return f.ranks.filter })
	case "best":
		return rankValue(func(f *Frame) float64 { return f.ranks.best })
	case "others":
		return rankValue(func(f *Frame) float64 { return f.ranks.others })
	}
	return scopeValue{}, false
}

// resolveSkillName resolves a name for the skill in use: basis, rank, counts or a column of its aspects.
func (c *compiler) resolveSkillName(path string, parts []string) (scopeValue, bool) {
	switch path {
	case "basis":
		v, _ := numberValue(func(f *Frame) float64 { return f.use.basis.Num(f) })
		v.Data = basisInput{}
		return v, true
	case "skill.used":
		return staticValue(flagValue(func(f *Frame) bool { return f.use.isNamed }))
	case "skill.trained":
		return staticValue(flagValue(func(f *Frame) bool { return f.use.trained }))
	case "skill.rank":
		return staticValue(numberValue(func(f *Frame) float64 { return f.use.rank }))
	case "skill.plain":
		return staticValue(numberValue(func(f *Frame) float64 { return f.use.plain }))
	case "skill.counts":
		return staticValue(numberValue(func(f *Frame) float64 {
			if f.use.skill == nil {
				return 0
			}
			return f.use.skill.counts
		}))
	case "skill.percent":
		return skillValue(func(f *Frame) float64 { return f.use.skill.Percent })
	case "skill.cost":
		return skillValue(func(f *Frame) float64 { return f.use.skill.Cost })
	case "skill.difficulty":
		return skillValue(func(f *Frame) float64 { return f.use.skill.Difficulty })
	case "skill.support":
		return staticValue(numberValue(func(f *Frame) float64 { return f.sumSupportBonus(nil) }))
	}
	if len(parts) != 2 {
		return scopeValue{}, false
	}
	aspect := slices.Index(c.rs.Skill.Aspects, parts[0])
	table, ok := c.rs.Tables.Get(parts[0])
	if aspect < 0 || !ok {
		return scopeValue{}, false
	}
	column, ok := table.columns[parts[1]]
	if !ok {
		return scopeValue{}, false
	}
	return skillValue(func(f *Frame) float64 { return f.use.skill.aspects[aspect].columnValue(f, column, 0) })
}

// numberBefore returns the earlier number of the check with this name. It returns nil if there is none, or if the number rolls dice,
// as an explanation would roll them again.
func (p nameScope) numberBefore(name string) *Tally {
	if p.check == nil {
		return nil
	}
	for i := range min(p.numbers, len(p.check.Numbers)) {
		if number := &p.check.Numbers[i]; number.Name == name && !number.Value.rollsDice() {
			return &number.Value
		}
	}
	return nil
}

// resolveCheckName resolves a name within a check: the margin it is rolled against, or one of its earlier numbers and results.
func (c *compiler) resolveCheckName(p nameScope, path string) (scopeValue, bool) {
	if path == againstMargin {
		v, ok := numberValue(func(f *Frame) float64 {
			if f.step != nil && f.step.Against.Text != "" && f.isUnknown("margin") {
				return 0
			}
			return f.zeroIfNaN(f.chk.against, "margin")
		})
		v.Data = marginInput{}
		return v, ok
	}
	for i := 0; i < p.numbers && i < len(p.check.Numbers); i++ {
		if p.check.Numbers[i].Name == path {
			return numberValue(func(f *Frame) float64 {
				if u := f.unknownRecord(); u != nil && u.numbers[i] != "" {
					u.noteRead(u.numbers[i])
				}
				return f.chk.numbers[i]
			})
		}
	}
	if !p.readsRoll {
		return scopeValue{}, false
	}
	if v, ok := p.check.resolveFace(path); ok {
		return v, true
	}
	if path == rollName && p.check.facedDie == nil {
		return numberValue(func(f *Frame) float64 { return f.chk.roll })
	}
	if p.draw != "" && path == p.draw {
		return numberValue(func(f *Frame) float64 { return f.chk.draw })
	}
	for i := 0; i < p.results && i < len(p.check.results); i++ {
		if p.check.Results[i].Name != path {
			continue
		}
		if p.check.results[i].flag != nil {
			return flagValue(func(f *Frame) bool { return f.chk.results[i] != 0 })
		}
		return numberValue(func(f *Frame) float64 { return f.chk.results[i] })
	}
	return scopeValue{}, false
}

// resolveFaces resolves a field of an answer for faces: the number of dice that show a given face or, without a field, the number of all
// dice.
func (a *Ask) resolveFaces(parts []string, get func(*Frame) float64) (scopeValue, bool) {
	if len(parts) == 1 {
		return numberValue(func(f *Frame) float64 { return float64(faceCounts(get(f)).diceCount()) })
	}
	face := noFace
	if len(parts) == 2 && a.faced != nil {
		face = a.faced.findFace(strings.ToLower(parts[1]))
	}
	if face == noFace {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return float64(faceCounts(get(f)).count(face)) })
}

// rollIn rolls the dice in a frame and returns the sum, or 0 if p is nil.
func (p *DiceSum) rollIn(f *Frame) float64 {
	if p == nil {
		return 0
	}
	if p.Count == 0 {
		return p.Plus
	}
	return rollSum(f, p.Count, p.Faces, false) + p.Plus
}

// compileFlagOr compiles a yes/no formula, or returns fallback if t is empty.
func (c *compiler) compileFlagOr(t source.Text, fallback *Formula) *Formula {
	if t.Text == "" {
		return fallback
	}
	return c.compileFlag(t, nameScope{})
}

// neverValue returns a flag that is always false.
func neverValue() (scopeValue, bool) {
	v, _ := flagValue(func(*Frame) bool { return false })
	v.Const = true
	return v, true
}

// hasSeveralDice reports whether a check is rolled with several dice, or with a die that isn't always the same: faced dice, which all
// count, or plain dice, some of which are kept.
func (check *Check) hasSeveralDice() bool {
	return check.facedDie != nil || check.Keep.Text != "" || len(check.Extra) > 0 || check.die == 0 && strings.HasPrefix(check.Roll.Text, "d(")
}

// resolveFace resolves a face of the current check, or its number of dice.
func (check *Check) resolveFace(path string) (scopeValue, bool) {
	if path == diceName && check.hasSeveralDice() {
		return numberValue(func(f *Frame) float64 { return float64(f.chk.dice.count) })
	}
	if check.facedDie == nil {
		return scopeValue{}, false
	}
	face := check.facedDie.findFace(path)
	if face == noFace {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return float64(f.chk.faces.count(face)) })
}

// Words for the die of a check that counts.
const (
	KeepLowest  = "lowest"
	KeepHighest = "highest"
)

// keepValue returns the constant x, the value of the word `lowest` (-1) or `highest` (1) in a check's `keep`.
func keepValue(x float64) (scopeValue, bool) {
	v, ok := numberValue(func(*Frame) float64 { return x })
	v.Const = true
	return v, ok
}
