package rules

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"hybrid/rules/collect"
)

// The odds of an action: its results for display, and the functions that calculate them with an explorer (odds_explorer.go). The first roll
// of an action is the first check that its actor rolls; most odds are also given by the degree of that roll. The price of the action does
// not count as a loss of points. Points that the actor spends by the action itself, such as effort, are listed as its own cost.

// ActionOdds holds the exact odds of everything that an action can lead to; no die is rolled. If there are too many outcomes to follow,
// some are sampled, and Samples counts them. Probabilities are from 0 to 1.
type ActionOdds struct {
	Chance         float64       `json:"chance"`          // average chance of the actor's first roll, as the number that its die is compared with
	Made           float64       `json:"made"`            // probability that the first roll succeeds
	Degrees        []DegreeOdds  `json:"degrees"`         // degrees of that roll, best first; nil if there is no roll
	Steps          []StepOdds    `json:"steps"`           // random steps, in order
	Rows           []RowOdds     `json:"rows"`            // rows of the first table rolled, such as hit locations
	Ends           []EndOdds     `json:"ends"`            // actors that the action can change
	Samples        int           `json:"drawn,omitempty"` // number of sampled outcomes; 0 if all were followed
	Unanswered     []*Need       `json:"-"`               // unanswered questions; the odds assume that they stay unanswered
	Roll           *CheckPreview `json:"-"`               // first roll of the actor, without its terms; nil for none
	first          *firstRoll    // summary of the first roll; nil if there is none
	outWithoutRoll float64       // probability that no first roll is made and the target nevertheless cannot act afterwards
	canHarm        bool          // whether the action can take points from its target
	partlyRolled   bool          // whether some dice had been rolled before, so that the odds cover only the rest
	whom           string        // key of the actor, or side, whose losses Degrees and Rows hold: usually the target
	// withChance recalculates the odds; replace returns the chance of the first roll to use in place of its own.
	withChance func(replace chanceFunc) (*ActionOdds, error)
}

// DegreeOdds holds the odds of one degree of the first roll and of its consequences.
type DegreeOdds struct {
	Degree      *Degree `json:"-"`           // degree whose odds these are
	Name        string  `json:"degree"`      // label of the degree
	Key         string  `json:"key"`         // name of the degree in the rules
	Probability float64 `json:"probability"` // probability that the first roll has it
	Out         float64 `json:"out"`         // probability that the target cannot act afterwards, given this degree
	Loss        float64 `json:"loss"`        // average points that the target then loses, from all pools that harm can reduce
}

// StepOdds holds the odds of one step: the probability that it is carried out, and its results.
type StepOdds struct {
	Step    string        `json:"step"`             // name of the step in the rules
	Label   string        `json:"label"`            // label of the step
	Who     string        `json:"who,omitempty"`    // key of the rolling actor, for a check or a throw
	Reached float64       `json:"reached"`          // probability that the step is carried out
	Before  float64       `json:"before,omitempty"` // chance of an opposed check before the opponent's margin is subtracted; 0 if not opposed
	Least   float64       `json:"least,omitempty"`  // lowest chance with which the check is rolled
	Most    float64       `json:"most,omitempty"`   // highest such chance
	Made    float64       `json:"made,omitempty"`   // probability that the check succeeds if the step is reached
	Mean    float64       `json:"mean,omitempty"`   // average of the number, of the check's chance or of the throw's dice, if the step is reached
	Results []Possibility `json:"results"`          // degrees, rows or numbers, with their overall probabilities
	Terms   []Term        `json:"-"`                // terms of the check's chance before the margin; nil if the caller gave no answers
	step    *Step         // step that has these odds
	kind    stepKind      // category of the step
}

// Possibility is one possible result and its probability.
type Possibility struct {
	Name        string  `json:"name"`            // label of the result; a number as text
	Key         string  `json:"key,omitempty"`   // key of a degree, row, condition or face; "" for a number
	Value       float64 `json:"value,omitempty"` // number itself, mean points, factor of a degree, or first face of a row
	Probability float64 `json:"probability"`     // from 0 to 1; for faces of a throw, that at least one die shows the face
}

