package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// nameScope is where a formula stands, and so which names it may use.
type nameScope struct {
	stats   int    // in a stat's formula: only stats before this one, plus 1; 0 is anywhere else
	check   *Check // in a check: its numbers and results so far
	numbers int
	results int
	rolled  bool
	draw    string
	seq     *Sequence // in a step: the steps before this one
	steps   int
	ask     *Ask
	asked   bool
	number  bool   // of the condition itself
	skill   bool   // how a skill is used, and its aspects
	ranks   bool   // the rules for ranks and skill pools
	action  bool   // the action's time
	to      string // what the number looked up is called
	dice    bool
}

// placeNames finds what a name stands for at a place.
type placeNames struct{ c *compiler }

// actorNames finds what a name stands for that every actor has.
type actorNames struct{ c *compiler }

// plain is the same place without dice.
func (p nameScope) plain() nameScope {
	p.dice = false
	return p
}

type (
	scopeValue = formula.Value[*Frame]
	numFunc    = func(*Frame) float64
	flagFunc   = func(*Frame) bool
	textFunc   = func(*Frame) string
)

func numberValue(get numFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Number, Num: get}, true
}
func flagValue(get flagFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Flag, Flag: get}, true
}
func textValue(get textFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Text, Text: get}, true
}

// scope is the names that exist at a place, with how each is read.
func (c *compiler) scope(p nameScope) *formula.Scope[*Frame] {
	if s, ok := c.scopes[p]; ok {
		return s
	}
	s := &formula.Scope[*Frame]{
		Name:  func(path string) (scopeValue, bool) { return placeNames{c}.name(p, path) },
		Func:  placeNames{c}.function,
		Lacks: func(path string) string { return placeNames{c}.elsewhere(p, path) },
		Words: func() []string { return placeNames{c}.names(p) },
	}
	if p.dice {
		s.Dice = diceFunc
	}
	c.scopes[p] = s
	return s
}

// elsewhere says why a name cannot be read at a place, though it is known in some other way; empty if it is not.
func (n placeNames) elsewhere(p nameScope, path string) string {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "other."), ".")
	for _, key := range [][2]string{{"stats", first}, {"pools", first}, {"numbers", first}, {"modifiers", rest}, {"conditions", rest}, {"skills", rest}} {
		if pos, gone := n.c.gone[key]; gone {
			return "is needed here, and " + pos.String() + " takes it out"
		}
	}
	if p.stats > 0 {
		if _, ok := n.c.rs.Stats.Get(path); ok {
			return "cannot be read here; a statistic reads only those above it"
		}
	}
	if p.seq != nil && slices.ContainsFunc(p.seq.Steps, func(e source.Entry[Step]) bool { return e.Name == first }) && p.seq.step(first, p.steps) == nil {
		return "is not known yet; a step reads only those before it"
	}
	if condition, ok := n.c.rs.Conditions.Get(rest); ok && first == "with" {
		return "is not between two; write is." + condition.Name
	}
	if _, ok := n.name(everywhere(n.c), path); ok {
		return "is not known here; hybrid help formulas lists what is at each place"
	}
	return n.read(path)
}

// read says how what a bare name stands for is read; empty for a name that stands for nothing.
func (n placeNames) read(name string) string {
	if _, ok := n.c.rs.Pools.Get(name); ok {
		return fmt.Sprintf("is a pool; write %s.now, %s.max or %s.lost", name, name, name)
	}
	if _, ok := n.c.rs.Conditions.Get(name); ok {
		return "is a condition; write is." + name
	}
	if _, ok := n.c.rs.Modifiers.Get(name); ok {
		return "is a modifier; write mod." + name
	}
	if _, ok := n.c.rs.Rulings.Get(name); ok {
		return "is a ruling; write ruling." + name
	}
	if _, ok := n.c.rs.Skills.Get(name); ok {
		return "is a skill; write rank." + name
	}
	if slices.Contains(n.c.words, name) {
		return "is a word that rolls can be about; write tag." + name
	}
	return ""
}

