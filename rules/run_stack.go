package rules

// A run keeps the sequences in progress in a stack, the outermost first, so that an explorer (odds_explorer.go) can save the stack with the
// actors and continue from there in every branch. Run.runSteps is the only loop over steps. The doer of a sequence is the actor whose
// action or answer it is: once the doer is out of the fight, its remaining steps are skipped.

// seqFrame is a sequence in progress: its position, the results of its steps, its parameters, and the rows drawn so far.
type seqFrame struct {
	stepResults           // steps of the sequence and their results
	parent      *seqFrame // calling sequence; nil for none
	frame       Frame     // frame that its steps read
	at, end     int       // index of the next step, and index of the step before which it stops
	stamp       tagStamp  // state from which the tags of its rolls were last computed
	args        []float64 // arguments, by parameter
	rows        []*Row    // table rows drawn so far, whose modifiers apply
	rowMemory   [2]*Row   // memory for the first rows
	actionTags  tagSet    // tags of the action and of its tool
	toolTags    tagSet    // tags of the tool
	secret      bool      // Run.secret before it began, which is restored at its end
	path        string    // path, see sequencePath; "" if nothing is recorded
	doer        *Actor    // actor whose steps are skipped once it is out; nil to run all steps
}

// stepResults holds the results of a sequence's steps, by index.
type stepResults struct {
	seq     *Sequence    // sequence whose results they are
	results []stepResult // one for each step, by index
	hash    uint64       // combined hash of the results that are read elsewhere, if an explorer keeps it; else 0
}

// call is a sequence to be run.
type call struct {
	seq                  *Sequence // sequence to run
	args                 []float64 // arguments, by parameter
	actionTags, toolTags tagSet    // tags of the action and of its tool, and of the tool alone, as in seqFrame
	swapsSides           bool      // whether the actor and the other actor of the frame are swapped
	answerer             *side     // side of the answering actor in the sequence of an answer; nil for other sequences
	askedNumber          float64   // number given with the answer; 0 for none
	doer                 *Actor    // actor whose steps are skipped once it is out; nil to run all steps
}

// sequenceCall returns the call of the sequence that a step runs: its own sequence, or the sequence of the answer chosen for an offer. ok
// is false for other steps, and if no answer was chosen.
func (f *Frame) sequenceCall(step *Step) (c call, ok bool) {
	switch step.kind {
	case stepSequence:
		c.seq, c.args, c.swapsSides = step.sub, f.run.points.allocN(len(step.with)), step.isSeenBySubject()
		c.actionTags, c.toolTags = f.seq.actionTags, f.seq.toolTags
		if !step.Always {
			c.doer = f.seq.doer
		}
		for i := range step.with {
			c.args[i] = step.with[i].Num(f)
		}
		return c, true
	case stepReply, stepOffer:
		offered := &f.seq.results[step.index]
		if step.kind == stepReply {
			offered = f.seq.findResult(step.Reply.Text)
		}
		if offered == nil || offered.chosen == nil {
			return c, false
		}
		c.seq, c.swapsSides = offered.chosen.body, true
		c.actionTags, c.toolTags = f.seq.replyTags(offered.chosen, offered.tool)
		c.askedNumber = f.sides[1].askedNumber
		if offered.answerer != nil {
			c.swapsSides, c.answerer, c.askedNumber = false, offered.answerer, offered.answerer.askedNumber
			c.doer = offered.answerer.actor.nilIfOut(f.rs)
			return c, true
		}
		c.doer = f.sides[1].actor.nilIfOut(f.rs)
		return c, true
	}
	return c, false
}

// nilIfOut returns a, or nil if it is out.
func (a *Actor) nilIfOut(rs *Ruleset) *Actor {
	if a.IsOut(rs) {
		return nil
	}
	return a
}

// skipsStep reports whether a step is skipped because its doer is out, or because of `while`. Steps of other actors, `stop` steps and steps
// with `always` are not skipped.
func (s *seqFrame) skipsStep(step *Step) bool {
	if step.Always || step.kind == stepStop {
		return false
	}
	f := &s.frame
	return s.doer != nil && f.sides[0].actor == s.doer && s.doer.IsOut(f.rs) || s.seq.while != nil && !s.seq.while.Flag(f)
}

