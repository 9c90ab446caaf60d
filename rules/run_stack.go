package rules

// A run keeps the sequences under way in a stack, the outermost first, so that what is to come is a value: an explorer
// saves it with the actors, and goes on from there in every branch. carry is the one loop over steps.

// seqFrame is a sequence under way: how far it is, what its steps read, what they came to, what it was given, and the
// rows drawn so far.
type seqFrame struct {
	stepResults
	parent  *seqFrame
	frame   Frame // what its steps read
	at, end int   // the step that comes next, and the one before which it stops
	words   wordStamp
	takes   []float64
	rows    []*Row
	room    [2]*Row // for the first rows
	acting  tagSet  // tags of the action and of what it is done with
	tool    tagSet  // tags of what it is done with
	secret  bool    // that which began it is for the game master alone
	in      string  // its path, see pathOf; empty where nothing is recorded
	doer    *Actor  // who acts; steps are left out once this actor is out. nil: all steps are carried out
}

// stepResults is what the steps of a sequence came to, by their index.
type stepResults struct {
	seq     *Sequence
	results []stepResult
	hash    uint64 // of what others read of it, where an explorer keeps it
}

// call is a sequence that is about to be carried out.
type call struct {
	seq          *Sequence
	takes        []float64
	acting, tool tagSet
	turned       bool  // it is seen by the other one
	as           *side // the one who answers, in its own part
	askedNumber  float64
	doer         *Actor // as in seqFrame
}

// callOf returns the sequence that a step carries out: its own, or that of the answer that was chosen to an offer; ok is false for
// other steps, and if no answer was chosen.
func (f *Frame) callOf(step *Step) (c call, ok bool) {
	switch step.kind {
	case stepSequence:
		c.seq, c.takes, c.turned = step.sub, f.run.points.allocN(len(step.with)), step.turns()
		c.acting, c.tool = f.seq.acting, f.seq.tool
		if !step.Always {
			c.doer = f.seq.doer
		}
		for i := range step.with {
			c.takes[i] = step.with[i].Num(f)
		}
		return c, true
	case stepReply, stepOffer:
		offered := &f.seq.results[step.index]
		if step.kind == stepReply {
			offered = f.seq.find(step.Reply.Text)
		}
		if offered == nil || offered.chosen == nil {
			return c, false
		}
		c.seq, c.turned = offered.chosen.body, true
		c.acting, c.tool = f.seq.replyTags(offered.chosen, offered.tool)
		c.askedNumber = f.sides[1].askedNumber
		if offered.as != nil {
			c.turned, c.as, c.askedNumber = false, offered.as, offered.as.askedNumber
			c.doer = offered.as.actor.unlessOut(f.rs)
			return c, true
		}
		c.doer = f.sides[1].actor.unlessOut(f.rs)
		return c, true
	}
	return c, false
}

// unlessOut returns a, or nil if it is out.
func (a *Actor) unlessOut(rs *Ruleset) *Actor {
	if a.IsOut(rs) {
		return nil
	}
	return a
}

// leavesOut reports whether a step is left out because its doer is out, or because of `while`. Sequences that others see, and `stop`,
// go on when the doer is out.
func (sf *seqFrame) leavesOut(step *Step) bool {
	if step.Always || step.kind == stepStop {
		return false
	}
	f := &sf.frame
	return sf.doer != nil && f.sides[0].actor == sf.doer && sf.doer.IsOut(f.rs) || sf.seq.while != nil && !sf.seq.while.Flag(f)
}

// sequence begins a sequence with the frame of its caller.
func (r *Run) sequence(f *Frame, c *call) *seqFrame {
	sf := r.seqs.alloc()
	sf.seq, sf.parent, sf.results, sf.rows = c.seq, f.seq, r.results.allocN(len(c.seq.steps)), sf.room[:0]
	sf.takes, sf.acting, sf.tool, sf.end, sf.secret, sf.doer = c.takes, c.acting, c.tool, len(c.seq.steps), r.secret, c.doer
	sf.frame = *f
	if c.turned {
		sf.frame.sides[0], sf.frame.sides[1] = f.sides[1], f.sides[0]
	}
	if c.as != nil {
		sf.frame.sides[0] = c.as
	}
	if c.as != nil || c.askedNumber != 0 {
		sf.frame.askedNumber = c.askedNumber
	}
	sf.frame.seq, sf.frame.use, sf.frame.step = sf, skillUse{}, nil
	return sf
}

// push begins a sequence: its steps come next.
func (r *Run) push(f *Frame, c *call) *seqFrame {
	sf := r.sequence(f, c)
	if r.record {
		sf.in = pathOf(r, c.seq)
	}
	r.stack = append(r.stack, sf)
	r.secret = r.secret || c.seq.Secret
	return sf
}

// pop goes back to what was under way when a sequence began, with so many others.
func (r *Run) pop(depth int) {
	r.secret = r.stack[depth].secret
	r.stack = r.stack[:depth]
}

// top returns the innermost sequence.
func (r *Run) top() *seqFrame { return r.stack[len(r.stack)-1] }