// diceFunc rolls and adds up.
func diceFunc(count, faces int) numFunc {
	return func(f *Frame) float64 {
		if f.average {
			return float64(count) * float64(faces+1) / 2
		}
		if f.run == nil {
			return 0
		}
		return f.run.roller.sum(count, faces)
	}
}

// function is a looked-up table with one number per row.
func (n placeNames) function(name string) (func(*Frame, float64) float64, bool) {
	table, ok := n.c.rs.Tables.Get(name)
	if !ok || table.Roll.Text != "" {
		return nil, false
	}
	return table.number, true
}

func (n placeNames) name(p nameScope, path string) (scopeValue, bool) {
	parts := strings.Split(path, ".")
	if p.stats > 0 {
		return n.sheetName(p, parts)
	}
	if v, ok := n.placeName(p, path, parts); ok {
		return v, true
	}
	if v, ok := n.stepName(p.seq, p.steps, parts, func(f *Frame) *seqFrame { return f.seq }); ok {
		return v, true
	}
	if parts[0] == "other" {
		return actorNames{n.c}.actorName(1, parts[1:])
	}
	return actorNames{n.c}.actorName(0, parts)
}

// sheetName is a name in the formula of a stat: the stats before it, and rulings.
func (n placeNames) sheetName(p nameScope, parts []string) (scopeValue, bool) {
	if len(parts) == 1 {
		if s, ok := n.c.rs.Stats.Get(parts[0]); ok && s.index < p.stats-1 {
			return actorNames{n.c}.stat(0, s)
		}
	}
	if len(parts) == 2 && parts[0] == "ruling" {
		return n.ruling(parts[1])
	}
	return scopeValue{}, false
}

func (n actorNames) stat(k int, s *Stat) (scopeValue, bool) {
	v, _ := staticValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.stats[s.index] }))
	if s.most > 0 {
		v.Bounded, v.Min, v.Max = true, s.least, 1e6
	}
	return v, true
}

func (n placeNames) ruling(name string) (scopeValue, bool) {
	ruling, ok := n.c.rs.Rulings.Get(name)
	if !ok {
		return scopeValue{}, false
	}
	n.c.rulings[name] = true
	v, _ := textValue(func(*Frame) string { return ruling.Choice.Text })
	v.Const = true
	return v, true
}

// placeName is a name that only this place knows.
func (n placeNames) placeName(p nameScope, path string, parts []string) (scopeValue, bool) {
	switch {
	case parts[0] == "ruling" && len(parts) == 2:
		return n.ruling(parts[1])
	case parts[0] == "tag" && len(parts) == 2:
		if !slices.Contains(n.c.words, parts[1]) {
			return scopeValue{}, false
		}
		bit := n.c.bit(parts[1], n.c.rs.Pack.Pos)
		v, _ := staticValue(flagValue(func(f *Frame) bool { return f.tags.has(bit) }))
		v.Of = ofTags{}
		return v, true
	case path == otherwiseName:
		return flagValue(func(*Frame) bool { return true })
	case p.to != "" && path == p.to:
		v, _ := numberValue(func(f *Frame) float64 { return f.to })
		return v, true
	case p.number && path == "number":
		return numberValue(func(f *Frame) float64 { return f.number })
	case p.action && path == "action.counts":
		return staticValue(numberValue(func(f *Frame) float64 { return f.counts }))
	case p.action && path == "spent":
		return staticValue(numberValue(func(f *Frame) float64 { return f.spent }))
	case p.action && path == "window":
		return numberValue(func(f *Frame) float64 {
			if f.run == nil {
				return 0
			}
			return f.run.window
		})
	case p.action && path == "called":
		return flagValue(func(f *Frame) bool { return f.run != nil && f.run.called })
	case p.asked && parts[0] == "asked":
		return n.asked(p, parts)
	}
	if v, ok := n.takenName(p, path); ok {
		return v, true
	}
	if p.ranks {
		if v, ok := rankName(path); ok {
			return v, true
		}
	}
	if p.skill || p.check != nil {
		if v, ok := n.skillName(path, parts); ok {
			return v, true
		}
	}
	if p.check != nil {
		return n.checkName(p, path)
	}
	return scopeValue{}, false
}

