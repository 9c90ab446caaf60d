package rules

import (
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Dependencies between steps, found once after compiling. The exact odds (odds_explorer.go) follow all possible results in branches, and
// merge the branches that differ only in values read by no later step. A raw read reads the roll or margin of a check itself, instead of
// its degree. A result is live as long as a later step can still read it. A stretch is a part of a sequence after which branches are
// merged. A remark is a step that only shows a text. Derived tags apply while a formula is true; they are volatile if that formula reads
// anything but other tags. A nested step belongs to a sequence that another step runs. An offer lets another actor answer; an answer is an
// action with a sequence of its own, which can read the steps of the sequence that made the offer. A gift is an amount by which a step or a
// row changes a modifier.

// stepRead is an earlier step of the same sequence that a step reads.
type stepRead struct {
	step  int        // index of the step
	isRaw bool       // whether more than its degree or row is read
	faces faceCounts // mask of the faces of its throw that are read
}

// dependencyFinder finds which steps of a sequence read which other steps.
type dependencyFinder struct {
	c        *compiler // compiler of the game, which has compiled all sequences
	volatile []string  // paths of the tags that can change during play, such as tag.far
}

// findDependencies records for every step the properties of earlier steps that it reads. All steps must be compiled.
func (d *dependencyFinder) findDependencies() {
	d.volatile = d.volatileTags()
	bodies := d.c.allSequences()
	d.markRemarks(bodies)
	for _, seq := range bodies {
		for _, step := range seq.steps {
			d.recordStepReads(seq, step)
		}
	}
	for _, seq := range bodies { // in a second pass, since this needs the reads of all sequences
		for _, step := range seq.steps {
			step.resultUnread = d.isUnread(seq, step)
		}
		for i := range len(seq.steps) + 1 {
			seq.laterReads = append(seq.laterReads, livenessAfter(seq, i-1, nil))
		}
		for i := range seq.steps {
			seq.stretchEnds = append(seq.stretchEnds, stretchEnd(seq, i))
		}
	}
}

// markRemarks sets remark on steps that only show a text: table rows that are looked up without consequences and that no step reads. Odds
// skip them.
func (d *dependencyFinder) markRemarks(bodies []*Sequence) {
	read := map[string]bool{}
	for _, seq := range bodies {
		for _, step := range seq.steps {
			step.visitFormulas(func(formula anyFormula, _ *Table) {
				for _, path := range formula.readPaths() {
					for name := range strings.SplitSeq(path, ".") {
						read[name] = true
					}
				}
			})
		}
	}
	onlyTells := func(effects []*Effect) bool {
		return !slices.ContainsFunc(effects, func(e *Effect) bool { return e.verb != verbTell })
	}
	for _, seq := range bodies {
		for _, step := range seq.steps {
			// a row looked up by a formula that rolls no dice, in a table without dice of its own
			isLookup := step.kind == stepTable && step.lookup != nil && step.table.die == 0 && step.table.faced == nil && !step.lookup.Rolls()
			step.isRemark = isLookup && !read[step.Name] &&
				!slices.ContainsFunc(step.table.rows, func(row *Row) bool { // a row with consequences; rowWords are tags that formulas read
					return len(row.gifts) > 0 || row.tags != (tagSet{}) || !onlyTells(row.Do) || d.c.rs.rowWords[row.Name]
				})
		}
	}
}

// mayRoll reports whether the step can have a random result.
func (s *Step) mayRoll() bool {
	if s.kind == stepCheck || s.kind == stepTable || s.kind == stepTally || s.kind == stepThrow || s.kind == stepPick {
		return true
	}
	dealsCards := s.kind == stepDo && slices.ContainsFunc(s.Do, (*Effect).dealsAtRandom)
	rolls := dealsCards || slices.ContainsFunc(s.rethrowEffects(), (*Effect).rollsAgain)
	s.visitFormulas(func(formula anyFormula, _ *Table) { rolls = rolls || formula.num.Rolls() })
	return rolls
}

// stretchEnd returns the end of the stretch that begins at the given index, as the index of the first step after it. A stretch ends before
// a nested sequence. If more random steps follow, it also ends after the last step that reads some random result, since branches can then
// become equal.
func stretchEnd(seq *Sequence, from int) int {
	for i := from + 1; i < len(seq.steps); i++ {
		if seq.steps[i].isNested() {
			return i
		}
		if !slices.ContainsFunc(seq.steps[i:], func(later *Step) bool { return later.isNested() || later.isRandom }) {
			break
		}
		// The step before i is the last reader of a random result if no step from i on reads that result.
		isLastReader := slices.ContainsFunc(seq.steps[i-1].reads, func(read stepRead) bool {
			isLive := slices.ContainsFunc(seq.laterReads[i].steps, func(later stepRead) bool { return later.step == read.step })
			return seq.steps[read.step].isRandom && !isLive
		})
		if isLastReader {
			return i
		}
	}
	return len(seq.steps)
}

// recordStepReads records which earlier steps, parameters and tags the formulas of step read.
func (d *dependencyFinder) recordStepReads(seq *Sequence, step *Step) {
	if step.isRemark {
		return
	}
	step.visitFormulas(func(formula anyFormula, table *Table) {
		for _, path := range formula.readPaths() {
			if i := slices.Index(seq.Takes, path); i >= 0 {
				step.paramsRead |= 1 << i
			}
			seq.notePathRead(d, step, strings.Split(path, "."), formula, table)
		}
	})
	step.isRandom, step.changesThrow = step.mayRoll(), len(step.rethrowEffects()) > 0
	step.tagGuarded = step.when != nil && anyFormula{flag: step.when}.readsOnly(d.volatile, tagPrefix)
	if step.check != nil {
		step.noteOwnReads()
	}
	if step.against >= 0 { // index of the step whose check opposes this one; -1 for none
		step.addStepRead(seq.steps[step.against], true, 0) // an opposed check reads the opponent's margin
		seq.steps[step.against].rollReads().readsRaw = true
	}
	if earlier := seq.earlierStep(step.Reply.Text, step.index); step.kind == stepReply && earlier != nil {
		step.addStepRead(earlier, false, 0)
	}
	for _, e := range step.rethrowEffects() {
		if earlier := seq.earlierStep(e.throw.step.Text, step.index); earlier != nil {
			step.addStepRead(earlier, false, e.throw.facesLater)
			earlier.rollReads().faces |= e.throw.facesLater
		}
	}
	d.noteOuterReads(seq, step)
}

// noteOuterReads records which earlier steps are read by the answers and sequences that step runs. If only an answer reads the roll of a
// step, the roll is marked as outer instead of raw, since the read doesn't matter unless the answer is given.
func (d *dependencyFinder) noteOuterReads(seq *Sequence, step *Step) {
	step.eachOuterReference(d.c, func(name string, answer bool, rethrown *rethrow) {
		earlier := seq.earlierStep(name, step.index)
		if earlier != nil && rethrown != nil { // the nested step changes the dice of an earlier throw
			step.addStepRead(earlier, false, rethrown.facesLater)
			step.changedThrows = append(step.changedThrows, stepRead{earlier.index, false, rethrown.facesLater})
			earlier.rollReads().faces |= rethrown.facesLater
		} else if earlier != nil {
			step.addStepRead(earlier, true, 0)
			earlier.rollReads().answersReadRaw = earlier.rollReads().answersReadRaw || answer
			earlier.rollReads().readsRaw = earlier.rollReads().readsRaw || !answer
		}
	}, false, map[outwardStep]bool{})
}

// addStepRead records that the step reads an earlier step.
func (s *Step) addStepRead(earlier *Step, raw bool, faces faceCounts) {
	i := slices.IndexFunc(s.reads, func(read stepRead) bool { return read.step == earlier.index })
	if i < 0 {
		s.reads = append(s.reads, stepRead{earlier.index, raw, faces})
		return
	}
	s.reads[i].isRaw = s.reads[i].isRaw || raw
	s.reads[i].faces |= faces
}

// tagPrefix is the prefix of a roll's tags in formulas.
const tagPrefix = "tag."

// volatileTags lists the tags that can change during play, because their formulas read more than other tags.
func (d *dependencyFinder) volatileTags() (list []string) {
	for again := true; again; {
		again = false
		for _, tag := range d.c.rs.derived {
			if path := tagPrefix + tag.Name; !slices.Contains(list, path) && !(anyFormula{flag: tag.when}).readsOnly(list, tagPrefix) {
				list, again = append(list, path), true
			}
		}
	}
	return list
}

// isUnread reports whether the result of the target's check s can't matter afterwards. No step may read it, and it may only put conditions
// that have no effect of their own, are read by no formula and last to the end of the action. A formula that ends such a condition reads
// only the actor's own pools (see oddsCounter.countPending).
func (d *dependencyFinder) isUnread(seq *Sequence, s *Step) bool {
	// The result can matter if the target doesn't roll the check, if another step reads its roll, or if its own formulas depend on more
	// than success.
	if s.check == nil || s.Who != whoOther || s.laterReads != nil || s.degrees != nil || s.check.numbersHaveDice() {
		return false
	}
	for _, later := range seq.steps[s.index+1:] {
		if slices.ContainsFunc(later.reads, func(read stepRead) bool { return read.step == s.index }) {
			return false
		}
	}
	return !slices.ContainsFunc(append(slices.Clone(s.madeEffects), s.missedEffects...), func(e *Effect) bool { return !d.isUnreadPut(seq, e) })
}

// isUnreadPut reports whether an effect in seq only puts a condition on the actor that lasts to the end of the action, is read by no
// formula and changes nothing until then.
func (d *dependencyFinder) isUnreadPut(seq *Sequence, e *Effect) bool {
	x := e.condition
	if e.verb != verbPut || e.Who != "" || e.when != nil || e.amount != nil || x == nil || d.c.readConditions[x] {
		return false
	}
	isIndependent := x.Many && x.Group == "" && !x.paired && !x.BelongsToSide() // no other condition matters when it is put
	hasNoEffect := x.cannot&^cannotRest == 0 && x.number == nil && x.holds == nil && len(x.gifts) == 0 && len(x.puts) == 0
	// not ended by a roll, by the end of the sequence, or by a formula that reads more than pools
	lasts := x.until != untilUsed && x.until != untilSequence && (x.until != untilFormula || x.endsByPools)
	return isIndependent && hasNoEffect && lasts && !d.mayBeEnded(x, seq)
}

// mayBeEnded reports whether an effect might end or change condition x during the action in which a step of seq puts it. Other actions are
// ignored if they run no further sequence, since such an action can't run during this one.
func (d *dependencyFinder) mayBeEnded(x *Condition, seq *Sequence) bool {
	changes := func(effects []*Effect) bool {
		return slices.ContainsFunc(effects, func(e *Effect) bool { return e.condition == x && (e.verb == verbEnd || e.verb == verbChange) })
	}
	runsSequences := func(s *Step) bool { return s.sub != nil || s.kind == stepReply || s.Many }
	for _, table := range d.c.rs.Tables.All {
		if slices.ContainsFunc(table.rows, func(row *Row) bool { return changes(row.Do) }) {
			return true
		}
	}
	for _, task := range d.c.rs.Tasks.All {
		if slices.ContainsFunc(task.results, func(r *TaskResult) bool { return r != nil && changes(r.Do) }) {
			return true
		}
	}
	for _, body := range d.c.allSequences() {
		isAction := slices.ContainsFunc(d.c.rs.Actions.All, func(a *Action) bool { return a.body == body && a.Answers == "" })
		isOtherAction := isAction && body != seq && !slices.ContainsFunc(body.steps, runsSequences)
		if !isOtherAction && slices.ContainsFunc(body.steps, func(s *Step) bool {
			return changes(s.Do) || slices.ContainsFunc(s.Results, func(e source.MapItem[[]*Effect]) bool { return changes(e.Value) })
		}) {
			return true
		}
	}
	return false
}

// numbersHaveDice reports whether the numbers of the check contain dice.
func (check *Check) numbersHaveDice() bool {
	return slices.ContainsFunc(check.numbers, (*Tally).rollsDice)
}

// rollReads returns the step's record of what later steps read of its roll, and creates the record if necessary.
func (s *Step) rollReads() *rollReads {
	if s.laterReads == nil {
		s.laterReads = &rollReads{}
	}
	return s.laterReads
}

// notePathRead records that a step reads a path that begins with the name of an earlier step.
func (seq *Sequence) notePathRead(d *dependencyFinder, step *Step, parts []string, formula anyFormula, table *Table) {
	earlier := seq.earlierStep(parts[0], step.index)
	if earlier == nil {
		return
	}
	read := earlier.readOfPath(parts)
	step.addStepRead(earlier, read.isRaw, read.faces)
	switch {
	case read.isRaw && seq.hasSteadyTags(earlier, step) && formula.readsOnly(d.volatile, parts[0]+".", tagPrefix):
		// the roll alone decides the formula, so rolls with equal values are equivalent
		earlier.rollReads().list = append(earlier.rollReads().list, rollRead{formula: formula, table: table, when: d.simpleGuard(step, parts[0])})
	case read.isRaw:
		earlier.rollReads().readsRaw = true
	}
	earlier.noteNestedReads(parts)
}

// noteNestedReads records the reads of steps in the sequences nested in s by a path that begins with the name of s, such as
// attack.block.made. Each part of the path except the last can name a step of the sequence that is run by the step named before it.
func (s *Step) noteNestedReads(parts []string) {
	for s.sub != nil && len(parts) > 1 {
		parts = parts[1:]
		inner := s.sub
		if s = inner.earlierStep(parts[0], len(inner.steps)); s == nil {
			return
		}
		read := s.readOfPath(parts)
		if !slices.Contains(inner.outsideReads, read) {
			inner.outsideReads = append(inner.outsideReads, read)
		}
		if s.kind == stepCheck {
			s.rollReads().readsRaw = s.rollReads().readsRaw || read.isRaw
		}
	}
}

// readOfPath returns the read of the step by a path that begins with its name, and records which parts of its roll are read.
func (s *Step) readOfPath(parts []string) stepRead {
	read := stepRead{step: s.index}
	if s.kind == stepTable {
		s.rollReads()
	}
	if len(parts) != 2 {
		return read
	}
	field := parts[1]
	read.isRaw = s.kind == stepCheck && isRollField(field)
	if faces, ok := s.facesOfField(field); ok {
		read.faces = faces
		s.rollReads().faces |= faces
	}
	switch {
	case s.kind == stepTable && field == sideField:
		s.rollReads().readsSide = true
	case s.kind == stepCheck && isDegreeField(field):
		s.rollReads().readsDegree = true
	}
	return read
}

// simpleGuard returns the `when` of step if that formula depends only on the step named earlier and on tags of the roll that can't change
// during play, else nil.
func (d *dependencyFinder) simpleGuard(step *Step, earlier string) *Formula {
	if !(anyFormula{flag: step.when}).readsOnly(d.volatile, earlier+".", tagPrefix) {
		return nil
	}
	return step.when
}

// sideField is the field of a table for the side of a paired row.
const sideField = "side"

// isRollField reports whether a field of a check can differ between rolls of the same degree.
func isRollField(field string) bool {
	return slices.Contains([]string{"margin", "roll", "chance"}, field)
}

// isDegreeField reports whether a field of a check is determined by its degree.
func isDegreeField(field string) bool {
	return slices.Contains([]string{"factor", "degree", "grade"}, field)
}

// hasSteadyTags reports whether the tags of the roll stay the same between two steps: a table row drawn between them could add tags.
func (seq *Sequence) hasSteadyTags(from, to *Step) bool {
	return !slices.ContainsFunc(seq.steps[from.index:to.index], func(step *Step) bool { return step.kind == stepTable && !step.isRemark })
}

// noteOwnReads records which properties of the roll are read by the formulas of the step's own Results.
func (s *Step) noteOwnReads() {
	if s.degrees != nil {
		s.rollReads().readsDegree = true
	}
	for i := range s.Results {
		eachFormula(s.Results[i].Value, func(formula anyFormula, _ *Table) {
			paths := formula.readPaths()
			for _, path := range paths {
				if faces, ok := s.facesOfField(path); ok {
					s.rollReads().faces |= faces
				}
			}
			own := func(path string) bool { return s.check.ownsName(path) || path == againstMargin }
			switch {
			case !slices.ContainsFunc(paths, own): // independent of the roll
			// If the formula also depends on anything other than the roll and its tags, every roll must be a separate class.
			case slices.ContainsFunc(paths, func(path string) bool { return !own(path) && !strings.HasPrefix(path, tagPrefix) }) || formula.num.Rolls():
				s.rollReads().readsRaw = true
			default:
				s.rollReads().list = append(s.rollReads().list, rollRead{formula: formula, isOwnResult: true})
				s.rollReads().readsOpposed = s.rollReads().readsOpposed || slices.Contains(paths, againstMargin)
			}
		})
	}
}

// outwardStep is a nested step that eachOuterReference has followed.
type outwardStep struct {
	step   *Step // nested step
	answer bool  // whether it belongs to an answer
}

// eachOuterReference calls visit for each reference from steps nested in s to a step of an enclosing sequence. visit gets the name of that
// step, whether the reference is in an answer, and the change of a throw, or nil for a plain read. The parameter answer is true if s itself
// belongs to an answer. Steps in seen are not followed again, since answers can themselves be answered.
func (s *Step) eachOuterReference(c *compiler, visit func(name string, answer bool, rethrown *rethrow), answer bool, seen map[outwardStep]bool) {
	var inner []*Step
	if s.sub != nil {
		inner = slices.Clip(s.sub.steps)
	}
	if s.kind == stepReply {
		answer = true
		for _, action := range c.rs.Actions.All {
			if action.Answers != "" {
				inner = append(inner, action.body.steps...)
			}
		}
	}
	if s.Many {
		answer = true
		for _, action := range s.answers {
			inner = append(inner, action.body.steps...)
		}
	}
	for _, step := range inner {
		if seen[outwardStep{step, answer}] {
			continue
		}
		seen[outwardStep{step, answer}] = true
		for _, name := range []string{step.Against.Text, step.Reply.Text} {
			if name != "" {
				visit(name, answer, nil)
			}
		}
		for _, e := range step.rethrowEffects() {
			visit(e.throw.step.Text, answer, e.throw)
		}
		step.eachOuterReference(c, visit, answer, seen)
	}
}

// visitFormulas calls visit for every formula of the step; a formula that looks up a row comes with its table.
func (s *Step) visitFormulas(visit func(formula anyFormula, table *Table)) {
	visit(anyFormula{flag: s.when}, nil)
	visit(anyFormula{flag: s.stop}, nil)
	visit(anyFormula{flag: s.pick}, nil)
	visit(s.value, nil)
	visit(anyFormula{num: s.radius}, nil)
	visit(anyFormula{text: s.row}, nil)
	visit(anyFormula{num: s.lookup}, s.table)
	visit(anyFormula{num: s.dice}, nil)
	for i := range s.question {
		visit(s.question[i].value, nil)
	}
	if s.Ask != nil {
		visit(anyFormula{num: s.Ask.maximum}, nil)
	}
	if s.Tally != nil {
		for _, line := range s.Tally.Lines {
			visit(anyFormula{flag: line.when}, nil)
			visit(anyFormula{num: line.formula}, nil)
		}
	}
	for _, formula := range s.with {
		visit(anyFormula{num: formula}, nil)
	}
	for _, gift := range s.gifts {
		eachCase(gift.value, visit)
	}
	eachCase(s.Basis, visit)
	eachFormula(s.Do, visit)
	for i := range s.Results {
		eachFormula(s.Results[i].Value, visit)
	}
}

// eachFormula calls visit for each formula of effects.
func eachFormula(effects []*Effect, visit func(formula anyFormula, table *Table)) {
	for _, effect := range effects {
		visit(anyFormula{flag: effect.when}, nil)
		visit(anyFormula{num: effect.amount}, nil)
		if effect.deal != nil {
			visit(anyFormula{num: effect.deal.cards}, nil)
		}
	}
}

// readPaths returns the names that the formula reads, except constants.
func (t anyFormula) readPaths() (list []string) {
	for _, formula := range []*Formula{t.num, t.flag, t.text} {
		for i := 0; formula != nil && i < len(formula.Reads); i++ {
			if !formula.Reads[i].Const {
				list = append(list, formula.Reads[i].Path)
			}
		}
	}
	return list
}

// readsOnly reports whether the formula rolls no dice and reads only names that begin with one of prefixes and are not in excluded.
func (t anyFormula) readsOnly(excluded []string, prefixes ...string) bool {
	return t.text == nil && !t.num.Rolls() && !slices.ContainsFunc(t.readPaths(), func(path string) bool {
		return slices.Contains(excluded, path) || !slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
	})
}

// livenessAfter returns the results of steps up to the given index that are read by the steps after it and by the sequences around
// seq. canRun tells for each step, by index, whether it can still run; nil if all can. Steps that can't run are ignored, but only up to the
// next step that draws a table row, since the row can add tags and so let later steps run.
func livenessAfter(seq *Sequence, index int, canRun []bool) (live liveness) {
	for _, read := range seq.outsideReads {
		if read.step <= index {
			live.steps = append(live.steps, read)
		}
	}
	for _, later := range seq.steps[index+1:] {
		if canRun != nil && !canRun[later.index] {
			continue
		}
		live.params |= later.paramsRead
		for _, read := range later.reads {
			if read.step > index {
				continue
			}
			i := slices.IndexFunc(live.steps, func(other stepRead) bool { return other.step == read.step })
			if i < 0 {
				live.steps = append(live.steps, read)
				continue
			}
			live.steps[i].isRaw = live.steps[i].isRaw || read.isRaw
			live.steps[i].faces |= read.faces
		}
		if later.kind == stepTable && !later.isRemark {
			canRun = nil
		}
	}
	return live
}
