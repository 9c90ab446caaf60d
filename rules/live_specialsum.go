package rules

import (
	"math"
	"slices"

	"hybrid/rules/formula"
)

// Sums of modifiers for a Live, specialised: the part that stays constant for two actors and a kind of roll is computed once.
// live_specialise.go determines when they are valid. They must include everything that Frame.sumModifier (def_modifier.go) adds up. A gift
// is the value that one entry gives to a modifier. A situation is ticked if it was chosen for the roll, and automatic if it applies by a
// formula; of the situations of a group, only the worst counts, and the worse ones are its rivals. The types staticInput, skillInput and so
// on say what the value of a name depends on; a dependency says when a cached value becomes invalid (state_dependency.go).

// specialSum is the sum for one modifier, with its constant values already added up.
type specialSum struct {
	memo                             // last value, and what it depends on
	modifier      *Modifier          // modifier that is summed
	sum           float64            // sum, or product, of the constant values
	roll          []specialGift      // values given by the roll's own entries, from the first formula on
	allowsManual  bool               // whether drawn rows and manual modifiers can add to it
	allowsTicked  bool               // whether ticked situations can add to it
	scene         []specialGift      // values of the scene's situations, which apply to every actor
	allowsActions bool               // whether activities and phases of an action can add to it
	automatic     []specialSituation // automatic situations, by group, the worst of each first
	conditions    []int              // index in gifts plus 1, by Condition.index; 0 for a condition without a gift; nil if none has one
	gifts         []specialGift      // values of conditions
	worn          []specialGift      // values of worn items
}

// specialGift is one value of a modifier: a formula, or a constant.
type specialGift struct {
	compute numFunc    // formula of the value; nil for a constant
	value   float64    // constant value, if compute is nil
	rivals  []flagFunc // functions that report whether a worse situation of its group, one each, holds and counts instead; nil for none
}

// specialSituation is a situation that applies by its formula.
type specialSituation struct {
	situation  *Situation // entry that it specialises
	group      string     // set of situations of which only the worst counts; "" for none
	when       flagFunc   // whether the situation applies
	givesValue bool       // whether it gives this modifier; if not, it only replaces others of its group
	specialGift
}

// valueIn returns the value in f. Adding 0 turns -0 into 0.
func (g *specialGift) valueIn(f *Frame) float64 {
	if g.compute == nil {
		return g.value
	}
	return g.compute(f) + 0
}

// specialiseGift specialises one value of a modifier. fromCondition is whether a condition of the actor gives it.
func (l *Live) specialiseGift(x *specialSum, expr *Formula, f *Frame, fromCondition bool) (g specialGift) {
	expr = l.specialiseFormula(expr, f)
	if value, fixed := expr.Const(); fixed {
		return specialGift{value: value}
	}
	x.dependency = max(x.dependency, l.run.rs.dependencyOf(expr, fromCondition))
	return specialGift{compute: expr.NumFunc()}
}

// specialiseSum specialises the sum for a modifier: everything that Frame.sumModifier adds up.
func (l *Live) specialiseSum(m *Modifier, f *Frame) *specialSum {
	// Manual modifiers, ticks, drawn rows and activities differ from roll to roll; if there can be any, they are added in each roll.
	hasOptions := f.sides[0].hasOwnOptions(f)
	x := &specialSum{modifier: m, allowsManual: m.givenElsewhere || hasOptions, allowsTicked: hasOptions, allowsActions: m.givenElsewhere}
	if hasOptions {
		x.dependency = staysNever
	} else if m.givenElsewhere {
		x.dependency = untilAnyChange
	}
	g := giftSum{modifier: m}
	if m.multiplies {
		g.sum = 1
	}
	l.specialiseRoll(x, &g, f)
	x.sum = g.sum
	l.specialiseScene(x, f)
	l.specialiseAutomatic(x, f)
	l.specialiseActor(x, f)
	if len(x.scene)+len(x.automatic)+len(x.gifts) > 0 {
		x.dependency = max(x.dependency, untilActorsChange)
	}
	if x.dependency != staysForever {
		return x
	}
	// No value can change, so the sum is computed once.
	for i := range x.worn {
		g.combine(x.worn[i].value)
	}
	x.value = g.sum
	return x
}

// specialiseRoll specialises the values given by the roll's own entries. From the first formula on, constants stay separate as well, since
// adding in another order can change the last bit of the sum.
func (l *Live) specialiseRoll(x *specialSum, g *giftSum, f *Frame) {
	var room [5]giftSource // memory for the entries, so that none is allocated
	for _, entry := range f.rollGivers(&room) {
		expr := entry.giver.giftFormula(f, x.modifier)
		if expr == nil {
			continue
		}
		if gift := l.specialiseGift(x, expr, f, false); gift.compute != nil || len(x.roll) > 0 {
			x.roll = append(x.roll, gift)
		} else {
			g.combine(gift.value)
		}
	}
}