// Names that every check knows.
const (
	otherwiseName = "otherwise" // the step of a ladder that always holds
	rollName      = "roll"      // what was rolled
	againstMargin = "against.margin"
)

func (n placeNames) takenName(p nameScope, path string) (scopeValue, bool) {
	if p.seq == nil {
		return scopeValue{}, false
	}
	i := slices.Index(p.seq.Takes, path)
	if i < 0 {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return f.seq.takes[i] })
}

func (n placeNames) asked(p nameScope, parts []string) (scopeValue, bool) {
	if len(parts) == 1 {
		return numberValue(func(f *Frame) float64 { return f.asked })
	}
	if p.ask == nil || p.ask.table == nil || len(parts) != 2 {
		return scopeValue{}, false
	}
	column, ok := p.ask.table.columns[parts[1]]
	if !ok {
		return scopeValue{}, false
	}
	return numberValue(func(f *Frame) float64 { return f.row.number(f, column, 0) })
}

func rankName(path string) (scopeValue, bool) {
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

func (n placeNames) skillName(path string, parts []string) (scopeValue, bool) {
	switch path {
	case "basis":
		v, _ := numberValue(func(f *Frame) float64 { return f.use.basis.Num(f) })
		v.Of = ofBasis{}
		return v, true
	case "skill.used":
		return staticValue(flagValue(func(f *Frame) bool { return f.use.asked }))
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
		return staticValue(numberValue(func(f *Frame) float64 { return f.support(nil) }))
	}
	if len(parts) != 2 {
		return scopeValue{}, false
	}
	aspect := slices.Index(n.c.rs.Skill.Aspects, parts[0])
	table, ok := n.c.rs.Tables.Get(parts[0])
	if aspect < 0 || !ok {
		return scopeValue{}, false
	}
	column, ok := table.columns[parts[1]]
	if !ok {
		return scopeValue{}, false
	}
	return skillValue(func(f *Frame) float64 { return f.use.skill.aspects[aspect].number(f, column, 0) })
}

func (n placeNames) checkName(p nameScope, path string) (scopeValue, bool) {
	if path == againstMargin {
		v, ok := numberValue(func(f *Frame) float64 { return f.chk.against })
		v.Of = ofMargin{}
		return v, ok
	}
	for i := 0; i < p.numbers && i < len(p.check.Numbers); i++ {
		if p.check.Numbers[i].Name == path {
			return numberValue(func(f *Frame) float64 { return f.chk.numbers[i] })
		}
	}
	if !p.rolled {
		return scopeValue{}, false
	}
	if path == rollName {
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

// stepName is what an earlier step of a sequence came to. get finds the sequence under way; it may be nil.
func (n placeNames) stepName(seq *Sequence, before int, parts []string, get func(*Frame) *seqFrame) (scopeValue, bool) {
	if seq == nil || before > len(seq.steps) {
		return scopeValue{}, false
	}
	step := seq.step(parts[0], before)
	if step == nil {
		return scopeValue{}, false
	}
	if step.kind == stepSequence && len(parts) > 1 && step.sub != nil {
		return n.stepName(step.sub, len(step.sub.steps), parts[1:], func(f *Frame) *seqFrame {
			if sf := get(f); sf != nil {
				return sf.results[step.index].sub
			}
			return nil
		})
	}
	result := func(f *Frame) *stepResult {
		if sf := get(f); sf != nil {
			return &sf.results[step.index]
		}
		return &stepResult{}
	}
	if len(parts) == 1 {
		return bareStep(step, result)
	}
	if len(parts) != 2 {
		return scopeValue{}, false
	}
	return n.stepField(step, parts[1], result)
}

func bareStep(step *Step, result func(*Frame) *stepResult) (scopeValue, bool) {
	if step.kind != stepValue {
		return scopeValue{}, false
	}
	if step.value.flag != nil {
		return flagValue(func(f *Frame) bool { return result(f).total != 0 })
	}
	return numberValue(func(f *Frame) float64 { return result(f).total })
}

func (n placeNames) stepField(step *Step, field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	switch step.kind {
	case stepCheck:
		return checkField(field, result)
	case stepTally:
		switch {
		case field == "total" && step.Believe:
			return numberValue(func(f *Frame) float64 {
				s := result(f)
				if !s.believed && f.run != nil {
					f.run.unbelieved = true
				}
				return s.total
			})
		case field == "total":
			return numberValue(func(f *Frame) float64 { return result(f).total })
		}
	case stepDo:
		if pool, ok := n.c.rs.Pools.Get(field); ok {
			return numberValue(func(f *Frame) float64 {
				if lost := result(f).lost; lost != nil {
					return lost[pool.index]
				}
				return 0
			})
		}
	case stepOffer:
		if action, ok := n.c.rs.Actions.Get(field); ok {
			return flagValue(func(f *Frame) bool { return result(f).chosen == action })
		}
	case stepTable:
		return tableField(step.table, field, result)
	}
	return scopeValue{}, false
}

func checkField(field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	switch field {
	case "made":
		return flagValue(func(f *Frame) bool { return result(f).check.success })
	case "missed":
		return flagValue(func(f *Frame) bool { c := &result(f).check; return c.degree != nil && !c.success })
	case "margin":
		return numberValue(func(f *Frame) float64 { return result(f).check.margin })
	case "chance":
		return numberValue(func(f *Frame) float64 { return result(f).check.chance })
	case "roll":
		return numberValue(func(f *Frame) float64 { return float64(result(f).check.roll) })
	case "factor":
		return numberValue(func(f *Frame) float64 {
			if degree := result(f).check.degree; degree != nil {
				return degree.Factor
			}
			return 0
		})
	case "degree", "grade":
		return textValue(func(f *Frame) string {
			degree := result(f).check.degree
			if degree == nil {
				return ""
			}
			if field == "grade" {
				return degree.Label
			}
			return degree.Name
		})
	}
	return scopeValue{}, false
}

func tableField(table *Table, field string, result func(*Frame) *stepResult) (scopeValue, bool) {
	if table == nil {
		return scopeValue{}, false
	}
	switch field {
	case "row", "label":
		return textValue(func(f *Frame) string {
			row := result(f).row
			if row == nil {
				return ""
			}
			if field == "label" {
				return row.Label
			}
			return row.Name
		})
	case "side":
		return textValue(func(f *Frame) string { return result(f).side })
	}
	column, ok := table.columns[field]
	if !ok {
		return scopeValue{}, false
	}
	if table.words(field) {
		return textValue(func(f *Frame) string {
			if row := result(f).row; row != nil {
				return row.cells[column].text
			}
			return ""
		})
	}
	return numberValue(func(f *Frame) float64 { return result(f).row.number(f, column, 0) })
}

// fromSideFunc is a number as the one who acts has it (0), or the other one (1).
func fromSideFunc(k int, get numFunc) numFunc {
	if k == 0 {
		return get
	}
	return func(f *Frame) float64 { return f.across(get) }
}

// actorName is a name every actor has: k is 0 for the one a formula looks from, 1 for the other one.
func (n actorNames) actorName(k int, parts []string) (scopeValue, bool) {
	rs := n.c.rs
	if len(parts) == 0 {
		return scopeValue{}, false
	}
	if len(parts) == 1 {
		if s, ok := rs.Stats.Get(parts[0]); ok {
			return n.stat(k, s)
		}
		if parts[0] == "aware" {
			return actorValue(flagValue(func(f *Frame) bool {
				actor := f.sides[k].actor
				return actor.Key != "" && actor.cannot(f.rs, cannotNotice) == nil
			}))
		}
		switch parts[0] {
		case "distance":
			return actorValue(numberValue(func(f *Frame) float64 { return distanceApart(f.sides[0].actor, f.sides[1].actor) }))
		case "encounter":
			if k == 0 {
				return flagValue(func(f *Frame) bool { return f.run != nil && !f.run.timeless() })
			}
			return scopeValue{}, false
		case "placed":
			return actorValue(flagValue(func(f *Frame) bool { return f.sides[0].actor.Placed && f.sides[1].actor.Placed }))
		case "spread":
			return numberValue(func(f *Frame) float64 {
				if f.run == nil || f.run.centre == nil {
					return 0
				}
				return distanceApart(f.sides[k].actor, f.run.centre)
			})
		}
		if parts[0] == "paired" {
			return actorValue(flagValue(func(f *Frame) bool {
				d := f.sides[k].actor.Doing
				return d != nil && d.Paired && (f.run == nil || f.run.takingEffect != d)
			}))
		}
		if parts[0] == "slow" {
			return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.Slow }))
		}
		if t := n.c.number(parts[0]); t != nil {
			v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 {
				total, _ := t.total(f, nil)
				return total
			}))
			v.Of = ofTotal{t, k}
			return v, true
		}
		return scopeValue{}, false
	}
	if len(parts) != 2 {
		return scopeValue{}, false
	}
	switch parts[0] {
	case "is":
		return n.isName(k, parts[1])
	case "with":
		return n.withName(k, parts[1])
	case "at":
		return n.atName(k, parts[1])
	case "number":
		return n.numberName(k, parts[1])
	case "mod":
		m, ok := rs.Modifiers.Get(parts[1])
		if !ok {
			return scopeValue{}, false
		}
		v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 { return f.sum(m, nil) }))
		v.Of = ofSum{m, k}
		return v, true
	case "tool":
		return n.toolName(k, parts[1])
	case "rank":
		s, ok := rs.Skills.Get(parts[1])
		if !ok {
			return scopeValue{}, false
		}
		return staticValue(numberValue(func(f *Frame) float64 { return float64(max(0, f.sides[k].actor.Sheet.ranks[s.index])) }))
	case "trained":
		s, ok := rs.Skills.Get(parts[1])
		if !ok {
			return scopeValue{}, false
		}
		return staticValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.Sheet.ranks[s.index] > Unranked }))
	case "wears":
		return n.wornName(k, parts[1])
	case "wields":
		return n.wieldedName(k, parts[1])
	}
	if pool, ok := rs.Pools.Get(parts[0]); ok {
		return poolName(k, pool, parts[1])
	}
	return scopeValue{}, false
}

