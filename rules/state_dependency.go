package rules

import (
	"slices"

	"hybrid/rules/formula"
)

// Dependencies of the names in formulas. In live play (live.go), Live.specialiseFormula uses them to decide which parts of a number to
// compute in advance, and how long the result stays valid. A value that is constant for a fight depends only on a static key, which holds
// the actors, their tools and the tags of the roll.

// Dependencies of a name in a formula, as its scopeValue.Data stores them; nil means that they are unknown. In a specialised formula, Data
// can also be a dependency, the time for which the name's value stays the same. seen is the index of an actor in Frame.sides: 0 for the
// acting one, 1 for the other one.
type (
	staticInput   struct{} // the static key of the frame
	tagsInput     struct{} // the tags of the roll
	skillInput    struct{} // the skill used, which must exist
	ranksInput    struct{} // the values in Frame.ranks, which the formulas of the rules for ranks read
	actorsInput   struct{} // the current values of the two actors
	numberInput   struct{} // the number of the condition that the formula belongs to
	marginInput   struct{} // the opposing margin of a check
	basisInput    struct{} // the basis of the roll
	modifierInput struct { // a modifier of one of the two actors
		modifier *Modifier
		seen     int
	}
	tallyInput struct { // a number of one of the two actors
		tally *Tally
		seen  int
	}
	toolInput struct{ field, seen int } // a field of the tool of one of the two actors
)

// staticValue marks v as depending only on the static key of the frame. It returns ok unchanged.
func staticValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Data = staticInput{}
	return v, ok
}

// actorValue marks v as depending only on the two actors of the frame. It returns ok unchanged.
func actorValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Data = actorsInput{}
	return v, ok
}

// skillValue returns a number that depends on the skill in use. It is 0 if no skill is in use.
func skillValue(get numFunc) (scopeValue, bool) {
	v, ok := numberValue(func(f *Frame) float64 {
		if f.use.skill == nil {
			return 0 // a roll on a statistic alone
		}
		return get(f)
	})
	v.Data = skillInput{}
	return v, ok
}

// rankValue returns a number that depends only on the values in Frame.ranks, which the formulas of the rules for ranks read.
func rankValue(get numFunc) (scopeValue, bool) {
	v, ok := numberValue(get)
	v.Data = ranksInput{}
	return v, ok
}

// numberValue returns a number whose value get returns.
func numberValue(get numFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Number, Num: get}, true
}

// constantValue returns v fixed at its value in f.
func constantValue(v scopeValue, f *Frame) scopeValue {
	v.Const = true
	switch v.Type {
	case formula.Number:
		x := v.Num(f)
		v.Num = func(*Frame) float64 { return x }
	case formula.Flag:
		x := v.Flag(f)
		v.Flag = func(*Frame) bool { return x }
	default:
		x := v.Text(f)
		v.Text = func(*Frame) string { return x }
	}
	return v
}

// dependency is the time for which a specialised number stays the same. A larger value means a shorter time.
type dependency int

const (
	staysForever      dependency = iota // forever
	untilActorsChange                   // until one of the two actors changes
	untilAnyChange                      // until an actor changes, a row is drawn or time passes
	staysNever                          // not at all
)

// dependencyOf returns the dependency of a specialised formula. ofCondition is set if the formula belongs to a condition of an actor.
func (rs *Ruleset) dependencyOf(compiled *Formula, ofCondition bool) dependency {
	if compiled == nil {
		return staysForever
	}
	if _, fixed := compiled.Const(); fixed {
		return staysForever
	}
	if !rs.hasNoHiddenInputs(compiled) {
		return staysNever
	}
	result := staysForever
	for i := range compiled.Reads {
		read := &compiled.Reads[i]
		switch kind := read.Data.(type) {
		case dependency:
			result = max(result, kind)
		case actorsInput:
			result = max(result, untilActorsChange)
		case numberInput:
			if !ofCondition {
				return staysNever
			}
			result = max(result, untilActorsChange)
		default: // in a specialised formula, constants replace the names with settled values; any other name can change at any time
			if !read.Const {
				return staysNever
			}
		}
	}
	return result
}

