package rules

import (
	"math"
	"slices"

	"hybrid/rules/formula"
)

// Most of what goes into a number stays as it is for a whole fight: who rolls, with what, on which skill, what the roll
// is about. A Live works that out once, and from then on only the rest: wounds, conditions, rows drawn. So what something
// gives is added up in two places, here and by Frame.sum, which also explains it: without this one a duel takes a third
// longer (BenchmarkRatio/duel). TestSpecialisedIsAsWritten holds the two equal in packs made at random. Formulas and tallies
// are specialised in this file, modifiers in specialsum.go; what is found for a whole action is kept in foundaction.go.

// staticKey is what a number depends on in a fight beside the two it is about, and beside what changes from moment to
// moment.
type staticKey struct {
	tagKey  *tagKey
	step    *Step
	skill   *Skill
	basis   *Formula
	tools   [2]*Item
	actions [2]*Action
	rank    float64
	plain   float64
	counts  float64
	spent   float64
	margin  float64 // against which a check is that names no other one
	asked   bool
	trained bool
	marked  [2]bool // something was said of this roll alone
}

func (f *Frame) staticKey() staticKey {
	one, other := f.sides[0], f.sides[1]
	return staticKey{tagKey: f.tagKey, step: f.step, skill: f.use.skill, basis: f.use.basis, tools: [2]*Item{one.tool, other.tool},
		actions: [2]*Action{one.action, other.action}, rank: f.use.rank, plain: f.use.plain, counts: f.counts, spent: f.spent,
		asked: f.use.asked, trained: f.use.trained, margin: f.chk.against, marked: [2]bool{one.marked(f), other.marked(f)}}
}

// matches reports whether a key is that of a frame, its ranks apart.
func (a *staticKey) matches(f *Frame) bool {
	one, other, use := f.sides[0], f.sides[1], &f.use
	return a.tagKey == f.tagKey && a.step == f.step && a.skill == use.skill && a.basis == use.basis &&
		a.tools[0] == one.tool && a.tools[1] == other.tool && a.actions[0] == one.action && a.actions[1] == other.action &&
		a.rank == use.rank && a.plain == use.plain && a.counts == f.counts && a.spent == f.spent &&
		a.asked == use.asked && a.trained == use.trained && a.marked[0] == one.marked(f) && a.marked[1] == other.marked(f) &&
		(a.margin == f.chk.against || a.step.opposed())
}

// opposed reports whether the margin that a step is against changes from moment to moment. Without a step nothing is.
func (s *Step) opposed() bool { return s == nil || s.against >= 0 || s.Against.Text != "" }

// marked reports whether something was said of this roll alone, beside what holds for every actor.
func (s *side) marked(f *Frame) bool {
	if len(s.given) > 0 || len(s.ticked) == 0 {
		return len(s.given) > 0
	}
	scene := f.run.everybody
	return len(s.ticked) != len(scene) || &s.ticked[0] != &scene[0]
}

// specialise works out of a formula what the frame's static key settles.
func (l *Live) specialise(by *Formula, f *Frame) *Formula {
	if l.isStatic(by, f) {
		return by.At(f)
	}
	return by.Specialise(func(read formula.Read[*Frame]) scopeValue { return l.specialiseName(read.Value, f) })
}

// isStatic reports whether the frame's static key settles all of a formula.
func (l *Live) isStatic(by *Formula, f *Frame) bool {
	if !by.Alone() {
		return false
	}
	for i := 0; by != nil && i < len(by.Reads); i++ {
		read, still := &by.Reads[i], false
		switch read.Of.(type) {
		case ofStatic, ofTags:
			still = true
		case ofSkill:
			still = f.use.skill != nil
		case ofBasis:
			still = l.isStatic(f.use.basis, f)
		}
		if !still && !read.Const {
			return false
		}
	}
	return true
}

// specialiseName is what a name is under the static key of a frame.
func (l *Live) specialiseName(v scopeValue, f *Frame) scopeValue {
	switch of := v.Of.(type) {
	case ofStatic, ofTags:
		return constantValue(v, f)
	case ofSkill:
		if f.use.skill != nil {
			return constantValue(v, f)
		}
	case ofRanks:
		if l.ranking {
			get := v.Num
			v.Num = func(f *Frame) float64 { return math.Min(get(f), mostRank) }
			return constantValue(v, f)
		}
	case ofMargin:
		if !f.step.opposed() {
			return constantValue(v, f)
		}
	case ofBasis:
		by := l.specialise(f.use.basis, f)
		v.Num, v.Of = by.Num, constant(by)
		if _, ok := by.Const(); ok {
			return constantValue(v, f)
		}
	case ofTool:
		return l.fromSide(v, of.seen, f, func() (numFunc, constancy) {
			if f.sides[0].tool == nil {
				return func(*Frame) float64 { return 0 }, always
			}
			by := l.specialise(f.sides[0].tool.fields[of.field], f)
			return by.Num, constant(by)
		})
	case ofSum:
		return l.fromSide(v, of.seen, f, func() (numFunc, constancy) {
			sum := l.specialiseSum(of.of, f)
			return sum.value, sum.constancy
		})
	case ofTotal:
		return l.fromSide(v, of.seen, f, func() (numFunc, constancy) {
			total := l.specialiseTally(of.of, f)
			return total.value, total.constancy
		})
	}
	return v
}