func (n actorNames) isName(k int, name string) (scopeValue, bool) {
	condition, ok := n.c.rs.Conditions.Get(name)
	if !ok {
		return scopeValue{}, false
	}
	n.c.notice(condition)
	if condition.Tool {
		return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].held(condition, f.rs.nobody.actor) != nil }))
	}
	return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.Has(f.rs, condition) }))
}

// withName reports whether an actor has a condition between two with the other one.
func (n actorNames) withName(k int, name string) (scopeValue, bool) {
	condition, ok := n.c.rs.Conditions.Get(name)
	if !ok || condition.Partner.Pos.Line == 0 {
		return scopeValue{}, false
	}
	n.c.notice(condition)
	return actorValue(flagValue(func(f *Frame) bool { return f.sides[k].actor.shares(condition, f.sides[1-k].actor.Key) != nil }))
}

// notice remembers that a formula reads a condition, unless it only says what may be declared.
func (c *compiler) notice(x *Condition) {
	if c.noticed == nil {
		c.noticed = map[*Condition]bool{}
	}
	c.noticed[x] = !c.declaring || c.noticed[x]
}

// numberName is the number of a condition that an actor has; 0 without it. Of one between two it is that with the other
// one, where there is another one.
func (n actorNames) numberName(k int, name string) (scopeValue, bool) {
	condition, ok := n.c.rs.Conditions.Get(name)
	if !ok {
		return scopeValue{}, false
	}
	n.c.notice(condition)
	return actorValue(numberValue(func(f *Frame) float64 {
		if held := f.sides[k].held(condition, f.sides[1-k].actor); held != nil {
			return held.Number
		}
		return 0
	}))
}

