package rules

import "slices"

// Most parts of a number are constant for a whole fight: the actor, its tool and skill, the tags of the roll. A Live computes these once
// (it specialises the number), and recalculates only the others: wounds, conditions, rows drawn. Modifiers are therefore summed in two
// places: here, and in Frame.sumModifier, which also explains them. Without this file a duel takes a third longer (BenchmarkRatio/duel).
// TestSpecialisedIsAsWritten verifies on random packs that both results are equal. Formulas and tallies are specialised in this file,
// modifiers in live_specialsum.go; live_actioncache.go caches the results for a whole action. A dependency says how long a cached number
// stays valid: always; untilActorsChange, until an actor changes; untilAnyChange, until an actor changes, a row is drawn or time passes; never, which
// means that it must not be cached (state_dependency.go).

// staticKey holds everything that the constant part of a number depends on, besides its two actors.
type staticKey struct {
	tagKey     *tagKey    // tags of the roll
	step       *Step      // step that rolls
	skill      *Skill     // skill used; nil for none
	basis      *Formula   // formula that the roll is based on
	tools      [2]*Item   // each side's tool; nil for none
	actions    [2]*Action // each side's action; nil for none
	rank       float64    // rank that counts, as in skillUse
	plain      float64    // learnt rank, as in skillUse
	counts     float64    // duration of the action, in counts
	spent      float64    // points spent on the action
	margin     float64    // margin that a check is rolled against if it names no other check
	isNamed    bool       // whether the roll names a skill
	trained    bool       // whether the actor has learnt it
	hasOptions [2]bool    // whether each side has modifiers or options for this roll only
}

// staticKey returns the static key of the frame. Frames with equal keys share specialised tallies.
func (f *Frame) staticKey() staticKey {
	one, other := f.sides[0], f.sides[1]
	return staticKey{tagKey: f.tagKey, step: f.step, skill: f.use.skill, basis: f.use.basis, tools: [2]*Item{one.tool, other.tool},
		actions: [2]*Action{one.action, other.action}, rank: f.use.rank, plain: f.use.plain, counts: f.counts, spent: f.spent,
		isNamed: f.use.isNamed, trained: f.use.trained, margin: f.chk.against, hasOptions: [2]bool{one.hasOwnOptions(f), other.hasOwnOptions(f)}}
}

// matchesFrame reports whether the key is the static key of f, ignoring ranks. It compares field by field instead of making a key of f.
func (a *staticKey) matchesFrame(f *Frame) bool {
	one, other, use := f.sides[0], f.sides[1], &f.use
	return a.tagKey == f.tagKey && a.step == f.step && a.skill == use.skill && a.basis == use.basis &&
		a.tools[0] == one.tool && a.tools[1] == other.tool && a.actions[0] == one.action && a.actions[1] == other.action &&
		a.rank == use.rank && a.plain == use.plain && a.counts == f.counts && a.spent == f.spent &&
		a.isNamed == use.isNamed && a.trained == use.trained && a.hasOptions[0] == one.hasOwnOptions(f) && a.hasOptions[1] == other.hasOwnOptions(f) &&
		(a.margin == f.chk.against || a.step.isOpposed())
}

// hasOwnOptions reports whether the side has modifiers or options for this roll, apart from those of the scene.
func (s *side) hasOwnOptions(f *Frame) bool {
	if len(s.manual) > 0 || len(s.tickedSituations) == 0 {
		return len(s.manual) > 0
	}
	scene := f.run.sceneTicks
	return len(s.tickedSituations) != len(scene) || &s.tickedSituations[0] != &scene[0]
}

// isStatic reports whether the frame's static key determines the value of a formula.
func (l *Live) isStatic(expr *Formula, f *Frame) bool {
	if expr != nil && !l.run.rs.hasNoHiddenInputs(expr) {
		return false
	}
	for i := 0; expr != nil && i < len(expr.Reads); i++ {
		read, static := &expr.Reads[i], false
		switch read.Data.(type) {
		case staticInput, tagsInput:
			static = true
		case skillInput:
			static = f.use.skill != nil
		case basisInput:
			static = l.isStatic(f.use.basis, f)
		}
		if !static && !read.Const {
			return false
		}
	}
	return true
}

// specialiseSide specialises a value as seen from the acting side (k = 0) or the other side (k = 1). fold specialises the value: it is
// called with the frame as seen from that side, and returns a function that computes the variable part, and the value's dependency.
func (l *Live) specialiseSide(v scopeValue, k int, f *Frame, fold func() (numFunc, dependency)) scopeValue {
	if k == 1 {
		use, step := f.use, f.step
		f.swapSides()
		defer func() { f.swapSides(); f.use, f.step = use, step }()
	}
	get, dep := fold()
	v.Num, v.Data = get, dep
	if dep == staysForever {
		return constantValue(v, f)
	}
	v.Num = fromSideFunc(k, get)
	return v
}

// maxRank is higher than any rank; it stands for infinity, which a constant can't be.
const maxRank = 1e15

// specialTally is a tally whose constant first lines are already added up.
type specialTally struct {
	memo                 // last total, and what it depends on
	sum   float64        // total of the constant lines
	lines []compiledLine // lines from the first variable one on
}

// computeTotal returns the sum of the constant part and the variable lines. It is cached until an actor that it reads changes.
func (x *specialTally) computeTotal(f *Frame) float64 {
	sum := x.sum
	if len(x.lines) == 0 {
		return sum
	}
	if x.isValid(f) {
		return x.value
	}
	sum, _ = applyLines(x.lines, sum, f, nil)
	x.remember(f, sum)
	return sum
}

// specialTallies holds a tally specialised for each static key of two classes of actors. The parts that distinguish most keys are stored
// close together, because a long list is searched for each number.
type specialTallies struct {
	rolls []specialRoll     // parts of the keys to compare first
	keys  []specialTallyKey // keys with their tallies, in the same order
}

// specialRoll is the part of a static key that belongs to the roll.
type specialRoll struct {
	tagKey *tagKey // tags of the roll
	step   *Step   // step that rolls; nil for none
}

// specialTallyKey is a tally specialised for one static key.
type specialTallyKey struct {
	staticKey
	ranks rankFrame    // numbers for the rules of ranks; set only for the tally of ranks
	total specialTally // specialised tally
}

// valueOfTally returns the value of x, and sets l.canVary if it can change.
func (l *Live) valueOfTally(x *specialTally, f *Frame) float64 {
	l.canVary = l.canVary || len(x.lines) > 0
	return x.computeTotal(f)
}

// classOr returns the class of the actor in its Live, or unclassed outside one.
func (a *Actor) classOr(unclassed int) int {
	if a.live == nil { // such as nobody, the target of an action without a target
		return unclassed
	}
	return a.live.class
}

// haveEqualStatics reports whether two actors are equal in everything that formulas can read and a fight can't change.
func haveEqualStatics(a, b *Actor) bool {
	return slices.Equal(a.stats, b.stats) && slices.Equal(a.worn, b.worn) && slices.Equal(a.Sheet.ranks, b.Sheet.ranks) &&
		slices.Equal(a.Sheet.maxima, b.Sheet.maxima)
}

// classifyActors numbers the classes of equal actors, which share specialised numbers.
func (l *Live) classifyActors() {
	var first []*Actor
	for i, a := range l.from.Actors {
		class := slices.IndexFunc(first, func(b *Actor) bool { return haveEqualStatics(a, b) })
		if class < 0 {
			class, first = len(first), append(first, a)
		}
		l.actors[i].class = class
	}
	l.classes = len(first)
}
