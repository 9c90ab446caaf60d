package rules

import (
	"slices"

	"hybrid/rules/formula"
)

// Dependency classes of formula names. Live.specialise uses them to decide what to precompute and when to invalidate it.

// What a name in a formula depends on, as its Value remembers it; nil is anything at all.
type (
	ofStatic struct{} // nothing but the static key of the frame
	ofTags   struct{} // nothing but what the roll is about
	ofSkill  struct{} // nothing but the skill used, which there must be
	ofRanks  struct{} // nothing but what the rules for ranks are asked about
	ofActors struct{} // nothing but the two, as they are at the moment
	ofNumber struct{} // the number of the condition that the formula is of
	ofMargin struct{} // the margin that a check is against
	ofBasis  struct{} // the statistic basis of the roll
	ofSum    struct { // a modifier, as the one who acts has it (0), or the other one (1)
		of   *Modifier
		seen int
	}
	ofTotal struct { // a number, likewise
		of   *Tally
		seen int
	}
	ofTool struct{ field, seen int } // what a tool says of itself, likewise
)

// staticValue marks v as depending on the static key of the frame alone. ok is passed on.
func staticValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Of = ofStatic{}
	return v, ok
}

// actorValue marks v as depending on the two actors of the frame alone. ok is passed on.
func actorValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Of = ofActors{}
	return v, ok
}

// skillValue makes a name of a formula that depends on the skill in use. Without one its value is 0.
func skillValue(get numFunc) (scopeValue, bool) {
	v, ok := numberValue(func(f *Frame) float64 {
		if f.use.skill == nil {
			return 0 // it is rolled on a statistic alone
		}
		return get(f)
	})
	v.Of = ofSkill{}
	return v, ok
}

// rankValue returns a number that depends only on what the rules for ranks are asked about.
func rankValue(get numFunc) (scopeValue, bool) {
	v, ok := numberValue(get)
	v.Of = ofRanks{}
	return v, ok
}

func numberValue(get numFunc) (scopeValue, bool) {
	return scopeValue{Type: formula.Number, Num: get}, true
}

// constantValue returns a value fixed as it is in a frame.
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

// dependency is for how long a specialised number stays the same: always, until one of the two actors changes, that and
// until a row is drawn or time passes, or not at all.
type dependency int

const (
	always dependency = iota
	byActors
	byMoment
	never
)

// constant returns what a specialised formula depends on; held says that it is of a condition that an actor has.
func (rs *Ruleset) constant(by *Formula, held bool) dependency {
	if by == nil {
		return always
	}
	if _, fixed := by.Const(); fixed {
		return always
	}
	if !rs.readsAlone(by) {
		return never
	}
	c := always
	for i := range by.Reads {
		read := &by.Reads[i]
		switch of := read.Of.(type) {
		case dependency:
			c = max(c, of)
		case ofActors:
			c = max(c, byActors)
		case ofNumber:
			if !held {
				return never
			}
			c = max(c, byActors)
		default:
			if !read.Const {
				return never
			}
		}
	}
	return c
}

// readsAlone reports whether a formula depends on nothing but what it reads: it throws no dice, and the tables that it asks
// give the same for the same number.
func (rs *Ruleset) readsAlone(by *Formula) bool {
	if by.Alone() {
		return true
	}
	return !by.Rolls() && !slices.ContainsFunc(by.Calls, func(name string) bool {
		table, ok := rs.Tables.Get(name)
		return !ok || !rs.isFixed(table)
	})
}

// isFixed reports whether the numbers of a table that is looked up follow from the number that is looked up.
func (rs *Ruleset) isFixed(t *Table) bool {
	for _, row := range t.rows {
		for _, cell := range row.cells {
			if cell.by == nil {
				continue
			}
			if !rs.readsAlone(cell.by) || slices.ContainsFunc(cell.by.Reads, func(read formula.Read[*Frame]) bool { return !read.Const && read.Path != t.By }) {
				return false
			}
		}
	}
	return true
}

// memo is what a specialised number was the last time, and the states of the two then.
type memo struct {
	dependency
	known  bool
	states [2]uint64
	was    float64
}

// valid reports whether the number is still what it was.
func (x *memo) valid(f *Frame) bool {
	if !x.known {
		return false
	}
	one, other := f.states()
	return x.states[0] == one && x.states[1] == other && (x.dependency != byMoment || f.quiet())
}

// remember remembers a number.
func (x *memo) remember(f *Frame, value float64) {
	if x.dependency == byActors || x.dependency == byMoment && f.quiet() {
		x.known, x.was = true, value
		x.states[0], x.states[1] = f.states()
	}
}

// states returns the state numbers of both actors; each change of an actor gives it a new one.
func (f *Frame) states() (one, other uint64) {
	if living := f.sides[0].actor.live; living != nil {
		one = living.state
	}
	if living := f.sides[1].actor.live; living != nil {
		other = living.state
	}
	return one, other
}

// quiet reports whether nothing counts but the two and what is said of the roll: no row was drawn, and nothing that
// either does over time gives anything.
func (f *Frame) quiet() bool {
	for seq := f.seq; seq != nil; seq = seq.parent {
		if len(seq.rows) > 0 {
			return false
		}
	}
	return f.idles(f.sides[0].actor) && f.idles(f.sides[1].actor)
}

// idles reports whether an actor does nothing over time that gives anything.
func (f *Frame) idles(a *Actor) bool {
	return len(a.Activities) == 0 && (a.Doing == nil || f.phase(a) == nil)
}

// phase returns the phase that an actor's action in progress has reached, or nil.
func (f *Frame) phase(a *Actor) *Phase {
	if a.Doing == nil || f.run == nil {
		return nil
	}
	d, action := a.Doing, f.run.ledger.acting(a)
	if d.Beside != nil && (action == nil || len(action.Phases) == 0) {
		d = d.Beside
		action, _ = f.rs.Actions.Get(d.Action)
	}
	if action == nil || len(action.Phases) == 0 {
		return nil
	}
	if last := action.Phases[len(action.Phases)-1]; last.Counts == 0 && f.run.count() >= d.At {
		return last
	}
	rest := f.run.count() - d.From
	for _, phase := range action.Phases {
		if rest < phase.Counts {
			return phase
		}
		rest -= phase.Counts
	}
	return nil
}