// atName is how far down a group of activities an actor is: 0 for the first.
func (n actorNames) atName(k int, group string) (scopeValue, bool) {
	var list []*Activity
	for _, activity := range n.c.rs.Activities.All {
		if activity.Group == group {
			list = append(list, activity)
		}
	}
	if list == nil {
		return scopeValue{}, false
	}
	return actorValue(numberValue(func(f *Frame) float64 { return float64(f.sides[k].actor.at(list)) }))
}

func (n actorNames) toolName(k int, name string) (scopeValue, bool) {
	for i := range n.c.rs.fields {
		if n.c.rs.fields[i].name != name {
			continue
		}
		v, _ := numberValue(fromSideFunc(k, func(f *Frame) float64 {
			if f.sides[0].tool == nil {
				return 0
			}
			return f.sides[0].tool.fields[i].Num(f)
		}))
		v.Of = ofTool{i, k}
		return v, true
	}
	return scopeValue{}, false
}

// wornName reports whether anything that an actor wears has a tag.
func (n actorNames) wornName(k int, tag string) (scopeValue, bool) {
	if !slices.Contains(n.c.words, tag) {
		return scopeValue{}, false
	}
	bit := n.c.bit(tag, n.c.rs.Pack.Pos)
	return staticValue(flagValue(func(f *Frame) bool {
		return slices.ContainsFunc(f.sides[k].actor.worn, func(w worn) bool { return w.item.tags.has(bit) })
	}))
}

