package rules

import (
	"math"
	"slices"

	"hybrid/rules/formula"
)

// Most of what goes into a number stays as it is for a whole fight: who rolls, with what, on which skill, what the roll
// is about. A Live works that out once, and from then on only the rest: wounds, conditions, rows drawn. So what something
// gives is added up in two places, here and by Frame.sum, which also explains it: without this one a duel takes a third
// longer (BenchmarkRatio/duel). TestSpecialisedIsAsWritten holds the two equal in packs made at random.

// What a name in a formula depends on, as its Value remembers it; nil is anything at all.
type (
	ofStatic struct{} // nothing but the static key of the frame
	ofTags   struct{} // nothing but what the roll is about
	ofSkill  struct{} // nothing but the skill used, which there must be
	ofRanks  struct{} // nothing but what the rules for ranks are asked about
	ofActors struct{} // nothing but the two, as they are at the moment
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

func staticValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Of = ofStatic{}
	return v, ok
}

func actorValue(v scopeValue, ok bool) (scopeValue, bool) {
	v.Of = ofActors{}
	return v, ok
}

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

func rankValue(get numFunc) (scopeValue, bool) {
	v, ok := numberValue(get)
	v.Of = ofRanks{}
	return v, ok
}

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

// constantValue is a value as it is in a frame, for good.
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

// constancy is for how long a specialised number stays the same: always, until one of the two changes, that and until a row
// is drawn or time passes, or not at all.
type constancy int

const (
	always constancy = iota
	byActors
	byMoment
	never
)