// runSequence carries out all steps of a sequence.
func (r *Run) runSequence(f *Frame, c call) *seqFrame {
	depth := len(r.stack)
	sf := r.push(f, &c)
	r.carry()
	if need, ok := r.err.(*Need); ok && depth == 0 && !r.secret {
		need.number = f.askedNumber
	}
	r.pop(depth)
	endExpired(r)
	return sf
}

// carry carries out the steps of the innermost sequence, and of those that these begin, up to where it stops.
func (r *Run) carry() {
	depth := len(r.stack)
	for r.err == nil && !r.stopped {
		sf := r.top()
		if sf.at >= sf.end {
			if len(r.stack) == depth {
				return
			}
			r.pop(len(r.stack) - 1)
			endExpired(r)
			continue
		}
		f, step := &sf.frame, sf.seq.steps[sf.at]
		sf.at++
		r.reword(sf)
		if sf.leavesOut(step) || !step.holds(f) || r.overrule != nil && (stepper{r, f, step, nil, nil}).skips() {
			continue
		}
		if r.roller.step(f, step, &sf.results[step.index]) {
			sf.end = sf.at
		}
	}
}

// wordStamp is what the words of the rolls of a sequence depend on beside the sequence itself; the zero value is that
// of no words.
type wordStamp struct {
	rows    int
	changes int // events so far, where these change words
	sides   [2]*side
}

// fits reports whether the words of a sequence are still those that they were when this was noted.
func (w *wordStamp) fits(r *Run, sf *seqFrame) bool {
	return w.rows == 1+len(sf.rows) && (!r.rs.cardTags && (r.rs.steady || sf.frame.tagKey != nil) ||
		w.changes == r.changes && w.sides[0] == sf.frame.sides[0] && w.sides[1] == sf.frame.sides[1])
}

// note remembers the words of a sequence as they are now.
func (w *wordStamp) note(r *Run, sf *seqFrame) {
	w.rows, w.changes, w.sides[0], w.sides[1] = 1+len(sf.rows), r.changes, sf.frame.sides[0], sf.frame.sides[1]
}

// reword builds the words of the rolls of a sequence anew where they may have become others.
func (r *Run) reword(sf *seqFrame) {
	if !sf.words.fits(r, sf) {
		r.tagged(&sf.frame, true, nil)
		sf.words.note(r, sf)
	}
}

// replyTags returns the tags of the rolls of an answer: those of the answering actor, and those of the item involved, which
// is that of the asking sequence unless the answer uses one of its own.
func (s *seqFrame) replyTags(action *Action, tool *Item) (acting, about tagSet) {
	acting, about = action.tags, s.tool
	if action.Own && tool != nil {
		about = tool.tags
	}
	acting.join(&about)
	return acting, about
}

// find looks for an earlier step by name, outwards through the sequences.
func (s *seqFrame) find(name string) *stepResult {
	for ; s != nil; s = s.parent {
		for i, step := range s.seq.steps {
			if step.Name == name {
				return &s.results[i]
			}
		}
	}
	return nil
}

// nested reports whether a step is a sequence or an answer, carried out once.
func (s *Step) nested() bool {
	return (s.kind == stepSequence || s.kind == stepReply || s.Many) && !s.several()
}

// restoreActor makes one actor what another one is, in its own memory.
func restoreActor(a, from *Actor) {
	idleFrame, levels, conditions, world := a.idleFrame, a.Levels, a.Conditions, a.world
	*a = *from
	a.idleFrame, a.world = idleFrame, world
	a.Levels = append(levels[:0], from.Levels...)
	a.Conditions = append(conditions[:0], from.Conditions...)
}

// pathOf returns the path of a sequence that begins: those of the sequences under way with the step that each of them is at,
// and its own.
func pathOf(r *Run, seq *Sequence) string {
	if len(r.stack) == 0 {
		return seq.in
	}
	outer := r.top()
	return outer.in + "." + outer.seq.steps[outer.at-1].Name + " " + seq.in
}

// run returns a run on state s, in memory of an earlier one if there is any. The caller ends it with over.
func (rs *Ruleset) run(s *State, k Known) *Run {
	if s != nil && (rs.Order.InRounds() || len(rs.Stages.All) > 0) { // whose turn it is changes within a run
		moved := *s
		s = &moved
	}
	memory := rs.spare.get()
	r := &memory.run
	r.rs, r.arena, r.state, r.dice, r.answersByKey, r.record = rs, memory, s, k.Dice, k.Answers, !k.Brief
	r.earlier, r.chooser, r.overrule, r.because = k.Earlier, k.Choose, k.Overrule, k.Because
	r.roller, r.ledger = thrown{r}, recorder{r}
	if s != nil && s.viewer != "" {
		r.unknown = &unknown{who: s.viewer}
	}
	return r
}

// over leaves the memory of a run to the next one. Nothing of the run may be used any more.
func (r *Run) over() {
	rs, memory := r.rs, r.arena
	*r = Run{}
	memory.clear()
	rs.spare.put(memory)
}