// fromSide specialises what is seen from the one who acts (0) or from the other one (1).
func (l *Live) fromSide(v scopeValue, k int, f *Frame, fold func() (numFunc, constancy)) scopeValue {
	if k == 1 {
		use, step := f.use, f.step
		f.flip()
		defer func() { f.flip(); f.use, f.step = use, step }()
	}
	get, c := fold()
	v.Num, v.Of = get, c
	if c == always {
		return constantValue(v, f)
	}
	v.Num = fromSideFunc(k, get)
	return v
}

// mostRank is more than any rank: a constant cannot be infinite.
const mostRank = 1e15

// specialTally is a tally of which the first lines are worked out already.
type specialTally struct {
	memo
	sum   float64
	lines []compiledLine
}

// specialiseTally specialises a tally. Lines that never hold, and those that change nothing, are left out.
func (l *Live) specialiseTally(t *Tally, f *Frame) *specialTally {
	x := &specialTally{}
	for _, line := range t.Lines {
		own := compiledLine{kind: line.kind, sums: line.carriedOut().sums}
		if line.when != nil {
			when := l.specialise(line.when, f)
			holds, fixed := when.Const()
			if fixed && holds == 0 {
				continue
			}
			if !fixed {
				own.when = when.Flags()
				x.constancy = max(x.constancy, constant(when))
			}
		}
		by := l.specialise(line.by, f)
		x.constancy = max(x.constancy, constant(by))
		value, fixed := by.Const()
		if fixed {
			own.value = value
		} else {
			own.by = by.Numbers()
		}
		switch {
		case fixed && own.when == nil && len(x.lines) == 0:
			x.sum = own.kind.apply(x.sum, value)
		case fixed && (own.kind == lineAdd && value == 0 || own.kind == lineTimes && value == 1):
		default:
			x.lines = append(x.lines, own)
		}
	}
	if len(x.lines) == 0 {
		x.sum, x.constancy = trimNoise(x.sum), always
	} else {
		x.constancy = max(x.constancy, byActors)
	}
	return x
}

func (x *specialTally) value(f *Frame) float64 {
	sum := x.sum
	if len(x.lines) == 0 {
		return sum
	}
	if x.valid(f) {
		return x.was
	}
	sum, _ = applyLines(x.lines, sum, f, nil)
	x.remember(f, sum)
	return sum
}

// specialTallyKey is a tally specialised for one static key.
type specialTallyKey struct {
	staticKey
	ranks rankFrame // of the rules for ranks alone
	total *specialTally
}

// total is what a tally comes to, specialised where that can be.
func (l *Live) total(t *Tally, f *Frame) float64 {
	one, other := f.sides[0], f.sides[1]
	if f.tagKey == nil || f.tagKey.dynamic || l.run.rs.sided || one.task != nil || other.task != nil {
		l.moving = true
		total, _ := applyLines(t.lines, 0, f, nil)
		return total
	}
	n := l.classes + 1
	if l.specialTallies[t.id] == nil {
		l.specialTallies[t.id] = make([][]specialTallyKey, n*n)
	}
	list := &l.specialTallies[t.id][one.actor.class(l.classes)*n+other.actor.class(l.classes)]
	l.ranking = t == l.run.rs.Skill.Rank
	for i := range *list {
		if x := &(*list)[i]; x.tagKey == f.tagKey && x.step == f.step && x.matches(f) && (!l.ranking || x.ranks == f.ranks) {
			return l.value(x.total, f)
		}
	}
	x := l.specialiseTally(t, f)
	*list = append(*list, specialTallyKey{f.staticKey(), f.ranks, x})
	return l.value(x, f)
}

func (l *Live) value(x *specialTally, f *Frame) float64 {
	l.moving = l.moving || len(x.lines) > 0
	return x.value(f)
}

// class is the number of those in its Live that an actor is like; unclassed for an actor that is not in one.
func (a *Actor) class(unclassed int) int {
	if a.live == nil { // as none is
		return unclassed
	}
	return a.live.class
}

// alike reports whether two have the same of all that never changes in a fight and that a number may be made of.
func alike(a, b *Actor) bool {
	return slices.Equal(a.stats, b.stats) && slices.Equal(a.worn, b.worn) && slices.Equal(a.Sheet.ranks, b.Sheet.ranks) &&
		slices.Equal(a.Sheet.maxima, b.Sheet.maxima)
}

// classify numbers the classes of actors who are alike: what is specialised for one of them holds for all.
func (l *Live) classify() {
	var first []*Actor
	for i, a := range l.from.Actors {
		class := slices.IndexFunc(first, func(b *Actor) bool { return alike(a, b) })
		if class < 0 {
			class, first = len(first), append(first, a)
		}
		l.actors[i].class = class
	}
	l.classes = len(first)
}