// newSeqFrame returns the frame of a called sequence, derived from its caller's frame.
func (r *Run) newSeqFrame(f *Frame, c *call) *seqFrame {
	sf := r.seqs.alloc() // every field is set below, see arena.clearUnrecorded
	sf.seq, sf.parent, sf.results, sf.hash, sf.rows = c.seq, f.seq, r.results.allocN(len(c.seq.steps)), 0, sf.rowMemory[:0]
	sf.at, sf.stamp, sf.path = 0, tagStamp{}, ""
	sf.args, sf.actionTags, sf.toolTags, sf.end, sf.secret, sf.doer = c.args, c.actionTags, c.toolTags, len(c.seq.steps), r.secret, c.doer
	sf.frame = *f
	if c.swapsSides {
		sf.frame.sides[0], sf.frame.sides[1] = f.sides[1], f.sides[0]
	}
	if c.answerer != nil {
		sf.frame.sides[0] = c.answerer
	}
	if c.answerer != nil || c.askedNumber != 0 {
		sf.frame.askedNumber = c.askedNumber
	}
	sf.frame.seq, sf.frame.use, sf.frame.step = sf, skillUse{}, nil
	return sf
}

// newTagFrame returns a frame without a sequence, for the tags of a roll or of a number outside any sequence.
func (r *Run) newTagFrame() *seqFrame {
	sf := r.seqs.alloc()
	*sf = seqFrame{}
	return sf
}

// pushSequence begins the called sequence, so that its steps run next, and returns its frame. f is the caller's frame.
func (r *Run) pushSequence(f *Frame, c *call) *seqFrame {
	sf := r.newSeqFrame(f, c)
	if r.record {
		sf.path = sequencePath(r, c.seq)
	}
	r.stack = append(r.stack, sf)
	r.secret = r.secret || c.seq.Secret
	return sf
}

// popSequences ends the innermost sequences until depth of them remain.
func (r *Run) popSequences(depth int) {
	r.secret = r.stack[depth].secret
	r.stack = r.stack[:depth]
}

// topSequence returns the innermost sequence.
func (r *Run) topSequence() *seqFrame { return r.stack[len(r.stack)-1] }

// runSequence runs all steps of the called sequence and returns its frame, which holds their results. f is the caller's frame.
func (r *Run) runSequence(f *Frame, c call) *seqFrame {
	depth := len(r.stack)
	sf := r.pushSequence(f, &c)
	r.runSteps()
	// The question of a condition's sequence keeps the condition's number, so that odds of its answers can read it.
	if need, ok := r.err.(*Need); ok && depth == 0 && !r.secret {
		need.number = f.askedNumber
	}
	r.popSequences(depth)
	endByFormula(r)
	return sf
}

// runSteps runs the steps of the innermost sequence, and of sequences that its steps begin, until it ends or the run stops.
func (r *Run) runSteps() {
	depth := len(r.stack)
	for r.err == nil && !r.stopped {
		sf := r.topSequence()
		if sf.at >= sf.end {
			if len(r.stack) == depth {
				return
			}
			r.popSequences(len(r.stack) - 1)
			endByFormula(r)
			continue
		}
		f, step := &sf.frame, sf.seq.steps[sf.at]
		sf.at++
		r.updateTags(sf)
		// A step is skipped if its doer is out, if its `when` is false, or if the game master skips it.
		if sf.skipsStep(step) || !step.shouldRun(f) || r.overrule != nil && (stepper{r, f, step, nil, nil}).skipsOverruled() {
			continue
		}
		if r.roller.runStep(f, step, &sf.results[step.index]) { // the step ends the sequence
			sf.end = sf.at
		}
	}
}

// tagStamp records the state from which the tags of a sequence's rolls were computed. The zero value is never current.
type tagStamp struct {
	rows    int      // number of rows drawn so far, plus 1
	changes int      // number of events so far, if events can change tags
	sides   [2]*side // frame's sides
}