// specialiseScene specialises the values of the scene's situations.
func (l *Live) specialiseScene(x *specialSum, f *Frame) {
	for i := 0; i < len(f.sides[0].tickedSituations) && !x.allowsTicked; i++ {
		s := f.sides[0].tickedSituations[i].Situation
		if s.Ask != nil { // its value depends on the answer
			x.allowsTicked, x.scene, x.dependency = true, nil, staysNever
			return
		}
		if expr := s.giftFormula(f, x.modifier); expr != nil && (s.Group == "" || !f.hasWorseTicked(s)) {
			gift := l.specialiseGift(x, expr, f, false)
			gift.rivals = l.findRivals(x, s, f, nil)
			x.scene = append(x.scene, gift)
		}
	}
}

// specialiseAutomatic specialises the situations that apply automatically, according to a formula.
func (l *Live) specialiseAutomatic(x *specialSum, f *Frame) {
	for _, s := range x.modifier.automatic {
		if !s.countsInRoll(f) {
			continue
		}
		holds := l.specialiseFormula(s.holds, f)
		if value, fixed := holds.Const(); fixed && value == 0 {
			continue
		}
		own := specialSituation{situation: s, group: s.Group, when: holds.FlagFunc()}
		x.dependency = max(x.dependency, l.run.rs.dependencyOf(holds, false))
		isTickedInstead := s.Group != "" && f.hasWorseTicked(s) || f.isTicked(s)
		if expr := s.giftFormula(f, x.modifier); expr != nil && (x.allowsTicked || !isTickedInstead) {
			own.specialGift, own.givesValue = l.specialiseGift(x, expr, f, false), true
			own.rivals = l.findRivals(x, s, f, x.modifier.automatic) // computeSum compares the excepted ones itself
		}
		x.automatic = append(x.automatic, own)
	}
}

// specialiseActor specialises the values of conditions and worn items.
func (l *Live) specialiseActor(x *specialSum, f *Frame) {
	all := f.rs.Conditions.All
	for i, c := range all {
		expr := c.giftFormula(f, x.modifier)
		if expr == nil {
			continue
		}
		if x.conditions == nil {
			x.conditions = make([]int, len(all))
		}
		x.gifts = append(x.gifts, l.specialiseGift(x, expr, f, true))
		x.conditions[i] = len(x.gifts)
		if c.until == untilUsed { // reading its value uses it up, so the value must be read for each roll
			x.dependency = staysNever
		}
	}
	for _, worn := range f.sides[0].actor.worn {
		if expr := worn.item.giftFormula(f, x.modifier); expr != nil && f.tags.has(worn.bit) {
			x.worn = append(x.worn, l.specialiseGift(x, expr, f, false))
		}
	}
}

// findRivals returns, for each rival of a situation, a function that reports whether the rival holds. Rivals are the automatic situations
// of its group that are worse, except those in except.
func (l *Live) findRivals(x *specialSum, situation *Situation, f *Frame, except []*Situation) (list []flagFunc) {
	for _, s := range f.rs.automaticByGroup[situation.Group] {
		if situation.Group != "" && s.ordinal > situation.ordinal && s.countsInRoll(f) && !slices.Contains(except, s) {
			holds := l.specialiseFormula(s.holds, f)
			list = append(list, holds.FlagFunc())
			x.dependency = max(x.dependency, untilActorsChange, l.run.rs.dependencyOf(holds, false))
		}
	}
	return list
}

// specialiseFormula evaluates the parts of a formula that the frame's static key determines.
func (l *Live) specialiseFormula(expr *Formula, f *Frame) *Formula {
	if l.isStatic(expr, f) {
		return expr.AsConstant(f)
	}
	return expr.Specialise(func(read formula.ReadName[*Frame]) scopeValue { return l.specialiseName(read.Value, f) })
}

// specialiseTally specialises a tally, omitting lines that never apply or never change it.
func (l *Live) specialiseTally(t *Tally, f *Frame) *specialTally {
	x := &specialTally{}
	for _, line := range t.Lines {
		own := compiledLine{kind: line.kind, readsSum: line.compileLine().readsSum}
		if line.when != nil {
			when := l.specialiseFormula(line.when, f)
			holds, fixed := when.Const()
			if fixed && holds == 0 {
				continue
			}
			if !fixed {
				own.when = when.FlagFunc()
				x.dependency = max(x.dependency, l.run.rs.dependencyOf(when, false))
			}
		}
		expr := l.specialiseFormula(line.formula, f)
		x.dependency = max(x.dependency, l.run.rs.dependencyOf(expr, false))
		value, fixed := expr.Const()
		if fixed {
			own.value = value
		} else {
			own.valueOf = expr.NumFunc()
		}
		switch {
		case fixed && own.when == nil && len(x.lines) == 0:
			x.sum = own.kind.apply(x.sum, value)
		case fixed && (own.kind == lineAdd && value == 0 || own.kind == lineTimes && value == 1): // changes nothing
		default:
			x.lines = append(x.lines, own)
		}
	}
	if len(x.lines) == 0 {
		x.sum, x.dependency = TrimNoise(x.sum), staysForever
	} else {
		x.dependency = max(x.dependency, untilActorsChange)
	}
	return x
}