// RowOdds holds the odds of one row of the first table rolled and of its consequences.
type RowOdds struct {
	Row         string  `json:"row"`         // label of the row
	Key         string  `json:"key"`         // name of the row in the rules
	Probability float64 `json:"probability"` // probability of this row
	Hurt        float64 `json:"hurt"`        // probability that the target then loses points of a pool that harm can reduce
	Out         float64 `json:"out"`         // probability that the target cannot act afterwards
	Loss        float64 `json:"loss"`        // average points that the target then loses, from all pools that harm can reduce
	lowestRoll  float64 // lowest roll of the row, for sorting
}

// EndOdds holds the odds of an actor's state at the end of an action.
type EndOdds struct {
	Who   string        `json:"who"`   // key of the actor
	Name  string        `json:"name"`  // full name of the actor
	Out   float64       `json:"out"`   // probability that it cannot act afterwards, though it could before
	Hurt  float64       `json:"hurt"`  // probability that it loses points of a pool that harm can reduce, apart from points that it spends itself
	Loss  float64       `json:"loss"`  // average of these points, from all such pools
	Puts  []Possibility `json:"puts"`  // conditions and cards that it gets
	Pools []PoolLoss    `json:"pools"` // expected changes, for each pool that the action can change
}

// CanChange reports whether the action can change the actor at all.
func (e EndOdds) CanChange() bool {
	return e.Out > 0 || e.Hurt > 0 || len(e.Puts) > 0 || len(e.Pools) > 0
}

// HasSameOdds reports whether the actor's odds equal other, apart from points that it spends itself.
func (e EndOdds) HasSameOdds(other EndOdds) bool {
	return e.Out == other.Out && e.Hurt == other.Hurt && e.Loss == other.Loss && slices.Equal(e.Puts, other.Puts)
}

// PoolLoss is the loss of points from one pool; a negative loss is a gain.
type PoolLoss struct {
	Pool   string        `json:"pool"`           // name of the pool
	Mean   float64       `json:"mean"`           // average points lost
	Cost   float64       `json:"cost,omitempty"` // part of Mean that the actor spends on its own actions, such as effort
	Points []Possibility `json:"points"`         // possible losses, with their probabilities
}

// ChangesByKind returns the average changes of the points, each named after its kind: lost, spent (on the actor's own actions) or gained.
func (l PoolLoss) ChangesByKind() (list []Possibility) {
	for _, part := range []Possibility{{Name: "lost", Value: TrimNoise(l.Mean - l.Cost)}, {Name: "spent", Value: TrimNoise(l.Cost)}} {
		if part.Value < 0 {
			part = Possibility{Name: "gained", Value: -part.Value}
		}
		if part.Value > 0 {
			list = append(list, part)
		}
	}
	return list
}

// ActionOdds returns the odds of everything that an action can lead to if it takes effect now. The engine carries it out for all possible
// results of the dice. answers holds answers by the key of the question; other questions stay unanswered. An action on several targets is
// calculated for each as if there were no others. Initiative and events at later counts are ignored. s is not changed.
func (rs *Ruleset) ActionOdds(s *State, who string, d OngoingAction, answers map[string]string) (*ActionOdds, error) {
	return rs.exploreAction(s, who, d, answers, &explorer{})
}

// OddsAfterDice returns the odds of an action whose first dice have already been rolled; only later dice are random. It returns an error as
// soon as stale, which may be nil, reports that no one is waiting for the odds any more.
func (rs *Ruleset) OddsAfterDice(s *State, who string, d OngoingAction, answers map[string]string, dice []Die, stale func() bool) (*ActionOdds, error) {
	return rs.exploreAction(s, who, d, answers, &explorer{rolledDice: dice, stale: stale})
}