// isCurrent reports whether the tags of the sequence are still up to date.
func (w *tagStamp) isCurrent(r *Run, sf *seqFrame) bool {
	isSteady := !r.rs.cardsHaveTags && (r.rs.tagsSteady || sf.frame.tagKey != nil) // whether no event changes the tags
	return w.rows == 1+len(sf.rows) && (isSteady || w.changes == r.changes && w.sides == sf.frame.sides)
}

// recordState records the current state of the sequence.
func (w *tagStamp) recordState(r *Run, sf *seqFrame) {
	w.rows, w.changes, w.sides[0], w.sides[1] = 1+len(sf.rows), r.changes, sf.frame.sides[0], sf.frame.sides[1]
}

// updateTags recomputes the tags of the sequence's rolls if they may have changed.
func (r *Run) updateTags(sf *seqFrame) {
	if !sf.stamp.isCurrent(r, sf) {
		r.tagRoll(&sf.frame, true, nil)
		sf.stamp.recordState(r, sf)
	}
}

// replyTags returns the tags of an answer's rolls and, separately, those of them that come from an item: the answer's own tool if it uses
// one, else the item of the sequence s, which asks.
func (s *seqFrame) replyTags(action *Action, tool *Item) (acting, ofTool tagSet) {
	acting, ofTool = action.tags, s.toolTags
	if action.Own && tool != nil {
		ofTool = tool.tags
	}
	acting.addAll(&ofTool)
	return acting, ofTool
}

// findResult returns the result of the step with the given name in the sequence or, if it has none, in the calling sequences, the nearest
// first; nil if there is none. s may be nil.
func (s *seqFrame) findResult(name string) *stepResult {
	for ; s != nil; s = s.parent {
		for i, step := range s.seq.steps {
			if step.Name == name {
				return &s.results[i]
			}
		}
	}
	return nil
}

// isNested reports whether the step runs a sequence or an answer, unless it does so for several actors.
func (s *Step) isNested() bool {
	return (s.kind == stepSequence || s.kind == stepReply || s.Many) && !s.hasSeveralSubjects()
}

// restoreActor makes actor a equal to from. It keeps a's own memory for levels and conditions, its idle frame and its world.
func restoreActor(a, from *Actor) {
	idleFrame, levels, conditions, world := a.idleFrame, a.Levels, a.Conditions, a.world
	*a = *from
	a.idleFrame, a.world = idleFrame, world
	a.Levels = append(levels[:0], from.Levels...)
	a.Conditions = append(conditions[:0], from.Conditions...)
}

// sequencePath returns the path of a sequence that begins: the sequences in progress, each with its current step, followed by its own
// section and name, as in "actions/strike.hit sequences/blow".
func sequencePath(r *Run, seq *Sequence) string {
	if len(r.stack) == 0 {
		return seq.path
	}
	outer := r.topSequence()
	return outer.path + "." + outer.seq.steps[outer.at-1].Name + " " + seq.path
}

// newRun returns a run on state s for a decision with the given input. It reuses the memory of an earlier run if possible. The caller ends
// the run with Run.release.
func (rs *Ruleset) newRun(s *State, input DecisionInput) *Run {
	if s != nil && (rs.Order.InRounds() || len(rs.Stages.All) > 0) { // a run changes the round and the stage
		copied := *s
		s = &copied
	}
	memory := rs.spare.get()
	r := &memory.run
	r.rs, r.arena, r.state, r.dice, r.answersByKey, r.record = rs, memory, s, input.Dice, input.Answers, !input.Brief
	r.asEarlier, r.chooser, r.overrule, r.overruleReason = input.AsEarlier, input.Choose, input.Overrule, input.Because
	r.roller, r.sink = playRoller{r}, recorder{r}
	if s != nil && s.viewer != "" {
		r.unknown = &unknownFacts{who: s.viewer}
	}
	return r
}

// release makes the memory of the run available for reuse. The run must not be used afterwards.
func (r *Run) release() {
	rs, memory := r.rs, r.arena
	*r = Run{}
	memory.clear()
	rs.spare.put(memory)
}