// hasNoHiddenInputs reports whether a formula depends on nothing but the names that it reads: it rolls no dice, and the tables that it
// looks up are fixed.
func (rs *Ruleset) hasNoHiddenInputs(compiled *Formula) bool {
	if compiled.DependsOnReadsOnly() {
		return true
	}
	return !compiled.Rolls() && !slices.ContainsFunc(compiled.Tables, func(name string) bool {
		table, ok := rs.Tables.Get(name)
		return !ok || !rs.isFixed(table)
	})
}

// isFixed reports whether the values of a looked-up table depend only on the number that is looked up.
func (rs *Ruleset) isFixed(t *Table) bool {
	for _, row := range t.rows {
		for _, cell := range row.cells {
			if cell.formula == nil {
				continue
			}
			if !rs.hasNoHiddenInputs(cell.formula) || slices.ContainsFunc(cell.formula.Reads, func(read formula.ReadName[*Frame]) bool { return !read.Const && read.Path != t.By }) {
				return false
			}
		}
	}
	return true
}

// memo remembers the last value of a specialised number, and the states of the two actors at that time.
type memo struct {
	dependency           // time for which the value stays the same
	hasValue   bool      // whether there is a value
	states     [2]uint64 // state numbers of the two actors when it was computed
	value      float64   // last value; meaningless unless hasValue is set
}

// isValid reports whether the remembered value still applies.
func (x *memo) isValid(f *Frame) bool {
	if !x.hasValue {
		return false
	}
	own, other := f.stateNumbers()
	return x.states[0] == own && x.states[1] == other && (x.dependency != untilAnyChange || f.onlyActorsMatter())
}

// remember stores the value of a number if its dependency allows it.
func (x *memo) remember(f *Frame, value float64) {
	if x.dependency == untilActorsChange || x.dependency == untilAnyChange && f.onlyActorsMatter() {
		x.hasValue, x.value = true, value
		x.states[0], x.states[1] = f.stateNumbers()
	}
}

// stateNumbers returns the state numbers of both actors. Each change of an actor in a Live gives it a new number; other actors have the
// number 0.
func (f *Frame) stateNumbers() (own, other uint64) {
	if cached := f.sides[0].actor.live; cached != nil {
		own = cached.version
	}
	if cached := f.sides[1].actor.live; cached != nil {
		other = cached.version
	}
	return own, other
}

// onlyActorsMatter reports whether modifiers come only from the two actors and the options of the roll: no row was drawn, and neither actor
// has an activity, or a phase of an action in progress, that could give a modifier.
func (f *Frame) onlyActorsMatter() bool {
	for seq := f.seq; seq != nil; seq = seq.parent {
		if len(seq.rows) > 0 {
			return false
		}
	}
	return f.hasNoActivity(f.sides[0].actor) && f.hasNoActivity(f.sides[1].actor)
}

// hasNoActivity reports whether an actor has no activity, and no phase of an action, that could give a modifier.
func (f *Frame) hasNoActivity(a *Actor) bool {
	return len(a.Activities) == 0 && (a.Doing == nil || f.phaseReached(a) == nil)
}

// phaseReached returns the phase that an actor's action in progress has reached, or nil. If the first of two paired actions has no phases,
// the second counts.
func (f *Frame) phaseReached(a *Actor) *Phase {
	if a.Doing == nil || f.run == nil {
		return nil
	}
	d, action := a.Doing, f.run.sink.pendingAction(a)
	if d.Beside != nil && (action == nil || len(action.Phases) == 0) {
		d = d.Beside
		action, _ = f.rs.Actions.Get(d.Action)
	}
	if action == nil || len(action.Phases) == 0 {
		return nil
	}
	// A last phase without a length is the count at which the action takes effect.
	if last := action.Phases[len(action.Phases)-1]; last.Counts == 0 && f.run.count() >= d.At {
		return last
	}
	elapsed := f.run.count() - d.From
	for _, phase := range action.Phases {
		if elapsed < phase.Counts {
			return phase
		}
		elapsed -= phase.Counts
	}
	return nil
}