// specialiseName specialises the value of a name for the static key of a frame.
func (l *Live) specialiseName(v scopeValue, f *Frame) scopeValue {
	switch dep := v.Data.(type) {
	case staticInput, tagsInput:
		return constantValue(v, f)
	case skillInput:
		if f.use.skill != nil {
			return constantValue(v, f)
		}
	case ranksInput:
		if l.specialisesRank { // a specialised rank is only used for the ranks that it was made for (Live.tallyTotal)
			get := v.Num
			// The limit by filter skills is infinite if there are none, which a constant can't be.
			v.Num = func(f *Frame) float64 { return math.Min(get(f), maxRank) }
			return constantValue(v, f)
		}
	case marginInput:
		if !f.step.isOpposed() {
			return constantValue(v, f)
		}
	case basisInput:
		expr := l.specialiseFormula(f.use.basis, f)
		v.Num, v.Data = expr.Num, l.run.rs.dependencyOf(expr, false)
		if _, ok := expr.Const(); ok {
			return constantValue(v, f)
		}
	case toolInput:
		return l.specialiseSide(v, dep.seen, f, func() (numFunc, dependency) {
			if f.sides[0].tool == nil {
				return func(*Frame) float64 { return 0 }, staysForever
			}
			expr := l.specialiseFormula(f.sides[0].tool.fields[dep.field], f)
			return expr.Num, l.run.rs.dependencyOf(expr, false)
		})
	case modifierInput:
		return l.specialiseSide(v, dep.seen, f, func() (numFunc, dependency) {
			sum := l.specialiseSum(dep.modifier, f)
			return sum.computeSum, sum.dependency
		})
	case tallyInput:
		return l.specialiseSide(v, dep.seen, f, func() (numFunc, dependency) {
			total := l.specialiseTally(dep.tally, f)
			return total.computeTotal, total.dependency
		})
	}
	return v
}

// computeSum returns the modifier's current value, which equals Frame.sumModifier.
func (x *specialSum) computeSum(f *Frame) float64 {
	if x.dependency == staysForever || x.isValid(f) {
		return x.value
	}
	g := giftSum{frame: f, modifier: x.modifier, sum: x.sum}
	for i := range x.roll {
		g.combine(x.roll[i].valueIn(f))
	}
	if x.allowsManual {
		f.gatherDrawnAndManualGifts(&g)
	}
	if x.allowsTicked {
		f.gatherTicked(&g)
	}
	for i := range x.scene {
		if s := &x.scene[i]; !s.isOutdone(f) {
			g.combine(s.valueIn(f))
		}
	}
	group := "" // group of the last situation that holds; the others of that group, which are less bad, don't count
	for i := range x.automatic {
		s := &x.automatic[i]
		if s.group != "" && s.group == group || !f.testFlag(s.when) {
			continue
		}
		group = s.group
		if x.allowsTicked && (s.group != "" && f.hasWorseTicked(s.situation) || f.isTicked(s.situation)) || s.isOutdone(f) {
			continue // a ticked or worse situation counts instead
		}
		if s.givesValue {
			g.combine(s.valueIn(f))
		}
	}
	actor := f.sides[0].actor
	if x.allowsActions && (actor.Doing != nil || len(actor.Activities) > 0) {
		f.gatherActionGifts(&g)
	}
	if len(x.gifts) > 0 && len(actor.Conditions) > 0 {
		x.addConditions(&g, actor)
	}
	for i := range x.worn {
		g.combine(x.worn[i].valueIn(f))
	}
	x.remember(f, g.sum)
	return g.sum
}

// isOutdone reports whether a worse situation of the same group holds and counts instead.
func (g *specialGift) isOutdone(f *Frame) bool {
	for _, rival := range g.rivals {
		if rival(f) {
			return true
		}
	}
	return false
}

// addConditions adds the values of the actor's conditions.
func (x *specialSum) addConditions(g *giftSum, actor *Actor) {
	number := g.frame.number
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		if at := x.conditions[held.Condition.index]; at > 0 && held.countsWith(g.frame.sides[0].tool) && held.countsAgainst(g.frame.sides[1].actor) {
			g.frame.number = held.Number
			g.combine(x.gifts[at-1].valueIn(g.frame))
			g.frame.noteUsed(held)
		}
	}
	g.frame.number = number
}