// wieldedName reports whether what an actor has in hand has a tag.
func (n actorNames) wieldedName(k int, tag string) (scopeValue, bool) {
	if !slices.Contains(n.c.words, tag) {
		return scopeValue{}, false
	}
	bit := n.c.bit(tag, n.c.rs.Pack.Pos)
	return actorValue(flagValue(func(f *Frame) bool {
		tool := f.sides[k].actor.Tool
		return tool != nil && tool.tags.has(bit)
	}))
}

func poolName(k int, pool *Pool, field string) (scopeValue, bool) {
	i := pool.index
	switch field {
	case "now":
		return actorValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.Levels[i].Now }))
	case "max":
		return staticValue(numberValue(func(f *Frame) float64 { return f.sides[k].actor.Sheet.maxima[i] }))
	case "lost":
		return actorValue(numberValue(func(f *Frame) float64 {
			return f.sides[k].actor.Sheet.maxima[i] - f.sides[k].actor.Levels[i].Now
		}))
	}
	return scopeValue{}, false
}

// names lists what a formula at a place may say, for hints and for the manual.
func (n placeNames) names(p nameScope) []string {
	rs := n.c.rs
	list := rs.Stats.Names()
	if p.stats > 0 {
		return append(append(list[:min(p.stats-1, len(list))], prefixed("ruling.", rs.Rulings.Names())...), rs.Functions()...)
	}
	for _, pool := range rs.Pools.Names() {
		list = append(list, pool+".now", pool+".max", pool+".lost")
	}
	for _, number := range rs.Numbers {
		list = append(list, number.Name)
	}
	list = append(list, prefixed("is.", rs.Conditions.Names())...)
	for _, condition := range rs.Conditions.All {
		if condition.Partner.Pos.Line > 0 {
			list = append(list, "with."+condition.Name)
		}
	}
	list = append(list, prefixed("mod.", rs.Modifiers.Names())...)
	list = append(list, prefixed("rank.", rs.Skills.Names())...)
	list = append(list, prefixed("trained.", rs.Skills.Names())...)
	list = append(list, prefixed("wears.", rs.Tags.Names())...)
	list = append(list, prefixed("wields.", rs.Tags.Names())...)
	list = append(list, prefixed("number.", rs.Conditions.Names())...)
	for _, activity := range rs.Activities.All {
		if activity.Group != "" {
			list = append(list, "at."+activity.Group)
		}
	}
	for _, field := range rs.fields {
		list = append(list, "tool."+field.name)
	}
	list = append(list, "aware", "slow", "paired", "distance", "placed", "spread")
	for _, name := range append([]string(nil), list...) {
		list = append(list, "other."+name)
	}
	list = append(list, "encounter")
	list = append(list, prefixed("tag.", n.c.words)...)
	list = append(list, prefixed("ruling.", rs.Rulings.Names())...)
	list = append(list, rs.Functions()...)
	if p.skill || p.check != nil {
		list = append(list, "basis", "skill.used", "skill.trained", "skill.rank", "skill.plain", "skill.percent", "skill.support", "skill.cost", "skill.difficulty", "skill.counts")
		for _, aspect := range rs.Skill.Aspects {
			if table, ok := rs.Tables.Get(aspect); ok {
				list = append(list, prefixed(aspect+".", table.Columns)...)
			}
		}
	}
	return append(list, n.localNames(p)...)
}