// constant is how constant a specialised formula is.
func constant(by *Formula) constancy {
	if by == nil {
		return always
	}
	if _, fixed := by.Const(); fixed {
		return always
	}
	if !by.Alone() {
		return never
	}
	c := always
	for i := range by.Reads {
		read := &by.Reads[i]
		switch of := read.Of.(type) {
		case constancy:
			c = max(c, of)
		case ofActors:
			c = max(c, byActors)
		default:
			if !read.Const {
				return never
			}
		}
	}
	return c
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

// memo is what a specialised number was the last time, and the states of the two then.
type memo struct {
	constancy
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
	return x.states[0] == one && x.states[1] == other && (x.constancy != byMoment || f.quiet())
}

// remember remembers a number.
func (x *memo) remember(f *Frame, value float64) {
	if x.constancy == byActors || x.constancy == byMoment && f.quiet() {
		x.known, x.was = true, value
		x.states[0], x.states[1] = f.states()
	}
}

// states are the states of the two, each of which has a number of its own.
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

// specialSum is a modifier of which the fixed givers are worked out already.
type specialSum struct {
	memo
	m          *Modifier
	sum        float64
	roll       []specialGift // what belongs to the roll, from the first formula on
	given      bool          // rows drawn, and what a person gave, may give something
	ticked     bool          // ticked situations may
	scene      []specialGift // what situations that hold for every actor give, and those that are worse and hold
	doing      bool          // activities and the parts of an action may
	holding    []specialSituation
	conditions []int // by condition the place of its gift, from 1 on; 0 for none
	gifts      []specialGift
	worn       []specialGift
}

// specialGift is what something gives: a formula, or a value without one.
type specialGift struct {
	by     numFunc
	value  float64
	rivals []flagFunc // when worse situations of its group hold, of which only one counts
}

type specialSituation struct {
	of    *Situation
	group string
	when  flagFunc
	found bool // it gives something to this roll
	specialGift
}

func (g *specialGift) num(f *Frame) float64 {
	if g.by == nil {
		return g.value
	}
	return g.by(f) + 0
}

// specialiseGift specialises what something gives to a modifier.
func (l *Live) specialiseGift(x *specialSum, by *Formula, f *Frame) (g specialGift) {
	by = l.specialise(by, f)
	if value, fixed := by.Const(); fixed {
		return specialGift{value: value}
	}
	x.constancy = max(x.constancy, constant(by))
	return specialGift{by: by.Numbers()}
}

// specialiseSum specialises a modifier: all that Frame.sum adds up.
func (l *Live) specialiseSum(m *Modifier, f *Frame) *specialSum {
	said := f.sides[0].marked(f)
	x := &specialSum{m: m, given: m.passing || said, ticked: said, doing: m.passing}
	if said {
		x.constancy = never
	} else if m.passing {
		x.constancy = byMoment
	}
	g := gathering{m: m}
	if m.times {
		g.sum = 1
	}
	l.specialiseRoll(x, &g, f)
	x.sum = g.sum
	l.specialiseScene(x, f)
	l.specialiseHolding(x, f)
	l.specialiseActor(x, f)
	if len(x.scene)+len(x.holding)+len(x.gifts) > 0 {
		x.constancy = max(x.constancy, byActors)
	}
	if x.constancy != always {
		return x
	}
	for i := range x.worn {
		g.give(x.worn[i].value)
	}
	x.was = g.sum
	return x
}

// specialiseRoll specialises what belongs to the roll.
func (l *Live) specialiseRoll(x *specialSum, g *gathering, f *Frame) {
	var room [5]giving
	for _, entry := range f.givers(&room) {
		by := entry.from.gift(f, x.m)
		if by == nil {
			continue
		}
		if gift := l.specialiseGift(x, by, f); gift.by != nil || len(x.roll) > 0 {
			x.roll = append(x.roll, gift)
		} else {
			g.give(gift.value)
		}
	}
}

// specialiseScene specialises what the situations give that hold for every actor.
func (l *Live) specialiseScene(x *specialSum, f *Frame) {
	for i := 0; i < len(f.sides[0].ticked) && !x.ticked; i++ {
		s := f.sides[0].ticked[i].Situation
		if s.Ask != nil {
			x.ticked, x.scene, x.constancy = true, nil, never
			return
		}
		if by := s.gift(f, x.m); by != nil && (s.Group == "" || !f.worseTicked(s)) {
			gift := l.specialiseGift(x, by, f)
			gift.rivals = l.rivals(x, s, f, nil)
			x.scene = append(x.scene, gift)
		}
	}
}

// specialiseHolding specialises the situations that hold by themselves.
func (l *Live) specialiseHolding(x *specialSum, f *Frame) {
	for _, s := range x.m.holding {
		if !s.about(f) {
			continue
		}
		holds := l.specialise(s.holds, f)
		own := specialSituation{of: s, group: s.Group, when: holds.Flags()}
		x.constancy = max(x.constancy, constant(holds))
		outdone := s.Group != "" && f.worseTicked(s) || f.isTicked(s)
		if by := s.gift(f, x.m); by != nil && (x.ticked || !outdone) {
			own.specialGift, own.found = l.specialiseGift(x, by, f), true
			own.rivals = l.rivals(x, s, f, x.m.holding)
		}
		x.holding = append(x.holding, own)
	}
}

// specialiseActor specialises what conditions and what is worn give.
func (l *Live) specialiseActor(x *specialSum, f *Frame) {
	all := f.rs.Conditions.All
	for i, c := range all {
		by := c.gift(f, x.m)
		if by == nil {
			continue
		}
		if x.conditions == nil {
			x.conditions = make([]int, len(all))
		}
		x.gifts = append(x.gifts, l.specialiseGift(x, by, f))
		x.conditions[i] = len(x.gifts)
		if c.until == untilUsed {
			x.constancy = never
		}
	}
	for _, worn := range f.sides[0].actor.worn {
		if by := worn.item.gift(f, x.m); by != nil && f.tags.has(worn.bit) {
			x.worn = append(x.worn, l.specialiseGift(x, by, f))
		}
	}
}

// rivals are the situations that hold and are worse than one of their group, those of a list apart.
func (l *Live) rivals(x *specialSum, than *Situation, f *Frame, but []*Situation) (list []flagFunc) {
	for _, s := range f.rs.holding[than.Group] {
		if than.Group != "" && s.ordinal > than.ordinal && s.about(f) && !slices.Contains(but, s) {
			holds := l.specialise(s.holds, f)
			list = append(list, holds.Flags())
			x.constancy = max(x.constancy, byActors, constant(holds))
		}
	}
	return list
}

// value is the modifier now; it is what Frame.sum is.
func (x *specialSum) value(f *Frame) float64 {
	if x.constancy == always || x.valid(f) {
		return x.was
	}
	g := gathering{f: f, m: x.m, sum: x.sum}
	for i := range x.roll {
		g.give(x.roll[i].num(f))
	}
	if x.given {
		f.gatherGiven(&g)
	}
	if x.ticked {
		f.gatherTicked(&g)
	}
	for i := range x.scene {
		if s := &x.scene[i]; !s.outdone(f) {
			g.give(s.num(f))
		}
	}
	group := ""
	for i := range x.holding {
		s := &x.holding[i]
		if s.group != "" && s.group == group || !f.test(s.when) {
			continue
		}
		group = s.group
		if x.ticked && (s.group != "" && f.worseTicked(s.of) || f.isTicked(s.of)) || s.outdone(f) {
			continue
		}
		if s.found {
			g.give(s.num(f))
		}
	}
	actor := f.sides[0].actor
	if x.doing && (actor.Doing != nil || len(actor.Activities) > 0) {
		f.gatherDoing(&g)
	}
	if len(x.gifts) > 0 && len(actor.Conditions) > 0 {
		x.suffer(&g, actor)
	}
	for i := range x.worn {
		g.give(x.worn[i].num(f))
	}
	x.remember(f, g.sum)
	return g.sum
}

func (g *specialGift) outdone(f *Frame) bool {
	for _, rival := range g.rivals {
		if rival(f) {
			return true
		}
	}
	return false
}

func (x *specialSum) suffer(g *gathering, actor *Actor) {
	number := g.f.number
	for i := range actor.Conditions {
		held := &actor.Conditions[i]
		if at := x.conditions[held.Condition.index]; at > 0 && held.with(g.f.sides[0].tool) && held.facing(g.f.sides[1].actor) {
			g.f.number = held.Number
			g.give(x.gifts[at-1].num(g.f))
			g.f.used(held)
		}
	}
	g.f.number = number
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

// foundAction is what was found for an action that an actor declared, where that is the same every time.
type foundAction struct {
	action *Action
	whom   string
	place  int    // where the one it is done to was among the actors
	named  string // the tool asked for
	inHand *Item
	aside  []*Item
	facing *Item // what the other one had in hand
	tool   *Item
	use    skillUse
	ranks  rankFrame
	tagKey *tagKey
	acting tagSet
	counts float64
}

// found is what was found for an action the last time; nil if it must be looked for.
func (l *Live) found(a *Actor, d *Doing) *foundAction {
	l.moving = false
	if !d.isPlain() || len(a.Dropped) > 0 {
		return nil
	}
	own := a.live
	for i := range own.found { // mostly it is the same as the last time
		if i > 0 && i <= own.lastFound {
			i--
		} else if i == 0 {
			i = own.lastFound
		}
		if x := &own.found[i]; x.action.Name == d.Action && x.whom == d.Whom && x.named == d.Tool && x.inHand == a.Tool &&
			slices.Equal(x.aside, a.Aside) && x.facing == l.faced(x) {
			own.lastFound = i
			return x
		}
	}
	return nil
}

// faced is what the one whom an action is done to has in hand now.
func (l *Live) faced(x *foundAction) *Item {
	if other := l.State.FindNear(x.whom, x.place); x.whom != "" && other != nil {
		return other.Tool
	}
	return nil
}

// keep keeps what was found for an action, unless it depends on what happens.
func (l *Live) keep(f *Frame, d *Doing) {
	if l.moving || f.tagKey == nil || f.tagKey.dynamic || !d.isPlain() || len(f.sides[0].actor.Dropped) > 0 {
		return
	}
	side := f.sides[0]
	if _, fixed := l.specialise(side.action.counts, f).Const(); !fixed {
		return
	}
	side.actor.live.found = append(side.actor.live.found, foundAction{action: side.action, whom: d.Whom, place: max(0, l.State.place(d.Whom, 0)), named: d.Tool,
		inHand: side.actor.Tool, aside: side.actor.Aside, facing: f.sides[1].tool, tool: side.tool, use: f.use, ranks: f.ranks, tagKey: f.tagKey, acting: f.seq.acting, counts: f.counts})
}

// target is whom the action is done to in a run; nil if that one is not there.
func (x *foundAction) target(r *Run, whom string) *Actor {
	if x == nil || r.state == nil {
		return r.copy(whom)
	}
	actor := r.state.FindNear(whom, x.place)
	if actor == nil {
		return nil
	}
	return r.adopt(actor)
}

// fill puts what was found into the frame of the action.
func (x *foundAction) fill(f *Frame) {
	f.use, f.ranks, f.tagKey, f.tags, f.counts = x.use, x.ranks, x.tagKey, x.tagKey.tags, x.counts
	f.seq.seq, f.seq.acting = x.action.body, x.acting
}