// AnswerOdds returns, for each answer in names to need, the odds of the roll that the answer makes: the first check that need.Who rolls
// because of it. d is the action of who, and answers holds the answers given before. It explores no further than that roll, so it takes a
// fraction of the time of OddsAfterDice. Answers without such a roll and answers that can't be counted are missing from the result, and so
// are all remaining answers once stale, which may be nil, reports that no one is waiting.
func (rs *Ruleset) AnswerOdds(s *State, who string, d OngoingAction, answers map[string]string, need *Need, names []string, stale func() bool) map[string]StepOdds {
	// A check that the answering actor would roll in any case must not be taken for the roll of the answer. If the answer's action itself
	// has no check, these checks are found by exploring the action without an answer, once for all names.
	unanswered := sync.OnceValue(func() *watchedAnswer { return rs.watchUnanswered(s, who, d, answers, need, stale) })
	list := map[string]StepOdds{}
	for _, name := range names {
		watch := &watchedAnswer{key: need.Key, who: need.Who}
		actionName, _, _ := strings.Cut(name, " ")
		if action, _ := rs.Actions.Get(actionName); action == nil || !action.body.rollsCheck(nil) {
			if unanswered() == nil {
				continue
			}
			copied := *unanswered()
			watch = &copied
		}
		o, err := rs.exploreAction(s, who, d, need.WithAnswer(answers, name), &explorer{rolledDice: need.DiceBefore, watch: watch, stale: stale})
		if err != nil || watch.ownRoll == nil {
			continue
		}
		i := slices.IndexFunc(o.Steps, func(step StepOdds) bool { return step.step == watch.ownRoll && step.Who == need.Who })
		list[name] = o.Steps[i]
	}
	return list
}

// watchUnanswered returns a watch whose prior checks are the checks that need.Who rolls if the question isn't answered. With an answer, the
// first check that isn't among them is a consequence of the answer. It returns nil if the action can't be explored.
func (rs *Ruleset) watchUnanswered(s *State, who string, d OngoingAction, answers map[string]string, need *Need, stale func() bool) *watchedAnswer {
	watch := &watchedAnswer{who: need.Who, inside: true}
	declined, err := rs.OddsAfterDice(s, who, d, need.WithAnswer(answers, NoAnswer), need.DiceBefore, stale)
	if err != nil {
		return nil
	}
	for _, step := range declined.Steps {
		if step.Who == need.Who && step.Reached > 0 {
			watch.priorChecks = append(watch.priorChecks, step.step)
		}
	}
	return watch
}

// rollsCheck reports whether the sequence, or one nested in it, has a check. outer holds the enclosing sequences, which are not
// searched again.
func (seq *Sequence) rollsCheck(outer []*Sequence) bool {
	if slices.Contains(outer, seq) {
		return false
	}
	outer = append(outer, seq)
	return slices.ContainsFunc(seq.steps, func(step *Step) bool {
		return step.kind == stepCheck || step.kind == stepSequence && step.sub.rollsCheck(outer)
	})
}

// exploreAction returns the odds of an action, sampled if it has too many outcomes. options is an explorer of which only the fields for
// options are read: wantsTerms, replaceChance, rolledDice, dice, watch and stale.
func (rs *Ruleset) exploreAction(s *State, who string, d OngoingAction, answers map[string]string, options *explorer) (*ActionOdds, error) {
	o, err := rs.exploreOnce(s, who, d, answers, options)
	if err == errTooMany && options.dice == nil {
		options.dice = samplingDice()
		o, err = rs.exploreOnce(s, who, d, answers, options)
	}
	return o, err
}