func (n placeNames) localNames(p nameScope) (list []string) {
	if p.action {
		list = append(list, "action.counts", "spent", "window", "called")
	}
	if p.asked {
		list = append(list, "asked")
	}
	if p.number {
		list = append(list, "number")
	}
	if p.ranks {
		list = append(list, "rank", "related", "pool", "filter", "best", "others")
	}
	if p.to != "" {
		list = append(list, p.to)
	}
	if p.check != nil {
		list = append(list, againstMargin)
		for i := 0; i < p.numbers; i++ {
			list = append(list, p.check.Numbers[i].Name)
		}
		if p.rolled {
			list = append(list, rollName, otherwiseName)
			if p.draw != "" {
				list = append(list, p.draw)
			}
		}
		for i := 0; i < p.results; i++ {
			list = append(list, p.check.Results[i].Name)
		}
	}
	if p.seq == nil {
		return list
	}
	list = append(list, p.seq.Takes...)
	for _, step := range p.seq.steps[:min(p.steps, len(p.seq.steps))] {
		list = append(list, n.stepNames(step)...)
	}
	return list
}

func (n placeNames) stepNames(step *Step) (list []string) {
	switch step.kind {
	case stepCheck:
		list = []string{"made", "missed", "margin", "roll", "factor", "degree", "grade", "chance"}
	case stepTable:
		list = []string{"row", "label", "side"}
		if step.table != nil {
			list = append(append(list, step.table.Columns...), step.table.Texts...)
		}
	case stepTally:
		list = []string{"total"}
	case stepValue:
		return []string{step.Name}
	case stepDo:
		list = n.c.rs.Pools.Names()
	case stepOffer:
		for _, action := range n.c.rs.Actions.All {
			if action.Answers != "" && (step.Offer.Text == "" || action.Answers == step.Offer.Text) {
				list = append(list, action.Name)
			}
		}
	case stepSequence:
		if step.sub != nil {
			for _, inner := range step.sub.steps {
				list = append(list, n.stepNames(inner)...)
			}
		}
	}
	return prefixed(step.Name+".", list)
}

func prefixed(prefix string, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = prefix + name
	}
	return list
}