// exploreOnce follows all possible results of an action's dice and sums the odds. If options has dice, it follows sampleCount random
// results instead. answers holds the answers given so far.
func (rs *Ruleset) exploreOnce(s *State, who string, d OngoingAction, answers map[string]string, options *explorer) (*ActionOdds, error) {
	r := rs.newRun(s, DecisionInput{Answers: answers, Brief: true})
	defer r.release()
	x := &explorer{r: r, wantsTerms: options.wantsTerms, replaceChance: options.replaceChance, rolledDice: options.rolledDice, dice: options.dice, hasAnswers: len(answers) > 0, degree: -1,
		sums: map[addedDice][]float64{}, faceWeights: map[int][]float64{}, rows: map[*Step]*rowClasses{}, separate: map[string]bool{}, watch: options.watch, stale: options.stale}
	r.watched = x.watch
	x.counter.rs, x.counter.memory = rs, &r.points
	r.roller, x.fork = x, &x.noFork
	m, err := r.prepareAct(who, &d)
	if err != nil {
		return nil, err
	}
	f := m.f
	x.doer, x.targetIndex = f.sides[0].actor, max(0, slices.Index(r.copies, f.sides[1].actor))
	samples, share := 0, 1.0 // number of samples, and total probability of the branches of each; without sampling, all branches are one pass
	if x.dice != nil {
		samples, share = sampleCount, 1.0/sampleCount
	}
	prepared, c := f.seq, m.bodyCall(f.seq)
	for range max(1, samples) {
		f.seq, r.steps = prepared, 0 // as they were before the previous sample
		clear(x.separate)
		branches := x.declaredBranches(m, share)
		if x.rejectStrayDice(); r.err != nil {
			return nil, r.err
		}
		x.endsAction, f.seq = true, nil // the action ends with its body, which no other sequence encloses
		for _, b := range x.runSequence(f, c, branches) {
			b.frames = b.frames[:0]
			x.loadBranch(b)
			x.counter.countEnd(x, b)
			x.releaseBranch(b)
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	x.counter.flushPools()
	o := x.counter.actionOdds(x)
	o.Samples, o.canHarm, o.partlyRolled = samples, m.action.canHarm, len(options.rolledDice) > 0
	o.withChance = func(replace chanceFunc) (*ActionOdds, error) {
		return rs.exploreAction(s, who, d, answers, &explorer{replaceChance: replace})
	}
	return o, nil
}

// declaredBranches returns the branches in which an action begins, one for each result of the dice that are rolled when it is declared.
// share is their total probability.
func (x *explorer) declaredBranches(m act, share float64) (list []*branch) {
	r, fork := x.r, &fork{chooser: chooser{dice: x.dice}}
	for again := true; again && r.err == nil; again = fork.startNextWay() {
		for _, a := range r.copies {
			restoreActor(a, r.state.Find(a.Key))
		}
		x.fork = fork
		m.declareAtOnce()
		m.beginBody()
		b := &branch{weights: make([]float64, len(r.rs.Degrees.All)+1)}
		b.weights[0] = share * fork.probability()
		for _, a := range r.copies {
			b.actors = append(b.actors, a.clone())
		}
		r.events = r.events[:0]
		b.pushFrame(len(m.action.body.steps), nil, m.f.sides)
		list = append(list, b)
	}
	x.fork = &x.noFork
	return list
}

// noteUnanswered records a question without an answer. need, which returns the question, is called only at its first occurrence.
func (x *explorer) noteUnanswered(key string, need func() *Need) {
	if !slices.ContainsFunc(x.openNeeds, func(n *Need) bool { return n.Key == key }) {
		x.openNeeds = append(x.openNeeds, need())
	}
}

// TargetOdds returns the odds for the action's target, or for its actor if it has no target.
func (o *ActionOdds) TargetOdds() EndOdds { return o.OddsOfActor(o.whom) }

// OddsOfActor returns the odds for the actor with key who.
func (o *ActionOdds) OddsOfActor(who string) EndOdds {
	i := slices.IndexFunc(o.Ends, func(end EndOdds) bool { return end.Who == who })
	if i < 0 {
		return EndOdds{Who: who}
	}
	return o.Ends[i]
}

// IsHostile reports whether the action is hostile to its target: whether it can cost the target points, take it out of action, or give it a
// bad condition.
func (o *ActionOdds) IsHostile(rs *Ruleset) bool {
	return o.canHarm || o.TargetOdds().Out > 0 || slices.ContainsFunc(o.TargetOdds().Puts, func(put Possibility) bool {
		condition, ok := rs.Conditions.Get(put.Key)
		return ok && condition.Bad
	})
}

// IsHarmless reports whether an action that can hurt targets can't hurt this one, for example because of its armour. It returns false once
// dice have been rolled.
func (o *ActionOdds) IsHarmless() bool {
	return o.canHarm && !o.partlyRolled && o.TargetOdds().Hurt == 0
}

// TableLabel returns the label of the first table rolled, whose rows are listed.
func (o *ActionOdds) TableLabel() string {
	for _, s := range o.Steps {
		if s.kind == stepTable {
			return s.Label
		}
	}
	return ""
}

// PutProbability returns the probability that the actor gets a condition that it did not have.
func (e *EndOdds) PutProbability(condition string) float64 {
	for _, put := range e.Puts {
		if put.Name == condition {
			return put.Probability
		}
	}
	return 0
}

// OwnCheck returns the first check that an actor rolls in these odds but not in other, which are the odds of the same action with another
// answer or none. ok is false if there is none.
func (o *ActionOdds) OwnCheck(who string, other *ActionOdds) (found StepOdds, ok bool) {
	for _, s := range o.Steps {
		same := func(t StepOdds) bool { return t.step == s.step && t.Who == who && t.Reached > 0 }
		if s.kind == stepCheck && s.Who == who && s.Reached > 0 && !slices.ContainsFunc(other.Steps, same) {
			return s, true
		}
	}
	return StepOdds{}, false
}

// LaterChecks returns the checks that may follow the first one.
func (o *ActionOdds) LaterChecks() (list []StepOdds) {
	list = collect.Filter(o.Steps, func(s StepOdds) bool { return s.kind == stepCheck })
	return list[min(1, len(list)):]
}

// ThrowSteps returns the steps that throw dice with faces, in order.
func (o *ActionOdds) ThrowSteps() (list []StepOdds) {
	return collect.Filter(o.Steps, func(s StepOdds) bool { return s.kind == stepThrow && s.Reached > 0 })
}

// addDegrees adds the DegreeOdds of the first roll. c holds the counts of the target's final states.
func (o *ActionOdds) addDegrees(rs *Ruleset, c *endCount) {
	if o.first == nil {
		return
	}
	averageAt := func(parts []float64, i int) float64 { // average for degree i; parts has the branches without a first roll at index 0
		if parts == nil || o.first.shares[i] == 0 {
			return 0
		}
		return trimShare(parts[i+1] / o.first.shares[i])
	}
	for i, degree := range rs.Degrees.All {
		o.Degrees = append(o.Degrees, DegreeOdds{Degree: degree, Name: degree.Label, Key: degree.Name, Probability: trimShare(o.Roll.shares[i]), Out: averageAt(c.out, i), Loss: averageAt(c.loss, i)})
	}
	if c.out != nil {
		o.outWithoutRoll = c.out[0]
	}
}

// OddsAtChance returns the exact probabilities that the first roll succeeds and that its target cannot act afterwards, if that roll had the
// given chance. It recalculates the odds if these can't be derived from the degrees.
func (o *ActionOdds) OddsAtChance(rs *Ruleset, chance float64) (made, out float64, err error) {
	if o.first == nil {
		return 0, o.TargetOdds().Out, nil
	}
	if made, out, ok := o.oddsByDegree(rs, chance); ok {
		return made, out, nil
	}
	other, err := o.withChance(func(*Frame, float64, []Term) float64 { return chance })
	if err != nil {
		return 0, 0, err
	}
	return other.Made, other.TargetOdds().Out, nil
}

// oddsByDegree returns the values of OddsAtChance from o.Degrees. The odds given a degree stay the same; only the probability of each
// degree changes. ok is false if the consequences of the roll depend on more than its degree, or if a degree was not explored.
func (o *ActionOdds) oddsByDegree(rs *Ruleset, chance float64) (made, out float64, ok bool) {
	first := o.first
	if !first.dependsOnDegreeOnly || first.varies {
		return 0, 0, false
	}
	f := rs.newFrame(nil)
	f.chk = first.chk
	first.check.setRequirement(&f.chk, o.Chance)
	before := rs.classesByDegree(f, first.check)
	first.check.setRequirement(&f.chk, chance)
	after := rs.classesByDegree(f, first.check)
	for i := range after.list {
		// Each degree must be one class, made or missed, at both chances: else its consequences are a mixture that can change.
		c := &after.list[i]
		if after.soleClass(c.degree) != c || before.soleClass(c.degree) == nil || before.soleClass(c.degree).made != c.made {
			return 0, 0, false
		}
		out += first.reached * after.shares[c.degree.index] * o.Degrees[c.degree.index].Out
	}
	return trimShare(after.made), trimShare(o.outWithoutRoll + out), true
}

// soleClass returns the class with the given degree, or nil if there is none or more than one.
func (classes *rollClasses) soleClass(degree *Degree) (only *rollClass) {
	for i := range classes.list {
		if classes.list[i].degree != degree {
			continue
		}
		if only != nil {
			return nil
		}
		only = &classes.list[i]
	}
	return only
}

// TallyMeans returns the average total of each step of the action that calculates a number (`tally`), in order. Steps that are never
// reached are omitted.
func (o *ActionOdds) TallyMeans() (list []float64) {
	return collect.MapIf(o.Steps, func(s StepOdds) bool { return s.kind == stepTally && s.Reached > 0 }, func(s StepOdds) float64 { return s.Mean })
}

// actionOdds returns the counts as ActionOdds.
func (t *oddsCounter) actionOdds(x *explorer) *ActionOdds {
	o := &ActionOdds{Unanswered: x.openNeeds, first: x.first}
	if x.first != nil {
		o.Roll = x.first.checkPreview(t.rs)
		o.Chance, o.Made = o.Roll.Chance, o.Roll.made
	}
	likely := func(parts []float64) (sum float64) { // sum over the degrees of the first roll
		for _, part := range parts {
			sum += part
		}
		return trimShare(sum)
	}
	for _, c := range t.steps {
		o.Steps = append(o.Steps, c.stepOdds(x, likely))
	}
	hasNoTarget := x.targetIndex == 0 // index 0 is the actor itself
	whom := (*endCount)(nil)          // the target or, without one, a side that loses or gains points while the actor doesn't
	for i, c := range t.ends {
		if c == nil {
			continue
		}
		end := c.endOdds(t.rs, likely)
		if i == x.targetIndex || hasNoTarget && !o.TargetOdds().CanChange() && c.actor.isSide && end.Loss != 0 {
			whom, o.whom = c, c.actor.Key
		}
		isActorOrTarget := i < 2 // the first two actors copied
		hasChanged := end.Out > 0 || end.Hurt > 0 || len(end.Puts) > 0 || c.actor.isSide && len(end.Pools) > 0
		if isActorOrTarget || hasChanged {
			o.Ends = append(o.Ends, end)
		}
	}
	if whom != nil {
		o.addDegrees(t.rs, whom)
	}
	for _, c := range t.rows {
		o.addRows(c, x.equivalentRows(c.row), likely)
	}
	sort.SliceStable(o.Rows, func(i, j int) bool { return o.Rows[i].lowestRoll < o.Rows[j].lowestRoll })
	return o
}

// addRows adds the RowOdds of the given equivalent rows, which c counts together. probability returns the probability for a list of
// weights.
func (o *ActionOdds) addRows(c *rowCount, rows []Possibility, probability func([]float64) float64) {
	p := probability(c.all)
	if p <= 0 {
		return
	}
	hurt, out, loss := trimShare(probability(c.hurt)/p), trimShare(probability(c.out)/p), trimShare(probability(c.loss)/p)
	for _, row := range rows {
		o.Rows = append(o.Rows, RowOdds{row.Name, row.Key, trimShare(p * row.Probability), hurt, out, loss, row.Value})
	}
}
